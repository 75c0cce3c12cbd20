"""Text of chat messages: one printable line each, cut to what a format permits.

Versions of bodies are made with these functions (`receivers/bodies/formats.py`), so what they return for a text never
changes.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

LINE_CHARS_MAX = 1_000  # of one line; a longer one is shortened before anything else looks at it
ELLIPSIS = "…"

# Control characters, surrogates, noncharacters, and what reorders or hides the text that follows (`domain/text.py`).
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u180e\u200b\u2028\u2029\u202a-\u202e\u2060-\u206f\ufdd0-\ufdef\ufeff\ufffe\uffff\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
_UNSAFE_IN_URL = re.compile(r"[^A-Za-z0-9._~:/?#@!$&'*+,;=%-]")


class Fitted(NamedTuple):
    """The lines that fit, each in the form of the channel, and how many were left out."""

    lines: list[str]
    left_out: int


def one_line(text: str, *, chars_max: int = LINE_CHARS_MAX) -> str:
    """Return a text as one printable line of at most `chars_max` characters.

    >>> one_line("Acer\\r\\npalmatum\\x07 \\u202e")
    'Acer palmatum'
    """
    return shorten(" ".join(_UNPRINTABLE.sub(" ", text[: chars_max * 4]).split()), chars_max)


def shorten(text: str, size_max: int, size: Callable[[str], int] = len) -> str:
    """Return the text, cut with an ellipsis if its `size` is more than `size_max`.

    `size` must not be larger for a beginning of the text than for the text.
    """
    if size(text) <= size_max:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size(text[:middle] + ELLIPSIS) <= size_max else (low, middle - 1)
    return text[:low].rstrip() + ELLIPSIS


def fit(
    lines: Sequence[str], *, size_max: int, lines_max: int, form: Callable[[str], str], size: Callable[[str], int] = len
) -> Fitted:
    """Return as many lines as fit, in the `form` of the channel. Each costs its `size` and 1 for the end of the line.

    Blank lines are dropped. If others are left out, the last line says how many.
    """
    fitted, sizes = list[str](), list[int]()
    for line in lines[:lines_max]:
        formed = form(one_line(line))
        cost = size(formed) + 1
        if sum(sizes) + cost > size_max:
            break
        fitted.append(formed)
        sizes.append(cost)
    if len(fitted) == len(lines):
        return Fitted([line for line in fitted if line], 0)
    while True:
        left_out = len(lines) - len(fitted)
        note = form(f"… and {left_out:,} more {'line' if left_out == 1 else 'lines'}")
        if not fitted or (sum(sizes) + size(note) + 1 <= size_max and len(fitted) < lines_max):
            return Fitted([line for line in (*fitted, note) if line], left_out)
        fitted.pop()
        sizes.pop()


def utf16_units(text: str) -> int:
    """Return the length of a text as programs in JavaScript count it: an emoji counts as two."""
    return len(text.encode("utf-16-le")) // 2


def joined(parts: Iterable[str]) -> str:
    return "\n".join(part for part in parts if part)


def safe_url(url: str) -> str:
    """Return a URL without the characters that end a URL in any format: they are percent-encoded."""
    return _UNSAFE_IN_URL.sub(_percent, url)


def _percent(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "replace"))
