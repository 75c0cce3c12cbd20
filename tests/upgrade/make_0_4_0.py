"""Make a store as version 0.4.0 leaves it while people are signed in, and write it as SQL.

Run it with the program of 0.4.0, from the root of its working copy, with a folder that does not exist yet: `python -m
tests.upgrade.make_0_4_0 FOLDER`

It begins with the states of 0.3.0. Then one receiver accepts and refuses for some hours, and at the end people are
signed in. The dump is the same each time.
"""

import sys
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar
from urllib.parse import parse_qs, urlsplit

from plantstore.domain.deliveries.delivery import RETRY_SCHEDULE_S
from plantstore.domain.session import LINK_S_MAX, SESSION_IDLE_S_MAX
from plantstore.domain.timestamps import after
from plantstore.operations.scheduler import run_jobs_once, standard_jobs
from plantstore.storage.database import Transaction
from plantstore.web.auth import sessions
from plantstore.web.auth.sessions import SignedIn
from tests.receiver import Got
from tests.still_clock import StillClock
from tests.upgrade import make_0_3_0
from tests.upgrade.make_0_3_0 import LONG_AGO
from tests.upgrade.making import STEP_S, Ask, Making
from tests.upgrade.making import make as make_store

Done = TypeVar("Done")
Steps = Callable[[Making, Ask], Awaitable[None]]
__all__ = ["ADDRESSES", "DUMP", "LONG_AGO", "Steps", "make", "no_steps"]

DUMP = Path(__file__).with_name("0_4_0.sql")
ADDRESSES = make_0_3_0.ADDRESSES | {"garden": "127.0.0.1:40010"}
HOUR_S = 3_600
REFUSED = ((3, 6), (6,), (6,), ())  # by the garden centre, hour by hour
TOOK_S = {2: 0.004, 3: 0.012, 4: 0.03, 5: 0.06, 6: 0.15, 7: 0.3, 8: 0.9}  # by sequence
MINUTE_S = 60
IDLE_S = SESSION_IDLE_S_MAX + MINUTE_S  # from the first sign-in to the end
FIRST_S, SECOND_S = 20 * MINUTE_S, 5 * MINUTE_S  # until one link is made, and then until the others are
assert sum(TOOK_S.values()) < RETRY_SCHEDULE_S[1], "all requests end before the first retry is due"
assert LINK_S_MAX < IDLE_S - FIRST_S, "the first link has ended"
assert LINK_S_MAX > IDLE_S - FIRST_S - SECOND_S + MINUTE_S, "the others have not, nor a minute later"
TAKES_S = (len(REFUSED) - 1) * HOUR_S + IDLE_S


async def no_steps(_making: Making, _ask: Ask) -> None:
    """Do nothing, for a maker that has no steps to add."""


def make(
    folder: Path,
    *,
    sent: Steps = no_steps,
    unsent: Steps = no_steps,
    afterwards: Callable[[Transaction], None] | None = None,
    addresses: Mapping[str, str] = ADDRESSES,
) -> str:
    """Make the store; later makers add steps while events are sent (`sent`) and while nothing is sent (`unsent`), and
    change it when it has ended.

    `addresses` are also those of servers that later makers add.
    """
    # so that it ends at the same time as the stores of other versions
    clock = StillClock(after(LONG_AGO, seconds=-TAKES_S))
    fill = partial(_fill, sent=sent, unsent=unsent)
    return make_store(folder, fill, addresses=addresses, clock=clock, afterwards=afterwards, concurrency_max=1)


async def _fill(making: Making, *, sent: Steps, unsent: Steps) -> None:
    token = making.facts["token"] = making.store.settings.operator_token_file.read_text().strip()
    async with making.asking(token) as ask:

        async def meanwhile() -> None:
            await _Hours(making, ask).pass_by()
            await sent(making, ask)

        await make_0_3_0.tell(making, ask, meanwhile=meanwhile, unsent=partial(unsent, making, ask))
        await _SigningIn(making, ask).tell()


