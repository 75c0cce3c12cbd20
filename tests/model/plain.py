"""A minimal pure model of a store: dictionaries that each rule updates.

A delivery is a set of possible states. It has exactly one as soon as everything is recorded, and more only while
something is unknown and not yet checked: which attempts a killed process had recorded; whether a failure was of the
delivery or of a replay that sends the same event; and, while a receiver may be down, whether the failed attempt was a
probe of an event that was never attempted (which leaves it queued) and was counted in the retry schedule. The store's
own rules for breakers and counting would decide that, but a model that repeats them would repeat their defects.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from plantstore.domain.deliveries.breaker import FAILURES_MAX
from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.public_ids import ReceiverId


class Fate(StrEnum):
    """The state of a delivery. Whether it is held depends on its receiver."""

    QUEUED = "queued"
    WAITING = "waiting"
    DELIVERED = "delivered"
    EXHAUSTED = "exhausted"
    CANCELLED = "cancelled"
    FILTERED = "filtered"


OPEN = frozenset({Fate.QUEUED, Fate.WAITING})
OVER = frozenset({Fate.DELIVERED, Fate.CANCELLED, Fate.FILTERED})
SHOWN = {
    Fate.QUEUED: DeliveryState.QUEUED,
    Fate.WAITING: DeliveryState.RETRYING,
    Fate.DELIVERED: DeliveryState.DELIVERED,
    Fate.EXHAUSTED: DeliveryState.EXHAUSTED,
    Fate.CANCELLED: DeliveryState.CANCELLED,
    Fate.FILTERED: DeliveryState.FILTERED,
}
Outcome = str
ACCEPTED, FAILED, STOPPED = "accepted", "failed", "stopped"


@dataclass(slots=True)
class Delivery:
    """A delivery. `failures` are those since its retry schedule began; at most as many attempts count."""

    may_be: set[Fate]
    failures: int = 0
    worn: bool = False
    """True if one more counted failure is certainly the last."""
    asked: bool = False

    @property
    def fate(self) -> Fate:
        [fate] = self.may_be
        return fate

    def become(self, fate: Fate) -> None:
        self.may_be = {fate}


@dataclass(slots=True)
class Again:
    """A running replay: its range, and what it still has to send."""

    only_failed: bool
    range: frozenset[int]
    unsent: set[int]


class Kind(StrEnum):
    """Why a request was sent: as the delivery itself, or for a replay."""

    OWN = "own"
    ALL = "all"
    FAILED = "failed"


@dataclass(slots=True)
class InFlight:
    """A request in flight. `surely_flows`: when it was sent, the receiver could not be considered down."""

    kinds: frozenset[Kind]
    surely_flows: bool
    replays: list[Again] = field(default_factory=list)
    """The replays that may have sent it, and will repeat it if its outcome is not recorded."""


@dataclass(slots=True)
class Known:
    """One receiver. `failed_in_a_row` are failures since its last success, or since a person resumed it.

    `wanted` is the name of the plants that its filter lets through; None without a filter.
    """

    start: int
    wanted: str | None = None
    paused: bool = False
    disabled: bool = False
    failed_in_a_row: int = 0
    deliveries: dict[int, Delivery] = field(default_factory=dict)
    replays: dict[str, Again] = field(default_factory=dict)
    flights: dict[int, InFlight] = field(default_factory=dict)

    @property
    def held(self) -> bool:
        return self.paused or self.disabled

    def first_fate(self, name: str) -> Fate:
        """Return the state of a new event of a plant with this name."""
        return Fate.QUEUED if self.wanted in (None, name) else Fate.FILTERED

    def of(self, fates: Iterable[Fate]) -> list[int]:
        return [sequence for sequence, one in self.deliveries.items() if one.may_be <= set(fates)]

    def shown(self, sequence: int) -> set[DeliveryState]:
        """Return the states that the store may show for it."""
        one = self.deliveries[sequence]
        return {DeliveryState.HELD if self.held and fate in OPEN else SHOWN[fate] for fate in one.may_be}

    def narrow(self, sequence: int, shown: DeliveryState, *, has_row: bool) -> None:
        """Reduce the possible states to those that match the state shown."""
        one = self.deliveries[sequence]
        if len(one.may_be) > 1:
            held = Fate.WAITING if has_row else Fate.QUEUED
            seen = held if shown is DeliveryState.HELD else next(fate for fate in Fate if SHOWN[fate] is shown)
            one.become(seen)

    # Sending

    def sent(self, sequence: int) -> str:
        """Note that it is sent; return what is wrong about that, or None."""
        one, wrong = self.deliveries[sequence], ""
        is_over, replays = one.may_be <= OVER | {Fate.EXHAUSTED}, self._replays_that_may_send(sequence)
        if self.held:
            wrong = "sent to a receiver that is held"
        elif sequence in self.flights:
            wrong = "sent while it is in flight"
        elif is_over and not replays:
            wrong = f"sent although it is {' or '.join(one.may_be)}"
        elif not is_over and not replays:
            one.may_be &= OPEN  # otherwise it would not have been sent
        kinds = {Kind.FAILED if replay.only_failed else Kind.ALL for replay in replays}
        surely_flows = self.failed_in_a_row < FAILURES_MAX
        flight = InFlight(frozenset(kinds if is_over else kinds | {Kind.OWN}), surely_flows)
        # with both kinds in flight the outcome may be of either, so both may still send it
        if is_over and len(kinds) == 1:
            flight.replays = replays[:1]
            replays[0].unsent.discard(sequence)
        self.flights[sequence] = flight
        return wrong

    def _replays_that_may_send(self, sequence: int) -> list[Again]:
        """Return the replays that may send it. Replays of failed deliveries send it only while it is exhausted."""
        is_given_up = Fate.EXHAUSTED in self.deliveries[sequence].may_be
        may = [replay for replay in self.replays.values() if sequence in replay.unsent]
        return [replay for replay in may if is_given_up or not replay.only_failed]

    def answered(self, sequence: int, outcome: Outcome, *, surely: bool = True) -> None:
        """Note an outcome; not `surely` if it may not have been recorded."""
        flight, one = self.flights[sequence], self.deliveries[sequence]
        before = set(one.may_be)
        if outcome == ACCEPTED:
            self.failed_in_a_row = 0 if surely else self.failed_in_a_row
            one.become(Fate.DELIVERED)
        else:
            self._failed(flight, one, outcome)
        if outcome == STOPPED or not surely:
            self.give_back(sequence)
        if not surely:
            one.may_be |= before
        del self.flights[sequence]

    def _failed(self, flight: InFlight, one: Delivery, outcome: Outcome) -> None:
        before, flows = set(one.may_be), flight.surely_flows and self.failed_in_a_row < FAILURES_MAX
        one.may_be = {
            after
            for kind in flight.kinds
            for fate in before
            for after in _after(kind, fate, one, flight, outcome, flows=flows)
        }
        if outcome == STOPPED:
            return
        self.failed_in_a_row += 1
        one.failures = 1 if before == {Fate.EXHAUSTED} else one.failures + 1
        one.worn = one.asked = False

    def give_back(self, sequence: int) -> None:
        """Let replays repeat a request whose outcome was not recorded."""
        for replay in self.flights[sequence].replays:
            replay.unsent.add(sequence)

    def ended(self) -> None:
        """End the process with these requests in flight."""
        for sequence in self.flights:
            self.give_back(sequence)
        self.flights.clear()

    def replay_ended(self, replay_id: str) -> None:
        """End a replay. Events that it was assumed to have pending or in flight may belong to another replay."""
        ended = self.replays.pop(replay_id)
        for other in self.replays.values():
            other.unsent |= ended.unsent & other.range
        for sequence, flight in self.flights.items():
            if any(replay is ended for replay in flight.replays):
                flight.replays = [other for other in self.replays.values() if sequence in other.range]

    # Commands of people

    def paused_now(self) -> None:
        self.paused = True

    def resumed(self, *, skip: bool) -> int:
        """Resume the receiver; return the number of deliveries that this cancels."""
        if self.held:
            self.failed_in_a_row = 0
        self.paused = self.disabled = False
        return self.cancel_open() if skip else 0

    def cancel_open(self) -> int:
        open_now = self.of(OPEN)
        for sequence in open_now:
            self.deliveries[sequence].become(Fate.CANCELLED)
        return len(open_now)

    def may_retry(self, sequence: int, *, erased: bool) -> bool:
        one = self.deliveries[sequence]
        return not self.held and not erased and one.fate in (Fate.WAITING, Fate.EXHAUSTED)

    def retried(self, sequence: int) -> None:
        one = self.deliveries[sequence]
        if one.fate is Fate.EXHAUSTED:
            one.failures = 0
        one.become(Fate.WAITING)
        one.asked, one.worn = True, False

    def may_wear_out(self, sequence: int) -> bool:
        one = self.deliveries[sequence]
        return one.may_be == {Fate.WAITING} and not one.asked and sequence not in self.flights

    def worn_out(self, sequence: int, *, given_up: bool) -> None:
        """Let a delivery be at the end of its retry schedule: the next counted failure is the last, or has happened."""
        one = self.deliveries[sequence]
        one.failures, one.worn = ATTEMPTS_MAX - 1, not given_up
        if given_up:
            one.become(Fate.EXHAUSTED)


def _after(kind: Kind, fate: Fate, one: Delivery, flight: InFlight, outcome: Outcome, *, flows: bool) -> set[Fate]:
    """Return the state of a delivery after an attempt that was not accepted. A person's decision in between remains."""
    match kind, fate:
        case Kind.FAILED, Fate.EXHAUSTED:
            return {Fate.WAITING} if outcome == FAILED else {fate}
        case Kind.OWN, Fate.QUEUED:
            return {Fate.WAITING} if flight.surely_flows else {Fate.QUEUED, Fate.WAITING}
        case Kind.OWN, Fate.WAITING if outcome == FAILED and one.failures + 1 >= ATTEMPTS_MAX:
            return {Fate.EXHAUSTED} if one.worn and not one.asked and flows else {Fate.WAITING, Fate.EXHAUSTED}
        case _:
            return {fate}


