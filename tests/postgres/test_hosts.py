"""The servers of an address are tried in an order that a host which is down does not delay."""

from collections.abc import Callable

import psycopg
import pytest
from psycopg import errors

from plantstore.storage.postgres.hosts import Server, Servers, servers_of

URL = "postgresql://shop@db1,db2:5433,db3/plants"
ONE, TWO, THREE = ({"host": f"db{number}", "port": port} for number, port in ((1, ""), (2, "5433"), (3, "")))
READ_ONLY = errors.OperationalError("session is read-only")
TIMEOUT_S, SILENT_TIMEOUT_S = 4, 2


class Dialled:
    """Servers of which some accept and some are silent; the rest refuse. `tried` has each call with its timeout."""

    def __init__(self, url: str = URL) -> None:
        self.accepting: list[Server] = []
        self.silent: list[Server] = []
        self.tried: list[tuple[Server, int]] = []
        self._servers = Servers(url)

    def connect(self) -> list[tuple[Server, int]]:
        """Connect, and return who was tried and with which timeout."""
        self.tried.clear()
        self._servers.connect(self._connect, timeout_s=TIMEOUT_S, silent_timeout_s=SILENT_TIMEOUT_S)
        return self.tried

    def note_silence(self, server: Server) -> None:
        self._servers.note_silence(server)

    @property
    def _connect(self) -> "Callable[[Server, int], psycopg.Connection]":
        def connect(server: Server, timeout_s: int) -> psycopg.Connection:
            self.tried.append((server, timeout_s))
            if server in self.silent:
                raise errors.ConnectionTimeout
            if server not in self.accepting:
                raise READ_ONLY
            return psycopg.Connection.__new__(psycopg.Connection)

        return connect


def test_the_server_that_accepted_the_last_connection_is_tried_first() -> None:
    dialled = Dialled()
    dialled.accepting = [TWO]

    assert dialled.connect() == [(ONE, TIMEOUT_S), (TWO, TIMEOUT_S)]
    assert dialled.connect() == [(TWO, TIMEOUT_S)]


def test_a_server_that_did_not_respond_is_tried_last_and_not_for_long() -> None:
    dialled = Dialled()
    dialled.silent, dialled.accepting = [ONE], []

    with pytest.raises(errors.OperationalError, match="read-only"):
        dialled.connect()
    with pytest.raises(errors.ConnectionTimeout):
        dialled.connect()
    assert dialled.tried == [(TWO, TIMEOUT_S), (THREE, TIMEOUT_S), (ONE, SILENT_TIMEOUT_S)]

    dialled.accepting = [THREE]
    assert dialled.connect() == [(TWO, TIMEOUT_S), (THREE, TIMEOUT_S)]


def test_a_server_that_stops_responding_while_connected_is_tried_last() -> None:
    dialled = Dialled()
    dialled.accepting = [ONE]
    dialled.connect()
    dialled.accepting = [ONE, THREE]

    dialled.note_silence(ONE)

    assert dialled.connect() == [(TWO, TIMEOUT_S), (THREE, TIMEOUT_S)]


def test_a_server_that_responds_again_has_its_usual_time() -> None:
    dialled = Dialled()
    dialled.note_silence(ONE)
    dialled.accepting = [ONE]

    assert dialled.connect()[-1] == (ONE, SILENT_TIMEOUT_S)
    assert dialled.connect() == [(ONE, TIMEOUT_S)]


def test_a_single_server_is_tried_like_any_other() -> None:
    dialled = Dialled("postgresql://shop@db1/plants")
    dialled.accepting = [{"host": "db1"}]

    assert dialled.connect() == [({"host": "db1"}, TIMEOUT_S)]


@pytest.mark.parametrize(
    ("url", "servers"),
    [
        (URL, [ONE, TWO, THREE]),
        ("postgresql://db1,db2/plants?port=5433", [{"host": "db1", "port": "5433"}, {"host": "db2", "port": "5433"}]),
        ("postgresql:///plants?hostaddr=10.0.0.1,10.0.0.2", [{"hostaddr": "10.0.0.1"}, {"hostaddr": "10.0.0.2"}]),
        ("postgresql:///plants?host=/run/one,", [{"host": "/run/one"}, {"host": ""}]),
    ],
)
def test_each_server_of_an_address_is_found(url: str, servers: list[Server]) -> None:
    assert servers_of(url) == servers
