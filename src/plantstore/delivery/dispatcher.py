"""The loop that owns receivers: one pump for each, woken by new events, changed receivers and free places."""

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from itertools import islice

from plantstore.core.faults import notify
from plantstore.core.timers import PeriodicTask
from plantstore.delivery.cluster.assignment import POLL_S, Assigner, SoleAssigner
from plantstore.delivery.context import DeliveryContext
from plantstore.delivery.receiver_snapshot import Checkpoint, ReceiverSnapshot, load_checkpoint, load_snapshot
from plantstore.delivery.receiver_worker import ReceiverWorker
from plantstore.domain.errors import Unavailable
from plantstore.domain.lease import shard_of
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.receiver import Credentials, Receiver
from plantstore.sending.request import RequestTemplate
from plantstore.storage.database import PostCommitChanges, Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.tables import events, receivers

LOAD_AGAIN_S = 1.0  # after the store could not be read
BROKEN_AGAIN_S = 60.0  # after a receiver could not be made sense of
RECEIVERS_PAGE = 500
PULLED_AT_ONCE_MAX = 8  # receivers called in one turn of the event loop, about half a millisecond each

Loaded = tuple[ReceiverSnapshot, Credentials, Checkpoint | None, int]
MakeTemplate = Callable[[Receiver, Credentials], RequestTemplate]


