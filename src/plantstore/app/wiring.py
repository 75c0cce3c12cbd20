"""Every part of the running store, made in one place, and handed what it needs."""

import os
import platform
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from zoneinfo import ZoneInfo

import structlog

from plantstore import __version__
from plantstore.catalogue.commands import Catalogue
from plantstore.catalogue.imports.runner import Importer, SharedImporter
from plantstore.core.clock import Clock
from plantstore.core.ids import Ids, RandomBytes
from plantstore.core.logging.messages import SentAttempt
from plantstore.core.logging.setup import EventLogger
from plantstore.core.metrics import Metrics
from plantstore.core.settings import Settings
from plantstore.delivery.cluster.assignment import SoleAssigner
from plantstore.delivery.cluster.commit_notifier import CommitNotifier
from plantstore.delivery.cluster.lease_manager import LeaseManager, make_lease_manager
from plantstore.delivery.context import DeliveryContext
from plantstore.delivery.dispatcher import Dispatcher
from plantstore.delivery.event_log import EventLog
from plantstore.delivery.in_flight import InFlightLimit, LeasedInFlightLimit
from plantstore.delivery.receiver_worker import ReceiverWorker
from plantstore.delivery.recorder import AttemptRecord, Recorder
from plantstore.delivery.tracing import TracedSender, Traces
from plantstore.domain.lease import Role
from plantstore.domain.receiver import Credentials, Receiver
from plantstore.domain.timestamps import Instant
from plantstore.operations.audit.auditor import Auditor
from plantstore.operations.file_monitor import FileMonitor
from plantstore.receivers.commands import Receivers
from plantstore.receivers.test_request import TestSender
from plantstore.sending.addresses import AddressPolicy
from plantstore.sending.request import RequestTemplate, template_for
from plantstore.sending.resolving import Resolver
from plantstore.sending.sender import Sender
from plantstore.storage.database import Database, Middleware, PostCommitChanges
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.sqlite.log_head import HeadNotes
from plantstore.storage.tables.receivers import touching
from plantstore.web.http.dependencies import Dependencies, Vitals

CONNECTIONS_PER_REQUEST = 2  # idle connections stay open, or many receivers with few requests each would reconnect
_log = structlog.get_logger("plantstore")


@dataclass(frozen=True, slots=True, kw_only=True)
class Store(Dependencies):
    """The running store: what the web uses, and the parts that are started and stopped.

    `runs_store_jobs` returns True in the one process of several that runs the jobs of the store.
    """

    address_policy: AddressPolicy
    sender: Sender
    dispatcher: Dispatcher
    engine: Engine
    commit_notifier: CommitNotifier
    file_monitor: FileMonitor | None
    runs_store_jobs: Callable[[], bool]
    is_new: bool
    traces: Traces | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Externals:
    """Everything that a store takes from outside, so that tests can pass their own: time, randomness, logging, files.

    `tls` trusts the certificate authorities of the settings; `chance` returns random floats in [0, 1), for jitter.
    """

    settings: Settings
    engine: Engine
    secret_box: SecretBox
    clock: Clock
    event_logger: EventLogger
    random_bytes: RandomBytes
    chance: Callable[[], float]
    tls: ssl.SSLContext
    traces: Traces | None


