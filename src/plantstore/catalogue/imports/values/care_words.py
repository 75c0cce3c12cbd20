"""Reads what price lists say about care: "full sun / part shade", "June-August", "Medium", "Zone 5-9"."""

import re
from collections.abc import Callable, Mapping

from plantstore.domain.text import quoted

CELL_CHARS_MAX = 200  # longer cells are sentences, not words

Reading = tuple[object, str]
"""A value for the checks of a plant, and a note if the cell was interpreted ("" if not)."""

LIGHT = {
    "full_sun": "full sun|sunny|sun?|direct sun?|open?",
    "partial_shade": "partial shade|part shade|semi shade|half shade|part sun|partial sun|dappled shade?",
    "full_shade": "full shade|deep shade|shade?|shady?",
    "bright_indirect": "bright indirect|bright indirect light|indirect light?|bright light?|bright?",
    "low_light": "low light|low?",
}
WATER = {
    "low": "low|little|sparingly|drought tolerant?|dry?",
    "moderate": "moderate|medium?|average?|normal?|regular?",
    "high": "high|plenty|wet?|moist?",
}
LIFE_CYCLE = {
    "annual": "annual|annuals|hardy annual|half hardy annual",
    "biennial": "biennial|biennials|hardy biennial",
    "perennial": "perennial|perennials|hardy perennial|herbaceous perennial|tender perennial?",
}
FOLIAGE = {
    "evergreen": "evergreen",
    "semi_evergreen": "semi evergreen|semievergreen|partially evergreen?",
    "deciduous": "deciduous|leaf losing?|herbaceous?",
}
TOXICITY = {
    "unknown": "unknown",
    "none_known": "none known|none?|no?|non toxic?|nontoxic?|not toxic?|safe?",
    "harmful": "harmful|irritant?|harmful if eaten?|mildly toxic?",
    "toxic": "toxic|poisonous|yes?",
}
YES_OR_NO = {"yes": "yes|true|y|1|x?|✓?", "no": "no|false|n|0"}
"""The words of each value. A word with a question mark is a doubtful reading, so the preview shows it."""

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september", "october"),
    *("november", "december"),
)
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_SEPARATORS = re.compile(r" ?[,;/|&+] ?| - | (?:and|or|to) ")
_SPAN = re.compile(r"(?P<first>[a-z]+\.?|[0-9]{1,2})(?: ?(?:-|to|until|till|through) ?(?P<last>[a-z]+\.?|[0-9]{1,2}))?")
_PART_OF_MONTH = re.compile(r"\b(?:early|mid|late)[ -]")
_RHS = re.compile(r"\bH[1-7][abc]?\b", re.IGNORECASE)
_USDA = re.compile(r"\b(?:1[0-3]|[1-9])[ab]?(?: ?- ?(?:1[0-3]|[1-9])[ab]?)?\b", re.IGNORECASE)
_USDA_NOISE = re.compile(r"\b(?:usda|zones?|hardiness|z(?=[0-9]))[ :]*", re.IGNORECASE)


def one_of(words: Mapping[str, str]) -> Callable[[str], Reading]:
    """Return a reader for one of a few words. It raises ValueError, with advice, for any other text."""
    known = _by_word(words)
    listed = ", ".join(word.replace("_", " ") for word in words)

    def read(text: str) -> Reading:
        found = known.get(_fold(text))
        if found is None:
            raise ValueError(f"{quoted(text)} is not known here. Use one of: {listed}.")
        value, is_doubtful = found
        return value, f"{quoted(text)} was read as {value}." if is_doubtful else ""

    return read


def some_of(words: Mapping[str, str]) -> Callable[[str], Reading]:
    """Return a reader for several words, separated by commas, slashes, "and", "to" and the like."""
    read_one = one_of(words)

    def read(text: str) -> Reading:
        parts = [part for part in _SEPARATORS.split(" ".join(text.translate(_DASHES).lower().split())) if part]
        if len(text) > CELL_CHARS_MAX or not parts:
            raise ValueError(f"{quoted(text)} is not a list of words such as {', '.join(list(words)[:2])}.")
        readings = [read_one(part) for part in parts]
        values = list(dict.fromkeys(str(value) for value, _ in readings))
        is_doubtful = any(note for _, note in readings)
        return values, f"{quoted(text)} was read as {', '.join(values)}." if is_doubtful else ""

    return read


