"""Runs the demo: a store, three receivers (one has an outage), plants added at a steady rate, and the final check."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from plantstore.cli.demo.receivers import Behaviour, DemoReceiver
from plantstore.cli.demo.report import Report, compare
from plantstore.cli.demo.store_process import Interruption, StoreProcess
from plantstore.cli.support.client import Client, parse_address
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.domain.plants.plant import check_fields
from plantstore.domain.secret import Secret

PLANTS_FILE = "plants.json"
CURRENCY = "EUR"  # default currency for the validation of plants; the file has no prices
RESPONSE_S_MAX = 2.0  # timeout of a request to the store; after it, the request is repeated with the same key
OUTAGE_AFTER = 12  # the outage begins once 1/12 of the plants have been added
POLL_S = 0.05
SHOW_S = 0.1  # interval between updates of the display
SETTLE_S_MAX = 2.0  # max wait until the store has recorded what the receivers accepted


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plants to add, plants per second, the random seed, the length of the outage, and the demo's deadline."""

    plants: list[dict[str, object]]
    rate: float
    seed: int
    outage_s: float
    deadline_s: float

    @property
    def receivers(self) -> tuple[Behaviour, ...]:
        return (
            Behaviour(name="good"),
            Behaviour(name="slow, 30 % 503", refusals=0.3, response_s=(0.1, 0.3)),
            Behaviour(name=f"down for {self.outage_s:g} s", breaks_down=True),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The demo's outcome. `queued` is each receiver's backlog just before the store was stopped.

    `queued_at_end` is the total backlog after the store has stopped. Each is None if the store did not report it.
    """

    report: Report
    seconds: float
    interrupted: bool
    queued: Mapping[str, int] | None
    queued_at_end: int | None


class Play:
    """One run of the demo. Call `close` at the end to stop the receivers.

    `show` is called with the numbers of accepted and planned deliveries; `on_outage` with a receiver's name, and True
    when the receiver goes down or False when it is back.
    """

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        *,
        show: Callable[[int, int], None],
        on_outage: Callable[[str, bool], None],
        interruption: Interruption,
    ) -> None:
        self._plan = plan
        self._show = show
        self._on_outage = on_outage
        self._interruption = interruption
        self._started_s = time.monotonic()
        self._acknowledged: dict[str, float] = {}
        self._outage_ends_s: float | None = None
        self._receivers: list[DemoReceiver] = []
        self._folder = folder
        self.store = StoreProcess(folder, interruption=interruption)

    def run(self, *, on_start: Callable[[StoreProcess], None]) -> Result:
        """Run the demo. Raise StoreEnded if the store ends early.

        The receivers' records are read after the store has stopped, so that no request is missing from them.
        """
        try:
            for behaviour in self._plan.receivers:
                self._receivers.append(DemoReceiver(behaviour, seed=self._plan.seed))
            queued = None
            if self.store.start():
                on_start(self.store)
                client = make_client(self.store)
                for receiver in self._receivers:
                    _register(client, receiver)
                self._deliver(client)
                queued = self._settled(client)
            seconds = self._elapsed_s()
            self.store.stop()
            return Result(
                report=self._report(queued),
                seconds=seconds,
                interrupted=self._interruption.requested,
                queued=queued,
                queued_at_end=self.store.queued,
            )
        finally:
            self.store.stop()

    def keep_serving(self, *, on_start: Callable[[StoreProcess], None]) -> None:
        """Start the store again and keep it and its receivers running until the user interrupts the demo."""
        store = StoreProcess(self._folder, interruption=self._interruption, log="kept.log")
        try:
            if store.start():
                on_start(store)
            while not self._interruption.requested:
                store.check()
                self._interruption.wait(POLL_S)
        finally:
            store.stop()

    def close(self) -> None:
        for receiver in self._receivers:
            receiver.close()

    def _deliver(self, client: Client) -> None:
        """Add the plants at the planned rate, then wait until all are delivered.

        Return early when the deadline has passed or the user interrupts the demo.
        """
        plants, started_s = self._plan.plants, time.monotonic()
        show_next_s = 0.0
        while not self._is_over():
            self.store.check()
            wait_s, count = POLL_S, len(self._acknowledged)
            if count < len(plants):
                wait_s = min(started_s + count / self._plan.rate - time.monotonic(), POLL_S)
                if wait_s <= 0 and (added := _try(lambda: _add(client, plants[count], count))):  # noqa: B023
                    self._acknowledged[added["event_id"]] = time.monotonic()
            self._start_or_end_outage()
            if self._elapsed_s() >= show_next_s:
                self._show_progress()
                show_next_s = self._elapsed_s() + SHOW_S
            self._interruption.wait(max(0.0, wait_s))
        self._show_progress()

    def _show_progress(self) -> None:
        self._show(self._report(None).total("accepted"), len(self._plan.plants) * len(self._receivers))

    def _is_over(self) -> bool:
        if self._interruption.requested or self._elapsed_s() >= self._plan.deadline_s:
            return True
        return len(self._acknowledged) == len(self._plan.plants) and self._report(None).is_complete

    def _start_or_end_outage(self) -> None:
        for receiver in self._receivers:
            if not receiver.behaviour.breaks_down:
                continue
            if self._outage_ends_s is None and len(self._acknowledged) * OUTAGE_AFTER >= len(self._plan.plants):
                receiver.go_down()
                self._on_outage(receiver.behaviour.name, True)
                self._outage_ends_s = time.monotonic() + self._plan.outage_s
            elif self._outage_ends_s is not None and time.monotonic() >= self._outage_ends_s and not receiver.is_up:
                receiver.come_up()
                self._on_outage(receiver.behaviour.name, False)

    def _settled(self, client: Client) -> Mapping[str, int] | None:
        """Wait until the store has recorded all accepted deliveries, at most SETTLE_S_MAX seconds.

        Return each receiver's backlog by name; None if the store does not respond.
        """
        deadline_s = time.monotonic() + SETTLE_S_MAX
        while True:
            page = _try(lambda: client.get("/receivers"))
            if page is None:
                return None
            queued = {receiver["name"]: int(receiver["lag"]) for receiver in page["items"]}
            missing = {report.receiver: report.owed for report in self._report(None).receivers}
            if queued == missing or time.monotonic() >= deadline_s:
                return queued
            self._interruption.wait(POLL_S)

    def _report(self, queued: Mapping[str, int] | None) -> Report:
        """Compare the acknowledged plants with the receivers' records.

        `queued` has the store's backlogs by receiver; if it is None, every missing delivery counts as queued.
        """
        records = {receiver.behaviour.name: receiver.record for receiver in self._receivers}
        if queued is None:
            queued = dict.fromkeys(records, len(self._acknowledged))
        return compare(self._acknowledged, records, queued)

    def _elapsed_s(self) -> float:
        return time.monotonic() - self._started_s


def load_plants() -> list[dict[str, object]]:
    """Return the demo's plants in a fixed order; raise Invalid if a plant in the file is invalid."""
    plants: list[dict[str, object]] = json.loads((resources.files(__package__) / PLANTS_FILE).read_text("utf-8"))
    for plant in plants:
        check_fields(plant, currency_default=CURRENCY)
    return plants


def make_client(store: StoreProcess) -> Client:
    return Client(address=parse_address(store.url), token=Secret(store.token), timeout_s=RESPONSE_S_MAX)


def sign_in_link(store: StoreProcess) -> str:
    """Return a one-time sign-in link to the console, or the store's URL if the store does not respond in time."""
    client = make_client(store)
    # A link that names the token asks for no name, unlike the owner's link of a new store.
    own = _try(lambda: client.get("/tokens/own"))
    link = own and _try(lambda: client.post("/sign-in-links", {"token": own["id"]}, idempotency_key=None))
    return str(link["url"]) if link else store.url


def _register(client: Client, receiver: DemoReceiver) -> None:
    body = {"url": receiver.url, "name": receiver.behaviour.name}
    created = client.post("/receivers", body, idempotency_key=f"demo-{receiver.url}")
    receiver.expect(secret=created["secret"], access_token=created["access_token"])


def _add(client: Client, plant: Mapping[str, object], index: int) -> Mapping[str, Any]:
    """Add a plant. The idempotency key depends only on `index`, so the call can be repeated safely after a timeout."""
    return client.post("/plants", plant, idempotency_key=f"demo-{index}")


def _try(request: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Send a request and return the response; None if the store did not respond in time."""
    try:
        return request()
    except Failure as failure:
        if failure.exit_code == Exit.NOT_REACHABLE:
            return None
        raise
