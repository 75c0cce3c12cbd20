"""`plantstore plants import`: upload a list, show what it would do, ask, have it done, and show how far it has come."""

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import click

from plantstore.cli.support.client import Client, make_key
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.import_format import import_path, say_preview, wait
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import Row, print_record, say
from plantstore.cli.support.receiver_names import check_asking, confirm
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.plant_import import ImportState

UPLOAD_S_MIN = 120.0  # the answer is the preview, which the store takes some time for
NAME_CHARS_MAX = 200
LEFT_OUT = ("columns", "problems", "notes")  # in what is printed at the end: the preview has shown them


@click.command("import")
@click.argument("file")
@click.option("--check", is_flag=True, help="Only say what the import would do.")
@click.option(
    "--map",
    "pairs",
    multiple=True,
    metavar="FIELD=COLUMN",
    help="Such as sku=Art.Nr., or 2=name by number; price= means none.",
)
@click.option("--no-header", is_flag=True, help="The first line is data: the file has no headings.")
@click.option("--decimal-comma", is_flag=True, help="1.234 is a thousand, and 4,95 has decimals.")
@click.option("--decimal-point", is_flag=True, help="1,234 is a thousand, and 4.95 has decimals.")
@click.option("--currency", metavar="CODE", help="That of prices that name none, such as GBP; else as the list says.")
@click.option("--encoding", default="auto", show_default=True, help="Such as utf-8, cp1252 or mac-roman.")
@click.option("--skip-bad", is_flag=True, help="Leave bad rows out.")
@click.option("--bad-rows", metavar="FILE", help="Write bad rows there, each with its line and the reason.")
@click.option("--as-drafts", is_flag=True, help="Keep the plants out of the store for now: no receiver is told.")
@click.option("--add-alike", is_flag=True, help="Add rows without SKU and GTIN though a plant of that name is there.")
@click.option("--update", is_flag=True, help="Write the fields that a row fills to the plant that it means.")
@click.option("--restore", is_flag=True, help="Bring plants back that are archived and on the list.")
@click.option("--detach", is_flag=True, help="Do not wait until it is done.")
@with_common
@click.pass_context
def import_plants(
    context: click.Context,
    common: Common,
    /,
    *,
    file: str,
    check: bool,
    pairs: tuple[str, ...],
    decimal_comma: bool,
    decimal_point: bool,
    currency: str | None,
    encoding: str,
    skip_bad: bool,
    bad_rows: str | None,
    detach: bool,
    **flags: bool,
) -> None:
    """Add the plants of the CSV file FILE; - is standard input. Nothing is added before you have seen the preview.

    Plants are known by SKU, else by GTIN: what is in the catalogue already is left out, so that the same file can be
    imported again; --update and --restore change those plants instead, of which nobody is told. Ends with exit code 6
    when rows were bad. Ctrl-C ends only the waiting.

    \b
    Example:
      plantstore plants import spring.csv --check
      plantstore plants import prices.csv --update
      plantstore plants import names.csv --no-header --map 1=botanical_name --map 2=common_names
      plantstore plants import spring.csv --map sku=Art.Nr. --map price=RRP --skip-bad --bad-rows bad.csv --yes
    """
    if decimal_comma and decimal_point:
        raise WrongUsage("Decimals have a comma or a point.", next_step="Give one of the two, or none.")
    if not check:
        check_asking(common.yes, next_step="Add --yes to import, or --check to look only.")
    query = {"name": Path(file).name[:NAME_CHARS_MAX] if file != "-" else "standard input", "map": _mapping(pairs)}
    query |= {} if encoding == "auto" else {"encoding": encoding}
    query |= {"decimal": "comma" if decimal_comma else "point"} if decimal_comma or decimal_point else {}
    query |= {"currency": currency} if currency else {}
    query |= {name: "true" for name, said in flags.items() if said}
    client = connect(common)
    found = _upload(client, file, query, common=common)
    say_preview(found, common=common)
    if found["bad"] and bad_rows is not None:
        _save(client, found, bad_rows, common=common)
    if check:
        client.delete(import_path(found["id"]))
        print_record(found, as_json=common.as_json, leave_out=() if common.as_json else LEFT_OUT)
        context.exit(Exit.PARTLY if found["bad"] or found.get("currency_question") else Exit.DONE)
    _ask(client, found, yes=common.yes, skip_bad=skip_bad)
    ended: Row = client.post(f"{import_path(found['id'])}/confirmation?skip_bad=true", None, idempotency_key=None)
    if not detach:
        ended = wait(client, ended, state=ImportState.RUNNING, what="Importing", common=common)
    print_record(ended, as_json=common.as_json, leave_out=() if common.as_json else LEFT_OUT)
    context.exit(_exit_of(ended, common=common))


