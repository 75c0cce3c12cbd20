"""Reverses common changes to a request body, such as reserialized JSON, to find out why a signature does not match."""

import json
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from typing import Any

_SERIALISATIONS: tuple[dict[str, Any], ...] = (
    {"ensure_ascii": False, "separators": (",", ":")},  # the style in which Plant Store sends bodies
    {"ensure_ascii": True, "separators": (",", ":")},
    {"ensure_ascii": False, "separators": (", ", ": ")},
    {"ensure_ascii": True, "separators": (", ", ": ")},
    {"ensure_ascii": False, "indent": 2},
)
"""Arguments of `json.dumps` for common styles: the body may have had one of them before it was reserialized."""


class BodyAlteration(StrEnum):
    """Kinds of changes to a body. The values are also values of `verification.Reason`."""

    LINE_ENDING = "body_line_ending"
    ENCODING = "body_encoding"
    REWRITTEN = "body_rewritten"


def possible_originals(body: bytes) -> Iterator[tuple[BodyAlteration, str, bytes]]:
    """Yield candidates for the original body, each as the kind of change, a sentence about it, and the bytes."""
    yield from _line_endings(body)
    yield from _encodings(body)
    for original in _reserialized(body):
        detail = "The JSON was parsed and serialized again, which changes its bytes. Verify the raw body."
        yield BodyAlteration.REWRITTEN, detail, original


def is_json(body: bytes) -> bool:
    """True if the body is a complete JSON object or list."""
    return _parsed(body) is not None


def _line_endings(body: bytes) -> Iterator[tuple[BodyAlteration, str, bytes]]:
    kind = BodyAlteration.LINE_ENDING
    stripped = body.rstrip(b"\r\n")
    if stripped != body:
        yield kind, "A line ending was added after the body. Remove it.", stripped
    for ending in (b"\n", b"\r\n"):
        yield kind, "The line ending after the body was removed. It is part of what was signed.", body + ending
    plain = body.replace(b"\r\n", b"\n")
    for converted in (plain, plain.replace(b"\n", b"\r\n")):
        for original in (converted, converted.rstrip(b"\r\n")):
            yield kind, "The line endings in the body were changed (LF and CRLF).", original


def _encodings(body: bytes) -> Iterator[tuple[BodyAlteration, str, bytes]]:
    kind = BodyAlteration.ENCODING
    if body.startswith(b"\xef\xbb\xbf"):
        yield kind, "A byte order mark was added before the body. Remove it.", body[3:]
    for wrong in ("latin-1", "cp1252"):
        advice = "Keep it as bytes, or decode it as UTF-8."
        with suppress(UnicodeError):
            yield kind, f"The body was decoded as {wrong} and encoded as UTF-8. {advice}", body.decode().encode(wrong)
        with suppress(UnicodeError):
            yield kind, f"The body was encoded as {wrong}, but it is UTF-8. {advice}", body.decode(wrong).encode()


def _reserialized(body: bytes) -> Iterator[bytes]:
    parsed = _parsed(body)
    if parsed is None:
        return
    for style in _SERIALISATIONS:
        with suppress(UnicodeError, RecursionError):  # Plant Store never sends lone surrogates or deep nesting
            yield json.dumps(parsed, **style).encode()


def _parsed(body: bytes) -> dict[str, object] | list[object] | None:
    """Parse the body, or JSON inside a JSON string (serialized twice); None if the result is not an object or list."""
    try:
        value = json.loads(body.decode())
        value = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None
