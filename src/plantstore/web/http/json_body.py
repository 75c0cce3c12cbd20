"""Parses JSON bodies strictly and converts them to the structs of endpoints, reporting all errors together.

A body is accepted only if every parser reads it the same way and SQLite and PostgreSQL can both store it: UTF-8 without
a byte order mark, no duplicate names, integers within ±2⁵³, finite decimals, no unpaired surrogates, at most DEPTH_MAX
levels, and nothing after the value. Any other body is Malformed, and the message says where the error is. JSON has one
number type: 90.0 and 9e1 are 90.

Size limits are checked before the body is decoded, so that refusing a body costs at most twice as much as accepting
one: a wrong number and half a character are looked for again, to name their place with a JSON Pointer.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn, TypeVar

import msgspec
from msgspec import NODEFAULT, structs

from plantstore.domain.errors import FieldError, Invalid, Malformed
from plantstore.domain.plants.objects import pointer_to
from plantstore.domain.text import quoted

DEPTH_MAX = 32  # max nesting; a plant has three levels
INT_MAX = 2**53  # max absolute integer; parsers that use doubles disagree on larger ones (RFC 8259 §6)
NODES_MAX = 1_000  # max commas and opening brackets outside strings; a plant has at most 170
ESCAPES_MAX = 65_536  # max backslashes; the largest plant, written entirely as \u escapes, has fewer
NUMBER_CHARS_MAX = 1_024  # max length of a number; a double needs 17 digits, and 400 digits get "too large"
UNKNOWN_REPORTED_MAX = 20  # max unknown fields listed in one error
_WRONG_SHOWN_CHARS_MAX = 200
_INT_CHARS_MAX = len(str(-INT_MAX))
_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
# The expression matches an entire string, even a string without a closing quote, so it never backtracks and needs only
# one pass over the body.
_STRING_OR_MARK = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{,]|[\]}]', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")
_PLACE = " - at `$"  # the separator between the message and the path in an error of msgspec
_STEP = re.compile(r"\[(\d+)\]|\.(\w+)")

Kind = TypeVar("Kind", bound=msgspec.Struct)
Hook = Callable[[Any], Any]


def read_object(raw: bytes, *, nodes_max: int = NODES_MAX) -> dict[str, Any]:
    """Parse a body that must be one JSON object; raise Malformed for anything else.

    `nodes_max` limits the commas and opening brackets outside strings.

    >>> read_object(b'{"name": "Rosa"}')
    {'name': 'Rosa'}
    """
    text = _decode(raw)
    if _may_exceed(raw, nodes_max):
        _check_structure(raw, nodes_max)
    try:
        value = _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise Malformed(
            f"This is not JSON: {error.msg.lower()} at line {error.lineno}, column {error.colno}."
        ) from error
    except Malformed as error:
        raise _with_pointer(error, text) from error
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


def _may_exceed(raw: bytes, nodes_max: int) -> bool:
    """False if the body has so few brackets and commas that it is within the limits even if none is inside a string."""
    brackets = _count(raw, b"[", DEPTH_MAX) + _count(raw, b"{", DEPTH_MAX)
    return brackets > DEPTH_MAX or brackets + _count(raw, b",", nodes_max) > nodes_max


def _count(raw: bytes, mark: bytes, most: int) -> int:
    """Return how often a byte occurs, at most `most` + 1 times. `bytes.count` takes ten times as long for 1 MiB."""
    count, at = 0, raw.find(mark)
    while at >= 0 and count <= most:
        count, at = count + 1, raw.find(mark, at + 1)
    return count


def _check_structure(raw: bytes, nodes_max: int) -> None:
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
        if nodes > nodes_max or steps > 4 * nodes_max:  # at most four matches per node: itself, name, value, bracket
            raise Malformed(f"The body has more than {nodes_max:,} names and elements (byte {found.start() + 1}).")


def _check_surrogates(value: object) -> None:
    """Refuse unpaired surrogates, which JSON escapes can express but UTF-8 cannot."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = ord(error.object[error.start])
        detail = f"\\u{half:04x} is an unpaired surrogate: send both halves, or the character itself."
        pointer = _find(value, lambda part: isinstance(part, str) and _SURROGATE.search(part) is not None)
        raise _malformed("characters", detail, pointer=pointer or "") from error


def _with_pointer(refused: Malformed, text: str) -> Malformed:
    """Return the error with the place of what a hook of the decoder has refused, if the text is JSON."""
    marks: list[object] = []

    def marking(hook: Hook) -> Hook:
        """Return a hook that puts a mark in the place of what is refused."""

        def marked(part: Any) -> object:
            try:
                return hook(part)
            except Malformed:
                marks.append(object())
                return marks[-1]

        return marked

    try:
        value = _decoder_with(marking).decode(text)
    except json.JSONDecodeError:
        return Malformed(refused.detail)
    pointer = _find(value, lambda part: part is marks[0])
    return _malformed(refused.fields[0].code, refused.detail, pointer=pointer or "")


def _find(value: object, is_wrong: Callable[[object], bool], pointer: str = "") -> str | None:
    """Return the JSON Pointer to the first value that is wrong, or whose name is; None if there is none."""
    if is_wrong(value):
        return pointer
    inner: Iterable[tuple[object, object]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for name, part in inner:
        place = pointer + pointer_to(str(name))
        found = place if is_wrong(name) else _find(part, is_wrong, place)
        if found is not None:
            return found
    return None


def _malformed(code: str, detail: str, *, pointer: str = "") -> Malformed:
    return Malformed(detail, fields=(FieldError(pointer=pointer, code=code, detail=detail),))


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise _malformed("duplicate", f"The name {quoted(twice)} appears twice in one object.")
    return read


def _read_int(digits: str) -> int:
    if len(digits) <= _INT_CHARS_MAX and -INT_MAX <= (number := int(digits)) <= INT_MAX:
        return number
    detail = f"The number {quoted(digits)} is beyond ±2⁵³, which many programs cannot represent exactly."
    raise _malformed("range", detail)


def _read_float(digits: str) -> float:
    if len(digits) > NUMBER_CHARS_MAX:
        raise _malformed("range", f"The number {quoted(digits)} has more than {NUMBER_CHARS_MAX:,} characters.")
    number = float(digits)
    if number.is_integer() and -INT_MAX <= number <= INT_MAX:
        return int(number)
    if math.isfinite(number):
        return number
    raise _malformed("range", f"The number {quoted(digits)} is too large.")


def _refuse_constant(name: str) -> NoReturn:
    raise _malformed("type", f"{name} is not JSON. Use null for an unknown value.")


def _decoder_with(marking: Callable[[Hook], Hook]) -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=marking(_read_object),
        parse_int=marking(_read_int),
        parse_float=marking(_read_float),
        parse_constant=marking(_refuse_constant),
    )


_decoder = _decoder_with(lambda hook: hook)


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
        problems.append(FieldError(pointer=pointer_to(name), code="unknown", detail=detail))
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
