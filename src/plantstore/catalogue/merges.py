"""Commands on merges: a plant that is the same as another one is archived in favour of it, and can be given back.

A merge creates no event, and deliveries under way go out as they are. Both plants get a new version. The SKU and GTIN
of the merged plant stay reserved. There are no chains: a merged plant takes no others, nor is it merged again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from plantstore.catalogue.changes import store_change
from plantstore.catalogue.commands import Stored, find, with_event
from plantstore.domain.errors import Conflict, FieldError, Invalid, NotFound
from plantstore.domain.plants import merge as rules
from plantstore.domain.plants.plant import Plant, Status, changed, merged, unmerged
from plantstore.storage.database import Transaction
from plantstore.storage.tables import merges, plants
from plantstore.storage.tables.merges import MERGED_MAX, Merge


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two plants, the fields in which they differ, and the fields that the first can take from the second.

    `refusal` says why the second cannot be merged into the first; "" if it can be. `merge` is their merge, if it can be
    undone.
    """

    kept: Plant
    other: Plant
    differing: list[str]
    takeable: list[str]
    refusal: str
    merge: Merge | None


def compare(tx: Transaction, kept_id: int, other_id: int) -> Comparison:
    """Return what a merge of two plants would do, or has done."""
    kept, other = find(tx, kept_id), find(tx, other_id)
    merge = None
    try:
        _check(tx, kept, other)
        refusal = ""
    except Conflict as conflict:
        refusal = conflict.detail
        merge = _merge_of(tx, kept_id, other) if other.merged_into == kept_id else None
    return Comparison(
        kept=kept,
        other=other,
        differing=rules.differing(kept.fields, other.fields),
        takeable=[] if refusal else rules.takeable(kept.fields, other.fields),
        refusal=refusal,
        merge=merge,
    )


def merge_plants(
    tx: Transaction, kept_id: int, other_id: int, *, take: Sequence[str], merged_by: str, version: int | None
) -> Stored:
    """Archive a plant as merged into another, which takes the fields `take` from it. Return the plant that is kept.

    Raise Conflict with the reason, and Invalid for fields that cannot be taken.
    """
    kept, other = find(tx, kept_id, version=version), find(tx, other_id, pointer="/other")
    _check(tx, kept, other)
    values = rules.taken_values(kept.fields, other.fields, take)
    store_change(tx, other, merged(other, into=kept_id, now=tx.now))
    after = changed(kept, rules.with_taken(kept.fields, values), now=tx.now)
    store_change(tx, kept, after)
    merges.insert(
        tx,
        Merge(
            plant_id=other_id,
            kept_id=kept_id,
            was_active=other.status is Status.ACTIVE,
            taken=values,
            merged_at=tx.now,
            merged_by=merged_by,
        ),
    )
    return with_event(tx, after)


def taken(tx: Transaction, kept_id: int, other_id: int) -> set[str]:
    """Return the names of the fields that a plant took in a merge that can be undone; empty if there is none."""
    merge = merges.find_many(tx, [other_id]).get(other_id)
    return set(merge.taken) if merge is not None and merge.kept_id == kept_id else set()


def undo_merge(tx: Transaction, kept_id: int, other_id: int, *, version: int | None) -> Stored:
    """Restore a merged plant as it was, and clear what the kept plant took, unless either was edited since.

    Return the plant that was kept. Raise NotFound if there is no such merge, and Conflict if it is too long ago.
    """
    kept, other = find(tx, kept_id, version=version), find(tx, other_id)
    if other.merged_into != kept_id:
        raise NotFound(f"Plant {other_id} is not merged into plant {kept_id}.")
    merge = _merge_of(tx, kept_id, other)
    if merge is None:
        raise Conflict(
            f"This merge is older than PLANTSTORE_HISTORY_DAYS: it cannot be undone. Restore plant {other_id} instead."
        )
    store_change(tx, other, unmerged(other, active=merge.was_active, now=tx.now))
    after = changed(kept, rules.without_taken(kept.fields, merge.taken), now=tx.now)
    store_change(tx, kept, after)
    merges.remove(tx, [other_id])
    return with_event(tx, after)


def merged_plants(tx: Transaction, kept_id: int) -> list[tuple[Plant, Merge | None]]:
    """Return the plants that were merged into a plant, at most MERGED_MAX, each with its merge if it can be undone."""
    find(tx, kept_id)
    ids = merges.merged_into(tx, kept_id)
    found, undoable = plants.find_many(tx, ids), merges.find_many(tx, ids)
    return [(found[id], undoable.get(id)) for id in ids if id in found]


def _merge_of(tx: Transaction, kept_id: int, other: Plant) -> Merge | None:
    merge = merges.find_many(tx, [other.id]).get(other.id)
    return merge if merge is not None and merge.kept_id == kept_id else None


def _check(tx: Transaction, kept: Plant, other: Plant) -> None:
    """Raise Conflict, with the plant to use instead if there is one, if `other` cannot be merged into `kept`."""
    detail, pointer = "", "/other"
    if other.id == kept.id:
        detail = "Both are the same plant."
        raise Invalid(detail, fields=(FieldError(pointer=pointer, code="same", detail=detail),))
    if kept.merged_into is not None:
        detail, pointer = f"Plant {kept.id} was merged into plant {kept.merged_into}: merge into that one.", ""
    elif kept.status is not Status.ACTIVE:
        detail, pointer = f"Plant {kept.id} is {kept.status}. Only a plant in the store can be kept.", ""
    elif other.merged_into is not None:
        detail = f"Plant {other.id} was merged into plant {other.merged_into} already."
    elif other.status is Status.DRAFT:
        detail = f"Plant {other.id} is a draft, which was never in the store. Delete it instead."
    elif into_other := merges.merged_into(tx, other.id, limit=1):
        detail = f"Plant {into_other[0]} was merged into plant {other.id}. Keep plant {other.id}, or undo that merge."
    elif len(merges.merged_into(tx, kept.id)) >= MERGED_MAX:
        detail, pointer = f"{MERGED_MAX} plants were merged into plant {kept.id} already, which is the limit.", ""
    if detail:
        raise Conflict(detail, fields=(FieldError(pointer=pointer, code="merge", detail=detail),))
