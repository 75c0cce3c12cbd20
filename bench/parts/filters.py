"""A backlog for fifty receivers, of which each wants one plant in a hundred: the others are passed over."""

from collections.abc import Iterator

from bench import processes
from bench.figures import Figure
from bench.importing import generated
from bench.processes import PHASE_S_MAX, BenchFailed, wait_until
from bench.running_store import RunningStore
from bench.stage import Stage
from plantstore.storage.tables.filter_pages import UNINDEXED_MAX

SHARE = 100  # one event in so many matches each filter
ADDED = 200  # plants added while one receiver is paused, to check its backlog
LIMIT = 200  # deliveries on a page of the list
LEFT = "SELECT count(*) FROM receivers WHERE deleted_at IS NULL AND paused = 0 AND cursor < ?"
ATTEMPTS = "SELECT count(*), count(DISTINCT sequence) FROM attempts WHERE receiver_id = ?"
INDEXED = (
    "SELECT count(*), min(known_to) FROM "
    "(SELECT max(known_to) AS known_to FROM filter_pages GROUP BY receiver_id) AS newest"
)
OTHER_ROWS = "SELECT (SELECT count(*) FROM retries) + (SELECT count(*) FROM skips)"


def measure(stage: Stage) -> Iterator[Figure]:
    count, receivers = stage.sizes.filtered_events, stage.sizes.filtered_receivers
    name = f"events for {receivers} receivers with filters"
    passed, sent, used = [], [], []
    with stage.store(stage.filled(count, "filtered")) as store:
        for at in stage.rounds(name):
            already, used_s, timer = stage.receiver.counted(), store.processor_s(), processes.Timer()
            with stage.phase(name):
                ids = [_register(store, f"{stage.receiver.url}/{number}", number) for number in range(receivers)]
                wait_until("all have it", lambda: store.rows(LEFT, (count,)) == [(0,)], within_s=PHASE_S_MAX)
            seconds = timer.seconds()
            _wait_for_index(store, receivers=receivers, count=count)
            used_s = store.processor_s() - used_s
            if stage.receiver.counted() - already != receivers * count // SHARE:
                raise BenchFailed("Something was lost, or came twice.")
            passed.append(receivers * count / seconds)
            used.append(receivers * count / used_s)
            sent.append(receivers * count // SHARE / seconds)
            if at == stage.sizes.rounds:
                for number, receiver in enumerate(ids):
                    _check(store, receiver, number, count=count)
                _check_backlog(store, ids[0], first=count + 1)
            for receiver in ids:
                store.call("DELETE", f"/api/v1/receivers/{receiver}")
    note = (
        f"{count:,} events, of which each filter lets through one in {SHARE}. Counts, lists and backlogs are checked."
    )
    yield Figure(name=f"{name}, passed over or sent", unit="/s", rounds=tuple(passed), note=note)
    yield Figure(name=f"{name}, a second of its own, with all results stored", unit="/s", rounds=tuple(used))
    yield Figure(name=f"{name}, sent", unit="/s", rounds=tuple(sent))


def _register(store: RunningStore, url: str, number: int) -> str:
    """Register a receiver that gets the plants whose number has these last two digits."""
    pattern = {"botanical_name": generated(number)["botanical_name"]}
    return store.register(url, start="beginning", name=f"bench {number}", filter=pattern)


def _wait_for_index(store: RunningStore, *, receivers: int, count: int) -> None:
    """Wait until the job has stored all results, because counts of more events than that are upper bounds before."""
    if count > UNINDEXED_MAX:
        is_done = [(receivers, count)]
        wait_until("all is indexed", lambda: store.rows(INDEXED) == is_done, within_s=PHASE_S_MAX)


def _check(store: RunningStore, receiver: str, number: int, *, count: int) -> None:
    """Check that each matching event was sent once, that counts and lists say so, and that no others have rows."""
    matching = [one for one in range(1, count + 1) if one % SHARE == number]
    found = {
        "attempts": store.rows(ATTEMPTS, (store.receiver_number(receiver),)),
        "other rows": store.rows(OTHER_ROWS),
        "counts": _counts(store, receiver),
        "list": _listed(store, receiver),
    }
    expected = {
        "attempts": [(len(matching), len(matching))],
        "other rows": [(0,)],
        "counts": {"delivered": len(matching), "filtered": count - len(matching)},
        "list": matching,
    }
    wrong = [what for what in expected if found[what] != expected[what]]
    if wrong:
        raise BenchFailed(f"Wrong for receiver {number}: {', '.join(f'{one} {found[one]!r:.200}' for one in wrong)}")


def _check_backlog(store: RunningStore, receiver: str, *, first: int) -> None:
    """Check the backlog of a paused receiver after more plants were added."""
    path = f"/api/v1/receivers/{receiver}"
    store.call("POST", f"{path}/pause")
    for number in range(first, first + ADDED):
        store.call("POST", "/api/v1/plants", generated(number))
    lag = store.call("GET", path)["lag"]
    if lag != ADDED // SHARE or _counts(store, receiver).get("held") != lag:
        raise BenchFailed(f"The backlog is {lag}, not {ADDED // SHARE}; {_counts(store, receiver)}.")


def _counts(store: RunningStore, receiver: str) -> dict[str, int]:
    found = store.call("GET", f"/api/v1/deliveries/counts?receiver={receiver}")
    return {state: number for state, number in found.items() if number}


def _listed(store: RunningStore, receiver: str) -> list[int]:
    """Return the events of all deliveries that the list shows as delivered."""
    found, path = [], f"/api/v1/deliveries?receiver={receiver}&state=delivered&limit={LIMIT}"
    while path:
        page = store.call("GET", path)
        found += [one["sequence"] for one in page["items"]]
        path = page["next"]
    return sorted(found)
