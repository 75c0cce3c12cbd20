"""Requests to receivers through an HTTP proxy: a real tinyproxy, and scripted ones that misbehave."""

import asyncio
import base64
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trustme

from plantstore.core.settings import Settings
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.secret import Secret
from plantstore.sending import http_client
from plantstore.sending.addresses import AddressPolicy
from plantstore.sending.proxy import HEAD_BYTES_MAX, Proxy, delivery_proxy
from plantstore.sending.tls import make_tls_context
from plantstore.sending.urls import ReceiverUrl
from tests.crash.program import free_port
from tests.sending.conftest import Run
from tests.sending.scripted_receiver import (
    ACCESS_TOKEN,
    NO_CONTENT,
    OpenPolicy,
    Peer,
    Script,
    a_template,
    attempt,
    full_listener,
    receiver,
    sending,
    to_loopback,
)
from tests.sending.tls_servers import HOST, serving
from tests.web.http.proxies import MISSING, find, is_required, listens

PASSWORD = "pass word:of-the-proxy"
tinyproxy_only = pytest.mark.skipif(find("tinyproxy") is None and not is_required(), reason=MISSING)


def a_proxy(port: int, *, user: str = "", password: str = "") -> Proxy:
    return Proxy(host="127.0.0.1", port=port, user=user, password=Secret(password))


@asynccontextmanager
async def tinyproxy(folder: Path, *lines: str) -> AsyncIterator[int]:
    """Run tinyproxy with these lines in its configuration; yield its port. It writes its requests to a log."""
    program, port = find("tinyproxy"), free_port()
    assert program is not None, MISSING
    config = folder / "tinyproxy.conf"
    common = (f"Port {port}", "Listen 127.0.0.1", "Timeout 10", "MaxClients 20", f'LogFile "{folder}/log"')
    config.write_text("\n".join([*common, "LogLevel Info", *lines, ""]))
    with subprocess.Popen([program, "-d", "-c", str(config)], stdout=subprocess.DEVNULL) as process:
        try:
            await listens(port)
            yield port
        finally:
            process.terminate()
            await asyncio.to_thread(process.wait)


@tinyproxy_only
def test_requests_pass_a_proxy_to_the_checked_numeric_address(run: Run, tmp_path: Path) -> None:
    authority, names = trustme.CA(), []
    context = serving(authority.issue_cert(HOST))
    context.sni_callback = lambda _socket, name, _context: names.append(name)
    trusting = make_tls_context()
    authority.configure_trust(trusting)

    async def main() -> None:
        async with (
            tinyproxy(tmp_path) as port,
            receiver(NO_CONTENT) as plain,
            receiver(NO_CONTENT, tls=context) as secure,
            sending(proxy=a_proxy(port), tls=trusting) as sender,
        ):
            for _ in range(2):
                first = await attempt(sender, a_template(plain.port, host=HOST))
                second = await attempt(sender, a_template(secure.port, host=HOST, scheme="https"))

            assert [(one.kind, one.address) for one in (first, second)] == [(OutcomeKind.ACCEPTED, "127.0.0.1")] * 2
            assert (plain.connections, secure.connections) == (1, 1)
            assert names == [HOST]
            assert f"host: {HOST}:{plain.port}".encode() in plain.requests[0]
            log = (tmp_path / "log").read_text()
            asked = [f"CONNECT 127.0.0.1:{one.port} HTTP/1.1" for one in (plain, secure)]
            assert all(log.count(line) == 1 for line in asked) and HOST not in log
            assert ACCESS_TOKEN not in log

    run(main())


