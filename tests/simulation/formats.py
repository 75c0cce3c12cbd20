"""Formats of receivers' bodies in a scenario: a plain model of what each format makes, and checks against that model.

The model reads which formats the store has put in force. It computes their bodies itself, from the events as they were
when they were added.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Payload, Receiver
from plantstore.receivers.patch import ReceiverPatch
from plantstore.storage.database import Transaction
from tests.simulation.invariants import check

Format = tuple[Payload, str | None]
"""The payload of a receiver, and its expression."""
Versions = list[tuple[int, Format]]
_IDS = {"full/1": Payload.FULL, "basic/1": Payload.BASIC, "jmespath/1": Payload.EXPRESSION}


def _as_json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


BODIES: Mapping[Format, Callable[[bytes, bytes, dict[str, Any]], bytes | None]] = {
    (Payload.FULL, None): lambda full, _basic, _record: full,
    (Payload.BASIC, None): lambda _full, basic, _record: basic,
    (Payload.EXPRESSION, "{title: name, stock: stock_quantity}"): lambda _full, _basic, record: _as_json(
        {"title": record["name"], "stock": record["stock_quantity"]}
    ),
    (Payload.EXPRESSION, "[abs(stock_quantity)]"): lambda _full, _basic, record: (
        None if record["stock_quantity"] is None else _as_json([record["stock_quantity"]])
    ),
}
"""The formats of scenarios, and what each makes of a full body, a basic body and the record; None if it cannot."""


def patch_of(chosen: Format) -> ReceiverPatch:
    """Return the change that sets a format."""
    return ReceiverPatch(payload=chosen[0], expression=chosen[1])


def stock_of(name: str) -> int | None:
    """Return the stock of a plant: a function of its name, so that a repeated request adds the same plant."""
    return sum(name.encode()) % 50 if sum(name.encode()) % 3 else None


def versions_of(tx: Transaction, receiver: Receiver) -> Versions:
    """Return the first event and the format of each version that is in force, in order."""
    sql = "SELECT first, format, expression FROM receiver_formats WHERE receiver_id = ? ORDER BY first"
    found = [(first, (_IDS[name], expression)) for first, name, expression in tx.execute(sql, (receiver.id,))]
    return found or [(1, (receiver.payload, receiver.expression))]


class FormatModel:
    """Computes the bodies of all receivers, and remembers what was sent to them."""

    def __init__(self) -> None:
        self._events: dict[int, tuple[bytes, bytes]] = {}
        self._sent: dict[tuple[object, ReceiverId, int], tuple[Format, bytes]] = {}
        self._fixed: dict[tuple[ReceiverId, int], bytes] = {}
        """The body of each event of which an attempt was recorded.

        A process that is killed or loses its lease may leave others unrecorded.
        """
        self._versions: dict[ReceiverId, Versions] = {}
        self._attempted: defaultdict[ReceiverId, dict[int, Format]] = defaultdict(dict)
        """For each event, the format that was in force when an attempt was recorded first."""

    def read(self, tx: Transaction) -> None:
        """Read new events: their bodies may be erased later."""
        sql = "SELECT sequence, body, body_basic FROM events WHERE sequence > ?"
        self._events |= {sequence: (full, basic) for sequence, full, basic in tx.execute(sql, (len(self._events),))}

    def sending(
        self, tx: Transaction, receiver: Receiver | None, sequence: int, body: bytes, *, sender: object
    ) -> None:
        """Check that a request has the body that the format in force makes, the same each time."""
        if receiver is None:
            return
        self.read(tx)
        here, versions = f"{receiver.id % 1000}:{sequence}", versions_of(tx, receiver)
        expected = self._body(versions, sequence)
        check(expected is not None, "S31", f"{here} has no body by {versions}, and {body!r} is sent")
        check(body == expected, "S30", f"{here} is {body!r}, not {expected!r} by {versions}")
        before = self._sent.get((sender, receiver.id, sequence), (None, body))[1]
        first = self._fixed.get((receiver.id, sequence), before)
        check(body == first, "S8", f"{here} was {first!r}, and is {body!r}")
        self._sent[sender, receiver.id, sequence] = _in_force(versions, sequence), body

    def recorded(
        self, tx: Transaction, receiver: Receiver | None, sequence: int, kind: OutcomeKind, *, sender: object
    ) -> None:
        """Check that the format that an attempt was made with is still in force when the attempt is recorded."""
        if receiver is None:
            return
        self.read(tx)
        here, versions = f"{receiver.id % 1000}:{sequence}", versions_of(tx, receiver)
        now = _in_force(versions, sequence)
        if kind is OutcomeKind.BODY_FAILED:
            check(self._body(versions, sequence) is None, "S31", f"{here} has a body by {versions}, and failed")
        else:
            sent, body = self._sent.get((sender, receiver.id, sequence), (now, b""))
            check(sent == now, "S32", f"{here} was sent as {sent}, and is {now} when it is recorded")
            if body:
                self._fixed[receiver.id, sequence] = body
        self._attempted[receiver.id].setdefault(sequence, now)

    def look(self, tx: Transaction, receiver: Receiver) -> None:
        """Check that no version applies to an event that was attempted under another."""
        here, versions = receiver.id % 1000, versions_of(tx, receiver)
        before = self._versions.get(receiver.id, versions)
        self._versions[receiver.id] = versions
        if before == versions:
            return
        kept = [one for one in before if one in versions]
        check(before[: len(kept)] == kept, "S32", f"{here}: {before} became {versions}")
        attempted = self._attempted[receiver.id].items()
        wrong = [one for one, chosen in attempted if _in_force(versions, one) != chosen]
        check(not wrong, "S32", f"{here}: {before} became {versions} although {wrong} were attempted")

    def in_the_end(self, tx: Transaction, receiver: Receiver) -> None:
        """Check that the format that was set last is in force."""
        newest, wanted = versions_of(tx, receiver)[-1][1], (receiver.payload, receiver.expression)
        check(newest == wanted, "L9", f"{receiver.id % 1000}: {newest}, not {wanted}")

    def _body(self, versions: Versions, sequence: int) -> bytes | None:
        full, basic = self._events[sequence]
        return BODIES[_in_force(versions, sequence)](full, basic, json.loads(full))


def _in_force(versions: Versions, sequence: int) -> Format:
    return [chosen for first, chosen in versions if first <= sequence][-1]
