"""The body that requests a bulk edit: which plants, and which changes."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from plantstore.catalogue.bulk_edits.check import Selection
from plantstore.domain.errors import FieldError, Forbidden, Invalid
from plantstore.domain.plants.bulk_changes import Action, BulkChanges, check_changes
from plantstore.domain.plants.bulk_edit import IDS_MAX
from plantstore.domain.plants.checks import STOCK_MAX
from plantstore.domain.plants.fields import TAG_CHARS_MAX, TAGS_CHARS_MAX, TAGS_MAX
from plantstore.domain.plants.objects import UNKNOWN_REPORTED_MAX, did_you_mean, pointer_to
from plantstore.domain.plants.plant import ID_MAX
from plantstore.domain.plants.price_change import PERCENT_MAX, STEP_MAX
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import plants
from plantstore.web.api.plants.costs import sees_costs
from plantstore.web.api.plants.filters import needs_costs, read_filter
from plantstore.web.api.plants.stored_query import check_query
from plantstore.web.api.schemas import described
from plantstore.web.http.request_context import RequestContext
from plantstore.web.openapi import patterns

_PRICE = r"^[0-9]{1,9}(\.[0-9]{1,3})?$"
_SIGNED = r"^[+-]?[0-9]{1,9}(\.[0-9]{1,3})?$"
_PERCENT = r"^[+-]?[0-9]{1,4}(\.[0-9]{1,2})?$"
_ENDING = r"^(0?\.[0-9]{1,3}|0)$"
_Tag = Annotated[str, Meta(min_length=1, max_length=TAGS_CHARS_MAX), described("A tag.", pattern=patterns.TEXT)]
_Tags = Annotated[list[_Tag], Meta(max_length=TAGS_MAX)]


class PriceChangeInput(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How prices change: exactly one of `set`, `percent` and `amount`. Every price keeps its currency."""

    set: Annotated[str | None, described("The new price.", pattern=_PRICE)] = None
    percent: Annotated[
        str | None,
        described(f"Per cent to add: above -100, up to {PERCENT_MAX:,}, such as 5 or -12.5.", pattern=_PERCENT),
    ] = None
    amount: Annotated[str | None, described("The amount to add, such as 0.50 or -1.20.", pattern=_SIGNED)] = None
    round_to: Annotated[
        str | None,
        described(f"Round to the nearest multiple, such as 0.05, up to {STEP_MAX:,}; halves up.", pattern=_PRICE),
    ] = None
    ending: Annotated[
        str | None,
        described("Round to the nearest price with these decimals, such as 0.95 or 0.99; halves up.", pattern=_ENDING),
    ] = None
    currency: Annotated[str | None, described("Only change prices in this currency.", pattern=r"^[A-Z]{3}$")] = None


