"""Splits text into search terms: lower-case words without accents or punctuation, with letters and digits separated.

Indexed texts and queries are normalized in the same way, so that "mon15", "MON-15" and "Mon 15" match each other.
"""

import re
import unicodedata
from collections.abc import Iterable

WORD_CHARS_MAX = 40  # max length of a search term; longer words are truncated
PREFIX_LETTERS_MIN = 3  # min ASCII letters of a prefix: "ro" would match a tenth of a catalogue; 1 for other scripts
PREFIX_DIGITS_MIN = 2  # min digits of a prefix: "1" would match a tenth of all numbers

_WORD = re.compile(r"[^\W\d_]+|\d+")
# Replacements for letters that Unicode does not decompose, as people type them on keyboards without these letters.
_TRANSLITERATED = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})


def terms_of(*texts: str) -> tuple[str, ...]:
    """Return the search terms of the texts, without duplicates, in order of first occurrence.

    >>> terms_of("Häagen's × Rosé 5L", "HAAGEN")
    ('haagen', 's', 'rose', '5', 'l')
    """
    text = " ".join(texts)
    folded = text.lower() if text.isascii() else _fold(text)
    return tuple(dict.fromkeys([word[:WORD_CHARS_MAX] for word in _WORD.findall(folded)]))


def allows_prefix(word: str) -> bool:
    """True if a term of a query also matches longer words that begin with it."""
    if word.isdigit():
        return len(word) >= PREFIX_DIGITS_MIN
    return not word.isascii() or len(word) >= PREFIX_LETTERS_MIN


def _fold(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).casefold().translate(_TRANSLITERATED)
    return "".join(_without_marks(unicodedata.normalize("NFKD", folded)))


def _without_marks(text: str) -> Iterable[str]:
    return (char for char in text if unicodedata.category(char)[0] != "M")
