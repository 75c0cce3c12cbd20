"""A small HTTP client for the management API. It does not follow redirects and raises `Failure` for every error."""

import http.client
import json
import secrets
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from plantstore import __version__
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.problem_errors import failure_of
from plantstore.domain.secret import Secret

API = "/api/v1"
RESPONSE_BYTES_MAX = 64_000_000  # max response body: five times a page of 200 plants of the largest size
_KEY_BYTES = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """The base URL of a store. `path` is a prefix such as a reverse proxy uses, without a trailing slash."""

    scheme: str
    host: str
    port: int | None
    path: str

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}{'' if self.port is None else f':{self.port}'}{self.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """Sends requests to one store with one token.

    `timeout_s` limits each network operation. `on_response` is called with the method, path, status, duration and
    request id of each response, for `-v`.
    """

    address: Address
    token: Secret
    timeout_s: float
    on_response: Callable[[Mapping[str, Any]], None] | None = None

    def get(self, path: str, query: Mapping[str, str] | None = None) -> dict[str, Any]:
        return self._request("GET", path + (f"?{urlencode(query)}" if query else ""))

    def get_with_tag(self, path: str) -> tuple[dict[str, Any], str]:
        """Return the resource and its ETag; "*", which matches any, if an older store sends none."""
        response, content = self._exchange("GET", path, content=None, headers={})
        return _parse_response(self.address, response, content), response.getheader("ETag", "*")

    def post(self, path: str, body: Mapping[str, Any] | None, *, idempotency_key: str | None) -> dict[str, Any]:
        """Send a POST that takes effect only once per Idempotency-Key; None creates a new key."""
        key = idempotency_key or make_key()
        try:
            return self._request("POST", path, body=body, headers={"Idempotency-Key": key})
        except Failure as failure:
            if failure.exit_code == Exit.NOT_REACHABLE:
                failure.next_step += f" To repeat it safely, add --idempotency-key {key}."
            raise
        except KeyboardInterrupt as interrupt:
            raise Failure(
                "Interrupted before the store responded, so the change may or may not have been made.",
                exit_code=Exit.INTERRUPTED,
                next_step=f"To repeat it safely, add --idempotency-key {key}.",
            ) from interrupt

    def send(self, path: str, body: Mapping[str, Any], *, idempotency_key: str) -> dict[str, Any]:
        """Send a POST with an Idempotency-Key, for callers that repeat it themselves after a network failure."""
        return self._request("POST", path, body=body, headers={"Idempotency-Key": idempotency_key})

    def call(self, path: str) -> dict[str, Any]:
        """Send a POST without an Idempotency-Key: every call takes effect."""
        return self._request("POST", path)

    def patch(self, path: str, body: Mapping[str, Any], *, headers: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Change only the fields in the body. Idempotent."""
        return self._request("PATCH", path, body=body, headers=headers)

    def put(self, path: str, body: Mapping[str, Any], *, headers: Mapping[str, str]) -> dict[str, Any]:
        """Replace the resource with the body. Idempotent."""
        return self._request("PUT", path, body=body, headers=headers)

    def delete(self, path: str, query: Mapping[str, str] | None = None) -> dict[str, Any]:
        return self._request("DELETE", path + (f"?{urlencode(query)}" if query else ""))

    def upload(
        self, path: str, query: Mapping[str, str], file: BinaryIO, *, media_type: str, idempotency_key: str
    ) -> dict[str, Any]:
        """Stream a file as the request body."""
        length = file.seek(0, 2)
        file.seek(0)
        headers = {"Content-Type": media_type, "Content-Length": str(length), "Idempotency-Key": idempotency_key}
        response, content = self._exchange("POST", f"{path}?{urlencode(query)}", content=file, headers=headers)
        return _parse_response(self.address, response, content)

    def download(self, path: str) -> bytes:
        """Return the body of a response that is not JSON; raise Failure unless its status is 200."""
        response, content = self._exchange("GET", path, content=None, headers={"Accept": "*/*"})
        if response.status != http.HTTPStatus.OK:
            _parse_response(self.address, response, content)
        return content

    def items(
        self,
        path: str,
        query: Mapping[str, str],
        *,
        limit: int | None = None,
        on_page: Callable[[Mapping[str, Any]], None] | None = None,
        member: str = "items",
    ) -> Iterator[dict[str, Any]]:
        """Yield the items of a list, fetched page by page: at most `limit`, or all if it is None.

        `member` is the member of a page that has the items.

        `on_page` is called with each page, before its items are yielded. The server chooses the page size. Only the
        query of a `next` link is used, so that the token is never sent to another host.
        """
        params, yielded, seen = dict(query), 0, set()
        while True:
            page = self.get(path, params)
            if on_page is not None:
                on_page(page)
            for item in page.get(member) or ():
                if yielded == limit:
                    return
                yield item
                yielded += 1
            next_link = page.get("next")
            if not next_link or yielded == limit:
                return
            if next_link in seen:
                raise Failure(f"{self.address} returned the same page twice, so the rest of the list cannot be read.")
            seen.add(next_link)
            params = dict(parse_qsl(urlsplit(next_link).query, keep_blank_values=True))

    def _request(
        self, method: str, path: str, *, body: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        content = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        media_type = {} if content is None else {"Content-Type": "application/json"}
        response, text = self._exchange(method, path, content=content, headers={**media_type, **(headers or {})})
        return _parse_response(self.address, response, text)

    def _exchange(
        self, method: str, path: str, *, content: bytes | BinaryIO | None, headers: Mapping[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        all_headers = {
            "Accept": "application/json",
            "Authorization": f"Bearer {self.token.reveal()}",
            "User-Agent": f"plantstore/{__version__}",
            **headers,
        }
        connection = _open(self.address, self.timeout_s)
        started_s = time.monotonic()
        try:
            connection.request(method, self.address.path + API + path, body=content, headers=all_headers)
            response = connection.getresponse()
            text = response.read(RESPONSE_BYTES_MAX + 1)
        except (OSError, http.client.HTTPException) as error:
            raise _unreachable(self.address, error, self.timeout_s) from error
        finally:
            connection.close()
        if self.on_response is not None:
            self.on_response(
                {
                    "method": method,
                    "path": self.address.path + API + path,
                    "status": response.status,
                    "duration_ms": round((time.monotonic() - started_s) * 1_000, 1),
                    "request_id": response.getheader("X-Request-Id", ""),
                }
            )
        return response, text


def parse_address(text: str) -> Address:
    """Parse the base URL of a store; raise WrongUsage if it is invalid."""
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError as error:
        raise WrongUsage(f"{text} is not a URL: {error}.") from error
    plain = text.isascii() and text.isprintable() and " " not in text.strip()
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
        raise WrongUsage(f"{text} is not the URL of a store.", next_step="Write it as http://127.0.0.1:8000.")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise WrongUsage(
            "The URL of a store has no user, query or fragment.", next_step="Pass a token with --token-file."
        )
    return Address(scheme=parts.scheme, host=parts.hostname, port=port, path=parts.path.rstrip("/"))


def make_key() -> str:
    """Return a new Idempotency-Key."""
    return secrets.token_hex(_KEY_BYTES)


def segment(text: str) -> str:
    """Return the text percent-encoded, for use as one segment of a URL path."""
    return quote(text, safe="")


def _open(address: Address, timeout_s: float) -> http.client.HTTPConnection:
    if address.scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(address.host, address.port, timeout=timeout_s, context=context)
    return http.client.HTTPConnection(address.host, address.port, timeout=timeout_s)


def _parse_response(address: Address, response: http.client.HTTPResponse, text: bytes) -> dict[str, Any]:
    body = _parse_object(text)
    if 200 <= response.status < 300:
        if not text and response.status == http.HTTPStatus.NO_CONTENT:
            return {}
        if body is None:
            raise Failure(
                f"{address} responds, but is not a Plant Store.",
                exit_code=Exit.NOT_REACHABLE,
                next_step="Is --url right?",
            )
        return body
    headers = {name.lower(): value for name, value in response.getheaders()}
    raise failure_of(str(address), response.status, headers, body)


def _parse_object(text: bytes) -> dict[str, Any] | None:
    """Return the JSON object in a response body; None if the body is anything else, or too large."""
    if len(text) > RESPONSE_BYTES_MAX:
        return None
    try:
        body = json.loads(text)
    except ValueError:
        return None
    return body if isinstance(body, dict) else None


def _unreachable(address: Address, error: Exception, timeout_s: float) -> Failure:
    """Return a failure that says why there is no response. Order matters: most cases are subclasses of OSError."""
    next_step = "Start it with `plantstore serve`, or choose another with --url."
    match error:
        case ssl.SSLCertVerificationError():
            cause = f"The certificate of {address} is not trusted: {error.verify_message}."
            next_step = "To trust another authority, set SSL_CERT_FILE."
        case ssl.SSLError():
            cause, next_step = f"The TLS handshake with {address} failed.", "Is it http:// rather than https://?"
        case TimeoutError():
            cause, next_step = f"{address} did not respond within {timeout_s:g} s.", "Try again, or raise --timeout."
        case ConnectionRefusedError():
            cause = f"No server is running at {address} (connection refused)."
        case http.client.HTTPException():
            cause, next_step = f"{address} closed the connection early, or does not speak HTTP.", "Is --url right?"
        case OSError():
            cause = f"Cannot reach {address}: {error.strerror or error}."
        case _:
            raise AssertionError("not a network error") from error
    return Failure(cause, exit_code=Exit.NOT_REACHABLE, next_step=next_step)
