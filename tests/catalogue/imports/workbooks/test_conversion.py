"""Workbooks as people and their programs write them: sheets, dates, numbers, and the rows' numbers."""

import csv
import io
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter

from plantstore.catalogue.imports.workbooks.cells import LINE_BREAK
from plantstore.catalogue.imports.workbooks.conversion import Sheet, convert, looks_like_xlsx
from plantstore.domain.errors import Invalid
from tests.catalogue.imports.lists import check, only_plant
from tests.catalogue.imports.workbooks.made import (
    WRITERS,
    Sheets,
    by_hand,
    cell,
    converted,
    written_by_xlsxwriter,
)
from tests.real_lists import real_list

Rows = Sequence[Sequence[object]]
both_writers = pytest.mark.parametrize("write", WRITERS)
LIST = "alien_plants_belgium/Checklist.xlsx"
LIST_ROWS, LIST_SHEETS = 2_618, 4


def rows_of(lines: list[str]) -> list[list[str]]:
    return list(csv.reader(lines))


@both_writers
async def test_numbers_have_neither_a_false_fraction_nor_noise(tmp_path: Path, write: Callable[..., Path]) -> None:
    values = [1001, 12.5, 4006381333931, 0.1 + 0.2, 19.99, -5, 0.00001, 1e15, 0]
    source = write(tmp_path / "list.xlsx", {"Plants": [values]})

    _, lines = await converted(source)

    assert lines == ["1001,12.5,4006381333931,0.3,19.99,-5,0.00001,1e+15,0"]


@both_writers
@pytest.mark.parametrize("date_1904", [False, True])
async def test_dates_and_times_are_written_in_iso_8601(
    tmp_path: Path, write: Callable[..., Path], date_1904: bool
) -> None:
    day = date(2026, 5, 25)
    values = [
        day,
        datetime.combine(day, time()),
        datetime.combine(day, time(13, 30)),
        time(6, 45),
        timedelta(hours=36),
    ]
    source = write(tmp_path / "list.xlsx", {"Plants": [["Ready"], values]}, date_1904=date_1904)

    facts, lines = await converted(source)

    assert lines[1] == "2026-05-25,2026-05-25,2026-05-25 13:30:00,06:45:00,36:00:00"
    assert [(dates.column, dates.count, dates.first) for dates in facts.dates] == [
        (0, 1, "A2"),
        (1, 1, "B2"),
        (2, 1, "C2"),
        (3, 1, "D2"),
        (4, 1, "E2"),
    ]


async def test_only_formats_of_dates_make_a_number_a_date(tmp_path: Path) -> None:
    workbook = xlsxwriter.Workbook(tmp_path / "list.xlsx")
    sheet = workbook.add_worksheet()
    codes = ['0 "days"', "[Red]0.00", "#,##0.00 [$€-407]", "0%", "[$-409]d-mmm;@", "m/d/yy h:mm", "mmss.0"]
    for column, code in enumerate(codes):
        sheet.write_number(0, column, 46000.5, workbook.add_format({"num_format": code}))
    workbook.close()

    _, lines = await converted(tmp_path / "list.xlsx")

    dated = "2025-12-09 12:00:00"
    assert lines == [",".join(["46000.5"] * 4 + [dated] * 3)]


@pytest.mark.parametrize(
    ("stored", "text"), [("46000.99999999999", "2025-12-10"), ("46000.5624999999", "2025-12-09 13:30:00")]
)
async def test_times_are_rounded_to_seconds(tmp_path: Path, stored: str, text: str) -> None:
    workbook = xlsxwriter.Workbook(tmp_path / "list.xlsx")
    workbook.add_worksheet().write_number(0, 0, float(stored), workbook.add_format({"num_format": "d/m/yy h:mm:ss"}))
    workbook.close()

    _, lines = await converted(tmp_path / "list.xlsx")

    assert lines == [text]


async def test_the_rows_of_a_large_sheet_that_is_not_chosen_are_counted(tmp_path: Path) -> None:
    large = [[number] * 10 for number in range(20_000)]
    source = written_by_xlsxwriter(tmp_path / "list.xlsx", {"Plants": [["name"]], "Large": large})

    facts, _ = await converted(source)

    assert [one.rows for one in facts.sheets] == [1, 20_000]


