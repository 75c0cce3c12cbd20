"""What each node says of itself, every few milliseconds: who accepts writes, and how far its log goes."""

import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

import psycopg

from tests.crash.patroni.nodes import Node
from tests.crash.shared.processes import STORE

LOOK_S = 0.02
RECONNECT_S = 0.05
_STATE = (
    "SELECT NOT pg_is_in_recovery(), coalesce(sequence, 0), coalesce(id::text, ''), "
    "(SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'), "
    "(SELECT count(*) FROM pg_stat_activity WHERE application_name = 'plantstore') "
    "FROM (SELECT 1) AS one "
    "LEFT JOIN (SELECT sequence, id FROM events ORDER BY sequence DESC LIMIT 1) AS newest ON true"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """One node at one moment (of `time.monotonic`)."""

    at: float
    is_writable: bool
    head: int
    """The newest event that a client of this node can see."""
    newest: str
    """The id of that event."""
    waiting: int
    """Commits that wait for a standby."""
    connections: int
    """Connections of the store."""


class Watch:
    """Looks at each node in a thread of its own, on its socket: it sees nodes that are cut off too."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.seen: dict[str, list[Sighting]] = {node.name: [] for node in nodes}
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._look, args=(node,), daemon=True) for node in nodes]

    def __enter__(self) -> "Watch":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def writable_since(self, node: Node, at: float) -> Sighting | None:
        """Return the first sighting after a moment at which the node accepted writes."""
        return next((one for one in self.after(node, at) if one.is_writable), None)

    def after(self, node: Node, at: float) -> list[Sighting]:
        return [one for one in self.seen[node.name] if one.at > at]

    def _look(self, node: Node) -> None:
        while not self._ended.is_set():
            with suppress(psycopg.Error, OSError), node.connect(STORE) as connection:
                while not self._ended.wait(LOOK_S):
                    row = connection.execute(_STATE).fetchone()
                    assert row is not None
                    is_writable, head, newest, waiting, connections = row
                    seen = Sighting(
                        at=time.monotonic(),
                        is_writable=is_writable,
                        head=head,
                        newest=newest,
                        waiting=waiting,
                        connections=connections,
                    )
                    self.seen[node.name].append(seen)
            self._ended.wait(RECONNECT_S)
