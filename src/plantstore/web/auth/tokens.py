"""Commands on the API's bearer tokens: create and revoke tokens, and create the operator's first token."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from plantstore.core.ids import Ids, RandomBytes
from plantstore.domain import token as rules
from plantstore.domain.errors import FieldError, Forbidden, Invalid, NotFound, Unauthorized
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.secret import Secret
from plantstore.domain.text import check_text
from plantstore.domain.timestamps import SECOND_US, Instant, after, to_text
from plantstore.domain.token import BUNDLES, Scope, Token
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine import durable_files
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.tables import people, receivers, sessions
from plantstore.storage.tables import tokens as stored
from plantstore.web.auth import principals
from plantstore.web.auth.link_keys import inherited

DAY_S = 86_400
REVOKED = "This token is not valid: mistyped, expired or revoked."
OPERATOR = "operator"  # name of the token that is created at the first startup


@dataclass(frozen=True, slots=True, kw_only=True)
class Created:
    """A new token, and its text, which is shown only once."""

    token: Token
    text: Secret


def create(
    tx: Transaction,
    *,
    ids: Ids,
    random_bytes: RandomBytes,
    name: str,
    scopes: frozenset[Scope],
    days: int | None = None,
    is_endless: bool = False,
    receiver_id: ReceiverId | None = None,
    person_id: str | None = None,
    creator: Token | None,
) -> Created:
    """Create a token that has only scopes of its creator, and that expires no later than its creator.

    A token of another person needs the scope people:write, because it acts in their name. If a link opened the session
    of the creator, the token ends with the access of those who made that link and earlier ones.

    `person_id` is the person that the token belongs to; None for a program's token. Without `days`, the token expires
    after DAYS_DEFAULT days, or earlier together with its creator. `is_endless`: the token never expires; only the
    program itself creates such a token, without a `creator`.
    """
    assert creator is None or not is_endless
    if creator is not None and not principals.is_present(tx, creator):
        raise Unauthorized(REVOKED)  # another process ended or reduced it, which is still cached in this process
    name, problems = check_text(name, pointer="/name", chars_max=rules.NAME_CHARS_MAX)
    if not scopes:
        problems.append(FieldError(pointer="/scopes", code="empty", detail="Name at least one scope or bundle."))
    if days is not None and not 1 <= days <= rules.DAYS_MAX:
        problems.append(FieldError(pointer="/days", code="range", detail=f"Use 1 to {rules.DAYS_MAX} days."))
    expires_at = None if is_endless else _end(tx.now, days, creator, problems)
    if receiver_id is not None and receivers.find(tx, receiver_id) is None:
        problems.append(FieldError(pointer="/receiver", code="not_found", detail="There is no such receiver."))
    if person_id is not None:
        problems += _beyond_person(tx, person_id, scopes, receiver_id)
    if problems:
        raise Invalid(fields=tuple(problems))
    if creator is not None and (missing := scopes - creator.scopes):
        raise Forbidden(f"Your own token lacks {', '.join(sorted(missing))}, so it cannot grant that.")
    if creator is not None and person_id not in (None, creator.person_id) and Scope.PEOPLE_WRITE not in creator.scopes:
        raise Forbidden(f"Your own token lacks {Scope.PEOPLE_WRITE}, so it cannot create a token of another person.")
    text = rules.make_token(random_bytes(rules.RANDOM_BYTES))
    token = Token(
        id=ids.token(),
        name=name,
        scopes=scopes,
        receiver_ids=None if receiver_id is None else frozenset({receiver_id}),
        created_at=tx.now,
        expires_at=expires_at,
        last_used_at=None,
        created_by=None if creator is None else creator.id,
        person_id=person_id,
        link_makers=inherited(creator),
    )
    stored.insert(tx, token, rules.hash_of(text.reveal()))
    return Created(token=token, text=text)


def _beyond_person(
    tx: Transaction, person_id: str, scopes: frozenset[Scope], receiver_id: ReceiverId | None
) -> list[FieldError]:
    """Return why a person can't have a token with these scopes, bound to this receiver."""
    person = people.find(tx, person_id)
    if person is None or not person.is_active:
        return [FieldError(pointer="/person", code="not_found", detail="There is no such active person.")]
    problems = []
    if missing := scopes - person.role.scopes:
        detail = f"The role {person.role} lacks {', '.join(sorted(missing))}."
        problems.append(FieldError(pointer="/scopes", code="scope", detail=detail))
    if receiver_id is not None and person.receiver_ids is not None and receiver_id not in person.receiver_ids:
        detail = "This person is limited to other receivers."
        problems.append(FieldError(pointer="/receiver", code="not_found", detail=detail))
    return problems


def _end(now: Instant, days: int | None, creator: Token | None, problems: list[FieldError]) -> Instant:
    """Return the time at which a new token expires. Add a problem if its creator expires earlier than `days` allow."""
    latest = None if creator is None else creator.expires_at
    end = after(now, seconds=(rules.DAYS_DEFAULT if days is None else days) * DAY_S)
    if latest is None or end <= latest:
        return end
    if days is not None and 1 <= days <= rules.DAYS_MAX:
        whole_days = (latest - now) // (DAY_S * SECOND_US)
        advice = f"use at most {whole_days}, or leave it out" if whole_days else "leave it out"
        detail = f"A token cannot outlast its creator, and yours expires at {to_text(latest)}: {advice}."
        problems.append(FieldError(pointer="/days", code="range", detail=detail))
    return latest


def revoke(tx: Transaction, token_id: str, *, by: Token | None = None, with_children: bool = False) -> int:
    """Revoke a token. `with_children` also revokes all tokens created with it, directly or indirectly.

    Tokens created in a session that depends on a link of the token count as created with the token. `by` must
    have all scopes of the revoked tokens; otherwise raise Forbidden, which names the missing scopes.
    """
    token = stored.find(tx, token_id)
    if token is None:
        raise NotFound("There is no such token.")
    scopes = token.scopes | (stored.descendant_scopes(tx, token_id) if with_children else frozenset())
    if by is not None and (missing := scopes - by.scopes):
        what = "this token and those made with it" if with_children else "this token"
        raise Forbidden(f"Your own token lacks {', '.join(sorted(missing))}, so it cannot revoke {what}.")
    children = stored.delete_descendants(tx, token_id) if with_children else 0
    stored.delete(tx, token_id)
    sessions.delete_without_maker(tx)
    return children


async def make_operator_token(
    database: Database, file: Path, *, ids: Ids, random_bytes: RandomBytes, unless_there: bool = False
) -> None:
    """Create the operator's token, and write its text to a file in the data folder.

    `unless_there`: do nothing if the database already has an operator token that never expires.
    """
    create_it = partial(create, is_endless=True, ids=ids, random_bytes=random_bytes, name=OPERATOR, creator=None)

    def make(tx: Transaction) -> Created | None:
        if unless_there and stored.has_non_expiring(tx, OPERATOR):
            return None
        return create_it(tx, scopes=BUNDLES["operator"])

    created = await database.write(make)
    if created is None:
        return
    try:
        durable_files.write_private(file, f"{created.text.reveal()}\n".encode())
    except OSError as error:
        raise StorageRefused(f"The token file {file} cannot be created: {error.strerror}.") from error
