"""What hostile receivers cost this process: next to nothing, and nothing for long."""

import asyncio
import gc
import os
import resource
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from plantstore.domain.delivery import Outcome
from plantstore.domain.public_ids import ReceiverId
from plantstore.sending.sender import Sender
from tests.chaos.harness import Hostile, play_round, sending_to
from tests.sending.scripted_receiver import a_template, attempt

MIB = 1_048_576
GROWTH_BYTES_MAX = 5 * MIB
GIANTS, GIANTS_AT_ONCE = 200, 20
GIANT = "1 GiB after 500"
GIANT_ID = ReceiverId(1_000)
SAID_BYTES_MAX = 8 * MIB  # of a GiB: what the buffers of two sockets swallow before the receiver sees us gone
PATIENCE_S = 30.0  # so that a busy machine does not turn an answer into a deadline
CLOSED_S_MAX = 10.0
LOOK_S = 0.02


async def test_the_whole_set_leaves_neither_memory_nor_sockets_behind(
    hostile: Hostile, record_property: Callable[[str, object], None]
) -> None:
    async with sending_to(hostile) as sender:  # the first time loads what is loaded once
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
    """Play every behaviour once, and then meet an answer of 1 GiB two hundred times."""
    await play_round(hostile, sender)
    await hostile.asked("begin")
    template = a_template(hostile.ports[GIANT], receiver_id=GIANT_ID, deadline_s=PATIENCE_S)
    for _ in range(GIANTS // GIANTS_AT_ONCE):
        outcomes: list[Outcome] = await asyncio.gather(*(attempt(sender, template) for _ in range(GIANTS_AT_ONCE)))
        assert [one.status for one in outcomes] == [500] * GIANTS_AT_ONCE
    told = await hostile.asked("tell", GIANT)
    assert told.connections == told.requests == GIANTS
    assert told.said_bytes <= GIANTS * SAID_BYTES_MAX


@asynccontextmanager
async def highest_memory() -> AsyncIterator[list[int]]:
    """Look at this process's memory all the while."""
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
    """Count what this process has open, sockets and all."""
    found = 0
    for name in os.listdir("/proc/self/fd"):
        with suppress(OSError):  # the one that listed them is closed by now
            os.readlink(f"/proc/self/fd/{name}")
            found += 1
    return found


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
