"""A supplier's list with every fault, against its key of answers; and a real list of 32,800 names: if they are here."""

import csv
from pathlib import Path

import pytest

from plantstore.domain.plants.watch_list import WatchedName, WatchList, key_of
from tests.catalogue.imports.lists import check, warned_lines
from tests.real_lists import NAMES, NAMES_ROWS, SUPPLIER, SUPPLIER_KEY, real_list

ADDED = {"create", "create_warn"}
BAD = {"error", "error_dup_in_file"}
WARNED = {"create_warn", "conflict_identity"}
WATCHED = WatchList([(key_of("Impatiens glandulifera"), WatchedName(name="Impatiens glandulifera"))])


def test_every_line_of_a_faulty_list_is_read_as_expected(tmp_path: Path) -> None:
    faulty, answers = real_list(SUPPLIER), real_list(SUPPLIER_KEY)
    if faulty is None or answers is None:
        pytest.skip("PLANT_LISTS names no folder with this list")
    with answers.open(encoding="utf-8", newline="") as stream:
        key = {int(row["file_line"]): row["expected"] for row in csv.DictReader(stream, delimiter="\t", quoting=3)}

    found = check(tmp_path, faulty.read_bytes(), currency="GBP", year=2026, watch_list=WATCHED)

    assert {line for line, _, _, _ in found.plants} == {line for line, said in key.items() if said in ADDED}
    assert {one.line for one in found.report.problems} == {line for line, said in key.items() if said in BAD}
    assert warned_lines(found) == {line for line, said in key.items() if said in WARNED}
    assert found.report.warned == list(key.values()).count("create_warn")
    assert found.report.encoding == "cp1252"


def test_every_row_of_a_real_list_is_a_plant(tmp_path: Path) -> None:
    names = real_list(NAMES)
    if names is None:
        pytest.skip("PLANT_LISTS names no folder with this list")

    found = check(tmp_path, names.read_bytes(), map={"sku": "symbol"}, rows_max=NAMES_ROWS)

    assert (found.report.new, found.report.bad, found.report.ignored) == (NAMES_ROWS, 0, 0)
