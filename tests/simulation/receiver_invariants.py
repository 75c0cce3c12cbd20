"""The invariants of one receiver's deliveries, read from the tables alone.

Each function returns a list of violations in words, which is empty if all is well.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from types import MappingProxyType

from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, RetryState
from plantstore.domain.deliveries.replay import Replay, ReplayOnly, ReplayState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.operations.audit.auditor import audit_in_full
from plantstore.storage.database import Transaction
from plantstore.storage.queries import retention
from plantstore.storage.tables import attempts, cancelled_ranges, events, replays, retries
from plantstore.storage.tables.hourly_stats import HOUR_US

REPLAYS_MAX = 1_000  # of one receiver in one scenario


@dataclass(frozen=True, slots=True)
class Asked:
    """The state when a replay was requested: the exhausted deliveries in its range, and the newest attempt."""

    replay_id: str
    given_up: frozenset[int]
    newest_attempt: int


def given_up(tx: Transaction, receiver_id: ReceiverId) -> set[int]:
    sql = "SELECT sequence FROM retries WHERE receiver_id = ? AND state = 'exhausted'"
    return {row[0] for row in tx.execute(sql, (receiver_id,))}


def asked(tx: Transaction, replay: Replay) -> Asked:
    """Return the state when a replay is requested, in the same transaction."""
    promised = {one for one in given_up(tx, replay.receiver_id) if replay.first <= one <= replay.last}
    return Asked(replay.id, frozenset(promised), attempts.newest_id(tx))


def cancelled(tx: Transaction, receiver_id: ReceiverId) -> set[int]:
    """Return the deliveries that are cancelled."""
    rows = tx.execute("SELECT sequence FROM retries WHERE receiver_id = ? AND state = 'cancelled'", (receiver_id,))
    ranges = tx.execute("SELECT first, last FROM skips WHERE receiver_id = ?", (receiver_id,))
    return {row[0] for row in rows}.union(*(range(first, last + 1) for first, last in ranges))


def given_up_early(tx: Transaction) -> list[str]:
    """Return the deliveries that were exhausted before the end of the retry schedule."""
    sql = (
        "SELECT receiver_id, sequence, attempts FROM retries "
        "WHERE state = 'exhausted' AND attempts <> ? AND last_outcome <> 'body_failed'"
    )
    return [f"{row[0]}:{row[1]} was exhausted after {row[2]}" for row in tx.execute(sql, (ATTEMPTS_MAX,))]


def wrong_with_replays(
    tx: Transaction,
    receiver_ids: Collection[ReceiverId],
    promises: dict[str, Asked],
    may_repeat: Callable[[ReceiverId, int], bool] = lambda _receiver_id, _sequence: False,
    filtered: Mapping[ReceiverId, Collection[int]] = MappingProxyType({}),
) -> Iterator[str]:
    """Check every replay of these receivers, whether it runs or not; `filtered` are events that it may leave out."""
    sent: dict[str, list[tuple[int, str]]] = {}
    for replay_id, sequence, outcome in tx.execute(
        "SELECT replay_id, sequence, outcome FROM attempts WHERE replay_id IS NOT NULL"
    ):
        sent.setdefault(replay_id, []).append((sequence, outcome))
    for receiver_id in receiver_ids:
        for replay in replays.page(tx, receiver_id, limit=REPLAYS_MAX):
            for wrong in wrong_with_replay(tx, replay, sent.get(replay.id, []), promises, may_repeat, filtered):
                yield f"{replay} {wrong}"


def wrong_with_replay(
    tx: Transaction,
    replay: Replay,
    sent: list[tuple[int, str]],
    promises: dict[str, Asked],
    may_repeat: Callable[[ReceiverId, int], bool],
    filtered: Mapping[ReceiverId, Collection[int]],
) -> Iterator[str]:
    """Check that a replay's counts agree with `attempts`, and that it sent each event exactly once."""
    if not replay.first - 1 <= replay.position <= replay.last:
        yield "has a position outside its range"
    if (replay.ended_at is None) != (replay.state is ReplayState.RUNNING):
        yield "has a state that contradicts its end time"
    if replay.state is ReplayState.RUNNING and replay.position >= replay.last:
        yield "is at its end but still runs"
    if retention.attempts_removed_to(tx) >= replay.first:
        return  # its requests can no longer be known
    accepted = sum(outcome == "accepted" for _, outcome in sent)
    if (replay.accepted, replay.failed) != (accepted, len(sent) - accepted):
        yield f"sent {sent}"
    repeated = [one for one, times in Counter(one for one, _ in sent).items() if times > 1]
    if twice := [one for one in repeated if not may_repeat(replay.receiver_id, one)]:
        yield f"is recorded twice: {twice}"
    if any(outcome == "stopped" for _, outcome in sent):
        yield f"counts requests aborted by our own stop: {sent}"
    if not all(replay.first <= one <= replay.last for one, _ in sent):
        yield f"sent deliveries outside its range: {sent}"
    if replay.state is ReplayState.DONE and replay.id in promises:
        missing = _left_out(tx, replay, {one for one, _ in sent}, promises[replay.id])
        missing.difference_update(filtered.get(replay.receiver_id, ()))
        if missing:
            yield f"left out {missing}"


