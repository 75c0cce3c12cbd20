"""An import as the API shows it."""

from typing import Annotated, Any

import msgspec

from plantstore.catalogue.imports import commands, undo
from plantstore.catalogue.imports.note_groups import GROUPS_MAX, LINES_MAX, LineNote, NoteGroup
from plantstore.catalogue.imports.preview import PLANTS_MAX, PreviewRow
from plantstore.catalogue.imports.report import SHOWN_MAX, ListColumn, ListCurrency, hide_costs
from plantstore.catalogue.imports.workbooks.conversion import Sheet
from plantstore.catalogue.reverting import EXAMINED_MAX, KEPT_SHOWN_MAX, KeptPlant, Preview, visible
from plantstore.domain.plants.plant_import import PlantImport
from plantstore.domain.timestamps import text_or_none, to_text
from plantstore.storage.database import Transaction
from plantstore.web.api.schemas import Next, Prev, described
from plantstore.web.http.dependencies import Dependencies


class ImportOptions(msgspec.Struct):
    """The options given for a file."""

    map: Annotated[
        dict[str, str],
        described("The column chosen for each field: its heading, #2 for the second column, or empty for no column."),
    ]
    encoding: Annotated[str | None, described("The encoding of the file; null if it is detected.")]
    decimal: Annotated[str, described("The decimal separator of numbers.")]
    currency: Annotated[
        str | None,
        described("The currency of prices that do not name one. null: the file's own currency, or the store's."),
    ]
    no_header: Annotated[bool, described("Whether the file has no header line.")]
    as_drafts: Annotated[bool, described("Whether new plants are added as drafts.")]
    add_alike: Annotated[
        bool, described("Whether to add rows without SKU and GTIN whose name is already in the catalogue.")
    ]
    update: Annotated[bool, described("Whether to update plants that are already in the catalogue.")]
    restore: Annotated[bool, described("Whether to restore archived plants.")]
    skip_bad: Annotated[bool, described("Whether to skip invalid rows.")]
    name_pattern: Annotated[
        str | None, described("The pattern for the names of rows without a name; null for the default.")
    ] = None
    year: Annotated[int | None, described("The year of weeks that have none; null if it was not given.")] = None
    sheet: Annotated[
        str | None,
        described(
            "The sheet of a workbook: its name, or #2 for the second; null for the one that is probably the list."
        ),
    ] = None
    delimiter: Annotated[
        str | None, described("The column separator that was given: comma, semicolon, tab or pipe; null to detect it.")
    ] = None


_KEPT_EDITS = "Updated and restored plants that keep values which they got after the import."
_KEPT_PLANTS = f"The first {KEPT_SHOWN_MAX} of them, and the fields that keep later values. Empty in lists of imports."


