"""Commands on receivers, on a real database: each is applied completely or refused completely."""

from collections.abc import Callable
from ipaddress import ip_network
from typing import Any

import pytest

from plantstore.core.ids import Ids
from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.replay import ReplayState
from plantstore.domain.errors import Changed, Invalid, NotFound
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import DEADLINE_S_MAX, DEADLINE_S_MIN, Receiver, ReceiverState
from plantstore.receivers.commands import RATE_MAX, RATE_MIN, Receivers, find
from plantstore.receivers.patch import UNLIMITED, ReceiverPatch
from plantstore.sending.addresses import AddressPolicy
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import KEY_BYTES, SecretBox
from plantstore.storage.queries.backlog import lag
from plantstore.storage.tables import attempts, breakers, cancelled_ranges, events, replays, retries
from plantstore.storage.tables import receivers as stored
from tests.makers import NOON, RECEIVER, a_receiver, a_replay, a_retry, an_attempt, an_event
from tests.operational import subscribe, written
from tests.still_clock import StillClock

CONCURRENCY_MAX = 64
OPEN = Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=NOON, pauses=3, last_failed_at=NOON)
SILENT = Breaker(
    state=BreakerState.DISABLED, reason=DisabledReason.SILENT, opened_at=NOON, pauses=8, last_failed_at=NOON
)


async def nobody(host: str) -> list[str]:
    raise AssertionError(f"no verb may resolve {host} in its transaction")


@pytest.fixture
def verbs(clock: StillClock) -> Receivers:
    def random_bytes(count: int) -> bytes:
        return b"r" * count

    return Receivers(
        secret_box=SecretBox(bytes(KEY_BYTES), random_bytes),
        ids=Ids(clock, random_bytes),
        random_bytes=random_bytes,
        address_policy=AddressPolicy(allow=(ip_network("127.0.0.0/8"),)),
        resolve=nobody,
        concurrency_max=CONCURRENCY_MAX,
        deadline_s=15.0,
        resolve_s_max=5.0,
        receivers_max=10,
    )


def a_log(tx: Transaction, head: int) -> None:
    events.add(tx, [an_event(sequence) for sequence in range(1, head + 1)])


def owed(tx: Transaction, *, head: int = 10, cursor: int = 0, **changes: Any) -> Receiver:
    """Add a receiver with a backlog, and a log with this many events."""
    a_log(tx, head)
    receiver = a_receiver(cursor=cursor, **changes)
    stored.insert(tx, receiver)
    if receiver.breaker.worth_storing:
        breakers.put(tx, receiver.id, receiver.breaker, resumes=receiver.resumes)
    tx.changes.receivers.clear()
    return receiver


