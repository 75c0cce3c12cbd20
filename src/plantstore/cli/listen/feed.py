"""Follows the feed of a store on another machine, and makes of each event the request that a receiver would get.

The store does not sign the items of its feed: TLS verifies whose they are. The requests are signed with a secret of
this run, so that the program behind --forward verifies them as it verifies those of the store.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec

from plantstore import __version__
from plantstore.cli.listen.handler import Credentials
from plantstore.cli.listen.server import Request, Response
from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.core.clock import Clock
from plantstore.domain.receivers.receiver import WEBHOOK_PATH
from plantstore.domain.receivers.signature import Signer
from plantstore.domain.timestamps import SECOND_US, Instant, parse

EVENTS = "/events"
SCHEMA = "/openapi.json#/components/schemas/NewPlant"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedTiming:
    """How long a request to the feed waits for an event, and how long to wait after a failure. Times are in seconds."""

    wait_s: int = 15  # shorter than the idle timeouts of common proxies
    response_s_max: float = 30.0  # a connection that died while the machine slept is given up after this time
    backoff_s_min: float = 0.5
    backoff_s_max: float = 30.0


class FeedItem(msgspec.Struct):
    """An event. `plant` is the exact body that receivers get."""

    id: str
    sequence: int
    type: str
    time: str
    plant: msgspec.Raw
    erased: bool


class FeedPage(msgspec.Struct):
    """Events in order; `after` is the number to continue after, and `after_id` the id of that event."""

    items: list[FeedItem]
    after: int
    head: int
    next: str | None = None
    after_id: str | None = None


_decode = msgspec.json.Decoder(FeedPage).decode


class Feed:
    """Reads the events after `after` one after another, for as long as the store has not refused to serve them.

    `handle` gets a request for each event, signed with `credentials`; its response is not sent anywhere. `note` shows a
    sentence to the person.
    """

    def __init__(
        self,
        client: Client,
        *,
        credentials: Credentials,
        handle: Callable[[Request], Response],
        clock: Clock,
        note: Callable[[str], None],
        stopping: threading.Event,
        timing: FeedTiming | None = None,
    ) -> None:
        self._timing = timing or FeedTiming()
        self._client = replace(client, timeout_s=max(client.timeout_s, self._timing.response_s_max))
        self._credentials = credentials
        self._signer = Signer(tuple(credentials.secrets))
        self._handle = handle
        self._clock = clock
        self._note = note
        self._stopping = stopping
        self.after = 0
        self._after_id: str | None = None  # unlike a number, it is refused if the store was restored without the event

    def start(self, since: Instant | None) -> None:
        """Begin after the newest event, or with the first one since a time. Raise Failure if the store refuses."""
        head = self._read(after=0, limit=1).head
        self.after = head if since is None else self._before(since, head)

    def follow(self) -> None:
        """Handle events until stopped. Raise Failure if the store refuses; while there is no response, try again."""
        backoff_s = 0.0
        while not self._stopping.is_set():
            try:
                page = self._read(after=self._after_id or self.after, wait_s=self._timing.wait_s)
            except Failure as failure:
                if failure.exit_code != Exit.NOT_REACHABLE:
                    raise
                if not backoff_s:
                    self._note(f"{failure.cause} Trying again, from event {self.after + 1:,} on; nothing is lost.")
                backoff_s = min(max(self._timing.backoff_s_min, 2 * backoff_s), self._timing.backoff_s_max)
                self._stopping.wait(backoff_s)
                continue
            if backoff_s:
                self._note("The store is back.")
                backoff_s = 0.0
            self.handle_page(page)

    def handle_page(self, page: FeedPage) -> None:
        """Handle the events of a page, unless stopped. Erased ones have no body, and are passed."""
        for item in page.items:
            if self._stopping.is_set():
                return
            if not item.erased:
                self._handle(self._request(item))
            self.after, self._after_id = item.sequence, item.id
        if page.after > self.after or page.after_id is not None:
            self.after, self._after_id = page.after, page.after_id

    def _request(self, item: FeedItem) -> Request:
        """Return the request that the store would send to a receiver for this event."""
        body, now_s = bytes(item.plant), self._clock.now() // SECOND_US
        headers = {
            "content-type": "application/json",
            "user-agent": f"plantstore/{__version__}",
            "authorization": f"Bearer {self._credentials.access_token.reveal()}",
            "webhook-id": item.id,
            "webhook-timestamp": str(now_s),
            "webhook-signature": self._signer.sign(item.id, now_s, body),
            "ce-specversion": "1.0",
            "ce-id": item.id,
            "ce-source": str(self._client.address),
            "ce-type": item.type,
            "ce-time": item.time,
            "ce-sequence": f"{item.sequence:016}",
            "ce-dataschema": f"{self._client.address}{SCHEMA}",
            "webhook-attempt": "1",
            "content-length": str(len(body)),
        }
        return Request(path=WEBHOOK_PATH, headers=list(headers.items()), body=body)

    def _before(self, since: Instant, head: int) -> int:
        """Return the number of the last event before a time, by halving: the times of events rise."""
        low, high = 0, head
        while low < high:
            middle = (low + high) // 2
            found = self._next(middle)
            if found is None or parse(found.time) >= since:
                high = middle
            else:
                low = found.sequence
        return low

    def _next(self, after: int) -> FeedItem | None:
        """Return the first event after a number that the token may read; None if there is none."""
        page = self._read(after=after, limit=1)
        while not page.items and page.next is not None:
            page = self._read(after=page.after, limit=1)
        return page.items[0] if page.items else None

    def _read(self, *, after: int | str, limit: int | None = None, wait_s: int = 0) -> FeedPage:
        path = f"{EVENTS}?after={after}" + (f"&limit={limit}" if limit else "") + (f"&wait={wait_s}" if wait_s else "")
        text = self._client.download(path)
        try:
            return _decode(text)
        except msgspec.DecodeError as error:
            raise Failure(
                f"{self._client.address} responds, but not with a feed.",
                exit_code=Exit.FAILED,
                next_step="Is --url right?",
            ) from error
