"""What a plant needs and how it grows: light, water, hardiness, size, flowering, toxicity. Nothing is ever inferred."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.checks import Check, clean_text
from plantstore.domain.plants.objects import check_list, check_object, choice, choices, whole_number
from plantstore.domain.text import quoted

LENGTH_CM_MAX = 20_000  # the tallest trees reach 116 m, the widest crowns about 200 m
MONTHS = 12
RATING_CHARS_MAX = 20

_RHS = re.compile(r"H(?:1[abc]|[2-7])")
_USDA_ZONE = r"(?P<{0}>1[0-3]|[1-9])(?P<{0}_half>[ab]?)"
_USDA = re.compile(rf"{_USDA_ZONE.format('low')}(?:-{_USDA_ZONE.format('high')})?")
_RANGE_DASH = re.compile(" ?[-‐‑‒–—−] ?")


class Light(StrEnum):
    """Full sun, partial and full shade are the words of the RHS; the last two are for houseplants."""

    FULL_SUN = "full_sun"
    PARTIAL_SHADE = "partial_shade"
    FULL_SHADE = "full_shade"
    BRIGHT_INDIRECT = "bright_indirect"
    LOW_LIGHT = "low_light"


class Water(StrEnum):
    """How much water a plant needs."""

    LOW = "low"
    MODERATE = "moderate"
    HIGH = "high"


class LifeCycle(StrEnum):
    """How many years a plant lives: one, two, or more."""

    ANNUAL = "annual"
    BIENNIAL = "biennial"
    PERENNIAL = "perennial"


class Foliage(StrEnum):
    """Whether a plant keeps its leaves in winter."""

    EVERGREEN = "evergreen"
    SEMI_EVERGREEN = "semi_evergreen"
    DECIDUOUS = "deciduous"


class Toxicity(StrEnum):
    """How harmful a plant is. There is no word for "safe": `none_known` means that someone looked and found nothing."""

    UNKNOWN = "unknown"
    NONE_KNOWN = "none_known"
    HARMFUL = "harmful"
    TOXIC = "toxic"


@dataclass(frozen=True, slots=True, kw_only=True)
class Care:
    """The care of a plant. None, () and `unknown` mean that the shop does not say.

    `hardiness_rhs` is a rating of the Royal Horticultural Society, from H1a (warm) to H7 (cold). `hardiness_usda` is a
    zone of the US Department of Agriculture, or a range from cold to warm, such as 4a-9b. Neither is derived from the
    other, because their bands overlap. Height and spread are those of the full-grown plant. Months are 1 to 12.
    """

    light: tuple[Light, ...] = ()
    water: Water | None = None
    hardiness_rhs: str | None = None
    hardiness_usda: str | None = None
    height_cm: int | None = None
    spread_cm: int | None = None
    life_cycle: LifeCycle | None = None
    foliage: Foliage | None = None
    flowering_months: tuple[int, ...] = ()
    toxicity_pets: Toxicity = Toxicity.UNKNOWN
    toxicity_people: Toxicity = Toxicity.UNKNOWN
    pollinator_friendly: bool | None = None


def check_care(value: object, pointer: str, problems: list[FieldError]) -> Care | None:
    """Check an object of care. Return None if it says nothing; append a problem for each wrong value."""
    example = '{"light": ["full_sun"], "height_cm": 150}'
    care = Care(**check_object(value, pointer, problems, checks=_CHECKS, example=example))
    return None if care == NO_CARE else care


def write_care(care: Care | None) -> dict[str, object] | None:
    """Return care as a JSON object with every key, in the form that `check_care` accepts; None if there is none."""
    if care is None:
        return None
    return {
        "light": [light.value for light in care.light],
        "water": _word(care.water),
        "hardiness_rhs": care.hardiness_rhs,
        "hardiness_usda": care.hardiness_usda,
        "height_cm": care.height_cm,
        "spread_cm": care.spread_cm,
        "life_cycle": _word(care.life_cycle),
        "foliage": _word(care.foliage),
        "flowering_months": list(care.flowering_months),
        "toxicity_pets": care.toxicity_pets.value,
        "toxicity_people": care.toxicity_people.value,
        "pollinator_friendly": care.pollinator_friendly,
    }


def check_hardiness_rhs(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    """Check a hardiness rating of the RHS: H1a, H1b, H1c, or H2 to H7. The case of its letters is corrected."""
    wanted = 'a string, such as "H5"'
    clean = clean_text(value, pointer, problems, chars_max=RATING_CHARS_MAX, wanted=wanted)
    if clean is None:
        return None
    rating = clean.capitalize()
    if _RHS.fullmatch(rating) is not None:
        return rating
    known = "H1a, H1b or H1c" if rating == "H1" else "one of H1a, H1b, H1c, H2, H3, H4, H5, H6 and H7"
    problems.append(FieldError(pointer=pointer, code="hardiness", detail=f"{quoted(clean)}: use {known}."))
    return None


def check_hardiness_usda(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    """Check a USDA zone, 1a to 13b, or a range of zones. Return it as 7 or 4a-9b; 4a-4a becomes 4a."""
    wanted = 'a string, such as "4a-9b"'
    clean = clean_text(value, pointer, problems, chars_max=RATING_CHARS_MAX, wanted=wanted)
    if clean is None:
        return None
    zones = _RANGE_DASH.sub("-", clean.lower())
    low, _, high = zones.partition("-")
    found = _USDA.fullmatch(zones)
    if found is not None and _is_rising(found):
        return low if low == high else zones
    detail = f"{quoted(clean)}: use a zone from 1a to 13b, or a range such as 4a-9b."
    if found is not None:
        detail = f"{quoted(clean)}: begin with the colder zone: {high}-{low}."
    problems.append(FieldError(pointer=pointer, code="hardiness", detail=detail))
    return None


def zones_of(checked: str) -> list[str]:
    """Return the half zones within a USDA zone or range that was checked.

    >>> zones_of("9-10a")
    ['9a', '9b', '10a']
    """
    found = _USDA.fullmatch(checked)
    assert found is not None
    low, high = int(found["low"]), int(found["high"] or found["low"])
    first = found["low_half"] or "a"
    last = (found["low_half"] if found["high"] is None else found["high_half"]) or "b"
    zones = [f"{zone}{half}" for zone in range(low, high + 1) for half in "ab"]
    return zones[first == "b" : len(zones) - (last == "a")]


def _is_rising(zones: re.Match[str]) -> bool:
    """True if a range does not end below its start. A zone without a letter covers both of its halves."""
    if zones["high"] is None:
        return True
    start = int(zones["low"]), zones["low_half"] or "a"
    end = int(zones["high"]), zones["high_half"] or "b"
    return start <= end


def _check_months(value: object, pointer: str, problems: list[FieldError]) -> tuple[int, ...]:
    return tuple(sorted(check_list(value, pointer, problems, check_item=_check_month, items_max=MONTHS)))


def _check_flag(value: object, pointer: str, problems: list[FieldError]) -> bool | None:
    if isinstance(value, bool):
        return value
    detail = "Use true or false, or leave it out if you don't know."
    problems.append(FieldError(pointer=pointer, code="type", detail=detail))
    return None


def _word(word: StrEnum | None) -> str | None:
    return None if word is None else word.value


NO_CARE = Care()
_check_month = whole_number(1, MONTHS)
_check_length = whole_number(1, LENGTH_CM_MAX, unit="centimetres")
_check_toxicity = choice(Toxicity)
_CHECKS: Mapping[str, Check] = {
    "light": choices(Light),
    "water": choice(Water),
    "hardiness_rhs": check_hardiness_rhs,
    "hardiness_usda": check_hardiness_usda,
    "height_cm": _check_length,
    "spread_cm": _check_length,
    "life_cycle": choice(LifeCycle),
    "foliage": choice(Foliage),
    "flowering_months": _check_months,
    "toxicity_pets": _check_toxicity,
    "toxicity_people": _check_toxicity,
    "pollinator_friendly": _check_flag,
}
