"""The list of deliveries is searched, and grouped by event, over the API."""

from typing import Any

import pytest

from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.token import Scope
from plantstore.storage.queries import event_search
from plantstore.web.api.deliveries import schemas
from tests.web.harness import Site
from tests.web.owing import failed, owing

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

DELIVERIES = "/api/v1/deliveries"


def found(site: Site, text: str, **more: Any) -> list[int]:
    answer = site.ask("GET", DELIVERIES, params={"q": text}, **more)
    assert answer.status_code == 200, answer.text
    assert answer.json()["search"]["note"].endswith(".")
    return [item["sequence"] for item in answer.json()["items"]]


@pytest.mark.both_engines
def test_deliveries_are_found_by_name_sku_ids_and_text_of_the_body(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    owing(site, plants=1)
    plant = site.add(name="Acer palmatum", sku="AC-15", description='A "fire" of leaves: 100 % [red] (a+)+$')
    event = site.get(f"{DELIVERIES}?event=2").json()["items"][0]["event"]
    monkeypatch.setattr(event_search, "BODIES_READ_MAX", 2)

    for text in ("acer", "PALMATUM", "ac-15", "AC-1", str(plant["id"]), event, '"fire" of', "100 % [", "(a+)+$"):
        assert 2 in found(site, text), text
    assert found(site, "nothing like it") == []
    site.add(name="Ilex")
    site.add(name="Quercus")
    assert found(site, "acer") == [2], "its words are found, however old it is"
    assert found(site, "[red]") == [], "the text of bodies only in the newest events"
    assert site.get(f"{DELIVERIES}?q=acer").json()["search"]["bodies_from"] == 3


def test_a_token_finds_only_what_it_may_read(site: Site) -> None:
    owing(site, plants=1)
    site.add(name="Acer palmatum", description="red leaves", supplier={"name": "Hillside"}, cost="2.50", currency="EUR")
    bare = site.make_token(Scope.DELIVERIES_READ).text
    reader = site.make_token(Scope.DELIVERIES_READ, Scope.EVENTS_READ).text

    assert found(site, "palmat", token=bare) == [2], "lists of deliveries have the name"
    assert found(site, "red", token=bare) == []
    assert found(site, "red", token=reader) == [2]
    for hidden in ("hillside", "2.50"):
        assert found(site, hidden) == []


def test_an_invalid_search_is_refused_with_words(site: Site) -> None:
    for query in ("q=", "q=%20", "q=" + "x" * 101, "q=a%00b", "q=%FF", "group=plant", "group=", "q=a&q=b"):
        answer = site.get(f"{DELIVERIES}?{query}")
        assert answer.status_code == 400, query
        assert answer.json()["detail"]


def test_pages_of_a_search_have_no_gaps_while_events_are_added(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_search, "BODIES_READ_MAX", 5)
    monkeypatch.setattr(event_search, "PLANTS_FOUND_MAX", 1)
    owing(site, plants=5)

    path, sequences = f"{DELIVERIES}?q=rosa&limit=2", []
    while path is not None:
        page = site.get(path).json()
        sequences += [item["sequence"] for item in page["items"]]
        assert page["search"]["bodies_from"] == 1
        path = page["next"]
        site.add(name="Rosa, later")

    assert sequences == [5, 4, 3, 2, 1]


@pytest.mark.both_engines
def test_events_are_listed_with_their_deliveries_and_a_summary(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    first, receiver_id = owing(site, plants=3, cursor=3)
    failed(site, receiver_id, 2)
    failed(site, receiver_id, 3, state=RetryState.EXHAUSTED)
    second = site.register(name="other", start=2)["id"]
    site.post(f"/api/v1/receivers/{second}/pause")

    answer = site.get(f"{DELIVERIES}?group=event").json()
    [retrying] = site.get(f"{DELIVERIES}?group=event&state=retrying").json()["events"]
    [own] = site.get(f"{DELIVERIES}?group=event&event=3&receiver={first}").json()["events"]

    assert answer["items"] == [] and answer["next"] is None
    assert [event["sequence"] for event in answer["events"]] == [3, 2, 1]
    counts = {"delivered": 0, "waiting": 0, "held": 0, "exhausted": 0, "cancelled": 0, "filtered": 0}
    assert [event["counts"] for event in answer["events"]] == [
        counts | {"held": 1, "exhausted": 1},
        counts | {"held": 1, "waiting": 1},
        counts | {"delivered": 1},
    ]
    assert retrying == answer["events"][1]
    assert [(one["receiver"], one["next_attempt_code"]) for one in retrying["deliveries"]] == [
        (second, "receiver_paused"),
        (first, "due"),
    ]
    assert retrying["deliveries"][1]["reason"] == "The receiver is unavailable (503)."
    assert [one["state"] for one in own["deliveries"]] == ["exhausted"]

    monkeypatch.setattr(schemas, "GROUPED_SHOWN_MAX", 1)
    [event] = site.get(f"{DELIVERIES}?group=event&q=rosa+2").json()["events"]
    assert (event["plant_name"], len(event["deliveries"])) == ("Rosa 2", 1)
    assert len(site.get(event["more_deliveries"]).json()["items"]) == 2


@pytest.mark.both_engines
def test_pages_of_events_follow_each_other(site: Site) -> None:
    owing(site, plants=7, cursor=3)
    site.register(name="other", start=4)

    for query, every in (
        ("", [7, 6, 5, 4, 3, 2, 1]),
        ("&state=queued", [7, 6, 5, 4]),
        ("&q=rosa", [7, 6, 5, 4, 3, 2, 1]),
    ):
        sequences, path = [], f"{DELIVERIES}?group=event&limit=2{query}"
        while path is not None:
            page = site.get(path).json()
            assert len(page["events"]) <= 2
            sequences += [event["sequence"] for event in page["events"]]
            path = page["next"]
        assert sequences == every, query
