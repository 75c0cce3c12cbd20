"""Receivers of all kinds on one port of this machine: the address says how they answer."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

POISON = "Poison"  # a plant with this word in it is refused for ever by those that take all others


@dataclass(frozen=True, slots=True)
class Reaction:
    """One answer, byte by byte. The reason is what stands behind the status."""

    status: int
    body: bytes = b""
    reason: bytes = b"Answer"
    headers: tuple[tuple[bytes, bytes], ...] = ()


GOOD = Reaction(204, reason=b"No Content")


@dataclass
class Receivers:
    """What answers on which path; everything else is taken with 204. `got` holds path and body of every request."""

    url: str = ""
    reactions: dict[str, Callable[[bytes], Reaction]] = field(default_factory=dict)
    got: list[tuple[str, bytes]] = field(default_factory=list)

    def answers(self, path: str, reaction: Reaction | Callable[[bytes], Reaction]) -> str:
        """From now on this path answers so; its address is given."""
        self.reactions[path] = (lambda _: reaction) if isinstance(reaction, Reaction) else reaction
        return self.url + path


def refusing_poison(body: bytes) -> Reaction:
    if POISON.encode() not in body:
        return GOOD
    return Reaction(500, b'{"error":"no such column: pot_size"}', headers=((b"content-type", b"application/json"),))


@contextmanager
def receivers() -> Iterator[Receivers]:
    """Serve until the block ends."""
    known = Receivers()

    class Answering(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            react = known.reactions.get(self.path)
            reaction = GOOD if react is None else react(body)
            known.got.append((self.path, body))
            lines = [b"HTTP/1.1 %d " % reaction.status + reaction.reason]
            lines += [name + b": " + value for name, value in reaction.headers]
            lines.append(b"content-length: %d" % len(reaction.body))
            self.wfile.write(b"\r\n".join([*lines, b"", reaction.body]))

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 1_024  # connections that wait to be accepted: many come at once

    server = Server(("127.0.0.1", 0), Answering)
    known.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield known
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
