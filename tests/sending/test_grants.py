"""Tokens of token endpoints: what is requested, for how long a token is used, and what hostile endpoints lead to."""

import asyncio
import base64
import ipaddress
import json
import ssl
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.event import Event
from plantstore.domain.receivers.client_grant import ClientGrant
from plantstore.domain.receivers.receiver import Credentials
from plantstore.domain.receivers.signature import make_secret
from plantstore.domain.secret import AccessToken, Secret
from plantstore.sending import grants
from plantstore.sending.addresses import AddressPolicy
from plantstore.sending.connection import Done
from plantstore.sending.grants import TOKEN_CHARS_MAX, TokenSource
from plantstore.sending.request import RequestTemplate
from plantstore.sending.resolving import Resolver
from tests.makers import NOON
from tests.openid.scripted_provider import Answer, ScriptedProvider, scripted_provider
from tests.running import run
from tests.sending.scripted_receiver import SIGNING_KEY, a_template, an_event
from tests.still_clock import StillClock

LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"),)
CLIENT_SECRET = "s3cret with %&+:/ and ="


@pytest.fixture
def provider() -> Iterator[ScriptedProvider]:
    with scripted_provider() as provider:
        provider.answers["/token"] = issued()
        yield provider


def issued(token: str = "token-1", **changes: Any) -> Answer:
    body = {"access_token": token, "token_type": "Bearer", "expires_in": 3_600} | changes
    return Answer(200, json.dumps({name: value for name, value in body.items() if value is not None}).encode())


class Source:
    """A token source, and a receiver's end of it: `status` is the response to each request that is sent."""

    def __init__(self, provider: ScriptedProvider, *, allow: bool = True, **grant: Any) -> None:
        self.clock = StillClock(NOON)
        policy = AddressPolicy(allow=LOOPBACK if allow else ())
        self.tokens = TokenSource(
            clock=self.clock,
            address_policy=policy,
            resolve=Resolver(),
            tls=ssl.create_default_context(),
            connect_s_max=5.0,
        )
        parts: dict[str, Any] = {
            "token_url": f"{provider.url}/token",
            "client_id": "shop:1",
            "client_secret": Secret(CLIENT_SECRET),
        }
        credentials = Credentials(
            access_token=AccessToken("not-used"),
            secrets=(make_secret(SIGNING_KEY),),
            grant=ClientGrant(**(parts | grant)),
        )
        self.template = a_template(9, credentials=credentials)
        self.status, self.requests = 204, list[bytes]()

    async def attempt(self) -> Outcome:
        ended: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self.tokens.send(self.template, an_event(), 1, ended.set_result, send=self._send)
        return await ended

    def _send(self, template: RequestTemplate, event: Event, number: int, done: Done) -> None:
        self.requests.append(template.write(event, number=number, timestamp_s=1))
        done(Outcome(OutcomeKind.ACCEPTED if self.status < 300 else OutcomeKind.REFUSED, 1, self.status))

    @property
    def bearers(self) -> list[str]:
        lines = [line for one in self.requests for line in one.split(b"\r\n\r\n")[0].decode().split("\r\n")]
        return [line.removeprefix("authorization: Bearer ") for line in lines if line.startswith("authorization")]


