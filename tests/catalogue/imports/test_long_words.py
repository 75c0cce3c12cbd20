"""Words of a hundred thousand characters take little time: a pattern whose time grows by the square stops the store."""

import csv
import io
import time
from pathlib import Path

import pytest

from plantstore.catalogue.imports.columns.file_layout import _first_non_ascii
from plantstore.catalogue.imports.columns.headings import FIELDS
from plantstore.catalogue.imports.shops.merchant_feed import _PATH_END
from tests.catalogue.imports.lists import check

LONG = 200_000
S_MAX = 1.0  # of processor time; by the square it is minutes


def test_a_long_word_before_the_first_that_is_not_ascii_takes_no_time() -> None:
    begun_s = time.thread_time()

    found = _first_non_ascii("a" * LONG + " b\nGrün|c")

    assert found == (2, "Grün")
    assert time.thread_time() - begun_s < S_MAX
    assert _first_non_ascii("é") == (1, "é") and _first_non_ascii("a,bé\n") == (1, "bé")
    assert _first_non_ascii("a" * LONG) is None


def test_a_list_with_such_a_word_is_checked_in_little_time(tmp_path: Path) -> None:
    content = b"name;sku\nRosa;" + b"a" * LONG + b"\nGr\xfcner G\xfcnsel;A-1\nPr\xe4chtige K\xf6nigskerze;A-2\n"
    begun_s = time.thread_time()

    found = check(tmp_path, content)

    assert found.report.new >= 2
    assert time.thread_time() - begun_s < 5 * S_MAX


def test_a_long_category_without_a_path_takes_no_time() -> None:
    begun_s = time.thread_time()

    assert _PATH_END.sub("", "a" * LONG) == "a" * LONG

    assert time.thread_time() - begun_s < S_MAX
    assert _PATH_END.sub("", "Home > Plants / Trees > Oak") == "Oak"


NASTY = ("-", " ", "a", "0", ",", ";", "(", "'", '"', ".", "a ", "- ", "0 ", "x ", "/", ">", "&", "=", "é", "A")
CELL_CHARS = 20_000


@pytest.mark.parametrize("unit", NASTY)
def test_no_field_takes_long_for_a_long_cell(tmp_path: Path, unit: str) -> None:
    lines = io.StringIO()
    writer = csv.writer(lines)
    writer.writerow(["name", *(field for field in FIELDS if field != "name")])
    fields = ["name", *(field for field in FIELDS if field != "name")]
    for hit in fields:
        writer.writerow(
            ["x" + (unit * CELL_CHARS)[:CELL_CHARS] + "\x01" if field == hit else "Rosa" for field in fields]
        )
    begun_s = time.thread_time()

    found = check(tmp_path, lines.getvalue())

    assert found.report.bad > len(fields) / 2
    assert time.thread_time() - begun_s < 10 * S_MAX, "by the square, one cell takes longer than all of them"
