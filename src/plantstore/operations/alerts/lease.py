"""The lease of alerts: of the processes that share a store, the one that holds it applies the rules and sends messages.

Any process may hold it, so that the alert "no process delivers" has a sender too. It is a value in `facts` with a time
of the database server, which every process follows. A process renews it every few seconds; the lease of a process that
has ended runs out, and the next process that looks takes it.
"""

from dataclasses import dataclass

from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import facts

LEASE_S = 15  # longer than a message takes to send, so that a new holder does not send what the old one still sends
RENEW_S = 5
assert LEASE_S >= 3 * RENEW_S, "one lost renewal must not cost the lease"
_FACT = "alerts lease"


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """Who holds the lease, and until when."""

    holder: str
    until: Instant


def read(tx: Transaction) -> Held | None:
    value = facts.read(tx, _FACT)
    if value is None:
        return None
    holder, _, until = value.decode().partition(" ")
    return Held(holder=holder, until=Instant(int(until)))


def is_held(tx: Transaction, holder: str) -> bool:
    found = read(tx)
    return found is not None and found.holder == holder and found.until > tx.now


def may_take(tx: Transaction, holder: str) -> bool:
    """True if the lease should be taken or renewed by this holder now."""
    found = read(tx)
    if found is None or found.until <= tx.now:
        return True
    return found.holder == holder and found.until < after(tx.now, seconds=LEASE_S - RENEW_S / 2)


def take(tx: Transaction, holder: str) -> bool:
    """Take or renew the lease; False if another process holds it. The caller has locked the tables of alerts."""
    found = read(tx)
    if found is not None and found.holder != holder and found.until > tx.now:
        return False
    facts.write(tx, _FACT, f"{holder} {after(tx.now, seconds=LEASE_S)}".encode())
    return True


def release(tx: Transaction, holder: str) -> None:
    """End the lease now, so that another process need not wait for its end."""
    if is_held(tx, holder):
        facts.write(tx, _FACT, f"{holder} {tx.now}".encode())
