"""Pages of lists; cursors are opaque and valid only where they were issued."""

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.errors import Malformed
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.token import Scope
from plantstore.storage.tables import replays
from plantstore.web.http.pagination import CURSOR_CHARS_MAX, Cursor, read_cursor, write_cursor
from tests.makers import a_replay
from tests.web.harness import Site

PLANTS = "/api/v1/plants"
KEY = bytes(32)
POSITION = Cursor(position=1042, filters={"tag": "shrub"})
CURSOR = write_cursor(KEY, POSITION, token_id="tok_1", path=PLANTS)


def read(cursor: str, *, token_id: str = "tok_1", path: str = PLANTS, key: bytes = KEY) -> Cursor:
    return read_cursor(key, cursor, token_id=token_id, path=path)


def test_a_cursor_is_read_as_it_was_written() -> None:
    token_cursor = write_cursor(KEY, Cursor(position="tok_9", filters={}), token_id="tok_1", path=PLANTS)

    assert read(CURSOR) == POSITION
    assert read(token_cursor).position == "tok_9"


@pytest.mark.parametrize(
    ("cursor", "path", "found"),
    [
        ("MgIJr8IsLXFKnXOXhCYS0QGUzQQSgaN0YWelc2hydWLCwg", PLANTS, POSITION),
        ("DOW-Zjj9MIevpKhl2rpQ3AGUpXRva185gMPC", "/api/v1/tokens", Cursor(position="tok_9", filters={}, backward=True)),
        ("fNQgIaxY0vHs6u-HKrzoxgGUpzEwNDItODGAwsI", "/api/v1/deliveries", Cursor(position="1042-81", filters={})),
    ],
)
def test_a_cursor_of_0_5_1_is_still_read(cursor: str, path: str, found: Cursor) -> None:
    assert read(cursor, path=path) == found


def test_another_token_list_or_key_cannot_read_it() -> None:
    for foreign in (
        {"token_id": "tok_2"},
        {"path": "/api/v1/receivers"},
        {"key": bytes(31) + b"\1"},
    ):
        with pytest.raises(Malformed):
            read(CURSOR, **foreign)


@given(st.integers(0, len(CURSOR) - 1), st.characters(min_codepoint=33, max_codepoint=126))
def test_a_change_of_any_character_is_detected(place: int, letter: str) -> None:
    changed = CURSOR[:place] + letter + CURSOR[place + 1 :]
    if changed == CURSOR:
        return

    with pytest.raises(Malformed):
        read(changed)


@given(st.text(max_size=300))
def test_arbitrary_text_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        read(text)


def test_only_the_spelling_that_was_issued_is_accepted() -> None:
    for cursor in ["", "=", CURSOR + "=", CURSOR + "A", CURSOR[:-1], " " + CURSOR, "A" * CURSOR_CHARS_MAX * 2]:
        with pytest.raises(Malformed):
            read(cursor)


def test_the_link_to_the_next_page_is_complete(site: Site) -> None:
    for number in range(5):
        site.add(tag="shrub" if number % 2 == 0 else "fern")

    first = site.get(f"{PLANTS}?tag=shrub&limit=2")
    second = site.get(first.json()["next"])

    assert [plant["id"] for plant in first.json()["items"]] == [1, 3]
    assert [plant["id"] for plant in second.json()["items"]] == [5]
    assert second.json()["next"] is None
    assert first.headers["link"] == f'<{first.json()["next"]}>; rel="next"'
    assert second.headers["link"] == f'<{second.json()["prev"]}>; rel="prev"'


def test_every_plant_is_listed_once_while_others_are_added(site: Site) -> None:
    for _ in range(5):
        site.add()
    seen, address = [], f"{PLANTS}?limit=2"

    while address:
        page = site.get(address).json()
        seen += [plant["id"] for plant in page["items"]]
        address = page["next"]
        if len(seen) == 2:
            site.add()
            site.ask("DELETE", f"{PLANTS}/1")

    assert seen == [1, 2, 3, 4, 5, 6]


def test_another_filter_with_the_cursor_is_refused(site: Site) -> None:
    for _ in range(3):
        site.add(tag="shrub")
    following = site.get(f"{PLANTS}?tag=shrub&limit=1").json()["next"]

    assert site.get(f"{following}&tag=shrub").status_code == 200
    assert site.get(f"{following}&tag=fern").status_code == 400
    assert site.get(f"{following}&status=active").status_code == 400
    assert site.get(f"{following}&colour=red").status_code == 400


