"""The external dependencies of a store."""

import ssl
from collections.abc import Callable
from dataclasses import dataclass

from plantstore.core.clock import Clock
from plantstore.core.ids import RandomBytes
from plantstore.core.logging.setup import EventLogger
from plantstore.core.settings import Settings
from plantstore.delivery.tracing import Traces
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.protocols import Engine


@dataclass(frozen=True, slots=True, kw_only=True)
class Externals:
    """The external dependencies of a store, which tests can replace: time, randomness, logging, files.

    `tls` trusts the certificate authorities of the settings; `chance` returns random floats in [0, 1), for jitter.
    """

    settings: Settings
    engine: Engine
    secret_box: SecretBox
    clock: Clock
    event_logger: EventLogger
    random_bytes: RandomBytes
    chance: Callable[[], float]
    tls: ssl.SSLContext
    traces: Traces | None
