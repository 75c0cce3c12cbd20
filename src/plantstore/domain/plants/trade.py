"""Facts of trade law about a plant: its latest plant passport and its CITES appendix. Plant Store decides no law."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.checks import Check, clean_text, text
from plantstore.domain.plants.objects import check_object, choice
from plantstore.domain.text import BLANK_LETTERS, quoted

PASSPORT_NAMES_CHARS_MAX = 250  # part A: as long as a botanical name
PASSPORT_OPERATOR_CHARS_MAX = 33  # part B: two letters, a hyphen and up to 30 characters
PASSPORT_TRACE_CHARS_MAX = 60  # part C
PASSPORT_ORIGIN_CHARS_MAX = 60  # part D
PASSPORT_RAW_CHARS_MAX = 500  # max length of a whole passport in one cell

_OPERATOR = re.compile(r"([A-Za-z]{2}) ?- ?([A-Za-z0-9./-]{1,30})")
_ORIGIN_CODES = re.compile(r"[A-Za-z]{2}(?:[ ,;/]{1,3}[A-Za-z]{2})*")
_ORIGIN_SIGNS = frozenset(" .,'’()&/-")
_PART = re.compile(r"(?:(?<=[\s,;|])|^)([ABCD])[:.)]?(?=\s|$)")


class Cites(StrEnum):
    """The appendices of the CITES convention. The annexes A to D of the EU are a different list."""

    I = "I"  # noqa: E741
    II = "II"
    III = "III"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantPassport:
    """The parts of a plant passport (Regulation (EU) 2016/2031, Annex VII). It belongs to a batch, so it goes stale.

    `a` is the botanical name, `b` the country and registration number of the operator, `c` the traceability code and
    `d` the origin: codes of countries, such as "GB, NL", or the name of one.
    """

    a: str | None = None
    b: str | None = None
    c: str | None = None
    d: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trade:
    """The plant passport of the latest batch, and the CITES appendix; None where the shop states none."""

    plant_passport: PlantPassport | None = None
    cites: Cites | None = None


def check_trade(value: object, pointer: str, problems: list[FieldError]) -> Trade | None:
    """Check an object of trade facts. Return None if it has none; append a problem for each wrong value."""
    example = '{"plant_passport": {"b": "GB-00001"}, "cites": "II"}'
    trade = Trade(**check_object(value, pointer, problems, checks=_TRADE_CHECKS, example=example))
    return None if trade == _NO_TRADE else trade


def write_trade(trade: Trade | None) -> dict[str, object] | None:
    """Return the facts as an object with every key, in the form that `check_trade` accepts; None if there are none."""
    if trade is None:
        return None
    passport = trade.plant_passport
    return {
        "plant_passport": passport and {"a": passport.a, "b": passport.b, "c": passport.c, "d": passport.d},
        "cites": trade.cites and trade.cites.value,
    }


def split_passport(cell: str) -> dict[str, str] | None:
    """Return the parts of a passport written as "A … B … C … D …", for `check_trade`; None if it is not written so.

    An empty part is left out. The parts must be in order, but only A and B must be there.

    >>> split_passport("A Acer palmatum B GB-00001 C D NL")
    {'a': 'Acer palmatum', 'b': 'GB-00001', 'd': 'NL'}
    """
    if len(cell) > PASSPORT_RAW_CHARS_MAX:
        return None
    marks = list(_PART.finditer(cell))
    if not marks or marks[0].start() != 0 or marks[0][1] != "A":
        return None
    parts = [marks[0]]
    for mark in marks[1:]:
        if len(parts) == 1:
            follows = mark[1] == "B" and _OPERATOR.match(cell[mark.end() :].lstrip())
        else:
            follows = mark[1] > parts[-1][1]
        if follows:
            parts.append(mark)
    if len(parts) == 1:
        return None
    ends = [part.start() for part in parts[1:]] + [len(cell)]
    found = {part[1].lower(): cell[part.end() : end].strip(" ,;|") for part, end in zip(parts, ends, strict=True)}
    return {letter: written for letter, written in found.items() if written}


def _check_operator(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    wanted = 'a string, such as "GB-00001"'
    clean = clean_text(value, pointer, problems, chars_max=PASSPORT_OPERATOR_CHARS_MAX, wanted=wanted)
    if clean is None:
        return None
    found = _OPERATOR.fullmatch(clean)
    if found is not None:
        return f"{found[1].upper()}-{found[2]}"
    detail = (
        f"{quoted(clean)} is not a registration number. Use the two letters of the country, a hyphen and the "
        "number, such as GB-00001."
    )
    problems.append(FieldError(pointer=pointer, code="registration", detail=detail))
    return None


def _check_origin(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    """Check countries of origin. Codes are written as GB, NL; the name of a country is kept as it is."""
    wanted = 'a string, such as "NL" or "Kenya"'
    clean = clean_text(value, pointer, problems, chars_max=PASSPORT_ORIGIN_CHARS_MAX, wanted=wanted)
    if clean is None:
        return None
    if _ORIGIN_CODES.fullmatch(clean):
        codes = ", ".join(re.findall("[A-Z]{2}", clean.upper()))
        return clean_text(codes, pointer, problems, chars_max=PASSPORT_ORIGIN_CHARS_MAX)
    if clean[0].isalpha() and all(map(_is_name_char, clean)):
        return clean
    detail = f"{quoted(clean)} is not a country. Use its two letters, such as NL, or its name."
    problems.append(FieldError(pointer=pointer, code="country", detail=detail))
    return None


def _is_name_char(char: str) -> bool:
    if char in BLANK_LETTERS:
        return False
    return char.isalpha() or char in _ORIGIN_SIGNS or unicodedata.category(char)[0] == "M"


def _check_passport(value: object, pointer: str, problems: list[FieldError]) -> PlantPassport | None:
    example = '{"a": "Acer palmatum", "b": "GB-00001", "c": "23-117", "d": "NL"}'
    passport = PlantPassport(**check_object(value, pointer, problems, checks=_PASSPORT_CHECKS, example=example))
    return None if passport == _NO_PASSPORT else passport


_NO_TRADE, _NO_PASSPORT = Trade(), PlantPassport()
_PASSPORT_CHECKS: Mapping[str, Check] = {
    "a": text(PASSPORT_NAMES_CHARS_MAX),
    "b": _check_operator,
    "c": text(PASSPORT_TRACE_CHARS_MAX),
    "d": _check_origin,
}
_TRADE_CHECKS: Mapping[str, Check] = {"plant_passport": _check_passport, "cites": choice(Cites)}