@dataclass(slots=True)
class Kept:
    """The response stored for an idempotency key: the request, the plant, and the time."""

    asked: tuple[object, ...]
    plant_id: int
    at: int


@dataclass(slots=True)
class PlainPlant:
    """One plant: `sequence` is its event, once it was added to the store."""

    name: str
    sku: str | None
    sequence: int | None


@dataclass(slots=True)
class Plain:
    """The whole store."""

    plants: dict[int, PlainPlant] = field(default_factory=dict)
    log: list[int] = field(default_factory=list)
    """Plants, in the order of their events."""
    names: list[str] = field(default_factory=list)
    """The names of these plants."""
    deleted: set[int] = field(default_factory=set)
    erased: set[int] = field(default_factory=set)
    keys: dict[str, Kept] = field(default_factory=dict)
    receivers: dict[ReceiverId, Known] = field(default_factory=dict)
    removed: dict[ReceiverId, tuple[int, int, frozenset[int]]] = field(default_factory=dict)
    """The first and the last event that each removed receiver should have had, and those that its filter left out."""
    last_plant: int = 0

    @property
    def head(self) -> int:
        return len(self.log)

    def is_taken(self, sku: str | None) -> bool:
        return sku is not None and sku in {plant.sku for plant in self.plants.values()}

    def create(self, name: str, sku: str | None, *, active: bool) -> int:
        self.last_plant += 1
        self.plants[self.last_plant] = PlainPlant(name, sku, None)
        if active:
            self.tell(self.last_plant)
        return self.last_plant

    def tell(self, plant_id: int) -> None:
        """Append the plant's event: from now on every registered receiver must get it."""
        name = self.plants[plant_id].name
        self.log.append(plant_id)
        self.names.append(name)
        self.plants[plant_id].sequence = self.head
        for one in self.receivers.values():
            one.deliveries[self.head] = Delivery({one.first_fate(name)})

    def register(self, receiver_id: ReceiverId, *, start: int, wanted: str | None) -> None:
        """Register a receiver. An erased event has no body that a filter could let through."""
        known = self.receivers[receiver_id] = Known(start, wanted)
        erased = Fate.CANCELLED if wanted is None else Fate.FILTERED
        for sequence in range(start, self.head + 1):
            fate = erased if sequence in self.erased else known.first_fate(self.names[sequence - 1])
            known.deliveries[sequence] = Delivery({fate})

    def may_be_erased(self) -> set[int]:
        """Return the events of deleted plants that no receiver needs. Exhausted deliveries may be needed again."""
        buried = {sequence for sequence, plant_id in enumerate(self.log, 1) if plant_id in self.deleted}
        for one in self.receivers.values():
            buried -= {sequence for sequence in buried & one.deliveries.keys() if not _is_over(one, sequence)}
        return buried


def _is_over(one: Known, sequence: int) -> bool:
    return one.deliveries[sequence].may_be <= OVER
