"""What a user changes in a receiver."""

import math
from dataclasses import dataclass

from plantstore.domain.receivers.certificates import Certificate, ClientCertificate
from plantstore.domain.receivers.filters.pattern import Filter
from plantstore.domain.receivers.receiver import Payload
from plantstore.receivers.certificates import NoClient
from plantstore.receivers.credentials import CredentialsPatch
from plantstore.receivers.filters import NoFilter

UNLIMITED = math.inf


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverPatch(CredentialsPatch):
    """Changes to a receiver; None leaves a field unchanged."""

    name: str | None = None
    url: str | None = None
    payload: Payload | None = None
    expression: str | None = None
    """Of the payload `expression`; another payload removes it."""
    ordered: bool | None = None
    max_concurrency: int | None = None
    max_rate: float | None = None
    """In requests per second; UNLIMITED removes a limit."""
    deadline_s: float | None = None
    authorities: tuple[Certificate, ...] | None = None
    """The authorities trusted instead of the store's; none removes them."""
    client: ClientCertificate | NoClient | None = None
    """The certificate to present (mutual TLS), with its key; NO_CLIENT removes it."""
    filter: Filter | NoFilter | None = None
    """Which plants it gets; NO_FILTER lets every plant through."""
    signs_with_key: bool | None = None
    """True to sign with a key pair too (scheme v1a), False to stop and delete it."""
    built_in: bool = False
    """True if the program itself changes it: only the program may change the URL of its sample receiver."""