def compose(externals: Externals, *, is_new: bool) -> Store:
    """Create every part and connect them. Nothing is started."""
    settings, clock, event_logger, secret_box = (
        externals.settings,
        externals.clock,
        externals.event_logger,
        externals.secret_box,
    )
    ids, resolve = Ids(clock, externals.random_bytes), Resolver()
    address_policy = AddressPolicy(allow=settings.allow_networks)
    sender, metrics = _sender(externals, address_policy, resolve), Metrics()

    def committed(changes: PostCommitChanges) -> None:
        dispatcher.on_commit(changes)
        commit_notifier.notify()
        metrics.plants_added(len(changes.events))
        event_logger.plants_added(changes.events)

    database = _database(externals, committed, metrics.batch_committed)
    event_log, catalogue = _event_log(settings, database), _catalogue(settings, ids)
    commit_notifier = CommitNotifier(externals.engine)
    in_flight_limit, lease_manager = _delivery_share(externals, database, ids, commit_notifier.notify)
    assigner = lease_manager or SoleAssigner()
    if lease_manager is not None:
        sender.may_send = lease_manager.may_send
    recorder = Recorder(
        database,
        on_recorded=_recorded(metrics, event_logger),
        on_stuck=_stuck(in_flight_limit),
        on_stale=lambda _stale: assigner.poll_now(),
    )
    context = _context(externals, database, event_log, sender, recorder, in_flight_limit, ids)
    dispatcher = Dispatcher(
        context, secret_box, lambda receiver, credentials: _template(settings, receiver, credentials), assigner
    )
    commit_notifier.subscribe(dispatcher.poll_now, assigner.poll_now)
    return Store(
        settings=settings,
        clock=clock,
        ids=ids,
        random_bytes=externals.random_bytes,
        database=database,
        log=event_log,
        secret_box=secret_box,
        catalogue=catalogue,
        importer=_importer(settings)(settings=settings, database=database, catalogue=catalogue, ids=ids, clock=clock),
        receivers=_receivers(externals, ids, address_policy, resolve),
        test_sender=_test_sender(externals, database, sender, ids),
        auditor=Auditor(database, clock, retry_scale=settings.retry_scale),
        ready=lambda: dispatcher.why_not_ready() or _refusal(database),
        vitals=_vitals(externals.engine, in_flight_limit, lease_manager, started_at=clock.now()),
        version=__version__,
        metrics=metrics,
        address_policy=address_policy,
        sender=sender,
        dispatcher=dispatcher,
        engine=externals.engine,
        commit_notifier=commit_notifier,
        file_monitor=None if settings.is_postgresql else _file_monitor(externals, database),
        runs_store_jobs=lambda: lease_manager is None or lease_manager.is_leader,
        is_new=is_new,
        traces=externals.traces,
    )


def _file_monitor(externals: Externals, database: Database) -> FileMonitor:
    notes = HeadNotes(externals.settings.database_path, externals.engine.connect_reader)
    return FileMonitor(database, externals.engine.lost, notes)


def _refusal(database: Database) -> str | None:
    return None if database.refusal is None else database.refusal.detail


def _database(
    externals: Externals, on_commit: Callable[[PostCommitChanges], None], on_batch: Callable[[int, float], None]
) -> Database:
    middleware: list[Middleware] = [] if externals.traces is None else [externals.traces.remembering]
    if externals.settings.is_postgresql:
        middleware.append(touching)
    return Database(
        externals.engine,
        externals.clock,
        on_commit=on_commit,
        on_batch=on_batch,
        readers=externals.settings.readers,
        commit_commands_max=externals.settings.commit_commands_max,
        waiting_commands_max=externals.settings.waiting_commands_max,
        waiting_reads_max=externals.settings.waiting_reads_max,
        middleware=middleware,
    )


def _event_log(settings: Settings, database: Database) -> EventLog:
    return EventLog(
        database,
        ring_events_max=settings.ring_events_max,
        page_events=settings.page_events,
        bytes_max=settings.log_bytes_max,
        shared=settings.is_postgresql,
    )


def _sender(externals: Externals, address_policy: AddressPolicy, resolve: Resolver) -> Sender:
    make = Sender if externals.traces is None else partial(TracedSender, externals.traces)
    return make(
        clock=externals.clock,
        address_policy=address_policy,
        resolve=resolve,
        tls=externals.tls,
        connect_s_max=externals.settings.connect_s_max,
        keep_alive_s_max=externals.settings.keep_alive_s_max,
        connections_max=CONNECTIONS_PER_REQUEST * externals.settings.in_flight_max,
    )


def _catalogue(settings: Settings, ids: Ids) -> Catalogue:
    zone = ZoneInfo(settings.timezone)
    return Catalogue(ids=ids, currency=settings.currency, zone=zone, plant_url=settings.plant_url)


