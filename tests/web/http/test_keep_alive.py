"""The keep-alive timeout: one timer, however many responses there are."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from uvicorn.server import ServerState

from plantstore.web.http.protocol import RequestProtocol
from plantstore.web.http.server import KEEP_ALIVE_S, Server
from tests.still_clock import StillClock


class MovedLoop:
    """An event loop whose time is moved by hand."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.timers: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        return self.now_s

    def call_later(self, seconds: float, callback: Callable[[], None]) -> object:
        self.timers.append((self.now_s + seconds, callback))
        return SimpleNamespace(cancel=lambda: None)

    def move(self, seconds: float) -> None:
        self.now_s += seconds
        due, self.timers = [t for t in self.timers if t[0] <= self.now_s], [t for t in self.timers if t[0] > self.now_s]
        for _, callback in due:
            callback()


class Transport:
    closed = False

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def get_extra_info(self, _: str) -> Any:
        return None


def answered(loop: MovedLoop) -> tuple[RequestProtocol, Transport]:
    """Return a connection that has just responded to its first request."""
    config = Server(None).config
    config.load()
    connection = RequestProtocol(StillClock(), config=config, server_state=ServerState(), app_state={}, _loop=loop)
    transport = Transport()
    connection.connection_made(transport)  # type: ignore[arg-type]
    connection.cycle = SimpleNamespace(response_complete=True)  # type: ignore[assignment]
    connection.on_response_complete()
    return connection, transport


def test_an_idle_connection_is_closed_after_the_timeout() -> None:
    loop = MovedLoop()
    _, transport = answered(loop)

    loop.move(KEEP_ALIVE_S - 1)
    assert not transport.closed
    loop.move(1)
    assert transport.closed


def test_each_response_restarts_the_idle_timeout_with_one_shared_timer() -> None:
    loop = MovedLoop()
    connection, transport = answered(loop)

    loop.move(KEEP_ALIVE_S - 10)
    connection.data_received(b"\r\n")
    for _ in range(3):
        connection.on_response_complete()
        assert len(loop.timers) == 1
    loop.move(KEEP_ALIVE_S - 1)
    assert not transport.closed
    loop.move(1)
    assert transport.closed


def test_a_running_request_is_not_idle() -> None:
    loop = MovedLoop()
    connection, transport = answered(loop)

    connection.data_received(b"GET / HTTP/1.1\r\n")
    loop.move(KEEP_ALIVE_S)
    assert not transport.closed and not loop.timers
