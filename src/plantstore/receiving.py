"""Receive webhooks from Plant Store: verify requests, skip duplicates, call your function for each new plant, respond.

One file that needs only the standard library. Copy it into any project with Python 3.11 or newer. Only to verify with a
public key (v1a) does it need the package cryptography.

    plants = Receiver.from_env()  # PLANTSTORE_SECRET, PLANTSTORE_ACCESS_TOKEN

    @plants.on("plant.added")
    def new_plant(event): ...  # if this raises, the response is 500 and Plant Store sends the event again

    plants.flask(app)  # or plants.asgi(), plants.wsgi(), plants.django
"""

import asyncio
import base64
import hmac
import importlib
import inspect
import json
import logging
import os
import re
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, NamedTuple

BODY_BYTES_MAX = 1_048_576  # max request body; Plant Store sends at most 65,536
TOLERANCE_S = 300  # max age of a signature, and max clock difference, as in the Standard Webhooks libraries
REMEMBER_DAYS = 7.0  # how long event ids are kept; the retry schedule ends within six days
REMEMBER_IDS_MAX = 100_000  # max event ids kept in memory, about 15 MB
WORKING_EVENTS_MAX = 1_000  # max events in handlers or waiting for a thread
THREADS = 16  # max threads that run handlers, with ASGI or `answer_first`
LOCK_WAIT_S = 10.0  # max wait for a lock on the file of ids; below the sender's deadline of 15 s
KEY_BYTES_MIN, KEY_BYTES_MAX = 24, 64  # length of a signing key in Standard Webhooks 1.0.0
_SIGNATURE = re.compile(r"(?<!\S)(?:v1,[A-Za-z0-9+/]{43}=|v1a,[A-Za-z0-9+/]{86}==)(?!\S)")  # matches those in a header

_log = logging.getLogger(__name__)


class VerificationError(Exception):
    """The request does not verify. The message says why; `status` is the status of the response."""

    status = 400


class MissingHeaderError(VerificationError):
    """A required header is missing."""


class MalformedHeaderError(VerificationError):
    """A header cannot be parsed."""


class WrongTokenError(VerificationError):
    """The bearer token is missing or wrong."""

    status = 401


class NoMatchingSignatureError(VerificationError):
    """The request was signed with another secret, or the body was changed."""


class WrongTimeError(VerificationError):
    """The request was signed too long ago or in the future: it was replayed, or a clock is wrong."""


class MalformedBodyError(VerificationError):
    """The signature is right, but the body is not a JSON object in UTF-8."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A verified request. For a test request, `type` is `test`, `sequence` is 0, and `time` is when it was signed.

    The signature covers `id` and `raw`; `sequence`, `time`, `type` and `attempt` come from unsigned headers.
    """

    id: str
    sequence: int
    time: datetime
    type: str
    plant: dict[str, Any]
    raw: bytes
    attempt: int


class Answer(NamedTuple):
    """A response to the sender: its status, body (empty only with 204) and headers."""

    status: int
    body: bytes = b""

    @property
    def headers(self) -> list[tuple[str, str]]:
        more = {401: [("www-authenticate", "Bearer")], 405: [("allow", "POST")]}.get(self.status, [])
        text = [("content-type", "text/plain; charset=utf-8"), ("content-length", str(len(self.body)))]
        return more + text if self.body else more


Check = Callable[[bytes, list[str]], bool]  # whether one of the signatures is that of a message
Handler = Callable[[Event], Any]
Headers = Mapping[str, str] | Iterable[tuple[str | bytes, str | bytes]]


