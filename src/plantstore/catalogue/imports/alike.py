"""Weak identity: which rows and plants may be the same plant although no SKU or GTIN says so.

Two plants may be the same if they have the same name, botanical name and pot size, and one of them has neither SKU nor
GTIN. Two different codes mean two plants, and so do two different pot sizes.
"""

import re
import unicodedata
from collections.abc import Mapping

from plantstore.domain.plants.plant import PlantFields

NamedPlants = Mapping[tuple[str, str | None], Mapping[str | None, int]]
"""The lowest id of the plants with a name and a botanical name, for each of their pot sizes."""

_QUOTES = str.maketrans(dict.fromkeys("‘’´`", "'"))
_GAPS = re.compile(r"[\s‐‑‒–—-]+")


def key_of(fields: PlantFields) -> str:
    """Return the weak key of a plant: plants with equal keys may be the same.

    It ignores case, accents, the kind of quotes, and hyphens.
    """
    return "\0".join((fold(fields.name), fold(fields.botanical_name or ""), fields.pot_size or ""))


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


def fold(text: str) -> str:
    """Return a text without accents, case, and differences between quotes, spaces and hyphens."""
    if not text.isascii():
        text = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
        text = text.translate(_QUOTES)
    return _GAPS.sub(" ", text.casefold()).strip()
