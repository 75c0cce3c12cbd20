"""Check that a store works again: each process that serves requests accepts a plant, and all receivers get it."""

import asyncio

from tests.crash.caller import CUT_OFF, Caller
from tests.crash.ledger import Ledger, Promise
from tests.crash.load import REFUSED_WAIT_S
from tests.crash.program import Program
from tests.crash.receivers import Receivers
from tests.crash.shared.processes import Processes

RESUMED_S_MAX = 60.0


async def resumed(processes: Processes, crew: Receivers, ledger: Ledger) -> None:
    """Return when a plant accepted by each process has reached every receiver."""
    async with asyncio.timeout(RESUMED_S_MAX):
        callers = [one for one in processes.all if one.is_up.is_set() and one.role != "dispatcher"]
        added = await asyncio.gather(*(_add(one, ledger) for one in callers))
        for receiver_id, receiving in crew.receivers.items():
            wanted = {(receiver_id, event_id) for event_id in added}
            await receiving.until(lambda _, here=wanted: here <= ledger.accepted.keys(), within_s=RESUMED_S_MAX)  # type: ignore[misc]


async def _add(program: Program, ledger: Ledger) -> str:
    """Add a plant at this process only; return the id of its event."""
    name = f"Plant of process {program.pid}, after {len(ledger.promises)} others"
    while True:
        caller = Caller(program.port, program.token)
        try:
            answer = await caller.ask("POST", "/api/v1/plants", {"name": name}, key=name)
        except CUT_OFF:
            continue
        finally:
            await caller.close()
        if answer.status != 503:
            break
        await asyncio.sleep(REFUSED_WAIT_S)
    assert answer.status == 201, answer
    promise = Promise(plant_id=answer.body["id"], event_id=answer.body["event_id"])
    ledger.promise(name, promise, replayed="idempotency-replayed" in answer.headers)
    return promise.event_id
