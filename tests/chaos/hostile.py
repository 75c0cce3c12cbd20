"""All hostile receivers in a process of their own, so that their use of memory and CPU does not count as the test's.

`python -m tests.chaos.hostile FOLDER` writes the certificate of its authority there, prints one line of JSON, answers
commands on a separate port, and ends when its standard input is closed.
"""

import asyncio
import json
import sys
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import trustme

from tests.chaos.answers import BODIES, HEADS, RETRY_AFTER, STATUSES
from tests.chaos.behaviour import Behaviour, Stage, plays, well
from tests.chaos.connections import CONNECTIONS, TLS

ROOMS = (CONNECTIONS, TLS, HEADS, STATUSES, BODIES, RETRY_AFTER)
BEHAVIOURS: dict[str, Behaviour] = {name: row for room in ROOMS for name, row in room.items()}
assert len(BEHAVIOURS) == sum(map(len, ROOMS)), "a name for each row"

HEALTHY, ELSEWHERE = "healthy", "elsewhere"
LOOK_AGAIN_S, LOOK_S = 0.005, 0.02


class Lateness:
    """The longest delay of an event loop, which shows how much a busy machine stretches every time limit."""

    def __init__(self) -> None:
        self.worst_s = 0.0

    async def watch(self) -> None:
        while True:
            start = time.monotonic()
            await asyncio.sleep(LOOK_S)
            self.worst_s = max(self.worst_s, time.monotonic() - start - LOOK_S)


@dataclass
class HostileReceivers:
    """All receivers by name."""

    stages: dict[str, Stage]
    lateness: Lateness

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Run the command on one line, and answer with what the receiver has seen so far."""
        verb, _, name = (await reader.readline()).decode().strip().partition(" ")
        if verb == "begin":
            for stage in self.stages.values():
                stage.begin()
            self.lateness.worst_s = 0.0
        stage = self.stages[name]
        while verb == "await" and stage.acted < stage.connections and not stage.mended:
            await asyncio.sleep(LOOK_AGAIN_S)
        seen = stage.counts._replace(late_s=self.lateness.worst_s)
        stage.mended = stage.mended or verb == "mend"
        writer.write(json.dumps(seen).encode() + b"\n")
        await writer.drain()
        writer.close()


def main() -> None:
    asyncio.run(serve(Path(sys.argv[1])))


async def serve(folder: Path) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(folder / "authority.pem")
    asyncio.get_running_loop().set_exception_handler(_complain)
    async with AsyncExitStack() as opened:
        stages = {name: Stage(authority) for name in (HEALTHY, ELSEWHERE, *BEHAVIOURS)}
        ports: dict[str, int] = {}
        for name, stage in stages.items():
            stage.elsewhere = f"http://elsewhere.test:{ports[ELSEWHERE]}/plant/webhook" if ELSEWHERE in ports else ""
            opens = BEHAVIOURS[name].opens if name in BEHAVIOURS else plays(well)
            ports[name] = await opened.enter_async_context(opens(stage))
        lateness = Lateness()
        watch = asyncio.create_task(lateness.watch())
        asking = await asyncio.start_server(HostileReceivers(stages, lateness).answer, "127.0.0.1", 0)
        print(json.dumps({"ports": ports, "asking": asking.sockets[0].getsockname()[1]}), flush=True)
        await asyncio.to_thread(sys.stdin.read)
        watch.cancel()


def _complain(loop: asyncio.AbstractEventLoop, about: dict[str, Any]) -> None:
    """Ignore failed handshakes and closed connections, which are expected; report any other exception as a bug of a
    script.
    """
    if not isinstance(about.get("exception"), OSError):
        loop.default_exception_handler(about)


if __name__ == "__main__":
    main()
