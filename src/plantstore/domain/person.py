"""People: who may sign in to the console, in which role.

Every request acts as a `Token`. A person's session acts as a token that `principal` makes from the person, and a token
that belongs to a person never permits more than the person's present role.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from plantstore.domain.alerts.email_address import check_address
from plantstore.domain.errors import FieldError
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.domain.token import BUNDLES, Scope, Token

NAME_CHARS_MAX = 100
RECEIVERS_MAX = 50  # max receivers of a limited integrator; lists of deliveries merge as many


class Role(StrEnum):
    """What a person may do: the scopes are those of the bundle of the same name."""

    STAFF = "staff"
    INTEGRATOR = "integrator"
    OPERATOR = "operator"

    @property
    def scopes(self) -> frozenset[Scope]:
        return BUNDLES[self]


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person. `receiver_ids` limits an integrator to some receivers; None means no limit.

    `created_by` is the id of the person or token that invited them, or `store` for the first operator. `last_seen_at`
    is None until they sign in for the first time.
    """

    id: str
    name: str
    email: str | None
    role: Role
    receiver_ids: frozenset[ReceiverId] | None
    created_at: Instant
    created_by: str
    deactivated_at: Instant | None = None
    last_seen_at: Instant | None = None

    def __post_init__(self) -> None:
        assert self.receiver_ids is None or self.role is Role.INTEGRATOR

    @property
    def is_active(self) -> bool:
        return self.deactivated_at is None


def principal(person: Person) -> Token:
    """Return the token as which a person's session acts. It is not stored, and its id is the person's."""
    return Token(
        id=person.id,
        name=person.name,
        scopes=person.role.scopes,
        receiver_ids=person.receiver_ids,
        created_at=person.created_at,
        expires_at=None,
        last_used_at=person.last_seen_at,
        created_by=person.created_by,
        person_id=person.id,
    )


def capped(token: Token, person: Person | None) -> Token | None:
    """Return a person's token with no more permissions than the person has now; None if the person is not active."""
    if person is None or not person.is_active:
        return None
    return replace(
        token,
        name=f"{token.name} ({person.name})",
        scopes=token.scopes & person.role.scopes,
        receiver_ids=_common(token.receiver_ids, person.receiver_ids),
    )


def email_key(email: str) -> str:
    """Return the text by which addresses are compared: without case."""
    return email.lower()


def check_email(text: str, *, pointer: str) -> tuple[str, list[FieldError]]:
    """Return a trimmed e-mail address and its problems.

    >>> check_email(" owner@shop.example ", pointer="/email")
    ('owner@shop.example', [])
    """
    try:
        return check_address(text.strip(" ")), []
    except ValueError as error:
        return text, [FieldError(pointer=pointer, code="email", detail=str(error))]


def _common(ids: frozenset[ReceiverId] | None, others: frozenset[ReceiverId] | None) -> frozenset[ReceiverId] | None:
    if ids is None or others is None:
        return others if ids is None else ids
    return ids & others
