"""Which channels get an incident, and which quiet hours each of them has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from plantstore.domain.alerts.incident import Incident
from plantstore.domain.alerts.quiet_hours import QuietHours
from plantstore.domain.alerts.rules import RULES, RuleKey, RuleSetting
from plantstore.domain.person import Person, Role
from plantstore.domain.public_ids import parse_receiver
from plantstore.storage.database import Transaction
from plantstore.storage.queries import alert_sources
from plantstore.storage.queries.alert_sources import AlertRecipient
from plantstore.storage.tables import alert_rules, people
from plantstore.storage.tables.alert_rules import STORE_SCOPE


@dataclass(frozen=True, slots=True, kw_only=True)
class Routing:
    """The channels with their settings, read in one transaction."""

    recipients: Sequence[AlertRecipient] = ()
    wanted: Mapping[tuple[str, RuleKey], bool] = field(default_factory=dict)
    quiet: Mapping[str, QuietHours] = field(default_factory=dict)
    settings: Mapping[RuleKey, RuleSetting] = field(default_factory=dict)
    people: Mapping[str, Person] = field(default_factory=dict)

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
        if not self.wants(recipient, incident.rule):
            return False
        return recipient.person_id is None or may_know(self.people.get(recipient.person_id), incident)


def may_know(person: Person | None, incident: Incident) -> bool:
    """True if a person may know of an incident: an operator of all, others of their receivers and their own imports."""
    if person is None or not person.is_active:
        return False
    if incident.definition.is_personal:
        return incident.facts.get("person_id") == person.id
    if person.role is Role.OPERATOR:
        return True
    receiver_id = parse_receiver(incident.subject)
    if receiver_id is None or not incident.definition.is_about_receivers or person.role is not Role.INTEGRATOR:
        return False
    return person.receiver_ids is None or receiver_id in person.receiver_ids


def read_routing(tx: Transaction, settings: Mapping[RuleKey, RuleSetting]) -> Routing:
    """Return the channels, what they get, and their quiet hours."""
    recipients = alert_sources.recipients(tx)
    found = (people.find(tx, one) for one in {one.person_id for one in recipients if one.person_id is not None})
    return Routing(
        recipients=recipients,
        wanted=alert_rules.routes(tx),
        quiet=alert_rules.quiet_hours(tx),
        settings=settings,
        people={person.id: person for person in found if person is not None},
    )
