"""Clients that add plants all the time, and repeat a POST with its idempotency key until they know the outcome."""

import asyncio
from types import TracebackType

from tests.crash.caller import ANSWER_S_MAX, CUT_OFF, Answer, Caller
from tests.crash.ledger import Ledger, Promise
from tests.crash.served import Served

WRITERS = 16
PLANTS_PER_SECOND = 400
REFUSED_WAIT_S = 0.02


class Load:
    """Adds plants until the block ends; by then every plant that was begun has been acknowledged."""

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
        """While it is set, every client adds the next plant as soon as the last one is answered."""
        self.full: list[Answer] = []
        """The responses while the disk was full."""
        self.unavailable: list[Answer] = []
        self._per_second = per_second
        self._answer_s_max = answer_s_max
        self._begun = 0
        self._first = len(ledger.promises) + 1  # so that every load has names of its own
        self.promised = 0
        """How many plants were acknowledged so far."""
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
        assert self.promised == self._begun

    def check(self) -> None:
        """Raise the exception of a client that failed."""
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
                self.promised += 1
                await asyncio.sleep(0 if self.in_haste else next_at - loop.time())
        finally:
            if caller is not None:
                await caller.close()

    async def _add(self, caller: Caller | None, name: str) -> Caller:
        """Add a plant, however often the store is killed in between. Return the connection that worked in the end."""
        while True:
            port = await self._program.reachable()
            caller = caller or Caller(port, self._program.token, answer_s_max=self._answer_s_max)
            try:
                answer = await caller.ask("POST", "/api/v1/plants", {"name": name, "price": "4.50"}, key=name)
            except CUT_OFF:
                await asyncio.sleep(0)  # a process that is ending refuses connections immediately: let other tasks run
                caller = None  # another process may answer, if there are several
                continue
            if answer.status == 503:  # "The store is stopping", or its database is unavailable: nothing was promised
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
