"""The rules of alerts: what each one watches, how serious it is, its threshold, and whether it is on by default."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.alerts.message import Severity
from plantstore.domain.errors import FieldError, Invalid

FAILING_MINUTES = 15  # a receiver that fails for longer is a problem; its deployments take less

EXPIRING_DAYS = 14  # a certificate that ends sooner is a problem; getting a new one may take a company days


class RuleKey(StrEnum):
    RECEIVER_FAILING = "receiver_failing"
    RECEIVER_DISABLED = "receiver_disabled"
    RECEIVER_RECOVERED = "receiver_recovered"
    DELIVERIES_EXHAUSTED = "deliveries_exhausted"
    CERTIFICATE_EXPIRING = "certificate_expiring"
    BACKLOG_OLD = "backlog_old"
    AUDIT = "audit"
    DISK_LOW = "disk_low"
    BACKUP_OLD = "backup_old"
    BACKUP_BEHIND = "backup_behind"
    NO_DISPATCHER = "no_dispatcher"
    REPLICATION = "replication"
    IMPORT_FINISHED = "import_finished"
    IMPORT_FAILED = "import_failed"
    CHANNEL_FAILING = "channel_failing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """The number that a rule compares with: its unit, its default, and its limits."""

    unit: str
    default: int
    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule with its defaults. `sentence` says when it holds; `{}` is its threshold.

    `recovered` says in one sentence that it no longer holds; "" for a rule about something that happens once.
    `only_postgresql`: it never holds on SQLite. `is_personal`: it concerns the person who began an import, and channels
    of the store receive it only if they ask for it.
    """

    key: RuleKey
    name: str
    sentence: str
    severity: Severity
    threshold: Threshold | None = None
    recovered: str = ""
    enabled: bool = True
    only_postgresql: bool = False
    is_personal: bool = False

    @property
    def is_about_receivers(self) -> bool:
        return self.key in ABOUT_RECEIVERS


ABOUT_RECEIVERS = frozenset(
    {
        RuleKey.RECEIVER_FAILING,
        RuleKey.RECEIVER_DISABLED,
        RuleKey.DELIVERIES_EXHAUSTED,
        RuleKey.CERTIFICATE_EXPIRING,
    }
)
"""Rules whose subject is a receiver."""

