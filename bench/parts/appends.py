"""The speed of the log, which has one lock: plants added by one, two and four processes at the same time."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bench.figures import Figure
from bench.homes import PostgresHomes
from bench.processes import BenchFailed
from bench.sharing import BEGIN, END, on_all_cores
from bench.stage import Stage

COUNTS = (1, 2, 4)
WAITING = 64
BEFORE = 500  # plants that exist before
SPAN = "SELECT max(occurred_at) - min(occurred_at) FROM events WHERE sequence BETWEEN ? AND ?"
HEAD = "SELECT count(*), max(sequence) FROM events"
NOTE = (
    "Through the catalogue's own verb; processes and database server share all cores. The middle half, by the times of "
    "the events."
)


def measure(stage: Stage) -> Iterator[Figure]:
    sizes = stage.sizes
    with on_all_cores(stage) as everywhere:
        yield from _figures(everywhere, "plants appended in batches of 500", sizes.appended_plants, {})
        apart = {"batch": 1, "waiting": WAITING, "alone": False}
        yield from _figures(everywhere, f"plants appended one by one, {WAITING} waiting", sizes.appended_apart, apart)


def _figures(stage: Stage, name: str, plants: int, how: dict[str, Any]) -> Iterator[Figure]:
    rounds: dict[int, list[tuple[float, float]]] = {count: [] for count in COUNTS}
    for _ in stage.rounds(name):
        for count in COUNTS:
            rounds[count].append(_append(stage, count, plants // count, how))
    for count, found in rounds.items():
        whole = f"{name}, {count} process{'es' * (count > 1)}"
        yield Figure(name=whole, unit="/s", rounds=tuple(rate for rate, _ in found), note=NOTE)
        yield Figure(name=f"{whole}, a second of the server's", unit="/s", rounds=tuple(rate for _, rate in found))


def _append(stage: Stage, count: int, plants: int, how: dict[str, Any]) -> tuple[float, float]:
    """Return the plants per second while all processes add, and per second of the server's processor time."""
    homes = stage.homes
    assert isinstance(homes, PostgresHomes)
    home = stage.filled(BEFORE, "appends")
    server_s = homes.server_s()

    def add(number: int) -> None:
        stage.imported(home, core=None, plants=plants, first=BEFORE + 1 + number * plants, **how)

    with ThreadPoolExecutor(count) as pool:
        list(pool.map(add, range(count)))
    server_s = homes.server_s() - server_s
    added = count * plants
    if home.rows(HEAD) != [(BEFORE + added, BEFORE + added)]:
        raise BenchFailed(f"{BEFORE + added} events were to be in the log: {home.rows(HEAD)[0]}")
    first, last = BEFORE + round(BEGIN * added), BEFORE + round(END * added)
    ((took_us,),) = home.rows(SPAN, (first, last))
    return (last - first) * 1e6 / took_us, added / server_s
