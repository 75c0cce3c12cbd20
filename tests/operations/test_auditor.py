"""The auditor: every number finds its fault, and only its own; a store that is well has none."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
import structlog

from plantstore.domain.audit import COUNTED_BY_STORE, DESCRIPTIONS, EXAMPLES_MAX, AuditNumber, Example, Finding
from plantstore.domain.deliveries.breaker import Breaker, BreakerState
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.plants.plant import Status
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant, after
from plantstore.operations.audit import auditor as audit
from plantstore.operations.audit import stall_detector
from plantstore.operations.audit.auditor import Auditor, audit_in_full
from plantstore.operations.audit.stall_detector import OVERDUE_S, PATIENCE_S, PATIENCE_TURNS
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Row
from plantstore.storage.queries import integrity as counts
from plantstore.storage.queries import retention
from plantstore.storage.tables import (
    activity,
    attempts,
    breakers,
    cancelled_ranges,
    events,
    filter_pages,
    plants,
    receiver_filters,
    receivers,
    retries,
)
from tests import engines
from tests.makers import NOON, RECEIVER, a_plant, a_receiver, a_retry, an_attempt, an_event
from tests.opened import Opened, opened
from tests.running import run
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")

PAUSED, LATECOMER, NEWEST, REMOVED = ReceiverId(8), ReceiverId(9), ReceiverId(10), ReceiverId(11)
SHRUBS = ReceiverId(13)
Change = Callable[[Transaction], object]


def later(seconds: float) -> Instant:
    return after(NOON, seconds=seconds)


def well(tx: Transaction) -> None:
    """A store with a little of everything, in which nothing is wrong: six plants, and five receivers."""
    plants.insert(tx, [a_plant(number) for number in range(1, 7)])
    plants.insert(tx, [a_plant(7, status=Status.DRAFT)])
    events.add(tx, [an_event(number) for number in range(1, 7)])
    plants.delete(tx, a_plant(2), deleted_by="tok_1")
    receivers.insert(tx, a_receiver(RECEIVER, cursor=4))
    attempts.add(tx, [an_attempt(number) for number in (1, 2, 5, 6)])
    retries.upsert(tx, [a_retry(3, next_attempt_at=later(3_600))])
    cancelled_ranges.add(tx, RECEIVER, [(4, 4)], asked_by="tok_1")
    receivers.insert(tx, a_receiver(PAUSED, cursor=1, paused=True))
    retries.upsert(tx, [a_retry(1, receiver_id=PAUSED, next_attempt_at=later(-86_400))])
    receivers.insert(tx, a_receiver(LATECOMER, start=5, cursor=6))
    attempts.add(tx, [an_attempt(5, id=805, receiver_id=LATECOMER), an_attempt(6, id=806, receiver_id=LATECOMER)])
    receivers.insert(tx, a_receiver(NEWEST, start=7, cursor=6))
    receivers.insert(tx, a_receiver(REMOVED, cursor=0))
    tx.update("UPDATE receivers SET cursor = 99, deleted_at = ? WHERE id = ?", (NOON, REMOVED))


def a_plant_without_event(tx: Transaction) -> None:
    plants.insert(tx, [a_plant(8)])


def a_deleted_plant_without_event(tx: Transaction) -> None:
    plants.insert(tx, [a_plant(8)])
    plants.delete(tx, a_plant(8), deleted_by="tok_1")


def an_event_without_plant(tx: Transaction) -> None:
    tx.update("DELETE FROM tombstones WHERE plant_id = 2")


def a_gap(tx: Transaction) -> None:
    tx.update("DELETE FROM events WHERE sequence = 3")
    tx.update("DELETE FROM plants WHERE id = 3")
    tx.update("DELETE FROM plant_words WHERE rowid = 3")


def a_cursor_beyond_the_head(tx: Transaction) -> None:
    tx.update("UPDATE receivers SET cursor = 9 WHERE id = ?", (NEWEST,))


def a_cursor_past_what_is_not_settled(tx: Transaction) -> None:
    tx.update("DELETE FROM attempts WHERE id = ?", (an_attempt(2).id,))


def a_retry_too_far(tx: Transaction) -> None:
    retries.upsert(tx, [a_retry(3, next_attempt_at=later(audit.TOO_FAR_S + PATIENCE_S + 2))])


def a_retry_of_a_later_version(tx: Transaction) -> None:
    retries.upsert(tx, [a_retry(3, next_attempt_at=later(-OVERDUE_S - 1))])
    tx.update("UPDATE retries SET last_outcome = 'entangled' WHERE sequence = 3")


def a_changed_activity(tx: Transaction) -> None:
    for subject in "abc":
        activity.add(tx, actor="tok_1", actor_name="one", action="removeReceiver", subject=subject)
    tx.run_pre_commit_hooks()
    tx.update("UPDATE activity SET actor = 'tok_2' WHERE subject = 'b'")


def a_filter(tx: Transaction) -> None:
    """Add a receiver whose filter leaves out all events from the third on."""
    receiver = a_receiver(SHRUBS, cursor=6, filter='{"tag":"shrub"}', filtered=True)
    receivers.insert(tx, receiver)
    receiver_filters.add(tx, SHRUBS, first=3, pattern=receiver.filter)
    attempts.add(tx, [an_attempt(number, id=810 + number, receiver_id=SHRUBS) for number in (1, 2)])
    filter_pages.store(tx, filter_pages.evaluate(tx, [receiver], limit=10))


def a_wrong_filter_result(tx: Transaction) -> None:
    a_filter(tx)
    tx.update("UPDATE filter_pages SET bits = ? WHERE receiver_id = ?", (b"\x01" + bytes(63), SHRUBS))


def a_wrong_number_of_matches(tx: Transaction) -> None:
    a_filter(tx)
    sql = "INSERT INTO filter_pages (receiver_id, page, before, known_to, bits) VALUES (?, 1, 3, 513, ?)"
    tx.update(sql, (SHRUBS, bytes(64)))


def an_overdue_retry(tx: Transaction) -> None:
    retries.upsert(tx, [a_retry(3, next_attempt_at=later(-OVERDUE_S - 1))])


def a_stuck_receiver(tx: Transaction) -> None:
    receivers.insert(tx, a_receiver(12, start=6, cursor=5))


FAULTS: dict[Change, tuple[AuditNumber, Example]] = {
    a_plant_without_event: (AuditNumber.PLANTS_WITHOUT_EVENT, Example(plant_id=8)),
    a_deleted_plant_without_event: (AuditNumber.PLANTS_WITHOUT_EVENT, Example(plant_id=8)),
    an_event_without_plant: (AuditNumber.EVENTS_WITHOUT_PLANT, Example(sequence=2, plant_id=2)),
    a_gap: (AuditNumber.SEQUENCE_GAPS, Example(sequence=3)),
    a_cursor_beyond_the_head: (AuditNumber.CURSORS_BEYOND_HEAD, Example(receiver_id=NEWEST, sequence=9)),
    a_cursor_past_what_is_not_settled: (
        AuditNumber.UNSETTLED_BEHIND_CURSOR,
        Example(receiver_id=RECEIVER, sequence=2),
    ),
    a_retry_too_far: (AuditNumber.RETRIES_TOO_FAR, Example(receiver_id=RECEIVER, sequence=3)),
    a_retry_of_a_later_version: (
        AuditNumber.RETRIES_UNREADABLE,
        Example(receiver_id=RECEIVER, sequence=3),
    ),
    a_wrong_filter_result: (AuditNumber.FILTER_RESULTS_WRONG, Example(receiver_id=SHRUBS, sequence=2)),
    a_wrong_number_of_matches: (AuditNumber.FILTER_RESULTS_WRONG, Example(receiver_id=SHRUBS, sequence=513)),
    a_changed_activity: (AuditNumber.ACTIVITY_BROKEN, Example(activity_id=2)),
    an_overdue_retry: (AuditNumber.RETRIES_OVERDUE, Example(receiver_id=RECEIVER, sequence=3)),
    a_stuck_receiver: (AuditNumber.RECEIVERS_STUCK, Example(receiver_id=ReceiverId(12), sequence=6)),
}
OF_A_RUNNING_STORE = (an_overdue_retry, a_stuck_receiver)
SECOND_OF_A_NUMBER = (a_deleted_plant_without_event, a_wrong_number_of_matches)


def wrong(findings: Any) -> dict[AuditNumber, Finding]:
    return {number: finding for number, finding in findings.items() if finding.count}


def in_full(tx: Transaction, **settings: Any) -> dict[AuditNumber, Finding]:
    return wrong(audit_in_full(lambda: nullcontext(tx), **({"retry_scale": 1.0} | settings)))


async def looks(store: Opened, *, times: int = 2, **settings: Any) -> Auditor:
    """Look so many times, as far apart as patience lasts."""
    auditor = Auditor(store.database, store.clock, **({"retry_scale": 1.0} | settings))
    for number in range(times):
        store.clock.move(PATIENCE_S if number else 0)
        await auditor.run()
    return auditor


async def found(store: Opened, *changes: Change) -> dict[AuditNumber, Finding]:
    """What two looks find once the store was changed so."""
    for change in (well, *changes):
        await store.write(change)
    auditor = await looks(store)
    assert auditor.last is not None
    return wrong(auditor.last.findings)


def test_every_number_has_a_sentence_and_a_planted_fault() -> None:
    planted = {number for number, _ in FAULTS.values()}
    assert set(DESCRIPTIONS) == set(AuditNumber) == planted | COUNTED_BY_STORE


async def test_photos_without_a_file_are_reported_as_the_store_counts_them(tmp_path: Path, clock: StillClock) -> None:
    missing = Finding(count=1, examples=(Example(plant_id=8),))
    async with opened(tmp_path, clock) as store:
        await store.write(well)
        auditor = await looks(store, missing_photos=lambda: missing)

    assert auditor.problems == {AuditNumber.PHOTOS_WITHOUT_FILE: missing}


async def test_a_store_that_is_well_has_no_number(tx: Transaction, tmp_path: Path, clock: StillClock) -> None:

    well(tx)

    assert in_full(tx) == {}
    async with opened(tmp_path / "store", clock) as store:
        assert await found(store) == {}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
async def test_a_planted_fault_is_found_by_the_look_of_each_minute_and_found_alone(
    tmp_path: Path, clock: StillClock, fault: Change
) -> None:
    number, example = FAULTS[fault]

    async with opened(tmp_path, clock) as store:
        assert await found(store, fault) == {number: Finding(count=1, examples=(example,))}


@pytest.mark.parametrize(
    "fault", [fault for fault in FAULTS if fault not in OF_A_RUNNING_STORE], ids=lambda fault: fault.__name__
)
def test_a_planted_fault_is_found_by_the_full_audit_and_found_alone(tx: Transaction, fault: Change) -> None:
    number, example = FAULTS[fault]
    well(tx)

    fault(tx)

    assert in_full(tx) == {number: Finding(count=1, examples=(example,))}


def test_the_full_audit_goes_through_everything_in_strides(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "STRIDE_ROWS", 2)
    well(tx)
    for fault in FAULTS:
        if fault not in (*OF_A_RUNNING_STORE, *SECOND_OF_A_NUMBER):
            fault(tx)
    said: list[tuple[int, int]] = []

    findings = in_full(tx, report=lambda done, total: said.append((done, total)))

    assert {number: finding.count for number, finding in findings.items()} == dict.fromkeys(findings, 1)
    assert len(findings) == 8
    assert said == sorted(said) and said[-1][0] == said[-1][1]


def test_all_are_counted_and_the_first_few_named(tx: Transaction) -> None:
    well(tx)
    tx.update("DELETE FROM attempts WHERE receiver_id <> 0")
    tx.update("UPDATE receivers SET cursor = 6 WHERE id = ?", (RECEIVER,))

    finding = in_full(tx)[AuditNumber.UNSETTLED_BEHIND_CURSOR]

    assert finding.count == 6
    assert len(finding.examples) == EXAMPLES_MAX
    assert finding.examples[0] == Example(receiver_id=RECEIVER, sequence=1)


def test_what_is_older_than_the_attempts_that_are_kept_is_not_judged(tx: Transaction) -> None:
    well(tx)
    retention.remove_attempts(tx, after=0, before=an_attempt(2).id + 1, limit=10)
    assert attempts.count_of_delivery(tx, RECEIVER, 2) == 0

    assert in_full(tx) == {}
    assert [one.first for one in counts.audit_ranges(tx, after=0, limit=10)] == [3, 3, 5, 7]
    assert counts.unsettled(tx, RECEIVER, first=1, last=4) == Finding(), "it was removed while a long audit ran"


def test_an_event_that_is_erased_is_owed_to_nobody(tx: Transaction) -> None:
    well(tx)
    a_cursor_past_what_is_not_settled(tx)

    events.erase(tx, [2])

    assert in_full(tx) == {}


@pytest.mark.parametrize(
    ("scale", "further_s", "count"), [(0.01, 0, 0), (0.01, 99 * audit.TOO_FAR_S, 1), (1e6, -2, 0), (1e6, 0, 1)]
)
def test_how_far_a_retry_may_lie_follows_the_scale_of_the_ladder(
    tx: Transaction, scale: float, further_s: float, count: int
) -> None:
    well(tx)
    retries.upsert(tx, [a_retry(3, next_attempt_at=later(audit.TOO_FAR_S + 1 + further_s))])

    found = in_full(tx, retry_scale=scale)

    assert found.get(AuditNumber.RETRIES_TOO_FAR, Finding()).count == count


# Samples


async def test_the_look_of_each_minute_takes_samples(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "SAMPLE_DELIVERIES", 3)
    monkeypatch.setattr(audit, "SAMPLE_ROWS", 3)

    async with opened(tmp_path, clock) as store:
        await store.write(well)
        await store.write(lambda tx: tx.update("DELETE FROM attempts WHERE sequence = 1"))
        await store.write(an_event_without_plant)
        assert wrong((await looks(store, times=1)).last.findings) == {}  # type: ignore[union-attr]

        await store.write(a_cursor_past_what_is_not_settled)
        auditor = await looks(store, times=1)

        assert auditor.last is not None
        assert wrong(auditor.last.findings).keys() == {AuditNumber.UNSETTLED_BEHIND_CURSOR}


@pytest.mark.parametrize(("most", "looked_at"), [(1_000, 100), (40, 20), (1, 1)])
def test_the_sample_of_all_receivers_is_bounded(
    tx: Transaction, monkeypatch: pytest.MonkeyPatch, most: int, looked_at: int
) -> None:
    monkeypatch.setattr(audit, "SAMPLE_DELIVERIES_MAX", most)
    plants.insert(tx, [a_plant(number) for number in range(1, 201)])
    events.add(tx, [an_event(number) for number in range(1, 201)])
    receivers.insert(tx, a_receiver(7, cursor=200))
    receivers.insert(tx, a_receiver(8, start=201, cursor=200))

    page = audit._sample_receivers(tx, after=0)

    assert page.finding.count == looked_at
    assert page.finding.examples[0].sequence == 201 - looked_at


async def test_receivers_are_sampled_page_by_page(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "RECEIVERS_PER_PAGE", 1)

    async with opened(tmp_path, clock) as store:
        await store.write(well)
        await store.write(lambda tx: tx.update("DELETE FROM attempts WHERE id = 806"))

        auditor = await looks(store, times=1)

        assert auditor.last is not None
        (finding,) = wrong(auditor.last.findings).values()
        assert finding.examples == (Example(receiver_id=LATECOMER, sequence=6),)


# Who stands still


@contextmanager
def nobody_found(tmp_path: Path, clock: StillClock) -> Iterator[Callable[..., None]]:
    def check(*changes: Change, between: Change = lambda _: None, times: int = 2) -> None:
        async def test() -> None:
            async with opened(tmp_path, clock) as store:
                for change in (well, *changes):
                    await store.write(change)
                auditor = await looks(store, times=1)
                for _ in range(times - 1):
                    await store.write(between)
                    clock.move(PATIENCE_S)
                    await auditor.run()
                    assert auditor.last is not None
                    assert wrong(auditor.last.findings) == {}

        run(test)

    yield check


def test_one_look_finds_nobody_who_may_be_about_to_move(tmp_path: Path, clock: StillClock) -> None:
    with nobody_found(tmp_path, clock) as check:
        check(an_overdue_retry, a_stuck_receiver, times=1)


def test_who_is_tried_again_meanwhile_is_not_overdue(tmp_path: Path, clock: StillClock) -> None:
    with nobody_found(tmp_path, clock) as check:
        check(an_overdue_retry, between=lambda tx: attempts.add(tx, [an_attempt(1, number=2, id=9_000)]))


def test_what_is_due_for_less_than_a_minute_makes_nobody_a_suspect(tmp_path: Path, clock: StillClock) -> None:
    with nobody_found(tmp_path, clock) as check:
        check(lambda tx: retries.upsert(tx, [a_retry(3, next_attempt_at=later(PATIENCE_S / 2))]), times=3)


async def test_what_is_sent_from_the_log_does_not_excuse_a_retry_that_is_forgotten(
    tmp_path: Path, clock: StillClock
) -> None:
    async with opened(tmp_path, clock) as store:
        await store.write(well)
        await store.write(an_overdue_retry)
        auditor = await looks(store, times=1)
        await store.write(lambda tx: attempts.add(tx, [an_attempt(6, id=9_000)]))
        clock.move(PATIENCE_S)

        await auditor.run()

        assert auditor.last is not None
        assert wrong(auditor.last.findings).keys() == {AuditNumber.RETRIES_OVERDUE}


def test_who_was_sent_something_is_not_stuck_though_its_cursor_stands(tmp_path: Path, clock: StillClock) -> None:
    with nobody_found(tmp_path, clock) as check:
        check(
            a_stuck_receiver,
            between=lambda tx: attempts.add(tx, [an_attempt(6, id=9_000, receiver_id=ReceiverId(12), status=500)]),
        )


def test_whose_cursor_moves_is_not_stuck(tmp_path: Path, clock: StillClock) -> None:
    def only_this_one(tx: Transaction) -> None:
        tx.update("UPDATE receivers SET paused = 1 WHERE id <> 12")

    def one_settled_and_one_more_owed(tx: Transaction) -> None:
        head = events.head(tx)
        plants.insert(tx, [a_plant(head + 10)])
        events.add(tx, [an_event(head + 1, plant_id=head + 10)])
        cancelled_ranges.add(tx, ReceiverId(12), [(head, head)], asked_by="tok_1")
        receivers.move_cursor(tx, ReceiverId(12), head)

    with nobody_found(tmp_path, clock) as check:
        check(a_stuck_receiver, only_this_one, between=one_settled_and_one_more_owed, times=4)


def test_who_is_far_behind_with_everything_settled_is_not_stuck(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stall_detector, "CLOSE_EVENTS", 1)

    with nobody_found(tmp_path, clock) as check:
        check()


RESTING = Breaker(rest_until=later(3_600), last_failed_at=NOON)
FAILING = Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=NOON, last_failed_at=NOON)


@pytest.mark.parametrize("breaker", [RESTING, FAILING], ids=["resting", "failing"])
@pytest.mark.parametrize("receiver_id", [RECEIVER, 12])
def test_who_must_not_be_called_stands_still_rightly(
    tmp_path: Path, clock: StillClock, breaker: Breaker, receiver_id: ReceiverId
) -> None:
    fault = an_overdue_retry if receiver_id == RECEIVER else a_stuck_receiver

    with nobody_found(tmp_path, clock) as check:
        check(fault, lambda tx: breakers.put(tx, receiver_id, breaker, resumes=0))


async def test_who_rests_longer_than_any_rest_is_stands_still_wrongly(tmp_path: Path, clock: StillClock) -> None:
    resting = Breaker(rest_until=later(RETRY_AFTER_S_MAX + 3_600), last_failed_at=NOON)

    async with opened(tmp_path, clock) as store:
        await store.write(well)
        await store.write(a_stuck_receiver)
        await store.write(lambda tx: breakers.put(tx, ReceiverId(12), resting, resumes=0))

        auditor = await looks(store, times=2)

        assert auditor.last is not None
        assert wrong(auditor.last.findings).keys() == {AuditNumber.RECEIVERS_STUCK}


def test_an_ordered_receiver_waits_for_the_timer_of_its_oldest_delivery(tmp_path: Path, clock: StillClock) -> None:
    def blocked(tx: Transaction) -> None:
        receivers.insert(tx, a_receiver(12, start=4, cursor=5, ordered=True))
        waiting = {4: later(3_600), 5: later(-OVERDUE_S - 1)}
        retries.upsert(
            tx, [a_retry(number, receiver_id=ReceiverId(12), next_attempt_at=at) for number, at in waiting.items()]
        )

    with nobody_found(tmp_path, clock) as check:
        check(blocked)


async def test_a_slow_receiver_is_given_its_turns(tmp_path: Path, clock: StillClock) -> None:
    rate = 0.01

    async with opened(tmp_path, clock) as store:
        await store.write(well)
        await store.write(lambda tx: receivers.insert(tx, a_receiver(12, start=6, cursor=5, max_rate=rate)))
        auditor = await looks(store, times=2)
        clock.move(PATIENCE_TURNS / rate - 1)
        await auditor.run()
        assert auditor.last is not None
        assert wrong(auditor.last.findings) == {}

        clock.move(1)
        await auditor.run()

        assert wrong(auditor.last.findings).keys() == {AuditNumber.RECEIVERS_STUCK}


# What follows


async def test_a_number_is_a_problem_when_it_is_found_twice_in_a_row_and_no_longer(
    tmp_path: Path, clock: StillClock
) -> None:
    async with opened(tmp_path, clock) as store:
        await store.write(well)
        await store.write(a_gap)
        auditor = await looks(store, times=1)
        assert auditor.problems == {}

        with structlog.testing.capture_logs() as said:
            await auditor.run()
            await auditor.run()
            assert auditor.problems.keys() == {AuditNumber.SEQUENCE_GAPS}
            await store.write(lambda tx: events.add(tx, [an_event(3)]))
            await store.write(lambda tx: plants.insert(tx, [a_plant(3)]))
            await auditor.run()

        assert auditor.problems == {}
        first, second = said
        assert first == {
            "log_level": "error",
            "event": "audit",
            "number": AuditNumber.SEQUENCE_GAPS,
            "count": 1,
            "detail": DESCRIPTIONS[AuditNumber.SEQUENCE_GAPS],
            "examples": ["event 3"],
        }
        assert (second["log_level"], second["number"], second["count"]) == ("info", AuditNumber.SEQUENCE_GAPS, 0)


async def test_a_problem_that_lasts_is_said_again_once_an_hour(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "REPEAT_LOG_RUNS", 3)

    async with opened(tmp_path, clock) as store:
        await store.write(well)
        await store.write(a_gap)
        with structlog.testing.capture_logs() as said:
            await looks(store, times=1 + 3 + 1)

        assert len(said) == 2


@pytest.mark.parametrize(("fault", "receiver_id"), [(an_overdue_retry, RECEIVER), (a_stuck_receiver, 12)])
async def test_a_receiver_that_stands_still_is_woken(
    tmp_path: Path, clock: StillClock, fault: Change, receiver_id: ReceiverId
) -> None:
    async with opened(tmp_path, clock) as store:
        await store.write(well)
        await store.write(fault)
        store.changes.receivers.clear()

        await looks(store)

        assert store.changes.receivers == {receiver_id}


def everything_in(tx: Transaction) -> dict[str, list[Row]]:
    """Every row of every ordinary table."""
    return {name: sorted(tx.execute(f"SELECT * FROM {name}"), key=repr) for name in engines.tables(tx)}


async def test_what_cannot_be_repaired_safely_is_left_as_it_is(tmp_path: Path, clock: StillClock) -> None:
    async with opened(tmp_path, clock) as store:
        await store.write(well)
        for fault in FAULTS:
            if fault not in (*OF_A_RUNNING_STORE, *SECOND_OF_A_NUMBER, a_retry_too_far):
                await store.write(fault)
        before = await store.read(everything_in)
        store.changes.receivers.clear()

        await looks(store, times=3)

        assert await store.read(everything_in) == before
        assert not store.changes.receivers


# A clock that went back


@pytest.mark.parametrize("scale", [1.0, 0.5])
async def test_what_a_clock_that_went_back_has_left_in_the_far_future_waits_as_its_ladder_says(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch, scale: float
) -> None:
    monkeypatch.setattr(audit, "RETRIES_PER_STEP", 1)

    async with opened(tmp_path, clock) as store:
        in_ten_years = later(10 * 365 * 86_400)
        far = [a_retry(number, attempts=5, next_attempt_at=in_ten_years) for number in (2, 3, 4)]
        given_up = a_retry(5, state=RetryState.EXHAUSTED, attempts=17, next_attempt_at=in_ten_years)
        near = a_retry(6, attempts=16, next_attempt_at=later(audit.TOO_FAR_S / min(1.0, scale)))
        await store.write(well)
        await store.write(lambda tx: retries.upsert(tx, [*far, given_up, near]))
        store.changes.receivers.clear()
        auditor = Auditor(store.database, store.clock, retry_scale=scale)

        await auditor.run()
        assert not store.changes.receivers
        await auditor.run()

        assert auditor.last is not None
        assert auditor.last.findings[AuditNumber.RETRIES_TOO_FAR].count == 3
        found = await store.read(lambda tx: retries.between(tx, RECEIVER, first=1, last=6))
        soon = later(900 / scale)
        assert [found[one].next_attempt_at for one in (2, 3, 4)] == [soon] * 3
        assert (found[5], found[6]) == (given_up, near)
        assert store.changes.receivers == {RECEIVER}

        store.changes.receivers.clear()
        await auditor.run()

        assert auditor.last.findings[AuditNumber.RETRIES_TOO_FAR].count == 0
        assert not store.changes.receivers
