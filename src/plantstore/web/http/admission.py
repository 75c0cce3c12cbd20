"""Decides which requests are served while more arrive than the store can serve.

A request is refused as soon as its head is parsed: without a task, a body, a search for its token, or a read. That
costs a tenth of serving it. The limits count requests in progress: those that have arrived completely and whose
response has not begun. Slow uploads, event streams and requests that wait for new events are not in progress.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from plantstore.core.loop_laps import LoopLaps
from plantstore.domain.errors import Unavailable
from plantstore.web.http.problems import Refused
from plantstore.web.http.request_head import RequestHead

CHANGES_MAX = 500  # a burst of a client with many connections: 0.3 s at 1,700 plants a second; 64 keep the writer busy
READS_MAX = 64
PAGES_MAX = 32  # a page reads several times and is rendered: 20 to 50 ms of the processor
LISTS_MAX = 3  # lists of plants to import, which are checked one row after another in one thread
LIMIT_MIN = 0.0625  # lowest share of a limit that remains when it shrinks
ADJUST_S = 0.1  # how long requests are counted before a limit changes
UNCOUNTED_S = 1.0  # how long requests from before a change are not counted after it
SLOW_SHARE = 0.1  # share of slow requests since the last change, above which a limit shrinks
SHRINKS_BY = 0.3  # share of the current limit by which it shrinks
GROWS_BY = 0.02  # share of the full limit by which it grows
SHARED = 2  # above this multiple of a limit every request is refused, below it those of owners with a large share
REFUSED_S = 0.05  # how long a token over its rate limit is refused here before its limit is computed again
OWNERS_MAX = 10_000  # max credentials whose owner is known, as hashes; the least recently accepted is forgotten
LAP_S_MAX = 0.02  # average iteration of the event loop, above which reads run one after another
STRANGER = ""  # the common owner of all requests whose credential has not been accepted before
_ALWAYS = (b"/healthz", b"/readyz", b"/static/", b"/photos/")  # cost little; photos have a limit of their own
_LISTS = frozenset({b"/api/v1/imports", b"/imports/new"})
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Kind(StrEnum):
    """What a request needs. Each kind has a limit of its own."""

    CHANGES = "changes"
    READS = "reads"
    PAGES = "pages"
    LISTS = "lists"


class Reason(StrEnum):
    """Why a request was refused before it reached an operation."""

    CHANGES = "changes"
    READS = "reads"
    PAGES = "pages"
    LISTS = "lists"
    RATE_LIMIT = "rate_limit"
    CONNECTIONS = "connections"


@dataclass(frozen=True, slots=True)
class Place:
    """A request that was admitted."""

    kind: Kind
    owner: str
    is_always: bool = False
    """It is never refused, and says nothing about others of its kind."""
    since_s: float = 0.0
    """When it had arrived completely."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request that was refused. `error` becomes its response."""

    reason: Reason
    error: Refused


_LIMITS = {Kind.CHANGES: CHANGES_MAX, Kind.READS: READS_MAX, Kind.PAGES: PAGES_MAX, Kind.LISTS: LISTS_MAX}
SLOW_S = {Kind.CHANGES: 0.3, Kind.READS: 0.5, Kind.PAGES: 0.7, Kind.LISTS: 3.0}
"""How long a request may be in progress before it is slow: pages read several times, lists are checked in steps."""
_REFUSALS = {
    kind: Refusal(Reason(kind), Refused(Unavailable(f"Too many {what} at the same time. Try again.")))
    for kind, what in (
        (Kind.CHANGES, "changes are being made"),
        (Kind.READS, "requests are being answered"),
        (Kind.PAGES, "pages are being opened"),
        (Kind.LISTS, "lists are being checked"),
    )
}


