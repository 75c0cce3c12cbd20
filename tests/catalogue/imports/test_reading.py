"""What a file is: its letters, its delimiter, its header, its lines."""

import codecs
from pathlib import Path

import pytest

from plantstore.catalogue.imports.check import SLICE_ROWS
from plantstore.catalogue.imports.columns.file_layout import COLUMNS_MAX
from plantstore.catalogue.imports.columns.headerless import HEADER_LINES_MAX
from plantstore.catalogue.imports.text_files.csv_records import CELL_CHARS_MAX, LINE_CHARS_MAX
from plantstore.catalogue.imports.text_files.encodings import detect
from plantstore.domain.errors import Invalid
from tests.catalogue.imports.lists import check, only_plant

GERMAN = "name;sku\nGrüner Günsel;A-1\nPrächtige Königskerze;A-2\nFrüher Flieder “Schön”;A-3\n"


def detected(folder: Path, content: bytes) -> str:
    file = folder / "list.csv"
    file.write_bytes(content)
    return detect(file).name


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (GERMAN.encode(), "utf-8"),
        (codecs.BOM_UTF8 + GERMAN.encode(), "utf-8"),
        (GERMAN.encode("utf-16"), "utf-16"),
        (codecs.BOM_UTF16_BE + GERMAN.encode("utf-16-be"), "utf-16"),
        (GERMAN.encode("cp1252"), "cp1252"),
        (GERMAN.encode("mac-roman"), "mac-roman"),
        (b"name\nRosa\n", "utf-8"),
    ],
)
def test_the_letters_of_a_file_are_found_out(tmp_path: Path, content: bytes, encoding: str) -> None:
    assert detected(tmp_path, content) == encoding
    if "Günsel".encode() in content or len(content) > 20:
        found = check(tmp_path, content)
        assert next(fields.name for _, _, fields, _ in found.plants) == "Grüner Günsel"


def test_letters_far_behind_the_beginning_count_too(tmp_path: Path) -> None:
    content = b"name\n" + b"Rosa rugosa\n" * 200_000 + "Früher Flieder, schöner Günsel\n".encode("cp1252")

    assert detected(tmp_path, content) == "cp1252"


def test_a_damaged_line_does_not_spoil_the_others(tmp_path: Path) -> None:
    content = "name,sku\n" + "".join(f"Günsel {number},A-{number}\n" for number in range(9))

    found = check(tmp_path, content.encode() + "Günsel Fl".encode() + b"\xfceder,B-1\n")

    assert (found.report.encoding, found.report.new, found.report.bad) == ("utf-8", 9, 1)
    assert found.report.problems[0].line == 11
    assert "U+DCFC" in found.details[0]


@pytest.mark.parametrize("start", [b"\x1f\x8b\x08\x00", b"%PDF-1.7"])
def test_files_that_are_not_lists_are_refused_with_their_kind(tmp_path: Path, start: bytes) -> None:
    with pytest.raises(Invalid, match=r"Save the list as \.xlsx or CSV"):
        detected(tmp_path, start + b"rest")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_delimiters_and_line_ends_are_detected(tmp_path: Path, delimiter: str, end: str) -> None:
    rows = [["sku", "name", "price"], ["A-1", "Rosa", "4.50"], ["A-2", "Acer", "5.50"]]

    found = check(tmp_path, "".join(delimiter.join(row) + end for row in rows))

    assert found.report.delimiter == delimiter
    assert [(line, fields.sku) for line, _, fields, _ in found.plants] == [(2, "A-1"), (3, "A-2")]


def test_banner_lines_above_the_header_are_passed_over(tmp_path: Path) -> None:
    found = check(tmp_path, "Hillside Nursery;;\nWeek 17;;\n;;\nArt.Nr.;Common Name;RRP\nA-1;Rose;4,50\n")

    assert found.report.header_line == 4
    assert found.plants[0][0] == 5


def test_a_header_must_be_near_the_beginning(tmp_path: Path) -> None:
    banner = "Hillside,,\n"

    assert check(tmp_path, banner * (HEADER_LINES_MAX - 1) + "sku,name\nA,Rosa\n").report.new == 1
    with pytest.raises(Invalid, match="looks like headings"):
        check(tmp_path, banner * HEADER_LINES_MAX + "sku,name\nA,Rosa\n")


def test_an_unknown_header_is_found_by_a_named_heading(tmp_path: Path) -> None:
    found = check(tmp_path, "Kürzel;Pflanze;Wert\nA-1;Rosa;4,50\n", map={"name": "Pflanze", "sku": "kürzel"})

    assert only_plant(found) == {"name": "Rosa", "sku": "A-1"}


def test_a_column_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match=r"There is no column “Preis”\. The columns are: “name”, “RRP”\."):
        check(tmp_path, "name,RRP\nRosa,4.50\n", map={"price": "Preis"})


