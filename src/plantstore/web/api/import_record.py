"""How imports look in JSON, and what a file is uploaded with."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from plantstore.catalogue.imports import commands
from plantstore.catalogue.imports.encodings import ENCODINGS
from plantstore.catalogue.imports.file_layout import COLUMNS_MAX
from plantstore.catalogue.imports.headings import FIELDS, numbered
from plantstore.catalogue.imports.numbers import DecimalSign
from plantstore.catalogue.imports.report import SHOWN_MAX, LineNote, ListColumn, ListCurrency, Report
from plantstore.core.settings import Settings
from plantstore.domain.currency import check_currency
from plantstore.domain.errors import FieldError
from plantstore.domain.plant_import import PlantImport
from plantstore.domain.text import check_text
from plantstore.domain.timestamps import text_or_none, to_text
from plantstore.storage.database import Transaction
from plantstore.web.api.wire import Next, Prev
from plantstore.web.http.dependencies import Dependencies
from plantstore.web.http.endpoint import Parameter
from plantstore.web.http.pagination import flag_parameter
from plantstore.web.http.response import JSON
from plantstore.web.http.strict_json import read_object
from plantstore.web.openapi import patterns

NAME_CHARS_MAX = 200
MAP_CHARS_MAX = 8_000


def _said(description: str) -> Meta:
    return Meta(description=description)


class ImportOptions(msgspec.Struct):
    """What was said about a file."""

    map: Annotated[
        dict[str, str], _said("The headings that were named for fields; #2 is the second column, an empty text none.")
    ]
    encoding: Annotated[str | None, _said("null: found out.")]
    decimal: str
    currency: Annotated[str | None, _said("That of prices whose cells name none. null: as the list or the store says.")]
    no_header: Annotated[bool, _said("Whether the first line is data.")]
    as_drafts: bool
    add_alike: bool
    update: bool
    restore: bool
    skip_bad: bool


class Import(msgspec.Struct):
    """A list of plants: what its check has found, and how far it has come."""

    id: str
    state: Annotated[
        str,
        _said(
            "checking; checked: it waits to be confirmed; running; done; cancelled; failed: `error` says why; undoing; "
            "undone. More states may be added."
        ),
    ]
    name: str
    size_bytes: int
    options: Annotated[ImportOptions, _said("As the file is, or was, to be read and dealt with.")]
    encoding: Annotated[str, _said("That of most lines, if the file mixes two.")]
    fallback_encoding: Annotated[str, _said("That of the lines that are not UTF-8, if others are; empty: not mixed.")]
    fallback_lines: Annotated[int, _said("How many lines were read so; the first note lists them.")]
    delimiter: str
    header_line: Annotated[int, _said("0: the file has no headings.")]
    columns: Annotated[list[ListColumn], _said("Of their file, with the field that each fills; null: it is not used.")]
    rows: Annotated[int, _said("Below the header, as far as they are read.")]
    new: Annotated[int, _said("Rows that become plants.")]
    changed: Annotated[int, _said("Rows that change or restore a plant; only with `update` or `restore`.")]
    present: Annotated[int, _said("Rows whose SKU or GTIN a plant of the catalogue has, and that change nothing.")]
    alike: Annotated[int, _said("Rows without SKU and GTIN that are called as a plant that is there: left out.")]
    restorable: Annotated[int, _said("Archived plants among the rows that are left out: `restore` brings them back.")]
    restores: Annotated[int, _said("How many of the rows counted in `changed` bring an archived plant back.")]
    bad: Annotated[int, _said("Rows that cannot be plants as they are.")]
    ignored: Annotated[int, _said("Blank rows, headings, totals, archived plants, and repeated lines.")]
    problems: Annotated[list[LineNote], _said(f"What is wrong, of the first rows; at most {SHOWN_MAX}.")]
    notes: Annotated[list[LineNote], _said(f"What was read otherwise than it is written, or left out; {SHOWN_MAX}.")]
    notes_count: int
    earlier: Annotated[str | None, _said("An earlier import of a file with the same content that has added plants.")]
    currencies: Annotated[list[ListCurrency], _said("In which currencies the prices of readable rows are.")]
    currency_question: Annotated[
        str,
        _said("Why the currency of the prices is uncertain; empty: it is not. Check again with a `currency` first."),
    ]
    currency_choices: Annotated[list[str], _said("What `currency` can be, as an answer to that question.")]
    deliveries: Annotated[int, _said("What its new plants cause, to the receivers that there are now.")]
    added: int
    updated: Annotated[int, _said("Plants that were changed or restored.")]
    skipped: Annotated[int, _said("Rows that somebody has made needless, or impossible, since the check.")]
    remaining: Annotated[int, _said("New and changing rows that are not dealt with yet.")]
    archived: Annotated[int, _said("By the undo: plants that it took out of the store, and drafts that it deleted.")]
    kept: Annotated[int, _said("By the undo: plants that were edited since, and stayed.")]
    error: str
    asked_by: Annotated[str, _said("The id of the token that uploaded it.")]
    asked_at: str
    confirmed_at: str | None
    ended_at: str | None


class ImportPage(msgspec.Struct):
    """One page of a list."""

    items: list[Import]
    next: Next
    prev: Prev


def record(tx: Transaction, dependencies: Dependencies, one: PlantImport) -> Import:
    """Write an import as everybody may see it."""
    report = commands.read_report(one.report) if one.report else Report()
    return Import(
        **{name: getattr(one, name) for name in ("id", "name", "size_bytes", "error", "asked_by")},
        **{name: getattr(one, name) for name in ("new", "changed", "present", "alike", "bad", "ignored")},
        **{name: getattr(one, name) for name in ("added", "updated", "skipped", "archived", "kept")},
        **{
            name: getattr(report, name)
            for name in ("encoding", "fallback_encoding", "fallback_lines", "delimiter", "header_line", "columns")
        },
        **{name: getattr(report, name) for name in ("problems", "notes", "notes_count", "earlier")},
        **{name: getattr(report, name) for name in ("currencies", "currency_question", "currency_choices")},
        **{name: getattr(report, name) for name in ("restorable", "restores")},
        state=one.state.value,
        options=msgspec.convert(msgspec.to_builtins(commands.read_options(one.options)), ImportOptions),
        rows=report.rows or dependencies.importer.rows_read(one.id),
        deliveries=commands.deliveries(tx, one),
        remaining=one.new + one.changed - one.added - one.updated - one.skipped,
        asked_at=to_text(one.asked_at),
        confirmed_at=text_or_none(one.confirmed_at),
        ended_at=text_or_none(one.ended_at),
    )


def _read_one_of(known: Any) -> Any:
    def read(text: str, _: Settings) -> str:
        if text not in known:
            raise ValueError(f"write one of {', '.join(known)}.")
        return text

    return read


def _read_map(text: str, _: Settings) -> dict[str, str]:
    if len(text) > MAP_CHARS_MAX:
        raise ValueError(f"write at most {MAP_CHARS_MAX:,} characters.")
    try:
        found = read_object(text.encode())
    except Exception as error:
        raise ValueError('write a JSON object, such as {"sku": "Art.Nr."}.') from error
    for field, heading in found.items():
        if field not in FIELDS:
            raise ValueError(f"{field[:64]!r} is no field of a plant. There are: {', '.join(FIELDS)}.")
        is_number = type(heading) is int and 1 <= heading <= COLUMNS_MAX
        if heading is not None and not isinstance(heading, str) and not is_number:
            raise ValueError(f"write the heading of a column, its number (1 to {COLUMNS_MAX}), or null for none.")
    return {field: numbered(heading) if isinstance(heading, int) else heading or "" for field, heading in found.items()}


def _read_currency(text: str, _: Settings) -> str:
    problems: list[FieldError] = []
    code = check_currency(text, "/currency", problems)
    if code is None:
        raise ValueError(problems[0].detail)
    return code


def _read_name(text: str, _: Settings) -> str:
    name, problems = check_text(text, pointer="/name", chars_max=NAME_CHARS_MAX)
    if problems:
        raise ValueError(problems[0].detail)
    return name


SKIP_BAD = flag_parameter(
    "skip_bad", "Whether bad rows are left out. Otherwise an import with bad rows cannot be confirmed."
)
_NAME = Parameter(
    name="name",
    description="What the list is called, for people.",
    parse=_read_name,
    schema=lambda _: {
        "type": "string",
        "minLength": 1,
        "maxLength": NAME_CHARS_MAX,
        "pattern": patterns.TEXT,
    },
)
_COLUMN = {"type": ["string", "integer", "null"], "minimum": 1, "maximum": COLUMNS_MAX}
CHECK_PARAMETERS = (
    Parameter(
        name="map",
        description=(
            'Which column holds a field, as JSON: {"sku": "Art.Nr.", "name": 2, "tag": null}: its heading, its number '
            "counted from 1, or null for none."
        ),
        parse=_read_map,
        schema=lambda _: {
            "type": "string",
            "maxLength": MAP_CHARS_MAX,
            "contentMediaType": JSON,
            "contentSchema": {
                "type": "object",
                "properties": dict.fromkeys(FIELDS, _COLUMN),
                "additionalProperties": False,
            },
        },
    ),
    Parameter(
        name="encoding",
        description="The letters of the file; found out unless said.",
        parse=_read_one_of(tuple(ENCODINGS)),
        schema=lambda _: {"type": "string", "enum": list(ENCODINGS)},
    ),
    Parameter(
        name="decimal",
        description="What stands before decimals. auto refuses numbers that can be read in two ways.",
        parse=_read_one_of(tuple(sign.value for sign in DecimalSign)),
        schema=lambda _: {"type": "string", "enum": [sign.value for sign in DecimalSign], "default": "auto"},
    ),
    Parameter(
        name="currency",
        description="The currency of prices whose cells name none; the list or the store says it unless given.",
        parse=_read_currency,
        schema=lambda _: {"type": "string", "pattern": "^[A-Z]{3}$"},
    ),
    flag_parameter("no_header", "Whether the first line is data: there are no headings, and `map` numbers columns."),
    flag_parameter("as_drafts", "Whether the plants become drafts, of which nobody is told yet."),
    flag_parameter("add_alike", "Whether rows without SKU and GTIN become plants though one of that name is there."),
    flag_parameter("update", "Whether rows whose plant is there write the fields that they fill. No event follows."),
    flag_parameter("restore", "Whether rows whose plant is archived bring it back. No event follows."),
    SKIP_BAD,
)
UPLOAD_PARAMETERS = (_NAME, *CHECK_PARAMETERS)

EXAMPLE: dict[str, Any] = {
    "id": "imp_01kjxsnhx04t8gcvq1mz7b5e3d",
    "state": "checked",
    "name": "spring.csv",
    "size_bytes": 2809,
    "options": {
        "map": {},
        "encoding": None,
        "decimal": "auto",
        "currency": None,
        "no_header": False,
        "as_drafts": False,
        "add_alike": False,
        "update": False,
        "restore": False,
        "skip_bad": False,
    },
    "encoding": "cp1252",
    "fallback_encoding": "",
    "fallback_lines": 0,
    "delimiter": ";",
    "header_line": 4,
    "columns": [
        {"heading": "Art.Nr.", "field": "sku", "samples": ["HYD-END-5L"]},
        {"heading": "Height cm", "field": None, "samples": ["60"]},
        {"heading": "RRP", "field": "price", "samples": ["24,99"]},
    ],
    "rows": 30,
    "new": 17,
    "changed": 0,
    "present": 2,
    "alike": 0,
    "restorable": 0,
    "restores": 0,
    "bad": 1,
    "ignored": 10,
    "problems": [
        {"line": 14, "heading": "RRP", "value": "POA", "detail": "“POA” is not a price."},
    ],
    "notes": [
        {"line": 7, "heading": "Qty", "value": "250+", "detail": "“250+” was read as 250."},
    ],
    "notes_count": 1,
    "earlier": None,
    "currencies": [{"currency": "EUR", "rows": 16}],
    "currency_question": "",
    "currency_choices": [],
    "deliveries": 34,
    "added": 0,
    "updated": 0,
    "skipped": 0,
    "remaining": 17,
    "archived": 0,
    "kept": 0,
    "error": "",
    "asked_by": "tok_01kjxsnhx04t8gcvq1mz7b5e3d",
    "asked_at": "2026-03-02T09:15:00.000Z",
    "confirmed_at": None,
    "ended_at": None,
}
