"""People's passkeys, their user handles, and challenges that were used: `passkeys`, `passkey_handles`,
`used_challenges`.
"""

from collections.abc import Collection

from plantstore.domain.passkey import CHALLENGE_S_MAX, Passkey
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.engine.protocols import Row

USED_CHALLENGES_S = 12 * CHALLENGE_S_MAX  # how long they are kept: longer than valid, if processes' clocks differ
_COLUMNS = (
    "id",
    "person_id",
    "credential_id",
    "credential",
    "rp_id",
    "sign_count",
    "name",
    "backed_up",
    "created_at",
    "last_used_at",
    "suspicious_at",
    "makers",
)
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM passkeys"


def insert(tx: Transaction, passkey: Passkey) -> bool:
    """Store a new passkey. Return False, and store nothing, if there is one with the same credential id."""
    marks = ", ".join("?" * len(_COLUMNS))
    values = (
        passkey.id,
        passkey.person_id,
        passkey.credential_id,
        passkey.credential,
        passkey.rp_id,
        passkey.sign_count,
        passkey.name,
        int(passkey.backed_up),
        passkey.created_at,
        passkey.last_used_at,
        passkey.suspicious_at,
        " ".join(passkey.link_makers),
    )
    sql = f"INSERT INTO passkeys ({', '.join(_COLUMNS)}) VALUES ({marks}) ON CONFLICT (credential_id) DO NOTHING"
    return tx.update(sql, values) == 1


def find(tx: Transaction, passkey_id: str) -> Passkey | None:
    rows = tx.execute(f"{_SELECT} WHERE id = ?", (passkey_id,))
    return _from_row(rows[0]) if rows else None


def find_by_credential(tx: Transaction, credential_id: bytes) -> Passkey | None:
    rows = tx.execute(f"{_SELECT} WHERE credential_id = ?", (credential_id,))
    return _from_row(rows[0]) if rows else None


def of_person(tx: Transaction, person_id: str) -> list[Passkey]:
    """Return a person's passkeys, in the order in which they were created: at most PASSKEYS_MAX."""
    return [_from_row(row) for row in tx.execute(f"{_SELECT} WHERE person_id = ? ORDER BY id", (person_id,))]


def counts(tx: Transaction, person_ids: Collection[str]) -> dict[str, int]:
    """Return how many passkeys each of these people has; people without any are left out."""
    if not person_ids:
        return {}
    marks, ids = in_list(sorted(person_ids))
    sql = f"SELECT person_id, count(*) FROM passkeys WHERE person_id IN ({marks}) GROUP BY person_id"
    return {str(person_id): int(count) for person_id, count in tx.execute(sql, ids)}


def of_other_hosts(tx: Transaction, rp_id: str) -> list[tuple[str, int]]:
    """Return the other host names that passkeys were created for, each with the number of its passkeys."""
    sql = "SELECT rp_id, count(*) FROM passkeys WHERE rp_id <> ? GROUP BY rp_id"
    return sorted((str(name), int(count)) for name, count in tx.execute(sql, (rp_id,)))


def note_use(tx: Transaction, passkey_id: str, *, sign_count: int, backed_up: bool) -> bool:
    """Store a use, with the counter that was signed. Return False, and store nothing, if the counter did not grow.

    Authenticators without a counter always sign 0 (Web Authentication Level 3 §6.1.1).
    """
    sql = (
        "UPDATE passkeys SET sign_count = ?, backed_up = ?, last_used_at = ? "
        "WHERE id = ? AND (sign_count < ? OR (sign_count = 0 AND ? = 0))"
    )
    return tx.update(sql, (sign_count, int(backed_up), tx.now, passkey_id, sign_count, sign_count)) == 1


def mark_suspicious(tx: Transaction, passkey_id: str) -> None:
    tx.update("UPDATE passkeys SET suspicious_at = ? WHERE id = ? AND suspicious_at IS NULL", (tx.now, passkey_id))


def rename(tx: Transaction, passkey_id: str, name: str) -> None:
    tx.update("UPDATE passkeys SET name = ? WHERE id = ?", (name, passkey_id))


def delete(tx: Transaction, passkey_id: str) -> None:
    tx.update("DELETE FROM passkeys WHERE id = ?", (passkey_id,))


def handle_of(tx: Transaction, person_id: str) -> bytes | None:
    """Return a person's user handle; None if they never began to create a passkey."""
    rows = tx.execute("SELECT handle FROM passkey_handles WHERE person_id = ?", (person_id,))
    return bytes(rows[0][0]) if rows else None


def keep_handle(tx: Transaction, person_id: str, handle: bytes) -> None:
    """Store a person's user handle, unless they already have one."""
    sql = "INSERT INTO passkey_handles (person_id, handle) VALUES (?, ?) ON CONFLICT (person_id) DO NOTHING"
    tx.update(sql, (person_id, handle))


def use_challenge(tx: Transaction, challenge_hash: bytes) -> bool:
    """Note that a challenge was used. Return False if it was used before, by any process."""
    tx.update("DELETE FROM used_challenges WHERE used_at <= ?", (after(tx.now, seconds=-USED_CHALLENGES_S),))
    sql = "INSERT INTO used_challenges (hash, used_at) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING"
    return tx.update(sql, (challenge_hash, tx.now)) == 1


def _from_row(row: Row) -> Passkey:
    named = dict(zip(_COLUMNS, row, strict=True))
    named["backed_up"], named["link_makers"] = bool(named["backed_up"]), tuple(named.pop("makers").split())
    return Passkey(**named)