_ALL = (
    Rule(
        key=RuleKey.RECEIVER_FAILING,
        name="Receiver failing",
        sentence="A receiver has been failing for {} minutes.",
        severity=Severity.WARNING,
        threshold=Threshold(unit="minutes", default=FAILING_MINUTES, least=1, most=1_440),
        recovered="It accepts requests again.",
    ),
    Rule(
        key=RuleKey.RECEIVER_DISABLED,
        name="Receiver disabled",
        sentence="A receiver is disabled, because it responded 410 or did not respond for five days.",
        severity=Severity.CRITICAL,
        recovered="It is no longer disabled.",
    ),
    Rule(
        key=RuleKey.RECEIVER_RECOVERED,
        name="Receiver recovered",
        sentence="A receiver that an alert was about works again.",
        severity=Severity.RESOLVED,
    ),
    Rule(
        key=RuleKey.DELIVERIES_EXHAUSTED,
        name="Deliveries given up",
        sentence="A delivery was given up after all its attempts.",
        severity=Severity.CRITICAL,
        recovered="None of its deliveries is given up any more.",
    ),
    Rule(
        key=RuleKey.CERTIFICATE_EXPIRING,
        name="Certificate expiring",
        sentence="A receiver's client certificate, or the last of its CA certificates, expires within {} days.",
        severity=Severity.WARNING,
        threshold=Threshold(unit="days", default=EXPIRING_DAYS, least=1, most=365),
        recovered="It has a certificate that is valid for longer.",
    ),
    Rule(
        key=RuleKey.BACKLOG_OLD,
        name="Oldest queued delivery",
        sentence="A delivery has been queued for {} minutes, although its receiver is neither failing nor paused.",
        severity=Severity.WARNING,
        threshold=Threshold(unit="minutes", default=30, least=1, most=10_080),
        recovered="No delivery has been queued for that long any more.",
    ),
    Rule(
        key=RuleKey.AUDIT,
        name="Audit",
        sentence="Two audits in a row found a mistake in the data.",
        severity=Severity.CRITICAL,
        recovered="The audit finds no such mistake any more.",
    ),
    Rule(
        key=RuleKey.DISK_LOW,
        name="Disk space",
        sentence="Less than {} MB are free on the disk of the data folder.",
        severity=Severity.CRITICAL,
        threshold=Threshold(unit="MB", default=1_000, least=10, most=10_000_000),
        recovered="There is enough free space again.",
    ),
    Rule(
        key=RuleKey.BACKUP_OLD,
        name="Last backup",
        sentence="The last backup is older than {} hours. The rule begins with the first backup.",
        severity=Severity.WARNING,
        threshold=Threshold(unit="hours", default=48, least=1, most=8_760),
        recovered="There is a new backup.",
    ),
    Rule(
        key=RuleKey.BACKUP_BEHIND,
        name="Continuous backup",
        sentence="The continuous backup has been failing or incomplete for {} minutes.",
        severity=Severity.WARNING,
        threshold=Threshold(unit="minutes", default=15, least=1, most=10_080),
        recovered="It is up to date again.",
    ),
    Rule(
        key=RuleKey.NO_DISPATCHER,
        name="No process delivers",
        sentence="For {} seconds, no running process has sent deliveries.",
        severity=Severity.CRITICAL,
        threshold=Threshold(unit="seconds", default=60, least=10, most=3_600),
        recovered="A process delivers again.",
        only_postgresql=True,
    ),
    Rule(
        key=RuleKey.REPLICATION,
        name="Replication",
        sentence="A standby of the database is {} seconds behind, or a synchronous standby is missing.",
        severity=Severity.CRITICAL,
        threshold=Threshold(unit="seconds", default=60, least=1, most=86_400),
        recovered="The standbys are up to date again.",
        only_postgresql=True,
    ),
    Rule(
        key=RuleKey.IMPORT_FINISHED,
        name="Import finished",
        sentence="An import has added its plants; reported to the person who began it.",
        severity=Severity.INFO,
        is_personal=True,
    ),
    Rule(
        key=RuleKey.IMPORT_FAILED,
        name="Import failed",
        sentence="An import has failed; reported to the person who began it.",
        severity=Severity.WARNING,
        is_personal=True,
    ),
    Rule(
        key=RuleKey.CHANNEL_FAILING,
        name="Alert channel failing",
        sentence="Messages of an alert channel have been failing for {} minutes; reported through the other channels.",
        severity=Severity.WARNING,
        threshold=Threshold(unit="minutes", default=10, least=1, most=1_440),
        recovered="Its messages are accepted again.",
    ),
)
RULES: Mapping[RuleKey, Rule] = {rule.key: rule for rule in _ALL}
assert set(RULES) == set(RuleKey)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSetting:
    """A rule as the store uses it: whether it is on, and its threshold; None for a rule without one."""

    rule: Rule
    enabled: bool
    threshold: int | None

    @property
    def sentence(self) -> str:
        return self.rule.sentence.format(f"{self.threshold:,}") if self.threshold is not None else self.rule.sentence

    @property
    def is_default(self) -> bool:
        default = default_setting(self.rule)
        return (self.enabled, self.threshold) == (default.enabled, default.threshold)


def default_setting(rule: Rule) -> RuleSetting:
    return RuleSetting(
        rule=rule, enabled=rule.enabled, threshold=None if rule.threshold is None else rule.threshold.default
    )


def check_threshold(rule: Rule, value: int | None) -> int | None:
    """Return a threshold for this rule, its default if `value` is None; raise Invalid if it is out of range."""
    limits = rule.threshold
    if limits is None:
        if value is not None:
            raise _invalid(f"“{rule.name}” has no threshold.")
        return None
    if value is None:
        return limits.default
    if not limits.least <= value <= limits.most:
        raise _invalid(f"Use {limits.least:,} to {limits.most:,} {limits.unit}.")
    return value


def _invalid(detail: str) -> Invalid:
    return Invalid(fields=(FieldError(pointer="/threshold", code="out_of_range", detail=detail),))
