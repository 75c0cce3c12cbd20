"""Files in a bucket of an S3-compatible server: put, get, size, delete, list.

Each request has a deadline. Temporary faults are retried after growing pauses; then `Unavailable` is raised with a
sentence that says what to correct. Nothing here is logged, and no message contains the secret.
"""

import asyncio
import html
import re
from collections.abc import Awaitable, Callable
from email.utils import parsedate_to_datetime
from typing import NamedTuple
from urllib.parse import unquote

from plantstore.core.clock import Clock
from plantstore.core.settings import PREFIX
from plantstore.domain.errors import Unavailable
from plantstore.domain.timestamps import SECOND_US, Instant, from_datetime, parse
from plantstore.sending.bucket_place import BucketPlace
from plantstore.sending.http1 import Failure, printable
from plantstore.sending.http_client import HttpClient, Request, Response
from plantstore.sending.signature_v4 import encode_path, encode_query, signed_headers
from plantstore.sending.urls import ReceiverUrl

PAUSES_S = (0.2, 1.0, 3.0)  # pauses between attempts: a server that restarts is back after the last one
ATTEMPT_S_MAX = 20.0  # one attempt: 4 MB at 2 Mbit/s
READ_S_MAX = 15.0  # all attempts to read a file: a person is waiting for the picture
CHANGE_S_MAX = 60.0  # all attempts of any other request
REQUESTS_MAX = 16  # concurrent requests; others wait, within the same limits
OBJECT_BYTES_MAX = 32_000_000  # larger than any photo the store writes
LIST_BYTES_MAX = 4_000_000  # a page of 1,000 names of up to 1,024 bytes, percent-encoded
LIST_NAMES_MAX = 1_000  # the largest page of ListObjectsV2

_TEMPORARY = frozenset({408, 429, 500, 502, 503, 504})
_CODE = re.compile(r"<Code>([A-Za-z0-9.]{1,100})</Code>")
_REGION = re.compile(r"<Region>([A-Za-z0-9-]{1,100})</Region>")
_CONTENTS = re.compile(r"<Contents>(.*?)</Contents>", re.DOTALL)
_KEY = re.compile(r"<Key>([^<]*)</Key>")
_SIZE = re.compile(r"<Size>([0-9]{1,18})</Size>")
_CHANGED = re.compile(r"<LastModified>([^<]{1,40})</LastModified>")
_TRUNCATED = "<IsTruncated>true</IsTruncated>"


class BucketEntry(NamedTuple):
    """A file in a bucket; `changed_at` is by the clock of the server."""

    name: str
    size_bytes: int
    changed_at: Instant


