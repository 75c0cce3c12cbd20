"""Pot sizes: the many ways in which price lists write them, and the one way in which Plant Store does.

    P9, 9cm, T9, 90 mm       9 cm         the diameter of a pot, or the side of a square one
    C3, 3L, 3 ltr, CLT3      3 L          the volume of a container
    #1, 1g, 1 gallon         1 gal        the US trade gallon: a class of pots (ANSI Z60.1), not 3.785 litres
    4", 2-1/4 inch           4 in         inches
    P3.5/18                  3.5 in, 18 per tray
    BR, RB, plug, seed       bare root, root ball, plug, seed

A girth or a height, such as 10/12 or 80-100 cm, is not a pot size.
"""

import re
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from plantstore.domain.errors import FieldError
from plantstore.domain.plants import pot_words as words
from plantstore.domain.plants.checks import clean_text
from plantstore.domain.plants.pot_words import PotKind
from plantstore.domain.text import check_text, quoted

__all__ = ["CHARS_MAX", "RAW_CHARS_MAX", "PotKind", "PotNote", "PotSize", "check_pot_size", "parse_pot_size"]

CHARS_MAX = 32
RAW_CHARS_MAX = 64  # max length before the normalisation, which removes words such as "square pot"
BARE_CM_MAX = 100  # a larger number without a unit is a height
P_LITRES_MAX, P_CM_MIN, P_INCHES_MAX = 2, 5, 7  # "P 0,5" and "P1" are litres, P9 is centimetres, P3.5/18 is inches
RANGE_FACTOR_MAX = 3  # 2-3 L and 5-7.5 L are ranges of containers; 3-80 is something else
PER_TRAY_MAX = 9_999
PARSED_KEPT = 4_096  # a catalogue has a few dozen pot sizes; parsing one takes up to 0.1 ms
RANK_STEP = 10**9  # of `PotSize.sort_key`: larger than any volume in millilitres

_SYMBOLS = str.maketrans(
    {
        **dict.fromkeys("″“”„‟", '"'),
        **dict.fromkeys("‐‑‒–—−", "-"),
        **dict.fromkeys("øØ⌀", " dia "),
        "×": "x",
        "¼": ".25",
        "½": ".5",
        "¾": ".75",
        "№": "#",
    }
)
_DECIMAL_COMMA = re.compile(r"(?<=[0-9]),(?=[0-9]{1,2}(?![0-9]))")
_NOISE = re.compile(rf"\b(?:(?:{'|'.join(words.NOISE)})\b|(?:{'|'.join(words.NOISE_AFTER)})\b(?!\.? ?[0-9]))")
_NUMBER = r"(?:[0-9]{1,4}(?:\.[0-9]{1,2})?|0?\.[0-9]{1,3})"  # 1.500 is refused: it can be 1,500
_PREFIX = rf"(?P<prefix>{'|'.join(sorted(map(re.escape, words.UNIT_OF_PREFIX), key=len, reverse=True))})"
_UNIT = rf"(?P<unit>{'|'.join(sorted(map(re.escape, words.UNIT_OF), key=len, reverse=True))})"
_SIZE = re.compile(
    rf"(?:{_PREFIX}\.?[ -]?)?(?P<number>{_NUMBER})(?:[ -](?P<over>[13])/(?P<under>[24]))?(?:[ -]?{_UNIT})?\.?"
)
_SQUARE = re.compile(rf"(?P<side>{_NUMBER}) ?x ?(?P=side)(?: ?x ?{_NUMBER})?(?: ?cm)?")
_LITRES = re.compile(rf"(?P<prefix>c|co|clt)?[. ]?(?P<low>{_NUMBER}) ?[-/] ?(?P<high>{_NUMBER})(?: ?(?P<unit>[a-z]+))?")
_INCHES = re.compile(rf"p ?(?P<number>{_NUMBER}) ?/ ?(?P<count>[0-9]{{1,4}})")
_PER_TRAY = re.compile(r"(?P<size>.*?)[, ]*\b(?P<count>[0-9]{1,4}) ?(?:per|/) ?(?:tray|flat)")
_TRAY_OF = re.compile(r"(?:(?P<size>.*?)[, ]*)?\btray of (?P<count>[0-9]{1,4})(?P<plugs> plugs| cells)?")
_CELLS = re.compile(r"(?:plugs? )?(?P<count>[0-9]{1,4})[ -](?:cells?|plugs?)(?:[ -]tray)?")
_PACK = re.compile(r"(?P<before>[0-9]{1,4})[ -]?(?:pack|pk)|pack of (?P<after>[0-9]{1,4})")
_HEIGHT = re.compile(r"[0-9]{1,4}(?: ?cm)? ?[-/] ?[0-9]{1,4}(?: ?cm)?\+?|[0-9]{1,4} ?cm\+")
_WITH_HEIGHT = re.compile(rf"(?P<size>.*[^ ,]),? +(?P<height>{_HEIGHT.pattern})")


