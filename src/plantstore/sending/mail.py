"""Sends e-mail through the operator's mail server, with smtplib in threads of its own.

TLS is required, never opportunistic, and certificate and host name are verified. Only a relay on this machine may be
used without TLS. The address policy is for addresses that clients give. It does not apply here: the operator names the
mail server in the settings, like the bucket of photos, and it is often in a private network.
"""

import asyncio
import base64
import smtplib
import socket
import ssl
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from email.message import EmailMessage
from typing import Any, BinaryIO

from plantstore.core.service_settings import MailServer, is_loopback
from plantstore.domain.alerts.message import Answer, AnswerResult
from plantstore.domain.secret import Secret
from plantstore.sending.http1 import printable
from plantstore.sending.redaction import Redactor
from plantstore.sending.tls import tls_failure

THREADS = 2
DEADLINE_S = 20.0  # one e-mail; RFC 5321 §4.5.3.2 allows servers minutes, but then another attempt does no harm
SILENCE_S_MAX = 15.0  # longest wait for one response
SESSION_BYTES_MAX = 65_536  # all that a server may send in a session
MAIL_BYTES_MAX = 200_000
RECIPIENTS_MAX = 100  # RFC 5321 §4.5.3.1.8
PARTLY_SENT_MAX = 1_000  # e-mails whose remaining recipients are remembered

Reply = tuple[int, bytes]


