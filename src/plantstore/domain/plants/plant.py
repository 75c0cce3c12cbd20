"""A plant: an article in the catalogue, with its three states and its public record.

    (none) ── new_plant ──> draft ── added ──> active ── archived ──> archived
    (none) ── new_plant ─────────────────────> active <── restored ── archived

A plant is added to the store when it first becomes active. `added_at` is set then and never changes, so each plant has
at most one event.
"""

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from plantstore.domain.errors import Conflict, FieldError, Invalid
from plantstore.domain.plants.fields import COSTS, PlantFields, as_input, check_fields, sku_key, warnings
from plantstore.domain.plants.gtin import gtin_key
from plantstore.domain.plants.image import Image
from plantstore.domain.plants.names.taxon import taxon_of, write_taxon
from plantstore.domain.plants.photo import with_addresses
from plantstore.domain.timestamps import Instant, to_text

if TYPE_CHECKING:
    from plantstore.domain.plants.names.botanical_name import Taxon

__all__ = [
    "COSTS",
    "ID_MAX",
    "TEST_PLANT_ID",
    "Availability",
    "Image",
    "Plant",
    "PlantFields",
    "Status",
    "added",
    "archived",
    "as_input",
    "availability",
    "basic_record",
    "changed",
    "check_fields",
    "gtin_key",
    "new_plant",
    "public_record",
    "restored",
    "sku_key",
    "warnings",
]

ID_MAX = 2**53 - 1  # the largest integer that JavaScript represents exactly
TEST_PLANT_ID = ID_MAX  # used in test requests; no plant ever gets it


class Status(StrEnum):
    """`draft`: not yet added to the store. `active`: in the store. `archived`: taken out of the store."""

    DRAFT = "draft"
    ACTIVE = "active"
    ARCHIVED = "archived"


class Availability(StrEnum):
    """Whether a plant can be bought today, in Google Merchant's terms. Derived, not stored."""

    IN_STOCK = "in_stock"
    OUT_OF_STOCK = "out_of_stock"
    PREORDER = "preorder"
    BACKORDER = "backorder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plant:
    """A stored plant. Clients write `fields`; Plant Store sets everything else.

    `taxon` is derived from the botanical name when the plant is written. `merged_into` is the id of the plant that an
    archived plant was merged into.
    """

    id: int
    fields: PlantFields
    taxon: "Taxon | None"
    status: Status
    created_at: Instant
    updated_at: Instant
    added_at: Instant | None
    version: int
    merged_into: int | None = None

    def __post_init__(self) -> None:
        assert 1 <= self.id < TEST_PLANT_ID
        assert self.version >= 1
        assert self.taxon is None or self.fields.botanical_name is not None
        assert self.created_at <= (self.added_at or self.created_at) <= self.updated_at
        assert (self.status is Status.DRAFT) == (self.added_at is None), "only drafts have no added_at"
        assert self.merged_into is None or (self.status is Status.ARCHIVED and self.merged_into != self.id)


def new_plant(id: int, fields: PlantFields, *, status: Status, now: Instant) -> Plant:
    """Return a new plant with status draft or active."""
    if status is Status.ARCHIVED:
        detail = "A new plant is draft or active. Archive it afterwards."
        raise Invalid(fields=(FieldError(pointer="/status", code="status", detail=detail),))
    added_at = now if status is Status.ACTIVE else None
    return Plant(
        id=id,
        fields=fields,
        taxon=taxon_of(fields.botanical_name),
        status=status,
        created_at=now,
        updated_at=now,
        added_at=added_at,
        version=1,
    )


def changed(plant: Plant, fields: PlantFields, *, now: Instant) -> Plant:
    """Return the plant with its fields replaced. Allowed in every state."""
    taxon = taxon_of(fields.botanical_name)
    return replace(plant, fields=fields, taxon=taxon, updated_at=_later(plant, now), version=plant.version + 1)


def added(plant: Plant, *, now: Instant) -> Plant:
    """Return a draft as added to the store: the only transition that creates an event."""
    match plant.status:
        case Status.DRAFT:
            return _moved(plant, Status.ACTIVE, now, added_at=_later(plant, now))
        case Status.ACTIVE:
            raise Conflict("This plant is already in the store.")
        case Status.ARCHIVED:
            raise Conflict("This plant is archived. Restore it instead.")
        case _:
            assert_never(plant.status)


