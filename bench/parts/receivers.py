"""The same number of deliveries to one receiver and to a thousand."""

from collections.abc import Iterator

from bench import processes
from bench.figures import Figure
from bench.load import Order, in_own_process
from bench.parts.adding import FILLED
from bench.parts.backlog import drain
from bench.processes import PHASE_S_MAX, BenchFailed, wait_until
from bench.running_store import RunningStore
from bench.stage import Stage

CONNECTIONS = 8
LEFT = "SELECT count(*) FROM receivers WHERE deleted_at IS NULL AND cursor < ?"
SENT = (
    "SELECT count(*), count(DISTINCT sequence) FROM attempts WHERE sequence > ? AND status = 204 GROUP BY receiver_id"
)


def measure(stage: Stage) -> Iterator[Figure]:
    sizes = stage.sizes
    many, each = sizes.fan_out_receivers, sizes.fan_out_plants
    count = many * each
    name = f"deliveries to {many:,} receivers"
    with stage.store(stage.filled(count, "one")) as store:
        one = []
        for _ in stage.rounds("deliveries to one receiver"):
            with stage.phase("deliveries to one receiver"):
                one.append(count / drain(stage, store, stage.receiver.url, start=1, head=count)[0])
    yield Figure(
        name="deliveries to one receiver", unit="/s", rounds=tuple(one), note=f"A backlog of {count:,} events."
    )
    with stage.store(stage.filled(FILLED, "many")) as store:
        for number in range(many):
            store.register(f"{stage.receiver.url}/{number}", start="now", name=f"bench {number}")
        rates = []
        for at in stage.rounds(name):
            with stage.phase(name):
                rates.append(count / _deliver_to_all(store, first=FILLED + (at - 1) * each + 1, plants=each))
        _check(store, receivers=many, plants=sizes.rounds * each)
    note = f"{each:,} plants are added, and each is sent to all receivers; includes adding them."
    yield Figure(name=name, unit="/s", rounds=tuple(rates), note=note)
    share = tuple(100 * ours / alone for ours, alone in zip(rates, one, strict=True))
    yield Figure(name=f"{name}, of those to one", unit="%", rounds=share)


def _deliver_to_all(store: RunningStore, *, first: int, plants: int) -> float:
    """Return the seconds until every receiver has each of some new plants, and that is recorded."""
    timer, last = processes.Timer(), first + plants - 1
    in_own_process(Order(port=store.port, token=store.token, plants=plants, connections=CONNECTIONS, first=first))
    wait_until("all have it", lambda: store.rows(LEFT, (last,)) == [(0,)], within_s=PHASE_S_MAX, look_again_s=0.1)
    return timer.seconds()


def _check(store: RunningStore, *, receivers: int, plants: int) -> None:
    found = store.rows(SENT, (FILLED,))
    if found != [(plants, plants)] * receivers:
        raise BenchFailed("Something was lost, or came twice.")
