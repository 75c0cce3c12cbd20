"""The metrics endpoint: counters of this process and gauges of the store, in the Prometheus text format."""

import platform
import shutil
from dataclasses import replace

from plantstore.core.metrics import RECEIVERS_LABELLED_MAX
from plantstore.core.settings import Settings
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.domain.token import Scope
from plantstore.operations import backup_times
from plantstore.storage.database import Transaction
from plantstore.storage.queries import alert_sources, backlog, receiver_health
from plantstore.storage.tables import alert_messages, events, operational_events, processes
from plantstore.storage.tables import photos as stored_photos
from plantstore.storage.tables import receivers as stored
from plantstore.web.api.metrics_text import ProcessGauges, ReceiverGauges, StoreGauges, render
from plantstore.web.http.dependencies import Dependencies
from plantstore.web.http.endpoint import Endpoint
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response

METRICS = "/metrics"
RETRIES_COUNTED_MAX = 100_000  # max retries counted per scrape; exact higher counts would cost too much time
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


async def _show(context: RequestContext) -> Response:
    """Copy the counters on the event loop, then query the database and render the metrics in a reader thread."""
    dependencies = context.dependencies
    labelled, counted, process = (
        dependencies.metrics.labelled_receivers(),
        dependencies.metrics.snapshot(),
        _process_gauges(dependencies),
    )

    def read(tx: Transaction) -> tuple[StoreGauges, bytes]:
        store = _store_gauges(tx, labelled, dependencies.settings)
        measured = replace(process, disk_free_bytes=_free_bytes(dependencies.settings))  # a disk may take long
        return store, render(counted, store, measured)

    store, text = await dependencies.database.read(read)
    dependencies.metrics.set_labels(present=store.receivers, removed=set(labelled) - store.receivers.keys())
    return Response(200, text, ((b"content-type", MEDIA_TYPE.encode()),))


def _store_gauges(tx: Transaction, labelled: list[ReceiverId], settings: Settings) -> StoreGauges:
    """Read the gauges of the store and of up to RECEIVERS_LABELLED_MAX receivers, which have their own label.

    Receivers that already have a label keep it until they are removed. The oldest other receivers get the free labels.
    """
    known = stored.find_many(tx, labelled)
    found = [known[one] for one in labelled if one in known]
    first = stored.page(tx, limit=RECEIVERS_LABELLED_MAX)
    found += [receiver for receiver in first if receiver.id not in known]
    shown = found[:RECEIVERS_LABELLED_MAX]
    lags = backlog.lags(tx, [receiver.id for receiver in shown])
    certificates = alert_sources.certificate_ends(tx, [receiver.id for receiver in shown])
    receivers = {
        receiver.id: ReceiverGauges(
            name=receiver.name,
            payload=receiver.payload,
            state=receiver.state,
            lag=lags[receiver.id].total,
            ephemeral=receiver.ephemeral,
            certificate_ends_at=certificates.get(receiver.id),
        )
        for receiver in shown
    }
    photos, photos_bytes = stored_photos.totals(tx)
    operational, oldest_at = operational_events.backlog(tx)
    queued = alert_sources.oldest_queued(tx)
    return StoreGauges(
        receivers=receivers,
        other_lag=backlog.count_beyond_cursors(tx, without=receivers) + backlog.count_filtered(tx, without=receivers),
        states=receiver_health.states(tx),
        head=events.head(tx),
        waiting=receiver_health.retries_in(tx, RetryState.WAITING, count_max=RETRIES_COUNTED_MAX),
        exhausted=receiver_health.retries_in(tx, RetryState.EXHAUSTED, count_max=RETRIES_COUNTED_MAX),
        oldest_queued_s=_age_s(tx, None if queued is None else queued.occurred_at),
        delivering=processes.count_delivering(tx) if settings.is_postgresql else 1,
        backup_at=backup_times.last(tx, None if settings.is_postgresql else settings.database_path),
        operational_waiting=operational,
        operational_oldest_s=_age_s(tx, oldest_at),
        alerts_waiting=alert_messages.count_all_pending(tx),
        photos=photos,
        photos_bytes=photos_bytes,
    )


def _age_s(tx: Transaction, at: Instant | None) -> float:
    """Return the seconds since a time; 0 if there is none, or if it is in the future because the clock was set back."""
    return 0.0 if at is None else max(0.0, (tx.now - at) / SECOND_US)


def _free_bytes(settings: Settings) -> int | None:
    folder = settings.data if settings.is_postgresql else settings.database_path.parent
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def _process_gauges(dependencies: Dependencies) -> ProcessGauges:
    vitals, audit = dependencies.vitals(), dependencies.auditor.last
    findings = {} if audit is None else audit.findings
    late_reads = dependencies.database.late_reads
    return ProcessGauges(
        version=dependencies.version,
        python=platform.python_version(),
        started_at=vitals.started_at,
        requests_taken=vitals.taken,
        requests_max=vitals.places,
        commands_waiting=dependencies.database.waiting_commands,
        reads_waiting=dependencies.database.waiting_reads,
        photos_waiting=dependencies.photo_uploads.waiting,
        database_bytes=vitals.sizes.database_bytes,
        wal_bytes=vitals.sizes.wal_bytes,
        audited_at=None if audit is None else audit.at,
        audit={number: finding.count for number, finding in findings.items() if finding.count is not None},
        problems=len(dependencies.auditor.problems),
        server=vitals.server,
        has_standby=late_reads is not None,
        standby_lag_s=None if late_reads is None else late_reads.lag_s,
        backup=vitals.backup,
    )


ENDPOINTS = (
    Endpoint(
        method="GET",
        path=METRICS,
        name="showMetrics",
        scope=Scope.OPERATIONS_READ,
        summary="Get the metrics",
        description=(
            f"The Prometheus text format. Counters start at zero with the process. At most {RECEIVERS_LABELLED_MAX} "
            "receivers have series of their own; all others are combined as `other`."
        ),
        handler=_show,
        response="MetricsText",
        response_example="# TYPE plantstore_log_head gauge\nplantstore_log_head 1042.0\n",
        response_type="text/plain",
    ),
)