def running(source: Source, test: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        try:
            await test()
        finally:
            await source.tokens.close()

    run(main)


def test_the_request_for_a_token_is_that_of_the_standard(provider: ScriptedProvider) -> None:
    source = Source(provider, scope="plants:in more", audience="https://shop.example/")

    async def test() -> None:
        assert (await source.attempt()).accepted

    running(source, test)
    [(path, headers, form)] = provider.requests
    pair = base64.b64decode(headers["authorization"].removeprefix("Basic ")).decode()
    assert (path, pair) == ("/token", "shop%3A1:s3cret+with+%25%26%2B%3A%2F+and+%3D")
    assert headers["content-type"] == "application/x-www-form-urlencoded"
    grant = {"grant_type": "client_credentials"}
    assert form == grant | {"scope": "plants:in more", "audience": "https://shop.example/"}
    assert source.bearers == ["token-1"]
    assert b"not-used" not in source.requests[0]


def test_many_requests_at_the_same_time_fetch_one_token(provider: ScriptedProvider) -> None:
    source = Source(provider)

    async def test() -> None:
        outcomes = await asyncio.gather(*(source.attempt() for _ in range(50)))
        assert all(outcome.accepted for outcome in outcomes)
        assert (await source.attempt()).accepted

    running(source, test)
    assert (len(provider.requests), set(source.bearers), len(source.bearers)) == (1, {"token-1"}, 51)


@pytest.mark.parametrize(
    ("expires_in", "usable_s"), [(3_600, 3_570), (100, 90), (None, 270), (10**9, 86_370), (0.5, 0.45)]
)
def test_a_token_is_renewed_before_it_expires(
    provider: ScriptedProvider, expires_in: float | None, usable_s: float
) -> None:
    source = Source(provider)
    provider.answers["/token"] = issued(expires_in=expires_in)

    async def test() -> None:
        await source.attempt()
        provider.answers["/token"] = issued("token-2")
        source.clock.move(usable_s - 0.01)
        await source.attempt()
        source.clock.move(0.01)
        await source.attempt()

    running(source, test)
    assert source.bearers == ["token-1", "token-1", "token-2"]


def test_a_refused_token_is_renewed_but_not_one_that_was_just_issued(provider: ScriptedProvider) -> None:
    source = Source(provider)

    async def test() -> None:
        await source.attempt()
        source.clock.move(1)
        source.status = 401
        provider.answers["/token"] = issued("token-2")
        refused = await source.attempt()
        again = await source.attempt()
        assert (refused.status, refused.token_renewed) == (401, True)
        assert (again.status, again.token_renewed) == (401, False)
        source.status = 403
        source.clock.move(5)
        assert not (await source.attempt()).token_renewed

    running(source, test)
    assert source.bearers == ["token-1", "token-1", "token-2", "token-2"]
    assert len(provider.requests) == 3, "after the second 401 the next request fetches again"


HOSTILE: dict[str, tuple[Answer, str]] = {
    "redirect": (Answer(302, b"", (("location", "http://127.0.0.1:1/"),)), "redirect (302)"),
    "redirect with a token": (Answer(307, issued().body, (("location", "/token"),)), "redirect (307)"),
    "no JSON": (Answer(200, b"<html>"), "is no JSON object"),
    "a list": (Answer(200, b"[1]"), "is no JSON object"),
    "huge": (Answer(200, b" " * 70_000 + issued().body), "larger than it may be"),
    "endless": (Answer(200, b"{", endless=True), "larger than it may be"),
    "refused": (Answer(401, b'{"error": "invalid_client"}'), "(invalid_client)"),
    "refused with markup": (Answer(400, b'{"error": "<b>\\u0000"}'), "(status 400)"),
    "down": (Answer(503, b"<html>"), "has the status 503"),
    "another type": (issued(token_type="mac"), "type Bearer"),
    "no type": (issued(token_type=None), "type Bearer"),
    "no token": (issued(access_token=None), "is missing"),
    "a number": (issued(access_token=7), "is missing"),
    "empty": (issued(""), "is missing"),
    "controls": (issued("a\r\nhost: x"), "no bearer token"),
    "letters": (issued("é"), "no bearer token"),
    "64 kB": (issued("a" * 64_000), "longer than 8,192"),
    "one too long": (issued("a" * (TOKEN_CHARS_MAX + 1)), "longer than 8,192"),
    "expired": (issued(expires_in=0), "expires_in"),
    "10^400": (issued(expires_in=10**400, token_type="mac"), "type Bearer"),
    "no number": (issued(expires_in="soon"), "expires_in"),
    "true": (issued(expires_in=True), "expires_in"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_without_a_proper_token_nothing_is_sent(provider: ScriptedProvider, case: str) -> None:
    source = Source(provider)
    answer, says = HOSTILE[case]
    provider.answers["/token"] = answer

    async def test() -> None:
        outcome = await source.attempt()
        assert (outcome.kind, outcome.status, outcome.address) == (OutcomeKind.AUTHORIZATION_FAILED, None, None)
        assert says in outcome.detail and "No token from 127.0.0.1" in outcome.detail
        assert len(outcome.detail) < 300 and outcome.detail.isprintable()
        provider.answers["/token"] = issued("a" * TOKEN_CHARS_MAX)
        assert (await source.attempt()).accepted, "the next attempt asks again"

    running(source, test)
    assert (source.requests[1:], len(provider.requests)) == ([], 2), "no redirect is followed"


def test_a_request_ends_even_if_the_stored_url_is_not_accepted_any_more(provider: ScriptedProvider) -> None:
    source, faults = Source(provider, token_url="https://127.0.0.1:6379/token"), list[str]()

    async def test() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context["message"]))
        assert (await source.attempt()).kind is OutcomeKind.AUTHORIZATION_FAILED

    running(source, test)
    assert (faults, source.requests) == (["a token could not be requested"], [])


def test_a_slow_endpoint_has_a_deadline(provider: ScriptedProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grants, "DEADLINE_S", 0.1)
    source = Source(provider)
    provider.answers["/token"] = Answer(200, issued().body, wait_s=60)

    async def test() -> None:
        outcome = await source.attempt()
        assert outcome.kind is OutcomeKind.AUTHORIZATION_FAILED and "within 0.1 s" in outcome.detail

    running(source, test)
    assert source.requests == []


def test_an_endpoint_at_an_address_that_may_not_be_called_gets_nothing(provider: ScriptedProvider) -> None:
    source = Source(provider, allow=False)

    async def test() -> None:
        assert (await source.attempt()).kind is OutcomeKind.AUTHORIZATION_FAILED

    running(source, test)
    assert provider.requests == []


def test_requests_that_wait_for_a_token_end_when_the_store_stops(provider: ScriptedProvider) -> None:
    source = Source(provider)
    provider.answers["/token"] = Answer(200, issued().body, wait_s=60)

    async def test() -> None:
        waiting = [asyncio.create_task(source.attempt()) for _ in range(3)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await source.tokens.close()
        assert {outcome.kind for outcome in await asyncio.gather(*waiting)} == {OutcomeKind.STOPPED}

    running(source, test)


def test_a_template_without_its_token_writes_nothing() -> None:
    with scripted_provider() as provider:
        source = Source(provider)
        with pytest.raises(ValueError, match="bearer"):
            source.template.write(an_event(), number=1, timestamp_s=1)
        for text in ("", "a\r\nb", "\0"):
            with pytest.raises(ValueError, match="token"):
                source.template.with_token(AccessToken(text))
        template = source.template.with_token(AccessToken("100%-canary"))
        assert b"authorization: Bearer 100%-canary\r\n" in template.write(an_event(), number=1, timestamp_s=1)
        echoed = template.without_credentials(b"100%-canary " + CLIENT_SECRET.encode(), an_event(), timestamp_s=1)
        assert b"canary" not in echoed and b"s3cret" not in echoed
        assert "canary" not in repr(template)
