"""Real lists of names, if they are here: each disagreement with their own columns is printed."""

import csv
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from plantstore.domain.plants.names.botanical_name import ParsedName, parse, read_tokens
from plantstore.domain.plants.names.codes import NameOutcome
from tests.real_lists import NAMES, NAMES_ROWS, real_list

EDGE_CASES = "botanical_names.tsv"
CHECKLIST = "alien_plants_belgium/Checklist.xlsx"
CHECKLIST_ROWS = 2_617
COLUMNS = {
    "rank": "rank",
    "genus": "genus",
    "hybrid": "hybrid",
    "species": "species",
    "infra_rank": "infra_rank",
    "infra_epithet": "infra_epithet",
    "cultivar": "cultivar",
    "group_or_grex": "group",
    "trade_designation": "trade_designation",
    "authorship": "authorship",
}
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def needed(name: str) -> Path:
    path = real_list(name)
    if path is None:
        pytest.skip("PLANT_LISTS names no folder with this list")
    return path


def row_of(parsed: ParsedName) -> dict[str, str]:
    row = {column: str(getattr(parsed.taxon, field, None) or "") for column, field in COLUMNS.items()}
    row["genus"] = row["genus"] or parsed.genus_read or ""
    return row | {"outcome": parsed.outcome, "canonical": parsed.canonical, "codes": ",".join(parsed.codes)}


def test_every_edge_case_is_right_in_every_column() -> None:
    with needed(EDGE_CASES).open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))

    wrong = []
    for row in rows:
        found = row_of(parse(json.loads(row["input_json"])))
        wrong += [
            f"{row['input_json']}: {name} {row[name]!r}, not {found[name]!r}"
            for name in found
            if found[name] != row[name]
        ]

    print(*wrong, sep="\n")
    assert len(rows) > 40
    assert wrong == []


def test_a_national_list_agrees_on_genus_and_rank() -> None:
    with needed(NAMES).open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))

    wrong = []
    for row in rows:
        parsed = parse(row["scientific_name"])
        taxon = parsed.taxon
        assert parsed.outcome is NameOutcome.WARN or parsed == read_tokens(row["scientific_name"])
        if taxon is None or (taxon.genus, taxon.rank) != (row["genus"].lstrip("×"), row["rank"].lower()):
            wrong.append(f"{row['scientific_name']}: {row['genus']} {row['rank']}, not {taxon}")

    print(*wrong, sep="\n")
    assert len(rows) == NAMES_ROWS
    assert len(wrong) <= NAMES_ROWS // 1_000


def test_a_checklist_agrees_on_names_without_authors() -> None:
    pairs = [(row["B"], row.get("R", "")) for row in sheet(needed(CHECKLIST)) if row.get("B")][1:]

    wrong = [
        f"{name}: {key!r}, not {parse(name).canonical!r}" for name, key in pairs if parse(name).canonical != plain(key)
    ]

    print(*wrong, sep="\n")
    assert len(pairs) == CHECKLIST_ROWS
    assert len(wrong) <= CHECKLIST_ROWS * 2 // 100


def plain(key: str) -> str:
    """The list's name in the style of canonical names: with ×, our abbreviations, and quotes around a cultivar."""
    name = re.sub("^x (?=[A-Z])", "×", " ".join(key.split()))
    name = re.sub("(?<= )x (?=[A-Za-z])|(?<= )x(?=d)", "× ", name)
    name = name.replace(" nsubsp. ", " nothosubsp. ").replace(" nvar. ", " nothovar. ")
    return re.sub(r" spec\.$", " sp.", name.replace(" Gileadensis", " 'Gileadensis'"))


def sheet(path: Path) -> Iterator[dict[str, str]]:
    """The first sheet of a workbook, each row by the letters of its columns."""
    with zipfile.ZipFile(path) as book:
        strings = ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
        shared = ["".join(part.text or "" for part in one.iter(_MAIN + "t")) for one in strings.iter(_MAIN + "si")]
        rows = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    for row in rows.iter(_MAIN + "row"):
        cells = {}
        for cell in row:
            value = cell.findtext(_MAIN + "v")
            if value is not None:
                letters = re.sub(r"\d", "", cell.get("r", ""))
                cells[letters] = shared[int(value)] if cell.get("t") == "s" else value
        yield cells
