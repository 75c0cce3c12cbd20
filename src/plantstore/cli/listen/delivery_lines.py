"""What `listen` prints about each delivery: one line, the whole request, or one JSON object."""

import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import click

from plantstore.cli.listen.server import Answer, Request
from plantstore.cli.support.output import print_record
from plantstore.cli.support.safe_text import one_line, pad, printable
from plantstore.cli.support.stdio import give_up_printing
from plantstore.domain.timestamps import Instant, to_datetime, to_text
from plantstore.domain.verification import Verdict

LINE, FULL, JSON = "line", "full", "json"
NAME_COLUMNS = 24  # most names of plants; a longer one moves the rest of its line
ANSWER_CHARS_MAX = 200  # of an answer's body, in a line for people
_NUMBER = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One request of the store, what was found, and what it was answered. `problem` says why that was no good.

    `awaited` tells whether the store still waited for the answer.
    """

    at: Instant
    request: Request
    verdict: Verdict
    answer: Answer
    duration_s: float
    forwarded: bool
    awaited: bool = True
    problem: str = ""

    @property
    def headers(self) -> Mapping[str, str]:
        return {name.lower(): value for name, value in self.request.headers}

    @property
    def is_test(self) -> bool:
        return self.headers.get("webhook-test") == "true"

    @property
    def accepted(self) -> bool:
        """Whether the store takes it for delivered."""
        return self.answer.accepted and self.awaited

    @property
    def kind(self) -> str:
        return "test" if self.is_test else self.headers.get("ce-type", "")

    @property
    def event_id(self) -> str:
        return self.headers.get("webhook-id", "")

    @property
    def number(self) -> int:
        """Which try it is."""
        return _number(self.headers.get("webhook-attempt")) or 1

    @property
    def sequence(self) -> int | None:
        return _number(self.headers.get("ce-sequence"))

    def plant(self) -> dict[str, Any] | None:
        try:
            found = json.loads(self.request.body.decode())
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None


class Printer:
    """Writes to standard output what is data, to standard error the rest; whole lines, from any thread.

    With JSON, all of it is JSON Lines on standard output, told apart by `type`. When nobody reads any more,
    `on_broken` is called once, and the rest is dropped.
    """

    def __init__(self, style: str, *, on_broken: Callable[[], None]) -> None:
        self._style = style
        self._on_broken = on_broken
        self._lock = threading.Lock()

    def say(self, text: str) -> None:
        """Tell people something beside the data."""
        if self._style == JSON:
            self._data({"type": "notice", "text": text})
        else:
            click.echo(one_line(text), err=True)

    def say_to_people(self, text: str) -> None:
        """Tell what programs learn from the facts."""
        if self._style != JSON:
            self.say(text)

    def ready(self, text: str, **facts: Any) -> None:
        self._fact("ready", text, facts)

    def summary(self, text: str, **facts: Any) -> None:
        self._fact("summary", text, facts)

    def delivery(self, delivery: Delivery) -> None:
        match self._style:
            case "json":
                self._data(_record(delivery))
            case "full":
                self._data(f"{_line(delivery)}\n{_whole(delivery.request)}\n")
            case _:
                self._data(_line(delivery))

    def _fact(self, kind: str, text: str, facts: Mapping[str, Any]) -> None:
        if self._style == JSON:
            self._data({"type": kind, **facts})
        else:
            click.echo(one_line(text), err=True)

    def _data(self, data: str | Mapping[str, Any]) -> None:
        with self._lock:
            try:
                if isinstance(data, str):
                    click.echo(data)
                else:
                    print_record(data, as_json=True)
            except BrokenPipeError:
                give_up_printing()
                self._on_broken()


def _line(delivery: Delivery) -> str:
    moment = to_datetime(delivery.at).astimezone()
    name = one_line(str((delivery.plant() or {}).get("name", "")))
    found = "verified" if delivery.verdict.verified else f"not verified ({delivery.verdict.reason})"
    try_number = f", try {delivery.number}" if delivery.number > 1 else ""
    parts = [
        f"{moment:%H:%M:%S}.{moment.microsecond // 1000:03}",
        delivery.kind or "-",
        pad(name or "-", NAME_COLUMNS),
        delivery.event_id or "-",
        found + try_number,
        _answered(delivery),
    ]
    return one_line_keeping_gaps("  ".join(parts))


def _answered(delivery: Delivery) -> str:
    answer = delivery.answer
    words = f"→ {answer.status}"
    if delivery.forwarded:
        words += f" in {delivery.duration_s * 1000:,.0f} ms"
    why = delivery.problem or delivery.verdict.detail
    if not why and not answer.accepted:
        why = answer.body.decode(errors="replace")[:ANSWER_CHARS_MAX]
    return f"{words}  {one_line(why)}" if why else words


def one_line_keeping_gaps(text: str) -> str:
    return printable(text).replace("\n", " ").replace("\t", " ").rstrip()


def _whole(request: Request) -> str:
    """Write the request as it came, but for the access token."""
    lines = [f"POST {request.path} HTTP/1.1"]
    for name, value in request.headers:
        lines.append(f"{name}: {'Bearer ***' if name.lower() == 'authorization' else value}")
    return printable("\n".join([*lines, "", request.body.decode(errors="replace")]))


def _record(delivery: Delivery) -> dict[str, Any]:
    return {
        "type": "delivery",
        "time": to_text(delivery.at),
        "event_type": delivery.kind or None,
        "event_id": delivery.event_id or None,
        "sequence": delivery.sequence,
        "attempt": delivery.number,
        "plant": delivery.plant(),
        "verified": delivery.verdict.verified,
        "reason": delivery.verdict.reason,
        "detail": delivery.problem or delivery.verdict.detail,
        "status": delivery.answer.status,
        "accepted": delivery.accepted,
        "duration_ms": round(delivery.duration_s * 1000, 3),
        "forwarded": delivery.forwarded,
    }


def _number(text: str | None) -> int | None:
    return int(text) if text and _NUMBER.fullmatch(text) else None
