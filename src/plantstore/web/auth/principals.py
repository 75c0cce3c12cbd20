"""Who a request or a session acts as: a token of a program, a person, or a token that belongs to a person."""

from plantstore.domain import person as domain
from plantstore.domain.public_ids import PERSON_PREFIX
from plantstore.domain.token import Token
from plantstore.storage.database import Transaction
from plantstore.storage.tables import people, tokens


def find(tx: Transaction, principal_id: str) -> Token | None:
    """Return the valid principal with the id of a person or token, with its present permissions, or None."""
    if principal_id.startswith(PERSON_PREFIX):
        person = people.find(tx, principal_id)
        return domain.principal(person) if person is not None and person.is_active else None
    return _valid(tx, tokens.find(tx, principal_id))


def is_present(tx: Transaction, principal: Token) -> bool:
    """True if a principal, which this process may have cached, is still valid and has lost no permissions."""
    present = find(tx, principal.id)
    return present is not None and present.covers(principal)


def find_by_token_hash(tx: Transaction, token_hash: bytes) -> Token | None:
    """Return the valid token with this hash, with no more permissions than the person it belongs to, or None."""
    return _valid(tx, tokens.find_by_hash(tx, token_hash))


def _valid(tx: Transaction, token: Token | None) -> Token | None:
    if token is None or not token.is_valid(tx.now):
        return None
    return token if token.person_id is None else domain.capped(token, people.find(tx, token.person_id))
