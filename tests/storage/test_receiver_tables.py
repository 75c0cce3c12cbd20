"""Every function of storage/tables/receivers.py, web/auth/tokens.py, idempotency.py."""

from typing import Any

import pytest

from plantstore.domain.errors import KeyReused
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Credentials, Payload
from plantstore.domain.receivers.signature import make_secret
from plantstore.domain.secret import AccessToken, Secret
from plantstore.domain.timestamps import Instant, after
from plantstore.domain.token import Scope, Token, TokenState
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.tables import idempotency, receivers, tokens
from tests.makers import NOON, RECEIVER, a_receiver

DAY_S = 86_400


@pytest.fixture
def secret_box() -> SecretBox:
    return SecretBox(b"k" * 32, lambda count: b"n" * count)


def at(tx: Transaction, instant: Instant) -> Transaction:
    return Transaction(tx.connection, instant)


def a_token(id: str = "tok_1", **changes: object) -> Token:
    values: dict[str, object] = {
        "id": id,
        "name": "shop",
        "scopes": frozenset({Scope.PLANTS_READ, Scope.PLANTS_WRITE}),
        "receiver_ids": None,
        "created_at": NOON,
        "expires_at": after(NOON, seconds=60),
        "last_used_at": None,
    }
    return Token(**(values | changes))  # type: ignore[arg-type]


def test_a_receiver_comes_back_as_it_was_stored(tx: Transaction) -> None:
    receiver = a_receiver(deadline_s=7.5, payload=Payload.BASIC, start=5, cursor=4, built_in=True)

    receivers.insert(tx, receiver)

    assert receivers.find(tx, receiver.id) == receiver
    assert receivers.find_built_in(tx) == receiver
    assert receivers.find(tx, ReceiverId(99)) is None
    assert tx.changes.receivers == {receiver.id}


def test_many_cursors_move_together_and_never_back(tx: Transaction) -> None:
    ids = [ReceiverId(number) for number in range(1, 101)]
    for one in ids:
        receivers.insert(tx, a_receiver(id=one, cursor=50))

    receivers.move_cursors(tx, {one: int(one) for one in ids[:99]})

    assert tx.execute("SELECT id, cursor FROM receivers ORDER BY id") == [(one, max(one % 100, 50)) for one in ids]


def test_a_change_leaves_the_cursor_to_the_recorder(tx: Transaction) -> None:
    receivers.insert(tx, a_receiver())
    receivers.move_cursor(tx, RECEIVER, 9)
    changed = a_receiver(
        name="search index", url="https://index.example/x", max_concurrency=3, deadline_s=3.0, version=2
    )

    receivers.update(tx, changed)

    found = receivers.find(tx, RECEIVER)
    assert found is not None
    assert (found.name, found.url, found.max_concurrency, found.deadline_s) == (
        "search index",
        "https://index.example/x",
        3,
        3.0,
    )
    assert found.cursor == 9


def test_a_cursor_never_moves_back(tx: Transaction) -> None:
    receivers.insert(tx, a_receiver())

    receivers.move_cursor(tx, RECEIVER, 9)
    receivers.move_cursor(tx, RECEIVER, 3)

    found = receivers.find(tx, RECEIVER)
    assert found is not None
    assert found.cursor == 9


def test_a_deleted_receiver_is_in_no_list_and_its_secrets_are_gone(tx: Transaction, secret_box: SecretBox) -> None:
    receivers.insert(tx, a_receiver())
    receivers.insert(tx, a_receiver(8))
    receivers.set_access_token(tx, secret_box, RECEIVER, AccessToken("token"))

    receivers.mark_deleted(tx, RECEIVER)

    assert receivers.find(tx, RECEIVER) is None
    assert [one.id for one in receivers.page(tx, limit=10)] == [8]
    assert receivers.count(tx) == 1
    assert receivers.registered(tx, [RECEIVER, ReceiverId(8)]) == {8}
    assert tx.execute("SELECT count(*) FROM receiver_secrets") == [(0,)]


def test_a_signing_secret_is_never_stored_in_place_of_the_access_token(tx: Transaction, secret_box: SecretBox) -> None:
    secret: Any = make_secret(b"s" * 32)

    with pytest.raises(TypeError, match="access token"):
        receivers.set_access_token(tx, secret_box, RECEIVER, secret)

    assert not tx.execute("SELECT 1 FROM receiver_secrets")


def test_credentials_are_sealed_and_come_back_newest_first(tx: Transaction, secret_box: SecretBox) -> None:
    receivers.insert(tx, a_receiver())
    receivers.set_access_token(tx, secret_box, RECEIVER, AccessToken("first"))
    receivers.add_signing_secret(tx, secret_box, RECEIVER, Secret("whsec_old"))
    next_day = at(tx, after(NOON, seconds=86_400))
    receivers.set_access_token(next_day, secret_box, RECEIVER, AccessToken("second"))
    receivers.add_signing_secret(next_day, secret_box, RECEIVER, Secret("whsec_new"))

    found = receivers.credentials(tx, secret_box, RECEIVER)

    assert found == Credentials(access_token=AccessToken("second"), secrets=(Secret("whsec_new"), Secret("whsec_old")))
    stored = b"".join(row[0] for row in tx.execute("SELECT sealed FROM receiver_secrets"))
    assert b"whsec" not in stored
    assert b"second" not in stored


