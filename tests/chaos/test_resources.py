"""Hostile receivers cost this process little memory and few sockets, and only for a short time."""

import asyncio
import gc
import os
import resource
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from plantstore.domain.deliveries.delivery import Outcome
from plantstore.domain.public_ids import ReceiverId
from plantstore.sending.sender import Sender
from tests.chaos.harness import Hostile, play_round, sending_to
from tests.sending.scripted_receiver import a_template, attempt

MIB = 1_048_576
GROWTH_BYTES_MAX = 5 * MIB
GIANTS, GIANTS_AT_ONCE = 200, 20
GIANT = "1 GiB after 500"
GIANT_ID = ReceiverId(1_000)
# of a GiB: as much as two socket buffers hold until the receiver notices the closed connection
SAID_BYTES_MAX = 8 * MIB
PATIENCE_S = 30.0  # so that a busy machine does not turn a response into a timeout
CLOSED_S_MAX = 10.0
LOOK_S = 0.02


async def test_hostile_receivers_leak_neither_memory_nor_sockets(
    hostile: Hostile, record_property: Callable[[str, object], None]
) -> None:
    async with sending_to(hostile) as sender:  # the first round loads what is loaded only once
        await everything(hostile, sender)
    gc.collect()
    files, memory = open_files(), resident_bytes()

    async with sending_to(hostile) as sender, highest_memory() as highest:
        await everything(hostile, sender)
        await until(lambda: sender.stats.open == sender.stats.idle)
    gc.collect()
    await until(lambda: open_files() <= files)

    figures = {
        "memory_growth_bytes": resident_bytes() - memory,
        "memory_growth_bytes_at_most": max(highest) - memory,
        "open_files_before": files,
        "open_files_after": open_files(),
    }
    for name, value in figures.items():
        record_property(name, value)
        print(f"\n{name}: {value}", end="")
    assert figures["memory_growth_bytes"] <= GROWTH_BYTES_MAX
    assert figures["memory_growth_bytes_at_most"] <= GROWTH_BYTES_MAX


async def everything(hostile: Hostile, sender: Sender) -> None:
    """Play every behaviour once, then receive a response of 1 GiB two hundred times."""
    await play_round(hostile, sender)
    await hostile.asked("begin")
    template = a_template(hostile.ports[GIANT], receiver_id=GIANT_ID, deadline_s=PATIENCE_S)
    for _ in range(GIANTS // GIANTS_AT_ONCE):
        outcomes: list[Outcome] = await asyncio.gather(*(attempt(sender, template) for _ in range(GIANTS_AT_ONCE)))
        assert [one.status for one in outcomes] == [500] * GIANTS_AT_ONCE
    seen = await hostile.asked("tell", GIANT)
    assert seen.connections == seen.requests == GIANTS
    assert seen.said_bytes <= GIANTS * SAID_BYTES_MAX


@asynccontextmanager
async def highest_memory() -> AsyncIterator[list[int]]:
    """Yield the highest memory use of this process, sampled all the time."""
    found = [resident_bytes()]

    async def look() -> None:
        while True:
            found.append(resident_bytes())
            await asyncio.sleep(LOOK_S)

    looking = asyncio.create_task(look())
    try:
        yield found
    finally:
        looking.cancel()


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(CLOSED_S_MAX):
        while not done():
            await asyncio.sleep(LOOK_S)


def open_files() -> int:
    """Return the number of open file descriptors of this process, including sockets."""
    found = 0
    for name in os.listdir("/proc/self/fd"):
        with suppress(OSError):  # the descriptor of the listing itself is already closed
            os.readlink(f"/proc/self/fd/{name}")
            found += 1
    return found


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