@dataclass(frozen=True, slots=True, kw_only=True)
class PotNote:
    """A doubt about how a pot size was read. `code` is for machines; `detail` names the text and the result.

    W_BARE_NUMBER: a number without a unit was read as centimetres. W_SMALL_P: a P and a small number were read as
    litres. W_HEIGHT_LEFT_OUT: the text also has a girth or height, which is not part of the pot size.
    """

    code: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PotSize:
    """A pot size. `text` is its only spelling, of at most CHARS_MAX characters: equal sizes have equal texts.

    `number` orders the sizes of one kind. For pots it is the approximate volume in millilitres, whatever the unit, so
    that 9 cm < 2 L < 1 gal < 10 L. For plugs and trays it falls as the number per tray grows.
    """

    text: str
    kind: PotKind
    number: int = 0
    notes: tuple[PotNote, ...] = ()

    @property
    def sort_key(self) -> int:
        """Order all pot sizes, by kind (as in PotKind) and then by number. It fits in 63 bits."""
        return _RANKS[self.kind] * RANK_STEP + self.number


_RANKS = {kind: rank for rank, kind in enumerate(PotKind)}


def parse_pot_size(text: str) -> PotSize | None:
    """Return the pot size that a text means; None if it is not a pot size. Parsing `PotSize.text` again returns it.

    >>> [parse_pot_size(text).text for text in ("P9", "C3", "3 ltr", "1,5 l", "#5", "BR")]
    ['9 cm', '3 L', '3 L', '1.5 L', '5 gal', 'bare root']
    >>> parse_pot_size("80/100") is None
    True
    """
    clean, wrong = check_text(text, pointer="", chars_max=RAW_CHARS_MAX)
    return None if wrong else _parse(clean)


