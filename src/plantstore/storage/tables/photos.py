"""Photos that the store keeps, and which plants and events have them: tables `photos` and `photo_uses`.

A photo may be deleted only when it has no use. Each change of its uses locks its row, so that none begins while it is
deleted.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from plantstore.domain.plants.photo import Photo, PhotoKey
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.engine.protocols import Row

_COLUMNS = (
    "key",
    "plant_id",
    "content_hash",
    "size_bytes",
    "width",
    "height",
    "made_at",
    "made_by",
    "unused_at",
)
_SELECT = f"SELECT {', '.join(f'photos.{name}' for name in _COLUMNS)} FROM photos"
_USED = " JOIN photo_uses ON photo_uses.photo_key = photos.key WHERE photo_uses.plant_id = ? AND in_images = 1"
_ERASED = (
    "SELECT photo_key, plant_id FROM photo_uses WHERE in_images = 0 AND (photo_key > ? OR (photo_key = ? AND "
    "plant_id > ?)) AND NOT EXISTS (SELECT 1 FROM events WHERE events.plant_id = photo_uses.plant_id AND "
    "length(events.body) > 0) ORDER BY photo_key, plant_id LIMIT ?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A plant that has, or whose event has, a photo."""

    key: PhotoKey
    plant_id: int


def insert(tx: Transaction, photo: Photo) -> None:
    tx.insert("photos", _COLUMNS, [tuple(getattr(photo, name) for name in _COLUMNS)])


def find_many(tx: Transaction, keys: Collection[PhotoKey]) -> dict[PhotoKey, Photo]:
    """Return the photos that exist among the given keys."""
    if not keys:
        return {}
    marks, values = in_list(sorted(keys))
    return {row[0]: _from_row(row) for row in tx.execute(f"{_SELECT} WHERE key IN ({marks})", values)}


def of_plant(tx: Transaction, plant_id: int) -> dict[PhotoKey, Photo]:
    """Return the photos that a plant has among its images."""
    return {row[0]: _from_row(row) for row in tx.execute(_SELECT + _USED, (plant_id,))}


def page(tx: Transaction, *, after: str, limit: int) -> list[PhotoKey]:
    """Return the keys of at most `limit` photos in their order, beginning after a key."""
    rows = tx.execute("SELECT key FROM photos WHERE key > ? ORDER BY key LIMIT ?", (after, limit))
    return [PhotoKey(key) for (key,) in rows]


def totals(tx: Transaction) -> tuple[int, int]:
    """Return how many photos there are, and the bytes of their pictures."""
    count, size_bytes = tx.execute("SELECT count(*), coalesce(sum(size_bytes), 0) FROM photos")[0]
    return int(count), int(size_bytes)


def add_to_images(tx: Transaction, plant_id: int, keys: Collection[PhotoKey]) -> set[PhotoKey]:
    """Note that a plant has photos among its images. Return the keys that no photo has."""
    missing = set()
    for key in sorted(keys):
        if not tx.update("UPDATE photos SET unused_at = NULL WHERE key = ?", (key,)):
            missing.add(key)
        elif not tx.update("UPDATE photo_uses SET in_images = 1 WHERE photo_key = ? AND plant_id = ?", (key, plant_id)):
            tx.insert("photo_uses", ("photo_key", "plant_id", "in_images", "in_event"), [(key, plant_id, 1, 0)])
    return missing


def add_to_event(tx: Transaction, plant_id: int, keys: Collection[PhotoKey]) -> None:
    """Note that the event of a plant has photos in its body, which the plant has among its images."""
    for key in sorted(keys):
        tx.update("UPDATE photo_uses SET in_event = 1 WHERE photo_key = ? AND plant_id = ?", (key, plant_id))


def remove_from_images(tx: Transaction, plant_id: int, keys: Collection[PhotoKey]) -> None:
    """Note that a plant no longer has photos among its images."""
    for key in sorted(keys):
        tx.execute(f"SELECT key FROM photos WHERE key = ?{tx.for_update}", (key,))
        of_one = (key, plant_id)
        tx.update("DELETE FROM photo_uses WHERE photo_key = ? AND plant_id = ? AND in_event = 0", of_one)
        tx.update("UPDATE photo_uses SET in_images = 0 WHERE photo_key = ? AND plant_id = ?", of_one)
        _mark_unused(tx, key)


def uses_by_erased_events(tx: Transaction, *, after: Use | None, limit: int) -> list[Use]:
    """Return photos that only events without a body have, in their order, beginning after `after`."""
    key, plant_id = ("", 0) if after is None else (after.key, after.plant_id)
    rows = tx.execute(_ERASED, (key, key, plant_id, limit))
    return [Use(key=PhotoKey(row[0]), plant_id=row[1]) for row in rows]


def remove_uses(tx: Transaction, uses: Sequence[Use]) -> None:
    """Note that the bodies of events that had photos are erased."""
    for use in uses:
        tx.execute(f"SELECT key FROM photos WHERE key = ?{tx.for_update}", (use.key,))
        tx.update(
            "DELETE FROM photo_uses WHERE photo_key = ? AND plant_id = ? AND in_images = 0", (use.key, use.plant_id)
        )
        _mark_unused(tx, use.key)


def delete_unused(tx: Transaction, *, before: Instant, limit: int) -> list[PhotoKey]:
    """Delete the rows of at most `limit` photos that have had no use since `before`; return their keys."""
    rows = tx.execute("SELECT key FROM photos WHERE unused_at < ? ORDER BY unused_at LIMIT ?", (before, limit))
    unused = "DELETE FROM photos WHERE key = ? AND unused_at < ?"
    return [PhotoKey(key) for (key,) in rows if tx.update(unused, (key, before))]


def _mark_unused(tx: Transaction, key: PhotoKey) -> None:
    tx.update(
        "UPDATE photos SET unused_at = ? WHERE key = ? AND unused_at IS NULL "
        "AND NOT EXISTS (SELECT 1 FROM photo_uses WHERE photo_key = photos.key)",
        (tx.now, key),
    )


def _from_row(row: Row) -> Photo:
    return Photo(**dict(zip(_COLUMNS, row, strict=True)))
