"""`plantstore plants import`: uploads a list, shows the preview, asks for confirmation, and follows the import."""

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

import click

from plantstore.cli.support.client import Client, make_key
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.import_format import import_path, print_preview, wait_while
from plantstore.cli.support.options import Common, WholeNumber, check_can_confirm, confirm, with_common
from plantstore.cli.support.output import Row, plural, print_note, print_record
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.plants.plant_import import DELIMITERS, YEAR_MAX, YEAR_MIN, ImportState

UPLOAD_S_MIN = 120.0  # min timeout of an upload: the store checks the file before it responds
NAME_CHARS_MAX = 200
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
IN_PREVIEW = (
    "columns",
    "problems",
    "problem_groups",
    "notes",
    "note_groups",
    "preview",
)  # fields shown in the preview, so not repeated in the result


@click.command("import")
@click.argument("file")
@click.option("--check", is_flag=True, help="Only show what the import would do.")
@click.option(
    "--map",
    "pairs",
    multiple=True,
    metavar="FIELD=COLUMN",
    help="Map a field, such as sku=Art.Nr., or 2=name by column number; price= ignores the field.",
)
@click.option("--no-header", is_flag=True, help="The first line is data, not headings.")
@click.option("--decimal-comma", is_flag=True, help="Read 1.234 as a thousand and 4,95 as a decimal.")
@click.option("--decimal-point", is_flag=True, help="Read 1,234 as a thousand and 4.95 as a decimal.")
@click.option(
    "--currency", metavar="CODE", help="Currency of prices that name none, such as GBP. Default: found in the file."
)
@click.option(
    "--year",
    type=WholeNumber(YEAR_MIN, YEAR_MAX),
    metavar="YEAR",
    help="The year of weeks without one, such as “wk 22”.",
)
@click.option("--encoding", default="auto", show_default=True, help="For example utf-8, cp1252 or mac-roman.")
@click.option("--delimiter", type=click.Choice([*DELIMITERS]), help="Separator of cells. Default: found in the file.")
@click.option("--sheet", metavar="NAME", help="Sheet of a workbook, or #2 for the second. Default: the longest list.")
@click.option(
    "--name-pattern",
    metavar="PATTERN",
    help="How to name plants without a name, such as '{botanical_name}, {pot_size}'.",
)
@click.option("--skip-bad", is_flag=True, help="Import the rest even if some rows have problems.")
@click.option("--bad-rows", metavar="FILE", help="Write rows with problems to FILE, each with its line and the reason.")
@click.option("--as-drafts", is_flag=True, help="Save the plants as drafts: receivers are not notified yet.")
@click.option("--add-alike", is_flag=True, help="Add rows without SKU and GTIN even if a plant with that name exists.")
@click.option("--update", is_flag=True, help="Update existing plants with the fields that a row fills.")
@click.option("--restore", is_flag=True, help="Restore archived plants that are on the list.")
@click.option("--detach", is_flag=True, help="Don't wait until the import is done.")
@with_common
@click.pass_context
def import_plants(
    context: click.Context,
    common: Common,
    /,
    *,
    file: str,
    check: bool,
    skip_bad: bool,
    bad_rows: str | None,
    detach: bool,
    **options: Any,
) -> None:
    """Import plants from FILE, CSV or an .xlsx workbook; - is standard input. Nothing is added until you confirm.

    Plants are matched by SKU, else by GTIN. Plants already in the catalogue are skipped, so the same file can be
    imported again; with --update and --restore they are changed instead, without notifying receivers. Exit code 6 if
    rows had problems. Ctrl-C stops waiting, not the import.

    \b
    Example:
      plantstore plants import spring.csv --check
      plantstore plants import prices.csv --update
      plantstore plants import list.xlsx --sheet Perennials
      plantstore plants import names.csv --no-header --map 1=botanical_name --map 2=common_names
      plantstore plants import spring.csv --map sku=Art.Nr. --map price=RRP --skip-bad --bad-rows bad.csv --yes
    """
    query = _query(file, **options)
    if not check:
        check_can_confirm(common.yes, next_step="Add --yes to import, or --check to see only the preview.")
    client = connect(common)
    preview = _upload(client, file, query, common=common)
    print_preview(preview, common=common)
    if preview["bad"] and bad_rows is not None:
        _save_bad_rows(client, preview, bad_rows, common=common)
    if check:
        client.delete(import_path(preview["id"]))
        print_record(preview, as_json=common.as_json, exclude=() if common.as_json else IN_PREVIEW)
        context.exit(Exit.PARTLY if preview["bad"] or preview.get("currency_question") else Exit.DONE)
    _confirm_import(client, preview, yes=common.yes, skip_bad=skip_bad)
    result: Row = client.post(f"{import_path(preview['id'])}/confirmation?skip_bad=true", None, idempotency_key=None)
    if not detach:
        result = wait_while(client, result, state=ImportState.RUNNING, label="Importing", common=common)
    print_record(result, as_json=common.as_json, exclude=() if common.as_json else IN_PREVIEW)
    context.exit(_exit_code(result, common=common))


