"""docs/limits.md lists every limit that is not a setting, with its value in the code."""

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.docs.markdown import DOCS, ROOT

SOURCE = ROOT / "src" / "plantstore"
LIMIT = re.compile(r"(?:^|_)(?:MAX|MIN)(?:_|$)")

_INSIDE = "bounds the work of one function; no user notices it"
_WORDS = "shortens a line for people"
_NAMES = "of how a word of a botanical name is recognised"
_LOOKS = "of how a page looks"
_DEMO = "of the demo alone, whose options are in the CLI reference"
EXCEPTIONS = {
    ("catalogue/imports/values/text_repairs.py", "CAPITALS_MIN"): _INSIDE,
    ("catalogue/imports/values/text_repairs.py", "_DECODED_MAX"): _INSIDE,
    ("catalogue/imports/workbooks/upload.py", "SHEETS_NAMED_MAX"): _WORDS,
    ("cli/support/import_format.py", "SHEETS_SHOWN_MAX"): _WORDS,
    ("cli/listen/delivery_lines.py", "RESPONSE_CHARS_MAX"): _WORDS,
    ("cli/support/delivery_format.py", "EXCERPT_CHARS_MAX"): _WORDS,
    ("cli/support/webhook_actions.py", "EXCERPT_CHARS_MAX"): _WORDS,
    ("cli/commands/plants/history.py", "VALUE_CHARS_MAX"): _WORDS,
    ("cli/support/output.py", "_CELL_COLUMNS_MIN"): _WORDS,
    ("domain/text.py", "_QUOTED_CHARS_MAX"): _WORDS,
    ("domain/plants/objects.py", "_SHOWN_CHARS_MAX"): _WORDS,
    **{
        ("domain/plants/pot_size.py", name): "how a text without a clear unit is read"
        for name in ("BARE_CM_MAX", "P_LITRES_MAX", "P_CM_MIN", "P_INCHES_MAX", "RANGE_FACTOR_MAX")
    },
    ("web/http/json_body.py", "_WRONG_SHOWN_CHARS_MAX"): _WORDS,
    ("web/console/saved_views.py", "TABS_MAX"): _LOOKS,
    ("storage/sqlite/files.py", "FAULTS_MAX"): _WORDS,
    ("web/console/cookies.py", "NOTICE_CHARS_MAX"): _WORDS,
    ("cli/demo/play.py", "RESPONSE_S_MAX"): _DEMO,
    ("cli/commands/receiver_filter.py", "FILE_CHARS_MAX"): _INSIDE,
    ("storage/queries/receiver_feed.py", "SCANNED_MAX"): _INSIDE,
    ("web/console/views/receiver_filter.py", "LINES_MAX"): _LOOKS,
    ("cli/commands/demo.py", "ADDING_SHARE_MAX"): _DEMO,
    ("cli/demo/play.py", "SETTLE_S_MAX"): _DEMO,
    ("cli/demo/store_process.py", "READY_S_MAX"): _DEMO,
    ("cli/demo/store_process.py", "STOP_S_MAX"): _DEMO,
    ("cli/demo/store_process.py", "MESSAGE_CHARS_MAX"): _DEMO,
    ("cli/demo/receivers.py", "REFUSALS_MAX"): _DEMO,
    ("cli/listen/handler.py", "REFUSED_MAX"): _INSIDE,
    ("domain/plants/gtin.py", "_RAW_CHARS_MAX"): _INSIDE,
    ("domain/plants/names/genera.py", "_SHORT_CHARS_MAX"): _NAMES,
    ("domain/plants/names/genera.py", "_CHARS_MAX"): _NAMES,
    ("domain/plants/names/genera.py", "_CHARS_MIN"): _NAMES,
    ("domain/plants/names/authors.py", "_ABBREVIATION_CHARS_MIN"): _NAMES,
    ("domain/plants/names/capitals.py", "_CAPITALS_MIN"): _NAMES,
    ("domain/plants/names/tail.py", "_CAPITALS_MIN"): _NAMES,
    ("catalogue/imports/workbooks/sheet_reader.py", "REQUEST_BYTES_MAX"): _INSIDE,
    ("catalogue/imports/workbooks/sheet_reader.py", "_ERROR_CHARS_MAX"): _INSIDE,
    ("catalogue/imports/workbooks/conversion.py", "REPLY_BYTES_MAX"): _INSIDE,
    ("catalogue/exports/workbook_writer.py", "_TEXT_CHARS_MAX"): "of a cell in any workbook: longer texts are cut",
    ("catalogue/photos/conversion.py", "REPLY_BYTES_MAX"): _INSIDE,
    ("catalogue/photos/picture_reader.py", "_ERROR_CHARS_MAX"): _INSIDE,
    ("catalogue/imports/workbooks/archive.py", "_COMMENT_BYTES_MAX"): _INSIDE,
    ("core/timers.py", "TIMER_S_MAX"): _INSIDE,
    ("sending/addresses.py", "ADDRESS_CHARS_MAX"): _INSIDE,
    ("sending/dialling.py", "LEFT_S_MIN"): _INSIDE,
    ("storage/tables/search_index.py", "ASKED_MAX"): _INSIDE,
    ("storage/tables/plants.py", "KEYS_MAX"): _INSIDE,
    ("domain/plants/misspelling.py", "_EDITS_MAX"): "not a number: by the length of a word",
    **{
        ("storage/queries/spelling.py", name): _INSIDE
        for name in ("ALTERNATIVES_MAX", "TERMS_MAX", "ENDINGS_MAX", "PLANTS_MAX")
    },
    **{
        ("domain/plants/misspelling.py", name): "of how a misspelt word is recognised"
        for name in ("_EDITS_MAX_LONG", "_PART_LETTERS_MIN")
    },
    ("storage/sqlite/engine.py", "INSERT_ROWS_MAX"): _INSIDE,
    ("web/http/json_body.py", "_INT_CHARS_MAX"): _INSIDE,
    ("delivery/generation.py", "CHANGES_MAX"): _INSIDE,
    ("delivery/receiver_snapshot.py", "REQUESTED_MAX"): _INSIDE,
    ("cli/commands/docs.py", "SUGGESTIONS_MAX"): _WORDS,
    ("web/console/alerts.py", "RECEIVERS_SHOWN_MAX"): _LOOKS,
    ("web/console/charts.py", "COLUMN_HEIGHT_MIN"): _LOOKS,
    ("web/console/charts.py", "FAILED_HEIGHT_MIN"): _LOOKS,
    ("web/console/charts.py", "ACCEPTED_HEIGHT_MIN"): _LOOKS,
    ("web/console/labels/drawing.py", "_TEXT_MM_MAX"): _LOOKS,
    ("web/console/labels/drawing.py", "QR_MODULE_MM_MAX"): _LOOKS,
    ("web/console/labels/fitting.py", "LINES_MAX"): _LOOKS,
    ("web/console/labels/label.py", "FOOT_MM_MAX"): _LOOKS,
    ("web/console/labels/print_run.py", "NAMED_MAX"): _LOOKS,
    ("web/docs/renderer.py", "TOC_MAX"): _LOOKS,
    ("web/docs/renderer.py", "TOC_MIN"): _LOOKS,
    ("web/docs/schema_tables.py", "NESTED_FIELDS_MAX"): _LOOKS,
    ("web/docs/schema_tables.py", "PATTERN_CHARS_MAX"): _LOOKS,
    ("web/docs/search_index.py", "_PREFIX_CHARS_MIN"): _INSIDE,
    ("storage/engine/chunks.py", "ROWS_MAX"): _INSIDE,
    ("storage/tables/plant_history.py", "ROWS_MAX"): _INSIDE,
    ("web/console/plant_history.py", "VALUE_CHARS_MAX"): _LOOKS,
    ("domain/session.py", "SEEN_WRITE_S_MIN"): _INSIDE,
    ("web/console/page_request.py", "ZIP_BYTES_MIN"): _INSIDE,
    ("storage/postgres/connection.py", "COPY_ROWS_MIN"): _INSIDE,
    ("web/console/cookies.py", "THEME_S_MAX"): "of a cookie that holds a colour",
    ("web/console/cookies.py", "NOTICE_S_MAX"): "of a cookie that holds a sentence for the next page",
}
"""Limits that have no row in docs/limits.md, each with the reason."""
VIEWS = "web/console/views/"  # how much one page shows of something; the page itself says when there is more