def test_a_column_that_a_person_does_not_want_is_not_read(tmp_path: Path) -> None:
    found = check(tmp_path, "name,notes\nRosa,ask Jo\n", map={"description": ""})

    assert only_plant(found) == {"name": "Rosa"}


def test_a_column_is_never_taken_for_two_fields(tmp_path: Path) -> None:
    found = check(tmp_path, "item,ref\nRosa,A-1\n", map={"tag": "item", "name": "ref"})

    assert only_plant(found) == {"name": "A-1", "tag": "Rosa"}


def test_a_list_without_names_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="No column looks like the name"):
        check(tmp_path, "sku,price\nA-1,4.50\n")


@pytest.mark.parametrize("content", ["", "\n\n", "name,sku\n"])
def test_a_file_without_rows_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(Invalid, match="rows"):
        check(tmp_path, content)


def test_rows_are_counted_to_their_limit(tmp_path: Path) -> None:
    rows = "".join(f"Rosa {number},A-{number}\n" for number in range(SLICE_ROWS + 1))

    assert check(tmp_path, "name,sku\n" + rows, rows_max=SLICE_ROWS + 1).report.new == SLICE_ROWS + 1
    with pytest.raises(Invalid, match="more than 500 rows"):
        check(tmp_path, "name,sku\n" + rows, rows_max=SLICE_ROWS)


def test_columns_are_counted_to_their_limit(tmp_path: Path) -> None:
    def wide(count: int) -> str:
        return ",".join(["name", *(f"c{number}" for number in range(count - 1))]) + "\nRosa\n"

    assert check(tmp_path, wide(COLUMNS_MAX) + "Rosa,x\n").report.new == 1
    with pytest.raises(Invalid, match="501 columns"):
        check(tmp_path, wide(COLUMNS_MAX + 1))


def test_a_cell_at_its_limit_is_read_and_one_past_it_is_a_bad_row(tmp_path: Path) -> None:
    def cell(count: int) -> str:
        return "name,note\nRosa," + "x" * count + "\nAcer,fine\n"

    assert check(tmp_path, cell(CELL_CHARS_MAX)).report.new == 2
    found = check(tmp_path, cell(CELL_CHARS_MAX + 1))
    assert (found.report.new, found.report.bad, found.report.problems[0].line) == (1, 1, 2)
    assert "65,536 characters" in found.details[0]


def test_a_line_past_its_limit_is_a_bad_row_and_the_next_one_is_read(tmp_path: Path) -> None:
    cells = ",".join(["x" * 60_000] * 5)
    assert len(cells) > LINE_CHARS_MAX

    found = check(tmp_path, f"name,a,b,c,d\nRosa,1,2,3,4\n{cells}\nAcer,1,2,3,4\n")

    assert [fields.name for _, _, fields, _ in found.plants] == ["Rosa", "Acer"]
    assert found.plants[1][0] == 4
    assert "262,144 characters" in found.details[0]


def test_a_quotation_mark_that_is_never_closed_does_not_swallow_lines_in_silence(tmp_path: Path) -> None:
    found = check(tmp_path, 'sku,name\nA-1,Rosa\nA-2,"Acer\nA-3,Iris\nA-4,Lilium\n')

    assert (found.report.new, found.report.bad, found.report.problems[0].line) == (1, 1, 3)
    assert "never closed" in found.details[0]


def test_a_cell_of_several_lines_keeps_the_count_of_lines_right(tmp_path: Path) -> None:
    found = check(tmp_path, 'name,description\nRosa,"one\r\ntwo\rthree"\nAcer,flat\n')

    assert found.plants[0][2].description == "one\ntwo\nthree"
    assert [line for line, _, _, _ in found.plants] == [2, 5]


def test_a_cell_too_many_is_a_bad_row(tmp_path: Path) -> None:
    found = check(tmp_path, "name,price\nRosa,4,50\nAcer,4.50,\n")

    assert (found.report.new, found.report.bad) == (1, 1)
    assert found.details == ["This line has 3 cells, but there are 2 headings. Is a cell not quoted?"]


def test_lines_that_are_no_plants_are_ignored_and_named(tmp_path: Path) -> None:
    rows = "HARDY PERENNIALS,,,,\n,,,,\nRosa,A-1,,4.50,3\nTotal lines,,,,3\nTotal Eclipse,,,,3\n"

    found = check(tmp_path, "name,sku,tag,price,qty\n" + rows)

    assert [fields.name for _, _, fields, _ in found.plants] == ["Rosa", "Total Eclipse"]
    assert found.report.ignored == 3
    assert [(one.line, one.value) for one in found.report.notes] == [(2, "HARDY PERENNIALS"), (5, "Total lines")]


def test_in_a_narrow_list_a_name_alone_is_a_plant(tmp_path: Path) -> None:
    found = check(tmp_path, "sku,name,price\n,Mixed tray,\n")

    assert only_plant(found) == {"name": "Mixed tray"}
