"""Traces requests that change data. The deliveries caused by a request belong to the same trace."""

from typing import TYPE_CHECKING

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plantstore.delivery.tracing import Traces
from plantstore.web.http.endpoint import API

if TYPE_CHECKING:
    from opentelemetry.trace import Span

_READ_METHODS = frozenset({"GET", "HEAD"})


class TracingMiddleware:
    """The outermost ASGI layer if tracing is enabled. Continues the trace of the request's `traceparent` header."""

    def __init__(self, inner: ASGIApp, traces: Traces) -> None:
        self._inner = inner
        self._traces = traces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _READ_METHODS or not scope["path"].startswith(API + "/"):
            await self._inner(scope, receive, send)
            return
        from opentelemetry.trace import use_span

        with use_span(self._start_span(scope), end_on_exit=True) as span:

            async def send_and_record(message: Message) -> None:
                if message["type"] == "http.response.start":
                    _record_status(span, message["status"])
                await send(message)

            await self._inner(scope, receive, send_and_record)

    def _start_span(self, scope: Scope) -> "Span":
        sent = {name: value for name, value in scope["headers"] if name in (b"traceparent", b"tracestate")}
        headers = {name.decode(): value.decode("latin-1") for name, value in sent.items()}
        resource = scope["path"].removeprefix(API).split("/")[1]
        attributes = {"http.request.method": scope["method"], "url.path": scope["path"]}
        return self._traces.asked(f"{scope['method']} {API}/{resource}", headers, attributes)


def _record_status(span: "Span", status: int) -> None:
    from opentelemetry.trace import StatusCode

    span.set_attribute("http.response.status_code", status)
    if status >= 500:
        span.set_status(StatusCode.ERROR)
