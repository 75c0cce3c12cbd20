"""Converts a sheet of an uploaded .xlsx workbook to a CSV file, in a separate process with limits (`sheet_reader`).

The library that reads workbooks can end its process, or need much memory, so it never runs in the store's process.
"""

import errno
import json
import os
import subprocess
import tempfile
from asyncio import CancelledError, gather, wrap_future
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from signal import SIGXCPU
from threading import Lock
from typing import IO

import msgspec
import structlog

from plantstore.catalogue.imports.columns.file_layout import COLUMNS_MAX
from plantstore.catalogue.imports.text_files.encodings import not_a_list
from plantstore.catalogue.imports.workbooks.archive import check_archive, looks_like_xlsx
from plantstore.catalogue.imports.workbooks.limits import DAMAGED, SHEET_NAME_CHARS_MAX, SheetLimits
from plantstore.catalogue.imports.workbooks.sheet_reader import REQUEST_BYTES_MAX
from plantstore.core import child_process
from plantstore.domain.errors import StoreFull

__all__ = ["LIMITS", "Sheet", "SheetFacts", "SheetLimits", "convert", "looks_like_xlsx"]

LIMITS = SheetLimits(columns=COLUMNS_MAX)
CONVERSIONS_MAX = 1  # workbooks read at the same time, to limit the memory
REPLY_BYTES_MAX = 1 << 20
_LOGGED_BYTES = 2_000
_READER = "plantstore.catalogue.imports.workbooks.sheet_reader"
_THREADS = ThreadPoolExecutor(CONVERSIONS_MAX, thread_name_prefix="spreadsheets")
_log = structlog.get_logger("plantstore")


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet of a workbook. `rows` counts the rows with content; None if that is unknown."""

    name: str
    rows: int | None
    hidden: bool


class ColumnDates(msgspec.Struct, frozen=True, kw_only=True):
    """How many cells of a column, from 0, hold a date or a time, and the first of them, such as "C5"."""

    column: int
    count: int
    first: str


class SheetFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about a converted sheet, and about the workbook it is in.

    `sheet` is the name of the converted sheet, `sheets` has every sheet of the workbook. `rows` counts its rows with
    content; `last_row` and `columns` are the last ones with content, from 1. `dates` has the columns with dates or
    times, among them pot sizes such as 10/12 that the spreadsheet program took for dates. `merged` counts merged
    ranges. `errors` counts cells with an error such as #N/A, `uncalculated` formulas without a stored result; both
    become empty. The first of each is a reference such as "C5", and empty if there is none.
    """

    sheets: list[Sheet]
    sheet: str
    rows: int
    last_row: int
    columns: int
    dates: list[ColumnDates]
    merged: int
    first_merged: str
    errors: int
    first_error: str
    uncalculated: int


class _Reply(msgspec.Struct, frozen=True):
    """The reply of the reading process: `facts`, or why there are none."""

    facts: SheetFacts | None = None
    refused: str = ""
    damaged: str = ""
    memory: bool = False
    full: bool = False


_read_reply = msgspec.json.Decoder(_Reply).decode


async def convert(
    source: Path,
    target: Path,
    *,
    sheet: str | None = None,
    wanted: Mapping[str, str] | None = None,
    limits: SheetLimits = LIMITS,
) -> SheetFacts:
    """Write a sheet of the workbook `source` to `target` as CSV (UTF-8, comma), and return what was found.

    `sheet` is the name of a sheet, or its number, such as "#2". Without it, take the visible sheet with the most rows
    that has known headings, or headings in the values of `wanted`; if none has, the first visible one with content.

    Line n of the CSV file is row n of the sheet, its first
    column is column A; a line break within a cell is U+2028. Raise Invalid, with a message that says what to do, if the
    workbook cannot be read within `limits`, and StoreFull if the disk is full; then there is no file `target`. At most
    CONVERSIONS_MAX workbooks are read at a time. Cancelling ends the reading process.
    """
    reading = _Reading(source, target, sheet, wanted or {}, limits)
    future = _THREADS.submit(reading.run)
    try:
        return await wrap_future(future)
    except CancelledError:
        reading.stop()
        if not future.cancelled():  # it was running; wait until the process has ended
            await gather(wrap_future(future), return_exceptions=True)
        raise


