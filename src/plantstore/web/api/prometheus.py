"""The operation that Prometheus asks: what was counted and how everything stands, in one text."""

import platform

from plantstore.core.metrics import RECEIVERS_LABELLED_MAX
from plantstore.domain.delivery import RetryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog, receiver_health
from plantstore.storage.queries.backlog import lag
from plantstore.storage.tables import events
from plantstore.storage.tables import receivers as stored
from plantstore.web.api.prometheus_text import MEDIA_TYPE, Gauges, Place, Standing, exposition
from plantstore.web.http.dependencies import Dependencies
from plantstore.web.http.endpoint import Endpoint
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response

METRICS = "/metrics"
RETRIES_COUNTED_MAX = 100_000  # a store with more is in trouble enough to be looked at


async def _show(context: RequestContext) -> Response:
    """Copy what was counted on the loop; read and write the text in a reader's thread."""
    dependencies = context.dependencies
    labelled, counted, gauges = (
        dependencies.metrics.labelled_receivers(),
        dependencies.metrics.snapshot(),
        _gauges(dependencies),
    )

    def read(tx: Transaction) -> tuple[Standing, bytes]:
        standing = _standing(tx, labelled)
        return standing, exposition(counted, standing, gauges)

    standing, text = await dependencies.database.read(read)
    dependencies.metrics.set_labels(present=standing.places, removed=set(labelled) - standing.places.keys())
    return Response(200, text, ((b"content-type", MEDIA_TYPE.encode()),))


def _standing(tx: Transaction, labelled: list[ReceiverId]) -> Standing:
    """Look at the receivers that have a label and are still there; free labels go to those registered first."""
    found = [receiver for one in labelled if (receiver := stored.find(tx, one)) is not None]
    first = stored.page(tx, limit=RECEIVERS_LABELLED_MAX)
    found += [receiver for receiver in first if receiver.id not in labelled]
    places = {one.id: Place(state=one.state, lag=lag(tx, one)) for one in found[:RECEIVERS_LABELLED_MAX]}
    return Standing(
        places=places,
        other_lag=backlog.count_beyond_cursors(tx, without=places),
        states=receiver_health.states(tx),
        head=events.head(tx),
        waiting=receiver_health.retries_in(tx, RetryState.WAITING, count_max=RETRIES_COUNTED_MAX),
        exhausted=receiver_health.retries_in(tx, RetryState.EXHAUSTED, count_max=RETRIES_COUNTED_MAX),
    )


def _gauges(dependencies: Dependencies) -> Gauges:
    vitals, audit = dependencies.vitals(), dependencies.auditor.last
    findings = {} if audit is None else audit.findings
    return Gauges(
        version=dependencies.version,
        python=platform.python_version(),
        started_at=vitals.started_at,
        places_taken=vitals.taken,
        places_most=vitals.places,
        commands_waiting=dependencies.database.waiting_commands,
        reads_waiting=dependencies.database.waiting_reads,
        database_bytes=vitals.sizes.database_bytes,
        wal_bytes=vitals.sizes.wal_bytes,
        audited_at=None if audit is None else audit.at,
        audit={number: finding.count for number, finding in findings.items() if finding.count is not None},
        problems=len(dependencies.auditor.problems),
        server=vitals.server,
    )


ENDPOINTS = (
    Endpoint(
        method="GET",
        path=METRICS,
        name="showMetrics",
        scope=Scope.OPERATIONS_READ,
        summary="Show the metrics",
        description=(
            "For Prometheus, in its text format. Counters begin with the process. At most "
            f"{RECEIVERS_LABELLED_MAX} receivers are shown one by one, the rest together as `other`."
        ),
        handler=_show,
        response="MetricsText",
        response_example="# TYPE plantstore_log_head gauge\nplantstore_log_head 1042.0\n",
        response_type="text/plain",
    ),
)
