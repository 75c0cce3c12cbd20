"""The servers that a PostgreSQL address names, in the order in which they are tried.

The server that accepted the last connection comes first, and servers that did not respond come last: a host that is
down would otherwise delay every connection until its timeout.
"""

import threading
from collections.abc import Callable
from typing import Any, TypeVar

import psycopg
from psycopg import errors

Server = dict[str, str]
"""The parameters of a connection that say where its server is: host, port and hostaddr, as far as they are given."""
Opened = TypeVar("Opened", bound=psycopg.Connection[Any])
_PLACE = ("host", "hostaddr", "port")


def servers_of(url: str) -> list[Server]:
    """Return each server of an address; one port may count for all.

    >>> servers_of("postgresql://db1,db2:5433/plants")
    [{'host': 'db1', 'port': ''}, {'host': 'db2', 'port': '5433'}]
    >>> servers_of("postgresql:///plants?host=/run/one,/run/two&port=5433")
    [{'host': '/run/one', 'port': '5433'}, {'host': '/run/two', 'port': '5433'}]
    >>> servers_of("postgresql:///plants")
    [{}]
    """
    parameters = psycopg.conninfo.conninfo_to_dict(url)
    given = {name: str(parameters[name]).split(",") for name in _PLACE if parameters.get(name)}
    count = max((len(values) for values in given.values()), default=1)
    if count == 1:
        return [{name: values[0] for name, values in given.items()}]
    spread = {name: values * count if len(values) == 1 else values for name, values in given.items()}
    return [{name: values[index] for name, values in spread.items()} for index in range(count)]


class Servers:
    """The servers of one address, shared by all connections of a process. Thread-safe."""

    def __init__(self, url: str) -> None:
        self._lock = threading.Lock()
        self._order = servers_of(url)
        self._silent: list[Server] = []

    @property
    def are_several(self) -> bool:
        return len(self._order) > 1

    def connect(self, connect: Callable[[Server, int], Opened], *, timeout_s: int, silent_timeout_s: int) -> Opened:
        """Call `connect` with one server after another and its timeout, until one accepts; raise the last error.

        A server that did not respond to its last connection has `silent_timeout_s` to respond.
        """
        with self._lock:
            order, silent = self._order[:], self._silent[:]
        failures: list[psycopg.Error] = []
        for server in order:
            try:
                opened = connect(server, silent_timeout_s if server in silent else timeout_s)
            except psycopg.Error as error:
                failures.append(error)
                if isinstance(error, errors.ConnectionTimeout):
                    self.note_silence(server)
            else:
                self._note_accepted(server)
                return opened
        raise failures[-1]

    def others(self, server: Server) -> list[Server]:
        """Return the other servers of the address."""
        with self._lock:
            return [one for one in self._order if one != server]

    def is_avoided(self, server: Server) -> bool:
        """True if `note_silence` was called for this server, and it has accepted no connection since."""
        return self.are_several and server in self._silent

    def note_silence(self, server: Server) -> None:
        """Record that a server did not respond, or was replaced as the primary: it is tried last from now on."""
        with self._lock:
            if server not in self._silent:
                self._silent.append(server)
            self._order.sort(key=lambda one: one == server)

    def _note_accepted(self, server: Server) -> None:
        with self._lock:
            self._silent = [one for one in self._silent if one != server]
            self._order.sort(key=lambda one: one != server)
