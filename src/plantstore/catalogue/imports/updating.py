"""What a row of a list changes of a plant that is there: the fields that it fills, and never what it is known by."""

from collections.abc import Collection, Sequence

from plantstore.catalogue.imports.file_layout import Layout
from plantstore.domain import plant as rules
from plantstore.domain.plant import Plant, PlantFields, Status, as_input, check_fields
from plantstore.domain.timestamps import Instant

KEYS = ("sku", "gtin")  # written where the plant has none; another one would make another plant of it

NO_CURRENCY = "EUR"  # asked for by the check, and never used: a price that is there has its currency beside it


def filled(layout: Layout, cells: Sequence[str], fields: PlantFields) -> tuple[str, ...]:
    """The fields that a row fills. An empty cell, or one that says "not given", erases nothing.

    A price comes with its currency: that of the row, or of the sign at it, or the store's own.
    """
    named = {
        field
        for field, place in layout.columns.items()
        if field in fields.__slots__ and place < len(cells) and cells[place].strip()
    }
    named |= {"currency"} if "price" in named else set()
    return tuple(sorted(name for name in named if getattr(fields, name) not in (None, ())))


def after_row(
    plant: Plant, fields: PlantFields, names: Collection[str], *, restore: bool, now: Instant
) -> Plant | None:
    """The plant as the row wants it; None when nothing of it changes. Invalid when its fields do not go together.

    An archived plant is left alone unless it is to be restored.
    """
    archived = plant.status is Status.ARCHIVED
    if archived and not restore:
        return None
    changed = rules.restored(plant, now=now) if archived else plant
    taken = {name for name in names if name not in KEYS or getattr(plant.fields, name) is None}
    if taken:
        row = as_input(fields)
        merged = {**as_input(plant.fields), **{name: row[name] for name in taken}}
        written = check_fields(merged, currency_default=str(merged["currency"] or NO_CURRENCY))
        if written != plant.fields:
            changed = rules.changed(changed, written, now=now)
    return None if changed is plant else changed
