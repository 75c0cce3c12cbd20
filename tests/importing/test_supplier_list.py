"""A supplier's list with every fault, against its key of answers; and a real list of 32,800 names: if they are here."""

import csv
from pathlib import Path

import pytest

from tests.importing.lists import check

DATA = Path(__file__).parents[3] / "shared" / "data"
LIST, KEY = DATA / "synthetic_supplier" / "availability_wk17.csv", DATA / "synthetic_supplier" / "expected.tsv"
NAMES = DATA / "usda_plants" / "plants.csv"
ADDED = {"create", "create_warn", "conflict_identity"}  # which names and pot sizes would tell: not read yet
BAD = {"error", "error_dup_in_file"}


@pytest.mark.skipif(not LIST.exists(), reason="the list is not here")
def test_every_line_of_a_faulty_list_is_taken_as_its_key_says(tmp_path: Path) -> None:
    with KEY.open(encoding="utf-8", newline="") as stream:
        key = {int(row["file_line"]): row["expected"] for row in csv.DictReader(stream, delimiter="\t", quoting=3)}

    found = check(tmp_path, LIST.read_bytes())

    assert {line for line, _, _ in found.plants} == {line for line, said in key.items() if said in ADDED}
    assert {one.line for one in found.report.problems} == {line for line, said in key.items() if said in BAD}
    assert found.report.encoding == "cp1252"


@pytest.mark.skipif(not NAMES.exists(), reason="the list is not here")
def test_every_row_of_a_real_list_is_a_plant(tmp_path: Path) -> None:
    found = check(tmp_path, NAMES.read_bytes(), map={"sku": "symbol"}, rows_max=32_800)

    assert (found.report.new, found.report.bad, found.report.ignored) == (32_800, 0, 0)
