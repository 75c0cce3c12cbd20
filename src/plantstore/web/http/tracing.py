"""A span around each request that changes data; deliveries that it causes belong to its trace."""

from typing import TYPE_CHECKING

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plantstore.delivery.tracing import Traces
from plantstore.web.http.endpoint import API

if TYPE_CHECKING:
    from opentelemetry.trace import Span

_READING = frozenset({"GET", "HEAD"})


class Traced:
    """The outermost ASGI layer if tracing is on. It continues the trace in `traceparent` and `tracestate`."""

    def __init__(self, inner: ASGIApp, traces: Traces) -> None:
        self._inner = inner
        self._traces = traces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _READING or not scope["path"].startswith(API + "/"):
            await self._inner(scope, receive, send)
            return
        from opentelemetry.trace import use_span

        with use_span(self._begin(scope), end_on_exit=True) as span:

            async def send_noting(part: Message) -> None:
                if part["type"] == "http.response.start":
                    _note(span, part["status"])
                await send(part)

            await self._inner(scope, receive, send_noting)

    def _begin(self, scope: Scope) -> "Span":
        given = {name: value for name, value in scope["headers"] if name in (b"traceparent", b"tracestate")}
        headers = {name.decode(): value.decode("latin-1") for name, value in given.items()}
        resource = scope["path"].removeprefix(API).split("/")[1]
        attributes = {"http.request.method": scope["method"], "url.path": scope["path"]}
        return self._traces.asked(f"{scope['method']} {API}/{resource}", headers, attributes)


def _note(span: "Span", status: int) -> None:
    from opentelemetry.trace import StatusCode

    span.set_attribute("http.response.status_code", status)
    if status >= 500:
        span.set_status(StatusCode.ERROR)
