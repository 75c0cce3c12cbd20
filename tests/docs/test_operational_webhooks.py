"""The bodies in docs/operational-webhooks.md are those of the OpenAPI document, and have the shape of what is sent."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from plantstore.core.operational_body import BODIES
from plantstore.delivery.recorder import ReceiverUpdate, write_records
from plantstore.domain.deliveries.breaker import HEALTHY, Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.operational_webhook import HORIZON_S, RETRY_SCHEDULE_S
from plantstore.domain.plants.plant_import import ImportState, PlantImport
from plantstore.storage import operational_causes
from plantstore.storage.database import Transaction
from plantstore.storage.tables import breakers, receivers
from plantstore.web.openapi.operational import example
from tests.docs.markdown import DOCS, blocks
from tests.makers import NOON, RECEIVER, a_receiver, a_retry
from tests.operational import a_world
from tests.receiver import a_server
from tests.recording import a_record
from tests.still_clock import StillClock

PAGE = "operational-webhooks.md"
GONE = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.GONE, opened_at=NOON)
NULLABLE = {"status", "error", "confirmed_by", "name"}


def shown() -> dict[str, Any]:
    found = [json.loads(block.text) for block in blocks(PAGE) if block.language == "json"]
    return {body["type"]: body for body in found}


def shape(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: shape(inner, key) for key, inner in value.items()} if name not in NULLABLE else "any"
    return "any" if name in NULLABLE else type(value).__name__


def everything_happens(tx: Transaction) -> None:
    """Cause one event of each type."""
    receivers.insert(tx, a_receiver())
    write = partial(write_records, tx)
    write(batch=[a_record(1, following=a_retry(1))], updates={RECEIVER: ReceiverUpdate(cursor=0, breaker=(GONE, 0))})
    breakers.clear(tx, RECEIVER)
    open_one = Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=NOON)
    breakers.put(tx, RECEIVER, open_one, resumes=0)
    write(batch=[a_record(2)], updates={RECEIVER: ReceiverUpdate(cursor=0, breaker=(HEALTHY, 0))})
    used_up = a_retry(3, attempts=17, state=RetryState.EXHAUSTED)
    write(batch=[a_record(3, following=used_up)], updates={RECEIVER: ReceiverUpdate(cursor=0)})
    ended = PlantImport(
        id="imp_1",
        state=ImportState.DONE,
        name="spring.csv",
        options="{}",
        content_hash="",
        size_bytes=1,
        asked_by="tok_1",
        asked_at=NOON,
        run_by="tok_1",
        run_by_name="price list",
        ended_at=NOON,
    )
    operational_causes.import_completed(tx, ended)


def test_the_page_shows_the_examples_of_the_document() -> None:
    assert shown() == {kind: example(kind) for kind in BODIES}


async def test_what_is_sent_has_the_shape_that_the_page_shows(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, a_server() as server:
        await world.subscribe(server.url)
        await world.store.write(everything_happens)
        await world.run(3)
        await world.sender.test("ops_1")
        sent = {got.headers["ce-type"]: json.loads(got.body) for got in server.got}

    page = shown()
    assert sent.keys() == page.keys()
    for kind, body in sent.items():
        assert shape(body) == shape(page[kind]), kind


@pytest.mark.parametrize(
    "said", ["5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 8 h and 12 h", "27 h 42 min or more", "20 % later"]
)
def test_the_page_says_how_it_is_retried(said: str) -> None:
    assert said in (DOCS / PAGE).read_text(encoding="utf-8").replace("\n  ", " ")
    assert RETRY_SCHEDULE_S == (5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200)
    assert divmod(HORIZON_S // 60, 60) == (27, 42)
