"""Plant passports and CITES appendices."""

from typing import Any

import pytest

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.trade import (
    PASSPORT_NAMES_CHARS_MAX,
    PASSPORT_ORIGIN_CHARS_MAX,
    PASSPORT_RAW_CHARS_MAX,
    PASSPORT_TRACE_CHARS_MAX,
    Cites,
    PlantPassport,
    Trade,
    check_trade,
    split_passport,
    write_trade,
)

EVERYTHING: dict[str, Any] = {
    "plant_passport": {"a": "Hydrangea 'Bailmer'", "b": "GB-00001", "c": "23-117", "d": "NL, DE"},
    "cites": "II",
}


def check(value: object) -> tuple[Trade | None, list[tuple[str, str]]]:
    problems: list[FieldError] = []
    trade = check_trade(value, "/trade", problems)
    return trade, [(problem.pointer, problem.code) for problem in problems]


def passport_of(**parts: object) -> PlantPassport:
    trade, problems = check({"plant_passport": parts})
    assert problems == [] and trade is not None and trade.plant_passport is not None
    return trade.plant_passport


def problem_of(**parts: object) -> FieldError:
    problems: list[FieldError] = []
    assert check_trade({"plant_passport": parts}, "/trade", problems) is None
    (problem,) = problems
    return problem


def test_trade_is_written_as_it_is_read() -> None:
    trade, problems = check(EVERYTHING)

    assert (problems, write_trade(trade)) == ([], EVERYTHING)
    assert check(write_trade(trade)) == (trade, [])
    assert write_trade(Trade(cites=Cites.I)) == {"plant_passport": None, "cites": "I"}
    assert write_trade(Trade(plant_passport=PlantPassport(a="Rosa"))) == {
        "plant_passport": {"a": "Rosa", "b": None, "c": None, "d": None},
        "cites": None,
    }


@pytest.mark.parametrize(
    "nothing", [None, {}, {"plant_passport": None, "cites": None}, {"plant_passport": dict.fromkeys("abcd")}]
)
def test_trade_that_says_nothing_is_none(nothing: object) -> None:
    assert check(nothing) == (None, [])
    assert write_trade(None) is None


@pytest.mark.parametrize(
    ("text", "operator"),
    [("GB-00001", "GB-00001"), ("nl - 12.3/4-x", "NL-12.3/4-x"), ("DE-" + "9" * 30, "DE-" + "9" * 30)],
)
def test_part_b_is_a_country_and_a_number(text: str, operator: str) -> None:
    assert passport_of(b=text).b == passport_of(b=operator).b == operator


@pytest.mark.parametrize(
    "text", ["00001", "GB", "GB-", "G-1", "GBR-1", "GB 1", "\u0412G-1", "GB-ü", "GB-" + "9" * 31, "", "GB-1\x00"]
)
def test_other_numbers_are_refused(text: str) -> None:
    assert problem_of(b=text).pointer == "/trade/plant_passport/b"


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("NL", "NL"),
        ("nl", "NL"),
        ("GB,NL", "GB, NL"),
        ("GB / nl; DE", "GB, NL, DE"),
        ("Kenya", "Kenya"),
        ("Côte d'Ivoire", "Côte d'Ivoire"),
        ("Việt Nam", "Việt Nam"),
        ("भारत", "भारत"),
        ("Korea (Rep.)", "Korea (Rep.)"),
    ],
)
def test_part_d_is_codes_or_the_name_of_a_country(text: str, origin: str) -> None:
    assert passport_of(d=text).d == passport_of(d=origin).d == origin


@pytest.mark.parametrize("text", ["7", "NL1", "=1+1", "-NL", "NL\u3164land", "<b>NL</b>", "🌵", "", "\u200b", "N\x00L"])
def test_other_origins_are_refused(text: str) -> None:
    assert problem_of(d=text).pointer == "/trade/plant_passport/d"


@pytest.mark.parametrize(
    ("part", "limit", "filler"),
    [
        ("a", PASSPORT_NAMES_CHARS_MAX, "🌵"),
        ("c", PASSPORT_TRACE_CHARS_MAX, "🌵"),
        ("d", PASSPORT_ORIGIN_CHARS_MAX, "\U00010400"),
    ],
)
def test_limits_hold_at_the_limit_and_one_past_it(part: str, limit: int, filler: str) -> None:
    assert getattr(passport_of(**{part: filler * limit}), part) == filler * limit
    assert problem_of(**{part: filler * (limit + 1)}).code == "length"


def test_codes_that_grow_beyond_the_limit_are_refused() -> None:
    assert passport_of(d="NL," * 14 + "NL").d == ", ".join(["NL"] * 15)
    assert problem_of(d="NL," * 15 + "NL").code == "length"


@pytest.mark.parametrize("part", "abcd")
def test_the_parts_are_strings(part: str) -> None:
    wrongs: list[object] = [7, True, ["NL"], {}]
    for wrong in wrongs:
        problem = problem_of(**{part: wrong})
        assert (problem.pointer, problem.code) == (f"/trade/plant_passport/{part}", "type")


@pytest.mark.parametrize("cites", ["i", "IV", "B", "Appendix II", "", "\u2161", "I\u0406"])
def test_other_appendices_are_refused(cites: str) -> None:
    assert check({"cites": cites}) == (None, [("/trade/cites", "choice")])


def test_every_problem_is_reported() -> None:
    _, problems = check({"plant_passport": {"a": 7, "b": "?", "e": "x"}, "cites": 2, "passport": {}})

    assert problems == [
        ("/trade/plant_passport/a", "type"),
        ("/trade/plant_passport/b", "registration"),
        ("/trade/plant_passport/e", "unknown"),
        ("/trade/cites", "type"),
        ("/trade/passport", "unknown"),
    ]
    assert check({"plant_passport": "A Rosa"}) == (None, [("/trade/plant_passport", "type")])
    assert check("II") == (None, [("/trade", "type")])


@pytest.mark.parametrize(
    ("cell", "parts"),
    [
        ("A Lavandula B GB-00001 C 23-117 D GB", {"a": "Lavandula", "b": "GB-00001", "c": "23-117", "d": "GB"}),
        ("A Acer palmatum B GB-00001 C D NL", {"a": "Acer palmatum", "b": "GB-00001", "d": "NL"}),
        ("A: Rosa 'C', B: NL-123, C: x, D: NL, DE", {"a": "Rosa 'C'", "b": "NL-123", "c": "x", "d": "NL, DE"}),
        ("A Rosa B NL-1 D NL, C", {"a": "Rosa", "b": "NL-1", "d": "NL, C"}),
        ("A Rosa C B NL-1", {"a": "Rosa C", "b": "NL-1"}),
        ("A Rosa B B NL-1 D NL", {"a": "Rosa B", "b": "NL-1", "d": "NL"}),
    ],
)
def test_a_passport_in_one_cell_is_split(cell: str, parts: dict[str, str]) -> None:
    assert split_passport(cell) == parts
    assert check({"plant_passport": {**parts, "d": "NL"}})[1] == []


@pytest.mark.parametrize("cell", ["", "A", "Rosa", "B NL-1", "A Rosa C 1 D NL", "A Rosa B ? D NL", "Alpha B NL-1"])
def test_other_cells_are_not_split(cell: str) -> None:
    assert split_passport(cell) is None


def test_a_passport_cell_has_a_limit() -> None:
    cell = "A Rosa B NL-1 C " + "x" * (PASSPORT_RAW_CHARS_MAX - 16)

    assert split_passport(cell) is not None
    assert split_passport(cell + "x") is None
    assert split_passport("A B " * 100_000) is None
