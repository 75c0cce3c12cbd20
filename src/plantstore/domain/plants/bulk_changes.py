"""What a bulk edit changes in each of its plants: price, stock, type, tags and status. Pure.

Either all requested changes are made to a plant or none: a plant that one of them does not fit is refused.
"""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, assert_never

from plantstore.domain.errors import Conflict, FieldError, Invalid
from plantstore.domain.plants import plant as rules
from plantstore.domain.plants.checks import STOCK_MAX, Check, text, texts
from plantstore.domain.plants.fields import TAG_CHARS_MAX, TAGS_CHARS_MAX, TAGS_MAX, PlantFields
from plantstore.domain.plants.objects import check_object, choice, whole_number
from plantstore.domain.plants.plant import Plant, Status
from plantstore.domain.plants.price_change import Price, PriceChange, Refusal, check_price_change, new_price
from plantstore.domain.timestamps import Instant

__all__ = ["Action", "BulkChanges", "Refusal", "apply_changes", "check_changes", "summary", "write_changes"]


class Action(StrEnum):
    """A step of a plant's life. Only `add_to_store`, for drafts, creates events."""

    ADD_TO_STORE = "add_to_store"
    ARCHIVE = "archive"
    RESTORE = "restore"


@dataclass(frozen=True, slots=True, kw_only=True)
class StockChange:
    """How stock quantities change: exactly one is given. `clear` means that the stock is no longer tracked."""

    set: int | None = None
    add: int | None = None
    clear: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeChange:
    """The new type of the plants (the field `tag`); None with `clear`."""

    set: str | None = None
    clear: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TagsChange:
    """Tags to add and to remove, or the tags that `replace` all others. Case is ignored when tags are compared."""

    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    replace: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkChanges:
    """The changes of a bulk edit; None where nothing changes. At least one is given."""

    price: PriceChange | None = None
    stock_quantity: StockChange | None = None
    tag: TypeChange | None = None
    tags: TagsChange | None = None
    action: Action | None = None


def check_changes(value: object, pointer: str) -> BulkChanges:
    """Check a client's object of changes. Raise Invalid with all problems, not only the first."""
    problems: list[FieldError] = []
    changes = BulkChanges(**check_object(value, pointer, problems, checks=_CHECKS, example=_EXAMPLE))
    if not problems and changes == BulkChanges():
        detail = f"Give at least one of {', '.join(_CHECKS)}, such as {_EXAMPLE}."
        problems.append(FieldError(pointer=pointer, code="required", detail=detail))
    if problems:
        raise Invalid(fields=tuple(problems))
    return changes


def apply_changes(plant: Plant, changes: BulkChanges, *, now: Instant, currency: str) -> Plant | Refusal | None:
    """Return the changed plant; None if it stays as it is; a Refusal if any of the changes does not fit it.

    `currency` is that of a price for a plant without a currency.
    """
    moved = plant if changes.action is None else _moved(plant, changes.action, now=now)
    if isinstance(moved, Refusal):
        return moved
    written = _written(plant.fields, changes, currency=currency)
    if isinstance(written, Refusal):
        return written
    changed = moved if written == plant.fields else rules.changed(moved, written, now=now)
    return None if changed is plant else changed


def write_changes(changes: BulkChanges) -> dict[str, Any]:
    """Return the changes as a JSON object, in the form that `check_changes` accepts."""
    written: dict[str, Any] = {}
    for part in fields(changes):
        change = getattr(changes, part.name)
        if isinstance(change, Action):
            written[part.name] = change.value
        elif change is not None:
            given = {field.name: getattr(change, field.name) for field in fields(change)}
            written[part.name] = {
                name: list(value) if isinstance(value, tuple) else value
                for name, value in given.items()
                if value is not None and (value != () or name == "replace")
            }
    return written


def summary(changes: BulkChanges) -> str:
    """Return the changes in a few words.

    >>> summary(BulkChanges(price=PriceChange(percent="5", ending="0.99"), action=Action.RESTORE))
    'price +5 %, ending in 0.99; restore'
    """
    words: list[str] = []
    if changes.price is not None:
        words.append(_price_words(changes.price))
    if (stock := changes.stock_quantity) is not None:
        words.append(f"stock {stock.add:+,}" if stock.add is not None else f"stock {_set_to(stock.set)}")
    if changes.tag is not None:
        words.append(f"type {_set_to(changes.tag.set)}")
    if (tags := changes.tags) is not None:
        parts = [f"+{tag}" for tag in tags.add] + [f"-{tag}" for tag in tags.remove]
        words.append(f"tags {', '.join(parts if tags.replace is None else tags.replace) or 'cleared'}")
    if changes.action is not None:
        words.append(changes.action.value.replace("_", " "))
    return "; ".join(words)


def _price_words(change: PriceChange) -> str:
    signed = change.percent or change.amount or ""
    by = ("" if signed[:1] in "+-" else "+") + signed + (" %" if change.percent else "")
    rounding = f", rounded to {change.round_to}" if change.round_to else ""
    rounding += f", ending in {change.ending}" if change.ending else ""
    only = f", only {change.currency}" if change.currency else ""
    return f"price {change.set or by}{rounding}{only}"


def _set_to(value: str | int | None) -> str:
    return "cleared" if value is None else str(value)


def _written(before: PlantFields, changes: BulkChanges, *, currency: str) -> PlantFields | Refusal:
    written: PlantFields | Refusal = before
    if changes.price is not None:
        written = _with_price(before, changes.price, currency=before.currency or currency)
    if changes.stock_quantity is not None and not isinstance(written, Refusal):
        written = _with_stock(written, changes.stock_quantity)
    if changes.tag is not None and not isinstance(written, Refusal):
        written = replace(written, tag=changes.tag.set)
    if changes.tags is not None and not isinstance(written, Refusal):
        written = _with_tags(written, changes.tags)
    return written


