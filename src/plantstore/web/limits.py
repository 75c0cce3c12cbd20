"""How many requests a caller may make: a bucket for each token, and one for each address that shows no valid token.

A bucket holds a minute's worth and fills up evenly (GCRA). So a burst passes, and nobody waits for a minute to end.
"""

import ipaddress
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import ceil

from plantstore.domain.errors import StoreError
from plantstore.settings import Network, Settings
from plantstore.web.incoming import Incoming
from plantstore.web.problems import Refused, TooMany

WINDOW_S = 60
BUCKETS_MAX = 100_000  # the one that was used longest ago goes first
HOST_BITS_IPV6 = 64  # who has one IPv6 address has 2⁶⁴ of them
FORWARDED_MAX = 20  # addresses of X-Forwarded-For that are looked at


@dataclass(frozen=True, slots=True)
class Left:
    """What is left in a bucket: requests, the seconds until it is full, and those until the next may come (0: now)."""

    requests: int
    full_s: int
    wait_s: int


class Buckets:
    """Buckets of one size, by whom they belong to."""

    def __init__(self, requests_max: int) -> None:
        self.requests_max = requests_max
        self._each_s = WINDOW_S / requests_max if requests_max else 0.0
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def take(self, owner: Hashable, now_s: float) -> Left:
        """Take one request out of a bucket, or say how long to wait; then nothing is taken."""
        full_at = max(self._full_at.get(owner, now_s), now_s) + self._each_s
        wait_s = full_at - now_s - WINDOW_S
        if wait_s > self._each_s * 1e-6:  # sums of fractions are never quite whole
            return Left(0, ceil(full_at - self._each_s - now_s), ceil(wait_s))
        self._full_at[owner] = full_at
        self._full_at.move_to_end(owner)
        if len(self._full_at) > BUCKETS_MAX:
            self._full_at.popitem(last=False)
        return Left(int((WINDOW_S - full_at + now_s) / self._each_s + 1e-6), ceil(full_at - now_s), 0)

    def is_empty(self, owner: Hashable, now_s: float) -> bool:
        full_at = self._full_at.get(owner)
        return full_at is not None and full_at + self._each_s - now_s - WINDOW_S > self._each_s * 1e-6

    def __len__(self) -> int:
        return len(self._full_at)


class Limits:
    """The limits of one process: they are for floods, and not shared between processes."""

    def __init__(self, settings: Settings) -> None:
        self._tokens = Buckets(settings.token_requests_max)
        self._strangers = Buckets(settings.failed_authentications_max)
        self._proxies = settings.trusted_proxies
        self._policy = b'"default";q=%d;w=%d' % (settings.token_requests_max, WINDOW_S)

    def count(self, request: Incoming, token_id: str, now_s: float) -> None:
        """Count a request of a token, and say in the answer what is left; TooMany when there is nothing."""
        if not self._tokens.requests_max:
            return
        left = self._tokens.take(token_id, now_s)
        request.answer_with(b"ratelimit-policy", self._policy)
        request.answer_with(b"ratelimit", b'"default";r=%d;t=%d' % (left.requests, left.full_s))
        if left.wait_s:
            raise _refused("This token has made too many requests.", left.wait_s)

    def check_stranger(self, request: Incoming, now_s: float) -> None:
        """Refuse an address from which too many requests came without a valid token, before anything is looked up."""
        owner = self._owner(request)
        if owner is not None and self._strangers.is_empty(owner, now_s):
            self._refuse_stranger(self._strangers.take(owner, now_s))

    def count_failure(self, request: Incoming, now_s: float) -> None:
        """Count a request without a valid token."""
        owner = self._owner(request)
        if owner is not None:
            left = self._strangers.take(owner, now_s)
            if left.wait_s:
                self._refuse_stranger(left)

    def _refuse_stranger(self, left: Left) -> None:
        raise _refused("Too many requests without a valid token came from your address.", left.wait_s)

    def _owner(self, request: Incoming) -> str | None:
        """Where a request comes from; None for our own machine, where a proxy may stand that we do not know."""
        if not self._strangers.requests_max or request.client is None:
            return None
        return network_of(request.client, request.headers.get(b"x-forwarded-for", b""), self._proxies)


def network_of(client: str, forwarded: bytes, proxies: Sequence[Network]) -> str | None:
    """The /32 or /64 of a caller: what our proxies say, and what they say only. None: unknown, or loopback.

    >>> network_of("2001:db8::1", b"", ())
    '2001:db8::/64'
    """
    address = _parse(client)
    hops = [hop.decode("latin-1").strip() for hop in forwarded.split(b",")[-FORWARDED_MAX:]] if forwarded else []
    while address is not None and hops and any(address in network for network in proxies):
        address = _parse(hops.pop())
    if address is None or address.is_loopback:
        return None
    if address.version == 4:
        return f"{address}/32"
    return str(ipaddress.ip_network((address, HOST_BITS_IPV6), strict=False))


def _parse(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _refused(detail: str, wait_s: int) -> Refused:
    error: StoreError = TooMany(f"{detail} Wait {wait_s} s.")
    return Refused(error, (b"retry-after", b"%d" % wait_s))
