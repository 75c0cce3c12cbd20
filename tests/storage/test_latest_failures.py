"""Why a receiver fails: its latest failed attempt, wherever the delivery is in the queue."""

from plantstore.domain.deliveries.delivery import Attempt, RetryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Transaction
from plantstore.storage.queries.latest_failures import LOOKED_AT_MAX, latest_failures
from plantstore.storage.tables import attempts, events, receivers, retries
from tests.makers import a_receiver, a_retry, an_attempt, an_event

HEAD = 20
ONE, TWO, THREE = ReceiverId(1), ReceiverId(2), ReceiverId(3)


def a_store(tx: Transaction, *, cursor: int) -> None:
    events.add(tx, [an_event(sequence) for sequence in range(1, HEAD + 1)])
    for id in (ONE, TWO, THREE):
        receivers.insert(tx, a_receiver(id))
        receivers.move_cursor(tx, id, cursor)


def attempt(id: int, receiver_id: ReceiverId, sequence: int, status: int | None) -> Attempt:
    return an_attempt(sequence, id=id, receiver_id=receiver_id, status=status, event_id="")


def statuses(tx: Transaction) -> dict[ReceiverId, tuple[int, int | None]]:
    found = latest_failures(tx, list(receivers.find_many(tx, [ONE, TWO, THREE]).values()))
    return {id: (made.sequence, made.outcome.status) for id, made in found.items()}


def test_the_failure_that_ended_last_is_the_cause(tx: Transaction) -> None:
    a_store(tx, cursor=9)
    attempts.add(
        tx,
        [
            attempt(1, ONE, 8, 500),
            attempt(2, ONE, 10, 404),  # a probe with the event after the cursor
            attempt(3, TWO, 3, 410),  # given up
            attempt(4, TWO, 9, 204),
            attempt(5, ONE, 7, 503),  # retried after the probe
            attempt(6, TWO, 8, 500),  # neither in retry nor next to the cursor
        ],
    )
    waiting = [a_retry(sequence, receiver_id=ONE) for sequence in (7, 8)]
    retries.upsert(tx, [*waiting, a_retry(3, receiver_id=TWO, state=RetryState.EXHAUSTED)])

    assert statuses(tx) == {ONE: (7, 503), TWO: (3, 410)}
    [one] = latest_failures(tx, list(receivers.find_many(tx, [ONE]).values())).values()
    assert one.event_id == an_event(7).id


def test_a_delivery_that_was_accepted_at_last_is_no_cause(tx: Transaction) -> None:
    a_store(tx, cursor=5)
    attempts.add(
        tx, [attempt(1, ONE, 5, 500), attempt(2, ONE, 5, 204), attempt(3, TWO, 5, 204), attempt(4, TWO, 5, 500)]
    )

    assert statuses(tx) == {TWO: (5, 500)}


def test_a_receiver_to_which_nothing_was_sent_has_no_cause(tx: Transaction) -> None:
    a_store(tx, cursor=0)

    assert statuses(tx) == {}
    assert latest_failures(tx, []) == {}


def test_only_a_few_deliveries_of_a_receiver_are_looked_at(tx: Transaction) -> None:
    a_store(tx, cursor=HEAD)
    newest = range(HEAD - 1, HEAD - 1 - LOOKED_AT_MAX, -1)
    older = newest[-1] - 1
    attempts.add(tx, [*(attempt(one, ONE, one, 500) for one in newest), attempt(99, ONE, older, 503)])
    retries.upsert(tx, [a_retry(sequence, receiver_id=ONE) for sequence in (*newest, older)])

    assert statuses(tx) == {ONE: (HEAD - 1, 500)}
