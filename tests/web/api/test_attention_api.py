"""Counts of plants, what needs attention, and siblings, through the API."""

from typing import Any

import pytest

from plantstore.domain.token import Scope
from plantstore.storage.queries import plant_counts
from tests.web.harness import Site

PLANTS = "/api/v1/plants"
DAY_S = 86_400
ROSE: dict[str, Any] = {"botanical_name": "Rosa 'Iceberg'", "price": "9.90", "images": [{"url": "https://a.example/1"}]}


def number(count: dict[str, Any]) -> int:
    assert count["is_exact"]
    return int(count["count"])


@pytest.fixture
def shop(site: Site) -> Site:
    """Plants: 1 and 2 need attention for several reasons, 3 is an old draft, 4 a new one, 5 is archived, 6 deleted."""
    site.add(name="Rose", botanical_name="Many nice roses", stock_quantity=0, cost="1.20")
    site.add(name="Iris", price="5.00")
    site.add(name="Fern", status="draft")
    site.clock.move(DAY_S + 1)
    site.add(name="Moss", status="draft")
    site.add(name="Salvia", **ROSE)
    site.add(name="Sedum")
    site.post(f"{PLANTS}/5/archival")
    site.ask("DELETE", f"{PLANTS}/6")
    return site


@pytest.mark.both_engines
def test_each_plant_that_needs_attention_is_in_its_groups(shop: Site) -> None:
    found = shop.get(f"{PLANTS}/attention").json()
    groups = {
        one["reason"]: (number(one["count"]), [plant["id"] for plant in one["plants"]]) for one in found["groups"]
    }

    assert groups == {
        "old_draft": (1, [3]),
        "no_price": (1, [1]),
        "no_photo": (2, [2, 1]),
        "out_of_stock": (1, [1]),
        "name_in_doubt": (1, [1]),
    }
    for reason, (_, plants) in groups.items():
        assert [one["id"] for one in shop.get(f"{PLANTS}?attention={reason}&sort=-id").json()["items"]] == plants
    assert "cost" not in found["groups"][1]["plants"][0]
    assert (found["duplicates"]["groups"], found["imports"]) == ([], [])


@pytest.mark.both_engines
def test_plants_are_counted(shop: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    found = shop.get(f"{PLANTS}/counts").json()
    tabs = {name: number(count) for name, count in found["tabs"].items()}

    assert tabs == {"all": 5, "active": 2, "draft": 2, "archived": 1, "attention": 3}
    assert number(found["total"]) == 5
    for query, wanted in {
        "status=active": 2,
        "status=draft": 2,
        "stock=out_of_stock": 1,
        "stock=in_stock": 0,
        "stock=not_tracked&status=active": 1,
        "price_from=5": 2,
        "price_from=5&price_to=5.00": 1,
        "price_to=100&currency=GBP": 0,
        "missing=price": 3,
        "missing=pot_size": 5,
        "missing=photo": 4,
        "q=rose": 1,
        "q=rose&status=draft": 0,
        "q=nothing": 0,
        "genus=rosa": 1,
        "sku=x": 0,
        "added_after=2030-01-01T00:00:00Z": 0,
        "updated_after=2020-01-01T00:00:00Z": 5,
        "attention=no_photo&status=draft": 0,
    }.items():
        total = shop.get(f"{PLANTS}/counts?{query}").json()["total"]
        assert number(total) == wanted, query
        assert len(shop.get(f"{PLANTS}?{query}").json()["items"]) == wanted, query
    for name in ("COUNT_MAX", "ROWS_MAX", "SCATTERED_MAX"):
        monkeypatch.setattr(plant_counts, name, 1)
    found = shop.get(f"{PLANTS}/counts?missing=pot_size").json()

    assert found["total"] == {"count": 1, "is_exact": False}
    assert found["tabs"]["attention"] == {"count": 1, "is_exact": False}
    assert found["tabs"]["active"] == {"count": 2, "is_exact": True}


def test_wrong_filters_are_refused_with_words(site: Site) -> None:
    for query, words in {
        "price_from=9&price_to=8": "Parameter price_from: it is more than price_to.",
        "price_from=x": "Parameter price_from: “x” is not a price. ",
        "currency=XXQ": "Parameter currency: ",
        "stock=2": "Parameter stock: write one of in_stock, out_of_stock, not_tracked.",
        "missing=all": "Parameter missing: write one of ",
        "attention=all": "Parameter attention: write one of ",
        "label=%2C": "Parameter label: write a tag with letters or digits.",
        "added_after=1": "Parameter added_after: ",
    }.items():
        for path in (PLANTS, f"{PLANTS}/counts"):
            refused = site.get(f"{path}?{query}")
            assert refused.status_code == 400 and refused.json()["detail"].startswith(words), refused.text


def test_a_supplier_is_not_counted_for_everybody(site: Site) -> None:
    site.add(name="Rosa", supplier={"name": "Hillside"})
    reader = site.make_token(Scope.PLANTS_READ)

    assert site.get(f"{PLANTS}/counts?supplier=hillside").json()["total"]["count"] == 1
    assert site.get(f"{PLANTS}/counts?supplier=hillside", token=reader.text).status_code == 403
    assert site.get(f"{PLANTS}/attention", token=reader.text).json()["imports"] is None


@pytest.mark.both_engines
def test_siblings_are_the_same_plant_in_other_pots(site: Site) -> None:
    for size in ("5 L", "2 L", None, "2 L", "10 L", "3 L"):
        site.add(name=f"Rose {size}", pot_size=size, sku=None, **ROSE)
    site.add(name="Rose", botanical_name="Rosa 'Red Iceberg'", pot_size="1 L")
    site.post(f"{PLANTS}/5/archival")

    def siblings(plant: int) -> list[tuple[int, str | None]]:
        return [(one["id"], one["pot_size"]) for one in site.get(f"{PLANTS}/{plant}/siblings").json()["items"]]

    assert siblings(1) == [(3, None), (2, "2 L"), (4, "2 L"), (6, "3 L")]
    assert siblings(2) == [(3, None), (6, "3 L"), (1, "5 L")]
    assert siblings(7) == []
    assert site.get(f"{PLANTS}/1/siblings").json()["items"][1]["thumbnails"] == [None]
    assert site.get(f"{PLANTS}/99/siblings").status_code == 404
