"""What an import has found, in words: the preview, the report at its end, and how it is followed meanwhile."""

from time import sleep

from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.cli.support.options import Common
from plantstore.cli.support.output import Row, say
from plantstore.cli.support.progress import Progress
from plantstore.domain.plant_import import ImportState

LOOK_EVERY_S = 0.5
SHOWN_MAX = 20
UNUSED_SHOWN_MAX = 20


def import_path(import_id: str) -> str:
    return f"/imports/{segment(import_id)}"


def wait(client: Client, found: Row, *, state: ImportState, what: str, common: Common) -> Row:
    """Look again and again while it stands so. Whatever ends the waiting, the import goes on."""
    progress = Progress(what, quiet=common.as_json)
    id = found["id"]
    try:
        while found.get("state") == state:
            progress.show(*_progress(found, state))
            sleep(LOOK_EVERY_S)
            found = client.get(import_path(id))
        if state is not ImportState.CHECKING:
            progress.show(*_progress(found, state))
    except KeyboardInterrupt as interrupt:
        progress.end()
        raise Failure(
            "It goes on in the service.",
            exit_code=Exit.INTERRUPTED,
            next_step=f"To end it: plantstore imports cancel {id}",
        ) from interrupt
    except Failure as failure:
        failure.next_step += f" The import goes on by itself: plantstore imports show {id}"
        raise
    finally:
        progress.end()
    return found


def say_preview(found: Row, *, common: Common) -> None:
    """Say how the file was read, what is in it, and what is wrong with it."""

    def tell(text: str) -> None:
        say(text, as_json=common.as_json)

    tell(f"{found['rows']:,} rows: {counts(found)}")
    sign = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}.get(found["delimiter"], found["delimiter"])
    where = f"headings on line {found['header_line']}" if found["header_line"] else "no headings"
    mixed = f" ({found['fallback_lines']:,} lines; the others as utf-8)" if found.get("fallback_encoding") else ""
    read_as = found.get("fallback_encoding") or found["encoding"]
    tell(f"Read as {read_as}{mixed}, with a {sign} between cells; {where}.")
    columns = [one for one in found["columns"] if one["field"]]
    tell("Columns: " + ", ".join(f"{one['field']} = {one['heading']}" for one in columns))
    if found.get("currencies"):
        tell("Prices: " + ", ".join(f"{one['rows']:,} in {one['currency']}" for one in found["currencies"]))
    if found.get("currency_question"):
        tell(f"{found['currency_question']} Say --currency {' or '.join(found['currency_choices'])}.")
    unused = [one["heading"] for one in found["columns"] if not one["field"] and one["heading"]]
    if unused:
        more = " …" if len(unused) > UNUSED_SHOWN_MAX else ""
        tell(f"Not used: {', '.join(unused[:UNUSED_SHOWN_MAX])}{more}")
    for one in found["notes"][:SHOWN_MAX]:
        tell(f"Note: {line_words(one)}")
    for one in found["problems"][:SHOWN_MAX]:
        tell(f"Bad: {line_words(one)}")
    if restorable := found.get("restorable"):
        plants = "1 plant of this file is" if restorable == 1 else f"{restorable:,} plants of this file are"
        tell(f"{plants} archived. --restore --update restores with this file's values, --restore alone as they were.")
    if found["earlier"]:
        tell(f"A file with the same content was imported before: {found['earlier']}.")


def counts(found: Row) -> str:
    """Count what the check has found; what is 0 is left out, but for the new ones."""
    alike = f"{found['alike']:,} without SKU and GTIN that may be there (left out)"
    parts = [f"{found['new']:,} new"]
    parts += [f"{found['changed']:,} change a plant"] if found.get("changed") else []
    parts += [f"{found['restores']:,} of these restore one"] if found.get("restores") else []
    parts += [f"{found['present']:,} already in the catalogue (left out)"] if found["present"] else []
    parts += [alike] if found["alike"] else []
    parts += [f"{found['bad']:,} bad"] if found["bad"] else []
    parts += [f"{found['ignored']:,} ignored (headings, blank, totals, repeated)"] if found["ignored"] else []
    return ", ".join(parts) + "."


def line_words(one: Row) -> str:
    """Name a line as it stands in their file."""
    heading = f", “{one['heading']}”" if one["heading"] else ""
    value = f" {one['value']}:" if one["value"] and one["value"] not in one["detail"] else ""
    return f"line {one['line']}{heading}:{value} {one['detail']}"


def _progress(found: Row, state: ImportState) -> tuple[int, int]:
    if state is ImportState.CHECKING:
        return found["rows"], found["rows"]
    if state is ImportState.UNDOING:
        return found["archived"] + found["kept"], found["added"]
    done = found["added"] + found.get("updated", 0) + found["skipped"]
    return done, found["new"] + found.get("changed", 0)
