"""The history of plants over the API: who changed which field from what to what, in every way of changing a plant."""

from functools import partial
from itertools import chain
from typing import Any

import pytest

from plantstore.domain.token import Scope
from plantstore.storage.transaction import Transaction
from tests.web.api.test_costs_api import hides, without_costs
from tests.web.api.test_imports_api import ended, upload
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

PLANTS = "/api/v1/plants"


def history(site: Site, plant: int, **more: Any) -> dict[str, Any]:
    answer = site.get(f"{PLANTS}/{plant}/history", **more)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def changes(page: dict[str, Any]) -> list[dict[str, tuple[Any, Any]]]:
    """Return the values before and after, by field, of each change of a page."""
    return [{one["field"]: (one["before"], one["after"]) for one in change["changes"]} for change in page["items"]]


def _delete_all(tx: Transaction, table: str) -> None:
    tx.update(f"DELETE FROM {table}")


async def forget(site: Site) -> None:
    """Leave the store as an upgrade leaves it: with plants, and without history."""
    for table in ("plant_history", "plant_creations"):
        await site.database.write(partial(_delete_all, table=table))


@pytest.mark.both_engines
def test_every_way_of_changing_a_plant_is_in_its_history(site: Site) -> None:
    number = site.add(name="Rosa", sku="R-1", status="draft")["id"]
    path = f"{PLANTS}/{number}"
    site.ask("PATCH", path, json={"price": "4.50", "care": {"height_cm": 40}})
    site.post(f"{path}/addition")
    etag = {"if-match": site.get(path).headers["etag"]}
    site.ask("PUT", f"{PLANTS}/by-sku/R-1", json={"name": "Rosa", "price": "4.75", "currency": "EUR"}, headers=etag)
    site.post(f"{path}/archival")
    site.ask("DELETE", f"{path}/archival")
    done = ended(site, upload(site, "sku,name,price\nR-1,Rosa,5.00\n", update="true"))

    page = history(site, number)

    assert changes(page) == [
        {"price": ("4.75", "5.00")},
        {"status": ("archived", "active")},
        {"status": ("active", "archived")},
        {"price": ("4.50", "4.75")},
        {"status": ("draft", "active")},
        {"price": (None, "4.50"), "currency": (None, "EUR"), "care.height_cm": (None, 40)},
    ]
    assert [one["version"] for one in page["items"]] == [7, 6, 5, 4, 3, 2]
    assert {(one["plant"], one["actor"], one["actor_name"]) for one in page["items"]} == {
        (number, site.operator.id, "test")
    }
    assert [(one["way"], one["import"]) for one in page["items"]] == [("import", done["id"])] + 5 * [("api", None)]
    assert (page["complete"], page["created"]["actor_name"], page["created"]["way"]) == (True, "test", "api")


def test_a_change_that_changes_nothing_or_is_refused_is_not_in_the_history(site: Site) -> None:
    site.add(name="Rosa", sku="R-1")
    site.add(name="Acer", sku="A-1")
    for body in ({"name": "Rosa"}, {"sku": "A-1"}, {"price": "much"}):
        site.ask("PATCH", f"{PLANTS}/1", json=body)
    site.ask("PATCH", f"{PLANTS}/1", json={"name": "Iris"}, headers={"if-match": '"9"'})

    assert history(site, 1)["items"] == []


def test_an_import_is_the_creator_of_its_plants(site: Site) -> None:
    done = ended(site, upload(site, "sku,name\nA-1,Rosa\nA-2,Acer\n"))

    page = history(site, 2)

    created = {"actor": site.operator.id, "actor_name": "test", "way": "import", "import": done["id"]}
    assert page["items"] == [] and page["complete"]
    assert page["created"] == created | {"time": site.get(f"{PLANTS}/2").json()["created_at"]}


