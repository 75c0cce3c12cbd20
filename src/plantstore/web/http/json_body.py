"""Parses JSON bodies strictly and converts them to the structs of endpoints, reporting all errors together.

A body is accepted only if every parser reads it the same way and SQLite and PostgreSQL can both store it: UTF-8 without
a byte order mark, no duplicate names, integers within ±2⁵³, finite decimals, no unpaired surrogates, at most DEPTH_MAX
levels, and nothing after the value. Any other body is Malformed, and the message says where the error is. JSON has one
number type: 90.0 and 9e1 are 90.

Size limits are checked before the body is decoded, so that refusing a body costs no more than accepting one.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

import msgspec
from msgspec import NODEFAULT, structs

from plantstore.domain.errors import FieldError, Invalid, Malformed
from plantstore.domain.text import quoted

DEPTH_MAX = 32  # max nesting; a plant has three levels
INT_MAX = 2**53  # max absolute integer; parsers that use doubles disagree on larger ones (RFC 8259 §6)
NODES_MAX = 1_000  # max commas and opening brackets outside strings; a plant has at most 60
ESCAPES_MAX = 65_536  # max backslashes; the largest plant, written entirely as \u escapes, has fewer
NUMBER_CHARS_MAX = 1_024  # max length of a number; a double needs 17 digits, and 400 digits get "too large"
UNKNOWN_REPORTED_MAX = 20  # max unknown fields listed in one error
_KEY_SHOWN_CHARS_MAX = 64
_WRONG_SHOWN_CHARS_MAX = 200
_INT_CHARS_MAX = len(str(-INT_MAX))
_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
# The expression matches an entire string, even a string without a closing quote, so it never backtracks and needs only
# one pass over the body.
_STRING_OR_MARK = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{,]|[\]}]', re.DOTALL)
_PLACE = " - at `$"  # the separator between the message and the path in an error of msgspec
_STEP = re.compile(r"\[(\d+)\]|\.(\w+)")

Kind = TypeVar("Kind", bound=msgspec.Struct)


def read_object(raw: bytes) -> dict[str, Any]:
    """Parse a body that must be one JSON object; raise Malformed for anything else.

    >>> read_object(b'{"name": "Rosa"}')
    {'name': 'Rosa'}
    """
    text = _decode(raw)
    # With few brackets and commas in total, the body is within the limits no matter which of them are inside strings.
    brackets = raw.count(b"[") + raw.count(b"{")
    if brackets > DEPTH_MAX or brackets + raw.count(b",") > NODES_MAX:
        _check_structure(raw)
    try:
        value = _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise Malformed(
            f"This is not JSON: {error.msg.lower()} at line {error.lineno}, column {error.colno}."
        ) from error
    if not isinstance(value, dict):
        raise Malformed("The body must be a JSON object, such as {…}.")
    if b"\\u" in raw:
        _check_surrogates(value)
    return value


def to_struct(raw: Mapping[str, Any], kind: type[Kind]) -> Kind:
    """Convert a JSON object to a struct. Raise Invalid with a pointer to each wrong, missing or unknown field."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise Invalid(fields=tuple(_problems(raw, kind))) from error


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
        raise Malformed(f"The body is not UTF-8: byte {error.start + 1} cannot be decoded.") from error


def _check_structure(raw: bytes) -> None:
    """Raise Malformed if the body has too many levels, names or elements. Text inside strings does not count."""
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
        if nodes > NODES_MAX or steps > 4 * NODES_MAX:  # at most four matches per node: itself, name, value, bracket
            raise Malformed(f"The body has more than {NODES_MAX:,} names and elements (byte {found.start() + 1}).")


def _check_surrogates(value: object) -> None:
    """Refuse unpaired surrogates, which JSON escapes can express but UTF-8 cannot."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = ord(error.object[error.start])
        raise Malformed(
            f"\\u{half:04x} is an unpaired surrogate: send both halves, or the character itself."
        ) from error


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise Malformed(f"The name {quoted(twice)} appears twice in one object.")
    return read


def _read_int(digits: str) -> int:
    if len(digits) <= _INT_CHARS_MAX and -INT_MAX <= (number := int(digits)) <= INT_MAX:
        return number
    raise Malformed(f"The number {quoted(digits)} is beyond ±2⁵³, which many programs cannot represent exactly.")


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
    raise Malformed(f"{name} is not JSON. Use null for an unknown value.")


_decoder = json.JSONDecoder(
    object_pairs_hook=_read_object, parse_int=_read_int, parse_float=_read_float, parse_constant=_refuse_constant
)


def _problems(raw: Mapping[str, Any], kind: type[msgspec.Struct]) -> list[FieldError]:
    known = {field.encode_name: field for field in structs.fields(kind)}
    problems = []
    for name, field in known.items():
        if name in raw:
            problems += _problem_of(raw[name], field.type, "/" + name)
        elif field.default is NODEFAULT and field.default_factory is NODEFAULT:
            problems.append(FieldError(pointer="/" + name, code="required", detail="Give this field."))
    unknown = [name for name in raw if name not in known]
    for name in unknown[:UNKNOWN_REPORTED_MAX]:
        detail = f"There is no such field. Known fields: {', '.join(known)}."
        problems.append(FieldError(pointer=_pointer_to(name), code="unknown", detail=detail))
    return problems


def _problem_of(value: object, kind: Any, pointer: str) -> list[FieldError]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        wrong, found, path = str(error).rpartition(_PLACE)
        if not found:
            wrong, path = path, wrong
        if len(wrong) > _WRONG_SHOWN_CHARS_MAX:  # msgspec can quote the value that was sent
            wrong = wrong[:_WRONG_SHOWN_CHARS_MAX] + "…"
        steps = "".join(f"/{index or name}" for index, name in _STEP.findall(path))
        return [FieldError(pointer=pointer + steps, code="type", detail=wrong.replace("`", "") + ".")]
    return []


def _pointer_to(name: str) -> str:
    shown = name if len(name) <= _KEY_SHOWN_CHARS_MAX else name[:_KEY_SHOWN_CHARS_MAX] + "…"
    return "/" + shown.replace("~", "~0").replace("/", "~1")