class Bucket:
    """The files of one store in a bucket. Names are relative to the prefix."""

    def __init__(
        self,
        place: BucketPlace,
        client: HttpClient,
        clock: Clock,
        *,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
        read_s_max: float = READ_S_MAX,
        attempt_s_max: float = ATTEMPT_S_MAX,
    ) -> None:
        self.place = place
        self._client = client
        self._clock = clock
        self._wait = wait
        self._read_s_max = read_s_max
        self._attempt_s_max = attempt_s_max
        self._slots = asyncio.Semaphore(REQUESTS_MAX)

    async def put(self, name: str, content: bytes) -> None:
        """Store a file durably; replace one of the same name."""
        await self._ask("PUT", name, content=content, doing="write")

    async def get(self, name: str) -> bytes | None:
        """Return a file; None if there is none."""
        response = await self._ask("GET", name, doing="read", may_miss=True, within_s=self._read_s_max)
        return None if response is None else response.body

    async def size(self, name: str) -> int | None:
        """Return the size of a file in bytes; None if there is none."""
        response = await self._ask("HEAD", name, doing="read", may_miss=True)
        return None if response is None else int(response.headers.get("content-length", "0"))

    async def delete(self, name: str) -> None:
        """Delete a file. It may be missing."""
        await self._ask("DELETE", name, doing="delete", may_miss=True)

    async def page(self, *, after: str, limit: int) -> list[BucketEntry]:
        """Return at most `limit` files in the order of their names' bytes, beginning after the name `after`."""
        found: list[BucketEntry] = []
        query = {"list-type": "2", "prefix": self.place.prefix, "encoding-type": "url"}
        is_more = True
        while is_more and len(found) < limit:
            after = found[-1].name if found else after
            query["max-keys"] = str(min(limit - len(found), LIST_NAMES_MAX))
            query |= {"start-after": self.place.prefix + after} if after else {}
            response = await self._ask("GET", None, query=query, doing="list", bytes_max=LIST_BYTES_MAX)
            assert response is not None
            text = response.body.decode("utf-8", "replace")
            more = await asyncio.to_thread(self._entries, text)
            found += more
            is_more = bool(more) and _TRUNCATED in text
        return found

    async def check(self, name: str, content: bytes) -> None:
        """Write, read, list and delete a small file; raise Unavailable with what to correct."""
        await self.put(name, content)
        if await self.size(name) != len(content) or await self.get(name) != content:
            raise self._fault("returned something else than was written to it.")
        if [found.name for found in await self.page(after=name[:-1], limit=1)] != [name]:
            raise self._fault("does not list the files that are written to it.")
        await self.delete(name)

    async def close(self) -> None:
        await self._client.close()

    def _entries(self, text: str) -> list[BucketEntry]:
        return [self._entry(content) for content in _CONTENTS.findall(text)]

    def _entry(self, content: str) -> BucketEntry:
        key, size, changed = (pattern.search(content) for pattern in (_KEY, _SIZE, _CHANGED))
        try:
            if key is None or size is None or changed is None:
                raise ValueError
            name = unquote(html.unescape(key[1])).removeprefix(self.place.prefix)
            return BucketEntry(name, int(size[1]), parse(changed[1]))
        except ValueError:
            raise self._fault("returned a list that is not one of S3's.") from None

    async def _ask(
        self,
        method: str,
        name: str | None,
        *,
        doing: str,
        content: bytes = b"",
        query: dict[str, str] | None = None,
        may_miss: bool = False,
        bytes_max: int = OBJECT_BYTES_MAX,
        within_s: float = CHANGE_S_MAX,
    ) -> Response | None:
        """Send a request, and again after a temporary fault. Return None if there is no such file."""
        failed = self._fault(f"is too slow: {REQUESTS_MAX} requests to it are waiting.")
        try:
            async with asyncio.timeout(within_s), self._slots:
                for pause_s in (*PAUSES_S, None):
                    request = await asyncio.to_thread(self._signed, method, name, content, query or {})
                    deadline_s = min(self._attempt_s_max, within_s)
                    result = await self._client.send(request, deadline_s=deadline_s, body_bytes_max=bytes_max)
                    if isinstance(result, Response) and not _is_temporary(result):
                        return self._settled(result, doing=doing, may_miss=may_miss)
                    failed = self._failed(result)
                    if pause_s is not None:
                        await self._wait(pause_s)
        except TimeoutError:
            pass
        raise failed

    def _signed(self, method: str, name: str | None, content: bytes, query: dict[str, str]) -> Request:
        """Build a request. It hashes the content, so it runs in a thread."""
        server, place = self.place.server, self.place
        path = encode_path(f"{place.root}/" if name is None else f"{place.root}/{place.prefix}{name}")
        asked = encode_query(query)
        headers = signed_headers(
            place.key,
            method=method,
            path=path,
            query=asked,
            headers={"host": server.host_header},
            content=content,
            at=self._clock.now(),
        )
        del headers["host"]
        target = f"{path}?{asked}" if asked else path
        url = ReceiverUrl(scheme=server.scheme, host=server.host, port=server.port, path=target)
        return Request(method=method, url=url, headers=headers, body=content)

    def _settled(self, response: Response, *, doing: str, may_miss: bool) -> Response | None:
        """Return a good response, or None if there is no such file; raise Unavailable for a refusal."""
        if response.status < 300:
            return response
        code = _code(response)
        if may_miss and response.status == 404 and code != "NoSuchBucket":
            return None
        raise self._refused(response, code, doing)

    def _refused(self, response: Response, code: str, doing: str) -> Unavailable:
        """Say why the server refused a request for good."""
        region = _REGION.search(response.body[:4_096].decode("latin-1"))
        found = response.headers.get("x-amz-bucket-region") or (region and region[1])
        if code in ("AuthorizationHeaderMalformed", "PermanentRedirect", "IllegalLocationConstraintException") or (
            response.status == 301
        ):
            where = f" It is in {printable(found.encode())}." if found else ""
            return self._fault(
                f"is in another region, or has another address.{where} Set {self.place.settings}_REGION."
            )
        if code == "RequestTimeTooSkewed":
            return self._fault(f"refuses our time{self._skew(response)}: set the clock of this machine.")
        if code in _ADVICE:
            return self._fault(_ADVICE[code].format(of=self.place.settings, bucket=f"{PREFIX}{self.place.setting}"))
        if response.status in (401, 403):
            return self._fault(
                f"does not permit to {doing} (403{' ' + code if code else ''}): the key needs s3:PutObject, "
                f"s3:GetObject and s3:DeleteObject for {self.place.prefix or ''}*, and s3:ListBucket."
            )
        return self._fault(f"answered {response.status}{' ' + code if code else ''} to a request to {doing}.")

    def _failed(self, result: Response | Failure) -> Unavailable:
        if isinstance(result, Failure):
            return self._fault(f"cannot be used: {result.detail}")
        code = _code(result)
        return self._fault(f"answered {result.status}{' ' + code if code else ''}.")

    def _skew(self, response: Response) -> str:
        try:
            theirs = from_datetime(parsedate_to_datetime(response.headers["date"]))
        except (KeyError, TypeError, ValueError):
            return ""
        return f", which differs from its own by {abs(theirs - self._clock.now()) // SECOND_US} s"

    def _fault(self, what: str) -> Unavailable:
        return Unavailable(f"The bucket {self.place.shown} {what}")


_UNKNOWN_KEY = "does not know the key id: correct {of}_KEY_ID."
_ADVICE = {
    "InvalidAccessKeyId": _UNKNOWN_KEY,
    "XAdminUserNotFound": _UNKNOWN_KEY,  # versitygw
    "SignatureDoesNotMatch": "refuses the signature: correct {of}_SECRET, which must belong to the key id.",
    "NoSuchBucket": "does not exist: make it, or correct {bucket}.",
    "QuotaExceeded": "is full.",
}


def _is_temporary(response: Response) -> bool:
    return response.status in _TEMPORARY or (response.status == 400 and _code(response) == "RequestTimeout")


def _code(response: Response) -> str:
    """Return the error code of S3 in a response; "" if there is none, as in a response to HEAD."""
    found = _CODE.search(response.body[:4_096].decode("latin-1"))
    return found[1] if found else ""
