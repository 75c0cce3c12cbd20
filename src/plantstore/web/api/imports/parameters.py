"""The query parameters of the imports endpoints: the name of an upload, and how to read its file."""

from plantstore.catalogue.imports.columns.file_layout import COLUMNS_MAX
from plantstore.catalogue.imports.columns.headings import FIELDS, numbered
from plantstore.catalogue.imports.text_files.encodings import ENCODINGS
from plantstore.catalogue.imports.values.name_pattern import DEFAULT, PATTERN_CHARS_MAX, check_pattern
from plantstore.catalogue.imports.values.numbers import DecimalSign
from plantstore.catalogue.imports.workbooks.limits import SHEET_NAME_CHARS_MAX
from plantstore.core.settings import Settings
from plantstore.domain.errors import FieldError
from plantstore.domain.plants.currency import check_currency
from plantstore.domain.plants.plant_import import DELIMITERS, YEAR_MAX, YEAR_MIN
from plantstore.web.http.endpoint import Parameter
from plantstore.web.http.json_body import read_object
from plantstore.web.http.parameters import choice_parameter, flag_parameter, text_parameter
from plantstore.web.http.response import JSON
from plantstore.web.openapi import patterns

NAME_CHARS_MAX = 200
MAP_CHARS_MAX = 8_000


def _read_map(text: str, _: Settings) -> dict[str, str]:
    if len(text) > MAP_CHARS_MAX:
        raise ValueError(f"write at most {MAP_CHARS_MAX:,} characters.")
    try:
        found = read_object(text.encode())
    except Exception as error:
        raise ValueError('write a JSON object, such as {"sku": "Art.Nr."}.') from error
    for field, heading in found.items():
        if field not in FIELDS:
            raise ValueError(f"{field[:64]!r} is not a field of a plant. The fields are {', '.join(FIELDS)}.")
        is_number = type(heading) is int and 1 <= heading <= COLUMNS_MAX
        if heading is not None and not isinstance(heading, str) and not is_number:
            raise ValueError(f"write the heading of a column, its number (1 to {COLUMNS_MAX}), or null for none.")
    return {field: numbered(heading) if isinstance(heading, int) else heading or "" for field, heading in found.items()}


def _read_pattern(text: str, _: Settings) -> str:
    return check_pattern(text)


def _read_year(text: str, _: Settings) -> int:
    if len(text) != 4 or not text.isascii() or not text.isdecimal() or not YEAR_MIN <= int(text) <= YEAR_MAX:
        raise ValueError(f"write a year from {YEAR_MIN} to {YEAR_MAX}.")
    return int(text)


def _read_currency(text: str, _: Settings) -> str:
    problems: list[FieldError] = []
    code = check_currency(text, "/currency", problems)
    if code is None:
        raise ValueError(problems[0].detail)
    return code


def _read_sheet(text: str, _: Settings) -> str:
    if not 1 <= len(text) <= SHEET_NAME_CHARS_MAX:
        raise ValueError(f"write 1 to {SHEET_NAME_CHARS_MAX} characters.")
    return text  # unchanged, because the name of a sheet may have surrounding spaces


SKIP_BAD = flag_parameter(
    "skip_bad", "Whether to skip invalid rows. Otherwise an import with invalid rows cannot be confirmed."
)
_NAME = text_parameter("name", "A display name for the import, such as the name of the file.", chars_max=NAME_CHARS_MAX)
_COLUMN = {"type": ["string", "integer", "null"], "minimum": 1, "maximum": COLUMNS_MAX}
CHECK_PARAMETERS = (
    Parameter(
        name="map",
        description=(
            'The column of each field, as a JSON object such as {"sku": "Art.Nr.", "name": 2, "tag": null}: the '
            "column's heading, its number counted from 1, or null for no column."
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
    choice_parameter("encoding", "The encoding of the file. By default it is detected.", ENCODINGS),
    choice_parameter(
        "delimiter",
        "The column separator. By default it is detected, or a tab for text/tab-separated-values.",
        DELIMITERS,
    ),
    choice_parameter(
        "decimal",
        "The decimal separator. With auto, numbers that can be read in two ways are refused.",
        [sign.value for sign in DecimalSign],
        default="auto",
    ),
    Parameter(
        name="currency",
        description="The currency of prices that do not name one. By default the file's own currency, or the store's.",
        parse=_read_currency,
        schema=lambda _: {"type": "string", "pattern": "^[A-Z]{3}$"},
    ),
    flag_parameter("no_header", "Whether the file has no header line. If so, give the columns in `map` by number."),
    flag_parameter("as_drafts", "Whether to add new plants as drafts. Receivers are not notified about drafts."),
    flag_parameter(
        "add_alike", "Whether to add rows without SKU and GTIN even if a plant with the same name is in the catalogue."
    ),
    flag_parameter(
        "update",
        "Whether rows update plants that are already in the catalogue. This creates no event. Empty cells "
        "leave their fields unchanged.",
    ),
    flag_parameter("restore", "Whether rows restore archived plants. This creates no event."),
    Parameter(
        name="name_pattern",
        description=(
            "How to compose the name of a row that has none, such as `{botanical_name}, {pot_size}`. Of words between "
            "bars, the first with a value is used; a word without a value disappears, with the signs before it."
        ),
        parse=_read_pattern,
        schema=lambda _: {
            "type": "string",
            "minLength": 1,
            "maxLength": PATTERN_CHARS_MAX,
            "pattern": patterns.TEXT,
            "default": DEFAULT,
        },
    ),
    Parameter(
        name="year",
        description="The year of weeks, such as “wk 22”, that the file gives without one.",
        parse=_read_year,
        schema=lambda _: {"type": "integer", "minimum": YEAR_MIN, "maximum": YEAR_MAX},
    ),
    Parameter(
        name="sheet",
        description=(
            "The sheet of an .xlsx workbook: its name or, for the second one, `#2`. By default, the sheet with the "
            "most rows that has known headings, or the first visible one."
        ),
        parse=_read_sheet,
        schema=lambda _: {"type": "string", "minLength": 1, "maxLength": SHEET_NAME_CHARS_MAX},
    ),
    SKIP_BAD,
)
UPLOAD_PARAMETERS = (_NAME, *CHECK_PARAMETERS)
