"""The services and settings that request handlers use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plantstore.catalogue.bulk_edits.runner import BulkEditor
from plantstore.catalogue.commands import Catalogue
from plantstore.catalogue.imports.runner import Importer
from plantstore.catalogue.photos.uploads import PhotoUploads
from plantstore.core.clock import Clock
from plantstore.core.ids import Ids, RandomBytes
from plantstore.core.metrics import Metrics
from plantstore.core.settings import Settings
from plantstore.delivery.event_log import EventLog
from plantstore.domain.timestamps import Instant
from plantstore.operations.alerts.acknowledging import LinkMaker, link_maker
from plantstore.operations.alerts.channels.commands import AlertChannels
from plantstore.operations.audit.auditor import Auditor
from plantstore.operations.continuous_backup.status import BackupStatus
from plantstore.operations.notices.commands import OperationalWebhooks
from plantstore.operations.notices.sender import OperationalSender
from plantstore.receivers.commands import Receivers
from plantstore.receivers.test_request import TestSender
from plantstore.storage.database import Database
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.protocols import StorageSizes
from plantstore.storage.queries.server_health import ServerHealth
from plantstore.web.auth.authenticator import Authenticator
from plantstore.web.auth.rate_limit import RateLimits
from plantstore.web.http.admission import Admission
from plantstore.web.http.broadcast import Broadcast

if TYPE_CHECKING:
    from plantstore.sending.openid.client import OpenIdClient


@dataclass(frozen=True, slots=True, kw_only=True)
class Vitals:
    """The state of the running process, as far as the database does not contain it.

    `taken`: the number of requests to receivers that are in flight or not yet recorded; `places`: its maximum.
    `process_id`: set if several processes share the database. `silent_s` then maps the id of each process to the number
    of seconds since its last heartbeat. `backup`: None without a continuous backup.
    """

    started_at: Instant
    taken: int
    places: int
    sizes: StorageSizes
    server: ServerHealth | None = None
    backup: BackupStatus | None = None
    process_id: str | None = None
    silent_s: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependencies:
    """The services and settings that request handlers use.

    `ready` returns the reason why the program cannot serve requests yet, or None if it can. `admission`,
    `authenticator`, `cursor_key`, `rate_limits`, `broadcast` and `alert_links` are derived from the other fields.
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
    bulk_editor: BulkEditor
    photo_uploads: PhotoUploads
    receivers: Receivers
    test_sender: TestSender
    operational_webhooks: OperationalWebhooks
    operational_sender: OperationalSender
    alert_channels: AlertChannels
    auditor: Auditor
    ready: Callable[[], str | None]
    vitals: Callable[[], Vitals]
    version: str
    openid: "OpenIdClient | None" = None
    metrics: Metrics = field(default_factory=Metrics)
    admission: Admission = field(init=False)
    authenticator: Authenticator = field(init=False)
    cursor_key: bytes = field(init=False, repr=False)
    rate_limits: RateLimits = field(init=False)
    broadcast: Broadcast = field(init=False)
    alert_links: LinkMaker = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate_limits", RateLimits(self.settings))
        admission = Admission(monotonic=self.clock.monotonic, on_refused=self.metrics.request_refused)
        object.__setattr__(self, "admission", admission)
        self.database.yield_to_loop(lambda: admission.is_loop_behind)
        object.__setattr__(self, "authenticator", Authenticator(self.database, self.clock, self.rate_limits, admission))
        object.__setattr__(self, "broadcast", Broadcast(self.database))
        object.__setattr__(self, "alert_links", link_maker(self.secret_box, self.settings.console_url))
        object.__setattr__(self, "cursor_key", self.secret_box.derive("cursors"))
