"""Bearer tokens for the API: table `tokens`. It stores the SHA-256 of each token, never the token itself."""

from dataclasses import dataclass
from typing import assert_never

from plantstore.domain.public_ids import TOKEN_PREFIX, ReceiverId
from plantstore.domain.timestamps import Instant, after
from plantstore.domain.token import ENDING_PARTS, ENDING_S_MAX, Scope, Token, TokenState
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import FIRST_PAGE, Condition, KeysetPage, join_conditions
from plantstore.storage.engine.protocols import Row

_COLUMNS = (
    "id",
    "name",
    "scopes",
    "receiver_id",
    "created_at",
    "expires_at",
    "last_used_at",
    "created_by",
    "person_id",
    "makers",
)
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM tokens"
_NAMES = "' ' || tokens.makers || ' ' LIKE '% ' || {} || ' %'"  # ids contain no %
_MADE_BY_LINK = f"(tokens.makers > '' AND {_NAMES})"  # the first half is for the index
_DESCENDANTS = (  # UNION, not UNION ALL, ends the recursion even if someone has edited the rows into a cycle
    f"WITH RECURSIVE made (id) AS (SELECT id FROM tokens WHERE created_by = ? OR {_MADE_BY_LINK.format('?')} "
    "UNION SELECT tokens.id FROM made JOIN tokens "
    f"ON tokens.created_by = made.id OR {_MADE_BY_LINK.format('made.id')}) "
    "SELECT id FROM made"
)
_MADE_BY_LINK_OF = (  # of a person, one of their tokens, or a token
    f"tokens.makers > '' AND ({_NAMES.format('?')} OR EXISTS "
    f"(SELECT 1 FROM tokens AS maker WHERE maker.person_id = ? AND {_NAMES.format('maker.id')}))"
)
_ENDING = f"expires_at > ? AND expires_at <= ? AND (expires_at - ?) * {ENDING_PARTS} <= expires_at - created_at"


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenFilter:
    """Which tokens to return; None matches all. `unused_since` matches tokens last used before that time.

    A token that was never used counts as used when it was created. `created_by` matches a token's descendants: tokens
    that were created with that token, in a session that depends on a sign-in link that it created, or with one of its
    descendants. It may also be the id of a person. `person_id` matches the tokens that belong to a person, and
    `is_program` those that belong to none. `link_maker` matches the tokens that end with the access of a person or
    token whose links they depend on.
    """

    states: frozenset[TokenState] | None = None
    scope: Scope | None = None
    receiver_id: ReceiverId | None = None
    unused_since: Instant | None = None
    created_by: str | None = None
    person_id: str | None = None
    link_maker: str | None = None
    is_program: bool | None = None


def insert(tx: Transaction, token: Token, token_hash: bytes) -> None:
    tx.insert("tokens", (*_COLUMNS, "hash"), [(*_to_row(token), token_hash)])


def find_by_hash(tx: Transaction, token_hash: bytes) -> Token | None:
    rows = tx.execute(f"{_SELECT} WHERE hash = ?", (token_hash,))
    return _from_row(rows[0]) if rows else None


def is_known(tx: Transaction, token_hash: bytes) -> bool:
    """True if there is a token with this hash, also in a database that has not been migrated yet."""
    return bool(tx.execute("SELECT 1 FROM tokens WHERE hash = ?", (token_hash,)))


def find(tx: Transaction, token_id: str) -> Token | None:
    if "\0" in token_id:  # which PostgreSQL refuses to compare
        return None
    rows = tx.execute(f"{_SELECT} WHERE id = ?", (token_id,))
    return _from_row(rows[0]) if rows else None


def has_non_expiring(tx: Transaction, name: str) -> bool:
    """True if there is a token with this name that never expires."""
    return bool(tx.execute("SELECT 1 FROM tokens WHERE name = ? AND expires_at IS NULL LIMIT 1", (name,)))


def page(tx: Transaction, filters: TokenFilter, *, limit: int, keyset: KeysetPage = FIRST_PAGE) -> list[Token]:
    """Return at most `limit` matching tokens of a page, sorted by creation."""
    where, values = join_conditions([*keyset.conditions("id"), *_conditions(filters, tx.now)])
    sql = f"{_SELECT} WHERE {where} ORDER BY {keyset.order('id')} LIMIT ?"
    return [_from_row(row) for row in tx.execute(sql, (*values, limit))]


def ending(tx: Transaction, *, limit: int) -> list[Token]:
    """Return at most `limit` tokens that expire soon (TokenState.ENDING), the earliest expiry first."""
    sql = f"{_SELECT} WHERE {_ENDING} ORDER BY expires_at, id LIMIT ?"
    return [_from_row(row) for row in tx.execute(sql, (*_ending_values(tx.now), limit))]


def count_ending(tx: Transaction) -> int:
    return int(tx.execute(f"SELECT count(*) FROM tokens WHERE {_ENDING}", _ending_values(tx.now))[0][0])


def count_descendants(tx: Transaction, token_id: str) -> int:
    """Return the number of a token's descendants (see `TokenFilter`)."""
    return int(tx.execute(f"SELECT count(*) FROM ({_DESCENDANTS}) AS made", (token_id, token_id))[0][0])


def descendant_scopes(tx: Transaction, token_id: str) -> frozenset[Scope]:
    """Return all scopes that a token's descendants have."""
    rows = tx.execute(f"SELECT DISTINCT scopes FROM tokens WHERE id IN ({_DESCENDANTS})", (token_id, token_id))
    return frozenset(Scope(one) for row in rows for one in row[0].split())