class Import(msgspec.Struct):
    """An import: an uploaded list of plants, the result of its check, and its progress."""

    id: str
    state: Annotated[
        str,
        described(
            "checking; checked: ready to be confirmed; running; done; cancelled; failed: see `error`; undoing; undone. "
            "More states may be added."
        ),
    ]
    name: str
    size_bytes: int
    options: Annotated[ImportOptions, described("The options that were given.")]
    encoding: Annotated[
        str,
        described(
            "The encoding of the file; if the file mixes two, the encoding of most of its lines. Empty for a workbook."
        ),
    ]
    fallback_encoding: Annotated[
        str,
        described("If the file mixes two encodings, the encoding of the lines that are not UTF-8; otherwise empty."),
    ]
    fallback_lines: Annotated[
        int, described("How many lines were read with the fallback encoding; the first note lists them.")
    ]
    delimiter: Annotated[str, described("The column separator. Empty for a workbook.")]
    sheet: Annotated[
        str, described("The name of the workbook's sheet that was read. Empty if the file is no workbook.")
    ]
    sheets: Annotated[
        list[Sheet],
        described(
            "The sheets of the workbook, each with the number of its rows with content, or null if that is unknown. To "
            "read another sheet, check the import again with `sheet`. Empty if the file is no workbook."
        ),
    ]
    header_line: Annotated[
        int, described("The number of the line, or of the sheet's row, with the headings; 0 if the file has none.")
    ]
    columns: Annotated[
        list[ListColumn],
        described(
            "The columns of the file, each with the field that it fills, or null if it is not used. `fields` has all "
            "of its fields if it fills several. `suggested` is a field to which you may want to map a column that is "
            "not used, or used only for the name. "
            "Without the scope costs:read, columns of costs and suppliers have no samples."
        ),
    ]
    rows: Annotated[int, described("How many rows below the header have been read so far.")]
    new: Annotated[int, described("Rows that add a plant.")]
    changed: Annotated[int, described("Rows that update or restore a plant; only with `update` or `restore`.")]
    present: Annotated[int, described("Rows whose SKU or GTIN is already in the catalogue and that change nothing.")]
    alike: Annotated[
        int, described("Rows without SKU and GTIN whose name is already in the catalogue; they are skipped.")
    ]
    restorable: Annotated[
        int, described("Archived plants among the skipped rows; use `restore` to restore these plants.")
    ]
    restores: Annotated[int, described("How many of the rows counted in `changed` restore an archived plant.")]
    bad: Annotated[int, described("Rows that are invalid.")]
    ignored: Annotated[int, described("Blank rows, repeated headings, totals, archived plants and duplicate rows.")]
    problems: Annotated[
        list[LineNote], described(f"What is wrong with the first invalid rows; at most {SHOWN_MAX} items.")
    ]
    problem_groups: Annotated[
        list[NoteGroup],
        described(
            f"All problems in groups, largest first: how many there are of each kind, and their first {LINES_MAX} "
            f"lines; at most {GROUPS_MAX} groups and one of the others. Empty for imports checked before 0.7.0."
        ),
    ]
    notes: Annotated[list[LineNote], described(f"Values that were converted or left out; at most {SHOWN_MAX} items.")]
    notes_count: Annotated[int, described("How many notes there are in all.")]
    note_groups: Annotated[
        list[NoteGroup],
        described(
            "All notes in groups, largest first, after those about the whole file: how many there are of each kind, "
            f"and their first {LINES_MAX} lines; at most {GROUPS_MAX} groups of rows."
        ),
    ]
    name_pattern: Annotated[str, described("The pattern by which the names of rows without a name are composed.")]
    composed_names: Annotated[int, described("How many names were composed by `name_pattern`.")]
    warned: Annotated[
        int,
        described("Rows of `new` and `changed` with a warning: a note that needs a person's attention."),
    ]
    preview: Annotated[
        list[dict[str, Any]],
        described(
            f"The first plants as they will look in the catalogue, at most {PLANTS_MAX}, as records of a plant. New "
            "plants have no id and no timestamps yet. Empty in lists of imports."
        ),
    ]
    preview_rows: Annotated[
        list[PreviewRow],
        described(
            "For each plant of `preview`, the line it comes from, and the cells that were read as another value, by "
            "field."
        ),
    ]
    earlier: Annotated[
        str | None, described("The id of an earlier import of the same content that has added plants, if any.")
    ]
    currencies: Annotated[
        list[ListCurrency],
        described(
            "The currencies of the prices, with the number of valid rows in each. `sources` says what decided the "
            "currency: a cell in the `column` of currencies, a `sign` at the price, the `heading`, the `option` "
            "currency, or the currency of the `store`."
        ),
    ]
    currency_question: Annotated[
        str,
        described(
            "Why the currency of the prices is ambiguous; empty if it is clear. If not empty, check the import again "
            "with a `currency` before you confirm it."
        ),
    ]
    currency_choices: Annotated[list[str], described("The likely values for `currency` if it is ambiguous.")]
    mapped_at: Annotated[
        str | None,
        described(
            "Set if the columns are those that were chosen for an earlier file with the same headings: when that "
            "import was confirmed. A `map` replaces them."
        ),
    ]
    year_question: Annotated[
        str,
        described(
            "Set if the file has weeks without a year, which are left out. To read them, check the import again with a "
            "`year`."
        ),
    ]
    year_choices: Annotated[list[int], described("The likely values for `year`.")]
    deliveries: Annotated[
        int, described("How many deliveries the new plants cause, given the receivers registered now.")
    ]
    added: Annotated[int, described("Plants added so far.")]
    updated: Annotated[int, described("Plants updated or restored so far.")]
    skipped: Annotated[
        int, described("Rows skipped because their plant was added, changed or deleted after the check.")
    ]
    remaining: Annotated[int, described("New and changed rows that are still to be processed.")]
    archived: Annotated[int, described("Plants that the undo has archived, including the drafts it has deleted.")]
    reverted: Annotated[int, described("Updated plants that the undo has given values back that they had before.")]
    kept: Annotated[int, described("Added plants that the undo has kept because they were edited after the import.")]
    kept_edits: Annotated[int, described(_KEPT_EDITS)]
    kept_plants: Annotated[list[KeptPlant], described(_KEPT_PLANTS)]
    error: Annotated[
        str,
        described(
            "Why the import has failed, or why the file could not be checked with other options: then the import still "
            "has the result of the previous check. Otherwise empty."
        ),
    ]
    asked_by: Annotated[str, described("The id of the token that uploaded the file.")]
    asked_at: str
    confirmed_at: str | None
    ended_at: str | None