def check_pot_size(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    """Return the pot size as Plant Store writes it; None, with a problem appended, if it is invalid.

    A text from which a girth or height would have to be left out is refused, because nothing may be lost silently.
    """
    wanted = 'a string, such as "9 cm", "5 L" or "bare root"'
    clean = clean_text(value, pointer, problems, chars_max=RAW_CHARS_MAX, wanted=wanted)
    if clean is None:
        return None
    found = parse_pot_size(clean)
    if found is not None and not any(note.code == "W_HEIGHT_LEFT_OUT" for note in found.notes):
        return found.text
    problems.append(FieldError(pointer=pointer, code="pot_size", detail=_advice(clean, found)))
    return None


@lru_cache(maxsize=PARSED_KEPT)
def _parse(clean: str) -> PotSize | None:
    folded = _fold(clean)
    if folded is None:
        return None
    whole = _NOISE.sub(" ", folded)
    found = _read(_tidy(folded), clean) or _read(_tidy(whole), clean)
    return found if found is not None and len(found.text) <= CHARS_MAX else None


def _advice(clean: str, found: PotSize | None) -> str:
    if found is not None:
        return f"{quoted(clean)}: use only the pot size, {found.text}. A height belongs in care.height_cm."
    folded = _fold(clean)
    if folded is not None and _HEIGHT.fullmatch(_tidy(folded)):
        return f"{quoted(clean)} is a girth or a height, not a pot size. Use a size such as 9 cm, 5 L or bare root."
    return (
        f"{quoted(clean)} is not a pot size. Use a number with its unit, such as 9 cm, 5 L, 1 gal or 4 in, "
        "or bare root, root ball, plug or seed."
    )


def _fold(clean: str) -> str | None:
    """Return the text in lower-case ASCII, with decimal points; None if it has letters other than a to z."""
    folded = clean.translate(_SYMBOLS)
    return _DECIMAL_COMMA.sub(".", folded.lower()) if folded.isascii() else None


def _tidy(folded: str) -> str:
    return " ".join(folded.split()).strip(" ,;:").rstrip("- ").removesuffix(".")


def _read(folded: str, clean: str) -> PotSize | None:
    return (
        _read_form(folded.replace("-", " "))
        or _read_tray(folded, clean)
        or _read_size(folded, clean)
        or _read_litres(folded)
        or _read_first(folded, clean)
    )


def _read_form(folded: str) -> PotSize | None:
    """Read a form without a size, such as bare root."""
    form = words.FORM_OF.get(folded)
    return None if form is None else PotSize(text=form, kind=words.FORMS[form])


def _read_first(folded: str, clean: str) -> PotSize | None:
    """Read a size that is followed by a girth or height: C3 60/80."""
    found = _WITH_HEIGHT.fullmatch(folded)
    if found is None:
        return None
    size = found["size"].strip(" ,;:-")
    pot = _read_form(size.replace("-", " ")) or _read_size(size, clean, bare=False)
    if pot is None:
        return None
    detail = f"{quoted(clean)} was read as {pot.text}; {found['height']} is a girth or a height."
    return replace(pot, notes=(*pot.notes, PotNote(code="W_HEIGHT_LEFT_OUT", detail=detail)))


def _read_size(folded: str, clean: str, *, bare: bool = True) -> PotSize | None:
    """Read one number with a unit or a prefix. With `bare`, a number alone is centimetres."""
    square = _SQUARE.fullmatch(folded)
    if square is not None:
        return _pot(Decimal(square["side"]), "cm")
    found = _SIZE.fullmatch(words.ONE.get(folded, folded))
    if found is None:
        return None
    number, prefix = Decimal(found["number"]), found["prefix"]
    if found["over"]:
        number += Decimal(int(found["over"])) / int(found["under"])
    if found["unit"]:
        return _pot(number, words.UNIT_OF[found["unit"]])
    if prefix == "p":
        return _read_p(number, clean)
    if prefix:
        return _pot(number, words.UNIT_OF_PREFIX[prefix])
    pot = _pot(number, "cm") if bare and number <= BARE_CM_MAX else None
    if pot is None:
        return None
    detail = f"{quoted(clean)} has no unit and was read as {pot.text}."
    return replace(pot, notes=(PotNote(code="W_BARE_NUMBER", detail=detail),))


def _read_p(number: Decimal, clean: str) -> PotSize | None:
    """Read a P and a number: centimetres, or litres if it is small. In between, it could also be inches."""
    if number >= P_CM_MIN:
        return _pot(number, "cm")
    pot = _pot(number, "L") if number <= P_LITRES_MAX else None
    if pot is None:
        return None
    return replace(pot, notes=(PotNote(code="W_SMALL_P", detail=f"{quoted(clean)} was read as {pot.text}."),))


def _read_tray(folded: str, clean: str) -> PotSize | None:
    inches = _INCHES.fullmatch(folded)
    if inches is not None:
        number = Decimal(inches["number"])
        return _in_trays(_pot(number, "in"), inches["count"]) if number < P_INCHES_MAX else None
    pack = _PACK.fullmatch(folded)
    if pack is not None:
        count = int(pack["before"] or pack["after"])
        return PotSize(text=f"{count}-pack", kind=PotKind.TRAY, number=PER_TRAY_MAX + 1 - count) if count else None
    cells = _CELLS.fullmatch(folded)
    if cells is not None:
        return _in_trays(PotSize(text="plug", kind=PotKind.PLUG), cells["count"])
    found = _PER_TRAY.fullmatch(folded) or _TRAY_OF.fullmatch(folded)
    if found is None:
        return None
    if "plugs" in found.groupdict() and found["plugs"]:
        return _in_trays(PotSize(text="plug", kind=PotKind.PLUG), found["count"])
    size = (found["size"] or "").strip(" ,;:-(")
    return _in_trays(_read_form(size or "tray") or _read_size(size, clean), found["count"])


def _in_trays(pot: PotSize | None, count: str) -> PotSize | None:
    per_tray = int(count)
    if pot is None or per_tray == 0:
        return None
    if pot.text == "tray":
        return replace(pot, text=f"{per_tray} per tray", number=PER_TRAY_MAX + 1 - per_tray)
    number = pot.number if pot.kind is PotKind.POT else PER_TRAY_MAX + 1 - per_tray
    return replace(pot, text=f"{pot.text}, {per_tray} per tray", number=number)


def _read_litres(folded: str) -> PotSize | None:
    """Read a range of litres, such as 2-3 L. It is sorted by its lower end. 1/2 L could be half a litre."""
    found = _LITRES.fullmatch(folded)
    if found is None or words.UNIT_OF.get(found["unit"] or ("l" if found["prefix"] else "")) != "L":
        return None
    low, high = Decimal(found["low"]), Decimal(found["high"])
    pots = _pot(low, "L"), _pot(high, "L")
    if "/" in folded and low < 2:
        return None
    if pots[0] is None or pots[1] is None or not low < high <= RANGE_FACTOR_MAX * low:
        return None
    return replace(pots[0], text=f"{_plain(low)}-{_plain(high)} L")


def _pot(number: Decimal, unit: str) -> PotSize | None:
    """Return a pot with this number of a unit; None if it is outside the unit's limits or cannot be written exactly."""
    if unit in ("mm", "ml"):
        number, unit = (number / 10, "cm") if unit == "mm" else (number / 1_000, "L")
    low, high = words.LIMITS[unit]
    if not low <= number <= high:
        return None
    exponent = number.normalize().as_tuple().exponent
    if not isinstance(exponent, int) or exponent < (-2 if number >= 1 else -3):
        return None
    return PotSize(text=f"{_plain(number)} {unit}", kind=PotKind.POT, number=_volume_ml(number, unit))


def _volume_ml(number: Decimal, unit: str) -> int:
    if unit in words.ML_PER_UNIT:
        volume = number * words.ML_PER_UNIT[unit]
    else:
        diameter_cm = number * words.CM_PER_INCH if unit == "in" else number
        volume = diameter_cm**3 * words.ML_PER_CUBIC_CM_OF_DIAMETER
    return int(volume.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def _plain(number: Decimal) -> str:
    """Return a number without trailing zeros: 10, 1.5."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
