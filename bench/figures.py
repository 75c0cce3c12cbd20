"""The results of a bench: figures with their rounds, goals and yardsticks, and the table of them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

MISSED, MET, NO_GOAL = "MISSED", "met", ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """The value that a figure must reach: at least, or, with `at_most`, at most."""

    value: float
    at_most: bool = False

    def is_met(self, figure: float) -> bool:
        return figure <= self.value if self.at_most else figure >= self.value

    @property
    def text(self) -> str:
        return f"{'≤' if self.at_most else '≥'} {number(self.value)}"


def at_least(value: float) -> Goal:
    return Goal(value=value)


def at_most(value: float) -> Goal:
    return Goal(value=value, at_most=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure: a value for each round. Its yardsticks, `raw` and `usual`, were measured in the same minutes.

    `note` explains how to read it.
    """

    name: str
    unit: str
    rounds: tuple[float, ...]
    goal: Goal | None = None
    raw: tuple[float, ...] = ()
    usual: tuple[float, ...] = ()
    note: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        assert self.rounds, "a figure was measured at least once"

    @property
    def value(self) -> float:
        """The median: a single disturbed round does not affect it."""
        return median(self.rounds)

    @property
    def verdict(self) -> str:
        if self.goal is None:
            return NO_GOAL
        return MET if self.goal.is_met(self.value) else MISSED

    def of_raw(self, goal: Goal | None = None) -> "Figure":
        """Return the share of `raw` that it reaches, round by round: a slow machine slows both."""
        shares = tuple(100 * ours / raw for ours, raw in zip(self.rounds, self.raw, strict=True))
        return Figure(name=f"{self.name}, of raw", unit="%", rounds=shares, goal=goal)

    def of_usual(self, goal: Goal | None = None) -> "Figure":
        """Return it as a multiple of `usual`."""
        times = tuple(ours / median(self.usual) for ours in self.rounds)
        return Figure(name=f"{self.name}, times usual", unit="×", rounds=times, goal=goal)


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that this percentage of the values does not exceed.

    >>> percentile([5, 1, 4, 2, 3], 50), percentile([5, 1, 4, 2, 3], 99)
    (3, 5)
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def number(value: float) -> str:
    """Write a number with about three digits that mean something.

    >>> number(31234.5), number(31.26), number(0.31), number(12), number(0)
    ('31,234', '31.3', '0.31', '12', '0')
    """
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2g}" if abs(value) < 0.1 else f"{value:.2f}"


HEADINGS = ("figure", "median", "unit", "spread", "goal", "", "raw", "usual")


def table(figures: Sequence[Figure]) -> str:
    """Return the table for a person, with the notes below it."""
    notes = list(dict.fromkeys(figure.note for figure in figures if figure.note))
    rows = [HEADINGS, *(_row(figure, notes) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    lines = ["  ".join(_cell(text, widths[at], at) for at, text in enumerate(row)).rstrip() for row in rows]
    lines.insert(1, "─" * max(map(len, lines)))
    return "\n".join([*lines, "", *(f"{at}) {note}" for at, note in enumerate(notes, 1))]).rstrip() + "\n"


def record(figure: Figure) -> dict[str, Any]:
    """Return a figure as JSON data."""
    return {
        "name": figure.name,
        "unit": figure.unit,
        "median": figure.value,
        "rounds": list(figure.rounds),
        "goal": figure.goal.text if figure.goal else None,
        "met": figure.goal.is_met(figure.value) if figure.goal else None,
        "raw": median(figure.raw) if figure.raw else None,
        "usual": median(figure.usual) if figure.usual else None,
        "note": figure.note or None,
    }


def _row(figure: Figure, notes: Sequence[str]) -> tuple[str, ...]:
    mark = f" {notes.index(figure.note) + 1})" if figure.note else ""
    return (
        figure.name + mark,
        number(figure.value),
        figure.unit,
        f"{number(min(figure.rounds))}–{number(max(figure.rounds))}" if len(figure.rounds) > 1 else "",
        figure.goal.text if figure.goal else "",
        figure.verdict,
        number(median(figure.raw)) if figure.raw else "",
        number(median(figure.usual)) if figure.usual else "",
    )


def _cell(text: str, width: int, column: int) -> str:
    return text.ljust(width) if HEADINGS[column] in ("figure", "unit", "", "goal") else text.rjust(width)
