"""What becomes of a body on its way to the code that verifies it: each usual change, undone, to be tried."""

import json
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from typing import Any

_SERIALISATIONS: tuple[dict[str, Any], ...] = (
    {"ensure_ascii": False, "separators": (",", ":")},  # what Plant Store sends
    {"ensure_ascii": True, "separators": (",", ":")},
    {"ensure_ascii": False, "separators": (", ", ": ")},
    {"ensure_ascii": True, "separators": (", ", ": ")},
    {"ensure_ascii": False, "indent": 2},
)
"""How JSON is usually written; one of these the body may have been before it was parsed."""


class BodyAlteration(StrEnum):
    """What may have happened to a body."""

    LINE_ENDING = "body_line_ending"
    ENCODING = "body_encoding"
    REWRITTEN = "body_rewritten"


def possible_originals(body: bytes) -> Iterator[tuple[BodyAlteration, str, bytes]]:
    """Give, one after another, what the body may have been, with the change since and a sentence about it."""
    yield from _line_endings(body)
    yield from _encodings(body)
    for before in _written_again(body):
        detail = "The JSON was parsed and written again, which gives other bytes: verify the raw body, before parsing."
        yield BodyAlteration.REWRITTEN, detail, before


def is_json(body: bytes) -> bool:
    """Tell whether it is a whole object or list."""
    return _parsed(body) is not None


def _line_endings(body: bytes) -> Iterator[tuple[BodyAlteration, str, bytes]]:
    kind = BodyAlteration.LINE_ENDING
    stripped = body.rstrip(b"\r\n")
    if stripped != body:
        yield kind, "A line ending was added after the body: leave it out.", stripped
    for ending in (b"\n", b"\r\n"):
        yield kind, "A line ending after the body was lost: it is part of what was signed.", body + ending
    plain = body.replace(b"\r\n", b"\n")
    for before in (plain, plain.replace(b"\n", b"\r\n")):
        for same in (before, before.rstrip(b"\r\n")):
            yield kind, "The line endings in the body were changed (LF and CRLF).", same


def _encodings(body: bytes) -> Iterator[tuple[BodyAlteration, str, bytes]]:
    kind = BodyAlteration.ENCODING
    if body.startswith(b"\xef\xbb\xbf"):
        yield kind, "A byte order mark was put before the body: leave it out.", body[3:]
    for wrong in ("latin-1", "cp1252"):
        advice = "Keep it as bytes, or read it as UTF-8."
        with suppress(UnicodeError):
            yield kind, f"The body was read as {wrong} and written as UTF-8. {advice}", body.decode().encode(wrong)
        with suppress(UnicodeError):
            yield kind, f"The body was written as {wrong}, but is UTF-8. {advice}", body.decode(wrong).encode()


def _written_again(body: bytes) -> Iterator[bytes]:
    parsed = _parsed(body)
    if parsed is None:
        return
    for style in _SERIALISATIONS:
        with suppress(UnicodeError, RecursionError):  # a lone surrogate, or nested too deep: never sent
            yield json.dumps(parsed, **style).encode()


def _parsed(body: bytes) -> dict[str, object] | list[object] | None:
    """Read the body; None when it is no JSON. A JSON text in a JSON string was written twice."""
    try:
        found = json.loads(body.decode())
        found = json.loads(found) if isinstance(found, str) else found
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict | list) else None
