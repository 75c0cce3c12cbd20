"""People who add plants all the time, and who repeat a POST under its key until they know what became of it."""

import asyncio
from types import TracebackType

from tests.crash.caller import ANSWER_S_MAX, CUT_OFF, Answer, Caller
from tests.crash.ledger import Ledger, Promise
from tests.crash.served import Served

WRITERS = 16
PLANTS_PER_SECOND = 400
REFUSED_WAIT_S = 0.02


class Load:
    """Adds plants until the block is left; then every plant begun has been promised."""

    def __init__(
        self,
        program: Served,
        ledger: Ledger,
        *,
        per_second: float = PLANTS_PER_SECOND,
        answer_s_max: float = ANSWER_S_MAX,
    ) -> None:
        self._program = program
        self._ledger = ledger
        self.in_haste = False
        """While it is set, everybody adds the next plant as soon as the last one is answered."""
        self.full: list[Answer] = []
        """What was answered when the disk was full."""
        self.unavailable: list[Answer] = []
        self._per_second = per_second
        self._answer_s_max = answer_s_max
        self._begun = 0
        self._first = len(ledger.promises) + 1  # so that every load has names of its own
        self._promised = 0
        self._ending = False
        self._writers: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Load":
        self._writers = [asyncio.create_task(self._write()) for _ in range(WRITERS)]
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._ending = True
        if error is not None:
            for writer in self._writers:
                writer.cancel()
            await asyncio.gather(*self._writers, return_exceptions=True)
            return
        await asyncio.gather(*self._writers)
        assert self._promised == self._begun

    def check(self) -> None:
        """Raise what a writer met, at once."""
        for writer in self._writers:
            if writer.done():
                writer.result()

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        caller: Caller | None = None
        try:
            while not self._ending:
                next_at = loop.time() + WRITERS / self._per_second
                self._begun += 1
                caller = await self._add(caller, f"Plant number {self._first} {self._begun}")
                self._promised += 1
                await asyncio.sleep(0 if self.in_haste else next_at - loop.time())
        finally:
            if caller is not None:
                await caller.close()

    async def _add(self, caller: Caller | None, name: str) -> Caller:
        """Add a plant, however often the store is killed meanwhile. Gives the connection that was good in the end."""
        while True:
            port = await self._program.reachable()
            caller = caller or Caller(port, self._program.token, answer_s_max=self._answer_s_max)
            try:
                answer = await caller.ask("POST", "/api/v1/plants", {"name": name, "price": "4.50"}, key=name)
            except CUT_OFF:
                await asyncio.sleep(0)  # a process that is ending refuses at once: let others run
                caller = None  # where several answer, another may
                continue
            if answer.status == 503:  # "The store is stopping", or its database is away: nothing was promised
                self.unavailable.append(answer)
                await asyncio.sleep(REFUSED_WAIT_S)
                continue
            if answer.status == 507:
                self.full.append(answer)
                await asyncio.sleep(REFUSED_WAIT_S)
                continue
            assert answer.status == 201, answer
            promise = Promise(plant_id=answer.body["id"], event_id=answer.body["event_id"])
            self._ledger.promise(name, promise, replayed="idempotency-replayed" in answer.headers)
            return caller
