"""Workbooks through the API: the sheet that is read, another one, and files that are no lists of plants."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from plantstore.catalogue.imports.workbooks import conversion
from plantstore.catalogue.imports.workbooks import upload as workbook_upload
from plantstore.catalogue.imports.workbooks.conversion import SheetFacts
from tests.catalogue.imports.workbooks.made import (
    MAIN,
    OFFICE,
    PACKAGE,
    Sheets,
    by_hand,
    cell,
    parts,
    written_by_xlsxwriter,
    zipped,
)
from tests.catalogue.imports.workbooks.test_hostile_workbooks import bomb, forge_sizes, ole
from tests.web.api.test_imports_api import IMPORTS, catalogue, ended, events, files, settled
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TYPES = (XLSX, "application/octet-stream", "text/csv")
PLANTS: list[list[Any]] = [
    ["Our list"],
    [],
    ["SKU", "Plant name", "Pot", "Price", "Ready"],
    ["A-1", "Rosa", "2 L", 4.5, date(2027, 5, 25)],
    [1002, "Acer", date(2026, 12, 10), "5,25", None],
    ["A-3", "Ilex", "9 cm", "POA", None],
]
SHEETS: Sheets = {"Terms": [["We deliver."]] * 9, "Plants": PLANTS, "Old": [["sku", "name"], ["O-1", "Hosta"]]}


def a_workbook(folder: Path, sheets: Sheets = SHEETS) -> bytes:
    return written_by_xlsxwriter(folder / "list.xlsx", sheets).read_bytes()


def sent(site: Site, content: bytes, media_type: str = XLSX, **query: str) -> Any:
    return site.ask("POST", IMPORTS, content=content, headers={"content-type": media_type}, params=query)


def upload(site: Site, content: bytes, media_type: str = XLSX, **query: str) -> dict[str, Any]:
    answer = sent(site, content, media_type, **query)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def refused(site: Site, content: bytes, **query: str) -> str:
    answer = sent(site, content, **query)
    assert answer.status_code == 422, answer.text
    assert files(site) == []
    return str(answer.json()["detail"])


def recheck(site: Site, found: dict[str, Any], **query: str) -> Any:
    return site.ask("POST", f"{IMPORTS}/{found['id']}/check", params=query)


def test_the_check_names_the_sheets_and_reads_the_one_with_the_list(site: Site, tmp_path: Path) -> None:
    content = a_workbook(tmp_path)

    for media_type in TYPES:
        found = upload(site, content, media_type)

        assert (found["state"], found["sheet"], found["header_line"], found["rows"]) == ("checked", "Plants", 3, 3)
        assert found["sheets"] == [
            {"name": "Terms", "rows": 9, "hidden": False},
            {"name": "Plants", "rows": 5, "hidden": False},
            {"name": "Old", "rows": 2, "hidden": False},
        ]
        assert (found["encoding"], found["delimiter"]) == ("", "")
        assert [(problem["line"], problem["value"]) for problem in found["problems"]] == [(6, "POA")]


def test_a_workbook_is_imported_with_the_values_that_a_person_sees(site: Site, tmp_path: Path) -> None:
    found = upload(site, a_workbook(tmp_path))

    done = ended(site, found, skip_bad="true")

    assert (done["state"], done["added"], events(site)) == ("done", 2, 2)
    assert catalogue(site) == [("A-1", "Rosa", "active"), ("1002", "Acer", "active")]
    items = site.get("/api/v1/plants").json()["items"]
    assert {plant["available_from"] for plant in items} == {"2027-05-25", None}
    assert {plant["price"] for plant in items} == {"4.5", "5.25"}
    assert files(site) == [".bad.csv"]


def test_another_sheet_can_be_chosen_after_the_check(site: Site, tmp_path: Path) -> None:
    found = upload(site, a_workbook(tmp_path))

    for sheet in ("Old", "old ", "#3"):
        again = recheck(site, found, sheet=sheet).json()

        assert (again["sheet"], again["new"], again["options"]["sheet"]) == ("Old", 1, sheet)
        assert again["sheets"] == found["sheets"]
    assert recheck(site, found).json()["sheet"] == "Plants"
    ended(site, recheck(site, found, sheet="Old").json())
    assert catalogue(site) == [("O-1", "Hosta", "active")]


@pytest.mark.both_engines  # the name is stored
def test_an_unknown_sheet_changes_nothing_and_is_refused_with_the_names_of_all(site: Site, tmp_path: Path) -> None:
    found = upload(site, a_workbook(tmp_path))

    answer = recheck(site, found, sheet="Stauden\0\u202e")

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "/sheet"
    assert "Its sheets are: “Terms”, “Plants”, “Old”." in answer.json()["detail"]
    assert settled(site, found["id"])["state"] == "checked"
    for sheet in ("#4", "Stauden\0\u202e", "x" * 255):
        assert "Its sheets are: “Terms”" in sent(site, a_workbook(tmp_path), sheet=sheet).json()["detail"], sheet


def test_a_csv_file_has_no_sheets(site: Site) -> None:
    found = site.ask("POST", IMPORTS, content="name\nRosa\n", headers={"content-type": XLSX}).json()

    answer = recheck(site, found, sheet="Plants")

    assert (found["state"], found["sheet"], found["sheets"]) == ("checked", "", [])
    assert (answer.status_code, "is not a workbook" in answer.json()["detail"]) == (422, True)
    site.ask("DELETE", f"{IMPORTS}/{found['id']}")
    site.run(site.dependencies.importer.wait_until_idle(found["id"], within_s=5))
    assert "is not a workbook" in refused(site, b"name\nRosa\n", sheet="Plants")


def test_a_sheet_without_headings_is_refused_with_the_names_of_the_others(site: Site, tmp_path: Path) -> None:
    words = refused(site, a_workbook(tmp_path), sheet="Terms")

    assert "The sheet “Terms” was read; you can choose another one: “Plants”, “Old”." in words


def test_a_sheet_is_converted_once_for_several_checks(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    converted = []

    async def convert(*paths: Path, **options: Any) -> SheetFacts:
        converted.append(options["sheet"])
        return await original(*paths, **options)

    original = conversion.convert
    monkeypatch.setattr(workbook_upload, "convert", convert)
    found = upload(site, a_workbook(tmp_path))

    for query in (
        {"update": "true"},
        {"sheet": "Plants"},
        {"sheet": "Old"},
        {"sheet": "Old"},
        {"map": '{"tag": null}'},
    ):
        answer = recheck(site, found, **query)
        assert answer.status_code == 200, answer.text

    assert converted == [None, "Old", None]


def test_notes_say_what_is_not_a_value_in_the_sheet(site: Site, tmp_path: Path) -> None:
    row = "".join(
        [
            cell("A2", "Rosa"),
            '<c r="B2" t="e"><v>#N/A</v></c>',
            '<c r="C2"><f>1+1</f></c>',
            cell("D2", "x"),
        ]
    )
    heads = "".join(
        cell(f"{letter}1", text) for letter, text in zip("ABCD", ("name", "sku", "qty", "tag"), strict=True)
    )
    sheet = f'<row r="1">{heads}</row><row r="2">{row}</row>'
    source = by_hand(tmp_path / "other.xlsx", sheet)
    merged = {"xl/worksheets/sheet1.xml": str(parts(sheet)["xl/worksheets/sheet1.xml"]).replace(
        "</sheetData>", '</sheetData><mergeCells count="1"><mergeCell ref="D2:D3"/></mergeCells>'
    )}  # fmt: skip
    zipped(source, parts(sheet) | merged)

    told = [note["detail"] for note in upload(site, source.read_bytes())["notes"]]
    dated = [
        (note["line"], note["heading"], note["detail"])
        for note in upload(site, a_workbook(tmp_path))["notes"]
        if "date" in note["detail"]
    ]

    assert told == [
        "1 range of merged cells (first D2:D3): only the first cell of each has its value.",
        "1 cell has an error such as #N/A; the first is B2.",
        "1 cell has a formula without a result. Open the workbook in your spreadsheet program and save it.",
    ]
    assert dated[0] == (
        5,
        "Pot",
        "1 cell has a date. If that was another value, such as a pot size 10/12, correct it in the workbook.",
    )


def test_other_files_and_hostile_workbooks_are_refused_in_words(site: Site, tmp_path: Path) -> None:
    """Each ends in 422 with a sentence, and leaves no file."""
    head = f'<row r="1">{cell("A1", "name")}</row>'
    far = '<row r="1048576"><c r="XFD1048576"><!-- --><v>1</v></c></row>'
    doctype = parts(head) | {"xl/workbook.xml": '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a/>'}
    source = bomb(tmp_path, 1)
    forge_sizes(source, 600_000_000)
    large = source.read_bytes()
    for content, words in [
        (ole("Workbook"), "old workbook (.xls). Save it as .xlsx or CSV"),
        (ole("EncryptedPackage"), "protected by a password"),
        (zipped(tmp_path / "a", {"Index/Document.iwa": b""}).read_bytes(), "Numbers document. Save it as .xlsx or CSV"),
        (
            zipped(tmp_path / "a", {"mimetype": "", "content.xml": ""}).read_bytes(),
            "OpenDocument file (.ods). Save it",
        ),
        (a_workbook(tmp_path)[:-30], "damaged or incomplete"),
        (zipped(tmp_path / "a", doctype).read_bytes(), "document type declaration (DOCTYPE)"),
        (by_hand(tmp_path / "a", f"<row>{'<c><v>1</v></c>' * 1_000}</row>").read_bytes(), "at most 500 columns"),
        (by_hand(tmp_path / "a", head + far).read_bytes(), "needs more than 512 MiB of memory"),
        (large, "unpacks to more than 512 MiB"),
    ]:
        assert words in refused(site, content), words
    assert catalogue(site) == []


def test_external_links_are_not_followed(site: Site, tmp_path: Path) -> None:
    link = f'<externalLink {MAIN} xmlns:r="{OFFICE}"><externalBook r:id="r1"/></externalLink>'
    target = (
        f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" Type="{OFFICE}/externalLinkPath" '
        'Target="http://127.0.0.1:9/other.xlsx" TargetMode="External"/></Relationships>'
    )
    formula = '<c r="A2" t="str"><f>[1]Sheet1!A1</f><v>Rosa</v></c>'
    more = {"xl/externalLinks/externalLink1.xml": link, "xl/externalLinks/_rels/externalLink1.xml.rels": target}
    sheet = f'<row r="1">{cell("A1", "name")}</row><row r="2">{formula}</row>'

    found = upload(site, zipped(tmp_path / "list.xlsx", parts(sheet) | more).read_bytes())

    assert (found["new"], found["preview"][0]["name"]) == (1, "Rosa")
