"""The tests' side of the hostile receivers: start them, query what they saw, mend one, and try each of them once."""

import asyncio
import json
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from plantstore.domain.deliveries.delivery import Outcome
from plantstore.domain.public_ids import ReceiverId
from plantstore.sending.sender import Sender
from plantstore.sending.tls import make_tls_context
from tests.chaos.behaviour import CONNECT_S_MAX, DEADLINE, PATIENCE_S, Claim
from tests.chaos.hostile import BEHAVIOURS, ELSEWHERE, HEALTHY, Lateness
from tests.sending.scripted_receiver import OpenPolicy, a_template, an_event, attempt, sending
from tests.sending.tls_servers import HOST

ROOT = Path(__file__).parents[2]
ANSWER_S_MAX = 30.0  # of the other process, on a busy machine
HEALTHY_ID = ReceiverId(1)
FIRST_ID = 2
AT_ONCE = 24
NOTHING = Claim(0, 0, 0, 0, 0)


class Hostile:
    """The running process of the hostile receivers."""

    def __init__(self, ports: dict[str, int], asking: int, tls: ssl.SSLContext) -> None:
        self.ports = ports
        self.tls = tls
        self._asking = asking

    def ask(self, verb: str, name: str = HEALTHY) -> Claim:
        """Send a command: `tell` what a receiver saw, `mend` it, `await` its action, or `begin` again with all."""
        with socket.create_connection(("127.0.0.1", self._asking), ANSWER_S_MAX) as line:
            line.sendall(f"{verb} {name}\n".encode())
            with line.makefile() as lines:
                return Claim(*json.loads(lines.readline()))

    async def asked(self, verb: str, name: str = HEALTHY) -> Claim:
        return await asyncio.to_thread(self.ask, verb, name)


@contextmanager
def hostile_receivers(folder: Path) -> Iterator[Hostile]:
    command = [sys.executable, "-m", "tests.chaos.hostile", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdin is not None
        try:
            known = json.loads(process.stdout.readline())
            yield Hostile(known["ports"], known["asking"], make_tls_context(folder / "authority.pem"))
        finally:
            process.stdin.close()
            try:
                process.wait(ANSWER_S_MAX)
            finally:
                process.kill()


class PatientPolicy(OpenPolicy):
    """Allows every address; for some receivers it waits until they have acted, before the client writes a byte."""

    def __init__(self, hostile: Hostile) -> None:
        super().__init__()
        self._hostile = hostile
        self._first = {
            hostile.ports[name]: name for name, row in BEHAVIOURS.items() if row.first == "before the request"
        }

    def check_address(self, address: str, port: int, *, loopback: bool = False, local: str | None = None) -> str | None:
        if port in self._first:
            self._hostile.ask("await", self._first[port])
        return super().check_address(address, port, loopback=loopback, local=local)


@asynccontextmanager
async def sending_to(hostile: Hostile) -> AsyncIterator[Sender]:
    policy = PatientPolicy(hostile)
    async with sending(
        address_policy=policy, tls=hostile.tls, connect_s_max=CONNECT_S_MAX, connections_max=1_024
    ) as sender:
        yield sender


@dataclass
class Seen:
    """The outcomes of one behaviour. `healthy` is the next delivery to a healthy receiver, `mended` to this
    receiver.
    """

    outcomes: list[Outcome] = field(default_factory=list)
    took_s: list[float] = field(default_factory=list)
    bad: Claim = NOTHING
    healthy: Outcome | None = None
    mended: Outcome | None = None
    at_last: Claim = NOTHING


@dataclass
class Round:
    """One attempt for every behaviour. `late_s` is the longest delay of an event loop, here or in the other process."""

    seen: dict[str, Seen] = field(default_factory=dict)
    late_s: float = 0.0
    elsewhere: Claim = NOTHING


async def play_round(hostile: Hostile, sender: Sender, names: Sequence[str] = tuple(BEHAVIOURS)) -> Round:
    """Try these behaviours with one sender: the slow ones all at the same time, the others in groups."""
    played = Round()
    await hostile.asked("begin")
    lateness = Lateness()
    watch = asyncio.create_task(lateness.watch())
    places = asyncio.Semaphore(AT_ONCE)

    async def play(name: str) -> Seen:
        async with nullcontext() if DEADLINE in BEHAVIOURS[name].expects else places:
            return await _play(hostile, sender, name)

    played.seen = dict(zip(names, await asyncio.gather(*map(play, names)), strict=True))
    played.elsewhere = await hostile.asked("tell", ELSEWHERE)
    played.late_s = max(lateness.worst_s, played.elsewhere.late_s)
    watch.cancel()
    return played


async def _play(hostile: Hostile, sender: Sender, name: str) -> Seen:
    row, seen = BEHAVIOURS[name], Seen()
    template = a_template(
        hostile.ports[name],
        receiver_id=ReceiverId(FIRST_ID + list(BEHAVIOURS).index(name)),
        scheme="https" if row.tls else "http",
        host=HOST,
        deadline_s=row.deadline_s,
    )
    event = an_event()._replace(body=b"." * row.body_bytes) if row.body_bytes else an_event()
    for number in range(1, len(row.expects) + 1):
        if number > 1 and row.first == "before the next attempt":
            # this blocks the test's event loop, so only a check of the socket can notice what the receiver did
            hostile.ask("await", name)
        start = time.monotonic()
        seen.outcomes.append(await attempt(sender, template, event=event, number=number))
        seen.took_s.append(time.monotonic() - start)
    seen.bad = await hostile.asked("mend", name)
    healthy = a_template(hostile.ports[HEALTHY], receiver_id=HEALTHY_ID, deadline_s=PATIENCE_S)
    seen.healthy = await attempt(sender, healthy)
    if row.mends:
        seen.mended = await attempt(sender, replace(template, deadline_s=PATIENCE_S))
    seen.at_last = await hostile.asked("tell", name)
    return seen
