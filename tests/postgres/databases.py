"""A database for each test, as if it were new.

Making one from a template and dropping it takes 23 ms + 4 ms (58 ms + 12 ms through the WAL), emptying those tables of
a used one that have rows 4 ms (measured on two cores). So a database is used again; when its shape is not what it was,
another one is made.
"""

from collections.abc import Callable

from tests.postgres import watchdog
from tests.postgres.cluster import OWNER, Cluster
from tests.postgres.lent import LentServer, ReusedServer

TEMPLATE = "template_of_tests"
LEAVE_S_MAX = 5.0
# Real databases rarely sort by bytes: a linguistic collation here exposes code that relies on it.
_LETTERS = "LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C.UTF-8'"
_HAS_LETTERS = """
    SELECT current_setting('server_version_num')::int >= 150000
        AND EXISTS (SELECT 1 FROM pg_collation WHERE collprovider = 'i')"""
_HAS_STRATEGIES = "SELECT current_setting('server_version_num')::int >= 150000"


class Databases:
    """The databases of one cluster that tests use, one after another. `prepare` fills the template, by its URL."""

    def __init__(self, cluster: Cluster, prepare: Callable[[str], object]) -> None:
        self.cluster = cluster
        self._prepare = prepare
        self._free: list[LentServer] = []
        self._filled: dict[str, str] = {}
        self._strategy: str | None = None
        self._made = 0

    def take(self) -> LentServer:
        """Return a database that is new, or as good as new."""
        if self._free:
            return self._free.pop()
        return ReusedServer(self.cluster, self._make(TEMPLATE))

    def take_filled(self, content: str, fill: Callable[[str], object]) -> LentServer:
        """Return a copy of the database with this content. Its first user has it filled: `fill` takes its URL."""
        if content not in self._filled:
            name = self._make(TEMPLATE)
            fill(self.cluster.url(name))
            self._wait_for_its_users(name)
            self._filled[content] = name
        return LentServer(self.cluster, self._make(self._filled[content]))

    def give_back(self, lent: LentServer) -> None:
        """Reset a database for its next user. Open connections are terminated."""
        if lent.clean():
            self._free.append(lent)
        else:
            lent.close()
            self.cluster.sql(f"DROP DATABASE {lent.name} (FORCE)")

    def close(self) -> None:
        for lent in self._free:
            lent.close()

    def _make(self, template: str) -> str:
        """Make a database, by copying files where the server leaves the choice; return its name."""
        if self._strategy is None:
            self._make_template()
            self._strategy = "STRATEGY FILE_COPY" if self.cluster.sql(_HAS_STRATEGIES) == [(True,)] else ""
        self._made += 1
        name = f"test_{self._made}"
        self.cluster.sql(f"CREATE DATABASE {name} TEMPLATE {template} OWNER {OWNER} {self._strategy}")
        return name

    def _make_template(self) -> None:
        letters = _LETTERS if self.cluster.sql(_HAS_LETTERS) == [(True,)] else ""
        self.cluster.sql(f"CREATE DATABASE {TEMPLATE} TEMPLATE template0 OWNER {OWNER} {letters}")
        self._prepare(self.cluster.url(TEMPLATE))
        self._wait_for_its_users(TEMPLATE)

    def _wait_for_its_users(self, name: str) -> None:
        """Wait until a database has no connection: only then it can be copied."""
        watchdog.until(lambda: not self.cluster.backends(name), seconds=LEAVE_S_MAX)
