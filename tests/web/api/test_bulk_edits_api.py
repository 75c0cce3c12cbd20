"""Bulk edits: check, confirm, undo; which plants are selected, and what is refused with words."""

from functools import partial
from typing import Any

import pytest

from plantstore.catalogue.bulk_edits import commands
from plantstore.domain.errors import Unavailable
from plantstore.domain.plants.bulk_edit import IDS_MAX
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.token import Scope
from tests.web.api.test_costs_api import without_costs
from tests.web.api.test_imports_api import ended as import_ended
from tests.web.api.test_imports_api import events, upload
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

BULK_EDITS, PLANTS = "/api/v1/bulk-edits", "/api/v1/plants"
DEARER: dict[str, Any] = {"price": {"percent": "5", "ending": "0.99"}}
PATIENCE_S = 20.0


def a_store(site: Site) -> None:
    """Add two roses, a plant without a price, a draft and an archived plant."""
    others: tuple[dict[str, Any], ...] = ({"tag": "rose"}, {"tag": "rose"}, {"price": None}, {"status": "draft"}, {})
    for number, more in enumerate(others, 1):
        fields = {"name": f"Plant {number}", "sku": f"A-{number}", "price": f"{number}.50", "currency": "EUR", **more}
        site.add(**fields)
    site.post(f"{PLANTS}/5/archival")


def check(site: Site, changes: Any = None, *, status: int = 201, token: str = "", **selection: Any) -> dict[str, Any]:
    body = {"changes": DEARER if changes is None else changes, **(selection or {"filter": {}})}
    answer = site.post(BULK_EDITS, body, token=token)
    assert answer.status_code == status, answer.text
    return dict(answer.json())


def ended(site: Site, found: dict[str, Any], step: str = "confirmation") -> dict[str, Any]:
    """Ask for a step of a bulk edit and wait until it is done."""
    answer = site.post(f"{BULK_EDITS}/{found['id']}/{step}")
    assert answer.status_code == 202, answer.text
    site.run(site.dependencies.bulk_editor.wait_until_idle(found["id"], within_s=PATIENCE_S))
    return dict(site.get(answer.headers["location"]).json())


def plants(site: Site) -> list[tuple[Any, Any]]:
    return [(one["status"], one["price"]) for one in site.get(PLANTS).json()["items"]]


def pointers(problem: dict[str, Any]) -> list[str]:
    return [error["pointer"] for error in problem["errors"]]


@pytest.mark.both_engines
def test_check_confirm_and_undo(site: Site) -> None:
    a_store(site)
    before, told = plants(site), events(site)

    checked = check(site)

    counts = {"selected": 5, "changing": 4, "unchanged": 0, "refused": 1, "deliveries": 0, "updated": 0}
    assert checked.items() >= (counts | {"state": "checked", "filter": {}, "changes": DEARER}).items()
    group = {"code": "no_price", "detail": "The plant has no price.", "count": 1}
    assert checked["refusals"] == [group | {"plants": [{"plant": 3, "name": "Plant 3"}]}]
    price = {"field": "price", "before": "1.50", "after": "1.99"}
    assert checked["preview"][0] == {"plant": 1, "name": "Plant 1", "sku": "A-1", "changes": [price]}
    assert plants(site) == before
    assert (checked["asked_by_name"], checked["run_by_name"]) == ("test", None)

    done = ended(site, checked)

    assert (
        done.items() >= {"state": "done", "updated": 4, "conflicts": 0, "remaining": 0, "run_by_name": "test"}.items()
    )
    assert [one[1] for one in plants(site)] == ["1.99", "2.99", None, "4.99", "5.99"]
    change = site.get(f"{PLANTS}/1/history").json()["items"][0]
    assert change.items() >= {"way": "bulk", "bulk_edit": done["id"], "import": None, "actor_name": "test"}.items()
    logged = site.get("/api/v1/activity").json()["items"]
    words = {"subject": done["id"], "detail": "price +5 %, ending in 0.99: 4 plants"}
    assert [one for one in logged if one["subject"] == done["id"]] == logged[:1]
    assert logged[0].items() >= (words | {"action": "confirmBulkEdit"}).items()

    site.ask("PATCH", f"{PLANTS}/2", json={"price": "7.00"})
    expected = {"reverted": 3, "kept_edits": 1, "kept_plants": [{"plant": 2, "name": "Plant 2", "fields": ["price"]}]}
    assert site.get(f"{BULK_EDITS}/{done['id']}/undo").json() == expected | {"is_estimate": False}
    undone = ended(site, done, "undo")

    assert undone.items() >= (expected | {"state": "undone"}).items()
    assert plants(site) == [before[0], ("active", "7.00"), *before[2:]]
    assert ended(site, done, "undo") == undone
    assert (
        site.get(f"{PLANTS}/1/history").json()["items"][0].items() >= {"way": "undo", "bulk_edit": done["id"]}.items()
    )
    assert site.get(f"{BULK_EDITS}/{done['id']}/undo").status_code == 409
    logged = [one["action"] for one in site.get("/api/v1/activity").json()["items"]]
    assert logged[:2] == ["undoBulkEdit", "confirmBulkEdit"]  # one each, however often they are asked for
    assert events(site) == told


