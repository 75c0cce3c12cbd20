"""Finds the layout of a file: its delimiter, the line with its headings, and the field of each column."""

import io
import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TextIO

from plantstore.catalogue.imports.columns import content_suggestions, headings, remembered_columns
from plantstore.catalogue.imports.columns.headerless import (
    HEADER_LINES_MAX,
    looks_like_data,
    no_headings_message,
    without_headings,
)
from plantstore.catalogue.imports.columns.remembered_columns import Remembered, RememberedColumns
from plantstore.catalogue.imports.shops.merchant_feed import MerchantFeed, find_feed
from plantstore.catalogue.imports.shops.shopify import ShopifyExport, find_export
from plantstore.catalogue.imports.text_files import encodings
from plantstore.catalogue.imports.text_files.csv_records import Record, records
from plantstore.catalogue.imports.text_files.encodings import Encoding
from plantstore.catalogue.imports.text_files.mixed_lines import MixedEncodingText
from plantstore.catalogue.imports.values import weeks
from plantstore.domain.errors import Invalid
from plantstore.domain.plants.plant_import import DELIMITERS
from plantstore.domain.timestamps import Instant

COLUMNS_MAX = 500
BAD_HEADINGS = ("line", "reason")  # the first two headings in a file of bad rows
SUGGESTION_ROWS_MAX = 100  # max rows that are read to suggest fields for columns
_SAMPLE_CHARS = 262_144
_NON_ASCII = re.compile(r"[^\x00-\x7f]")
_WORD_END = re.compile(r"[\s,;|]")
_LINE_END = re.compile("\r\n|[\r\n]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The layout of a file. `columns` maps fields to column indexes, from 0; a person chose those of `chosen`.

    For a file without headings, `header_line` is 0, and `guess` maps the field for the plant's name to its column.
    `first_non_ascii` is the first word with a non-ASCII character and its line number, so that a person can see whether
    the encoding was guessed correctly. `year` is the only year in the headings and the lines above them; None without.
    `suggested` maps indexes of columns to fields that their content or heading suggests, but that are not guessed.
    `source` is set if the file is an export of another program, whose records become plants first.
    `mapped_at` is set if the columns are those that a person confirmed then for a file with the same headings.
    """

    encoding: Encoding
    delimiter: str
    header_line: int
    headings: list[str]
    columns: dict[str, int]
    chosen: frozenset[str] = frozenset()
    first_non_ascii: tuple[int, str] | None = None
    guess: Mapping[str, str] = field(default_factory=dict)
    year: int | None = None
    suggested: Mapping[int, str] = field(default_factory=dict)
    source: ShopifyExport | MerchantFeed | None = None
    mapped_at: Instant | None = None

    @property
    def guarded(self) -> bool:
        """True if Plant Store wrote this file, so that an apostrophe before a formula is not part of the text."""
        return self.exported or tuple(self.headings[:2]) == BAD_HEADINGS

    @property
    def exported(self) -> bool:
        """True if this is an export of a catalogue."""
        return headings.is_export(self.headings)


def find_layout(
    path: Path,
    *,
    wanted: Mapping[str, str],
    encoding: str | None,
    delimiter: str | None = None,
    no_header: bool = False,
    with_costs: bool = False,
    remembered: Remembered | None = None,
) -> Layout:
    """Return the layout of a file, detected from its beginning. Raise Invalid if a person must specify more.

    `wanted` maps fields to a person's choices of columns. `delimiter` is the name of one of DELIMITERS; None detects
    it. `with_costs` says whether the person may see suppliers. `remembered` has the columns chosen for earlier files,
    which are used if `wanted` is empty.
    """
    found = encodings.detect(path) if encoding is None else encodings.check(path, encoding)
    with closing(open_text(path, found)) as stream:
        sample = stream.read(_SAMPLE_CHARS)
    if not sample.strip():
        raise encodings.not_a_list("The file has no rows.")
    first_non_ascii = _first_non_ascii(sample) if found.guessed else None
    delimiters = tuple(DELIMITERS.values()) if delimiter is None else (DELIMITERS[delimiter],)
    before = None
    if no_header:
        sign, width, guess = without_headings(sample, delimiters, wanted)
        names = [f"Column {number}" for number in range(1, width + 1)]
        header_line, year, all_wanted = 0, None, {**wanted, **guess}
    else:
        sign, header, before = _find_header(sample, delimiters, wanted, remembered or {}, with_costs=with_costs)
        names, guess, header_line = [cell.strip() for cell in header.cells], {}, header.line
        year, all_wanted = weeks.year_in(_down_to(sample, header.line)), dict(before.chosen if before else wanted)
    _check_width(names)
    chosen = frozenset(field for field, heading in (before.chosen if before else wanted).items() if heading)
    source = None if no_header or headings.is_export(names) else find_export(names) or find_feed(names)
    if source is not None:
        own = {name: headings.numbered(place + 1) for name, place in source.mapping(with_costs=with_costs).items()}
        all_wanted = {**own, **all_wanted}
    columns = headings.map_columns(names, all_wanted, with_costs=with_costs)
    return Layout(
        encoding=found,
        delimiter=sign,
        header_line=header_line,
        headings=names,
        columns=columns,
        chosen=chosen,
        guess=guess,
        first_non_ascii=first_non_ascii,
        year=year,
        source=source,
        suggested=_suggestions(_first_rows(sample, sign, header_line), names, columns, all_wanted),
        mapped_at=before.confirmed_at if before else None,
    )


def _find_header(
    sample: str, delimiters: Sequence[str], wanted: Mapping[str, str], remembered: Remembered, *, with_costs: bool
) -> tuple[str, Record, RememberedColumns | None]:
    """Return the delimiter, the line with the headings, and the columns remembered for them. Raise Invalid without."""
    if remembered and not any(wanted.values()):
        for delimiter in delimiters:
            for record in islice(records(io.StringIO(sample, newline=""), delimiter), HEADER_LINES_MAX):
                before = remembered_columns.find(remembered, record.cells, with_costs=with_costs)
                if before is not None and _has_all(record.cells, before):
                    return delimiter, record, before
    known, _, delimiter, header = max(
        (_best_header(sample, one, wanted) for one in delimiters), key=lambda found: found[:2]
    )
    if not known or looks_like_data(sample, delimiter, header, wanted):
        raise encodings.not_a_list(no_headings_message(header, known=known))
    return delimiter, header, None


def _has_all(names: Sequence[str], before: RememberedColumns) -> bool:
    """True if a file with these headings can be read with the columns that are remembered for them."""
    try:
        headings.map_columns(names, before.chosen)
    except Invalid:
        return False
    return True


def _first_rows(sample: str, delimiter: str, header_line: int) -> list[list[str]]:
    rows = (record for record in records(io.StringIO(sample, newline=""), delimiter) if record.line > header_line)
    return [record.cells for record in islice(rows, SUGGESTION_ROWS_MAX)]


def _suggestions(
    rows: Sequence[Sequence[str]], names: Sequence[str], columns: Mapping[str, int], wanted: Mapping[str, str]
) -> dict[int, str]:
    """Return the fields that headings and cells suggest for columns that are not used, or only for the name."""
    if headings.is_export(names):
        return {}
    used = set(columns.values()) - {columns.get("name")}
    by_heading = {
        place: "cost" if headings.is_cost(name) else "price"
        for place, name in enumerate(names)
        if place not in used and (headings.is_cost(name) or ("price" not in columns and headings.is_net_price(name)))
    }
    cells = {
        place: [row[place].strip() for row in rows if place < len(row)]
        for place in range(len(names))
        if place not in used and place not in by_heading
    }
    found = content_suggestions.suggest(cells, {**columns, **dict.fromkeys(wanted, 0)})
    name = columns.get("name")
    return {place: field for place, field in found.items() if place != name or field == "botanical_name"} | by_heading


def _check_width(cells: Sequence[str]) -> None:
    if len(cells) > COLUMNS_MAX:
        raise encodings.not_a_list(f"The file has {len(cells):,} columns; at most {COLUMNS_MAX} are allowed.")


def open_text(path: Path, encoding: Encoding) -> TextIO | MixedEncodingText:
    """Open a file as text for `records`. Invalid bytes become lone surrogates, which the checks report."""
    if encoding.fallback is not None:
        return MixedEncodingText(path, fallback=encoding.fallback, mostly=encoding.name == encoding.fallback)
    errors = "replace" if encoding.name == "utf-16" else "surrogateescape"
    return path.open(encoding=encodings.ENCODINGS[encoding.name], errors=errors, newline="")


def _down_to(sample: str, line: int) -> str:
    return "\n".join(_LINE_END.split(sample, line)[:line])


def _first_non_ascii(sample: str) -> tuple[int, str] | None:
    found = _NON_ASCII.search(sample)
    if found is None:
        return None
    # A pattern for the whole word would begin a search at each character before it: quadratic time.
    start = found.start()
    while start and not _WORD_END.match(sample, start - 1):
        start -= 1
    behind = _WORD_END.search(sample, found.end())
    word = sample[start : behind.start() if behind else len(sample)]
    return len(_LINE_END.findall(sample, 0, start)) + 1, word


def _best_header(sample: str, delimiter: str, wanted: Mapping[str, str]) -> tuple[int, int, str, Record]:
    """Return the line with the most known headings.

    Before it in the tuple: the number of its known headings, the number of its cells, and `delimiter`.
    """
    first = list(islice(records(io.StringIO(sample, newline=""), delimiter), HEADER_LINES_MAX))
    best = max(first, key=lambda record: headings.count_known(record.cells, wanted))
    return headings.count_known(best.cells, wanted), len(best.cells), delimiter, best