def _mapping(pairs: tuple[str, ...]) -> str:
    mapping: dict[str, str | int] = {}
    for pair in pairs:
        field, equals, heading = pair.partition("=")
        if not equals or not field.strip():
            raise WrongUsage(f"--map {pair}: what is the column?", next_step="Write it as --map sku=Art.Nr.")
        if field.strip().isdecimal():
            mapping[heading.strip()] = int(field)
        else:
            mapping[field.strip()] = heading
    return json.dumps(mapping, ensure_ascii=False)


def _upload(client: Client, file: str, query: dict[str, str], *, common: Common) -> Row:
    patient = replace(client, timeout_s=max(client.timeout_s, UPLOAD_S_MIN))
    with _opened(file) as stream:
        found: Row = patient.upload("/imports", query, stream, media_type="text/csv", idempotency_key=make_key())
    found = wait(client, found, state=ImportState.CHECKING, what="Checking", common=common)
    if found["state"] != ImportState.CHECKED:
        raise Failure(found.get("error") or f"The import is {found['state']}.")
    return found


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """Open a file that can be sent; standard input is kept in a file of its own first, so that its length is known."""
    try:
        if file == "-":
            with tempfile.TemporaryFile() as kept:
                for chunk in iter(lambda: sys.stdin.buffer.read(1 << 20), b""):
                    kept.write(chunk)
                yield kept
        else:
            with Path(file).open("rb") as opened:
                yield opened
    except OSError as error:
        raise WrongUsage(f"{file} cannot be read: {error.strerror}.") from error


def _save(client: Client, found: Row, file: str, *, common: Common) -> None:
    try:
        Path(file).write_bytes(client.download(f"{import_path(found['id'])}/bad-rows"))
    except OSError as error:
        raise Failure(f"{file} cannot be written: {error.strerror}.") from error
    say(f"The bad rows are in {file}: correct them and import that file.", as_json=common.as_json)


def _ask(client: Client, found: Row, *, yes: bool, skip_bad: bool) -> None:
    """Ask, naming what follows; without a yes nothing of it stays."""
    try:
        if found.get("currency_question"):
            choices = " or ".join(f"--currency {code}" for code in found["currency_choices"])
            raise Failure(f"{found['currency_question']} Nothing was imported.", next_step=f"Add {choices}.")
        if found["bad"] and yes and not skip_bad:
            raise Failure(
                f"{found['bad']:,} rows are bad; nothing was imported.",
                exit_code=Exit.PARTLY,
                next_step="--skip-bad leaves them out, --bad-rows FILE writes them down.",
            )
        if not yes:
            bad = f" and leave out {found['bad']:,} bad rows" if found["bad"] else ""
            told = f" This sends {found['deliveries']:,} notifications." if found["deliveries"] else ""
            change = f", change {found['changed']:,}" if found.get("changed") else ""
            confirm(f"Add {found['new']:,} plants{change}{bad}?{told}", otherwise="Nothing was imported.")
    except BaseException:
        client.delete(import_path(found["id"]))
        raise


def _exit_of(ended: Row, *, common: Common) -> Exit:
    if ended["state"] == ImportState.FAILED:
        raise Failure(ended["error"])
    if ended["state"] == ImportState.CANCELLED:
        say(f"It was cancelled; {ended['remaining']:,} rows were not added.", as_json=common.as_json)
        return Exit.PARTLY
    if ended["added"]:
        say(f"To take it back: plantstore imports undo {ended['id']}", as_json=common.as_json)
    return Exit.PARTLY if ended["bad"] else Exit.DONE
