"""Import generated plants through the store's own command, in batches that count only when they are durable.

It reads one line of JSON on standard input (`Order`) and writes one on standard output (`Imported`). It also fills a
store before something else is measured.
"""

import asyncio
import itertools
import resource
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from plantstore.app.store import Store, open_store
from plantstore.cli.support.serving import tune_interpreter
from plantstore.core.settings import Settings
from plantstore.domain.plants.plant import Status
from plantstore.domain.secret import Secret

BATCH_PLANTS = 500
PARTS = 10  # number of parts with a rate of their own, to see whether it falls as the store grows
_GENERA = ("Monstera", "Ficus", "Philodendron", "Calathea", "Alocasia", "Hoya", "Pilea", "Begonia", "Acer", "Salvia")
_KINDS = ("deliciosa", "elastica", "hederaceum", "orbifolia", "zebrina", "carnosa", "rubra", "alba", "minor", "major")
_TAGS = ("houseplant", "shrub", "tree", "perennial")


class Order(msgspec.Struct, kw_only=True):
    """The target (`database` and `key` are empty for a file in the folder), the number of plants, and the first number.

    Each command adds `batch` plants; `waiting` commands are queued, so that the writer never waits. `alone`: no other
    process writes at the same time, as in an import. `whole`: rows with a pot size, care, a supplier and costs too.
    """

    data: str
    database: str
    key: str
    plants: int
    first: int = 1
    batch: int = BATCH_PLANTS
    waiting: int = 4
    exclusive: bool = True
    whole: bool = False


class Imported(msgspec.Struct, kw_only=True):
    """The time it took. `per_second` has the rate of each of PARTS parts, in order."""

    plants: int
    seconds: float
    processor_s: float
    per_second: list[float]
    memory_mib_max: float


def generated(number: int) -> dict[str, Any]:
    """Return a row like those of a real list."""
    genus, kind = _GENERA[number % 10], _KINDS[number // 10 % 10]
    return {
        "name": f"{genus} {kind} {number}",
        "botanical_name": f"{genus} {kind}",
        "sku": f"SKU-{number}",
        "tag": _TAGS[number % 4],
        "price": "12.50",
        "stock_quantity": number % 50,
    }


def generated_whole(number: int) -> dict[str, Any]:
    """Return a row like those of a nursery's list: with a pot size, what the plant needs, its supplier and its cost."""
    return generated(number) | {
        "pot_size": f"C{number % 9 + 1}",
        "minimum_order": 6,
        "compare_at_price": "14.90",
        "cost": "6.40",
        "supplier": {"name": f"Nursery {number % 7}", "code": f"N-{number}"},
        "care": {"light": ["full_sun"], "water": "moderate", "hardiness_rhs": "H5", "height_cm": 60 + number % 200},
    }


async def import_plants(order: Order) -> Imported:
    """Import the plants, and return the times."""
    key = Secret(order.key) if order.key else None
    settings = Settings(data=Path(order.data), database=order.database, key=key)
    settings.data.mkdir(parents=True, exist_ok=True)
    async with open_store(settings) as store:
        tune_interpreter()
        marks = [(0, time.monotonic_ns())]
        used_ns = time.process_time_ns()
        part = max(order.batch, order.plants // PARTS)
        async for done in _batches(store, order):
            if done - marks[-1][0] >= part or done == order.plants:
                marks.append((done, time.monotonic_ns()))
        used_ns = time.process_time_ns() - used_ns
    return Imported(
        plants=order.plants,
        seconds=(marks[-1][1] - marks[0][1]) / 1e9,
        processor_s=used_ns / 1e9,
        per_second=[
            (after - before) * 1e9 / (after_ns - before_ns)
            for (before, before_ns), (after, after_ns) in itertools.pairwise(marks)
        ],
        memory_mib_max=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


async def _batches(store: Store, order: Order) -> Any:
    """Write batch after batch, with a few queued; yield how many plants are durable."""
    waiting: list[asyncio.Future[Any]] = []
    done, end = 0, order.first + order.plants
    for start in range(order.first, end, order.batch):
        row = generated_whole if order.whole else generated
        rows = [row(number) for number in range(start, min(start + order.batch, end))]
        waiting.append(store.database.write(_adding(store, rows), exclusive=order.exclusive))
        if len(waiting) == order.waiting:
            done += await waiting.pop(0)
            yield done
    for future in waiting:
        done += await future
        yield done


def _adding(store: Store, rows: list[dict[str, Any]]) -> Any:
    return lambda tx: len(store.catalogue.add_plants(tx, rows, status=Status.ACTIVE))


if __name__ == "__main__":
    given = msgspec.json.decode(sys.stdin.buffer.readline(), type=Order)
    sys.stdout.buffer.write(msgspec.json.encode(uvloop.run(import_plants(given))))
