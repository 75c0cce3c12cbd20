"""Possible duplicates: groups of plants that may be the same, and the statement that they are not."""

from collections.abc import Sequence
from dataclasses import dataclass

from plantstore.catalogue.commands import find
from plantstore.domain.errors import Conflict, FieldError, Invalid
from plantstore.domain.plants.plant import Plant, Status
from plantstore.domain.plants.weak_key import weak_key
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.tables import duplicates, plants

DISMISSED_MAX = 100  # max plants in one statement that they are different


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Plants that may be the same, oldest first; `more` if there are others. `key` is the group's place in the list."""

    key: int
    reason: str
    plants: list[Plant]
    more: bool


def page(tx: Transaction, keyset: KeysetPage, *, limit: int) -> list[Group]:
    """Return at most `limit` groups, in an order that later changes of the list leave as it is."""
    return [_group(tx, key) for key in duplicates.page(tx, keyset, limit=limit)]


def dismiss(tx: Transaction, plant_ids: Sequence[int]) -> None:
    """Record that these plants are different: they are no longer listed because of each other.

    It lasts until a plant's name, botanical name or pot size makes it look like others. Raise Invalid for a wrong
    number of plants, and Conflict if they cannot be duplicates of each other.
    """
    if not 2 <= len(set(plant_ids)) <= DISMISSED_MAX:
        detail = f"Give the ids of 2 to {DISMISSED_MAX} different plants."
        raise Invalid(fields=(FieldError(pointer="/plants", code="count", detail=detail),))
    places = {plant_id: f"/plants/{at}" for at, plant_id in reversed(list(enumerate(plant_ids)))}
    found = [find(tx, plant_id, pointer=places[plant_id]) for plant_id in dict.fromkeys(plant_ids)]
    for plant in found:
        detail = ""
        if plant.status is Status.ARCHIVED:
            detail = f"Plant {plant.id} is archived."
        elif weak_key(plant.fields) != weak_key(found[0].fields):
            detail = f"Plants {found[0].id} and {plant.id} do not look like the same plant."
        if detail:
            raise Conflict(detail, fields=(FieldError(pointer=places[plant.id], code="different", detail=detail),))
    duplicates.mark_different(tx, weak_key(found[0].fields).number, [plant.id for plant in found])


def _group(tx: Transaction, key: int) -> Group:
    ids = duplicates.members(tx, key, limit=duplicates.GROUP_PLANTS_MAX + 1)
    shown = plants.find_many(tx, ids[: duplicates.GROUP_PLANTS_MAX])
    members = [shown[id] for id in ids if id in shown]
    return Group(key=key, reason=weak_key(members[0].fields).reason, plants=members, more=len(ids) > len(members))
