"""A receiver for throughput: it answers 204 to every POST immediately and counts; GET returns the count.

Usage: `python -m bench.sink [--certificate FILE] [--port PORT] [--wait-ms MS]`

It prints its port; with a certificate (chain and key in one PEM file) also a second one, for TLS. The bench uses it if
the faster nginx is not installed, and if a receiver must restart at a given port or respond slowly.
"""

import argparse
import asyncio
import ssl
import sys
from typing import cast

import uvloop

_ANSWER = b"HTTP/1.1 204 No Content\r\n\r\n"
_LENGTH, _END = b"\r\ncontent-length: ", b"\r\n\r\n"
_counted = 0
_wait_s = 0.0


class _Connection(asyncio.Protocol):
    """Reads one request at a time: no client sends a second one before the first is answered."""

    def __init__(self) -> None:
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        global _counted
        read = self._read = self._read + data
        end = read.find(_END)
        if end < 0:
            return
        if read.startswith(b"GET "):
            text = str(_counted)
            self._transport.write(f"HTTP/1.1 200 OK\r\ncontent-length: {len(text)}\r\n\r\n{text}".encode())
        else:
            start = read.index(_LENGTH) + len(_LENGTH)
            if len(read) < end + len(_END) + int(read[start : read.index(b"\r\n", start)]):
                return
            if _wait_s:
                asyncio.get_running_loop().call_later(_wait_s, self._transport.write, _ANSWER)
            else:
                self._transport.write(_ANSWER)
            _counted += 1
        self._read = b""


async def serve(port: int, certificate: str) -> None:
    """Receive until the process is ended."""
    loop = asyncio.get_running_loop()
    servers = [await loop.create_server(_Connection, "127.0.0.1", port, backlog=512)]
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        servers.append(await loop.create_server(_Connection, "127.0.0.1", 0, ssl=context, backlog=512))
    sys.stdout.write(" ".join(str(server.sockets[0].getsockname()[1]) for server in servers) + "\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.sink")
    parser.add_argument("--certificate", default="")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--wait-ms", type=float, default=0.0, help="delay of each response in milliseconds")
    chosen = parser.parse_args()
    _wait_s = chosen.wait_ms / 1000
    uvloop.run(serve(chosen.port, chosen.certificate))
