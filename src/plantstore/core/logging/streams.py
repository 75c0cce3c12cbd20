"""Streams that log lines are written to."""

import contextlib
from typing import IO, Generic, Protocol, TypeVar

Line = TypeVar("Line", str, bytes)
Written = TypeVar("Written", str, bytes, contravariant=True)


class Stream(Protocol[Written]):
    """The methods of a stream that a logger needs."""

    def write(self, line: Written, /) -> object: ...

    def flush(self) -> None: ...


class BestEffortStream(Generic[Line]):
    """A stream that ignores write errors, because a full disk or a closed pipe must not stop deliveries."""

    def __init__(self, stream: IO[Line]) -> None:
        self._stream: IO[Line] = stream

    def write(self, line: Line) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._stream.write(line)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._stream.flush()
