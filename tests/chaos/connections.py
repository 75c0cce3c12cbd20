"""Hostile behaviour below HTTP: connections refused, ignored, reset or stalled, and certificates that prove nothing."""

import asyncio
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import trustme
from cryptography.hazmat.bindings.openssl.binding import Binding

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.event import BODY_BYTES_MAX
from tests.chaos.behaviour import (
    CLOSED,
    CONNECT_S_MAX,
    DEADLINE,
    DEADLINE_S,
    Behaviour,
    Expected,
    HostilePeer,
    Opens,
    Stage,
    accepted,
    behaves,
    plays,
    refused,
    then_waits,
)
from tests.sending.scripted_receiver import NO_CONTENT, full_listener
from tests.sending.tls_servers import HOST, bad_certificates, old_protocol, serving

WINDOW_BYTES = 2_048

CHAIN_CERTIFICATES = 300  # about 170 KiB; OpenSSL reads 100 KiB

UNREACHED = Expected(OutcomeKind.CONNECTION_FAILED)
BAD_CERTIFICATE, NO_TLS = Expected(OutcomeKind.TLS_CERTIFICATE), Expected(OutcomeKind.TLS_FAILED)


# Connections


@asynccontextmanager
async def nobody_listens(stage: Stage) -> AsyncIterator[int]:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


@asynccontextmanager
async def swallows_connections(stage: Stage) -> AsyncIterator[int]:
    with full_listener("127.0.0.1") as port:
        yield port


