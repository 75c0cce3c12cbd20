"""A backlog that several dispatcher processes share: 64 receivers, one in each shard, so that every share is even."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from bench.homes import PostgresHomes, homes_on
from bench.processes import PHASE_S_MAX, BenchFailed, processor_s, wait_until
from bench.running_store import RunningStore, running_dispatchers, running_store
from bench.stage import Stage
from plantstore.domain.lease import SHARDS, shard_of
from plantstore.domain.public_ids import ReceiverId

BEGIN, END = 0.25, 0.75  # the middle half: before, shares are still being evened out; after, some have nothing left
ASKED_MAX = 40 * SHARDS  # receivers registered until there is one in each shard; 5 times as many are enough
LEFT = "SELECT count(*) FROM receivers WHERE deleted_at IS NULL AND cursor < ?"
SENT = "SELECT count(*), count(DISTINCT (receiver_id, sequence)) FROM attempts WHERE status = 204"
MIDDLE = """
    SELECT count(*), max(ended_at) - min(ended_at)
    FROM (SELECT started_at + duration_us AS ended_at,
            percent_rank() OVER (ORDER BY started_at + duration_us) AS rank FROM attempts) AS ranked
    WHERE rank BETWEEN ? AND ?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drained:
    """What came of it: deliveries a second of the middle half, and for each second of processor time over all."""

    per_second: float
    per_own_second: float
    per_server_second: float


@contextmanager
def on_all_cores(stage: Stage) -> Iterator[Stage]:
    """A stage whose database server may use every core, as the dispatchers may."""
    with homes_on(stage.homes.engine, core=None) as homes:
        yield stage.on(homes)


def drain_together(
    stage: Stage, *, dispatchers: int, url: str, events: int, head: int, environment: Mapping[str, str]
) -> Drained:
    """Have so many dispatchers send the newest events to 64 receivers, and insist that each came once."""
    home = stage.filled(head, f"shared-{dispatchers}")
    homes = stage.homes
    assert isinstance(homes, PostgresHomes)
    with running_store(home, role="api", core=None) as store:
        _register(store, url, start=head - events + 1)
    homes.settle(home)
    server_s = homes.server_s()
    with running_dispatchers(home, dispatchers, core=None, more_environment=dict(environment)) as started:
        wait_until(
            "everything is delivered",
            lambda: home.rows(LEFT, (head,)) == [(0,)],
            within_s=PHASE_S_MAX,
            look_again_s=0.2,
        )
        used_s = sum(map(processor_s, started))
        server_s = homes.server_s() - server_s
    total = SHARDS * events
    if home.rows(SENT) != [(total, total)]:
        raise BenchFailed(
            f"Of {total} deliveries {home.rows(SENT)[0][1]} were made, in {home.rows(SENT)[0][0]} requests."
        )
    (count, middle_us) = home.rows(MIDDLE, (BEGIN, END))[0]
    return Drained(
        per_second=count * 1e6 / middle_us, per_own_second=total / used_s, per_server_second=total / server_s
    )


def _register(store: RunningStore, url: str, *, start: int) -> None:
    """One receiver in each shard. Ids are chance: what is in a shard that has one already goes again."""
    found: set[int] = set()
    for number in range(ASKED_MAX):
        if len(found) == SHARDS:
            return
        receiver = store.register(f"{url}/{number}", start=start, name=f"bench {number}")
        shard = shard_of(ReceiverId(store.receiver_number(receiver)))
        if shard in found:
            store.call("DELETE", f"/api/v1/receivers/{receiver}")
        found.add(shard)
    raise BenchFailed(f"Of {SHARDS} shards only {len(found)} have a receiver.")
