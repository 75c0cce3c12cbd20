"""Columns that a person chose for a file: they are remembered, and used for the next file with the same headings."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from plantstore.catalogue.imports.columns import headings
from plantstore.catalogue.imports.columns.flat_columns import COST_COLUMNS
from plantstore.domain.errors import Invalid
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.tables import import_mappings


@dataclass(frozen=True, slots=True)
class RememberedColumns:
    """The headings that a person chose, by field, and when the import was confirmed. An empty heading: no column."""

    chosen: Mapping[str, str]
    confirmed_at: Instant


Remembered = Mapping[str, RememberedColumns]
"""The remembered columns by the key of a file's headings."""


def key_of(names: Sequence[str]) -> str:
    """Return the key of a file's headings. Their order does not matter, nor do case, spaces and punctuation."""
    folded = sorted({headings.fold(name) for name in names} - {""})
    return hashlib.sha256("\n".join(folded).encode("utf-8", "surrogatepass")).hexdigest()


def load(tx: Transaction) -> dict[str, RememberedColumns]:
    """Return all remembered columns. Fields that this version does not know are left out."""
    found = {}
    for key, (text, confirmed_at) in import_mappings.load(tx).items():
        chosen = {field: heading for field, heading in json.loads(text).items() if field in headings.FIELDS}
        found[key] = RememberedColumns(chosen, confirmed_at)
    return found


def find(remembered: Remembered, names: Sequence[str], *, with_costs: bool) -> RememberedColumns | None:
    """Return the columns for a file with these headings, without those that the person may not see; None if unknown."""
    found = remembered.get(key_of(names))
    if found is None:
        return None
    chosen = {field: heading for field, heading in found.chosen.items() if with_costs or field not in COST_COLUMNS}
    return RememberedColumns(chosen, found.confirmed_at)


def keep(
    tx: Transaction, names: Sequence[str], chosen: Mapping[str, str], mapped: Mapping[str, int], *, with_costs: bool
) -> None:
    """Remember what a person chose for a confirmed file with these headings.

    `mapped` has the columns of the check. If they are those that the check finds automatically, forget what was
    remembered.
    """
    by_heading = {field: heading for field, heading in _with_headings(names, chosen).items() if heading is not None}
    if not by_heading or mapped == _guessed(names, with_costs=with_costs):
        import_mappings.forget(tx, key_of(names))
    else:
        import_mappings.remember(tx, key_of(names), json.dumps(by_heading, ensure_ascii=False, sort_keys=True))


def _with_headings(names: Sequence[str], chosen: Mapping[str, str]) -> dict[str, str | None]:
    """Return the chosen columns by heading instead of number; None for a column whose heading is not unique."""
    columns = {headings.numbered(place + 1): name for place, name in enumerate(names)}
    texts = {field: columns.get(text, text) if text not in names else text for field, text in chosen.items()}
    return {field: text if not chosen[field] or _count(names, text) == 1 else None for field, text in texts.items()}


def _count(names: Collection[str], text: str) -> int:
    return sum(headings.fold(name) == headings.fold(text) != "" for name in names)


def _guessed(names: Sequence[str], *, with_costs: bool) -> dict[str, int] | None:
    try:
        return headings.map_columns(names, {}, with_costs=with_costs)
    except Invalid:
        return None