def test_plants_are_selected_by_id_or_by_the_filters_of_the_list(site: Site) -> None:
    a_store(site)

    for selection, ids in (
        ({"ids": [2, 1]}, [1, 2]),
        ({"filter": {"tag": "rose", "status": "active"}}, [1, 2]),
        ({"filter": {"q": "plant 4", "status": "draft"}}, [4]),
        ({"filter": {"sku": "a-2"}}, [2]),
        ({"filter": {"q": "nothing"}}, []),
    ):
        checked = check(site, {"tags": {"add": ["new"]}}, **selection)
        assert [one["plant"] for one in checked["preview"]] == ids, selection
        assert (checked["selected"], checked["filter"]) == (len(ids), selection.get("filter"))
        site.ask("DELETE", f"{BULK_EDITS}/{checked['id']}")


def test_added_drafts_notify_receivers_and_the_check_counts_that(site: Site) -> None:
    a_store(site)
    site.register()
    told = events(site)

    checked = check(site, {"action": "add_to_store"}, filter={"status": "draft"})
    assert (checked["changing"], checked["deliveries"]) == (1, 1)

    done = ended(site, checked)
    assert (events(site), plants(site)[3]) == (told + 1, ("active", "4.50"))
    assert ended(site, done, "undo")["reverted"] == 1
    assert (events(site), plants(site)[3]) == (told + 1, ("archived", "4.50"))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, ["", "/changes"]),
        ({"changes": DEARER}, [""]),
        ({"changes": DEARER, "ids": None, "filter": None}, [""]),
        ({"changes": DEARER, "ids": [1], "filter": {}}, [""]),
        ({"changes": DEARER, "ids": []}, ["/ids"]),
        ({"changes": DEARER, "ids": {}}, ["/ids"]),
        ({"changes": DEARER, "ids": [*range(1, IDS_MAX + 2)]}, ["/ids"]),
        ({"changes": DEARER, "ids": [1, "2", 0, True, 2**53, 1.5]}, [f"/ids/{n}" for n in range(1, 6)]),
        ({"changes": DEARER, "ids": [1, 2, 1, 6, 99]}, ["/ids/2", "/ids/3", "/ids/4"]),
        ({"changes": DEARER, "ids": [1] * 30}, [*(f"/ids/{n}" for n in range(1, 21)), "/ids"]),
        ({"changes": DEARER, "filter": []}, ["/filter"]),
        (
            {"changes": DEARER, "filter": {"status": "gone", "pot": "5 L", "tag": 7}},
            ["/filter/status", "/filter/pot", "/filter/tag"],
        ),
        (
            {"changes": DEARER, "filter": {"q": "\0", "cursor": "x", "sort": "id"}},
            ["/filter/q", "/filter/cursor", "/filter/sort"],
        ),
        ({"changes": DEARER, "filter": {"q": "x" * 501}}, ["/filter/q"]),
        ({"changes": {"price": {"percent": "-100"}}, "filter": {}}, ["/changes/price/percent"]),
        ({"changes": {"price": {"percent": "1e9"}}, "filter": {}}, ["/changes/price/percent"]),
        ({"changes": {"price": {"percent": "NaN"}}, "ids": ["x"]}, ["/changes/price/percent", "/ids/0"]),
        ({"changes": {"cost": {"set": "1"}}, "filter": {}}, ["/changes/cost"]),
        ({"changes": DEARER, "filter": {}, "colour": 1}, ["/colour"]),
    ],
)
def test_wrong_requests_are_refused_with_their_places(site: Site, body: Any, expected: list[str]) -> None:
    a_store(site)
    site.add(name="Deleted")
    site.ask("DELETE", f"{PLANTS}/6")

    answer = site.post(BULK_EDITS, body)

    assert answer.status_code == 422, answer.text
    assert pointers(answer.json()) == expected
    assert all(error["detail"].endswith((".", ". ")) for error in answer.json()["errors"]), answer.text
    assert site.get(BULK_EDITS).json()["items"] == []


