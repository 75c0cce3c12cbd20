"""A database server as its administrator sees it: what every kind of server in the tests has in common."""

from collections.abc import Sequence
from typing import Any, Protocol

import psycopg

ADMIN, OWNER = "postgres", "plantstore"  # the store never gets more than what an owner of databases may


class Administered(Protocol):
    """A server, or several of which one accepts writes."""

    def url(self, database: str) -> str:
        """Return the address at which a store connects, as the owner."""

    def connect(self, database: str = ADMIN) -> psycopg.Connection:
        """Open a connection of the administrator."""

    def sql(self, statement: str, values: Sequence[Any] = (), *, database: str = ADMIN) -> list[tuple[Any, ...]]:
        """Run one statement as the administrator, and return its rows."""
        with self.connect(database) as connection:
            cursor = connection.execute(statement.encode(), values or None)
            return cursor.fetchall() if cursor.description else []

    def backends(self, database: str | None = None) -> list[int]:
        """Return the process id of each other connection, to one database or to all."""
        rows = self.sql(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            " AND datname = coalesce(%s, datname) ORDER BY pid",
            [database],
        )
        return [pid for (pid,) in rows]

    def terminate(self, pid: int) -> None:
        """Terminate one connection from the server's side."""
        self.sql("SELECT pg_terminate_backend(%s)", [pid])
