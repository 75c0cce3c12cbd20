"""Accounts of people at OpenID Connect providers, and sign-ins that wait for a response: `identities`,
`openid_attempts`.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction

ACCOUNT_ID_CHARS = 32  # of the hash of an account's issuer and subject
ATTEMPT_S_MAX = 10 * 60  # how long the provider and the person may take
ATTEMPTS_MAX = 2_000  # max sign-ins that wait at the same time; one more removes the oldest
_COLUMNS = ("browser", "created_at", "session", "link", "remembered", "following", "kept")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAttempt:
    """A sign-in that waits for the provider's response.

    `browser` is the hash of the secret in the browser's cookie. `session` is the hash of the key of the session that it
    confirms, `link` the hash of the key of the sign-in link that it uses; both are None for an ordinary sign-in.
    `following` is the address to show afterwards, and `kept` a form that was interrupted, encrypted while it is stored.
    """

    browser: bytes
    created_at: Instant
    session: bytes | None
    link: bytes | None
    remembered: bool
    following: str
    kept: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedAccount:
    """An account that signs a person in.

    `link_makers` are the ids of all who made a link that led to the sign-in which linked it.
    """

    issuer: str
    subject: str
    created_at: Instant
    last_used_at: Instant
    link_makers: tuple[str, ...]

    @property
    def id(self) -> str:
        """Return the id under which it is listed. NUL occurs in neither text."""
        return hashlib.sha256(f"{self.issuer}\0{self.subject}".encode()).hexdigest()[:ACCOUNT_ID_CHARS]


def of_person(tx: Transaction, person_id: str) -> list[LinkedAccount]:
    """Return the accounts of a person, in the order in which they were linked: one for each issuer."""
    sql = (
        "SELECT issuer, subject, created_at, last_used_at, makers FROM identities WHERE person_id = ? "
        "ORDER BY created_at, issuer, subject"
    )
    return [
        LinkedAccount(
            issuer=issuer,
            subject=subject,
            created_at=created_at,
            last_used_at=used_at,
            link_makers=tuple(makers.split()),
        )
        for issuer, subject, created_at, used_at, makers in tx.execute(sql, (person_id,))
    ]


def find_person(tx: Transaction, issuer: str, subject: str) -> str | None:
    """Return the id of the person whose account this is."""
    rows = tx.execute("SELECT person_id FROM identities WHERE issuer = ? AND subject = ?", (issuer, subject))
    return str(rows[0][0]) if rows else None


def issuers_of(tx: Transaction, person_id: str) -> list[str]:
    """Return the issuers of a person's accounts."""
    sql = "SELECT DISTINCT issuer FROM identities WHERE person_id = ? ORDER BY issuer"
    return [str(row[0]) for row in tx.execute(sql, (person_id,))]


def link_person(tx: Transaction, issuer: str, subject: str, person_id: str, *, link_makers: Sequence[str] = ()) -> bool:
    """Link an account to a person. Return False, and store nothing, if it is linked already."""
    sql = (
        "INSERT INTO identities (issuer, subject, person_id, created_at, last_used_at, makers) "
        "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (issuer, subject) DO NOTHING"
    )
    return tx.update(sql, (issuer, subject, person_id, tx.now, tx.now, " ".join(link_makers))) == 1


def note_use(tx: Transaction, issuer: str, subject: str) -> bool:
    """Store the time of a sign-in. Return False if the account is not linked any more."""
    sql = "UPDATE identities SET last_used_at = ? WHERE issuer = ? AND subject = ?"
    return tx.update(sql, (tx.now, issuer, subject)) == 1


def unlink(tx: Transaction, issuer: str, person_id: str) -> int:
    """Remove the links of a person to accounts of an issuer; return their number."""
    return tx.update("DELETE FROM identities WHERE issuer = ? AND person_id = ?", (issuer, person_id))


def unlink_account(tx: Transaction, issuer: str, subject: str) -> bool:
    """Remove the link of an account to its person. Return False if there is none."""
    return tx.update("DELETE FROM identities WHERE issuer = ? AND subject = ?", (issuer, subject)) == 1


def begin(tx: Transaction, state_hash: bytes, attempt: StoredAttempt) -> None:
    """Store a sign-in that waits; remove those that waited too long, and the oldest beyond ATTEMPTS_MAX."""
    tx.update("DELETE FROM openid_attempts WHERE created_at <= ?", (after(tx.now, seconds=-ATTEMPT_S_MAX),))
    tx.update(
        "DELETE FROM openid_attempts WHERE hash NOT IN "
        "(SELECT hash FROM openid_attempts ORDER BY created_at DESC, hash LIMIT ?)",
        (ATTEMPTS_MAX - 1,),
    )
    values = (
        state_hash,
        attempt.browser,
        attempt.created_at,
        attempt.session,
        attempt.link,
        int(attempt.remembered),
        attempt.following,
        attempt.kept,
    )
    tx.insert("openid_attempts", ("hash", *_COLUMNS), [values])


def find(tx: Transaction, state_hash: bytes, browser: bytes) -> StoredAttempt | None:
    """Return a sign-in that this browser began at most ATTEMPT_S_MAX ago; None if there is none."""
    sql = f"SELECT {', '.join(_COLUMNS)} FROM openid_attempts WHERE hash = ? AND browser = ? AND created_at > ?"
    rows = tx.execute(sql, (state_hash, browser, after(tx.now, seconds=-ATTEMPT_S_MAX)))
    if not rows:
        return None
    named = dict(zip(_COLUMNS, rows[0], strict=True))
    named["remembered"] = bool(named["remembered"])
    return StoredAttempt(**named)


def take(tx: Transaction, state_hash: bytes, browser: bytes) -> StoredAttempt | None:
    """Return and remove a sign-in, as `find` does; None also if another process has just taken it."""
    found = find(tx, state_hash, browser)
    if found is None or tx.update("DELETE FROM openid_attempts WHERE hash = ?", (state_hash,)) == 0:
        return None
    return found
