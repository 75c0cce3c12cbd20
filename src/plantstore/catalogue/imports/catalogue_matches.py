"""Finds the plants of the catalogue that the rows of a file match."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from plantstore.catalogue.imports.row import Row
from plantstore.domain.plants.plant import Plant, PlantFields, gtin_key, sku_key
from plantstore.domain.plants.weak_key import WeakKey, codes_of, weak_key
from plantstore.storage.database import Transaction
from plantstore.storage.tables import duplicates, plants

NamedPlants = Mapping[tuple[str, str | None], Mapping[str | None, int]]
"""The lowest id of the plants with a name and a botanical name, for each of their pot sizes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueMatches:
    """The ids of the plants in the catalogue that match rows. `plants` has the plants that rows may change.

    `archived` holds the archived plants among `by_sku` and `by_gtin`, with the plants they were merged into, if any.
    `archived_by_name` holds archived plants without SKU or GTIN whose name and botanical name no other plant has: only
    these can be restored by name. `by_name_without_code` holds those plants of `by_name` that have neither SKU nor
    GTIN.
    """

    by_sku: dict[str, int]
    by_gtin: dict[str, int]
    by_name: NamedPlants
    by_name_without_code: NamedPlants = field(default_factory=dict)
    plants: dict[int, Plant] = field(default_factory=dict)
    archived: Mapping[int, int | None] = field(default_factory=dict)
    archived_by_name: dict[tuple[str, str | None], int] = field(default_factory=dict)
    by_weak_key: Mapping[int, duplicates.Ends] = field(default_factory=dict)

    def ids_of(self, fields: PlantFields) -> set[int]:
        """Return the ids of the plants with a row's SKU or GTIN: two if SKU and GTIN belong to different plants."""
        by_sku = self.by_sku.get(sku_key(fields.sku)) if fields.sku else None
        by_gtin = self.by_gtin.get(gtin_key(fields.gtin)) if fields.gtin else None
        return {plant_id for plant_id in (by_sku, by_gtin) if plant_id is not None}

    def like_of(self, fields: PlantFields, key: WeakKey, *, fallback_name: str = "") -> tuple[int, str] | None:
        """Return the id of a plant that a row with this weak key may be, and what they have in common; or None.

        Without a plant that has the weak key, two may be the same if they have the same name and botanical name, one
        of them has neither SKU nor GTIN, and one of them has no pot size.
        """
        plant_id = duplicates.like_codes(self.by_weak_key.get(key.number, {}), codes_of(fields))
        if plant_id is not None:
            return plant_id, key.reason
        named = self.by_name_without_code if fields.sku or fields.gtin else self.by_name
        plant_id = _find_by_name(fields, named, fallback_name=fallback_name)
        return None if plant_id is None else (plant_id, "same name and pot size" if fields.pot_size else "same name")

    def archived_by_name_of(self, fields: PlantFields) -> set[int]:
        """Return the id of the archived plant that a row without SKU or GTIN matches by name; empty if none."""
        if fields.sku or fields.gtin:
            return set()
        plant_id = self.archived_by_name.get((fields.name, fields.botanical_name))
        return set() if plant_id is None else {plant_id}


def _find_by_name(fields: PlantFields, named: NamedPlants, *, fallback_name: str) -> int | None:
    """Return the id of a plant in `named` that a row may be, by its name or its `fallback_name`; None if there is none.

    A plant or row without a pot size may have any.
    """
    for name in filter(None, (fields.name, fallback_name)):
        pots = named.get((name, fields.botanical_name))
        if pots and fields.pot_size is None:
            return min(pots.values())
        if pots:
            found = pots.get(fields.pot_size, pots.get(None))
            if found is not None:
                return found
    return None


def match_rows(tx: Transaction, rows: Sequence[Row], *, add_alike: bool, whole: bool) -> CatalogueMatches:
    """Return the plants that match the rows of a slice, with one query for each kind of key.

    `add_alike` leaves out the plants that only have the same name. `whole` is as in `find_matches`.
    """
    fields = [row.fields for row in rows if row.fields is not None]
    names = set() if add_alike else {one.name for one in fields}
    names |= {row.fallback_name for row in rows if row.fallback_name}
    weak_keys = () if add_alike else {weak_key(one).number for one in fields}
    return find_matches(tx, fields, whole=whole, names=names, weak_keys=weak_keys)


def find_matches(
    tx: Transaction,
    rows: Sequence[PlantFields],
    *,
    whole: bool = False,
    names: Collection[str] = (),
    weak_keys: Collection[int] = (),
) -> CatalogueMatches:
    """Return the plants that match the rows by SKU or GTIN or, for rows without either and for `names`, by name.

    Plants with one of `weak_keys` are returned too. With `whole`, also read the plants themselves, not only their ids,
    because rows may change them.
    """
    by_sku = plants.ids_by_sku(tx, [sku_key(row.sku) for row in rows if row.sku])
    by_gtin = plants.ids_by_gtin(tx, [gtin_key(row.gtin) for row in rows if row.gtin])
    ids = {*by_sku.values(), *by_gtin.values()}
    wanted = {row.name for row in rows if not row.sku and not row.gtin}.union(names)
    by_name, without_code = plants.ids_by_name(tx, sorted(wanted))
    archived_by_name = plants.archived_ids_by_name(tx, sorted({name for name, _ in by_name}))
    changeable = {*ids, *archived_by_name.values()} if whole else set()
    return CatalogueMatches(
        by_sku=by_sku,
        by_gtin=by_gtin,
        by_name=by_name,
        by_name_without_code=without_code,
        archived=plants.archived_among(tx, sorted(ids)),
        archived_by_name=archived_by_name,
        by_weak_key=duplicates.ends_of(tx, weak_keys),
        plants={id: plant for id in sorted(changeable) if (plant := plants.find(tx, id)) is not None},
    )
