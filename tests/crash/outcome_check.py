"""Compare the store, the ledger and `plantstore audit` after an end of a process and at the end of a test."""

import asyncio
from tempfile import TemporaryFile
from typing import Any

from tests.crash.ledger import Ledger
from tests.crash.leftover_files import LeftoverFiles, check_remains
from tests.crash.receivers import Receivers, ask
from tests.crash.served import Served
from tests.proving import Figures
from tests.starter import start

UNRECORDED_MAX = 1_024  # PLANTSTORE_IN_FLIGHT_MAX: the largest number of unrecorded attempts
DELIVERED_S_MAX = AUDIT_S_MAX = 60.0
LOOK_AGAIN_S = 0.02


async def note_end(program: Served, crew: Receivers, ledger: Ledger) -> None:
    """Compare after an end: first the receivers read what the dead process had still sent, then the disk is read."""
    await crew.have_read_all()
    remains = program.remains()
    check_remains(remains, ledger)
    ledger.begin_life(remains.recorded)


async def end_in_order(program: Served, crew: Receivers, ledger: Ledger) -> None:
    """Wait until every receiver has accepted all promised plants and the store has recorded it; then stop and
    compare.
    """
    await crew.heal()
    await all_delivered(program, crew, ledger)
    assert await feed(program) == sorted(promise.event_id for promise in ledger.promises.values())
    assert await program.stop() == 0, program.last_words()
    check_end(program.remains(), crew, ledger)
    await check_audit(program)


async def all_delivered(program: Served, crew: Receivers, ledger: Ledger) -> None:
    """Wait until every listening receiver has accepted all promised plants, and the store has recorded it."""
    owed = {promise.event_id for promise in ledger.promises.values()}
    for receiver_id, receiving in crew.receivers.items():
        owed_here = {(receiver_id, event_id) for event_id in owed}
        await receiving.until(lambda _, here=owed_here: here <= ledger.accepted.keys(), within_s=DELIVERED_S_MAX)  # type: ignore[misc]
    await all_recorded(program)


async def all_recorded(program: Served) -> None:
    """Wait until the store reports an empty backlog."""
    async with asyncio.timeout(DELIVERED_S_MAX):
        while any(item["lag"] for item in await _items(program, "/api/v1/receivers")):
            await asyncio.sleep(LOOK_AGAIN_S)


async def feed(program: Served) -> list[str]:
    """Return the ids of all events as a receiver reads them from the feed, checked to have no gap."""
    found: list[dict[str, Any]] = []
    while page := await _items(program, f"/api/v1/events?after={len(found)}&limit=200"):
        found += page
    assert [item["sequence"] for item in found] == list(range(1, len(found) + 1))
    return sorted(item["id"] for item in found)


async def _items(program: Served, path: str) -> list[dict[str, Any]]:
    answer = await ask(program, "GET", path)
    assert answer.status == 200, answer
    return list(answer.body["items"])


def check_end(remains: LeftoverFiles, crew: Receivers, ledger: Ledger) -> None:
    """Check that the store and the ledger agree after everything has been delivered."""
    check_remains(remains, ledger)
    assert set(remains.plants.values()) == ledger.promises.keys()
    assert remains.recorded == ledger.accepted.keys()
    assert len(remains.recorded) == len(crew.receivers) * len(ledger.promises)
    assert remains.waiting_retries == 0
    assert all(got.plant is not None for one in crew.receivers.values() for got in one.got), "a signature was wrong"


async def check_audit(program: Served) -> None:
    """Check that `plantstore audit` counts everything and finds no problem."""
    with TemporaryFile() as said:
        audit = start(["audit", "--data", str(program.data), "--json"], environment=program.environment, output=said)
        code = await asyncio.to_thread(audit.wait, AUDIT_S_MAX)
        said.seek(0)
        assert code == 0, said.read().decode()


def check_duplicates(ledger: Ledger) -> None:
    """Check that only unrecorded acceptances were repeated, and each only once for each end of a life."""
    assert (found := ledger.unexplained()) == [], found
    assert max(map(len, ledger.unrecorded)) <= UNRECORDED_MAX


def figures_of(ledger: Ledger, crew: Receivers) -> Figures:
    """Return the number of promised plants and their deliveries."""
    owed = {(one, promise.event_id) for one in crew.receivers for promise in ledger.promises.values()}
    unrecorded = [len(one) for one in ledger.unrecorded]
    return {
        "plants": len(ledger.promises),
        "deliveries": len(ledger.accepted),
        "lost": len(owed - ledger.accepted.keys()),
        "posts_answered_from_their_key": ledger.replayed,
        "duplicates": len(list(ledger.duplicates())),
        "duplicates_allowed": sum(unrecorded),
        "most_unrecorded_at_one_end": max(unrecorded),
    }
