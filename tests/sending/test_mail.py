"""E-mail on a real server: TLS is required and verified, and every refusal leads to what it means."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from pathlib import Path

import pytest
import trustme

from plantstore.core.service_settings import MailServer
from plantstore.domain.alerts.message import AnswerResult
from plantstore.domain.secret import Secret
from plantstore.sending.mail import Mailer
from plantstore.sending.tls import make_tls_context
from tests.sending.mail_server import PASSWORD, USER, mail_server
from tests.sending.scripted_receiver import Peer, Script, receiver
from tests.sending.tls_servers import LONG_AGO, serving

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:aiosmtpd")
OWNER, HELPER = "owner@shop.example", "helper@shop.example"
ACCEPTED, RETRY, REFUSED = AnswerResult.ACCEPTED, AnswerResult.RETRY, AnswerResult.REFUSED


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def trusting(authority: trustme.CA, tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    bundle: Path = tmp_path_factory.mktemp("authorities") / "bundle.pem"
    authority.cert_pem.write_to_path(bundle)
    return make_tls_context(bundle, http=False)


@pytest.fixture(scope="module")
def good(authority: trustme.CA) -> ssl.SSLContext:
    return serving(authority.issue_cert("localhost"))


def a_mail() -> EmailMessage:
    mail = EmailMessage(policy=SMTP_POLICY)
    mail["Message-ID"] = "<msg_1@shop.example>"
    mail["Subject"] = "ERP is failing"
    mail.set_content("347 deliveries are queued.\n.\nA line with only a dot does not end it.\n")
    return mail


@asynccontextmanager
async def mailer(
    port: int,
    tls: ssl.SSLContext,
    *,
    scheme: str = "smtp+starttls",
    password: str | None = None,
    host: str = "localhost",
    deadline_s: float = 20.0,
) -> AsyncIterator[Mailer]:
    server = MailServer(scheme=scheme, host=host, port=port, user=USER if password else "")
    made = Mailer(server, sender=USER, password=Secret(password) if password else None, tls=tls, deadline_s=deadline_s)
    try:
        yield made
    finally:
        made.close()


@pytest.mark.parametrize("scheme", ["smtp+starttls", "smtps"])
async def test_an_email_is_sent_over_tls_after_signing_in(
    scheme: str, good: ssl.SSLContext, trusting: ssl.SSLContext
) -> None:
    context = {"starttls" if scheme == "smtp+starttls" else "tls": good}
    with mail_server(auth=True, **context) as server:
        async with mailer(server.port, trusting, scheme=scheme, password=PASSWORD) as sending:
            answer = await sending.send(a_mail(), [OWNER, HELPER])

    assert (answer.result, answer.words) == (ACCEPTED, "localhost accepted it: queued as 4Rb2")
    (sender, recipients, content, was_tls) = server.received[0]
    assert (sender, recipients, was_tls) == (USER, [OWNER, HELPER], True)
    assert b"\r\n.\r\nA line with only a dot" in content
    assert server.logins and server.logins[0] in ("PLAIN", "LOGIN")


async def test_a_relay_on_this_machine_needs_no_tls(trusting: ssl.SSLContext) -> None:
    with mail_server() as server:
        async with mailer(server.port, trusting, scheme="smtp", host="127.0.0.1") as sending:
            answer = await sending.send(a_mail(), [OWNER])

    assert answer.result is ACCEPTED
    assert [tls for *_, tls in server.received] == [False]


BAD_CERTIFICATES: dict[str, tuple[Callable[[trustme.CA], trustme.LeafCert | trustme.CA], str]] = {
    "unknown authority": (lambda _: trustme.CA().issue_cert("localhost"), "issuer"),
    "self-signed": (lambda _: trustme.CA(), "self-signed"),
    "expired": (
        lambda ca: ca.issue_cert("localhost", not_before=LONG_AGO, not_after=LONG_AGO.replace(year=2021)),
        "expired",
    ),
    "other host": (lambda ca: ca.issue_cert("other.test"), "another host"),
}


@pytest.mark.parametrize("scheme", ["smtp+starttls", "smtps"])
@pytest.mark.parametrize("bad", BAD_CERTIFICATES)
async def test_nothing_is_sent_to_a_server_with_a_bad_certificate(
    bad: str, scheme: str, authority: trustme.CA, trusting: ssl.SSLContext
) -> None:
    make, words = BAD_CERTIFICATES[bad]
    context = {"starttls" if scheme == "smtp+starttls" else "tls": serving(make(authority))}
    with mail_server(**context) as server:  # type: ignore[arg-type]
        async with mailer(server.port, trusting, scheme=scheme, password=PASSWORD) as sending:
            answer = await sending.send(a_mail(), [OWNER])

    assert (answer.result, words in answer.words) == (RETRY, True), answer.words
    assert "certificate of localhost" in answer.words
    assert (server.received, server.logins) == ([], [])


async def test_a_server_without_starttls_gets_neither_password_nor_mail(trusting: ssl.SSLContext) -> None:
    with mail_server() as server:
        async with mailer(server.port, trusting, password=PASSWORD) as sending:
            answer = await sending.send(a_mail(), [OWNER])

    assert (answer.result, "does not offer STARTTLS" in answer.words) == (RETRY, True)
    assert (server.received, server.logins) == ([], [])


async def test_a_wrong_password_is_refused_and_not_shown(good: ssl.SSLContext, trusting: ssl.SSLContext) -> None:
    with mail_server(starttls=good, auth=True) as server:
        async with mailer(server.port, trusting, password="canary-wrong") as sending:
            answer = await sending.send(a_mail(), [OWNER])

    assert (answer.result, "535" in answer.words) == (REFUSED, True)
    assert "the user and password" in answer.words and "canary" not in answer.words


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA"])
@pytest.mark.parametrize(("code", "result"), [("451", RETRY), ("421", RETRY), ("452", RETRY), ("550", REFUSED)])
async def test_4yz_is_retried_and_5yz_is_refused_at_each_step(
    step: str, code: str, result: AnswerResult, good: ssl.SSLContext, trusting: ssl.SSLContext
) -> None:
    with mail_server(starttls=good) as server:
        server.replies = {step: f"{code} because of \x1b[1mthis"}
        async with mailer(server.port, trusting) as sending:
            answer = await sending.send(a_mail(), [OWNER])

    assert (answer.result, f"{code} because of" in answer.words) == (result, True), answer.words
    assert answer.words.isprintable() and len(answer.words) < 400
    assert server.received == []


async def test_only_the_recipients_to_try_later_get_it_again(good: ssl.SSLContext, trusting: ssl.SSLContext) -> None:
    with mail_server(starttls=good) as server:
        server.replies = {OWNER: "450 greylisted", "gone@shop.example": "550 no such user"}
        async with mailer(server.port, trusting) as sending:
            recipients = [OWNER, HELPER, "gone@shop.example"]
            first = await sending.send(a_mail(), recipients)
            del server.replies[OWNER]
            second = await sending.send(a_mail(), recipients)

    assert (first.result, second.result) == (RETRY, ACCEPTED)
    assert f"1 of 3 recipients, but not for {OWNER}: greylisted" in first.words
    assert [received[1] for received in server.received] == [[HELPER], [OWNER]]


async def test_one_unknown_recipient_keeps_it_from_no_other(good: ssl.SSLContext, trusting: ssl.SSLContext) -> None:
    with mail_server(starttls=good) as server:
        server.replies = {"gone@shop.example": "550 no such user"}
        async with mailer(server.port, trusting) as sending:
            answer = await sending.send(a_mail(), [OWNER, "gone@shop.example"])

    assert (answer.result, "but not for gone@shop.example: no such user" in answer.words) == (ACCEPTED, True)


async def _say(peer: Peer, text: bytes) -> None:
    await peer.say(text)
    await peer.hung_up()


async def _endless_lines(peer: Peer) -> None:
    for _ in range(1_000_000):
        await peer.say(b"220-welcome\r\n" * 1_000)


async def _drip(peer: Peer) -> None:
    while True:
        await peer.say(b"2")
        await asyncio.sleep(0.05)


HOSTILE: dict[str, tuple[Script, str]] = {
    "no service": (lambda peer: _say(peer, b"421 too busy\r\n"), "421 too busy"),
    "refuses everyone": (lambda peer: _say(peer, b"554 no\r\n"), "554 no"),
    "endless lines": (_endless_lines, "closed the connection"),
    "a line without end": (lambda peer: _say(peer, b"220 " + b"x" * 100_000), "line"),
    "another protocol": (lambda peer: _say(peer, b"HTTP/1.1 400 Bad Request\r\n\r\n"), ""),
    "hangs up": (lambda peer: _say(peer, b""), ""),
    "stalls": (lambda peer: _say(peer, b""), "in 1 s"),
    "drips": (_drip, "in 1 s"),
}


@pytest.mark.parametrize("hostile", HOSTILE)
async def test_a_hostile_server_ends_only_the_attempt(hostile: str, trusting: ssl.SSLContext) -> None:
    script, words = HOSTILE[hostile]
    if hostile == "hangs up":

        async def script(peer: Peer) -> None:
            await asyncio.sleep(0)

    async with receiver(script) as standing:
        deadline_s = 1.0 if "in 1 s" in words else 20.0
        async with mailer(standing.port, trusting, host="127.0.0.1", deadline_s=deadline_s) as sending:
            answer = await asyncio.wait_for(sending.send(a_mail(), [OWNER]), 15)

    expected = REFUSED if hostile == "refuses everyone" else RETRY
    assert (answer.result, words in answer.words) == (expected, True), answer.words
    assert answer.words.isprintable() and len(answer.words) < 400


async def test_no_one_listens(trusting: ssl.SSLContext) -> None:
    async with receiver(b"") as standing:
        port = standing.port
    async with mailer(port, trusting, scheme="smtps", host="127.0.0.1") as sending:
        answer = await sending.send(a_mail(), [OWNER])

    assert (answer.result, f"No connection with smtps://127.0.0.1:{port}" in answer.words) == (RETRY, True)


async def test_without_tls_a_name_must_lead_to_this_machine(
    trusting: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mail_server() as server:
        monkeypatch.setattr("plantstore.sending.mail.is_loopback", lambda _: False)
        async with mailer(server.port, trusting, scheme="smtp") as sending:
            answer = await sending.send(a_mail(), [OWNER])

    assert (answer.result, "is not this machine" in answer.words) == (RETRY, True)
    assert server.received == []


async def test_a_check_signs_in_and_sends_nothing(good: ssl.SSLContext, trusting: ssl.SSLContext) -> None:
    with mail_server(starttls=good, auth=True) as server:
        for password, result in ((PASSWORD, ACCEPTED), ("canary-wrong", REFUSED)):
            async with mailer(server.port, trusting, password=password) as sending:
                assert (await sending.check()).result is result

    assert server.received == []


async def test_an_encoded_word_cannot_inject_a_header(good: ssl.SSLContext, trusting: ssl.SSLContext) -> None:
    mail = a_mail()
    mail.replace_header("Subject", "=?utf-8?q?x=0ABcc:_evil@evil.example?=")

    with mail_server(starttls=good) as server:
        async with mailer(server.port, trusting) as sending:
            with suppress(ValueError):  # since 3.13, Python encodes the line end: the e-mail is harmless, and sent
                await sending.send(mail, [OWNER])

    assert [content for _, _, content, _ in server.received if b"\nbcc:" in content.lower()] == []


def test_a_header_cannot_be_injected() -> None:
    for name in ("Subject", "From", "To", "Message-ID"):
        with pytest.raises(ValueError):
            a_mail()[f"{name}"] = "x\r\nBcc: evil@evil.example"
