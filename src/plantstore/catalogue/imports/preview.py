"""The preview of an import: the first plants as they will look in the catalogue."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from typing import Any

import msgspec

from plantstore.catalogue.imports.values.numbers import split_price
from plantstore.domain.plants.names.taxon import taxon_of, write_taxon
from plantstore.domain.plants.plant import Plant, PlantFields, Status, as_input, availability, public_record

PLANTS_MAX = 10
COMPARED = ("name", "botanical_name", "pot_size", "price", "stock_quantity", "tag")
"""The fields whose cells a person compares with the result."""
BYTES_MAX = 65_536  # max size of all records, as JSON; the first one always fits, because it fits into an event
_encode = msgspec.json.Encoder().encode


class PreviewRow(msgspec.Struct, frozen=True):
    """The line of a previewed plant, and the cells of COMPARED that differ from the values that were read from them."""

    line: int
    original: dict[str, str]


class Preview:
    """Collects the first new and changed plants as public records, up to PLANTS_MAX and BYTES_MAX.

    `rows` says where each record comes from. A new plant has no id, URL or timestamps yet. The records have the costs,
    which only some people may see.
    """

    def __init__(self, today: date) -> None:
        self._today = today
        self._bytes_left = BYTES_MAX
        self.records: list[dict[str, Any]] = []
        self.rows: list[PreviewRow] = []

    def add_new(self, fields: PlantFields, status: Status, *, line: int, cells: Mapping[str, str]) -> None:
        """Show a new plant, if there is room. `cells` are the row's cells of the fields in COMPARED."""
        if self.has_room():
            state = {"status": status.value, "availability": availability(fields, today=self._today).value}
            taxon = write_taxon(taxon_of(fields.botanical_name))
            record = {"name": fields.name, "tag": fields.tag, **state, "taxon": taxon, **as_input(fields)}
            self._add(record, fields, line, cells)

    def add_changed(self, plant: Plant, *, line: int, cells: Mapping[str, str]) -> None:
        """Show a plant as it will be after its change, if there is room."""
        if self.has_room():
            record = public_record(plant, today=self._today, url=None, with_costs=True)
            self._add(record, plant.fields, line, cells)

    def has_room(self) -> bool:
        """True if another plant can be shown."""
        return len(self.records) < PLANTS_MAX and self._bytes_left > 0

    def _add(self, record: dict[str, Any], fields: PlantFields, line: int, cells: Mapping[str, str]) -> None:
        self._bytes_left -= len(_encode(record))
        if self._bytes_left >= 0 or not self.records:
            original = {name: cell for name, cell in cells.items() if cell and _is_changed(name, cell, fields)}
            self.records.append(record)
            self.rows.append(PreviewRow(line=line, original=original))


def _is_changed(name: str, cell: str, fields: PlantFields) -> bool:
    """True if a cell does not say the same as the field, apart from a price's currency."""
    value = getattr(fields, name)
    if name == "price":
        with suppress(ValueError):  # the rest of a very long cell may be missing
            cell = (split_price(cell) or ("",))[0]
    return cell != ("" if value is None else str(value))
