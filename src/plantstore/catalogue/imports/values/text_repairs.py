"""Repairs of text in cells: HTML, wrongly decoded letters, and words in capitals. Each repair gets a note."""

import html
import re
from collections.abc import Callable

from plantstore.domain.text import quoted

CAPITALS_MIN = 4  # min letters of the longest word of a text in capitals; "BR" and "P9" are codes, not shouted words

_TAG = re.compile(r"<(?:/?[a-zA-Z][^<>]{0,2000}|!--[^<>]{0,2000}--)>")
_SCRIPT = re.compile(r"<(script|style)\b[^<>]{0,2000}>[^<]{0,20000}</\1>", re.IGNORECASE)
_LINE = re.compile(r"<(?:br ?/?|/p|/li|/div|/h[1-6]|/tr)>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,10}|#[0-9]{1,6}|#x[0-9a-fA-F]{1,5});")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_TOKEN = re.compile(r"\S+")
_SMALL_WORDS = frozenset({"a", "an", "and", "at", "by", "de", "du", "for", "in", "la", "of", "on", "or", "the", "with"})
_CULTIVAR = re.compile(r"(?<!\w)['‘\"“][^'‘’\"“”]{1,100}['’\"”](?!\w)")
_DECODED_MAX = 0x24F  # the last Latin letter with an accent that price lists use

_QUOTES = dict(zip(range(0x91, 0x95), "‘’“”", strict=True))  # Windows-1252, where Unicode has control characters


def _as_1252(byte: int) -> str:
    """Return the character that Windows-1252 has for a byte; Windows reads the five unassigned bytes as controls."""
    try:
        return bytes((byte,)).decode("cp1252")
    except UnicodeDecodeError:
        return chr(byte)


_BYTE_OF = {_as_1252(byte): byte for byte in range(0x80, 0x100)}
_FIRST = re.escape("".join(_as_1252(byte) for byte in range(0xC2, 0xF0)))
_GARBLED = re.compile(f"[{_FIRST}][{re.escape(''.join(_BYTE_OF))}]+")


def without_html(text: str, *, keep_lines: bool = False) -> str:
    """Return a text without HTML tags and with entities decoded. With `keep_lines`, paragraphs become lines.

    >>> without_html("<i>Ficus lyrata</i> Warb. &amp; more")
    'Ficus lyrata Warb. & more'
    """
    if "<" not in text and "&" not in text:
        return text
    if _TAG.search(text) is None and _ENTITY.search(text) is None:
        return text
    bare = _SCRIPT.sub(" ", text)
    bare = _LINE.sub("\n" if keep_lines else " ", bare)
    bare = html.unescape(_TAG.sub("", bare))
    return _BLANK_LINES.sub("\n\n", bare).strip() if keep_lines else " ".join(bare.split())


def decoded(text: str) -> str:
    """Return a text in which UTF-8 that was read as Windows-1252 is repaired, and Windows-1252 quotes that became
    control characters. Other text is unchanged: most other control characters may have several causes.

    >>> decoded("RÃ¸sa rugosa â€™"), decoded("Bailey\\x92s wattle"), decoded("Grün")
    ('Røsa rugosa ’', 'Bailey’s wattle', 'Grün')
    """
    return text if text.isascii() else _GARBLED.sub(_repaired, text.translate(_QUOTES))


def without_capitals(text: str) -> str:
    """Return a name in capitals as names are usually written: "JAPANESE MAPLE" becomes "Japanese Maple".

    Tokens with digits, such as 3L, are unchanged, and so is a text with a small letter.
    """
    return _TOKEN.sub(lambda token: _titled(token[0], at_start=token.start() == 0), text) if _shouts(text) else text


def botanical_without_capitals(text: str) -> str:
    """Return a botanical name in capitals with small letters, except for its genus and the words of a cultivar.

    >>> botanical_without_capitals("ACER PALMATUM 'BLOODGOOD'")
    "Acer palmatum 'Bloodgood'"
    """
    if not _shouts(text):
        return text
    lowered, end = "", 0
    for cultivar in _CULTIVAR.finditer(text):
        lowered += text[end : cultivar.start()].lower()
        lowered += _TOKEN.sub(lambda token: _titled(token[0], at_start=token.start() == 0), cultivar[0])
        end = cultivar.end()
    lowered += text[end:].lower()
    first = _WORD.search(lowered)
    return lowered if first is None else lowered[: first.start()] + first[0].capitalize() + lowered[first.end() :]


def repair(text: str, *, field: str) -> tuple[str, list[tuple[str, str]]]:
    """Return a cell's text for a field of text, and a note for each repair: the kind of repair, and the sentence."""
    notes = []
    steps: list[tuple[str, Callable[[str], str]]] = [
        ("HTML was removed.", lambda old: without_html(old, keep_lines=field == "description")),
        ("Wrongly decoded letters were repaired.", decoded),
    ]
    if field in ("name", "common_names"):
        steps.append(("Capitals were changed.", without_capitals))
    for kind, step in steps:
        better = step(text)
        if better != text:
            notes.append((kind, f"{quoted(text)} was read as {quoted(better)}."))
            text = better
    return text, notes


def _repaired(found: re.Match[str]) -> str:
    try:
        better = bytes(_BYTE_OF[char] for char in found[0]).decode()
    except (KeyError, UnicodeDecodeError):
        return found[0]
    return better if all(map(_is_likely, better)) else found[0]


def _is_likely(char: str) -> bool:
    return 0xA0 <= ord(char) <= _DECODED_MAX or char in "‘’“”„–—…•€™×♀♂"


def _shouts(text: str) -> bool:
    if not text.isupper():
        return False
    words = [word for token in text.split() if not any(map(str.isdigit, token)) for word in _WORD.findall(token)]
    return any(len(word) >= CAPITALS_MIN for word in words)


def _titled(token: str, *, at_start: bool) -> str:
    if any(map(str.isdigit, token)):
        return token
    if not at_start and token.lower() in _SMALL_WORDS:
        return token.lower()
    return _WORD.sub(lambda word: word[0].capitalize(), token)
