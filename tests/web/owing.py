"""Receivers with a backlog and failed attempts, written directly to the tables, as the recorder does."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plantstore.domain.public_ids import ReceiverId, parse_receiver
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, receivers, retries
from tests.makers import NOON, a_retry, an_attempt, an_outcome
from tests.web.harness import Site


def change(site: Site, command: Callable[[Transaction], object]) -> None:
    """Write directly to the tables."""

    async def write() -> None:
        await site.database.write(command)

    site.run(write())


def owing(site: Site, *, plants: int = 3, cursor: int = 0, **fields: Any) -> tuple[str, ReceiverId]:
    """Register a receiver and add plants; move its cursor. Return its id as text and as a number."""
    text = site.register(start="beginning", **fields)["id"]
    for number in range(plants):
        site.add(name=f"Rosa {number + 1}")
    receiver_id = parse_receiver(text)
    assert receiver_id is not None
    change(site, lambda tx: receivers.move_cursor(tx, receiver_id, cursor))
    return text, receiver_id


def failed(site: Site, receiver_id: ReceiverId, sequence: int = 2, **changes: Any) -> None:
    """Record an attempt that got a 503, with the next one due in a minute."""
    attempt = an_attempt(sequence, status=503, receiver_id=receiver_id)
    attempt = attempt._replace(outcome=an_outcome(503, excerpt=b"back\x1b soon", duration_us=31_400))
    retry = a_retry(sequence, receiver_id=receiver_id, next_attempt_at=after(NOON, seconds=60), last_status=503)
    change(site, lambda tx: attempts.add(tx, [attempt]))
    change(site, lambda tx: retries.upsert(tx, [replace(retry, **changes)]))
