"""Create every part of a store and connect the parts; `delivery_wiring.py` does so for the delivery engine."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from zoneinfo import ZoneInfo

import structlog

from plantstore import __version__
from plantstore.app.alert_wiring import wire_alerts, wire_channels
from plantstore.app.delivery_wiring import DeliveryParts, wire_delivery
from plantstore.app.externals import Externals
from plantstore.app.openid_wiring import openid_client
from plantstore.app.photo_wiring import PhotoParts, wire_photos
from plantstore.catalogue.bulk_edits.runner import BulkEditor
from plantstore.catalogue.commands import Catalogue
from plantstore.catalogue.imports.runner import Importer, SharedImporter
from plantstore.core.ids import Ids
from plantstore.core.metrics import Metrics
from plantstore.core.settings import Settings
from plantstore.delivery.cluster.commit_notifier import CommitNotifier
from plantstore.delivery.cluster.lease_manager import LeaseManager
from plantstore.delivery.dispatcher import Dispatcher
from plantstore.delivery.in_flight import InFlightLimit
from plantstore.delivery.tracing import TracedSender, Traces
from plantstore.domain.operational_webhook import SUBSCRIBERS_MAX
from plantstore.domain.timestamps import Instant
from plantstore.operations.alerts.engine import AlertEngine
from plantstore.operations.audit.auditor import Auditor
from plantstore.operations.continuous_backup.shipping import ContinuousBackup
from plantstore.operations.file_monitor import FileMonitor
from plantstore.operations.notices.commands import OperationalWebhooks
from plantstore.operations.notices.request import Origin
from plantstore.operations.notices.sender import OperationalSender
from plantstore.receivers.commands import Receivers
from plantstore.receivers.test_request import TestSender
from plantstore.sending.addresses import AddressPolicy
from plantstore.sending.http_client import HttpClient
from plantstore.sending.resolving import Resolver
from plantstore.sending.sender import Sender
from plantstore.storage.database import Database, Middleware, PostCommitChanges
from plantstore.storage.engine import factory
from plantstore.storage.engine.late_reads import LateReads
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.sqlite.log_head import HeadNotes
from plantstore.storage.tables.receivers import touching
from plantstore.web.http.dependencies import Dependencies, Vitals

CONNECTIONS_PER_REQUEST = 2  # max connections per allowed request in flight, so that idle connections can stay open
_log = structlog.get_logger("plantstore")


@dataclass(frozen=True, slots=True, kw_only=True)
class Store(Dependencies):
    """A running store: the dependencies of the web layer, and the parts that are started and stopped.

    `runs_store_jobs` returns True in the process that runs the store-wide jobs; of several processes, only one does.
    """

    address_policy: AddressPolicy
    sender: Sender
    dispatcher: Dispatcher
    engine: Engine
    commit_notifier: CommitNotifier
    file_monitor: FileMonitor | None
    photos: PhotoParts
    alert_engine: AlertEngine
    runs_store_jobs: Callable[[], bool]
    is_new: bool
    traces: Traces | None
    continuous_backup: ContinuousBackup | None


def compose(externals: Externals, *, is_new: bool) -> Store:
    """Create every part and connect them. Nothing is started."""
    settings, clock, engine = externals.settings, externals.clock, externals.engine
    ids, resolve, metrics = Ids(clock, externals.random_bytes), Resolver(), Metrics()
    address_policy = AddressPolicy(allow=settings.allow_networks)
    sender, commit_notifier = _sender(externals, address_policy, resolve), CommitNotifier(engine)

    def committed(changes: PostCommitChanges) -> None:
        delivery.dispatcher.on_commit(changes)
        commit_notifier.notify()
        metrics.plants_added(len(changes.events))
        externals.event_logger.plants_added(changes.events)

    def wrote() -> None:
        alert_engine.note_write()
        notices.note_write()

    database, catalogue = _database(externals, committed, metrics, wrote), _catalogue(settings, ids)
    delivery = wire_delivery(externals, database, ids, sender, metrics, commit_notifier)
    photos = _photos(externals, database, address_policy, resolve, delivery)
    auditor = _auditor(externals, database, photos)
    channels = wire_channels(externals, database, ids, address_policy=address_policy, resolve=resolve)
    alert_engine = wire_alerts(externals, database, ids, channels, auditor, metrics)
    notices = _operational_sender(externals, database, ids, address_policy, resolve, delivery, metrics)
    return Store(
        settings=settings,
        clock=clock,
        ids=ids,
        random_bytes=externals.random_bytes,
        database=database,
        log=delivery.event_log,
        secret_box=externals.secret_box,
        catalogue=catalogue,
        importer=_importer(settings)(settings=settings, database=database, catalogue=catalogue, ids=ids, clock=clock),
        bulk_editor=_bulk_editor(externals, database, catalogue, ids),
        receivers=_receivers(externals, ids, address_policy, resolve),
        test_sender=_test_sender(externals, database, sender, ids),
        operational_webhooks=_operational_webhooks(externals, ids),
        operational_sender=notices,
        alert_channels=channels,
        alert_engine=alert_engine,
        auditor=auditor,
        ready=lambda: delivery.dispatcher.why_not_ready() or _refusal(database),
        vitals=_vitals(externals, delivery.in_flight_limit, delivery.lease_manager, started_at=clock.now()),
        version=__version__,
        openid=openid_client(settings, clock=clock, tls=externals.tls),
        metrics=metrics,
        address_policy=address_policy,
        sender=sender,
        dispatcher=delivery.dispatcher,
        engine=engine,
        commit_notifier=commit_notifier,
        photos=photos,
        photo_uploads=photos.uploads,
        file_monitor=None if settings.is_postgresql else _file_monitor(externals, database),
        runs_store_jobs=delivery.runs_store_jobs,
        is_new=is_new,
        traces=externals.traces,
        continuous_backup=externals.continuous_backup,
    )


def _bulk_editor(externals: Externals, database: Database, catalogue: Catalogue, ids: Ids) -> BulkEditor:
    return BulkEditor(
        settings=externals.settings,
        database=database,
        catalogue=catalogue,
        ids=ids,
        clock=externals.clock,
        shared=externals.settings.is_postgresql,
    )


def _operational_webhooks(externals: Externals, ids: Ids) -> OperationalWebhooks:
    return OperationalWebhooks(secret_box=externals.secret_box, ids=ids, random_bytes=externals.random_bytes)


def _photos(
    externals: Externals, database: Database, policy: AddressPolicy, resolve: Resolver, delivery: DeliveryParts
) -> PhotoParts:
    runs_store_jobs = delivery.runs_store_jobs
    return wire_photos(externals, database, address_policy=policy, resolve=resolve, runs_store_jobs=runs_store_jobs)


def _auditor(externals: Externals, database: Database, photos: PhotoParts) -> Auditor:
    scale = externals.settings.retry_scale
    return Auditor(database, externals.clock, retry_scale=scale, missing_photos=lambda: photos.cleaning.missing)


def _file_monitor(externals: Externals, database: Database) -> FileMonitor:
    notes = HeadNotes(externals.settings.database_path, externals.engine.connect_reader)
    return FileMonitor(database, externals.engine.lost, notes)


def _refusal(database: Database) -> str | None:
    return None if database.refusal is None else database.refusal.detail


def _database(
    externals: Externals,
    on_commit: Callable[[PostCommitChanges], None],
    metrics: Metrics,
    on_write: Callable[[], None],
) -> Database:
    middleware: list[Middleware] = [] if externals.traces is None else [externals.traces.remembering]
    if externals.settings.is_postgresql:
        middleware.append(touching)
    return Database(
        externals.engine,
        externals.clock,
        on_commit=on_commit,
        on_batch=metrics.batch_committed,
        on_write=on_write,
        readers=externals.settings.readers,
        commit_commands_max=externals.settings.commit_commands_max,
        waiting_commands_max=externals.settings.waiting_commands_max,
        waiting_reads_max=externals.settings.waiting_reads_max,
        middleware=middleware,
        late_reads=_late_reads(externals, metrics),
    )


def _late_reads(externals: Externals, metrics: Metrics) -> LateReads | None:
    """Return the reads on a standby; None without one, or in a process that serves no clients."""
    settings = externals.settings
    if not settings.standby or settings.role == "dispatcher":
        return None
    return factory.late_reads(
        settings, externals.engine, externals.clock, externals.random_bytes, on_read=metrics.late_read
    )


def _sender(externals: Externals, address_policy: AddressPolicy, resolve: Resolver) -> Sender:
    make = Sender if externals.traces is None else partial(TracedSender, externals.traces)
    return make(
        clock=externals.clock,
        address_policy=address_policy,
        resolve=resolve,
        tls=externals.tls,
        ca_bundle=externals.settings.ca_bundle,
        proxy=externals.proxy,
        connect_s_max=externals.settings.connect_s_max,
        keep_alive_s_max=externals.settings.keep_alive_s_max,
        connections_max=CONNECTIONS_PER_REQUEST * externals.settings.in_flight_max,
    )


def _catalogue(settings: Settings, ids: Ids) -> Catalogue:
    zone = ZoneInfo(settings.timezone)
    urls = {"plant_url": settings.plant_url, "base_url": settings.public_url}
    return Catalogue(ids=ids, currency=settings.currency, zone=zone, **urls)


def _importer(settings: Settings) -> type[Importer]:
    return SharedImporter if settings.is_postgresql else Importer


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


def _operational_sender(
    externals: Externals,
    database: Database,
    ids: Ids,
    address_policy: AddressPolicy,
    resolve: Resolver,
    delivery: DeliveryParts,
    metrics: Metrics,
) -> OperationalSender:
    """Create the sender of operational webhooks, whose connections are separate from those to receivers."""
    settings = externals.settings
    client = HttpClient(
        address_policy=address_policy,
        resolve=resolve,
        tls=externals.tls,
        connect_s_max=settings.connect_s_max,
        proxy=externals.proxy,
        idle_max=SUBSCRIBERS_MAX,
        idle_s_max=settings.keep_alive_s_max,
    )
    return OperationalSender(
        database=database,
        secret_box=externals.secret_box,
        client=client,
        ids=ids,
        clock=externals.clock,
        chance=externals.chance,
        origin=Origin(base_url=settings.public_url, version=__version__),
        deadline_s=settings.deadline_s,
        retry_scale=settings.retry_scale,
        runs=delivery.runs_store_jobs,
        is_shared=settings.is_postgresql,
        on_recorded=metrics.operational_recorded,
    )


def _vitals(
    externals: Externals, in_flight_limit: InFlightLimit, lease_manager: LeaseManager | None, *, started_at: Instant
) -> Callable[[], Vitals]:
    engine, backup = externals.engine, externals.continuous_backup

    def vitals() -> Vitals:
        alone = Vitals(
            started_at=started_at,
            taken=in_flight_limit.in_use,
            places=in_flight_limit.limit,
            sizes=engine.sizes(),
            server=engine.server(),
            backup=None if backup is None else backup.status,
        )
        if lease_manager is None:
            return alone
        return replace(alone, process_id=lease_manager.process.id, silent_s=lease_manager.heartbeat_ages_s())

    return vitals
