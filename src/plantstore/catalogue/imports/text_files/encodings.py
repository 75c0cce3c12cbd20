"""Detects the encoding of a file: UTF-8, UTF-16 with a byte order mark, Windows-1252, or Mac Roman.

A file may also be a mixture of UTF-8 lines and lines in Windows-1252 or Mac Roman.
"""

import codecs
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from plantstore.catalogue.imports.text_files import legacy_encodings
from plantstore.catalogue.imports.text_files.mixed_lines import Kind, byte_lines, kind_of
from plantstore.domain.errors import FieldError, Invalid

ENCODINGS = {
    "utf-8": "utf-8-sig",
    "utf-16": "utf-16",
    "cp1252": "cp1252",
    "mac-roman": "mac_roman",
    "iso-8859-1": "iso-8859-1",
    "iso-8859-15": "iso-8859-15",
    "cp1250": "cp1250",
}
"""The encodings that a person can choose, by public name, and their Python codecs."""

NAMES = {"cp1252": "Windows-1252", "mac-roman": "Mac Roman"}
"""Display names of the encodings that can be detected in a file that is not UTF-8."""

_MARKS = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_OTHERS = {
    b"\x1f\x8b": "compressed",
    b"%PDF": "a PDF",
}
_CHUNK_BYTES = 1 << 20
_SAMPLE_BYTES = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """The encoding of a file. `name` is one of ENCODINGS: of the file or, if it mixes two encodings, of most lines.

    `fallback` is the encoding of the lines that are not UTF-8; None if the file does not mix encodings. `guessed` is
    True if an encoding was guessed, because the file is not UTF-8.
    """

    name: str
    fallback: str | None = None
    guessed: bool = False


def detect(path: Path) -> Encoding:
    """Read the whole file and return its encoding. Raise Invalid if the file is not text, but a PDF, for example."""
    with path.open("rb") as stream:
        head = stream.read(4)
        for start, kind in _OTHERS.items():
            if head.startswith(start):
                raise not_a_list(f"This file is {kind}. Save the list as .xlsx or CSV.")
        if head[:2] in _MARKS:
            return Encoding(name=_MARKS[head[:2]])
        stream.seek(0)
        if _is_utf_8(stream):
            return Encoding(name="utf-8")
        stream.seek(0)
        return _detect_by_line(stream)


def _is_utf_8(stream: BinaryIO) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while chunk := stream.read(_CHUNK_BYTES):
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _detect_by_line(stream: BinaryIO) -> Encoding:
    """Detect the encoding of each line, and return that of the file. Lines with few invalid bytes count as UTF-8."""
    counts = dict.fromkeys(Kind, 0)
    sample = bytearray()
    for line in byte_lines(stream):
        kind = kind_of(line)
        counts[kind] += 1
        if kind is Kind.OTHER and len(sample) < _SAMPLE_BYTES:
            sample += line[:_SAMPLE_BYTES]
    utf_8, other = counts[Kind.UTF_8] + counts[Kind.BROKEN], counts[Kind.OTHER]
    if not other:
        return Encoding(name="utf-8")
    fallback = legacy_encodings.choose(bytes(sample))
    if not utf_8:
        return Encoding(name=fallback, guessed=True)
    return Encoding(name="utf-8" if utf_8 >= other else fallback, fallback=fallback, guessed=True)


def check(path: Path, encoding: str) -> Encoding:
    """Return the encoding that a person chose. Raise Invalid if the file cannot have this encoding."""
    if encoding == "utf-16":  # UTF-16 files must have a byte order mark
        with path.open("rb") as stream:
            if stream.read(2) not in _MARKS:
                raise not_a_list("This file is not UTF-16: it has no byte order mark. Do not choose an encoding.")
    return Encoding(name=encoding)


def not_a_list(detail: str) -> Invalid:
    """Return the error for a file that cannot be imported; `detail` says why."""
    return Invalid(detail, fields=(FieldError(pointer="", code="file", detail=detail),))
