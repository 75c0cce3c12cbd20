"""Unpacks a workbook's XML parts within limits, before the library reads them, to find what the library would not bear.

It refuses document type declarations and parts that unpack to too many bytes, and finds the extent of each sheet. Only
the reading process imports this module. It searches the bytes of a sheet with regular expressions, which is faster than
parsing; if it misreads an unusual sheet, the limits of the process still hold.
"""

import posixpath
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from xml.parsers import expat

from plantstore.catalogue.imports.workbooks.limits import SheetLimits

CHUNK_BYTES = 1 << 20
SMALL_PART_BYTES_MAX = 16 << 20  # the list of sheets and its relationships
_KEPT_BYTES = 1 << 16  # kept from a chunk in which no cell ends
_DOCTYPE = b"<!DOCTYPE"
_DOCTYPE_WORDS = (
    "The workbook has a document type declaration (DOCTYPE), which spreadsheet programs never write. Open it in your "
    "spreadsheet program, save it as .xlsx, and upload it again."
)
_NAME = rb"(?:\w+:)?"  # the prefix of a namespace
_CELL = re.compile(  # a cell with a value, a text or a formula, and its reference
    rb"<" + _NAME + rb"c\b[^<>]*?\br=[\"']([A-Z]{1,7})([0-9]{1,9})[\"'][^<>]*(?<!/)>\s*<" + _NAME + rb"(?:v|is|f)\b"
)
_ERROR = re.compile(rb"<" + _NAME + rb"c\b[^<>]*?\bt=[\"']e[\"'][^<>]*(?<!/)>")
_REFERENCE = re.compile(rb"\br=[\"']([A-Z]{1,3}[0-9]{1,7})[\"']")
_NO_VALUE = re.compile(  # a formula with neither a value nor the type of a text, which may be empty
    rb"<"
    + _NAME
    + rb"c\b(?:(?!\bt=[\"']str[\"'])[^<>])*>\s*<"
    + _NAME
    + rb"f\b[^<>]*(?:/>|>[^<]*</"
    + _NAME
    + rb"f>)\s*"
    rb"(?:<" + _NAME + rb"v\s*(?:/>|></" + _NAME + rb"v>))?\s*</" + _NAME + rb"c>"
)
_ROW = re.compile(rb"<" + _NAME + rb"row\b")
_RELATIONSHIP_ID = "relationships id"  # the end of the attribute's name, in the transitional and the strict namespace


class Refused(Exception):
    """The workbook cannot be read. The message is for a person, and says what to do."""


@dataclass(slots=True, kw_only=True)
class SheetExtent:
    """What a scan has found in a sheet's XML.

    `rows` counts the rows with content, `last_row` and `last_column` are numbers from 1. `errors` counts cells with an
    error such as #N/A; `first_error` is the reference of the first. `uncalculated` counts formulas without a result.
    """

    rows: int = 0
    last_row: int = 0
    last_column: int = 0
    errors: int = 0
    first_error: str = ""
    uncalculated: int = 0


def scan(path: Path, limits: SheetLimits) -> dict[str, SheetExtent]:
    """Return the extent of each sheet by its name. Raise Refused, or an error of `zipfile` or `expat`."""
    extents: dict[str, SheetExtent] = {}
    with zipfile.ZipFile(path) as archive:
        parts = {info.filename.lower(): info for info in archive.infolist()}
        left = limits.unpacked_bytes
        for name, info in parts.items():
            if name.endswith((".xml", ".rels")):
                extent = SheetExtent()
                info.file_size = left + 2 * CHUNK_BYTES  # `zipfile` stops at the declared size, which may be false
                with archive.open(info) as stream:
                    left -= _scan_part(stream, extent, left)
                if left < 0:
                    raise Refused(limits.unpacked_text)
                extents[name] = extent
        return {
            sheet: extents.get(part, SheetExtent()) for sheet, part in _sheet_parts(archive, parts) if part in extents
        }