def archived(plant: Plant, *, now: Instant) -> Plant:
    """Return an active plant as archived: taken out of the store, but not deleted."""
    match plant.status:
        case Status.DRAFT:
            raise Conflict("This plant is a draft and was never in the store. Delete it instead.")
        case Status.ACTIVE:
            return _moved(plant, Status.ARCHIVED, now, added_at=plant.added_at)
        case Status.ARCHIVED:
            raise Conflict("This plant is already archived.")
        case _:
            assert_never(plant.status)


def restored(plant: Plant, *, now: Instant) -> Plant:
    """Return an archived plant as active again. This creates no event, because the plant was added before."""
    match plant.status:
        case Status.DRAFT:
            raise Conflict("This plant is a draft. Add it to the store instead.")
        case Status.ACTIVE:
            raise Conflict("This plant is in the store. There is nothing to restore.")
        case Status.ARCHIVED:
            if plant.merged_into is not None:
                raise Conflict(f"This plant was merged into plant {plant.merged_into}. Undo the merge instead.")
            return _moved(plant, Status.ACTIVE, now, added_at=plant.added_at)
        case _:
            assert_never(plant.status)


def merged(plant: Plant, *, into: int, now: Instant) -> Plant:
    """Return a plant as archived, because it is the same as the plant `into`. Drafts were never in the store."""
    moved = plant if plant.status is Status.ARCHIVED else archived(plant, now=now)
    return replace(moved, merged_into=into, updated_at=_later(plant, now), version=plant.version + 1)


def unmerged(plant: Plant, *, active: bool, now: Instant) -> Plant:
    """Return a merged plant as one that was not merged: `active` or archived, as it was before."""
    status = Status.ACTIVE if active else Status.ARCHIVED
    moved = replace(plant, merged_into=None, status=status)
    return replace(moved, updated_at=_later(plant, now), version=plant.version + 1)


def availability(fields: PlantFields, *, today: date, accept_backorders: bool = False) -> Availability:
    """Return the availability on `today`, a date in the store's time zone. Without a stock quantity, assume stock."""
    if fields.available_from is not None and fields.available_from > today:
        return Availability.PREORDER
    if fields.stock_quantity == 0:
        return Availability.BACKORDER if accept_backorders else Availability.OUT_OF_STOCK
    return Availability.IN_STOCK


def public_record(
    plant: Plant, *, today: date, url: str | None, with_costs: bool = False, photos_at: str | None = ""
) -> dict[str, object]:
    """Return the full public record. Fields without a value are null; `url` is omitted if it is None.

    `photos_at` is the base address of the store's own photos; None leaves them out. The fields COSTS are omitted unless
    `with_costs`: events never have them, and only some people may see them.
    """
    fields = plant.fields
    record: dict[str, object] = {
        "id": plant.id,
        "name": fields.name,
        "tag": fields.tag,
        "status": plant.status.value,
        "availability": availability(fields, today=today).value,
        "sku": None,
        "gtin": None,
        "botanical_name": None,
        "taxon": write_taxon(plant.taxon),
    }
    record |= as_input(fields)  # the keys above stay first
    record["images"] = with_addresses(record["images"], photos_at)
    if not with_costs:
        for name in COSTS:
            del record[name]
    if url is not None:
        record["url"] = url
    record |= _times(plant)
    return record


def basic_record(plant: Plant) -> dict[str, object]:
    """Return the basic record for receivers built from the public sample: id, name and, if set, tag."""
    record: dict[str, object] = {"id": plant.id, "name": plant.fields.name}
    if plant.fields.tag is not None:
        record["tag"] = plant.fields.tag
    return record


def _times(plant: Plant) -> dict[str, object]:
    """Return the times of the record as text. Equal times are formatted only once, because formatting is slow."""
    created, updated, added_at = plant.created_at, plant.updated_at, plant.added_at
    created_text = to_text(created)
    updated_text = created_text if updated == created else to_text(updated)
    if added_at is None:
        added_text = None
    else:
        added_text = updated_text if added_at == updated else to_text(added_at)
    return {"created_at": created_text, "updated_at": updated_text, "added_at": added_text}


def _moved(plant: Plant, status: Status, now: Instant, *, added_at: Instant | None) -> Plant:
    return replace(plant, status=status, added_at=added_at, updated_at=_later(plant, now), version=plant.version + 1)


def _later(plant: Plant, now: Instant) -> Instant:
    """Return `now`, but never before the last change: `updated_after` must work even if the clock was set back."""
    return max(plant.updated_at, now)
