"""Reports to the store what the program behind `listen` answered, while `listen` follows the store's feed."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from plantstore.cli.listen.delivery_lines import Delivery
from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.cli.support.problem_errors import status_of
from plantstore.domain.receivers.listener import DETAIL_CHARS_MAX, DURATION_MS_MAX, INTERVAL_S_MIN, OUTCOMES_MAX

LISTENERS = "/listeners"
STOP_S_MAX = 10.0  # max time to report what waits when `listen` stops
LAST_TRIES_MAX = 3  # max failures while `listen` stops
WAITING_MAX = 1_000  # max outcomes that wait while the store is unreachable; the oldest are dropped


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTiming:
    """How often outcomes are reported, and how long a request may take. Times are in seconds."""

    interval_s: float = 2 * INTERVAL_S_MIN
    response_s_max: float = 5.0
    retry_s: float = 5.0


class Reporter:
    """Reports outcomes in a thread of its own, several in a request, until the store refuses a report.

    Call `start` with the first event to report on, then `add` for each delivery; `stop` reports what waits. A listener
    is registered with the first report. `note` shows a sentence to the person.
    """

    def __init__(
        self, client: Client, *, name: str, note: Callable[[str], None], timing: ReportTiming | None = None
    ) -> None:
        self._timing = timing or ReportTiming()
        self._client = replace(client, timeout_s=min(client.timeout_s, self._timing.response_s_max))
        self._name = name
        self._note = note
        self._waiting: deque[dict[str, Any]] = deque(maxlen=WAITING_MAX)
        self._changed = threading.Condition()
        self._is_stopping = False
        self._is_refused = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._first = 1
        self._id = ""

    @property
    def is_running(self) -> bool:
        return self._thread.is_alive()

    def start(self, first: int) -> None:
        """Report on events from the sequence `first` on."""
        self._first = first
        self._thread.start()

    def add(self, delivery: Delivery) -> None:
        """Report a delivery later. No effect for a test request, or if the store has refused a report."""
        if self._is_refused or delivery.sequence is None or delivery.is_test:
            return
        with self._changed:
            self._waiting.append(_outcome(delivery, delivery.sequence))
            self._changed.notify_all()

    def stop(self) -> None:
        """Report what waits, and stop; give up after STOP_S_MAX or a few failures."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify_all()
        if self.is_running:
            self._thread.join(STOP_S_MAX)

    def _run(self) -> None:
        """Report until stopped or refused, with a pause between two reports."""
        pause, failures_left = threading.Event(), LAST_TRIES_MAX
        while not self._is_refused:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._is_stopping)
                batch = [self._waiting.popleft() for _ in range(min(OUTCOMES_MAX, len(self._waiting)))]
            if not batch or not failures_left:
                return
            if self._send(batch):
                pause.wait(self._timing.interval_s)
                continue
            with self._changed:
                self._waiting.extendleft(reversed(batch[: WAITING_MAX - len(self._waiting)]))
                if self._is_stopping:
                    failures_left -= 1
                else:
                    self._changed.wait_for(lambda: self._is_stopping, self._timing.retry_s)

    def _send(self, batch: list[dict[str, Any]]) -> bool:
        """Report a batch. Return False if it should be repeated later, as the store is unreachable or busy."""
        latest = {one["sequence"]: one for one in batch}
        try:
            self._report(list(latest.values()))
        except Failure as failure:
            status = status_of(failure) or 0
            if failure.exit_code == Exit.NOT_REACHABLE or status == HTTPStatus.TOO_MANY_REQUESTS or status >= 500:
                return False
            self._is_refused = True
            self._note(f"What your program answers is not reported to the store: {failure.cause}")
        return True

    def _report(self, outcomes: list[dict[str, Any]]) -> None:
        """Send a report; register first, and again if the store has removed the listener, which was idle too long."""
        if not self._id:
            self._register(self._first)
        try:
            self._post(outcomes)
        except Failure as failure:
            if failure.exit_code != Exit.NOT_FOUND:
                raise
            self._register(min(one["sequence"] for one in outcomes))
            self._post(outcomes)

    def _register(self, first: int) -> None:
        made = self._client.post(LISTENERS, {"name": self._name, "start": first}, idempotency_key=None)
        self._id = str(made["id"])

    def _post(self, outcomes: list[dict[str, Any]]) -> None:
        path = f"{LISTENERS}/{segment(self._id)}/outcomes"
        self._client.post(path, {"outcomes": outcomes}, idempotency_key=None)


def _outcome(delivery: Delivery, sequence: int) -> dict[str, Any]:
    return {
        "sequence": sequence,
        "status": None if delivery.problem else delivery.response.status,
        "duration_ms": min(DURATION_MS_MAX, round(delivery.duration_s * 1_000)),
        "detail": delivery.problem[:DETAIL_CHARS_MAX],
    }
