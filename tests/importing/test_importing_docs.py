"""docs/importing.md says what the code does."""

import re
from pathlib import Path

from plantstore.importing import headerless, headings, layout, lines, report, spool, verbs
from plantstore.importing.cells import TRIGGERS
from plantstore.web.imports import PREVIEW_WAIT_S

PAGE = (Path(__file__).parents[2] / "docs" / "importing.md").read_text(encoding="utf-8")
TEXT = " ".join(PAGE.split())


def test_every_heading_is_listed_with_its_field() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE, re.MULTILINE))

    assert rows.keys() == set(headings.FIELDS)
    for field, words in headings.HEADINGS_OF.items():
        listed = re.split(r"[;:]", rows[field])[0].split(", ")
        assert listed == list(words), field


def test_the_figures_are_those_of_the_code() -> None:
    assert f"fewer than {headerless.HEADER_LINES_MAX}." in TEXT
    assert f"the {PREVIEW_WAIT_S:g} seconds for which the answer waits" in TEXT
    assert f"batches of up to {spool.BATCH_ROWS_MAX}," in TEXT
    assert f"the first {report.BAD_ROWS_KEPT_MAX:,} of them" in TEXT
    assert f"{lines.CELL_CHARS_MAX:,} characters a cell, {lines.LINE_CHARS_MAX:,} a line" in TEXT
    assert f"{layout.COLUMNS_MAX} columns, and {verbs.OPEN_MAX} imports" in TEXT
    assert set("=+-@") <= set(TRIGGERS)
