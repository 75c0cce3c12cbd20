"""People who may sign in: tables `people` and `people_receivers`, the receivers of limited integrators."""

from collections.abc import Sequence
from dataclasses import dataclass

from plantstore.domain.person import Person, Role, email_key
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.engine.keyset import FIRST_PAGE, Condition, KeysetPage, join_conditions
from plantstore.storage.engine.protocols import Row

_COLUMNS = (
    "id",
    "name",
    "email",
    "role",
    "limited",
    "created_at",
    "created_by",
    "deactivated_at",
    "last_seen_at",
)
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM people"


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonFilter:
    """Which people to return; None matches all."""

    role: Role | None = None
    is_active: bool | None = None


def insert(tx: Transaction, person: Person) -> None:
    values = (
        person.id,
        person.name,
        person.email,
        person.role,
        int(person.receiver_ids is not None),
        person.created_at,
        person.created_by,
        person.deactivated_at,
        person.last_seen_at,
        None if person.email is None else email_key(person.email),
    )
    tx.insert("people", (*_COLUMNS, "email_key"), [values])
    _insert_receivers(tx, person)


def update(tx: Transaction, person: Person) -> None:
    """Store a person's name, address, role, receivers and deactivation."""
    key = None if person.email is None else email_key(person.email)
    tx.update(
        "UPDATE people SET name = ?, email = ?, email_key = ?, role = ?, limited = ?, deactivated_at = ? WHERE id = ?",
        (
            person.name,
            person.email,
            key,
            person.role,
            int(person.receiver_ids is not None),
            person.deactivated_at,
            person.id,
        ),
    )
    tx.update("DELETE FROM people_receivers WHERE person_id = ?", (person.id,))
    _insert_receivers(tx, person)


def find(tx: Transaction, person_id: str) -> Person | None:
    if "\0" in person_id:  # which PostgreSQL refuses to compare
        return None
    rows = tx.execute(f"{_SELECT} WHERE id = ?", (person_id,))
    return _from_rows(tx, rows)[0] if rows else None


def find_by_email(tx: Transaction, email: str) -> Person | None:
    """Return the person with this address, however its letters are written."""
    rows = tx.execute(f"{_SELECT} WHERE email_key = ?", (email_key(email),))
    return _from_rows(tx, rows)[0] if rows else None


def named(tx: Transaction, name: str, *, limit: int) -> list[Person]:
    """Return at most `limit` people with exactly this name, in the order in which they were added."""
    return _from_rows(tx, tx.execute(f"{_SELECT} WHERE name = ? ORDER BY id LIMIT ?", (name, limit)))


def page(tx: Transaction, filters: PersonFilter, *, limit: int, keyset: KeysetPage = FIRST_PAGE) -> list[Person]:
    """Return at most `limit` matching people of a page, in the order in which they were added."""
    asked: list[Condition] = keyset.conditions("id")
    if filters.role is not None:
        asked.append(("role = ?", (filters.role,)))
    if filters.is_active is not None:
        asked.append((f"deactivated_at IS {'NULL' if filters.is_active else 'NOT NULL'}", ()))
    where, values = join_conditions(asked)
    sql = f"{_SELECT} WHERE {where} ORDER BY {keyset.order('id')} LIMIT ?"
    return _from_rows(tx, tx.execute(sql, (*values, limit)))


def active_operators(tx: Transaction, *, limit: int) -> list[Person]:
    """Return at most `limit` operators who are not deactivated, in the order in which they were added."""
    return page(tx, PersonFilter(role=Role.OPERATOR, is_active=True), limit=limit)


def is_empty(tx: Transaction) -> bool:
    """True if the store has no people, not even deactivated ones."""
    return not tx.execute("SELECT 1 FROM people LIMIT 1")


def count(tx: Transaction) -> int:
    return int(tx.execute("SELECT count(*) FROM people")[0][0])


def note_seen(tx: Transaction, person_id: str, seen_at: Instant) -> None:
    """Store when a person last used the console, unless a later time is stored."""
    tx.update(
        "UPDATE people SET last_seen_at = ? WHERE id = ? AND coalesce(last_seen_at, 0) < ?",
        (seen_at, person_id, seen_at),
    )


def delete_receiver(tx: Transaction, receiver_id: int) -> None:
    """Remove a receiver from the receivers of limited integrators, who stay limited to the others."""
    tx.update("DELETE FROM people_receivers WHERE receiver_id = ?", (receiver_id,))


def _insert_receivers(tx: Transaction, person: Person) -> None:
    rows = [(person.id, receiver_id) for receiver_id in sorted(person.receiver_ids or ())]
    if rows:
        tx.insert("people_receivers", ("person_id", "receiver_id"), rows)


def _from_rows(tx: Transaction, rows: Sequence[Row]) -> list[Person]:
    named = [dict(zip(_COLUMNS, row, strict=True)) for row in rows]
    limited = [one["id"] for one in named if one["limited"]]
    allowed: dict[str, set[ReceiverId]] = {one: set() for one in limited}
    if limited:
        marks, ids = in_list(limited)
        sql = f"SELECT person_id, receiver_id FROM people_receivers WHERE person_id IN ({marks})"
        for person_id, receiver_id in tx.execute(sql, ids):
            allowed[person_id].add(receiver_id)
    return [_from_values(one, allowed) for one in named]


def _from_values(values: dict[str, object], allowed: dict[str, set[ReceiverId]]) -> Person:
    receiver_ids = frozenset(allowed[str(values["id"])]) if values.pop("limited") else None
    role = Role(str(values.pop("role")))
    return Person(**values, role=role, receiver_ids=receiver_ids)  # type: ignore[arg-type]
