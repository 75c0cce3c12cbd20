"""A small HTTP client for the management API: one request, one answer, no redirects, every failure one `Failure`."""

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
from plantstore.cli.support.problem_errors import refusal
from plantstore.domain.secret import Secret

API = "/api/v1"
ANSWER_BYTES_MAX = 64_000_000  # a page of 200 plants at their largest has a fifth of that
_KEY_BYTES = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a store answers; `path` is what a proxy put before it, without a slash at its end."""

    scheme: str
    host: str
    port: int | None
    path: str

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}{'' if self.port is None else f':{self.port}'}{self.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """Asks one store with one token. `timeout_s` bounds each wait for the network; `tell` hears of each answer."""

    address: Address
    token: Secret
    timeout_s: float
    tell: Callable[[Mapping[str, Any]], None] | None = None

    def get(self, path: str, query: Mapping[str, str] | None = None) -> dict[str, Any]:
        return self._ask("GET", path + (f"?{urlencode(query)}" if query else ""))

    def post(self, path: str, body: Mapping[str, Any] | None, *, idempotency_key: str | None) -> dict[str, Any]:
        """Send a change under an Idempotency-Key: repeated with the same key, it is done once."""
        key = idempotency_key or make_key()
        try:
            return self._ask("POST", path, body=body, headers={"Idempotency-Key": key})
        except Failure as failure:
            if failure.exit_code == Exit.NOT_REACHABLE:
                failure.next_step += f" To repeat it safely, add --idempotency-key {key}."
            raise
        except KeyboardInterrupt as interrupt:
            raise Failure(
                "Interrupted, and it is not known whether the store has done it.",
                exit_code=Exit.INTERRUPTED,
                next_step=f"To repeat it safely, add --idempotency-key {key}.",
            ) from interrupt

    def send(self, path: str, body: Mapping[str, Any], *, idempotency_key: str) -> dict[str, Any]:
        """Send a change under a key, for those who repeat it by themselves."""
        return self._ask("POST", path, body=body, headers={"Idempotency-Key": idempotency_key})

    def call(self, path: str) -> dict[str, Any]:
        """Ask for something that is done anew each time."""
        return self._ask("POST", path)

    def patch(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Change what the body names; repeated, it changes nothing more."""
        return self._ask("PATCH", path, body=body)

    def put(self, path: str, body: Mapping[str, Any], *, headers: Mapping[str, str]) -> dict[str, Any]:
        """Have exactly this there; repeated, it changes nothing more."""
        return self._ask("PUT", path, body=body, headers=headers)

    def delete(self, path: str, query: Mapping[str, str] | None = None) -> dict[str, Any]:
        return self._ask("DELETE", path + (f"?{urlencode(query)}" if query else ""))

    def upload(
        self, path: str, query: Mapping[str, str], file: BinaryIO, *, media_type: str, idempotency_key: str
    ) -> dict[str, Any]:
        """Send a file as it is, part by part."""
        length = file.seek(0, 2)
        file.seek(0)
        headers = {"Content-Type": media_type, "Content-Length": str(length), "Idempotency-Key": idempotency_key}
        answer, text = self._exchange("POST", f"{path}?{urlencode(query)}", content=file, headers=headers)
        return _read(self.address, answer, text)

    def download(self, path: str) -> bytes:
        """Get something that is no JSON."""
        answer, text = self._exchange("GET", path, content=None, headers={"Accept": "*/*"})
        if answer.status != http.HTTPStatus.OK:
            _read(self.address, answer, text)
        return text

    def items(self, path: str, query: Mapping[str, str], *, limit: int | None = None) -> Iterator[dict[str, Any]]:
        """Give the items of a list, page after page, `limit` at most.

        The server says how long a page is: its largest is a setting. Of `next` only the query counts: the token goes to
        no address but the chosen one.
        """
        asked, given, seen = dict(query), 0, set()
        while True:
            page = self.get(path, asked)
            for item in page.get("items", ()):
                if given == limit:
                    return
                yield item
                given += 1
            following = page.get("next")
            if not following or given == limit:
                return
            if following in seen:
                raise Failure(f"{self.address} gave the same page twice, so the list cannot be read to its end.")
            seen.add(following)
            asked = dict(parse_qsl(urlsplit(following).query, keep_blank_values=True))

    def _ask(
        self, method: str, path: str, *, body: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        content = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        kind = {} if content is None else {"Content-Type": "application/json"}
        answer, text = self._exchange(method, path, content=content, headers={**kind, **(headers or {})})
        return _read(self.address, answer, text)

    def _exchange(
        self, method: str, path: str, *, content: bytes | BinaryIO | None, headers: Mapping[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        sent = {
            "Accept": "application/json",
            "Authorization": f"Bearer {self.token.reveal()}",
            "User-Agent": f"plantstore/{__version__}",
            **headers,
        }
        connection = _open(self.address, self.timeout_s)
        begun_s = time.monotonic()
        try:
            connection.request(method, self.address.path + API + path, body=content, headers=sent)
            answer = connection.getresponse()
            text = answer.read(ANSWER_BYTES_MAX + 1)
        except (OSError, http.client.HTTPException) as error:
            raise _unreachable(self.address, error, self.timeout_s) from error
        finally:
            connection.close()
        if self.tell is not None:
            self.tell(
                {
                    "method": method,
                    "path": self.address.path + API + path,
                    "status": answer.status,
                    "duration_ms": round((time.monotonic() - begun_s) * 1_000, 1),
                    "request_id": answer.getheader("X-Request-Id", ""),
                }
            )
        return answer, text


def parse_address(text: str) -> Address:
    """Read a base address, or WrongUsage."""
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError as error:
        raise WrongUsage(f"{text} is no address: {error}.") from error
    plain = text.isascii() and text.isprintable() and " " not in text.strip()
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
        raise WrongUsage(f"{text} is no address of a store.", next_step="Write it as http://127.0.0.1:8000.")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise WrongUsage("The address of a store has no user, ? or #.", next_step="A token is given with --token-file.")
    return Address(scheme=parts.scheme, host=parts.hostname, port=port, path=parts.path.rstrip("/"))


def make_key() -> str:
    """Make an Idempotency-Key."""
    return secrets.token_hex(_KEY_BYTES)


def segment(text: str) -> str:
    """Write an id into a path, whatever it holds."""
    return quote(text, safe="")


def _open(address: Address, timeout_s: float) -> http.client.HTTPConnection:
    if address.scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(address.host, address.port, timeout=timeout_s, context=context)
    return http.client.HTTPConnection(address.host, address.port, timeout=timeout_s)


def _read(address: Address, answer: http.client.HTTPResponse, text: bytes) -> dict[str, Any]:
    found = _parse(text)
    if 200 <= answer.status < 300:
        if not text and answer.status == http.HTTPStatus.NO_CONTENT:
            return {}
        if found is None:
            raise Failure(
                f"{address} answers, but not as a Plant Store does.",
                exit_code=Exit.NOT_REACHABLE,
                next_step="Is --url right?",
            )
        return found
    headers = {name.lower(): value for name, value in answer.getheaders()}
    raise refusal(str(address), answer.status, headers, found)


def _parse(text: bytes) -> dict[str, Any] | None:
    """Read a JSON object; None for anything else."""
    if len(text) > ANSWER_BYTES_MAX:
        return None
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _unreachable(address: Address, error: Exception, timeout_s: float) -> Failure:
    """Say why there is no answer. The order matters: each is an OSError of its own kind."""
    next_step = "Start it with `plantstore serve`, or name another with --url."
    match error:
        case ssl.SSLCertVerificationError():
            cause = f"The certificate of {address} is not trusted: {error.verify_message}."
            next_step = "SSL_CERT_FILE names further authorities to trust."
        case ssl.SSLError():
            cause, next_step = f"{address} does not speak TLS as it should.", "Is it http:// rather than https://?"
        case TimeoutError():
            cause, next_step = f"{address} did not answer within {timeout_s:g} s.", "Try again, or raise --timeout."
        case ConnectionRefusedError():
            cause = f"No server answers at {address} (connection refused)."
        case http.client.HTTPException():
            cause, next_step = f"{address} broke off its answer, or does not speak HTTP.", "Is --url right?"
        case OSError():
            cause = f"{address} cannot be reached: {error.strerror or error}."
        case _:
            raise AssertionError("only failures of the network come here") from error
    return Failure(cause, exit_code=Exit.NOT_REACHABLE, next_step=next_step)
