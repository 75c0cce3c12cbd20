"""What a shop may say about the care of a plant."""

from typing import Any

import pytest

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.care import (
    LENGTH_CM_MAX,
    Care,
    Foliage,
    LifeCycle,
    Light,
    Toxicity,
    Water,
    check_care,
    write_care,
)

EVERYTHING: dict[str, Any] = {
    "light": ["full_sun", "partial_shade"],
    "water": "high",
    "hardiness_rhs": "H5",
    "hardiness_usda": "4a-9b",
    "height_cm": 150,
    "spread_cm": 120,
    "life_cycle": "perennial",
    "foliage": "deciduous",
    "flowering_months": [6, 7, 8],
    "toxicity_pets": "harmful",
    "toxicity_people": "none_known",
    "pollinator_friendly": False,
}


def check(value: object) -> tuple[Care | None, list[tuple[str, str]]]:
    problems: list[FieldError] = []
    care = check_care(value, "/care", problems)
    return care, [(problem.pointer, problem.code) for problem in problems]


def problem_of(**care: object) -> FieldError:
    problems: list[FieldError] = []
    check_care(care, "/care", problems)
    (problem,) = problems
    return problem


def care_of(**raw: object) -> Care:
    care, problems = check(raw)
    assert care is not None and problems == []
    return care


def test_a_full_care_is_written_as_it_is_read() -> None:
    care, problems = check(EVERYTHING)

    assert problems == []
    assert care == Care(
        light=(Light.FULL_SUN, Light.PARTIAL_SHADE),
        water=Water.HIGH,
        hardiness_rhs="H5",
        hardiness_usda="4a-9b",
        height_cm=150,
        spread_cm=120,
        life_cycle=LifeCycle.PERENNIAL,
        foliage=Foliage.DECIDUOUS,
        flowering_months=(6, 7, 8),
        toxicity_pets=Toxicity.HARMFUL,
        toxicity_people=Toxicity.NONE_KNOWN,
        pollinator_friendly=False,
    )
    assert write_care(care) == EVERYTHING
    assert check(write_care(care)) == (care, [])


@pytest.mark.parametrize(
    "nothing",
    [None, {}, dict.fromkeys(EVERYTHING), {"light": [], "flowering_months": []}, {"toxicity_pets": "unknown"}],
)
def test_a_care_that_says_nothing_is_none(nothing: object) -> None:
    assert check(nothing) == (None, [])
    assert write_care(None) is None


def test_a_care_is_written_with_every_key() -> None:
    written = write_care(care_of(pollinator_friendly=False))

    assert written == {
        **dict.fromkeys(EVERYTHING),
        "light": [],
        "flowering_months": [],
        "toxicity_pets": "unknown",
        "toxicity_people": "unknown",
        "pollinator_friendly": False,
    }


def test_all_problems_are_reported_at_once() -> None:
    _, problems = check(
        {
            "light": ["full_sun", "shade", 7],
            "water": "wet",
            "hardiness_rhs": "H8",
            "hardiness_usda": "14",
            "height_cm": 0,
            "spread_cm": "150",
            "life_cycle": 1,
            "foliage": ["evergreen"],
            "flowering_months": [0, 13, True, 6, 6],
            "toxicity_pets": "safe",
            "toxicity_people": False,
            "pollinator_friendly": 1,
            "colour": "red",
        }
    )

    assert problems == [
        ("/care/light/1", "choice"),
        ("/care/light/2", "type"),
        ("/care/water", "choice"),
        ("/care/hardiness_rhs", "hardiness"),
        ("/care/hardiness_usda", "hardiness"),
        ("/care/height_cm", "range"),
        ("/care/spread_cm", "type"),
        ("/care/life_cycle", "type"),
        ("/care/foliage", "type"),
        ("/care/flowering_months/0", "range"),
        ("/care/flowering_months/1", "range"),
        ("/care/flowering_months/2", "type"),
        ("/care/flowering_months/4", "duplicate"),
        ("/care/toxicity_pets", "choice"),
        ("/care/toxicity_people", "type"),
        ("/care/pollinator_friendly", "type"),
        ("/care/colour", "unknown"),
    ]


@pytest.mark.parametrize("value", ["full_sun", 7, True, [], [EVERYTHING]])
def test_care_is_an_object(value: object) -> None:
    assert check(value) == (None, [("/care", "type")])