def _scan_part(stream: IO[bytes], extent: SheetExtent, left: int) -> int:
    """Scan a part as if it were a sheet. Return its size in bytes; stop when that is more than `left`."""
    size, last_row = 0, 0
    rest = b""
    for chunk in _chunks(stream):
        size += len(chunk)
        if size > left:
            break
        text = rest + chunk
        if _DOCTYPE in text:
            raise Refused(_DOCTYPE_WORDS)
        cut = text.rfind(b"c>") + 2
        if cut < 2:  # no cell ends in this chunk, but one may have begun
            extent.rows = extent.rows or len(_ROW.findall(text))
            rest = text[-_KEPT_BYTES:]
            continue
        rest = text[cut:][-CHUNK_BYTES:]
        last_row = _scan_cells(text[:cut], extent, last_row)
    return size


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    while chunk := stream.read(CHUNK_BYTES):
        yield chunk


def _scan_cells(text: bytes, extent: SheetExtent, last_row: int) -> int:
    """Add the cells of a piece of a sheet to `extent`. Return the number of the piece's last row.

    `last_row` is that of the previous piece, which may continue in this one.
    """
    cells = _CELL.findall(text)
    if cells:
        columns, numbers = zip(*cells, strict=True)
        rows = set(map(int, set(numbers)))
        extent.rows += len(rows) - (last_row in rows)
        last_row = max(rows)
        extent.last_row = max(extent.last_row, last_row)
        extent.last_column = max(extent.last_column, *map(column_number, set(columns)))
    elif not extent.last_row:  # the references may be left out (18.3.1.4); then the extent is known after reading
        extent.rows += len(_ROW.findall(text))
    if b't="e"' in text or b"t='e'" in text:  # a fast test, before the slower search
        _count_errors(text, extent)
    if b"<f" in text or b":f" in text:
        extent.uncalculated += len(_NO_VALUE.findall(text))
    return last_row


def _count_errors(text: bytes, extent: SheetExtent) -> None:
    for error in _ERROR.finditer(text):
        extent.errors += 1
        if not extent.first_error and (reference := _REFERENCE.search(error[0])):
            extent.first_error = reference[1].decode()


def column_number(letters: bytes) -> int:
    """Return the number of a column from its letters.

    >>> column_number(b"A"), column_number(b"XFD")
    (1, 16384)
    """
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def cell_reference(row: int, column: int) -> str:
    """Return the name of a cell from the numbers of its row and column, which start at 0.

    >>> cell_reference(0, 0), cell_reference(9, 27)
    ('A1', 'AB10')
    """
    letters, number = "", column + 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(65 + letter) + letters
    return f"{letters}{row + 1}"


def _sheet_parts(archive: zipfile.ZipFile, parts: dict[str, zipfile.ZipInfo]) -> list[tuple[str, str]]:
    """Return the name of each sheet with the name of its part."""
    targets: dict[str, str] = {}
    names: list[tuple[str, str]] = []

    def relationship(name: str, attributes: dict[str, str]) -> None:
        if name.endswith(" Relationship"):
            target = posixpath.normpath(posixpath.join("/xl", attributes.get("Target", "")))
            targets[attributes.get("Id", "")] = target.lstrip("/").lower()

    def sheet(name: str, attributes: dict[str, str]) -> None:
        if name.endswith(" sheet"):
            ids = [value for key, value in attributes.items() if key.endswith(_RELATIONSHIP_ID)]
            names.append((attributes.get("name", ""), ids[0] if ids else ""))

    for part, handler in (("xl/_rels/workbook.xml.rels", relationship), ("xl/workbook.xml", sheet)):
        if part in parts:
            parser = expat.ParserCreate(namespace_separator=" ")
            parser.StartElementHandler = handler
            with archive.open(parts[part]) as stream:
                parser.Parse(stream.read(SMALL_PART_BYTES_MAX), True)
    return [(name, targets.get(identifier, "")) for name, identifier in names]
