"""Siblings of a plant: plants of the same cultivar, or of the same species or name, in other pot sizes."""

from plantstore.domain.plants.plant import Plant
from plantstore.domain.plants.sort_keys import pot_order
from plantstore.domain.plants.weak_key import weak_key
from plantstore.storage.database import Transaction
from plantstore.storage.tables import plants

SIBLINGS_MAX = 20
READ_MAX = 200  # max index entries read for one plant, in case that many plants are in one pot size
_LIVE = "status <> 'archived'"


def siblings(tx: Transaction, plant: Plant) -> list[Plant]:
    """Return at most SIBLINGS_MAX plants that are not archived, smallest pots first.

    If there are more, each pot size has a plant before any has two.
    """
    own = weak_key(plant.fields)
    kind = own.numbers_of_kind
    found: dict[int, list[int]] = {}
    for first, last in ((kind.start, own.number - 1), (own.number + 1, kind.stop - 1)):
        sql = (
            f"SELECT weak_key, id FROM plants WHERE weak_key BETWEEN ? AND ? AND {_LIVE} ORDER BY weak_key, id LIMIT ?"
        )
        for key, plant_id in tx.execute(sql, (first, last, READ_MAX)):
            found.setdefault(key, []).append(plant_id)
    ranked = sorted((at, plant_id) for ids in found.values() for at, plant_id in enumerate(ids))
    chosen = plants.find_many(tx, [plant_id for _, plant_id in ranked[:SIBLINGS_MAX]]).values()
    alike = [one for one in chosen if weak_key(one.fields).text == own.text]  # hashes of two kinds may be equal
    return sorted(alike, key=lambda one: (pot_order(one.fields.pot_size) or 0, one.id))
