"""Commands on plants: add, change, archive, restore and delete. Each runs in the caller's transaction.

`add_plants` is step 2 of "The main path" in ARCHITECTURE.md: a plant and its event are written together, or not at all.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import quote
from zoneinfo import ZoneInfo

from plantstore.catalogue.changes import note_new_photos, store_change
from plantstore.core.event_body import basic_body, full_body
from plantstore.core.ids import Ids
from plantstore.domain.errors import Changed, Conflict, FieldError, Gone, Invalid, NotFound, StoreError
from plantstore.domain.event import BODY_BYTES_MAX, UNNUMBERED, Event
from plantstore.domain.plants import plant as rules
from plantstore.domain.plants.amounts import AMOUNTS
from plantstore.domain.plants.fields import NEWER
from plantstore.domain.plants.image import photo_keys
from plantstore.domain.plants.photo import with_paths
from plantstore.domain.plants.plant import Plant, PlantFields, Status
from plantstore.domain.plants.weak_key import weak_key
from plantstore.domain.timestamps import Instant, to_datetime, to_text
from plantstore.storage.database import Prefetch, Transaction
from plantstore.storage.engine.insert_batch import Key
from plantstore.storage.tables import duplicates, events, merges, photos, plant_history, plants, watch_list
from plantstore.storage.tables.duplicates import WeakKeys

_PREFETCHED_KEY_CHARS = 64  # max length of a SKU or GTIN whose key is prefetched
_ANY_CURRENCY = "EUR"  # for checks of fields that are not amounts
PlantKey = tuple[str, str]
"""What no two plants may share: the kind, "SKU" or "GTIN", and the normalized code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A plant and the id of its event; None if the plant was never added to the store.

    `like` is the id of another plant that may be the same, if the command looked for one.
    """

    plant: Plant
    event_id: str | None
    like: int | None = None


class Catalogue:
    """Runs the commands, with the shop's currency, its time zone, and its template for plants' public URLs.

    `base_url` is the base address of the store's own photos, without a final slash.
    """

    def __init__(self, *, ids: Ids, currency: str, zone: ZoneInfo, plant_url: str, base_url: str = "") -> None:
        self._ids = ids
        self._currency = currency
        self._zone = zone
        self._plant_url = plant_url
        self.base_url = base_url

    def add_plants(self, tx: Transaction, raw: Sequence[Mapping[str, object]], *, status: Status) -> list[Stored]:
        """Create plants with this status and, if the status is active, their events. Return them in the order of `raw`.

        Raise Invalid with all wrong fields, or Conflict with the plant that already has the SKU or GTIN.
        """
        checked = [self._checked(fields) for fields in raw]
        unique = [_keys(fields) for fields in checked]
        by_key = _with_keys_of(tx, unique)
        created: list[Plant] = []
        for plant_id, fields, keys in zip(plants.new_ids(tx, len(raw)), checked, unique, strict=True):
            _check_unique(keys, others=by_key, own_id=None)
            plant = rules.new_plant(plant_id, fields, status=status, now=tx.now)
            by_key.update(dict.fromkeys(keys, plant))
            created.append(plant)
        weak_keys = {plant.id: duplicates.derived(plant) for plant in created}
        doubtful = _known(tx, weak_keys)
        event_ids = self._create(tx, created, weak_keys)
        likes = duplicates.first_likes(tx, doubtful)
        return [Stored(plant=one, event_id=event_ids.get(one.id), like=likes.get(one.id)) for one in created]

    def add_checked(self, tx: Transaction, new: Sequence[tuple[PlantFields, Status]]) -> list[Stored]:
        """Create plants as `add_plants` does. The fields were checked, and no other plant has their SKU or GTIN."""
        numbered = zip(plants.new_ids(tx, len(new)), new, strict=True)
        created = [
            rules.new_plant(plant_id, fields, status=status, now=tx.now) for plant_id, (fields, status) in numbered
        ]
        event_ids = self._create(tx, created, {plant.id: duplicates.derived(plant) for plant in created})
        return [Stored(plant=plant, event_id=event_ids.get(plant.id)) for plant in created]

    def change_plant(
        self, tx: Transaction, plant_id: int, patch: Mapping[str, object], *, version: int | None
    ) -> Stored:
        """Change the fields in a merge patch (RFC 7396: null clears a field). This creates no event."""
        plant = find(tx, plant_id, version=version)
        raw = {**rules.as_input(plant.fields), **patch}
        fields = self._checked(raw)
        _check_unique(_keys(fields), others=_with_keys_of(tx, [_keys(fields)]), own_id=plant.id)
        changed = rules.changed(plant, fields, now=tx.now)
        store_change(tx, plant, changed)
        return _with_like(tx, with_event(tx, changed))

    def replace_plant(self, tx: Transaction, plant: Plant, raw: Mapping[str, object]) -> Stored:
        """Replace the fields, and clear those that are not in `raw`, except newer ones: they stay as they are.

        Clients written before the fields NEWER existed do not send them, and must not clear them. An amount that stays
        keeps its currency, unless `raw` has a price. If nothing changes, the version stays the same.
        """
        now = rules.as_input(plant.fields)
        kept = {name: now[name] for name in NEWER if name not in raw}
        has_amount = any(kept.get(name) is not None for name in AMOUNTS)
        if has_amount and raw.get("currency") is None and raw.get("price") is None:
            raw = {**raw, "currency": plant.fields.currency}
        fields = self._checked({**kept, **raw})
        _check_unique(_keys(fields), others=_with_keys_of(tx, [_keys(fields)]), own_id=plant.id)
        if fields == plant.fields:
            return _with_like(tx, with_event(tx, plant))
        changed = rules.changed(plant, fields, now=tx.now)
        store_change(tx, plant, changed)
        return _with_like(tx, with_event(tx, changed))

    def add_to_store(self, tx: Transaction, plant_id: int, *, version: int | None) -> Stored:
        """Add a draft to the store, and append its event to the log. Do nothing for an active plant."""
        plant = find(tx, plant_id, version=version)
        if plant.status is Status.ACTIVE:
            return with_event(tx, plant)
        added = rules.added(plant, now=tx.now)
        return Stored(plant=added, event_id=self.store(tx, plant, added))

    def store(self, tx: Transaction, before: Plant, after: Plant) -> str | None:
        """Store a changed plant. If the change adds it to the store, append its event to the log and return its id."""
        store_change(tx, before, after)
        if after.added_at == before.added_at:
            return None
        event = self._event(after, tx.now, self.today(tx.now))
        events.append(tx, [event])
        self._note_sent_photos(tx, after)
        return event.id

    def archive(self, tx: Transaction, plant_id: int, *, version: int | None) -> Stored:
        """Take a plant out of the store without deleting it. This creates no event."""
        plant = find(tx, plant_id, version=version)
        return _moved(tx, plant, plant if plant.status is Status.ARCHIVED else rules.archived(plant, now=tx.now))

    def restore(self, tx: Transaction, plant_id: int, *, version: int | None) -> Stored:
        """Put an archived plant back into the store. This creates no event, because the plant was added before.

        Raise Conflict for a merged plant as long as the merge can be undone; later, it is no longer merged.
        """
        plant = find(tx, plant_id, version=version)
        if plant.merged_into is not None and not merges.find_many(tx, [plant_id]):
            return _moved(tx, plant, rules.unmerged(plant, active=True, now=tx.now))
        return _moved(tx, plant, plant if plant.status is Status.ACTIVE else rules.restored(plant, now=tx.now))

    def delete_plant(self, tx: Transaction, plant_id: int, *, deleted_by: str, version: int | None) -> None:
        """Delete a plant and its history. Its id is never reused, and its event stays in the log.

        Plants that were merged into it stay archived, and can be restored.
        """
        plant = find(tx, plant_id, version=version)
        into_it = merges.merged_into(tx, plant_id)
        for other in plants.find_many(tx, into_it).values():
            store_change(tx, other, rules.unmerged(other, active=False, now=tx.now))
        merges.remove(tx, [*into_it, plant_id])
        plants.delete(tx, plant, deleted_by=deleted_by)
        photos.remove_from_images(tx, plant_id, photo_keys(plant.fields.images))
        plant_history.remove(tx, plant_id)

    def record(self, plant: Plant, now: Instant, *, with_costs: bool) -> dict[str, object]:
        """Return the full public record of a plant, with today's availability, and its costs if they may be seen."""
        record = rules.public_record(
            plant, today=self.today(now), url=self._url(plant), with_costs=with_costs, photos_at=self.base_url
        )
        record["merged_into"] = plant.merged_into
        return record

    def _create(self, tx: Transaction, created: Sequence[Plant], weak_keys: WeakKeys) -> dict[int, str]:
        """Store new plants and the events of those that are active; return the ids of the events, by plant."""
        today = self.today(tx.now)
        new = [self._event(plant, tx.now, today) for plant in created if plant.status is Status.ACTIVE]
        plants.insert(tx, created, weak_keys)
        plant_history.note_created(tx, created, tx.author)
        events.append(tx, new)
        for plant in created:
            note_new_photos(tx, plant)
            if plant.status is Status.ACTIVE:
                self._note_sent_photos(tx, plant)
        return {event.plant_id: event.id for event in new}

    def _event(self, plant: Plant, now: Instant, today: date) -> Event:
        body = full_body(plant, today=today, url=self._url(plant), photos_at=self._photos_sent_at)
        assert len(body) <= BODY_BYTES_MAX, "the limits of fields keep bodies below the maximum"
        return Event(
            sequence=UNNUMBERED,
            id=self._ids.event(),
            plant_id=plant.id,
            occurred_at=now,
            body=body,
            body_basic=basic_body(plant),
        )

    @property
    def currency(self) -> str:
        """Return the shop's currency."""
        return self._currency

    def _checked(self, raw: Mapping[str, object]) -> PlantFields:
        return rules.check_fields(with_paths(raw, self.base_url), currency_default=self._currency)

    @property
    def _photos_sent_at(self) -> str | None:
        """Return the base address of photos in events; None leaves them out, because receivers need https."""
        return self.base_url if self.base_url.startswith("https://") else None

    def _note_sent_photos(self, tx: Transaction, plant: Plant) -> None:
        keys = photo_keys(plant.fields.images)
        if keys and self._photos_sent_at is not None:
            photos.add_to_event(tx, plant.id, keys)

    def today(self, now: Instant) -> date:
        """Return the date in the store's time zone."""
        return to_datetime(now).astimezone(self._zone).date()

    def _url(self, plant: Plant) -> str | None:
        if not self._plant_url:
            return None
        sku = quote(plant.fields.sku or str(plant.id), safe="/")
        return self._plant_url.replace("{id}", str(plant.id)).replace("{sku}", sku)


