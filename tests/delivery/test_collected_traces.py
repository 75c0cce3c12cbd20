"""Traces as a collector gets them, by OTLP over HTTP: from each way to add a plant to each attempt."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from plantstore import __version__
from plantstore.app.store import Store, open_store, web_app
from tests.delivery.collector import CollectedSpan, Collector, a_collector
from tests.receiver import Got, Receiving, a_server
from tests.running import add, register, settings

pytestmark = [pytest.mark.usefixtures("engine_kind"), pytest.mark.sqlite_only("traces do not depend on the engine")]

TRACE, CALLER = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
TRACEPARENT = {"traceparent": f"00-{TRACE}-{CALLER}-01"}
POST, DELIVER = "POST /api/v1/plants", "deliver"
API = "/api/v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced:
    """A running store that sends its traces to a collector, its client, and a receiver's server."""

    store: Store
    client: httpx.AsyncClient
    receiving: Receiving

    async def ask(self, method: str, path: str, **more: Any) -> Any:
        answer = await self.client.request(method, f"{API}{path}", **more)
        assert answer.status_code < 300, answer.text
        return answer.json()

    async def settled(self, requests: int) -> list[Got]:
        """Wait until the receiver has got so many requests, and their outcomes are recorded."""
        got = await self.receiving.requests(requests)
        assert await self.store.dispatcher.settle(wait_s=5)
        return list(got)


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    with a_collector() as collector:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
        yield collector


@asynccontextmanager
async def traced(folder: Path, receiving: Receiving) -> AsyncIterator[Traced]:
    """Run a store. At its end, all its spans are with the collector."""
    async with open_store(settings(folder, tracing="otlp")) as store:
        token = (folder / "operator.token").read_text().strip()
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=web_app(store)),
            base_url="http://store",
            headers={"authorization": f"Bearer {token}"},
        ) as client:
            yield Traced(store=store, client=client, receiving=receiving)


def tree(spans: list[CollectedSpan], parent: str) -> list[str]:
    return [span.name for span in spans if span.parent_id == parent]


@pytest.mark.both_engines
async def test_a_collector_gets_the_request_and_each_attempt(tmp_path: Path, collector: Collector) -> None:
    async with a_server() as receiving:
        async with traced(tmp_path, receiving) as store:
            await register(store.store, receiving)
            receiving.answer = lambda got: 503 if got.headers["webhook-attempt"] == "1" else 204
            await store.ask("POST", "/plants", json={"name": "Rosa"}, headers=TRACEPARENT)
            got = await store.settled(2)

        [request] = collector.named(POST)
        failed, accepted = collector.named(DELIVER)
        assert {span.trace_id for span in collector.spans} == {TRACE}
        assert (request.parent_id, request.kind) == (CALLER, "SPAN_KIND_SERVER")
        assert request.attributes["http.response.status_code"] == 201
        assert request.service["service.name"] == "plantstore"
        assert request.service["service.version"] == __version__
        assert failed.parent_id == accepted.parent_id == request.id
        assert failed.kind == accepted.kind == "SPAN_KIND_CLIENT"
        assert (failed.is_error, accepted.is_error) == (True, False)
        assert [span.attributes["plantstore.attempt"] for span in (failed, accepted)] == [1, 2]
        assert [span.attributes["http.response.status_code"] for span in (failed, accepted)] == [503, 204]
        assert [one.headers["traceparent"] for one in got] == [f"00-{TRACE}-{one.id}-01" for one in (failed, accepted)]
        assert all(span.started_ns < span.ended_ns for span in collector.spans)
        secrets = (receiving.secret, got[0].headers["authorization"].split()[1], receiving.url)
        assert not [secret for secret in secrets if secret.encode() in collector.raw]


async def test_each_plant_of_an_import_belongs_to_the_request_that_confirmed_it(
    tmp_path: Path, collector: Collector
) -> None:
    async with a_server() as receiving:
        async with traced(tmp_path, receiving) as store:
            await register(store.store, receiving)
            csv = {"content": "sku,name\nA-1,Rosa\nA-2,Acer\n", "headers": {"content-type": "text/csv"}}
            found = await store.ask("POST", "/imports", **csv)
            await store.store.importer.wait_until_idle(found["id"], within_s=20)
            await store.ask("POST", f"/imports/{found['id']}/confirmation", headers=TRACEPARENT)
            await store.settled(2)

        [uploaded, confirmed] = collector.named("POST /api/v1/imports")
        assert uploaded.trace_id != confirmed.trace_id == TRACE
        assert tree(collector.spans, confirmed.id) == [DELIVER, DELIVER]


