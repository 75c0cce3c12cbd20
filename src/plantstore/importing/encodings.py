"""In which letters a file is written: UTF-8, UTF-16 with its mark, else Windows or Mac letters."""

import codecs
import re
from pathlib import Path

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

_MARKS = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_OTHERS = {
    b"PK\x03\x04": "a workbook or an archive",
    b"\xd0\xcf\x11\xe0": "an old workbook",
    b"\x1f\x8b": "compressed",
    b"%PDF": "a PDF",
}
_CHUNK_BYTES = 1 << 20
_SAMPLE_BYTES = 1 << 16
_LONG_SEQUENCES_TO_A_FAULT = 4  # in Windows letters, two that look like one of UTF-8 are rare
_FAULT = re.compile("[\udc80-\udcff]")
_BEYOND_ASCII = re.compile("[^\x00-\x7f\udc80-\udcff]")


def detect(path: Path) -> str:
    """Name the encoding of a file, one of ENCODINGS; Invalid when it is no text at all."""
    with path.open("rb") as stream:
        head = stream.read(4)
        for start, kind in _OTHERS.items():
            if head.startswith(start):
                raise not_a_list(f"This file is {kind}. Save it as CSV.")
        if head[:2] in _MARKS:
            return _MARKS[head[:2]]
        stream.seek(0)
        decoder = codecs.getincrementaldecoder("utf-8")(errors="surrogateescape")
        faults = sequences = 0
        sample = b""
        while chunk := stream.read(_CHUNK_BYTES):
            if not chunk.isascii():
                text = decoder.decode(chunk)
                found = len(_FAULT.findall(text))
                faults, sequences = faults + found, sequences + len(_BEYOND_ASCII.findall(text))
                sample = sample or (_around_fault(chunk) if found else b"")
    if not faults or sequences >= _LONG_SEQUENCES_TO_A_FAULT * faults:
        return "utf-8"  # a few damaged lines are reported one by one: another encoding would spoil all others
    return _windows_or_mac(sample)


def check(path: Path, encoding: str) -> str:
    """Give the encoding that somebody named; Invalid when the file cannot be written in it."""
    if encoding == "utf-16":  # whose mark says in which order its bytes stand
        with path.open("rb") as stream:
            if stream.read(2) not in _MARKS:
                raise not_a_list(
                    "This file is not in UTF-16: it does not begin with its mark. Do not name an encoding."
                )
    return encoding


def not_a_list(detail: str) -> Invalid:
    """Say what is wrong with a whole file."""
    return Invalid(detail, fields=(FieldError(pointer="", code="file", detail=detail),))


def _around_fault(chunk: bytes) -> bytes:
    """What stands from a little before the first byte that is no UTF-8, or no letter of English."""
    first = next(place for place, byte in enumerate(chunk) if byte > 0x7F)
    return chunk[max(0, first - _SAMPLE_BYTES // 16) :][:_SAMPLE_BYTES]


def _windows_or_mac(sample: bytes) -> str:
    from charset_normalizer import from_bytes  # late: it is large, and most files are UTF-8

    best = from_bytes(sample, cp_isolation=["cp1252", "mac_roman"]).best()
    return "mac-roman" if best is not None and best.encoding == "mac_roman" else "cp1252"
