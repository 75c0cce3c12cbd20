"""What a line means: its numbers, its lists, its name, and everything that is wrong with it."""

import csv
import time
from pathlib import Path

import pytest

from plantstore.catalogue.imports.catalogue_matches import CatalogueMatches
from plantstore.catalogue.imports.report import BAD_ROWS_KEPT_MAX, SHOWN_MAX
from plantstore.catalogue.imports.values.cells import split_at_commas
from plantstore.catalogue.imports.values.numbers import DecimalSign, plain, read_stock, split_price
from plantstore.domain.plants.fields import COMMON_NAMES_MAX
from tests.catalogue.imports.lists import check, only_plant

AUTO, COMMA, POINT = DecimalSign.AUTO, DecimalSign.COMMA, DecimalSign.POINT


def read_price(text: str, sign: DecimalSign, *, three_decimals: bool = False) -> str | None:
    parts = split_price(text)
    return None if parts is None else plain(parts[0], sign, three_decimals=three_decimals)


@pytest.mark.parametrize(
    ("text", "sign", "price"),
    [
        ("12.99", AUTO, "12.99"),
        ("12,99", AUTO, "12.99"),
        ("1.234,50", AUTO, "1234.50"),
        ("1,234.50", AUTO, "1234.50"),
        ("1.234.567", AUTO, "1234567"),
        ("1 234,5", AUTO, "1234.5"),
        ("1'234.50", AUTO, "1234.50"),
        ("£3.60", AUTO, "3.60"),
        ("4,50 €", AUTO, "4.50"),
        ("EUR 4,50", AUTO, "4.50"),
        ("0.995", AUTO, "0.995"),  # and then the currency says that it has two digits
        ("1.234", COMMA, "1234"),
        ("1,234", POINT, "1234"),
        ("-", AUTO, None),
        ("-5.00", AUTO, "-5.00"),  # and then the check says that a price cannot be below zero
    ],
)
def test_a_price_is_read_as_people_write_it(text: str, sign: DecimalSign, price: str | None) -> None:
    assert read_price(text, sign) == price


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("POA", AUTO),
        ("6.999", AUTO),
        ("6,999", AUTO),
        ("8.99", COMMA),
        ("4,95", POINT),
        ("1.23.456,0", AUTO),
        ("€5€", AUTO),
    ],
)
def test_an_ambiguous_or_invalid_price_is_refused(text: str, sign: DecimalSign) -> None:
    with pytest.raises(ValueError, match="“"):
        read_price(text, sign)


def test_three_decimals_are_those_of_a_currency_that_has_three() -> None:
    assert read_price("1.250", AUTO, three_decimals=True) == "1.250"


def test_the_sign_of_a_price_is_its_currency(tmp_path: Path) -> None:
    assert only_plant(check(tmp_path, "name,price\nRosa,£3.60\n"))["currency"] == "GBP"


def test_a_sign_that_is_not_the_currency_of_the_line_is_a_bad_row(tmp_path: Path) -> None:
    found = check(tmp_path, "name,price,currency\nRosa,£3.60,EUR\n")

    assert found.details == ["“£3.60” is in GBP, and the currency of the line is EUR."]


@pytest.mark.parametrize(
    ("text", "count", "noted"),
    [
        ("24", 24, False),
        ("250+", 250, True),
        ("-", 0, True),
        ("1.200", 1200, True),
        ("1,200", 1200, True),
        ("12.00", 12, True),
    ],
)
def test_a_stock_is_read_as_people_write_it(text: str, count: int, noted: bool) -> None:
    found, note = read_stock(text, AUTO)

    assert (found, bool(note)) == (count, noted)


@pytest.mark.parametrize("text", ["POA", "2.5", "1e5", "9" * 13])
def test_a_stock_that_is_no_count_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="“"):
        read_stock(text, AUTO)


def test_a_column_with_both_decimal_signs_gets_a_note(tmp_path: Path) -> None:
    found = check(tmp_path, "name;RRP\nRosa;4,50\nAcer;5.50\n")

    assert [fields.price for _, _, fields, _ in found.plants] == ["4.50", "5.50"]
    assert found.report.notes[0].heading == "RRP"
    assert "Each is read as it is written" in found.notes[0]


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("Rose,Rosa rugosa,Big rose", "Big rose"),
        ("Rose,Rosa rugosa,", "Rosa rugosa"),
        ("Rose,,", "Rose"),
        (",Rosa rugosa,", "Rosa rugosa"),
    ],
)
def test_a_missing_name_is_taken_from_another_field(tmp_path: Path, row: str, name: str) -> None:
    assert only_plant(check(tmp_path, f"common name,botanical name,title\n{row}\n"))["name"] == name


