"""JSON read strictly: what is accepted means one thing to every parser, and fits every engine.

UTF-8 without a byte order mark; each name once in an object; whole numbers within ±2⁵³; finite decimals; whole
characters; at most DEPTH_MAX levels; nothing behind the value. Anything else is Malformed, and says where. JSON has one
kind of number: 90.0 and 9e1 are 90.

What a body may hold is counted before it is decoded, so that refusing one costs as little as taking it.
"""

import json
import math
import re
from collections import Counter
from typing import Any, NoReturn

from plantstore.domain.errors import Malformed
from plantstore.domain.text import quoted

DEPTH_MAX = 32  # a plant needs three levels
INT_MAX = 2**53  # RFC 8259 §6: beyond it, parsers that use doubles disagree
NODES_MAX = 1_000  # commas and opening brackets; a plant has 60 at most, and unknown fields are counted in the refusal
ESCAPES_MAX = 65_536  # backslashes; a plant of the largest size, all of it written as \u escapes, has fewer
NUMBER_CHARS_MAX = 1_024  # a double needs 17 digits; 400 and more are still told that they are too large
_INT_CHARS_MAX = len(str(-INT_MAX))
_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
# Strings are taken whole, the last one even without its end, so that one pass over the bytes is enough: whatever
# follows the first quote matches, so no string is tried in a second way.
_STRING_OR_MARK = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{,]|[\]}]', re.DOTALL)


def read_object(raw: bytes) -> dict[str, Any]:
    """Read a body that must be one JSON object.

    >>> read_object(b'{"name": "Rosa"}')
    {'name': 'Rosa'}
    """
    text = _decode(raw)
    _check_size(raw)
    try:
        value = _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise Malformed(
            f"This is not JSON: {error.msg.lower()} at line {error.lineno}, column {error.colno}."
        ) from error
    if not isinstance(value, dict):
        raise Malformed("The body must be a JSON object, such as {…}.")
    if b"\\u" in raw:
        _check_characters(value)
    return value


def _decode(raw: bytes) -> str:
    if not raw.strip():
        raise Malformed("The body is empty: send a JSON object.")
    if raw.startswith(_BYTE_ORDER_MARKS):
        raise Malformed("The body begins with a byte order mark: send plain UTF-8 without it.")
    if b"\0" in raw[:4]:
        raise Malformed("The body is not UTF-8 (byte 1): it looks like UTF-16 or UTF-32.")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise Malformed(f"The body is not UTF-8: byte {error.start + 1} cannot be read.") from error


def _check_size(raw: bytes) -> None:
    """Refuse more levels, names or elements than any operation can hold.

    If all brackets and commas together are few, it does not matter which of them stand inside of texts.
    """
    brackets = raw.count(b"[") + raw.count(b"{")
    if brackets > DEPTH_MAX or brackets + raw.count(b",") > NODES_MAX:
        _check_structure(raw)


def _check_structure(raw: bytes) -> None:
    """Walk over the brackets and commas outside of texts. A text costs a step, so texts without any are counted too."""
    if raw.count(b"\\") > ESCAPES_MAX:
        raise Malformed(f"The body has more than {ESCAPES_MAX:,} backslashes: write characters as they are, in UTF-8.")
    depth = nodes = 0
    for steps, found in enumerate(_STRING_OR_MARK.finditer(raw)):
        first = raw[found.start()]
        if first in b"[{":
            depth += 1
            if depth > DEPTH_MAX:
                raise Malformed(f"The body is nested deeper than {DEPTH_MAX} levels (byte {found.start() + 1}).")
        elif first in b"]}":
            depth -= 1
        if first in b"[{,":
            nodes += 1
        if nodes > NODES_MAX or steps > 4 * NODES_MAX:  # of each node: its name, its value, its closing bracket
            raise Malformed(f"The body has more than {NODES_MAX:,} names and elements (byte {found.start() + 1}).")


def _check_characters(value: object) -> None:
    """Refuse halves of characters, which JSON's escapes can write and UTF-8 cannot."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = ord(error.object[error.start])
        raise Malformed(f"\\u{half:04x} is half a character: write both halves, or the character itself.") from error


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise Malformed(f"The name {quoted(twice)} stands twice in one object.")
    return read


def _read_int(digits: str) -> int:
    if len(digits) <= _INT_CHARS_MAX and -INT_MAX <= (number := int(digits)) <= INT_MAX:
        return number
    raise Malformed(f"The number {quoted(digits)} is beyond ±2⁵³, which many programs cannot read exactly.")


def _read_float(digits: str) -> float:
    if len(digits) > NUMBER_CHARS_MAX:
        raise Malformed(f"The number {quoted(digits)} has more than {NUMBER_CHARS_MAX:,} characters.")
    number = float(digits)
    if number.is_integer() and -INT_MAX <= number <= INT_MAX:
        return int(number)
    if math.isfinite(number):
        return number
    raise Malformed(f"The number {quoted(digits)} is too large.")


def _refuse_constant(name: str) -> NoReturn:
    raise Malformed(f"{name} is not JSON. Write null for what is not known.")


_decoder = json.JSONDecoder(
    object_pairs_hook=_read_object, parse_int=_read_int, parse_float=_read_float, parse_constant=_refuse_constant
)