def names(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement of a module assigns to."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        targets = [statement.target]
    for target in targets:
        for one in ast.walk(target):
            if isinstance(one, ast.Name):
                yield one.id


@cache
def limits() -> tuple[tuple[str, str], ...]:
    return tuple(
        (path.relative_to(SOURCE).as_posix(), name)
        for path in sorted(SOURCE.rglob("*.py"))
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
        for name in names(statement)
        if name.isupper() and LIMIT.search(name)
    )


def value(where: str, name: str) -> object:
    module = importlib.import_module(f"plantstore.{Path(where).with_suffix('').as_posix().replace('/', '.')}")
    return getattr(module, name, None)


def shown(limit: object) -> str:
    if limit is None:
        return "not in the code"
    if isinstance(limit, tuple):
        return ".".join(map(str, limit))
    assert isinstance(limit, int | float)
    return f"{limit:,}" if isinstance(limit, int) else f"{limit:,g}"


def rows() -> dict[tuple[str, str], tuple[str, str]]:
    """Return every row by its file and its name, with value and unit."""
    text = (DOCS / "limits.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| `(\w+)` \| (\S+) \| (.+?) \| `([\w/]+\.py)` \| .*\|$", text, re.MULTILINE)
    assert len(found) == len(re.findall(r"^\| `", text, re.MULTILINE)), "a row is not as the others"
    return {(where, name): (shown_value, unit) for name, shown_value, unit, where in found}


ROWS = rows()


def test_every_limit_has_a_row_or_a_reason() -> None:
    missing = [
        f"| `{name}` | {shown(value(where, name))} | … | `{where}` | … |"
        for where, name in limits()
        if not ((where, name) in ROWS or (where, name) in EXCEPTIONS or where.startswith(VIEWS))
    ]

    assert len(limits()) > 250
    assert not missing, "\n".join(missing)
    assert not ROWS.keys() & EXCEPTIONS.keys(), "a row makes an exception unnecessary"


def test_every_row_has_the_value_of_the_code() -> None:
    wrong = [
        f"{where}: {name} is {shown(value(where, name))}, not {shown_value}"
        for (where, name), (shown_value, unit) in ROWS.items()
        if not unit or shown_value != shown(value(where, name))
    ]

    assert not wrong, "\n".join(wrong)


def test_every_exception_is_a_limit() -> None:
    assert EXCEPTIONS.keys() <= set(limits())
    assert len(EXCEPTIONS) < len(limits()) / 5