class UndoPreview(msgspec.Struct):
    """What the undo of an import would do."""

    archived: Annotated[
        int, described("Added plants that are archived, or deleted if they are drafts, and restored plants.")
    ]
    reverted: Annotated[int, described("Updated plants that get values back that they had before the import.")]
    kept: Annotated[int, described("Added plants that stay because they were edited after the import.")]
    kept_edits: Annotated[int, described(_KEPT_EDITS)]
    kept_plants: Annotated[list[KeptPlant], described(_KEPT_PLANTS)]
    is_estimate: Annotated[
        bool,
        described(f"true if more than {EXAMINED_MAX:,} plants had to be examined: the others count as not edited."),
    ]


class ImportPage(msgspec.Struct):
    """A page of imports."""

    items: list[Import]
    next: Next
    prev: Prev


_OF_IMPORT = (
    *("id", "name", "size_bytes", "error", "asked_by"),
    *("new", "changed", "present", "alike", "bad", "ignored"),
    *("added", "updated", "skipped", "archived", "reverted", "kept"),
)
_OF_REPORT = (
    *("encoding", "fallback_encoding", "fallback_lines", "delimiter", "sheet", "sheets", "header_line", "columns"),
    *("problem_groups", "notes_count", "note_groups", "name_pattern", "composed_names", "warned", "earlier"),
    *("currencies", "currency_question", "currency_choices", "year_question", "year_choices"),
    *("restorable", "restores"),
)
"""The fields that are copied from the import and from its report."""


def import_view(
    tx: Transaction,
    dependencies: Dependencies,
    plant_import: PlantImport,
    *,
    with_costs: bool,
    with_preview: bool = True,
) -> Import:
    """Return an import as the API shows it, without costs and suppliers unless `with_costs`."""
    report = commands.report_of(plant_import)
    if not with_costs:
        hide_costs(report)
    kept = visible(undo.kept_edits_of(plant_import), with_costs=with_costs)
    processed = plant_import.added + plant_import.updated + plant_import.skipped
    return Import(
        **{name: getattr(plant_import, name) for name in _OF_IMPORT},
        **{name: getattr(report, name) for name in _OF_REPORT},
        problems=report.problems,
        notes=report.notes,
        preview=report.preview if with_preview else [],
        preview_rows=report.preview_rows if with_preview else [],
        state=plant_import.state.value,
        options=_shown_options(plant_import),
        rows=report.rows or dependencies.importer.rows_read(plant_import.id),
        deliveries=commands.count_deliveries(tx, plant_import),
        kept_edits=kept.count,
        kept_plants=kept.plants if with_preview else [],
        remaining=plant_import.new + plant_import.changed - processed,
        mapped_at=text_or_none(report.mapped_at),
        asked_at=to_text(plant_import.asked_at),
        confirmed_at=text_or_none(plant_import.confirmed_at),
        ended_at=text_or_none(plant_import.ended_at),
    )


def undo_view(found: Preview, *, with_costs: bool) -> UndoPreview:
    """Return the preview of an undo as the API shows it."""
    kept = visible(found.kept_edits, with_costs=with_costs)
    return UndoPreview(
        archived=found.archived,
        reverted=found.reverted,
        kept=found.kept,
        kept_edits=kept.count,
        kept_plants=kept.plants,
        is_estimate=found.is_estimate,
    )


def _shown_options(plant_import: PlantImport) -> ImportOptions:
    options = msgspec.to_builtins(commands.read_options(plant_import.options))
    return ImportOptions(**{name: options[name] for name in ImportOptions.__struct_fields__})