@asynccontextmanager
async def reads_nothing(stage: Stage) -> AsyncIterator[int]:
    """The operating system completes the connections, but no process accepts them, and the window stays small."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, WINDOW_BYTES)
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        yield listener.getsockname()[1]


async def closes_at_once(peer: HostilePeer) -> None:
    pass


async def resets_at_once(peer: HostilePeer) -> None:
    peer.reset()


async def resets_after_the_request(peer: HostilePeer) -> None:
    await peer.request()
    peer.reset()


async def closes_after_the_request(peer: HostilePeer) -> None:
    await peer.request()


async def closes_for_writing(peer: HostilePeer) -> None:
    await peer.request()
    peer.writer.write_eof()
    await peer.hung_up()


async def is_late(peer: HostilePeer) -> None:
    await peer.request()
    await asyncio.sleep(DEADLINE_S + 0.3)
    await peer.say(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
    await peer.hung_up()


async def knows_repeats(peer: HostilePeer) -> None:
    """Accept the event but lose the response; answer a repeat with 409."""
    while True:
        await peer.request()
        if peer.stage.mended:
            await peer.take()
        elif peer.event_id in peer.stage.seen:
            await peer.say(b"HTTP/1.1 409 Conflict\r\ncontent-length: 4\r\n\r\nseen")
        else:
            peer.stage.seen.add(peer.event_id)
            return


async def speaks_first(peer: HostilePeer) -> None:
    await peer.say(NO_CONTENT)
    peer.stage.acted += 1
    await peer.hung_up()


async def closes_a_kept_connection(peer: HostilePeer) -> None:
    await peer.request()
    await peer.say(NO_CONTENT)
    peer.writer.write_eof()
    peer.stage.acted += 1
    await peer.hung_up()


async def closes_a_kept_connection_after_a_request(peer: HostilePeer) -> None:
    await peer.request()
    await peer.say(NO_CONTENT)
    await peer.request()


async def answers_twice_apart(peer: HostilePeer) -> None:
    await peer.request()
    await peer.say(NO_CONTENT)
    await peer.say(b"HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n")
    peer.stage.acted += 1
    await peer.hung_up()


CONNECTIONS = {
    "connection refused": Behaviour(
        opens=nobody_listens, expects=(Expected(OutcomeKind.CONNECTION_REFUSED),), connections=0, mends=False
    ),
    "connection swallowed": Behaviour(
        opens=swallows_connections, expects=(UNREACHED,), connections=0, within_s=CONNECT_S_MAX, mends=False
    ),
    "closes immediately": behaves(closes_at_once, CLOSED),
    "resets immediately": behaves(resets_at_once, CLOSED),
    "resets after the request": behaves(resets_after_the_request, CLOSED),
    "closes after the request": behaves(closes_after_the_request, CLOSED),
    "closes its own side after the request": behaves(closes_for_writing, CLOSED),
    "never reads": Behaviour(
        opens=reads_nothing, expects=(DEADLINE,), connections=0, body_bytes=BODY_BYTES_MAX, mends=False
    ),
    "never answers": behaves(then_waits(b""), DEADLINE),
    "answers 200 after the deadline": behaves(is_late, DEADLINE),
    "takes the event, then answers 409 to the same": behaves(knows_repeats, CLOSED, refused(409), connections=2),
    "speaks before it is asked": behaves(
        speaks_first, Expected(OutcomeKind.ANSWER_INVALID), first="before the request"
    ),
    "closes a kept connection before the next request": behaves(
        closes_a_kept_connection, accepted(), accepted(), accepted(), first="before the next attempt"
    ),
    "closes a kept connection after the next request": behaves(
        closes_a_kept_connection_after_a_request, accepted(), CLOSED, connections=2
    ),
    "answers twice at the same time": behaves(
        NO_CONTENT + b"HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n", accepted()
    ),
    "answers twice, one after the other": behaves(
        answers_twice_apart, accepted(), accepted(), first="before the next attempt"
    ),
}


# TLS

willing = then_waits(NO_CONTENT)


def with_certificate(name: str) -> Callable[[trustme.CA], ssl.SSLContext]:
    return lambda authority: bad_certificates(authority)[name][0]


def speaking(version: ssl.TLSVersion) -> Callable[[trustme.CA], ssl.SSLContext]:
    return lambda authority: old_protocol(serving(authority.issue_cert(HOST)), version)


def without_secrecy(authority: trustme.CA) -> ssl.SSLContext:
    context = old_protocol(serving(authority.issue_cert(HOST)), ssl.TLSVersion.TLSv1_2)
    context.set_ciphers("eNULL:@SECLEVEL=0")
    return context


def with_endless_chain(authority: trustme.CA) -> ssl.SSLContext:
    leaf = authority.issue_cert(HOST)
    chain = b"".join(one.bytes() for one in leaf.cert_chain_pems) + authority.cert_pem.bytes() * CHAIN_CERTIFICATES
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with trustme.Blob(chain).tempfile() as file, leaf.private_key_pem.tempfile() as key:
        context.load_cert_chain(file, key)
    return context


def secure(opens: Opens, *expects: Expected, connections: int, mends: bool = False) -> Behaviour:
    return Behaviour(opens=opens, expects=expects, connections=connections, tls=True, mends=mends)


async def answers_in_clear(peer: HostilePeer) -> None:
    await peer.reader.read(1_000)
    await peer.say(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n")
    await peer.hung_up()


async def stalls(peer: HostilePeer) -> None:
    await peer.hung_up()


async def stalls_within_a_record(peer: HostilePeer) -> None:
    """Announce a handshake record of 16,000 bytes, and send three of them."""
    await peer.reader.read(1_000)
    await peer.say(b"\x16\x03\x03\x3e\x80\x02\x00\x00")
    await peer.hung_up()


def in_a_thread(serve: Callable[[socket.socket, trustme.CA], None]) -> Opens:
    """Serve each connection with blocking code in a thread; the thread ends with this process."""

    @asynccontextmanager
    async def opens(stage: Stage) -> Any:
        def accept() -> None:
            while True:
                peer, _ = listener.accept()
                stage.connections += 1
                with peer, suppress(OSError):
                    peer.settimeout(10 * DEADLINE_S)
                    serve(peer, stage.authority)
                    peer.shutdown(socket.SHUT_WR)
                    while peer.recv(1_000):  # otherwise closing would send a reset, which discards unread data
                        pass

        listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=accept, daemon=True).start()
        yield listener.getsockname()[1]

    return opens


def demanding_a_certificate(version: ssl.TLSVersion) -> Opens:
    def serve(peer: socket.socket, authority: trustme.CA) -> None:
        context = serving(authority.issue_cert(HOST))
        context.verify_mode, context.maximum_version = ssl.CERT_REQUIRED, version
        authority.configure_trust(context)
        secured = context.wrap_socket(peer.dup(), server_side=True, do_handshake_on_connect=False)
        with suppress(ssl.SSLError):
            secured.do_handshake()
        secured.close()

    return in_a_thread(serve)


def renegotiates(peer: socket.socket, authority: trustme.CA) -> None:
    """Ask for renegotiation instead of answering: Python's own ssl cannot do that, OpenSSL's TLS 1.2 can."""
    library, ffi = Binding.lib, Binding.ffi
    leaf = authority.issue_cert(HOST)
    context = library.SSL_CTX_new(library.TLS_server_method())
    library.SSL_CTX_set_max_proto_version(context, ssl.TLSVersion.TLSv1_2.value)
    with leaf.cert_chain_pems[0].tempfile() as chain, leaf.private_key_pem.tempfile() as key:
        library.SSL_CTX_use_certificate_chain_file(context, chain.encode())
        library.SSL_CTX_use_PrivateKey_file(context, key.encode(), library.SSL_FILETYPE_PEM)
    secured = library.SSL_new(context)
    peer.setblocking(True)
    library.SSL_set_fd(secured, peer.fileno())
    library.SSL_set_accept_state(secured)
    assert library.SSL_do_handshake(secured) == 1
    buffer = ffi.new("char[]", 65_536)
    assert library.SSL_read(secured, buffer, 65_536) > 0
    assert library.SSL_renegotiate(secured) == 1
    assert library.SSL_do_handshake(secured) == 1  # the request for renegotiation is sent
    library.SSL_read(secured, buffer, 65_536)  # the client's reaction ends the connection
    library.SSL_free(secured)
    library.SSL_CTX_free(context)


TLS = {
    **{
        f"certificate: {name}": secure(plays(willing, with_certificate(name)), BAD_CERTIFICATE, connections=0)
        for name in ("self-signed", "expired", "not yet valid", "wrong name", "unknown authority")
    },
    "chain of 300 certificates": secure(plays(willing, with_endless_chain), NO_TLS, connections=0),
    "TLS 1.0": secure(plays(willing, speaking(ssl.TLSVersion.TLSv1)), NO_TLS, connections=0),
    "TLS 1.1": secure(plays(willing, speaking(ssl.TLSVersion.TLSv1_1)), NO_TLS, connections=0),
    "TLS without encryption": secure(plays(willing, without_secrecy), NO_TLS, connections=0),
    "plain HTTP where TLS is due": secure(plays(answers_in_clear), NO_TLS, connections=1),
    "handshake stalls": secure(plays(stalls), DEADLINE, connections=1),
    "handshake stalls within a record": secure(plays(stalls_within_a_record), DEADLINE, connections=1),
    "closes instead of a handshake": secure(plays(closes_at_once), NO_TLS, connections=1),
    "resets instead of a handshake": secure(plays(resets_at_once), NO_TLS, connections=1),
    "demands a certificate, TLS 1.2": secure(demanding_a_certificate(ssl.TLSVersion.TLSv1_2), NO_TLS, connections=1),
    "demands a certificate, TLS 1.3": secure(
        demanding_a_certificate(ssl.TLSVersion.TLSv1_3), Expected(OutcomeKind.TLS_CLIENT_CERTIFICATE), connections=1
    ),
    "renegotiates": secure(in_a_thread(renegotiates), NO_TLS, connections=1),
    "good TLS, then silence": secure(
        plays(then_waits(b""), lambda authority: serving(authority.issue_cert(HOST))),
        DEADLINE,
        connections=2,
        mends=True,
    ),
    "good TLS, closed after the request": secure(
        plays(closes_after_the_request, lambda authority: serving(authority.issue_cert(HOST))),
        CLOSED,
        connections=2,
        mends=True,
    ),
}
