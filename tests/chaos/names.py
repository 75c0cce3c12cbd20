"""A name server that misbehaves, and the means to make the system's resolver query it."""

import ctypes
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, pairwise
from typing import Any

from dnslib import CNAME, QTYPE, RCODE, RR, A, DNSRecord
from dnslib.server import BaseResolver, DNSLogger, DNSServer

PUBLIC = "93.184.215.14"
ASK_AGAIN_S, ASK_TIMES = 20, 1
PORTS_TRIED = 20
_RETRANS, _RETRY, _COUNT, _FIRST = 0, 4, 16, 20  # where glibc's `struct __res_state` (resolv.h) keeps them

Answer = Callable[[DNSRecord, str], None]
"""Fills in a reply for a name. Whatever it does not set stays empty."""


def addresses(*found: str) -> Answer:
    def answer(reply: DNSRecord, name: str) -> None:
        if reply.q.qtype == QTYPE.A:
            for address in found:
                reply.add_answer(RR(name, QTYPE.A, rdata=A(address), ttl=0))

    return answer


def flips(*found: str) -> Answer:
    """Have another of these addresses at each query, in turn."""
    turns = cycle(found)

    def answer(reply: DNSRecord, name: str) -> None:
        if reply.q.qtype == QTYPE.A:
            addresses(next(turns))(reply, name)

    return answer


def fails_with(code: str) -> Answer:
    def answer(reply: DNSRecord, name: str) -> None:
        reply.header.rcode = getattr(RCODE, code)

    return answer


def aliases(*names: str, address: str = "") -> Answer:
    """Each name is an alias of the next one; the last may have an address."""

    def answer(reply: DNSRecord, name: str) -> None:
        chain = [name, *names]
        for one, other in pairwise(chain):
            reply.add_answer(RR(one, QTYPE.CNAME, rdata=CNAME(other), ttl=0))
        if address and reply.q.qtype == QTYPE.A:
            reply.add_answer(RR(chain[-1], QTYPE.A, rdata=A(address), ttl=0))

    return answer


def when(released: threading.Event, then: Answer) -> Answer:
    def answer(reply: DNSRecord, name: str) -> None:
        released.wait(30)
        then(reply, name)

    return answer


class _Answering(BaseResolver):  # type: ignore[misc]
    def __init__(self, answers: dict[str, Answer]) -> None:
        self._answers = answers

    def resolve(self, request: DNSRecord, handler: object) -> DNSRecord:
        reply, name = request.reply(), str(request.q.qname).rstrip(".")
        self._answers.get(name, fails_with("NXDOMAIN"))(reply, name)
        return reply


@contextmanager
def name_server(answers: dict[str, Answer]) -> Iterator[int]:
    """Serve these names on loopback, over UDP and TCP, and yield the port."""
    servers = _both_servers(answers)
    port: int = servers[0].server.server_address[1]
    for one in servers:
        one.server.daemon_threads, one.server.block_on_close = True, False
        one.start_thread()
    try:
        yield port
    finally:
        for one in servers:
            one.stop()
            one.server.server_close()


def _both_servers(answers: dict[str, Answer]) -> list[Any]:
    """Return UDP and TCP servers on one port, which may be free for one protocol and taken for the other."""
    quiet = DNSLogger("-request,-reply,-truncated,-error,-send,-recv", prefix=False)
    for _ in range(PORTS_TRIED):
        first = DNSServer(_Answering(answers), address="127.0.0.1", port=0, logger=quiet)
        port = first.server.server_address[1]
        try:
            return [first, DNSServer(_Answering(answers), address="127.0.0.1", port=port, tcp=True, logger=quiet)]
        except OSError:
            first.server.server_close()
    raise AssertionError(f"{PORTS_TRIED} ports were all in use")


def ask_only(port: int) -> None:
    """Make the system's resolver query only this server, in this thread: each thread has its own resolver state."""
    library = ctypes.CDLL(None)
    library.__res_state.restype = ctypes.c_void_p
    assert library.__res_init() == 0
    state = library.__res_state()
    for offset, value in ((_RETRANS, ASK_AGAIN_S), (_RETRY, ASK_TIMES), (_COUNT, 1)):
        ctypes.c_int.from_address(state + offset).value = value
    server = struct.pack("=H", socket.AF_INET) + struct.pack("!H", port) + socket.inet_aton("127.0.0.1") + bytes(8)
    ctypes.memmove(state + _FIRST, server, len(server))
