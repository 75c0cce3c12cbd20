"""One file of a continuous backup: pages of the database, compressed and encrypted.

`age -d -i KEYFILE FILE | gunzip` shows a line of JSON, and then each page after its number (4 bytes, big-endian).
"""

import json
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plantstore.domain.timestamps import Instant
from plantstore.operations.continuous_backup.keys import encrypt
from plantstore.storage.engine.protocols import StorageRefused

PAGES_MAX = 512  # max pages in a file: 2 MiB, before they are compressed
PAGE_BYTES_MAX = 65_536  # SQLite's largest page
UNKNOWN = Instant(0)
_FORMAT = 1
_HEADER_BYTES_MAX = 1_000
_LEVEL = 1  # zlib's fastest: pages shrink to about a third
_GZIP = 31  # zlib's window bits for gzip
_NUMBER = struct.Struct(">I")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSet:
    """Pages by number. `database_pages` is the size of the database after them; 0 if it is unknown.

    `since`: everything that was committed until then is in earlier files; 0 if that is not known.
    """

    name: str
    page_bytes: int
    database_pages: int
    pages: Mapping[int, bytes]
    since: Instant = UNKNOWN


def encode(pages: PageSet, recipient: Any) -> bytes:
    """Return the content of a file that only the private key of `recipient` reads."""
    header = {
        "format": _FORMAT,
        "name": pages.name,
        "page_bytes": pages.page_bytes,
        "database_pages": pages.database_pages,
        "since": pages.since,
        "pages": len(pages.pages),
    }
    packed = zlib.compressobj(_LEVEL, wbits=_GZIP)
    content = [packed.compress(json.dumps(header).encode() + b"\n")]
    content.append(packed.compress(b"".join(_numbered(pages.pages.items()))))
    content.append(packed.flush())
    return encrypt(b"".join(content), recipient)


def decode(name: str, content: bytes, keys: Sequence[Any]) -> PageSet:
    """Read a file. Raise StorageRefused if none of the keys reads it, or the file is damaged or has another name."""
    import pyrage

    try:
        packed = pyrage.decrypt(content, keys)
    except pyrage.DecryptError as error:
        raise StorageRefused(f"{name} cannot be read with this key, or is damaged: {error}.") from error
    try:
        unpacker = zlib.decompressobj(wbits=_GZIP)
        plain = unpacker.decompress(packed, _HEADER_BYTES_MAX + PAGES_MAX * (PAGE_BYTES_MAX + _NUMBER.size))
        line, _, rest = plain.partition(b"\n")
        header = json.loads(line)
        if header["format"] != _FORMAT:
            raise StorageRefused(f"{name} was written by a newer version of Plant Store.")
        found = PageSet(
            name=header["name"],
            page_bytes=header["page_bytes"],
            database_pages=header["database_pages"],
            since=Instant(header.get("since", UNKNOWN)),
            pages=_pages(rest, header["page_bytes"], header["pages"]),
        )
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise StorageRefused(f"{name} is damaged: {type(error).__name__}.") from error
    if found.name != name:
        raise StorageRefused(f"{name} has the content of {found.name}.")
    return found


def _numbered(pages: Iterable[tuple[int, bytes]]) -> Iterable[bytes]:
    for number, content in pages:
        yield _NUMBER.pack(number)
        yield content


def _pages(content: bytes, page_bytes: int, count: int) -> Mapping[int, bytes]:
    size = _NUMBER.size + page_bytes
    if len(content) != size * count:
        raise ValueError("a page is cut off")
    starts = range(0, len(content), size)
    return {_NUMBER.unpack_from(content, start)[0]: content[start + _NUMBER.size : start + size] for start in starts}
