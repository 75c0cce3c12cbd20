"""Markers: terms of the search index for filters by family, genus, pot size, hardiness and supplier.

A marker begins with a letter and 0. No query matches it, because words of queries have only letters or only digits.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b

from plantstore.domain.plants.care import zones_of
from plantstore.domain.plants.names.keys import fold
from plantstore.domain.plants.plant import Plant
from plantstore.domain.plants.search_terms import terms_of

_SIGN = re.compile("^(?:[×+] ?|x )")
_KEPT = 2_048  # results that are kept, about 0.3 MB for each function: plants of a list share genera and pot sizes
_HASH_BYTES = 8  # two suppliers among a million have the same hash once in 10^7 stores


def is_marker(term: str) -> bool:
    """True for markers, and for numbers such as 105; False for words of letters."""
    return term[1:2] == "0"


def markers_of(plant: Plant) -> tuple[str, ...]:
    """Return the markers of a plant, without duplicates."""
    return tuple(dict.fromkeys(_markers_of(plant)))


def family_marker(family: str) -> str:
    return "f0" + _hash(family.casefold())


@lru_cache(_KEPT)
def genus_marker(genus: str) -> str:
    """Return the marker of a genus. Case, accents and a sign ×, x or + before it do not matter."""
    return "g0" + _hash(_SIGN.sub("", fold(genus)))


def pot_size_marker(pot_size: str) -> str:
    """Return the marker of a pot size as `parse_pot_size` writes it."""
    return "p0" + _hash(pot_size)


def supplier_marker(name: str) -> str:
    """Return the marker of a supplier's name. Case, accents and punctuation do not matter."""
    return "s0" + _hash(" ".join(terms_of(name)) or name)


def hardiness_markers(rating: str) -> tuple[str, ...]:
    """Return the markers of an RHS rating, such as H5, or of the half zones of a USDA zone or range, such as 4a-9b."""
    ratings = [rating.lower()] if rating.startswith("H") else zones_of(rating)
    return tuple("h0" + text for text in ratings)


def _markers_of(plant: Plant) -> Iterator[str]:
    fields = plant.fields
    if fields.family is not None:
        yield family_marker(fields.family)
    if plant.taxon is not None:
        yield genus_marker(plant.taxon.genus)
    if fields.pot_size is not None:
        yield pot_size_marker(fields.pot_size)
    if fields.supplier is not None and fields.supplier.name is not None:
        yield supplier_marker(fields.supplier.name)
    care = fields.care
    for rating in () if care is None else (care.hardiness_rhs, care.hardiness_usda):
        if rating is not None:
            yield from hardiness_markers(rating)


@lru_cache(_KEPT)
def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=_HASH_BYTES).hexdigest()
