"""Plants imported in batches: rows checked, durable, and their events in the log."""

from collections.abc import Iterator

from bench.figures import Figure, at_least, at_most
from bench.importing import BATCH_PLANTS, Imported
from bench.processes import STORE_CORE
from bench.stage import Stage

NAME = "plants imported, durable"
NOTE = f"Through the catalogue's own command, in batches of {BATCH_PLANTS}; reading a file is not in it."
MEMORY_MIB_MAX = 300


def measure(stage: Stage) -> Iterator[Figure]:
    done = [_import(stage) for _ in stage.rounds(NAME)]
    yield Figure(
        name=NAME,
        unit="/s",
        rounds=tuple(one.plants / one.seconds for one in done),
        goal=stage.goal(sqlite=at_least(30_000), postgresql=at_least(20_000)),
        note=NOTE,
    )
    memory = tuple(one.memory_mib_max for one in done)
    yield Figure(name="importing, most memory", unit="MiB", rounds=memory, goal=at_most(MEMORY_MIB_MAX))


def _import(stage: Stage) -> Imported:
    home = stage.new_home("imports")
    with stage.phase(NAME):
        return stage.imported(home, plants=stage.sizes.imported_plants, core=STORE_CORE, program=stage.profiled())
