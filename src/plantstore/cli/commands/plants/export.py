"""`plantstore plants export`: writes the catalogue as CSV or JSON Lines, fetched page by page."""

import csv
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from plantstore.catalogue.imports.values.cells import export_headings, to_cells
from plantstore.cli.support.exit_codes import Failure, WrongUsage
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import Row, plural, print_note
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.plants.plant import Status

BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # without it, spreadsheets assume a legacy encoding


@click.command("export")
@click.argument("file", default="-")
@click.option(
    "--format", "kind", type=click.Choice(["csv", "jsonl"]), help="Default: by the extension of FILE, else csv."
)
@click.option("--raw", is_flag=True, help="CSV for programs: no protection against formulas, no byte order mark.")
@click.option("--status", type=click.Choice([status.value for status in Status]), help="Only plants with this status.")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@with_common
def export_plants(
    common: Common, /, *, file: str, kind: str | None, raw: bool, status: str | None, force: bool
) -> None:
    """Write all plants to FILE, or to standard output.

    Costs and suppliers are included if your token has the scope costs:read.

    In CSV, an apostrophe protects cells that a spreadsheet would run as a formula; `plants import` removes it again.

    \b
    Example:
      plantstore plants export catalogue.csv
      plantstore plants export --format jsonl | jq .name
    """
    kind = kind or ("jsonl" if file.endswith((".jsonl", ".ndjson")) or common.as_json else "csv")
    if raw and kind == "jsonl":
        raise WrongUsage("--raw only applies to CSV.", next_step="Remove --raw, or add --format csv.")
    if file != "-" and Path(file).exists() and not force:
        raise WrongUsage(f"{file} already exists.", next_step="Choose another name, or add --force to replace it.")
    rows = connect(common).items("/plants", {} if status is None else {"status": status})
    with _opened(file) as stream:
        count = _write_json(rows, stream) if kind == "jsonl" else _write_csv(rows, stream, raw=raw)
    if file != "-":
        print_note(f"Wrote {plural(count, 'plant')} to {file}.", as_json=common.as_json)


def _write_csv(rows: Iterable[Row], stream: BinaryIO, *, raw: bool) -> int:
    count = 0
    if not raw:
        stream.write(BYTE_ORDER_MARK)
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(text)
    headings: tuple[str, ...] = ()
    for row in rows:
        if not headings:  # the first record shows whether the token may see costs
            headings = export_headings(row)
            writer.writerow(headings)
        writer.writerow(to_cells(row, headings, raw=raw))
        count += 1
    if not headings:
        writer.writerow(export_headings(None))
    text.detach()
    return count


def _write_json(rows: Iterable[Row], stream: BinaryIO) -> int:
    count = 0
    for row in rows:
        stream.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
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
