"""The network a request came from: of the connection's peer, or from X-Forwarded-For behind a trusted proxy.

Proxies write addresses in several forms, and all of these are parsed: `192.0.2.7` (nginx, Caddy, HAProxy),
`192.0.2.7:41234` (AWS ALB, Azure Application Gateway), `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:41234`. An
element that is `unknown`, empty or anything else names no address: the request then counts for the proxy that wrote it.
"""

import ipaddress
import re
from collections.abc import Sequence

from plantstore.core.settings import Network
from plantstore.web.http.request import Request

HOST_BITS_IPV6 = 64  # a client with one IPv6 address usually has its whole /64
FORWARDED_MAX = 20  # addresses of X-Forwarded-For that are read, from the last one
UNKNOWN = "unknown"  # all clients without an IP address count as one
_HEADER = b"x-forwarded-for"
_WITH_PORT = re.compile(r"(?:\[(?P<v6>[^\]]+)\]|(?P<v4>[^:\[\]]+))(?::[0-9]{1,5})?", re.ASCII)

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def network_of_request(request: Request, proxies: Sequence[Network]) -> str | None:
    """Return the /32 or /64 that a request counts for; None for a program on this machine without a proxy."""
    forwarded = b""
    if _HEADER in request.headers:
        forwarded = request.values_of(_HEADER) or b"unknown"
    return network_of(request.client or "", forwarded, proxies)


def network_of(client: str, forwarded: bytes, proxies: Sequence[Network]) -> str | None:
    """Return the network of the peer `client`; if that is a trusted proxy, of the last client it names.

    >>> network_of("2001:db8::1", b"", ())
    '2001:db8::/64'
    >>> network_of("10.0.0.1", b"192.0.2.7:41234", (ipaddress.ip_network("10.0.0.0/8"),))
    '192.0.2.7/32'
    >>> network_of("10.0.0.1", b"192.0.2.7, unknown", (ipaddress.ip_network("10.0.0.0/8"),))
    '10.0.0.1/32'
    """
    address = _parse(client)
    if address is None:
        return UNKNOWN
    if address.is_loopback and not forwarded:
        return None
    hops = forwarded.rsplit(b",", FORWARDED_MAX)[-FORWARDED_MAX:] if forwarded else []
    while hops and any(address in network for network in proxies):
        named = _parse_hop(hops.pop())
        if named is None:
            break
        address = named
    if address.version == 4:
        return f"{address}/32"
    return str(ipaddress.ip_network((int(address), HOST_BITS_IPV6), strict=False))


def _parse_hop(hop: bytes) -> _Address | None:
    text = hop.decode("latin-1").strip(" \t")
    parts = _WITH_PORT.fullmatch(text)
    return _parse(text if parts is None else parts["v6"] or parts["v4"])


def _parse(text: str) -> _Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
