"""The external dependencies of a store."""

import ssl
from collections.abc import Callable
from dataclasses import dataclass

from plantstore.core.clock import Clock
from plantstore.core.ids import RandomBytes
from plantstore.core.logging.setup import EventLogger
from plantstore.core.settings import Settings
from plantstore.delivery.tracing import Traces
from plantstore.operations.alerts.channels.email import AlertMail
from plantstore.operations.continuous_backup.shipping import ContinuousBackup
from plantstore.sending.proxy import Proxy
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.photo_files import PhotoFiles


@dataclass(frozen=True, slots=True, kw_only=True)
class Externals:
    """The external dependencies of a store, which tests can replace: time, randomness, logging, files.

    `tls` trusts the certificate authorities of the settings; `chance` returns random floats in [0, 1), for jitter.
    `photo_files` and `mail` read files that the settings name, so they are made before any part that runs a thread: an
    error then ends the start. `mail` is None without a mail server, `proxy` if requests to receivers need no proxy,
    `continuous_backup` if the settings name no place for it.
    """

    settings: Settings
    engine: Engine
    secret_box: SecretBox
    clock: Clock
    event_logger: EventLogger
    random_bytes: RandomBytes
    chance: Callable[[], float]
    tls: ssl.SSLContext
    photo_files: PhotoFiles
    mail: AlertMail | None
    proxy: Proxy | None
    traces: Traces | None
    continuous_backup: ContinuousBackup | None = None
