"""Turn what the rules find into incidents: open those that are new, end those that no longer hold."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from plantstore.domain.alerts.incident import Facts, Incident, Observation
from plantstore.domain.alerts.planning import DISABLED, ENDED, OFF, PAUSED, RECOVERED, REMOVED
from plantstore.domain.alerts.rules import RuleKey, RuleSetting
from plantstore.domain.deliveries.failure_messages import failure_message
from plantstore.domain.public_ids import ReceiverId, parse_receiver
from plantstore.operations.alerts.observing import Observed
from plantstore.operations.alerts.routing import Routing
from plantstore.storage.database import Transaction
from plantstore.storage.queries import alert_sources, backlog
from plantstore.storage.tables import alert_incidents as stored
from plantstore.storage.tables import retries

CAUSES_MAX = 20  # max new incidents whose latest failure is looked up: a message lists no more
_WITH_BACKLOG = frozenset({RuleKey.RECEIVER_FAILING, RuleKey.RECEIVER_DISABLED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What changes: observations without an incident, and incidents that nothing observed."""

    new: Sequence[Observation]
    over: Sequence[Incident]

    def __bool__(self) -> bool:
        return bool(self.new or self.over)


def difference(tx: Transaction, observed: Observed) -> Difference:
    """Compare what was observed with the open incidents of the rules that were applied."""
    known = stored.open_keys(tx)
    holding = {(rule, one.subject) for rule, found in observed.items() for one in found}
    new = [one for found in observed.values() for one in found if (one.rule, one.subject) not in known]
    finished: set[tuple[RuleKey, str]] = set()
    for rule in {one.rule for one in new if one.is_over}:
        subjects = {one.subject for one in new if one.rule is rule}
        finished |= {(rule, subject) for subject in stored.known_subjects(tx, rule, subjects)}
    over = [id for key, id in known.items() if key[0] in observed and key not in holding]
    return Difference(
        new=[one for one in new if (one.rule, one.subject) not in finished], over=stored.find_many(tx, over)
    )


def record(
    tx: Transaction,
    change: Difference,
    settings: Mapping[RuleKey, RuleSetting],
    routing: Routing,
    *,
    new_id: Callable[[], str],
) -> None:
    """Store a difference: new incidents with the channels that are to get them, and the ends of others."""
    opened = _with_details(tx, [_incident(tx, one, id=new_id()) for one in change.new])
    stored.insert(tx, opened, for_channels={one.id: routing.channels_of(one) for one in opened})
    for incident, facts in _ends(tx, change.over, settings):
        stored.end(tx, incident.id, facts=facts)


def has_backlogs(tx: Transaction) -> bool:
    """True if `refresh_backlogs` may have something to store."""
    return any(rule in _WITH_BACKLOG for rule, _ in stored.open_keys(tx))


def refresh_backlogs(tx: Transaction) -> None:
    """Store how many deliveries are queued for each receiver with an open incident, for its later messages."""
    found = [one for one in stored.open_incidents(tx) if one.rule in _WITH_BACKLOG]
    queued = _queued(tx, found)
    for one in found:
        count = queued.get(one.subject, 0)
        if count != one.facts.get("queued"):
            stored.put_facts(tx, one.id, {**one.facts, "queued": count})


def _incident(tx: Transaction, observed: Observation, *, id: str) -> Incident:
    return Incident(
        id=id,
        rule=observed.rule,
        subject=observed.subject,
        subject_name=observed.name,
        facts=observed.facts,
        began_at=min(observed.began_at, tx.now),
        opened_at=tx.now,
        ended_at=tx.now if observed.is_over else None,
    )


def _with_details(tx: Transaction, incidents: Sequence[Incident]) -> list[Incident]:
    """Return incidents about receivers with their backlog and, for the first few, their latest failure."""
    found = [one for one in incidents if one.rule in _WITH_BACKLOG]
    queued = _queued(tx, found)
    details: dict[str, dict[str, Any]] = {one.id: {"queued": queued.get(one.subject, 0)} for one in found}
    for one in found[:CAUSES_MAX]:
        cause = _cause(tx, one.subject) if one.rule is RuleKey.RECEIVER_FAILING else ""
        details[one.id] |= {"cause": cause} if cause else {}
    return [replace(one, facts={**one.facts, **details.get(one.id, {})}) for one in incidents]


def _cause(tx: Transaction, subject: str) -> str:
    """Return why the latest attempt of the oldest waiting delivery failed; "" if none is waiting."""
    id = parse_receiver(subject)
    retry = None if id is None else retries.oldest_waiting(tx, id)
    if retry is None or retry.last_outcome is None:
        return ""
    message = failure_message(retry.last_outcome, retry.last_status)
    return "" if message is None else message.reason


def _ends(
    tx: Transaction, over: Sequence[Incident], settings: Mapping[RuleKey, RuleSetting]
) -> list[tuple[Incident, Facts]]:
    """Return incidents that are over, each with its facts and how it ended."""
    about = [one for one in over if one.definition.is_about_receivers]
    states, left = alert_sources.states(tx, _ids(about)), _queued(tx, about)
    ended: list[tuple[Incident, Facts]] = []
    for one in over:
        how = RECOVERED if settings[one.rule].enabled else OFF
        if how is RECOVERED and one.definition.is_about_receivers:
            how = _how_receiver_ended(one, states)
        ended.append((one, {**one.facts, ENDED: how, "left": left.get(one.subject, 0)}))
    return ended


def _how_receiver_ended(incident: Incident, states: Mapping[ReceiverId, str]) -> str:
    id = parse_receiver(incident.subject)
    state = None if id is None else states.get(id)
    if state is None:
        return REMOVED
    if incident.rule in (RuleKey.DELIVERIES_EXHAUSTED, RuleKey.CERTIFICATE_EXPIRING):
        return RECOVERED
    return {"paused": PAUSED, "disabled": DISABLED}.get(state, RECOVERED)


def _queued(tx: Transaction, incidents: Collection[Incident]) -> dict[str, int]:
    """Return how many deliveries are queued for each receiver, by subject."""
    by_id = {id: one.subject for one in incidents if (id := parse_receiver(one.subject)) is not None}
    return {by_id[id]: lag.total for id, lag in backlog.lags(tx, by_id).items()}


def _ids(incidents: Collection[Incident]) -> set[ReceiverId]:
    return {id for one in incidents if (id := parse_receiver(one.subject)) is not None}
