"""Plants that may be the same: the columns `weak_key` and `weak_class` of `plants`, and table `possible_duplicates`.

`weak_key` is `WeakKey.number`. Archived plants are no duplicates. Two plants with the same weak key may be the same
unless both have a SKU, both have a GTIN, or both are marked as different. A pre-commit hook keeps the list of weak
keys with possible duplicates, under the log's lock, so that no two processes overlook each other's plants. Every
statement reads a few index entries for each key, even if thousands of plants share it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from plantstore.domain.plants.plant import Plant, Status
from plantstore.domain.plants.weak_key import are_two, codes_of, weak_key
from plantstore.storage.engine.chunks import chunks, in_list, padded_chunks
from plantstore.storage.engine.insert_batch import Key
from plantstore.storage.engine.keyset import KeysetPage, join_conditions
from plantstore.storage.transaction import DUPLICATES_LOCK, Transaction

MARKED_DIFFERENT = 4
"""Added to the codes of a plant in `weak_class` when a person said that it is not the same as its likes."""
GROUP_PLANTS_MAX = 20  # max plants returned for a weak key
COUNT_MAX = 1_000  # weak keys with possible duplicates are counted up to this number
PREFETCHED = "weak_key"  # the name of keys from `prefetch_key`
CLASSES = range(8)  # all values of `weak_class`
_LIVE = "status <> 'archived'"
Ends = Mapping[int, tuple[int, ...]]
"""The lowest id of a weak key's plants, by their class; and the highest of class 0, whose plants may be the same."""

_LIKES = [
    [
        other
        for other in CLASSES
        if not are_two(one & ~MARKED_DIFFERENT, other & ~MARKED_DIFFERENT) and not one & other & MARKED_DIFFERENT
    ]
    for one in CLASSES
]
"""For each class, the classes of plants that may be the same as one of its plants. Only class 0 is like itself."""

WeakKeys = Mapping[int, tuple[int, int]]
"""The weak keys and classes of plants, by id."""


class KeyChange(NamedTuple):
    """A weak key of changed plants. If the plants are new, they can only have added to what is listed."""

    weak_key: int
    new: bool


def prefetch_key(key: int) -> Key:
    """Return the key under which `Transaction.find_pending` and `known_absent` know plants with a weak key."""
    return (PREFETCHED, str(key))


def find_absent(tx: Transaction, keys: Sequence[Key]) -> set[Key]:
    """Return which of these keys from `prefetch_key` only archived plants have, if any."""
    asked = sorted({int(key) for _, key in keys})
    present = _with_plants(tx, asked, at_least=1)
    return {prefetch_key(key) for key in asked if key not in present}


def note_changed(tx: Transaction, keys: Iterable[int], *, new: bool) -> None:
    """Have a pre-commit hook find out which of these weak keys have possible duplicates."""
    tx.add_pre_commit_hooks(_refresh, [KeyChange(key, new) for key in set(keys)], lock_order=DUPLICATES_LOCK)


def derived(plant: Plant) -> tuple[int, int]:
    """Return the weak key and class of a plant without the mark MARKED_DIFFERENT."""
    return weak_key(plant.fields).number, codes_of(plant.fields)


def changed_key(tx: Transaction, plant: Plant) -> tuple[int, int]:
    """Return the weak key and class with which a plant is stored again, and note its old and its new weak key.

    The plant stays marked as different as long as its weak key stays the same.
    """
    rows = tx.execute("SELECT weak_key, weak_class FROM plants WHERE id = ?", (plant.id,))
    old_key, old_class = rows[0] if rows else (None, None)
    key, its_class = derived(plant)
    if key == old_key:
        its_class += (old_class or 0) & MARKED_DIFFERENT
    note_changed(tx, {key, key if old_key is None else old_key}, new=False)
    return key, its_class


def first_like(tx: Transaction, plant: Plant) -> int | None:
    """Return the id of another plant that may be the same as this stored plant, the oldest; None if there is none."""
    rows = tx.execute("SELECT weak_key, weak_class FROM plants WHERE id = ?", (plant.id,))
    if plant.status is Status.ARCHIVED or not rows or rows[0][0] is None:
        return None
    key, its_class = rows[0]
    return first_likes(tx, {plant.id: (key, its_class)})[plant.id]


def first_likes(tx: Transaction, stored: WeakKeys) -> dict[int, int | None]:
    """Do the same for many stored plants, by id."""
    asked: dict[int, set[int]] = {}
    for key, its_class in stored.values():
        asked.setdefault(its_class, set()).add(key)
    likes = {
        (key, its_class): [number for ids in ends.values() for number in ids]
        for its_class, keys in asked.items()
        for chunk in chunks(sorted(keys))
        for key, ends in _ends(tx, chunk, _LIKES[its_class]).items()
    }
    return {
        plant_id: min((number for number in likes[own] if number != plant_id), default=None) if likes[own] else None
        for plant_id, own in stored.items()
    }


def ends_of(tx: Transaction, keys: Iterable[int]) -> dict[int, Ends]:
    """Return the first and last plants of those of these weak keys that any plant has."""
    known = sorted(_with_plants(tx, sorted(set(keys)), at_least=1))
    return {key: ends for chunk in chunks(known) for key, ends in _ends(tx, chunk).items()}


def like_codes(ends: Ends, codes: int) -> int | None:
    """Return the id of a plant that may be the same as one with these codes, from `codes_of`; None if there is none."""
    return min((ids[0] for other, ids in ends.items() if other in _LIKES[codes]), default=None)


