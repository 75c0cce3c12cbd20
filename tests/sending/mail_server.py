"""A mail server for tests: aiosmtpd on loopback, in a thread with an event loop of its own."""

import asyncio
import ssl
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

USER, PASSWORD = "store@shop.example", "canary-mail-password"


@dataclass
class MailServerForTests:
    """What a server received. `replies` are its answers, by command or recipient, where it does not accept."""

    port: int = 0
    implicit_tls: bool = False
    replies: dict[str, str] = field(default_factory=dict)
    received: list[tuple[str, list[str], bytes, bool]] = field(default_factory=list)
    """Sender, recipients, content, and whether it came over TLS."""
    logins: list[str] = field(default_factory=list)

    async def handle_MAIL(self, _server: Any, _session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if "MAIL" in self.replies:
            return self.replies["MAIL"]
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, options: list[str]) -> str:
        reply = self.replies.get(address) or self.replies.get("RCPT")
        if reply:
            return reply
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, session: Any, envelope: Any) -> str:
        if "DATA" in self.replies:
            return self.replies["DATA"]
        self.received.append(
            (envelope.mail_from, envelope.rcpt_tos, envelope.content, self.implicit_tls or session.ssl is not None)
        )
        return "250 queued as 4Rb2"

    def authenticate(self, _server: Any, _session: Any, _envelope: Any, mechanism: str, data: Any) -> AuthResult:
        assert isinstance(data, LoginPassword)
        self.logins.append(mechanism)
        good = (data.login, data.password) == (USER.encode(), PASSWORD.encode())
        return AuthResult(success=good, handled=False)


@contextmanager
def mail_server(
    *, starttls: ssl.SSLContext | None = None, tls: ssl.SSLContext | None = None, auth: bool = False
) -> Iterator[MailServerForTests]:
    """Serve with STARTTLS, with TLS from the start, or without."""
    server, loop = MailServerForTests(implicit_tls=tls is not None), asyncio.SelectorEventLoop()

    transports: list[asyncio.BaseTransport] = []

    class Remembering(SMTP):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            transports.append(transport)
            super().connection_made(transport)

    def protocol() -> SMTP:
        with warnings.catch_warnings(action="ignore"):  # it does not know that it is behind TLS
            return made()

    def made() -> SMTP:
        return Remembering(
            server,
            tls_context=starttls,
            require_starttls=starttls is not None,
            authenticator=server.authenticate,
            auth_required=auth,
            auth_require_tls=starttls is not None,
            loop=loop,
            hostname="mail.test",
        )

    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    listening = loop.create_server(protocol, "127.0.0.1", 0, ssl=tls)
    listener = asyncio.run_coroutine_threadsafe(listening, loop).result(10)
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(_stop(listener, transports), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


async def _stop(listener: asyncio.Server, transports: list[asyncio.BaseTransport]) -> None:
    asyncio.get_running_loop().remove_reader(listener.sockets[0].fileno())
    await asyncio.sleep(0.05)  # a server that is closed before an accepted connection has its transport leaks it
    listener.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    for transport in transports:  # closing would wait for what is not sent, or for the end of TLS
        assert isinstance(transport, asyncio.WriteTransport)
        transport.abort()
    await asyncio.sleep(0.01)
