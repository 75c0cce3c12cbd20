"""The checked rows between the check and the catalogue: a file of batches, so that what was previewed is what is added.

Each batch stands behind its length in four bytes. Where the next one begins is the resume key of an import.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

from plantstore.domain.plant import PlantFields

BATCH_ROWS_MAX = 500
BATCH_BYTES_MAX = 2_000_000  # so much is one transaction at most, however large its plants are
_LENGTH_BYTES = 4

Checked = tuple[int, bool, PlantFields, tuple[str, ...] | None]
"""The line of a plant in their file, whether it is a draft, its fields, and of a plant that is there those to take."""

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
    """Give the batch that begins there, and where the next one does; nothing at the end."""
    with path.open("rb") as stream:
        stream.seek(position)
        length = int.from_bytes(stream.read(_LENGTH_BYTES), "big")
        data = stream.read(length)
    if len(data) < length or not data:
        return [], position
    return _decode(data), position + _LENGTH_BYTES + length
