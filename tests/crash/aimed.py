"""Targeted kills: the process dies at a named place, repeatedly, until it has died at each place."""

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from proof.running import added
from tests.crash.aiming import Aim, die_at
from tests.crash.failpoints import FAILPOINTS, Scene
from tests.crash.ledger import Ledger
from tests.crash.load import Load
from tests.crash.outcome_check import check_duplicates, end_in_order, figures_of, note_end
from tests.crash.program import Program
from tests.crash.receivers import Receivers
from tests.crash.scenarios import play
from tests.proving import Figures, Progress
from tests.running import run

UP_S = 0.2  # seconds under load before a stop


def prove_aimed_kills(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Let the process die at one place after another, each time at a different visit."""
    figures: Figures = {}
    done = 0
    reached: set[str] = set()
    for turn, aims in enumerate(_turns(count, random.Random(seed))):
        here = folder / f"turn-{turn}"
        here.mkdir()
        under_load = [aim for aim in aims if FAILPOINTS[aim.name].scene in (Scene.LOAD, Scene.STOP)]
        if under_load:
            figures = added(figures, _under_load(here, under_load))
        for aim in aims:
            if aim not in under_load:
                figures = added(figures, play(FAILPOINTS[aim.name].scene, here / aim.name, aim))
        reached.update(aim.name for aim in aims)
        done += len(aims)
        progress(done)
    assert figures["lost"] == 0 and figures["duplicates"] <= figures["duplicates_allowed"]
    return {"kills": done, "places": len(reached)} | figures


def _turns(count: int, chance: random.Random) -> Iterator[list[Aim]]:
    """Yield every place once a round, each round in a different order."""
    while count > 0:
        names = list(FAILPOINTS)
        chance.shuffle(names)
        yield [Aim(name=name, number=chance.randint(1, FAILPOINTS[name].most)) for name in names[:count]]
        count -= len(names)


def _under_load(folder: Path, aims: Iterable[Aim]) -> Figures:
    """Run one store under load through all of its lives."""
    ledger = Ledger()
    figures: Figures = {}

    async def prove() -> None:
        async with Program(folder, retry_scale="1000") as program, Receivers(program, ledger) as crew:
            await crew.join("good", "overloaded", "slow")
            await program.kill()
            await note_end(program, crew, ledger)
            async with Load(program, ledger) as load:
                for aim in aims:
                    is_stopped = FAILPOINTS[aim.name].scene is Scene.STOP
                    await die_at(aim, program, stop_after_s=UP_S if is_stopped else None)
                    load.check()
                    await note_end(program, crew, ledger)
                await program.start()
            await end_in_order(program, crew, ledger)
            check_duplicates(ledger)
            figures.update(figures_of(ledger, crew))

    run(prove)
    return figures
