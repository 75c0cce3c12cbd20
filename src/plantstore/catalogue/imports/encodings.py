"""The encoding of a file: UTF-8, UTF-16 with its mark, Windows-1252 or Mac Roman, or UTF-8 mixed with one of these."""

import codecs
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from plantstore.catalogue.imports import legacy_encodings
from plantstore.catalogue.imports.mixed_lines import Kind, byte_lines, kind_of
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
"""What can be asked for, by the name that is shown, and how Python calls it."""

NAMES = {"cp1252": "Windows-1252", "mac-roman": "Mac Roman"}
"""What people call those that are found where UTF-8 does not fit."""

_MARKS = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_OTHERS = {
    b"PK\x03\x04": "a workbook or an archive",
    b"\xd0\xcf\x11\xe0": "an old workbook",
    b"\x1f\x8b": "compressed",
    b"%PDF": "a PDF",
}
_CHUNK_BYTES = 1 << 20
_SAMPLE_BYTES = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """The encoding of a file, one of ENCODINGS, that of most of its lines if it mixes two.

    `fallback` is then that of the lines that are not UTF-8. `guessed` says that UTF-8 did not fit.
    """

    name: str
    fallback: str | None = None
    guessed: bool = False


def detect(path: Path) -> Encoding:
    """Find the encoding of a file, reading all of it; Invalid when it is no text at all."""
    with path.open("rb") as stream:
        head = stream.read(4)
        for start, kind in _OTHERS.items():
            if head.startswith(start):
                raise not_a_list(f"This file is {kind}. Save it as CSV.")
        if head[:2] in _MARKS:
            return Encoding(name=_MARKS[head[:2]])
        stream.seek(0)
        if _is_utf_8(stream):
            return Encoding(name="utf-8")
        stream.seek(0)
        return _of_lines(stream)


def _is_utf_8(stream: BinaryIO) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while chunk := stream.read(_CHUNK_BYTES):
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _of_lines(stream: BinaryIO) -> Encoding:
    """Count the lines that are UTF-8 and those that are not. Lines with a few damaged bytes count as UTF-8."""
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
    """Return the encoding that somebody named; Invalid when the file cannot be written in it."""
    if encoding == "utf-16":  # whose mark says in which order its bytes stand
        with path.open("rb") as stream:
            if stream.read(2) not in _MARKS:
                raise not_a_list(
                    "This file is not in UTF-16: it does not begin with its mark. Do not name an encoding."
                )
    return Encoding(name=encoding)


def not_a_list(detail: str) -> Invalid:
    """Say what is wrong with a whole file."""
    return Invalid(detail, fields=(FieldError(pointer="", code="file", detail=detail),))
