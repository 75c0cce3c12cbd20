"""Receivers that are there only while somebody listens on this machine: who may have one, where, and when it goes.

Loopback is open to them, so both sides of the call that registers one must be on the store's own machine.
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

DEAD_S_MAX = 3_600  # a listener that has not answered for so long was killed, and nobody misses it
REMOVED_AT_ONCE = 100  # in one transaction of the housekeeping
PORT_MIN = 1_024  # below it listen the services of a machine, never somebody who tries something out

_INSTEAD = f"Register it without `ephemeral`; the operator can allow its network with {ALLOW_SETTING}=127.0.0.0/8."
_LEFT_BY_PROXIES = ("forwarded", "via", "x-real-ip")


def check_caller(*, store_host: str, client: str | None, header_names: Iterable[str]) -> None:
    """Refuse unless the store listens on loopback only, and the caller is on this machine and no proxy between.

    A proxy on this machine that adds no header at all looks like a caller on this machine.
    """
    left = proxy_headers(header_names)
    if not _is_loopback(store_host):
        reason = f"The store listens on {store_host}, not on this machine alone."
    elif client is None or not _is_loopback(client):
        reason = f"The call comes from {client or 'an unknown address'}, not from the store's own machine."
    elif left:
        reason = f"The call came through a proxy (header {left[0]}), so that it may come from another machine."
    else:
        return
    raise Invalid(fields=(FieldError(pointer="/ephemeral", code="not_local", detail=f"{reason} {_INSTEAD}"),))


def proxy_headers(header_names: Iterable[str]) -> list[str]:
    """Return those of a request's headers that only a proxy adds."""
    return sorted(name for name in header_names if name in _LEFT_BY_PROXIES or name.startswith("x-forwarded-"))


def check_place(text: str) -> None:
    """Refuse a URL that is not plainly this machine: a loopback address or localhost, and a port for everybody."""
    url = parse_url(text)
    if not _is_loopback(url.host):
        detail = f"Write 127.0.0.1, [::1] or localhost as the host. {_INSTEAD}"
        raise Invalid(fields=(FieldError(pointer="/url", code="not_loopback", detail=detail),))
    if url.port < PORT_MIN:
        raise Invalid(fields=(FieldError(pointer="/url", code="port", detail=f"Use a port from {PORT_MIN} on."),))


def remove_dead(tx: Transaction, receivers: Receivers) -> list[ReceiverId]:
    """Remove those that have not answered for `DEAD_S_MAX`, some at a time: their listeners were killed."""
    dead = stored.ephemeral_failing_since(tx, after(tx.now, seconds=-DEAD_S_MAX), limit=REMOVED_AT_ONCE)
    for receiver_id in dead:
        cancelled = receivers.remove(tx, receiver_id, asked_by=activity.STORE)
        activity.add_by_store(
            tx,
            action="removeReceiver",
            subject=receiver_text(receiver_id),
            detail=f"ephemeral, and without an accepting answer for an hour; {cancelled} owed",
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
