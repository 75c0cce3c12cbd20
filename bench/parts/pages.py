"""The pages of the console over a large store: how long the server takes for each, and how many bytes it sends."""

import http.client
import re
import sys
import time
from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from bench import big_store
from bench.figures import Figure, at_most, percentile
from bench.plant_list import PlantList
from bench.processes import OTHER_CORE, PHASE_S_MAX, READY_S_MAX, BenchFailed, running
from bench.running_store import PLAIN, RunningStore
from bench.stage import Stage, progress

P95_MS_MAX, P95_MS_MAX_POSTGRESQL = 50, 80  # of server time, with 1,000,000 plants and as many attempts
BYTES_MAX = 30_000  # transferred, compressed
RECEIVERS, DAYS = 10, 7.0
IMPORTED = 2_000  # rows of a list
PLANT_LISTS = {
    "active": "status=active",
    "drafts": "status=draft",
    "archived": "status=archived",
    "a type": "tag=shrub",
    "a type, lowest price first": "tag=shrub&sort=price",
    "no price": "missing=price",
    "no photo": "missing=photo",
    "out of stock": "stock=out_of_stock",
    "prices from 20 to 30": "price_from=20&price_to=30&currency=EUR",
    "what needs attention": "attention=no_photo",
    "a pot size": "pot_size=5+L",
    "a genus": "genus=acer",
    "name": "sort=name",
    "highest price first": "sort=-price",
    "lowest stock first": "sort=stock_quantity",
    "recently edited": "sort=-updated_at",
    "smallest pots first": "sort=pot_size",
    "one word": "q=acer",
    "one word, lowest price first": "q=acer&sort=price",
    "a word and a number": "q=acer+4718",
    "a misspelt word": "q=acre",
    "a number": "q=4711",
}
"""Lists with the filters, orders and searches of the page, by their names."""
WARM = 3  # requests of each page before it counts: templates are compiled, statements prepared


def measure(stage: Stage) -> Iterator[Figure]:
    count = stage.sizes.page_rows
    folder = stage.new_folder("pages")
    progress(f"  making a store of {count:,} plants and {count:,} attempts")
    big_store.make(folder, plants=count, attempts=count, receivers=RECEIVERS, days=DAYS)
    goal = stage.goal(sqlite=at_most(P95_MS_MAX), postgresql=at_most(P95_MS_MAX_POSTGRESQL))
    home = stage.homes.moved(folder)
    stage.homes.settle(home)  # a store is loaded once, and is looked at for years
    with stage.store(home, more_environment={"PLANTSTORE_LINKED_IMAGES": "off"}) as store:
        _import(stage, store)
        person = _Person(store)
        note = f"With {count:,} plants and {count:,} attempts; one browser at a time."
        for name, address in _addresses(store):
            person.look(address, times=WARM)
            looks, used_ms = [], []
            for _ in stage.rounds(name):
                began_s = store.processor_s()
                looks.append(person.look(address, times=stage.sizes.page_looks))
                used_ms.append((store.processor_s() - began_s) * 1000 / stage.sizes.page_looks)
            p95 = tuple(percentile([ms for ms, _ in round_], 95) for round_ in looks)
            yield Figure(name=f"page {name}, p95", unit="ms", rounds=p95, goal=goal, note=note)
            yield Figure(name=f"page {name}, processor time of the store", unit="ms", rounds=tuple(used_ms))
            size = tuple(float(max(size for _, size in round_)) for round_ in looks)
            yield Figure(name=f"page {name}, size", unit="bytes", rounds=size, goal=at_most(BYTES_MAX))


def _import(stage: Stage, store: RunningStore) -> None:
    """Import a list, so that there is an import to look at."""
    rows = min(IMPORTED, stage.sizes.page_rows)
    file = stage.new_folder("list").with_suffix(".csv")
    PlantList().write(file, rows)
    where = ["--url", f"http://127.0.0.1:{store.port}", "--token-file", str(store.data / "operator.token")]
    command = [sys.executable, *PLAIN, "plants", "import", str(file), "--yes", "--json", *where]
    with running(command, core=OTHER_CORE) as process:
        if process.wait(PHASE_S_MAX) not in (0, 1):
            raise BenchFailed(f"The import ended with {process.returncode}.")


