"""Plants of earlier versions: those from before 0.7.0 have no taxon, weak key and markers in the search index, those
from before 0.8.0 have no keys for sorting, and a weak key that does not tell which plants differ only in the pot size.

A job derives them, from the newest plant to the oldest; table `underived_plants` stores its progress. It changes no
version, time, change number or event, because a plant's fields stay as they are.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plantstore.domain.plants.plant import Plant
from plantstore.domain.plants.sort_keys import name_key, price_order
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.tables import details, duplicates, plants, search_index, search_markers


class Derived(NamedTuple):
    """What is stored for a plant of this id and version. `terms` is None if the search index needs no new row."""

    plant_id: int
    version: int
    taxon: str | None
    weak_key: int
    weak_class: int
    name_key: str
    price_order: int | None
    terms: tuple[str, ...] | None


class _Stored(NamedTuple):
    version: int
    weak_key: int | None
    weak_class: int | None


def until(tx: Transaction) -> int | None:
    """Return the id from which the job continues downward; None if all plants are done."""
    rows = tx.execute("SELECT until FROM underived_plants ORDER BY until DESC LIMIT 1")
    return rows[0][0] if rows else None


def page(tx: Transaction, *, until: int, limit: int) -> list[Derived]:
    """Return what to store for the next `limit` plants down from id `until`."""
    return [_derived(plant) for plant in plants.select(tx, [("id <= ?", (until,))], order="id DESC", limit=limit)]


def store(tx: Transaction, found: Sequence[Derived], *, until: int, following: int | None) -> None:
    """Store a result of `page`, and record the id from which the job continues; None at the end.

    Do nothing if another process has already done this page. Leave out plants that were changed since they were read,
    because the change has stored all of it.
    """
    if tx.update("DELETE FROM underived_plants WHERE until = ?", (until,)) == 0:
        return
    if following is not None:
        tx.insert("underived_plants", ("until",), [(following,)])
    marks, ids = in_list([one.plant_id for one in found])
    sql = f"SELECT id, version, weak_key, weak_class FROM plants WHERE id IN ({marks}){tx.for_update}"
    before = {row[0]: _Stored(*row[1:]) for row in tx.execute(sql, ids)}
    unchanged = [one for one in found if one.plant_id in before and before[one.plant_id].version == one.version]
    if not unchanged:
        return
    _write(tx, unchanged, before)
    old_keys = [key for one in unchanged if (key := before[one.plant_id].weak_key) is not None]
    duplicates.note_changed(tx, old_keys, new=False)
    duplicates.note_changed(tx, [one.weak_key for one in unchanged], new=True)
    for one in unchanged:
        if one.terms is not None and before[one.plant_id].weak_key is None:
            tx.add_pre_commit_hook(search_index.write, search_index.SearchEntry(one.plant_id, one.terms, new=False))


def _write(tx: Transaction, unchanged: Sequence[Derived], before: Mapping[int, _Stored]) -> None:
    """Store what was derived. Plants stay marked as different from their likes."""
    columns = ("taxon", "weak_key", "weak_class", "name_key", "price_order")
    rows = ", ".join([f"({', '.join('?' * (len(columns) + 1))})"] * len(unchanged))
    values: list[object] = []
    for one in unchanged:
        mark = (before[one.plant_id].weak_class or 0) & duplicates.MARKED_DIFFERENT
        values += [one.plant_id, one.taxon, one.weak_key, one.weak_class + mark, one.name_key, one.price_order]
    set_columns = ", ".join(f"{name} = derived.{name}" for name in columns[:-1])
    # PostgreSQL takes a column of VALUES without any value for text.
    tx.update(
        f"WITH derived (id, {', '.join(columns)}) AS (VALUES {rows}) UPDATE plants SET {set_columns}, "
        "price_order = CAST(derived.price_order AS BIGINT) FROM derived WHERE plants.id = derived.id",
        values,
    )


def _derived(plant: Plant) -> Derived:
    weak_key, weak_class = duplicates.derived(plant)
    markers = search_markers.markers_of(plant)
    terms = (*search_index.words_of_plant(plant), *markers) if markers else None
    fields = plant.fields
    price = None if fields.price is None else price_order(fields.price)
    taxon = details.write_taxon(plant)
    return Derived(plant.id, plant.version, taxon, weak_key, weak_class, name_key(fields.name), price, terms)
