"""The payload of a plant with every field filled to its limit, also with the fields that payloads do not yet have."""

import json

import pytest

from plantstore.core.event_body import full_body, to_body
from plantstore.domain.errors import FieldError
from plantstore.domain.event import BODY_BYTES_MAX
from plantstore.domain.plants.amounts import MINIMUM_ORDER_MAX, check_minimum_order
from plantstore.domain.plants.care import LENGTH_CM_MAX, Light, check_care, write_care
from plantstore.domain.plants.external_ids import check_external_ids, write_external_ids
from plantstore.domain.plants.fields import COSTS, NEWER, as_input, check_fields
from plantstore.domain.plants.names.repair import BOTANICAL_NAME_CHARS_MAX
from plantstore.domain.plants.names.taxon import taxon_of, write_taxon
from plantstore.domain.plants.plant import changed
from plantstore.domain.plants.pot_size import CHARS_MAX, check_pot_size
from plantstore.domain.plants.price import check_price
from plantstore.domain.plants.trade import (
    PASSPORT_NAMES_CHARS_MAX,
    PASSPORT_ORIGIN_CHARS_MAX,
    PASSPORT_TRACE_CHARS_MAX,
    check_trade,
    write_trade,
)
from tests.core.test_event_body import CACTUS, PAGE, TODAY, filled_to_every_limit

LONGEST_NAMES = ["Rosa '" + "Ẩẩ" * 121 + "'", "Rosa '" + "A🌵" * 121 + "'", "Rosa 'Aẩ' (" + "Ẩ" * 237 + ")"]
"""Recognised names of 248 to 250 characters, with letters of three and four bytes."""


def new_fields(filler: str) -> dict[str, object]:
    """The fields of a payload that come after 0.6, filled to their limits. `cost` and `supplier` are never in one."""
    problems: list[FieldError] = []
    care = check_care(
        {
            "light": list(Light),
            "water": "moderate",
            "hardiness_rhs": "H1a",
            "hardiness_usda": "12a-13b",
            "height_cm": LENGTH_CM_MAX,
            "spread_cm": LENGTH_CM_MAX,
            "life_cycle": "perennial",
            "foliage": "semi_evergreen",
            "flowering_months": list(range(1, 13)),
            "toxicity_pets": "none_known",
            "toxicity_people": "none_known",
            "pollinator_friendly": False,
        },
        "/care",
        problems,
    )
    ids = {"wfo": "wfo-0000605616", "ipni": "123456789-1", "gbif": "A" * 12, "eppo": "1BEMIG", "vbn": "123456"}
    passport = {
        "a": filler * PASSPORT_NAMES_CHARS_MAX,
        "b": "GB-" + "1" * 30,
        "c": filler * PASSPORT_TRACE_CHARS_MAX,
        "d": "\U00010400" * PASSPORT_ORIGIN_CHARS_MAX,  # a letter of four bytes
    }
    trade = check_trade({"plant_passport": passport, "cites": "III"}, "/trade", problems)
    filled: dict[str, object] = {
        "taxon": max((write_taxon(taxon_of(name)) for name in LONGEST_NAMES), key=lambda taxon: len(str(taxon))),
        "pot_size": check_pot_size("unrooted cutting, 9999 per tray", "/pot_size", problems),
        "care": write_care(care),
        "external_ids": write_external_ids(check_external_ids(ids, "/external_ids", problems)),
        "trade": write_trade(trade),
        "compare_at_price": check_price("999999999.999", "/compare_at_price", problems),
        "minimum_order": check_minimum_order(MINIMUM_ORDER_MAX, "/minimum_order", problems),
        "merged_into": 2**53 - 1,
    }
    assert problems == []
    return filled


@pytest.mark.parametrize("filler", [CACTUS, '"', "\\"])
def test_a_plant_filled_to_every_limit_fits_the_cap_with_the_new_fields(filler: str) -> None:
    plant, filled = filled_to_every_limit(filler), new_fields(filler)
    supplier = {"name": filler * 100, "code": filler * 64}
    written = {name: filled[name] for name in NEWER if name in filled} | {"supplier": supplier, "cost": "999999999.999"}
    fields = check_fields(as_input(plant.fields) | written, currency_default="KWD")

    body = json.loads(full_body(changed(plant, fields, now=plant.updated_at), today=TODAY, url=PAGE))

    assert {name: body[name] for name in written if name not in COSTS} == {
        name: value for name, value in written.items() if name not in COSTS
    }
    assert not body.keys() & set(COSTS)
    assert len(to_body(body | filled)) <= BODY_BYTES_MAX


def test_the_new_fields_take_at_most_four_kilobytes() -> None:
    assert len(to_body(new_fields(CACTUS))) <= 4_096
    assert len("unrooted cutting, 9999 per tray") <= CHARS_MAX


def test_the_taxon_of_the_longest_names_takes_at_most_one_kilobyte() -> None:
    taxa = [write_taxon(taxon_of(name)) for name in LONGEST_NAMES]

    assert None not in taxa
    assert all(len(name) <= BOTANICAL_NAME_CHARS_MAX for name in LONGEST_NAMES)
    assert max(len(to_body({"taxon": taxon})) for taxon in taxa) <= 1_024
