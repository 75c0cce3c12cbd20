"""The state of the program in three lines, from the status API: integrity checks, processes, the database."""

from collections.abc import Sequence
from dataclasses import dataclass

from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.rendering import counted

_UNITS = ("bytes", "kB", "MB", "GB", "TB")
_DISK = frozenset({"store_full", "unavailable"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemLine:
    """One line: whether it is well (None if it isn't known yet), what it says, and a time or a note."""

    is_well: bool | None
    text: str
    at: str | None = None
    note: str = ""


def system_lines(status: ApiAnswer) -> Sequence[SystemLine]:
    """Return the three lines; the overview and the health page show the same."""
    codes = {one["code"] for one in status["problems"]}
    running = [one for one in status["processes"] if not one["leaving"]]
    delivers = "nobody_delivers" not in codes
    wal = f", plus {size(status['wal_bytes'])} write-ahead log" if not status["server"] else ""
    return (
        _checks(status),
        SystemLine(
            is_well=delivers,
            text=f"{counted(len(running), 'process', 'processes')} running" if delivers else "No process delivers",
            note=f"version {status['version']}",
        ),
        SystemLine(
            is_well=not codes & _DISK,
            text="The database can't be written" if codes & _DISK else "The database can be written",
            note=f"{size(status['database_bytes'])}{wal}",
        ),
    )


def _checks(status: ApiAnswer) -> SystemLine:
    audit = status["audit"]
    if audit is None:
        return SystemLine(is_well=None, text="Integrity checks run within a minute of startup")
    checked = [one for one in audit["numbers"] if one["count"] is not None]
    failed = sum(1 for one in checked if one["count"])
    if failed:
        text = f"{failed} of {len(checked)} integrity checks failed"
    else:
        text = f"All {len(checked)} integrity checks passed"
    return SystemLine(is_well=not failed, text=text, at=audit["time"])


def size(count: int) -> str:
    """Return a number of bytes as text in a decimal unit.

    >>> size(512), size(4_194_304), size(12_500_000_000)
    ('512 bytes', '4.2 MB', '12.5 GB')
    """
    value, unit = float(count), 0
    while value >= 1000 and unit < len(_UNITS) - 1:
        value, unit = value / 1000, unit + 1
    return f"{value:.1f} {_UNITS[unit]}" if unit else f"{count} bytes"
