"""What a soak measures each day, and the figures of a run with their goals."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from bench.figures import Figure, at_most, percentile
from bench.homes import Home
from bench.processes import memory_mib

WARM_UP = 0.25  # of the days of a process, which do not count for the growth of its memory
EVENTS_MIN = 50_000  # with fewer events in a process, a slope says nothing and has no goal
SOCKETS_MORE_MAX = 20  # one of each receiver may be idle at one time and not at another
TABLES = {
    "": "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
    "postgresql": "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
    " WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The store at the end of a day: nothing is in flight, and the background jobs have run.

    `life` counts the starts of the process. `added_s` is the time from the upload of the day's list until every prompt
    receiver had all of it, and `night_s` that of the rest of the day. `latencies_ms` are the times from a POST until
    its event arrived at a receiver, and `after_ack_ms` those from its response, 0 if the event arrived before.
    """

    day: int
    life: int
    version: str
    events: int
    accepted: int
    attempts: int
    added_s: float
    night_s: float
    processor_s: float
    server_s: float | None
    rss_mib: float
    files: int
    sockets: int
    threads: int
    database_mib: float
    wal_mib: float
    latencies_ms: list[float] = field(repr=False)
    after_ack_ms: list[float] = field(repr=False)
    rows: dict[str, int] = field(repr=False)

    @property
    def record(self) -> dict[str, Any]:
        return asdict(self)


def of_process(pid: int) -> dict[str, Any]:
    """Return memory, open files, open sockets and threads of a process."""
    folder = Path(f"/proc/{pid}")
    threads = sum(1 for _ in (folder / "task").iterdir())
    opened = []
    for one in (folder / "fd").iterdir():
        with suppress(FileNotFoundError):  # it has just been closed
            opened.append(os.readlink(one))
    sockets = sum(one.startswith("socket:") for one in opened)
    return {"rss_mib": memory_mib(pid), "files": len(opened) - sockets, "sockets": sockets, "threads": threads}


def row_counts(home: Home) -> dict[str, int]:
    """Return the number of rows of every ordinary table that is not empty."""
    tables = home.rows(TABLES["postgresql" if home.database else ""])
    counts = {name: int(home.rows(f'SELECT count(*) FROM "{name}"')[0][0]) for (name,) in tables}
    return {name: count for name, count in counts.items() if count}


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return the slope of the line through the points by least squares; 0 if there are fewer than two different x.

    >>> slope([(0, 1), (1, 3), (2, 5)])
    2.0
    """
    if not points:
        return 0.0
    middle = sum(x for x, _ in points) / len(points)
    spread = sum((x - middle) ** 2 for x, _ in points)
    return sum((x - middle) * y for x, y in points) / spread if spread else 0.0


def figures(samples: Sequence[Sample]) -> list[Figure]:
    """Return the figures of a run. Those of the last tenth of the days are compared with those of the first.

    An older version, which the first half may run, has no goals for its memory and files.
    """
    last = samples[-1]
    lives = [[one for one in samples if one.life == life] for life in sorted({one.life for one in samples})]
    tenth = max(1, len(samples) // 10)
    first_days, last_days = samples[:tenth], samples[-tenth:]
    seconds = sum(one.added_s + one.night_s for one in samples)
    return [
        *(
            figure
            for at, life in enumerate(lives, 1)
            for figure in _of_life(at, life, is_tested=life[-1].version == last.version)
        ),
        _growth("p99 from POST to arrival, last tenth of first", first_days, last_days, "latencies_ms"),
        Figure(name="p99 from POST to arrival, first tenth", unit="ms", rounds=(_p99(first_days, "latencies_ms"),)),
        Figure(name="p99 from POST to arrival, last tenth", unit="ms", rounds=(_p99(last_days, "latencies_ms"),)),
        Figure(name="p99 from response to arrival, first tenth", unit="ms", rounds=(_p99(first_days, "after_ack_ms"),)),
        Figure(name="p99 from response to arrival, last tenth", unit="ms", rounds=(_p99(last_days, "after_ack_ms"),)),
        Figure(name="a day's list at all prompt ones, first tenth", unit="s", rounds=_medians(first_days)),
        Figure(name="a day's list at all prompt ones, last tenth", unit="s", rounds=_medians(last_days)),
        Figure(name="deliveries accepted", unit="a second", rounds=(last.accepted / seconds,)),
        Figure(name="processor of the store, a delivery", unit="µs", rounds=(1e6 * last.processor_s / last.accepted,)),
        *_of_server(last),
        Figure(name="whole run", unit="min", rounds=(seconds / 60,), goal=at_most(60)),
    ]


def _of_life(number: int, life: Sequence[Sample], *, is_tested: bool) -> Iterable[Figure]:
    warm = life[int(len(life) * WARM_UP) :]
    per_100_000 = slope([(one.events / 100_000, one.rss_mib) for one in warm])
    says_something = warm[-1].events - warm[0].events >= EVENTS_MIN
    memory_goal = at_most(1) if says_something and is_tested else None
    tenth = max(1, len(warm) // 10)
    sockets = max(one.sockets for one in warm[-tenth:]) - max(one.sockets for one in warm[:tenth])
    yield Figure(
        name=f"memory, process {number}, in 100,000 events", unit="MiB", rounds=(per_100_000,), goal=memory_goal
    )
    yield Figure(name=f"memory, process {number}, at its end", unit="MiB", rounds=(life[-1].rss_mib,))
    yield Figure(
        name=f"open files, process {number}, last of first",
        unit="",
        rounds=(warm[-1].files - warm[0].files,),
        goal=at_most(0) if is_tested else None,
    )
    yield Figure(
        name=f"open sockets, process {number}, last tenth of first",
        unit="",
        rounds=(sockets,),
        goal=at_most(SOCKETS_MORE_MAX) if is_tested else None,
    )


def _growth(name: str, before: Sequence[Sample], after: Sequence[Sample], what: str) -> Figure:
    earlier = _p99(before, what)
    return Figure(name=name, unit="×", rounds=(_p99(after, what) / earlier if earlier else 1.0,), goal=at_most(1.1))


def _p99(samples: Sequence[Sample], what: str) -> float:
    return percentile([value for one in samples for value in getattr(one, what)] or [0.0], 99)


def _medians(samples: Sequence[Sample]) -> tuple[float, ...]:
    return (median(one.added_s for one in samples),)


def _of_server(last: Sample) -> Iterable[Figure]:
    if last.server_s is not None:
        yield Figure(
            name="processor of the database, a delivery", unit="µs", rounds=(1e6 * last.server_s / last.accepted,)
        )


def grown(samples: Sequence[Sample]) -> dict[str, tuple[int, int]]:
    """Return the tables that have more rows at the end than in the middle, with both numbers."""
    counted = [one.rows for one in samples if one.rows]
    middle, end = counted[len(counted) // 2], counted[-1]
    return {name: (middle.get(name, 0), count) for name, count in end.items() if count > middle.get(name, 0)}