def test_a_plant_from_before_the_history_says_so(site: Site) -> None:
    site.add()
    site.ask("PATCH", f"{PLANTS}/1", json={"tag": "a"})
    site.run(forget(site))
    assert history(site, 1)["complete"] is False

    site.ask("PATCH", f"{PLANTS}/1", json={"tag": "b"})

    page = history(site, 1)
    assert (page["complete"], changes(page)) == (False, [{"tag": ("a", "b")}])
    assert page["created"].items() >= {"actor": None, "actor_name": None, "way": None, "import": None}.items()


def test_pages_of_a_history_and_of_all_changes_are_complete(site: Site) -> None:
    for name in ("Rosa", "Acer"):
        site.add(name=name)
    for tag in "abc":
        site.clock.move(1)
        for number in (1, 2):
            site.ask("PATCH", f"{PLANTS}/{number}", json={"tag": tag})

    for path, every in ((f"{PLANTS}/1/history", [4, 3, 2]), (f"{PLANTS}/history", [4, 4, 3, 3, 2, 2])):
        pages: list[list[int]] = []
        following = f"{path}?limit=2"
        while following:
            page = site.get(following).json()
            pages.append([one["version"] for one in page["items"]])
            following = page["next"]
        assert list(chain.from_iterable(pages)) == every, path
        assert [one["version"] for one in site.get(page["prev"]).json()["items"]] == pages[-2]


def test_changes_since_a_time_can_be_exported(site: Site) -> None:
    site.add()
    site.ask("PATCH", f"{PLANTS}/1", json={"tag": "a"})
    site.clock.move(60)
    now = site.ask("PATCH", f"{PLANTS}/1", json={"tag": "b"}).json()["updated_at"]

    page = site.get(f"{PLANTS}/history", params={"since": now}).json()

    assert changes(page) == [{"tag": ("a", "b")}]
    assert site.get(f"{PLANTS}/history?since=yesterday").status_code == 400


def test_costs_and_suppliers_are_in_a_history_only_with_the_scope(site: Site) -> None:
    site.add(name="Rosa", price="9.00", currency="EUR")
    for body in ({"cost": "7.35"}, {"tag": "a", "supplier": {"name": "Hillside", "code": "HN-77123"}}):
        site.ask("PATCH", f"{PLANTS}/1", json=body)
    token = without_costs(site).text

    for path in (f"{PLANTS}/1/history", f"{PLANTS}/history"):
        seen, hidden = site.get(path), site.get(path, token=token)
        assert not hides(seen.text)
        assert hides(hidden.text) and changes(hidden.json()) == [{"tag": (None, "a")}], path
        assert len(changes(seen.json())) == 2


def test_a_token_that_only_reads_plants_does_not_learn_who_works_in_the_shop(site: Site) -> None:
    site.add()
    site.ask("PATCH", f"{PLANTS}/1", json={"tag": "a"})

    page = history(site, 1, token=site.make_token(Scope.PLANTS_READ).text)

    assert (page["items"][0]["actor"], page["items"][0]["actor_name"], page["items"][0]["way"]) == (None, None, "api")
    assert page["created"]["actor"] is None
    assert site.get(f"{PLANTS}/1/history", token=site.make_token(Scope.EVENTS_READ).text).status_code == 403


def test_the_history_of_a_deleted_plant_is_deleted(site: Site) -> None:
    site.add()
    site.ask("PATCH", f"{PLANTS}/1", json={"tag": "a"})
    site.ask("DELETE", f"{PLANTS}/1")

    assert site.get(f"{PLANTS}/1/history").status_code == 410
    assert site.get(f"{PLANTS}/history").json()["items"] == []
    assert site.get(f"{PLANTS}/2/history").status_code == 404


def test_an_edit_in_the_console_says_so(site: Site) -> None:
    site.add(name="Rosa")
    Browser(site).edit("names").fill(tag="shrub").submit("Save")

    page = history(site, 1)

    assert [(one["way"], one["actor_name"]) for one in page["items"]] == [("console", "test")]
