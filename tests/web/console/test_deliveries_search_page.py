"""The list of deliveries is searched by any text, and grouped by event."""

from urllib.parse import quote

import pytest

from plantstore.domain.token import Scope
from tests.web.console.browsing import Browser
from tests.web.console.test_deliveries_pages import HOSTILE, chips, shown, tabs
from tests.web.harness import Site
from tests.web.owing import failed, owing

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")


def test_a_search_finds_plants_skus_ids_and_text_and_says_where_it_looked(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    owing(site, plants=2)
    plant = site.add(name="Acer palmatum", sku="AC-15", pot_size="3 L", description="Fire of leaves")
    browser = Browser(site)

    for text in ("acer", "ac-15", str(plant["id"]), "3", "fire OF"):
        page = browser.get("/deliveries").form("/deliveries").fill(q=text).submit("Search")
        assert [row[1] for row in page.rows] == ["Acer palmatum Pot size 3 L AC-15"], text
        assert chips(page) == [f"“{text}”"]
    assert "Searched ids, names and SKUs of all events, and the body text." in page.main
    assert "These rows update live" in page.main
    assert page.form("/deliveries").values == {"q": "fire OF"}
    assert tabs(page) == {}, "the counts would not be those of the search"
    assert [one.text for one in page.by_id("counts").all("a")][:2] == ["All", "Queued"]
    assert page.follow("Remove filter “fire OF”").path == "/deliveries"

    monkeypatch.setattr("plantstore.storage.queries.event_search.BODIES_READ_MAX", 1)
    monkeypatch.setattr("plantstore.storage.queries.event_search.PLANTS_FOUND_MAX", 1)
    page = browser.get("/deliveries?q=rosa")
    assert "the body text of event 3 and newer ones. More plants match than the newest" in page.main
    reader = Browser(site, Scope.DELIVERIES_READ).get("/deliveries?q=acer")
    assert "Searched ids of all events, and the plant names of event 3" in reader.main
    assert reader.rows[0][1] == "Acer palmatum"


def test_a_search_without_a_hit_says_what_to_do(site: Site) -> None:
    owing(site)
    browser = Browser(site)

    page = browser.get("/deliveries?q=monstra")
    other = browser.get("/deliveries?q=rosa&state=exhausted")

    assert "No deliveries found for “monstra”" in page.main and "Check the spelling" in page.main
    assert page.links["Search plants"] == "/plants?q=monstra"
    assert "update live" not in page.main and "Retry matching…" not in page.links
    assert "Other filters are on as well" in other.main
    assert len(other.follow("Search without filters").rows) == 3


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("100 %_[a]", 200, "No deliveries found for “100 %_[a]”"),
        ("(a+)+$", 200, "No deliveries found"),
        ("' OR 1=1 --", 200, "No deliveries found"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}\N{HERB}", 200, "No deliveries found"),
        ("\N{HERB}\N{HEBREW LETTER ALEF}", 200, "No deliveries found"),
        ("a\0b", 400, "Parameter q"),
        ("x" * 101, 400, "Parameter q"),
        ("x" * 10_000, 400, "Parameter q"),
        (HOSTILE, 200, f"No deliveries found for “{HOSTILE}”"),
    ],
)
def test_any_text_can_be_searched_for_or_is_refused_with_words(site: Site, text: str, status: int, words: str) -> None:
    owing(site)
    browser = Browser(site)

    for path in ("/deliveries?q=", "/deliveries?group=event&q="):
        page = browser.get(path + quote(text))
        assert page.status == status and words in page.main, path
        assert [one for one in page.root.all("script") if "src" not in one.attributes] == []
    retry = browser.get("/deliveries/retry?q=" + quote(text))
    assert retry.status == status and ("Nothing to retry" in retry.main or words in retry.main)
    live = browser.get("/live/deliveries?once=1&q=" + quote(text))
    assert live.status == 200


@pytest.mark.both_engines
def test_grouped_by_event_each_plant_has_one_row_with_its_counts(site: Site) -> None:
    _, receiver_id = owing(site, plants=2, cursor=2, name="till")
    failed(site, receiver_id, 2)
    paused = site.register(start="beginning", name="screen")["id"]
    site.post(f"/api/v1/receivers/{paused}/pause")
    browser = Browser(site)

    page = browser.get("/deliveries").follow("Group by event")

    assert page.path == "/deliveries?group=event"
    assert page.rows[0][:3] == ["Rosa 2", "2", "1 waiting 1 held"]
    assert page.rows[0][3] == "till: Unavailable (503), 1 more"
    assert page.rows[1][:4] == ["Rosa 1", "1", "1 delivered 1 held", "screen: Receiver paused"]
    assert [len(one.all("circle")) for one in page.root.all("svg", class_="dots")] == [2, 2]
    assert "This list doesn't update live" in page.main
    assert page.root.all("button", id="live") == page.root.all("table", data_after="0") == []
    opened = page.follow("Rosa 2")
    assert (opened.path, len(opened.rows)) == ("/deliveries?event=2", 2)
    assert browser.get("/deliveries?group=event&state=delivered").rows[0][3] == "screen: Receiver paused"
    narrowed = page.follow("Retrying 1")
    assert narrowed.path == "/deliveries?group=event&state=retrying"
    assert [row[0] for row in narrowed.rows] == ["Rosa 2"]
    assert narrowed.follow("Remove filter “grouped by event”").path == "/deliveries?state=retrying"
    assert browser.get("/deliveries?group=plant").status == 400


def test_pages_of_events_keep_the_grouping(site: Site) -> None:
    owing(site, plants=60)

    second = Browser(site).get("/deliveries?group=event").follow("More →")

    assert len(second.rows) == 10 and chips(second) == ["grouped by event"]


def test_retrying_keeps_the_search_and_the_grouping(site: Site) -> None:
    _, receiver_id = owing(site, plants=3, cursor=3)
    failed(site, receiver_id, 1)
    failed(site, receiver_id, 3)

    confirm = Browser(site).get("/deliveries?group=event&q=rosa+3").follow("Retry matching…")
    done = confirm.form("/deliveries/retry?q=rosa+3&group=event").submit("Retry 1 delivery")

    assert "All match: “rosa 3”." in confirm.main and "Rosa 1" not in confirm.main
    assert done.path == "/deliveries?q=rosa+3&group=event"
    assert [one["asked_at"] is not None for one in shown(site)] == [False, True]
