"""A server that answers what a test tells it to, over real sockets, and remembers what it was asked."""

import json
import threading
from collections import defaultdict
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

API = "/api/v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request; names of headers are in lower case."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What to say; with `gate` only once that event is set."""

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
    """Answers under /api/v1: those of one operation in the order in which they were given, the last one for ever."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.was_asked = threading.Event()
        self._answers: dict[tuple[str, str], list[Answer]] = defaultdict(list)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def on(self, operation: str, *answers: Answer) -> None:
        """Say what is answered to an operation, such as `GET /plants`."""
        method, _, path = operation.partition(" ")
        self._answers[method, API + path] += answers

    def gives(self, operation: str, body: Any, status: int = 200) -> None:
        self.on(operation, Answer(body=body, status=status))

    def refuses(self, operation: str, status: int, **problem: Any) -> None:
        """Answer with a problem object (RFC 9457)."""
        headers = {"Content-Type": "application/problem+json"}
        self.on(operation, Answer(status=status, body={"status": status, **problem}, headers=headers))

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _take(self, method: str, path: str) -> Answer:
        answers = self._answers[method, path]
        if not answers:
            return Answer(status=599, body={"title": f"The test scripted no {method} {path}"})
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        store = self

        class Handler(BaseHTTPRequestHandler):
            def _answer(self) -> None:
                parts = urlsplit(self.path)
                content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                store.asked.append(
                    Asked(
                        method=self.command,
                        path=parts.path,
                        query=dict(parse_qsl(parts.query)),
                        headers={name.lower(): value for name, value in self.headers.items()},
                        body=_read(content, self.headers.get("Content-Type", "")),
                    )
                )
                store.was_asked.set()
                answer = store._take(self.command, parts.path)
                if answer.gate is not None:
                    answer.gate.wait(60)
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(answer.content)))
                self.end_headers()
                self.wfile.write(answer.content)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer

            def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
                """Tests are quiet."""

            def handle(self) -> None:
                try:
                    super().handle()
                except ConnectionError:
                    self.close_connection = True  # the command did not wait for its answer, as the test wished

        return Handler


def _read(content: bytes, kind: str) -> Any:
    if not content:
        return None
    return json.loads(content) if "json" in kind else content
