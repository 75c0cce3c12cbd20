"""Writes an .xlsx workbook in a process of its own with limits (`workbook_writer`), so that the store stays small."""

import errno
import os
import subprocess
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import IO

from plantstore.catalogue.exports.workbook_writer import FULL, TOO_LONG
from plantstore.core import child_process
from plantstore.domain.errors import Malformed, StoreFull

ROWS_MAX = 100_000
WALL_S = 180  # 100,000 plants take about 20 s
THREADS = ThreadPoolExecutor(1, thread_name_prefix="workbooks")
"""One workbook is written at a time, to limit the memory."""
_WRITER = "plantstore.catalogue.exports.workbook_writer"
_LOGGED_BYTES = 2_000


def write(rows: IO[bytes], target: IO[bytes], headings: Sequence[str]) -> None:
    """Write a workbook to `target`, with the rows of `cell_lines` in the file `rows`. Blocks, so call it in THREADS.

    Raise Malformed if a cell is too long for a workbook, and StoreFull if the disk is full.
    """
    rows.flush()
    os.lseek(rows.fileno(), 0, os.SEEK_SET)
    with tempfile.TemporaryDirectory(prefix="plantstore-workbook-") as folder, tempfile.TemporaryFile() as errors:
        code = _run([folder, ",".join(headings)], rows, target, errors)
        if code == FULL:
            raise StoreFull
        if code == TOO_LONG:
            raise Malformed("A cell has more than 32,767 characters, which is the limit of workbooks. Use csv.")
        if code:
            errors.seek(0)
            text = errors.read(_LOGGED_BYTES).decode(errors="replace")
            raise RuntimeError(f"The process that writes workbooks ended with exit code {code}: {text}")
    target.seek(0)


def _run(arguments: list[str], rows: IO[bytes], target: IO[bytes], errors: IO[bytes]) -> int:
    files = rows.fileno(), target.fileno()
    lifeline, our_end = os.pipe()
    try:
        process = child_process.start(
            _WRITER,
            [*arguments, *map(str, files)],
            stdin=lifeline,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            pass_fds=files,
        )
        try:
            return process.wait(WALL_S)
        except BaseException:
            process.kill()
            process.wait()
            raise
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StoreFull from error
        raise
    finally:
        os.close(lifeline)
        os.close(our_end)
