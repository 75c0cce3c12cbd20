"""Commands on replays: count what a request covers, create a replay, cancel it. `delivery/replay_runner.py` runs them.

A replay covers only events up to the receiver's cursor at the time of the request: later events are still queued, and
would be sent twice.
"""

from dataclasses import dataclass

from plantstore.core.ids import Ids
from plantstore.domain.deliveries.replay import Replay, ReplayOnly, ReplayState
from plantstore.domain.errors import Conflict, FieldError, Invalid, NotFound
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.timestamps import Instant
from plantstore.receivers.commands import find, out_of_range
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events, filter_pages, retries
from plantstore.storage.tables import replays as stored

RUNNING_MAX = 10  # max running replays per receiver; people need one or two
PACE_MIN, PACE_MAX = 0.1, 10_000  # requests per second: from one in 10 s to about what one connection can carry


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayRequest:
    """What to send again: sequences `first` to `last`, or events added at or after `since` and before `until`.

    An open end means the last event sent. `pace` is in requests per second; None is as fast as the receiver accepts.
    """

    first: int | None = None
    last: int | None = None
    since: Instant | None = None
    until: Instant | None = None
    only: ReplayOnly = ReplayOnly.FAILED
    pace: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How many deliveries a request covers, and in which range. If `total` is 0, `reason` says why."""

    first: int
    last: int
    total: int
    reason: str = ""


def count(tx: Transaction, receiver: Receiver, request: ReplayRequest) -> Count:
    """Count the deliveries that a request would send. The range is limited to the receiver's start and its cursor."""
    check(request)
    requested_first, requested_last = _requested_range(tx, request)
    first, last = max(requested_first, receiver.start), min(requested_last, receiver.cursor)
    if first > last:
        reason = _why_no_range(receiver, requested_first, requested_last, head=events.head(tx))
        return Count(first=first, last=last, total=0, reason=reason)
    if request.only is ReplayOnly.FAILED:
        total = retries.count_exhausted(tx, receiver.id, first=first, last=last)
        reason = f'None of the deliveries of events {first} to {last} has failed; with "all" they are sent again.'
    else:
        total = _count_sendable(tx, receiver, first=first, last=last)
        reason = f"The events {first} to {last} are erased: there is nothing left to send."
        if receiver.filtered:
            reason = f"The receiver's filter leaves out all of the events {first} to {last} that are not erased."
    return Count(first=first, last=last, total=total, reason="" if total else reason)


def _count_sendable(tx: Transaction, receiver: Receiver, *, first: int, last: int) -> int:
    """Return how many events from `first` to `last` are neither erased nor filtered."""
    if not receiver.filtered:
        return events.count_between(tx, first=first, last=last)
    matches = filter_pages.matches_of(tx, receiver)
    erased = sum(map(matches.has, events.erased_between(tx, first=first, last=last)))
    return matches.count(first=first, last=last) - erased


def create(tx: Transaction, *, ids: Ids, receiver_id: ReceiverId, request: ReplayRequest, asked_by: str) -> Replay:
    """Create a replay, which the receiver's worker runs as soon as the receiver is not paused or disabled.

    Raise Conflict, which says why, if the request covers nothing.
    """
    receiver = find(tx, receiver_id)
    found = count(tx, receiver, request)
    if not found.total:
        raise Conflict(found.reason)
    if len(stored.running(tx, receiver_id)) >= RUNNING_MAX:
        raise Conflict(f"{RUNNING_MAX} replays are running for this receiver already: wait for one, or cancel one.")
    replay = Replay(
        id=ids.replay(),
        receiver_id=receiver_id,
        first=found.first,
        last=found.last,
        only=request.only,
        pace=request.pace,
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
    """Return a replay of this receiver; raise NotFound if there is none."""
    replay = stored.find(tx, find(tx, receiver_id).id, replay_id)
    if replay is None:
        raise NotFound("There is no such replay.")
    return replay


def cancel(tx: Transaction, receiver_id: ReceiverId, replay_id: str) -> Replay:
    """Stop a replay at its position. No effect if it has ended."""
    replay = find_replay(tx, receiver_id, replay_id)
    stored.cancel(tx, replay)
    return find_replay(tx, receiver_id, replay_id)


def check(request: ReplayRequest) -> None:
    """Raise Invalid with everything that is wrong with a request."""
    problems = out_of_range("/pace", request.pace, PACE_MIN, PACE_MAX)
    by_sequence, by_time = (request.first, request.last), (request.since, request.until)
    if any(end is not None for end in by_sequence) and any(end is not None for end in by_time):
        problems.append(_wrong("/since", "range", "Name sequences (first, last) or times (since, until), not both."))
    elif request.first is None and request.since is None:
        problems.append(_wrong("/first", "required", "Say where to begin: first, a sequence, or since, a time."))
    if request.first is not None and request.first < 1:
        problems.append(_wrong("/first", "range", "Sequences begin at 1."))
    if request.last is not None and request.last < (request.first or 1):
        problems.append(_wrong("/last", "range", "Write a sequence that is not before `first`."))
    if request.since is not None and request.until is not None and request.until <= request.since:
        problems.append(_wrong("/until", "range", "Write a time after since."))
    if problems:
        raise Invalid(fields=tuple(problems))


def _requested_range(tx: Transaction, request: ReplayRequest) -> tuple[int, int]:
    """Return the first and the last sequence requested; the last is at most the head of the log."""
    head = events.head(tx)
    first = request.first if request.since is None else events.first_since(tx, request.since)
    last = request.last if request.until is None else events.last_before(tx, request.until)
    assert first is not None, "checked"
    return first, head if last is None else min(last, head)


def _why_no_range(receiver: Receiver, first: int, last: int, *, head: int) -> str:
    if first > last:
        return (
            f"There are no events in that range: the log ends at {head}."
            if first > head
            else "No plant was added in that time."
        )
    if last < receiver.start:
        return f"This receiver gets events from {receiver.start} on, and the range ends at {last}."
    return f"Events after {receiver.cursor} are still queued for this receiver, and need no replay."


def _wrong(pointer: str, code: str, detail: str) -> FieldError:
    return FieldError(pointer=pointer, code=code, detail=detail)
