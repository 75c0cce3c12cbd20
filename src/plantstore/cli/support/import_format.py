"""Formats an import as text: its preview, its progress, and its rows with problems."""

from plantstore.cli.support import background_work
from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.options import Common
from plantstore.cli.support.output import Row, plural, print_note
from plantstore.domain.plants.plant_import import ImportState

SHOWN_MAX = 20
UNUSED_SHOWN_MAX = 20
SHEETS_SHOWN_MAX = 20
_CURRENCY_SOURCES = {
    "column": "from the currency column",
    "sign": "from the sign at the price",
    "heading": "from the heading",
    "option": "as given",
    "store": "of the store",
}
_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}


def import_path(import_id: str) -> str:
    return f"/imports/{segment(import_id)}"


def wait_while(client: Client, plant_import: Row, *, state: ImportState, label: str, common: Common) -> Row:
    """Poll the import until it leaves `state`, and return it. Interrupting the wait does not cancel the import."""
    return background_work.wait_while(
        client,
        plant_import,
        path=import_path(plant_import["id"]),
        state=state,
        progress=lambda one: _progress(one, state),
        label=label,
        noun="import",
        group="imports",
        common=common,
    )


def print_preview(preview: Row, *, common: Common) -> None:
    """Print an import's preview: how the file was parsed, what it contains, and its problems."""

    def note(text: str) -> None:
        print_note(text, as_json=common.as_json)

    note(f"{plural(preview['rows'], 'row')}: {_counts(preview)}")
    note(_reading(preview))
    columns = [column for column in preview["columns"] if column["field"]]
    pairs = [(field, column["heading"]) for column in columns for field in column.get("fields") or [column["field"]]]
    note("Columns: " + ", ".join(f"{field} = {heading}" for field, heading in pairs))
    if preview.get("mapped_at"):
        day = preview["mapped_at"][:10]
        note(f"Columns are mapped as on {day}, for a file with the same headings. --map changes it.")
    if preview.get("composed_names"):
        note(f"Names: {preview['composed_names']:,} composed by the pattern {preview['name_pattern']}")
    if preview.get("currencies"):
        note("Prices: " + ", ".join(map(_price_count, preview["currencies"])))
    if preview.get("currency_question"):
        note(f"{preview['currency_question']} Add --currency {' or '.join(preview['currency_choices'])}.")
    if preview.get("year_question"):
        note(f"{preview['year_question']} Add --year {' or '.join(map(str, preview['year_choices'])) or 'YEAR'}.")
    unused = [column["heading"] for column in preview["columns"] if not column["field"] and column["heading"]]
    if unused:
        more = " …" if len(unused) > UNUSED_SHOWN_MAX else ""
        note(f"Unused columns: {', '.join(unused[:UNUSED_SHOWN_MAX])}{more}")
    for plant, row in zip(preview.get("preview", []), preview.get("preview_rows", []), strict=False):
        note(f"Plant: {_plant_text(plant, row)}")
    if preview.get("note_groups"):
        for group in preview["note_groups"][:SHOWN_MAX]:
            note(f"{'Warning' if group.get('warning') else 'Note'}: {_group_text(group)}")
    else:
        for row in preview["notes"][:SHOWN_MAX]:
            note(f"{'Warning' if row.get('warning') else 'Note'}: {_row_text(row)}")
    if preview.get("problem_groups"):
        for group in preview["problem_groups"][:SHOWN_MAX]:
            note(f"Problem: {_group_text(group)}")
    else:
        for row in preview["problems"][:SHOWN_MAX]:
            note(f"Problem: {_row_text(row)}")
    if restorable := preview.get("restorable"):
        plants = "1 plant in this file is" if restorable == 1 else f"{restorable:,} plants in this file are"
        note(f"{plants} archived. Add --restore to restore them; with --update they also get this file's values.")
    if preview["earlier"]:
        note(f"A file with the same content was imported before: {preview['earlier']}.")


def _price_count(price: Row) -> str:
    """Return the number of prices in a currency, with what decided the currency if the store says so."""
    sources = [_CURRENCY_SOURCES.get(source, source) for source in price.get("sources") or {}]
    return f"{price['rows']:,} in {price['currency']}" + (f" ({', '.join(sources)})" if sources else "")


