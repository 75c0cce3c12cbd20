"""Applies a row of a file to a plant that is already in the catalogue."""

from collections.abc import Collection, Sequence

from plantstore.catalogue.imports.columns import flat_columns
from plantstore.catalogue.imports.columns.file_layout import Layout
from plantstore.catalogue.imports.columns.name_columns import PARTS
from plantstore.domain.plants import plant as rules
from plantstore.domain.plants.amounts import AMOUNTS
from plantstore.domain.plants.history import value_at, with_values
from plantstore.domain.plants.plant import Plant, PlantFields, Status, as_input, check_fields
from plantstore.domain.plants.sort_keys import price_order
from plantstore.domain.timestamps import Instant

KEYS = ("sku", "gtin")  # fields by which a row matches a plant: a row may set an empty one, but not change it
NO_CURRENCY = "EUR"  # placeholder that the check requires; never used, because a stored price has its own currency


def filled_fields(layout: Layout, cells: Sequence[str], fields: PlantFields) -> tuple[str, ...]:
    """Return the sorted names of the fields for which a row has a value, such as "price" and "care.height_cm".

    Empty cells and dashes have none.

    A row with a price always has a currency: its own, that of the sign at the price, or the store's.
    """
    filled = {field for field, column in layout.columns.items() if column < len(cells) and cells[column].strip()} - {
        "status"
    }
    if filled & set(PARTS):
        filled = (filled - set(PARTS)) | {"botanical_name"}
    filled |= {"currency"} if filled & set(AMOUNTS) else set()
    plain_fields = {name for name in filled - flat_columns.COLUMNS.keys() if getattr(fields, name) not in (None, ())}
    nested = {
        flat_columns.COLUMNS[name].name
        for name in filled & flat_columns.COLUMNS.keys()
        if flat_columns.has_value(fields, name)
    }
    return tuple(sorted(plain_fields | nested))


def apply_row(
    plant: Plant, fields: PlantFields, names: Collection[str], *, restore: bool, now: Instant
) -> Plant | None:
    """Return the plant with the fields in `names` replaced with those of a row; None if nothing changes.

    An archived plant changes only with `restore`. Raise Invalid if the merged fields contradict each other.
    """
    is_archived = plant.status is Status.ARCHIVED
    if is_archived and not restore:
        return None
    changed = rules.restored(plant, now=now) if is_archived else plant
    taken = sorted(name for name in names if name not in KEYS or getattr(plant.fields, name) is None)
    if taken:
        row = as_input(fields)
        values = {name: value_at(row, name) for name in taken if not _is_same_amount(plant.fields, fields, name)}
        merged = with_values(as_input(plant.fields), values)
        written = check_fields(merged, currency_default=str(merged["currency"] or NO_CURRENCY))
        if written != plant.fields:
            changed = rules.changed(changed, written, now=now)
    return None if changed is plant else changed


def _is_same_amount(stored: PlantFields, fields: PlantFields, name: str) -> bool:
    """True if an amount only has other trailing zeros: numbers in workbooks lose them."""
    if name not in AMOUNTS:
        return False
    old, new = getattr(stored, name), getattr(fields, name)
    return old is not None and new is not None and price_order(old) == price_order(new)
