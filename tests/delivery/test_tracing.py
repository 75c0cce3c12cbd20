"""Traces: from the request that adds a plant to every attempt, and to the receiver; and none if tracing is off."""

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanContext, StatusCode

from plantstore.app.store import Store, open_store, web_app
from plantstore.core.settings import SettingError
from plantstore.delivery import tracing
from plantstore.delivery.tracing import Traces, traces_of
from plantstore.sending.sender import Sender
from tests.makers import an_event
from tests.receiver import Receiving, a_server
from tests.running import add, register, settings

pytestmark = [pytest.mark.usefixtures("engine_kind"), pytest.mark.sqlite_only("traces do not depend on the engine")]

SOURCE = Path(__file__).parents[2] / "src"
TRACE, CALLER = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
GIVEN = f"00-{TRACE}-{CALLER}-01"


@dataclass(frozen=True, slots=True)
class Watched:
    """A running store with tracing, a receiver, and the spans that have ended."""

    store: Store
    receiving: Receiving
    exporter: InMemorySpanExporter
    client: httpx.AsyncClient

    async def post(self, name: str, **headers: str) -> None:
        answer = await self.client.post("/api/v1/plants", json={"name": name}, headers=headers)
        assert answer.status_code == 201, answer.text

    async def spans(self, kind: str, count: int) -> list[ReadableSpan]:
        """The spans of requests to us (`POST …`) or of attempts (`deliver`), once there are `count` of them."""
        await self.receiving.requests(count)
        assert await self.store.dispatcher.settle(wait_s=5)
        found = [span for span in self.exporter.get_finished_spans() if span.name.startswith(kind)]
        assert len(found) == count
        return found


@asynccontextmanager
async def watched(folder: Path) -> AsyncIterator[Watched]:
    exporter = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    async with a_server() as receiving, open_store(settings(folder), traces=Traces(provider)) as store:
        await register(store, receiving)
        token = (folder / "operator.token").read_text().strip()
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=web_app(store)),
            base_url="http://store",
            headers={"authorization": f"Bearer {token}"},
        ) as client:
            yield Watched(store, receiving, exporter, client)


def context(span: ReadableSpan) -> SpanContext:
    found = span.get_span_context()
    assert found is not None
    return found


def trace(span: ReadableSpan) -> str:
    return f"{context(span).trace_id:032x}"


@pytest.mark.both_engines
async def test_a_clients_trace_continues_at_the_receiver(tmp_path: Path) -> None:
    async with watched(tmp_path) as all:
        await all.post("Rosa", traceparent=GIVEN)

        [attempt] = await all.spans("deliver", 1)
        [request] = await all.spans("POST", 1)
        assert request.name == "POST /api/v1/plants"
        assert request.parent is not None and f"{request.parent.span_id:016x}" == CALLER
        assert attempt.parent is not None and attempt.parent.span_id == context(request).span_id
        assert trace(request) == trace(attempt) == TRACE
        [got] = all.receiving.got
        assert got.headers["traceparent"] == f"00-{TRACE}-{context(attempt).span_id:016x}-01"
        assert got.plant is not None, "the signature is right"


async def test_a_retry_belongs_to_the_same_trace(tmp_path: Path) -> None:
    async with watched(tmp_path) as all:
        all.receiving.answer = lambda got: 500 if got.headers["webhook-attempt"] == "1" else 204
        await all.post("Rosa", traceparent=GIVEN)

        failed, accepted = await all.spans("deliver", 2)
        assert {trace(failed), trace(accepted)} == {TRACE}
        assert (failed.status.status_code, accepted.status.status_code) == (StatusCode.ERROR, StatusCode.UNSET)
        assert failed.attributes is not None and failed.attributes["http.response.status_code"] == 500
        assert failed.attributes["plantstore.attempt"] == 1
        assert failed.attributes["plantstore.event"] == all.receiving.got[0].headers["webhook-id"]


@pytest.mark.parametrize("given", [{}, {"traceparent": "nonsense"}, {"traceparent": "00-" + "0" * 32 + "-1-01"}])
async def test_without_a_trace_that_can_be_read_a_new_one_begins(tmp_path: Path, given: dict[str, str]) -> None:
    async with watched(tmp_path) as all:
        await all.post("Rosa", **given)

        [attempt] = await all.spans("deliver", 1)
        [request] = await all.spans("POST", 1)
        assert request.parent is None
        assert trace(request) == trace(attempt)


async def test_plants_that_no_request_added_have_a_trace_for_each_attempt(tmp_path: Path) -> None:
    async with watched(tmp_path) as all:
        await add(all.store, "Rosa", "Aloe")

        first, second = await all.spans("deliver", 2)
        assert first.parent is None and second.parent is None
        assert trace(first) != trace(second)


async def test_reads_have_no_span_and_no_span_contains_a_secret(tmp_path: Path) -> None:
    async with watched(tmp_path) as all:
        assert (await all.client.get("/api/v1/plants")).status_code == 200
        await all.post("Rosa")

        await all.spans("deliver", 1)
        spans = all.exporter.get_finished_spans()
        assert {span.name for span in spans} == {"POST /api/v1/plants", "deliver"}
        text = " ".join(span.to_json() for span in spans)
        secrets = [all.receiving.secret, all.receiving.got[0].headers["authorization"].split()[1]]
        for secret in [*secrets, all.client.headers["authorization"].split()[1]]:
            assert secret not in text


def test_the_origin_of_the_newest_events_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracing, "EVENTS_REMEMBERED_MAX", 2)
    traces = Traces(TracerProvider(shutdown_on_exit=False))
    origin = traces.asked("POST", {}, {}).get_span_context()

    for sequence in (1, 2, 3):
        traces.remember(an_event(sequence), origin)

    known = [sequence for sequence in (1, 2, 3) if _parent(traces.tried(an_event(sequence), {})) is not None]
    assert known == [2, 3]


async def test_a_store_without_tracing_uses_none_of_it(tmp_path: Path) -> None:
    async with a_server() as receiving, open_store(settings(tmp_path)) as store:
        await register(store, receiving)
        await add(store, "Rosa")
        [got] = await receiving.requests(1)

        assert (type(store.sender), store.traces) == (Sender, None)
        assert "traceparent" not in got.headers
    words = "import sys, plantstore.app; print('opentelemetry' in sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-c", words], env={"PYTHONPATH": str(SOURCE)}, capture_output=True, text=True, timeout=60
    )
    assert ended.stdout == "False\n", ended.stderr


def test_a_missing_package_for_tracing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("opentelemetry.exporter")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter", None)

    with pytest.raises(SettingError, match=r"pip install 'plantstore\[otel\]'"):
        traces_of(settings(tmp_path, tracing="otlp"))


def _parent(span: Any) -> SpanContext | None:
    found: SpanContext | None = span.parent
    return found