@both_writers
async def test_text_stays_as_it_is(tmp_path: Path, write: Callable[..., Path]) -> None:
    texts = ["007", " Acer ", "1e5", "TRUE", "a,b;c", 'the "best"', "N/A", "2026-05-25", "Ψ × É 🌱", "'quoted'"]
    source = write(tmp_path / "list.xlsx", {"Plants": [texts]})

    _, lines = await converted(source)

    assert rows_of(lines) == [texts]


async def test_a_line_break_within_a_cell_is_no_line_of_the_file(tmp_path: Path) -> None:
    rows = [["name", "description"], ["Rosa", "red\nscented\r\nlarge"], ["", "x\ry"], ["Acer", "green"]]
    source = written_by_xlsxwriter(tmp_path / "list.xlsx", {"Plants": rows})

    _, lines = await converted(source)

    assert lines[1] == f"Rosa,red{LINE_BREAK}scented{LINE_BREAK}large"
    assert len(lines) == 4
    found = check(tmp_path, "\n".join(lines[:2]) + "\n")
    assert only_plant(found)["description"] == "red\nscented\nlarge"


async def test_a_row_keeps_its_number_through_the_check(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["Our list"],
        [],
        ["sku", "name", "price"],
        ["A-1", "Rosa", 4.5],
        [],
        ["A-2", "Acer", "POA"],
    ]
    source = written_by_xlsxwriter(tmp_path / "list.xlsx", {"Plants": rows})

    facts, lines = await converted(source)
    found = check(tmp_path, "".join(f"{line}\n" for line in lines))

    assert (found.report.header_line, [line for line, *_ in found.plants]) == (3, [4])
    assert [(problem.line, problem.value) for problem in found.report.problems] == [(6, "POA")]
    assert (facts.rows, facts.last_row, facts.columns) == (4, 6, 3)


async def test_a_list_that_starts_in_the_middle_keeps_its_rows_and_columns(tmp_path: Path) -> None:
    source = by_hand(
        tmp_path / "list.xlsx", f'<row r="3">{cell("C3", "name")}</row><row r="5">{cell("C5", "Rosa")}</row>'
    )

    _, lines = await converted(source)

    assert lines == ["", "", ",,name", "", ",,Rosa"]


async def test_empty_rows_and_columns_at_the_end_are_cut(tmp_path: Path) -> None:
    workbook = xlsxwriter.Workbook(tmp_path / "list.xlsx")
    sheet = workbook.add_worksheet()
    sheet.write_row(0, 0, ["name", "sku", ""])
    sheet.write_row(1, 0, ["Rosa"])
    sheet.write_blank(900_000, 300, None, workbook.add_format({"bold": True}))
    sheet.write_string(900, 30, " ")
    workbook.close()

    facts, lines = await converted(tmp_path / "list.xlsx")

    assert lines[:2] == ["name,sku", "Rosa"]
    assert (facts.rows, facts.last_row) == (3, 901), "a space is text, and stays"


@both_writers
async def test_a_sheet_is_chosen_by_its_name_or_its_number_and_all_are_listed(
    tmp_path: Path, write: Callable[..., Path]
) -> None:
    sheets = {"Cover": [], "Roses": [["name"], ["Rosa"]], "Maples & “more” ": [["name"], ["Acer"], ["Acer 2"]]}
    source = write(tmp_path / "list.xlsx", sheets)

    facts, lines = await converted(source, sheet="roses")

    assert facts.sheets == [
        Sheet(name="Cover", rows=0, hidden=False),
        Sheet(name="Roses", rows=2, hidden=False),
        Sheet(name="Maples & “more” ", rows=3, hidden=False),
    ]
    assert (facts.sheet, lines) == ("Roses", ["name", "Rosa"])
    for named in ("Maples & “more” ", " maples & “more”", "#3"):
        other, other_lines = await converted(source, sheet=named)
        assert (other.sheet, other_lines, other.sheets) == (
            "Maples & “more” ",
            ["name", "Acer", "Acer 2"],
            facts.sheets,
        ), named


