"""Access tokens for receivers from a certified provider: the happy path, expiry, and a wrong secret."""

from collections.abc import Iterator

import pytest

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.secret import Secret
from tests.openid.real_provider import real_provider
from tests.openid.scripted_provider import CLIENT_ID, CLIENT_SECRET, ScriptedProvider
from tests.sending.test_grants import Source, running

pytestmark = pytest.mark.sqlite_only("tokens are not stored")


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    with real_provider() as issuer:
        yield issuer


def source_of(issuer: str, secret: str = CLIENT_SECRET) -> Source:
    return Source(ScriptedProvider(url=issuer), client_id=CLIENT_ID, client_secret=Secret(secret), scope="plants")


def test_a_token_is_issued_used_until_shortly_before_it_expires_and_renewed(issuer: str) -> None:
    source = source_of(issuer)

    async def test() -> None:
        assert (await source.attempt()).accepted
        source.clock.move(569)
        assert (await source.attempt()).accepted
        source.clock.move(1)
        assert (await source.attempt()).accepted

    running(source, test)
    first, second, third = source.bearers
    assert first == second != third and len(first) > 20


def test_a_wrong_client_secret_is_named(issuer: str) -> None:
    source = source_of(issuer, "wrong")

    async def test() -> None:
        outcome = await source.attempt()
        assert outcome.kind is OutcomeKind.AUTHORIZATION_FAILED and "(invalid_client)" in outcome.detail

    running(source, test)
    assert source.requests == []
