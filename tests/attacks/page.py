"""Writes the tables of docs/attacks.md: `python -m tests.attacks.page`, or `make docs`."""

from pathlib import Path

from tests.attacks.attack import Attack
from tests.attacks.callers import CALLERS
from tests.attacks.console import CONSOLE, FOUND
from tests.attacks.outgoing import OUTGOING

PAGE = Path(__file__).parents[2] / "docs" / "attacks.md"
BEGIN, END = "<!-- {name}: `make docs` writes between these lines -->", "<!-- end of {name} -->"
HEAD = ("| # | attack | defence | proof |", "|---|---|---|---|")
TABLES: dict[str, tuple[Attack, ...]] = {
    "outgoing": OUTGOING,
    "callers": CALLERS,
    "console": CONSOLE,
    "found": FOUND,
}
ATTACKS = tuple(one for table in TABLES.values() for one in table)


def with_tables(text: str) -> str:
    """Return the text of the page with its tables as they should be."""
    for name, table in TABLES.items():
        before, begin, rest = text.partition(BEGIN.format(name=name))
        _, end, after = rest.partition(END.format(name=name))
        assert begin and end, f"the page has no markers of {name}"
        rows = "\n".join((*HEAD, *(one.row for one in table)))
        text = f"{before}{begin}\n{rows}\n{end}{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