async def _note_level(making: Making) -> None:
    """Run the jobs of each minute, one of which samples the backlog."""
    await run_jobs_once(standard_jobs(making.store.database))


class _Hours:
    """A garden centre that accepts some events immediately and others hours later.

    It is paused while an hour passes: otherwise timers of the process would decide when it is tried again.
    """

    def __init__(self, making: Making, ask: Ask) -> None:
        self._making = making
        self._ask = ask
        self._server = making.servers["garden"]
        self._server.answer = self._answer
        self._hour = 0

    async def pass_by(self) -> None:
        wanted = {"url": self._server.url, "name": "garden centre", "start": "beginning"}
        made = await self._ask("POST", "/receivers", wanted)
        self._making.facts["receiver garden"], self._server.secret = made["id"], made["secret"]
        got = len(TOOK_S)
        await self._making.settle("garden", got=got)
        for refused_before in REFUSED[:-1]:
            await _note_level(self._making)
            await self._ask("POST", f"/receivers/{made['id']}/pause")
            self._making.clock.move(HOUR_S)
            self._hour += 1
            await self._ask("DELETE", f"/receivers/{made['id']}/pause")
            got += len(refused_before)
            await self._making.settle("garden", got=got)
        await self._ask("POST", f"/receivers/{made['id']}/replays", {"first": 2, "last": 5, "only": "all"})
        await self._making.settle("garden", got=got + 4)

    def _answer(self, got: Got) -> int:
        self._making.clock.move(TOOK_S[got.sequence])
        return 500 if got.sequence in REFUSED[self._hour] else 204


class _SigningIn:
    """People who sign in with tokens and links, and their sessions."""

    def __init__(self, making: Making, ask: Ask) -> None:
        self._making = making
        self._ask = ask
        self._operator = making.facts["token"]

    async def tell(self) -> None:
        """One session is idle for too long, one is in use to the end, one is signed out, one loses its token."""
        await self._sign_in("idle", self._operator)
        in_use = await self._sign_in("open", self._operator)
        gone = await self._sign_in("signed out", self._operator)
        await self._write(lambda tx: sessions.sign_out(tx, gone))
        self._making.clock.move(FIRST_S)
        await self._make_link("ended")
        self._making.clock.move(SECOND_S)
        await self._write(lambda tx: sessions.note_seen(tx, in_use.key.reveal()))
        made = await self._ask("POST", "/tokens", {"name": "Ada, at the till", "scopes": ["plants:read"]})
        self._making.facts["token of Ada"] = made["token"]
        await self._sign_in("revoked", made["token"])
        await self._make_link("unused")
        used, random_bytes = await self._make_link("used"), self._making.store.random_bytes
        by_link = await self._write(lambda tx: sessions.sign_in_by_link(tx, used, random_bytes=random_bytes))
        self._making.facts["session by link"] = by_link.key.reveal()
        await self._ask("DELETE", f"/tokens/{made['id']}")
        self._making.clock.move(IDLE_S - FIRST_S - SECOND_S)
        await _note_level(self._making)

    async def _sign_in(self, name: str, token: str) -> SignedIn:
        random_bytes = self._making.store.random_bytes
        signed_in = await self._write(lambda tx: sessions.sign_in_by_token(tx, token, random_bytes=random_bytes))
        self._making.facts[f"session {name}"] = signed_in.key.reveal()
        return signed_in

    async def _make_link(self, name: str) -> str:
        """Make a link for the operator's token, and return its key."""
        made = await self._ask("POST", "/sign-in-links", {})
        [key] = parse_qs(urlsplit(str(made["url"])).query)["key"]
        self._making.facts[f"link {name}"] = key
        return key

    async def _write(self, command: Callable[[Transaction], Done]) -> Done:
        self._making.clock.move(STEP_S)
        return await self._making.store.database.write(command)


if __name__ == "__main__":
    DUMP.write_text(make(Path(sys.argv[1])), encoding="utf-8")
