"""The file of checked rows. The check writes it; after confirmation, the import adds exactly these previewed rows.

The file is a sequence of batches, each preceded by its length in four bytes. An import resumes at a batch's offset.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

from plantstore.domain.plants.plant import PlantFields

BATCH_ROWS_MAX = 500
BATCH_BYTES_MAX = 2_000_000  # max size of a batch, to keep transactions short even if plants are large
_LENGTH_BYTES = 4

Checked = tuple[int, bool, PlantFields, tuple[str, ...] | None]
"""Line number, whether the plant is a draft, its fields, and the names of fields to update; None for a new plant."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Checked]).decode


def write(stream: BinaryIO, rows: Sequence[Checked]) -> None:
    """Append rows to the file, in one or more batches."""
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
    """Return the batch at offset `position`, and the offset of the next batch; an empty batch at the file's end."""
    with path.open("rb") as stream:
        stream.seek(position)
        length = int.from_bytes(stream.read(_LENGTH_BYTES), "big")
        data = stream.read(length)
    if len(data) < length or not data:
        return [], position
    return _decode(data), position + _LENGTH_BYTES + length