async def test_a_replay_belongs_to_the_request_that_added_the_plant(tmp_path: Path, collector: Collector) -> None:
    async with a_server() as receiving:
        async with traced(tmp_path, receiving) as store:
            receiver = await register(store.store, receiving)
            await store.ask("POST", "/plants", json={"name": "Rosa"}, headers=TRACEPARENT)
            await store.settled(1)
            [listed] = (await store.ask("GET", "/receivers"))["items"]
            await store.ask("POST", f"/receivers/{listed['id']}/replays", json={"first": 1, "last": 1, "only": "all"})
            await store.settled(2)
            assert receiver.name == listed["name"]

        [request] = collector.named(POST)
        [replay] = collector.named("POST /api/v1/receivers")
        assert tree(collector.spans, request.id) == [DELIVER, DELIVER]
        assert tree(collector.spans, replay.id) == []


async def test_what_a_filter_leaves_out_has_no_attempt(tmp_path: Path, collector: Collector) -> None:
    async with a_server() as receiving:
        async with traced(tmp_path, receiving) as store:
            url, pattern = receiving.url, {"name": ["Acer"]}
            receiver = await store.ask("POST", "/receivers", json={"name": "shop", "url": url, "filter": pattern})
            receiving.secret = receiver["secret"]
            await store.ask("POST", "/plants", json={"name": "Rosa"})
            await store.ask("POST", "/plants", json={"name": "Acer"}, headers=TRACEPARENT)
            await store.settled(1)

        left_out, sent = collector.named(POST)
        assert tree(collector.spans, left_out.id) == []
        assert tree(collector.spans, sent.id) == [DELIVER]


async def test_after_a_restart_each_attempt_has_a_trace_of_its_own(tmp_path: Path, collector: Collector) -> None:
    async with a_server() as receiving:
        receiving.answer = lambda got: 503 if got.headers["webhook-attempt"] == "1" else 204
        async with traced(tmp_path, receiving) as store:
            receiver = await store.ask("POST", "/receivers", json={"name": "shop", "url": receiving.url})
            receiving.secret = receiver["secret"]
            await store.ask("POST", f"/receivers/{receiver['id']}/pause")
            await store.ask("POST", "/plants", json={"name": "Rosa"}, headers=TRACEPARENT)
        async with traced(tmp_path, receiving) as store:
            await store.ask("DELETE", f"/receivers/{receiver['id']}/pause")
            await store.settled(2)

        attempts = collector.named(DELIVER)
        assert [attempt.parent_id for attempt in attempts] == ["", ""]
        assert len({attempt.trace_id for attempt in attempts} | {TRACE}) == 3


async def test_plants_added_without_a_request_belong_to_no_other_request(tmp_path: Path, collector: Collector) -> None:
    async with a_server() as receiving:
        async with traced(tmp_path, receiving) as store:
            receiver = await store.ask("POST", "/receivers", json={"name": "shop", "url": receiving.url})
            receiving.secret = receiver["secret"]
            await add(store.store, "Rosa")
            await store.settled(1)
            receiving.answer = lambda got: 503 if got.headers["webhook-attempt"] == "1" else 204
            await add(store.store, "Acer")
            await store.settled(3)

        assert [attempt.parent_id for attempt in collector.named(DELIVER)] == ["", "", ""]


async def test_a_test_request_belongs_to_the_request_that_asked_for_it(tmp_path: Path, collector: Collector) -> None:
    async with a_server() as receiving:
        async with traced(tmp_path, receiving) as store:
            receiver = await store.ask("POST", "/receivers", json={"name": "shop", "url": receiving.url})
            receiving.secret = receiver["secret"]
            await store.ask("POST", f"/receivers/{receiver['id']}/tests", headers=TRACEPARENT)

        [_, asked] = collector.named("POST /api/v1/receivers")
        assert asked.trace_id == TRACE
        assert tree(collector.spans, asked.id) == [DELIVER]


async def test_a_collector_that_is_away_delays_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    async with a_server() as receiving, asyncio.timeout(20):
        async with traced(tmp_path, receiving) as store:
            await register(store.store, receiving)
            await store.ask("POST", "/plants", json={"name": "Rosa"}, headers=TRACEPARENT)
            [got] = await store.settled(1)

        assert got.plant is not None
        assert got.headers["traceparent"].startswith(f"00-{TRACE}-")
