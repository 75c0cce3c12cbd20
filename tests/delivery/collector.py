"""A trace collector: receives OTLP over HTTP on loopback, and decodes it with OpenTelemetry's own message types."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from gzip import decompress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue

TRACES = "/v1/traces"


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectedSpan:
    """A span as a collector gets it; ids are lower-case hex, and `parent_id` is "" without a parent."""

    name: str
    kind: str
    trace_id: str
    id: str
    parent_id: str
    started_ns: int
    ended_ns: int
    is_error: bool
    attributes: dict[str, str | int]
    service: dict[str, str | int]


class Collector(ThreadingHTTPServer):
    """Keeps all spans that it receives."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.spans: list[CollectedSpan] = []
        self.raw = b""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def named(self, name: str) -> list[CollectedSpan]:
        """Return the spans of a name, in the order in which they began."""
        return sorted((span for span in self.spans if span.name == name), key=lambda span: span.started_ns)


class _Handler(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.headers.get("content-encoding") == "gzip":
            body = decompress(body)
        is_known = self.path == TRACES and self.headers["content-type"] == "application/x-protobuf"
        if is_known:
            self.server.raw += body
            self.server.spans.extend(_spans(ExportTraceServiceRequest.FromString(body)))
        self.send_response(200 if is_known else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def a_collector() -> Iterator[Collector]:
    with Collector() as collector:
        thread = threading.Thread(target=collector.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield collector
        finally:
            collector.shutdown()
            thread.join()


def _spans(request: ExportTraceServiceRequest) -> Iterator[CollectedSpan]:
    for resource in request.resource_spans:
        for scope in resource.scope_spans:
            for span in scope.spans:
                yield CollectedSpan(
                    name=span.name,
                    kind=span.SpanKind.Name(span.kind),
                    trace_id=span.trace_id.hex(),
                    id=span.span_id.hex(),
                    parent_id=span.parent_span_id.hex(),
                    started_ns=span.start_time_unix_nano,
                    ended_ns=span.end_time_unix_nano,
                    is_error=span.status.code == span.status.STATUS_CODE_ERROR,
                    attributes=_values(span.attributes),
                    service=_values(resource.resource.attributes),
                )


def _values(pairs: "list[KeyValue]") -> dict[str, str | int]:
    return {pair.key: _value(pair.value) for pair in pairs}


def _value(value: AnyValue) -> str | int:
    return value.int_value if value.HasField("int_value") else value.string_value
