"""Heights and spreads as price lists write them: 1.2 m, 4 ft, 30-45cm, 5'6". Plant Store keeps whole centimetres."""

import re
from decimal import ROUND_HALF_UP, Decimal

from plantstore.domain.plants.care import LENGTH_CM_MAX
from plantstore.domain.text import check_text, quoted

RAW_CHARS_MAX = 64

_CM_PER = {
    "mm": Decimal("0.1"),
    "cm": Decimal(1),
    "m": Decimal(100),
    "in": Decimal("2.54"),
    "ft": Decimal("30.48"),
}
_WRITTEN_AS = {
    "mm": "mm millimeter millimeters millimetre millimetres",
    "cm": "cm cms centimeter centimeters centimetre centimetres",
    "m": "m mtr mtrs meter meters metre metres",
    "in": "in ins inch inches \" ''",
    "ft": "ft feet foot '",
}
_UNIT_OF = {word: unit for unit, words in _WRITTEN_AS.items() for word in words.split()}
_UNITS = "|".join(sorted(map(re.escape, _UNIT_OF), key=len, reverse=True))

_SYMBOLS = str.maketrans({**dict.fromkeys("″“”", '"'), **dict.fromkeys("′‘’", "'"), **dict.fromkeys("‐‑‒–—−", "-")})
_DECIMAL_COMMA = re.compile(r"(?<=[0-9]),(?=[0-9]{1,2}(?![0-9]))")
_NUMBER = r"[0-9]{1,5}(?:\.[0-9]{1,2})?"
_LENGTH = rf"{_NUMBER} ?(?:{_UNITS})?\.?"
_ONE = re.compile(rf"(?P<number>{_NUMBER}) ?(?P<unit>{_UNITS})?\.?")
_INCHES = r"(?:in|ins|inch|inches|\"|'')"
_FEET_AND_INCHES = re.compile(rf"(?P<feet>[0-9]{{1,3}}) ?(?:ft|feet|foot|')\.? ?(?P<inches>{_NUMBER}) ?{_INCHES}\.?")
_RANGE = re.compile(rf"(?P<low>{_LENGTH}) ?(?:-|/|to|bis) ?(?P<high>{_LENGTH})")
_ULTIMATE = re.compile(r"\A(?:up to|to|max\.?|bis|ca\.?|c\.|approx\.?|about) ")
_OPEN = re.compile(r"(?:(?:over|above|more than|>) ?(?P<after>.+)|(?P<before>[^+]+)\+)")


def length_cm(text: str, *, unit: str = "cm") -> tuple[int, str]:
    """Return a length in whole centimetres, and a note if the text was interpreted ("" if not).

    `unit` (mm, cm, m, in or ft) is that of a number without a unit. Of a range, the upper end counts, because the
    field is the size of the full-grown plant. Raise ValueError, with a message that says how to correct the cell, if
    the text is not a length from 1 to LENGTH_CM_MAX centimetres.

    >>> length_cm("1,2 m"), length_cm("4 ft"), length_cm("30-45cm")
    ((120, ''), (122, '“4 ft” was read as 122 cm.'), (45, '“30-45cm” was read as 45 cm, the upper end.'))
    """
    assert unit in _CM_PER
    clean, wrong = check_text(text, pointer="", chars_max=RAW_CHARS_MAX)
    if wrong:
        raise ValueError(wrong[0].detail)
    folded = _ULTIMATE.sub("", _DECIMAL_COMMA.sub(".", clean.translate(_SYMBOLS).lower()))
    open_end = _OPEN.fullmatch(folded)
    if open_end is not None:
        folded = (open_end["after"] or open_end["before"]).strip()
    between = _RANGE.fullmatch(folded)
    exact = _exact_range(between, unit) if between is not None else _exact(folded, unit)
    if exact is None:
        raise ValueError(f"{quoted(clean)} is not a length. Use a number with its unit, such as 150 cm or 1.5 m.")
    cm = int(exact.quantize(Decimal(1), rounding=ROUND_HALF_UP))
    if not 1 <= cm <= LENGTH_CM_MAX:
        raise ValueError(f"{quoted(clean)}: a length can be 1 to {LENGTH_CM_MAX:,} cm.")
    return cm, _note(clean, cm, is_exact=exact == cm and open_end is None, is_range=between is not None)


def _note(clean: str, cm: int, *, is_exact: bool, is_range: bool) -> str:
    if is_range:
        return f"{quoted(clean)} was read as {cm} cm, the upper end."
    return "" if is_exact else f"{quoted(clean)} was read as {cm} cm."


def _exact(folded: str, unit: str) -> Decimal | None:
    pair = _FEET_AND_INCHES.fullmatch(folded)
    if pair is not None:
        return Decimal(pair["feet"]) * _CM_PER["ft"] + Decimal(pair["inches"]) * _CM_PER["in"]
    one = _ONE.fullmatch(folded)
    if one is None:
        return None
    return Decimal(one["number"]) * _CM_PER[_UNIT_OF[one["unit"]] if one["unit"] else unit]


def _exact_range(between: re.Match[str], unit: str) -> Decimal | None:
    """Return the upper end of a range. Its unit also counts for a lower end without one: 0.5-1 m."""
    ends = _ONE.fullmatch(between["low"].strip()), _ONE.fullmatch(between["high"].strip())
    if ends[0] is None or ends[1] is None:
        return None
    high_unit = _UNIT_OF[ends[1]["unit"]] if ends[1]["unit"] else unit
    low_unit = _UNIT_OF[ends[0]["unit"]] if ends[0]["unit"] else high_unit
    low, high = Decimal(ends[0]["number"]) * _CM_PER[low_unit], Decimal(ends[1]["number"]) * _CM_PER[high_unit]
    return high if low <= high else None