async def test_without_a_choice_the_longest_sheet_with_headings_is_taken(tmp_path: Path) -> None:
    terms: Rows = [["Our terms"], *([f"{number}. We deliver."] for number in range(9))]
    short: Rows = [["Offers"], [], ["name", "price"], ["Rosa", 5]]
    long: Rows = [["Pflanze", "sku", "name"], ["Rosa", "A-1", "x"], ["Acer", "A-2", "y"]]
    names: Rows = [["name"], *([number] for number in range(7))]

    cases: list[tuple[Sheets, dict[str, str], str]] = [
        ({"Terms": terms, "Short": short, "Long": long}, {}, "Short"),  # as long as the other one, and before it
        ({"Terms": terms, "Short": short, "Long": [*long, ["Ilex", "A-3", "z"]]}, {}, "Long"),
        ({"Names": names, "Short": short}, {}, "Short"),  # two headings are better than one
        ({"Terms": terms, "Names": names}, {}, "Names"),
        ({"Terms": terms, "Notes": [["x"]]}, {}, "Terms"),  # the first one
        ({"Notes": [["x"]], "Terms": terms}, {}, "Notes"),
        ({"Terms": terms, "Liste": [["Pflanze"], ["Rosa"]]}, {"name": "Pflanze"}, "Liste"),
    ]
    for sheets, wanted, expected in cases:
        source = written_by_xlsxwriter(tmp_path / "list.xlsx", sheets)

        facts = await convert(source, tmp_path / "converted.csv", wanted=wanted)

        assert facts.sheet == expected, (list(sheets), facts)


async def test_a_small_sheet_that_cannot_be_read_does_not_prevent_the_list(tmp_path: Path) -> None:
    far_away: list[object] = ["x", *[None] * 600, "y"]
    sheets: Sheets = {"Plants": [["name", "sku"], ["Rosa", "A-1"]], "Drawing": [far_away]}
    source = written_by_xlsxwriter(tmp_path / "list.xlsx", sheets)

    facts, _ = await converted(source)

    assert facts.sheet == "Plants"


async def test_the_dates_of_each_column_are_counted(tmp_path: Path) -> None:
    day = date(2026, 5, 25)
    rows: list[list[object]] = [["Pot", "Ready", "Qty"], ["9 cm", day, 3], [day, day, day], [day, "", 4]]
    source = written_by_xlsxwriter(tmp_path / "list.xlsx", {"Plants": rows})

    facts, _ = await converted(source)

    assert [(dates.column, dates.count, dates.first) for dates in facts.dates] == [
        (0, 2, "A3"),
        (1, 2, "B2"),
        (2, 1, "C3"),
    ]


