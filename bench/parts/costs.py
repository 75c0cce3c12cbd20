"""The cost of one plant and one delivery in a shared store: processor time on both sides, bytes of log and of
tables.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bench.figures import Figure
from bench.homes import PostgresHomes
from bench.load import Order, in_own_process
from bench.parts.adding import FILLED
from bench.parts.backlog import drain
from bench.running_store import RunningStore
from bench.stage import Stage

ROOM = "SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class WHERE relkind IN ('r', 'm')"
NOTE = "Processor time used, not time passed: other programs on this machine affect it less."
LOG_NOTE = "Just after a checkpoint: it contains whole pages that changed for the first time since."
ROOM_NOTE = "Rows and indexes of all tables, the growth in size."


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Readings of the meters, or their differences."""

    own_s: float
    server_s: float
    log_bytes: float
    room_bytes: float

    def since(self, before: "Spent", count: int) -> "Spent":
        """Return the differences per unit."""
        return Spent(
            own_s=(self.own_s - before.own_s) / count,
            server_s=(self.server_s - before.server_s) / count,
            log_bytes=(self.log_bytes - before.log_bytes) / count,
            room_bytes=(self.room_bytes - before.room_bytes) / count,
        )


def measure(stage: Stage) -> Iterator[Figure]:
    count = stage.sizes.costed_plants
    home = stage.filled(FILLED, "costs")
    homes = stage.homes
    assert isinstance(homes, PostgresHomes)
    added, sent = [], []
    with stage.store(home) as store:
        head = FILLED
        for _ in stage.rounds("what a plant and a delivery take"):
            homes.checkpoint()
            before = _read(store, homes)
            _add(stage, store, first=head + 1, plants=count)
            after = _read(store, homes)
            added.append(after.since(before, count))
            homes.checkpoint()
            before = _read(store, homes)
            drain(stage, store, stage.receiver.url, start=head + 1, head=head + count)
            sent.append(_read(store, homes).since(before, count))
            head += count
    connections = stage.sizes.added_connections
    yield from _figures(f"a plant added, {connections} at a time", added)
    yield from _figures("a delivery from a backlog", sent)


def _add(stage: Stage, store: RunningStore, *, first: int, plants: int) -> None:
    connections = stage.sizes.added_connections
    order = Order(port=store.port, token=store.token, plants=plants, connections=connections, first=first)
    in_own_process(order)


def _read(store: RunningStore, homes: PostgresHomes) -> Spent:
    return Spent(
        own_s=store.processor_s(),
        server_s=homes.server_s(),
        log_bytes=homes.written(),
        room_bytes=store.rows(ROOM)[0][0],
    )


def _figures(name: str, rounds: list[Spent]) -> Iterator[Figure]:
    for what, unit, values, note in (
        ("processor time of the store", "µs", [one.own_s * 1e6 for one in rounds], NOTE),
        ("processor time of the server", "µs", [one.server_s * 1e6 for one in rounds], NOTE),
        ("write-ahead log", "bytes", [one.log_bytes for one in rounds], LOG_NOTE),
        ("room in tables", "bytes", [one.room_bytes for one in rounds], ROOM_NOTE),
    ):
        yield Figure(name=f"{name}: {what}", unit=unit, rounds=tuple(values), note=note)
