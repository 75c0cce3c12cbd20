"""Who changed which fields of which plant, and who created it: tables `plant_history` and `plant_creations`.

Rows are inserted by a pre-commit hook, once for all commands of a commit. The creations of consecutive plants in one
commit by one author share a row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from plantstore.domain.plants.history import VERSIONS_KEPT_MAX, Author, Change, Way
from plantstore.domain.plants.plant import Plant
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.engine.keyset import FIRST_PAGE, Condition, KeysetPage, join_conditions
from plantstore.storage.engine.protocols import Row

ROWS_MAX = 5_000  # max changes read at a time for an undo; one plant has fewer
TRIM_VERSIONS = 100  # the oldest changes of a plant are deleted in steps of this many versions
_AUTHOR = ("actor", "actor_name", "way", "import_id")
_COLUMNS = ("plant_id", "version", "at", *_AUTHOR, "changes", "costs")
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM plant_history"
_to_json = msgspec.json.Encoder().encode
_from_json = msgspec.json.Decoder(dict[str, list[Any]]).decode


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryFilter:
    """Which changes to return; None matches all. Without `with_costs`, changes of costs and suppliers do not exist."""

    with_costs: bool
    since: Instant | None = None


def add(tx: Transaction, change: Change, *, version_before: int) -> None:
    """Store a change of a plant just before the commit. Delete changes that are more than VERSIONS_KEPT_MAX old."""
    if not change.values and not change.costs:
        return
    author = change.author
    row = (
        *(change.plant_id, change.version, change.at),
        *(author.actor, author.name, author.way.value, author.import_id),
        *(_to_json(part).decode() if part else None for part in (change.values, change.costs)),
    )
    tx.add_pre_commit_hook(_write, row)
    oldest = change.version - VERSIONS_KEPT_MAX
    if oldest > 0 and change.version // TRIM_VERSIONS > version_before // TRIM_VERSIONS:
        tx.update("DELETE FROM plant_history WHERE plant_id = ? AND version <= ?", (change.plant_id, oldest))


def note_created(tx: Transaction, plants: Sequence[Plant], author: Author) -> None:
    """Record just before the commit who created these plants, which are in the order of their ids."""
    if plants:
        about = (tx.now, author.actor, author.name, author.way.value, author.import_id)
        tx.add_pre_commit_hook(_insert_created, ([plant.id for plant in plants], about))


def remove(tx: Transaction, plant_id: int) -> None:
    """Delete all changes of a deleted plant, at most about VERSIONS_KEPT_MAX rows, just before the commit."""
    tx.add_pre_commit_hook(_write, plant_id)


def of_plant(
    tx: Transaction,
    plant_id: int,
    *,
    with_costs: bool,
    limit: int,
    version: int | None = None,
    keyset: KeysetPage = FIRST_PAGE,
) -> list[Change]:
    """Return at most `limit` changes of a plant, newest first; with `version`, only the change that led to it."""
    asked: list[Condition] = [("plant_id = ?", (plant_id,)), *keyset.conditions("version", list_descending=True)]
    if version is not None:
        asked.append(("version = ?", (version,)))
    if not with_costs:
        asked.append(("changes IS NOT NULL", ()))
    where, values = join_conditions(asked)
    order = keyset.order("version", list_descending=True)
    rows = tx.execute(f"{_SELECT} WHERE {where} ORDER BY {order} LIMIT ?", (*values, limit))
    return [_from_row(row, with_costs=with_costs) for row in rows]


def of_all(tx: Transaction, filters: HistoryFilter, *, limit: int, keyset: KeysetPage = FIRST_PAGE) -> list[Change]:
    """Return at most `limit` changes of all plants, newest first. A position is a time, a plant and its version."""
    asked: list[Condition] = []
    if keyset.position is not None:
        assert isinstance(keyset.position, tuple)
        sign = ("<" if keyset.descending(list_descending=True) else ">") + ("=" if keyset.inclusive else "")
        asked.append((f"(at, plant_id, version) {sign} (?, ?, ?)", keyset.position))
    if filters.since is not None:
        asked.append(("at >= ?", (filters.since,)))
    if not filters.with_costs:
        asked.append(("changes IS NOT NULL", ()))
    where, values = join_conditions(asked)
    order = ", ".join(keyset.order(name, list_descending=True) for name in ("at", "plant_id", "version"))
    rows = tx.execute(f"{_SELECT} WHERE {where} ORDER BY {order} LIMIT ?", (*values, limit))
    return [_from_row(row, with_costs=filters.with_costs) for row in rows]


def plants_of_import(tx: Transaction, import_id: str, *, after: int, limit: int) -> list[int]:
    """Return the ids beyond `after` of plants that an import or bulk edit changed, in order, at most `limit`."""
    sql = (
        "SELECT DISTINCT plant_id FROM plant_history WHERE import_id = ? AND plant_id > ? AND way <> 'undo' "
        "ORDER BY plant_id LIMIT ?"
    )
    return [row[0] for row in tx.execute(sql, (import_id, after, limit))]


def of_plants(
    tx: Transaction, plant_ids: Sequence[int], *, since_import: str | None = None
) -> tuple[dict[int, list[Change]], list[int]]:
    """Return the changes of plants, oldest first, and the ids of the plants that were read.

    With `since_import`, only the changes since the first one by that import or bulk edit. At most ROWS_MAX rows are
    read, and only the first plants if there are more.
    """
    found: dict[int, list[Change]] = {plant_id: [] for plant_id in plant_ids}
    marks, values = in_list(plant_ids)
    beginning = ""
    if since_import is not None:
        beginning = (
            "AND version >= (SELECT min(first.version) FROM plant_history AS first WHERE first.import_id = ? "
            "AND first.plant_id = plant_history.plant_id AND first.way <> 'undo') "
        )
    bound: list[Any] = [*values, *([] if since_import is None else [since_import]), ROWS_MAX + 1]
    sql = f"{_SELECT} WHERE plant_id IN ({marks}) {beginning}ORDER BY plant_id, version LIMIT ?"
    rows = tx.execute(sql, bound)
    for row in rows[:ROWS_MAX]:
        found[row[0]].append(_from_row(row, with_costs=True))
    if len(rows) <= ROWS_MAX:
        return found, list(plant_ids)
    return found, [plant_id for plant_id in plant_ids if plant_id < rows[ROWS_MAX][0]]


def creator_of(tx: Transaction, plant: Plant) -> Author | None:
    """Return who created a plant; None if that is not, or no longer, known."""
    sql = f"SELECT last, {', '.join(_AUTHOR)} FROM plant_creations WHERE first <= ? ORDER BY first DESC LIMIT 1"
    rows = tx.execute(sql, (plant.id,))
    return _author(rows[0][1:]) if rows and rows[0][0] >= plant.id else None


def is_complete(tx: Transaction, plant: Plant) -> bool:
    """True if the history has every change of the plant since its creation."""
    if plant.version == 1:
        return True
    oldest = tx.execute("SELECT min(version) FROM plant_history WHERE plant_id = ?", (plant.id,))[0][0]
    return bool(oldest == 2)  # version 1 is the creation


def remove_old(tx: Transaction, *, before: Instant, limit: int) -> int:
    """Delete at most `limit` changes, and as many creations, from before `before`; return 0 if there are none."""
    first = tx.execute("SELECT first FROM plant_creations WHERE at < ? ORDER BY at LIMIT ?", (before, limit))
    if first:
        marks, values = in_list([row[0] for row in first])
        tx.update(f"DELETE FROM plant_creations WHERE first IN ({marks})", values)
    sql = "SELECT at, plant_id, version FROM plant_history WHERE at < ? ORDER BY at, plant_id, version LIMIT ?"
    old = tx.execute(sql, (before, limit))
    if old:
        tx.update("DELETE FROM plant_history WHERE (at, plant_id, version) <= (?, ?, ?)", old[-1])
    return max(len(old), len(first))


def _write(tx: Transaction, items: Sequence[Row | int]) -> None:
    """Insert rows, then delete the changes of the plants whose ids are among the items. Ids are never reused."""
    removed = {item for item in items if isinstance(item, int)}
    rows = [item for item in items if not isinstance(item, int)]
    if rows:
        tx.insert("plant_history", _COLUMNS, rows)
    if removed:
        marks, values = in_list(sorted(removed))
        tx.update(f"DELETE FROM plant_history WHERE plant_id IN ({marks})", values)


def _insert_created(tx: Transaction, created: Sequence[tuple[list[int], Row]]) -> None:
    """Insert one row for each run of consecutive ids with the same author."""
    runs: list[list[Any]] = []
    for ids, about in created:
        for number in ids:
            if runs and runs[-1][1] == number - 1 and runs[-1][2][1:] == about[1:]:
                runs[-1][1] = number
            else:
                runs.append([number, number, about])
    tx.insert(
        "plant_creations", ("first", "last", "at", *_AUTHOR), [(first, last, *about) for first, last, about in runs]
    )


def _from_row(row: Row, *, with_costs: bool) -> Change:
    plant_id, version, at, *author, changes, costs = row
    return Change(
        plant_id=plant_id,
        version=version,
        at=at,
        author=_author(author),
        values=_from_json(changes) if changes else {},
        costs=_from_json(costs) if costs and with_costs else {},
    )


def _author(row: Sequence[Any]) -> Author:
    actor, name, way, import_id = row
    return Author(actor=actor, name=name, way=Way(way), import_id=import_id)
