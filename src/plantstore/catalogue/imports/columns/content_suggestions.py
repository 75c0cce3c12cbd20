"""Suggests a field for a column by what is in its cells, only where that can hardly be anything else."""

import re
from collections.abc import Callable, Mapping, Sequence

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.gtin import check_gtin
from plantstore.domain.plants.names.botanical_name import parse
from plantstore.domain.plants.names.genera import GENERA
from plantstore.domain.plants.pot_size import parse_pot_size

CELLS_READ_MAX = 50  # max cells of a column to look at, because reading a name takes up to 0.1 ms
CELLS_MIN = 3  # fewer prove nothing
_ENOUGH = 0.9  # min share of a column's cells that must be of a kind
_DIGITS = re.compile(r"[0-9]{8,14}")
_NAME = re.compile(r"[×+]? ?[A-Z][a-zë-]{2,} .*")
_AMOUNT = re.compile(r"(?:[€£$] ?)?[0-9]{1,6}[.,][0-9]{2}(?: ?[€£$])?|[€£$] ?[0-9]{1,6}")


def suggest(columns: Mapping[int, Sequence[str]], mapped: Mapping[str, int]) -> dict[int, str]:
    """Return a field for each column of `columns` that is clear; `mapped` has the columns of other fields.

    A price is suggested only if a single column looks like one: of two, one may be what the shop pays.

    >>> suggest({0: ["2000000000015", "2000000000022", "2000000000039"]}, {})
    {0: 'gtin'}
    """
    found: dict[int, str] = {}
    for field, is_one in _KINDS.items():
        if field in mapped:
            continue
        alike = [place for place, cells in columns.items() if _are(cells, is_one)]
        if len(alike) == 1 and alike[0] not in found:
            found[alike[0]] = field
    return found


def _are(cells: Sequence[str], is_one: Callable[[str], bool]) -> bool:
    filled = [cell for cell in cells if cell][:CELLS_READ_MAX]
    return len(filled) >= CELLS_MIN and sum(map(is_one, filled)) >= _ENOUGH * len(filled)


def _is_gtin(cell: str) -> bool:
    problems: list[FieldError] = []
    return _DIGITS.fullmatch(cell) is not None and check_gtin(cell, "", problems) is not None


def _is_botanical(cell: str) -> bool:
    if _NAME.fullmatch(cell) is None:
        return False
    taxon = parse(cell).taxon
    return taxon is not None and taxon.genus in GENERA and (taxon.species or taxon.cultivar) is not None


def _is_price(cell: str) -> bool:
    return _AMOUNT.fullmatch(cell) is not None


def _is_pot(cell: str) -> bool:
    pot = parse_pot_size(cell)
    return pot is not None and not pot.notes


_KINDS: Mapping[str, Callable[[str], bool]] = {
    "gtin": _is_gtin,
    "botanical_name": _is_botanical,
    "price": _is_price,
    "pot_size": _is_pot,
}