class Dispatcher:
    """Starts and stops pumps. Everything runs on the event loop; nothing polls in a store alone.

    Where the `owner` shares the store, the tables are looked at once a second: that is how a process learns what others
    have added and changed. Its pumps are those of the receivers that it holds.
    """

    def __init__(
        self,
        context: DeliveryContext,
        secret_box: SecretBox,
        make_template: MakeTemplate,
        owner: Assigner | None = None,
    ) -> None:
        self._context = context
        self._secret_box = secret_box
        self._make_template = make_template
        self._owner = owner or SoleAssigner()
        self._loop = asyncio.get_running_loop()
        self._workers: dict[ReceiverId, ReceiverWorker] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading = asyncio.Lock()
        self._changes: dict[ReceiverId, int] = {}
        self._unpulled: dict[ReceiverId, None] = {}
        self._pulling = False
        self._parting: list[ReceiverWorker] = []
        self._touches: dict[ReceiverId, int] = {}
        self._seen: tuple[int, int] | None = None
        self._holds_more = False
        self._periodic_poll = PeriodicTask(self.poll)
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
        if self._owner.is_shared:
            await self._owner.start(self)
            await self.poll()
            await asyncio.gather(*self._tasks)
            self._periodic_poll.start()
            self._started = True
            return
        after = 0
        while True:
            page = await self._context.database.read(
                partial(receivers.page, keyset=KeysetPage(position=after), limit=RECEIVERS_PAGE)
            )
            for receiver in page:
                if not receiver.built_in:
                    await self._load_at_last(receiver.id)
            if len(page) < RECEIVERS_PAGE:
                self._started = True
                return
            after = page[-1].id

    def on_commit(self, changes: PostCommitChanges) -> None:
        """Hear of a commit: hand new events to the pumps from memory, look at receivers that changed."""
        for receiver_id in changes.receivers:
            if self._owner.assignment_of(receiver_id) is None:
                continue  # its owner will see that it was touched
            self._changes[receiver_id] = self._changes.get(receiver_id, 0) + 1
            self._hold_and_look_at(receiver_id)
        if changes.events:
            if self._context.event_log.append(changes.events):
                self._pull()
            else:
                self.poll_now()

    def poll_now(self) -> None:
        """Look at once at what others have added and changed, where others share the store."""
        self._periodic_poll.run_now()

    async def poll(self) -> float:
        """Take up what others have added and changed since; gives in how many seconds to look again."""
        head = self._context.event_log.head
        is_behind = await self._context.event_log.catch_up()
        await self._look_at_touched()  # before anything is sent: who was paused first gets nothing of what came then
        if self._context.event_log.head > head:
            self._pull()
        return 0.0 if is_behind else POLL_S

    async def check_log_head(self) -> None:
        """Ask the tables how long the log is: should the news of a commit have gone astray, its events go out now."""
        if self._owner.is_shared:
            self.poll_now()
        elif self._context.event_log.note_head(await self._context.database.read(events.head)):
            self._pull()

    async def stop(self, *, wait_s: float) -> bool:
        """Send nothing more, wait for what is under way and until it is recorded; tell whether all of it ended.

        Asked again, it does not wait again.
        """
        was_stopped, self._stopped = self._stopped, True
        for pump in self._workers.values():
            pump.stop()
        if not was_stopped:
            await self._periodic_poll.stop()
            await self._owner.leave()
        wait_s = 0.0 if was_stopped else wait_s
        return await self.settle(wait_s=wait_s)

    async def close(self) -> None:
        """Leave the receivers to others, after the last outcome is recorded."""
        await self._owner.stop()

    async def settle(self, *, wait_s: float) -> bool:
        """Wait until nothing is under way and all is recorded; tell whether that came in time."""
        try:
            async with asyncio.timeout(wait_s):
                await self._context.in_flight_limit.wait_all_released()
        except TimeoutError:
            return False
        return True

    # What the owner tells

    def acquired(self) -> None:
        """Make pumps for the receivers that are held now."""
        self._holds_more = True
        self.poll_now()

    def release(self, shards: Collection[int]) -> None:
        """Send nothing more to these receivers, and have the owner look when all of it is recorded."""
        for pump in self._part_with(shards):
            pump.stop(then=self._owner.poll_now)
            self._parting.append(pump)

    def idle_shards(self, shards: Collection[int]) -> set[int]:
        """Those of which nothing is under way or unrecorded."""
        self._parting = [pump for pump in self._parting if not pump.is_idle]
        busy = {shard_of(pump.receiver_id) for pump in (*self._workers.values(), *self._parting) if not pump.is_idle}
        return set(shards) - busy

    def revoke(self, shards: Collection[int]) -> None:
        """Forget these receivers at once: somebody else sends to them."""
        parted = [pump for pump in self._parting if shard_of(pump.receiver_id) in shards]
        self._parting = [pump for pump in self._parting if pump not in parted]
        for pump in (*self._part_with(shards), *parted):
            pump.stop()
            self._cut_off(pump)

    def lease_expired(self) -> None:
        """The lease is over: what is under way to ordered receivers ends, because another may begin to send to them."""
        for pump in (*self._workers.values(), *self._parting):
            self._cut_off(pump)

    def _cut_off(self, pump: ReceiverWorker) -> None:
        """To others a second request does no harm, and a success that comes late counts."""
        if pump.ordered:
            self._context.sender.abort_requests(pump.receiver_id)

    def _part_with(self, shards: Collection[int]) -> list[ReceiverWorker]:
        parting = [pump for pump in self._workers.values() if shard_of(pump.receiver_id) in shards]
        for pump in parting:
            del self._workers[pump.receiver_id]
            self._context.sender.retire_connections(pump.receiver_id)
        # Those too that have no pump yet: else nobody would look at them when they are held again.
        self._touches = {one: touches for one, touches in self._touches.items() if shard_of(one) not in shards}
        return parting

    # Receivers as they are

    def _pull(self) -> None:
        """Have every pump send what is new: a few now, the others in later turns of the event loop.

        So the answer to a POST goes out, and other connections are served, before a thousand receivers are called.
        """
        self._unpulled.update(dict.fromkeys(self._workers))
        if not self._pulling:
            self._pull_some()

    def _pull_some(self) -> None:
        for receiver_id in list(islice(self._unpulled, PULLED_AT_ONCE_MAX)):
            del self._unpulled[receiver_id]
            pump = self._workers.get(receiver_id)
            if pump is not None:
                notify("a receiver could not be called", pump.pull)
        self._pulling = bool(self._unpulled)
        if self._pulling:
            self._loop.call_soon(self._pull_some)

    async def _look_at_touched(self) -> None:
        """Look at the receivers that are held and were touched since, and at those that are not looked after yet."""
        database = self._context.database
        seen = await database.read(receivers.touch_totals)
        if seen == self._seen and not self._holds_more:
            return
        self._seen, self._holds_more = None, False
        found = await database.read(receivers.touch_counts)
        self._seen = seen
        held = {one: touches for one, touches in found.items() if self._owner.assignment_of(one) is not None}
        for receiver_id, touches in held.items():
            if self._touches.get(receiver_id) != touches:
                self._touches[receiver_id] = touches
                self._hold_and_look_at(receiver_id)
        for receiver_id in self._workers.keys() - found.keys():
            self._hold_and_look_at(receiver_id)

    def _hold_and_look_at(self, receiver_id: ReceiverId) -> None:
        """Send nothing to it before it is known how it is now."""
        if receiver_id in self._workers:
            self._workers[receiver_id].hold()
        self._look_at(receiver_id)

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
        holding = self._owner.assignment_of(receiver_id)
        if holding is None:
            return
        seen = self._changes.get(receiver_id)
        pump = self._workers.get(receiver_id)
        if pump is not None:
            pump.hold()
        loaded = await self._context.database.read(
            lambda tx: _load(tx, self._secret_box, receiver_id, runs=pump is not None)
        )
        if self._stopped or self._changes.get(receiver_id) != seen or self._owner.assignment_of(receiver_id) != holding:
            return  # what was changed while we read is looked at next: nothing is sent the old way meanwhile
        if loaded is None:
            self._remove(receiver_id, pump)
            return
        wishes, credentials, progress, self._touches[receiver_id] = loaded
        if progress is not None and wishes.receiver.ordered:
            wait_s = holding.handover_wait_s(wishes.receiver.deadline_s, now_s=self._context.clock.monotonic())
            if wait_s > 0:  # what its last owner has sent may arrive still
                self._loop.call_later(wait_s, self._look_at, receiver_id)
                return
        template = self._make_template(wishes.receiver, credentials)
        if progress is not None:
            self._workers[receiver_id] = ReceiverWorker(wishes, template, progress, self._context, epoch=holding.epoch)
            self._workers[receiver_id].pull()
        elif pump is not None:
            self._context.sender.retire_connections(receiver_id)
            pump.change(wishes, template)

    def _remove(self, receiver_id: ReceiverId, pump: ReceiverWorker | None) -> None:
        if pump is not None:
            pump.stop()
            del self._workers[receiver_id]
        self._changes.pop(receiver_id, None)
        self._touches.pop(receiver_id, None)
        self._context.sender.retire_connections(receiver_id)


def _load(tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId, *, runs: bool) -> Loaded | None:
    """Read a receiver, and how often it was touched; how far it has come only when no pump runs, which knows better."""
    receiver = receivers.find(tx, receiver_id)
    if receiver is None:
        return None
    progress = None if runs else load_checkpoint(tx, receiver)
    credentials = receivers.credentials(tx, secret_box, receiver_id)
    return load_snapshot(tx, receiver), credentials, progress, receivers.touch_count(tx, receiver_id)
