"""The standard streams: always open, and no reason for a traceback when nothing can be written."""

import errno
import io
import os
import sys

CANNOT_BE_WRITTEN = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG})
_STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))  # by their numbers


def prepare() -> None:
    """Put the null device where a stream is closed, and escape what a stream's encoding lacks.

    Without it the next file that is opened would get the number of the closed stream, and what is printed would go into
    the database. An old terminal is no reason to fail.
    """
    for number, (name, mode) in enumerate(_STREAMS):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free number, which is this one
        setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115  # for the whole run
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def give_up_printing() -> None:
    """Let what is still in the buffer of standard output go: it would be written at the end, and fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
