"""Workbooks: ordinary ones, written by two libraries that many programs use, and hostile ones, written by hand."""

import zipfile
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import xlsxwriter

from plantstore.catalogue.imports.workbooks.conversion import LIMITS, SheetFacts, SheetLimits, convert

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
FORMATS = {datetime: "yyyy-mm-dd hh:mm", date: "dd/mm/yyyy", time: "hh:mm", timedelta: "[h]:mm"}

Sheets = Mapping[str, Sequence[Sequence[Any]]]


def written_by_xlsxwriter(path: Path, sheets: Sheets, **options: Any) -> Path:
    workbook = xlsxwriter.Workbook(path, options)
    formats = {kind: workbook.add_format({"num_format": code}) for kind, code in FORMATS.items()}
    for name, rows in sheets.items():
        sheet = workbook.add_worksheet(name)
        for number, row in enumerate(rows):
            for column, value in enumerate(row):
                if value is not None:
                    sheet.write(number, column, value, *([formats[type(value)]] if type(value) in formats else []))
    workbook.close()
    return path


def written_by_openpyxl(path: Path, sheets: Sheets, *, date_1904: bool = False) -> Path:
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.worksheets[0])
    if date_1904:
        workbook.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    for name, rows in sheets.items():
        sheet = workbook.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    workbook.save(path)
    return path


WRITERS: list[Callable[..., Path]] = [written_by_xlsxwriter, written_by_openpyxl]


def parts(sheet: str, *, before: str = "", names: Sequence[str] = ("Plants",)) -> dict[str, str | bytes]:
    """The parts of a workbook whose first sheet is `sheet`: the XML of its rows. The other sheets are empty.

    `before` comes before the sheet's first element.
    """
    listed = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(names, 1))
    relations = "".join(
        f'<Relationship Id="r{n}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(names) + 1)
    )
    found: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
        f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {MAIN} xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{relations}</Relationships>',
    }
    for number in range(1, len(names) + 1):
        rows = sheet if number == 1 else ""
        found[f"xl/worksheets/sheet{number}.xml"] = (
            f"{before}<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"
        )
    return found


def zipped(path: Path, files: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def by_hand(path: Path, sheet: str, **options: Any) -> Path:
    return zipped(path, parts(sheet, **options))


def cell(reference: str, text: str) -> str:
    return f'<c r="{reference}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


def slow(path: Path, rows: int = 600_000) -> Path:
    """A workbook that takes seconds to read: one column, with many rows."""
    return by_hand(path, "".join(f'<row r="{n}"><c r="A{n}"><v>{n}</v></c></row>' for n in range(1, rows + 1)))


async def converted(
    source: Path, *, sheet: str | None = None, limits: SheetLimits = LIMITS
) -> tuple[SheetFacts, list[str]]:
    """Convert a workbook. Return the facts and the lines of the CSV file."""
    target = source.with_name("converted.csv")
    facts = await convert(source, target, sheet=sheet, limits=limits)
    return facts, target.read_text(encoding="utf-8").split("\n")[:-1]
