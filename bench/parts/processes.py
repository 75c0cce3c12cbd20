"""A backlog sent by one dispatcher process and by two, to receivers that respond immediately."""

from collections.abc import Iterator

from bench.figures import Figure
from bench.sharing import Drained, drain_together, on_all_cores
from bench.stage import Stage
from plantstore.domain.deliveries.lease import SHARDS

COUNTS = (1, 2)
NOTE = (
    f"{SHARDS} receivers, one in each shard; dispatchers, receiver and database server share all cores. The middle "
    "half of all deliveries, by their recorded times."
)
OWN_NOTE = "Over all of it, divided by the processor time of all dispatchers, their start included."
SERVER_NOTE = "Over all of it, divided by the processor time of the database server."


def measure(stage: Stage) -> Iterator[Figure]:
    events = stage.sizes.shared_events
    rounds: dict[int, list[Drained]] = {count: [] for count in COUNTS}
    with on_all_cores(stage) as everywhere:
        for _ in stage.rounds("dispatchers that share a backlog"):
            for count in COUNTS:
                drained = drain_together(
                    everywhere,
                    dispatchers=count,
                    url=stage.receiver.url,
                    events=events,
                    head=events,
                    environment={},
                )
                rounds[count].append(drained)
    yield from figures("deliveries from a backlog", rounds, note=NOTE)


def figures(name: str, rounds: dict[int, list[Drained]], *, note: str) -> Iterator[Figure]:
    """Yield, for each number of dispatchers, the speed and the processor time it takes."""
    for count, drained in rounds.items():
        whole = f"{name}, {count} dispatcher{'s' * (count > 1)}"
        yield Figure(name=whole, unit="/s", rounds=tuple(one.per_second for one in drained), note=note)
        own = tuple(one.per_own_second for one in drained)
        yield Figure(name=f"{whole}, a second of their own", unit="/s", rounds=own, note=OWN_NOTE)
        server = tuple(one.per_server_second for one in drained)
        yield Figure(name=f"{whole}, a second of the server's", unit="/s", rounds=server, note=SERVER_NOTE)