def test_the_most_plants_are_accepted_and_too_many_elements_are_not(site: Site) -> None:
    assert pointers(check(site, status=422, ids=[*range(1, IDS_MAX + 1)]))[-1] == "/ids"
    assert check(site, status=400, ids=[*range(1, 3 * IDS_MAX)])["type"].endswith("/malformed")
    assert site.post(BULK_EDITS, content='{"changes": {"price": {"percent": NaN}}, "filter": {}}').status_code == 400


def test_deleted_plants_are_named(site: Site) -> None:
    a_store(site)
    site.ask("DELETE", f"{PLANTS}/2")

    problem = check(site, status=422, ids=[1, 2, 9])

    assert [error["detail"] for error in problem["errors"]] == ["Plant 2 was deleted.", "There is no plant 9."]


def test_a_bulk_edit_raced_by_edits_and_an_import_leaves_their_plants_alone(site: Site) -> None:
    a_store(site)
    checked = check(site)
    site.ask("PATCH", f"{PLANTS}/1", json={"tag": "edited"})
    import_ended(site, upload(site, "sku,name,price\nA-2,Plant 2,9.00\n", update="true"))
    site.ask("DELETE", f"{PLANTS}/5")

    done = ended(site, checked)

    assert done.items() >= {"updated": 1, "conflicts": 3, "remaining": 0}.items()
    named = [{"plant": 1, "name": "Plant 1"}, {"plant": 2, "name": "Plant 2"}, {"plant": 5, "name": ""}]
    assert done["conflict_plants"] == named
    assert plants(site) == [("active", "1.50"), ("active", "9.00"), ("active", None), ("draft", "4.99")]


def test_only_one_runs_and_steps_out_of_order_are_refused_with_words(site: Site) -> None:
    a_store(site)
    first, second, third, fourth = (check(site) for _ in range(4))
    site.run(begin(site, first["id"]))

    for path, words in (
        (f"{second['id']}/confirmation", f"The bulk edit {first['id']} is running"),
        (f"{second['id']}/undo", "is checked and has changed 0 plants"),
        (f"{first['id']}/undo", "is running"),
    ):
        answer = site.post(f"{BULK_EDITS}/{path}")
        assert (answer.status_code, words in answer.json()["detail"]) == (409, True), answer.text
    assert ended(site, first)["state"] == "done"
    assert ended(site, second)["conflicts"] == 4
    cancelled = site.ask("DELETE", f"{BULK_EDITS}/{third['id']}").json()
    assert cancelled["state"] == "cancelled"
    assert site.post(f"{BULK_EDITS}/{third['id']}/confirmation").status_code == 409
    assert site.ask("DELETE", f"{BULK_EDITS}/{first['id']}").json()["state"] == "done"
    assert site.post(f"{BULK_EDITS}/blk_x/confirmation").status_code == 404
    site.run(begin(site, fourth["id"]))
    assert site.ask("DELETE", f"{BULK_EDITS}/{fourth['id']}").json()["state"] == "cancelled"
    actions = [one["action"] for one in site.get("/api/v1/activity").json()["items"]]
    assert [one for one in actions if "Bulk" in one] == ["cancelBulkEdit", "confirmBulkEdit"]


