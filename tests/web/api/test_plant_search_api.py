"""Searching plants, sorting them, and asking for what has changed."""

from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plantstore.web.api.plants.filters import Q_CHARS_MAX, Q_WORDS_MAX
from tests.examples import examples
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

PLANTS = "/api/v1/plants"


def names(site: Site, **query: str) -> list[str]:
    answer = site.get(PLANTS, params=query)
    assert answer.status_code == 200, answer.text
    return [item["name"] for item in answer.json()["items"]]


@pytest.mark.both_engines
def test_words_are_searched_without_capitals_and_accents(site: Site) -> None:
    site.add(name="Pivoine ‘Éclair’", tags=["coupe"])
    site.add(name="Rosa", sku="ROS-15")

    assert names(site, q="eclair PIVOINE") == ["Pivoine ‘Éclair’"]
    assert names(site, q="coupé") == ["Pivoine ‘Éclair’"]
    assert names(site, q="ros15") == ["Rosa"]
    assert names(site, q="eclair rosa") == []


@pytest.mark.both_engines
def test_a_plant_is_found_in_the_moment_it_is_added_and_lost_when_it_is_deleted(site: Site) -> None:
    plant = site.add(name="Rosa")
    assert names(site, q="rosa") == ["Rosa"]

    site.ask("PATCH", f"{PLANTS}/{plant['id']}", json={"name": "Lilium"})
    assert (names(site, q="rosa"), names(site, q="lil")) == ([], ["Lilium"])

    site.ask("DELETE", f"{PLANTS}/{plant['id']}")
    assert names(site, q="lil") == []


def test_a_refused_plant_is_not_indexed(site: Site) -> None:
    site.add(name="Rosa", sku="R-1")

    assert site.post(PLANTS, {"name": "Lilium", "sku": "r-1"}).status_code == 409
    assert names(site, q="lilium") == []


def test_a_search_for_nothing_or_for_too_much_is_refused(site: Site) -> None:
    for q in ["", " ", "---", "🌵", "x" * (Q_CHARS_MAX + 1), "\0", " ".join("abcdefghi"[: Q_WORDS_MAX + 1])]:
        answer = site.get(PLANTS, params={"q": q})

        assert answer.status_code == 400, q
        assert answer.json()["detail"].startswith("Parameter q: "), q


@pytest.mark.both_engines
def test_a_search_may_be_as_long_as_its_limits(site: Site) -> None:
    assert names(site, q=" ".join("abcdefgh"[:Q_WORDS_MAX])) == []
    assert names(site, q="x" * Q_CHARS_MAX) == []


@pytest.mark.both_engines
@given(st.text(max_size=Q_CHARS_MAX))
@settings(max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_search_breaks_it(site: Site, q: str) -> None:
    assert site.get(PLANTS, params={"q": q.encode("utf-8", "replace").decode()}).status_code in (200, 400)


@pytest.mark.both_engines
@pytest.mark.parametrize(
    ("sort", "wanted"), [("id", "ABC"), ("-id", "CBA"), ("updated_at", "BCA"), ("-updated_at", "ACB")]
)
def test_lists_are_sorted_and_pages_follow(site: Site, sort: str, wanted: str) -> None:
    for name in "ABC":
        site.add(name=name)
        site.clock.move(1)
    site.ask("PATCH", f"{PLANTS}/1", json={"tag": "shrub"})

    first = site.get(PLANTS, params={"sort": sort, "limit": "2"}).json()
    second = site.get(first["next"]).json()

    assert "".join(item["name"] for item in first["items"] + second["items"]) == wanted
    assert second["next"] is None


def test_an_order_that_is_not_known_is_refused(site: Site) -> None:
    for sort in ["sku", "ID", "+id", "", "id,updated_at", "-"]:
        assert site.get(PLANTS, params={"sort": sort}).status_code == 400, sort


@pytest.mark.both_engines
def test_changes_are_polled_with_the_time_of_the_last_one(site: Site) -> None:
    for name in "ABC":
        site.add(name=name)
        site.clock.move(1)
    seen = site.get(PLANTS, params={"sort": "updated_at"}).json()["items"]
    site.post(f"{PLANTS}/2/archival")
    site.clock.move(1)
    site.ask("PATCH", f"{PLANTS}/1", json={"name": "A2"})

    changed = site.get(PLANTS, params={"updated_after": seen[-1]["updated_at"]}).json()["items"]

    assert [(item["name"], item["status"]) for item in changed] == [("B", "archived"), ("A2", "active")]


@pytest.mark.both_engines
def test_a_cursor_carries_search_and_order(site: Site) -> None:
    for number in range(3):
        site.add(name=f"Rosa {number}")
        site.add(name=f"Lilium {number}")

    first = site.get(PLANTS, params={"q": "rosa", "sort": "-id", "limit": "2"}).json()
    other = site.get(first["next"] + "&q=lilium")

    assert [item["name"] for item in first["items"]] == ["Rosa 2", "Rosa 1"]
    assert [item["name"] for item in site.get(first["next"]).json()["items"]] == ["Rosa 0"]
    assert other.status_code == 400


@pytest.mark.both_engines
def test_search_and_filters_narrow_each_other(site: Site) -> None:
    site.add(name="Rosa", status="draft", tag="shrub")
    site.add(name="Rosa", tag="climber")
    site.add(name="Rosa", tag="shrub", sku="R-3")

    def numbers(**query: Any) -> list[int]:
        return [item["id"] for item in site.get(PLANTS, params={"q": "rosa", **query}).json()["items"]]

    assert numbers() == [1, 2, 3]
    assert numbers(status="draft") == [1]
    assert numbers(tag="shrub") == [1, 3]
    assert numbers(tag="shrub", status="active") == [3]
    assert numbers(sku="r-3") == [3]


def test_a_misspelt_search_is_answered_with_what_was_meant(site: Site) -> None:
    site.add(name="Monstera deliciosa")
    site.add(name="Salvia 'Wim's Red'", status="draft")

    page = site.get(f"{PLANTS}?q=monstra").json()
    assert page == {"items": [], "next": None, "prev": None, "did_you_mean": ["monstera"]}
    assert site.get(f"{PLANTS}?q=wims+red").json()["did_you_mean"] == ["wim's red"]
    assert names(site, q="wim's red") == ["Salvia 'Wim's Red'"]

    for query in ("q=wims+red&status=active", "q=monstera", "q=pilea", "status=archived", "q=monstera+pilea"):
        assert "did_you_mean" not in site.get(f"{PLANTS}?{query}").json(), query


@pytest.mark.sqlite_only("hostile text is refused or folded before it reaches the engine")
def test_no_search_is_too_strange_to_be_answered(site: Site) -> None:
    site.add(name="Monstera deliciosa")

    for text in (
        "a",
        "m" * 64,
        "monstr\u0430",
        "\u202emonstra",
        "mon\u200bstra",
        "1" * 100,
        "monstra 15 " * 9,
        "ﬁcus ½",
    ):
        answer = site.get(f"{PLANTS}?{urlencode({'q': text})}")
        assert answer.status_code in (200, 400), text
