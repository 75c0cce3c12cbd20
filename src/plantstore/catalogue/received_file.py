"""Writes an uploaded file to disk while it arrives, so that it does not take memory."""

import errno
import hashlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from plantstore.domain.errors import StoreFull
from plantstore.storage.engine import durable_files

WRITE_BYTES = 1 << 20  # bytes to buffer before each write in a thread

InThread = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a blocking function in a thread, and returns its result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A completely received file that still has a temporary name."""

    path: Path
    size_bytes: int
    content_hash: str


async def receive(path: Path, parts: AsyncIterator[bytes], in_thread: InThread, *, durable: bool = True) -> Upload:
    """Write an upload to a new file that only its owner may read; sync it if it must be `durable`.

    Raise StoreFull if the disk is full. Remove the file on any error.
    """
    durable_files.make_private(path.parent)
    digest, size, buffer = hashlib.sha256(), 0, bytearray()
    stream = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb", buffering=0)
    try:
        with stream:
            async for part in parts:
                size += len(part)
                digest.update(part)
                buffer += part
                if len(buffer) >= WRITE_BYTES:
                    await in_thread(partial(_write, stream.fileno(), bytes(buffer)))
                    buffer.clear()
            await in_thread(partial(_write, stream.fileno(), bytes(buffer)))
            if durable:
                await in_thread(partial(os.fsync, stream.fileno()))
    except BaseException as error:
        await in_thread(partial(path.unlink, missing_ok=True))
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StoreFull from error
        raise
    return Upload(path=path, size_bytes=size, content_hash=digest.hexdigest())


def _write(handle: int, data: bytes) -> None:
    """Write all data. A single `os.write` may be partial, for example on a nearly full disk."""
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]
