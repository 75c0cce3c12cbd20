"""Apply the rules of alerts to the present state of the store: what holds now, of which receiver, since when."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from plantstore.domain.alerts.incident import STORE, Observation
from plantstore.domain.alerts.rules import RuleKey, RuleSetting
from plantstore.domain.audit import DESCRIPTIONS, AuditNumber, Finding
from plantstore.domain.plants.plant_import import ImportState
from plantstore.domain.public_ids import receiver_text
from plantstore.domain.timestamps import Instant, after
from plantstore.operations import backup_times
from plantstore.operations.continuous_backup.status import BackupStatus
from plantstore.storage.database import Transaction
from plantstore.storage.queries import alert_sources
from plantstore.storage.queries.server_health import Replication, ServerHealth
from plantstore.storage.tables import processes

BYTES_PER_MB = 1_000_000
DAY_S = 86_400
QUICK = frozenset({RuleKey.RECEIVER_FAILING, RuleKey.RECEIVER_DISABLED, RuleKey.CHANNEL_FAILING})
"""Rules that are cheap, and applied every few seconds; the others twice a minute."""

Observed = Mapping[RuleKey, Sequence[Observation]]
"""What each rule found. A rule that is missing was not applied, so its incidents stay as they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What rules need to know that is not in the database.

    `audit` is None while too few audits have run. `no_dispatcher_since` is when this process first saw no process that
    delivers; None if one does. `imports_since` is when the store began to watch imports.
    """

    audit: Mapping[AuditNumber, Finding] | None = None
    free_bytes: int | None = None
    server: ServerHealth | None = None
    backup_at: Instant | None = None
    continuous_backup: BackupStatus | None = None
    no_dispatcher_since: Instant | None = None
    imports_since: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleContext:
    """The arguments of a rule: the transaction, its setting, and the surroundings."""

    tx: Transaction
    setting: RuleSetting
    surroundings: Surroundings = field(default_factory=Surroundings)

    @property
    def threshold(self) -> int:
        assert self.setting.threshold is not None
        return self.setting.threshold

    def before(self, *, unit_s: int) -> Instant:
        """Return the time that is as long ago as the threshold says, in units of `unit_s` seconds."""
        return after(self.tx.now, seconds=-self.threshold * unit_s)


def observe(
    tx: Transaction,
    settings: Mapping[RuleKey, RuleSetting],
    surroundings: Surroundings,
    *,
    only: Iterable[RuleKey] = tuple(RuleKey),
) -> Observed:
    """Return what the rules in `only` find now. A rule that is off finds nothing."""
    found: dict[RuleKey, Sequence[Observation]] = {}
    for key in only:
        setting = settings[key]
        apply = _APPLY.get(key)
        if apply is None:
            continue
        if not setting.enabled:
            found[key] = ()
            continue
        observed = apply(RuleContext(tx=tx, setting=setting, surroundings=surroundings))
        if observed is not None:
            found[key] = observed
    return found


def no_process_delivers(tx: Transaction) -> bool:
    """True if several processes may share the store, and none of them sends deliveries."""
    running = processes.find_all(tx)
    return bool(running) and not any(one.has_share for one in running)


def _failing(context: RuleContext) -> Sequence[Observation]:
    found = alert_sources.failing(context.tx, since=context.before(unit_s=60))
    return [
        Observation(rule=RuleKey.RECEIVER_FAILING, subject=receiver_text(one.id), name=one.name, began_at=one.since)
        for one in found
    ]


def _disabled(context: RuleContext) -> Sequence[Observation]:
    return [
        Observation(
            rule=RuleKey.RECEIVER_DISABLED,
            subject=receiver_text(one.id),
            name=one.name,
            began_at=one.since,
            facts={"reason": one.reason},
        )
        for one in alert_sources.disabled(context.tx)
    ]


def _exhausted(context: RuleContext) -> Sequence[Observation]:
    return [
        Observation(
            rule=RuleKey.DELIVERIES_EXHAUSTED,
            subject=receiver_text(id),
            name=name,
            began_at=context.tx.now,
            facts={"count": count},
        )
        for id, name, count in alert_sources.with_exhausted(context.tx)
    ]


def _certificates(context: RuleContext) -> Sequence[Observation]:
    return [
        Observation(
            rule=RuleKey.CERTIFICATE_EXPIRING,
            subject=receiver_text(one.id),
            name=one.name,
            began_at=after(one.ends_at, seconds=-context.threshold * DAY_S),
            facts={"ends_at": one.ends_at},
        )
        for one in alert_sources.with_old_certificates(
            context.tx, ending_by=after(context.tx.now, seconds=context.threshold * DAY_S)
        )
    ]


def _backlog(context: RuleContext) -> Sequence[Observation]:
    oldest = alert_sources.oldest_queued(context.tx)
    if oldest is None or oldest.occurred_at > context.before(unit_s=60):
        return ()
    return [_of_store(RuleKey.BACKLOG_OLD, oldest.occurred_at, receiver=oldest.receiver)]


def _audit(context: RuleContext) -> Sequence[Observation] | None:
    findings = context.surroundings.audit
    if findings is None:
        return None
    return [
        Observation(
            rule=RuleKey.AUDIT,
            subject=number,
            name=number,
            began_at=context.tx.now,
            facts={"count": finding.count or 0, "detail": DESCRIPTIONS[number]},
        )
        for number, finding in findings.items()
    ]


def _disk(context: RuleContext) -> Sequence[Observation] | None:
    free = context.surroundings.free_bytes
    if free is None:
        return None
    if free >= context.threshold * BYTES_PER_MB:
        return ()
    return [_of_store(RuleKey.DISK_LOW, context.tx.now, free_mb=free // BYTES_PER_MB)]


def _backup(context: RuleContext) -> Sequence[Observation]:
    noted = (context.surroundings.backup_at, backup_times.read(context.tx))
    at = max((one for one in noted if one is not None), default=None)
    if at is None or at > context.before(unit_s=3_600):
        return ()
    return [_of_store(RuleKey.BACKUP_OLD, after(at, seconds=context.threshold * 3_600), at=at)]


def _continuous_backup(context: RuleContext) -> Sequence[Observation]:
    status = context.surroundings.continuous_backup
    if status is None or status.behind_since > context.before(unit_s=60):
        return ()
    observed = _of_store(
        RuleKey.BACKUP_BEHIND, status.behind_since, complete_at=status.complete_at or 0, why=status.failing
    )
    return [observed]


def _no_dispatcher(context: RuleContext) -> Sequence[Observation]:
    since = context.surroundings.no_dispatcher_since
    if since is None or since > context.before(unit_s=1):
        return ()
    return [_of_store(RuleKey.NO_DISPATCHER, since)]


def _replication(context: RuleContext) -> Sequence[Observation]:
    server = context.surroundings.server
    if server is None:
        return ()
    if server.replication is Replication.MISSING:
        return [_of_store(RuleKey.REPLICATION, context.tx.now, missing=True)]
    lag_s = server.replication_lag_s
    if lag_s is None or lag_s < context.threshold:
        return ()
    return [_of_store(RuleKey.REPLICATION, after(context.tx.now, seconds=-lag_s), lag_s=round(lag_s))]


def _imports(context: RuleContext) -> Sequence[Observation] | None:
    since = context.surroundings.imports_since
    if since is None:
        return None
    rule = context.setting.rule.key
    state = ImportState.DONE if rule is RuleKey.IMPORT_FINISHED else ImportState.FAILED
    return [
        Observation(
            rule=rule,
            subject=one.id,
            name=one.name,
            began_at=one.ended_at,
            facts={name: getattr(one, name) for name in ("person_id", "added", "updated", "skipped", "bad", "error")},
            is_over=True,
        )
        for one in alert_sources.ended_imports(context.tx, since=since)
        if one.state is state
    ]


def _channels(context: RuleContext) -> Sequence[Observation]:
    before = context.before(unit_s=60)
    return [
        Observation(
            rule=RuleKey.CHANNEL_FAILING,
            subject=one.id,
            name=one.name,
            began_at=one.failing_since,
            facts={"words": one.last_words or ""},
        )
        for one in alert_sources.recipients(context.tx)
        if one.failing_since is not None and one.failing_since <= before and not one.is_disabled
    ]


def _of_store(rule: RuleKey, began_at: Instant, **facts: object) -> Observation:
    return Observation(rule=rule, subject=STORE, name="", began_at=began_at, facts=facts)


_APPLY = {
    RuleKey.RECEIVER_FAILING: _failing,
    RuleKey.RECEIVER_DISABLED: _disabled,
    RuleKey.DELIVERIES_EXHAUSTED: _exhausted,
    RuleKey.CERTIFICATE_EXPIRING: _certificates,
    RuleKey.BACKLOG_OLD: _backlog,
    RuleKey.AUDIT: _audit,
    RuleKey.DISK_LOW: _disk,
    RuleKey.BACKUP_OLD: _backup,
    RuleKey.BACKUP_BEHIND: _continuous_backup,
    RuleKey.NO_DISPATCHER: _no_dispatcher,
    RuleKey.REPLICATION: _replication,
    RuleKey.IMPORT_FINISHED: _imports,
    RuleKey.IMPORT_FAILED: _imports,
    RuleKey.CHANNEL_FAILING: _channels,
}