def _delivery_share(
    externals: Externals, database: Database, ids: Ids, notify: Callable[[], None]
) -> tuple[InFlightLimit, LeaseManager | None]:
    """Return the in-flight limit and, where processes share a database, the lease manager that it depends on."""
    settings, clock = externals.settings, externals.clock
    if not settings.is_postgresql:
        return InFlightLimit(settings.in_flight_max), None
    in_flight_limit = LeasedInFlightLimit(settings.in_flight_max, clock)
    lease_manager = make_lease_manager(
        database,
        clock,
        ids,
        in_flight_limit,
        role=Role(settings.role),
        host=platform.node(),
        pid=os.getpid(),
        version=__version__,
        address=settings.own_url,
        lease_s=settings.lease_s,
        tell=notify,
    )
    return in_flight_limit, lease_manager


def _importer(settings: Settings) -> type[Importer]:
    return SharedImporter if settings.is_postgresql else Importer


def _context(
    externals: Externals,
    database: Database,
    event_log: EventLog,
    sender: Sender,
    recorder: Recorder,
    in_flight_limit: InFlightLimit,
    ids: Ids,
) -> DeliveryContext:
    return DeliveryContext(
        database=database,
        event_log=event_log,
        sender=sender,
        recorder=recorder,
        in_flight_limit=in_flight_limit,
        clock=externals.clock,
        random=externals.chance,
        ids=ids,
        retry_scale=externals.settings.retry_scale,
        page_events=externals.settings.page_events,
        window_events_max=externals.settings.window_events_max,
        on_breaker_change=externals.event_logger.breaker_changed,
    )


def _receivers(externals: Externals, ids: Ids, address_policy: AddressPolicy, resolve: Resolver) -> Receivers:
    return Receivers(
        secret_box=externals.secret_box,
        ids=ids,
        random_bytes=externals.random_bytes,
        address_policy=address_policy,
        resolve=resolve,
        concurrency_max=externals.settings.concurrency_max,
        deadline_s=externals.settings.deadline_s,
        resolve_s_max=externals.settings.connect_s_max,
        receivers_max=externals.settings.receivers_max,
    )


def _test_sender(externals: Externals, database: Database, sender: Sender, ids: Ids) -> TestSender:
    return TestSender(
        database=database,
        secret_box=externals.secret_box,
        sender=sender,
        ids=ids,
        clock=externals.clock,
        base_url=externals.settings.public_url,
        version=__version__,
    )


def _template(settings: Settings, receiver: Receiver, credentials: Credentials) -> RequestTemplate:
    return template_for(receiver, credentials, base_url=settings.public_url, version=__version__)


def _vitals(
    engine: Engine, in_flight_limit: InFlightLimit, lease_manager: LeaseManager | None, *, started_at: Instant
) -> Callable[[], Vitals]:
    def vitals() -> Vitals:
        alone = Vitals(
            started_at=started_at,
            taken=in_flight_limit.in_use,
            places=in_flight_limit.limit,
            sizes=engine.sizes(),
            server=engine.server(),
        )
        if lease_manager is None:
            return alone
        return replace(alone, process_id=lease_manager.process.id, silent_s=lease_manager.heartbeat_ages_s())

    return vitals


def _recorded(metrics: Metrics, event_logger: EventLogger) -> Callable[[Sequence[AttemptRecord]], None]:
    def recorded(records: Sequence[AttemptRecord]) -> None:
        metrics.attempts_recorded([record.attempt for record in records])
        event_logger.attempts_recorded([_sent(record) for record in records])

    return recorded


def _stuck(in_flight_limit: InFlightLimit) -> Callable[[BaseException | None], None]:
    def stuck(error: BaseException | None) -> None:
        in_flight_limit.set_closed(error is not None)
        if error is not None:
            _log.error("outcomes cannot be recorded; sending stops until they can be", error=repr(error))
        else:
            _log.warning("outcomes are recorded again")

    return stuck


def _sent(record: AttemptRecord) -> SentAttempt:
    pump = record.source
    assert isinstance(pump, ReceiverWorker)
    return SentAttempt(record.attempt, record.new_retry, pump.name, pump.built_in)
