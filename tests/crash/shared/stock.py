"""What is on record in a store on PostgreSQL, and what the end of one of its processes leaves unrecorded."""

import asyncio
import select

from plantstore.domain.public_ids import ReceiverId, receiver_text
from tests.crash.ledger import Ledger
from tests.crash.leftover_files import LeftoverFiles, check_remains
from tests.crash.outcome_check import LOOK_AGAIN_S
from tests.crash.receivers import Receivers
from tests.crash.served import Served
from tests.postgres.administered import Administered

READ_S_MAX = 20.0
PASSES = 3  # of the event loop: pending connections are accepted


def read_shared_remains(server: Administered, database: str) -> LeftoverFiles:
    """Read one snapshot, as administrator. It blocks the event loop of this process."""
    with server.connect(database) as connection:
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        plants = connection.execute("SELECT id, name FROM plants WHERE status = 'active'").fetchall()
        events = connection.execute("SELECT sequence, id, plant_id FROM events ORDER BY sequence").fetchall()
        accepted = connection.execute(
            "SELECT DISTINCT attempts.receiver_id, events.id FROM attempts JOIN events USING (sequence) "
            "WHERE attempts.outcome = 'accepted'"
        ).fetchall()
        [(waiting,)] = connection.execute("SELECT count(*) FROM retries WHERE state = 'waiting'").fetchall()
    return LeftoverFiles(
        integrity="ok",  # a server that finds a broken page fails the query
        plants=dict(plants),
        events=events,
        recorded={(receiver_text(ReceiverId(receiver_id)), event_id) for receiver_id, event_id in accepted},
        waiting_retries=waiting,
    )


async def note_end_of_one(served: Served, crew: Receivers, ledger: Ledger) -> None:
    """Compare when one of several processes has ended: first the receivers read what it had still sent.

    Requests of the other processes in flight count as unrecorded too.
    """
    await have_read_the_dead(crew)
    remains = served.remains()
    check_remains(remains, ledger)
    ledger.begin_life(remains.recorded)


async def have_read_the_dead(crew: Receivers) -> None:
    """Wait until no receiver has a connection whose other end is gone."""
    for _ in range(PASSES):
        await asyncio.sleep(0)
    async with asyncio.timeout(READ_S_MAX):
        while _orphans(crew):
            await asyncio.sleep(LOOK_AGAIN_S)


def _orphans(crew: Receivers) -> int:
    looking = select.poll()
    for receiving in crew.receivers.values():
        for connection in receiving.connections:
            if not connection.is_closing():
                looking.register(connection.get_extra_info("socket").fileno(), select.POLLRDHUP)
    return len(looking.poll(0))


def recorded_acceptances(server: Administered, database: str) -> int:
    """Return how often a 2xx is recorded: more often than there are deliveries if some came twice."""
    [(count,)] = server.sql("SELECT count(*) FROM attempts WHERE outcome = 'accepted'", database=database)
    return int(count)
