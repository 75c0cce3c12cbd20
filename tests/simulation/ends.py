"""The ways in which a run of the program ends, and what the next run finds: stop, kill, power cut, failing disk."""

import asyncio

import apsw

from plantstore.domain.deliveries.delivery import OutcomeKind
from tests.makers import an_outcome
from tests.simulation.disk import Fault
from tests.simulation.invariants import check
from tests.simulation.network_faults import NetworkFaults

RECORDED_S_MAX = 30  # seconds with a fast store: more than the longest pause of the recorder
TURNS_MAX = 1_000  # of the event loop, for bodies that are being computed at a stop
DISK_RATES = (0.0, 0.0, 0.02, 0.2)


class Ends(NetworkFaults):
    """Each of these actions starts a new run."""

    async def restart(self) -> None:
        """Stop gracefully: the process aborts the requests in flight and records them, and a new process takes over."""
        process = self.world.process
        await self.mend_the_store()
        for _ in range(RECORDED_S_MAX):
            if not process.is_recorded:
                await self.world.move(1)
        check(process.is_recorded, "S15", "a response was not recorded")
        stopping = asyncio.create_task(process.dispatcher.stop(wait_s=10))
        for _ in range(TURNS_MAX):
            await asyncio.sleep(0)
            for one in process.open:
                self.books[one.receiver_id].allowed[one.sequence] += 1
            while process.open:
                process.open.pop().done(an_outcome(None, kind=OutcomeKind.STOPPED))
            if stopping.done():
                break  # bodies that were being computed are sent after the others
        assert await stopping
        await self.kill()

    async def kill(self) -> None:
        """Kill the process: the outcomes of its requests in flight and its unrecorded outcomes are lost."""
        with self.calm():
            await self.world.process.end()
        await self._start_new_run()

    async def _start_new_run(self) -> None:
        for (receiver_id, sequence), count in self.world.process.unrecorded.items():
            self.books[receiver_id].allowed[sequence] += count
        if self.disk is not None:
            with self.calm():
                await self.world.database.read(self.watch.adopt)
        await self.start()

    # Scenarios with a disk

    async def cut_power(self) -> None:
        """Cut the power: unsynced writes may be lost in any part. Then start the program again."""
        assert self.disk is not None
        self.world.process.vanish()
        self.world.database.break_off()
        left = self.disk.cut_power(self.chance)
        self.trace.append(f"kept {left.kept}, torn {left.torn}, dropped {left.dropped}")
        self.disk.heal()
        self.world.open()
        self.house(attempts_days=self.attempts_days)
        self.watch.look_again()
        await self._start_new_run()

    async def hurt_the_disk(self) -> None:
        assert self.disk is not None
        for fault in Fault:
            self.disk.set_rate(fault, self.chance.choice(DISK_RATES))

    async def heal_the_disk(self) -> None:
        assert self.disk is not None
        self.disk.heal()

    async def checkpoint(self) -> None:
        modes = (apsw.SQLITE_CHECKPOINT_PASSIVE, apsw.SQLITE_CHECKPOINT_RESTART, apsw.SQLITE_CHECKPOINT_TRUNCATE)
        self.world.database.checkpoint(self.chance.choice(modes))
