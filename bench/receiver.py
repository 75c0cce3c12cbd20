"""A receiver that is as fast as possible: it answers 204 immediately, and records the arrival times.

It prints its port, then `complete` when the expected number of different sequences has arrived. When its standard input
ends, it writes pairs of 64-bit numbers (sequence, microseconds of wall time) into a file, and ends.
"""

import array
import asyncio
import sys
import time
from pathlib import Path
from typing import cast

import uvloop

_ANSWER = b"HTTP/1.1 204 No Content\r\n\r\n"
_LENGTH, _SEQUENCE, _END = b"\r\ncontent-length: ", b"\r\nce-sequence: ", b"\r\n\r\n"


class Arrivals:
    """The arrivals in their order."""

    def __init__(self, expected: int) -> None:
        self._expected = expected
        self._different: set[int] = set()
        self.pairs = array.array("q")

    def note(self, sequence: int, at_us: int) -> None:
        self.pairs.append(sequence)
        self.pairs.append(at_us)
        self._different.add(sequence)
        if len(self._different) == self._expected:
            self._expected = -1
            _say("complete")


class _Connection(asyncio.Protocol):
    """Reads one request at a time: the store sends no second one before the first is answered."""

    def __init__(self, arrivals: Arrivals) -> None:
        self._arrivals = arrivals
        self._read = b""
        self._since_us = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if not self._read:
            self._since_us = time.time_ns() // 1000
        self._read += data
        end = self._read.find(_END)
        if end < 0 or len(self._read) < end + len(_END) + self._number(_LENGTH):
            return
        sequence, self._read = self._number(_SEQUENCE), b""
        self._transport.write(_ANSWER)
        self._arrivals.note(sequence, self._since_us)

    def _number(self, header: bytes) -> int:
        start = self._read.index(header) + len(header)
        return int(self._read[start : self._read.index(b"\r\n", start)])


async def receive(expected: int, file: Path) -> None:
    """Receive until standard input ends."""
    loop = asyncio.get_running_loop()
    arrivals = Arrivals(expected)
    ended = asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), ended.set)
    server = await loop.create_server(lambda: _Connection(arrivals), "127.0.0.1", 0, backlog=256)
    _say(str(server.sockets[0].getsockname()[1]))
    await ended.wait()
    loop.remove_reader(sys.stdin.fileno())
    server.close()
    with file.open("wb") as stream:
        arrivals.pairs.tofile(stream)


def _say(word: str) -> None:
    sys.stdout.write(word + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    uvloop.run(receive(int(sys.argv[1]), Path(sys.argv[2])))
