"""An expression in JMESPath that makes the body of a webhook from the plant record, under a work budget.

No JMESPath library bounds its own work: a short text can ask for 2^100 values. So each step and each value that is made
costs units of a budget, and the result is the same at any time, on any machine. Nothing else than the record is read.
The library is imported on first use.
"""

import json
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from plantstore.domain.errors import FieldError
from plantstore.domain.event import BODY_BYTES_MAX

if TYPE_CHECKING:
    from plantstore.domain.receivers.bodies.interpreter import Program

EXPRESSION_CHARS_MAX = 1_000
EXPRESSION_DEPTH_MAX = 50  # steps within each other; each takes up to seven frames of Python's stack, which has 1,000
WORK_MAX = 20_000  # units for one body: one for each step and each value made; about 5 ms of processor time
PROGRAMS_MAX = 500  # expressions kept in memory
_UNUSABLE = frozenset({"Cc", "Cs"})  # control characters, and halves of surrogate pairs


class BodyFailure(Exception):
    """A body cannot be computed for one plant. The message says why, and contains no value of the plant."""


class ExpressionRefused(ValueError):
    """A text is not an expression that we accept: `code` for machines, the message for people."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


def check_expression(text: str, *, pointer: str = "/payload_expression") -> list[FieldError]:
    """Return the problem of an expression, with the place of an error in its syntax; nothing if it is valid."""
    try:
        _program(text)
    except ExpressionRefused as refused:
        return [FieldError(pointer=pointer, code=refused.code, detail=str(refused))]
    return []


def evaluate(text: str, record: Any) -> bytes:
    """Return the result for a record as compact JSON in UTF-8; raise BodyFailure if it is no body or too much work.

    The record must be decoded JSON. A body is an object or a list, of at most BODY_BYTES_MAX bytes.

    >>> evaluate("{text: join(' ', ['New:', name])}", {"name": "Isoëtes"}).decode()
    '{"text":"New: Isoëtes"}'
    """
    try:
        program = _program(text)
    except ExpressionRefused as refused:
        raise BodyFailure(f"The expression is not valid: {refused}") from refused
    return _written(program.run(record, work_max=WORK_MAX))


@lru_cache(maxsize=PROGRAMS_MAX)
def _program(text: str) -> "Program":
    if not 1 <= len(text) <= EXPRESSION_CHARS_MAX:
        raise ExpressionRefused("length", f"Use 1 to {EXPRESSION_CHARS_MAX:,} characters.")
    if any(unicodedata.category(letter) in _UNUSABLE and letter not in "\t\r\n" for letter in text):
        raise ExpressionRefused("characters", "Use no control characters except line breaks and tabs.")
    from plantstore.domain.receivers.bodies.interpreter import Program

    return Program(text, depth_max=EXPRESSION_DEPTH_MAX)


def _written(result: object) -> bytes:
    if not isinstance(result, dict | list):
        raise BodyFailure(f"The expression returns {_kind(result)}, but a body is an object or a list.")
    try:
        body = json.dumps(result, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except (ValueError, TypeError, RecursionError) as error:  # NaN, half a surrogate pair, an expression as a value
        raise BodyFailure("The expression returns a value that JSON cannot represent.") from error
    if len(body) > BODY_BYTES_MAX:
        raise BodyFailure(f"The body has {len(body):,} bytes; at most {BODY_BYTES_MAX:,} are sent.")
    return body


def _kind(result: object) -> str:
    if result is None:
        return "null"
    if isinstance(result, bool):
        return "true or false"
    if isinstance(result, str):
        return "a text"
    return "a number" if isinstance(result, int | float) else "no value"
