"""Keeps an uploaded file until the whole form has been read: on the page, the file comes before its options."""

import asyncio
import errno
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile

from plantstore.domain.errors import StoreFull

PIECE_BYTES = 1 << 20  # bytes in memory; a longer file is written to disk in pieces of this size

Pieces = AsyncIterator[bytes]


@asynccontextmanager
async def buffered(parts: Pieces, folder: Path) -> AsyncIterator[Pieces]:
    """Read `parts` to the end, and yield the same content as a stream that begins with the first byte.

    Files above PIECE_BYTES are kept in an unnamed temporary file in `folder`, of which a crash leaves nothing. Raise
    StoreFull if the disk is full.
    """
    with SpooledTemporaryFile(max_size=PIECE_BYTES, dir=str(folder)) as file:
        pending = bytearray()
        try:
            async for part in parts:
                pending += part
                if len(pending) >= PIECE_BYTES:
                    await asyncio.to_thread(file.write, bytes(pending))
                    pending.clear()
            await asyncio.to_thread(file.write, bytes(pending))
            await asyncio.to_thread(file.seek, 0)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise StoreFull from error
            raise
        yield _pieces(file)


async def _pieces(file: "SpooledTemporaryFile[bytes]") -> Pieces:
    while piece := await asyncio.to_thread(file.read, PIECE_BYTES):
        yield piece
