"""The passkeys and accounts with which a person signs in, and who made the links through which they were added."""

from collections.abc import Mapping

from plantstore.domain.timestamps import text_or_none, to_text
from plantstore.storage.database import Transaction
from plantstore.storage.queries.maker_names import names_of
from plantstore.storage.tables import openid, passkeys
from plantstore.web.api.people import schemas


def ways_of(tx: Transaction, person_id: str) -> schemas.SignInWays:
    """Return a person's passkeys and accounts, each kind in the order in which they were added."""
    keys, accounts = passkeys.of_person(tx, person_id), openid.of_person(tx, person_id)
    chains = [*(one.link_makers for one in keys), *(one.link_makers for one in accounts)]
    names = names_of(tx, {maker for chain in chains for maker in chain})
    return schemas.SignInWays(
        passkeys=[
            schemas.Passkey(
                id=one.id,
                name=one.name,
                created_at=to_text(one.created_at),
                last_used_at=text_or_none(one.last_used_at),
                works=one.suspicious_at is None,
                added_through=_makers(one.link_makers, names),
            )
            for one in keys
        ],
        accounts=[
            schemas.Account(
                id=one.id,
                issuer=one.issuer,
                subject=one.subject,
                linked_at=to_text(one.created_at),
                last_used_at=to_text(one.last_used_at),
                linked_by=_makers(one.link_makers, names),
            )
            for one in accounts
        ],
    )


def _makers(ids: tuple[str, ...], names: Mapping[str, str]) -> list[schemas.LinkMaker]:
    return [schemas.LinkMaker(id=one, name=names.get(one)) for one in ids]
