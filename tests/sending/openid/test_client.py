"""The client against a provider that answers what a test says: the flow, what is cached, and what is refused."""

import asyncio
import base64
import ssl
from collections.abc import Awaitable, Iterator
from dataclasses import replace
from ipaddress import ip_network
from typing import Any
from urllib.parse import parse_qs, unquote_plus, urlsplit

import pytest

from plantstore.core.settings import Settings
from plantstore.domain.errors import Unauthorized
from plantstore.domain.openid import Account, Attempt, ProviderUnusable
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import Instant
from plantstore.sending.openid import client as client_module
from plantstore.sending.openid.client import CACHE_S, FAILED_S, KEYS_S_MIN, OpenIdClient
from plantstore.sending.openid.place import provider_of
from plantstore.sending.tls import make_tls_context
from tests.openid.scripted_provider import (
    CLIENT_ID,
    CLIENT_SECRET,
    SUBJECT,
    Answer,
    ScriptedProvider,
    at_hash,
    rsa_key,
    scripted_provider,
    signed,
)
from tests.still_clock import StillClock

TLS: ssl.SSLContext = make_tls_context()
ATTEMPT = Attempt(state="state-1", nonce="nonce-1", verifier="v" * 43)
LOOPBACK = (ip_network("127.0.0.0/8"),)


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
def provider(clock: StillClock) -> Iterator[ScriptedProvider]:
    with scripted_provider() as provider:
        provider.now_s = lambda: clock.now() / 1_000_000
        yield provider


def a_client(provider: ScriptedProvider, clock: StillClock, **more: Any) -> OpenIdClient:
    whole: dict[str, Any] = {
        "base_url": "https://store.example",
        "openid_issuer": provider.url,
        "openid_client_id": CLIENT_ID,
        "openid_client_secret": Secret(CLIENT_SECRET),
        "openid_allow_networks": LOOPBACK,
    } | more
    settings = Settings(**whole)
    place = provider_of(settings)
    assert place is not None
    return OpenIdClient(place, settings, clock=clock, tls=TLS)


async def account(
    client: OpenIdClient, provider: ScriptedProvider, *, since: Instant | None = None, wanted: tuple[str, ...] = ()
) -> Account:
    sent = provider.authorize(await client.authorization_address(ATTEMPT, again=since is not None))
    await client.check_issuer(sent["iss"])
    return await client.account(sent["code"], ATTEMPT, since=since, wanted=wanted)


async def refused(work: Awaitable[object], reason: str, kind: type[Exception] = Unauthorized) -> None:
    with pytest.raises(kind, match=reason):
        await work


async def test_a_code_becomes_an_account(provider: ScriptedProvider, clock: StillClock) -> None:
    client = a_client(provider, clock)
    provider.claims = {"name": "Robin", "groups": ["shop"], "at_hash": at_hash("at-1")}
    address = urlsplit(await client.authorization_address(ATTEMPT, again=True))

    found = await account(client, provider)

    assert found == Account(issuer=provider.url, subject=SUBJECT, name="Robin", email=None, values=frozenset({"shop"}))
    assert address.path == "/authorize"
    assert parse_qs(address.query) == {
        "policy": ["shop"],
        "client_id": [CLIENT_ID],
        "response_type": ["code"],
        "redirect_uri": ["https://store.example/sign-in/openid/callback"],
        "scope": ["openid profile email"],
        "state": ["state-1"],
        "nonce": ["nonce-1"],
        "code_challenge": [ATTEMPT.challenge],
        "code_challenge_method": ["S256"],
        "prompt": ["login"],
        "max_age": ["0"],
    }
    path, headers, form = provider.requests[-2]
    assert path == "/token" and form == {
        "grant_type": "authorization_code",
        "code": "code-1",
        "redirect_uri": "https://store.example/sign-in/openid/callback",
        "code_verifier": ATTEMPT.verifier,
    }
    sent = base64.b64decode(headers["authorization"].removeprefix("Basic ")).decode().split(":")
    assert [unquote_plus(one) for one in sent] == [CLIENT_ID, CLIENT_SECRET]


