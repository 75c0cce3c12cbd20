"""A database for each test, as if it were new.

Making one from a template and dropping it takes 20 ms + 105 ms, a schema of its own 16 ms + 8 ms, emptying those tables
of a used one that have rows 4 ms (measured on two cores). So a database is used again; when its shape is not what it
was, another one is made.
"""

from collections.abc import Callable

from tests.postgres import watchdog
from tests.postgres.cluster import OWNER, Cluster
from tests.postgres.lent import LentServer

TEMPLATE = "template_of_tests"
LEAVE_S_MAX = 5.0
# Real databases rarely sort by bytes: a linguistic collation here exposes code that relies on it.
_LETTERS = "LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C.UTF-8'"
_HAS_LETTERS = """
    SELECT current_setting('server_version_num')::int >= 150000
        AND EXISTS (SELECT 1 FROM pg_collation WHERE collprovider = 'i')"""


class Databases:
    """The databases of one cluster that tests use, one after another. `prepare` fills the template, by its URL."""

    def __init__(self, cluster: Cluster, prepare: Callable[[str], object]) -> None:
        self.cluster = cluster
        self._prepare = prepare
        self._free: list[LentServer] = []
        self._made = 0

    def take(self) -> LentServer:
        """Return a database that is new, or as good as new."""
        if self._free:
            return self._free.pop()
        if not self._made:
            self._make_template()
        self._made += 1
        name = f"test_{self._made}"
        self.cluster.sql(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE} OWNER {OWNER}")
        return LentServer(self.cluster, name)

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

    def _make_template(self) -> None:
        letters = _LETTERS if self.cluster.sql(_HAS_LETTERS) == [(True,)] else ""
        self.cluster.sql(f"CREATE DATABASE {TEMPLATE} TEMPLATE template0 OWNER {OWNER} {letters}")
        self._prepare(self.cluster.url(TEMPLATE))
        watchdog.until(lambda: not self.cluster.backends(TEMPLATE), seconds=LEAVE_S_MAX)
