"""The loop that owns receivers: one pump for each, woken by new events, changed receivers and free places."""

import asyncio
from collections.abc import Callable
from functools import partial

from plantstore.domain.errors import Unavailable
from plantstore.domain.identity import ReceiverId, receiver_text
from plantstore.domain.receiver import Credentials, Receiver
from plantstore.gear import Gear
from plantstore.pump import Pump
from plantstore.sending.request import RequestTemplate
from plantstore.storage import events, receivers
from plantstore.storage.cut import Cut
from plantstore.storage.database import Notices, Transaction
from plantstore.storage.sealing import Sealer
from plantstore.wishes import Progress, Wishes, load_progress, load_wishes

LOAD_AGAIN_S = 1.0  # after the store could not be read
BROKEN_AGAIN_S = 60.0  # after a receiver could not be made sense of
RECEIVERS_PAGE = 500

Loaded = tuple[Wishes, Credentials, Progress | None]
MakeTemplate = Callable[[Receiver, Credentials], RequestTemplate]


class Dispatcher:
    """Starts and stops pumps. Everything runs on the event loop; nothing polls."""

    def __init__(self, gear: Gear, sealer: Sealer, make_template: MakeTemplate) -> None:
        self._gear = gear
        self._sealer = sealer
        self._make_template = make_template
        self._loop = asyncio.get_running_loop()
        self._pumps: dict[ReceiverId, Pump] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading = asyncio.Lock()
        self._changes: dict[ReceiverId, int] = {}
        self._started = False
        self._stopped = False

    def why_not_ready(self) -> str | None:
        """None while deliveries flow, else the reason why they do not."""
        if self._stopped:
            return "The store is stopping."
        return None if self._started else "The store is starting."

    async def start(self) -> None:
        """Take up every receiver where it stopped.

        Not the built-in one: its URL is still the last run's. It is taken up when the sample receiver has moved it.
        """
        after = 0
        while True:
            page = await self._gear.database.read(partial(receivers.page, cut=Cut(place=after), limit=RECEIVERS_PAGE))
            for receiver in page:
                if not receiver.built_in:
                    await self._load_at_last(receiver.id)
            if len(page) < RECEIVERS_PAGE:
                self._started = True
                return
            after = page[-1].id

    def committed(self, notices: Notices) -> None:
        """Hear of a commit: hand new events to the pumps from memory, look at receivers that changed."""
        for receiver_id in notices.receivers:
            self._changes[receiver_id] = self._changes.get(receiver_id, 0) + 1
            if receiver_id in self._pumps:
                self._pumps[receiver_id].hold()
            self._look_at(receiver_id)
        if notices.events:
            self._gear.log.append(notices.events)
            for pump in list(self._pumps.values()):
                pump.pull()

    async def look_at_log(self) -> None:
        """Ask the tables how long the log is: should the news of a commit have gone astray, its events go out now."""
        if self._gear.log.note_head(await self._gear.database.read(events.head)):
            for pump in list(self._pumps.values()):
                pump.pull()

    async def stop(self, *, wait_s: float) -> bool:
        """Send nothing more, wait for what is under way and until it is recorded; tell whether all of it ended.

        Asked again, it does not wait again.
        """
        wait_s = 0.0 if self._stopped else wait_s
        self._stopped = True
        for pump in self._pumps.values():
            pump.stop()
        return await self.settle(wait_s=wait_s)

    async def settle(self, *, wait_s: float) -> bool:
        """Wait until nothing is under way and all is recorded; tell whether that came in time."""
        try:
            async with asyncio.timeout(wait_s):
                await self._gear.places.all_free()
        except TimeoutError:
            return False
        return True

    def _look_at(self, receiver_id: ReceiverId) -> None:
        if self._stopped:
            return
        task = self._loop.create_task(self._load_at_last(receiver_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _load_at_last(self, receiver_id: ReceiverId) -> None:
        try:
            async with self._loading:  # one at a time: of two, the older could end last and undo the newer
                await self._load(receiver_id)
        except Unavailable:  # the store will answer again
            self._loop.call_later(LOAD_AGAIN_S, self._look_at, receiver_id)
        except Exception as error:  # one broken receiver must not keep the others from their deliveries
            words = f"{receiver_text(receiver_id)} cannot be called"
            self._loop.call_exception_handler({"message": words, "exception": error})
            self._loop.call_later(BROKEN_AGAIN_S, self._look_at, receiver_id)

    async def _load(self, receiver_id: ReceiverId) -> None:
        seen = self._changes.get(receiver_id)
        pump = self._pumps.get(receiver_id)
        if pump is not None:
            pump.hold()
        loaded = await self._gear.database.read(lambda tx: _load(tx, self._sealer, receiver_id, runs=pump is not None))
        if self._stopped or self._changes.get(receiver_id) != seen:
            return  # what was changed while we read is looked at next: nothing is sent the old way meanwhile
        if loaded is None:
            if pump is not None:
                pump.stop()
                del self._pumps[receiver_id]
            self._changes.pop(receiver_id, None)
            self._gear.sender.forget(receiver_id)
            return
        wishes, credentials, progress = loaded
        template = self._make_template(wishes.receiver, credentials)
        if progress is not None:
            self._pumps[receiver_id] = Pump(wishes, template, progress, self._gear)
            self._pumps[receiver_id].pull()
        elif pump is not None:
            self._gear.sender.forget(receiver_id)
            pump.change(wishes, template)


def _load(tx: Transaction, sealer: Sealer, receiver_id: ReceiverId, *, runs: bool) -> Loaded | None:
    """Read a receiver; how far it has come only when no pump runs, which knows better."""
    receiver = receivers.find(tx, receiver_id)
    if receiver is None:
        return None
    progress = None if runs else load_progress(tx, receiver)
    return load_wishes(tx, receiver), receivers.credentials(tx, sealer, receiver_id), progress
