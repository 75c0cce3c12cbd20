"""The preview of an import: the first plants as they will look in the catalogue."""

from datetime import date
from typing import Any

import msgspec

from plantstore.domain.plants.plant import Plant, PlantFields, Status, as_input, availability, public_record
from plantstore.domain.plants.taxon import taxon_of, write_taxon

PLANTS_MAX = 10
BYTES_MAX = 65_536  # max size of all records, as JSON; the first one always fits, because it fits into an event
_encode = msgspec.json.Encoder().encode


class Preview:
    """Collects the first new and changed plants as public records, up to PLANTS_MAX and BYTES_MAX.

    A new plant has no id, URL or timestamps yet. The records have the costs, which only some people may see.
    """

    def __init__(self, today: date) -> None:
        self._today = today
        self._bytes_left = BYTES_MAX
        self.records: list[dict[str, Any]] = []

    def add_new(self, fields: PlantFields, status: Status) -> None:
        """Show a new plant, if there is room."""
        if self._has_room():
            state = {"status": status.value, "availability": availability(fields, today=self._today).value}
            taxon = write_taxon(taxon_of(fields.botanical_name))
            self._add({"name": fields.name, "tag": fields.tag, **state, "taxon": taxon, **as_input(fields)})

    def add_changed(self, plant: Plant) -> None:
        """Show a plant as it will be after its change, if there is room."""
        if self._has_room():
            self._add(public_record(plant, today=self._today, url=None, with_costs=True))

    def _has_room(self) -> bool:
        return len(self.records) < PLANTS_MAX and self._bytes_left > 0

    def _add(self, record: dict[str, Any]) -> None:
        self._bytes_left -= len(_encode(record))
        if self._bytes_left >= 0 or not self.records:
            self.records.append(record)