def _query(
    file: str,
    *,
    pairs: tuple[str, ...],
    decimal_comma: bool,
    decimal_point: bool,
    encoding: str,
    year: int | None,
    currency: str | None,
    delimiter: str | None,
    sheet: str | None,
    name_pattern: str | None,
    **flags: bool,
) -> dict[str, str]:
    """Return the parameters of the check: the options that were given."""
    if decimal_comma and decimal_point:
        raise WrongUsage("Use either --decimal-comma or --decimal-point.", next_step="Remove one of them, or both.")
    texts = {
        "name": Path(file).name[:NAME_CHARS_MAX] if file != "-" else "standard input",
        "map": _mapping(pairs) if pairs else None,
        "encoding": None if encoding == "auto" else encoding,
        "decimal": "comma" if decimal_comma else "point" if decimal_point else None,
        "year": year and str(year),
        "currency": currency,
        "delimiter": delimiter,
        "sheet": sheet,
        "name_pattern": name_pattern,
    }
    return {name: text for name, text in texts.items() if text} | {name: "true" for name, on in flags.items() if on}


def _mapping(pairs: tuple[str, ...]) -> str:
    mapping: dict[str, str | int] = {}
    for pair in pairs:
        field, equals, heading = pair.partition("=")
        if not equals or not field.strip():
            raise WrongUsage(f"--map {pair} names no column.", next_step="Write it as --map sku=Art.Nr.")
        if field.strip().isdecimal():
            mapping[heading.strip()] = int(field)
        else:
            mapping[field.strip()] = heading
    return json.dumps(mapping, ensure_ascii=False)


def _upload(client: Client, file: str, query: dict[str, str], *, common: Common) -> Row:
    patient = replace(client, timeout_s=max(client.timeout_s, UPLOAD_S_MIN))
    media_type = XLSX if file.lower().endswith(".xlsx") else "text/csv"
    with _opened(file) as stream:
        preview: Row = patient.upload("/imports", query, stream, media_type=media_type, idempotency_key=make_key())
    preview = wait_while(client, preview, state=ImportState.CHECKING, label="Checking", common=common)
    if preview["state"] != ImportState.CHECKED:
        raise Failure(preview.get("error") or f"The import is {preview['state']}.")
    return preview


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """Open the file to upload. Standard input is first copied to a temporary file, so that its length is known."""
    try:
        if file == "-":
            with tempfile.TemporaryFile() as spooled:
                for chunk in iter(lambda: sys.stdin.buffer.read(1 << 20), b""):
                    spooled.write(chunk)
                yield spooled
        else:
            with Path(file).open("rb") as opened:
                yield opened
    except OSError as error:
        raise WrongUsage(f"Cannot read {file}: {error.strerror}.") from error


def _save_bad_rows(client: Client, preview: Row, file: str, *, common: Common) -> None:
    try:
        Path(file).write_bytes(client.download(f"{import_path(preview['id'])}/bad-rows"))
    except OSError as error:
        raise Failure(f"Cannot write {file}: {error.strerror}.") from error
    print_note(f"Wrote rows with problems to {file}: correct them and import that file.", as_json=common.as_json)


def _confirm_import(client: Client, preview: Row, *, yes: bool, skip_bad: bool) -> None:
    """Ask for confirmation, stating the consequences.

    If the user declines, or the import needs another option first, delete the uploaded import and raise Failure.
    """
    try:
        if preview.get("currency_question"):
            choices = " or ".join(f"--currency {code}" for code in preview["currency_choices"])
            raise Failure(f"{preview['currency_question']} Nothing was imported.", next_step=f"Add {choices}.")
        if preview["bad"] and yes and not skip_bad:
            raise Failure(
                f"{plural(preview['bad'], 'row')} with problems; nothing was imported.",
                exit_code=Exit.PARTLY,
                next_step="Add --skip-bad to import the rest, or --bad-rows FILE to save these rows.",
            )
        if not yes:
            skipped = f" (skip {preview['bad']:,} with problems)" if preview["bad"] else ""
            webhooks = f" This sends {plural(preview['deliveries'], 'webhook')}." if preview["deliveries"] else ""
            changed = f", update {preview['changed']:,}" if preview.get("changed") else ""
            confirm(
                f"Import {plural(preview['new'], 'plant')}{changed}{skipped}?{webhooks}",
                declined="Nothing was imported.",
            )
    except BaseException:
        client.delete(import_path(preview["id"]))
        raise


def _exit_code(result: Row, *, common: Common) -> Exit:
    if result["state"] == ImportState.FAILED:
        raise Failure(result["error"])
    if result["state"] == ImportState.CANCELLED:
        print_note(f"The import was cancelled; {result['remaining']:,} rows were not added.", as_json=common.as_json)
        return Exit.PARTLY
    if result["added"]:
        print_note(f"To undo it: plantstore imports undo {result['id']}", as_json=common.as_json)
    return Exit.PARTLY if result["bad"] else Exit.DONE
