"""Sessions: how they are opened, as which token, and what ends them."""

from dataclasses import replace
from random import Random

import pytest

from plantstore.core.ids import Ids
from plantstore.domain.errors import Forbidden, NotFound, Unauthorized
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.session import LINK_S_MAX, SESSION_IDLE_S_MAX, SESSIONS_MAX
from plantstore.domain.timestamps import after
from plantstore.domain.token import BUNDLES, Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import receivers
from plantstore.web.auth import sessions, tokens
from plantstore.web.auth.tokens import Created
from tests.makers import NOON, RECEIVER, a_receiver
from tests.still_clock import StillClock

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

different = Random(7).randbytes
STAFF, OPERATOR = BUNDLES["staff"], BUNDLES["operator"]


def a_token(tx: Transaction, scopes: frozenset[Scope] = OPERATOR, receiver: ReceiverId | None = None) -> Created:
    ids = Ids(StillClock(), different)
    return tokens.create(
        tx, ids=ids, random_bytes=different, name="x", scopes=scopes, receiver_id=receiver, creator=None
    )


def link(tx: Transaction, creator: Created, token_id: str = "") -> str:
    made = sessions.make_link(tx, random_bytes=different, creator=creator.token, token_id=token_id or creator.token.id)
    return made.key.reveal()


def at(tx: Transaction, seconds: float) -> Transaction:
    return Transaction(tx.connection, after(NOON, seconds=seconds))


def test_a_token_opens_a_session_that_acts_as_it(tx: Transaction) -> None:
    made = a_token(tx, STAFF)

    signed_in = sessions.sign_in_by_token(tx, made.text.reveal(), random_bytes=different)

    assert signed_in.token == made.token
    assert sessions.find(tx, signed_in.key.reveal()) == signed_in
    assert (signed_in.session.opened_at, signed_in.session.proved_at) == (NOON, NOON)


def test_an_invalid_token_opens_no_session(tx: Transaction) -> None:
    for text in ["", "pst_", "pst_" + "0" * 36, "x" * 100_000, "pst_\x00", "☃"]:
        a_token(tx)

        with pytest.raises(Unauthorized, match="not valid"):
            sessions.sign_in_by_token(tx, text, random_bytes=different)


def test_a_link_is_for_the_token_it_was_made_for(tx: Transaction) -> None:
    operator, staff = a_token(tx), a_token(tx, STAFF)

    signed_in = sessions.sign_in_by_link(tx, link(tx, operator, staff.token.id), random_bytes=different)

    maker_id = operator.token.id
    assert signed_in.token == replace(staff.token, acts_by_link_of=maker_id, link_makers=(maker_id,))


def test_a_link_cannot_exceed_the_scopes_of_its_creator(tx: Transaction) -> None:
    operator, staff = a_token(tx), a_token(tx, STAFF)

    with pytest.raises(Forbidden, match=r"lacks .*tokens:write"):
        link(tx, staff, operator.token.id)


def test_a_link_to_a_token_of_one_receiver_opens_that_one_only(tx: Transaction) -> None:
    receivers.insert(tx, a_receiver())
    bound = a_token(tx, frozenset({Scope.EVENTS_READ}), RECEIVER)

    signed_in = sessions.sign_in_by_link(tx, link(tx, a_token(tx), bound.token.id), random_bytes=different)

    assert signed_in.token.receiver_ids == frozenset({RECEIVER})


def test_a_link_needs_an_existing_valid_token(tx: Transaction) -> None:
    operator, gone = a_token(tx), a_token(tx)
    tokens.revoke(tx, gone.token.id)

    for token_id in (gone.token.id, "tok_nothing"):
        with pytest.raises(NotFound):
            link(tx, operator, token_id)
    with pytest.raises(NotFound):
        link(at(tx, 90 * 86_400), operator)


@pytest.mark.both_engines
def test_a_link_works_once(tx: Transaction) -> None:
    key = link(tx, a_token(tx))
    sessions.sign_in_by_link(tx, key, random_bytes=different)

    with pytest.raises(Unauthorized, match="already used"):
        sessions.sign_in_by_link(tx, key, random_bytes=different)


def test_a_link_works_for_ten_minutes(tx: Transaction) -> None:
    operator = a_token(tx)
    one, other = link(tx, operator), link(tx, operator)

    sessions.sign_in_by_link(at(tx, LINK_S_MAX - 0.001), one, random_bytes=different)
    with pytest.raises(Unauthorized):
        sessions.sign_in_by_link(at(tx, LINK_S_MAX), other, random_bytes=different)


@pytest.mark.both_engines
def test_keys_of_links_and_sessions_are_not_interchangeable(tx: Transaction) -> None:
    operator = a_token(tx)
    key = link(tx, operator)
    signed_in = sessions.sign_in_by_token(tx, operator.text.reveal(), random_bytes=different)

    assert sessions.find(tx, key) is None
    with pytest.raises(Unauthorized):
        sessions.sign_in_by_link(tx, signed_in.key.reveal(), random_bytes=different)


