"""Prints each delivery that `listen` receives: as one line, as the full request, or as a JSON object."""

import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import click

from plantstore.cli.listen.server import Request, Response
from plantstore.cli.support.output import discard_output, one_line, pad, print_record, printable
from plantstore.domain.receivers.verification import Verdict
from plantstore.domain.timestamps import Instant, to_datetime, to_text

LINE, FULL, JSON = "line", "full", "json"
NAME_COLUMNS = 24  # width of the plant name column; a longer name shifts the rest of its line
RESPONSE_CHARS_MAX = 200  # max characters of a response body shown in a line
_NUMBER = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A webhook request from the store, the verdict on its token and signature, and the response of `listen`.

    `timed_out` is true if the store disconnected before the response was ready. `problem` says why there was no
    usable response from the program behind --forward, or that the store disconnected; empty if neither happened.
    """

    at: Instant
    request: Request
    verdict: Verdict
    response: Response
    duration_s: float
    forwarded: bool
    timed_out: bool = False
    problem: str = ""

    @property
    def headers(self) -> Mapping[str, str]:
        return {name.lower(): value for name, value in self.request.headers}

    @property
    def is_test(self) -> bool:
        return self.headers.get("webhook-test") == "true"

    @property
    def accepted(self) -> bool:
        """True if the store counts the event as delivered."""
        return self.response.accepted and not self.timed_out

    @property
    def event_type(self) -> str:
        return "test" if self.is_test else self.headers.get("ce-type", "")

    @property
    def event_id(self) -> str:
        return self.headers.get("webhook-id", "")

    @property
    def attempt(self) -> int:
        return _number(self.headers.get("webhook-attempt")) or 1

    @property
    def sequence(self) -> int | None:
        return _number(self.headers.get("ce-sequence"))

    def plant(self) -> dict[str, Any] | None:
        try:
            plant = json.loads(self.request.body.decode())
        except (ValueError, RecursionError):
            return None
        return plant if isinstance(plant, dict) else None


class Printer:
    """Prints deliveries on standard output and notes on standard error. Its methods may be called from any thread.

    In JSON mode, all output is JSON Lines on standard output, and `type` says what a line contains. If the reader of
    standard output closes it, `on_broken_pipe` is called once and further output is dropped.
    """

    def __init__(self, style: str, *, on_broken_pipe: Callable[[], None]) -> None:
        self._style = style
        self._on_broken_pipe = on_broken_pipe
        self._lock = threading.Lock()

    def note(self, text: str) -> None:
        """Print a note for the user; in JSON mode, an object with `type` set to `notice`."""
        if self._style == JSON:
            self._print({"type": "notice", "text": text})
        else:
            click.echo(one_line(text), err=True)

    def note_for_people(self, text: str) -> None:
        """Print a note, but not in JSON mode, where another object contains the same information."""
        if self._style != JSON:
            self.note(text)

    def ready(self, text: str, **fields: Any) -> None:
        self._print_either("ready", text, fields)

    def summary(self, text: str, **fields: Any) -> None:
        self._print_either("summary", text, fields)

    def delivery(self, delivery: Delivery) -> None:
        match self._style:
            case "json":
                self._print(_record(delivery))
            case "full":
                self._print(f"{_line(delivery)}\n{_whole(delivery.request)}\n")
            case _:
                self._print(_line(delivery))

    def _print_either(self, kind: str, text: str, fields: Mapping[str, Any]) -> None:
        if self._style == JSON:
            self._print({"type": kind, **fields})
        else:
            click.echo(one_line(text), err=True)

    def _print(self, data: str | Mapping[str, Any]) -> None:
        with self._lock:
            try:
                if isinstance(data, str):
                    click.echo(data)
                else:
                    print_record(data, as_json=True)
            except BrokenPipeError:
                discard_output()
                self._on_broken_pipe()


def _line(delivery: Delivery) -> str:
    local_time = to_datetime(delivery.at).astimezone()
    name = one_line(str((delivery.plant() or {}).get("name", "")))
    verdict = "verified" if delivery.verdict.verified else f"not verified ({delivery.verdict.reason})"
    attempt = f", attempt {delivery.attempt}" if delivery.attempt > 1 else ""
    parts = [
        f"{local_time:%H:%M:%S}.{local_time.microsecond // 1000:03}",
        delivery.event_type or "-",
        pad(name or "-", NAME_COLUMNS),
        delivery.event_id or "-",
        verdict + attempt,
        _response(delivery),
    ]
    return printable("  ".join(parts)).replace("\n", " ").replace("\t", " ").rstrip()


def _response(delivery: Delivery) -> str:
    response = delivery.response
    text = f"→ {response.status}"
    if delivery.forwarded:
        text += f" in {delivery.duration_s * 1000:,.0f} ms"
    reason = delivery.problem or delivery.verdict.detail
    if not reason and not response.accepted:
        reason = response.body.decode(errors="replace")[:RESPONSE_CHARS_MAX]
    return f"{text}  {one_line(reason)}" if reason else text


def _whole(request: Request) -> str:
    """Return the full request as text, with the access token masked."""
    lines = [f"POST {request.path} HTTP/1.1"]
    for name, value in request.headers:
        lines.append(f"{name}: {'Bearer ***' if name.lower() == 'authorization' else value}")
    return printable("\n".join([*lines, "", request.body.decode(errors="replace")]))


def _record(delivery: Delivery) -> dict[str, Any]:
    return {
        "type": "delivery",
        "time": to_text(delivery.at),
        "event_type": delivery.event_type or None,
        "event_id": delivery.event_id or None,
        "sequence": delivery.sequence,
        "attempt": delivery.attempt,
        "plant": delivery.plant(),
        "verified": delivery.verdict.verified,
        "reason": delivery.verdict.reason,
        "detail": delivery.problem or delivery.verdict.detail,
        "status": delivery.response.status,
        "accepted": delivery.accepted,
        "duration_ms": round(delivery.duration_s * 1000, 3),
        "forwarded": delivery.forwarded,
    }


def _number(text: str | None) -> int | None:
    return int(text) if text and _NUMBER.fullmatch(text) else None
