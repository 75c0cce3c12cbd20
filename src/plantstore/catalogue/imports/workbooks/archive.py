"""Checks, without unpacking anything, that an uploaded file is an .xlsx workbook of a reasonable size.

An .xlsx workbook is a ZIP archive (APPNOTE.TXT 6.3, sections 4.3.12 to 4.3.16). The sizes that its directory declares
may be false, so the process that unpacks it has limits of its own.
"""

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from plantstore.catalogue.imports.text_files.encodings import not_a_list
from plantstore.catalogue.imports.workbooks.limits import DAMAGED, PROTECTED, SheetLimits
from plantstore.domain.errors import Invalid

ENTRIES_MAX = 10_000  # files in a workbook; each picture is one
DIRECTORY_BYTES_MAX = 4 << 20
RATIO_MAX = 200  # max compression of a large part; a real list of plants reaches 10 to 30
RATIO_FROM_BYTES = 16 << 20  # smaller parts may be compressed as much as they like

_SAVE_AS = "Save it as .xlsx or CSV."

ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # MS-CFB 2.2: an .xls workbook, or an .xlsx workbook with a password

_END = struct.Struct("<4s4H2LH")
_END_64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR_64_BYTES = 20
_COMMENT_BYTES_MAX = 0xFFFF
_FULL_16, _FULL_32 = 0xFFFF, 0xFFFFFFFF  # the value is in the ZIP64 record
_ENTRY = struct.Struct("<4s6H3L5H2L")
_ENCRYPTED_FLAG = 1
_ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")  # MS-OFFCRYPTO 2.3.4.4
_OLE_DIRECTORY_BYTES = 1 << 16
_UTF_8_FLAG = 1 << 11


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """A file in the archive, as the directory declares it."""

    name: str
    encrypted: bool
    packed_bytes: int
    unpacked_bytes: int

    @property
    def is_xml(self) -> bool:
        return self.name.endswith((".xml", ".rels"))


def looks_like_xlsx(head: bytes) -> bool:
    """True if a file that begins with `head` (at least 8 bytes) may be an .xlsx workbook, perhaps with a password."""
    return head.startswith((ZIP, OLE))


def check_archive(path: Path, limits: SheetLimits) -> None:
    """Raise Invalid, with a message that says what to do, if the file cannot be an .xlsx workbook or is too large."""
    with path.open("rb") as stream:
        head = stream.read(len(OLE))
        if head.startswith(OLE):
            raise not_a_list(PROTECTED if _is_encrypted(stream) else f"This is an old workbook (.xls). {_SAVE_AS}")
        if not head.startswith(ZIP):
            raise not_a_list(f"This is not an .xlsx workbook. {_SAVE_AS}")
        entries = list(_read_directory(stream))
    names = {entry.name for entry in entries}
    if "xl/workbook.xml" not in names:
        raise _other_kind(names)
    if any(entry.encrypted for entry in entries):
        raise not_a_list(PROTECTED)
    if sum(entry.unpacked_bytes for entry in entries if entry.is_xml) > limits.unpacked_bytes:
        raise not_a_list(limits.unpacked_text)
    for entry in entries:
        if RATIO_FROM_BYTES <= entry.unpacked_bytes > RATIO_MAX * entry.packed_bytes:
            raise not_a_list(
                f"A part of the workbook is compressed more than {RATIO_MAX} to 1, which no list of plants is. "
                "Save the sheet as CSV."
            )


def _other_kind(names: set[str]) -> Invalid:
    if "xl/workbook.bin" in names:
        return not_a_list(f"This is a binary workbook (.xlsb). {_SAVE_AS}")
    if {"mimetype", "content.xml"} <= names:
        return not_a_list(f"This is an OpenDocument file (.ods). {_SAVE_AS}")
    if any(name.endswith(".iwa") or name == "index.zip" for name in names):
        return not_a_list(f"This is a Numbers document. {_SAVE_AS}")
    return not_a_list("This is an archive, not a workbook. Unpack it, and upload the .xlsx or CSV file that is in it.")