class _Reading:
    """One run of the reading process. `run` blocks; `stop` ends it from another thread."""

    def __init__(
        self, source: Path, target: Path, sheet: str | None, wanted: Mapping[str, str], limits: SheetLimits
    ) -> None:
        self._source = source
        self._target = target
        self._sheet = sheet
        self._wanted = wanted
        self._limits = limits
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = self._timed_out = False

    def run(self) -> SheetFacts:
        check_archive(self._source, self._limits)
        if self._sheet is not None and len(self._sheet) > SHEET_NAME_CHARS_MAX:
            raise not_a_list(f"The name of a sheet has at most {SHEET_NAME_CHARS_MAX} characters.")
        try:
            with _unnamed_file(self._target.parent) as output, _unnamed_file(self._target.parent) as errors:
                code = self._run_process(output, errors)
                output.seek(0)
                errors.seek(0)
                return self._facts(code, output.read(REPLY_BYTES_MAX + 1), errors.read(_LOGGED_BYTES))
        except BaseException as error:
            self._target.unlink(missing_ok=True)
            if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise StoreFull from error
            raise

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def _run_process(self, output: IO[bytes], errors: IO[bytes]) -> int:
        """Run the process until it ends or its time is over. Return its exit code."""
        lifeline, our_end = os.pipe()
        try:
            os.write(our_end, self._request())
            with self._lock:
                if self._stopped:
                    raise CancelledError
                self._process = child_process.start(_READER, stdin=lifeline, stdout=output, stderr=errors)
            try:
                return self._process.wait(self._limits.wall_s)
            except subprocess.TimeoutExpired:
                self._timed_out = True
                self._process.kill()
                return self._process.wait()
        finally:
            os.close(lifeline)
            os.close(our_end)

    def _request(self) -> bytes:
        request = {
            "source": str(self._source.absolute()),
            "target": str(self._target.absolute()),
            "sheet": self._sheet,
            "map": self._wanted,
            "limits": asdict(self._limits),
        }
        line = json.dumps(request, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
        assert len(line) <= REQUEST_BYTES_MAX, "paths have at most 4,096 bytes, the API limits the map"
        return line

    def _facts(self, code: int, output: bytes, errors: bytes) -> SheetFacts:
        """Return the facts of a reply. Raise the error that the reply, or its absence, stands for."""
        if self._stopped:
            raise CancelledError
        if code or not output:
            raise self._ended(code, errors)
        if len(output) > REPLY_BYTES_MAX:
            raise not_a_list(DAMAGED)
        reply = _read_reply(output)
        if reply.facts is not None:
            return reply.facts
        if reply.full:
            raise StoreFull
        if reply.damaged:
            _log.info("workbook could not be read", error=reply.damaged)
        raise not_a_list(self._memory_text() if reply.memory else reply.refused or DAMAGED)

    def _ended(self, code: int, errors: bytes) -> Exception:
        """Return the error for a process that ended without a reply."""
        text = errors.decode(errors="replace").strip()
        if self._timed_out or code == -SIGXCPU:
            _log.warning("reading a workbook took too long", exit_code=code)
            return not_a_list(
                "Reading the workbook takes too long. Delete what is not needed, or save the sheet as CSV."
            )
        if code < 0:  # by a signal: the library aborts if memory runs out
            _log.warning("reading a workbook ended the reading process", exit_code=code, error=text)
            return not_a_list(self._memory_text())
        return RuntimeError(f"The process that reads workbooks ended with exit code {code}: {text[-_LOGGED_BYTES:]}")

    def _memory_text(self) -> str:
        return (
            f"The workbook needs more than {self._limits.memory_bytes >> 20:,} MiB of memory, or is damaged. Copy the "
            "list to a new workbook, or save the sheet as CSV."
        )


def _unnamed_file(folder: Path) -> IO[bytes]:
    return tempfile.TemporaryFile(dir=folder)
