"""Ephemeral receivers, which exist only while a listener runs on this machine: checks at registration, and removal.

Loopback is allowed for them, so the client that registers one must run on the same machine as the store.
"""

import ipaddress
from collections.abc import Iterable

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.timestamps import after
from plantstore.receivers.commands import Receivers
from plantstore.sending.addresses import ALLOW_SETTING
from plantstore.sending.urls import parse_url
from plantstore.storage.database import Transaction
from plantstore.storage.tables import activity
from plantstore.storage.tables import receivers as stored

DEAD_S_MAX = 3_600  # an ephemeral receiver whose breaker has been open for this long is removed
REMOVED_PER_RUN = 100  # max receivers removed per run, in one transaction
PORT_MIN = 1_024  # lower ports belong to the services of a machine

_INSTEAD = f"Register it without `ephemeral`; the operator can allow its network with {ALLOW_SETTING}=127.0.0.0/8."
_PROXY_HEADERS = ("forwarded", "via", "x-real-ip")


def check_caller(*, store_host: str, client: str | None, header_names: Iterable[str]) -> None:
    """Raise Invalid unless the store listens on loopback only, and the client is on this machine without a proxy.

    A proxy on this machine that adds no header is not detected.
    """
    headers = proxy_headers(header_names)
    if not _is_loopback(store_host):
        reason = f"The store listens on {store_host}, and not only on this machine."
    elif client is None or not _is_loopback(client):
        reason = f"The request comes from {client or 'an unknown address'}, not from the store's own machine."
    elif headers:
        reason = f"The request came through a proxy (header {headers[0]}), so it may come from another machine."
    else:
        return
    raise Invalid(fields=(FieldError(pointer="/ephemeral", code="not_local", detail=f"{reason} {_INSTEAD}"),))


def proxy_headers(header_names: Iterable[str]) -> list[str]:
    """Return the headers of a request that only proxies add."""
    return sorted(name for name in header_names if name in _PROXY_HEADERS or name.startswith("x-forwarded-"))


def check_local_url(text: str) -> None:
    """Raise Invalid unless a URL has localhost or a loopback address as host, and an unprivileged port."""
    url = parse_url(text)
    if not _is_loopback(url.host):
        detail = f"Write 127.0.0.1, [::1] or localhost as the host. {_INSTEAD}"
        raise Invalid(fields=(FieldError(pointer="/url", code="not_loopback", detail=detail),))
    if url.port < PORT_MIN:
        raise Invalid(fields=(FieldError(pointer="/url", code="port", detail=f"Use port {PORT_MIN} or above."),))


def remove_dead(tx: Transaction, receivers: Receivers) -> list[ReceiverId]:
    """Remove ephemeral receivers that have failed for DEAD_S_MAX, at most REMOVED_PER_RUN; return their ids."""
    dead = stored.ephemeral_failing_since(tx, after(tx.now, seconds=-DEAD_S_MAX), limit=REMOVED_PER_RUN)
    for receiver_id in dead:
        cancelled = receivers.remove(tx, receiver_id, asked_by=activity.STORE)
        activity.add_by_store(
            tx,
            action="removeReceiver",
            subject=receiver_text(receiver_id),
            detail=f"ephemeral, and without a successful response for an hour; {cancelled} deliveries cancelled",
        )
    return dead


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback
