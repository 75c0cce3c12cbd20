"""The pages of the console over a large store: how long the server takes for each, and how many bytes it sends."""

import http.client
import re
import time
from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from bench import big_store
from bench.figures import Figure, at_most, percentile
from bench.processes import READY_S_MAX, BenchFailed
from bench.running_store import RunningStore
from bench.stage import Stage, progress

P95_MS_MAX = 50  # of server time, with 1,000,000 plants and as many attempts
BYTES_MAX = 30_000  # transferred, compressed
RECEIVERS, DAYS = 10, 7.0
WARM = 3  # requests of each page before it counts: templates are compiled, statements prepared


def measure(stage: Stage) -> Iterator[Figure]:
    count = stage.sizes.page_rows
    folder = stage.new_folder("pages")
    progress(f"  making a store of {count:,} plants and {count:,} attempts")
    big_store.make(folder, plants=count, attempts=count, receivers=RECEIVERS, days=DAYS)
    with stage.store(stage.homes.moved(folder)) as store:
        person = _Person(store)
        note = f"With {count:,} plants and {count:,} attempts; one browser at a time."
        for name, address in _addresses(store):
            person.look(address, times=WARM)
            looks = [person.look(address, times=stage.sizes.page_looks) for _ in stage.rounds(name)]
            p95 = tuple(percentile([ms for ms, _ in round_], 95) for round_ in looks)
            yield Figure(name=f"page {name}, p95", unit="ms", rounds=p95, goal=at_most(P95_MS_MAX), note=note)
            size = tuple(float(max(size for _, size in round_)) for round_ in looks)
            yield Figure(name=f"page {name}, size", unit="bytes", rounds=size, goal=at_most(BYTES_MAX))


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
    by_state = {one["state"]: one["id"] for one in receivers}
    retrying = _delivery(store, "retrying")
    delivered = _delivery(store, "delivered")
    return [
        ("overview", "/"),
        ("plants", "/plants"),
        ("plants, one word", "/plants?q=rosa"),
        ("plant", f"/plants/{store.call('GET', '/api/v1/plants?limit=1&sort=-id')['items'][0]['id']}"),
        ("imports", "/imports"),
        ("deliveries", "/deliveries"),
        *((f"deliveries, {state}", f"/deliveries?state={state}") for state in ("retrying", "exhausted", "delivered")),
        ("deliveries, of one receiver", f"/deliveries?receiver={receivers[0]['id']}"),
        ("deliveries, answer 5xx", "/deliveries?answer=5xx"),
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
