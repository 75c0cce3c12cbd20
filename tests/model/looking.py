"""Compare everything that a store shows with the plain model, through the queries that the API uses."""

from collections import Counter

from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.deliveries.replay import ReplayState
from plantstore.domain.errors import NotFound
from plantstore.domain.plants.plant import Status
from plantstore.domain.public_ids import ReceiverId
from plantstore.receivers import deliveries
from plantstore.receivers.commands import find
from plantstore.storage.database import Transaction
from plantstore.storage.queries import delivery_counts
from plantstore.storage.queries import delivery_list as stored
from plantstore.storage.queries.backlog import lag
from plantstore.storage.tables import events, plants, receivers, replays
from plantstore.storage.tables.plant_filters import PlantFilter
from tests.model.plain import OPEN, Fate, Known, Plain
from tests.simulation import receiver_invariants

ALL = 1_000  # more than any example has


def look(tx: Transaction, plain: Plain, promises: dict[str, receiver_invariants.Asked]) -> None:
    """Raise AssertionError where the two differ. Afterwards, the model knows the true state of ambiguous deliveries."""
    _look_at_plants(tx, plain)
    assert {one.id for one in receivers.page(tx, limit=ALL)} == plain.receivers.keys()
    total: Counter[DeliveryState] = Counter()
    for receiver_id, known in plain.receivers.items():
        total.update(_look_at_deliveries(tx, receiver_id, known))
        _look_at_replays(tx, receiver_id, known)
    left_out = {receiver_id: known.of([Fate.FILTERED]) for receiver_id, known in plain.receivers.items()}
    wrong = [
        *receiver_invariants.given_up_early(tx),
        *receiver_invariants.wrong_with_replays(tx, plain.receivers, promises, filtered=left_out),
    ]
    assert not wrong, wrong
    counts = delivery_counts.of_all(tx, receivers_max=ALL)
    assert counts.exact and +Counter(counts.by_state) == +total
    for receiver_id, (first, last, filtered) in plain.removed.items():
        _look_at_removed(tx, receiver_id, first, last, filtered)


def _look_at_plants(tx: Transaction, plain: Plain) -> None:
    shown = {
        one.id: (one.fields.name, one.fields.sku, one.status is Status.ACTIVE)
        for one in plants.page(tx, PlantFilter(), after=0, limit=ALL)
    }
    assert shown == {number: (one.name, one.sku, one.sequence is not None) for number, one in plain.plants.items()}
    for after in {0, plain.head // 2, plain.head}:
        feed = events.page(tx, after=after, limit=ALL)
        assert [(one.sequence, one.plant_id) for one in feed] == [*enumerate(plain.log, 1)][after:]
    erased = set(events.erased_between(tx, first=1, last=plain.head))
    assert plain.erased <= erased <= plain.erased | plain.may_be_erased()
    plain.erased = erased


def _look_at_deliveries(tx: Transaction, receiver_id: ReceiverId, known: Known) -> Counter[DeliveryState]:
    receiver = find(tx, receiver_id)
    assert (receiver.paused, receiver.held, receiver.start) == (known.paused, known.held, known.start)
    listed = stored.page(tx, stored.DeliveryQuery(receiver_ids=frozenset({receiver_id})), position=None, limit=ALL)
    shown = {one.sequence: one for one in listed.deliveries}
    assert shown.keys() == known.deliveries.keys()
    for sequence, one in shown.items():
        allowed = known.shown(sequence)
        assert one.state in allowed, f"{sequence} is {one.state}, and should be {' or '.join(allowed)}"
        known.narrow(sequence, one.state, has_row=one.retry is not None)
        has_row = one.retry is not None
        assert has_row or known.deliveries[sequence].fate not in (Fate.WAITING, Fate.EXHAUSTED), sequence
        assert sequence > receiver.cursor or known.deliveries[sequence].fate is not Fate.QUEUED, sequence
    states = Counter(one.state for one in shown.values())
    assert +Counter(delivery_counts.of_receiver(tx, receiver).by_state) == states
    assert lag(tx, receiver) == len(known.of(OPEN))
    for sequence in [*shown][:1]:
        assert deliveries.find(tx, receiver_id, sequence)[1] == shown[sequence]
    return states


def _look_at_replays(tx: Transaction, receiver_id: ReceiverId, known: Known) -> None:
    running = {one.id for one in replays.running(tx, receiver_id)}
    assert running <= known.replays.keys()
    for replay_id in known.replays.keys() - running:
        replay = replays.find(tx, receiver_id, replay_id)
        assert replay is not None and replay.state is ReplayState.DONE
        known.replay_ended(replay_id)


def _look_at_removed(tx: Transaction, receiver_id: ReceiverId, first: int, last: int, filtered: frozenset[int]) -> None:
    try:
        find(tx, receiver_id)
    except NotFound:
        pass
    else:
        raise AssertionError("it was removed")
    wrong = receiver_invariants.wrong_with_the_end(tx, receiver_id, first=first, last=last, filtered=filtered)
    assert not wrong, wrong