def prefetch_for(raw: Mapping[str, object]) -> Prefetch:
    """Return the keys that `add_plants` will look up, as the `prefetch` argument of `Database.write`.

    They are those of the SKU and the GTIN, the weak key, and the watch list's, which warnings need. Values that
    `add_plants` may refuse are left out.
    """
    keys = [watch_list.ANY]
    for name, key_of in (("sku", rules.sku_key), ("gtin", rules.gtin_key)):
        value = raw.get(name)
        if isinstance(value, str) and len(value) <= _PREFETCHED_KEY_CHARS and value.isprintable():
            keys.append((f"{name}_key", key_of(value)))
    identity = {name: raw[name] for name in ("name", "botanical_name", "pot_size") if name in raw}
    with suppress(Invalid):
        fields = rules.check_fields(identity, currency_default=_ANY_CURRENCY)
        keys.append(duplicates.prefetch_key(weak_key(fields).number))
    return _find_absent, keys


def _find_absent(tx: Transaction, keys: Sequence[Key]) -> set[Key]:
    weak = [key for key in keys if key[0] == duplicates.PREFETCHED]
    found = plants.find_absent(tx, list(set(keys) - {*weak, watch_list.ANY})) | duplicates.find_absent(tx, weak)
    return found | {watch_list.ANY} if watch_list.is_empty(tx) else found


