"""Faults that only show where several processes share a store: in shard ownership, and in rows that other processes
wrote.
"""

from functools import partial

from tests.simulation.mutant import Mutant

_owners = partial(Mutant, part="owners", lane="crowd")

CROWD_MUTANTS = (
    # What is recorded by whom
    _owners(
        "the epoch check is missing",
        file="delivery/recorder.py",
        old="    if not known:\n        return frozenset()",
        new="    if True:\n        return frozenset()",
    ),
    _owners(
        "attempts of a former owner are dropped",
        file="delivery/recorder.py",
        old="    made = [record.attempt for record in batch]\n",
        new="    made = [record.attempt for record in batch if record.attempt.receiver_id not in stale]\n",
    ),
    _owners(
        "a former owner's success leaves the retry row",
        file="delivery/recorder.py",
        old="record.replay or record.attempt.receiver_id in stale",
        new="record.replay",
        first=11,
    ),
    _owners(
        "the owner is not notified of a former owner's success",
        file="delivery/recorder.py",
        old="    tx.changes.receivers.update(stale.intersection(delivered))",
        new="    tx.changes.receivers.update([])",
        first=230,
    ),
    _owners(
        "two processes allocate the same attempt ids",
        file="delivery/cluster/lease_manager.py",
        old="        self._ids.set_worker(self._process.slot)\n",
        new="",
        first=6,
    ),
    _owners(
        "a replay does not count late outcomes",
        file="delivery/recorder.py",
        old="        for replay_id, position in update.replays.items():  #",
        new="        for replay_id, position in () if is_stale else update.replays.items():  #",
        first=59,
    ),
    _owners(
        "a replay waits for aborted requests",
        file="delivery/receiver_worker.py",
        old="            self._replays.requeue(sequence)\n",
        new="            pass\n",
        first=249,
    ),
    # Leases
    _owners(
        "requests continue after the lease ends",
        file="delivery/in_flight.py",
        old="        return self._is_stuck or self._clock.monotonic() >= self._lease_ends_s",
        new="        return self._is_stuck",
    ),
    _owners(
        "a connection established after the lease's end is used",
        file="delivery/cluster/lease_manager.py",
        old="        return self._clock.monotonic() < self._ends_s and shard_of(receiver_id) in self._held",
        new="        return bool(receiver_id)",
        first=2,
    ),
    _owners(
        "a lease starts at the response to the renewal",
        file="delivery/cluster/lease_manager.py",
        old="exclusive=False):\n            self._renewed(began_s)",
        new="exclusive=False):\n            self._renewed(self._clock.monotonic())",
        first=75,
    ),
    _owners(
        "a lease follows the wall clock",
        file="delivery/in_flight.py",
        old="self._clock.monotonic() >= self._lease_ends_s",
        new="self._clock.now() / 1e6 - 1_780_314_200 >= self._lease_ends_s",
        first=2,
    ),
    _owners(
        "an expired process continues",
        file="delivery/cluster/lease_manager.py",
        old="        else:\n            self._lose_all()\n            await self._register()",
        new="        else:\n            self._renewed(began_s)",
        first=10,
    ),
    _owners(
        "receivers of lost shards still get requests",
        file="delivery/dispatcher.py",
        old="        for worker in (*self._remove_workers(shards), *released):\n            worker.stop()\n",
        new="        for worker in (*self._remove_workers(shards), *released):\n",
        first=5,
    ),
    # The dead
    _owners(
        "a process is expired without a full lease of silence",
        file="domain/deliveries/lease.py",
        old="lease_s=heartbeat.lease_s, unchanged_since_s=now_s)",
        new="lease_s=heartbeat.lease_s, unchanged_since_s=now_s - heartbeat.lease_s)",
    ),
    _owners(
        "a process that missed polls expires others",
        file="domain/deliveries/lease.py",
        old="    missed_polls = now_s - last_poll_s > heartbeat.lease_s / 2",
        new="    missed_polls = False",
        first=34,
    ),
    _owners(
        "a heartbeat during expiry is missed",
        file="storage/tables/processes.py",
        old='"DELETE FROM processes WHERE id = ? AND beat = ?", (process_id, beat)',
        new='"DELETE FROM processes WHERE id = ? AND beat <= ? + 9", (process_id, beat)',
        first=55,
    ),
    _owners(
        "dead processes are not removed",
        file="delivery/cluster/lease_manager.py",
        old="        if not (dead or strays) or not",
        new="        if not strays or not",
    ),
    # How shards change hands
    _owners(
        "a shard is taken although another process took it first",
        file="storage/tables/shards.py",
        old='epoch = epoch + 1 WHERE shard = ? AND epoch = ?"\n    return',
        new='epoch = epoch + 1 WHERE shard = ? AND epoch >= ?"\n    return',
        first=3,
    ),
    _owners(
        "a takeover does not increase the epoch",
        file="storage/tables/shards.py",
        old='"UPDATE shards SET owner = ?, epoch = epoch + 1 WHERE',
        new='"UPDATE shards SET owner = ?, epoch = epoch + 0 WHERE',
    ),
    _owners(
        "a shard is released with requests in flight",
        file="delivery/cluster/lease_manager.py",
        old="        idle = self._listener.idle_shards(self._releasing)\n",
        new="        idle = set(self._releasing)\n",
        first=7,
    ),
    _owners(
        "no shards are released to a new process",
        file="delivery/cluster/lease_manager.py",
        old="        surplus = sorted(self.held_shards)[share:]\n",
        new="        surplus = sorted(self.held_shards)[64 if share else 0 :]\n",
    ),
    _owners(
        "a process takes more than its fair share",
        file="domain/deliveries/lease.py",
        old="    return each + (sorted(process_ids).index(mine) < remainder)",
        new="    return each + (remainder > 0)",
    ),
    _owners(
        "processes that do not send get shards",
        file="storage/tables/processes.py",
        old="        return self.role.sends and not self.is_leaving",
        new="        return not self.is_leaving",
    ),
    # Ordered receivers
    _owners(
        "the new owner of an ordered receiver does not wait",
        file="delivery/cluster/assignment.py",
        old="        return 0.0 if self.is_clean else",
        new="        return 0.0 if self.is_clean or deadline_s else",
        first=96,
    ),
    _owners(
        "requests to ordered receivers continue after the lease ends",
        file="delivery/dispatcher.py",
        old="        if worker.ordered:\n            self._context.sender.abort_requests",
        new="        if not worker:\n            self._context.sender.abort_requests",
        first=79,
    ),
    _owners(
        "dials begun under a lost lease are sent under the next one",
        file="delivery/dispatcher.py",
        old="            worker.stop()\n            self._context.sender.abort_dials(worker.receiver_id)\n",
        new="            worker.stop()\n",
        first=86,
    ),
    # What others do
    _owners(
        "events of other processes are found by notification only",
        file="delivery/dispatcher.py",
        old="        return 0.0 if is_behind else POLL_S",
        new="        return 0.0 if is_behind else 86_400.0",
        first=38,
    ),
    _owners(
        "changes made in other processes are not seen",
        file="storage/tables/receivers.py",
        old="        touch(tx, tx.changes.receivers)\n",
        new="",
        first=6,
    ),
    _owners(
        "own events are handled before earlier events of others",
        file="delivery/event_log.py",
        old="            if self._shared:\n                self._keep_pending(new)\n                return False\n",
        new="            if self._shared:\n                new = new[:0]\n",
    ),
    # Who follows
    _owners(
        "attempts appear in the feed in the order of their ids",
        file="storage/tables/attempt_pages.py",
        old="SELECT CASE WHEN head + ? > ? THEN head + ? ELSE ? END, head, ? ",
        new="SELECT CASE WHEN 0 * ? > ? THEN 0 * ? ELSE ? END, 0, ? ",
        first=6,
    ),
    _owners(
        "a plant change is numbered before the newest addition",
        file="storage/tables/plant_changes.py",
        old="    first = max(end.number, number_of_event(end.sequence)) + 1\n",
        new="    first = max(end.number, number_of_event(end.sequence - 1)) + 1\n",
    ),
)
