"""The history of a plant: which fields a change gave which values, and who made it.

A field within an object is named by its path, such as `care.height_cm`. Values are written as clients write them; a
missing value within an object is None.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from plantstore.domain.plants.fields import COSTS
from plantstore.domain.plants.plant import Plant, as_input
from plantstore.domain.timestamps import Instant

VERSIONS_KEPT_MAX = 1_000  # the changes of a plant's last versions are kept; a program may change its stock all day
STATUS, MERGED_INTO = "status", "merged_into"
NOT_FIELDS = (STATUS, MERGED_INTO)
"""What changes of a plant besides its fields: no edit sets it, so no edit changes it back."""
STORE, STORE_NAME = "store", "Plant Store"

Values = dict[str, list[Any]]
"""The value before and the value after a change, by field."""


class Way(StrEnum):
    """How a change was made: `import` by the rows of an import, `bulk` by a bulk edit, `undo` by the undo of either.

    `store` is the store itself.
    """

    API = "api"
    CONSOLE = "console"
    IMPORT = "import"
    BULK = "bulk"
    UNDO = "undo"
    STORE = "store"


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """Who makes a change, and how. `actor` is the id of a token or STORE; `name` is the token's name at that time.

    `import_id` is the id of the import or the bulk edit that makes the change, or that is undone.
    """

    actor: str
    name: str
    way: Way
    import_id: str | None = None


BY_STORE = Author(actor=STORE, name=STORE_NAME, way=Way.STORE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of a plant. `version` is the version after it. `costs` has the fields COSTS, `values` the others."""

    plant_id: int
    version: int
    at: Instant
    author: Author
    values: Values
    costs: Values = field(default_factory=dict)

    @property
    def all_values(self) -> Values:
        return self.values | self.costs


def change_of(before: Plant, after: Plant, *, author: Author) -> Change:
    """Return what differs between two versions of a plant."""
    values: Values = {}
    costs: Values = {}
    if before.status is not after.status:
        values[STATUS] = [before.status.value, after.status.value]
    if before.merged_into != after.merged_into:
        values[MERGED_INTO] = [before.merged_into, after.merged_into]
    if before.fields != after.fields:
        written = as_input(after.fields)
        for name, old in as_input(before.fields).items():
            if old != written[name]:
                (costs if name in COSTS else values).update(_differences(name, old, written[name]))
    return Change(
        plant_id=after.id, version=after.version, at=after.updated_at, author=author, values=values, costs=costs
    )


def is_cost(name: str) -> bool:
    """True if a field, named as in a history, is one of COSTS or within it.

    >>> is_cost("supplier.name"), is_cost("price")
    (True, False)
    """
    return name.partition(".")[0] in COSTS


def value_at(raw: Mapping[str, Any], name: str) -> Any:
    """Return the value of a field named as in a history, from a plant's fields as clients write them."""
    first, *others = name.split(".")
    value = raw[first]
    for key in others:
        value = (value or {}).get(key)
    return _value(value) if others else value


def with_values(raw: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a plant's fields as clients write them, with the values of fields that are named as in a history.

    >>> with_values({"tag": "a", "care": None}, {"care.height_cm": 40})
    {'tag': 'a', 'care': {'height_cm': 40}}
    """
    changed = dict(raw)
    for name, value in values.items():
        first, *others = name.split(".")
        if not others:
            changed[first] = value
            continue
        inner = changed[first] = deepcopy(changed[first]) or {}
        for key in others[:-1]:
            inner[key] = inner.get(key) or {}
            inner = inner[key]
        inner[others[-1]] = value
    return changed


def _differences(name: str, before: Any, after: Any) -> Iterator[tuple[str, list[Any]]]:
    """Yield each differing value within a field by its path; a field that is no object differs as a whole."""
    if not isinstance(before, dict) and not isinstance(after, dict):
        yield name, [before, after]
        return
    old, new = before or {}, after or {}
    for key in dict.fromkeys([*old, *new]):
        first, last = _value(old.get(key)), _value(new.get(key))
        if first != last:
            yield from _differences(f"{name}.{key}", first, last)


def _value(value: Any) -> Any:
    """Return None for the values that say nothing within an object."""
    return None if value in ([], "unknown") else value