def find(tx: Transaction, plant_id: int, *, version: int | None = None, pointer: str | None = None) -> Plant:
    """Return the plant with this id.

    Raise Gone if it was deleted, NotFound if it never existed, and Changed if `version` is not its current version.
    `pointer` is the place of the id in the body of the request, if it came from there; the error then names it.
    """
    plant = plants.find(tx, plant_id)
    if plant is None:
        tombstone = plants.find_tombstone(tx, plant_id)
        if tombstone is None:
            raise _at(NotFound(f"There is no plant {plant_id}."), pointer)
        raise _at(Gone(f"Plant {plant_id} was deleted at {to_text(tombstone.deleted_at)}."), pointer)
    if version is not None and version != plant.version:
        raise Changed
    return plant


def _at(error: StoreError, pointer: str | None) -> StoreError:
    """Return the error with the place in the body that caused it; unchanged if there is none."""
    if pointer is not None:
        error.fields = (FieldError(pointer=pointer, code=error.code, detail=error.detail),)
    return error


def with_event(tx: Transaction, plant: Plant) -> Stored:
    """Return the plant with the id of its event; None for a plant that was never added to the store."""
    event = None if plant.added_at is None else events.of_plant(tx, plant.id)
    return Stored(plant=plant, event_id=event.id if event else None)


