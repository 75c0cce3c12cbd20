"""Formats a bulk edit as text: what it would do, its progress, and the plants that it has left as they are."""

from plantstore.cli.support import background_work
from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.options import Common
from plantstore.cli.support.output import Row, plural, print_note
from plantstore.domain.plants.bulk_edit import BulkEditState

IN_PREVIEW = ("changes", "filter", "refusals", "preview", "conflict_plants", "kept_plants")
"""Fields that are printed as notes, so not repeated in the record."""


def bulk_edit_path(bulk_edit_id: str) -> str:
    return f"/bulk-edits/{segment(bulk_edit_id)}"


def wait_while(client: Client, bulk_edit: Row, *, state: BulkEditState, label: str, common: Common) -> Row:
    """Poll the bulk edit until it leaves `state`, and return it. Interrupting the wait does not cancel it."""
    return background_work.wait_while(
        client,
        bulk_edit,
        path=bulk_edit_path(bulk_edit["id"]),
        state=state,
        progress=lambda one: _progress(one, state),
        label=label,
        noun="bulk edit",
        group="bulk-edits",
        common=common,
    )


def print_preview(preview: Row, *, common: Common) -> None:
    """Print how many plants change, stay and cannot be changed, with the reasons, and the first plants that change."""
    counts = [f"{preview['changing']:,} to change"]
    counts += [f"{preview['unchanged']:,} to stay as they are"] if preview["unchanged"] else []
    counts += [f"{preview['refused']:,} that cannot be changed"] if preview["refused"] else []
    print_note(f"{plural(preview['selected'], 'plant')}: {', '.join(counts)}.", as_json=common.as_json)
    for plant in preview["preview"]:
        changes = ", ".join(
            f"{one['field']} {_value(one['before'])} → {_value(one['after'])}" for one in plant["changes"]
        )
        print_note(f"Plant {plant['plant']} ({plant['name']}): {changes}", as_json=common.as_json)
    for group in preview["refusals"]:
        named = ", ".join(str(plant["plant"]) for plant in group["plants"])
        more = " …" if group["count"] > len(group["plants"]) else ""
        text = f"Cannot change {plural(group['count'], 'plant')}: {group['detail']} ({named}{more})"
        print_note(text, as_json=common.as_json)


def print_conflicts(done: Row, *, common: Common) -> None:
    """Print the plants that were left as they are because they were edited since the check."""
    if not done["conflicts"]:
        return
    named = ", ".join(str(plant["plant"]) for plant in done["conflict_plants"])
    more = " …" if done["conflicts"] > len(done["conflict_plants"]) else ""
    text = f"Left {plural(done['conflicts'], 'plant')} as edited or deleted since the check: {named}{more}"
    print_note(text, as_json=common.as_json)


def _value(value: object) -> str:
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    return "none" if value in (None, "") else str(value)


def _progress(bulk_edit: Row, state: BulkEditState) -> tuple[int, int]:
    """Return how many plants are done, and how many there are, for the current step."""
    if state is BulkEditState.CHECKING:
        return bulk_edit["selected"], bulk_edit["selected"]
    if state is BulkEditState.UNDOING:
        return bulk_edit["reverted"], bulk_edit["updated"]
    return bulk_edit["updated"] + bulk_edit["conflicts"], bulk_edit["changing"]
