"""A large catalogue: its list imported with the command line; then plants, pages and searches, for one client."""

import http.client
import random
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from urllib.parse import urlencode

from bench.figures import Figure, at_most, percentile
from bench.list_import import import_list
from bench.plant_list import PREFIX_OF_MANY, PlantList
from bench.processes import READY_S_MAX, BenchFailed
from bench.running_store import RunningStore
from bench.stage import Stage, progress

P99_MS_MAX = 30
MEMORY_MIB_MAX = 300
LIMIT, LIMIT_DEEP = 50, 200
SEED = 7  # the same queries in each run
PLANTS = "/api/v1/plants"
SHARES = {"its first tenth": (0.0, 0.1), "its middle": (0.45, 0.55), "its last tenth": (0.9, 1.0)}


def measure(stage: Stage) -> Iterator[Figure]:
    plants = PlantList()
    with stage.store(stage.new_home("catalogue")) as store:
        yield from _import(stage, store, plants)
        note = f"Among {stage.sizes.log_events:,} plants (1,000,000 with --full), pages of {LIMIT}; one caller."
        questions = _Questions(store, plants, count=stage.sizes.log_events, reads=stage.sizes.reads)
        for name, paths in questions.all():
            _ask(store, paths[: len(paths) // 10 + 1])
            with stage.phase(name):
                rounds = [_ask(store, paths) for _ in stage.rounds(name)]
            p99 = tuple(percentile(times, 99) / 1000 for times in rounds)
            yield Figure(name=f"{name}, p99", unit="ms", rounds=p99, goal=at_most(P99_MS_MAX), note=note)


def _import(stage: Stage, store: RunningStore, plants: PlantList) -> Iterator[Figure]:
    """Import once, regardless of the rounds: the list is as long as the catalogue."""
    rows = stage.sizes.log_events
    file = stage.new_folder("list").with_suffix(".csv")
    plants.write(file, rows)
    progress(f"  importing a list of {rows:,} rows")
    with stage.phase("list imported"):
        watched = import_list(store, file, rows=rows)
    note = f"{rows:,} rows of 12 columns, by `plantstore plants import`."
    yield Figure(name="list sent and checked", unit="/s", rounds=(rows / watched.checked_s,), note=note)
    for share, bounds in SHARES.items():
        name = f"list imported, {share}"
        yield Figure(name=name, unit="/s", rounds=(watched.per_second(*bounds),))
        yield Figure(name=f"{name}, a second of its own", unit="/s", rounds=(watched.per_second_of_its_own(*bounds),))
    memory = at_most(MEMORY_MIB_MAX)
    yield Figure(name="list imported, most memory", unit="MiB", rounds=(watched.store_mib_max,), goal=memory)
    yield Figure(name="list imported, most memory of the command", unit="MiB", rounds=(watched.command_mib_max,))


class _Questions:
    """The queries, by the name of their figure."""

    def __init__(self, store: RunningStore, plants: PlantList, *, count: int, reads: int) -> None:
        self._store = store
        self._plants = plants
        self._count = count
        self._reads = reads
        self._chance = random.Random(SEED)

    def all(self) -> Iterator[tuple[str, Sequence[str]]]:
        """Yield one kind of query after another, created when needed."""
        yield "get a plant", [f"{PLANTS}/{self._number()}" for _ in range(self._reads)]
        sku = [{"sku": self._plants.row(self._number())[0]} for _ in range(self._reads)]
        yield "find a plant by its SKU", [_path(one) for one in sku]
        for name, query in self._lists():
            yield name, self._pages(query)
        yield "list plants, from the middle on", self._deep()
        for name, queries in self._searches():
            yield name, [_path(query) for query in queries]
        yield "search plants, a common word, page by page", self._pages({"q": self._plants.genera[0]})

    def _lists(self) -> Iterator[tuple[str, dict[str, str]]]:
        yield "list plants", {}
        for sort in ("-id", "updated_at", "-updated_at"):
            yield f"list plants, sort {sort}", {"sort": sort}
        yield "list plants, changed since", {"updated_after": self._changed_at(self._count // 2)}
        yield "list plants, changed since, by id", {"updated_after": self._changed_at(self._count // 2), "sort": "id"}
        for tag in ("perennial", "aquatic"):
            yield f"list plants, tag {tag}", {"tag": tag}
            yield f"list plants, tag {tag}, sort -updated_at", {"tag": tag, "sort": "-updated_at"}
        yield "list plants, a genus", {"genus": self._plants.genera[0]}
        for status in ("active", "draft", "archived"):
            yield f"list plants, status {status}", {"status": status}
        yield "list plants, status draft, sort updated_at", {"status": "draft", "sort": "updated_at"}
        yield "list plants, tag and status", {"tag": "aquatic", "status": "draft"}
        since = self._changed_at(self._count // 4)
        yield "list plants, tag, status, since", {"tag": "perennial", "status": "draft", "updated_after": since}

    def _searches(self) -> Iterator[tuple[str, Sequence[dict[str, str]]]]:
        names = [self._plants.names(self._number()) for _ in range(self._reads)]
        genera = self._plants.genera
        pairs = [self._chance.sample(genera[:9], 2) for _ in names]
        yield (
            "search plants, a common word",
            [{"q": self._chance.choice([*genera[:5], "root", "scented"])} for _ in names],
        )
        yield "search plants, a rare word", [{"q": self._chance.choice(self._plants.rare_words)} for _ in names]
        yield "search plants, two words", [{"q": f"{genus} {cultivar}"} for genus, _, cultivar in names]
        yield "search plants, two common words that never meet", [{"q": " ".join(pair)} for pair in pairs]
        yield "search plants, a misspelt word", [{"q": self._misspelt(name[at % 3])} for at, name in enumerate(names)]
        yield (
            "search plants, two words, one misspelt",
            [{"q": f"{genus} {self._misspelt(cultivar)}"} for genus, _, cultivar in names],
        )
        yield "search plants, a prefix", [{"q": name[at % 3][:3]} for at, name in enumerate(names)]
        yield "search plants, two prefixes", [{"q": f"{genus[:4]} {cultivar[:3]}"} for genus, _, cultivar in names]
        yield "search plants, a prefix of very many words", [{"q": PREFIX_OF_MANY}] * len(names)
        yield "search plants, a number", [{"q": str(self._number())[:3]} for _ in names]
        yield "search plants, a word and a tag", [{"q": name[0], "tag": "aquatic"} for name in names]
        yield "search plants, a word and a status", [{"q": name[0], "status": "draft"} for name in names]
        yield (
            "search plants, a word and a tag, newest first",
            [{"q": name[0], "tag": "perennial", "sort": "-id"} for name in names],
        )

    def _misspelt(self, word: str) -> str:
        """Return a word with one wrong, missing, doubled or swapped letter."""
        at = self._chance.randrange(1, max(2, len(word) - 1))
        before, letter, after = word[:at], word[at : at + 1], word[at + 1 :]
        wrong = (
            before + "q" + after,
            before + after,
            before + letter * 2 + after,
            before + after[:1] + letter + after[1:],
        )
        return self._chance.choice(wrong)

    def _number(self) -> int:
        return self._chance.randint(1, self._count)

    def _changed_at(self, number: int) -> str:
        return str(self._store.call("GET", f"{PLANTS}/{number}")["updated_at"])

    def _pages(self, query: dict[str, str]) -> Sequence[str]:
        return list(islice(_walk(self._store, _path(query)), self._reads))

    def _deep(self) -> Sequence[str]:
        """Return pages from the second half of the catalogue."""
        skipped = self._count // 2 // LIMIT_DEEP
        *_, middle = islice(_walk(self._store, f"{PLANTS}?limit={LIMIT_DEEP}"), skipped + 1)
        return list(islice(_walk(self._store, middle.replace(f"limit={LIMIT_DEEP}", f"limit={LIMIT}")), self._reads))


def _path(query: dict[str, str]) -> str:
    return f"{PLANTS}?{urlencode({'limit': str(LIMIT), **query})}"


def _walk(store: RunningStore, first: str) -> Iterator[str]:
    """Yield the addresses of pages one after another, starting again after the last."""
    path = first
    while True:
        yield path
        path = store.call("GET", path)["next"] or first


def _ask(store: RunningStore, paths: Sequence[str]) -> list[float]:
    """Return the microseconds from each query to its complete response."""
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