async def test_a_provider_that_wants_it_gets_the_secret_in_the_form(
    provider: ScriptedProvider, clock: StillClock
) -> None:
    provider.metadata = {"token_endpoint_auth_methods_supported": ["private_key_jwt", "client_secret_post"]}

    await account(a_client(provider, clock), provider)

    _, headers, form = next(one for one in provider.requests if one[0] == "/token")
    assert form["client_id"] == CLIENT_ID and form["client_secret"] == CLIENT_SECRET
    assert "authorization" not in headers


async def test_metadata_and_keys_are_fetched_once(provider: ScriptedProvider, clock: StillClock) -> None:
    client = a_client(provider, clock)

    await asyncio.gather(*(client.metadata() for _ in range(20)), *(client.keys() for _ in range(20)))

    assert sorted(provider.paths()) == ["/.well-known/openid-configuration", "/keys"]
    clock.move(CACHE_S)
    await client.keys()
    assert len(provider.requests) == 4


async def test_an_unknown_key_fetches_the_keys_again_but_not_often(
    provider: ScriptedProvider, clock: StillClock
) -> None:
    client = a_client(provider, clock)
    await account(client, provider)
    provider.make_token = lambda claims: signed(claims, key=rsa_key("new"))

    for _ in range(3):
        await refused(account(client, provider), "isn't published")
    assert provider.paths().count("/keys") == 1
    clock.move(KEYS_S_MIN)
    for _ in range(3):
        await refused(account(client, provider), "isn't published")
    assert provider.paths().count("/keys") == 2
    provider.keys = [rsa_key("new")]
    clock.move(KEYS_S_MIN)
    assert (await account(client, provider)).subject == SUBJECT


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        ({"issuer": "https://evil.example"}, "calls itself https://evil.example"),
        ({"issuer": "\x1b[2J<b>"}, r"\\x1b\[2J<b>"),
        ({"id_token_signing_alg_values_supported": ["HS256", "none"]}, "none of RS256"),
        ({"token_endpoint_auth_methods_supported": ["none"]}, "neither client_secret_basic"),
        ({"code_challenge_methods_supported": ["plain"]}, "PKCE"),
        ({"token_endpoint": "http://login.example/token"}, "Use https"),
        ({"token_endpoint": "file:///etc/passwd"}, "token_endpoint"),
        ({"authorization_endpoint": "javascript:alert(1)"}, "authorization_endpoint"),
        ({"authorization_endpoint": "https://login.example/a#b"}, "authorization_endpoint"),
        ({"end_session_endpoint": "https://u:p@login.example/end"}, "end_session_endpoint"),
        ({"jwks_uri": None}, "jwks_uri"),
    ],
)
async def test_metadata_that_cannot_be_trusted_are_refused(
    provider: ScriptedProvider, clock: StillClock, metadata: dict[str, Any], reason: str
) -> None:
    provider.metadata = metadata

    await refused(a_client(provider, clock).metadata(), reason, ProviderUnusable)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(302, headers=(("location", "http://127.0.0.1:1/"),)), "status 302"),
        (Answer(500), "status 500"),
        (Answer(200, b"<html>"), "not JSON"),
        (Answer(200, b'{"a":' * 8_000), "not JSON"),
        (Answer(200, b'{"a":' * 15_000), "more than 8,192 values"),
        (Answer(200, endless=True), "larger"),
        (Answer(200, b"{}", wait_s=5.0), "within"),
    ],
)
async def test_a_provider_that_misbehaves_costs_little(
    provider: ScriptedProvider, clock: StillClock, monkeypatch: pytest.MonkeyPatch, answer: Answer, reason: str
) -> None:
    monkeypatch.setattr(client_module, "DEADLINE_S", 0.5)
    provider.answers["/.well-known/openid-configuration"] = answer
    client = a_client(provider, clock)

    async with asyncio.timeout(3):
        for _ in range(5):
            await refused(client.metadata(), reason, ProviderUnusable)

    assert len(provider.requests) == 1, "a failure is remembered"
    del provider.answers["/.well-known/openid-configuration"]
    clock.move(FAILED_S)
    assert (await client.metadata()).sends_issuer