def read_flag(text: str) -> Reading:
    """Read yes or no."""
    word, note = one_of(YES_OR_NO)(text)
    return word == "yes", note


def read_months(text: str) -> Reading:
    """Read months: "June-August", "Jun, Jul", "11-2", which runs across the end of the year.

    Numbers with a dash may be a date that a spreadsheet has changed, so they are a doubtful reading. Seasons are
    refused, because they differ between the hemispheres.

    >>> read_months("Jun–Aug"), read_months("Nov to Jan")
    (([6, 7, 8], ''), ([11, 12, 1], ''))
    """
    folded = " ".join(text.translate(_DASHES).lower().split())
    shortened = _PART_OF_MONTH.sub("", folded)
    months: dict[int, None] = {}
    is_doubtful = shortened != folded
    if len(text) > CELL_CHARS_MAX:
        raise ValueError(f"{quoted(text)} is not a list of months. Use months such as June-August.")
    for part in re.split(r" ?[,;/&+] ?| and ", shortened):
        span = _SPAN.fullmatch(part.strip())
        first = span and _month(span["first"])
        last = _month(span["last"]) if span is not None and span["last"] else first
        if span is None or not first or not last:
            raise ValueError(f"{quoted(text)}: use months such as June-August or 6, 7, 8.")
        is_doubtful |= span["last"] is not None and part.strip()[0].isdigit()
        count = (last - first) % 12 + 1
        months |= dict.fromkeys((first + step - 1) % 12 + 1 for step in range(count))
    listed = ", ".join(_MONTHS[month - 1].capitalize() for month in months)
    return list(months), f"{quoted(text)} was read as {listed}." if is_doubtful else ""


def read_rhs(text: str) -> Reading:
    """Read a hardiness rating of the RHS, also within words: "RHS H5 (-15)"."""
    found = set(map(str.upper, _RHS.findall(text[:CELL_CHARS_MAX])))
    if len(found) != 1:
        raise ValueError(f"{quoted(text)} is not a hardiness rating of the RHS, such as H5.")
    rating = found.pop()
    return rating, "" if text.strip().upper() == rating else f"{quoted(text)} was read as {rating}."


def read_usda(text: str) -> Reading:
    """Read a USDA zone or a range of zones: "Zone 5-9", "USDA 7b"."""
    bare = _USDA_NOISE.sub("", _RHS.sub("", text[:CELL_CHARS_MAX].translate(_DASHES))).strip(" ,;:/|()")
    found = _USDA.fullmatch(bare.replace(" to ", "-"))
    if found is None:
        raise ValueError(f"{quoted(text)} is not a USDA zone, such as 7b or 5-9.")
    zones = found[0].lower().replace(" ", "")
    return zones, ""


def has_rhs(text: str) -> bool:
    """True if a cell of a column "Hardiness" names a rating of the RHS."""
    return _RHS.search(text[:CELL_CHARS_MAX]) is not None


def has_usda(text: str) -> bool:
    """True if a cell of a column "Hardiness" names a USDA zone."""
    try:
        read_usda(text)
    except ValueError:
        return False
    return True


def _by_word(words: Mapping[str, str]) -> dict[str, tuple[str, bool]]:
    known = {_fold(value): (value, False) for value in words}
    for value, listed in words.items():
        for word in listed.split("|"):
            known.setdefault(_fold(word.removesuffix("?")), (value, word.endswith("?")))
    return known


def _fold(text: str) -> str:
    return " ".join(text.translate(_DASHES).casefold().replace("_", " ").replace("-", " ").split()).strip(" .,;:")


def _month(word: str) -> int:
    """Return the number of a month; 0 if the word is not a month."""
    if word.isdecimal():
        return int(word) if 1 <= int(word) <= len(_MONTHS) else 0
    short = word.rstrip(".")
    found = [number for number, name in enumerate(_MONTHS, 1) if len(short) >= 3 and name.startswith(short)]
    return 9 if short == "sept" else found[0] if len(found) == 1 else 0


def is_other_hardiness(field: str, text: str, columns: Mapping[str, int]) -> bool:
    """True if a column of `columns` that is read as both kinds of hardiness holds only the other kind in a cell."""
    kinds = {"hardiness_rhs": has_rhs, "hardiness_usda": has_usda}
    if field not in kinds or len({columns.get(kind) for kind in kinds}) > 1:
        return False
    named = [kind for kind, has in kinds.items() if has(text)]
    return field not in named if named else field == "hardiness_usda"  # one note about a cell that is neither
