"""Converts an upload that is a workbook to a CSV file for the check, and keeps the result for the next check.

The upload itself is kept, so that a person can choose another sheet.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec

from plantstore.catalogue.imports.check import ImportFiles, Options
from plantstore.catalogue.imports.text_files.encodings import not_a_list
from plantstore.catalogue.imports.workbooks.conversion import SheetFacts, convert, looks_like_xlsx
from plantstore.catalogue.imports.workbooks.limits import find_sheet
from plantstore.catalogue.received_file import InThread
from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.text import quoted
from plantstore.storage.engine import durable_files

HEAD_BYTES = 8
SHEETS_NAMED_MAX = 10  # sheets named in a message
NO_WORKBOOK = "The file is not a workbook, so it has no sheets. Leave out the sheet."


class _Conversion(msgspec.Struct, frozen=True):
    """A finished conversion: for which sheet and columns it was requested, and what was found."""

    sheet: str | None
    map: dict[str, str]
    facts: SheetFacts


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Conversion).decode


async def convert_upload(files: ImportFiles, options: Options, in_thread: InThread) -> SheetFacts | None:
    """Convert the chosen sheet of a workbook to `files.sheet`, and return the facts about it; None for other files.

    If the last check has converted the same sheet, use its result. Raise Invalid if the workbook cannot be read, or if
    a sheet is chosen in a file that is not a workbook.
    """
    if not looks_like_xlsx(await in_thread(partial(_read_head, files.upload))):
        if options.sheet is not None:
            raise not_a_list(NO_WORKBOOK)
        return None
    earlier: SheetFacts | None = await in_thread(partial(_earlier_facts, files, options))
    if earlier is not None:
        return earlier
    await in_thread(partial(_forget, files))
    facts = await convert(files.upload, files.sheet, sheet=options.sheet, wanted=options.map)
    conversion = _Conversion(sheet=options.sheet, map=options.map, facts=facts)
    await in_thread(partial(_write, files.conversion, _encode(conversion)))
    return facts


def check_sheet(sheet: str | None, names: Sequence[str]) -> None:
    """Raise Invalid if `names`, those of a workbook's sheets, do not have the chosen sheet; None is always valid."""
    if sheet is None or find_sheet(names, sheet) is not None:
        return
    named = ", ".join(map(quoted, names[:SHEETS_NAMED_MAX]))
    detail = f"The workbook has no sheet {quoted(sheet)}. Its sheets are: {named}." if names else NO_WORKBOOK
    raise Invalid(detail, fields=(FieldError(pointer="/sheet", code="unknown", detail=detail),))


def name_sheets(error: Invalid, facts: SheetFacts | None) -> Invalid:
    """Return an error about a file with the name of the sheet that was read, if the workbook has several."""
    others = [] if facts is None else [one.name for one in facts.sheets if one.name != facts.sheet and one.rows != 0]
    if facts is None or not others:
        return error
    named = ", ".join(map(quoted, others[:SHEETS_NAMED_MAX]))
    detail = f"{error.detail} The sheet {quoted(facts.sheet)} was read; you can choose another one: {named}."
    return Invalid(detail, fields=error.fields)


def _read_head(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(HEAD_BYTES)


def _earlier_facts(files: ImportFiles, options: Options) -> SheetFacts | None:
    """Return the facts of the last conversion if it was of the sheet that is wanted now."""
    try:
        last = _decode(files.conversion.read_bytes())
    except (FileNotFoundError, msgspec.MsgspecError):
        return None
    is_same = (last.sheet, last.map) == (options.sheet, options.map) or options.sheet == last.facts.sheet
    return last.facts if is_same and files.sheet.exists() else None


def _forget(files: ImportFiles) -> None:
    """Remove the last conversion's facts before its sheet, so that a crash leaves no facts about another sheet."""
    with suppress(FileNotFoundError):
        files.conversion.unlink()
        durable_files.sync(files.conversion.parent)


def _write(path: Path, content: bytes) -> None:
    with os.fdopen(durable_files.create_private(path), "wb") as stream:
        stream.write(content)
