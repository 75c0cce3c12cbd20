"""Every function of storage/tables/photos.py."""

from dataclasses import replace

from plantstore.domain.plants.photo import KEY_BYTES, Photo, PhotoKey, PhotoSize, file_name, photo_key
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.queries import photo_names
from plantstore.storage.tables import events, photos
from plantstore.storage.tables.photos import Use
from tests.makers import NOON, an_event

LATER = after(NOON, seconds=1)
ONE, TWO, OTHER = (photo_key(bytes([number]) * KEY_BYTES) for number in (1, 2, 3))


def a_photo(key: PhotoKey = ONE) -> Photo:
    return Photo(
        key=key,
        plant_id=1,
        content_hash="ab" * 32,
        size_bytes=10,
        width=4,
        height=3,
        made_at=NOON,
        made_by="tok_1",
    )


def unused(tx: Transaction) -> dict[PhotoKey, bool]:
    return {key: photo.unused_at is not None for key, photo in photos.find_many(tx, [ONE, TWO, OTHER]).items()}


def test_a_photo_comes_back_as_it_was_stored(tx: Transaction) -> None:
    photos.insert(tx, a_photo())
    photos.insert(tx, replace(a_photo(TWO), size_bytes=5))

    assert photos.find_many(tx, [ONE, OTHER]) == {ONE: a_photo()}
    assert photos.find_many(tx, []) == {}
    assert photos.totals(tx) == (2, 15)
    assert photos.page(tx, after="", limit=1) == [ONE]
    assert photos.page(tx, after=ONE, limit=9) == [TWO]


def test_a_photo_is_unused_once_no_plant_and_no_event_has_it(tx: Transaction) -> None:
    assert photos.totals(tx) == (0, 0)
    for key in (ONE, TWO):
        photos.insert(tx, a_photo(key))
    events.append(tx, [an_event(1, plant_id=1)])
    tx.run_pre_commit_hooks()

    assert photos.add_to_images(tx, 1, {ONE, TWO, OTHER}) == {OTHER}
    assert photos.add_to_images(tx, 2, {TWO}) == set()
    photos.add_to_event(tx, 1, {ONE})
    assert photos.of_plant(tx, 1).keys() == {ONE, TWO}
    photos.remove_from_images(tx, 1, {ONE, TWO})

    assert photos.of_plant(tx, 1) == {}
    assert unused(tx) == {ONE: False, TWO: False}, "an event has the one, another plant the other"
    photos.remove_from_images(tx, 2, {TWO})
    assert unused(tx) == {ONE: False, TWO: True}
    assert photos.uses_by_erased_events(tx, after=None, limit=9) == []
    events.erase(tx, [1])
    [use] = photos.uses_by_erased_events(tx, after=None, limit=9)
    assert use == Use(key=ONE, plant_id=1)
    assert photos.uses_by_erased_events(tx, after=use, limit=9) == []
    photos.remove_uses(tx, [use])
    assert unused(tx) == {ONE: True, TWO: True}


def test_a_database_names_the_pictures_that_must_be_there(tx: Transaction) -> None:
    photos.insert(tx, a_photo())
    columns = ("id", "url", "host", "key", "state", "failures", "due_at")
    for state, key, due in (("kept", TWO, None), ("waiting", OTHER, NOON)):
        row = (state, f"https://img.example/{state}", "img.example", key, state, 0, due)
        tx.insert("linked_images", columns, [row])

    named = photo_names.read(tx)

    names = [file_name(ONE, size) for size in PhotoSize] + [f"{TWO}-medium", f"{TWO}-small"]
    assert sorted(name for page in named.pages() for name in page) == sorted(names)
    assert (named.count, named.unknown([ONE, OTHER, photo_key(bytes(KEY_BYTES))])) == (5, {"0" * 32})


def test_only_what_was_unused_for_long_is_deleted(tx: Transaction) -> None:
    for key in (ONE, TWO, OTHER):
        photos.insert(tx, a_photo(key))
        photos.add_to_images(tx, 1, {key})
    photos.remove_from_images(tx, 1, {ONE, TWO})
    photos.add_to_images(tx, 2, {TWO})

    assert photos.delete_unused(tx, before=tx.now, limit=9) == []
    assert photos.delete_unused(tx, before=after(tx.now, seconds=1), limit=9) == [ONE]
    assert photos.page(tx, after="", limit=9) == [TWO, OTHER]
