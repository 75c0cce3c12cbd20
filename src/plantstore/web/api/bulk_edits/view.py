"""A bulk edit as the API shows it."""

from typing import Annotated, Any

import msgspec

from plantstore.catalogue.bulk_edits import commands
from plantstore.catalogue.bulk_edits.check import (
    NAMED_MAX,
    SHOWN_MAX,
    NamedPlant,
    PreviewPlant,
    RefusedPlants,
    Report,
    report_of,
)
from plantstore.catalogue.reverting import EXAMINED_MAX, KEPT_SHOWN_MAX, KeptPlant, Preview
from plantstore.domain.plants.bulk_edit import BulkEdit
from plantstore.domain.timestamps import text_or_none, to_text
from plantstore.storage.database import Transaction
from plantstore.storage.tables import tokens
from plantstore.web.api.plants.filters import SUPPLIER
from plantstore.web.api.schemas import Next, Prev, described

_KEPT_EDITS = "Plants that keep values which they got after the bulk edit."
_KEPT_PLANTS = f"The first {KEPT_SHOWN_MAX} of them, and the fields that keep later values. Empty in lists."


class BulkEditView(msgspec.Struct):
    """A bulk edit: which plants it selects, the result of its check, and its progress."""

    id: str
    state: Annotated[
        str,
        described(
            "checking; checked: ready to be confirmed; running; done; cancelled; failed: see `error`; undoing; undone. "
            "More states may be added."
        ),
    ]
    filter: Annotated[
        dict[str, str] | None,
        described("The filter that selects the plants, by parameter; null if they were listed by id."),
    ]
    changes: Annotated[dict[str, Any], described("The changes, as they were requested.")]
    selected: Annotated[int, described("Plants that were examined: the sum of the next three.")]
    changing: Annotated[int, described("Plants that change.")]
    unchanged: Annotated[int, described("Plants that stay as they are, because they have these values already.")]
    refused: Annotated[int, described("Plants that cannot be changed like this: they stay as they are.")]
    refusals: Annotated[
        list[RefusedPlants],
        described(f"Why they cannot be changed, with the first {NAMED_MAX} plants for each reason. Empty in lists."),
    ]
    preview: Annotated[
        list[PreviewPlant],
        described(f"The first {SHOWN_MAX} plants that change, with the fields that change. Empty in lists."),
    ]
    deliveries: Annotated[
        int, described("How many deliveries the added drafts cause, given the receivers registered now.")
    ]
    updated: Annotated[int, described("Plants changed so far.")]
    conflicts: Annotated[
        int, described("Plants that were left as they are because they were edited or deleted after the check.")
    ]
    conflict_plants: Annotated[
        list[NamedPlant],
        described(f"The first {commands.CONFLICTS_SHOWN_MAX} of them; without a name if deleted. Empty in lists."),
    ]
    remaining: Annotated[int, described("Plants that are still to be changed.")]
    reverted: Annotated[int, described("Plants that the undo has given values back that they had before.")]
    kept_edits: Annotated[int, described(_KEPT_EDITS)]
    kept_plants: Annotated[list[KeptPlant], described(_KEPT_PLANTS)]
    error: Annotated[str, described("Why the bulk edit has failed; otherwise empty.")]
    asked_by: Annotated[str, described("The id of the token that requested the check.")]
    asked_by_name: Annotated[str | None, described("The name of that token; null if it was revoked.")]
    run_by_name: Annotated[
        str | None, described("The name of the token that confirmed it or, later, requested its undo; null before.")
    ]
    asked_at: str
    confirmed_at: str | None
    ended_at: str | None


class BulkEditUndo(msgspec.Struct):
    """What the undo of a bulk edit would do."""

    reverted: Annotated[int, described("Plants that get values back that they had before the bulk edit.")]
    kept_edits: Annotated[int, described(_KEPT_EDITS)]
    kept_plants: Annotated[list[KeptPlant], described(_KEPT_PLANTS)]
    is_estimate: Annotated[
        bool,
        described(f"true if more than {EXAMINED_MAX:,} plants had to be examined: the others count as not edited."),
    ]


class BulkEditPage(msgspec.Struct):
    """A page of bulk edits."""

    items: list[BulkEditView]
    next: Next
    prev: Prev


def bulk_edit_view(
    tx: Transaction, bulk_edit: BulkEdit, *, with_costs: bool, with_preview: bool = True
) -> BulkEditView:
    """Return a bulk edit as the API shows it. Without `with_costs`, the filter does not name the supplier."""
    selection, kept = commands.selection_of(bulk_edit), commands.kept_edits_of(bulk_edit)
    query = {name: text for name, text in selection.query.items() if with_costs or name != SUPPLIER}
    asked_by = tokens.find(tx, bulk_edit.asked_by)
    report = report_of(bulk_edit) if with_preview else Report()
    return BulkEditView(
        id=bulk_edit.id,
        state=bulk_edit.state.value,
        filter=None if selection.filter is None else query,
        changes=msgspec.json.decode(bulk_edit.changes),
        selected=bulk_edit.selected,
        changing=bulk_edit.changing,
        unchanged=bulk_edit.unchanged,
        refused=bulk_edit.refused,
        refusals=report.refused,
        preview=report.preview,
        deliveries=commands.count_deliveries(tx, bulk_edit),
        updated=bulk_edit.updated,
        conflicts=bulk_edit.conflicts,
        conflict_plants=commands.conflicts_of(bulk_edit) if with_preview else [],
        remaining=bulk_edit.changing - bulk_edit.updated - bulk_edit.conflicts,
        reverted=bulk_edit.reverted,
        kept_edits=kept.count,
        kept_plants=kept.plants if with_preview else [],
        error=bulk_edit.error,
        asked_by=bulk_edit.asked_by,
        asked_by_name=None if asked_by is None else asked_by.name,
        run_by_name=bulk_edit.run_by_name,
        asked_at=to_text(bulk_edit.asked_at),
        confirmed_at=text_or_none(bulk_edit.confirmed_at),
        ended_at=text_or_none(bulk_edit.ended_at),
    )


def undo_view(found: Preview) -> BulkEditUndo:
    """Return the preview of an undo as the API shows it."""
    return BulkEditUndo(
        reverted=found.reverted + found.archived,
        kept_edits=found.kept_edits.count,
        kept_plants=found.kept_edits.plants,
        is_estimate=found.is_estimate,
    )