class StockChangeInput(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How stock quantities change: exactly one of `set`, `add` and `clear`."""

    set: Annotated[int | None, described("The new quantity.", minimum=0, maximum=STOCK_MAX)] = None
    add: Annotated[
        int | None, described("What to add; negative to subtract.", minimum=-STOCK_MAX, maximum=STOCK_MAX)
    ] = None
    clear: Annotated[bool | None, described("true: no longer track the stock.", enum=[True, None])] = None


class TypeChangeInput(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The new type, which is the field `tag`: exactly one of `set` and `clear`."""

    set: Annotated[str | None, described("The new type.", minLength=1, maxLength=TAG_CHARS_MAX)] = None
    clear: Annotated[bool | None, described("true: remove the type.", enum=[True, None])] = None


class TagsChangeInput(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How tags change: `add`, `remove` or both, or only `replace`. Case is ignored when tags are compared."""

    add: Annotated[_Tags, described("Tags that the plants get.")] = []
    remove: Annotated[_Tags, described("Tags that the plants lose.")] = []
    replace: Annotated[_Tags | None, described("The tags that replace all others; [] removes all.")] = None


class BulkChangesInput(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The changes, at least one. A plant that one of them does not fit is left as it is."""

    price: PriceChangeInput | None = None
    stock_quantity: StockChangeInput | None = None
    tag: TypeChangeInput | None = None
    tags: TagsChangeInput | None = None
    action: Annotated[
        str | None,
        described(
            "add_to_store is for drafts, and notifies the receivers; the others send no webhooks.",
            enum=[*(action.value for action in Action), None],
        ),
    ] = None


class BulkEditInput(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Which plants to change, either `ids` or `filter`, and the changes."""

    changes: BulkChangesInput
    ids: Annotated[
        list[Annotated[int, Meta(ge=1, le=ID_MAX)]] | None,
        described("The ids of the plants.", minItems=1, maxItems=IDS_MAX, uniqueItems=True),
    ] = None
    filter: Annotated[
        dict[str, str] | None,
        described(
            "Parameters of the list of plants: `q` and its filters, as strings. All matching plants are selected; "
            "{} selects every plant. `supplier` needs the scope costs:read."
        ),
    ] = None


def read_input(context: RequestContext, tx: Transaction) -> tuple[Selection, BulkChanges]:
    """Return the checked selection and changes of a request. Raise Invalid, or Forbidden for a hidden filter.

    This takes some milliseconds for many ids, so it runs in a reader thread.
    """
    body = context.body
    problems = [
        FieldError(pointer=pointer_to(name), code="unknown", detail=did_you_mean(name, _NAMES))
        for name in sorted(body.keys() - {*_NAMES})[:UNKNOWN_REPORTED_MAX]
    ]
    given = [name for name in ("ids", "filter") if body.get(name) is not None]
    if len(given) != 1:
        detail = 'Give either ids, such as [1, 2], or filter, such as {"q": "rosa"}; {} selects every plant.'
        problems.append(FieldError(pointer="", code="choice", detail=detail))
    changes, selection = BulkChanges(), Selection()
    try:
        changes = check_changes(body.get("changes"), "/changes")
    except Invalid as error:
        problems += error.fields
    if len(given) == 1:
        try:
            selection = _selection(context, tx, given[0])
        except Invalid as error:
            problems += error.fields
    if problems:
        raise Invalid(fields=tuple(problems))
    return selection, changes


def _selection(context: RequestContext, tx: Transaction, given: str) -> Selection:
    if given == "ids":
        return Selection(ids=_read_ids(tx, context.body["ids"]))
    settings = context.dependencies.settings
    texts, values = check_query(context.body["filter"], "/filter", settings, now=tx.now)
    if needs_costs(values) and not sees_costs(context):
        raise Forbidden(f"Only a token with the scope {Scope.COSTS_READ} may filter by supplier.")
    filters = read_filter(values, context.dependencies.settings, now=tx.now)
    return Selection(filter=filters, query=texts)


def _read_ids(tx: Transaction, raw: object) -> list[int]:
    """Return the ids in rising order. Raise Invalid with a pointer to each wrong one, or to the first of many."""
    if not isinstance(raw, list):
        raise _wrong_ids("type", "Use a list of ids of plants.")
    if not 1 <= len(raw) <= IDS_MAX:
        raise _wrong_ids("items", f"List 1 to {IDS_MAX:,} plants, not {len(raw):,}, or use a filter.")
    problems: dict[int, tuple[str, str]] = {}
    firsts: dict[int, int] = {}
    for place, number in enumerate(raw):
        if type(number) is not int or not 1 <= number <= ID_MAX:
            problems[place] = "type", "Use the id of a plant: a whole number from 1."
        elif firsts.setdefault(number, place) != place:
            problems[place] = "duplicate", f"Plant {number} is listed twice."
    missing = sorted(firsts.keys() - plants.existing(tx, list(firsts)))
    deleted = plants.find_tombstones(tx, missing[:UNKNOWN_REPORTED_MAX])
    for number in missing:
        detail = f"Plant {number} was deleted." if number in deleted else f"There is no plant {number}."
        problems[firsts[number]] = "not_found", detail
    if problems:
        raise Invalid(fields=tuple(_reported(problems)))
    return sorted(firsts)


def _reported(problems: dict[int, tuple[str, str]]) -> list[FieldError]:
    found = [
        FieldError(pointer=f"/ids/{place}", code=code, detail=detail)
        for place, (code, detail) in sorted(problems.items())[:UNKNOWN_REPORTED_MAX]
    ]
    more = len(problems) - len(found)
    if more:
        found.append(FieldError(pointer="/ids", code="not_found", detail=f"{more:,} more ids are wrong."))
    return found


def _wrong_ids(code: str, detail: str) -> Invalid:
    return Invalid(fields=(FieldError(pointer="/ids", code=code, detail=detail),))


_NAMES = tuple(BulkEditInput.__struct_fields__)
EXAMPLE_INPUT: dict[str, Any] = {
    "filter": {"q": "rosa", "status": "active"},
    "changes": {"price": {"percent": "5", "ending": "0.99"}},
}
