"""The table of docs/proof.md: a row for each run, and the totals."""

import re
from dataclasses import dataclass
from pathlib import Path

from tests.proving import Figures

PAGE = Path(__file__).parents[1] / "docs" / "proof.md"
BEGIN, END = "<!-- runs: `make proof` writes between these lines -->", "<!-- end of runs -->"
HEAD = (
    "| date | version | part | done | lost | what else was seen | seeds | minutes |",
    "|---|---|---|---|---|---|---|---|",
)
FAILED = "**FAILED**"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One run, as shown in the table."""

    date: str
    version: str
    part: str
    done: str
    """The number of units done: `1,000 worlds`."""
    lost: str
    seen: str
    seeds: str
    minutes: str

    @property
    def line(self) -> str:
        cells = (self.date, self.version, f"`{self.part}`", self.done, self.lost, self.seen, self.seeds, self.minutes)
        return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"

    @property
    def last_seed(self) -> int:
        found = re.search(r"(\d+)$", self.seeds)
        return int(found[1]) if found else 0


def rows_of(text: str) -> list[Row]:
    """Return the runs in the table of a page."""
    begin, table, _ = _parts(text)
    del begin
    found = []
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if line.startswith("|") and line not in HEAD and len(cells) == 8:
            date, version, part, done, lost, seen, seeds, minutes = cells
            found.append(
                Row(
                    date=date,
                    version=version,
                    part=part.strip("`"),
                    done=done,
                    lost=lost,
                    seen=seen,
                    seeds=seeds,
                    minutes=minutes,
                )
            )
    return found


def with_row(text: str, row: Row) -> str:
    """Return the page with one more run, and new totals."""
    before, _, after = _parts(text)
    rows = [*rows_of(text), row]
    lines = [*HEAD, *(one.line for one in rows), "", sums(rows)]
    return f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n{END}{after}"


def sums(rows: list[Row]) -> str:
    """Return a sentence with the totals of all runs by unit, and the losses."""
    by_unit: dict[str, int] = {}
    for row in rows:
        number, _, unit = row.done.partition(" ")
        by_unit[unit] = by_unit.get(unit, 0) + int(number.replace(",", ""))
    failed = sum(row.lost.startswith(FAILED) for row in rows)
    lost = sum(int(row.lost.replace(",", "")) for row in rows if not row.lost.startswith(FAILED))
    done = ", ".join(f"{count:,} {unit}" for unit, count in by_unit.items())
    return f"**All runs together: {done}; {lost:,} lost; {failed:,} of {len(rows):,} runs failed.**"


def words(figures: Figures) -> str:
    """Return figures as text, without `lost`, which has its own column.

    >>> words({"plants_promised": 12345, "longest_wait_s": 1.25, "lost": 0})
    'plants promised 12,345, longest wait s 1.2'
    """
    shown = {name: value for name, value in figures.items() if name != "lost"}
    return ", ".join(
        f"{name.replace('_', ' ')} {value:,.1f}" if isinstance(value, float) else f"{name.replace('_', ' ')} {value:,}"
        for name, value in shown.items()
    )


def _parts(text: str) -> tuple[str, str, str]:
    before, begin, rest = text.partition(BEGIN)
    table, end, after = rest.partition(END)
    assert begin and end, f"the page has no markers: {BEGIN} and {END}"
    return before, table, after
