"""Converts the changes of a bulk edit between the API's JSON and the fields of a form, errors included."""

from collections.abc import Callable, Mapping
from typing import Any

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.plants.bulk_changes import check_changes
from plantstore.web.console.forms import Form, number_or_text

Values = Mapping[str, str]

WAYS = {
    "price_way": (
        ("", "No change"),
        ("percent", "Change by per cent"),
        ("amount", "Change by amount"),
        ("set", "Set to"),
    ),
    "rounding": (("", "No rounding"), ("round_to", "Round to a multiple of"), ("ending", "Let prices end in")),
    "stock_way": (("", "No change"), ("add", "Add or subtract"), ("set", "Set to"), ("clear", "Stop tracking it")),
    "type_way": (("", "No change"), ("set", "Set to"), ("clear", "Remove it")),
    "tags_way": (
        ("", "No change"),
        ("change", "Add or remove"),
        ("replace", "Replace all by"),
        ("clear", "Remove all"),
    ),
    "action": (
        ("", "No change"),
        ("add_to_store", "Add drafts to the store"),
        ("archive", "Archive"),
        ("restore", "Restore from the archive"),
    ),
}
"""The fields with a list of choices: value and label."""

LABELS = {
    "price_way": "Changes",
    "price_value": "Price",
    "rounding_value": "Rounding",
    "price_currency": "Currency",
    "stock_value": "Stock",
    "type_value": "Type",
    "tags_add": "Add tags",
    "tags_remove": "Remove tags",
    "tags_value": "Tags",
    "action": "Place in the store",
    "plants": "Plants",
}
_PLACES = (
    ("/changes/price/currency", "price_currency"),
    ("/changes/price/round_to", "rounding_value"),
    ("/changes/price/ending", "rounding_value"),
    ("/changes/price", "price_value"),
    ("/changes/stock_quantity", "stock_value"),
    ("/changes/tags/add", "tags_add"),
    ("/changes/tags/remove", "tags_remove"),
    ("/changes/tags", "tags_value"),
    ("/changes/tag", "type_value"),
    ("/changes/action", "action"),
    ("/changes", "price_way"),
    ("", "plants"),
)
"""Where the form shows the API's errors, by the beginning of their pointers; the first that fits counts."""
_FOR_PEOPLE = {
    "/changes/price/percent": "Use a number above -100, up to 1,000, such as 5 or -12.5.",
    "/changes/price/amount": "Use an amount such as 0.50 or -1.20.",
    "/changes/price/ending": "Use the decimals of a price, such as 0.95 or 0.99.",
}
"""Messages in place of the API's, which are about JSON."""
_FILL_IN = "Fill this in, or choose “No change”."


def changes_in(form: Form) -> dict[str, Any]:
    """Return the changes as the API expects them. Raise Invalid if a value is missing or belongs to no choice."""
    problems: list[FieldError] = []
    changes = {
        "price": _price(form, problems),
        "stock_quantity": _one(form, "stock", problems, read=_whole),
        "tag": _one(form, "type", problems, read=str),
        "tags": _tags(form, problems),
        "action": form.get("action") or None,
    }
    chosen = {name: change for name, change in changes.items() if change}
    if not chosen and not problems:
        problems.append(_problem("price_way", "Choose at least one change."))
    if problems:
        raise Invalid(fields=(*problems, *_others(chosen, {one.pointer for one in problems})))
    return chosen


def _others(changes: dict[str, Any], known: set[str]) -> list[FieldError]:
    """Return what is wrong in other fields, so that a form is refused once and not field by field."""
    try:
        check_changes(changes, "/changes")
    except Invalid as refused:
        return [one for one in map(_for_form, refused.fields) if one.pointer not in {*known, "/price_way"}]
    return []


def for_form(refused: Invalid) -> Invalid:
    """Return the API's error with the fields of the form in place of the fields of the JSON body."""
    return Invalid(refused.detail, fields=tuple(map(_for_form, refused.fields)))


