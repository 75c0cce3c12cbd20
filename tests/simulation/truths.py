"""What must be true of one receiver's deliveries, whatever happened: asked of the tables alone.

Each answer is a list of what is wrong, in words; an empty one is what everybody wants.
"""

from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass

from plantstore.audit import audit_in_full
from plantstore.domain.delivery import ATTEMPTS_MAX, RetryState
from plantstore.domain.identity import ReceiverId
from plantstore.domain.replay import Replay, ReplayOnly, ReplayState
from plantstore.storage import attempts, events, replays, retries, skips
from plantstore.storage.database import Transaction

REPLAYS_MAX = 1_000  # of one receiver in one story


@dataclass(frozen=True, slots=True)
class Asked:
    """A replay when it was asked for: what was given up in its range, and the newest attempt there was."""

    replay_id: str
    given_up: frozenset[int]
    newest_attempt: int


def given_up(tx: Transaction, receiver_id: ReceiverId) -> set[int]:
    sql = "SELECT sequence FROM retries WHERE receiver_id = ? AND state = 'exhausted'"
    return {row[0] for row in tx.execute(sql, (receiver_id,))}


def asked(tx: Transaction, replay: Replay) -> Asked:
    """Remember what a replay has promised, in the transaction that asks for it."""
    promised = {one for one in given_up(tx, replay.receiver_id) if replay.first <= one <= replay.last}
    return Asked(replay.id, frozenset(promised), attempts.newest(tx))


def wrong_with_rows(tx: Transaction, receiver_id: ReceiverId) -> list[str]:
    """Nothing is given up before its whole ladder."""
    sql = "SELECT sequence, attempts FROM retries WHERE receiver_id = ? AND state = 'exhausted' AND attempts <> ?"
    return [f"{one} given up after {tried}" for one, tried in tx.execute(sql, (receiver_id, ATTEMPTS_MAX))]


def wrong_with_replays(tx: Transaction, receiver_id: ReceiverId, promises: dict[str, Asked]) -> list[str]:
    """Each says of itself what `attempts` says of it, sends nothing twice, and leaves out nothing."""
    wrong = []
    for replay in replays.page(tx, receiver_id, limit=REPLAYS_MAX):
        sql = "SELECT sequence, outcome FROM attempts WHERE replay_id = ?"
        sent = tx.execute(sql, (replay.id,))
        accepted = sum(outcome == "accepted" for _, outcome in sent)
        if (replay.accepted, replay.failed) != (accepted, len(sent) - accepted):
            wrong.append(f"{replay} sent {sent}")
        if twice := [one for one, times in Counter(one for one, _ in sent).items() if times > 1]:
            wrong.append(f"{replay} recorded twice: {twice}")
        if any(outcome == "stopped" for _, outcome in sent):
            wrong.append(f"{replay} counts what our own stop cut off: {sent}")
        if not all(replay.first <= one <= replay.last for one, _ in sent):
            wrong.append(f"{replay} sent what lies outside: {sent}")
        if not replay.first - 1 <= replay.position <= replay.last:
            wrong.append(f"{replay} stands outside of its range")
        if (replay.ended_at is None) != (replay.state is ReplayState.RUNNING):
            wrong.append(f"{replay} has ended, or it has not")
        if replay.state is ReplayState.RUNNING and replay.position >= replay.last:
            wrong.append(f"{replay} has come to its end and runs")
        if replay.state is ReplayState.DONE:
            missing = _left_out(tx, replay, {one for one, _ in sent}, promises[replay.id])
            wrong += [f"{replay} left out {missing}"] if missing else []
    return wrong


def _left_out(tx: Transaction, replay: Replay, sent: set[int], promise: Asked) -> set[int]:
    """What a replay that is done should have sent: all, or what is given up still and was not tried since."""
    if replay.only is ReplayOnly.ALL:
        erased = events.erased_between(tx, first=replay.first, last=replay.last)
        return set(range(replay.first, replay.last + 1)) - sent - set(erased)
    left = given_up(tx, replay.receiver_id) & (promise.given_up - sent)
    sql = "SELECT DISTINCT sequence FROM attempts WHERE receiver_id = ? AND id > ?"
    return left - {row[0] for row in tx.execute(sql, (replay.receiver_id, promise.newest_attempt))}


def wrong_with_the_end(tx: Transaction, receiver_id: ReceiverId, *, first: int, last: int) -> list[str]:
    """Of a receiver that was removed: what was owed until then was accepted, given up or cancelled; no replay runs."""
    wrong = [f"{one} runs" for one in replays.running(tx, receiver_id)]
    rows = retries.between(tx, receiver_id, first=first, last=last)
    accepted = attempts.accepted_between(tx, receiver_id, first=first, last=last)
    erased = set(events.erased_between(tx, first=first, last=last))
    for sequence in range(first, last + 1):
        row = rows.get(sequence)
        ends = [row is not None and row.state is not RetryState.WAITING, skips.spans(tx, receiver_id, sequence)]
        ends.append(sequence in accepted)
        if not any(ends) and sequence not in erased:
            wrong.append(f"{sequence} is lost: {row}")
        if row is not None and row.state is RetryState.WAITING and sequence not in accepted:
            wrong.append(f"{sequence} waits for ever")
    return wrong


def wrong_with_the_store(tx: Transaction) -> list[str]:
    """The full audit: every number is 0."""
    findings = audit_in_full(lambda: nullcontext(tx), retry_scale=1.0)
    return [f"{number}: {finding}" for number, finding in findings.items() if finding.count]