def _moved(tx: Transaction, before: Plant, after: Plant) -> Stored:
    if after is not before:
        store_change(tx, before, after)
    return with_event(tx, after)


def _known(tx: Transaction, weak_keys: WeakKeys) -> WeakKeys:
    """Return those weak keys of new plants, by id, that some stored plant or an earlier new one may have."""
    found, earlier = {}, set[int]()
    for plant_id, (number, its_class) in weak_keys.items():
        key = duplicates.prefetch_key(number)
        if number in earlier or tx.find_pending(key) is not None or not tx.known_absent(key):
            found[plant_id] = number, its_class
        earlier.add(number)
    return found


def _with_like(tx: Transaction, stored: Stored) -> Stored:
    return replace(stored, like=duplicates.first_like(tx, stored.plant))


def _with_keys_of(tx: Transaction, requested: Sequence[Sequence[PlantKey]]) -> dict[PlantKey, Plant]:
    """Return the stored plants that have any of the requested keys, which are from `_keys`."""
    keys = [key for of_plant in requested for key in of_plant]
    by_sku = plants.find_by_skus(tx, [key for kind, key in keys if kind == "SKU"])
    by_gtin = plants.find_by_gtins(tx, [key for kind, key in keys if kind == "GTIN"])
    found = {("SKU", key): plant for key, plant in by_sku.items()}
    return found | {("GTIN", key): plant for key, plant in by_gtin.items()}


def _check_unique(keys: Sequence[PlantKey], *, others: Mapping[PlantKey, Plant], own_id: int | None) -> None:
    """Raise Conflict if a plant in `others` has one of the keys, except the plant `own_id` (None for a new plant)."""
    problems = []
    for kind, key in keys:
        other = others.get((kind, key))
        if other is not None and other.id != own_id:
            detail = f"Plant {other.id} ({other.fields.name}) has this {kind}."
            if other.merged_into is not None:
                detail += f" It was merged into plant {other.merged_into}."
            problems.append(FieldError(pointer=f"/{kind.lower()}", code="taken", detail=detail))
    if problems:
        raise Conflict(" ".join(problem.detail for problem in problems), fields=tuple(problems))


def _keys(fields: PlantFields) -> list[PlantKey]:
    """Return the keys of a plant that must be unique, each as its kind ("SKU", "GTIN") and the key."""
    keys = []
    if fields.sku:
        keys.append(("SKU", rules.sku_key(fields.sku)))
    if fields.gtin:
        keys.append(("GTIN", rules.gtin_key(fields.gtin)))
    return keys
