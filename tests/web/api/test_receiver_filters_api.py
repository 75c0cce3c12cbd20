"""The filter of a receiver through the API: set, shown, changed, removed and tried, and the events that match."""

from typing import Any

import pytest

from plantstore.domain.person import Role
from plantstore.domain.public_ids import ReceiverId, parse_receiver
from plantstore.domain.receivers.filters.pattern import FILTER_BYTES_MAX
from plantstore.domain.token import Scope
from plantstore.storage.queries import receiver_feed, version_changes
from plantstore.storage.tables import filter_pages
from plantstore.web.api.receivers.filter_previews import EXAMPLES_MAX, FILTER_PREVIEWS
from plantstore.web.auth import tokens
from tests.web.harness import Site

RECEIVERS, EVENTS = "/api/v1/receivers", "/api/v1/events"
SHRUBS = {"tag": ["shrub", "Tree"], "price": {"lt": "20"}}


def id_of(receiver: dict[str, Any]) -> ReceiverId:
    found = parse_receiver(receiver["id"])
    assert found is not None
    return found


def put_in_force(site: Site, receiver: dict[str, Any], *, after: int) -> None:
    """What the process that sends to the receiver does when nothing is in flight."""
    assert site.write(lambda tx: version_changes.put_in_force(tx, id_of(receiver), after=after, epoch=None))


def feed(site: Site, query: str = "", **more: Any) -> tuple[list[int], dict[str, Any]]:
    page = site.get(f"{EVENTS}?{query}", **more).json()
    return [event["sequence"] for event in page["items"]], page


def test_a_new_receiver_has_its_filter_from_its_first_event(site: Site) -> None:
    site.add(tag="shrub")

    receiver = site.register(filter=SHRUBS)

    assert receiver["filter"] == SHRUBS
    assert receiver["filter_summary"] == "type is shrub or Tree, and price is less than 20"
    assert receiver["filter_start"] == receiver["start"] == 2
    site.add(tag="tree", price="9.00")
    site.add(tag="fern", price="9.00")
    shown = site.get(f"{RECEIVERS}/{receiver['id']}").json()
    assert shown["lag"] == 1
    assert {name: shown[name] for name in ("filter", "filter_start")} == {"filter": SHRUBS, "filter_start": 2}


def test_a_receiver_without_a_filter_says_so(site: Site) -> None:
    receiver = site.register()

    assert (receiver["filter"], receiver["filter_summary"], receiver["filter_start"]) == (None, None, None)


def test_a_changed_filter_applies_once_it_is_in_force(site: Site) -> None:
    receiver = site.register()
    path = f"{RECEIVERS}/{receiver['id']}"
    site.add(tag="fern")

    changed = site.ask("PATCH", path, json={"filter": {"tag": "shrub"}}).json()

    assert (changed["filter"], changed["filter_summary"]) == ({"tag": "shrub"}, "type is shrub")
    assert changed["filter_start"] is None
    put_in_force(site, receiver, after=1)
    assert site.get(path).json()["filter_start"] == 2
    unchanged = site.ask("PATCH", path, json={"name": "Renamed"}).json()
    assert (unchanged["filter"], unchanged["filter_start"]) == ({"tag": "shrub"}, 2)


def test_a_filter_is_removed_by_null(site: Site) -> None:
    receiver = site.register(filter={"tag": "shrub"})

    removed = site.ask("PATCH", f"{RECEIVERS}/{receiver['id']}", json={"filter": None}).json()

    assert (removed["filter"], removed["filter_summary"], removed["filter_start"]) == (None, None, None)
    site.add(tag="fern")
    put_in_force(site, receiver, after=1)
    site.add(tag="fern")
    shown = site.get(f"{RECEIVERS}/{receiver['id']}").json()
    assert (shown["filter_start"], shown["lag"]) == (2, 1)


@pytest.mark.parametrize(
    ("pattern", "pointer"),
    [
        ({"tags": {"like": "x"}}, "/filter/tags/like"),
        ({"colour": "red"}, "/filter/colour"),
        ({"price": {"lt": "cheap"}}, "/filter/price/lt"),
        ({"care": {"water": ["soaked"]}}, "/filter/care/water/0"),
        ({"or": [{"tag": 1}]}, "/filter/or/0/tag"),
        ({"name": "x" * FILTER_BYTES_MAX}, "/filter"),
        ("tag=shrub", "/filter"),
        ({}, "/filter"),
        ([{"tag": "shrub"}], "/filter"),
    ],
    ids=str,
)
def test_a_filter_that_is_not_valid_is_refused_with_its_place(site: Site, pattern: Any, pointer: str) -> None:
    receiver = site.register(filter={"tag": "shrub"})
    path = f"{RECEIVERS}/{receiver['id']}"

    answers = [
        site.post(RECEIVERS, {"url": "http://other.example", "name": "Other", "filter": pattern}),
        site.ask("PATCH", path, json={"filter": pattern}),
        site.post(FILTER_PREVIEWS, {"filter": pattern}),
    ]

    assert [answer.status_code for answer in answers] == [422] * 3
    assert [[one["pointer"] for one in answer.json()["errors"]] for answer in answers] == [[pointer]] * 3
    assert site.get(path).json()["filter"] == {"tag": "shrub"}
    assert len(site.get(RECEIVERS).json()["items"]) == 1


def test_discarding_a_backlog_counts_only_what_matches(site: Site) -> None:
    receiver = site.register(filter={"tag": "shrub"})
    for tag in ("fern", "shrub", "fern", "shrub", "fern"):
        site.add(tag=tag)

    removed = site.ask("DELETE", f"{RECEIVERS}/{receiver['id']}").json()

    assert removed["cancelled"] == 2


