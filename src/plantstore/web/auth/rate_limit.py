"""Rate limits: one bucket per token, and one per network for requests without a valid token.

A bucket holds the requests of one minute and refills evenly (GCRA): bursts are allowed, and a client never has to wait
for a full minute.

The network of a request is that of the connection's peer or, behind a trusted proxy, of the address in X-Forwarded-For.
Proxies write addresses in several forms, all of which are parsed: `192.0.2.7` (nginx, Caddy, HAProxy),
`192.0.2.7:41234` (AWS ALB, Azure Application Gateway), `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:41234`. If an
element is not an address (`unknown` or empty, for example), the request counts for the proxy that added the element.
"""

import ipaddress
import re
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import ceil

from plantstore.core.settings import Network, Settings
from plantstore.domain.errors import StoreError
from plantstore.web.http.problems import Refused, TooMany
from plantstore.web.http.request import Request

WINDOW_S = 60
BUCKETS_MAX = 100_000  # max buckets; above it, the least recently used bucket is dropped
HOST_BITS_IPV6 = 64  # IPv6 addresses are counted per /64, because a client usually has a whole /64
FORWARDED_MAX = 20  # max addresses read from X-Forwarded-For, starting with the last
UNKNOWN = "unknown"  # the network of all clients without an IP address
_HEADER = b"x-forwarded-for"
_WITH_PORT = re.compile(r"(?:\[(?P<v6>[^\]]+)\]|(?P<v4>[^:\[\]]+))(?::[0-9]{1,5})?", re.ASCII)

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Left:
    """The state of a bucket: requests left, seconds until it is full, and seconds until the next request (0: now)."""

    requests: int
    full_s: int
    wait_s: int


class Buckets:
    """Rate limit buckets of the same size, one per owner: a token or a network. `requests_max` 0 means no limit."""

    def __init__(self, requests_max: int, *, buckets_max: int = BUCKETS_MAX) -> None:
        self.requests_max = requests_max
        self._buckets_max = buckets_max
        self._each_s = WINDOW_S / requests_max if requests_max else 0.0
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def take(self, owner: Hashable, now_s: float) -> Left:
        """Take one request from a bucket and return its state. If it is empty, take nothing: `wait_s` is above 0."""
        full_at = max(self._full_at.get(owner, now_s), now_s) + self._each_s
        wait_s = full_at - now_s - WINDOW_S
        if wait_s > self._each_s * 1e-6:  # tolerance for floating-point error
            return Left(0, ceil(full_at - self._each_s - now_s), ceil(wait_s))
        self._full_at[owner] = full_at
        self._full_at.move_to_end(owner)
        if len(self._full_at) > self._buckets_max:
            self._full_at.popitem(last=False)
        return Left(int((WINDOW_S - full_at + now_s) / self._each_s + 1e-6), ceil(full_at - now_s), 0)

    def is_empty(self, owner: Hashable, now_s: float) -> bool:
        full_at = self._full_at.get(owner)
        return full_at is not None and full_at + self._each_s - now_s - WINDOW_S > self._each_s * 1e-6

    def __len__(self) -> int:
        return len(self._full_at)


class RateLimits:
    """The rate limits of one process. They protect against floods and are not quotas: processes do not share them."""

    def __init__(self, settings: Settings) -> None:
        self._tokens = Buckets(settings.token_requests_max)
        self._unauthenticated = Buckets(settings.failed_authentications_max)
        self._proxies = settings.trusted_proxies
        self._policy = b'"default";q=%d;w=%d' % (settings.token_requests_max, WINDOW_S)

    def count(self, request: Request, token_id: str, now_s: float) -> None:
        """Count a request of a token, and add rate limit headers to the response. Raise TooMany above the limit."""
        if not self._tokens.requests_max:
            return
        left = self._tokens.take(token_id, now_s)
        request.add_response_headers(
            (b"ratelimit-policy", self._policy),
            (b"ratelimit", b'"default";r=%d;t=%d' % (left.requests, left.full_s)),
        )
        if left.wait_s:
            raise _refused("This token has made too many requests.", left.wait_s)

    def is_limited(self, request: Request, now_s: float) -> bool:
        """True if this request's network has sent too many requests without a valid token."""
        owner = self._owner(request)
        return owner is not None and self._unauthenticated.is_empty(owner, now_s)

    def count_failure(self, request: Request, now_s: float) -> None:
        """Count a request without a valid token. Raise TooMany if the request's network has sent too many of these."""
        owner = self._owner(request)
        if owner is not None:
            left = self._unauthenticated.take(owner, now_s)
            if left.wait_s:
                raise _refused("Too many requests without a valid token came from your address.", left.wait_s)

    def _owner(self, request: Request) -> str | None:
        """Return the network for which a request without a valid token counts; None if the request is not counted."""
        if not self._unauthenticated.requests_max or request.client is None:
            return None
        return network_of_request(request, self._proxies)


def _refused(detail: str, wait_s: int) -> Refused:
    error: StoreError = TooMany(f"{detail} Wait {wait_s} s.")
    return Refused(error, (b"retry-after", b"%d" % wait_s))


def network_of_request(request: Request, proxies: Sequence[Network]) -> str | None:
    """Return the client's network (/32 or /64); None for a client on this machine that is not behind a proxy."""
    forwarded = b""
    if _HEADER in request.headers:
        forwarded = request.values_of(_HEADER) or b"unknown"
    return network_of(request.client or "", forwarded, proxies)


def network_of(client: str, forwarded: bytes, proxies: Sequence[Network]) -> str | None:
    """Return the network of the peer `client` or, if it is a trusted proxy, of the client named in `forwarded`.

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
