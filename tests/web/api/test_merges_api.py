"""Merging plants through the API: what becomes of both, and how it is undone."""

from typing import Any

import pytest

from plantstore.domain.plants.plant import PlantFields
from plantstore.domain.token import Scope
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

PLANTS = "/api/v1/plants"


def _merge(site: Site, kept: int, other: int, *take: str, **more: Any) -> Any:
    return site.post(f"{PLANTS}/{kept}/merges", {"other": other, "take": list(take)}, **more)


def _undo(site: Site, kept: int, other: int, **more: Any) -> Any:
    return site.ask("DELETE", f"{PLANTS}/{kept}/merges/{other}", **more)


def _show(site: Site, id: int) -> dict[str, Any]:
    return dict(site.get(f"{PLANTS}/{id}").json())


def _without_times(plant: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in plant.items() if name not in ("updated_at", "warnings")}


@pytest.mark.both_engines
def test_a_merged_plant_is_archived_and_comes_back_as_it_was(site: Site) -> None:
    kept = site.add(sku="ROSA-1")
    other = site.add(description="Red.", tag="shrub")
    feed, events = site.get(f"{PLANTS}?changed_after=0").json()["after"], site.get("/api/v1/events").json()
    site.clock.move(60)

    merged = _merge(site, 1, 2, "description").json()

    assert (merged["description"], merged["tag"], merged["merged_into"]) == ("Red.", None, None)
    assert {(plant["id"], plant["status"], plant["merged_into"]) for plant in _changed(site, feed)} == {
        (1, "active", None),
        (2, "archived", 1),
    }
    assert site.get("/api/v1/events").json() == events
    assert site.get(f"{PLANTS}/duplicates").json()["count"] == 0
    assert _show(site, 2)["warnings"][0]["detail"] == "This plant was merged into plant 1. Change that one instead."
    [listed] = site.get(f"{PLANTS}/1/merges").json()["items"]
    assert (listed["plant"]["id"], listed["taken"], listed["merged_at"]) == (2, ["description"], merged["updated_at"])
    taken = site.post(PLANTS, {"name": "x", "sku": "ROSA-1"}).json()
    assert taken["detail"] == "Plant 1 (Rosa) has this SKU."

    site.clock.move(60)
    feed = site.get(f"{PLANTS}?changed_after=0").json()["after"]
    undone = _undo(site, 1, 2).json()

    assert _without_times(undone) == _without_times(kept)
    assert _without_times(_show(site, 2)) == _without_times(other)
    assert {plant["id"] for plant in _changed(site, feed)} == {1, 2}
    assert site.get("/api/v1/events").json() == events
    assert site.get(f"{PLANTS}/1/merges").json()["items"] == []
    assert site.get(f"{PLANTS}/duplicates").json()["count"] == 1
    actions = [(row["action"], row["subject"], row["detail"]) for row in site.get("/api/v1/activity").json()["items"]]
    assert actions == [("undoMerge", "1/2", ""), ("mergePlants", "1", "plant 2, took description")]
    history = site.get(f"{PLANTS}/2/history").json()["items"]
    assert [one["changes"][1] for one in history[:2]] == [
        {"field": "merged_into", "before": 1, "after": None},
        {"field": "merged_into", "before": None, "after": 1},
    ]


def _changed(site: Site, after: int) -> list[dict[str, Any]]:
    return list(site.get(f"{PLANTS}?changed_after={after}").json()["items"])


def test_the_codes_of_a_merged_plant_stay_reserved_and_say_where_it_went(site: Site) -> None:
    site.add(), site.add(sku="ROSA-2", gtin="2000000000015")
    _merge(site, 1, 2)

    for code in ({"sku": "rosa-2"}, {"gtin": "2000000000015"}):
        refused = site.post(PLANTS, {"name": "Rosa", **code})
        assert refused.status_code == 409
        assert refused.json()["detail"].endswith("It was merged into plant 1.")
    by_sku = site.get(f"{PLANTS}/by-sku/ROSA-2").json()
    assert (by_sku["id"], by_sku["merged_into"]) == (2, 1)


