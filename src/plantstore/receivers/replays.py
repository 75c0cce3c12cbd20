"""Verbs on replays: count what a wish covers, ask for it, cancel it. `delivery/receiver_worker.py` runs them.

A replay covers only what lay at or below the receiver's cursor when it was asked for: what lies beyond is owed anyway,
and would come twice.
"""

from dataclasses import dataclass

from plantstore.core.ids import Ids
from plantstore.domain.errors import Conflict, FieldError, Invalid, NotFound
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receiver import Receiver
from plantstore.domain.replay import Replay, ReplayOnly, ReplayState
from plantstore.domain.timestamps import Instant
from plantstore.receivers.commands import find, out_of_range
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events, retries
from plantstore.storage.tables import replays as stored

RUNNING_MAX = 10  # of one receiver: a person asks for one or two, a script that asks for more has lost its way
PACE_MIN, PACE_MAX = 0.1, 10_000  # requests per second: one in 10 s, or about as fast as one connection carries


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayRequest:
    """What is to be sent again: `first`…`last`, or what was added from `since` on and before `until`.

    An end that is not named is the end of what was sent. `pace` is in requests per second; None is as fast as the
    receiver takes them.
    """

    first: int | None = None
    last: int | None = None
    since: Instant | None = None
    until: Instant | None = None
    only: ReplayOnly = ReplayOnly.FAILED
    pace: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How many deliveries a wish covers, in which range. With a `total` of 0, `reason` says what removed everything."""

    first: int
    last: int
    total: int
    reason: str = ""


def count(tx: Transaction, receiver: Receiver, wish: ReplayRequest) -> Count:
    """Count what would be sent. The range is clipped to what the receiver was sent: its start to its cursor."""
    check(wish)
    asked_first, asked_last = _asked_range(tx, wish)
    first, last = max(asked_first, receiver.start), min(asked_last, receiver.cursor)
    if first > last:
        reason = _why_no_range(receiver, asked_first, asked_last, head=events.head(tx))
        return Count(first=first, last=last, total=0, reason=reason)
    if wish.only is ReplayOnly.FAILED:
        total = retries.count_exhausted(tx, receiver.id, first=first, last=last)
        reason = f'None of the deliveries of events {first} to {last} has failed; with "all" they are sent again.'
    else:
        total = events.count_between(tx, first=first, last=last)
        reason = f"The events {first} to {last} are erased: there is nothing left to send."
    return Count(first=first, last=last, total=total, reason="" if total else reason)


def ask(tx: Transaction, *, ids: Ids, receiver_id: ReceiverId, wish: ReplayRequest, asked_by: str) -> Replay:
    """Write the wish down; the receiver's pump runs it, of a paused or disabled receiver once it is resumed.

    A wish that covers nothing is a Conflict that says why.
    """
    receiver = find(tx, receiver_id)
    found = count(tx, receiver, wish)
    if not found.total:
        raise Conflict(found.reason)
    if len(stored.running(tx, receiver_id)) >= RUNNING_MAX:
        raise Conflict(f"{RUNNING_MAX} replays are running for this receiver already: wait for one, or cancel one.")
    replay = Replay(
        id=ids.replay(),
        receiver_id=receiver_id,
        first=found.first,
        last=found.last,
        only=wish.only,
        pace=wish.pace,
        state=ReplayState.RUNNING,
        position=found.first - 1,
        total=found.total,
        accepted=0,
        failed=0,
        asked_by=asked_by,
        asked_at=tx.now,
    )
    stored.insert(tx, replay)
    return replay


def find_replay(tx: Transaction, receiver_id: ReceiverId, replay_id: str) -> Replay:
    """Give a replay of this receiver, or NotFound."""
    replay = stored.find(tx, find(tx, receiver_id).id, replay_id)
    if replay is None:
        raise NotFound("There is no such replay.")
    return replay


def cancel(tx: Transaction, receiver_id: ReceiverId, replay_id: str) -> Replay:
    """End a replay where it stands; what was sent stays sent. One that has ended stays as it is."""
    replay = find_replay(tx, receiver_id, replay_id)
    stored.cancel(tx, replay)
    return find_replay(tx, receiver_id, replay_id)


def check(wish: ReplayRequest) -> None:
    """Refuse a wish that makes no sense: Invalid names everything that is wrong."""
    problems = out_of_range("/pace", wish.pace, PACE_MIN, PACE_MAX)
    by_sequence, by_time = (wish.first, wish.last), (wish.since, wish.until)
    if any(end is not None for end in by_sequence) and any(end is not None for end in by_time):
        problems.append(_wrong("/since", "range", "Name sequences (first, last) or times (since, until), not both."))
    elif wish.first is None and wish.since is None:
        problems.append(_wrong("/first", "required", "Say where to begin: first, a sequence, or since, a time."))
    if wish.first is not None and wish.first < 1:
        problems.append(_wrong("/first", "range", "Sequences begin at 1."))
    if wish.last is not None and wish.last < (wish.first or 1):
        problems.append(_wrong("/last", "range", "Write a sequence from first on."))
    if wish.since is not None and wish.until is not None and wish.until <= wish.since:
        problems.append(_wrong("/until", "range", "Write a time after since."))
    if problems:
        raise Invalid(fields=tuple(problems))


def _asked_range(tx: Transaction, wish: ReplayRequest) -> tuple[int, int]:
    """The first and the last sequence that a person means; the last is not beyond the head of the log."""
    head = events.head(tx)
    first = wish.first if wish.since is None else events.first_since(tx, wish.since)
    last = wish.last if wish.until is None else events.last_before(tx, wish.until)
    assert first is not None, "checked"
    return first, head if last is None else min(last, head)


def _why_no_range(receiver: Receiver, first: int, last: int, *, head: int) -> str:
    if first > last:
        return f"No event lies there: the log ends at {head}." if first > head else "No plant was added in that time."
    if last < receiver.start:
        return f"This receiver is owed events from {receiver.start} on, and these end at {last}."
    return f"Events beyond {receiver.cursor} were not sent to this receiver yet: they come without a replay."


def _wrong(pointer: str, code: str, detail: str) -> FieldError:
    return FieldError(pointer=pointer, code=code, detail=detail)