def test_a_cell_can_hold_a_list(tmp_path: Path) -> None:
    headings = "name;common names;tags;images\n"
    row = 'Rosa;Rose | Brier;"red, peat-free";https://a.example/1.jpg https://a.example/2.jpg\n'

    [(_, _, fields, _)] = check(tmp_path, headings + row).plants

    assert fields.common_names == ("Rose", "Brier")
    assert fields.tags == ("red", "peat-free")
    assert [image.url for image in fields.images] == ["https://a.example/1.jpg", "https://a.example/2.jpg"]


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("okra, ocra, mesta, quingombo", ("okra", "ocra", "mesta", "quingombo")),
        ("Balsam Fir, Gilead Fir", ("Balsam Fir", "Gilead Fir")),
        ("oker, Ocra, okay, ocra, mesta", ("oker", "Ocra", "okay", "mesta")),
        ("cabbage (Solomon Is.), pele (Tonga, Tuvalu), aibika, neka", None),
        ("a" * 60 + ", " + "b" * 60, ("a" * 60, "b" * 60)),
        ("Beech, copper", ("Beech, copper",)),
        ("Beech, Copper, Weeping", ("Beech, Copper, Weeping",)),
        ("Maple, Japanese red", ("Maple, Japanese red",)),
        ("Lily of the Nile, Pride of Madeira", ("Lily of the Nile, Pride of Madeira",)),
        ("fern (tree, soft)", ("fern (tree, soft)",)),
        ("okra, ocra; mesta, quingombo, kai", ("okra, ocra", "mesta, quingombo, kai")),
        ('["okra, ocra, mesta, quingombo"]', ("okra, ocra, mesta, quingombo",)),
    ],
)
def test_common_names_are_split_at_commas_only_if_they_are_evidently_a_list(
    tmp_path: Path, cell: str, names: tuple[str, ...] | None
) -> None:
    found = check(tmp_path, "name\tcommon names\nRosa\t" + cell.replace('"', '""').join('""') + "\n")

    [(_, _, fields, _)] = found.plants
    assert fields.common_names == (names or ("cabbage (Solomon Is.)", "pele (Tonga, Tuvalu)", "aibika", "neka"))
    assert bool(found.notes) is (len(fields.common_names) > 1 and ";" not in cell)


def test_names_that_were_split_are_counted_and_too_many_are_cut_off(tmp_path: Path) -> None:
    many = ", ".join(f"n{number}" for number in range(COMMON_NAMES_MAX + 2))

    found = check(tmp_path, f'name,common names\nRosa,"{many}"\nAcer,"a, b, c, d"\nIris,x\n')

    assert len(found.plants[0][2].common_names) == COMMON_NAMES_MAX
    assert found.notes == [
        "2 rows have a list of common names, which was split at commas. In 1, only the first 10 names were kept."
    ]
    assert (found.report.notes[0].line, found.report.notes[0].heading) == (2, "common names")


def test_a_cell_of_brackets_and_commas_takes_no_time_that_grows_with_its_square() -> None:
    def steps(length: int) -> float:
        text = "(" * length + "," * length
        began = time.process_time()
        split_at_commas(text)
        return time.process_time() - began

    assert min(steps(30_000) for _ in range(3)) < 200 * min(steps(1_500) for _ in range(3)) + 0.05


def test_all_problems_of_a_line_are_reported_with_its_own_headings(tmp_path: Path) -> None:
    found = check(tmp_path, "Art.Nr.;Common Name;Qty;RRP;EAN\n=x;;-5;POA;2000000000092\n")

    assert {one.heading for one in found.report.problems} == {"Art.Nr.", "Common Name", "Qty", "RRP", "EAN"}
    assert {one.line for one in found.report.problems} == {2}
    assert found.report.bad == 1


@pytest.mark.parametrize("code", ["5,01E+12", "5.01E+12"])
def test_a_code_that_a_spreadsheet_has_changed_is_named(tmp_path: Path, code: str) -> None:
    found = check(tmp_path, f"sku;name;ean\n{code};Rosa;\nA-1;Acer;{code}\n")

    assert found.report.bad == 2
    assert all("changed by a spreadsheet" in detail for detail in found.details)


def test_a_status_is_that_of_a_new_plant(tmp_path: Path) -> None:
    found = check(tmp_path, "name,status\nRosa,draft\nAcer,\nIris,archived\nLilium,sold\n")

    assert [(fields.name, draft) for _, draft, fields, _ in found.plants] == [("Rosa", True), ("Acer", False)]
    assert (found.report.new_active, found.report.ignored, found.report.bad) == (1, 1, 1)


def test_all_can_become_drafts(tmp_path: Path) -> None:
    found = check(tmp_path, "name,status\nRosa,active\n", as_drafts=True)

    assert found.plants[0][1]
    assert found.report.new_active == 0


def test_a_code_twice_is_an_error_that_names_the_first_line(tmp_path: Path) -> None:
    rows = "A-1,Rosa,\nB-1,Acer,2000000000077\na-1,Rosa alba,\nC-1,Iris,02000000000077\nA-1,Rosa,\n"

    found = check(tmp_path, "sku,name,gtin\n" + rows)

    assert found.details == ["This SKU is also on line 2.", "This GTIN is also on line 3."]
    assert found.report.ignored == 1
    assert "identical to line 2" in found.notes[0]


