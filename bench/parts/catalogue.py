"""Reading a large catalogue: one plant, a page of the list, a search; one caller, one request at a time."""

import http.client
import random
import time
from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from bench.figures import Figure, at_most, percentile
from bench.importing import generated
from bench.processes import READY_S_MAX, BenchFailed
from bench.running_store import RunningStore
from bench.stage import Stage

P99_MS_MAX = 30
LIMIT = 50
SEED = 7  # the same questions in each run
PLANTS = "/api/v1/plants"


def measure(stage: Stage) -> Iterator[Figure]:
    count = stage.sizes.log_events
    data = stage.filled(count, "catalogue")
    chance = random.Random(SEED)
    note = f"Among {count:,} plants (1,000,000 with --full), pages of {LIMIT}; one caller, who asks again at once."
    with stage.store(data) as store:
        for name, paths in _questions(stage, store, chance).items():
            _ask(store, paths[: len(paths) // 10 + 1])
            with stage.phase(name):
                rounds = [_ask(store, paths) for _ in stage.rounds(name)]
            for percent, goal in ((50, None), (99, at_most(P99_MS_MAX))):
                yield Figure(
                    name=f"{name}, p{percent}",
                    unit="ms",
                    rounds=tuple(percentile(times, percent) / 1000 for times in rounds),
                    goal=goal,
                    note=note,
                )


def _questions(stage: Stage, store: RunningStore, chance: random.Random) -> dict[str, Sequence[str]]:
    """What is asked, by the name of its figure."""
    count, reads = stage.sizes.log_events, stage.sizes.reads
    asked: dict[str, Sequence[str]] = {
        "get a plant": [f"{PLANTS}/{chance.randint(1, count)}" for _ in range(reads)],
        "list plants": list(_walk(store, {"limit": LIMIT}, reads)),
        "list plants with a tag": list(_walk(store, {"limit": LIMIT, "tag": "shrub"}, reads)),
        "find a plant by its SKU": [
            f"{PLANTS}?{urlencode({'sku': generated(chance.randint(1, count))['sku']})}" for _ in range(reads)
        ],
    }
    parameter = _search_parameter(store)
    if parameter:
        words = [generated(chance.randint(1, count))["name"].split() for _ in range(reads)]
        asked["search plants, one word"] = [_query(parameter, one[at % 2]) for at, one in enumerate(words)]
        asked["search plants, a word and a number"] = [_query(parameter, f"{one[0]} {one[2]}") for one in words]
        asked["search plants, a prefix"] = [_query(parameter, one[at % 2][:3]) for at, one in enumerate(words)]
    return asked


def _query(parameter: str, words: str) -> str:
    return f"{PLANTS}?{urlencode({'limit': LIMIT, parameter: words})}"


def _search_parameter(store: RunningStore) -> str:
    """How a list of plants is searched by words; empty when this store cannot."""
    parameters = store.call("GET", "/api/openapi.json")["paths"][PLANTS]["get"].get("parameters", [])
    names = {one.get("name") for one in parameters}
    return next((name for name in ("search", "q", "query", "words") if name in names), "")


def _walk(store: RunningStore, query: dict[str, object], pages: int) -> Iterator[str]:
    """The addresses of so many pages, one after the other; from the beginning again after the last."""
    first = f"{PLANTS}?{urlencode(query)}"
    path = first
    for _ in range(pages):
        yield path
        path = store.call("GET", path)["next"] or first


def _ask(store: RunningStore, paths: Sequence[str]) -> list[float]:
    """Microseconds from each question to its whole answer."""
    connection = http.client.HTTPConnection("127.0.0.1", store.port, timeout=READY_S_MAX)
    headers = {"authorization": f"Bearer {store.token}"}
    times = []
    for path in paths:
        started_ns = time.monotonic_ns()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        text = answer.read()
        times.append((time.monotonic_ns() - started_ns) / 1000)
        if answer.status != 200:
            raise BenchFailed(f"GET {path}: {answer.status} {text[:300]!r}")
    connection.close()
    return times
