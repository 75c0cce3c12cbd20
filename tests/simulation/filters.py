"""Filters of receivers in a scenario: a plain model of what each filter lets through, and checks against that model.

The model reads which versions of a filter the store has put in force, and evaluates them itself.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from plantstore.delivery import filter_index
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.filters.pattern import read_filter
from plantstore.domain.receivers.receiver import Receiver
from plantstore.receivers.filters import NoFilter
from plantstore.receivers.patch import ReceiverPatch
from plantstore.storage.database import Transaction
from plantstore.storage.queries import filtered_events
from plantstore.storage.tables import filter_pages
from tests.simulation.invariants import check

TAGS = ("tree", "shrub", "herb")
PATTERNS: Mapping[str | None, frozenset[str]] = {
    None: frozenset(TAGS),
    '{"tag":"tree"}': frozenset({"tree"}),
    '{"tag":["Shrub","herb"]}': frozenset({"shrub", "herb"}),
    '{"not":{"tag":"herb"}}': frozenset({"tree", "shrub"}),
    '{"tag":"tree","name":"no such plant"}': frozenset(),
}
"""The filters of scenarios, and the types of plants that each lets through."""
Versions = list[tuple[int, str | None]]
_SMALL = (
    (filter_pages, "PAGE_EVENTS", 8),
    (filter_index, "STEP_EVENTS", 20),
    (filtered_events, "MATCHES_MAX", 3),
    (filtered_events, "SCANNED_MAX", 16),
    (filtered_events, "EVALUATED_MAX", 5),
)
"""Small limits, so that scenarios reach them."""


@contextmanager
def small_pages() -> Iterator[None]:
    """Make the pages of filters small inside the block."""
    before = [getattr(module, name) for module, name, _ in _SMALL]
    for module, name, value in _SMALL:
        setattr(module, name, value)
    try:
        yield
    finally:
        for (module, name, _), value in zip(_SMALL, before, strict=True):
            setattr(module, name, value)


def patch_of(pattern: str | None) -> ReceiverPatch:
    """Return the change that sets a filter, or removes it."""
    return ReceiverPatch(filter=NoFilter.NO_FILTER if pattern is None else read_filter(pattern))


def tag_of(name: str) -> str:
    """Return the type of a plant: a function of its name, so that a repeated request adds the same plant."""
    return TAGS[sum(name.encode()) % len(TAGS)]


def versions_of(tx: Transaction, receiver_id: ReceiverId) -> Versions:
    """Return the first event and the pattern of each version that was put in force, in order."""
    sql = "SELECT first, pattern FROM receiver_filters WHERE receiver_id = ? ORDER BY first"
    return [(first, pattern) for first, pattern in tx.execute(sql, (receiver_id,))]


class FilterModel:
    """Evaluates the filters of all receivers, and remembers what was sent to them."""

    def __init__(self) -> None:
        self.ever_filtered: defaultdict[ReceiverId, set[int]] = defaultdict(set)
        """Events that a version of a receiver's filter left out, even if another version applied later."""
        self._tags: dict[int, str] = {}
        self._sent: dict[tuple[object, ReceiverId, int], int | None] = {}
        self._fixed: dict[tuple[ReceiverId, int], int] = {}
        self._versions: dict[ReceiverId, Versions] = {}
        self._attempted: defaultdict[ReceiverId, dict[int, str | None]] = defaultdict(dict)
        """For each event, the pattern that was in force when an attempt was recorded first."""

    def matching(self, tx: Transaction, receiver_id: ReceiverId, *, start: int, last: int) -> list[int]:
        """Return the events from `start` to `last` that match the version in force for each."""
        self.read(tx)
        versions = versions_of(tx, receiver_id)
        return [one for one in range(start, last + 1) if self._lets_through(versions, one)]

    def filtered(self, tx: Transaction, receiver_id: ReceiverId, *, start: int, last: int) -> set[int]:
        """Return the events that are filtered, now or under an earlier version."""
        matching = self.matching(tx, receiver_id, start=start, last=last)
        return self.ever_filtered[receiver_id] | {*range(start, last + 1)} - {*matching}

    def read(self, tx: Transaction) -> None:
        """Read new events: their bodies may be erased later."""
        for sequence, body in tx.execute(
            "SELECT sequence, body FROM events WHERE sequence > ? ORDER BY sequence", (len(self._tags),)
        ):
            self._tags[sequence] = json.loads(body).get("tag", "")

    def _lets_through(self, versions: Versions, sequence: int) -> bool:
        pattern = _in_force(versions, sequence)
        return pattern is None or self._tags[sequence] in PATTERNS[pattern]

    # Requests and records

    def sending(self, tx: Transaction, receiver: Receiver, sequence: int, request: bytes, *, sender: object) -> None:
        """Check that a request is for an event that matches, and names the match before it."""
        here = f"{receiver.id % 1000}:{sequence}"
        previous = _previous_in(request)
        self._sent[sender, receiver.id, sequence] = previous
        versions = versions_of(tx, receiver.id)
        matching = self.matching(tx, receiver.id, start=receiver.start, last=sequence)
        check(matching[-1:] == [sequence], "S27", f"{here} is filtered by {versions}")
        expected = matching[-2] if len(matching) > 1 else 0
        check(previous is not None or not versions, "S28", f"{here} does not name {expected}")
        check(previous in (None, expected), "S28", f"{here} names {previous}, not {expected}")
        fixed = self._fixed.get((receiver.id, sequence), previous)
        check(previous in (None, fixed), "S28", f"{here} named {fixed}, and names {previous}")

    def recorded(self, tx: Transaction, receiver: Receiver | None, sequence: int, *, sender: object) -> None:
        """Check that the version that an attempt was made under is still in force when the attempt is recorded."""
        if receiver is None:
            return
        previous = self._sent.get((sender, receiver.id, sequence))
        here = f"{receiver.id % 1000}:{sequence}"
        matching = self.matching(tx, receiver.id, start=receiver.start, last=sequence)
        check(matching[-1:] == [sequence], "S29", f"{here} was sent, and is filtered when it is recorded")
        expected = matching[-2] if len(matching) > 1 else 0
        check(previous in (None, expected), "S29", f"{here} named {previous}, and is recorded after {expected}")
        self._fixed[receiver.id, sequence] = expected
        pattern = _in_force(versions_of(tx, receiver.id), sequence)
        self._attempted[receiver.id].setdefault(sequence, pattern)

    # After each step

    def look(self, tx: Transaction, receiver: Receiver, counts: Mapping[DeliveryState, int]) -> None:
        """Check the versions and the number of filtered deliveries."""
        here, versions = receiver.id % 1000, versions_of(tx, receiver.id)
        before = self._versions.get(receiver.id, [])
        self._versions[receiver.id] = versions
        kept = [one for one in before if one in versions]
        check(before[: len(kept)] == kept, "S29", f"{here}: {before} became {versions}")
        if before != versions:
            attempted = self._attempted[receiver.id].items()
            wrong = [one for one, pattern in attempted if _in_force(versions, one) != pattern]
            check(not wrong, "S29", f"{here}: {before} became {versions} although {wrong} were attempted")
        head = receiver.start - 1 + sum(counts.values())
        matching = set(self.matching(tx, receiver.id, start=receiver.start, last=head))
        filtered = {one for one in range(receiver.start, head + 1) if one not in matching}
        self.ever_filtered[receiver.id] |= filtered
        sql = "SELECT sequence FROM retries WHERE receiver_id = ?"
        without_row = filtered - {sequence for (sequence,) in tx.execute(sql, (receiver.id,))}
        count = counts[DeliveryState.FILTERED]
        check(count == len(without_row), "S27", f"{here}: {count} filtered, not {sorted(without_row)} by {versions}")

    def in_the_end(self, tx: Transaction, receiver: Receiver) -> None:
        """Check that the filter that was set last is in force."""
        versions = versions_of(tx, receiver.id)
        newest = versions[-1][1] if versions else None
        check(newest == receiver.filter, "L8", f"{receiver.id % 1000}: {versions}, not {receiver.filter}")


def _in_force(versions: Versions, sequence: int) -> str | None:
    """Return the pattern that is in force for an event; None if it lets every event through."""
    return ([None] + [pattern for first, pattern in versions if first <= sequence])[-1]


def _previous_in(request: bytes) -> int | None:
    """Return the number in the header `plantstore-previous-sequence`; None if there is none."""
    for line in request.partition(b"\r\n\r\n")[0].split(b"\r\n"):
        name, _, value = line.partition(b": ")
        if name.lower() == b"plantstore-previous-sequence":
            return int(value)
    return None
