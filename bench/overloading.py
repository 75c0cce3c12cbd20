"""The mix of requests that an overload consists of, and what became of them."""

import collections
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from bench.browsers import sign_in
from bench.counters import Counter
from bench.figures import percentile
from bench.open_load import (
    BROKEN,
    FEED,
    GOOD,
    IMPORT,
    IMPORT_ROWS,
    PAGE,
    PLANT,
    SILENT,
    TAB,
    Answered,
    Client,
    Order,
    Sample,
)
from bench.processes import OTHER_CORE, PHASE_S_MAX, BenchFailed, Process, memory_mib, running, wait_until
from bench.running_store import RunningStore

MIX = {PLANT: 0.86, FEED: 0.08, PAGE: 0.04, IMPORT: 0.01, TAB: 0.01}  # shares of the requests
SCOPES = ["plants:read", "plants:write", "events:read"]
OTHER, OTHER_PER_S = "other", 20.0  # another token, which adds plants at a calm pace
REFUSED = (429, 503)
ENOUGH_TABS = 204  # a session has as many live pages as it may: a browser does not ask again
NO_STATUS = {SILENT: "no response in time", BROKEN: "the connection ended without a response"}
LOOK_S = 0.2
CALM_US = 1_000_000
CLIENTS_S_MAX = 120.0  # how much longer than the load the clients may take


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The store at one moment of `time.monotonic_ns`."""

    at_ns: int
    delivered: int
    memory_mib: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """One phase: the results by client, and what was seen of the store. Times of samples count from its beginning."""

    seconds: float
    answered: Answered
    seen: list[Seen]
    head: int
    """How many deliveries there were when the receiver had everything."""

    def samples(self, *clients: str) -> Iterator[tuple[str, Sample]]:
        for client in clients or MIX:
            for sample in self.answered.samples.get(client, ()):
                yield client, sample

    def accepted_ms(self, *clients: str) -> list[float]:
        return [sample.took_us / 1000 for client, sample in self.samples(*clients) if is_good(client, sample)]

    def refused(self, *clients: str) -> list[Sample]:
        return [sample for client, sample in self.samples(*clients) if is_refused(client, sample)]

    def neither(self) -> collections.Counter[str]:
        """Count the requests that were neither accepted nor refused, by their client and what came instead."""
        others = [one for one in self.samples() if not is_good(*one) and not is_refused(*one)]
        return collections.Counter(
            f"{client}: {NO_STATUS.get(one.status, f'status {one.status}')}" for client, one in others
        )

    def per_second(self, *clients: str) -> float:
        return len(self.accepted_ms(*clients)) / self.seconds

    @property
    def late_ms(self) -> float:
        """How late the clients themselves were, 99th percentile."""
        return percentile(self.answered.late_us or [0], 99) / 1000

    @property
    def ended_ns(self) -> int:
        return self.answered.began_ns + int(self.seconds * 1e9)

    @property
    def delivered_per_second(self) -> float:
        during = [one for one in self.seen if one.at_ns <= self.ended_ns]
        return (during[-1].delivered - during[0].delivered) / self.seconds

    @property
    def memory_mib_max(self) -> float:
        return max(one.memory_mib for one in self.seen)

    def caught_up_s(self) -> float:
        """Return how long after the load the receiver had everything but what was added after it."""
        ends_us = int(self.seconds * 1e6)
        later = sum(sample.due_us >= ends_us and is_good(OTHER, sample) for _, sample in self.samples(OTHER))
        complete = next((one.at_ns for one in self.seen if one.delivered >= self.head - later), self.seen[-1].at_ns)
        return max(0.0, (complete - self.ended_ns) / 1e9)

    def calm_again_s(self, within_ms: float) -> float:
        """Return how long after the load all requests of the other token for a second were accepted within this time.

        If there is no such second, return the time of its last request.
        """
        ends_us, since_us = int(self.seconds * 1e6), 0
        after = sorted((one for _, one in self.samples(OTHER) if one.due_us >= ends_us), key=lambda one: one.due_us)
        for sample in after:
            if not is_good(OTHER, sample) or sample.took_us > within_ms * 1000:
                since_us = 0
                continue
            since_us = since_us or sample.due_us
            if sample.due_us - since_us >= CALM_US:
                return (since_us - ends_us) / 1e6
        return (after[-1].due_us - ends_us) / 1e6 if after else 0.0


def is_good(client: str, sample: Sample) -> bool:
    return sample.status == GOOD.get(client, GOOD[PLANT])


def is_refused(client: str, sample: Sample) -> bool:
    return sample.status in REFUSED or (client == TAB and sample.status == ENOUGH_TABS)


class Overloading:
    """Clients of one store. Each phase adds plants with names of their own."""

    def __init__(self, store: RunningStore, receiver: Counter, folder: Path, *, sessions: int) -> None:
        self._store = store
        self._receiver = receiver
        self._folder = folder
        self._phases = 0
        self._first = self._head() - receiver.counted()
        tokens = {name: [self._token(name)] for name in (PLANT, IMPORT, FEED, OTHER)}
        cookies = [sign_in(store.port, store.token) for _ in range(sessions)]
        self._credentials = tokens | {PAGE: cookies, TAB: cookies}
        self.promised: set[str] = set()
        """The SKUs of all acknowledged plants."""

    def offer(self, per_second: float, seconds: float, *, other_s: tuple[float, float] | None = None) -> Offered:
        """Offer the mix for some seconds, and plants of the other token from one moment to another (in seconds)."""
        clients = [self._client(kind, kind, per_second * share, (0.0, seconds)) for kind, share in MIX.items()]
        if other_s is not None:
            clients.append(self._client(OTHER, PLANT, OTHER_PER_S, other_s))
        return self._run(clients, seconds)

    def flood(self, per_second: float, seconds: float, *, other_s: tuple[float, float]) -> Offered:
        """Add plants with one token, and with the other one at a calm pace. With 0 a second, only the other does."""
        clients = [self._client(OTHER, PLANT, OTHER_PER_S, other_s)]
        if per_second:
            clients.append(self._client(PLANT, PLANT, per_second, (0.0, seconds)))
        return self._run(clients, seconds)

    def _run(self, clients: Sequence[Client], seconds: float) -> Offered:
        file = self._folder.with_name(f"{self._folder.name}-{self._phases}")
        order = Order(port=self._store.port, clients=list(clients), results=str(file), seed=self._phases)
        with self._watched() as seen:
            command = [sys.executable, "-m", "bench.open_load"]
            with running(command, core=OTHER_CORE, stdin=subprocess.PIPE) as process:
                _give(process, order)
                if process.wait(seconds + CLIENTS_S_MAX) != 0:
                    raise BenchFailed("The clients ended with an error.")
            answered = msgspec.msgpack.decode(file.read_bytes(), type=Answered)
            for client in clients:
                self.promised |= _promises(client, answered.samples[client.name])
            self._wait_until_delivered(seen)
        return Offered(seconds=seconds, answered=answered, seen=seen, head=seen[-1].delivered)

    def _wait_until_delivered(self, seen: Sequence[Seen]) -> None:
        """Wait until all imports have ended and everything is delivered."""
        moving = "SELECT count(*) FROM imports WHERE state IN ('checking', 'running')"

        def is_delivered() -> bool:
            if self._store.rows(moving)[0][0]:
                return False
            return seen[-1].delivered + self._first >= self._head()

        wait_until("everything is delivered", is_delivered, within_s=PHASE_S_MAX, look_again_s=LOOK_S)

    def _head(self) -> int:
        return int(self._store.rows("SELECT coalesce(max(sequence), 0) FROM events")[0][0])

    def _client(self, name: str, kind: str, per_second: float, works_s: tuple[float, float]) -> Client:
        self._phases += 1
        return Client(
            name=name,
            kind=kind,
            per_second=per_second,
            begins_s=works_s[0],
            ends_s=works_s[1],
            credentials=self._credentials[name],
            first=self._phases * 10_000_000,
        )

    def _token(self, name: str) -> str:
        return str(self._store.call("POST", "/api/v1/tokens", {"name": name, "scopes": SCOPES})["token"])

    @contextmanager
    def _watched(self) -> Iterator[list[Seen]]:
        """Note the deliveries and the memory of the store until the block ends."""
        seen: list[Seen] = []
        over = threading.Event()

        def look() -> None:
            mib = memory_mib(self._store.process_id)
            seen.append(Seen(at_ns=time.monotonic_ns(), delivered=self._receiver.counted(), memory_mib=mib))

        watcher = threading.Thread(target=_repeat, args=(look, over))
        look()
        watcher.start()
        try:
            yield seen
        finally:
            over.set()
            watcher.join()


def _repeat(look: Callable[[], None], over: threading.Event) -> None:
    while not over.wait(LOOK_S):
        look()


def _give(process: Process, order: Order) -> None:
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(order) + b"\n")
    process.stdin.close()


def _promises(client: Client, samples: Sequence[Sample]) -> set[str]:
    """Return the SKUs of the plants that were acknowledged."""
    good = [sample.number for sample in samples if sample.status == GOOD[client.kind]]
    if client.kind == PLANT:
        return {f"{client.name}-{number}" for number in good}
    if client.kind == IMPORT:
        return {f"{client.name}-{number}-{at}" for number in good for at in range(IMPORT_ROWS)}
    return set()
