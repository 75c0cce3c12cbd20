"""The demo from beginning to end: a store, three receivers, plants at a steady rate, an outage, and the audit."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from plantstore.cli.demo.program import Interruption, Program
from plantstore.cli.demo.receivers import Behaviour, DemoReceiver
from plantstore.cli.demo.report import Acknowledged, Report, audit
from plantstore.core.clock import Clock

OUTAGE_AFTER = 12  # the outage begins when one plant in so many is in: early, and yet people see it work before
LOOK_S = 0.05  # how often it looks whether all is done
SHOW_S = 0.1  # how often it shows how things stand
STAY_LOOK_S = 0.2  # how often it looks whether a person ends a store that stays
SETTLE_S_MAX = 2.0  # for the store to write down what the receivers have taken already


class NoAnswer(Exception):
    """The store gave no answer in time. It may have done what it was asked: ask again under the same key."""


class Api(Protocol):
    """What the demo needs of the store's API."""

    def get(self, path: str) -> Mapping[str, Any]: ...

    def post(self, path: str, body: Mapping[str, Any], *, key: str) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to happen: these plants, `rate` of them a second, chance by this seed, an outage, a deadline."""

    plants: list[dict[str, object]]
    rate: float
    seed: int
    outage_s: float
    deadline_s: float

    @property
    def receivers(self) -> tuple[Behaviour, ...]:
        return (
            Behaviour(name="good"),
            Behaviour(name="slow, 30 % 503", refusals=0.3, answer_s=(0.1, 0.3)),
            Behaviour(name=f"down for {self.outage_s:g} s", breaks_down=True),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """How things stand, for the screen. `down_s` tells of receivers that are down how long they will stay so."""

    elapsed_s: float
    plants: int
    latest: Mapping[str, object] | None
    report: Report
    down_s: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How it ended. `owed_by_store` is what the store itself said just before it was stopped, by receiver;
    `owed_at_end` what it said last, of all of them. None when it said nothing.
    """

    report: Report
    seconds: float
    interrupted: bool
    owed_by_store: Mapping[str, int] | None
    owed_at_end: int | None


