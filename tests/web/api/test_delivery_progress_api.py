"""How far plants are announced, over the API: many plants in one question."""

from collections import Counter
from typing import Any

import pytest

from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.token import Scope
from plantstore.storage.queries import delivery_progress
from plantstore.storage.sqlite.engine import Connection
from plantstore.storage.tables import attempts, cancelled_ranges, receivers
from tests.makers import an_attempt
from tests.web.harness import Site
from tests.web.owing import change, failed, owing

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

ADDRESS = "/api/v1/plants/announcements"
OTHERS = ("held", "exhausted", "cancelled")


def told(site: Site, plants: str) -> list[tuple[int, int, int]]:
    answer = site.get(f"{ADDRESS}?plants={plants}")
    assert answer.status_code == 200, answer.text
    return [(item["plant"], item["accepted"], item["receivers"]) for item in answer.json()["items"]]


@pytest.mark.both_engines
def test_each_plant_says_how_many_of_its_receivers_have_accepted_it(site: Site) -> None:
    _, first = owing(site, plants=6, cursor=5)
    failed(site, first, 2)
    failed(site, first, 3, state=RetryState.EXHAUSTED)
    _, second = owing(site, plants=1, cursor=6)
    change(site, lambda tx: cancelled_ranges.add(tx, second, [(4, 5)], asked_by="tok_1"))
    change(site, lambda tx: attempts.add(tx, [an_attempt(7, receiver_id=second)]))
    site.register()  # from now on: nothing of this is for it

    assert told(site, "7,1,2,3,4") == [(1, 2, 2), (2, 1, 2), (3, 1, 2), (4, 1, 2), (7, 1, 2)]
    for sequence in range(1, 8):
        rows = site.get(f"/api/v1/deliveries?event={sequence}").json()["items"]
        states = Counter(row["state"] for row in rows)
        assert told(site, str(sequence)) == [(sequence, states["delivered"], len(rows))], (
            "as the list of deliveries says"
        )
        [item] = site.get(f"{ADDRESS}?plants={sequence}").json()["items"]
        assert item["waiting"] == states["queued"] + states["retrying"]
        assert [item[name] for name in OTHERS] == [states[name] for name in OTHERS]


def test_many_plants_and_receivers_share_a_few_queries(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    statements: list[str] = []
    execute = Connection.execute

    def counted(self: Connection, sql: str, *values: Any) -> Any:
        statements.append(sql)
        return execute(self, sql, *values)

    monkeypatch.setattr(Connection, "execute", counted)
    found = []
    for plants in (1, 30):
        for _ in range(plants):
            owing(site, plants=1)
        statements.clear()
        site.get(f"{ADDRESS}?plants={','.join(map(str, range(1, plants + 1)))}")
        found.append(len(statements))
    assert found[1] <= 12, statements


def test_drafts_and_plants_that_are_not_there_are_left_out(site: Site) -> None:
    site.add(status="draft")
    site.add()

    assert [plant for plant, _, _ in told(site, "1,2,3")] == [2]


def test_without_plants_it_says_how_many_receivers_there_are(site: Site) -> None:
    site.register()
    site.register()

    assert site.get(ADDRESS).json() == {"receivers": 2, "items": []}


def test_with_very_many_receivers_each_event_is_asked_for(site: Site) -> None:
    _, receiver_id = owing(site, plants=1)
    for _ in range(delivery_progress.RECEIVERS_MAX):
        site.register()

    assert site.get(f"{ADDRESS}?plants=1").json()["items"] is None
    change(site, lambda tx: receivers.mark_deleted(tx, receiver_id))
    assert told(site, "1") == [(1, 0, 0)]


@pytest.mark.both_engines
def test_delivery_progress_needs_the_scope_of_deliveries_and_plant_ids(site: Site) -> None:
    other = site.make_token(Scope.PLANTS_READ)

    assert site.get(f"{ADDRESS}?plants=1", token=other.text).status_code == 403
    for wrong in ("", "0", "1,", "a", "1,-2", str(2**53), ",".join(["1"] * 201)):
        assert site.get(f"{ADDRESS}?plants={wrong}").status_code == 400, wrong
    assert site.get(f"{ADDRESS}?plants={','.join(['1'] * 200)}").status_code == 200
