"""Checks text from clients, so that both database engines, all receivers and all terminals can handle it.

Accepted text is trimmed, in Unicode NFC, and without control characters, lone surrogates or noncharacters. Clients get
it back exactly as it was accepted.
"""

import re
import unicodedata

from plantstore.domain.errors import FieldError

MARKS_MAX = 8  # max combining marks on one letter; no script uses more (UAX #15 allows 30, to bound buffers)
_RAW_FACTOR = 8  # max length before the clean-up, as a multiple of `chars_max`; NFC shrinks a text to a quarter at most
_QUOTED_CHARS_MAX = 40
_KEPT_CONTROLS = "\n\t"

_PLANE_ENDS = "".join(chr(plane << 16 | 0xFFFE) + chr(plane << 16 | 0xFFFF) for plane in range(17))
_REFUSED = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef{_PLANE_ENDS}]")

# Invisible characters are removed rather than refused, because people cannot find them. Soft hyphens and zero-width
# spaces break searches; embeddings, overrides and isolates only reorder the text that follows; tags hide whole
# sentences. The joiners (U+200C, U+200D) and the marks LRM, RLM and ALM stay: Persian, Hindi, Hebrew and emoji need
# them, and they reorder only their neighbours.
_INVISIBLE = re.compile("[\xad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]")

_LINE_END = re.compile("\r\n|[\r\u2028\u2029]")
_MAY_BE_MARK = re.compile("[\u0300-\u036f\u0483-\u1fff\u20d0-\u20ff\u2cef-\U0010ffff]")  # matches every combining mark
_BLANK_CATEGORIES = frozenset({"Cf", "Mc", "Me", "Mn", "Zs", "Cc"})  # not Cn: later Unicode may assign it to an emoji
BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters or symbols in Unicode, but displayed as blank


def check_text(
    text: str, *, pointer: str, chars_max: int, chars_min: int = 1, keep_lines: bool = False
) -> tuple[str, list[FieldError]]:
    """Return the cleaned-up text and its problems. With `keep_lines`, keep line ends and repeated spaces.

    `chars_min` and `chars_max` limit the code points after the clean-up. Checking accepted text again changes nothing.

    >>> check_text(" Acer\\u00a0 palmatum\\t", pointer="/name", chars_max=200)
    ('Acer palmatum', [])
    """
    if not is_plain(text):
        if len(text) > _RAW_FACTOR * chars_max:
            return text, [_wrong_length(text, pointer, chars_min, chars_max)]
        refused = _REFUSED.search(text)
        if refused is not None:
            return text, [_wrong_character(refused, pointer)]
        text = _clean(text, keep_lines)
        if _has_too_many_marks(text):
            detail = f"Use at most {MARKS_MAX} accents on one letter."
            return text, [FieldError(pointer=pointer, code="characters", detail=detail)]
        if text and not any(map(_is_visible, text)):
            return text, [FieldError(pointer=pointer, code="characters", detail="This text has no visible characters.")]
    if not chars_min <= len(text) <= chars_max:
        return text, [_wrong_length(text, pointer, chars_min, chars_max)]
    return text, []


def quoted(text: str) -> str:
    """Quote a client's text for use in a message: shortened, and safe in pages, logs and terminals.

    >>> quoted("24,90")
    '“24,90”'
    """
    shown = text if len(text) <= _QUOTED_CHARS_MAX else text[: _QUOTED_CHARS_MAX - 1] + "…"
    return "“" + "".join(char if char.isprintable() else "\ufffd" for char in shown) + "”"


def readable(data: bytes) -> str:
    """Decode untrusted bytes for display. Invalid UTF-8 and unprintable characters become U+FFFD.

    >>> readable(b"caf\\xc3\\xa9\\r\\n\\x1b[1m\\xff")
    'café\\n\ufffd[1m\ufffd'
    """
    text = data.decode("utf-8", errors="replace").replace("\r\n", "\n")
    return "".join(char if char.isprintable() or char in _KEPT_CONTROLS else "\ufffd" for char in text)


def is_plain(text: str) -> bool:
    """True for printable ASCII that needs no clean-up: the fast path for most texts."""
    return text.isascii() and text.isprintable() and text == text.strip() and "  " not in text


def _clean(text: str, keep_lines: bool) -> str:
    text = _INVISIBLE.sub("", text)
    if keep_lines:
        text = _LINE_END.sub("\n", text).replace("\t", " ").strip()
    else:
        text = " ".join(text.split())
    return unicodedata.normalize("NFC", text)


def _has_too_many_marks(text: str) -> bool:
    if _MAY_BE_MARK.search(text) is None:
        return False
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        if category[0] == "M":
            marks += 1
        elif category != "Cf":  # a joiner between two marks does not reset the count
            marks = 0
        if marks > MARKS_MAX:
            return True
    return False


def _is_visible(char: str) -> bool:
    return unicodedata.category(char) not in _BLANK_CATEGORIES and char not in BLANK_LETTERS


def _wrong_character(match: re.Match[str], pointer: str) -> FieldError:
    code = ord(match.group())
    kind = "half a character" if 0xD800 <= code <= 0xDFFF else "a control character" if code < 0xA0 else "undefined"
    detail = f"Character {match.start() + 1:,} (U+{code:04X}) is {kind}: remove it."
    return FieldError(pointer=pointer, code="characters", detail=detail)


def _wrong_length(text: str, pointer: str, chars_min: int, chars_max: int) -> FieldError:
    if len(text) > chars_max:
        detail = f"Use at most {chars_max:,} characters, not {len(text):,}."
    else:
        detail = f"Use {chars_min:,} to {chars_max:,} characters, not {len(text):,}."
    return FieldError(pointer=pointer, code="length", detail=detail)
