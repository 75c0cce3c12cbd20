"""Create the parts of the delivery engine and connect them."""

import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import structlog

from plantstore import __version__
from plantstore.app.externals import Externals
from plantstore.core.ids import Ids
from plantstore.core.logging.messages import SentAttempt
from plantstore.core.logging.setup import EventLogger
from plantstore.core.metrics import Metrics
from plantstore.core.settings import Settings
from plantstore.delivery.cluster.assignment import SoleAssigner
from plantstore.delivery.cluster.commit_notifier import CommitNotifier
from plantstore.delivery.cluster.lease_manager import LeaseManager
from plantstore.delivery.context import DeliveryContext
from plantstore.delivery.dispatcher import Dispatcher
from plantstore.delivery.event_log import EventLog
from plantstore.delivery.filter_index import FilterIndex
from plantstore.delivery.in_flight import InFlightLimit, LeasedInFlightLimit
from plantstore.delivery.receiver_worker import ReceiverWorker
from plantstore.delivery.recorder import AttemptRecord, Recorder
from plantstore.domain.deliveries.lease import Role
from plantstore.domain.receivers.receiver import Credentials, Receiver
from plantstore.sending.request import RequestTemplate, template_for
from plantstore.sending.sender import Sender
from plantstore.storage.database import Database

_log = structlog.get_logger("plantstore")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryParts:
    """The delivery engine. `lease_manager` is None in a store on SQLite, which has one process."""

    event_log: EventLog
    in_flight_limit: InFlightLimit
    lease_manager: LeaseManager | None
    dispatcher: Dispatcher

    def runs_store_jobs(self) -> bool:
        return self.lease_manager is None or self.lease_manager.is_leader


def wire_delivery(
    externals: Externals,
    database: Database,
    ids: Ids,
    sender: Sender,
    metrics: Metrics,
    commit_notifier: CommitNotifier,
) -> DeliveryParts:
    """Create the delivery engine; in a shared store, the sender checks with the lease manager after connecting."""
    settings = externals.settings
    event_log = _event_log(settings, database)
    in_flight_limit, lease_manager = _delivery_share(externals, database, ids, commit_notifier.notify)
    assigner = lease_manager or SoleAssigner()
    if lease_manager is not None:
        sender.may_send = lease_manager.may_send
    recorder = Recorder(
        database,
        on_recorded=_recorded(metrics, externals.event_logger),
        on_stuck=_stuck(in_flight_limit),
        on_stale=lambda _stale: assigner.poll_now(),
    )
    context = _context(externals, database, event_log, sender, recorder, in_flight_limit, ids)
    dispatcher = Dispatcher(
        context,
        externals.secret_box,
        lambda receiver, credentials: _template(settings, receiver, credentials),
        assigner,
    )
    commit_notifier.subscribe(dispatcher.poll_now, assigner.poll_now)
    return DeliveryParts(
        event_log=event_log, in_flight_limit=in_flight_limit, lease_manager=lease_manager, dispatcher=dispatcher
    )


def _event_log(settings: Settings, database: Database) -> EventLog:
    return EventLog(
        database,
        ring_events_max=settings.ring_events_max,
        page_events=settings.page_events,
        bytes_max=settings.log_bytes_max,
        shared=settings.is_postgresql,
    )


def _delivery_share(
    externals: Externals, database: Database, ids: Ids, notify: Callable[[], None]
) -> tuple[InFlightLimit, LeaseManager | None]:
    """Return the in-flight limit and, where processes share a database, the lease manager that it depends on."""
    settings, clock = externals.settings, externals.clock
    if not settings.is_postgresql:
        return InFlightLimit(settings.in_flight_max), None
    in_flight_limit = LeasedInFlightLimit(settings.in_flight_max, clock)
    lease_manager = LeaseManager(
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
        notify=notify,
    )
    return in_flight_limit, lease_manager


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
        filter_index=FilterIndex(database),
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


def _template(settings: Settings, receiver: Receiver, credentials: Credentials) -> RequestTemplate:
    return template_for(receiver, credentials, base_url=settings.public_url, version=__version__)


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
    worker = record.source
    assert isinstance(worker, ReceiverWorker)
    return SentAttempt(record.attempt, record.new_retry, worker.name, worker.built_in)
