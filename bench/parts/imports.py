"""Plants imported in batches: rows checked, durable, and their events in the log."""

from collections.abc import Iterator

from bench.figures import Figure, at_least, at_most
from bench.importing import BATCH_PLANTS, Imported
from bench.processes import STORE_CORE
from bench.stage import Stage

NAME = "plants imported, durable"
NOTE = f"Through the catalogue's own command, in batches of {BATCH_PLANTS}; reading a file is not in it."
WHOLE = "whole plants imported, durable"
WHOLE_NOTE = "The same with seven more fields: pot size, smallest order, former price, cost, supplier and care."
MEMORY_MIB_MAX = 300


def measure(stage: Stage) -> Iterator[Figure]:
    done = [_import(stage, NAME, whole=False) for _ in stage.rounds(NAME)]
    yield Figure(
        name=NAME,
        unit="/s",
        rounds=tuple(one.plants / one.seconds for one in done),
        goal=stage.goal(sqlite=at_least(30_000), postgresql=at_least(20_000)),
        note=NOTE,
    )
    memory = tuple(one.memory_mib_max for one in done)
    whole = [_import(stage, WHOLE, whole=True) for _ in stage.rounds(WHOLE)]
    yield Figure(name=WHOLE, unit="/s", rounds=tuple(one.plants / one.seconds for one in whole), note=WHOLE_NOTE)
    yield Figure(name="importing, most memory", unit="MiB", rounds=memory, goal=at_most(MEMORY_MIB_MAX))


def _import(stage: Stage, name: str, *, whole: bool) -> Imported:
    home, plants = stage.new_home("imports"), stage.sizes.imported_plants
    with stage.phase(name):
        return stage.imported(home, plants=plants, whole=whole, core=STORE_CORE, program=stage.profiled())
