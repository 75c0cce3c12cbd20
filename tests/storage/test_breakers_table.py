"""The table of breakers: a worker's state is stored, unless a person has resumed the receiver since."""

from dataclasses import replace

import pytest

from plantstore.domain.deliveries.breaker import HEALTHY, Breaker, BreakerState, DisabledReason
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import breakers, receivers
from tests.makers import NOON, RECEIVER, a_receiver

OTHER = ReceiverId(8)
OPEN = Breaker(
    state=BreakerState.OPEN,
    opened_at=NOON,
    open_until=after(NOON, seconds=40),
    pauses=4,
    silence_us=75_000_000,
    last_failed_at=after(NOON, seconds=35),
    rest_until=after(NOON, seconds=60),
)
GONE = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.GONE, opened_at=NOON, last_failed_at=NOON)
SILENT = replace(GONE, reason=DisabledReason.SILENT, pauses=8, silence_us=432_000_000_000)
RESTING = Breaker(rest_until=after(NOON, seconds=60), last_failed_at=NOON)


@pytest.fixture(autouse=True)
def registered(tx: Transaction) -> None:
    for receiver_id in (RECEIVER, OTHER):
        receivers.insert(tx, a_receiver(receiver_id, resumes=2))


def found(tx: Transaction, receiver_id: ReceiverId = RECEIVER) -> Breaker:
    receiver = receivers.find(tx, receiver_id)
    assert receiver is not None
    return receiver.breaker


def rows(tx: Transaction) -> int:
    return int(tx.execute("SELECT count(*) FROM breakers")[0][0])


def test_a_healthy_receiver_has_no_row(tx: Transaction) -> None:
    assert found(tx) is HEALTHY
    assert rows(tx) == 0


@pytest.mark.parametrize("breaker", [OPEN, GONE, SILENT, RESTING])
def test_a_breaker_comes_back_as_it_was_stored(tx: Transaction, breaker: Breaker) -> None:
    assert breakers.put(tx, RECEIVER, breaker, resumes=2)

    assert found(tx) == breaker
    assert found(tx, OTHER) is HEALTHY


def test_state_of_the_running_process_is_not_stored(tx: Transaction) -> None:
    breakers.put(tx, RECEIVER, replace(OPEN, failures=9, breakdowns=7, failing=frozenset({1, 2}), probes=2), resumes=2)

    assert found(tx) == OPEN


@pytest.mark.parametrize("next_one", [replace(OPEN, pauses=5, rest_until=None), SILENT, RESTING])
def test_a_new_state_replaces_the_previous_one(tx: Transaction, next_one: Breaker) -> None:
    breakers.put(tx, RECEIVER, OPEN, resumes=2)

    breakers.put(tx, RECEIVER, next_one, resumes=2)

    assert found(tx) == next_one
    assert rows(tx) == 1


@pytest.mark.parametrize("healthy", [HEALTHY, Breaker(failures=4, last_failed_at=NOON)])
def test_a_receiver_that_recovers_loses_its_row(tx: Transaction, healthy: Breaker) -> None:
    breakers.put(tx, RECEIVER, OPEN, resumes=2)
    breakers.put(tx, OTHER, OPEN, resumes=2)

    breakers.put(tx, RECEIVER, healthy, resumes=2)

    assert found(tx) is HEALTHY
    assert found(tx, OTHER) == OPEN


@pytest.mark.parametrize("late", [OPEN, GONE, RESTING])
def test_a_state_found_before_a_person_resumed_the_receiver_is_not_stored(tx: Transaction, late: Breaker) -> None:
    assert not breakers.put(tx, RECEIVER, late, resumes=1)

    assert found(tx) is HEALTHY


def test_a_state_found_before_a_resume_does_not_replace_a_later_one(tx: Transaction) -> None:
    breakers.put(tx, RECEIVER, OPEN, resumes=2)

    assert not breakers.put(tx, RECEIVER, GONE, resumes=1)
    assert not breakers.put(tx, RECEIVER, HEALTHY, resumes=1)

    assert found(tx) == OPEN


def test_no_state_is_stored_for_a_deleted_or_unknown_receiver(tx: Transaction) -> None:
    breakers.put(tx, RECEIVER, OPEN, resumes=2)
    receivers.mark_deleted(tx, RECEIVER)

    assert not breakers.put(tx, RECEIVER, GONE, resumes=2)
    assert not breakers.put(tx, ReceiverId(99), GONE, resumes=0)

    assert rows(tx) == 0


def test_resuming_a_receiver_deletes_its_breaker(tx: Transaction) -> None:
    for receiver_id in (RECEIVER, OTHER):
        breakers.put(tx, receiver_id, SILENT, resumes=2)

    breakers.clear(tx, RECEIVER)

    assert found(tx) is HEALTHY
    assert found(tx, OTHER) == SILENT


@pytest.mark.parametrize(
    "change",
    [
        "state = 'disabled'",
        "reason = 'gone'",
        "opened_at = NULL",
        "state = 'broken'",
        "pauses = -1",
        "silence_us = -1",
    ],
)
def test_the_table_refuses_an_inconsistent_breaker(tx: Transaction, change: str) -> None:
    breakers.put(tx, RECEIVER, OPEN, resumes=2)

    with pytest.raises(Exception, match=r"(?i)check"):
        tx.update(f"UPDATE breakers SET {change}")
