"""Starts and stops one worker per receiver, and wakes the workers on new events and changed receivers."""

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from itertools import islice

from plantstore.core.faults import notify
from plantstore.core.timers import PeriodicTask
from plantstore.delivery.cluster.assignment import POLL_S, Assigner, SoleAssigner
from plantstore.delivery.context import DeliveryContext
from plantstore.delivery.filter_index import FilterIndex
from plantstore.delivery.receiver_snapshot import Checkpoint, ReceiverSnapshot, load_checkpoint, load_snapshot
from plantstore.delivery.receiver_worker import ReceiverWorker
from plantstore.domain.deliveries.lease import shard_of
from plantstore.domain.errors import StoreFull, Unavailable
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.receivers.receiver import Credentials, Receiver
from plantstore.sending.request import RequestTemplate
from plantstore.sending.sender import CHANGED
from plantstore.storage.database import PostCommitChanges, Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.queries import polling, version_changes
from plantstore.storage.tables import events, receivers

LOAD_RETRY_S = 1.0  # delay before loading a receiver again if the database was unavailable or full
FAULT_RETRY_S = 60.0  # delay before loading a receiver again after an unexpected exception
RECEIVERS_PAGE = 500
PULLS_PER_TURN_MAX = 8  # max workers that send per event-loop iteration; each takes about half a millisecond

Loaded = tuple[ReceiverSnapshot, Credentials, Checkpoint | None, int]
MakeTemplate = Callable[[Receiver, Credentials], RequestTemplate]