def test_plants_in_the_catalogue_are_skipped(tmp_path: Path) -> None:
    known = CatalogueMatches(
        by_sku={"a-1": 7}, by_gtin={"02000000000077": 8}, by_name={("Mixed tray", None): {None: 9}}
    )
    rows = "A-1,Rosa,\nB-1,Acer,2000000000077\n,Mixed tray,\nD-1,Big tray,\nA-1,Both,2000000000077\n"

    found = check(tmp_path, "sku,name,gtin\n" + rows, known=known)

    assert [fields.sku for _, _, fields, _ in found.plants] == ["D-1"]
    assert (found.report.present, found.report.alike, found.report.bad) == (2, 1, 1)
    assert "#9" in found.notes[0]
    assert found.details == ["The SKU belongs to plant 7, and the GTIN to another plant."]


def test_archived_plants_that_are_left_out_are_counted_once_each(tmp_path: Path) -> None:
    known = CatalogueMatches(
        by_sku={"a-1": 7, "b-1": 8},
        by_gtin={"02000000000077": 7},
        by_name={("Mixed tray", None): {None: 9}, ("Iris", None): {None: 10}},
        archived={7: None},
        archived_by_name={("Mixed tray", None): 9},
    )
    rows = "A-1,Rosa,\nB-1,Acer,\n,Rosa again,2000000000077\n,Mixed tray,\n,Mixed tray,\n,Iris,\n"

    found = check(tmp_path, "sku,name,gtin\n" + rows, known=known)

    assert (found.report.present, found.report.alike, found.report.new) == (3, 3, 0)
    assert found.report.restorable == 2


def test_rows_without_a_code_that_are_called_alike_can_be_added(tmp_path: Path) -> None:
    known = CatalogueMatches(by_sku={}, by_gtin={}, by_name={("Mixed tray", None): {None: 9}})
    rows = "name,price\nMixed tray,4\nMixed tray,5\n"

    assert check(tmp_path, rows, known=known).report.alike == 2
    assert check(tmp_path, rows).report.alike == 1
    assert check(tmp_path, rows, known=known, add_alike=True).report.new == 2


def test_bad_rows_can_be_corrected_and_imported_again(tmp_path: Path) -> None:
    bad = check(tmp_path, "Art.Nr.;Common Name;RRP;Qty\n=x;Rosa;POA;-5\nA-1;Acer;4,50;2\n").bad_rows
    assert bad.splitlines()[0] == "line,reason,Art.Nr.,Common Name,RRP,Qty"
    assert "'=x" in bad
    assert bad.splitlines()[1].endswith(",-5")

    again = check(tmp_path, bad.replace("'=x", "B-1").replace("POA", "4.50"))

    assert again.details == ["Stock cannot be below zero."]
    assert only_plant(check(tmp_path, bad.replace("'=x", "B-1").replace("POA", "").replace(",-5", ",5"))) == {
        "name": "Rosa",
        "sku": "B-1",
        "common_names": ("Rosa",),
        "stock_quantity": 5,
    }


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        *[("-5", "-5"), ("-1.234,50", "-1.234,50"), ("12.99", "12.99"), ("0042", "0042"), (" -5 ", " -5 ")],
        *[("-5+1", "'-5+1"), ("=-5", "'=-5"), ("+441234", "'+441234"), ("-cmd", "'-cmd"), ("-", "'-"), ("@5", "'@5")],
    ],
)
def test_a_plain_number_among_bad_rows_is_written_plainly(tmp_path: Path, cell: str, written: str) -> None:
    bad = check(tmp_path, f'name,price,stock,x\n,,,"{cell}"\nRosa,POA,1,"{cell}"\n').bad_rows

    assert next(csv.reader([bad.splitlines()[-1]]))[-1] == written


def test_an_apostrophe_of_a_supplier_is_a_part_of_the_text(tmp_path: Path) -> None:
    assert only_plant(check(tmp_path, "name,notes\nRosa,'-' = none\n"))["description"] == "'-' = none"


def test_a_report_shows_the_first_lines_and_counts_all(tmp_path: Path) -> None:
    rows = "".join(f"A-{number},,POA\n" for number in range(BAD_ROWS_KEPT_MAX + 1))

    found = check(tmp_path, "sku,name,price\n" + rows, rows_max=BAD_ROWS_KEPT_MAX + 1)

    assert found.report.bad == BAD_ROWS_KEPT_MAX + 1
    assert len(found.report.problems) == SHOWN_MAX
    assert len(found.bad_rows.splitlines()) == BAD_ROWS_KEPT_MAX + 1


def test_the_columns_are_shown_with_samples(tmp_path: Path) -> None:
    found = check(tmp_path, "Art.Nr.,title,Pot\nA-1,Rosa,P9\nA-2,Acer,C3\nA-3,Iris,2L\n")

    shown = [(one.heading, one.field, one.samples) for one in found.report.columns]
    assert shown == [
        ("Art.Nr.", "sku", ["A-1", "A-2"]),
        ("title", "name", ["Rosa", "Acer"]),
        ("Pot", "pot_size", ["P9", "C3"]),
    ]
