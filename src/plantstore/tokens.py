"""Verbs on the bearer tokens of our own API: create, revoke, and know one when it is presented."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from plantstore.domain import token as rules
from plantstore.domain.errors import FieldError, Forbidden, Invalid, NotFound
from plantstore.domain.identity import ReceiverId
from plantstore.domain.instant import after
from plantstore.domain.secret import Secret
from plantstore.domain.text import check_text
from plantstore.domain.token import BUNDLES, Scope, Token
from plantstore.ids import Ids, RandomBytes
from plantstore.storage import folders, receivers
from plantstore.storage import tokens as stored
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine import StorageRefused

DAY_S = 86_400
OPERATOR = "operator"  # the name of the token that a start makes


@dataclass(frozen=True, slots=True, kw_only=True)
class Created:
    """A new token and its text, which is shown once."""

    token: Token
    text: Secret


def create(
    tx: Transaction,
    *,
    ids: Ids,
    random_bytes: RandomBytes,
    name: str,
    scopes: frozenset[Scope],
    days: int | None = rules.DAYS_DEFAULT,
    receiver_id: ReceiverId | None = None,
    creator: Token | None,
) -> Created:
    """Create a token that may do no more than its creator. `days` None never ends: for the first operator token."""
    name, problems = check_text(name, pointer="/name", chars_max=rules.NAME_CHARS_MAX)
    if not scopes:
        problems.append(FieldError(pointer="/scopes", code="empty", detail="Name at least one scope or bundle."))
    if days is not None and not 1 <= days <= rules.DAYS_MAX:
        problems.append(FieldError(pointer="/days", code="range", detail=f"Use 1 to {rules.DAYS_MAX} days."))
    if receiver_id is not None and receivers.find(tx, receiver_id) is None:
        problems.append(FieldError(pointer="/receiver", code="not_found", detail="There is no such receiver."))
    if problems:
        raise Invalid(fields=tuple(problems))
    if creator is not None and (missing := scopes - creator.scopes):
        raise Forbidden(f"Your own token lacks {', '.join(sorted(missing))}, so it cannot give that away.")
    text = rules.make_token(random_bytes(rules.RANDOM_BYTES))
    token = Token(
        id=ids.token(),
        name=name,
        scopes=scopes,
        receiver_id=receiver_id,
        created_at=tx.now,
        expires_at=None if days is None else after(tx.now, seconds=days * DAY_S),
        last_used_at=None,
    )
    stored.insert(tx, token, rules.hash_of(text.reveal()))
    return Created(token=token, text=text)


def revoke(tx: Transaction, token_id: str) -> None:
    """End a token at once."""
    if not stored.delete(tx, token_id):
        raise NotFound("There is no such token.")


async def make_operator_token(
    database: Database, file: Path, *, ids: Ids, random_bytes: RandomBytes, unless_there: bool = False
) -> None:
    """Make a token for whoever owns the data folder, and the file that holds it.

    `unless_there`: none, if the database has one of that name that never ends.
    """
    create_it = partial(create, ids=ids, random_bytes=random_bytes, name=OPERATOR, days=None, creator=None)

    def make(tx: Transaction) -> Created | None:
        if unless_there and stored.has_endless(tx, OPERATOR):
            return None
        return create_it(tx, scopes=BUNDLES["operator"])

    created = await database.write(make)
    if created is None:
        return
    try:
        folders.write_private(file, f"{created.text.reveal()}\n".encode())
    except OSError as error:
        raise StorageRefused(f"The token file {file} cannot be made: {error.strerror}.") from error
