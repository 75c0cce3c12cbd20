"""Verbs on plants: add, change, archive, restore, delete. Each is one transaction.

`add_plants` is the main path's second step: a plant and its event are written together, or not at all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import quote
from zoneinfo import ZoneInfo

from plantstore.core.ids import Ids
from plantstore.domain import plant as rules
from plantstore.domain.errors import Changed, Conflict, FieldError, Gone, NotFound
from plantstore.domain.event import BODY_BYTES_MAX, UNNUMBERED, Event, basic_body, full_body
from plantstore.domain.plant import Plant, PlantFields, Status
from plantstore.domain.timestamps import Instant, to_datetime, to_text
from plantstore.storage.database import Prefetch, Transaction
from plantstore.storage.tables import events, plants

_CHARS_AHEAD = 64  # of a SKU or GTIN


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A plant as it is now, and its event, if it was ever added to the store."""

    plant: Plant
    event_id: str | None


class Catalogue:
    """The verbs, with what the shop has chosen: its currency, its time zone, the public address of a plant."""

    def __init__(self, *, ids: Ids, currency: str, zone: ZoneInfo, plant_url: str) -> None:
        self._ids = ids
        self._currency = currency
        self._zone = zone
        self._plant_url = plant_url

    def add_plants(self, tx: Transaction, raw: Sequence[Mapping[str, object]], *, status: Status) -> list[Stored]:
        """Create plants, and for those that are active from the start their events, in sequence.

        Invalid names every wrong field, Conflict the plant that has the SKU or GTIN already.
        """
        checked = [rules.check_fields(one, currency_default=self._currency) for one in raw]
        by_key = _with_keys_of(tx, checked)
        created: list[Plant] = []
        for plant_id, fields in zip(plants.new_ids(tx, len(raw)), checked, strict=True):
            _check_identity(fields, others=by_key, itself=None)
            plant = rules.new_plant(plant_id, fields, status=status, now=tx.now)
            by_key.update(dict.fromkeys(_keys(fields), plant))
            created.append(plant)
        return self._create(tx, created)

    def add_checked(self, tx: Transaction, new: Sequence[tuple[PlantFields, Status]]) -> list[Stored]:
        """Create plants as `add_plants` does, from fields that are checked and whose SKU and GTIN no plant has."""
        numbered = zip(plants.new_ids(tx, len(new)), new, strict=True)
        return self._create(
            tx,
            [rules.new_plant(plant_id, fields, status=status, now=tx.now) for plant_id, (fields, status) in numbered],
        )

    def change_plant(
        self, tx: Transaction, plant_id: int, patch: Mapping[str, object], *, version: int | None
    ) -> Stored:
        """Change the fields that the patch names (RFC 7396: null clears). No event follows."""
        plant = find(tx, plant_id, version=version)
        raw = {**rules.as_input(plant.fields), **patch}
        fields = rules.check_fields(raw, currency_default=self._currency)
        _check_identity(fields, others=_with_keys_of(tx, [fields]), itself=plant.id)
        changed = rules.changed(plant, fields, now=tx.now)
        plants.update(tx, changed)
        return with_event(tx, changed)

    def replace_plant(self, tx: Transaction, plant: Plant, raw: Mapping[str, object]) -> Stored:
        """Write all fields anew: what is not named is cleared. What is equal already stays, with its version."""
        fields = rules.check_fields(raw, currency_default=self._currency)
        _check_identity(fields, others=_with_keys_of(tx, [fields]), itself=plant.id)
        if fields == plant.fields:
            return with_event(tx, plant)
        changed = rules.changed(plant, fields, now=tx.now)
        plants.update(tx, changed)
        return with_event(tx, changed)

    def add_to_store(self, tx: Transaction, plant_id: int, *, version: int | None) -> Stored:
        """Put a draft into the store, and append its event. One that is in the store already stays as it is."""
        plant = find(tx, plant_id, version=version)
        if plant.status is Status.ACTIVE:
            return with_event(tx, plant)
        added = rules.added(plant, now=tx.now)
        plants.update(tx, added)
        event = self._event(added, tx.now)
        events.append(tx, [event])
        return Stored(plant=added, event_id=event.id)

    def archive(self, tx: Transaction, plant_id: int, *, version: int | None) -> Stored:
        """Take a plant out of the store, and keep it. No event follows."""
        plant = find(tx, plant_id, version=version)
        return _moved(tx, plant, plant if plant.status is Status.ARCHIVED else rules.archived(plant, now=tx.now))

    def restore(self, tx: Transaction, plant_id: int, *, version: int | None) -> Stored:
        """Put an archived plant back. It was added before, so no event follows."""
        plant = find(tx, plant_id, version=version)
        return _moved(tx, plant, plant if plant.status is Status.ACTIVE else rules.restored(plant, now=tx.now))

    def delete_plant(self, tx: Transaction, plant_id: int, *, deleted_by: str, version: int | None) -> None:
        """Delete a plant; its number is never given out again. That it was added stays a fact: so does its event."""
        plants.delete(tx, find(tx, plant_id, version=version), deleted_by=deleted_by)

    def record(self, plant: Plant, now: Instant) -> dict[str, object]:
        """The whole public record of a plant today."""
        return rules.public_record(plant, today=self._today(now), url=self._url(plant))

    def _create(self, tx: Transaction, created: Sequence[Plant]) -> list[Stored]:
        new = [self._event(plant, tx.now) for plant in created if plant.status is Status.ACTIVE]
        plants.insert(tx, created)
        events.append(tx, new)
        event_ids = {event.plant_id: event.id for event in new}
        return [Stored(plant=plant, event_id=event_ids.get(plant.id)) for plant in created]

    def _event(self, plant: Plant, now: Instant) -> Event:
        body = full_body(plant, today=self._today(now), url=self._url(plant))
        assert len(body) <= BODY_BYTES_MAX, "plant limits keep bodies below the cap"
        return Event(
            sequence=UNNUMBERED,
            id=self._ids.event(),
            plant_id=plant.id,
            occurred_at=now,
            body=body,
            body_basic=basic_body(plant),
        )

    def _today(self, now: Instant) -> date:
        return to_datetime(now).astimezone(self._zone).date()

    def _url(self, plant: Plant) -> str | None:
        if not self._plant_url:
            return None
        sku = quote(plant.fields.sku or str(plant.id), safe="/")
        return self._plant_url.replace("{id}", str(plant.id)).replace("{sku}", sku)


