"""Cursors: opaque, and of use only where they were given."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.errors import Malformed
from plantstore.web.cursors import CURSOR_CHARS_MAX, Cursors, Position
from tests.web.harness import Site

PLANTS = "/api/v1/plants"
CURSORS = Cursors(bytes(32))
POSITION = Position(after=1042, filters={"tag": "shrub"})
CURSOR = CURSORS.write(POSITION, token_id="tok_1", path=PLANTS)


def read(cursor: str, *, token_id: str = "tok_1", path: str = PLANTS, cursors: Cursors = CURSORS) -> Position:
    return cursors.read(cursor, token_id=token_id, path=path)


def test_a_cursor_is_read_as_it_was_written() -> None:
    assert read(CURSOR) == POSITION
    assert read(CURSORS.write(Position(after="tok_9", filters={}), token_id="tok_1", path=PLANTS)).after == "tok_9"


def test_another_token_list_or_key_cannot_read_it() -> None:
    for foreign in (
        {"token_id": "tok_2"},
        {"path": "/api/v1/receivers"},
        {"cursors": Cursors(bytes(31) + b"\1")},
    ):
        with pytest.raises(Malformed):
            read(CURSOR, **foreign)


@given(st.integers(0, len(CURSOR) - 1), st.characters(min_codepoint=33, max_codepoint=126))
def test_every_changed_character_is_noticed(place: int, letter: str) -> None:
    changed = CURSOR[:place] + letter + CURSOR[place + 1 :]
    if changed == CURSOR:
        return

    with pytest.raises(Malformed):
        read(changed)


@given(st.text(max_size=300))
def test_no_text_breaks_it(text: str) -> None:
    with pytest.raises(Malformed):
        read(text)


@pytest.mark.parametrize(
    "cursor", ["", "=", CURSOR + "=", CURSOR + "A", CURSOR[:-1], " " + CURSOR, "A" * CURSOR_CHARS_MAX * 2]
)
def test_only_the_spelling_that_was_given_is_taken(cursor: str) -> None:
    with pytest.raises(Malformed):
        read(cursor)


def test_the_next_page_needs_nothing_but_its_address(site: Site) -> None:
    for number in range(5):
        site.add(tag="shrub" if number % 2 == 0 else "fern")

    first = site.get(f"{PLANTS}?tag=shrub&limit=2")
    second = site.get(first.json()["next"])

    assert [plant["id"] for plant in first.json()["items"]] == [1, 3]
    assert [plant["id"] for plant in second.json()["items"]] == [5]
    assert second.json()["next"] is None
    assert first.headers["link"] == f'<{first.json()["next"]}>; rel="next"'
    assert "link" not in second.headers


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