class Receiver:
    """Verifies requests, skips duplicates, and calls the handlers of new events. Thread-safe.

    `secrets` is one `whsec_…`, or several separated by spaces; a signature made with any of them is accepted. For a
    receiver with v1a, it may be the public key instead: `whpk_…`.
    `remember` is where the ids of handled events are kept: "memory" (for this process), the path of an SQLite file
    (shared by processes), or None. With `answer_first`, the response is 204 before the handlers run, for handlers that
    are slower than the sender's deadline; if a handler then fails, the event is logged and not sent again.

    Raise ValueError for a missing or malformed secret or token. The message never contains the secret or token.
    """

    def __init__(
        self,
        secrets: str | Iterable[str],
        access_token: str,
        *,
        tolerance_s: float = TOLERANCE_S,
        body_bytes_max: int = BODY_BYTES_MAX,
        remember: str | os.PathLike[str] | None = "memory",
        remember_days: float = REMEMBER_DAYS,
        answer_first: bool = False,
        clock: Callable[[], float] = time.time,  # noqa: TID251  # this file is copied without core/clock.py
    ) -> None:
        self._checks = [_check(secret) for secret in (secrets.split() if isinstance(secrets, str) else secrets)]
        if not self._checks:
            raise ValueError("give at least one signing secret: the whsec_… that Plant Store showed once")
        if not re.fullmatch(r"[A-Za-z0-9._~+/=-]+", access_token):
            raise ValueError("give the access token alone, without Bearer: letters, digits, - . _ ~ + / = (RFC 6750)")
        self._access_token = access_token.encode()
        self._tolerance_s, self._body_bytes_max, self._clock = tolerance_s, body_bytes_max, clock
        keep_s = remember_days * 86_400 if remember else 0
        in_memory = remember in (None, "memory")
        self._seen = _SeenInMemory(keep_s, clock) if in_memory else _SeenInFile(str(remember), keep_s, clock)
        self._answer_first, self._threads = answer_first, ThreadPoolExecutor(THREADS, "plantstore")
        self._handlers: dict[str, list[Handler]] = {}
        self._working: set[str] = set()
        self._lock = threading.Lock()

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None, **options: Any) -> "Receiver":
        """Return a receiver with PLANTSTORE_SECRET (one, or several, space-separated) and PLANTSTORE_ACCESS_TOKEN."""
        environ = os.environ if environ is None else environ
        for name in ("PLANTSTORE_SECRET", "PLANTSTORE_ACCESS_TOKEN"):
            if not environ.get(name, "").strip():
                raise ValueError(f"{name} is not set: Plant Store showed it once, when the receiver was added")
        return cls(environ["PLANTSTORE_SECRET"], environ["PLANTSTORE_ACCESS_TOKEN"].strip(), **options)

    def on(self, kind: str) -> Callable[[Handler], Handler]:
        """Decorate a handler for new events of this type. If a handler raises, all run again on the next attempt."""

        def register(handler: Handler) -> Handler:
            self._handlers.setdefault(kind, []).append(handler)
            return handler

        return register

    def verify(self, headers: Headers, body: bytes) -> Event:
        """Return the verified event. Raise VerificationError if token, signature or time is wrong. Calls no handler."""
        given = _fold(headers)
        self._check_token(given.get("authorization", ""))
        event_id = _match(given, "webhook-id", r"[A-Za-z0-9_-]{1,200}")
        signed_at = int(_match(given, "webhook-timestamp", r"[0-9]{1,11}"))
        self._check_signature(given, f"{event_id}.{signed_at}.".encode() + body)
        self._check_time(signed_at)
        return _read(given, event_id, signed_at, body)

    def handle(self, method: str, headers: Headers, body: bytes) -> Answer:
        """Process one request and return the response. The adapters other than ASGI call this method."""
        event = self._admit(method, headers, body)
        if isinstance(event, Answer):
            return event
        if self._answer_first:
            self._threads.submit(self._work, event)
            return Answer(204)
        return self._work(event)

    def asgi(self) -> Any:
        """Return an ASGI application: `app.add_route("/plant/webhook", plants.asgi())` in Starlette and FastAPI."""
        return self

    async def __call__(self, scope: Any, receive: Callable[[], Any], send: Callable[[Any], Awaitable[None]]) -> None:
        if scope["type"] != "http":
            raise NotImplementedError("only http is supported; ASGI servers continue without lifespan")
        body, more = bytearray(), True
        while more and len(body) <= self._body_bytes_max:
            part = await receive()
            body += part.get("body", b"")  # no body if the sender disconnected, so the signature will not match
            more = part.get("more_body", False)
        answer = self._admit(scope["method"], scope["headers"], bytes(body))
        if isinstance(answer, Event):
            work = self._threads.submit(self._work, answer, asyncio.get_running_loop())
            answer = Answer(204) if self._answer_first else await asyncio.shield(asyncio.wrap_future(work))
        headers = [(name.encode(), text.encode()) for name, text in answer.headers]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})

    def wsgi(self) -> Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]:
        """Return a WSGI application, which ignores the path: `make_server("127.0.0.1", 8953, plants.wsgi())`."""
        return self._wsgi

    def flask(self, app: Any, path: str = "/plant/webhook") -> None:
        """Handle `path` before Flask sees the request, so that nothing parses the body or requires a CSRF token."""
        ours, theirs = self._wsgi, app.wsgi_app
        app.wsgi_app = lambda environ, start: (ours if environ["PATH_INFO"] == path else theirs)(environ, start)

    def django(self, request: Any) -> Any:
        """Handle a request as a Django view without CSRF checks: `path("plant/webhook", plants.django)`."""
        http = importlib.import_module("django.http")  # imported here, because only Django calls this method
        answer = self.handle(request.method, request.headers, request.read(self._body_bytes_max + 1))
        return http.HttpResponse(answer.body, status=answer.status, headers=dict(answer.headers))

    django.__dict__["csrf_exempt"] = True  # same as Django's csrf_exempt()

    def _wsgi(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        headers = {name[5:].replace("_", "-"): text for name, text in environ.items() if name.startswith("HTTP_")}
        answer = self.handle(environ["REQUEST_METHOD"], headers, _wsgi_body(environ, self._body_bytes_max))
        start_response(f"{answer.status} {HTTPStatus(answer.status).phrase}", answer.headers)
        return [answer.body]

    def _check_token(self, authorization: str) -> None:
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer":
            raise WrongTokenError("the authorization header is missing or does not begin with Bearer")
        if not hmac.compare_digest(token.strip().encode(errors="replace"), self._access_token):
            raise WrongTokenError("the bearer token is not the one that this receiver expects")

    def _check_signature(self, given: dict[str, str], signed: bytes) -> None:
        signatures = _SIGNATURE.findall(_match(given, "webhook-signature", ".+"))
        if not signatures:
            raise MalformedHeaderError("the webhook-signature header has no v1,<32 bytes in base64>")
        if not any(check(signed, signatures) for check in self._checks):
            raise NoMatchingSignatureError("no signature matches: another secret, or not the raw bytes of the body")

    def _check_time(self, signed_at: int) -> None:
        age_s = round(self._clock() - signed_at)
        if abs(age_s) > self._tolerance_s:
            side = "too old" if age_s > 0 else "too far ahead"
            advice = f"at most {self._tolerance_s:g} s are allowed; are both clocks right?"
            raise WrongTimeError(f"the request is {side}, by {abs(age_s)} s: {advice}")

    def _admit(self, method: str, headers: Headers, body: bytes) -> Event | Answer:
        """Return the event that this request must handle, or the response if there is nothing to handle.

        While a request handles an event, a second request with the same event gets a 503, because the first request may
        still fail.
        """
        if method.upper() != "POST":
            return Answer(405, b"Plant Store sends events with POST\n")
        if len(body) > self._body_bytes_max:
            return Answer(413, b"the body is too large\n")
        try:
            event = self.verify(headers, body)
        except VerificationError as why:
            _log.warning("Refused a request with %d: %s", why.status, why)
            return Answer(why.status, f"{why}\n".encode())
        if event.type not in self._handlers:
            return Answer(200, b"verified; no handler for this type\n")
        with self._lock:
            if event.id in self._working or len(self._working) >= WORKING_EVENTS_MAX:
                return Answer(503, b"still handling this event, or too many events; send it again\n")
            self._working.add(event.id)
        return event

    def _work(self, event: Event, loop: asyncio.AbstractEventLoop | None = None) -> Answer:
        """Call the event's handlers (coroutines on the loop) unless they already succeeded. Return the response."""
        try:
            if not self._seen.has(event.id):
                for handler in self._handlers[event.type]:
                    result = handler(event)
                    if inspect.iscoroutine(result) and loop:
                        asyncio.run_coroutine_threadsafe(result, loop).result()
                    elif inspect.iscoroutine(result):
                        asyncio.run(result)
                self._seen.add(event.id)
        except Exception:
            _log.exception("Event %s was not handled", event.id)
            return Answer(500, b"the event was not handled; send it again\n")
        finally:
            self._working.discard(event.id)
        return Answer(204)


class _SeenInMemory:
    def __init__(self, keep_s: float, clock: Callable[[], float]) -> None:
        self._keep_s, self._clock, self._lock = keep_s, clock, threading.Lock()
        self._ids: OrderedDict[str, float] = OrderedDict()

    def has(self, event_id: str) -> bool:
        with self._lock:
            return self._ids.get(event_id, 0) > self._clock() - self._keep_s

    def add(self, event_id: str) -> None:
        with self._lock:
            self._ids[event_id] = self._clock()
            self._ids.move_to_end(event_id)
            while len(self._ids) > REMEMBER_IDS_MAX:
                self._ids.popitem(last=False)


class _SeenInFile:
    """Keeps event ids in an SQLite file. Opens it for each statement, for use in any thread and any forked process."""

    def __init__(self, path: str, keep_s: float, clock: Callable[[], float]) -> None:
        self._path, self._keep_s, self._clock, self._lock = path, keep_s, clock, threading.Lock()
        self._run("CREATE TABLE IF NOT EXISTS seen (id TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID")
        self._run("CREATE INDEX IF NOT EXISTS seen_at ON seen (at)")

    def has(self, event_id: str) -> bool:
        return bool(self._run("SELECT 1 FROM seen WHERE id = ? AND at > ?", event_id, self._clock() - self._keep_s))

    def add(self, event_id: str) -> None:
        self._run("INSERT OR REPLACE INTO seen (id, at) VALUES (?, ?)", event_id, self._clock())
        self._run("DELETE FROM seen WHERE at <= ?", self._clock() - self._keep_s)

    def _run(self, statement: str, *values: Any) -> list[Any]:
        with self._lock, closing(sqlite3.connect(self._path, timeout=LOCK_WAIT_S)) as database, database:
            return database.execute(statement, values).fetchall()


def _check(secret: str) -> Check:
    if not secret.startswith(("whsec_", "whpk_")):
        raise ValueError("a signing secret begins with whsec_ (a signature begins with v1,), a public key with whpk_")
    prefix, _, encoded = secret.partition("_")
    try:
        key = base64.b64decode(encoded, validate=True)
    except ValueError:
        raise ValueError(f"the signing secret is cut off or mistyped: it is {prefix}_ and base64") from None
    if prefix == "whpk":
        return _public_key_check(key)
    if not KEY_BYTES_MIN <= len(key) <= KEY_BYTES_MAX:
        raise ValueError(f"a signing secret has {KEY_BYTES_MIN} to {KEY_BYTES_MAX} bytes; this one has {len(key)}")

    def check(signed: bytes, signatures: list[str]) -> bool:
        expected = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
        return any(hmac.compare_digest(expected, one) for one in signatures)

    return check


def _public_key_check(key: bytes) -> Check:
    try:
        library = importlib.import_module("cryptography.hazmat.primitives.asymmetric.ed25519")
    except ImportError:
        raise ValueError("to verify with a public key, install cryptography; whsec_ works without it") from None
    public_key = library.Ed25519PublicKey.from_public_bytes(key)  # raises ValueError unless it has 32 bytes

    def is_right(signed: bytes, signature: str) -> bool:
        try:
            public_key.verify(base64.b64decode(signature.removeprefix("v1a,")), signed)
        except Exception:  # InvalidSignature, which cannot be imported here
            return False
        return True

    return lambda signed, signatures: any(is_right(signed, one) for one in signatures if one.startswith("v1a,"))


def _fold(headers: Headers) -> dict[str, str]:
    items = getattr(headers, "items", None)
    folded: dict[str, str] = {}
    for pair in items() if items else headers:
        name, text = (part.decode("latin-1") if isinstance(part, bytes) else part for part in pair)
        name = name.lower()
        if folded.setdefault(name, text) != text and name.startswith(("authorization", "webhook-", "ce-")):
            raise MalformedHeaderError(f"there are two {name} headers")
    return folded


def _match(given: dict[str, str], name: str, pattern: str) -> str:
    if not (text := given.get(name)):
        raise MissingHeaderError(f"the {name} header is missing")
    if not re.fullmatch(pattern, text):
        raise MalformedHeaderError(f"the {name} header is malformed")
    return text


def _read(given: dict[str, str], event_id: str, signed_at: int, body: bytes) -> Event:
    if given.get("webhook-test") == "true" or given.get("ce-type") == "plant.test":
        moment = datetime.fromtimestamp(signed_at, UTC).isoformat()
        given = given | {"ce-id": event_id, "ce-sequence": "0", "ce-time": moment, "ce-type": "test"}
    _match(given, "ce-id", re.escape(event_id))
    return Event(
        id=event_id,
        sequence=int(_match(given, "ce-sequence", "[0-9]{1,19}")),
        time=_time(_match(given, "ce-time", r".+T.+(Z|[+-]\d\d:\d\d)")),
        type=_match(given, "ce-type", "[a-z0-9._-]{1,100}"),
        plant=_plant(body),
        raw=body,
        attempt=int(_match({"webhook-attempt": "1"} | given, "webhook-attempt", "[0-9]{1,9}")),
    )


def _time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise MalformedHeaderError("the ce-time header is malformed") from None


def _plant(body: bytes) -> dict[str, Any]:
    try:
        plant = json.loads(body.decode())
    except (ValueError, RecursionError):
        raise MalformedBodyError("the body is not JSON in UTF-8") from None
    if not isinstance(plant, dict):
        raise MalformedBodyError("the body is not a JSON object")
    return plant


def _wsgi_body(environ: dict[str, Any], bytes_max: int) -> bytes:
    """Return up to `bytes_max` + 1 bytes. Without a length, the body is empty unless the server marks its end."""
    length = environ.get("CONTENT_LENGTH") or ("9" if environ.get("wsgi.input_terminated") else "0") * 18
    read_bytes = min(int(length), bytes_max + 1) if re.fullmatch("[0-9]{1,18}", length) else 0
    return bytes(environ["wsgi.input"].read(read_bytes))
