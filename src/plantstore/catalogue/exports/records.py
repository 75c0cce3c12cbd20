"""The content of an export, piece by piece: the API and `plantstore plants export` write the same."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from plantstore.catalogue.imports.values.cells import export_headings, to_cells
from plantstore.domain.plants.plant import COSTS

BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # without it, spreadsheets assume a legacy encoding
Record = Mapping[str, Any]


class ExportFormat(StrEnum):
    CSV = "csv"
    JSON_LINES = "jsonl"
    XLSX = "xlsx"


MEDIA_TYPES = {
    ExportFormat.CSV: "text/csv; charset=utf-8; header=present",
    ExportFormat.JSON_LINES: "application/jsonl; charset=utf-8",
    ExportFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def headings_of(*, with_costs: bool) -> tuple[str, ...]:
    """Return the headings of a CSV file or workbook."""
    return export_headings(dict.fromkeys(COSTS) if with_costs else None)


def csv_begin(headings: Sequence[str], *, raw: bool) -> bytes:
    """Return the beginning of a CSV file; without a byte order mark if `raw`."""
    return (b"" if raw else BYTE_ORDER_MARK) + _written([headings])


def csv_lines(records: Iterable[Record], headings: Sequence[str], *, raw: bool) -> bytes:
    """Return the lines of records; unless `raw`, an apostrophe guards cells that a spreadsheet would run."""
    return _written(to_cells(record, headings, raw=raw) for record in records)


def json_lines(records: Iterable[Record]) -> bytes:
    return b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)


def cell_lines(records: Iterable[Record], headings: Sequence[str]) -> bytes:
    """Return the cells of records for `workbook.write`: a JSON list in each line."""
    return b"".join(json.dumps(to_cells(record, headings, raw=False)).encode() + b"\n" for record in records)


def _written(rows: Iterable[Sequence[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()
