"""Plants as lines of CSV, made so that a spreadsheet shows them and the import reads them back as they were."""

from collections.abc import Mapping
from typing import Any

from plantstore.catalogue.imports.cells import guard, write_images, write_names, write_tags

CSV_FIELDS = (
    *("id", "sku", "gtin", "name", "tag", "status", "botanical_name", "family", "common_names", "description", "tags"),
    *("images", "price", "currency", "stock_quantity", "available_from", "availability", "created_at", "updated_at"),
    "added_at",
)
"""Headings of an export. The import knows those that can be written, and passes the others over."""


def to_cells(record: Mapping[str, Any], *, raw: bool) -> list[str]:
    """Write a public record as cells. `raw` leaves out the apostrophe before what a spreadsheet would calculate."""
    cells = [_cell(name, record.get(name)) for name in CSV_FIELDS]
    return cells if raw else [guard(cell) for cell in cells]


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    match name:
        case "common_names":
            return write_names(value)
        case "tags":
            return write_tags(value)
        case "images":
            return write_images(value)
    return str(value)