class Dispatcher:
    """Runs one worker for each receiver that is assigned to this process. Everything runs on the event loop.

    If several processes share the store, the dispatcher polls the tables every POLL_S for events and receiver changes
    of the other processes; a sole process does not poll.
    """

    def __init__(
        self,
        context: DeliveryContext,
        secret_box: SecretBox,
        make_template: MakeTemplate,
        assigner: Assigner | None = None,
    ) -> None:
        self._context = context
        self._secret_box = secret_box
        self._make_template = make_template
        self._assigner = assigner or SoleAssigner()
        self._loop = asyncio.get_running_loop()
        self._workers: dict[ReceiverId, ReceiverWorker] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading = asyncio.Lock()
        self._changes: dict[ReceiverId, int] = {}
        self._to_pull: dict[ReceiverId, None] = {}
        self._pulling = False
        self._released: list[ReceiverWorker] = []
        self._replaced: dict[ReceiverId, ReceiverWorker] = {}
        self._touches: dict[ReceiverId, int] = {}
        self._touches_of_all: tuple[int, int] | None = None
        self._has_new_shards = False
        self._periodic_poll = PeriodicTask(self.poll)
        self._started = False
        self._stopped = False

    @property
    def filter_index(self) -> FilterIndex:
        return self._context.filter_index

    def why_not_ready(self) -> str | None:
        """Return the reason why no deliveries are made; None if the dispatcher is running."""
        if self._stopped:
            return "The store is stopping."
        return None if self._started else "The store is starting."

    async def start(self) -> None:
        """Start a worker for every receiver that is assigned to this process.

        A sole process skips the built-in receiver, whose stored URL is still that of the previous run: its worker
        starts when the sample receiver has updated the URL.
        """
        if self._assigner.is_shared:
            await self._assigner.start(self)
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
                    await self._load_safely(receiver.id)
            if len(page) < RECEIVERS_PAGE:
                self._started = True
                return
            after = page[-1].id

    def on_commit(self, changes: PostCommitChanges) -> None:
        """Pass newly committed events to the workers from memory, and reload the receivers that changed."""
        for receiver_id in changes.receivers:
            if self._assigner.assignment_of(receiver_id) is None:
                continue  # the process that it is assigned to sees the change in its next poll
            self._changes[receiver_id] = self._changes.get(receiver_id, 0) + 1
            self._hold_and_load(receiver_id)
        if changes.events:
            if self._context.event_log.append(changes.events):
                self._pull()
            else:
                self.poll_now()

    def poll_now(self) -> None:
        """Poll now instead of waiting for the next scheduled poll. No effect if the store is not shared."""
        self._periodic_poll.run_now()

    async def poll(self) -> float:
        """Process the events and receiver changes of other processes; return the seconds until the next poll."""
        log, database = self._context.event_log, self._context.database
        found = await database.read_one(polling.log_state)
        if found.head <= log.head:  # the usual case of a store where nothing happens
            await self._load_touched(found.touches)
            return POLL_S
        head = log.head
        is_behind = await log.catch_up()
        # Before sending: a receiver that was paused before these events gets none of them.
        await self._load_touched(await database.read_one(receivers.touch_totals))
        if log.head > head:
            self._pull()
        return 0.0 if is_behind else POLL_S

    async def check_log_head(self) -> None:
        """Compare the in-memory log with the tables, in case the notification of a commit was lost."""
        if self._assigner.is_shared:
            self.poll_now()
        elif self._context.event_log.note_head(await self._context.database.read(events.head)):
            self._pull()

    async def stop(self, *, wait_s: float) -> bool:
        """Stop sending, and wait until all requests in flight have ended and are recorded, at most `wait_s` seconds.

        Return False on timeout. Only the first call waits.
        """
        was_stopped, self._stopped = self._stopped, True
        for worker in self._workers.values():
            worker.stop()
        if not was_stopped:
            await self._periodic_poll.stop()
            await self._assigner.leave()
        wait_s = 0.0 if was_stopped else wait_s
        return await self.settle(wait_s=wait_s)

    async def close(self) -> None:
        """Unregister this process, after the last outcome is recorded."""
        await self._assigner.stop()

    async def settle(self, *, wait_s: float) -> bool:
        """Wait at most `wait_s` seconds until no request is in flight and all outcomes are recorded.

        Return False on timeout.
        """
        try:
            async with asyncio.timeout(wait_s):
                await self._context.in_flight_limit.wait_all_released()
        except TimeoutError:
            return False
        return True

    # Called by the assigner (`AssignmentListener`)

    def acquired(self) -> None:
        """Start workers for the receivers of newly acquired shards."""
        self._has_new_shards = True
        self.poll_now()

    def release(self, shards: Collection[int]) -> None:
        """Stop sending to the receivers of these shards. Requests that wait for a connection are aborted.

        Each time one of their workers becomes idle, the assigner polls, and frees the shards that are idle by then.
        """
        for worker in self._remove_workers(shards):
            worker.stop(on_idle=self._assigner.poll_now)
            self._released.append(worker)
            self._context.sender.abort_dials(worker.receiver_id)

    def idle_shards(self, shards: Collection[int]) -> set[int]:
        """Return those of these shards that have no request in flight and no unrecorded outcome."""
        self._released = [worker for worker in self._released if not worker.is_idle]
        workers = (*self._workers.values(), *self._released, *self._replaced.values())
        return set(shards) - {shard_of(worker.receiver_id) for worker in workers if not worker.is_idle}

    def revoke(self, shards: Collection[int]) -> None:
        """Drop the workers of these shards, because another process now sends to their receivers.

        Their dials are aborted: if this process took the shard again, it would send them besides its new worker.
        """
        released = [worker for worker in self._released if shard_of(worker.receiver_id) in shards]
        self._released = [worker for worker in self._released if worker not in released]
        replaced = [receiver_id for receiver_id in self._replaced if shard_of(receiver_id) in shards]
        released += [self._replaced.pop(receiver_id) for receiver_id in replaced]
        for worker in (*self._remove_workers(shards), *released):
            worker.stop()
            self._context.sender.abort_dials(worker.receiver_id)
            self._abort_if_ordered(worker)

    def lease_expired(self) -> None:
        """Abort requests to ordered receivers, because another process may begin to send to them."""
        for worker in (*self._workers.values(), *self._released, *self._replaced.values()):
            self._abort_if_ordered(worker)

    def _abort_if_ordered(self, worker: ReceiverWorker) -> None:
        """Abort requests to an ordered receiver. Others keep theirs: a duplicate is harmless, a late success counts."""
        if worker.ordered:
            self._context.sender.abort_requests(worker.receiver_id)

    def _remove_workers(self, shards: Collection[int]) -> list[ReceiverWorker]:
        removed = [worker for worker in self._workers.values() if shard_of(worker.receiver_id) in shards]
        for worker in removed:
            del self._workers[worker.receiver_id]
            self._context.sender.retire_connections(worker.receiver_id, is_gone=True)
        # Also forget receivers without a worker; otherwise they would not be loaded when their shard is reacquired.
        self._touches = {key: touches for key, touches in self._touches.items() if shard_of(key) not in shards}
        return removed

    # Workers

    def _pull(self) -> None:
        """Make every worker send new events: a few workers now, the others in later event-loop iterations.

        This lets the response to a POST go out, and other connections be served, before a thousand receivers are
        called.
        """
        self._to_pull.update(dict.fromkeys(self._workers))
        if not self._pulling:
            self._pull_some()

    def _pull_some(self) -> None:
        for receiver_id in list(islice(self._to_pull, PULLS_PER_TURN_MAX)):
            del self._to_pull[receiver_id]
            worker = self._workers.get(receiver_id)
            if worker is not None:
                notify("a receiver's worker failed", worker.pull)
        self._pulling = bool(self._to_pull)
        if self._pulling:
            self._loop.call_soon(self._pull_some)

    async def _load_touched(self, touches_of_all: tuple[int, int]) -> None:
        """Reload assigned receivers that were changed since the last poll or have no worker; drop removed receivers."""
        if touches_of_all == self._touches_of_all and not self._has_new_shards:
            return
        self._touches_of_all, self._has_new_shards = None, False
        found = await self._context.database.read(receivers.touch_counts)
        self._touches_of_all = touches_of_all
        for receiver_id, touches in found.items():
            if self._assigner.assignment_of(receiver_id) is not None and self._touches.get(receiver_id) != touches:
                self._touches[receiver_id] = touches
                self._hold_and_load(receiver_id)
        for receiver_id in self._workers.keys() - found.keys():
            self._hold_and_load(receiver_id)

    def _hold_and_load(self, receiver_id: ReceiverId) -> None:
        """Stop sending to a receiver until its changed configuration is loaded."""
        if receiver_id in self._workers:
            self._workers[receiver_id].hold()
        self._load_soon(receiver_id)

    def _load_soon(self, receiver_id: ReceiverId) -> None:
        if self._stopped:
            return
        task = self._loop.create_task(self._load_safely(receiver_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _load_safely(self, receiver_id: ReceiverId) -> None:
        try:
            async with self._loading:  # one load at a time: an older load that finishes last would undo a newer one
                await self._load(receiver_id)
        except (Unavailable, StoreFull):  # the disk may be full when a filter is to be put in force
            self._loop.call_later(LOAD_RETRY_S, self._load_soon, receiver_id)
        except Exception as error:  # one broken receiver must not keep the others from their deliveries
            message = f"{receiver_text(receiver_id)} could not be loaded"
            self._loop.call_exception_handler({"message": message, "exception": error})
            self._loop.call_later(FAULT_RETRY_S, self._load_soon, receiver_id)

    async def _load(self, receiver_id: ReceiverId) -> None:
        assignment = self._assigner.assignment_of(receiver_id)
        if assignment is None:
            return
        replaced = self._replaced.get(receiver_id)
        if replaced is not None and not replaced.is_idle:
            return  # its last outcome loads the receiver again
        changes = self._changes.get(receiver_id, 0)
        worker = self._workers.get(receiver_id)
        if worker is not None:
            worker.hold()
        read = partial(_load, secret_box=self._secret_box, receiver_id=receiver_id, has_worker=worker is not None)
        loaded = await self._context.database.read(read)
        was_moved = self._assigner.assignment_of(receiver_id) != assignment
        if self._stopped or was_moved or self._changes.get(receiver_id, 0) != changes:
            return  # a change during the read schedules another load; nothing is sent until then
        if loaded is None:
            self._remove(receiver_id, worker)
            return
        snapshot, credentials, checkpoint, touches = loaded
        self._touches[receiver_id] = touches
        if worker is not None and snapshot.version_is_new:
            self._replace(worker)
            return
        if checkpoint is not None and (replaced is not None or snapshot.version_is_new):
            after = checkpoint.cursor if replaced is None else max(checkpoint.cursor, replaced.cursor)
            put = partial(version_changes.put_in_force, receiver_id=receiver_id, after=after, epoch=assignment.epoch)
            if await self._context.database.write(put):
                self._replaced.pop(receiver_id, None)
                self._load_soon(receiver_id)
            else:  # another process has taken it over, and this one will notice
                self._loop.call_later(LOAD_RETRY_S, self._load_soon, receiver_id)
            return
        if checkpoint is not None and snapshot.receiver.ordered:
            now_s = self._context.clock.monotonic()
            wait_s = assignment.handover_wait_s(snapshot.receiver.deadline_s, now_s=now_s)
            if wait_s > 0:  # requests from the process that held the shard before may still arrive
                self._loop.call_later(wait_s, self._load_soon, receiver_id)
                return
        template = self._make_template(snapshot.receiver, credentials)
        if checkpoint is not None:
            worker = ReceiverWorker(snapshot, template, checkpoint, self._context, epoch=assignment.epoch)
            self._workers[receiver_id] = worker
            worker.changes = touches, changes
            worker.pull()
        elif worker is not None:
            self._context.sender.retire_connections(receiver_id)
            if worker.changes != (touches, changes):  # a poll may show a change again that was applied before
                worker.changes = touches, changes
                self._context.sender.abort_dials(receiver_id, detail=CHANGED)
            if not worker.update(snapshot, template):
                self._load_soon(receiver_id)

    def _replace(self, worker: ReceiverWorker) -> None:
        """Stop a worker whose receiver has a new version; load the receiver again when its last outcome is stored."""
        receiver_id = worker.receiver_id
        del self._workers[receiver_id]
        self._replaced[receiver_id] = worker
        self._context.sender.retire_connections(receiver_id)
        worker.stop(on_idle=partial(self._load_soon, receiver_id))
        if worker.is_idle:
            self._load_soon(receiver_id)

    def _remove(self, receiver_id: ReceiverId, worker: ReceiverWorker | None) -> None:
        if worker is not None:
            worker.stop()
            del self._workers[receiver_id]
        self._context.sender.abort_dials(receiver_id, detail=CHANGED)
        self._replaced.pop(receiver_id, None)
        self._changes.pop(receiver_id, None)
        self._touches.pop(receiver_id, None)
        self._context.sender.retire_connections(receiver_id, is_gone=True)


def _load(tx: Transaction, *, secret_box: SecretBox, receiver_id: ReceiverId, has_worker: bool) -> Loaded | None:
    """Read a receiver's snapshot, credentials, checkpoint and touch count; return None if there is no such receiver.

    The checkpoint is None if the receiver has a worker, whose own progress is more recent.
    """
    receiver = receivers.find(tx, receiver_id)
    if receiver is None:
        return None
    checkpoint = None if has_worker else load_checkpoint(tx, receiver)
    credentials = receivers.credentials(tx, secret_box, receiver_id)
    return load_snapshot(tx, receiver), credentials, checkpoint, receivers.touch_count(tx, receiver_id)
