"""Images of plants on other servers, and the plants that name them: `linked_images` and `plant_linked_images`.

A job fills the tables from the changes of plants (`plant_changes`), so adding a plant costs nothing more.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from plantstore.domain.plants.linked_image import host_of, linked_image_id, linked_urls, next_fetch_at
from plantstore.domain.plants.photo import PhotoKey, PhotoSize
from plantstore.storage.engine.chunks import chunks, in_list
from plantstore.storage.tables import facts, plant_changes, plants
from plantstore.storage.transaction import Transaction

SIZES = (PhotoSize.MEDIUM, PhotoSize.SMALL)  # what is kept of an image on another server
IDS_PER_QUERY = 1_024  # a page may have more images than a statement may have values
_FOLLOWED = "linked images follow change"  # the name of the newest change that the tables show, in `facts`


class LinkedImage(NamedTuple):
    """An image to fetch, or whose thumbnails are to be deleted (`unused`)."""

    id: str
    url: str
    key: PhotoKey
    unused: bool
    failures: int


class Page(NamedTuple):
    """Plants whose images changed, each with the addresses that it names now, up to the change `until`."""

    after: int
    until: int
    urls: Mapping[int, list[str]]


def next_page(tx: Transaction, *, own_url: str, changes_max: int, plants_max: int) -> Page | None:
    """Return the next plants whose images changed, among the next `changes_max` changes; None if all are followed."""
    after = int(facts.read(tx, _FOLLOWED) or b"0")
    changes = plant_changes.next_changes(tx, after=after, limit=changes_max)
    if not changes:
        return None
    ids = [change.plant_id for change in changes]
    found, stored = plants.find_many(tx, sorted(set(ids))), dict.fromkeys(ids, frozenset[str]())
    for plant_id, image_id in _stored(tx, sorted(set(ids))):
        stored[plant_id] |= {image_id}
    urls: dict[int, list[str]] = {}
    until = after
    for number, plant_id in changes:
        named = linked_urls(found[plant_id].fields.images, own_url=own_url) if plant_id in found else []
        if set(map(linked_image_id, named)) != stored[plant_id]:
            if len(urls) == plants_max and plant_id not in urls:
                break
            urls[plant_id] = named
        until = number
    return Page(after, until, urls)


def follow(tx: Transaction, page: Page, *, keys: Iterable[PhotoKey]) -> None:
    """Store the images of a page, with new `keys` for those that are new. Nothing if that was done in between."""
    if int(facts.read(tx, _FOLLOWED) or b"0") != page.after:
        return
    facts.write(tx, _FOLLOWED, str(page.until).encode())
    wanted = {(plant_id, linked_image_id(url)): url for plant_id, urls in page.urls.items() for url in urls}
    stored = _stored(tx, sorted(page.urls))
    added = {link: url for link, url in wanted.items() if link not in stored}
    _add(tx, {image_id: url for (_, image_id), url in added.items()}, keys)
    for chunk in chunks(sorted(added)):
        marks = ", ".join(["(?, ?)"] * len(chunk))
        sql = f"INSERT INTO plant_linked_images (plant_id, image_id) VALUES {marks} ON CONFLICT DO NOTHING"
        tx.update(sql, list(chain.from_iterable(chunk)))
    _remove(tx, sorted(stored - wanted.keys()))


def next_host(tx: Transaction, *, after: str, busy: Sequence[str]) -> str | None:
    """Return the first host after `after` that has an image that is due and is not `busy`; None if there is none."""
    marks, values = in_list(busy or [""])
    rows = tx.execute(
        "SELECT host FROM linked_images WHERE due_at IS NOT NULL AND due_at <= ? AND host > ? "
        f"AND host NOT IN ({marks}) ORDER BY host LIMIT 1",
        (tx.now, after, *values),
    )
    return rows[0][0] if rows else None


def due_of_host(tx: Transaction, host: str, *, limit: int) -> list[LinkedImage]:
    """Return the images of a host that are due, those that have waited longest first."""
    rows = tx.execute(
        "SELECT id, url, key, state, failures FROM linked_images WHERE host = ? AND due_at IS NOT NULL AND due_at <= ? "
        "ORDER BY due_at, id LIMIT ?",
        (host, tx.now, limit),
    )
    return [LinkedImage(row[0], row[1], PhotoKey(row[2]), row[3] == "unused", row[4]) for row in rows]


def keep(tx: Transaction, image: LinkedImage) -> None:
    """Record that the thumbnails of an image are kept. An image that became unused since stays unused."""
    tx.update(
        "UPDATE linked_images SET state = 'kept', due_at = NULL, failures = 0, detail = NULL "
        "WHERE id = ? AND state = 'waiting'",
        (image.id,),
    )


def fail(tx: Transaction, image: LinkedImage, detail: str, *, for_good: bool) -> None:
    """Record a failed fetch: it is fetched again later, or given up after the last one, or now if `for_good`."""
    failures = image.failures + 1
    at = None if for_good else next_fetch_at(now=tx.now, failures=failures)
    tx.update(
        "UPDATE linked_images SET state = ?, due_at = ?, failures = ?, detail = ? WHERE id = ? AND state = 'waiting'",
        ("given_up" if at is None else "waiting", at, failures, detail, image.id),
    )


def forget(tx: Transaction, image: LinkedImage) -> None:
    """Delete the row of an image whose thumbnails are deleted. One that is named again since is fetched again."""
    tx.update("DELETE FROM linked_images WHERE id = ? AND state = 'unused'", (image.id,))


def thumbnails(tx: Transaction, urls: Sequence[str]) -> dict[str, PhotoKey]:
    """Return the keys of the thumbnails that are kept, by the address of the image.

    A write transaction that adds plants may call this: no command queues rows of these tables.
    """
    by_id = {linked_image_id(url): url for url in urls}
    ids = sorted(by_id)
    found: dict[str, PhotoKey] = {}
    for start in range(0, len(ids), IDS_PER_QUERY):
        marks, values = in_list(ids[start : start + IDS_PER_QUERY])
        sql = f"SELECT id, key FROM linked_images WHERE id IN ({marks}) AND state = 'kept'"
        found |= {by_id[image_id]: PhotoKey(key) for image_id, key in tx.select_committed(sql, values)}
    return found


def known_keys(tx: Transaction, keys: Sequence[PhotoKey]) -> set[PhotoKey]:
    """Return which of the keys are those of thumbnails."""
    marks, values = in_list(keys)
    return {PhotoKey(key) for (key,) in tx.execute(f"SELECT key FROM linked_images WHERE key IN ({marks})", values)}


def _stored(tx: Transaction, plant_ids: Sequence[int]) -> set[tuple[int, str]]:
    """Return which plants are stored with which images."""
    marks, ids = in_list(plant_ids)
    rows = tx.execute(f"SELECT plant_id, image_id FROM plant_linked_images WHERE plant_id IN ({marks})", ids)
    return {(plant_id, image_id) for plant_id, image_id in rows}


def _add(tx: Transaction, urls: Mapping[str, str], keys: Iterable[PhotoKey]) -> None:
    """Add the images of new links, and take up those again that were unused."""
    columns = "id, url, host, key, state, failures, due_at"
    rows = [
        (one, url, host_of(url), key, "waiting", 0, tx.now) for (one, url), key in zip(urls.items(), keys, strict=False)
    ]
    assert len(rows) == len(urls), "the caller gives a key for every address"
    for chunk in chunks(rows):
        marks = ", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * len(chunk))
        tx.update(
            f"INSERT INTO linked_images ({columns}) VALUES {marks} ON CONFLICT (id) DO UPDATE SET "
            "state = 'waiting', failures = 0, due_at = excluded.due_at WHERE linked_images.state = 'unused'",
            list(chain.from_iterable(chunk)),
        )


def _remove(tx: Transaction, links: Sequence[tuple[int, str]]) -> None:
    """Remove links; images that no plant names any more are unused."""
    for chunk in chunks(links):
        either = " OR ".join(["(plant_id = ? AND image_id = ?)"] * len(chunk))
        tx.update(f"DELETE FROM plant_linked_images WHERE {either}", list(chain.from_iterable(chunk)))
        marks, ids = in_list(sorted({image_id for _, image_id in chunk}))
        tx.update(
            f"UPDATE linked_images SET state = 'unused', due_at = ? WHERE id IN ({marks}) AND NOT EXISTS "
            "(SELECT 1 FROM plant_linked_images WHERE image_id = linked_images.id)",
            (tx.now, *ids),
        )
