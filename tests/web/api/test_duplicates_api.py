"""Possible duplicates through the API: warnings, the list, and the statement that plants are different."""

import asyncio
from typing import Any

import pytest

from plantstore.domain.token import Scope
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

PLANTS = "/api/v1/plants"
DUPLICATES = f"{PLANTS}/duplicates"
DISMISSALS = f"{DUPLICATES}/dismissals"
BAILMER: dict[str, Any] = {"botanical_name": "Hydrangea macrophylla 'Bailmer'", "pot_size": "5 L"}


def _duplicate_of(plant: dict[str, Any]) -> list[int]:
    return [one["plant"] for one in plant["warnings"] if one["code"] == "duplicate"]


def test_whatever_makes_a_possible_duplicate_warns_and_is_done(site: Site) -> None:
    first = site.add(name="Hydrangea", sku="HYD-5L", **BAILMER)
    second = site.add(name="Hortensia", botanical_name="HYDRANGEA 'BAILMER'", pot_size="C5")

    assert first["warnings"] == []
    detail = "Possible duplicate of #1 (same cultivar and pot size)."
    assert [one for one in second["warnings"] if one["code"] == "duplicate"] == [
        {"pointer": "", "code": "duplicate", "detail": detail, "plant": 1}
    ]
    assert site.get(f"{PLANTS}/2").status_code == 200

    assert _duplicate_of(site.add(name="Hortensia", sku="HYD-6L", **BAILMER)) == [2], "the first has another SKU"
    assert _duplicate_of(site.ask("PATCH", f"{PLANTS}/1", json={"price": "9.90"}).json()) == [2]
    assert _duplicate_of(site.ask("PATCH", f"{PLANTS}/1", json={"pot_size": "3 L"}).json()) == []
    put = site.ask("PUT", f"{PLANTS}/by-sku/HYD-7L", json={"name": "x", "status": "draft", **BAILMER})
    assert _duplicate_of(put.json()) == [2]
    again = site.ask("PUT", f"{PLANTS}/by-sku/HYD-7L", json={"name": "x", **BAILMER}, headers={"if-match": "*"})
    assert _duplicate_of(again.json()) == [2]


def test_the_list_has_the_groups_page_by_page(site: Site) -> None:
    for name in ("Rosa", "Iris", "Salvia"):
        site.add(name=name, pot_size="P9", sku=name, cost="1.20", supplier={"name": "Hillside"})
        site.add(name=name.upper(), pot_size="9 cm", status="draft")
    site.add(name="Rosa")

    whole = site.get(DUPLICATES).json()
    first = site.get(f"{DUPLICATES}?limit=2").json()
    rest = site.get(first["next"]).json()

    assert (whole["count"], whole["next"], whole["prev"]) == (3, None, None)
    assert first["items"] + rest["items"] == whole["items"]
    assert sorted(tuple(plant["id"] for plant in group["plants"]) for group in whole["items"]) == [
        (1, 2),
        (3, 4),
        (5, 6),
    ]
    assert {(group["reason"], group["more"]) for group in whole["items"]} == {("same name and pot size", False)}
    assert site.get(rest["prev"]).json()["items"] == first["items"]
    assert not {"cost", "supplier"} & whole["items"][0]["plants"][0].keys()


def test_plants_that_were_said_to_be_different_stay_off_the_list(site: Site) -> None:
    for _ in range(3):
        site.add()
    version = site.get(f"{PLANTS}/1").headers["etag"]
    changes = site.get(f"{PLANTS}?changed_after=0").json()["after"]

    for _ in range(2):
        assert site.post(DISMISSALS, {"plants": [1, 2, 3]}).status_code == 204

    assert site.get(DUPLICATES).json() == {"items": [], "next": None, "prev": None, "count": 0}
    assert site.get(f"{PLANTS}/1").headers["etag"] == version
    assert site.get(f"{PLANTS}?changed_after={changes}").json()["items"] == []
    row = site.get("/api/v1/activity?action=dismissDuplicates").json()["items"][0]
    assert (row["subject"], row["detail"]) == ("1", "plants 1, 2, 3")
    assert _duplicate_of(site.add()) == [1]
    assert [len(group["plants"]) for group in site.get(DUPLICATES).json()["items"]] == [4]


def test_only_plants_that_look_alike_can_be_said_to_be_different(site: Site) -> None:
    site.add(), site.add(), site.add(name="Iris"), site.add()
    site.post(f"{PLANTS}/4/archival")
    site.add(), site.ask("DELETE", f"{PLANTS}/5")

    for plants, status, pointer in (
        ([1], 422, "/plants"),
        ([1, 1], 422, "/plants"),
        ([*range(1, 102)], 422, "/plants"),
        ([1, 0], 422, "/plants/1"),
        ([1, "2"], 422, "/plants/1"),
        (None, 422, "/plants"),
        ([1, 3], 409, "/plants/1"),
        ([1, 2, 4], 409, "/plants/2"),
        ([1, 1, 3], 409, "/plants/2"),
        ([1, 5], 410, "/plants/1"),
        ([1, 77], 404, "/plants/1"),
    ):
        refused = site.post(DISMISSALS, {"plants": plants})
        assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (status, pointer), plants
    assert site.get(DUPLICATES).json()["count"] == 1


def test_who_may_only_read_cannot_say_that_plants_are_different(site: Site) -> None:
    site.add(), site.add()
    reader = site.make_token(Scope.PLANTS_READ).text

    assert site.get(DUPLICATES, token=reader).json()["count"] == 1
    assert site.post(DISMISSALS, {"plants": [1, 2]}, token=reader).status_code == 403
    assert site.get(DUPLICATES, token=site.make_token(Scope.DELIVERIES_READ).text).status_code == 403


def test_plants_of_one_commit_warn_of_each_other(site: Site) -> None:
    async def both() -> list[dict[str, Any]]:
        posts = [
            site.request("POST", PLANTS, json={"name": name}, headers={"idempotency-key": f"{name}-{number}"})
            for number in range(4)
            for name in ("Rosa", "Iris")
        ]
        answers = await asyncio.gather(*posts)
        return [answer.json() for answer in answers]

    answers = site.run(both())

    for name in ("Rosa", "Iris"):
        found = {plant["id"]: bool(_duplicate_of(plant)) for plant in answers if plant["name"] == name}
        assert [found[id] for id in sorted(found)] == [False, True, True, True], name
    assert site.get(DUPLICATES).json()["count"] == 2