def test_a_cursor_of_another_token_or_list_is_refused(site: Site) -> None:
    site.add()
    site.add()
    following = site.get(f"{PLANTS}?limit=1").json()["next"]
    other = site.make_token().text

    assert site.get(following, token=other).status_code == 400
    assert site.get(following.replace("plants", "receivers")).status_code == 400
    assert site.get(f"{PLANTS}?cursor=").status_code == 400


def walk(site: Site, address: str, by: str) -> list[dict[str, Any]]:
    """Return every page from an address on, by `next` or by `prev`; check that the Link header agrees."""
    pages = []
    following: str | None = address
    while following:
        answer = site.get(following)
        page = answer.json()
        links = [f'<{page[name]}>; rel="{name}"' for name in ("next", "prev") if page[name]]
        assert answer.headers.get("link", "") == ", ".join(links)
        pages.append(page)
        following = page[by]
    return pages


def a_full_site(site: Site) -> dict[str, str]:
    """Add at least five items of every listed kind; return the ids that paths of lists need."""
    receiver = site.register(start="beginning", name="first")["id"]
    for number in range(5):
        site.add(name=f"Rosa {number}", tag="shrub" if number % 2 else "fern", sku=f"R-{number}")
        site.clock.move(1)
        site.register(name=f"printer {number}")
        site.make_token(Scope.PLANTS_READ)
        path = f"/api/v1/imports?name=list-{number}.csv"
        site.ask("POST", path, content=b"name\nRosa\n", headers={"content-type": "text/csv"})
    for number in (2, 4):  # so that the order of changes differs from the order of ids
        site.clock.move(1)
        site.ask("PATCH", f"{PLANTS}/{number}", json={"price": "1.00"})
    insert_replays(site, receiver)
    return {"receiver": receiver}


def insert_replays(site: Site, receiver: str) -> None:
    number = parse_receiver(receiver)
    assert number is not None
    requested = [a_replay(f"rpl_{n}", receiver_id=number) for n in range(5)]

    async def written() -> None:
        for replay in requested:
            await site.database.write(partial(replays.insert, replay=replay))

    site.run(written())


LISTS = (
    "plants?",
    "plants?sort=-id&",
    "plants?sort=updated_at&",
    "plants?sort=-updated_at&",
    "plants?updated_after=2026-06-01T12:00:00.500Z&",
    "plants?q=rosa&",
    "plants?q=rosa&sort=-id&",
    "plants?tag=fern&",
    "receivers?",
    "receivers/{receiver}/replays?",
    "tokens?",
    "tokens?scope=plants:read&",
    "activity?",
    "activity?action=registerReceiver&",
    "imports?",
    "events?",
)


def ids(pages: list[dict[str, Any]]) -> list[Any]:
    return [[item["id"] for item in page["items"]] for page in pages]


def test_walking_back_returns_the_same_pages_as_walking_on(site: Site) -> None:
    names = a_full_site(site)

    for case in [f"{path.format(**names)}limit={limit}" for path in LISTS for limit in (1, 2)]:
        there = walk(site, f"/api/v1/{case}", "next")
        back = walk(site, there[-1]["prev"], "prev")

        assert len(there) >= 2, case
        assert ids(back) == ids(there[:-1])[::-1], case
        assert (there[0]["prev"], back[-1]["prev"]) == (None, None), case
        assert all(page["next"] for page in back), case
        assert ids(walk(site, back[-1]["next"], "next")) == ids(there[1:]), case


def test_back_and_forth_no_item_is_skipped_while_others_are_added(site: Site) -> None:
    for _ in range(4):
        site.add()
    first = site.get(f"{PLANTS}?limit=2&sort=-id").json()
    second = site.get(first["next"]).json()
    site.ask("DELETE", f"{PLANTS}/3")
    site.add()

    back = site.get(second["prev"]).json()
    before = site.get(back["prev"]) if back["prev"] else None

    assert [plant["id"] for plant in back["items"]] == [5, 4]
    assert before is None
    assert [plant["id"] for plant in site.get(back["next"]).json()["items"]] == [2, 1]


def test_the_list_of_deliveries_has_no_prev(site: Site) -> None:
    site.register(start="beginning")
    for _ in range(3):
        site.add()

    first = site.get("/api/v1/deliveries?limit=2")

    assert "prev" not in first.json()
    assert first.headers["link"] == f'<{first.json()["next"]}>; rel="next"'
