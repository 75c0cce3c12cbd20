"""Merges of plants that can be undone: table `merges`, one row for each merged plant. Old rows are deleted by age."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list

MERGED_MAX = 100  # max plants that can be merged into one plant
_COLUMNS = ("plant_id", "kept_id", "was_active", "taken", "merged_at", "merged_by")
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM merges"
_to_json = msgspec.json.Encoder().encode
_from_json = msgspec.json.Decoder(dict[str, Any]).decode


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """`plant_id` was merged into `kept_id`, which took the values `taken` by field. `was_active`: its status before."""

    plant_id: int
    kept_id: int
    was_active: bool
    taken: Mapping[str, Any]
    merged_at: Instant
    merged_by: str


def insert(tx: Transaction, merge: Merge) -> None:
    row = (merge.plant_id, merge.kept_id, int(merge.was_active), _to_json(merge.taken).decode())
    tx.insert("merges", _COLUMNS, [(*row, merge.merged_at, merge.merged_by)])


def find_many(tx: Transaction, plant_ids: Sequence[int]) -> dict[int, Merge]:
    """Return the merges of merged plants that can still be undone, by the plant's id; at most MERGED_MAX at a time."""
    marks, values = in_list(plant_ids)
    found = {}
    for plant_id, kept_id, was_active, taken, merged_at, merged_by in tx.execute(
        f"{_SELECT} WHERE plant_id IN ({marks})", values
    ):
        found[plant_id] = Merge(
            plant_id=plant_id,
            kept_id=kept_id,
            was_active=bool(was_active),
            taken=_from_json(taken),
            merged_at=merged_at,
            merged_by=merged_by,
        )
    return found


def remove(tx: Transaction, plant_ids: Sequence[int]) -> None:
    marks, values = in_list(plant_ids)
    tx.update(f"DELETE FROM merges WHERE plant_id IN ({marks})", values)


def remove_old(tx: Transaction, *, before: Instant, limit: int) -> int:
    """Delete at most `limit` merges from before `before`, which then cannot be undone any more; return how many."""
    old = "SELECT plant_id FROM merges WHERE merged_at < ? ORDER BY merged_at LIMIT ?"
    return tx.update(f"DELETE FROM merges WHERE plant_id IN ({old})", (before, limit))


def merged_into(tx: Transaction, kept_id: int, *, limit: int = MERGED_MAX) -> list[int]:
    """Return the ids of at most `limit` plants that were merged into a plant, oldest first."""
    sql = "SELECT id FROM plants WHERE merged_into = ? ORDER BY id LIMIT ?"
    return [row[0] for row in tx.execute(sql, (kept_id, limit))]
