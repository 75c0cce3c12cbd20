"""Nothing is sent to a receiver that cannot prove its identity."""

import asyncio
import ssl
from pathlib import Path

import pytest
import trustme

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.sending.tls import make_tls_context
from tests.sending.conftest import Run
from tests.sending.scripted_receiver import (
    ACCESS_TOKEN,
    NO_CONTENT,
    Peer,
    Script,
    a_template,
    attempt,
    receiver,
    sending,
)
from tests.sending.tls_servers import HOST, bad_certificates, old_protocol, serving


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def trusting(authority: trustme.CA, tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    bundle = tmp_path_factory.mktemp("authorities") / "bundle.pem"
    authority.cert_pem.write_to_path(bundle)
    return make_tls_context(bundle)


def test_a_receiver_with_a_good_certificate_is_told(run: Run, authority: trustme.CA, trusting: ssl.SSLContext) -> None:
    async def main() -> None:
        context, names = serving(authority.issue_cert(HOST)), []
        context.sni_callback = lambda _socket, name, _context: names.append(name)
        async with receiver(NO_CONTENT, tls=context) as standing, sending(tls=trusting) as sender:
            template = a_template(standing.port, scheme="https", host=HOST)
            for _ in range(3):
                outcome = await attempt(sender, template)
                assert (outcome.kind, outcome.address) == (OutcomeKind.ACCEPTED, "127.0.0.1")

            assert standing.connections == 1
            assert names == [HOST]

    run(main())


def test_http_1_1_is_what_is_agreed_on(run: Run, authority: trustme.CA, trusting: ssl.SSLContext) -> None:
    agreed: list[str | None] = []

    async def script(peer: Peer) -> None:
        agreed.append(peer.writer.get_extra_info("ssl_object").selected_alpn_protocol())
        await peer.request()
        await peer.say(NO_CONTENT)

    async def main() -> None:
        async with (
            receiver(script, tls=serving(authority.issue_cert(HOST))) as standing,
            sending(tls=trusting) as sender,
        ):
            await attempt(sender, a_template(standing.port, scheme="https", host=HOST))

        assert agreed == ["http/1.1"]

    run(main())


def test_a_certificate_may_name_an_address(run: Run, authority: trustme.CA, trusting: ssl.SSLContext) -> None:
    async def main() -> None:
        context = serving(authority.issue_cert("127.0.0.1"))
        async with receiver(NO_CONTENT, tls=context) as standing, sending(tls=trusting) as sender:
            assert (await attempt(sender, a_template(standing.port, scheme="https", host="127.0.0.1"))).accepted

    run(main())


@pytest.mark.parametrize(
    "name", ["expired", "not yet valid", "wrong name", "wildcard too wide", "unknown authority", "self-signed"]
)
def test_a_bad_certificate_is_named_and_nothing_is_sent(
    run: Run, authority: trustme.CA, trusting: ssl.SSLContext, name: str
) -> None:
    async def main() -> None:
        context, words = bad_certificates(authority)[name]
        async with receiver(NO_CONTENT, tls=context) as standing, sending(tls=trusting) as sender:
            outcome = await attempt(sender, a_template(standing.port, scheme="https", host=HOST))

            assert (outcome.kind, outcome.address) == (OutcomeKind.TLS_CERTIFICATE, "127.0.0.1")
            assert words in outcome.detail
            assert ACCESS_TOKEN not in outcome.detail
            assert standing.requests == []

    run(main())


def test_an_authority_outside_the_system_is_trusted_only_when_named(run: Run, authority: trustme.CA) -> None:
    async def main() -> None:
        context = serving(authority.issue_cert(HOST))
        async with receiver(NO_CONTENT, tls=context) as standing, sending(tls=make_tls_context()) as sender:
            outcome = await attempt(sender, a_template(standing.port, scheme="https", host=HOST))

            assert outcome.kind is OutcomeKind.TLS_CERTIFICATE

    run(main())


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1])
def test_old_tls_is_not_spoken(
    run: Run, authority: trustme.CA, trusting: ssl.SSLContext, version: ssl.TLSVersion
) -> None:
    async def main() -> None:
        context = old_protocol(serving(authority.issue_cert(HOST)), version)
        async with receiver(NO_CONTENT, tls=context) as standing, sending(tls=trusting) as sender:
            outcome = await attempt(sender, a_template(standing.port, scheme="https", host=HOST))

            assert outcome.kind is OutcomeKind.TLS_FAILED

    run(main())


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_a_receiver_that_demands_a_certificate_of_us_is_named(
    run: Run, authority: trustme.CA, trusting: ssl.SSLContext, version: ssl.TLSVersion
) -> None:
    async def main() -> None:
        context = serving(authority.issue_cert(HOST))
        context.verify_mode = ssl.CERT_REQUIRED
        context.maximum_version = version
        authority.configure_trust(context)
        async with receiver(NO_CONTENT, tls=context) as standing, sending(tls=trusting) as sender:
            outcome = await attempt(sender, a_template(standing.port, scheme="https", host=HOST))

            named = OutcomeKind.TLS_CLIENT_CERTIFICATE, OutcomeKind.TLS_FAILED, OutcomeKind.CONNECTION_CLOSED
            assert outcome.kind in named
            assert standing.requests == []

    run(main())


async def _answers_in_clear(peer: Peer) -> None:
    await peer.reader.read(1_000)
    await peer.say(b"HTTP/1.1 400 Bad Request\r\n\r\n")


async def _closes(peer: Peer) -> None:
    await peer.reader.read(1_000)


async def _stalls(peer: Peer) -> None:
    await peer.hung_up()


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (_answers_in_clear, OutcomeKind.TLS_FAILED),
        (_closes, OutcomeKind.TLS_FAILED),
        (_stalls, OutcomeKind.DEADLINE),
    ],
)
def test_a_port_without_tls_has_its_outcome_too(run: Run, script: Script, expected: OutcomeKind) -> None:
    async def main() -> None:
        async with receiver(script) as standing, sending() as sender:
            outcome = await attempt(sender, a_template(standing.port, scheme="https", deadline_s=0.3))

            assert (outcome.kind, outcome.address) == (expected, "127.0.0.1")
            assert outcome.detail.endswith((".", "?"))

    run(main())


def test_a_handshake_that_stalls_leaves_no_socket_behind(run: Run) -> None:
    async def main() -> None:
        hung_up = asyncio.Event()

        async def script(peer: Peer) -> None:
            await peer.reader.read()
            hung_up.set()

        async with receiver(script) as standing, sending() as sender:
            outcome = await attempt(sender, a_template(standing.port, scheme="https", deadline_s=0.05))

            assert outcome.kind is OutcomeKind.DEADLINE
            assert "agreeing on TLS" in outcome.detail
            await asyncio.wait_for(hung_up.wait(), 2)
            assert sender.stats == (0, 0)

    run(main())


def test_no_environment_variable_makes_session_keys_appear_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSLKEYLOGFILE", str(tmp_path / "keys"))

    assert make_tls_context().keylog_filename is None
    assert make_tls_context().verify_mode is ssl.CERT_REQUIRED
    assert make_tls_context().check_hostname
