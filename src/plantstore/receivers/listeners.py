"""Commands on listeners: register one, and store what it reports."""

from collections.abc import Collection, Sequence

from plantstore.core.ids import Ids
from plantstore.domain.errors import Conflict, FieldError, Invalid, NotFound
from plantstore.domain.receivers.listener import (
    IDLE_S_MAX,
    LISTENERS_MAX,
    LISTENERS_PER_TOKEN_MAX,
    Listener,
    ReportedOutcome,
)
from plantstore.domain.receivers.receiver import Receiver, check_name
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.queries import receiver_feed
from plantstore.storage.tables import events
from plantstore.storage.tables import listeners as stored


def register(tx: Transaction, *, ids: Ids, token_id: str, name: str, start: int | None) -> Listener:
    """Add a listener of a token, for events from the sequence `start` on; None for the next event.

    If the token has LISTENERS_PER_TOKEN_MAX already, the oldest of them is removed. Raise Invalid if the name is wrong
    or `start` is beyond the next event, and Conflict if the store has too many.
    """
    name, problems = check_name(name)
    following = events.head(tx) + 1
    if start is not None and start > following:
        detail = f"The log has no event {start:,}; the next one is {following:,}."
        problems.append(FieldError(pointer="/start", code="range", detail=detail))
    if problems:
        raise Invalid(fields=tuple(problems))
    stored.remove_expired(tx)
    others = stored.all_listeners(tx)
    own = [one for one in others if one.token_id == token_id]
    if len(own) >= LISTENERS_PER_TOKEN_MAX:
        stored.remove(tx, own[-1].id)
    elif len(others) >= LISTENERS_MAX:
        raise Conflict(f"There are {LISTENERS_MAX} listeners already. Remove one first.")
    listener = Listener(
        id=ids.listener(),
        token_id=token_id,
        name=name,
        start=start or following,
        created_at=tx.now,
        reported_at=None,
        expires_at=after(tx.now, seconds=IDLE_S_MAX),
    )
    stored.insert(tx, listener)
    return listener


def report(
    tx: Transaction, listener: Listener, outcomes: Sequence[ReportedOutcome], *, of: Sequence[Receiver] | None
) -> Listener:
    """Store what a listener reports, and return the listener.

    `of` are the receivers whose events the listener's token may read; None for all events. Raise Invalid, and store
    nothing, unless every outcome is of another event that the listener has got.
    """
    sequences = [one.sequence for one in outcomes]
    problems = [
        FieldError(pointer=f"/outcomes/{index}/sequence", code=code, detail=detail)
        for index, (code, detail) in enumerate(_problems(tx, listener, sequences, of=of))
        if code
    ]
    if problems:
        raise Invalid(fields=tuple(problems))
    stored.report(tx, listener.id, outcomes, expires_at=after(tx.now, seconds=IDLE_S_MAX))
    return find(tx, listener.id)


def find(tx: Transaction, listener_id: str) -> Listener:
    found = stored.find(tx, listener_id)
    if found is None:
        raise NotFound("There is no such listener. It is removed an hour after its last report.")
    return found


def _problems(
    tx: Transaction, listener: Listener, sequences: Sequence[int], *, of: Sequence[Receiver] | None
) -> list[tuple[str, str]]:
    """Return the code and the detail of the problem of each sequence; empty texts if there is none."""
    head, seen = events.head(tx), set[int]()
    readable: Collection[int] = sequences if of is None else receiver_feed.wanted(tx, of, sequences)
    found = []
    for sequence in sequences:
        if sequence > head:
            found.append(("future", f"The log has no event {sequence:,}; it ends at {head:,}."))
        elif sequence < listener.start:
            found.append(("not_yours", f"The events of this listener begin with {listener.start:,}."))
        elif sequence not in readable:
            found.append(("not_yours", "The token of this listener does not get this event."))
        elif sequence in seen:
            found.append(("repeated", "Report one outcome for each event."))
        else:
            found.append(("", ""))
        seen.add(sequence)
    return found