async def begin(site: Site, id: str) -> None:
    """Confirm a bulk edit, and do not begin to change plants."""
    await site.database.write(partial(commands.confirm, bulk_edit_id=id))


def test_nothing_to_change_cannot_be_confirmed(site: Site) -> None:
    a_store(site)
    checked = check(site, {"tag": {"set": "rose"}}, ids=[1, 2])

    assert (checked["changing"], checked["unchanged"]) == (0, 2)
    assert site.post(f"{BULK_EDITS}/{checked['id']}/confirmation").status_code == 409


def test_a_repeated_request_makes_no_second_bulk_edit(site: Site) -> None:
    a_store(site)
    key = {"idempotency-key": "once"}
    first = site.post(BULK_EDITS, {"ids": [1], "changes": DEARER}, headers=key)
    site.ask("DELETE", f"{PLANTS}/1")

    again = site.post(BULK_EDITS, {"ids": [1], "changes": DEARER}, headers=key)

    assert (again.status_code, again.json()["id"]) == (201, first.json()["id"])
    assert len(site.get(BULK_EDITS).json()["items"]) == 1


def test_only_tokens_with_the_right_scopes_may_use_them(site: Site) -> None:
    a_store(site)
    site.ask("PATCH", f"{PLANTS}/1", json={"supplier": {"name": "Hillside"}})
    of_supplier = check(site, filter={"supplier": "Hillside"})
    assert of_supplier["selected"] == 1
    reader, blind = site.make_token(Scope.PLANTS_READ, Scope.COSTS_READ).text, without_costs(site).text
    bound = site.make_token(Scope.PLANTS_WRITE, receiver_id=parse_receiver(site.register()["id"])).text
    one = f"{BULK_EDITS}/{of_supplier['id']}"

    for method, path in (
        *(("GET", path) for path in (BULK_EDITS, one, f"{one}/undo")),
        *(("POST", path) for path in (BULK_EDITS, f"{one}/confirmation", f"{one}/undo")),
        ("DELETE", one),
    ):
        body = (
            {"filter": {"supplier": "Hillside"}, "changes": DEARER} if path == BULK_EDITS and method == "POST" else None
        )
        found = [site.ask(method, path, token=token, json=body).status_code for token in (reader, bound, blind)]
        assert found == [403, 404, 200 if path == BULK_EDITS and method == "GET" else 403], (method, path)
    [listed] = site.get(BULK_EDITS, token=blind).json()["items"]
    assert (listed["filter"], listed["preview"]) == ({}, [])
    assert "Hillside" not in site.get(BULK_EDITS, token=blind).text
    assert ended(site, of_supplier)["updated"] == 1


def test_the_work_continues_when_the_database_was_busy(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plantstore.catalogue.task_runner.RETRY_S", 0)
    a_store(site)
    calls: list[int] = []
    run = commands.run_batch

    def busy(*given: Any, **named: Any) -> bool:
        calls.append(1)
        if len(calls) == 1:
            raise Unavailable
        return run(*given, **named)

    monkeypatch.setattr(commands, "run_batch", busy)

    assert ended(site, check(site))["updated"] == 4