def values_of(changes: Mapping[str, Any]) -> dict[str, str]:
    """Return the form's values for the changes of an earlier bulk edit."""
    price, stock = changes.get("price", {}), changes.get("stock_quantity", {})
    kind, tags = changes.get("tag", {}), changes.get("tags", {})
    found = {"action": changes.get("action", ""), "price_currency": price.get("currency", "")}
    for name, given, ways in (
        ("price", price, ("percent", "amount", "set")),
        ("stock", stock, ("add", "set", "clear")),
        ("type", kind, ("set", "clear")),
    ):
        way = next((one for one in ways if one in given), "")
        found |= {f"{name}_way": way, f"{name}_value": str(given[way]) if way not in ("", "clear") else ""}
    rounding = next((one for one in ("round_to", "ending") if one in price), "")
    found |= {"rounding": rounding, "rounding_value": price.get(rounding, "")}
    found |= {f"tags_{name}": ", ".join(tags.get(name, ())) for name in ("add", "remove")}
    found["tags_value"] = ", ".join(tags.get("replace", ()))
    replaces = "replace" if tags.get("replace") else "clear"
    return found | {"tags_way": "" if not tags else replaces if "replace" in tags else "change"}


def _price(form: Form, problems: list[FieldError]) -> dict[str, Any] | None:
    change = _one(form, "price", problems, read=_decimal)
    rounding, to = form.get("rounding"), form.get("rounding_value")
    if change is None:
        return None
    if rounding and not to:
        problems.append(_problem("rounding_value", "Fill this in, or choose “No rounding”."))
    if to and not rounding:
        problems.append(_problem("rounding_value", "Choose how to round, or leave this empty."))
    currency = form.get("price_currency").upper()
    return change | ({rounding: _decimal(to)} if rounding else {}) | ({"currency": currency} if currency else {})


def _one(form: Form, name: str, problems: list[FieldError], *, read: Callable[[str], Any]) -> dict[str, Any] | None:
    """Return the change of one field: its way as the key, and its value."""
    way, value = form.get(f"{name}_way"), form.get(f"{name}_value")
    if not way and value:
        problems.append(_problem(f"{name}_value", "Choose what to do with this value, or leave it empty."))
    if way == "clear":
        return {"clear": True}
    if way and not value:
        problems.append(_problem(f"{name}_value", _FILL_IN))
    return {way: read(value)} if way else None


def _tags(form: Form, problems: list[FieldError]) -> dict[str, Any] | None:
    way = form.get("tags_way")
    if way == "clear":
        return {"replace": []}
    if way == "change":
        named = {name: _list(form.get(f"tags_{name}")) for name in ("add", "remove")}
        if not any(named.values()):
            problems.append(_problem("tags_add", _FILL_IN))
        return {name: tags for name, tags in named.items() if tags}
    if way and not form.get("tags_value"):
        problems.append(_problem("tags_value", _FILL_IN))
    if not way and any(form.get(f"tags_{name}") for name in ("add", "remove", "value")):
        problems.append(_problem("tags_value", "Choose what to do with these tags, or leave this empty."))
    return {way: _list(form.get("tags_value"))} if way else None


def _list(text: str) -> list[str]:
    return [tag for part in text.split(",") if (tag := part.strip())]


def _decimal(text: str) -> str:
    """Return a number as people write it, such as “+5 %” or “24,90”, in the API's way.

    >>> _decimal("+5 %"), _decimal("24,90"), _decimal("\N{MINUS SIGN}0.50"), _decimal("1,234.50")
    ('+5', '24.90', '-0.50', '1,234.50')
    """
    plain = text.removesuffix("%").strip().replace("\N{MINUS SIGN}", "-")
    return plain.replace(",", ".") if plain.count(",") == 1 and "." not in plain else plain


def _whole(text: str) -> int | str:
    plain = text.replace("\N{MINUS SIGN}", "-").removeprefix("+")
    number = number_or_text(plain.removeprefix("-"))
    return text if isinstance(number, str) else -number if plain.startswith("-") else number


def _for_form(error: FieldError) -> FieldError:
    field = next(name for start, name in _PLACES if error.pointer.startswith(start))
    return _problem(field, _FOR_PEOPLE.get(error.pointer, error.detail))


def _problem(field: str, detail: str) -> FieldError:
    return FieldError(pointer=f"/{field}", code="form", detail=detail)