@tinyproxy_only
def test_a_proxy_with_a_password(run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        async with tinyproxy(tmp_path, "BasicAuth store proxy-secret") as port, receiver(NO_CONTENT) as standing:

            async def outcome(**login: str) -> tuple[OutcomeKind, str]:
                async with sending(proxy=a_proxy(port, **login)) as sender:
                    found = await attempt(sender, a_template(standing.port))
                return found.kind, found.detail

            accepted = await outcome(user="store", password="proxy-secret")
            wrong = await outcome(user="store", password=PASSWORD)
            missing = await outcome()

        assert accepted == (OutcomeKind.ACCEPTED, "")
        assert wrong[0] is missing[0] is OutcomeKind.PROXY_FAILED
        assert "did not accept our user and password" in wrong[1] or "(401)" in wrong[1]
        assert PASSWORD not in wrong[1]
        assert "(407)" in missing[1]
        assert len(standing.requests) == 1

    run(main())


@tinyproxy_only
def test_a_proxy_that_does_not_reach_the_receiver_or_refuses(run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        closed = free_port()
        async with (
            tinyproxy(tmp_path, f"ConnectPort {closed}") as port,
            receiver(NO_CONTENT) as standing,
            sending(proxy=a_proxy(port)) as sender,
        ):
            unreached = await attempt(sender, a_template(closed))
            refused = await attempt(sender, a_template(standing.port))

        assert (unreached.kind, unreached.address) == (OutcomeKind.CONNECTION_FAILED, "127.0.0.1")
        assert f"The proxy 127.0.0.1:{port} has no connection to 127.0.0.1" in unreached.detail
        assert refused.kind is OutcomeKind.PROXY_FAILED
        assert "refused a connection to 127.0.0.1 (403)" in refused.detail
        assert standing.requests == []

    run(main())


def test_the_address_of_a_receiver_is_checked_before_the_proxy_is_asked(run: Run) -> None:
    async def main() -> None:
        async with (
            receiver(NO_CONTENT) as proxy,
            sending(proxy=a_proxy(proxy.port), address_policy=AddressPolicy()) as sender,
        ):
            outcome = await attempt(sender, a_template(8080))

        assert outcome.kind is OutcomeKind.ADDRESS_REFUSED
        assert proxy.connections == 0

    run(main())


def test_a_receiver_on_this_machine_is_called_without_the_proxy(run: Run) -> None:
    async def main() -> None:
        async with (
            receiver(NO_CONTENT) as proxy,
            receiver(NO_CONTENT) as standing,
            sending(proxy=a_proxy(proxy.port)) as sender,
        ):
            outcome = await attempt(sender, a_template(standing.port, loopback=True))

        assert outcome.accepted
        assert (proxy.connections, standing.connections) == (0, 1)

    run(main())


def saying(head: bytes) -> Script:
    async def script(peer: Peer) -> None:
        await peer.reader.readuntil(b"\r\n\r\n")
        await peer.say(head)
        await peer.hung_up()

    return script


async def _closes(peer: Peer) -> None:
    await peer.reader.readuntil(b"\r\n\r\n")


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (saying(b"HTTP/1.1 200 OK\r\nx: " + b"x" * HEAD_BYTES_MAX), "sent more than 8,192 bytes of headers"),
        (saying(b"SSH-2.0-OpenSSH\r\n\r\n"), "did not answer with HTTP/1.1"),
        (saying(b"HTTP/1.1 2000 OK\r\n\r\n"), "did not answer with HTTP/1.1"),
        (saying(b"HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"), "sent data before the request"),
        (saying(b"HTTP/1.1 302 Found\r\nlocation: http://x/\r\n\r\n"), "refused a connection to 127.0.0.1 (302)"),
        (_closes, "closed the connection before it answered"),
    ],
)
def test_a_proxy_that_misbehaves_is_named(run: Run, script: Script, words: str) -> None:
    async def main() -> None:
        async with receiver(script) as proxy, sending(proxy=a_proxy(proxy.port)) as sender:
            outcome = await attempt(sender, a_template(8080))

        assert outcome.kind is OutcomeKind.PROXY_FAILED
        assert outcome.detail == f"The proxy 127.0.0.1:{proxy.port} {words}."

    run(main())


def test_a_proxy_that_is_away_or_silent(run: Run) -> None:
    async def silent(peer: Peer) -> None:
        await peer.hung_up()

    async def main() -> None:
        async with sending(proxy=a_proxy(free_port())) as sender:
            away = await attempt(sender, a_template(8080))
        with full_listener("127.0.0.1") as port:
            async with sending(proxy=a_proxy(port), connect_s_max=0.05) as sender:
                full = await attempt(sender, a_template(8080))
        async with receiver(silent) as proxy, sending(proxy=a_proxy(proxy.port), connect_s_max=0.05) as sender:
            waiting = await attempt(sender, a_template(8080))

        assert away.kind is full.kind is OutcomeKind.PROXY_FAILED
        assert "could not be reached" in away.detail and "could not be reached within" in full.detail
        assert waiting.kind is OutcomeKind.CONNECTION_FAILED
        assert "had no connection to 127.0.0.1" in waiting.detail

    run(main())


def test_other_requests_to_servers_of_integrators_pass_the_proxy_too(run: Run) -> None:
    asked: list[bytes] = []

    async def script(peer: Peer) -> None:
        asked.append(await peer.reader.readuntil(b"\r\n\r\n"))
        await peer.say(b"HTTP/1.1 200 Connection established\r\n\r\n")
        asked.append(await peer.reader.readuntil(b"\r\n\r\n"))
        await peer.say(b"HTTP/1.1 204 No Content\r\n\r\n")

    async def main() -> None:
        async with receiver(script) as proxy:
            client = http_client.HttpClient(
                address_policy=OpenPolicy(),
                resolve=to_loopback,
                tls=make_tls_context(),
                connect_s_max=2.0,
                proxy=a_proxy(proxy.port, user="store", password=PASSWORD),
            )
            url = ReceiverUrl(scheme="http", host=HOST, port=8080, path="/hook")
            request = http_client.Request(method="GET", url=url, headers={})
            result = await client.send(request, deadline_s=5.0, body_bytes_max=1_000)

        assert isinstance(result, http_client.Response) and result.status == 204
        login = base64.b64encode(f"store:{PASSWORD}".encode())
        assert asked[0].startswith(b"CONNECT 127.0.0.1:8080 HTTP/1.1\r\n")
        assert b"proxy-authorization: Basic " + login in asked[0]
        assert asked[1].startswith(b"GET /hook HTTP/1.1\r\nhost: receiver.test:8080\r\n")
        assert b"proxy-authorization" not in asked[1]

    run(main())


def test_the_request_names_an_ipv6_address_in_brackets() -> None:
    request = a_proxy(3128).request("2001:db8::1", 443)

    assert request == b"CONNECT [2001:db8::1]:443 HTTP/1.1\r\nhost: [2001:db8::1]:443\r\n\r\n"


def test_the_proxy_is_made_of_the_settings_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("from-a-file\n")
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://proxy.example:3128")

    assert delivery_proxy(Settings()) is None
    found = delivery_proxy(
        Settings(
            delivery_proxy="http://store%40home@Proxy.example:3128", delivery_proxy_password_file=tmp_path / "password"
        )
    )
    assert found == Proxy(host="proxy.example", port=3128, user="store@home", password=Secret("from-a-file"))
    assert "from-a-file" not in repr(found)
    assert delivery_proxy(Settings(delivery_proxy="http://[::1]:8080")) == Proxy(host="::1", port=8080)
