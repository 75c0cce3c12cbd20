"""What is counted: by receiver up to a limit, in batches, and never for longer than a receiver is there."""

from pathlib import Path
from typing import Any

import pytest

from plantstore.app.store import open_store
from plantstore.core.metrics import LATENCY_BOUNDS_S, RECEIVERS_LABELLED_MAX, Histogram, Metrics
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.public_ids import EVENT_PREFIX, ReceiverId, encode
from plantstore.web.api.metrics_text import by_class
from tests.makers import NOON, RECEIVER, an_attempt, an_outcome
from tests.receiver import a_server
from tests.running import add, register, settings

pytestmark = pytest.mark.usefixtures("engine_kind")

MADE_AT_NOON = EVENT_PREFIX + encode(NOON // 1_000 << 80, chars=26)


@pytest.mark.parametrize(("value", "place"), [(0.0, 0), (1.0, 0), (1.1, 1), (2.0, 1), (2.1, 2), (1e9, 2)])
def test_a_value_is_counted_under_the_first_bound_that_holds_it(value: float, place: int) -> None:
    histogram = Histogram.of((1.0, 2.0))

    histogram.observe(value)

    assert histogram.counts == [int(place == one) for one in range(3)]
    assert histogram.total == value


@pytest.mark.parametrize(
    ("status", "kind", "named"),
    [(204, None, "2xx"), (301, None, "3xx"), (410, None, "4xx"), (503, None, "5xx")]
    + [(None, kind, kind.value) for kind in (OutcomeKind.DEADLINE, OutcomeKind.TLS_CERTIFICATE)],
)
def test_an_attempt_is_counted_by_its_outcome(status: int | None, kind: OutcomeKind | None, named: str) -> None:
    metrics = Metrics()

    metrics.attempts_recorded([an_attempt(outcome=an_outcome(status, kind=kind, duration_us=20_000))] * 2)

    tally = metrics.snapshot().tallies[RECEIVER]
    assert by_class(tally.outcomes) == {named: 2}
    assert tally.durations.total == pytest.approx(0.04)


def test_latency_runs_from_the_event_to_its_acceptance() -> None:
    metrics = Metrics()
    outcome = an_outcome(duration_us=200_000)

    metrics.attempts_recorded([an_attempt(event_id=MADE_AT_NOON, started_at=NOON + 3_000_000, outcome=outcome)])

    latencies = metrics.snapshot().tallies[RECEIVER].latencies
    assert latencies.total == pytest.approx(3.2)
    assert latencies.counts[LATENCY_BOUNDS_S.index(5.0)] == 1


@pytest.mark.parametrize("changes", [{"status": 500}, {"replay_id": "rpl_1"}])
def test_failures_and_replays_say_nothing_of_latency(changes: dict[str, Any]) -> None:
    metrics = Metrics()

    metrics.attempts_recorded([an_attempt(event_id=MADE_AT_NOON, **changes)])

    tally = metrics.snapshot().tallies[RECEIVER]
    assert (sum(tally.latencies.counts), sum(tally.durations.counts)) == (0, 1)


def test_receivers_beyond_the_label_limit_count_as_other() -> None:
    metrics = Metrics()

    for number in range(1, RECEIVERS_LABELLED_MAX + 2):
        metrics.attempts_recorded([an_attempt(receiver_id=ReceiverId(number))])

    counted = metrics.snapshot()
    assert list(counted.tallies) == list(range(1, RECEIVERS_LABELLED_MAX + 1))
    assert by_class(counted.other.outcomes) == {"2xx": 1}


def test_a_removed_receiver_frees_its_label() -> None:
    metrics = Metrics()
    numbers = [ReceiverId(number) for number in range(1, RECEIVERS_LABELLED_MAX + 1)]
    metrics.set_labels(present=numbers, removed=[])
    last = ReceiverId(RECEIVERS_LABELLED_MAX + 1)

    metrics.set_labels(present=[*numbers[1:], last], removed=numbers[:1])

    assert set(metrics.labelled_receivers()) == {*numbers[1:], last}


def test_a_snapshot_does_not_change() -> None:
    metrics = Metrics()
    metrics.attempts_recorded([an_attempt()])
    metrics.batch_committed(3, 0.01)

    before = metrics.snapshot()
    metrics.attempts_recorded([an_attempt()])
    metrics.batch_committed(3, 0.01)

    assert by_class(before.tallies[RECEIVER].outcomes) == {"2xx": 1}
    assert sum(before.commit_commands.counts) == sum(before.commit_seconds.counts) == 1


async def test_a_running_store_counts_what_it_adds_sends_and_commits(tmp_path: Path) -> None:
    async with a_server() as receiving, open_store(settings(tmp_path)) as store:
        receiver = await register(store, receiving)
        receiving.answer = lambda got: 500 if got.headers["webhook-attempt"] == "1" else 204

        await add(store, "Rosa", "Aloe")
        await receiving.until(lambda one: len(one.accepted) == 2)
        assert await store.dispatcher.settle(wait_s=5)

        counted = store.metrics.snapshot()
        tally = counted.tallies[receiver.id]
        assert counted.plants_added == 2
        assert by_class(tally.outcomes) == {"5xx": 2, "2xx": 2}
        assert 0 < tally.latencies.total < 60
        assert sum(counted.commit_commands.counts) >= 3
        assert 0 < counted.commit_seconds.total < 60
