"""Weak identity by name: which plants of the catalogue a row may be although neither codes nor weak keys say so.

Two plants may be the same if they have the same name and botanical name, one of them has neither SKU nor GTIN, and one
of them has no pot size. Archived plants are found by name only.
"""

from collections.abc import Mapping

from plantstore.domain.plants.plant import PlantFields

NamedPlants = Mapping[tuple[str, str | None], Mapping[str | None, int]]
"""The lowest id of the plants with a name and a botanical name, for each of their pot sizes."""


def has_code(fields: PlantFields) -> bool:
    """True if a plant has a SKU or GTIN."""
    return bool(fields.sku or fields.gtin)


def find(fields: PlantFields, named: NamedPlants, *, fallback_name: str = "") -> int | None:
    """Return the id of a plant in `named` that a row may be, by its name or its `fallback_name`; None if there is none.

    A plant or row without a pot size may have any.
    """
    for name in filter(None, (fields.name, fallback_name)):
        pots = named.get((name, fields.botanical_name))
        if pots and fields.pot_size is None:
            return min(pots.values())
        if pots:
            found = pots.get(fields.pot_size, pots.get(None))
            if found is not None:
                return found
    return None