class _Person:
    """A browser as the server sees it: one connection, a session, compressed responses."""

    def __init__(self, store: RunningStore) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", store.port, timeout=READY_S_MAX)
        form = urlencode({"token": store.token})
        origin = f"http://127.0.0.1:{store.port}"
        headers = {"content-type": "application/x-www-form-urlencoded", "origin": origin}
        self._connection.request("POST", "/sign-in", form, headers)
        answer = self._connection.getresponse()
        answer.read()
        cookie = re.match(r"[^;]+", answer.getheader("set-cookie") or "")
        if answer.status != http.client.SEE_OTHER or cookie is None:
            raise BenchFailed(f"POST /sign-in: {answer.status}")
        self._headers = {"cookie": cookie[0], "accept-encoding": "gzip", "accept": "text/html"}

    def look(self, address: str, *, times: int) -> list[tuple[float, int]]:
        """Return the milliseconds from each request to its complete response, and its bytes."""
        found = []
        for _ in range(times):
            started_ns = time.monotonic_ns()
            self._connection.request("GET", address, headers=self._headers)
            answer = self._connection.getresponse()
            body = answer.read()
            found.append(((time.monotonic_ns() - started_ns) / 1e6, len(body)))
            if answer.status != http.client.OK:
                raise BenchFailed(f"GET {address}: {answer.status}")
        return found


def _addresses(store: RunningStore) -> Sequence[tuple[str, str]]:
    """Return the pages that read the most, including receivers in every state."""
    receivers = store.call("GET", "/api/v1/receivers?limit=50")["items"]
    plant = store.call("GET", "/api/v1/plants?limit=1&sort=-id&status=active")["items"][0]["id"]
    listed = store.call("GET", "/api/v1/plants?limit=60&sort=-id&status=active")["items"]
    list_import = store.call("GET", "/api/v1/imports?limit=1")["items"][0]["id"]
    by_state = {one["state"]: one["id"] for one in receivers}
    retrying = _delivery(store, "retrying")
    delivered = _delivery(store, "delivered")
    return [
        ("overview", "/"),
        ("plants", "/plants"),
        *((f"plants, {name}", f"/plants?{query}") for name, query in PLANT_LISTS.items()),
        ("plant", f"/plants/{plant}"),
        ("plant, history", f"/plants/{plant}/history"),
        ("plant, new", "/plants/new"),
        ("possible duplicates", "/plants/duplicates"),
        ("labels", f"/labels?ids={','.join(str(one['id']) for one in listed)}"),
        ("imports", "/imports"),
        ("import", f"/imports/{list_import}"),
        ("import, new", "/imports/new"),
        ("deliveries", "/deliveries"),
        *((f"deliveries, {state}", f"/deliveries?state={state}") for state in ("retrying", "exhausted", "delivered")),
        ("deliveries, of one receiver", f"/deliveries?receiver={receivers[0]['id']}"),
        ("deliveries, answer 5xx", "/deliveries?answer=5xx"),
        ("deliveries, searched", "/deliveries?q=acer"),
        ("deliveries, by event", "/deliveries?group=event"),
        ("delivery, delivered", f"/deliveries/{delivered}"),
        ("delivery, retrying", f"/deliveries/{retrying}"),
        ("event", f"/events/{delivered.partition('/')[0]}"),
        ("receivers", "/receivers"),
        *((f"receiver, {state}", f"/receivers/{one}") for state, one in sorted(by_state.items())),
        ("replay, asking", f"/receivers/{receivers[0]['id']}/replays/new"),
        ("tokens", "/tokens"),
        ("activity", "/activity"),
        ("health", "/health"),
    ]


def _delivery(store: RunningStore, state: str) -> str:
    items = store.call("GET", f"/api/v1/deliveries?state={state}&limit=1")["items"]
    if not items:
        raise BenchFailed(f"There is no delivery that is {state}.")
    return f"{items[0]['event']}/{items[0]['receiver']}"
