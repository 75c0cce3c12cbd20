"""The log for people: short lines on standard output, at most LINES_PER_S_MAX of each kind per second.

Further lines are only counted; at the end of the second, one line summarizes them.
"""

import asyncio
import json
import shlex
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

from plantstore import __version__
from plantstore.core.clock import Clock
from plantstore.core.logging.messages import SentAttempt, attempt_message, breaker_message, result_of
from plantstore.core.logging.streams import Stream
from plantstore.core.settings import PREFIX, Settings
from plantstore.domain.deliveries.breaker import Breaker
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import STATE_OF_BREAKER
from plantstore.domain.session import LINK_S_MAX
from plantstore.domain.timestamps import Instant, to_datetime

LINES_PER_S_MAX = 10  # max lines per second about deliveries, and as many about added plants; people cannot read more
WINDOW_S = 1.0
COMMAND, DATA = ".venv/bin/plantstore", Path("data")  # the command and data folder of `make run`
_RESULTS = ("accepted", "failed", "given up")

CallLater = Callable[[float, Callable[[], None]], None]
"""Calls a function after the given number of seconds."""


def call_later(delay_s: float, callback: Callable[[], None]) -> None:
    """Call `callback` on the running event loop after `delay_s` seconds.

    Without a running event loop, do nothing: the next line or `stopped` writes the summary.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return
    loop.call_later(delay_s, callback)


class TextLogger:
    """Writes log lines for people, with times in the store's time zone."""

    def __init__(self, stream: Stream[str], zone: ZoneInfo, clock: Clock, later: CallLater = call_later) -> None:
        self._stream = stream
        self._zone = zone
        self._clock = clock
        self._command = COMMAND
        self._takes_plants = True
        self._plants = _PacedLines(clock, later, self._sum_up_plants)
        self._deliveries = _PacedLines(clock, later, self._sum_up_deliveries)

    def started(self, settings: Settings, *, is_new: bool, sign_in: str = "") -> None:
        if settings.data != DATA:
            self._command = f"{PREFIX}DATA={shlex.quote(str(settings.data))} {COMMAND}"
        self._write(f"Plant Store {__version__:<39}data: {settings.data}{'   (new)' if is_new else ''}")
        self._takes_plants = settings.role != "dispatcher"
        if not self._takes_plants:
            self._write(f"  Sends webhooks only. Status: {settings.public_url}/readyz, /metrics and /api/v1/status")
            return
        if sign_in:
            self._write(f"  Console   {sign_in}")
            self._write(
                f"            signs you in once, within {LINK_S_MAX // 60} minutes; later: {self._command} console"
            )
        else:
            self._write(f"  Console   {settings.console_url + '/':<39}sign in: {self._command} console")
        self._write(f"  API       {settings.console_url + '/api/docs':<39}token: {settings.operator_token_file}")

    def ready(self, url: str) -> None:
        self._write(f"Ready on {url}")
        if self._takes_plants:
            self._write(f"Next:  {self._command} plants add 'Aloe vera'       add a plant and see its webhook here")
            self._write(f"       {self._command} receivers add --help         send new plants to another system")
        self._write("Ctrl-C stops. Nothing is lost when you do.")

    def stopped(self, *, queued: int | None) -> None:
        self._plants.flush()
        self._deliveries.flush()
        if queued is None:
            self._write(
                "Stopped. The database is unavailable, so the number of queued deliveries is not known. "
                "They will continue at the next start."
            )
        elif queued:
            deliveries = "1 delivery is" if queued == 1 else f"{queued:,} deliveries are"
            self._write(f"Stopped. {deliveries} queued and will continue at the next start.")
        else:
            self._write("Stopped. Nothing is queued.")

    def plants_added(self, events: Iterable[Event]) -> None:
        for event in events:
            self._plants.add("added", partial(self._log_plant, event))

    def attempts_recorded(self, attempts: Iterable[SentAttempt]) -> None:
        for sent in attempts:
            self._deliveries.add(result_of(sent), partial(self._log_attempt, sent))

    def breaker_changed(self, receiver_id: ReceiverId, name: str, breaker: Breaker) -> None:  # noqa: ARG002  # shows the name
        self._log(self._clock.now(), STATE_OF_BREAKER[breaker.state], f"“{name}”: {breaker_message(breaker)}")

    def _log_plant(self, event: Event) -> None:
        name = json.loads(event.body_basic)["name"]
        self._log(event.occurred_at, "added", f"{name:<30}plant {event.plant_id}")

    def _log_attempt(self, sent: SentAttempt) -> None:
        self._log(self._clock.now(), *attempt_message(sent))

    def _sum_up_plants(self, left_out: Counter[str]) -> None:
        count = left_out.total()
        self._log(self._clock.now(), "…", f"and {count:,} more {'plant' if count == 1 else 'plants'} added")

    def _sum_up_deliveries(self, left_out: Counter[str]) -> None:
        count = left_out.total()
        each = ", ".join(f"{left_out[result]:,} {result}" for result in _RESULTS if left_out[result])
        text = f"and {count:,} more {'delivery' if count == 1 else 'deliveries'}: {each}"
        self._log(self._clock.now(), "…", text)

    def _log(self, at: Instant, what: str, text: str) -> None:
        clock_time = to_datetime(at).astimezone(self._zone).strftime("%H:%M:%S")
        self._write(f"{clock_time}  {what:<10} {text}")

    def _write(self, line: str) -> None:
        self._stream.write(line + "\n")
        self._stream.flush()


@dataclass(slots=True)
class _PacedLines:
    """Writes the first LINES_PER_S_MAX lines of each second, and passes counts of the others by kind to `sum_up`."""

    clock: Clock
    later: CallLater
    sum_up: Callable[[Counter[str]], None]
    _began_s: float = float("-inf")
    _written: int = 0
    _left_out: Counter[str] | None = None

    def add(self, kind: str, write: Callable[[], None]) -> None:
        """Write a line now or, beyond the limit, count it under its kind."""
        now_s = self.clock.monotonic()
        if now_s - self._began_s >= WINDOW_S:
            self.flush()
            self._began_s, self._written = now_s, 0
        if self._written < LINES_PER_S_MAX:
            self._written += 1
            write()
            return
        if self._left_out is None:
            self._left_out = Counter()
            self.later(self._began_s + WINDOW_S - now_s, self.flush)
        self._left_out[kind] += 1

    def flush(self) -> None:
        """Write a summary of the lines left out since the last call, if any."""
        left_out, self._left_out = self._left_out, None
        if left_out:
            self.sum_up(left_out)
