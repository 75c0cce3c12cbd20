"""The alert engine: applies the rules again and again, and keeps incidents and the outbox up to date.

It does so every few seconds where several processes share the store, or while something is to be sent. Otherwise it
waits until this process has committed something, or until the slower rules are due.

Of the processes that share a store, only the one with the lease does so; every change is made in a transaction that
checks the lease, so that a process that was frozen changes nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from plantstore.core.clock import Clock
from plantstore.core.timers import PeriodicTask
from plantstore.domain.alerts.rules import RuleKey, RuleSetting
from plantstore.domain.errors import StoreError
from plantstore.domain.timestamps import Instant, after
from plantstore.operations.alerts import evaluation, lease
from plantstore.operations.alerts.composing import Composer
from plantstore.operations.alerts.observing import QUICK, Observed, Surroundings, no_process_delivers, observe
from plantstore.operations.alerts.outbox import Outbox
from plantstore.operations.alerts.routing import Routing, read_routing
from plantstore.operations.alerts.unwritable import UnwritableReport
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import alert_incidents, alert_messages, alert_rules, facts

EVERY_S = lease.RENEW_S  # also the min interval between runs that commits cause
SLOW_EVERY_S = 30.0  # how often the rules are applied that read more
BACKLOGS_EVERY_S = 60.0
CLEANING_EVERY_S = 3_600.0
REMOVED_MAX = 1_000  # max rows of each kind that are deleted in an hour
IMPORTS_S_MAX = 86_400  # an import that ended earlier is not reported any more
_SINCE = "alerts since"


@dataclass(slots=True)
class _Due:
    """When, on the monotonic clock, the slower work is due."""

    rules_s: float = 0.0
    backlogs_s: float = 0.0
    cleaning_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Poll:
    """What a poll of the database found."""

    is_holder: bool
    renews: bool = False
    is_changed: bool = False
    no_dispatcher: bool = False
    is_quiet: bool = False
    since: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineParts:
    """What the engine works with. `surroundings` reads what is not in the database, such as the free disk space.

    `holder` is the name of this process in the lease, if several may share the store (`is_shared`).
    """

    database: Database
    clock: Clock
    composer: Composer
    outbox: Outbox
    surroundings: Callable[[], Awaitable[Surroundings]]
    new_id: Callable[[], str]
    holder: str
    is_shared: bool
    kept_days: int
    unwritable: UnwritableReport | None = None
    is_held: "LeaseFlag" = field(default_factory=lambda: LeaseFlag())


class LeaseFlag:
    """Whether this process holds the lease, as far as it knows. On SQLite, the only process always holds it."""

    def __init__(self, *, always: bool = False) -> None:
        self._always = always
        self._until_s = 0.0

    def __call__(self, monotonic: float) -> bool:
        return self._always or monotonic < self._until_s

    def renewed(self, until_s: float) -> None:
        self._until_s = until_s

    def lost(self) -> None:
        self._until_s = 0.0


class AlertEngine:
    """Runs from `start` to `stop`."""

    def __init__(self, parts: EngineParts) -> None:
        self._parts = parts
        self._due = _Due()
        self._surroundings = Surroundings()
        self._no_dispatcher_since: Instant | None = None
        self._task = PeriodicTask(self.run)

    def start(self) -> None:
        self._task.start()
        self._parts.outbox.start()

    def note_write(self) -> None:
        """Run soon, because this process has written something."""
        self._task.run_soon(EVERY_S)

    async def stop(self) -> None:
        """Stop, and give back the lease. Messages that were not sent stay in the outbox."""
        await self._task.stop()
        await self._parts.outbox.stop()
        if self._parts.is_shared and self._parts.is_held(self._parts.clock.monotonic()):
            try:
                async with asyncio.timeout(2.0):
                    await self._parts.database.write(self._release, bypass_queue_limit=True, exclusive=False)
            except (StoreError, TimeoutError):
                pass  # it runs out

    async def run(self) -> float:
        """Poll the store once; return the seconds until the next poll."""
        parts, monotonic = self._parts, self._parts.clock.monotonic()
        if parts.unwritable is not None:
            await parts.unwritable.check()
        is_slow = monotonic >= self._due.rules_s
        if is_slow:
            self._surroundings = await parts.surroundings()
        rules = tuple(RuleKey) if is_slow else tuple(QUICK)
        found = await parts.database.read(lambda tx: self._poll(tx, rules))
        self._note_dispatchers(found)
        if found.renews or (found.is_holder and (found.is_changed or found.since is None)):
            started = parts.clock.monotonic()
            applied = rules if found.is_changed or found.since is None else ()
            holds = await parts.database.write(lambda tx: self._change(tx, applied), exclusive=False)
            if parts.is_shared:
                parts.is_held.renewed(started + lease.LEASE_S) if holds else parts.is_held.lost()
            found = _Poll(is_holder=holds)
        if found.is_holder:
            parts.outbox.send_now()
            await self._work_slowly(monotonic)
        if is_slow:
            self._due.rules_s = monotonic + SLOW_EVERY_S
        is_quiet = found.is_quiet and (parts.unwritable is None or parts.unwritable.is_quiet)
        return max(EVERY_S, self._due.rules_s - monotonic) if is_quiet else EVERY_S

    def _poll(self, tx: Transaction, rules: tuple[RuleKey, ...]) -> _Poll:
        parts = self._parts
        no_dispatcher, renews = False, False
        if parts.is_shared:
            no_dispatcher, renews = no_process_delivers(tx), lease.may_take(tx, parts.holder)
            if not renews and not lease.is_held(tx, parts.holder):
                return _Poll(is_holder=False, no_dispatcher=no_dispatcher)
        settings, since = alert_rules.settings(tx), read_since(tx)
        observed = observe(tx, settings, self._seen(since, tx.now), only=rules)
        is_changed = bool(evaluation.difference(tx, observed)) or parts.composer.has_work(
            tx, read_routing(tx, settings)
        )
        is_quiet = not (parts.is_shared or is_changed or alert_incidents.is_any_due(tx, within_s=SLOW_EVERY_S))
        return _Poll(
            is_holder=True,
            renews=renews,
            is_changed=is_changed,
            no_dispatcher=no_dispatcher,
            is_quiet=is_quiet,
            since=since,
        )

    def _change(self, tx: Transaction, rules: tuple[RuleKey, ...]) -> bool:
        """Renew the lease, apply the rules and store what follows; False if another process holds the lease."""
        parts = self._parts
        alert_incidents.lock(tx)
        if parts.is_shared and not lease.take(tx, parts.holder):
            return False
        if not rules:
            return True
        since = read_since(tx)
        if since is None:
            facts.write(tx, _SINCE, str(tx.now).encode())
        settings = alert_rules.settings(tx)
        routing = read_routing(tx, settings)
        observed = observe(tx, settings, self._seen(since or tx.now, tx.now), only=rules)
        self._store(tx, observed, settings, routing)
        return True

    def _store(
        self, tx: Transaction, observed: Observed, settings: Mapping[RuleKey, RuleSetting], routing: Routing
    ) -> None:
        change = evaluation.difference(tx, observed)
        if change:
            evaluation.record(tx, change, settings, routing, new_id=self._parts.new_id)
        self._parts.composer.compose(tx, routing)

    def _seen(self, since: Instant | None, now: Instant) -> Surroundings:
        known = self._surroundings
        return Surroundings(
            audit=known.audit,
            free_bytes=known.free_bytes,
            server=known.server,
            backup_at=known.backup_at,
            continuous_backup=known.continuous_backup,
            no_dispatcher_since=self._no_dispatcher_since,
            imports_since=None if since is None else max(since, after(now, seconds=-IMPORTS_S_MAX)),
        )

    def _note_dispatchers(self, found: _Poll) -> None:
        if not found.no_dispatcher:
            self._no_dispatcher_since = None
        elif self._no_dispatcher_since is None:
            self._no_dispatcher_since = self._parts.clock.now()

    async def _work_slowly(self, monotonic: float) -> None:
        """Refresh the backlogs in open incidents, and delete what is old."""
        database, due = self._parts.database, self._due
        if monotonic >= due.backlogs_s:
            due.backlogs_s = monotonic + BACKLOGS_EVERY_S
            if await database.read(evaluation.has_backlogs):
                await database.write(self._refresh, exclusive=False)
        if monotonic >= due.cleaning_s:
            due.cleaning_s = monotonic + CLEANING_EVERY_S
            await database.write(self._clean, exclusive=False)

    def _refresh(self, tx: Transaction) -> None:
        alert_incidents.lock(tx)
        evaluation.refresh_backlogs(tx)

    def _clean(self, tx: Transaction) -> None:
        alert_incidents.lock(tx)
        before = after(tx.now, seconds=-self._parts.kept_days * 86_400)
        alert_incidents.remove_old(tx, before=before, limit=REMOVED_MAX)
        alert_messages.remove_old(tx, before=before, limit=REMOVED_MAX)

    def _release(self, tx: Transaction) -> None:
        alert_incidents.lock(tx)
        lease.release(tx, self._parts.holder)


def read_since(tx: Transaction) -> Instant | None:
    """Return since when the store has alerts; None before the first poll."""
    value = facts.read(tx, _SINCE)
    return None if value is None else Instant(int(value))
