"""What the web is handed by the program around it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from plantstore.catalogue.commands import Catalogue
from plantstore.catalogue.imports.runner import Importer
from plantstore.core.clock import Clock
from plantstore.core.ids import Ids, RandomBytes
from plantstore.core.metrics import Metrics
from plantstore.core.settings import Settings
from plantstore.delivery.event_log import EventLog
from plantstore.domain.timestamps import Instant
from plantstore.operations.audit.auditor import Auditor
from plantstore.receivers.commands import Receivers
from plantstore.receivers.test_request import TestSender
from plantstore.storage.database import Database
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.protocols import Sizes
from plantstore.storage.queries.server_health import Server
from plantstore.web.auth.authenticator import Authenticator
from plantstore.web.auth.rate_limit import RateLimits
from plantstore.web.http.broadcast import Broadcast
from plantstore.web.http.cursors import Cursors


@dataclass(frozen=True, slots=True, kw_only=True)
class Vitals:
    """What only the running process knows: since when it runs, how busy it is, how much room the store takes.

    `taken` of its `places` are requests under way or not yet recorded. Where it shares the store with others it has a
    `process_id`, and `silent_s` says of each for how many seconds it has shown no sign of life.
    """

    started_at: Instant
    taken: int
    places: int
    sizes: Sizes
    server: Server | None = None
    process_id: str | None = None
    silent_s: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependencies:
    """The parts of the store that operations use. `ready` says why the store cannot serve yet; None when it can.

    `rate_limits`, `authenticator`, `cursors` and `broadcast` are made from the rest.
    """

    settings: Settings
    clock: Clock
    ids: Ids
    random_bytes: RandomBytes
    database: Database
    log: EventLog
    secret_box: SecretBox
    catalogue: Catalogue
    importer: Importer
    receivers: Receivers
    tester: TestSender
    auditor: Auditor
    ready: Callable[[], str | None]
    vitals: Callable[[], Vitals]
    version: str
    metrics: Metrics = field(default_factory=Metrics)
    authenticator: Authenticator = field(init=False)
    cursors: Cursors = field(init=False)
    rate_limits: RateLimits = field(init=False)
    broadcast: Broadcast = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate_limits", RateLimits(self.settings))
        object.__setattr__(self, "authenticator", Authenticator(self.database, self.clock, self.rate_limits))
        object.__setattr__(self, "broadcast", Broadcast(self.database))
        object.__setattr__(self, "cursors", Cursors(self.secret_box.derive("cursors")))
