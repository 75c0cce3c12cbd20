"""The file of checked rows: the check writes it, and the import adds exactly its rows, as they were previewed.

The file is a sequence of batches, each after its length in four bytes. An import resumes at the offset of a batch.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

from plantstore.domain.plant import PlantFields

BATCH_ROWS_MAX = 500
BATCH_BYTES_MAX = 2_000_000  # limit of one transaction, even if plants are large
_LENGTH_BYTES = 4

Checked = tuple[int, bool, PlantFields, tuple[str, ...] | None]
"""The line in the file, whether the plant is a draft, its fields, and for an update the names of the fields to take."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Checked]).decode


def write(stream: BinaryIO, rows: Sequence[Checked]) -> None:
    """Append rows, in one batch or several."""
    if not rows:
        return
    data = _encode(rows)
    if len(rows) > 1 and (len(rows) > BATCH_ROWS_MAX or len(data) > BATCH_BYTES_MAX):
        middle = len(rows) // 2
        write(stream, rows[:middle])
        write(stream, rows[middle:])
    else:
        stream.write(len(data).to_bytes(_LENGTH_BYTES, "big") + data)


def read(path: Path, position: int) -> tuple[list[Checked], int]:
    """Return the batch at an offset, and the offset of the next; an empty batch at the end of the file."""
    with path.open("rb") as stream:
        stream.seek(position)
        length = int.from_bytes(stream.read(_LENGTH_BYTES), "big")
        data = stream.read(length)
    if len(data) < length or not data:
        return [], position
    return _decode(data), position + _LENGTH_BYTES + length
