"""Notifications between processes while the server is away: logged once, and sent when it is back."""

import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import psycopg
import structlog

from plantstore.storage.postgres.notify import PostgresCommitChannel

PATIENCE_S = 20.0
CANNOT_HEAR = "notifications of other processes cannot be received"
CANNOT_TELL = "other processes cannot be notified of commits"
AGAIN = "processes notify each other of commits again"


class Server:
    """A server that takes connections or not, and counts what it is asked."""

    def __init__(self, error: Exception | None) -> None:
        self.error = error
        self.asked: list[str] = []
        self.opened: list[Any] = []
        self.refused = 0
        self.avoided: list[Any] = []
        """Connections that are no use any more, because another server is the primary."""

    def is_avoided(self, raw: Any) -> bool:
        return raw in self.avoided

    def connect(self) -> Any:
        if self.error is not None:
            self.refused += 1
            raise self.error
        return _Raw(self)


class _Raw:
    closed = False
    prepare_threshold = 5
    info = SimpleNamespace(backend_pid=1)

    def __init__(self, server: Server) -> None:
        self._server = server
        server.opened.append(self)

    def execute(self, sql: str, **_options: object) -> None:
        if self._server.error is not None:
            raise self._server.error
        self._server.asked.append(sql)

    def notifies(self, **_options: object) -> Iterator[Any]:
        if self._server.error is not None:
            raise self._server.error
        time.sleep(0.001)
        return iter([])

    def close(self) -> None:
        self.closed = True


def until(came: Callable[[], bool]) -> None:
    ends_at = time.monotonic() + PATIENCE_S
    while not came():
        assert time.monotonic() < ends_at, "it never came"
        time.sleep(0.002)


def news_of(server: Server, on_commit: Callable[[], None] = lambda: None) -> PostgresCommitChannel:
    return PostgresCommitChannel(server.connect, on_commit, is_avoided=server.is_avoided, reconnect_s=0.002)


def test_an_outage_is_logged_once_and_the_pending_notification_is_sent_later() -> None:
    with structlog.testing.capture_logs() as said:
        server = Server(psycopg.OperationalError("connection\nrefused"))
        news = news_of(server)
        news.notify()
        until(lambda: server.refused > 20)
        assert sorted((line["event"], line["error"], line["log_level"]) for line in said) == [
            (CANNOT_HEAR, "connection refused", "warning"),
            (CANNOT_TELL, "connection refused", "warning"),
        ]

        server.error = None
        until(lambda: {"NOTIFY plantstore", "LISTEN plantstore"} <= set(server.asked))
        until(lambda: [line["event"] for line in said].count(AGAIN) == 2)
        news.close()

        assert len(said) == 4


def test_an_exception_of_the_callback_stops_no_thread() -> None:
    heard = threading.Event()

    def on_commit() -> None:
        if not heard.is_set():
            heard.set()
            raise RuntimeError("planted")

    with structlog.testing.capture_logs() as said:
        server = Server(None)
        news = news_of(server, on_commit)
        until(lambda: server.asked.count("LISTEN plantstore") == 2)
        news.close()

    assert [line["event"] for line in said if line["log_level"] == "error"] == [CANNOT_HEAR]


def test_connections_to_a_server_that_is_no_longer_the_primary_are_reopened() -> None:
    server = Server(None)
    news = news_of(server)
    news.notify()
    until(lambda: len(server.asked) == 2)

    server.avoided = server.opened[:]
    news.notify()
    until(lambda: sorted(server.asked) == ["LISTEN plantstore"] * 2 + ["NOTIFY plantstore"] * 2)
    news.close()

    assert all(one.closed for one in server.avoided)