def rotating(tx: Transaction, secret_box: SecretBox, *secrets: str, seconds: int) -> None:
    """Register with the first secret and rotate to each of the others, all in one instant."""
    receivers.insert(tx, a_receiver())
    receivers.set_access_token(tx, secret_box, RECEIVER, AccessToken("token"))
    receivers.add_signing_secret(tx, secret_box, RECEIVER, Secret(secrets[0]))
    for secret in secrets[1:]:
        receivers.rotate_signing_secret(
            tx, secret_box, RECEIVER, Secret(secret), old_ends_at=after(NOON, seconds=seconds)
        )


def test_a_rotated_secret_is_the_newest_and_the_one_before_has_an_end(tx: Transaction, secret_box: SecretBox) -> None:
    rotating(tx, secret_box, "whsec_old", "whsec_new", seconds=60)

    assert receivers.credentials(tx, secret_box, RECEIVER) == Credentials(
        access_token=AccessToken("token"),
        secrets=(Secret("whsec_new"), Secret("whsec_old")),
        old_secrets_end_at=after(NOON, seconds=60),
    )
    assert RECEIVER in tx.changes.receivers


def test_the_order_of_secrets_does_not_depend_on_the_clock(tx: Transaction, secret_box: SecretBox) -> None:
    rotating(tx, secret_box, "whsec_old", seconds=60)

    earlier = at(tx, after(NOON, seconds=-3600))
    receivers.rotate_signing_secret(
        earlier, secret_box, RECEIVER, Secret("whsec_new"), old_ends_at=after(NOON, seconds=60)
    )

    assert receivers.credentials(tx, secret_box, RECEIVER).secrets == (Secret("whsec_new"), Secret("whsec_old"))


def test_an_expired_secret_is_not_used_before_it_is_deleted(tx: Transaction, secret_box: SecretBox) -> None:
    rotating(tx, secret_box, "whsec_old", "whsec_new", seconds=60)

    found = receivers.credentials(at(tx, after(NOON, seconds=60)), secret_box, RECEIVER)

    assert found == Credentials(access_token=AccessToken("token"), secrets=(Secret("whsec_new"),))


def test_a_second_rotation_ends_the_oldest_secret_immediately(tx: Transaction, secret_box: SecretBox) -> None:
    rotating(tx, secret_box, "whsec_oldest", "whsec_old", "whsec_new", seconds=60)

    assert receivers.credentials(tx, secret_box, RECEIVER).secrets == (Secret("whsec_new"), Secret("whsec_old"))


def test_expired_secrets_are_deleted_and_their_receivers_reported(tx: Transaction, secret_box: SecretBox) -> None:
    rotating(tx, secret_box, "whsec_old", "whsec_new", seconds=60)
    before, then = at(tx, after(NOON, seconds=59)), at(tx, after(NOON, seconds=60))

    receivers.remove_expired_secrets(before)
    assert tx.execute("SELECT count(*) FROM receiver_secrets") == [(3,)]
    assert before.changes.receivers == set()

    receivers.remove_expired_secrets(then)
    assert tx.execute("SELECT count(*) FROM receiver_secrets WHERE expires_at IS NULL") == [(2,)]
    assert tx.execute("SELECT count(*) FROM receiver_secrets") == [(2,)]
    assert then.changes.receivers == {RECEIVER}


def test_a_token_is_found_by_its_hash_only(tx: Transaction) -> None:
    token = a_token(receiver_ids=frozenset({RECEIVER}))
    tokens.insert(tx, token, b"h" * 32)

    assert tokens.find_by_hash(tx, b"h" * 32) == token
    assert tokens.find_by_hash(tx, b"x" * 32) is None
    assert tokens.find(tx, "tok_1") == token
    assert tokens.count(tx) == 1


def test_tokens_are_listed_used_and_revoked(tx: Transaction) -> None:
    for number in (1, 2, 3):
        tokens.insert(
            tx,
            a_token(f"tok_{number}", receiver_ids=frozenset({RECEIVER}) if number == 3 else None),
            bytes([number]) * 32,
        )

    tokens.record_use(tx, {"tok_2": after(NOON, seconds=5)})

    assert [one.id for one in tokens.page(tx, tokens.TokenFilter(), keyset=KeysetPage(position="tok_1"), limit=10)] == [
        "tok_2",
        "tok_3",
    ]
    used = tokens.find(tx, "tok_2")
    assert used is not None
    assert used.last_used_at == after(NOON, seconds=5)
    assert tokens.delete(tx, "tok_1")
    assert not tokens.delete(tx, "tok_1")
    tokens.delete_of_receiver(tx, RECEIVER)
    assert [one.id for one in tokens.page(tx, tokens.TokenFilter(), limit=10)] == ["tok_2"]