async def test_a_private_address_needs_a_setting(provider: ScriptedProvider, clock: StillClock) -> None:
    await refused(
        a_client(provider, clock, openid_allow_networks=()).metadata(),
        "PLANTSTORE_OPENID_ALLOW_NETWORKS=127.0.0.0/8",
        ProviderUnusable,
    )
    provider.metadata = {"token_endpoint": "https://169.254.169.254/token"}
    await refused(account(a_client(provider, clock), provider), "169.254.169.254 is", ProviderUnusable)


async def test_the_response_must_come_from_the_provider_that_was_asked(
    provider: ScriptedProvider, clock: StillClock
) -> None:
    client = a_client(provider, clock)

    await client.check_issuer(provider.url)
    for issuer in (None, "", "https://evil.example", provider.url + "/"):
        await refused(client.check_issuer(issuer), "another provider")
    provider.metadata = {"authorization_response_iss_parameter_supported": False}
    older = a_client(provider, clock)
    await older.check_issuer(None)
    await refused(older.check_issuer("https://evil.example"), "another provider")


async def test_a_code_works_once_and_only_for_this_attempt(provider: ScriptedProvider, clock: StillClock) -> None:
    client = a_client(provider, clock)
    await account(client, provider)

    await refused(client.account("code-1", ATTEMPT, since=None, wanted=()), "invalid_grant")
    code = provider.authorize(await client.authorization_address(replace(ATTEMPT, nonce="other"), again=False))["code"]
    await refused(client.account(code, ATTEMPT, since=None, wanted=()), "another sign-in")


@pytest.mark.parametrize(
    ("answer", "kind", "reason"),
    [
        (Answer(401, b'{"error":"invalid_client"}'), ProviderUnusable, "PLANTSTORE_OPENID_CLIENT_SECRET"),
        (Answer(503, b"<html>"), ProviderUnusable, "status 503"),
        (Answer(400, b'{"error":"<script>"}'), Unauthorized, "status 400"),
        (Answer(302, headers=(("location", "/other"),)), Unauthorized, "status 302"),
        (Answer(200, b"{}"), Unauthorized, "no ID token"),
        (Answer(200, b'{"id_token": 7}'), Unauthorized, "no ID token"),
        (Answer(200, b"[]"), Unauthorized, "can't be read"),
    ],
)
async def test_a_token_endpoint_that_refuses(
    provider: ScriptedProvider, clock: StillClock, answer: Answer, kind: type[Exception], reason: str
) -> None:
    provider.answers["/token"] = answer

    await refused(account(a_client(provider, clock), provider), reason, kind)


async def test_userinfo_is_asked_only_for_what_is_missing(provider: ScriptedProvider, clock: StillClock) -> None:
    provider.claims, provider.userinfo = {"name": "Robin"}, {"name": "Other", "groups": ["shop"]}
    client = a_client(provider, clock)

    assert (await account(client, provider, wanted=("name",))).values == frozenset()
    assert "/userinfo" not in provider.paths()
    found = await account(client, provider, wanted=("name", "groups"))

    assert (found.name, found.values) == ("Robin", frozenset({"shop"}))
    assert provider.requests[-1][1]["authorization"] == "Bearer at-1"
    provider.userinfo = {"sub": "someone else", "groups": ["boss"]}
    await refused(account(client, provider, wanted=("groups",)), "different people")
    provider.answers["/userinfo"] = Answer(401)
    await refused(account(client, provider, wanted=("groups",)), "who you are")


async def test_signing_in_again_needs_a_recent_time(provider: ScriptedProvider, clock: StillClock) -> None:
    client, since = a_client(provider, clock), clock.now()
    provider.claims = {"auth_time": int(provider.now_s())}

    assert (await account(client, provider, since=since)).subject == SUBJECT
    provider.claims = {"auth_time": int(provider.now_s()) - 3_600}
    await refused(account(client, provider, since=since), "didn't ask you")


async def test_the_address_for_signing_out(provider: ScriptedProvider, clock: StillClock) -> None:
    address = await a_client(provider, clock).sign_out_address("https://store.example/sign-in")

    assert address == (
        f"{provider.url}/end?client_id=shop%3Aconsole&post_logout_redirect_uri=https%3A%2F%2Fstore.example%2Fsign-in"
    )
    provider.metadata = {"end_session_endpoint": ""}
    assert await a_client(provider, clock).sign_out_address("https://store.example/sign-in") is None