def _with_price(before: PlantFields, change: PriceChange, *, currency: str) -> PlantFields | Refusal:
    old = None if before.price is None else Price(amount=before.price, currency=currency)
    new = new_price(old, change, currency=currency)
    return new if isinstance(new, Refusal) else replace(before, price=new.amount, currency=new.currency)


def _with_stock(before: PlantFields, change: StockChange) -> PlantFields | Refusal:
    if change.add is None:
        return replace(before, stock_quantity=change.set)
    if before.stock_quantity is None:
        return Refusal(code="no_stock", detail="The plant has no stock quantity.")
    stock = before.stock_quantity + change.add
    if stock < 0:
        return Refusal(code="stock_below_zero", detail="The stock would be below zero.")
    if stock > STOCK_MAX:
        return Refusal(code="stock_max", detail=f"The stock would be above {STOCK_MAX:,}.")
    return replace(before, stock_quantity=stock)


def _with_tags(before: PlantFields, change: TagsChange) -> PlantFields | Refusal:
    if change.replace is not None:
        return replace(before, tags=change.replace)
    removed = {_fold(tag) for tag in change.remove}
    kept = [tag for tag in before.tags if _fold(tag) not in removed]
    present = {_fold(tag) for tag in kept}
    tags = (*kept, *(tag for tag in change.add if _fold(tag) not in present))
    if len(tags) > TAGS_MAX:
        return Refusal(code="tags_max", detail=f"The plant would have more than {TAGS_MAX} tags.")
    return replace(before, tags=tags)


def _moved(plant: Plant, action: Action, *, now: Instant) -> Plant | Refusal:
    """Return the plant after the action; the same plant if it is in that state already."""
    move: Callable[..., Plant]
    match action:
        case Action.ADD_TO_STORE:
            move, stays = rules.added, Status.ACTIVE
        case Action.ARCHIVE:
            move, stays = rules.archived, Status.ARCHIVED
        case Action.RESTORE:
            move, stays = rules.restored, Status.ACTIVE
        case _:
            assert_never(action)
    if plant.status is stays:
        return plant
    if plant.merged_into is not None:
        return Refusal(code="merged", detail="The plant was merged into another one.")
    try:
        return move(plant, now=now)
    except Conflict as conflict:
        return Refusal(code=plant.status.value, detail=conflict.detail)


def _fold(tag: str) -> str:
    return unicodedata.normalize("NFKC", tag).casefold()


def _check_stock(value: object, pointer: str, problems: list[FieldError]) -> StockChange:
    before = len(problems)
    change = StockChange(**check_object(value, pointer, problems, checks=_STOCK_CHECKS, example='{"add": 12}'))
    if len(problems) == before:
        _check_one(change, pointer, problems)
    return change


def _check_type(value: object, pointer: str, problems: list[FieldError]) -> TypeChange:
    before = len(problems)
    change = TypeChange(**check_object(value, pointer, problems, checks=_TYPE_CHECKS, example='{"set": "shrub"}'))
    if len(problems) == before:
        _check_one(change, pointer, problems)
    return change


def _check_one(change: StockChange | TypeChange, pointer: str, problems: list[FieldError]) -> None:
    """Append a problem unless exactly one of the keys is given."""
    names = [field.name for field in fields(change)]
    if sum(getattr(change, name) is not None for name in names) != 1:
        detail = f"Give exactly one of {', '.join(names)}."
        problems.append(FieldError(pointer=pointer, code="choice", detail=detail))


def _check_tags(value: object, pointer: str, problems: list[FieldError]) -> TagsChange:
    before = len(problems)
    change = TagsChange(**check_object(value, pointer, problems, checks=_TAGS_CHECKS, example='{"add": ["sale"]}'))
    if len(problems) > before:
        return change
    if (change.replace is None) == (not change.add and not change.remove):
        detail = "Give add, remove or both; or only replace."
        problems.append(FieldError(pointer=pointer, code="choice", detail=detail))
    both = {_fold(tag) for tag in change.remove} & {_fold(tag) for tag in change.add}
    if both:
        detail = f"{', '.join(sorted(both))}: a tag cannot be both added and removed."
        problems.append(FieldError(pointer=f"{pointer}/remove", code="choice", detail=detail))
    return change


def _check_true(value: object, pointer: str, problems: list[FieldError]) -> bool | None:
    if value is True:
        return True
    problems.append(FieldError(pointer=pointer, code="type", detail="Use true, or leave it out."))
    return None


_EXAMPLE = '{"price": {"percent": "5", "ending": "0.99"}}'
_tags = texts(TAGS_MAX, TAGS_CHARS_MAX, comma=False)
_STOCK_CHECKS: Mapping[str, Check] = {
    "set": whole_number(0, STOCK_MAX),
    "add": whole_number(-STOCK_MAX, STOCK_MAX),
    "clear": _check_true,
}
_TYPE_CHECKS: Mapping[str, Check] = {"set": text(TAG_CHARS_MAX), "clear": _check_true}
_TAGS_CHECKS: Mapping[str, Check] = {"add": _tags, "remove": _tags, "replace": _tags}
_CHECKS: Mapping[str, Check] = {
    "price": check_price_change,
    "stock_quantity": _check_stock,
    "tag": _check_type,
    "tags": _check_tags,
    "action": choice(Action),
}