def _plant_text(plant: Row, row: Row) -> str:
    """Return one line about a plant as it will look."""
    parts = [plant["name"]]
    parts += [plant["pot_size"]] if plant.get("pot_size") and not plant["name"].endswith(plant["pot_size"]) else []
    parts += [f"{plant['price']} {plant['currency']}"] if plant.get("price") else []
    parts += [f"{plant['stock_quantity']:,} in stock"] if plant.get("stock_quantity") is not None else []
    changed = ", ".join(f"“{cell}”" for cell in row["original"].values())
    return f"{'; '.join(parts)} (line {row['line']}{f', was {changed}' if changed else ''})"


def _group_text(group: Row) -> str:
    """Return one line about notes of one kind: how many rows, what about them, the column and the first lines."""
    if group["count"] == 1:
        return _row_text({**group, "line": group["lines"][0], "detail": group["example"]})
    more = " …" if group["count"] > len(group["lines"]) else ""
    heading = f"“{group['heading']}”, " if group["heading"] else ""
    return f"{group['count']:,} rows: {group['detail']} ({heading}lines {', '.join(map(str, group['lines']))}{more})"


def _reading(preview: Row) -> str:
    """Return a sentence that says how the file was decoded and split into cells, or which sheet was read."""
    if preview.get("sheet"):
        return _sheets(preview)
    separator = _SEPARATORS.get(preview["delimiter"], preview["delimiter"])
    headings = f"headings on line {preview['header_line']}" if preview["header_line"] else "no headings"
    fallback = preview.get("fallback_encoding")
    mixed = f" ({preview['fallback_lines']:,} lines; the rest is utf-8)" if fallback else ""
    return f"Read as {fallback or preview['encoding']}{mixed}, {separator}-separated, {headings}."


def _sheets(preview: Row) -> str:
    """Return a sentence that says which sheet of a workbook was read, and which others there are."""
    headings = f"headings in row {preview['header_line']}" if preview["header_line"] else "no headings"
    others = [
        f"“{sheet['name']}”" + ("" if sheet["rows"] is None else f" ({plural(sheet['rows'], 'row')})")
        for sheet in preview["sheets"]
        if sheet["name"] != preview["sheet"]
    ]
    more = " …" if len(others) > SHEETS_SHOWN_MAX else ""
    listed = f" Other sheets, for --sheet: {', '.join(others[:SHEETS_SHOWN_MAX])}{more}." if others else ""
    return f"Read from the sheet “{preview['sheet']}”, {headings}.{listed}"


def _counts(preview: Row) -> str:
    """Return the preview's row counts as text; counts of 0 are omitted, except for new rows."""
    parts = [f"{preview['new']:,} new"]
    parts += [f"{preview['changed']:,} changed"] if preview.get("changed") else []
    parts += [f"{preview['restores']:,} of these restored"] if preview.get("restores") else []
    parts += [f"{preview['present']:,} already in the catalogue (skipped)"] if preview["present"] else []
    parts += [f"{preview['alike']:,} without SKU and GTIN, possible duplicates (skipped)"] if preview["alike"] else []
    parts += [f"{preview['bad']:,} with problems"] if preview["bad"] else []
    parts += [f"{preview['ignored']:,} ignored (headings, blank, totals, repeated)"] if preview["ignored"] else []
    return ", ".join(parts) + "."


def _row_text(row: Row) -> str:
    """Return a row's line number, column, value and problem."""
    heading = f", “{row['heading']}”" if row["heading"] else ""
    value = f" {row['value']}:" if row["value"] and row["value"] not in row["detail"] else ""
    return f"line {row['line']}{heading}:{value} {row['detail']}"


def _progress(plant_import: Row, state: ImportState) -> tuple[int, int]:
    """Return the number of rows done and the total number of rows, for the import's current step."""
    if state is ImportState.CHECKING:
        return plant_import["rows"], plant_import["rows"]
    if state is ImportState.UNDOING:
        undone = sum(plant_import.get(name, 0) for name in ("archived", "reverted", "kept"))
        return undone, plant_import["added"] + plant_import.get("updated", 0)
    done = plant_import["added"] + plant_import.get("updated", 0) + plant_import["skipped"]
    return done, plant_import["new"] + plant_import.get("changed", 0)
