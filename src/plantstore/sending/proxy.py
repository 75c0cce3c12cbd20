"""Opens tunnels through an HTTP proxy (CONNECT, RFC 9110 §9.3.6) to addresses that were checked before.

The proxy is the operator's choice, so its own address is not checked. It is asked for a numeric address, never a name:
it cannot resolve a name to something else.
"""

import asyncio
import base64
import re
import socket
from dataclasses import dataclass, field

from plantstore.core.service_settings import proxy_parts, secret_of
from plantstore.core.settings import PREFIX, SettingError, Settings
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.secret import Secret
from plantstore.sending.http1 import Failure

HEAD_BYTES_MAX = 8_192  # max size of the proxy's response headers
_READ_BYTES = 1_024
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})[ \r\n]")
_END = re.compile(rb"\r?\n\r?\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Proxy:
    """An HTTP proxy. A `user` and password are sent as Basic authentication, in clear; "" for none."""

    host: str
    port: int
    user: str = ""
    password: Secret = field(default_factory=lambda: Secret(""))

    @property
    def shown(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    def request(self, address: str, port: int) -> bytes:
        """Return the CONNECT request for a numeric address."""
        target = f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
        lines = [f"CONNECT {target} HTTP/1.1", f"host: {target}"]
        if self.user:
            pair = f"{self.user}:{self.password.reveal()}".encode()
            lines.append(f"proxy-authorization: Basic {base64.b64encode(pair).decode()}")
        return "\r\n".join([*lines, "", ""]).encode("ascii")


async def open_tunnel(proxy: Proxy, address: str, port: int, *, within_s: float) -> socket.socket | Failure:
    """Return a non-blocking socket that the proxy has connected to an address, or why there is none.

    A proxy that does not answer in time is taken to wait for the receiver.
    """
    ends_at = asyncio.get_running_loop().time() + within_s
    try:
        async with asyncio.timeout_at(ends_at):
            connected = await _connect(proxy)
    except TimeoutError:
        return proxy_failure(proxy, f"could not be reached within {within_s:.3g} s")
    if isinstance(connected, Failure):
        return connected
    try:
        async with asyncio.timeout_at(ends_at):
            failure = await _agree(connected, proxy, address, port)
    except TimeoutError:
        detail = f"The proxy {proxy.shown} had no connection to {address} after {within_s:.3g} s."
        failure = Failure(OutcomeKind.CONNECTION_FAILED, detail)
    except OSError:
        failure = proxy_failure(proxy, "closed the connection before it answered")
    except BaseException:
        connected.close()
        raise
    if failure is None:
        return connected
    connected.close()
    return failure


def delivery_proxy(settings: Settings) -> Proxy | None:
    """Return the proxy of the settings, or None. Raise SettingError if the file of its password cannot be read."""
    if not settings.delivery_proxy:
        return None
    user, host, port = proxy_parts(settings.delivery_proxy)
    given, file = settings.delivery_proxy_password, settings.delivery_proxy_password_file
    try:
        password = secret_of(given, file, name="DELIVERY_PROXY_PASSWORD_FILE")
    except ValueError as error:
        raise SettingError(f"{PREFIX}{error}") from error
    return Proxy(host=host, port=port, user=user, password=password or Secret(""))


def proxy_failure(proxy: Proxy, what: str) -> Failure:
    return Failure(OutcomeKind.PROXY_FAILED, f"The proxy {proxy.shown} {what}.")


async def _connect(proxy: Proxy) -> socket.socket | Failure:
    """Connect to the first address of the proxy that accepts."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(proxy.host, proxy.port, type=socket.SOCK_STREAM)
    except OSError as error:
        return proxy_failure(proxy, f"could not be resolved: {error.strerror or error}")
    reason = "has no address"
    for family, kind, protocol, _, where in found:
        sock = socket.socket(family, kind, protocol)
        sock.setblocking(False)
        try:
            await loop.sock_connect(sock, where)
        except OSError as error:
            sock.close()
            reason = f"could not be reached: {error.strerror or error}"
        except BaseException:
            sock.close()
            raise
        else:
            return sock
    return proxy_failure(proxy, reason)


async def _agree(sock: socket.socket, proxy: Proxy, address: str, port: int) -> Failure | None:
    """Ask for a tunnel; return None once it is open, or why it is not."""
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(sock, proxy.request(address, port))
    head = b""
    while (end := _END.search(head)) is None:
        if len(head) > HEAD_BYTES_MAX:
            return proxy_failure(proxy, f"sent more than {HEAD_BYTES_MAX:,} bytes of headers")
        data = await loop.sock_recv(sock, _READ_BYTES)
        if not data:
            return proxy_failure(proxy, "closed the connection before it answered")
        head += data
        if not head.startswith(b"HTTP/1."[: len(head)]):
            return proxy_failure(proxy, "did not answer with HTTP/1.1")
    status = _STATUS.match(head)
    if status is None:
        return proxy_failure(proxy, "did not answer with HTTP/1.1")
    failure = _refusal(proxy, int(status[1]), address)
    if failure is None and end.end() < len(head):
        return proxy_failure(proxy, "sent data before the request")
    return failure


def _refusal(proxy: Proxy, status: int, address: str) -> Failure | None:
    """Return why a tunnel was refused; None for a 2xx. A 5xx says that the proxy did not reach the receiver."""
    if 200 <= status < 300:
        return None
    if status == 407:
        how = "did not accept our user and password" if proxy.user else "demands a user and a password"
        return proxy_failure(proxy, f"{how} (407)")
    if status >= 500:
        detail = f"The proxy {proxy.shown} has no connection to {address}; it answered {status}."
        return Failure(OutcomeKind.CONNECTION_FAILED, detail)
    return proxy_failure(proxy, f"refused a connection to {address} ({status})")
