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
from plantstore.delivery.tracing import SharedTracedDatabase, TracedDatabase, TracedSender, Traces
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
from plantstore.storage.database import Database, PostCommitChanges
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.shared import SharedDatabase
from plantstore.storage.sqlite.log_head import HeadNotes
from plantstore.web.http.dependencies import Dependencies, Vitals

CONNECTIONS_PER_PLACE = 2  # those that rest stay open: else many receivers with few requests each would connect anew
_log = structlog.get_logger("plantstore")


@dataclass(frozen=True, slots=True, kw_only=True)
class Store(Dependencies):
    """The running store: the parts that operations use, and those that move by themselves.

    `runs_store_jobs` says whether this process does what one of several has to do.
    """

    address_policy: AddressPolicy
    sender: Sender
    dispatcher: Dispatcher
    engine: Engine
    herald: CommitNotifier
    file_monitor: FileMonitor | None
    runs_store_jobs: Callable[[], bool]
    is_new: bool
    traces: Traces | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What comes from outside, so that tests can hand in their own: time, chance, how to speak, the settings' files.

    `tls` trusts whom the settings say; `chance` gives jitter.
    """

    settings: Settings
    engine: Engine
    secret_box: SecretBox
    clock: Clock
    voice: EventLogger
    random_bytes: RandomBytes
    chance: Callable[[], float]
    tls: ssl.SSLContext
    traces: Traces | None


def compose(given: Given, *, is_new: bool) -> Store:
    """Make every part. Nothing moves yet."""
    settings, clock, voice, secret_box = given.settings, given.clock, given.voice, given.secret_box
    ids, resolve = Ids(clock, given.random_bytes), Resolver()
    address_policy = AddressPolicy(allow=settings.allow_networks)
    sender, metrics = _sender(given, address_policy, resolve), Metrics()

    def committed(changes: PostCommitChanges) -> None:
        dispatcher.on_commit(changes)
        herald.notify()
        metrics.plants_added(len(changes.events))
        voice.plants_added(changes.events)

    database = _database(given, committed, metrics.batch_committed)
    log, catalogue = _log_of(settings, database), _catalogue(settings, ids)
    herald = CommitNotifier(given.engine)
    places, ownership = _share_of(given, database, ids, herald.notify)
    owner = ownership or SoleAssigner()
    if ownership is not None:
        sender.may_send = ownership.may_send
    recorder = Recorder(
        database,
        on_recorded=_recorded(metrics, voice),
        on_stuck=_stuck(places),
        on_stale=lambda _stale: owner.poll_now(),
    )
    context = _context(given, database, log, sender, recorder, places, ids)
    dispatcher = Dispatcher(
        context, secret_box, lambda receiver, credentials: _template(settings, receiver, credentials), owner
    )
    herald.subscribe(dispatcher.poll_now, owner.poll_now)
    return Store(
        settings=settings,
        clock=clock,
        ids=ids,
        random_bytes=given.random_bytes,
        database=database,
        log=log,
        secret_box=secret_box,
        catalogue=catalogue,
        importer=_importer(settings)(settings=settings, database=database, catalogue=catalogue, ids=ids, clock=clock),
        receivers=_receivers(given, ids, address_policy, resolve),
        tester=_tester(given, database, sender, ids),
        auditor=Auditor(database, clock, retry_scale=settings.retry_scale),
        ready=lambda: dispatcher.why_not_ready() or _why_refused(database),
        vitals=_vitals(given.engine, places, ownership, started_at=clock.now()),
        version=__version__,
        metrics=metrics,
        address_policy=address_policy,
        sender=sender,
        dispatcher=dispatcher,
        engine=given.engine,
        herald=herald,
        file_monitor=None if settings.is_postgresql else _file_monitor(given, database),
        runs_store_jobs=lambda: ownership is None or ownership.is_leader,
        is_new=is_new,
        traces=given.traces,
    )


def _file_monitor(given: Given, database: Database) -> FileMonitor:
    notes = HeadNotes(given.settings.database_path, given.engine.connect_reader)
    return FileMonitor(database, given.engine.lost, notes)


def _why_refused(database: Database) -> str | None:
    return None if database.refusal is None else database.refusal.detail


def _database(
    given: Given, on_commit: Callable[[PostCommitChanges], None], on_batch: Callable[[int, float], None]
) -> Database:
    shared = given.settings.is_postgresql
    plain, traced = (SharedDatabase, SharedTracedDatabase) if shared else (Database, TracedDatabase)
    make = plain if given.traces is None else partial(traced, given.traces)
    return make(
        given.engine,
        given.clock,
        on_commit=on_commit,
        on_batch=on_batch,
        readers=given.settings.readers,
        commit_commands_max=given.settings.commit_commands_max,
        waiting_commands_max=given.settings.waiting_commands_max,
        waiting_reads_max=given.settings.waiting_reads_max,
    )


def _log_of(settings: Settings, database: Database) -> EventLog:
    return EventLog(
        database,
        ring_events_max=settings.ring_events_max,
        page_events=settings.page_events,
        bytes_max=settings.log_bytes_max,
        shared=settings.is_postgresql,
    )


def _sender(given: Given, address_policy: AddressPolicy, resolve: Resolver) -> Sender:
    make = Sender if given.traces is None else partial(TracedSender, given.traces)
    return make(
        clock=given.clock,
        address_policy=address_policy,
        resolve=resolve,
        tls=given.tls,
        connect_s_max=given.settings.connect_s_max,
        keep_alive_s_max=given.settings.keep_alive_s_max,
        connections_max=CONNECTIONS_PER_PLACE * given.settings.in_flight_max,
    )


def _catalogue(settings: Settings, ids: Ids) -> Catalogue:
    zone = ZoneInfo(settings.timezone)
    return Catalogue(ids=ids, currency=settings.currency, zone=zone, plant_url=settings.plant_url)


def _share_of(
    given: Given, database: Database, ids: Ids, tell: Callable[[], None]
) -> tuple[InFlightLimit, LeaseManager | None]:
    """The places of a process that is alone; beside others those that are its own as long as its lease lasts."""
    settings, clock = given.settings, given.clock
    if not settings.is_postgresql:
        return InFlightLimit(settings.in_flight_max), None
    places = LeasedInFlightLimit(settings.in_flight_max, clock)
    ownership = make_lease_manager(
        database,
        clock,
        ids,
        places,
        role=Role(settings.role),
        host=platform.node(),
        pid=os.getpid(),
        version=__version__,
        address=settings.own_url,
        lease_s=settings.lease_s,
        tell=tell,
    )
    return places, ownership


def _importer(settings: Settings) -> type[Importer]:
    return SharedImporter if settings.is_postgresql else Importer


def _context(
    given: Given, database: Database, log: EventLog, sender: Sender, recorder: Recorder, places: InFlightLimit, ids: Ids
) -> DeliveryContext:
    return DeliveryContext(
        database=database,
        event_log=log,
        sender=sender,
        recorder=recorder,
        in_flight_limit=places,
        clock=given.clock,
        random=given.chance,
        ids=ids,
        retry_scale=given.settings.retry_scale,
        page_events=given.settings.page_events,
        window_events_max=given.settings.window_events_max,
        on_breaker_change=given.voice.breaker_changed,
    )


def _receivers(given: Given, ids: Ids, address_policy: AddressPolicy, resolve: Resolver) -> Receivers:
    return Receivers(
        secret_box=given.secret_box,
        ids=ids,
        random_bytes=given.random_bytes,
        address_policy=address_policy,
        resolve=resolve,
        concurrency_max=given.settings.concurrency_max,
        deadline_s=given.settings.deadline_s,
        resolve_s_max=given.settings.connect_s_max,
        receivers_max=given.settings.receivers_max,
    )


def _tester(given: Given, database: Database, sender: Sender, ids: Ids) -> TestSender:
    return TestSender(
        database=database,
        secret_box=given.secret_box,
        sender=sender,
        ids=ids,
        clock=given.clock,
        base_url=given.settings.public_url,
        version=__version__,
    )


def _template(settings: Settings, receiver: Receiver, credentials: Credentials) -> RequestTemplate:
    return template_for(receiver, credentials, base_url=settings.public_url, version=__version__)


def _vitals(
    engine: Engine, places: InFlightLimit, ownership: LeaseManager | None, *, started_at: Instant
) -> Callable[[], Vitals]:
    def vitals() -> Vitals:
        alone = Vitals(
            started_at=started_at,
            taken=places.in_use,
            places=places.limit,
            sizes=engine.sizes(),
            server=engine.server(),
        )
        if ownership is None:
            return alone
        return replace(alone, process_id=ownership.process.id, silent_s=ownership.heartbeat_ages_s())

    return vitals


def _recorded(metrics: Metrics, voice: EventLogger) -> Callable[[Sequence[AttemptRecord]], None]:
    def recorded(records: Sequence[AttemptRecord]) -> None:
        metrics.attempts_recorded([record.attempt for record in records])
        voice.attempts_recorded([_sent(record) for record in records])

    return recorded


def _stuck(places: InFlightLimit) -> Callable[[BaseException | None], None]:
    def stuck(error: BaseException | None) -> None:
        places.set_closed(error is not None)
        if error is not None:
            _log.error("outcomes cannot be written down: nothing is sent until they can", error=repr(error))
        else:
            _log.warning("outcomes are written down again")

    return stuck


def _sent(record: AttemptRecord) -> SentAttempt:
    pump = record.source
    assert isinstance(pump, ReceiverWorker)
    return SentAttempt(record.attempt, record.new_retry, pump.name, pump.built_in)
