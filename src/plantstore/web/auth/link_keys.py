"""One-time links: their keys, which only the recipient has, and when they expire."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from plantstore.core.ids import RandomBytes
from plantstore.domain.errors import Forbidden
from plantstore.domain.secret import Secret
from plantstore.domain.session import LINK_MAKERS_MAX
from plantstore.domain.timestamps import Instant, after
from plantstore.domain.token import Token, hash_of
from plantstore.storage.database import Transaction
from plantstore.storage.tables import sessions as stored
from plantstore.storage.tables.sessions import Link

KEY_BYTES = 32  # 256 random bits in the key of a session or a link
USED = "This link was already used, or has expired. Ask an operator for a new one, or run: plantstore console"


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeLink:
    """The key of a new sign-in link, and the time at which the link expires."""

    key: Secret
    expires_at: Instant


def insert(tx: Transaction, link: Link, *, random_bytes: RandomBytes, ends: Sequence[Instant] = ()) -> MadeLink:
    """Store a link with a new key. It expires by its kind, or at the first of `ends` if that is earlier."""
    stored.remove_ended(tx)
    key = make_key(random_bytes)
    whole = replace(link, expires_at=min([after(tx.now, seconds=link.kind.seconds_max), *ends]))
    stored.insert_link(tx, whole, hash_of(key.reveal()))
    return MadeLink(key=key, expires_at=whole.expires_at)


def origin(by: Token | None) -> dict[str, Any]:
    """Return the fields of a link that say who makes it: `created_by`, and `makers` of earlier links.

    The creator of a link that a token's session makes is the creator of the session's own link. Raise Forbidden if the
    link would depend on more than LINK_MAKERS_MAX people and tokens.
    """
    if by is None:
        return {"created_by": None}
    created_by = by.acts_by_link_of or by.id
    makers = tuple(dict.fromkeys(one for one in by.link_makers if one != created_by))
    _check_count((created_by, *makers))
    return {"created_by": created_by, "makers": makers}


def inherited(by: Token | None) -> tuple[str, ...]:
    """Return who made the links that something depends on which `by` adds in the present session, without `by` itself.

    Raise Forbidden if there are more than LINK_MAKERS_MAX.
    """
    makers = () if by is None else tuple(one for one in by.link_makers if one not in (by.id, by.person_id))
    _check_count(makers)
    return makers


def _check_count(makers: Sequence[str]) -> None:
    if len(makers) > LINK_MAKERS_MAX:
        raise Forbidden(
            "You are signed in by too many links, one after the other. Sign in another way, or with a token."
        )


def make_key(random_bytes: RandomBytes) -> Secret:
    """Return the key of a new session or link."""
    return Secret(base64.urlsafe_b64encode(random_bytes(KEY_BYTES)).rstrip(b"=").decode())
