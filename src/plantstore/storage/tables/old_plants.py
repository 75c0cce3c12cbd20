"""Plants of versions before 0.7.0, which have no taxon, no weak key, and no markers in the search index.

A job derives them, from the newest plant to the oldest; table `underived_plants` stores its progress. It changes no
version, time, change number or event, because a plant's fields stay as they are.
"""

from collections.abc import Sequence
from typing import NamedTuple

from plantstore.domain.plants.plant import Plant
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
    terms: tuple[str, ...] | None


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
    versions: dict[int, int] = dict(
        tx.execute(f"SELECT id, version FROM plants WHERE id IN ({marks}){tx.for_update}", ids)
    )
    unchanged = [one for one in found if versions.get(one.plant_id) == one.version]
    if unchanged:
        rows = ", ".join(["(?, ?, ?, ?)"] * len(unchanged))
        tx.update(
            f"WITH derived (id, taxon, weak_key, weak_class) AS (VALUES {rows}) UPDATE plants SET "
            "taxon = derived.taxon, weak_key = derived.weak_key, weak_class = derived.weak_class FROM derived "
            "WHERE plants.id = derived.id AND plants.weak_key IS NULL",
            [value for one in unchanged for value in (one.plant_id, one.taxon, one.weak_key, one.weak_class)],
        )
    duplicates.note_changed(tx, [one.weak_key for one in unchanged], new=True)
    for one in unchanged:
        if one.terms is not None:
            tx.add_pre_commit_hook(search_index.write, search_index.SearchEntry(one.plant_id, one.terms, new=False))


def _derived(plant: Plant) -> Derived:
    weak_key, weak_class = duplicates.derived(plant)
    markers = search_markers.markers_of(plant)
    terms = (*search_index.words_of_plant(plant), *markers) if markers else None
    return Derived(plant.id, plant.version, details.write_taxon(plant), weak_key, weak_class, terms)