def page(tx: Transaction, keyset: KeysetPage, *, limit: int) -> list[int]:
    """Return at most `limit` weak keys with possible duplicates, in their order."""
    where, values = join_conditions(keyset.conditions("weak_key"))
    sql = f"SELECT weak_key FROM possible_duplicates WHERE {where} ORDER BY {keyset.order('weak_key')} LIMIT ?"
    return [row[0] for row in tx.execute(sql, (*values, limit))]


def count(tx: Transaction) -> int:
    """Return the number of weak keys with possible duplicates, at most COUNT_MAX."""
    sql = "SELECT count(*) FROM (SELECT 1 FROM possible_duplicates LIMIT ?) AS counted"
    return int(tx.execute(sql, (COUNT_MAX,))[0][0])


def members(tx: Transaction, key: int, *, limit: int = GROUP_PLANTS_MAX) -> list[int]:
    """Return the ids of plants of a weak key that may be the same as another, oldest first, at most `limit`.

    If there are more, those without a code and without the mark come first.
    """
    sql = f"SELECT id FROM plants WHERE weak_key = ? AND weak_class = ? AND {_LIVE} ORDER BY id LIMIT ?"
    found: list[int] = []
    for its_class in _doubtful(_ends(tx, [key])[key]):
        found += [row[0] for row in tx.execute(sql, (key, its_class, limit))]
    return sorted(found[:limit])


def keys_of(tx: Transaction, plant_ids: Sequence[int]) -> dict[int, int | None]:
    """Return the weak keys of the plants among the given ids that exist and are not archived, by id."""
    found: dict[int, int | None] = {}
    for chunk in padded_chunks(plant_ids):
        marks = ", ".join("?" * len(chunk))
        found |= dict(tx.execute(f"SELECT id, weak_key FROM plants WHERE id IN ({marks}) AND {_LIVE}", chunk))
    return found


def mark_different(tx: Transaction, key: int, plant_ids: Sequence[int]) -> None:
    """Mark plants of a weak key as different from each other, and from those that were marked before."""
    for chunk in chunks(plant_ids):
        marks = ", ".join("?" * len(chunk))
        sql = (
            f"UPDATE plants SET weak_class = weak_class + {MARKED_DIFFERENT} "
            f"WHERE id IN ({marks}) AND weak_key = ? AND weak_class < {MARKED_DIFFERENT}"
        )
        tx.update(sql, (*chunk, key))
    note_changed(tx, [key], new=False)


def _refresh(tx: Transaction, changes: Sequence[KeyChange]) -> None:
    """List the weak keys that have possible duplicates now, and no longer those that have none."""
    tx.connection.advisory_lock("log")
    changed = {change.weak_key for change in changes if not change.new}
    new = {change.weak_key for change in changes} - changed
    asked = sorted(changed | _with_plants(tx, sorted(new), at_least=2))
    for chunk in chunks(asked):
        doubtful = [key for key, ends in _ends(tx, chunk).items() if _doubtful(ends)]
        if doubtful:
            rows = ", ".join(["(?)"] * len(doubtful))
            tx.update(f"INSERT INTO possible_duplicates (weak_key) VALUES {rows} ON CONFLICT DO NOTHING", doubtful)
        settled = sorted(set(chunk) & changed - set(doubtful))
        if settled:
            marks, values = in_list(settled)
            tx.update(f"DELETE FROM possible_duplicates WHERE weak_key IN ({marks})", values)


def _doubtful(ends: Ends) -> list[int]:
    """Return the classes of a weak key's plants that may be the same as another, in the order of `CLASSES`."""
    found = set()
    for one, ids in ends.items():
        others = [other for other in ends if other != one or ids[0] != ids[-1]]
        if any(other in _LIKES[one] for other in others):
            found.add(one)
    return sorted(found)


def _with_plants(tx: Transaction, keys: Sequence[int], *, at_least: int) -> set[int]:
    """Return the weak keys of at least this number of plants."""
    found: set[int] = set()
    nth = f"SELECT 1 FROM plants WHERE weak_key = k AND {_LIVE} LIMIT 1 OFFSET {at_least - 1}"
    for chunk in chunks(keys):
        sql = f"{_with_keys(chunk)} SELECT k FROM asked WHERE ({nth}) IS NOT NULL"
        found.update(row[0] for row in tx.execute(sql, chunk))
    return found


def _ends(tx: Transaction, keys: Sequence[int], classes: Sequence[int] = CLASSES) -> dict[int, Ends]:
    """Return the ends of these weak keys in each class that has plants, with an index lookup for each."""
    columns = [(its_class, end) for its_class in classes for end in (("min", "max") if its_class == 0 else ("min",))]
    asked = ", ".join(
        f"(SELECT {end}(id) FROM plants WHERE weak_key = k AND weak_class = {its_class} AND {_LIVE})"
        for its_class, end in columns
    )
    found: dict[int, Ends] = {}
    for key, *ids in tx.execute(f"{_with_keys(keys)} SELECT k, {asked} FROM asked", keys):
        ends: dict[int, tuple[int, ...]] = {}
        for (its_class, _), number in zip(columns, ids, strict=True):
            if number is not None:
                ends[its_class] = (*ends.get(its_class, ()), number)
        found[key] = ends
    return found


def _with_keys(keys: Sequence[int]) -> str:
    return f"WITH asked (k) AS (VALUES {', '.join(['(?)'] * len(keys))})"
