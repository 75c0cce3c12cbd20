"""How long a connection rests after an answer, and what that costs: one timer, however many answers there are."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from uvicorn.server import ServerState

from plantstore.web.http.protocol import RequestProtocol
from plantstore.web.http.server import KEEP_ALIVE_S, make_server


class MovedLoop:
    """A loop whose time is moved by hand, with the timers that were set."""

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
    """A connection whose first request was answered just now."""
    config = make_server(None).config
    config.load()
    connection = RequestProtocol(config=config, server_state=ServerState(), app_state={}, _loop=loop)
    transport = Transport()
    connection.connection_made(transport)  # type: ignore[arg-type]
    connection.cycle = SimpleNamespace(response_complete=True)  # type: ignore[assignment]
    connection.on_response_complete()
    return connection, transport


def test_a_connection_is_closed_when_it_has_rested_for_long_enough() -> None:
    loop = MovedLoop()
    _, transport = answered(loop)

    loop.move(KEEP_ALIVE_S - 1)
    assert not transport.closed
    loop.move(1)
    assert transport.closed


def test_a_rest_begins_anew_with_each_answer_and_all_share_one_timer() -> None:
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


def test_a_request_that_is_under_way_is_not_a_rest() -> None:
    loop = MovedLoop()
    connection, transport = answered(loop)

    connection.data_received(b"GET / HTTP/1.1\r\n")
    loop.move(KEEP_ALIVE_S)
    assert not transport.closed and not loop.timers
