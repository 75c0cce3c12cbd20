"""What the undo of an import or a bulk edit does to one plant: which values go back, and which edits stay. Pure.

`import_id` is the id of either.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plantstore.domain.errors import Invalid
from plantstore.domain.plants import plant as rules
from plantstore.domain.plants.amounts import AMOUNTS
from plantstore.domain.plants.history import STATUS, Change, Way, value_at, with_values
from plantstore.domain.plants.plant import Plant, Status, as_input, check_fields
from plantstore.domain.timestamps import Instant

_CURRENCY = "currency"
_ANY_CURRENCY = "EUR"  # required by the check; not used, because the amounts of a plant have a currency


@dataclass(frozen=True, slots=True, kw_only=True)
class Reverted:
    """The plant after the undo; None if nothing changes. `kept` names the fields that keep later values."""

    plant: Plant | None
    kept: tuple[str, ...] = ()


def was_edited(changes: Sequence[Change], *, import_id: str) -> bool:
    """True if a plant that an import added was changed since by anything that was not undone.

    `changes` are all changes of the plant, oldest first. If the first are not known, the plant counts as edited.
    """
    return bool(edited_fields(changes, import_id=import_id)) or not changes or changes[0].version != 2


def edited_fields(changes: Sequence[Change], *, import_id: str) -> set[str]:
    """Return the fields that changed by neither this import nor one that was undone, nor by an undo."""
    undone = {change.author.import_id for change in changes if change.author.way is Way.UNDO} | {import_id}
    return {
        name
        for change in changes
        if change.author.way is not Way.UNDO and change.author.import_id not in undone
        for name in change.all_values
    }


def revert(plant: Plant, changes: Sequence[Change], *, import_id: str, now: Instant) -> Reverted:
    """Return a plant with the values that it had before an import, except in fields that were edited since.

    `changes` are those of the plant since the import's first one, oldest first. A plant that was restored is archived
    again, unless any of its fields was edited since; so is a draft that was added to the store, because its webhooks
    were sent. A plant that was archived is restored, unless it was merged.
    """
    old: dict[str, Any] = {}
    imported: dict[str, Any] = {}
    for change in changes:
        if change.author.way is not Way.UNDO and change.author.import_id == import_id:
            for name, (before, after) in change.all_values.items():
                old.setdefault(name, before)
                imported[name] = after
    edited = edited_fields(changes, import_id=import_id)
    raw = as_input(plant.fields) | {STATUS: plant.status.value}
    back = {name: before for name, before in old.items() if value_at(raw, name) != before}
    kept = {name for name in back if name in edited or value_at(raw, name) != imported[name]}
    if STATUS in back and (plant.merged_into is not None if back[STATUS] == Status.ACTIVE.value else bool(edited)):
        kept.add(STATUS)
    kept |= _tied_amounts(back, kept, edited)
    return _apply(plant, {name: value for name, value in back.items() if name not in kept}, kept, now=now)


def _tied_amounts(back: Mapping[str, Any], kept: Collection[str], edited: Collection[str]) -> set[str]:
    """Return the amounts and the currency that must stay, because a currency belongs to its amounts."""
    money = {*AMOUNTS, _CURRENCY}
    is_tied = _CURRENCY in edited or (_CURRENCY in back and not money.isdisjoint({*kept, *edited}))
    return money & back.keys() if is_tied else set()


def _apply(plant: Plant, values: dict[str, Any], kept: set[str], *, now: Instant) -> Reverted:
    changed = plant
    status = values.pop(STATUS, None)
    if status == Status.ACTIVE.value and plant.status is Status.ARCHIVED:
        changed = rules.restored(plant, now=now)
    elif status is not None and plant.status is Status.ACTIVE:
        changed = rules.archived(plant, now=now)
    if values:
        raw = with_values(as_input(plant.fields), values)
        try:
            fields = check_fields(raw, currency_default=str(raw[_CURRENCY] or _ANY_CURRENCY))
        except Invalid:  # the old values contradict later edits
            kept |= values.keys()
        else:
            changed = rules.changed(changed, fields, now=now)
    return Reverted(plant=None if changed is plant else changed, kept=tuple(sorted(kept)))
