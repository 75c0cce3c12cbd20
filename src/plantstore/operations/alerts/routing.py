"""Which channels get an incident, and which quiet hours each of them has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from plantstore.domain.alerts.incident import Incident
from plantstore.domain.alerts.quiet_hours import QuietHours
from plantstore.domain.alerts.rules import RULES, RuleKey, RuleSetting
from plantstore.storage.database import Transaction
from plantstore.storage.queries import alert_sources
from plantstore.storage.queries.alert_sources import AlertRecipient
from plantstore.storage.tables import alert_rules
from plantstore.storage.tables.alert_rules import STORE_SCOPE


@dataclass(frozen=True, slots=True, kw_only=True)
class Routing:
    """The channels with their settings, read in one transaction."""

    recipients: Sequence[AlertRecipient] = ()
    wanted: Mapping[tuple[str, RuleKey], bool] = field(default_factory=dict)
    quiet: Mapping[str, QuietHours] = field(default_factory=dict)
    settings: Mapping[RuleKey, RuleSetting] = field(default_factory=dict)

    def wants(self, recipient: AlertRecipient, rule: RuleKey) -> bool:
        """True if a channel gets a rule's messages; the store's channels get personal rules only if that was chosen."""
        return self.wanted.get((recipient.id, rule), not (RULES[rule].is_personal and recipient.person_id is None))

    def channels_of(self, incident: Incident) -> list[str]:
        """Return the ids of the channels that get an incident; not the channel that the incident is about."""
        return [one.id for one in self.recipients if not one.is_disabled and self._gets(one, incident)]

    def reports_recovery(self, recipient: AlertRecipient) -> bool:
        """True if a channel gets the message that a receiver works again."""
        setting = self.settings.get(RuleKey.RECEIVER_RECOVERED)
        return (setting is None or setting.enabled) and self.wants(recipient, RuleKey.RECEIVER_RECOVERED)

    def quiet_hours(self, recipient: AlertRecipient) -> QuietHours | None:
        """Return the quiet hours of a channel: its own, else those of its person, else those of the store."""
        scopes = (recipient.id, recipient.person_id, STORE_SCOPE)
        return next((self.quiet[scope] for scope in scopes if scope is not None and scope in self.quiet), None)

    def _gets(self, recipient: AlertRecipient, incident: Incident) -> bool:
        if incident.rule is RuleKey.CHANNEL_FAILING and incident.subject == recipient.id:
            return False
        return self.wants(recipient, incident.rule)


def read_routing(tx: Transaction, settings: Mapping[RuleKey, RuleSetting]) -> Routing:
    """Return the channels, what they get, and their quiet hours."""
    return Routing(
        recipients=alert_sources.recipients(tx),
        wanted=alert_rules.routes(tx),
        quiet=alert_rules.quiet_hours(tx),
        settings=settings,
    )
