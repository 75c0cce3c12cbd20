"""Readers of the event feed, without and with a standby: the processor time of the primary while plants are added."""

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bench import processes
from bench.figures import Figure
from bench.homes import Home, PostgresHomes
from bench.processes import READY_S_MAX, BenchFailed, wait_until
from bench.running_store import RunningStore, running_store
from bench.stage import Stage
from tests.postgres import watchdog
from tests.postgres.cluster import Cluster

READERS = 8
PAGE = 200  # events
ADDED_EVERY_S = 0.1
SCOPES = ["events:read", "operations:read"]
SERVED_MIN = 0.9  # share of the pages
SERVED = 'plantstore_late_reads_total{served="standby"} '
NOTE = (
    f"{READERS} clients read the whole feed again and again. A plant is added every {ADDED_EVERY_S * 1_000:g} ms; "
    "what that costs is subtracted."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Processor time in seconds."""

    store_s: float
    primary_s: float
    standby_s: float

    def since(self, before: "Spent", units: float) -> "Spent":
        """Return the differences per unit."""
        return self._plus(before, -1)._times(1 / units)

    def without(self, added: "Spent", plants: int) -> "Spent":
        """Return the rest, without what adding these plants costs."""
        return self._plus(added, -plants)

    def _plus(self, other: "Spent", times: float) -> "Spent":
        return Spent(
            store_s=self.store_s + times * other.store_s,
            primary_s=self.primary_s + times * other.primary_s,
            standby_s=self.standby_s + times * other.standby_s,
        )

    def _times(self, factor: float) -> "Spent":
        return self._plus(self, factor - 1)


def measure(stage: Stage) -> Iterator[Figure]:
    home = stage.filled(stage.sizes.costed_plants, "standby")
    homes = stage.homes
    assert isinstance(homes, PostgresHomes)
    homes.settle(home)
    standby = homes.server.make_standby()
    (name,) = home.rows("SELECT current_database()::text")[0]
    alone = _read(stage, home, standby, {})
    relieved = _read(stage, home, standby, {"PLANTSTORE_STANDBY": standby.url(name)})
    for what, spent in (("the primary alone", alone), ("the standby", relieved)):
        for whose, values in (
            ("primary", [one.primary_s for one in spent]),
            ("standby", [one.standby_s for one in spent]),
            ("store", [one.store_s for one in spent]),
        ):
            rounds = tuple(value * 1e6 for value in values)
            yield Figure(name=f"{PAGE} events read from {what}: {whose}", unit="µs", rounds=rounds, note=NOTE)
    left = sum(one.primary_s for one in relieved) / sum(one.primary_s for one in alone)
    yield Figure(name="share of this work that is left for the primary", unit="%", rounds=(100 * left,), note=NOTE)


def _read(stage: Stage, home: Home, standby: Cluster, environment: dict[str, str]) -> list[Spent]:
    """Read the pages of each round, and return what the pages cost."""
    homes, pages, found = stage.homes, stage.sizes.standby_pages, []
    with running_store(home, role="api", more_environment=environment) as store:
        made = store.call("POST", "/api/v1/tokens", {"name": f"reader {len(environment)}", "scopes": SCOPES})
        token = str(made["token"])
        if environment:
            wait_until(
                "the standby is used", lambda: "standby_used 1.0" in _metrics(store, token), within_s=READY_S_MAX
            )

        def spent() -> Spent:
            standby_s = processes.family_s(watchdog.processes(standby.folder))
            return Spent(store_s=store.processor_s(), primary_s=homes.server_s(), standby_s=standby_s)

        before, plants = spent(), stage.sizes.standby_plants
        for _ in range(plants):
            _add(store)
        added = spent().since(before, plants)
        for _ in stage.rounds(f"pages read{' from a standby' * bool(environment)}"):
            served, before = _served(store, token), spent()
            with _adding(store) as count:
                _read_pages(store.port, token, pages)
            found.append(spent().without(added, len(count)).since(before, pages))
            if environment and (served := _served(store, token) - served) < SERVED_MIN * pages:
                raise BenchFailed(f"Of {pages} pages the standby served {served:g}.")
    return found


@contextmanager
def _adding(store: RunningStore) -> Iterator[list[int]]:
    """Add plants until the block ends; yield their numbers."""
    ended, numbers = threading.Event(), list[int]()

    def add() -> None:
        while not ended.wait(ADDED_EVERY_S):
            numbers.append(_add(store))

    adding = threading.Thread(target=add)
    adding.start()
    try:
        yield numbers
    finally:
        ended.set()
        adding.join()


def _add(store: RunningStore) -> int:
    return int(store.call("POST", "/api/v1/plants", {"name": "Acer palmatum"})["id"])


def _read_pages(port: int, token: str, pages: int) -> None:
    """Read this many pages in total, each client one after the other."""
    failed: list[BaseException] = []

    def read() -> None:
        path = f"/api/v1/events?limit={PAGE}"
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=READY_S_MAX)
            for _ in range(pages // READERS):
                path = _page(connection, path, token)["next"] or f"/api/v1/events?limit={PAGE}"
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=read) for _ in range(READERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise BenchFailed("A reader of the feed failed.") from failed[0]


def _page(connection: http.client.HTTPConnection, path: str, token: str) -> dict[str, str | None]:
    text = _get(connection, path, token)
    page: dict[str, str | None] = json.loads(text)
    return page


def _get(connection: http.client.HTTPConnection, path: str, token: str) -> bytes:
    connection.request("GET", path, headers={"authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    text = answer.read()
    if answer.status != 200:
        raise BenchFailed(f"{path}: {answer.status}")
    return text


def _metrics(store: RunningStore, token: str) -> str:
    return _get(http.client.HTTPConnection("127.0.0.1", store.port, timeout=READY_S_MAX), "/metrics", token).decode()


def _served(store: RunningStore, token: str) -> float:
    """Return how many reads the standby has served; 0 without one."""
    lines = [line for line in _metrics(store, token).splitlines() if line.startswith(SERVED)]
    return float(lines[0].removeprefix(SERVED)) if lines else 0.0
