"""Words as people search for them: without capitals, accents and signs; letters and digits apart.

What is searched and what is searched for go the same way, so that "mon15", "MON-15" and "Mon 15" mean the same.
"""

import re
import unicodedata
from collections.abc import Iterable

WORD_CHARS_MAX = 40  # of a longer one only the beginning counts
PREFIX_LETTERS_MIN = 3  # "ro" would mean a tenth of a catalogue; one Japanese character says more than three of ours
PREFIX_FIGURES_MIN = 2  # "1" would mean a tenth of all numbers

_WORD = re.compile(r"[^\W\d_]+|\d+")
# Letters that Unicode does not take apart, as people without such a keyboard write them.
_SPELT = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})


def terms_of(*texts: str) -> tuple[str, ...]:
    """The words of texts, each once, in their order.

    >>> terms_of("Häagen's × Rosé 5L", "HAAGEN")
    ('haagen', 's', 'rose', '5', 'l')
    """
    text = " ".join(texts)
    folded = text.lower() if text.isascii() else _fold(text)
    return tuple(dict.fromkeys(word[:WORD_CHARS_MAX] for word in _WORD.findall(folded)))


def allows_prefix(word: str) -> bool:
    """Tell whether a word that is searched for may be the beginning of a longer one."""
    if word.isdigit():
        return len(word) >= PREFIX_FIGURES_MIN
    return not word.isascii() or len(word) >= PREFIX_LETTERS_MIN


def _fold(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text).casefold().translate(_SPELT)
    return "".join(_bare(unicodedata.normalize("NFKD", apart)))


def _bare(text: str) -> Iterable[str]:
    return (char for char in text if unicodedata.category(char)[0] != "M")
