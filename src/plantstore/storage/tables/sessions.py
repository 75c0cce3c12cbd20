"""Console sessions and sign-in links: tables `sessions` and `sign_in_links`, which store only hashes of secrets."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from plantstore.domain.session import REMEMBERED_S_MAX, SESSION_IDLE_S_MAX, SESSION_S_MAX, LinkKind, Session, SignInWay
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.engine.keyset import Condition
from plantstore.storage.engine.protocols import Row

_COLUMNS = (
    "token_id",
    "opened_at",
    "proved_at",
    "seen_at",
    "created_by",
    "person_id",
    "way",
    "device",
    "remembered",
    "makers",
)
_LINK_COLUMNS = ("token_id", "expires_at", "used_at", "created_by", "person_id", "kind", "created_at", "makers")


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A one-time sign-in link for a token or a person.

    `created_by` is the id of the person or token that created the link; None if the program did. `makers` are those of
    earlier links, as in `Session`. `created_at` is None for links of versions that did not store it.
    """

    token_id: str | None
    expires_at: Instant
    used_at: Instant | None
    created_by: str | None = None
    person_id: str | None = None
    kind: LinkKind = LinkKind.SIGN_IN
    created_at: Instant | None = None
    makers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        assert (self.token_id is None) != (self.person_id is None)

    @property
    def link_makers(self) -> tuple[str, ...]:
        """Return the ids of all who made a link that this one depends on, itself included, the latest first.

        An owner's link depends on no one else: the holder of the data folder opened it.
        """
        if self.created_by is None or self.kind is LinkKind.OWNER:
            return ()
        return (self.created_by, *self.makers)


def insert(tx: Transaction, session: Session, session_hash: bytes) -> None:
    values = (
        session.token_id,
        session.opened_at,
        session.proved_at,
        session.seen_at,
        session.created_by,
        session.person_id,
        session.way,
        session.device,
        int(session.remembered),
        " ".join(session.makers),
        session_hash,
    )
    tx.insert("sessions", (*_COLUMNS, "hash"), [values])


def find(tx: Transaction, session_hash: bytes) -> Session | None:
    rows = tx.execute(f"SELECT {', '.join(_COLUMNS)} FROM sessions WHERE hash = ?", (session_hash,))
    return _from_row(rows[0]) if rows else None


def of_person(tx: Transaction, person_id: str) -> list[tuple[bytes, Session]]:
    """Return the hashes and sessions of a person, the most recently used first; some may have ended."""
    sql = (
        f"SELECT hash, {', '.join(_COLUMNS)} FROM sessions WHERE person_id = ? "
        "ORDER BY seen_at DESC, opened_at DESC, hash"
    )
    return [(row[0], _from_row(row[1:])) for row in tx.execute(sql, (person_id,))]


def count_open(tx: Transaction, person_ids: Collection[str]) -> dict[str, int]:
    """Return the number of open sessions of each of these people who has one."""
    if not person_ids:
        return {}
    ended, values = _ended(tx)
    marks = ", ".join("?" * len(person_ids))
    sql = f"SELECT person_id, count(*) FROM sessions WHERE person_id IN ({marks}) AND NOT ({ended}) GROUP BY person_id"
    return {row[0]: int(row[1]) for row in tx.execute(sql, (*person_ids, *values))}


def note_seen(tx: Transaction, session_hash: bytes) -> None:
    tx.update("UPDATE sessions SET seen_at = ? WHERE hash = ? AND seen_at < ?", (tx.now, session_hash, tx.now))


def keep_newest(tx: Transaction, session: Session, *, count: int) -> None:
    """Delete the sessions of a session's token or person, except the `count` most recently used ones."""
    column = "person_id" if session.token_id is None else "token_id"
    tx.update(
        f"DELETE FROM sessions WHERE {column} = ? AND hash NOT IN "
        f"(SELECT hash FROM sessions WHERE {column} = ? ORDER BY seen_at DESC, opened_at DESC, hash LIMIT ?)",
        (session.principal_id, session.principal_id, count),
    )


def delete(tx: Transaction, session_hash: bytes) -> None:
    tx.update("DELETE FROM sessions WHERE hash = ?", (session_hash,))


def delete_of_person(tx: Transaction, person_id: str, *, without: bytes = b"") -> int:
    """Delete a person's sessions, except the one with the hash `without`; return the number of deleted sessions."""
    return tx.update("DELETE FROM sessions WHERE person_id = ? AND hash <> ?", (person_id, without))


def delete_of_way(tx: Transaction, person_id: str, way: SignInWay) -> int:
    """Delete the sessions that a person opened in one way; return the number of deleted sessions."""
    return tx.update("DELETE FROM sessions WHERE person_id = ? AND way = ?", (person_id, way))


