"""Suppliers: a name and a code."""

import pytest

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.supplier import CODE_CHARS_MAX, NAME_CHARS_MAX, Supplier, check_supplier, write_supplier


def check(value: object) -> tuple[Supplier | None, list[tuple[str, str]]]:
    problems: list[FieldError] = []
    supplier = check_supplier(value, "/supplier", problems)
    return supplier, [(problem.pointer, problem.code) for problem in problems]


@pytest.mark.parametrize("raw", [{"name": "Hillside", "code": "HYD-5"}, {"name": "Rosé & Co.", "code": None}])
def test_a_supplier_is_written_as_it_is_read(raw: dict[str, str | None]) -> None:
    supplier, problems = check(raw)

    assert (write_supplier(supplier), problems) == (raw, [])


@pytest.mark.parametrize("nothing", [None, {}, {"name": None, "code": None}])
def test_a_supplier_without_a_name_and_a_code_is_none(nothing: object) -> None:
    assert check(nothing) == (None, [])
    assert write_supplier(None) is None


def test_text_is_cleaned() -> None:
    assert check({"name": " Hill\u200bside\u00a0 Nursery ", "code": "\u202e1\u202c"}) == (
        Supplier(name="Hillside Nursery", code="1"),
        [],
    )


def test_limits_hold_at_the_limit_and_one_past_it() -> None:
    longest = {"name": "🌵" * NAME_CHARS_MAX, "code": "🌵" * CODE_CHARS_MAX}

    assert check(longest)[1] == []
    assert check({name: text + "🌵" for name, text in longest.items()})[1] == [
        ("/supplier/name", "length"),
        ("/supplier/code", "length"),
    ]


def test_every_problem_is_reported() -> None:
    assert check({"name": 7, "code": "\x00", "nmae": "x"})[1] == [
        ("/supplier/name", "type"),
        ("/supplier/code", "characters"),
        ("/supplier/nmae", "unknown"),
    ]
    assert check({"name": "", "code": True})[1] == [("/supplier/name", "length"), ("/supplier/code", "type")]


@pytest.mark.parametrize("value", ["Hillside", 7, True, ["Hillside"]])
def test_a_supplier_is_an_object(value: object) -> None:
    assert check(value) == (None, [("/supplier", "type")])
