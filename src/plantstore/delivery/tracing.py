"""OpenTelemetry traces: from the request that adds a plant to each attempt at each receiver.

If tracing is off, none of these classes is used. The trace of an event is kept in memory, for the newest events only;
for an older event, each attempt starts a new trace.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from plantstore import __version__
from plantstore.core.settings import SettingError, Settings
from plantstore.domain.deliveries.delivery import Outcome
from plantstore.domain.event import Event
from plantstore.domain.public_ids import receiver_text
from plantstore.sending.connection import Done
from plantstore.sending.request import RequestTemplate
from plantstore.sending.sender import Sender
from plantstore.storage.database import Transaction

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span, SpanContext

EVENTS_REMEMBERED_MAX = 10_000  # max events whose trace is kept in memory
FLUSH_MS_MAX = 5_000  # max time that a shutdown waits for the trace collector
Result = TypeVar("Result")


class Traces:
    """Starts spans, and remembers which request added each recent event."""

    def __init__(self, provider: "TracerProvider") -> None:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self._provider = provider
        self._propagator = TraceContextTextMapPropagator()
        self._origins: dict[str, SpanContext] = {}
        self.tracer = provider.get_tracer("plantstore", __version__)

    def asked(self, name: str, headers: Mapping[str, str], attributes: Mapping[str, str]) -> "Span":
        """Start the span of an incoming request, in the trace of its `traceparent` header, if any."""
        from opentelemetry.trace import SpanKind

        context = self._propagator.extract(headers)
        return self.tracer.start_span(name, context=context, kind=SpanKind.SERVER, attributes=attributes)

    def tried(self, event: Event, attributes: Mapping[str, str | int]) -> "Span":
        """Start the span of an attempt, as a child of the request that added the event if that is still remembered."""
        from opentelemetry.trace import NonRecordingSpan, SpanKind, set_span_in_context

        origin = self._origins.get(event.id)
        context = None if origin is None else set_span_in_context(NonRecordingSpan(origin))
        return self.tracer.start_span("deliver", context=context, kind=SpanKind.CLIENT, attributes=attributes)

    def remember(self, event: Event, origin: "SpanContext") -> None:
        """Remember which request added an event; beyond EVENTS_REMEMBERED_MAX, forget the oldest event."""
        if len(self._origins) >= EVENTS_REMEMBERED_MAX:
            del self._origins[next(iter(self._origins))]
        self._origins[event.id] = origin

    def remembering(self, command: Callable[[Transaction], Result]) -> Callable[[Transaction], Result]:
        """Wrap a database command so that the current span is remembered as the origin of the events it adds."""
        from opentelemetry.trace import get_current_span

        origin = get_current_span().get_span_context()
        if not origin.is_valid:
            return command

        def run(tx: Transaction) -> Result:
            result = command(tx)
            for hook in tx.pending_hooks:  # events are appended by a pre-commit hook
                for item in hook.items:
                    if isinstance(item, Event):
                        self.remember(item, origin)
            return result

        return run

    def traceparent(self, span: "Span") -> str:
        """Return the value of the `traceparent` header for this span (W3C Trace Context)."""
        from opentelemetry.trace import set_span_in_context

        carrier: dict[str, str] = {}
        self._propagator.inject(carrier, context=set_span_in_context(span))
        return carrier.get("traceparent", "")

    def close(self) -> None:
        """Send the remaining spans, waiting at most FLUSH_MS_MAX for the network, and shut down."""
        self._provider.force_flush(FLUSH_MS_MAX)
        self._provider.shutdown()


class TracedSender(Sender):
    """Starts a span for each attempt, and sends its context to the receiver in the `traceparent` header."""

    def __init__(self, traces: Traces, **parts: Any) -> None:
        super().__init__(**parts)
        self._traces = traces

    def send(self, template: RequestTemplate, event: Event, number: int, done: Done) -> None:
        span = self._traces.tried(
            event,
            {
                "plantstore.event": event.id,
                "plantstore.receiver": receiver_text(template.key.receiver_id),
                "plantstore.attempt": number,
            },
        )

        def ended(outcome: Outcome) -> None:
            _end(span, outcome)
            done(outcome)

        super().send(template.within(self._traces.traceparent(span)), event, number, ended)


def traces_of(settings: Settings) -> Traces | None:
    """Return the tracer; None if tracing is off. Raise SettingError if the OpenTelemetry packages are not installed.

    OpenTelemetry's own environment variables (OTEL_…) set the endpoint and the sampling.
    """
    if settings.tracing == "off":
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise SettingError(
            "PLANTSTORE_TRACING: tracing needs more packages: pip install 'plantstore[otel]'."
        ) from error
    resource = Resource.create({"service.name": "plantstore", "service.version": __version__})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Traces(provider)


def _end(span: "Span", outcome: Outcome) -> None:
    from opentelemetry.trace import StatusCode

    span.set_attribute("plantstore.outcome", str(outcome.kind))
    if outcome.status is not None:
        span.set_attribute("http.response.status_code", outcome.status)
    if not outcome.accepted:
        span.set_status(StatusCode.ERROR, outcome.detail or str(outcome.kind))
    span.end()
