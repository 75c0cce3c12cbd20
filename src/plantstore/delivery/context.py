"""Types shared by the receiver workers: the services they call, and the description of one request to send."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from plantstore.core.clock import Clock
from plantstore.core.ids import Ids
from plantstore.delivery.event_log import EventLog
from plantstore.delivery.filter_index import FilterIndex
from plantstore.delivery.in_flight import InFlightLimit
from plantstore.delivery.recorder import Recorder
from plantstore.domain.deliveries.breaker import Breaker
from plantstore.domain.deliveries.delivery import Retry
from plantstore.domain.deliveries.replay import Replay
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.sending.sender import Sender
from plantstore.storage.database import Database

READ_RETRY_S = 1.0  # delay before a failed read is repeated

OnBreakerChange = Callable[[ReceiverId, str, Breaker], None]
"""Called when a receiver's breaker changes state, with the receiver's id, its name and the new breaker."""


class SendTask(NamedTuple):
    """One request to send.

    `retry` is the delivery's row in `retries`, and `replay` the replay that the request belongs to, if any. `probe` is
    True if the request tests whether a failing receiver works again. `made` is the number of requests known to have
    been made for the delivery; it matters in replays, which begin without a row in `retries`. `previous` is the event
    before that matches, in replays for a receiver with a filter.
    """

    event: Event
    retry: Retry | None = None
    replay: Replay | None = None
    probe: bool = False
    made: int = 0
    previous: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryContext:
    """The services and limits that all receiver workers share. `random` returns a fraction in [0, 1), for jitter."""

    database: Database
    event_log: EventLog
    filter_index: FilterIndex
    sender: Sender
    recorder: Recorder
    in_flight_limit: InFlightLimit
    clock: Clock
    random: Callable[[], float]
    ids: Ids
    retry_scale: float
    page_events: int
    window_events_max: int
    on_breaker_change: OnBreakerChange