def test_edits_after_a_merge_survive_its_undo(site: Site) -> None:
    site.add(), site.add(description="Red.", tag="shrub", price="2.00")
    _merge(site, 1, 2, "description", "tag", "price")
    site.ask("PATCH", f"{PLANTS}/1", json={"tag": "rose"})
    site.ask("PATCH", f"{PLANTS}/2", json={"name": "Rosa rugosa"})

    kept = _undo(site, 1, 2).json()

    assert (kept["description"], kept["tag"], kept["price"], kept["currency"]) == (None, "rose", None, None)
    assert (_show(site, 2)["name"], _show(site, 2)["status"]) == ("Rosa rugosa", "active")


def test_a_plant_that_was_archived_before_comes_back_archived(site: Site) -> None:
    site.add(), site.add()
    site.post(f"{PLANTS}/2/archival")

    assert _merge(site, 1, 2).status_code == 200
    assert _show(site, 2)["merged_into"] == 1
    _undo(site, 1, 2)

    assert (_show(site, 2)["status"], _show(site, 2)["merged_into"]) == ("archived", None)


def test_there_are_no_chains_and_no_circles(site: Site) -> None:
    for _ in range(6):
        site.add()
    site.add(status="draft")  # 7
    site.post(f"{PLANTS}/6/archival")
    assert _merge(site, 1, 2).status_code == 200

    for kept, other, words in (
        (2, 1, "Plant 2 was merged into plant 1: merge into that one."),
        (2, 3, "Plant 2 was merged into plant 1: merge into that one."),
        (3, 2, "Plant 2 was merged into plant 1 already."),
        (3, 1, "Plant 2 was merged into plant 1. Keep plant 1, or undo that merge."),
        (3, 7, "Plant 7 is a draft, which was never in the store. Delete it instead."),
        (7, 3, "Plant 7 is draft. Only a plant in the store can be kept."),
        (6, 3, "Plant 6 is archived. Only a plant in the store can be kept."),
    ):
        refused = _merge(site, kept, other)
        assert (refused.status_code, refused.json()["detail"]) == (409, words)
        assert site.get(f"{PLANTS}/{kept}/merges/{other}").json()["refusal"] == words
    assert _merge(site, 1, 3).status_code == 200, "several plants can be merged into one"
    for body, status in (({"other": 1}, 422), ({"other": 0}, 422), ({}, 422), ({"other": 5, "take": "tag"}, 422)):
        assert site.post(f"{PLANTS}/1/merges", body).status_code == status
    unknown = _merge(site, 1, 99)
    assert (unknown.status_code, unknown.json()["errors"][0]["pointer"]) == (404, "/other")
    assert _merge(site, 99, 1).status_code == 404
    assert _undo(site, 1, 5).status_code == 404


def test_a_merge_takes_each_field_once(site: Site) -> None:
    site.add(), site.add(tag="shrub")
    fields = len(PlantFields.__dataclass_fields__)

    refused = _merge(site, 1, 2, *["tag"] * (fields + 1))
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/take")
    assert _merge(site, 1, 2, *["tag"] * fields).json()["tag"] == "shrub"
    assert site.get("/api/v1/activity").json()["items"][0]["detail"] == "plant 2, took tag"