class Mailer:
    """Sends e-mails, at most THREADS at a time."""

    def __init__(
        self,
        server: MailServer,
        *,
        sender: str,
        password: Secret | None,
        tls: ssl.SSLContext,
        host_name: str = "[127.0.0.1]",
        deadline_s: float = DEADLINE_S,
    ) -> None:
        self._server = server
        self._sender = sender
        self._password = password
        self._tls = tls
        self._host_name = host_name
        self._deadline_s = deadline_s
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="mail")
        self._left: dict[str, tuple[str, ...]] = {}

    async def send(self, mail: EmailMessage, recipients: Sequence[str]) -> Answer:
        """Send an e-mail to all recipients. It never raises for what the server does.

        If the server accepts it for some and asks to try later for others, the answer is RETRY, and the next attempt
        with the same Message-ID goes only to those others.
        """
        key, content = str(mail["Message-ID"]), _checked(mail)
        assert len(content) <= MAIL_BYTES_MAX and 0 < len(recipients) <= RECIPIENTS_MAX
        answer, later = await self._run(content, self._left.pop(key, tuple(recipients)))
        if later and later != tuple(recipients):
            self._left = dict([*self._left.items(), (key, later)][-PARTLY_SENT_MAX:])
        return answer

    async def check(self) -> Answer:
        """Connect and sign in, but send nothing."""
        answer, _ = await self._run(None, ())
        return answer

    def close(self) -> None:
        """End the threads when they are idle."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _run(self, content: bytes | None, recipients: tuple[str, ...]) -> tuple[Answer, tuple[str, ...]]:
        session = _Session(self._server, self._sender, self._password, self._tls, self._host_name)
        run = asyncio.get_running_loop().run_in_executor(self._threads, session.run, content, recipients)
        try:
            async with asyncio.timeout(self._deadline_s):
                return await run
        except TimeoutError:
            session.abort()
            return _retry(f"{self._server.host} did not accept the e-mail in {self._deadline_s:g} s."), recipients
        except BaseException:  # the store stops
            session.abort()
            raise


class _Session:
    """One connection, for one e-mail; `run` is called in a thread, and `abort` in another."""

    def __init__(
        self, server: MailServer, sender: str, password: Secret | None, tls: ssl.SSLContext, host_name: str
    ) -> None:
        self._server = server
        self._sender = sender
        self._password = password
        self._tls = tls
        self._host_name = host_name
        self._smtp: _Smtp | None = None
        self._aborted = False

    def run(self, content: bytes | None, recipients: tuple[str, ...]) -> tuple[Answer, tuple[str, ...]]:
        """Return the answer, and the recipients for whom another attempt makes sense."""
        host = self._server.host
        try:
            answer, later = self._run(content, recipients)
        except smtplib.SMTPAuthenticationError as error:
            answer, later = self._settled(error.smtp_code, error.smtp_error, "the user and password"), recipients
        except smtplib.SMTPResponseException as error:
            answer, later = self._settled(error.smtp_code, error.smtp_error, "the connection"), recipients
            if type(error) is smtplib.SMTPResponseException:  # raised by smtplib for a line that is too long
                answer = _retry(f"{host} sent a line that is too long.")
        except ssl.SSLError as error:
            detail = tls_failure(error).detail.replace("The receiver's certificate", f"The certificate of {host}")
            answer, later = _retry(detail.replace("the receiver", host)), recipients
        except smtplib.SMTPServerDisconnected:
            answer, later = _retry(f"{host} closed the connection."), recipients
        except (smtplib.SMTPException, ValueError) as error:
            answer, later = _retry(f"{host}: {printable(str(error).encode())}"), recipients
        except OSError as error:
            reason = "there was no response" if isinstance(error, TimeoutError) else error.strerror or str(error)
            answer, later = _retry(f"No connection with {self._server.shown}: {reason}."), recipients
        finally:
            if self._smtp is not None:
                self._smtp.close()
        return answer, later if answer.result is AnswerResult.RETRY else ()

    def abort(self) -> None:
        """Close the connection, so that the thread stops waiting."""
        self._aborted = True
        if self._smtp is not None:
            self._smtp.abort()

    def _run(self, content: bytes | None, recipients: tuple[str, ...]) -> tuple[Answer, tuple[str, ...]]:
        smtp = self._smtp = _Smtp(self._server, self._tls, self._host_name)
        smtp.open()
        if self._aborted:
            smtp.abort()
        if self._server.scheme == "smtp+starttls":
            smtp.ehlo_or_helo_if_needed()
            if not smtp.has_extn("starttls"):
                raise smtplib.SMTPNotSupportedError("it does not offer STARTTLS, so nothing was sent")
            code, said = smtp.starttls(context=self._tls)
            if code != 220:
                return self._settled(code, said, "STARTTLS"), recipients
        if self._password is not None:
            smtp.login(self._server.user, self._password.reveal())
        if content is not None:
            return self._transfer(smtp, content, recipients)
        code, said = smtp.noop()
        if code != 250:
            return self._settled(code, said, "a test of the connection"), ()
        return Answer(result=AnswerResult.ACCEPTED, words=f"{self._server.host} can be used."), ()

    def _transfer(self, smtp: "_Smtp", content: bytes, recipients: tuple[str, ...]) -> tuple[Answer, tuple[str, ...]]:
        smtp.ehlo_or_helo_if_needed()
        code, said = smtp.mail(self._sender)
        if code != 250:
            return self._settled(code, said, f"the sender {self._sender}"), recipients
        refused: dict[str, Reply] = {}
        for recipient in recipients:
            code, said = smtp.rcpt(recipient)
            if code not in (250, 251):
                refused[recipient] = (code, said)
        later = tuple(recipient for recipient, (code, _) in refused.items() if code < 500)
        if len(refused) == len(recipients):
            first = later[0] if later else recipients[0]
            return self._settled(*refused[first], f"the recipient {first}"), later
        code, said = smtp.data(content)
        if code != 250:
            return self._settled(code, said, "the e-mail"), recipients
        with suppress(smtplib.SMTPException, OSError):
            smtp.quit()  # the e-mail is accepted, so an error here changes nothing
        answer = Answer(result=AnswerResult.ACCEPTED, words=f"{self._server.host} accepted it: {self._text(said)}")
        if not refused:
            return answer, ()
        one = later[0] if later else next(iter(refused))
        words = f"accepted it for {len(recipients) - len(refused)} of {len(recipients)} recipients, but not for {one}"
        result = AnswerResult.RETRY if later else AnswerResult.ACCEPTED
        return Answer(result=result, words=f"{self._server.host} {words}: {self._text(refused[one][1])}"), later

    def _settled(self, code: int, said: bytes | str, what: str) -> Answer:
        """Return what a refusal leads to: 4yz is for now, 5yz for good (RFC 5321 §4.2.1)."""
        raw = said.encode() if isinstance(said, str) else said
        words = f"{self._server.host} did not accept {what}: {code} {self._text(raw)}".rstrip()
        return Answer(result=AnswerResult.REFUSED if 500 <= code <= 599 else AnswerResult.RETRY, words=words)

    def _text(self, said: bytes) -> str:
        """Return what the server said as one printable line, without the password."""
        if self._password is not None:
            password, user = self._password.reveal().encode(), self._server.user.encode()
            plain = base64.b64encode(b"\0" + user + b"\0" + password)
            said = Redactor([password, plain]).clean(said)
        return printable(b" ".join(said.split()))


class _Smtp(smtplib.SMTP):
    """A connection that limits what the server may send, and that another thread can end."""

    def __init__(self, server: MailServer, tls: ssl.SSLContext, host_name: str) -> None:
        super().__init__(local_hostname=host_name, timeout=SILENCE_S_MAX)
        self._server = server
        self._implicit_tls = tls if server.scheme == "smtps" else None
        self._raw: socket.socket | None = None
        self.bytes_left = SESSION_BYTES_MAX
        self._host = server.host  # the name that STARTTLS verifies

    def open(self) -> None:
        code, said = self.connect(self._server.host, self._server.port)
        if code != 220:
            raise smtplib.SMTPConnectError(code, said)

    def abort(self) -> None:
        if self._raw is not None:
            with suppress(OSError):
                self._raw.shutdown(socket.SHUT_RDWR)

    def getreply(self) -> Reply:
        if self.file is None:
            assert self.sock is not None
            self.file = _LimitedFile(self.sock.makefile("rb"), self)
        return super().getreply()

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        """Connect. Called by `connect`."""
        sock = socket.create_connection((host, port), timeout)
        if self._server.scheme == "smtp" and not is_loopback(sock.getpeername()[0]):
            sock.close()
            raise OSError(f"{host} is not this machine, and other servers need TLS")
        self._raw = sock.dup()  # the same connection, which stays usable for `abort` when TLS takes over `sock`
        if self._implicit_tls is None:
            return sock
        try:
            return self._implicit_tls.wrap_socket(sock, server_hostname=host)
        except BaseException:
            sock.close()
            raise

    def close(self) -> None:
        super().close()
        if self._raw is not None:
            self._raw.close()


class _LimitedFile:
    """Reads lines until a server has sent SESSION_BYTES_MAX, in any number of lines."""

    def __init__(self, file: BinaryIO | Any, smtp: _Smtp) -> None:
        self._file = file
        self._smtp = smtp

    def readline(self, size: int = -1) -> bytes:
        line: bytes = self._file.readline(size)
        self._smtp.bytes_left -= len(line)
        if self._smtp.bytes_left < 0:
            raise OSError("the server sends too much")
        return line

    def close(self) -> None:
        self._file.close()


def _checked(mail: EmailMessage) -> bytes:
    """Return the bytes of an e-mail; raise ValueError if its headers are not those that were set.

    `EmailMessage` refuses a value with a line end, but decodes encoded words (RFC 2047), which may contain one.
    """
    content = bytes(mail)
    names = [name.lower().encode() for name in mail]
    lines = content.partition(b"\r\n\r\n")[0].splitlines()
    if [line.partition(b":")[0].lower() for line in lines if not line.startswith((b" ", b"\t"))] != names:
        raise ValueError("a header of the e-mail contains a line end")
    return content


def _retry(words: str) -> Answer:
    return Answer(result=AnswerResult.RETRY, words=words)
