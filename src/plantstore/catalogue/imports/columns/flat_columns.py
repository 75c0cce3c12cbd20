"""The columns of CSV files for fields within objects, such as care.height_cm, and for fields after version 0.5.1.

One table says where each column belongs in a plant's record, how its cells are read, and how an export writes them.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from plantstore.catalogue.imports.values import care_words as words
from plantstore.catalogue.imports.values.care_words import Reading
from plantstore.catalogue.imports.values.numbers import DecimalSign, read_stock
from plantstore.domain.errors import FieldError
from plantstore.domain.plants.amounts import check_minimum_order
from plantstore.domain.plants.care import check_care
from plantstore.domain.plants.checks import Check
from plantstore.domain.plants.external_ids import check_external_ids
from plantstore.domain.plants.fields import PlantFields
from plantstore.domain.plants.lengths import length_cm
from plantstore.domain.plants.plant import COSTS
from plantstore.domain.plants.pot_size import check_pot_size, parse_pot_size
from plantstore.domain.plants.supplier import check_supplier
from plantstore.domain.plants.trade import check_trade, split_passport
from plantstore.domain.text import quoted

COST_COLUMNS = ("supplier", "supplier_code", "cost")
"""The columns that only tokens with the scope `costs:read` may export or import."""

OBJECTS = ("care", "external_ids", "trade", "supplier")
"""The fields of a plant that are objects, and so are divided into columns."""

_CHECKS: Mapping[str, Check] = {
    "care": check_care,
    "external_ids": check_external_ids,
    "trade": check_trade,
    "supplier": check_supplier,
    "pot_size": check_pot_size,
    "minimum_order": check_minimum_order,
}
_UNIT = re.compile(r"(?:\b|_)(mm|cm|m|in|ft|metres|meters|inches|feet)\b[\s)\].]*$", re.IGNORECASE)
_UNIT_OF = {"metres": "m", "meters": "m", "inches": "in", "feet": "ft"}


@dataclass(frozen=True, slots=True)
class FlatColumn:
    """A column. `path` leads to its value in the record. `read` gets a cell and the column's heading.

    `read` raises ValueError, with advice for people, if it cannot read the cell.
    """

    path: tuple[str, ...]
    read: Callable[[str, str], Reading]
    write: Callable[[Any], str] = str

    @property
    def name(self) -> str:
        """The path as one name, such as "care.height_cm"."""
        return ".".join(self.path)


def unit_in(heading: str) -> tuple[str, str]:
    """Return the unit at the end of a heading ("" if none), and the heading without it.

    >>> unit_in("Height (cm)"), unit_in("height_cm"), unit_in("Ht")
    (('cm', 'Height ('), ('cm', 'height'), ('', 'Ht'))
    """
    found = _UNIT.search(heading)
    if found is None:
        return "", heading
    unit = found[1].lower()
    return _UNIT_OF.get(unit, unit), heading[: found.start()]


def read_cell(name: str, text: str, heading: str) -> tuple[object, str]:
    """Return the checked value of a cell in JSON form, and a note. Raise ValueError if it cannot be read.

    Amounts of money are not read here, because they depend on the currency of the row.
    """
    column = COLUMNS[name]
    value, note = column.read(text, heading)
    problems: list[FieldError] = []
    nested = {column.path[1]: value} if len(column.path) > 1 else value
    _CHECKS[column.path[0]](nested, "", problems)
    if problems:
        raise ValueError(problems[0].detail)
    return value, note


def put(raw: dict[str, object], name: str, value: object) -> None:
    """Set the value of a column in a client's input, which gets the object around it if it has none."""
    place = raw
    *outer, last = COLUMNS[name].path
    for key in outer:
        inner = place.setdefault(key, {})
        assert isinstance(inner, dict)
        place = inner
    place[last] = value


def column_of(pointer: str) -> str:
    """Return the column for a JSON Pointer to a field or to a part of it, such as /care/light/0 or /supplier/code."""
    keys = tuple(pointer.split("/")[1:])
    named = (name for name, column in COLUMNS.items() if keys[: len(column.path)] == column.path)
    return next(named, keys[0] if keys else "")


def has_value(fields: PlantFields, name: str) -> bool:
    """True if a plant's fields have a value for a column."""
    value: Any = fields
    for key in COLUMNS[name].path:
        value = getattr(value, key, None)
    return value not in (None, (), "unknown")


def written(record: Mapping[str, Any], name: str) -> str:
    """Return the cell of an export for a column of a public record; "" for no value, and for a field it does not have.

    `record` may come from an older store, which has no such field.
    """
    column = COLUMNS[name]
    value: Any = record
    for key in column.path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return "" if value in (None, []) else column.write(value)


