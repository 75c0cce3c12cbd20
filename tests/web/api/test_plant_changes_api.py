"""Plants in the order of their changes, over the API: a program that asks with `changed_after` keeps an exact copy."""

from typing import Any

import pytest

from tests.web.api.test_imports_api import ended, upload
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

PLANTS = "/api/v1/plants"


class Copy:
    """A search index, as a program keeps one: it asks with the number of the answer before."""

    def __init__(self, site: Site, *, limit: int = 2) -> None:
        self._site = site
        self._limit = limit
        self.after = 0
        self.plants: dict[int, dict[str, Any]] = {}

    def ask(self) -> dict[str, Any]:
        answer = self._site.get(f"{PLANTS}?changed_after={self.after}&limit={self._limit}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def follow(self) -> list[int]:
        """Ask until nothing is new; return whose changes came."""
        came = []
        while (page := self.ask())["after"] != self.after:
            assert len(page["items"]) <= self._limit
            for item in page["items"]:
                came.append(item["id"])
                if "deleted_at" in item:
                    assert item.keys() == {"id", "deleted_at"}
                    self.plants.pop(item["id"], None)
                else:
                    self.plants[item["id"]] = item
            behind = self._site.get(f"{PLANTS}?changed_after={page['after']}").json()
            assert (page["next"] is None) is (behind["items"] == [])
            self.after = page["after"]
        assert page["items"] == [] and page["next"] is None
        return came

    @property
    def is_exact(self) -> bool:
        """Whether it holds what the catalogue holds, and nothing else."""
        catalogue = self._site.get(f"{PLANTS}?limit=200").json()["items"]
        return bool(catalogue) and {one["id"]: one for one in catalogue} == self.plants


def change(site: Site, method: str, path: str, json: Any = None) -> None:
    headers = {"if-match": site.get(f"{PLANTS}/{path}").headers["etag"]} if method == "PUT" else {}
    answer = site.ask(method, f"{PLANTS}/{path}", json=json, headers=headers)
    assert answer.is_success, answer.text


@pytest.mark.both_engines
def test_a_copy_is_exact_whatever_is_done_to_the_catalogue(site: Site) -> None:
    copy = Copy(site)
    for number in range(5):
        site.add(name=f"Rosa {number}", sku=f"R-{number}")
    draft = site.add(status="draft", name="Rosa in spe")["id"]
    assert sorted(copy.follow()) == [1, 2, 3, 4, 5, draft]
    assert copy.is_exact

    for method, path, json, which in [
        ("PATCH", "2", {"price": "3.50"}, 2),
        ("PUT", "by-sku/R-2", {"name": "Rosa duo", "sku": "R-2"}, 3),
        ("POST", "4/archival", None, 4),
        ("DELETE", "4/archival", None, 4),
        ("POST", f"{draft}/addition", None, draft),
        ("DELETE", "1", None, 1),
    ]:
        change(site, method, path, json)
        assert set(copy.follow()) == {which}, path
        assert copy.is_exact, path

    again = Copy(site, limit=3)
    again.follow()
    assert again.is_exact
    assert again.plants == copy.plants


def test_a_plant_that_a_request_leaves_as_it_is_does_not_come_again(site: Site) -> None:
    copy = Copy(site)
    site.add(name="Rosa", sku="R-1")
    site.add(status="draft", name="Rosa in spe")
    copy.follow()

    change(site, "PUT", "by-sku/R-1", {"name": "Rosa", "sku": "R-1"})
    change(site, "POST", "1/addition")

    assert copy.follow() == []


@pytest.mark.both_engines
def test_updates_and_undo_of_an_import_are_in_the_change_feed(site: Site) -> None:
    copy = Copy(site)
    site.add(name="Rosa", sku="R-1", price="1.00", currency="EUR")
    copy.follow()

    found = upload(site, "sku,name,price\nR-1,Rosa,2.00\nR-2,Acer,3.00\n", update="true")
    ended(site, found)
    assert sorted(copy.follow()) == [1, 2]
    assert (copy.plants[1]["price"], copy.plants[2]["status"]) == ("2.00", "active")
    ended(site, found, "undo")

    assert sorted(copy.follow()) == [1, 2]
    assert (copy.plants[1]["price"], copy.plants[2]["status"]) == ("1.00", "archived")
    assert copy.is_exact


def test_the_number_stays_while_nothing_is_new(site: Site) -> None:
    assert site.get(f"{PLANTS}?changed_after=0").json() == {"items": [], "next": None, "prev": None, "after": 0}
    site.add()
    after = site.get(f"{PLANTS}?changed_after=0").json()["after"]

    assert site.get(f"{PLANTS}?changed_after={after}").json()["after"] == after > 0


def test_the_address_of_the_next_page_leads_on(site: Site) -> None:
    for _ in range(3):
        site.add()

    first = site.get(f"{PLANTS}?changed_after=0&limit=2")
    rest = site.get(first.json()["next"])

    assert [one["id"] for one in first.json()["items"]] == [1, 2]
    assert [one["id"] for one in rest.json()["items"]] == [3]
    assert first.headers["link"] == f'<{first.json()["next"]}>; rel="next"'
    assert rest.json()["next"] is None


def test_changed_after_cannot_be_combined_with_filters(site: Site) -> None:
    for query in ["status=draft", "q=rosa", "sort=id", "tag=shrub", "sku=R-1", "updated_after=2026-06-01T12:00:00Z"]:
        answer = site.get(f"{PLANTS}?changed_after=0&{query}")

        assert answer.status_code == 400, query
        assert query.split("=")[0] in answer.json()["detail"], query


def test_an_invalid_change_number_is_refused(site: Site) -> None:
    for number in ["-1", "x", "", "1.5", str(2**53)]:
        assert site.get(f"{PLANTS}?changed_after={number}").status_code == 400, number


def test_a_reader_that_knows_more_than_the_store_is_told(site: Site) -> None:
    """The store was restored from a backup: an empty answer would hide what was lost."""
    site.add()
    head = site.get(f"{PLANTS}?changed_after=0").json()["after"]

    answer = site.get(f"{PLANTS}?changed_after={head + 1}")

    assert (answer.status_code, answer.json()["head"]) == (409, head)
    assert answer.json()["type"].endswith("outside_log")
