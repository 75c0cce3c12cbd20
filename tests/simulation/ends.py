"""How runs of the program end, and what the next one finds: a stop, a kill, a power cut, a disk that fails."""

import asyncio

import apsw

from plantstore.domain.delivery import OutcomeKind
from tests.makers import an_outcome
from tests.simulation.disk import Fault
from tests.simulation.invariants import check
from tests.simulation.network_faults import NetworkFaults

RECORDED_S_MAX = 30  # of a store that is quick: more than the longest pause of the recorder
DISK_RATES = (0.0, 0.0, 0.02, 0.2)


class Ends(NetworkFaults):
    """After each of these a new run has begun."""

    async def restart(self) -> None:
        """A graceful stop cuts off what is under way, records it, and a new process takes over."""
        process = self.world.process
        await self.mend_the_store()
        for _ in range(RECORDED_S_MAX):
            if not process.is_recorded:
                await self.world.move(1)
        check(process.is_recorded, "S15", "what was answered is not recorded")
        stopping = asyncio.create_task(process.dispatcher.stop(wait_s=10))
        await asyncio.sleep(0)
        for one in process.open:
            self.books[one.receiver_id].allowed[one.sequence] += 1
        while process.open:
            process.open.pop().done(an_outcome(None, kind=OutcomeKind.STOPPED))
        assert await stopping
        await self.kill()

    async def kill(self) -> None:
        """Nobody hears what came of the requests under way, nor of what was not recorded yet."""
        with self.calm():
            await self.world.process.end()
        await self._begin_anew()

    async def _begin_anew(self) -> None:
        for (receiver_id, sequence), count in self.world.process.unrecorded.items():
            self.books[receiver_id].allowed[sequence] += count
        if self.disk is not None:
            with self.calm():
                await self.world.database.read(self.watch.adopt)
        await self.start()

    # Where there is a disk

    async def cut_power(self) -> None:
        """All is dark: what was not on stable storage may be lost, in any part. Then the program starts again."""
        assert self.disk is not None
        self.world.process.vanish()
        self.world.database.break_off()
        left = self.disk.cut_power(self.chance)
        self.told.append(f"kept {left.kept}, torn {left.torn}, dropped {left.dropped}")
        self.disk.heal()
        self.world.open()
        self.house(attempts_days=self.attempts_days)
        self.watch.look_again()
        await self._begin_anew()

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
