"""A real HTTP server that sends scripted responses and records the requests it gets."""

import json
import threading
from collections import defaultdict
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

API = "/api/v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRequest:
    """One request; header names are in lower case."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedResponse:
    """One response; with `gate`, it is sent once that event is set."""

    status: int = 200
    body: Any = None
    raw: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    gate: threading.Event | None = None

    @property
    def content(self) -> bytes:
        if self.raw is not None:
            return self.raw
        return b"" if self.body is None else json.dumps(self.body).encode()


class ScriptedStore:
    """Serves /api/v1. An operation's responses are sent in the order scripted; the last one is repeated."""

    def __init__(self) -> None:
        self.requests: list[RecordedRequest] = []
        self.was_called = threading.Event()
        self._responses: dict[tuple[str, str], list[ScriptedResponse]] = defaultdict(list)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def on(self, operation: str, *responses: ScriptedResponse) -> None:
        """Script the responses to an operation, such as `GET /plants`."""
        method, _, path = operation.partition(" ")
        self._responses[method, API + path] += responses

    def responds(self, operation: str, body: Any, status: int = 200) -> None:
        self.on(operation, ScriptedResponse(body=body, status=status))

    def refuses(self, operation: str, status: int, **problem: Any) -> None:
        """Respond with a problem object (RFC 9457)."""
        headers = {"Content-Type": "application/problem+json"}
        self.on(operation, ScriptedResponse(status=status, body={"status": status, **problem}, headers=headers))

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _next_response(self, method: str, path: str) -> ScriptedResponse:
        responses = self._responses[method, path]
        if not responses:
            return ScriptedResponse(status=599, body={"title": f"The test scripted no {method} {path}"})
        return responses.pop(0) if len(responses) > 1 else responses[0]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        store = self

        class Handler(BaseHTTPRequestHandler):
            def _respond(self) -> None:
                parts = urlsplit(self.path)
                content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                store.requests.append(
                    RecordedRequest(
                        method=self.command,
                        path=parts.path,
                        query=dict(parse_qsl(parts.query)),
                        headers={name.lower(): value for name, value in self.headers.items()},
                        body=_read(content, self.headers.get("Content-Type", "")),
                    )
                )
                store.was_called.set()
                response = store._next_response(self.command, parts.path)
                if response.gate is not None:
                    response.gate.wait(60)
                self.send_response(response.status)
                for name, value in response.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(response.content)))
                self.end_headers()
                self.wfile.write(response.content)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _respond

            def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
                """Tests are quiet."""

            def handle(self) -> None:
                try:
                    super().handle()
                except ConnectionError:
                    self.close_connection = True  # the command disconnected first, as the test intends

        return Handler


def _read(content: bytes, kind: str) -> Any:
    if not content:
        return None
    return json.loads(content) if "json" in kind else content