def wrong_with_tallies(tx: Transaction, *, since: Instant) -> Iterator[str]:
    """Check the statistics from that hour on: they count at least the attempts in the table, and no more unless some
    were removed.
    """
    made, counted = Counter[tuple[int, int, bool]](), Counter[tuple[int, int, bool]]()
    sql = "SELECT receiver_id, started_at + duration_us, outcome FROM attempts"
    for receiver_id, ended_at, outcome in tx.execute(sql):
        made[receiver_id, ended_at // HOUR_US * HOUR_US, outcome == "accepted"] += 1
    for receiver_id, hour_at, accepted, failed in tx.execute(
        "SELECT receiver_id, hour_at, accepted, failed FROM tallies"
    ):
        counted[receiver_id, hour_at, True], counted[receiver_id, hour_at, False] = accepted, failed
    all_there = not retention.attempts_removed_to(tx)
    for key in made.keys() | counted.keys():
        if key[1] >= since and (made[key] > counted[key] or (all_there and made[key] < counted[key])):
            yield f"{key}: {counted[key]} counted, {made[key]} attempts in the table"


def _left_out(tx: Transaction, replay: Replay, sent: set[int], promise: Asked) -> set[int]:
    """Return what a finished replay failed to send: of all events, or of those still exhausted and not attempted
    since.
    """
    if replay.only is ReplayOnly.ALL:
        erased = events.erased_between(tx, first=replay.first, last=replay.last)
        return set(range(replay.first, replay.last + 1)) - sent - set(erased)
    left = given_up(tx, replay.receiver_id) & (promise.given_up - sent)
    sql = "SELECT DISTINCT sequence FROM attempts WHERE receiver_id = ? AND id > ?"
    return left - {row[0] for row in tx.execute(sql, (replay.receiver_id, promise.newest_attempt))}


def wrong_with_the_end(
    tx: Transaction, receiver_id: ReceiverId, *, first: int, last: int, filtered: Collection[int] = ()
) -> list[str]:
    """Check a removed receiver: every delivery due until then was accepted, exhausted or cancelled, and no
    replay runs.
    """
    wrong = [f"{one} runs" for one in replays.running(tx, receiver_id)]
    if tx.execute("SELECT 1 FROM receivers WHERE id = ?", (receiver_id,)) == []:
        return wrong  # its rows were removed long ago
    first = max(first, retention.attempts_removed_to(tx) + 1)
    rows = retries.between(tx, receiver_id, first=first, last=last)
    accepted = attempts.accepted_between(tx, receiver_id, first=first, last=last)
    erased = set(events.erased_between(tx, first=first, last=last))
    for sequence in range(first, last + 1):
        row = rows.get(sequence)
        waits = row is not None and row.state is RetryState.WAITING
        if sequence in accepted or (row is None and sequence in filtered):
            continue
        if waits:
            wrong.append(f"{sequence} waits for ever")
        if (
            (row is None or waits)
            and sequence not in erased
            and not cancelled_ranges.contains(tx, receiver_id, sequence)
        ):
            wrong.append(f"{sequence} is lost: {row}")
    return wrong


def wrong_with_the_store(tx: Transaction) -> list[str]:
    """The full audit: every number is 0."""
    findings = audit_in_full(lambda: nullcontext(tx), retry_scale=1.0)
    return [f"{number}: {finding}" for number, finding in findings.items() if finding.count]