@pytest.mark.both_engines
def test_a_session_from_anothers_link_makes_links_to_its_own_token_only(tx: Transaction) -> None:
    maker, person, other = a_token(tx), a_token(tx), a_token(tx, STAFF)
    signed_in = sessions.sign_in_by_link(tx, link(tx, maker, person.token.id), random_bytes=different)
    inside = Created(token=signed_in.token, text=person.text)

    again = sessions.sign_in_by_link(tx, link(tx, inside), random_bytes=different)

    with pytest.raises(Forbidden, match="signed in by a link"):
        link(tx, inside, other.token.id)
    tokens.revoke(tx, maker.token.id)
    assert [sessions.find(tx, one.key.reveal()) for one in (signed_in, again)] == [None, None]


def test_signing_in_by_ones_own_link_keeps_all_rights(tx: Transaction) -> None:
    person, other = a_token(tx), a_token(tx, STAFF)
    signed_in = sessions.sign_in_by_link(tx, link(tx, person), random_bytes=different)

    assert link(tx, Created(token=signed_in.token, text=person.text), other.token.id)


def test_signing_in_again_ends_the_previous_session(tx: Transaction) -> None:
    text = a_token(tx).text.reveal()
    before = sessions.sign_in_by_token(tx, text, random_bytes=different)

    after_it = sessions.sign_in_by_token(tx, text, random_bytes=different, instead_of=before.key.reveal())

    assert sessions.find(tx, before.key.reveal()) is None
    assert sessions.find(tx, after_it.key.reveal()) is not None


def test_entering_the_token_again_renews_the_session_key(tx: Transaction) -> None:
    text = a_token(tx).text.reveal()
    before = sessions.sign_in_by_token(tx, text, random_bytes=different)

    again = sessions.prove_again(at(tx, 600), before, text, random_bytes=different)

    assert again.session.proved_at == after(NOON, seconds=600)
    assert again.key.reveal() != before.key.reveal()
    assert sessions.find(tx, before.key.reveal()) is None


def test_another_token_does_not_renew_the_session(tx: Transaction) -> None:
    mine, other = a_token(tx), a_token(tx)
    before = sessions.sign_in_by_token(tx, mine.text.reveal(), random_bytes=different)

    with pytest.raises(Unauthorized, match="another token"):
        sessions.prove_again(tx, before, other.text.reveal(), random_bytes=different)


def test_a_session_ends_with_its_token(tx: Transaction) -> None:
    made = a_token(tx)
    key = sessions.sign_in_by_token(tx, made.text.reveal(), random_bytes=different).key.reveal()
    assert sessions.find(at(tx, SESSION_IDLE_S_MAX - 1), key) is not None

    assert sessions.find(at(tx, SESSION_IDLE_S_MAX), key) is None
    tokens.revoke(tx, made.token.id)
    assert sessions.find(tx, key) is None


@pytest.mark.both_engines
def test_signing_in_deletes_ended_sessions(tx: Transaction) -> None:
    made = a_token(tx)
    sessions.sign_in_by_token(tx, made.text.reveal(), random_bytes=different)
    link(tx, made)

    sessions.sign_in_by_token(at(tx, SESSION_IDLE_S_MAX), made.text.reveal(), random_bytes=different)

    assert tx.execute("SELECT count(*) FROM sessions") == [(1,)]
    assert tx.execute("SELECT count(*) FROM sign_in_links") == [(0,)]


def test_a_key_has_256_bits_and_is_never_shown_by_accident(tx: Transaction) -> None:
    asked: list[int] = []

    def random_bytes(size: int) -> bytes:
        asked.append(size)
        return different(size)

    signed_in = sessions.sign_in_by_token(tx, a_token(tx).text.reveal(), random_bytes=random_bytes)

    assert asked == [32]
    assert signed_in.key.reveal() not in repr(signed_in)


def test_the_owner_of_the_data_folder_gets_a_link_by_the_token_in_it(tx: Transaction) -> None:
    made = a_token(tx)

    owners = sessions.make_owners_link(tx, random_bytes=different, token_text=made.text.reveal())

    assert owners is not None
    assert sessions.sign_in_by_link(tx, owners.key.reveal(), random_bytes=different).token.id == made.token.id
    assert sessions.make_owners_link(tx, random_bytes=different, token_text="pst_wrong") is None
    ended = at(tx, 90 * 86_400)
    assert sessions.make_owners_link(ended, random_bytes=different, token_text=made.text.reveal()) is None


@pytest.mark.both_engines
def test_beyond_the_limit_the_least_recently_used_session_ends(tx: Transaction) -> None:
    token, other = a_token(tx), a_token(tx)
    first, *rest = [
        sessions.sign_in_by_token(at(tx, number), one.text.reveal(), random_bytes=different).key.reveal()
        for number, one in enumerate([token, other, *[token] * (SESSIONS_MAX - 1)])
    ]
    assert sessions.find(at(tx, 60), first) is not None

    newest = sessions.sign_in_by_token(at(tx, 60), token.text.reveal(), random_bytes=different).key.reveal()

    assert sessions.find(at(tx, 60), first) is None
    assert all(sessions.find(at(tx, 60), key) is not None for key in [*rest, newest])
