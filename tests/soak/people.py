"""What people do during a soak, day by day: pause and resume receivers, replay, rotate secrets, discard a backlog."""

from dataclasses import dataclass
from typing import Any

from tests.soak.process import StoreProcess
from tests.soak.receivers import ACCEPTED, Inbox
from tests.soak.tempers import GONE, Temper

MONTH_DAYS = 30
ROTATES_ON, REPLAYS_ON, GIVES_UP_ON = 15, 20, 25  # the day of each month
REPLAYED_EVENTS_MAX = 2_000


@dataclass(slots=True, kw_only=True)
class Member:
    """A receiver of the soak: what it is like, what it got, and how the store knows it."""

    temper: Temper
    inbox: Inbox
    id: str = ""
    is_down: bool = False
    is_paused: bool = False
    is_gone: bool = False
    skipped: int = 0
    """How many of its deliveries people have cancelled."""

    @property
    def is_joined(self) -> bool:
        return bool(self.id)


@dataclass(slots=True, kw_only=True)
class People:
    """They act at the beginning of a day, before the day's plants are added."""

    store: StoreProcess
    members: list[Member]
    replayed: int = 0
    rotations: int = 0
    _operator: str = ""
    _token_id: str = ""

    async def act(self, day: int, *, head: int) -> None:
        for member in self.members:
            if member.is_joined:
                await self._follow_cycle(member, day)
        of_month = day % MONTH_DAYS
        if of_month == ROTATES_ON:
            await self._rotate(day)
        if of_month == REPLAYS_ON and head:
            await self._replay(head)
        if of_month == GIVES_UP_ON:
            await self._give_up()

    async def heal(self) -> None:
        """End every outage: each receiver answers, and nothing is paused or disabled any more."""
        for member in self.members:
            if member.is_down or member.temper.dead:
                await member.inbox.listen()
                member.is_down = False
            if member.temper.gone:
                member.inbox.answer = _accept
            await self.store.ask("DELETE", f"/api/v1/receivers/{member.id}/pause")

    async def _follow_cycle(self, member: Member, day: int) -> None:
        temper, path = member.temper, f"/api/v1/receivers/{member.id}/pause"
        of_cycle = day % temper.cycle
        if (of_cycle in temper.down) != member.is_down:
            member.is_down = not member.is_down
            await (member.inbox.close() if member.is_down else member.inbox.listen())
        if (of_cycle in temper.paused) != member.is_paused:
            member.is_paused = not member.is_paused
            await self.store.ask("POST" if member.is_paused else "DELETE", path)
        if (of_cycle in temper.gone) != member.is_gone:
            member.is_gone = not member.is_gone
            member.inbox.answer = _refuse_for_ever if member.is_gone else _accept
            if not member.is_gone:
                await self.store.ask("DELETE", path)

    async def _rotate(self, day: int) -> None:
        """Replace the signing secret and the access token of each receiver, key pairs, and the token of this program.

        The receivers accept the new ones and the old ones.
        """
        self.rotations += 1
        for member in self.members:
            if not member.is_joined:
                continue
            path = f"/api/v1/receivers/{member.id}"
            member.inbox.give(secret=(await self.store.ask("POST", f"{path}/secrets"))["secret"])
            if "payload" not in member.temper.options:  # a chat has no token
                token = f"access-token-of-day-{day:04d}-0123456789"
                member.inbox.give(token=token)
                await self.store.ask("PATCH", path, {"access_token": token})
            if "v1a" in member.temper.options.get("signatures", ()):
                await self.store.ask("POST", f"{path}/keys")
        self._operator = self._operator or self.store.token
        self.store.token, before = self._operator, self._token_id
        made = await self.store.ask(
            "POST", "/api/v1/tokens", {"name": f"soak, day {day}", "scopes": ["operator"], "days": 60}
        )
        if before:
            await self.store.ask("DELETE", f"/api/v1/tokens/{before}")
        self.store.token, self._token_id = made["token"], made["id"]

    async def _replay(self, head: int) -> None:
        """Replay the newest events, although they were accepted."""
        for member in self.members:
            if member.temper.replayed and member.is_joined:
                first = max(1, head - REPLAYED_EVENTS_MAX + 1)
                wish: dict[str, Any] = {"first": first, "last": head, "only": "all"}
                await self.store.ask("POST", f"/api/v1/receivers/{member.id}/replays", wish)
                self.replayed += head - first + 1

    async def _give_up(self) -> None:
        """Discard the backlog of a receiver that never answers, and let the store try again."""
        for member in self.members:
            if member.temper.dead and member.is_joined:
                done = await self.store.ask("DELETE", f"/api/v1/receivers/{member.id}/pause?held=skip")
                member.skipped += done["skipped"]


def _accept(_sequence: int, _request: bytes) -> bytes:
    return ACCEPTED


def _refuse_for_ever(_sequence: int, _request: bytes) -> bytes:
    return GONE