class Play:
    """One run. What it opens is closed by `close`."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        *,
        clock: Clock,
        connect: Callable[[str, str], Api],
        show: Callable[[View], None],
        interruption: Interruption,
    ) -> None:
        self._plan = plan
        self._clock = clock
        self._connect = connect
        self._show = show
        self._interruption = interruption
        self._show_next_s = 0.0
        self._began_s = clock.monotonic()
        self._acknowledged: list[Acknowledged] = []
        self._outage_ends_s: float | None = None
        self._receivers: list[DemoReceiver] = []
        self._folder = folder
        self.program = Program(folder, interruption=interruption)

    def run(self, *, started: Callable[[Program], None]) -> Result:
        """Play it; StoreEnded when the store does not live through it.

        The lists are read after the store has stopped: what was under way has ended then, and nothing more can come.
        """
        try:
            for behaviour in self._plan.receivers:
                self._receivers.append(DemoReceiver(behaviour, seed=self._plan.seed, clock=self._clock))
            owed_by_store = None
            if self.program.start():
                api = self._connect(self.program.url, self.program.token)
                started(self.program)
                for receiver in self._receivers:
                    _register(api, receiver)
                self._deliver(api)
                owed_by_store = self._settled(api)
            seconds = self._elapsed_s()
            self.program.stop()
            return Result(
                report=self._audit(owed_by_store),
                seconds=seconds,
                interrupted=self._interruption.came,
                owed_by_store=owed_by_store,
                owed_at_end=self.program.owed,
            )
        finally:
            self.program.stop()

    def stay(self, *, started: Callable[[Program], None]) -> None:
        """Serve the store once more, with its receivers, until a person ends it."""
        program = Program(self._folder, interruption=self._interruption, log="kept.log")
        try:
            if program.start():
                started(program)
            while not self._interruption.came:
                program.check()
                self._interruption.wait(STAY_LOOK_S)
        finally:
            program.stop()

    def close(self) -> None:
        """Close the receivers."""
        for receiver in self._receivers:
            receiver.close()

    def _deliver(self, api: Api) -> None:
        """Add every plant in its time, and wait until all receivers have all of them, or time is up."""
        began_s = self._clock.monotonic()
        while not self._is_over():
            self.program.check()
            wait_s = LOOK_S
            if len(self._acknowledged) < len(self._plan.plants):
                due_s = began_s + len(self._acknowledged) / self._plan.rate
                wait_s = min(due_s - self._clock.monotonic(), LOOK_S)
                if wait_s <= 0:
                    self._add(api, len(self._acknowledged))
            self._break_and_mend()
            if self._elapsed_s() >= self._show_next_s:
                self._show(self._view())
                self._show_next_s = self._elapsed_s() + SHOW_S
            self._interruption.wait(max(0.0, wait_s))
        self._show(self._view())

    def _is_over(self) -> bool:
        if self._interruption.came or self._elapsed_s() >= self._plan.deadline_s:
            return True
        return len(self._acknowledged) == len(self._plan.plants) and self._audit(None).complete

    def _add(self, api: Api, index: int) -> None:
        try:
            answer = api.post("/plants", self._plan.plants[index], key=f"demo-{index}")
        except NoAnswer:
            return  # the next round asks again, under the same key
        self._acknowledged.append(Acknowledged(event_id=answer["event_id"], at_s=self._clock.monotonic()))

    def _break_and_mend(self) -> None:
        now_s = self._clock.monotonic()
        for receiver in self._receivers:
            if not receiver.behaviour.breaks_down:
                continue
            if self._outage_ends_s is None and len(self._acknowledged) * OUTAGE_AFTER >= len(self._plan.plants):
                receiver.go_down()
                self._outage_ends_s = self._clock.monotonic() + self._plan.outage_s
            elif self._outage_ends_s is not None and now_s >= self._outage_ends_s and not receiver.is_up:
                receiver.come_up()

    def _settled(self, api: Api) -> Mapping[str, int] | None:
        """Ask the store what it owes. It writes down what was accepted a moment later: give it that moment."""
        ends_s = self._clock.monotonic() + SETTLE_S_MAX
        while True:
            try:
                owed = {one["name"]: int(one["lag"]) for one in api.get("/receivers")["items"]}
            except NoAnswer:
                return None
            missing = {one.name: one.owed for one in self._audit(None).receivers}
            if owed == missing or self._clock.monotonic() >= ends_s:
                return owed
            self._interruption.wait(LOOK_S)

    def _audit(self, owed_by_store: Mapping[str, int] | None) -> Report:
        """Compare; as long as the store has not said what it owes, everything missing counts as owed."""
        lists = {one.behaviour.name: one.recorded for one in self._receivers}
        if owed_by_store is None:
            owed_by_store = dict.fromkeys(lists, len(self._acknowledged))
        return audit(self._acknowledged, lists, owed_by_store)

    def _view(self) -> View:
        elapsed_s, now_s = self._elapsed_s(), self._clock.monotonic()
        count = len(self._acknowledged)
        return View(
            elapsed_s=elapsed_s,
            plants=len(self._plan.plants),
            latest=self._plan.plants[count - 1] if count else None,
            report=self._audit(None),
            down_s={
                one.behaviour.name: max(0.0, (self._outage_ends_s or now_s) - now_s)
                for one in self._receivers
                if not one.is_up
            },
        )

    def _elapsed_s(self) -> float:
        return self._clock.monotonic() - self._began_s


def _register(api: Api, receiver: DemoReceiver) -> None:
    body = {"url": receiver.url, "name": receiver.behaviour.name}
    made = api.post("/receivers", body, key=f"demo-{receiver.url}")
    receiver.expect(secret=made["secret"], access_token=made["access_token"])
