"""Converts uploaded pictures in a child process (`picture_reader`), which is kept for the next picture.

Starting the process takes longer than a picture. So it is kept, and replaced after PICTURES_PER_PROCESS_MAX pictures,
after every fault, and if nothing was uploaded for IDLE_S.
"""

import errno
import json
import os
import select
import subprocess
import tempfile
from asyncio import CancelledError, TimerHandle, gather, get_running_loop, to_thread, wrap_future
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from signal import SIGXCPU
from threading import Lock
from typing import IO

import msgspec
import structlog

from plantstore.catalogue.photos.limits import PictureLimits
from plantstore.core import child_process
from plantstore.domain.errors import FieldError, Invalid, StoreFull
from plantstore.domain.plants.photo import PhotoSize

LIMITS = PictureLimits()
PICTURES_PER_PROCESS_MAX = 200
IDLE_S = 30.0  # how long the process waits for the next picture; it then has about 25 MiB
REPLY_BYTES_MAX = 4_096
_LOGGED_BYTES = 2_000
_READER = "plantstore.catalogue.photos.picture_reader"
_log = structlog.get_logger("plantstore")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictures:
    """The converted pictures of a photo. `width` and `height` are those of the full one, in pixels."""

    width: int
    height: int
    contents: dict[PhotoSize, bytes]

    @property
    def size_bytes(self) -> int:
        """Return the size of all pictures together."""
        return sum(map(len, self.contents.values()))


class _Reply(msgspec.Struct, frozen=True):
    """The reply of the process: the size of the full picture, or why there is none."""

    width: int = 0
    height: int = 0
    refused: str = ""
    error: str = ""
    memory: bool = False
    full: bool = False


_read_reply = msgspec.json.Decoder(_Reply).decode


class Converter:
    """Converts one picture at a time, in the order of the calls."""

    def __init__(self, limits: PictureLimits = LIMITS) -> None:
        self._limits = limits
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._child: _Child | None = None
        self._child_lock = Lock()
        self._end_idle: TimerHandle | None = None
        self._closed = self._is_used = False

    async def convert(self, source: Path) -> Pictures:
        """Return the pictures of an uploaded file. During that, files with longer names are next to it.

        Raise Invalid, with a message that says what to do, if the file is no picture or needs more than the limits, and
        StoreFull if the disk is full.
        """
        if self._end_idle is not None:
            self._end_idle.cancel()
        self._is_used = True
        future = self._threads.submit(self._convert, source)
        try:
            return await wrap_future(future)
        except CancelledError:
            if not future.cancelled():  # it was running: its files may be removed only after it has ended
                self._kill()
                await gather(wrap_future(future), return_exceptions=True)
            raise
        finally:
            if not self._closed:
                self._end_idle = get_running_loop().call_later(IDLE_S, self._threads.submit, self._end_child)

    async def close(self) -> None:
        """End the process, even if it converts a picture now."""
        self._closed = True
        if self._end_idle is not None:
            self._end_idle.cancel()
        if self._is_used:
            self._kill()
            self._threads.submit(self._end_child)
            await to_thread(self._threads.shutdown)

    def _convert(self, source: Path) -> Pictures:
        try:
            child = self._child_for(source.parent)
            reply = child.convert(source)
            if reply.memory or child.pictures >= PICTURES_PER_PROCESS_MAX:
                self._end_child()
            if reply.full:
                raise StoreFull
            if reply.error:
                _log.info("a picture could not be read", error=reply.error)
            if reply.memory or reply.refused:
                raise not_a_picture(self._memory_text() if reply.memory else reply.refused)
            contents = {size: Path(f"{source}.{size}").read_bytes() for size in PhotoSize}
            return Pictures(width=reply.width, height=reply.height, contents=contents)
        except _Ended as error:
            self._end_child()
            _log.warning("converting a picture ended the process", detail=str(error))
            raise not_a_picture(
                "Reading the picture takes too long. Open it in a picture program, and save it smaller."
                if error.timed_out
                else self._memory_text()
            ) from error
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise StoreFull from error
            raise
        finally:
            for size in PhotoSize:
                Path(f"{source}.{size}").unlink(missing_ok=True)

    def _child_for(self, folder: Path) -> "_Child":
        with self._child_lock:
            if self._child is None:
                self._child = _Child(self._limits, folder)
            return self._child

    def _end_child(self) -> None:
        with self._child_lock:
            child, self._child = self._child, None
        if child is not None:
            child.end()

    def _kill(self) -> None:
        with self._child_lock:
            if self._child is not None:
                self._child.kill()

    def _memory_text(self) -> str:
        return (
            f"The picture needs more than {self._limits.memory_bytes >> 20:,} MiB of memory, or is damaged. Open it in "
            "a picture program, and save it smaller, as JPEG."
        )


class _Ended(Exception):
    """The process ended without a reply, or was ended because it took too long."""

    def __init__(self, text: str, *, timed_out: bool) -> None:
        super().__init__(text)
        self.timed_out = timed_out


class _Child:
    """One process. `pictures` counts what it was sent. Only `kill` may be called in another thread."""

    def __init__(self, limits: PictureLimits, folder: Path) -> None:
        self._limits = limits
        self._errors = _unnamed_file(folder)
        lifeline, self._lifeline = os.pipe()
        try:
            self._process = child_process.start(
                _READER,
                [str(lifeline)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                pass_fds=(lifeline,),
            )
        except BaseException:
            os.close(self._lifeline)
            self._errors.close()
            raise
        finally:
            os.close(lifeline)
        self.pictures = 0
        self._send(asdict(limits))

    def convert(self, source: Path) -> _Reply:
        self.pictures += 1
        self._send({"source": str(source.absolute())})
        return _read_reply(self._reply())

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> None:
        """End the process, and wait for it."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None and self._process.stdout is not None
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            stream.close()
        os.close(self._lifeline)

    def _send(self, request: dict[str, object]) -> None:
        assert self._process.stdin is not None
        try:
            os.write(self._process.stdin.fileno(), json.dumps(request).encode() + b"\n")
        except BrokenPipeError as error:
            raise self._ended() from error

    def _reply(self) -> bytes:
        """Return the next line of the process, which writes a line all in one (`PIPE_BUF` in pipe(7))."""
        assert self._process.stdout is not None
        arrived = select.poll()  # unlike select(), it takes any number of open files
        arrived.register(self._process.stdout, select.POLLIN)
        if not arrived.poll(self._limits.wall_s * 1_000):
            raise self._ended(timed_out=True)
        reply = os.read(self._process.stdout.fileno(), REPLY_BYTES_MAX)
        if not reply.endswith(b"\n"):
            raise self._ended()
        return reply

    def _ended(self, *, timed_out: bool = False) -> _Ended:
        self._process.kill()
        code = self._process.wait()
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - _LOGGED_BYTES))
        text = self._errors.read().decode(errors="replace").strip()
        return _Ended(f"exit code {code} {text}".strip(), timed_out=timed_out or code == -SIGXCPU)


def _unnamed_file(folder: Path) -> IO[bytes]:
    return tempfile.TemporaryFile(dir=folder)


def not_a_picture(detail: str) -> Invalid:
    """Return the error for an upload that cannot be used as a photo."""
    return Invalid(detail, fields=(FieldError(pointer="", code="photo", detail=detail),))