def test_only_so_many_plants_can_be_merged_into_one(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plantstore.catalogue.merges.MERGED_MAX", 2)
    for _ in range(4):
        site.add()

    assert [_merge(site, 1, other).status_code for other in (2, 3, 4)] == [200, 200, 409]


def test_a_merge_honours_if_match_and_the_idempotency_key(site: Site) -> None:
    site.add(), site.add()

    assert _merge(site, 1, 2, headers={"if-match": '"2"'}).status_code == 412
    first = _merge(site, 1, 2, headers={"if-match": '"1"', "idempotency-key": "k"})
    again = _merge(site, 1, 2, headers={"if-match": '"1"', "idempotency-key": "k"})
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert again.headers["idempotency-replayed"] == "true"
    assert _undo(site, 1, 2, headers={"if-match": '"1"'}).status_code == 412
    assert _undo(site, 1, 2, headers={"if-match": '"2"'}).status_code == 200


def test_costs_are_compared_and_taken_only_by_those_who_may_see_them(site: Site) -> None:
    site.add(), site.add(cost="1.20", supplier={"name": "Hillside"}, tag="shrub")
    staff = site.make_token(Scope.PLANTS_READ, Scope.PLANTS_WRITE).text

    hidden = site.get(f"{PLANTS}/1/merges/2", token=staff)
    assert hidden.json()["takeable"] == ["tag"]
    assert "Hillside" not in hidden.text
    assert "1.20" not in hidden.text
    assert not {"cost", "supplier"} & {*hidden.json()["differing"]}
    for take in (["cost"], ["tag", "supplier"]):
        assert _merge(site, 1, 2, *take, token=staff).status_code == 403
    assert site.get(f"{PLANTS}/1/merges/2").json()["takeable"] == ["tag", "supplier", "cost"]

    assert _merge(site, 1, 2, "cost", "supplier").json()["cost"] == "1.20"
    shown = site.get(f"{PLANTS}/1/merges", token=staff).json()["items"][0]
    assert shown["taken"] == ["currency"]
    refused = _undo(site, 1, 2, token=staff)
    assert (refused.status_code, _show(site, 1)["cost"]) == (403, "1.20"), "what is not seen is not cleared"
    assert "costs:read may undo" in refused.json()["detail"]
    assert _undo(site, 1, 2).json()["cost"] is None
    assert _merge(site, 1, 2, token=site.make_token(Scope.PLANTS_READ).text).status_code == 403


def test_a_merged_plant_is_restored_only_by_undoing_the_merge(site: Site) -> None:
    site.add(), site.add()
    _merge(site, 1, 2)

    refused = site.ask("DELETE", f"{PLANTS}/2/archival")
    assert refused.status_code == 409
    assert refused.json()["detail"] == "This plant was merged into plant 1. Undo the merge instead."
    assert site.post(f"{PLANTS}/1/archival").json()["status"] == "archived"
    assert _undo(site, 1, 2).json()["status"] == "archived", "the kept plant was archived since"
    assert _show(site, 2)["status"] == "active"


def test_a_merge_that_is_too_old_cannot_be_undone_but_the_plant_can_be_restored(site: Site) -> None:
    site.add(), site.add(tag="shrub")
    _merge(site, 1, 2, "tag")

    async def forget() -> None:
        await site.database.write(lambda tx: tx.update("DELETE FROM merges"))

    site.run(forget())

    assert site.get(f"{PLANTS}/1/merges").json()["items"][0]["merged_at"] is None
    refused = _undo(site, 1, 2)
    assert (refused.status_code, "Restore plant 2 instead." in refused.json()["detail"]) == (409, True)
    restored = site.ask("DELETE", f"{PLANTS}/2/archival").json()
    assert (restored["status"], restored["merged_into"]) == ("active", None)


def test_deleting_either_plant_ends_the_merge(site: Site) -> None:
    for _ in range(4):
        site.add()
    _merge(site, 1, 2), _merge(site, 3, 4)
    feed = site.get(f"{PLANTS}?changed_after=0").json()["after"]

    site.ask("DELETE", f"{PLANTS}/1"), site.ask("DELETE", f"{PLANTS}/4")

    assert (_show(site, 2)["status"], _show(site, 2)["merged_into"]) == ("archived", None)
    assert {one["id"] for one in _changed(site, feed)} == {1, 2, 4}
    assert site.ask("DELETE", f"{PLANTS}/2/archival").json()["status"] == "active"
    assert _undo(site, 1, 2).status_code == _undo(site, 3, 4).status_code == 410
    assert site.get(f"{PLANTS}/3/merges").json()["items"] == []


def test_merged_into_is_never_written_and_never_sent(site: Site) -> None:
    plant = site.add()
    site.add()
    _merge(site, 1, 2)

    refused = site.ask("PATCH", f"{PLANTS}/2", json={"merged_into": None}).json()
    assert refused["errors"][0]["detail"] == "Merge the plants to set it."
    assert "merged_into" not in site.get(f"/api/v1/events/{plant['event_id']}").json()["plant"]