class MovingLimit:
    """A limit on requests in progress. It shrinks while more than SLOW_SHARE of them are slow, and grows otherwise.

    It only shrinks while half of it is used: requests that are slow alone, such as pages of a very large store, are no
    overload.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._current = float(most)
        self._slow = self._all = 0  # requests since the last change
        self._counted_since_s = 0.0
        self._shrunk_s = -UNCOUNTED_S

    @property
    def requests(self) -> int:
        """Return the current limit."""
        return round(self._current)

    def note(self, since_s: float, *, is_slow: bool, others: int, now_s: float) -> None:
        """Count a request that is no longer in progress; `others` still are.

        For UNCOUNTED_S after the limit has shrunk, requests that began before it do not count, because they waited
        behind those that led to it. The limit does not grow in that time: those that do count are the fast ones.
        """
        has_just_shrunk = now_s - self._shrunk_s < UNCOUNTED_S
        if has_just_shrunk and since_s < self._shrunk_s:
            return
        if not self._all:
            self._counted_since_s = now_s
        self._slow += is_slow
        self._all += 1
        if now_s - self._counted_since_s < ADJUST_S:
            return
        if self._slow > SLOW_SHARE * self._all and 2 * others >= self._current:
            self._current = max(1.0, LIMIT_MIN * self._most, self._current - max(1.0, SHRINKS_BY * self._current))
            self._shrunk_s = now_s
        elif not has_just_shrunk:
            self._current = min(self._most, self._current + GROWS_BY * self._most)
        self._slow = self._all = 0


class Admission:
    """Counts the requests in progress by kind and owner, and admits or refuses new ones. For the event loop only."""

    def __init__(
        self, *, monotonic: Callable[[], float], on_refused: Callable[[Reason], None] = lambda _: None
    ) -> None:
        self._monotonic = monotonic
        self._on_refused = on_refused
        self.laps = LoopLaps(monotonic)
        self._owners: OrderedDict[int, str] = OrderedDict()
        self._over_limit: dict[int, tuple[float, Refusal]] = {}
        self._in_progress: dict[Kind, Counter[str]] = {kind: Counter() for kind in Kind}
        self._totals = dict.fromkeys(Kind, 0)
        self._limits = {kind: MovingLimit(most) for kind, most in _LIMITS.items()}

    @property
    def in_progress(self) -> int:
        """Return the number of requests in progress."""
        return sum(self._totals.values())

    @property
    def is_loop_behind(self) -> bool:
        """True if the event loop takes so long for an iteration that threads should leave it the processor."""
        return self.laps.average_s > LAP_S_MAX

    def admit(self, head: RequestHead) -> Place | Refusal:
        """Admit or refuse a request. The caller must `enter` and `leave` a place, and `note_refused` a refusal."""
        self.laps.note_work()
        credential = hash(_credential(head))
        if credential in self._over_limit:
            until_s, refusal = self._over_limit[credential]
            if until_s > self._monotonic():
                return refusal
            del self._over_limit[credential]
        kind = _kind(head)
        owner = self._owners.get(credential, STRANGER)
        is_always = head.address.startswith(_ALWAYS)
        if not is_always and self._is_too_much(kind, owner):
            return _REFUSALS[kind]
        return Place(kind, owner, is_always)

    def note_refused(self, reason: Reason) -> None:
        """Count a refused request for the metrics."""
        self._on_refused(reason)

    def enter(self, place: Place) -> Place:
        """Count a request as in progress, because it has arrived completely. The returned place must `leave` later."""
        self._in_progress[place.kind][place.owner] += 1
        self._totals[place.kind] += 1
        return Place(place.kind, place.owner, place.is_always, self._monotonic())

    def leave(self, place: Place) -> None:
        """Count a request no longer: its response has begun, its client has gone, or it waits for something new."""
        counts = self._in_progress[place.kind]
        counts[place.owner] -= 1
        if not counts[place.owner]:
            del counts[place.owner]
        self._totals[place.kind] -= 1
        if place.is_always:
            return
        now_s = self._monotonic()
        is_slow = now_s - place.since_s > SLOW_S[place.kind]
        self._limits[place.kind].note(place.since_s, is_slow=is_slow, others=self._totals[place.kind], now_s=now_s)

    def know(self, credential: bytes, owner: str) -> None:
        """Note whose credential this is, after it was accepted."""
        self._owners[hash(credential)] = owner
        self._owners.move_to_end(hash(credential))
        if len(self._owners) > OWNERS_MAX:
            forgotten, _ = self._owners.popitem(last=False)
            self._over_limit.pop(forgotten, None)

    def refuse_for_now(self, credential: bytes, error: Refused) -> None:
        """Refuse a known token, which is over its rate limit, for REFUSED_S seconds with the same response."""
        if hash(credential) in self._owners:
            self._over_limit[hash(credential)] = self._monotonic() + REFUSED_S, Refusal(Reason.RATE_LIMIT, error)

    def _is_too_much(self, kind: Kind, owner: str) -> bool:
        """True if the limit is reached and this owner has its equal share, or if all together exceed it by far."""
        counts, total = self._in_progress[kind], self._totals[kind]
        most = self._limits[kind].requests
        return total >= most and (counts[owner] * len(counts) >= total or total >= SHARED * most)


def _credential(head: RequestHead) -> bytes:
    """Return the Authorization header or, without one, the Cookie header; b"" without either."""
    cookie = b""
    for name, value in head.headers:
        if name == b"authorization":
            return value
        if name == b"cookie":
            cookie = value
    return cookie


def _kind(head: RequestHead) -> Kind:
    if head.method not in _SAFE:
        return Kind.LISTS if head.address.partition(b"?")[0] in _LISTS else Kind.CHANGES
    return Kind.READS if head.address.startswith((b"/api/", b"/metrics")) else Kind.PAGES
