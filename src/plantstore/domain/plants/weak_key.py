"""The weak key of a plant: plants with equal weak keys may be the same plant, and a person decides.

A cultivar is known by its genus and epithet, another plant by its botanical name, and a plant without a usable
botanical name by the name under which it is sold; always together with the pot size. Two plants with two different SKUs
or GTINs are two plants, and so are two with different pot sizes or trade forms.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from hashlib import blake2b

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.fields import PlantFields
from plantstore.domain.plants.names.botanical_name import Taxon
from plantstore.domain.plants.names.keys import cultivar_key, fold, species_key
from plantstore.domain.plants.names.taxon import NAMES_KEPT, read_name

KIND_BITS, POT_BITS = 38, 25  # of hashes: in a million plants, less than one pair of different keys has equal numbers
POTS_KEPT = 2_048
HAS_SKU, HAS_GTIN = 1, 2
_FORMS = re.compile(
    r"\b(?:(?:half|quarter|full|mini|patio) )?standard\b|\bespalier\b|\bcordon\b|\bstep ?over\b|\bfan trained\b"
    r"|\bpleached\b|\bmulti ?stem(?:med)?\b|\btopiary\b"
)
"""Trade forms in names. A bush is the usual form, and the word is a part of many common names."""


class Likeness(StrEnum):
    """What two plants with equal weak keys have in common, besides the pot size."""

    CULTIVAR = "cultivar"
    SPECIES = "species"
    NAME = "name"


@dataclass(frozen=True, slots=True, kw_only=True)
class WeakKey:
    """The likeness, and a text that is equal for plants that may be the same."""

    likeness: Likeness
    text: str
    pot_size: str | None

    @property
    def number(self) -> int:
        """A hash of the key, from 0 to 2^63 - 1, for columns and indexes. It is in the range `numbers_of_kind`."""
        return self._kind << POT_BITS | _pot_number(self.pot_size)

    @property
    def numbers_of_kind(self) -> range:
        """The numbers of all keys that differ from this one in the pot size at most, and hardly any others."""
        return range(self._kind << POT_BITS, (self._kind + 1) << POT_BITS)

    @property
    def _kind(self) -> int:
        return _hashed(f"{self.likeness}\0{self.text}", bits=KIND_BITS)

    @property
    def reason(self) -> str:
        """Say in a few words what two plants with this key have in common."""
        same = f"same {self.likeness}"
        return f"{same} and pot size" if self.pot_size else f"{same}, and neither has a pot size"


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateWarning(FieldError):
    """A warning about a plant that may be the same as another one. `plant` is the id of the other."""

    plant: int


def duplicate_warning(fields: PlantFields, other_id: int) -> DuplicateWarning:
    """Return the warning that a plant with these fields may be the same as the plant `other_id`."""
    detail = f"Possible duplicate of #{other_id} ({weak_key(fields).reason})."
    return DuplicateWarning(pointer="", code="duplicate", detail=detail, plant=other_id)


def weak_key(fields: PlantFields) -> WeakKey:
    """Return the weak key of a plant. Every plant has one.

    >>> from plantstore.domain.plants.fields import PlantFields
    >>> weak_key(PlantFields(name="Hortensia", botanical_name="Hydrangea macrophylla 'Bailmer'")).text
    "hydrangea 'bailmer'"
    """
    botanical = None if fields.botanical_name is None else _botanical(fields.botanical_name)
    likeness, text, epithet = (Likeness.NAME, fold(fields.name), "") if botanical is None else botanical
    form = _form(fields.name, epithet) if likeness is not Likeness.NAME else ""
    return WeakKey(likeness=likeness, text=f"{text} ({form})" if form else text, pot_size=fields.pot_size)


@lru_cache(POTS_KEPT)
def _pot_number(pot_size: str | None) -> int:
    return _hashed(pot_size or "", bits=POT_BITS)


def _hashed(text: str, *, bits: int) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) >> (64 - bits)


def codes_of(fields: PlantFields) -> int:
    """Return which codes a plant has: HAS_SKU, HAS_GTIN, their sum, or 0."""
    return (HAS_SKU if fields.sku else 0) + (HAS_GTIN if fields.gtin else 0)


def are_two(codes: int, others: int) -> bool:
    """True if both plants have a SKU, or both have a GTIN: they differ, because both are unique."""
    return codes & others != 0


@lru_cache(NAMES_KEPT)
def _botanical(name: str) -> tuple[Likeness, str, str] | None:
    """Return what a botanical name says: the likeness, its text, and the cultivar epithet or trade designation, or "".

    None if the name does not identify a plant.
    """
    read = read_name(name)
    taxon: Taxon | None = read.taxon
    if taxon is not None:
        cultivar = cultivar_key(taxon)
        if cultivar is not None:
            return Likeness.CULTIVAR, cultivar, taxon.cultivar or taxon.trade_designation or ""
        species = species_key(read)
        if species is not None:
            return Likeness.SPECIES, species, ""
    return None


def _form(name: str, epithet: str) -> str:
    """Return the trade form that a name mentions outside the epithet; "" if it mentions none."""
    folded = fold(name)
    if epithet:
        folded = folded.replace(fold(epithet), " ")
    found = _FORMS.search(folded)
    return "" if found is None else found.group()