def delete_made_by(tx: Transaction, creator_id: str) -> None:
    """Delete the links that a person, one of their tokens, or a token created, and the sessions that these opened.

    The same happens to links that were made in these sessions, to the sessions that they opened, and so on.
    """
    made = "created_by = ? OR created_by IN (SELECT id FROM tokens WHERE person_id = ?)"
    tx.update(f"DELETE FROM sign_in_links WHERE {made}", (creator_id, creator_id))
    tx.update(f"DELETE FROM sessions WHERE {made}", (creator_id, creator_id))
    own_tokens = tx.execute("SELECT id FROM tokens WHERE person_id = ?", (creator_id,))
    creators = {creator_id, *(str(row[0]) for row in own_tokens)}
    _delete_by_makers(tx, lambda makers: not creators.isdisjoint(makers))


def delete_without_maker(tx: Transaction) -> None:
    """Delete the links of people whose creator is gone, and the sessions that these links opened."""
    gone = "person_id IS NOT NULL AND created_by NOT IN (SELECT id FROM tokens UNION ALL SELECT id FROM people)"
    tx.update(f"DELETE FROM sign_in_links WHERE {gone}")
    tx.update(f"DELETE FROM sessions WHERE {gone}")
    _delete_by_makers(tx, lambda makers: len(_existing(tx, makers)) < len(makers))


def _delete_by_makers(tx: Transaction, has_ended: Callable[[Collection[str]], bool]) -> None:
    """Delete links and sessions that depend on earlier links, if `has_ended` is true of those who made these."""
    for table in ("sign_in_links", "sessions"):
        for (makers,) in tx.execute(f"SELECT DISTINCT makers FROM {table} WHERE makers <> ''"):
            if has_ended(makers.split()):
                tx.update(f"DELETE FROM {table} WHERE makers = ?", (makers,))


def _existing(tx: Transaction, ids: Collection[str]) -> list[Row]:
    """Return those of the ids that are of a person or token."""
    marks, values = in_list(sorted(ids))
    sql = f"SELECT id FROM tokens WHERE id IN ({marks}) UNION ALL SELECT id FROM people WHERE id IN ({marks})"
    return tx.execute(sql, (*values, *values))


def insert_link(tx: Transaction, link: Link, link_hash: bytes) -> None:
    columns = ("hash", *_LINK_COLUMNS)
    values = (
        link_hash,
        link.token_id,
        link.expires_at,
        link.used_at,
        link.created_by,
        link.person_id,
        link.kind,
        link.created_at,
        " ".join(link.makers),
    )
    tx.insert("sign_in_links", columns, [values])


def find_link(tx: Transaction, link_hash: bytes) -> Link | None:
    rows = tx.execute(f"SELECT {', '.join(_LINK_COLUMNS)} FROM sign_in_links WHERE hash = ?", (link_hash,))
    return _link_from_row(rows[0]) if rows else None


def links_of_people(tx: Transaction, person_ids: Collection[str]) -> dict[str, Link]:
    """Return the newest unused link of each of these people who has one that works still."""
    if not person_ids:
        return {}
    marks = ", ".join("?" * len(person_ids))
    sql = (
        f"SELECT {', '.join(_LINK_COLUMNS)} FROM sign_in_links WHERE person_id IN ({marks}) "
        "AND used_at IS NULL AND expires_at > ? ORDER BY created_at"
    )
    links = [_link_from_row(row) for row in tx.execute(sql, (*person_ids, tx.now))]
    return {link.person_id: link for link in links if link.person_id is not None}


def use_link(tx: Transaction, link_hash: bytes) -> bool:
    """Mark a link as used; return False if it was used before."""
    sql = "UPDATE sign_in_links SET used_at = ? WHERE hash = ? AND used_at IS NULL"
    return tx.update(sql, (tx.now, link_hash)) == 1


def delete_links_of_person(tx: Transaction, person_id: str) -> None:
    """Delete a person's links that were not used."""
    tx.update("DELETE FROM sign_in_links WHERE person_id = ? AND used_at IS NULL", (person_id,))


def remove_ended(tx: Transaction) -> None:
    """Delete all expired sessions and links, without a limit, because there are never many."""
    ended, values = _ended(tx)
    tx.update(f"DELETE FROM sessions WHERE {ended}", values)
    tx.update("DELETE FROM sign_in_links WHERE expires_at <= ?", (tx.now,))


def _ended(tx: Transaction) -> Condition:
    """Return the SQL condition for sessions that have ended, which follows the rule of `Session.is_open`."""
    idle, old, oldest = (after(tx.now, seconds=-one) for one in (SESSION_IDLE_S_MAX, SESSION_S_MAX, REMEMBERED_S_MAX))
    return "opened_at <= ? OR (remembered = 0 AND (seen_at <= ? OR opened_at <= ?))", (oldest, idle, old)


def _from_row(row: Row) -> Session:
    named = dict(zip(_COLUMNS, row, strict=True))
    named["way"], named["remembered"] = SignInWay(named["way"]), bool(named["remembered"])
    named["makers"] = tuple(named["makers"].split())
    return Session(**named)


def _link_from_row(row: Row) -> Link:
    named = dict(zip(_LINK_COLUMNS, row, strict=True))
    named["kind"], named["makers"] = LinkKind(named["kind"]), tuple(named["makers"].split())
    return Link(**named)
