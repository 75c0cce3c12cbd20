"""`plantstore plants export`: writes plants as CSV or JSON Lines, fetched page by page, or as a workbook."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlencode

import click

from plantstore.catalogue.exports.records import ExportFormat, csv_begin, csv_lines, json_lines
from plantstore.catalogue.imports.values.cells import export_headings
from plantstore.cli.commands.plants.list_filters import filter_options, query_of
from plantstore.cli.support.exit_codes import Failure, WrongUsage
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import Row, plural, print_note
from plantstore.cli.support.server_discovery import connect


@click.command("export")
@click.argument("file", default="-")
@click.option(
    "--format",
    "kind",
    type=click.Choice([kind.value for kind in ExportFormat]),
    help="Default: by the extension of FILE, else csv.",
)
@click.option("--raw", is_flag=True, help="CSV for programs: no protection against formulas, no byte order mark.")
@filter_options
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@with_common
def export_plants(
    common: Common, /, *, file: str, kind: str | None, raw: bool, force: bool, **filters: str | None
) -> None:
    """Write all plants, or those that match the filters, to FILE, or to standard output.

    Costs and suppliers are included if your token has the scope costs:read. A workbook (xlsx) has at most 100,000
    plants.

    In CSV, an apostrophe protects cells that a spreadsheet would run as a formula; `plants import` removes it again.

    \b
    Example:
      plantstore plants export catalogue.csv
      plantstore plants export out-of-stock.xlsx --stock out_of_stock --sort name
      plantstore plants export --format jsonl | jq .name
    """
    format = ExportFormat(kind) if kind else _format_of(file, as_json=common.as_json)
    if raw and format is not ExportFormat.CSV:
        raise WrongUsage("--raw only applies to CSV.", next_step="Remove --raw, or add --format csv.")
    if file != "-" and Path(file).exists() and not force:
        raise WrongUsage(f"{file} already exists.", next_step="Choose another name, or add --force to replace it.")
    query, client = query_of(filters), connect(common)
    with _opened(file) as stream:
        if format is ExportFormat.XLSX:
            stream.write(client.download(f"/plants/export?{urlencode({'format': format.value, **query})}"))
            written = "the plants"
        else:
            rows = client.items("/plants", query)
            count = _write_csv(rows, stream, raw=raw) if format is ExportFormat.CSV else _write_json(rows, stream)
            written = plural(count, "plant")
    if file != "-":
        print_note(f"Wrote {written} to {file}.", as_json=common.as_json)


def _format_of(file: str, *, as_json: bool) -> ExportFormat:
    if file.endswith((".jsonl", ".ndjson")) or as_json:
        return ExportFormat.JSON_LINES
    return ExportFormat.XLSX if file.endswith(".xlsx") else ExportFormat.CSV


def _write_csv(rows: Iterable[Row], stream: BinaryIO, *, raw: bool) -> int:
    count = 0
    headings: tuple[str, ...] = ()
    for row in rows:
        if not headings:  # the first record shows whether the token may see costs
            headings = export_headings(row)
            stream.write(csv_begin(headings, raw=raw))
        stream.write(csv_lines([row], headings, raw=raw))
        count += 1
    if not headings:
        stream.write(csv_begin(export_headings(None), raw=raw))
    return count


def _write_json(rows: Iterable[Row], stream: BinaryIO) -> int:
    count = 0
    for row in rows:
        stream.write(json_lines([row]))
        count += 1
    return count


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """Open the output. A file is written as FILE.part, then renamed, so that an interrupted export has another name."""
    if file == "-":
        stream = sys.stdout.buffer
        yield stream
        stream.flush()
        return
    part = Path(file + ".part")
    try:
        with part.open("wb") as opened:
            yield opened
        os.replace(part, file)
    except OSError as error:
        raise Failure(f"Cannot write {file}: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)
