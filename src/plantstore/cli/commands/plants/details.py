"""Options for what a plant needs, its ids elsewhere, its trade facts, its supplier and its amounts."""

from collections.abc import Callable, Mapping
from typing import Any

import click

from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import WrongUsage
from plantstore.cli.support.options import WholeNumber
from plantstore.domain.plants.trade import Cites, split_passport

OBJECTS = ("care", "external_ids", "trade", "supplier")
_LISTS = ("light", "flowering_months")
_NUMBERS = ("height_cm", "spread_cm")
_OF_OPTION = {
    "cites": ("trade", "cites"),
    "passport": ("trade", "plant_passport"),
    "supplier": ("supplier", "name"),
    "supplier_code": ("supplier", "code"),
}

DETAIL_OPTIONS: tuple[Callable[[Callable[..., Any]], Callable[..., Any]], ...] = (
    click.option("--pot-size", metavar="SIZE", help="9 cm, 5 L, 1 gal, bare root, plug, root ball or seed."),
    click.option("--minimum-order", type=WholeNumber(min=1), metavar="N", help="The smallest number sold."),
    click.option("--compare-at-price", metavar="29.90", help="The former price, if it is reduced."),
    click.option(
        "--care",
        multiple=True,
        metavar="KEY=VALUE",
        help="What it needs, such as height_cm=150 or light=full_sun,partial_shade; may be repeated.",
    ),
    click.option(
        "--external-id",
        "external_ids",
        multiple=True,
        metavar="KEY=VALUE",
        help="Its id elsewhere: wfo, ipni, gbif, eppo or vbn; may be repeated.",
    ),
    click.option("--cites", type=click.Choice([cites.value for cites in Cites]), help="Appendix of CITES."),
    click.option("--passport", metavar="TEXT", help='Plant passport: "A Acer palmatum B GB-00001 C 23-117 D NL".'),
    click.option("--supplier", metavar="NAME", help="Needs a token with the scope costs:read."),
    click.option("--supplier-code", metavar="CODE", help="The supplier's code for it; needs costs:read."),
    click.option("--cost", metavar="11.20", help="What it costs the shop; needs costs:read."),
)


def given_details(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that were given on the command line, with the objects that their options are parts of."""
    given = {name: value for name, value in fields.items() if value not in (None, ())}
    found: dict[str, Any] = {}
    for name, value in given.items():
        if name in ("care", "external_ids"):
            found[name] = dict(_pair(name, text) for text in value)
        elif name in _OF_OPTION:
            field, key = _OF_OPTION[name]
            found.setdefault(field, {})[key] = _passport(value) if name == "passport" else value or None
        else:
            found[name] = value
    return found


def with_current(client: Client, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a merge patch whose objects also have the plant's other values: the API replaces an object as a whole."""
    objects = [name for name in OBJECTS if body.get(name)]
    if not objects:
        return dict(body)
    plant = client.get(path)
    return {**body, **{name: {**(plant.get(name) or {}), **body[name]} for name in objects}}


def _pair(option: str, text: str) -> tuple[str, Any]:
    """Return a key and its JSON value. An empty value clears the key; a wrong one is left for the API to refuse."""
    key, sign, value = (part.strip() for part in text.partition("="))
    if not key or not sign:
        example = "--care height_cm=150" if option == "care" else "--external-id eppo=ZEAMA"
        raise WrongUsage(f"{text}: write a key and a value, such as {example}.")
    if not value:
        return key, None
    if key in _LISTS:
        parts = [part.strip() for part in value.split(",") if part.strip()]
        return key, [_number(part) for part in parts] if key == "flowering_months" else parts
    if key == "pollinator_friendly":
        return key, {"yes": True, "true": True, "no": False, "false": False}.get(value.lower(), value)
    return key, _number(value) if key in _NUMBERS else value


def _number(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else text


def _passport(text: str) -> dict[str, str] | None:
    if not text.strip():
        return None
    parts = split_passport(text.strip())
    if parts is None:
        raise WrongUsage(f"{text}: this is not a plant passport.", next_step='Write "A … B … C … D …".')
    return parts