def export_columns(record: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Return the columns of an export. COST_COLUMNS are left out if the store did not show them in the first record."""
    with_costs = record is not None and any(name in record for name in COSTS)
    return tuple(name for name in COLUMNS if with_costs or name not in COST_COLUMNS)


def _text(text: str, _: str) -> Reading:
    return text, ""


def _plain(read: Callable[[str], Reading]) -> Callable[[str, str], Reading]:
    return lambda text, _: read(text)


def _read_pot(text: str, _: str) -> Reading:
    found = parse_pot_size(text)
    if found is None:
        problems: list[FieldError] = []
        check_pot_size(text, "", problems)
        raise ValueError(problems[0].detail if problems else f"{quoted(text)} is not a pot size.")
    return found.text, " ".join(note.detail for note in found.notes)


def _read_count(text: str, _: str) -> Reading:
    return read_stock(text, DecimalSign.AUTO)


def _read_length(text: str, heading: str) -> Reading:
    return length_cm(text, unit=unit_in(heading)[0] or "cm")


def _read_passport(text: str, _: str) -> Reading:
    if text.startswith("{"):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, dict):
            return found, ""
    parts = split_passport(text)
    if parts is None:
        raise ValueError(f"{quoted(text)} is not a plant passport. Write it as “A … B … C … D …”.")
    return parts, ""


def _write_passport(passport: Mapping[str, str | None]) -> str:
    parts = {letter: part for letter, part in passport.items() if part}
    line = " ".join(f"{letter.upper()} {part}" for letter, part in parts.items())
    return line if split_passport(line) == parts else json.dumps(parts, ensure_ascii=False)


def _read_cites(text: str, _: str) -> Reading:
    word = text.upper().removeprefix("APPENDIX").removeprefix("CITES").strip()
    return {"1": "I", "2": "II", "3": "III"}.get(word, word), ""


def _write_list(items: list[object]) -> str:
    return ", ".join(map(str, items))


def _write_flag(flag: bool) -> str:
    return "yes" if flag else "no"


def _write_toxicity(word: str) -> str:
    return "" if word == "unknown" else word


_read_toxicity = _plain(words.one_of(words.TOXICITY))

COLUMNS: Mapping[str, FlatColumn] = {
    "pot_size": FlatColumn(("pot_size",), _read_pot),
    "minimum_order": FlatColumn(("minimum_order",), _read_count),
    "compare_at_price": FlatColumn(("compare_at_price",), _text),
    "light": FlatColumn(("care", "light"), _plain(words.some_of(words.LIGHT)), _write_list),
    "water": FlatColumn(("care", "water"), _plain(words.one_of(words.WATER))),
    "hardiness_rhs": FlatColumn(("care", "hardiness_rhs"), _plain(words.read_rhs)),
    "hardiness_usda": FlatColumn(("care", "hardiness_usda"), _plain(words.read_usda)),
    "height_cm": FlatColumn(("care", "height_cm"), _read_length),
    "spread_cm": FlatColumn(("care", "spread_cm"), _read_length),
    "life_cycle": FlatColumn(("care", "life_cycle"), _plain(words.one_of(words.LIFE_CYCLE))),
    "foliage": FlatColumn(("care", "foliage"), _plain(words.one_of(words.FOLIAGE))),
    "flowering_months": FlatColumn(("care", "flowering_months"), _plain(words.read_months), _write_list),
    "toxicity_pets": FlatColumn(("care", "toxicity_pets"), _read_toxicity, _write_toxicity),
    "toxicity_people": FlatColumn(("care", "toxicity_people"), _read_toxicity, _write_toxicity),
    "pollinator_friendly": FlatColumn(("care", "pollinator_friendly"), _plain(words.read_flag), _write_flag),
    "wfo": FlatColumn(("external_ids", "wfo"), _text),
    "ipni": FlatColumn(("external_ids", "ipni"), _text),
    "gbif": FlatColumn(("external_ids", "gbif"), _text),
    "eppo": FlatColumn(("external_ids", "eppo"), _text),
    "vbn": FlatColumn(("external_ids", "vbn"), _text),
    "plant_passport": FlatColumn(("trade", "plant_passport"), _read_passport, _write_passport),
    "cites": FlatColumn(("trade", "cites"), _read_cites),
    "supplier": FlatColumn(("supplier", "name"), _text),
    "supplier_code": FlatColumn(("supplier", "code"), _text),
    "cost": FlatColumn(("cost",), _text),
}
"""The column of each field, in the order of an export."""
