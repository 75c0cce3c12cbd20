"""Reads a file in which some lines are UTF-8 and others are not, and decodes each line separately.

Each line break in the file ends a line, even a line break within a cell. In a line that is UTF-8 except for a
few bytes, these bytes become surrogates, so that its row is reported as bad; decoding the line with another encoding
would corrupt the rest of it. In a file that is mostly not UTF-8, such a line is decoded like the others: what looks
like UTF-8 is then text that was spoiled before, which can be repaired.
"""

import re
from collections.abc import Iterator
from enum import Enum, auto
from pathlib import Path
from typing import BinaryIO

from plantstore.catalogue.imports.text_files import legacy_encodings

LINE_BYTES_MAX = 1 << 20  # max bytes of a line: four for each character of the longest accepted line
RANGES_MAX = 20  # max ranges of line numbers listed in a note
_BLOCK_BYTES = 1 << 20
_MARK = b"\xef\xbb\xbf"
_ESCAPED = re.compile("[\udc80-\udcff]")
_BEYOND_ASCII = re.compile("[^\x00-\x7f\udc80-\udcff]")
# Characters common in plant lists. Their UTF-8 bytes, decoded as Windows-1252, would be sequences such as "Ã¼", "â€™"
# or "Ì€", which do not occur in real text, so a line that contains them is UTF-8.
_COMMON = re.compile("[\xa0-\u017f\u0300-\u036f\u1e00-\u1eff\u2010-\u2044\u20ac\u2122\ufb00-\ufb04]")
_CONCLUSIVE = 3  # min valid multi-byte sequences that prove a line is UTF-8, in any script


class Kind(Enum):
    """The kind of a line's encoding. `BROKEN` is UTF-8 with some invalid bytes, `OTHER` is not UTF-8."""

    ASCII = auto()
    UTF_8 = auto()
    BROKEN = auto()
    OTHER = auto()


def kind_of(line: bytes) -> Kind:
    """Return whether a line is ASCII, UTF-8, broken UTF-8 or another encoding."""
    if line.isascii():
        return Kind.ASCII
    text = line.decode("utf-8", "surrogateescape")
    is_whole = _ESCAPED.search(text) is None
    if _COMMON.search(text):
        return Kind.UTF_8 if is_whole else Kind.BROKEN
    if is_whole and (len(_BEYOND_ASCII.findall(text)) >= _CONCLUSIVE or not legacy_encodings.is_likely(line)):
        return Kind.UTF_8
    return Kind.OTHER


def byte_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file, with their line ends (LF, CRLF or CR). Split lines longer than LINE_BYTES_MAX."""
    rest = stream.read(len(_MARK))
    rest = b"" if rest == _MARK else rest
    while block := stream.read(_BLOCK_BYTES):
        lines = (rest + block).splitlines(keepends=True)
        rest = lines.pop()  # the rest of the line, or the LF of its CRLF, may be in the next block
        yield from lines
        if len(rest) > LINE_BYTES_MAX and not rest.endswith(b"\r"):
            yield rest
            rest = b""
    if rest:
        yield from rest.splitlines(keepends=True)


class MixedEncodingText:
    """Reads a file of mixed encodings as text, line by line, with unchanged line ends.

    `mostly` says whether most lines have the encoding `fallback`. `other_lines` counts the lines that were decoded as
    `fallback`; `ranges` has the first ranges of their line numbers.
    """

    def __init__(self, path: Path, *, fallback: str, mostly: bool = False) -> None:
        self._others = (Kind.OTHER, Kind.BROKEN) if mostly else (Kind.OTHER,)
        self._stream = path.open("rb")
        self._codec = legacy_encodings.CANDIDATES[fallback]
        self._lines = byte_lines(self._stream)
        self._rest = ""
        self._line = 1
        self.other_lines = 0
        self.ranges: list[tuple[int, int]] = []

    def readline(self, size: int = -1, /) -> str:
        """Return the next line, or its next `size` characters; an empty string at the end of the file."""
        if not self._rest:
            self._rest = self._decode(next(self._lines, b""))
        size = len(self._rest) if size < 0 else size
        text, self._rest = self._rest[:size], self._rest[size:]
        return text

    def read(self, size: int, /) -> str:
        """Return complete lines with at least `size` characters in total, or the rest of the file."""
        parts: list[str] = []
        while size > 0 and (line := self.readline(LINE_BYTES_MAX)):
            parts.append(line)
            size -= len(line)
        return "".join(parts)

    def close(self) -> None:
        self._stream.close()

    def _decode(self, line: bytes) -> str:
        other = kind_of(line) in self._others
        if other:
            self._note_other()
        self._line += line.endswith((b"\n", b"\r"))
        return line.decode(self._codec if other else "utf-8", "surrogateescape")

    def _note_other(self) -> None:
        self.other_lines += 1
        if self.ranges and self.ranges[-1][1] >= self._line - 1:
            self.ranges[-1] = (self.ranges[-1][0], self._line)
        elif len(self.ranges) < RANGES_MAX:
            self.ranges.append((self._line, self._line))