def test_tokens_are_filtered(tx: Transaction) -> None:
    given: dict[str, dict[str, object]] = {
        "tok_1": {"expires_at": None, "last_used_at": after(NOON, seconds=50)},
        "tok_2": {"expires_at": after(NOON, seconds=90 * DAY_S), "scopes": frozenset({Scope.PLANTS_READ})},
        "tok_3": {"expires_at": after(NOON, seconds=8 * DAY_S), "receiver_ids": frozenset({RECEIVER})},
    }
    for number, (id, changes) in enumerate(given.items()):
        tokens.insert(tx, a_token(id, **changes), bytes([number]) * 32)

    def ids(at_s: float = 0, **chosen: Any) -> list[str]:
        then = at(tx, after(NOON, seconds=at_s))
        return [one.id for one in tokens.page(then, tokens.TokenFilter(**chosen), limit=10)]

    assert ids() == ["tok_1", "tok_2", "tok_3"]
    assert ids(scope=Scope.PLANTS_READ) == ["tok_1", "tok_2", "tok_3"]
    assert ids(scope=Scope.PLANTS_WRITE) == ["tok_1", "tok_3"]
    assert ids(receiver_id=RECEIVER) == ["tok_3"]
    assert ids(unused_since=after(NOON, seconds=50)) == ["tok_2", "tok_3"]
    assert ids(unused_since=NOON) == []
    assert ids(unused_since=after(NOON, seconds=51), scope=Scope.PLANTS_WRITE) == ["tok_1", "tok_3"]


@pytest.mark.parametrize("life_s", [None, 4, 8 * DAY_S, 56 * DAY_S, 90 * DAY_S])
def test_the_sql_of_token_states_agrees_with_the_domain(tx: Transaction, life_s: int | None) -> None:
    token = a_token(expires_at=None if life_s is None else after(NOON, seconds=life_s))
    tokens.insert(tx, token, b"h" * 32)
    end_s = life_s or 0

    for edge_s in (0, end_s * 3 / 4, end_s - 14 * DAY_S, end_s):
        for then_us in (-1, 0, 1):
            then = at(tx, Instant(after(NOON, seconds=max(edge_s, 0)) + then_us))
            for state in TokenState:
                shown = tokens.page(then, tokens.TokenFilter(states=frozenset({state})), limit=10)
                assert shown == ([token] if token.state(then.now) is state else [])
            ending = [token] if token.state(then.now) is TokenState.ENDING else []
            assert (tokens.ending(then, limit=10), tokens.count_ending(then)) == (ending, len(ending))


def test_an_equal_request_gets_the_stored_response(tx: Transaction, secret_box: SecretBox) -> None:
    request = idempotency.Request(token_id="tok_1", key="k", hash=b"h" * 32)
    assert idempotency.find(tx, secret_box, request) is None

    idempotency.store(tx, secret_box, request, b"secret answer")

    assert idempotency.find(tx, secret_box, request) == b"secret answer"
    assert b"secret" not in tx.execute("SELECT answer FROM idempotency")[0][0]
    other_token = idempotency.Request(token_id="tok_2", key="k", hash=b"h" * 32)
    assert idempotency.find(tx, secret_box, other_token) is None


def test_one_key_does_not_serve_two_requests(tx: Transaction, secret_box: SecretBox) -> None:
    idempotency.store(tx, secret_box, idempotency.Request(token_id="tok_1", key="k", hash=b"a" * 32), b"answer")

    with pytest.raises(KeyReused):
        idempotency.find(tx, secret_box, idempotency.Request(token_id="tok_1", key="k", hash=b"b" * 32))


def test_a_key_lives_for_a_day(tx: Transaction, secret_box: SecretBox) -> None:
    request = idempotency.Request(token_id="tok_1", key="k", hash=b"a" * 32)
    idempotency.store(tx, secret_box, request, b"answer")
    just_before, a_day_on = (at(tx, after(NOON, seconds=idempotency.KEPT_S + step)) for step in (-1, 0))

    assert idempotency.find(just_before, secret_box, request) == b"answer"
    assert idempotency.remove_old(just_before, limit=10) == 0
    assert idempotency.find(a_day_on, secret_box, request, make_room=True) is None
    other = idempotency.Request(token_id="tok_1", key="k", hash=b"b" * 32)
    idempotency.store(a_day_on, secret_box, other, b"anew")
    assert idempotency.find(a_day_on, secret_box, other) == b"anew"
    assert idempotency.remove_old(at(tx, after(NOON, seconds=3 * idempotency.KEPT_S)), limit=10) == 1
