"""How many requests a caller may make: a bucket for each token, and one for each address that shows no valid token.

A bucket holds a minute's worth and fills up evenly (GCRA). So a burst passes, and nobody waits for a minute to end.
"""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from math import ceil

from plantstore.core.settings import Settings
from plantstore.domain.errors import StoreError
from plantstore.web.http.forwarded import network_of_caller
from plantstore.web.http.problems import Refused, TooMany
from plantstore.web.http.request import Request

WINDOW_S = 60
BUCKETS_MAX = 100_000  # the one that was used longest ago goes first


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


class RateLimits:
    """The limits of one process: they are for floods, and not shared between processes."""

    def __init__(self, settings: Settings) -> None:
        self._tokens = Buckets(settings.token_requests_max)
        self._strangers = Buckets(settings.failed_authentications_max)
        self._proxies = settings.trusted_proxies
        self._policy = b'"default";q=%d;w=%d' % (settings.token_requests_max, WINDOW_S)

    def count(self, request: Request, token_id: str, now_s: float) -> None:
        """Count a request of a token, and say in the answer what is left; TooMany when there is nothing."""
        if not self._tokens.requests_max:
            return
        left = self._tokens.take(token_id, now_s)
        request.add_response_header(b"ratelimit-policy", self._policy)
        request.add_response_header(b"ratelimit", b'"default";r=%d;t=%d' % (left.requests, left.full_s))
        if left.wait_s:
            raise _refused("This token has made too many requests.", left.wait_s)

    def is_limited(self, request: Request, now_s: float) -> bool:
        """True if too many requests without a valid token came from the address of this one."""
        owner = self._owner(request)
        return owner is not None and self._strangers.is_empty(owner, now_s)

    def count_failure(self, request: Request, now_s: float) -> None:
        """Count a request without a valid token; TooMany when its address has made too many."""
        owner = self._owner(request)
        if owner is not None:
            left = self._strangers.take(owner, now_s)
            if left.wait_s:
                raise _refused("Too many requests without a valid token came from your address.", left.wait_s)

    def _owner(self, request: Request) -> str | None:
        """Whom a request without a valid token counts for; None: it is not counted."""
        if not self._strangers.requests_max or request.client is None:
            return None
        return network_of_caller(request, self._proxies)


def _refused(detail: str, wait_s: int) -> Refused:
    error: StoreError = TooMany(f"{detail} Wait {wait_s} s.")
    return Refused(error, (b"retry-after", b"%d" % wait_s))
