"""Faults that only show where several processes share a store: in who owns what, and in what the others have left."""

from functools import partial

from tests.simulation.mutant import Mutant

_owners = partial(Mutant, part="owners", lane="crowd")

CROWD_MUTANTS = (
    # What is recorded by whom
    _owners(
        "the epoch check dropped",
        file="delivery/recorder.py",
        old="    if not known:\n        return frozenset()",
        new="    if True:\n        return frozenset()",
    ),
    _owners(
        "attempts of the stale dropped",
        file="delivery/recorder.py",
        old="    made = [record.attempt for record in batch]\n",
        new="    made = [record.attempt for record in batch if record.attempt.receiver_id not in stale]\n",
    ),
    _owners(
        "a stale success leaves its retry",
        file="delivery/recorder.py",
        old="record.replay or record.attempt.receiver_id in stale",
        new="record.replay",
    ),
    _owners(
        "nobody is told of a stale success",
        file="delivery/recorder.py",
        old="    tx.changes.receivers.update(stale.intersection(delivered))",
        new="    tx.changes.receivers.update([])",
        first=60,
    ),
    _owners(
        "two processes number their attempts alike",
        file="delivery/cluster/lease_manager.py",
        old="        self._ids.set_worker(self._process.slot)\n",
        new="",
    ),
    _owners(
        "a replay does not count what came too late",
        file="delivery/recorder.py",
        old="        for replay_id, position in update.replays.items():  #",
        new="        for replay_id, position in () if is_stale else update.replays.items():  #",
        first=20,
    ),
    _owners(
        "a replay waits for what its own process has cut off",
        file="delivery/receiver_worker.py",
        old="            self._replays.requeue(sequence)\n",
        new="            pass\n",
        first=120,
    ),
    # Leases
    _owners(
        "requests although the lease is over",
        file="delivery/in_flight.py",
        old="        return self._is_stuck or self._clock.monotonic() >= self._lease_ends_s",
        new="        return self._is_stuck",
    ),
    _owners(
        "a connection that stood too late is used",
        file="delivery/cluster/lease_manager.py",
        old="        return self._clock.monotonic() < self._ends_s and shard_of(receiver_id) in self._held",
        new="        return bool(receiver_id)",
    ),
    _owners(
        "a lease counted from the answer",
        file="delivery/cluster/lease_manager.py",
        old="exclusive=False):\n            self._renewed(began_s)",
        new="exclusive=False):\n            self._renewed(self._clock.monotonic())",
        first=65,
    ),
    _owners(
        "a lease by the wall clock",
        file="delivery/in_flight.py",
        old="self._clock.monotonic() >= self._lease_ends_s",
        new="self._clock.now() / 1e6 - 1_780_314_200 >= self._lease_ends_s",
    ),
    _owners(
        "who was taken for dead goes on",
        file="delivery/cluster/lease_manager.py",
        old="        else:\n            self._lose_all()\n            await self._register()",
        new="        else:\n            self._renewed(began_s)",
    ),
    _owners(
        "what was lost is sent to still",
        file="delivery/dispatcher.py",
        old="        for worker in (*self._remove_workers(shards), *released):\n            worker.stop()\n",
        new="        for worker in (*self._remove_workers(shards), *released):\n",
    ),
    # The dead
    _owners(
        "the dead are not watched",
        file="domain/lease.py",
        old="lease_s=heartbeat.lease_s, unchanged_since_s=now_s)",
        new="lease_s=heartbeat.lease_s, unchanged_since_s=now_s - heartbeat.lease_s)",
    ),
    _owners(
        "who could see nothing judges others",
        file="domain/lease.py",
        old="    missed_polls = now_s - last_poll_s > heartbeat.lease_s / 2",
        new="    missed_polls = False",
        first=30,
    ),
    _owners(
        "a beat that came meanwhile is not seen",
        file="storage/tables/processes.py",
        old='"DELETE FROM processes WHERE id = ? AND beat = ?", (process_id, beat)',
        new='"DELETE FROM processes WHERE id = ? AND beat <= ? + 9", (process_id, beat)',
        first=20,
    ),
    _owners(
        "nobody buries the dead",
        file="delivery/cluster/lease_manager.py",
        old="        if not (dead or strays) or not",
        new="        if not strays or not",
    ),
    # How shards change hands
    _owners(
        "a shard is taken although another was quicker",
        file="storage/tables/shards.py",
        old='epoch = epoch + 1 WHERE shard = ? AND epoch = ?"\n    return',
        new='epoch = epoch + 1 WHERE shard = ? AND epoch >= ?"\n    return',
    ),
    _owners(
        "an epoch that stays at a take-over",
        file="storage/tables/shards.py",
        old='"UPDATE shards SET owner = ?, epoch = epoch + 1 WHERE',
        new='"UPDATE shards SET owner = ?, epoch = epoch + 0 WHERE',
    ),
    _owners(
        "given back while something is under way",
        file="delivery/cluster/lease_manager.py",
        old="        idle = self._listener.idle_shards(self._releasing)\n",
        new="        idle = set(self._releasing)\n",
    ),
    _owners(
        "nothing is given back to who comes",
        file="delivery/cluster/lease_manager.py",
        old="        surplus = sorted(self.held_shards)[share:]\n",
        new="        surplus = sorted(self.held_shards)[64 if share else 0 :]\n",
    ),
    _owners(
        "more than a fair share",
        file="domain/lease.py",
        old="    return each + (sorted(process_ids).index(mine) < remainder)",
        new="    return each + (remainder > 0)",
    ),
    _owners(
        "shares for who only answers callers",
        file="storage/tables/processes.py",
        old="        return self.role.sends and not self.is_leaving",
        new="        return not self.is_leaving",
    ),
    # Ordered receivers
    _owners(
        "who takes up an ordered receiver does not wait",
        file="delivery/cluster/assignment.py",
        old="        return 0.0 if self.is_clean else",
        new="        return 0.0 if self.is_clean or deadline_s else",
        first=60,
    ),
    _owners(
        "a lease ends and requests to ordered receivers go on",
        file="delivery/dispatcher.py",
        old="        if worker.ordered:\n            self._context.sender.abort_requests",
        new="        if not worker:\n            self._context.sender.abort_requests",
    ),
    # What others do
    _owners(
        "what others add is seen by who hears of it only",
        file="delivery/dispatcher.py",
        old="        return 0.0 if is_behind else POLL_S",
        new="        return 0.0 if is_behind else 86_400.0",
    ),
    _owners(
        "what people change elsewhere is not seen",
        file="storage/tables/receivers.py",
        old="        touch(tx, tx.changes.receivers)\n",
        new="",
    ),
    _owners(
        "own events before those of others",
        file="delivery/event_log.py",
        old="            if self._shared:\n                self._keep_pending(new)\n                return False\n",
        new="            if self._shared:\n                new = new[:0]\n",
    ),
    # Who follows
    _owners(
        "attempts stand in their feed where their ids were made",
        file="storage/tables/attempt_pages.py",
        old="SELECT CASE WHEN head + ? > ? THEN head + ? ELSE ? END, head, ? ",
        new="SELECT CASE WHEN 0 * ? > ? THEN 0 * ? ELSE ? END, 0, ? ",
    ),
    _owners(
        "a change of a plant is numbered before the newest addition",
        file="storage/tables/plant_changes.py",
        old="    first = max(end.number, number_of_event(end.sequence)) + 1\n",
        new="    first = max(end.number, number_of_event(end.sequence - 1)) + 1\n",
    ),
)
