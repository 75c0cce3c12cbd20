"""One transaction writes a batch together with its receiver's breaker and the progress of replays."""

from dataclasses import replace

import pytest

from plantstore.delivery.recorder import AttemptRecord, ReceiverUpdate, write_records
from plantstore.domain.deliveries.breaker import HEALTHY, Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import Retry, RetryState
from plantstore.domain.deliveries.replay import Replay, ReplayState
from plantstore.domain.public_ids import receiver_text
from plantstore.storage.database import Transaction
from plantstore.storage.tables import activity, attempts, cancelled_ranges, receivers, replays, retries
from tests.makers import NOON, RECEIVER, a_receiver, a_replay, a_retry, an_attempt
from tests.recording import Listener, a_record

OPEN = Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=NOON, pauses=1, last_failed_at=NOON)
GONE = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.GONE, opened_at=NOON, last_failed_at=NOON)
SILENT = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.SILENT, opened_at=NOON, last_failed_at=NOON)


@pytest.fixture
def at_work(tx: Transaction) -> Transaction:
    receivers.insert(tx, a_receiver())
    return tx


def find_out(tx: Transaction, breaker: Breaker | None, *, resumes: int = 0) -> None:
    """Write a batch with a breaker."""
    found = None if breaker is None else (breaker, resumes)
    sequence = 1 + tx.execute("SELECT count(*) FROM attempts")[0][0]
    write_records(tx, batch=[a_record(sequence)], updates={RECEIVER: ReceiverUpdate(cursor=0, breaker=found)})


def known(tx: Transaction) -> Breaker:
    receiver = receivers.find(tx, RECEIVER)
    assert receiver is not None
    return receiver.breaker


def said(tx: Transaction) -> list[tuple[str, str, str, str]]:
    tx.run_pre_commit_hooks()
    rows = activity.page(tx, activity.ActivityFilter(), limit=10)
    return [(row.actor, row.action, row.subject, row.detail) for row in rows]


def test_what_was_found_out_is_written_with_the_batch(at_work: Transaction) -> None:
    find_out(at_work, OPEN)
    opened = known(at_work)
    find_out(at_work, None)
    still = known(at_work)
    find_out(at_work, HEALTHY)

    assert (opened, still, known(at_work)) == (OPEN, OPEN, HEALTHY)
    assert said(at_work) == []


@pytest.mark.parametrize(
    ("breaker", "why"),
    [
        (GONE, "gone: it answered 410, which asks us to stop"),
        (SILENT, "silent: for five days it gave no answer, or only 503"),
    ],
)
def test_that_a_receiver_was_disabled_is_found_once_among_what_was_done(
    at_work: Transaction, breaker: Breaker, why: str
) -> None:
    find_out(at_work, OPEN)
    find_out(at_work, breaker)
    find_out(at_work, None)

    assert said(at_work) == [("store", "disableReceiver", receiver_text(RECEIVER), why)]
    assert known(at_work) == breaker


def test_what_was_found_before_a_person_said_go_on_is_neither_written_nor_told(at_work: Transaction) -> None:
    receivers.update(at_work, a_receiver(resumes=1))

    find_out(at_work, GONE, resumes=0)

    assert (known(at_work), said(at_work)) == (HEALTHY, [])


def test_the_breaker_of_a_removed_receiver_is_not_stored(at_work: Transaction) -> None:
    receivers.mark_deleted(at_work, RECEIVER)

    find_out(at_work, GONE)

    assert said(at_work) == []
    assert at_work.execute("SELECT * FROM breakers") == []


# Replays


def replayed(sequence: int, status: int = 204, *, replay: Replay | None = None, **rows: Retry) -> AttemptRecord:
    replay = replay or a_replay()
    attempt = an_attempt(sequence, number=2, status=status, replay_id=replay.id)
    return AttemptRecord(Listener(), attempt, rows.get("retry"), rows.get("following"), replay)


