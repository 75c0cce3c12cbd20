"""A backlog that several dispatcher processes share: 64 receivers, one in each shard, so that all shares are even."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from bench.homes import PostgresHomes, homes_on
from bench.processes import PHASE_S_MAX, BenchFailed, processor_s, wait_until
from bench.running_store import RunningStore, running_dispatchers, running_store
from bench.stage import Stage
from plantstore.domain.deliveries.lease import SHARDS, shard_of
from plantstore.domain.public_ids import ReceiverId

# the middle half: before it, shares are still being rebalanced; after it, some processes are done
BEGIN, END = 0.25, 0.75
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
    """The result: deliveries per second of the middle half, and per second of processor time overall."""

    per_second: float
    per_own_second: float
    per_server_second: float


@contextmanager
def on_all_cores(stage: Stage) -> Iterator[Stage]:
    """Return a stage whose database server may use every core, as the dispatchers may."""
    with homes_on(stage.homes.engine, core=None) as homes:
        yield stage.on(homes)


def drain_together(
    stage: Stage, *, dispatchers: int, url: str, events: int, head: int, environment: Mapping[str, str]
) -> Drained:
    """Send the newest events to 64 receivers with this many dispatchers, and check that each arrived once."""
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
    """Register one receiver in each shard. Ids are random: receivers in a shard that already has one are removed."""
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
