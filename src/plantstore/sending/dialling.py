"""Connects to a host: resolves it once, checks every address, dials them, and checks the connected peer.

Only checked addresses are dialled, and nothing is written before the connected peer was checked again, so a name that
resolves differently a moment later (DNS rebinding) has no effect. With a proxy, it is the proxy that connects to the
checked address.
"""

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.sending.http1 import Failure
from plantstore.sending.proxy import Proxy, open_tunnel
from plantstore.sending.resolving import NO_SUCH_NAME

ADDRESS_SHARE_S_MIN = 1.0  # min time to connect to one of several addresses: two long round trips and a lost packet
LEFT_S_MIN = 0.01  # min remaining time to dial another address; a timer may end a millisecond early

Resolve = Callable[[str], Awaitable[list[str]]]


class AddressChecker(Protocol):
    """Decides which addresses may be called: the methods return None, or the reason why not (`addresses.py`)."""

    def check_address(
        self, address: str, port: int, *, loopback: bool = False, local: str | None = None
    ) -> str | None: ...

    def check_host(self, host: str, addresses: list[str], port: int, *, loopback: bool = False) -> str | None: ...


@dataclass(slots=True, kw_only=True)
class Dial:
    """One attempt to connect. `address` is the last one dialled, `doing` the current activity, both for the outcome."""

    address_policy: AddressChecker
    resolve: Resolve
    connect_s_max: float
    host: str
    port: int
    loopback: bool
    proxy: Proxy | None = None
    address: str | None = None
    doing: str = "looking up the name"

    async def connect(self) -> socket.socket | Failure:
        """Return a connected, non-blocking socket to a checked peer, or the Failure that explains why not."""
        addresses = await self._addresses()
        if isinstance(addresses, Failure):
            return addresses
        refusal = self.address_policy.check_host(self.host, addresses, self.port, loopback=self.loopback)
        if refusal is not None:
            return Failure(OutcomeKind.ADDRESS_REFUSED, refusal)
        self.doing = "connecting" if self._direct else "connecting through the proxy"
        return await self._connect(addresses)

    @property
    def _direct(self) -> bool:
        """True without a proxy, and for a receiver on this machine, where a proxy elsewhere would not find it."""
        return self.proxy is None or self.loopback

    async def _addresses(self) -> list[str] | Failure:
        try:
            async with asyncio.timeout(self.connect_s_max):
                addresses = await self.resolve(self.host)
        except TimeoutError:
            detail = f"The name {self.host} was not resolved within {self.connect_s_max:g} s."
            return Failure(OutcomeKind.DNS_FAILED, detail)
        except OSError as error:
            return _dns_failure(self.host, error)
        return addresses or _not_found(self.host)

    async def _connect(self, addresses: list[str]) -> socket.socket | Failure:
        """Try one address after another, each for its share of the remaining time, at least ADDRESS_SHARE_S_MIN."""
        time = asyncio.get_running_loop().time
        ends_at = time() + self.connect_s_max
        result: socket.socket | Failure = _too_slow(addresses[0], self.connect_s_max)
        for untried, address in zip(range(len(addresses), 0, -1), addresses, strict=True):
            left_s = ends_at - time()
            if left_s < LEFT_S_MIN:
                break
            result = await self._connect_to(address, within_s=min(left_s, max(left_s / untried, ADDRESS_SHARE_S_MIN)))
            if not isinstance(result, Failure):
                return self._checked(result) if self._direct else result
            if result.kind is OutcomeKind.PROXY_FAILED:  # as it would for the other addresses
                break
        return result

    async def _connect_to(self, address: str, *, within_s: float) -> socket.socket | Failure:
        self.address = address
        if self.proxy is not None and not self._direct:
            return await open_tunnel(self.proxy, address, self.port, within_s=within_s)
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        try:
            sock = socket.socket(family, socket.SOCK_STREAM)
        except OSError as error:
            return _connect_failure(address, error)
        try:
            sock.setblocking(False)
            async with asyncio.timeout(within_s):
                await asyncio.get_running_loop().sock_connect(sock, (address, self.port))
        except TimeoutError:
            sock.close()
            return _too_slow(address, within_s)
        except OSError as error:
            sock.close()
            return _connect_failure(address, error)
        except BaseException:
            sock.close()
            raise
        return sock

    def _checked(self, sock: socket.socket) -> socket.socket | Failure:
        try:
            peer, local = str(sock.getpeername()[0]), str(sock.getsockname()[0])
        except OSError:
            sock.close()
            return _closed_at_once()
        self.address = peer
        reason = self.address_policy.check_address(peer, self.port, loopback=self.loopback, local=local)
        if reason is None:
            return sock
        sock.close()
        return Failure(OutcomeKind.ADDRESS_REFUSED, f"{reason}.")


def _dns_failure(host: str, error: OSError) -> Failure:
    if isinstance(error, socket.gaierror) and error.errno in NO_SUCH_NAME:
        return _not_found(host)
    return Failure(OutcomeKind.DNS_FAILED, f"The name {host} could not be resolved: {error.strerror or error}.")


def _not_found(host: str) -> Failure:
    return Failure(OutcomeKind.DNS_NOT_FOUND, f"The name {host} has no address.")


def _too_slow(address: str, within_s: float) -> Failure:
    return Failure(OutcomeKind.CONNECTION_FAILED, f"No connection to {address} within {within_s:.3g} s.")


def _connect_failure(address: str, error: OSError) -> Failure:
    if isinstance(error, ConnectionRefusedError):
        return Failure(OutcomeKind.CONNECTION_REFUSED, f"Nothing listens at {address}: the connection was refused.")
    if isinstance(error, ConnectionResetError):
        return _closed_at_once()  # like a reset that is noticed only after connecting
    reason = os.strerror(error.errno) if error.errno else str(error)
    return Failure(OutcomeKind.CONNECTION_FAILED, f"No connection to {address}: {reason}.")


def _closed_at_once() -> Failure:
    return Failure(OutcomeKind.CONNECTION_CLOSED, "The receiver closed the connection as soon as it was open.")