@pytest.mark.parametrize(
    ("text", "rating"), [(f"H{band}", f"H{band}") for band in ("1a", "1b", "1c", *"234567")] + [(" h1A ", "H1a")]
)
def test_ratings_of_the_rhs_run_from_h1a_to_h7(text: str, rating: str) -> None:
    assert care_of(hardiness_rhs=text).hardiness_rhs == rating


@pytest.mark.parametrize("text", ["H0", "H1d", "H8", "H2a", "H4-H5", "5", "\u041d5", "H\u0665", "", "H5\n.", "H" * 21])
def test_other_ratings_are_refused(text: str) -> None:
    assert problem_of(hardiness_rhs=text).pointer == "/care/hardiness_rhs"


def test_the_advice_for_h1_lists_its_three_bands() -> None:
    assert problem_of(hardiness_rhs="H1").detail == "“H1”: use H1a, H1b or H1c."


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("7", "7"),
        ("13b", "13b"),
        ("4A – 9B", "4a-9b"),
        ("1-13", "1-13"),
        ("4b-4", "4b-4"),
        ("4-4a", "4-4a"),
        ("4a-4a", "4a"),
        ("5a-5b", "5a-5b"),
    ],
)
def test_usda_zones_run_from_cold_to_warm(text: str, zones: str) -> None:
    assert care_of(hardiness_usda=text).hardiness_usda == zones
    assert care_of(hardiness_usda=zones).hardiness_usda == zones


@pytest.mark.parametrize("text", ["0", "14", "4c", "4a-", "-4", "4a-9b-10", "4a/9b", "H5", "४", "4\u0430", "4a" * 11])
def test_other_zones_are_refused(text: str) -> None:
    assert problem_of(hardiness_usda=text).pointer == "/care/hardiness_usda"


@pytest.mark.parametrize(("text", "turned"), [("9b-4a", "4a-9b"), ("4b-4a", "4a-4b"), ("13-1", "1-13")])
def test_a_range_from_warm_to_cold_is_turned_in_the_advice(text: str, turned: str) -> None:
    assert problem_of(hardiness_usda=text).detail == f"“{text}”: begin with the colder zone: {turned}."


@pytest.mark.parametrize("field", ["height_cm", "spread_cm"])
def test_lengths_hold_at_the_limit_and_one_past_it(field: str) -> None:
    assert getattr(care_of(**{field: 1}), field) == 1
    assert getattr(care_of(**{field: LENGTH_CM_MAX}), field) == LENGTH_CM_MAX
    for wrong in (0, -1, LENGTH_CM_MAX + 1, 10**100):
        assert (problem_of(**{field: wrong}).pointer, problem_of(**{field: wrong}).code) == (f"/care/{field}", "range")
    others: list[object] = [True, 1.0, "150", [150], float("nan")]
    for other in others:
        assert problem_of(**{field: other}).detail == "Use a whole number of centimetres from 1 to 20,000."


def test_light_and_months_are_kept_in_one_order() -> None:
    care = care_of(light=["low_light", "bright_indirect", "full_sun"], flowering_months=[12, 1, 11])

    assert care.light == (Light.FULL_SUN, Light.BRIGHT_INDIRECT, Light.LOW_LIGHT)
    assert care.flowering_months == (1, 11, 12)
    assert care_of(flowering_months=list(range(1, 13))).flowering_months == tuple(range(1, 13))
    assert problem_of(flowering_months=list(range(13))).code == "items"
    assert problem_of(light=[*Light, "full_sun"]).code == "items"


@pytest.mark.parametrize("light", ["full_sun", {"full_sun": True}, 1])
def test_light_is_a_list(light: object) -> None:
    assert (problem_of(light=light).pointer, problem_of(light=light).code) == ("/care/light", "type")


def test_the_advice_has_the_right_word() -> None:
    assert problem_of(light=["Full Sun"]).detail == "“Full Sun”: use full_sun."
    assert problem_of(water="wet").detail == "“wet”: use low, moderate or high."
    assert problem_of(hardines_rhs="H5").detail == "There is no such field. Did you mean hardiness_rhs?"


@pytest.mark.parametrize("word", ["high ", "HIGH", "h\u200bigh", "hi\u0261h", "", "high\x00", "\ud800"])
def test_words_other_than_those_of_the_list_are_refused(word: str) -> None:
    assert (problem_of(water=word).pointer, problem_of(water=word).code) == ("/care/water", "choice")