def prefetch_for(raw: Mapping[str, object]) -> Prefetch:
    """What `add_plants` will look for, for `Database.write`. Of what it will refuse, and in odd spelling, nothing."""
    keys = []
    for name, key_of in (("sku", rules.sku_key), ("gtin", rules.gtin_key)):
        value = raw.get(name)
        if isinstance(value, str) and len(value) <= _CHARS_AHEAD and value.isprintable():
            keys.append((f"{name}_key", key_of(value)))
    return plants.find_absent, keys


def find(tx: Transaction, plant_id: int, *, version: int | None = None) -> Plant:
    """Give the plant; Gone when it was deleted, NotFound when it never was, Changed when it has another version."""
    plant = plants.find(tx, plant_id)
    if plant is None:
        buried = plants.find_tombstone(tx, plant_id)
        if buried is not None:
            raise Gone(f"Plant {plant_id} was deleted at {to_text(buried.deleted_at)}.")
        raise NotFound(f"There is no plant {plant_id}.")
    if version is not None and version != plant.version:
        raise Changed
    return plant


def with_event(tx: Transaction, plant: Plant) -> Stored:
    """The plant and the id of its event."""
    event = None if plant.added_at is None else events.of_plant(tx, plant.id)
    return Stored(plant=plant, event_id=event.id if event else None)


def _moved(tx: Transaction, before: Plant, after: Plant) -> Stored:
    if after is not before:
        plants.update(tx, after)
    return with_event(tx, after)


def _with_keys_of(tx: Transaction, asked: Sequence[PlantFields]) -> dict[tuple[str, str], Plant]:
    """The plants of the store that have a SKU or GTIN of these: one look for all."""
    keys = [key for fields in asked for key in _keys(fields)]
    skus = plants.find_by_skus(tx, [key for word, key in keys if word == "SKU"])
    gtins = plants.find_by_gtins(tx, [key for word, key in keys if word == "GTIN"])
    return {("SKU", key): plant for key, plant in skus.items()} | {("GTIN", key): one for key, one in gtins.items()}


def _check_identity(fields: PlantFields, *, others: Mapping[tuple[str, str], Plant], itself: int | None) -> None:
    """Refuse a SKU or GTIN that another plant has, in the store or in the same call."""
    problems = []
    for word, key in _keys(fields):
        other = others.get((word, key))
        if other is not None and other.id != itself:
            detail = f"Plant {other.id} ({other.fields.name}) has this {word}."
            problems.append(FieldError(pointer=f"/{word.lower()}", code="taken", detail=detail))
    if problems:
        raise Conflict(" ".join(problem.detail for problem in problems), fields=tuple(problems))


def _keys(fields: PlantFields) -> list[tuple[str, str]]:
    """What no two plants may share, each with its name."""
    keys = []
    if fields.sku:
        keys.append(("SKU", rules.sku_key(fields.sku)))
    if fields.gtin:
        keys.append(("GTIN", rules.gtin_key(fields.gtin)))
    return keys
