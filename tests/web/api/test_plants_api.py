"""Plants through the API: added, listed, shown, changed, archived, restored, deleted."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from plantstore.storage.database import Transaction
from plantstore.storage.sqlite.engine import Connection
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

PLANTS = "/api/v1/plants"


def test_a_plant_is_added_with_its_event(site: Site) -> None:
    answer = site.post(PLANTS, {"name": "Rosa", "tag": "shrub", "price": "24.90"})

    plant = answer.json()
    assert answer.status_code == 201
    assert answer.headers["location"] == f"{PLANTS}/1"
    assert answer.headers["etag"] == '"1"'
    assert answer.headers["content-type"] == "application/json"
    assert (plant["id"], plant["name"], plant["tag"], plant["status"]) == (1, "Rosa", "shrub", "active")
    assert (plant["price"], plant["currency"], plant["sku"], plant["images"]) == ("24.90", "EUR", None, [])
    assert plant["added_at"] == plant["created_at"] == "2026-06-01T12:00:00.000Z"
    assert plant["warnings"] == []
    assert site.get(f"/api/v1/events/{plant['event_id']}").json()["plant"]["id"] == 1


def test_a_draft_has_no_event_until_it_is_added(site: Site) -> None:
    draft = site.add(status="draft")
    assert draft["event_id"] is None
    assert draft["added_at"] is None
    assert site.get("/api/v1/events").json()["items"] == []

    added = site.post(f"{PLANTS}/1/addition")

    assert added.status_code == 200
    assert added.headers["etag"] == '"2"'
    assert added.json()["status"] == "active"
    assert added.json()["event_id"] is not None
    assert len(site.get("/api/v1/events").json()["items"]) == 1


def test_adding_twice_makes_one_event(site: Site) -> None:
    site.add(status="draft")

    first, second = site.post(f"{PLANTS}/1/addition"), site.post(f"{PLANTS}/1/addition")

    assert first.json() == second.json()
    assert len(site.get("/api/v1/events").json()["items"]) == 1


def test_archive_and_restore_make_no_event(site: Site) -> None:
    plant = site.add()
    site.clock.move(60)

    archived = site.post(f"{PLANTS}/1/archival").json()
    restored = site.ask("DELETE", f"{PLANTS}/1/archival").json()

    assert archived["status"] == "archived"
    assert restored["status"] == "active"
    assert restored["added_at"] == plant["added_at"]
    assert restored["event_id"] == plant["event_id"]
    assert len(site.get("/api/v1/events").json()["items"]) == 1


@pytest.mark.parametrize(
    ("status", "method", "step"),
    [("draft", "POST", "archival"), ("draft", "DELETE", "archival"), ("archived", "POST", "addition")],
)
def test_a_step_that_the_state_does_not_allow_is_a_conflict(site: Site, status: str, method: str, step: str) -> None:
    site.add(status="draft" if status == "draft" else "active")
    if status == "archived":
        site.post(f"{PLANTS}/1/archival")

    answer = site.ask(method, f"{PLANTS}/1/{step}")

    assert answer.status_code == 409
    assert answer.json()["type"] == "/docs/errors/conflict"
    assert site.get(f"{PLANTS}/1").json()["status"] == status


@pytest.mark.parametrize("given", [None, "active"])
def test_active_is_the_status_of_a_new_plant(site: Site, given: str | None) -> None:
    assert site.add(status=given)["status"] == "active"


def test_an_unknown_status_is_refused_with_all_other_problems(site: Site) -> None:
    for given in ["archived", "ACTIVE", "", 1, True, [], {}]:
        answer = site.post(PLANTS, {"name": "", "status": given, "colour": "red"})

        assert answer.status_code == 422, given
        assert [error["pointer"] for error in answer.json()["errors"]] == ["/status", "/name", "/colour"], given


def test_read_only_fields_are_refused(site: Site) -> None:
    site.add()

    for method in ["POST", "PATCH"]:
        for field in ["id", "availability", "url", "created_at", "updated_at", "added_at", "version", "sequence"]:
            path = PLANTS if method == "POST" else f"{PLANTS}/1"

            answer = site.ask(method, path, json={"name": "Rosa", field: 1})

            assert answer.status_code == 422, (field, method)
            assert [error["pointer"] for error in answer.json()["errors"]] == [f"/{field}"], (field, method)


def test_a_patch_changes_what_it_names_and_null_clears(site: Site) -> None:
    site.add(tag="shrub", sku="R-1", tags=["red"])
    site.clock.move(60)

    answer = site.ask("PATCH", f"{PLANTS}/1", json={"tag": None, "tags": ["white"], "description": "Late."})

    plant = answer.json()
    assert answer.status_code == 200
    assert answer.headers["etag"] == '"2"'
    assert (plant["name"], plant["tag"], plant["sku"]) == ("Rosa", None, "R-1")
    assert (plant["tags"], plant["description"]) == (["white"], "Late.")
    assert plant["updated_at"] == "2026-06-01T12:01:00.000Z"
    assert site.get(f"{PLANTS}/1").json() == plant


def test_a_merge_patch_may_say_what_it_is(site: Site) -> None:
    site.add()
    merge_patch = {"content-type": "application/merge-patch+json"}

    assert site.ask("PATCH", f"{PLANTS}/1", content=b"{}", headers=merge_patch).status_code == 200
    assert site.ask("POST", PLANTS, content=b'{"name":"Rosa"}', headers=merge_patch).status_code == 415


def test_a_patch_does_not_change_the_status(site: Site) -> None:
    site.add(status="draft")

    answer = site.ask("PATCH", f"{PLANTS}/1", json={"status": "active"})

    assert answer.status_code == 422
    assert site.get(f"{PLANTS}/1").json()["status"] == "draft"


def test_the_name_cannot_be_cleared(site: Site) -> None:
    site.add()

    answer = site.ask("PATCH", f"{PLANTS}/1", json={"name": None})

    assert [error["code"] for error in answer.json()["errors"]] == ["required"]


@pytest.mark.both_engines
def test_a_taken_sku_names_the_plant_that_has_it(site: Site) -> None:
    site.add(name="Acer palmatum", sku="ACE-1")

    answer = site.post(PLANTS, {"name": "Other", "sku": "ace-1"})

    assert answer.status_code == 409
    assert "Plant 1 (Acer palmatum)" in answer.json()["detail"]
    assert answer.json()["errors"][0]["pointer"] == "/sku"


def test_a_long_name_is_taken_with_a_warning(site: Site) -> None:
    plant = site.add(name="R" * 151)

    assert [warning["pointer"] for warning in plant["warnings"]] == ["/name"]


def test_a_deleted_plant_is_gone_and_its_number_with_it(site: Site) -> None:
    plant = site.add(sku="R-1")

    assert site.ask("DELETE", f"{PLANTS}/1").status_code == 204
    assert site.ask("DELETE", f"{PLANTS}/1").status_code == 410
    assert site.get(f"{PLANTS}/1").status_code == 410
    assert site.add(sku="R-1")["id"] == 2
    assert site.get(f"/api/v1/events/{plant['event_id']}").status_code == 200


def test_an_unknown_plant_is_not_found(site: Site) -> None:
    site.add()

    for method, step in [("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/addition")]:
        for id in ["2", "0", "01", "-1", "1.0", "1e0", "x", "%C2%B2", "9007199254740992", "9" * 400, "1%00"]:
            answer = site.ask(method, f"{PLANTS}/{id}{step}", json={} if method == "PATCH" else None)

            assert answer.status_code == 404, (id, method, step)


@pytest.mark.both_engines
def test_the_list_is_filtered(site: Site) -> None:
    site.add(tag="shrub", sku="R-1")
    site.add(tag="fern", status="draft")
    site.clock.move(60)
    site.add(tag="shrub")

    def ids(query: str) -> list[int]:
        return [plant["id"] for plant in site.get(f"{PLANTS}?{query}").json()["items"]]

    assert ids("") == [1, 2, 3]
    assert ids("tag=shrub") == [1, 3]
    assert ids("status=draft") == [2]
    assert ids("sku=r-1") == [1]
    assert ids("updated_after=2026-06-01T12:00:30Z") == [3]
    assert ids("updated_after=2026-06-01T14:00:30%2B02:00&tag=shrub") == [3]
    assert ids("tag=shrub&sku=none") == []


def test_a_parameter_that_is_not_understood_is_named(site: Site) -> None:
    for query, named in [
        ("colour=red", "'colour'"),
        ("Status=draft", "'Status'"),
        ("status=sold", "status"),
        ("status=", "status"),
        ("tag=", "tag"),
        ("tag=%00", "tag"),
        ("tag=" + "x" * 51, "tag"),
        ("sku=%EF%BF%BE", "sku"),
        ("updated_after=yesterday", "updated_after"),
        ("updated_after=2026-06-01", "updated_after"),
        ("updated_after=2026-06-01T12:00:00+01:00", "updated_after"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("limit=-1", "limit"),
        ("limit=1_0", "limit"),
        ("limit=%D9%A1", "limit"),
        ("limit=" + "9" * 5000, "limit"),
        ("limit=5&limit=6", "twice"),
        ("tag=%FF", "UTF-8"),
        ("tag=%ED%A0%80", "UTF-8"),
        ("&".join(f"a{number}=1" for number in range(5_000)), "32 parameters"),
    ]:
        answer = site.get(f"{PLANTS}?{query}")

        assert answer.status_code == 400, (query, named)
        assert answer.json()["type"] == "/docs/errors/malformed", (query, named)
        assert named in answer.json()["detail"], (query, named)


def test_parameters_are_refused_where_there_are_none(site: Site) -> None:
    assert site.post(f"{PLANTS}?dry_run=1", {"name": "Rosa"}).status_code == 400
    assert site.get(PLANTS).json()["items"] == []


def test_a_page_has_as_many_items_as_are_asked_for_at_most(site: Site) -> None:
    for _ in range(201):
        site.add()

    assert len(site.get(PLANTS).json()["items"]) == 50
    assert len(site.get(f"{PLANTS}?limit=200").json()["items"]) == 200


TRAPS = {
    "NUL": "Ro\0sa",
    "noncharacter": "Ro\ufffesa",
    "control": "Ro\x1bsa",
    "flood": "e" + "\u0301" * 10,
    "nothing to see": "\u2800",
    "a megabyte": "x" * 1_000_000,
}


def test_unsafe_or_oversized_text_is_refused(site: Site) -> None:
    for name, text in TRAPS.items():
        answer = site.post(PLANTS, {"name": text})

        assert answer.status_code == 422, name
        assert [error["pointer"] for error in answer.json()["errors"]] == ["/name"], name


@pytest.mark.both_engines
@pytest.mark.parametrize(
    "text", ["'; DROP TABLE plants; --", "<script>alert(1)</script>", "100 % _", "שלום", "🌵‍🌵", "=1+1"]
)
def test_accepted_text_comes_back_as_it_was(site: Site, text: str) -> None:
    plant = site.add(name=text, tag=text)

    shown = site.get(f"{PLANTS}/1").json()
    listed = site.get(PLANTS, params={"tag": text}).json()["items"]

    assert plant["name"] == shown["name"] == text
    assert [one["id"] for one in listed] == [1]


def test_the_public_address_is_in_the_record_only_if_there_is_one(site: Site) -> None:
    assert "url" not in site.add()


async def _add_together(site: Site, count: int) -> None:
    """Add plants with one commit."""
    free, is_held, loop = threading.Event(), asyncio.Event(), asyncio.get_running_loop()

    def hold(_: Transaction) -> None:
        loop.call_soon_threadsafe(is_held.set)
        assert free.wait(60)

    held = site.database.write(hold)
    await is_held.wait()  # the writer has begun a commit without the plants
    new = [{"name": f"Rosa {number} of {count}"} for number in range(count)]
    asked = [asyncio.ensure_future(site.request("POST", PLANTS, json=one)) for one in new]
    while site.database.waiting_commands < count:
        await asyncio.sleep(0.001)
    free.set()
    await held
    assert [answer.status_code for answer in await asyncio.gather(*asked)] == [201] * count


def test_plants_added_with_one_commit_share_their_statements(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    statements: list[str] = []
    for name in ("execute", "update", "insert"):
        method: Callable[..., Any] = getattr(Connection, name)

        def counted(self: Connection, text: str, *values: Any, method: Callable[..., Any] = method) -> Any:
            statements.append(text)
            return method(self, text, *values)

        monkeypatch.setattr(Connection, name, counted)
    found = []
    for count in (2, 40):
        statements.clear()
        site.run(_add_together(site, count))
        found.append(sorted(statements))
    few, many = found
    assert len(many) <= len(few) + 5, [one for one in many if many.count(one) > 5]
