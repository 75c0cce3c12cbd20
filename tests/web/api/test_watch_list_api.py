"""The watch list over the API: it is read, replaced and logged, and warns on writes and in imports."""

from itertools import product

import pytest

from plantstore.domain.plants.watch_list import ENTRIES_MAX
from plantstore.domain.token import Scope
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

WATCH_LIST = "/api/v1/watch-list"
BALSAM = {"name": "Impatiens glandulifera", "reason": "It may not be sold."}
WARNING = {
    "pointer": "/botanical_name",
    "code": "watched",
    "detail": "Impatiens glandulifera is on your watch list: It may not be sold.",
}


def test_the_list_is_empty_until_it_is_put_and_the_change_is_logged(site: Site) -> None:
    assert site.get(WATCH_LIST).json() == {"items": []}

    put = site.ask("PUT", WATCH_LIST, json={"items": [BALSAM, {"name": "Acer palmatum Thunb."}]})

    assert put.status_code == 200
    assert put.json() == site.get(WATCH_LIST).json() == {"items": [{"name": "Acer palmatum", "reason": None}, BALSAM]}
    [logged] = site.get("/api/v1/activity?action=putWatchList").json()["items"]
    assert (logged["subject"], logged["detail"]) == ("", "2 names")


def test_a_list_that_has_changed_since_it_was_read_is_not_replaced(site: Site) -> None:
    first = site.get(WATCH_LIST).headers["etag"]
    site.ask("PUT", WATCH_LIST, json={"items": [BALSAM]}, headers={"if-match": first})

    refused = site.ask("PUT", WATCH_LIST, json={"items": [{"name": "Rosa rugosa"}]}, headers={"if-match": first})

    assert (refused.status_code, refused.json()["type"]) == (412, "/docs/errors/changed")
    read = site.get(WATCH_LIST)
    assert read.json() == {"items": [BALSAM]}
    assert site.get(WATCH_LIST, headers={"if-none-match": read.headers["etag"]}).status_code == 304
    emptied = site.ask("PUT", WATCH_LIST, json={"items": []}, headers={"if-match": read.headers["etag"]})
    assert (emptied.status_code, emptied.headers["etag"]) == (200, first)


def test_plants_on_the_list_are_warned_of_whenever_they_are_written(site: Site) -> None:
    before = site.add(botanical_name="Impatiens glandulifera")
    site.ask("PUT", WATCH_LIST, json={"items": [BALSAM]})

    added = site.add(botanical_name="Impatiens glandulifera 'Candida'")
    changed = site.ask("PATCH", f"/api/v1/plants/{before['id']}", json={"tag": "annual"}).json()
    put = site.ask("PUT", "/api/v1/plants/by-sku/A-1", json={"name": "Balsam", "botanical_name": BALSAM["name"]}).json()
    other = site.add(botanical_name="Impatiens walleriana")

    assert WARNING not in before["warnings"]
    assert WARNING in added["warnings"]
    assert WARNING in changed["warnings"]
    assert WARNING in put["warnings"]
    assert WARNING not in other["warnings"]


def test_an_import_warns_of_plants_on_the_list(site: Site) -> None:
    site.ask("PUT", WATCH_LIST, json={"items": [BALSAM]})

    preview = site.ask(
        "POST",
        "/api/v1/imports",
        content="name,botanical name\nBalsam,Impatiens glandulifera\n",
        headers={"content-type": "text/csv"},
    ).json()

    [note] = preview["notes"]
    assert (note["line"], note["detail"], note["warning"]) == (2, WARNING["detail"], True)
    assert (preview["new"], preview["warned"]) == (1, 1)


def test_a_wrong_list_changes_nothing_and_names_every_entry(site: Site) -> None:
    site.ask("PUT", WATCH_LIST, json={"items": [BALSAM]})

    wrong = site.ask("PUT", WATCH_LIST, json={"items": [{"name": "Snake plant"}, {"name": "Acer", "why": 1}]})
    shapes = [site.ask("PUT", WATCH_LIST, json=body) for body in ({}, {"items": 3}, {"items": [], "more": 1})]

    assert wrong.status_code == 422
    assert [problem["pointer"] for problem in wrong.json()["errors"]] == ["/items/0/name", "/items/1"]
    assert [(answer.status_code, answer.json()["errors"][0]["pointer"]) for answer in shapes] == [
        (422, "/items"),
        (422, "/items"),
        (422, "/more"),
    ]
    assert site.get(WATCH_LIST).json() == {"items": [BALSAM]}


def test_a_list_is_put_up_to_its_limit(site: Site) -> None:
    """Its JSON has more names and elements than other bodies may have."""
    two = list(product("abcdefghijklmnopqrstuvwxyz", repeat=2))
    items = [{"name": f"Acer {a}{c}{b}ium", "reason": "r"} for c in "ai" for a, b in two][: ENTRIES_MAX + 1]

    assert site.ask("PUT", WATCH_LIST, json={"items": items[:ENTRIES_MAX]}).status_code == 200
    refused = site.ask("PUT", WATCH_LIST, json={"items": items})

    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/items")
    assert len(site.get(WATCH_LIST).json()["items"]) == ENTRIES_MAX


def test_reading_the_list_and_writing_it_need_the_scopes_of_plants(site: Site) -> None:
    reader = site.make_token(Scope.PLANTS_READ).text
    other = site.make_token(Scope.DELIVERIES_READ).text

    assert site.get(WATCH_LIST, token=reader).status_code == 200
    assert site.ask("PUT", WATCH_LIST, json={"items": []}, token=reader).status_code == 403
    assert site.get(WATCH_LIST, token=other).status_code == 403