def write_replays(tx: Transaction, *batch: AttemptRecord, **positions: int) -> None:
    write_records(tx, batch=list(batch), updates={RECEIVER: ReceiverUpdate(cursor=0, replays=positions)})


def state_of(tx: Transaction, sequence: int) -> RetryState | None:
    row = retries.find(tx, RECEIVER, sequence)
    return None if row is None else row.state


def progress(tx: Transaction, replay_id: str = "rpl_1") -> tuple[int, int, int, ReplayState]:
    replay = replays.find(tx, RECEIVER, replay_id)
    assert replay is not None
    return replay.position, replay.accepted, replay.failed, replay.state


def test_the_progress_of_each_replay_is_counted_once(at_work: Transaction) -> None:
    other = a_replay("rpl_2", last=2)
    for one in (a_replay(), other):
        replays.insert(at_work, one)

    write_replays(
        at_work,
        *[replayed(1), replayed(2, 500), replayed(3), replayed(4, replay=other), a_record(5)],
        rpl_1=3,
        rpl_2=1,
    )
    write_replays(at_work, replayed(6), rpl_1=6)

    assert progress(at_work) == (6, 3, 1, ReplayState.RUNNING)
    assert progress(at_work, "rpl_2") == (1, 1, 0, ReplayState.RUNNING)
    assert attempts.replayed(at_work, "rpl_1", 0) == {1, 2, 3, 6}


@pytest.mark.parametrize("state", [None, *RetryState])
def test_a_failing_replay_changes_no_delivery(at_work: Transaction, state: RetryState | None) -> None:
    replays.insert(at_work, a_replay(last=1))
    if state is not None:
        retries.upsert(at_work, [a_retry(1, state=state)])

    write_replays(at_work, replayed(1, 500), rpl_1=1)

    counted = None if state is None else replace(a_retry(1, state=state), tries=2)
    assert retries.find(at_work, RECEIVER, 1) == counted, "nothing else changes than the number of requests"
    assert progress(at_work) == (1, 0, 1, ReplayState.DONE)


@pytest.mark.parametrize("state", list(RetryState))
def test_a_replay_that_is_accepted_ends_what_was_owed(at_work: Transaction, state: RetryState) -> None:
    replays.insert(at_work, a_replay())
    retries.upsert(at_work, [a_retry(1, state=state)])
    cancelled_ranges.add(at_work, RECEIVER, [(2, 3)], asked_by="tok_1")

    write_replays(at_work, replayed(1), replayed(3), rpl_1=3)

    assert state_of(at_work, 1) is None
    assert cancelled_ranges.after(at_work, RECEIVER, 0) == [(2, 2)]


def test_a_failing_replay_of_what_was_given_up_lets_it_wait_again(at_work: Transaction) -> None:
    given_up, again = a_retry(1, attempts=17, state=RetryState.EXHAUSTED), a_retry(1, attempts=1, tries=18)
    replays.insert(at_work, a_replay())
    retries.upsert(at_work, [given_up])

    write_replays(at_work, replayed(1, 500, retry=given_up, following=again), rpl_1=1)

    assert retries.find(at_work, RECEIVER, 1) == again
    assert progress(at_work) == (1, 0, 1, ReplayState.RUNNING)


def test_a_failing_replay_revives_nothing_that_a_person_cancelled_or_that_arrived(at_work: Transaction) -> None:
    again = a_retry(1, attempts=1, tries=18)
    replays.insert(at_work, a_replay())
    retries.upsert(at_work, [a_retry(1, state=RetryState.CANCELLED), a_retry(2, state=RetryState.EXHAUSTED)])
    attempts.add(at_work, [an_attempt(2)])

    write_replays(
        at_work,
        *[replayed(sequence, 500, following=replace(again, sequence=sequence)) for sequence in (1, 2, 3)],
        rpl_1=3,
    )

    assert [state_of(at_work, sequence) for sequence in (1, 2, 3)] == [RetryState.CANCELLED, RetryState.EXHAUSTED, None]
