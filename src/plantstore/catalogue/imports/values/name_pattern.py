"""Composes the name of a plant whose row has none, by a pattern such as "{botanical_name|common_name}, {pot_size}"."""

import re
from collections.abc import Mapping, MutableMapping

from plantstore.domain.text import check_text

PATTERN_CHARS_MAX = 200
DEFAULT = "{botanical_name|common_name}, {pot_size}"
WORDS = ("botanical_name", "common_name", "pot_size", "tag", "family", "sku")
"""The words that a pattern can hold. The first common name is used."""

_PLACE = re.compile(r"\{([^{}]*)\}")
_EMPTY = "\0"
_LEFT_OVER = re.compile(r"[ ,;:/|·–—-]{0,8}[(\[]?\0[)\]]?")
_EDGES = " ,;:/|·–—-"


def check_pattern(text: str) -> str:
    """Return a person's pattern, cleaned up. Raise ValueError, with advice, if it is wrong."""
    clean, problems = check_text(text, pointer="", chars_max=PATTERN_CHARS_MAX)
    if problems:
        raise ValueError(problems[0].detail)
    used = [word for place in _PLACE.findall(clean) for word in place.split("|")]
    unknown = [word for word in used if word not in WORDS]
    if unknown or not used or re.search(r"[{}]", _PLACE.sub("", clean)):
        listed = ", ".join(f"{{{word}}}" for word in WORDS)
        raise ValueError(f"write words in braces, such as {DEFAULT}. The words are {listed}.")
    return clean


def compose(pattern: str, raw: Mapping[str, object]) -> str | None:
    """Return a name for a row's input; None if the row has none of the pattern's words, apart from the pot size.

    Between bars, the first word with a value is used. A word without a value disappears with the signs before it.

    >>> compose(DEFAULT, {"botanical_name": "Hosta 'June'", "pot_size": "2 L"})
    "Hosta 'June', 2 L"
    >>> compose(DEFAULT, {"common_names": ["Rose", "Brier"]})
    'Rose'
    """
    common = raw.get("common_names")
    values = {word: text for word in WORDS if isinstance(text := raw.get(word), str)}
    if isinstance(common, list) and common and isinstance(common[0], str):
        values["common_name"] = common[0]
    named = False

    def fill(place: re.Match[str]) -> str:
        nonlocal named
        word = next((word for word in place[1].split("|") if values.get(word)), None)
        named |= word not in (None, "pot_size")
        return _EMPTY if word is None else values[word].replace(_EMPTY, "")

    filled = _PLACE.sub(fill, pattern)
    return _LEFT_OVER.sub("", filled).strip(_EDGES) or None if named else None


def fill_name(pattern: str, raw: MutableMapping[str, object]) -> str:
    """Compose the name if a row's input has none. Return the name that older versions used then; "" if it has one."""
    if "name" in raw:
        return ""
    name = compose(pattern, raw)
    common = raw.get("common_names")
    older = common[0] if isinstance(common, list) and common else raw.get("botanical_name")
    if name is not None:
        raw["name"] = name
    return older if name is not None and isinstance(older, str) else name or ""
