"""Receivers of many kinds, in the process that is not killed: what each of them accepts is recorded in the ledger."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from types import TracebackType
from urllib.parse import urlsplit

from tests.crash.caller import CUT_OFF, Answer, Caller
from tests.crash.ledger import Ledger
from tests.crash.program import free_port
from tests.crash.served import Served
from tests.receiver import Got, Receiving, a_server

SLOW_S = 0.02
BEHIND_RATE = 100  # events a second: fewer than the load adds
OVERLOADED_EVERY, OVERLOADED_TIMES = 7, 2
REFUSALS = {"overloaded": 503, "failing": 404}


class Receivers:
    """Registers receivers, and keeps them by the id that the store assigned."""

    def __init__(self, program: Served, ledger: Ledger, *, host: str = "127.0.0.1") -> None:
        self._host = host
        self.receivers: dict[str, Receiving] = {}
        self.paused: set[str] = set()
        self._ids: dict[str, str] = {}
        self._dead: dict[str, Receiving] = {}
        self._program = program
        self._ledger = ledger
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> "Receivers":
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        await self._stack.aclose()

    def __getitem__(self, name: str) -> Receiving:
        return self.receivers[self._ids[name]]

    async def join(self, *names: str) -> None:
        """Start these receivers and register them. Some names stand for a behaviour."""
        for name in names:
            receiving = await self._stack.enter_async_context(a_server(host=self._host))
            receiver_id = await self._register(name, receiving)
            receiving.answer = self.answering(receiver_id, refusal=REFUSALS.get(name, 0))
            receiving.answers_after_s = SLOW_S if name == "slow" else 0.0
            self.receivers[receiver_id] = receiving

    async def join_dead(self, name: str) -> None:
        """Register one at whose address nothing listens before `heal`."""
        receiving = Receiving(url=f"http://127.0.0.1:{free_port()}")
        self._dead[await self._register(name, receiving)] = receiving

    async def heal(self) -> None:
        """Start the dead receiver, and resume the paused ones."""
        for receiver_id, dead in self._dead.items():
            receiving = await self._stack.enter_async_context(a_server(port=urlsplit(dead.url).port or 0))
            receiving.secret, receiving.access_token = dead.secret, dead.access_token
            receiving.answer = self.answering(receiver_id)
            self.receivers[receiver_id] = receiving
        self._dead.clear()
        for receiver_id in list(self.paused):
            await self.resume(receiver_id)

    async def pause(self, receiver_id: str) -> None:
        answer = await ask(self._program, "POST", f"/api/v1/receivers/{receiver_id}/pause")
        assert answer.status < 300, answer
        self.paused.add(receiver_id)

    async def resume(self, receiver_id: str) -> None:
        answer = await ask(self._program, "DELETE", f"/api/v1/receivers/{receiver_id}/pause")
        assert answer.status < 300, answer
        self.paused.discard(receiver_id)

    def id_of(self, name: str) -> str:
        return self._ids[name]

    async def have_read_all(self) -> None:
        """Wait until they have read what a process that ended had still sent."""
        for receiving in self.receivers.values():
            await receiving.until(lambda one: not one.connections)

    def answering(self, receiver_id: str, *, refusal: int = 0) -> Callable[[Got], int]:
        """Verify, accept, and record in the ledger; with a refusal, answer one event in seven with that status a few
        times.
        """

        def answer(got: Got) -> int:
            if got.plant is None:
                return 401
            is_early = int(got.headers["webhook-attempt"]) <= OVERLOADED_TIMES
            if refusal and got.sequence % OVERLOADED_EVERY == 0 and is_early:
                return refusal
            self._ledger.accept(receiver_id, got.headers["webhook-id"])
            return 204

        return answer

    async def _register(self, name: str, receiving: Receiving) -> str:
        options = {"max_rate": BEHIND_RATE} if name == "behind" else {}
        answer = await ask(self._program, "POST", "/api/v1/receivers", {"name": name, "url": receiving.url, **options})
        assert answer.status == 201, answer
        receiving.secret, receiving.access_token = answer.body["secret"], answer.body["access_token"]
        self._ids[name] = answer.body["id"]
        return str(answer.body["id"])


async def ask(program: Served, method: str, path: str, body: object = None, *, key: str = "") -> Answer:
    """Make one request, on a connection of its own."""
    caller = Caller(await program.reachable(), program.token)
    try:
        return await caller.ask(method, path, body, key=key)
    finally:
        await caller.close()


async def ask_at_last(program: Served, method: str, path: str, body: object, *, key: str) -> Answer:
    """Repeat a request with one key until there is a response, however often the store ends in between."""
    while True:
        try:
            return await ask(program, method, path, body, key=key)
        except CUT_OFF:
            await asyncio.sleep(0)