def everything(tx: Transaction) -> list[Any]:
    """The rows that a command on receivers may change."""
    tables = ("receivers", "receiver_secrets", "breakers", "retries", "skips", "replays")
    return [tx.execute(f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables]


# Pausing


def test_a_paused_receiver_keeps_its_cursor_and_its_backlog(tx: Transaction, verbs: Receivers) -> None:
    receiver = owed(tx, cursor=4)

    paused = verbs.pause(tx, receiver.id)

    assert paused == find(tx, RECEIVER)
    assert (paused.state, paused.cursor, paused.version) == (ReceiverState.PAUSED, 4, 2)
    assert lag(tx, paused) == 6
    assert tx.changes.receivers == {RECEIVER}


def test_pausing_twice_changes_nothing_more(tx: Transaction, verbs: Receivers) -> None:
    owed(tx)
    verbs.pause(tx, RECEIVER)
    before = everything(tx)

    assert verbs.pause(tx, RECEIVER).state is ReceiverState.PAUSED

    assert everything(tx) == before


def test_a_failing_receiver_that_is_paused_keeps_its_breaker(tx: Transaction, verbs: Receivers) -> None:
    owed(tx, breaker=OPEN)

    paused = verbs.pause(tx, RECEIVER)

    assert (paused.state, paused.breaker.state) == (ReceiverState.PAUSED, BreakerState.OPEN)


@pytest.mark.parametrize("verb", [Receivers.pause, lambda verbs, *named: verbs.resume(*named, asked_by="tok_1")])
def test_a_receiver_that_is_not_there_is_not_found(
    tx: Transaction, verbs: Receivers, verb: Callable[[Receivers, Transaction, ReceiverId], object]
) -> None:
    with pytest.raises(NotFound):
        verb(verbs, tx, RECEIVER)


# Resuming


@pytest.mark.parametrize("breaker", [OPEN, SILENT], ids=["failing", "disabled"])
def test_resuming_a_receiver_that_was_down_is_an_operational_event(
    tx: Transaction, verbs: Receivers, breaker: Breaker
) -> None:
    subscribe(tx)
    owed(tx, cursor=4, breaker=breaker)

    verbs.resume(tx, RECEIVER, asked_by="tok_1")
    verbs.resume(tx, RECEIVER, asked_by="tok_1")

    [event] = written(tx)
    assert (event["type"], event["data"]["cause"], event["data"]["queued"]) == ("receiver.recovered", "resumed", 6)


def test_a_resumed_receiver_gets_everything_that_was_held(tx: Transaction, verbs: Receivers) -> None:
    owed(tx, cursor=4, paused=True)
    retries.upsert(tx, [a_retry(2)])

    resumed = verbs.resume(tx, RECEIVER, asked_by="tok_1")

    assert resumed.skipped == 0
    assert resumed.receiver == find(tx, RECEIVER)
    assert (resumed.receiver.state, resumed.receiver.cursor) == (ReceiverState.ACTIVE, 4)
    assert lag(tx, resumed.receiver) == 7
    assert cancelled_ranges.counts(tx, [RECEIVER]) == {}
    assert tx.changes.receivers == {RECEIVER}


@pytest.mark.parametrize("breaker", [OPEN, SILENT], ids=["failing", "disabled"])
@pytest.mark.parametrize("paused", [False, True])
def test_resuming_resets_the_breaker(tx: Transaction, verbs: Receivers, breaker: Breaker, paused: bool) -> None:
    owed(tx, breaker=breaker, paused=paused, resumes=3)

    resumed = verbs.resume(tx, RECEIVER, asked_by="tok_1").receiver

    assert (resumed.state, resumed.resumes) == (ReceiverState.ACTIVE, 4)
    breakers.put(tx, RECEIVER, breaker, resumes=3)  # its worker, which has not loaded the change yet
    assert find(tx, RECEIVER).state is ReceiverState.ACTIVE


def test_resuming_an_active_receiver_changes_nothing(tx: Transaction, verbs: Receivers) -> None:
    receiver = owed(tx)
    before = everything(tx)

    resumed = verbs.resume(tx, RECEIVER, asked_by="tok_1")

    assert (resumed.receiver, resumed.skipped) == (receiver, 0)
    assert everything(tx) == before


# Discarding the backlog


def test_discarding_the_backlog_cancels_exactly_what_is_not_settled(tx: Transaction, verbs: Receivers) -> None:
    owed(tx, head=12, cursor=2, paused=True)
    attempts.add(tx, [an_attempt(5), an_attempt(6), an_attempt(9, status=500)])
    retries.upsert(tx, [a_retry(1), a_retry(9), a_retry(8, attempts=17, state=RetryState.EXHAUSTED)])
    cancelled_ranges.add(tx, RECEIVER, [(11, 11)], asked_by="tok_0")

    resumed = verbs.resume(tx, RECEIVER, skip=True, asked_by="tok_1")

    by_me = tx.execute("SELECT first, last FROM skips WHERE asked_by = 'tok_1' ORDER BY first")
    assert by_me == [(3, 4), (7, 7), (10, 10), (12, 12)]
    assert resumed.skipped == 5 + 2, "what was never tried, and what was waiting for another try"
    states: dict[int, str] = dict(tx.execute("SELECT sequence, state FROM retries"))
    assert states == {1: "cancelled", 8: "exhausted", 9: "cancelled"}
    assert resumed.receiver == find(tx, RECEIVER)
    assert (resumed.receiver.cursor, lag(tx, resumed.receiver)) == (12, 0)


def test_the_backlog_of_an_active_receiver_can_be_discarded(tx: Transaction, verbs: Receivers) -> None:
    owed(tx, head=3)

    resumed = verbs.resume(tx, RECEIVER, skip=True, asked_by="tok_1")

    assert resumed.skipped == 3
    assert cancelled_ranges.after(tx, RECEIVER, 0) == [(1, 3)]
    assert resumed.receiver.resumes == 1, "what its owner has in hand is void"


def test_discarding_an_empty_backlog_writes_no_range(tx: Transaction, verbs: Receivers) -> None:
    owed(tx, head=3, cursor=3, paused=True)

    resumed = verbs.resume(tx, RECEIVER, skip=True, asked_by="tok_1")

    assert (resumed.skipped, cancelled_ranges.counts(tx, [RECEIVER])) == (0, {})
    assert resumed.receiver.state is ReceiverState.ACTIVE


def test_discarding_again_cancels_only_what_was_added_since(tx: Transaction, verbs: Receivers) -> None:
    owed(tx, head=3)
    verbs.resume(tx, RECEIVER, skip=True, asked_by="tok_1")
    events.add(tx, [an_event(4), an_event(5)])

    assert verbs.resume(tx, RECEIVER, skip=True, asked_by="tok_1").skipped == 2

    assert cancelled_ranges.after(tx, RECEIVER, 0) == [(1, 3), (4, 5)]


# Removing


def test_removing_cancels_exactly_what_is_not_settled(tx: Transaction, verbs: Receivers) -> None:
    owed(tx, head=8, cursor=2)
    attempts.add(tx, [an_attempt(4)])
    retries.upsert(tx, [a_retry(1), a_retry(6, attempts=17, state=RetryState.EXHAUSTED)])
    replays.insert(tx, a_replay())

    cancelled = verbs.remove(tx, RECEIVER, asked_by="tok_1")

    assert cancelled == 4 + 1
    assert tx.execute("SELECT first, last, asked_by FROM skips ORDER BY first") == [
        (3, 3, "tok_1"),
        (5, 5, "tok_1"),
        (7, 8, "tok_1"),
    ]
    assert tx.execute("SELECT sequence, state FROM retries ORDER BY 1") == [(1, "cancelled"), (6, "exhausted")]
    assert tx.execute("SELECT state FROM replays") == [(ReplayState.CANCELLED,)]
    with pytest.raises(NotFound):
        find(tx, RECEIVER)


def test_an_old_version_removes_nothing(tx: Transaction, verbs: Receivers) -> None:
    owed(tx, version=2)
    before = everything(tx)

    with pytest.raises(Changed):
        verbs.remove(tx, RECEIVER, asked_by="tok_1", version=1)

    assert everything(tx) == before


# Limits


def register(tx: Transaction, verbs: Receivers, limits: ReceiverPatch) -> Receiver:
    return verbs.register(tx, url="http://127.0.0.1/plant/webhook", name="shop", limits=limits).receiver


def test_a_receiver_has_the_default_limits_unless_it_sets_its_own(tx: Transaction, verbs: Receivers) -> None:
    receiver = register(tx, verbs, ReceiverPatch())

    assert (receiver.ordered, receiver.max_concurrency, receiver.max_rate, receiver.deadline_s) == (
        False,
        CONCURRENCY_MAX,
        None,
        15.0,
    )


def test_a_receiver_is_registered_with_limits_of_its_own(tx: Transaction, verbs: Receivers) -> None:
    receiver = register(tx, verbs, ReceiverPatch(ordered=True, max_concurrency=2, max_rate=0.5, deadline_s=5))

    assert find(tx, receiver.id) == receiver
    assert (receiver.ordered, receiver.max_concurrency, receiver.max_rate, receiver.deadline_s) == (True, 2, 0.5, 5)


def test_a_change_of_limits_keeps_those_that_are_not_set(tx: Transaction, verbs: Receivers) -> None:
    owed(tx, max_rate=3.0, ordered=True)

    changed = verbs.change(tx, RECEIVER, ReceiverPatch(max_concurrency=2), version=1)

    assert changed == find(tx, RECEIVER)
    assert (changed.max_concurrency, changed.max_rate, changed.ordered, changed.version) == (2, 3.0, True, 2)
    assert tx.changes.receivers == {RECEIVER}


def test_a_limit_and_ordering_can_be_removed(tx: Transaction, verbs: Receivers) -> None:
    owed(tx, max_rate=3.0, ordered=True)

    changed = verbs.change(tx, RECEIVER, ReceiverPatch(max_rate=UNLIMITED, ordered=False), version=None)

    assert (changed.max_rate, changed.ordered) == (None, False)


@pytest.mark.parametrize(
    "limits",
    [
        ReceiverPatch(max_concurrency=1),
        ReceiverPatch(max_concurrency=CONCURRENCY_MAX),
        ReceiverPatch(max_rate=RATE_MIN),
        ReceiverPatch(max_rate=RATE_MAX),
        ReceiverPatch(deadline_s=DEADLINE_S_MIN),
        ReceiverPatch(deadline_s=DEADLINE_S_MAX),
    ],
)
def test_a_limit_at_its_bound_is_accepted(tx: Transaction, verbs: Receivers, limits: ReceiverPatch) -> None:
    owed(tx)

    assert verbs.change(tx, RECEIVER, limits, version=None).version == 2


@pytest.mark.parametrize(
    ("limits", "pointers"),
    [
        (ReceiverPatch(max_concurrency=0), ["/max_concurrency"]),
        (ReceiverPatch(max_concurrency=CONCURRENCY_MAX + 1), ["/max_concurrency"]),
        (ReceiverPatch(max_rate=RATE_MIN / 2), ["/max_rate"]),
        (ReceiverPatch(max_rate=RATE_MAX + 1), ["/max_rate"]),
        (ReceiverPatch(max_rate=-UNLIMITED), ["/max_rate"]),
        (ReceiverPatch(deadline_s=DEADLINE_S_MIN - 1), ["/deadline_s"]),
        (ReceiverPatch(deadline_s=DEADLINE_S_MAX + 1), ["/deadline_s"]),
        (
            ReceiverPatch(name="renamed", max_concurrency=0, max_rate=0, deadline_s=0),
            ["/max_concurrency", "/max_rate", "/deadline_s"],
        ),
    ],
)
def test_limits_beyond_their_bounds_are_refused_together(
    tx: Transaction, verbs: Receivers, limits: ReceiverPatch, pointers: list[str]
) -> None:
    owed(tx)
    before = everything(tx)

    with pytest.raises(Invalid) as of_change:
        verbs.change(tx, RECEIVER, limits, version=None)
    with pytest.raises(Invalid) as of_register:
        register(tx, verbs, limits)

    assert [one.pointer for one in of_change.value.fields] == pointers
    assert [one.pointer for one in of_register.value.fields] == pointers
    assert everything(tx) == before
