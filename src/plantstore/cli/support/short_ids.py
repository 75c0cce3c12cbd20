"""Ids that were cut to a prefix: the one thing that begins with it is meant."""

from collections.abc import Callable, Iterable

from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.output import Row

NAMED_MAX = 5  # an ambiguous prefix lists so many of those it fits


def resolve(given: str, *, prefix: str, chars: int, noun: str, rows: Callable[[], Iterable[Row]]) -> str:
    """Give the whole id; `rows` lists the candidates and is called only when the id was cut.

    A bare prefix is refused: an empty variable in a script must not mean the only receiver there is.
    """
    if not given.startswith(prefix) or given == prefix:
        raise WrongUsage(
            f"“{given}” is no {noun} id.", next_step=f"Write {prefix}… as `plantstore {noun}s list` shows it."
        )
    if len(given) == len(prefix) + chars:
        return given
    fitting = [row for row in rows() if str(row.get("id", "")).startswith(given)]
    if not fitting:
        raise Failure(
            f"There is no {noun} {given}….",
            exit_code=Exit.NOT_FOUND,
            next_step=f"`plantstore {noun}s list` shows what there is.",
        )
    if len(fitting) > 1:
        raise WrongUsage(f"{given}… fits {len(fitting)} {noun}s: {named(fitting)}.", next_step="Write more of the id.")
    return str(fitting[0]["id"])


def named(rows: list[Row]) -> str:
    """Name the first of these by id and name."""
    shown = [f"{row['id']} ({row.get('name', '')})" for row in rows[:NAMED_MAX]]
    return ", ".join(shown) + (" …" if len(rows) > NAMED_MAX else "")
