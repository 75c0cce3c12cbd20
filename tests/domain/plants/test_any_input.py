"""The checks of a plant's objects, with any JSON: they never fail, and what they accept stays as it is."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.care import Care, Light, check_care, write_care
from plantstore.domain.plants.external_ids import check_external_ids, write_external_ids
from plantstore.domain.plants.objects import UNKNOWN_REPORTED_MAX
from plantstore.domain.plants.pot_size import check_pot_size
from plantstore.domain.plants.supplier import check_supplier, write_supplier
from plantstore.domain.plants.trade import check_trade, split_passport, write_trade

Check = Callable[[object, str, list[FieldError]], object]
CHECKS: dict[str, tuple[Check, Callable[[Any], object]]] = {
    "pot_size": (check_pot_size, str),
    "care": (check_care, write_care),
    "external_ids": (check_external_ids, write_external_ids),
    "trade": (check_trade, write_trade),
    "supplier": (check_supplier, write_supplier),
}
KEYS = ["light", "water", "hardiness_rhs", "hardiness_usda", "height_cm", "life_cycle", "flowering_months", "cites"]
KEYS += ["toxicity_pets", "pollinator_friendly", "wfo", "ipni", "gbif", "eppo", "vbn", "plant_passport", "name", "code"]
WORDS = ["full_sun", "high", "H5", "4a-9b", "perennial", "toxic", "II", "NL", "GB-1", "zeama", "173972-1", "9 cm"]
WORDS += ["wfo-0001351047-2024-06", "https://www.gbif.org/species/1", "C3", "nl,be"]

texts = st.text(st.characters(exclude_categories=()), max_size=30)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.integers(1, 12) | st.floats() | texts | st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*KEYS, *"abcd"]) | texts, inner, max_size=6)
    ),
    max_leaves=12,
)
good_texts = st.none() | texts | st.sampled_from(WORDS)
good_values = st.fixed_dictionaries(
    {},
    optional={
        "light": st.lists(st.sampled_from([light.value for light in Light]), max_size=5, unique=True),
        "hardiness_usda": st.from_regex(r"(1[0-3]|[1-9])[abAB]?( ?[-–] ?(1[0-3]|[1-9])[ab]?)?", fullmatch=True),
        "height_cm": st.integers(1, 20_000),
        "flowering_months": st.lists(st.integers(1, 12), max_size=12, unique=True),
        "pollinator_friendly": st.booleans(),
        "ipni": st.from_regex(r"(urn:lsid:ipni\.org:names:)?[0-9]{1,9}-[0-9](:1\.1)?", fullmatch=True),
        "eppo": st.from_regex(r"[A-Za-z]{5}", fullmatch=True),
        "plant_passport": st.fixed_dictionaries({}, optional=dict.fromkeys("abcd", good_texts)),
        "name": good_texts,
        "code": good_texts,
    },
)


@pytest.mark.parametrize("field", CHECKS)
@given(value=values | good_values)
def test_any_value_is_either_accepted_for_good_or_refused_with_reasons(field: str, value: object) -> None:
    check, write = CHECKS[field]
    problems: list[FieldError] = []

    found = check(value, "/" + field, problems)

    assert all(problem.pointer.startswith("/" + field) for problem in problems)
    assert all(len((problem.pointer + problem.detail).encode()) < 1_000 for problem in problems)
    if found is not None and not problems:
        assert check(write(found), "/" + field, problems) == found
        assert problems == []


@pytest.mark.parametrize("field", ["care", "external_ids", "trade", "supplier"])
def test_unknown_keys_are_reported_up_to_a_limit(field: str) -> None:
    problems: list[FieldError] = []

    CHECKS[field][0](dict.fromkeys(map(str, range(UNKNOWN_REPORTED_MAX + 2))), "/" + field, problems)

    assert [problem.code for problem in problems] == ["unknown"] * (UNKNOWN_REPORTED_MAX + 1)
    assert problems[-1] == FieldError(pointer="/" + field, code="unknown", detail="There are 2 more unknown fields.")


def test_a_pointer_to_an_unknown_key_is_escaped_shortened_and_plain() -> None:
    problems: list[FieldError] = []

    check_care({"a/b~c": 1, "k" * 100: 1, "\ud800": 1}, "/care", problems)

    assert [problem.pointer for problem in problems] == ["/care/a~1b~0c", "/care/" + "k" * 64 + "…", "/care/?"]


LONG = "x" * 1_000_000
HOSTILE: list[object] = [
    LONG,
    "9" * 1_000_000,
    "\u0301" * 1_000_000,
    " " * 1_000_000,
    "A " * 500_000,
    ["full_sun"] * 100_000,
    {str(number): 1 for number in range(100_000)},
    {"light": LONG, "wfo": LONG, "name": LONG, "plant_passport": {"a": LONG, "b": LONG, "c": LONG, "d": LONG}},
    {"light": [LONG] * 5, "flowering_months": list(range(100_000)), "hardiness_usda": LONG, "hardiness_rhs": LONG},
]


@pytest.mark.parametrize("field", CHECKS)
def test_a_hostile_value_takes_at_most_milliseconds(field: str) -> None:
    for value in HOSTILE:
        spent = []
        for _ in range(3):
            started = time.process_time()
            CHECKS[field][0](value, "/" + field, [])
            spent.append(time.process_time() - started)

        assert min(spent) < 0.05, "linear in the size of the request, which has a limit"


def test_a_hostile_passport_cell_takes_no_time() -> None:
    started = time.process_time()

    for cell in ("A " * 250, "A B NL-1 " * 55, "A B " + "C " * 248, " " * 500):
        split_passport(cell)

    assert time.process_time() - started < 0.05


def test_equal_cares_are_equal_whatever_the_order_of_their_items() -> None:
    cares = [
        check_care({"light": light, "flowering_months": months}, "/care", [])
        for light, months in ((["full_sun", "low_light"], [1, 2]), (["low_light", "full_sun"], [2, 1]))
    ]

    assert cares[0] == cares[1] != Care()
