"""A list through the whole check, without a catalogue beside it."""

import itertools
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from plantstore.catalogue.imports import checked_rows_file
from plantstore.catalogue.imports.catalogue_matches import CatalogueMatches
from plantstore.catalogue.imports.check import Check, Options
from plantstore.catalogue.imports.columns.remembered_columns import Remembered
from plantstore.catalogue.imports.files import ImportFolder
from plantstore.catalogue.imports.report import Report
from plantstore.domain.plants.watch_list import WatchList

_count = itertools.count(1)
TODAY = date(2026, 4, 20)
NOBODY = CatalogueMatches(by_sku={}, by_gtin={}, by_name={})


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The result of the check of a file."""

    report: Report
    plants: list[checked_rows_file.Checked]
    bad_rows: str

    @property
    def details(self) -> list[str]:
        return [problem.detail for problem in self.report.problems]

    @property
    def notes(self) -> list[str]:
        return [note.detail for note in self.report.notes]


def check(
    folder: Path,
    content: bytes | str,
    *,
    known: CatalogueMatches = NOBODY,
    rows_max: int = 1_000,
    currency: str = "EUR",
    said: str | None = None,
    watch_list: WatchList | None = None,
    remembered: Remembered | None = None,
    **options: Any,
) -> Checked:
    number = next(_count)
    files = ImportFolder(folder).files_of(str(number))
    files.upload.write_bytes(content.encode() if isinstance(content, str) else content)
    one = Check(
        files,
        Options(currency=said, **options),
        currency=currency,
        rows_max=rows_max,
        today=TODAY,
        watch_list=watch_list,
        remembered=remembered,
    )
    try:
        while rows := one.next_rows():
            one.add_rows(rows, known)
        report = one.end()
    finally:
        one.close()
    plants: list[checked_rows_file.Checked] = []
    batch, position = checked_rows_file.read(files.checked, 0)
    while batch:
        plants += batch
        batch, position = checked_rows_file.read(files.checked, position)
    bad_rows = files.bad.read_bytes().decode() if files.bad.exists() else ""
    return Checked(report=report, plants=plants, bad_rows=bad_rows)


def only_plant(found: Checked) -> dict[str, object]:
    """The fields of the one plant of a list, without those that are empty."""
    [(_, _, fields, _)] = found.plants
    named = {name: getattr(fields, name) for name in fields.__slots__}
    return {name: value for name, value in named.items() if value not in (None, ())}


def warned_lines(found: Checked) -> set[int]:
    """The lines with a warning. A group lists only its first lines, so the list must be short."""
    groups = [group for group in found.report.note_groups if group.warning]
    assert all(group.count == len(group.lines) for group in groups)
    return {line for group in groups for line in group.lines}