def test_a_preview_counts_the_newest_plants_and_names_some(site: Site) -> None:
    for number in range(EXAMPLES_MAX + 2):
        site.add(name=f"Shrub {number}", tag="shrub")
    site.add(name="Fern", tag="fern")

    preview = site.post(FILTER_PREVIEWS, {"filter": {"tag": "SHRUB"}}).json()

    assert (preview["summary"], preview["plants"], preview["matching"]) == ("type is SHRUB", 8, 7)
    assert [one["name"] for one in preview["examples"]] == [f"Shrub {number}" for number in (6, 5, 4, 3, 2)]
    assert preview["examples"][0] == {"id": 7, "name": "Shrub 6", "sequence": 7}
    assert site.get(RECEIVERS).json()["items"] == []


def test_a_preview_in_an_empty_store_finds_nothing(site: Site) -> None:
    assert site.post(FILTER_PREVIEWS, {"filter": {"tag": "shrub"}}).json() == {
        "summary": "type is shrub",
        "plants": 0,
        "matching": 0,
        "examples": [],
    }


def test_a_preview_reads_no_more_than_its_limit(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plantstore.web.api.receivers.filter_previews.STEP_EVENTS", 2)
    monkeypatch.setattr("plantstore.web.api.receivers.filter_previews.PREVIEW_EVENTS_MAX", 4)
    monkeypatch.setattr("plantstore.storage.queries.filter_preview.STEP_EVENTS", 2)
    for tag in ("shrub", "shrub", "fern", "shrub", "fern", "shrub"):
        site.add(tag=tag)

    preview = site.post(FILTER_PREVIEWS, {"filter": {"tag": "shrub"}}).json()

    assert (preview["plants"], preview["matching"]) == (4, 2)
    assert [one["sequence"] for one in preview["examples"]] == [6, 4]


def test_a_preview_names_no_plants_to_a_token_that_may_not_read_events(site: Site) -> None:
    site.add(tag="shrub")
    token = site.make_token(Scope.RECEIVERS_WRITE).text

    preview = site.post(FILTER_PREVIEWS, {"filter": {"tag": "shrub"}}, token=token).json()

    assert (preview["matching"], preview["examples"]) == (1, None)


def test_the_feed_of_a_receiver_has_the_events_that_it_gets(site: Site) -> None:
    site.add(tag="shrub")
    receiver = site.register(filter={"tag": "shrub"})
    for tag in ("fern", "shrub", "fern", "shrub", "shrub", "fern"):
        site.add(tag=tag)
    wanted = f"receiver={receiver['id']}"

    first, page = feed(site, f"{wanted}&limit=2")
    rest, last = feed(site, page["next"].partition("?")[2])

    assert (first, rest) == ([3, 5], [6])
    assert (page["after"], page["prev"], last["after"], last["next"]) == (5, None, 7, None)
    assert feed(site, f"{wanted}&after=3")[0] == [5, 6]


def test_the_feed_passes_long_stretches_in_several_pages(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receiver_feed, "SCANNED_MAX", 3)
    receiver = site.register(filter={"tag": "shrub"})
    for tag in ("fern", "fern", "fern", "fern", "shrub"):
        site.add(tag=tag)

    first, page = feed(site, f"receiver={receiver['id']}")
    rest, last = feed(site, page["next"].partition("?")[2])

    assert (first, page["after"], rest, last["next"]) == ([], 3, [5], None)


def test_the_feed_evaluates_what_is_not_in_the_index_yet(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filter_pages, "UNINDEXED_MAX", 2)
    receiver = site.register(filter={"tag": "shrub"})
    for tag in ("fern", "shrub", "fern", "fern", "shrub", "fern"):
        site.add(tag=tag)

    assert feed(site, f"receiver={receiver['id']}")[0] == [2, 5]


def test_a_token_bound_to_a_receiver_with_a_filter_reads_only_its_events(site: Site) -> None:
    receiver, other = site.register(filter={"tag": "shrub"}), site.register(filter={"tag": "fern"})
    every = site.register()
    for tag in ("fern", "shrub", "tree"):
        site.add(tag=tag)

    def bound(receiver: dict[str, Any]) -> str:
        return site.make_token(Scope.EVENTS_READ, receiver_id=id_of(receiver)).text

    assert feed(site, token=bound(receiver))[0] == [2]
    assert feed(site, token=bound(every))[0] == [1, 2, 3]
    assert site.get(f"{EVENTS}?receiver={other['id']}", token=bound(receiver)).status_code == 404


def test_an_integrator_of_several_receivers_reads_what_any_of_them_gets(site: Site) -> None:
    receivers = [site.register(filter={"tag": tag}) for tag in ("shrub", "fern")]
    every = site.register()
    for tag in ("fern", "shrub", "tree"):
        site.add(tag=tag)

    def script_of_integrator(*limited: dict[str, Any]) -> str:
        ids = frozenset(id_of(one) for one in limited)
        person, _ = site.invite(Role.INTEGRATOR, name=f"limited to {len(ids)}", receiver_ids=ids)
        made = site.write(
            lambda tx: tokens.create(
                tx,
                ids=site.dependencies.ids,
                random_bytes=site.random_bytes,
                name="script",
                scopes=Role.INTEGRATOR.scopes,
                person_id=person.id,
                creator=None,
            )
        )
        return made.text.reveal()

    assert feed(site, token=script_of_integrator(*receivers))[0] == [1, 2]
    assert feed(site, token=script_of_integrator(*receivers, every))[0] == [1, 2, 3]