def delete_descendants(tx: Transaction, token_id: str) -> int:
    """Delete a token's descendants; return the number of deleted tokens."""
    return tx.update(f"DELETE FROM tokens WHERE id IN ({_DESCENDANTS})", (token_id, token_id))


def delete(tx: Transaction, token_id: str) -> bool:
    """Delete a token; return True if it existed. Tokens that it created are reassigned to the token that created it.

    Tokens that depend on a link of it then depend on the person that it belonged to, and on the token that created it.
    """
    token = find(tx, token_id)
    if token is None:
        return False
    tx.update("UPDATE tokens SET created_by = ? WHERE created_by = ?", (token.created_by, token_id))
    creator = token.created_by or ""
    others = [token.person_id, creator if creator.startswith(TOKEN_PREFIX) else None]
    for (makers,) in tx.execute(f"SELECT DISTINCT makers FROM tokens WHERE {_MADE_BY_LINK.format('?')}", (token_id,)):
        names = [other for one in makers.split() for other in (others if one == token_id else [one])]
        left = " ".join(one for one in dict.fromkeys(names) if one is not None)
        tx.update("UPDATE tokens SET makers = ? WHERE makers = ?", (left, makers))
    return tx.update("DELETE FROM tokens WHERE id = ?", (token_id,)) == 1


def delete_of_receiver(tx: Transaction, receiver_id: int) -> None:
    """Delete the tokens that are bound to a receiver."""
    tx.update("DELETE FROM tokens WHERE receiver_id = ?", (receiver_id,))


def expire_of_person(tx: Transaction, person_id: str) -> None:
    """Let the tokens that belong to a person expire now. They stay, so that what was done with them is found."""
    sql = "UPDATE tokens SET expires_at = ? WHERE person_id = ? AND (expires_at IS NULL OR expires_at > ?)"
    tx.update(sql, (tx.now, person_id, tx.now))


def expire_made_by_links(tx: Transaction, maker_id: str) -> list[Token]:
    """Let the tokens expire now that depend on a link of a person, of one of their tokens, or of a token.

    Return those that had not expired yet. They stay, as in `expire_of_person`.
    """
    where, values = f"({_MADE_BY_LINK_OF}) AND (expires_at IS NULL OR expires_at > ?)", (maker_id, maker_id, tx.now)
    ended = [_from_row(row) for row in tx.execute(f"{_SELECT} WHERE {where} ORDER BY id", values)]
    for token in ended:
        tx.update("UPDATE tokens SET expires_at = ? WHERE id = ?", (tx.now, token.id))
    return ended


def record_use(tx: Transaction, used: dict[str, Instant]) -> None:
    """Store the times at which tokens were last used, by token id."""
    for token_id, used_at in used.items():
        tx.update("UPDATE tokens SET last_used_at = ? WHERE id = ?", (used_at, token_id))


def count(tx: Transaction) -> int:
    return int(tx.execute("SELECT count(*) FROM tokens")[0][0])


def _conditions(filters: TokenFilter, now: Instant) -> list[Condition]:
    found: list[Condition] = []
    if filters.states is not None:
        states = [_in_state(state, now) for state in sorted(filters.states)]
        found.append((" OR ".join(f"({text})" for text, _ in states), tuple(one for _, some in states for one in some)))
    if filters.scope is not None:
        found.append(
            ("' ' || scopes || ' ' LIKE ?", (f"% {filters.scope} %",))
        )  # scopes contain no capital letters, % or _
    if filters.receiver_id is not None:
        found.append(("receiver_id = ?", (filters.receiver_id,)))
    if filters.unused_since is not None:
        found.append(("coalesce(last_used_at, created_at) < ?", (filters.unused_since,)))
    if filters.created_by is not None:
        found.append((f"id IN ({_DESCENDANTS})", (filters.created_by, filters.created_by)))
    if filters.person_id is not None:
        found.append(("person_id = ?", (filters.person_id,)))
    if filters.link_maker is not None:
        found.append((_MADE_BY_LINK_OF, (filters.link_maker, filters.link_maker)))
    if filters.is_program is not None:
        found.append((f"person_id IS {'NULL' if filters.is_program else 'NOT NULL'}", ()))
    return found


def _in_state(state: TokenState, now: Instant) -> Condition:
    """Return the SQL condition for tokens in a state, which follows the rule of `Token.state`."""
    match state:
        case TokenState.EXPIRED:
            return "expires_at <= ?", (now,)
        case TokenState.ENDING:
            return _ENDING, _ending_values(now)
        case TokenState.VALID:
            return f"expires_at IS NULL OR (expires_at > ? AND NOT ({_ENDING}))", (now, *_ending_values(now))
        case _:
            assert_never(state)


def _ending_values(now: Instant) -> tuple[object, ...]:
    return now, after(now, seconds=ENDING_S_MAX), now


def _to_row(token: Token) -> Row:
    scopes = " ".join(sorted(token.scopes))
    [receiver_id] = token.receiver_ids or [None]  # a stored token has at most one
    return (
        token.id,
        token.name,
        scopes,
        receiver_id,
        token.created_at,
        token.expires_at,
        token.last_used_at,
        token.created_by,
        token.person_id,
        " ".join(token.link_makers),
    )


def _from_row(row: Row) -> Token:
    named = dict(zip(_COLUMNS, row, strict=True))
    named["scopes"] = frozenset(Scope(one) for one in named["scopes"].split())
    named["link_makers"] = tuple(named.pop("makers").split())
    receiver_id = named.pop("receiver_id")
    named["receiver_ids"] = None if receiver_id is None else frozenset({receiver_id})
    return Token(**named)
