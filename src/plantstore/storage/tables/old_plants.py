"""Plants of versions before 0.7.0, which have no taxon, no weak key, and no markers in the search index.

A job derives them, from the newest plant to the oldest; table `underived_plants` stores its progress. It changes no
version, time, change number or event, because a plant's fields stay as they are.
"""

from collections.abc import Sequence

from plantstore.domain.plants.plant import Plant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.tables import details, duplicates, plants, search_index, search_markers


def until(tx: Transaction) -> int | None:
    """Return the id from which the job continues downward; None if all plants are done."""
    rows = tx.execute("SELECT until FROM underived_plants ORDER BY until DESC LIMIT 1")
    return rows[0][0] if rows else None


def page(tx: Transaction, *, until: int, limit: int) -> list[Plant]:
    """Return the next `limit` plants down from id `until`, with their taxa."""
    return plants.select(tx, [("id <= ?", (until,))], order="id DESC", limit=limit)


def store(tx: Transaction, found: Sequence[Plant], *, until: int, following: int | None) -> None:
    """Store what was derived for plants from `page`, and record the id from which the job continues; None at the end.

    Do nothing if another process has already done this page. Leave out plants that were changed since they were read,
    because the change has stored all of it.
    """
    if tx.update("DELETE FROM underived_plants WHERE until = ?", (until,)) == 0:
        return
    if following is not None:
        tx.insert("underived_plants", ("until",), [(following,)])
    marks, ids = in_list([plant.id for plant in found])
    versions: dict[int, int] = dict(
        tx.execute(f"SELECT id, version FROM plants WHERE id IN ({marks}){tx.for_update}", ids)
    )
    unchanged = [plant for plant in found if versions.get(plant.id) == plant.version]
    if unchanged:
        rows = ", ".join(["(?, ?, ?, ?)"] * len(unchanged))
        tx.update(
            f"WITH derived (id, taxon, weak_key, weak_class) AS (VALUES {rows}) UPDATE plants SET "
            "taxon = derived.taxon, weak_key = derived.weak_key, weak_class = derived.weak_class FROM derived "
            "WHERE plants.id = derived.id AND plants.weak_key IS NULL",
            [value for plant in unchanged for value in (plant.id, details.write_taxon(plant), *_weak(tx, plant))],
        )
    search_index.put(tx, [plant for plant in unchanged if search_markers.markers_of(plant)], new=False)


def _weak(tx: Transaction, plant: Plant) -> tuple[int, int]:
    weak = duplicates.derived(plant)
    duplicates.note_changed(tx, [weak[0]], new=True)
    return weak