def _is_encrypted(stream: BinaryIO) -> bool:
    """True if the directory of an OLE file lists an encrypted workbook (MS-CFB 2.2 and 2.6)."""
    stream.seek(0)
    header = stream.read(512)
    if len(header) < 512:
        return False
    (shift,) = struct.unpack_from("<H", header, 30)
    (first_sector,) = struct.unpack_from("<L", header, 48)
    if shift not in (9, 12):
        return False
    stream.seek((first_sector + 1) << shift)
    return _ENCRYPTED_STREAM in stream.read(_OLE_DIRECTORY_BYTES)


def _read_directory(stream: BinaryIO) -> Iterator[_Entry]:
    """Yield the entries of the central directory. Raise Invalid if there are too many, or if it is damaged."""
    end, count, size = _find_directory(stream)
    if count > ENTRIES_MAX or size > DIRECTORY_BYTES_MAX:
        raise not_a_list(
            f"The workbook consists of more than {ENTRIES_MAX:,} files, for example pictures. Save the sheet as CSV."
        )
    if size > end:
        raise not_a_list(DAMAGED)
    stream.seek(end - size)
    directory = stream.read(size)
    position = 0
    try:
        for _ in range(count):
            entry, position = _read_entry(directory, position)
            yield entry
    except (struct.error, ValueError) as error:
        raise not_a_list(DAMAGED) from error


def _find_directory(stream: BinaryIO) -> tuple[int, int, int]:
    """Return where the central directory ends, the number of its entries, and its size in bytes."""
    size = stream.seek(0, os.SEEK_END)
    start = max(0, size - _END.size - _COMMENT_BYTES_MAX)
    stream.seek(start)
    tail = stream.read()
    found = tail.rfind(b"PK\x05\x06")
    if found < 0 or len(tail) - found < _END.size:
        raise not_a_list(DAMAGED)
    end = start + found
    _, _, _, _, count, directory_bytes, offset, _ = _END.unpack_from(tail, found)
    if count != _FULL_16 and directory_bytes != _FULL_32 and offset != _FULL_32:
        return end, count, directory_bytes
    record = end - _LOCATOR_64_BYTES - _END_64.size
    if record < 0:
        raise not_a_list(DAMAGED)
    stream.seek(record)
    signature, *_, count, directory_bytes, _ = _END_64.unpack(stream.read(_END_64.size))
    if signature != b"PK\x06\x06":
        raise not_a_list(DAMAGED)
    return record, count, directory_bytes


def _read_entry(directory: bytes, position: int) -> tuple[_Entry, int]:
    """Return the entry at `position`, and the position of the next. Raise ValueError if there is none."""
    fields = _ENTRY.unpack_from(directory, position)
    signature, flags, packed, unpacked = fields[0], fields[3], fields[8], fields[9]
    name_bytes, extra_bytes, comment_bytes = fields[10:13]
    name_at = position + _ENTRY.size
    extra_at = name_at + name_bytes
    following = extra_at + extra_bytes + comment_bytes
    if signature != b"PK\x01\x02" or following > len(directory):
        raise ValueError
    sizes = _sizes_64(directory[extra_at : extra_at + extra_bytes])
    if unpacked == _FULL_32 and sizes:
        unpacked = sizes.pop(0)
    if packed == _FULL_32 and sizes:
        packed = sizes.pop(0)
    encoding = "utf-8" if flags & _UTF_8_FLAG else "cp437"
    name = directory[name_at:extra_at].decode(encoding, "replace")
    entry = _Entry(
        name=name.lower(), encrypted=bool(flags & _ENCRYPTED_FLAG), packed_bytes=packed, unpacked_bytes=unpacked
    )
    return entry, following


def _sizes_64(extra: bytes) -> list[int]:
    """Return the sizes in the ZIP64 field of an entry's extra fields: unpacked and packed, as far as they are there."""
    position = 0
    while position + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, position)
        if kind == 1:
            value = extra[position + 4 : position + 4 + length]
            return list(struct.unpack_from(f"<{min(2, len(value) // 8)}Q", value))
        position += 4 + length
    return []
