"""docs/importing.md says what the code does."""

import re
from pathlib import Path

from plantstore.catalogue.imports import checked_rows_file, commands, report
from plantstore.catalogue.imports.columns import file_layout, headerless, headings
from plantstore.catalogue.imports.text_files import csv_records
from plantstore.catalogue.imports.values.cells import TRIGGERS
from plantstore.web.api.imports.endpoints import PREVIEW_WAIT_S

PAGE = (Path(__file__).parents[3] / "docs" / "importing.md").read_text(encoding="utf-8")
TEXT = " ".join(PAGE.split())


def test_every_heading_is_listed_with_its_field() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE, re.MULTILINE))

    assert rows.keys() == set(headings.FIELDS)
    for field, words in headings.HEADINGS_OF.items():
        listed = re.split(r"[;:]", rows[field])[0].split(", ")
        assert listed == list(words), field


def test_the_figures_are_those_of_the_code() -> None:
    assert f"fewer than {headerless.HEADER_LINES_MAX}." in TEXT
    assert f"the {PREVIEW_WAIT_S:g} seconds for which the response waits" in TEXT
    assert f"batches of up to {checked_rows_file.BATCH_ROWS_MAX}," in TEXT
    assert f"the first {report.BAD_ROWS_KEPT_MAX:,} of them" in TEXT
    assert f"{csv_records.CELL_CHARS_MAX:,} characters per cell, {csv_records.LINE_CHARS_MAX:,} per line" in TEXT
    assert f"{file_layout.COLUMNS_MAX} columns, and {commands.OPEN_MAX} imports" in TEXT
    assert set("=+-@") <= set(TRIGGERS)