async def test_a_hidden_sheet_is_taken_only_if_it_is_chosen(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    for name, state in (("Codes", "hidden"), ("Secret", "veryHidden"), ("Plants", "visible")):
        sheet = workbook.create_sheet(name)
        sheet.sheet_state = state
        sheet.append([f"name of {name}"])
    workbook.create_chartsheet("Chart")
    workbook.save(tmp_path / "list.xlsx")

    facts, lines = await converted(tmp_path / "list.xlsx")
    _, chosen = await converted(tmp_path / "list.xlsx", sheet="Secret")

    assert [(one.name, one.hidden) for one in facts.sheets] == [
        ("Sheet", False),
        ("Codes", True),
        ("Secret", True),
        ("Plants", False),
    ]
    assert (lines, chosen) == (["name of Plants"], ["name of Secret"])


async def test_a_workbook_with_content_only_in_hidden_sheets_is_refused_with_their_names(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    workbook.create_sheet("Codes").append(["name"])
    workbook.worksheets[1].sheet_state = "hidden"
    workbook.save(tmp_path / "list.xlsx")

    with pytest.raises(Invalid, match="choose it: “Codes”"):
        await converted(tmp_path / "list.xlsx")


@pytest.mark.parametrize("sheet", ["plant", "", "#3", "\0", "\ud800", "Chart", "x" * 255])
async def test_an_unknown_sheet_is_refused_with_the_names_of_all(tmp_path: Path, sheet: str) -> None:
    source = written_by_xlsxwriter(tmp_path / "list.xlsx", {"Plants": [["name"]], "More": []})

    with pytest.raises(Invalid, match=r"has no sheet .* Its sheets are: “Plants”, “More”\."):
        await converted(source, sheet=sheet)


async def test_a_long_name_of_a_sheet_is_refused(tmp_path: Path) -> None:
    source = written_by_xlsxwriter(tmp_path / "list.xlsx", {"Plants": [["name"]]})

    with pytest.raises(Invalid, match="at most 255 characters"):
        await converted(source, sheet="x" * 256)


async def test_an_empty_sheet_or_workbook_is_refused(tmp_path: Path) -> None:
    source = written_by_xlsxwriter(tmp_path / "list.xlsx", {"Plants": [], "More": []})

    with pytest.raises(Invalid, match=r"The workbook has no rows\."):
        await converted(source)
    with pytest.raises(Invalid, match=r"The sheet “More” has no rows\."):
        await converted(source, sheet="More")


async def test_a_merged_range_has_its_value_only_at_the_top_left(tmp_path: Path) -> None:
    workbook = xlsxwriter.Workbook(tmp_path / "list.xlsx")
    sheet = workbook.add_worksheet()
    sheet.merge_range("B1:C2", "Perennials")
    sheet.merge_range("A4:A6", "Hosta")
    sheet.write_column("B4", [1, 2, 3])
    sheet.write_string("C2", "covered")
    sheet.write_string("A5", "covered")
    workbook.close()

    facts, lines = await converted(tmp_path / "list.xlsx")

    assert lines == [",Perennials", "", "", "Hosta,1", ",2", ",3"]
    assert (facts.merged, facts.first_merged) == (2, "B1:C2")


async def test_a_formula_has_its_stored_result(tmp_path: Path) -> None:
    workbook = xlsxwriter.Workbook(tmp_path / "list.xlsx")
    sheet = workbook.add_worksheet()
    for column, result in enumerate([2.5, "Rosa", True, "#DIV/0!", "#N/A"]):
        sheet.write_formula(0, column, "=[other.xlsx]Sheet1!A1", None, result)
    sheet.write_boolean(0, 5, False)
    workbook.close()

    facts, lines = await converted(tmp_path / "list.xlsx")

    assert lines == ["2.5,Rosa,TRUE,,,FALSE"]
    assert (facts.errors, facts.first_error, facts.uncalculated) == (2, "D1", 0)


async def test_formulas_without_a_stored_result_are_counted(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    workbook.worksheets[0].append(["name", "=1+1", "=A1"])
    workbook.save(tmp_path / "list.xlsx")
    empty_text = '<row r="1"><c r="A1" t="str"><f>B1</f><v></v></c><c r="B1"><v>1</v></c></row>'

    facts, lines = await converted(tmp_path / "list.xlsx")
    text, _ = await converted(by_hand(tmp_path / "text.xlsx", empty_text))

    assert (facts.uncalculated, lines, text.uncalculated) == (2, ["name"], 0)


async def test_an_error_that_the_library_does_not_know_is_named(tmp_path: Path) -> None:
    source = by_hand(tmp_path / "list.xlsx", '<row r="1"><c r="B1" t="e"><v>#SPILL!</v></c></row>')

    with pytest.raises(Invalid, match=r"holds the error #SPILL!.*the first cell with an error is B1"):
        await converted(source)


async def test_cells_without_references_and_with_prefixed_names_are_read(tmp_path: Path) -> None:
    bare = by_hand(tmp_path / "bare.xlsx", "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>")
    prefixed = by_hand(tmp_path / "list.xlsx", "<x:row xmlns:x='urn:x' r='1'><x:c r='B1'><x:v>5</x:v></x:c></x:row>")

    facts, lines = await converted(bare)
    _, prefixed_lines = await converted(prefixed)

    assert (facts.rows, lines) == (2, ["1,2", "3"])
    assert prefixed_lines == [",5"]


@pytest.mark.filterwarnings("ignore:Data Validation extension")
async def test_a_real_list_is_read_whole(tmp_path: Path) -> None:
    found = real_list(LIST)
    if found is None:
        pytest.skip("PLANT_LISTS names no folder with this list")
    copy = tmp_path / "list.xlsx"
    copy.write_bytes(found.read_bytes())
    workbook = openpyxl.load_workbook(copy)
    expected = [
        ["" if value is None else str(value) for value in row]
        for row in workbook.worksheets[0].iter_rows(values_only=True)
    ]

    facts, lines = await converted(copy)

    rows = list(csv.reader(io.StringIO("\n".join(lines), newline="")))
    assert (facts.rows, len(facts.sheets)) == (LIST_ROWS, LIST_SHEETS)
    width = max(map(len, rows))
    flat = [[value.replace("\n", LINE_BREAK) for value in row[:width]] for row in expected[: len(rows)]]
    assert [row + [""] * (width - len(row)) for row in rows] == [row + [""] * (width - len(row)) for row in flat]


def test_workbooks_are_known_by_their_first_bytes() -> None:
    assert looks_like_xlsx(b"PK\x03\x04\x14\x00\x06\x00")
    assert looks_like_xlsx(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "perhaps one with a password: `convert` says which"
    assert not any(map(looks_like_xlsx, (b"", b"PK", b"name,sku\n", b"%PDF-1.7", b"\xef\xbb\xbfname")))
