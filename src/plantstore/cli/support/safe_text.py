"""Text of a server, made safe for a terminal: it may not move the cursor, ring, or reorder what stands beside it."""

import re
import unicodedata

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_ELLIPSIS = "…"


def one_line(text: str) -> str:
    """Show a text in one line.

    >>> one_line("Acer\\n \\x1b[31mrubrum")
    'Acer �[31mrubrum'
    """
    return " ".join(printable(text).split())


def printable(text: str) -> str:
    """Keep lines and gaps, and replace what a terminal would obey.

    >>> printable("Acer  \\x1b[31mrubrum")
    'Acer  �[31mrubrum'
    """
    return _CONTROL.sub("\ufffd", text)


def width(text: str) -> int:
    """How many columns a text takes on a terminal: East Asian letters take two, accents none."""
    return sum(map(_char_width, text))


def cut(text: str, columns: int) -> str:
    """Shorten a text to so many columns, with an ellipsis where something is missing.

    >>> cut("Monstera deliciosa", 9)
    'Monstera…'
    """
    if width(text) <= columns:
        return text
    kept, used = "", 0
    for char in text:
        used += _char_width(char)
        if used > columns - 1:
            break
        kept += char
    return kept.rstrip() + _ELLIPSIS


def pad(text: str, columns: int, *, right: bool = False) -> str:
    space = " " * max(0, columns - width(text))
    return space + text if right else text + space


def _char_width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
