"""Requests whose whole response is read: kept connections, limits, and what ends a response too early."""

from dataclasses import replace
from typing import Any

import pytest

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.sending.addresses import AddressPolicy
from plantstore.sending.dialling import AddressChecker
from plantstore.sending.http1 import Failure
from plantstore.sending.http_client import HttpClient, Request, Response
from plantstore.sending.resolving import Resolver
from plantstore.sending.tls import make_tls_context
from plantstore.sending.urls import parse_url
from tests.sending.scripted_receiver import Peer, receiver


class _AnyAddress:
    def check_address(self, *_: Any, **__: Any) -> None:
        return None

    check_host = check_address


ANY_ADDRESS: AddressChecker = _AnyAddress()


def a_client(policy: AddressChecker = ANY_ADDRESS, *, idle_max: int = 0) -> HttpClient:
    return HttpClient(
        address_policy=policy,
        resolve=Resolver(),
        tls=make_tls_context(),
        connect_s_max=5.0,
        idle_max=idle_max,
        idle_s_max=20.0,
    )


def a_request(port: int, *, method: str = "PUT", body: bytes = b"") -> Request:
    return Request(method=method, url=parse_url(f"http://127.0.0.1:{port}/one"), headers={}, body=body)


async def ask(client: HttpClient, request: Request, *, deadline_s: float = 5.0) -> Response | Failure:
    return await client.send(request, deadline_s=deadline_s, body_bytes_max=10)


async def test_a_kept_connection_is_used_again_and_replaced_when_it_is_closed() -> None:
    async def two_then_close(peer: Peer) -> None:
        for body in (b"one", b"two"):
            assert b"connection: close" not in await peer.request()
            await peer.say(b"HTTP/1.1 200 OK\r\nETag: x\r\ncontent-length: 3\r\n\r\n" + body)
        await peer.request()

    async with receiver(two_then_close) as standing:
        client = a_client(idle_max=1)
        answers = [await ask(client, a_request(standing.port, body=b"x" * 200_000)) for _ in range(4)]

        assert answers == [Response(200, {"etag": "x", "content-length": "3"}, body) for body in (b"one", b"two") * 2]
        assert standing.connections == 2
        await client.close()


async def test_what_is_not_a_whole_small_response_is_a_failure() -> None:
    answers: dict[bytes, OutcomeKind | bytes] = {
        b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n0123456789": b"0123456789",
        b"HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n0": OutcomeKind.ANSWER_TOO_LARGE,
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n": b"abc",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nb\r\n0123456789a\r\n": OutcomeKind.ANSWER_TOO_LARGE,
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n": OutcomeKind.CONNECTION_CLOSED,
        b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nabc": OutcomeKind.CONNECTION_CLOSED,
        b"HTTP/1.1 200 OK\r\n\r\nabc": b"abc",
        b"HTTP/1.1 200 OK\r\n\r\n0123456789a": OutcomeKind.ANSWER_TOO_LARGE,
        b"HTTP/1.1 100 Continue\r\nx: y\r\n\r\nHTTP/1.1 404 No\r\ncontent-length: 0\r\n\r\n": b"",
        b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd": OutcomeKind.ANSWER_INVALID,
        b"SSH-2.0-x\r\n": OutcomeKind.ANSWER_INVALID,
        b"": OutcomeKind.CONNECTION_CLOSED,
    }
    for answer, expected in answers.items():

        async def script(peer: Peer, answer: bytes = answer) -> None:
            await peer.request()
            await peer.say(answer)

        async with receiver(script) as standing:
            found = await ask(a_client(), a_request(standing.port))
            assert (found.body if isinstance(found, Response) else found.kind) == expected, answer


async def test_the_response_to_head_has_no_body() -> None:
    async def script(peer: Peer) -> None:
        await peer.reader.readuntil(b"\r\n\r\n")
        await peer.say(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n")
        await peer.hung_up()

    async with receiver(script) as standing:
        found = await ask(a_client(idle_max=1), a_request(standing.port, method="HEAD"))

    assert found == Response(200, {"content-length": "5"}, b"")


async def test_an_address_that_may_not_be_called_is_not() -> None:
    async with receiver(b"") as standing:
        found = await ask(a_client(AddressPolicy()), a_request(standing.port))

        assert isinstance(found, Failure) and found.kind is OutcomeKind.ADDRESS_REFUSED
        assert standing.connections == 0


async def test_messages_name_a_server_and_not_a_receiver() -> None:
    async def plain(peer: Peer) -> None:
        await peer.say(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await peer.hung_up()

    async with receiver(plain) as standing:
        url = parse_url(f"https://127.0.0.1:{standing.port}/one")
        found = await ask(a_client(), replace(a_request(standing.port), url=url))

    assert isinstance(found, Failure)
    assert "he server" in found.detail and "receiver" not in found.detail


async def test_a_request_ends_at_its_deadline() -> None:
    async def dripping(peer: Peer) -> None:
        await peer.request()
        await peer.say(b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n01")
        await peer.hung_up()

    async with receiver(dripping) as standing:
        found = await ask(a_client(), a_request(standing.port), deadline_s=0.1)

    assert isinstance(found, Failure)
    assert found.detail == "There was no whole response within 0.1 s; it ended while waiting for the response."


async def test_a_header_cannot_end_its_line() -> None:
    async with receiver(b"") as standing:
        request = replace(a_request(standing.port), headers={"x": "a\r\nb: c"})
        with pytest.raises(AssertionError):
            await ask(a_client(), request)
