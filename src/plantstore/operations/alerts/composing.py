"""Write the messages that channels are to get now into the outbox, and note what they report, in one transaction."""

from collections.abc import Callable, Sequence
from zoneinfo import ZoneInfo

from plantstore.domain.alerts.incident import Incident
from plantstore.domain.alerts.message import AlertMessage
from plantstore.domain.alerts.planning import Paces, PlannedMessage, Situation, plan, reminded
from plantstore.domain.alerts.rules import RuleKey
from plantstore.domain.alerts.wording import words_of
from plantstore.domain.timestamps import Instant
from plantstore.operations.alerts.routing import Routing
from plantstore.storage.database import Transaction
from plantstore.storage.queries.alert_sources import AlertRecipient
from plantstore.storage.tables import alert_incidents as stored
from plantstore.storage.tables import alert_messages, alert_rules

PENDING_MAX = 100  # max messages of a channel that are still to be sent; older ones are dropped
INCIDENTS_MAX = 2_000  # max incidents that the link of a message acknowledges
_RECOVERIES = frozenset({RuleKey.RECEIVER_FAILING, RuleKey.RECEIVER_DISABLED})
_PATHS = {RuleKey.IMPORT_FINISHED: "imports", RuleKey.IMPORT_FAILED: "imports"}


class Composer:
    """Makes messages. `base_url` is the address of the console, `zone` the time zone of the store."""

    def __init__(self, *, base_url: str, zone: ZoneInfo, new_id: Callable[[], str]) -> None:
        self._base_url = base_url
        self._zone = zone
        self._new_id = new_id

    def has_work(self, tx: Transaction, routing: Routing) -> bool:
        """True if `compose` would change something."""
        if not stored.is_any_due(tx):
            return False
        recipients, paces = {one.id: one for one in routing.recipients}, stored.paces(tx)
        for channel_id, announcements in stored.unfinished(tx).items():
            recipient = recipients.get(channel_id)
            if recipient is None or recipient.is_disabled:
                return True
            made = plan(announcements, self._situation(tx, recipient, routing, paces.get(channel_id, {})))
            if made.messages or made.unreported:
                return True
        return False

    def compose(self, tx: Transaction, routing: Routing) -> int:
        """Store the messages of all channels that are due now; return how many."""
        recipients, paces, count = {one.id: one for one in routing.recipients}, stored.paces(tx), 0
        for channel_id, announcements in stored.unfinished(tx).items():
            recipient = recipients.get(channel_id)
            if recipient is None or recipient.is_disabled:
                forget_channel(tx, channel_id, removed=recipient is None)
                continue
            made = plan(announcements, self._situation(tx, recipient, routing, paces.get(channel_id, {})))
            for planned in made.messages:
                stored.put_announcements(tx, channel_id, [reminded(one, now=tx.now) for one in planned.all])
            stored.put_announcements(tx, channel_id, made.unreported)
            stored.put_paces(tx, channel_id, made.paces)
            messages = [self._message(planned, now=tx.now) for planned in made.messages]
            alert_messages.insert(tx, channel_id, messages)
            if messages:
                alert_messages.drop_oldest(tx, channel_id, kept=PENDING_MAX)
            count += len(messages)
        return count

    def _message(self, planned: PlannedMessage, *, now: Instant) -> AlertMessage:
        words, incidents = words_of(planned, zone=self._zone, now=now), [one.incident for one in planned.all]
        return AlertMessage(
            id=self._new_id(),
            kind=planned.kind,
            severity=words.severity,
            title=words.title,
            lines=words.lines,
            created_at=now,
            link=self._base_url + path_of(incidents),
            incident_ids=tuple(one.id for one in incidents[:INCIDENTS_MAX]),
        )

    def _situation(self, tx: Transaction, recipient: AlertRecipient, routing: Routing, paces: Paces) -> Situation:
        hours = routing.quiet_hours(recipient)
        reports_recovery = routing.reports_recovery(recipient)
        return Situation(
            now=tx.now,
            quiet_until=None if hours is None else hours.end(tx.now, self._zone),
            quiet_ended_at=None if hours is None else hours.last_end(tx.now, self._zone),
            has_pending=alert_messages.count_pending(tx, recipient.id) > 0,
            critical_through=hours is None or hours.critical_through,
            paces=paces,
            reports_closed=lambda rule: reports_recovery or rule not in _RECOVERIES,
        )


def forget_channel(tx: Transaction, channel_id: str, *, removed: bool) -> None:
    """Delete what a channel that is disabled or removed was still to get; of a removed one, its settings too."""
    stored.remove_channel(tx, channel_id)
    alert_messages.fail_all(tx, channel_id, why="The channel was removed." if removed else "The channel is disabled.")
    if removed:
        alert_rules.remove_channel(tx, channel_id)


def path_of(incidents: Sequence[Incident]) -> str:
    """Return the path of the page about these incidents: that of their receiver or import, if there is only one."""
    subjects = {(one.rule, one.subject) for one in incidents}
    if len({subject for _, subject in subjects}) == 1:
        [(rule, subject), *_] = subjects
        if rule in _PATHS:
            return f"/{_PATHS[rule]}/{subject}"
        if all(one.definition.is_about_receivers for one in incidents):
            return f"/receivers/{subject}"
    return "/alerts"
