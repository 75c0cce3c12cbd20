"""Server-sent events (WHATWG HTML, "Server-sent events")."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from starlette.types import Receive, Scope, Send

from plantstore.web.http.broadcast import Broadcast, Listener
from plantstore.web.http.response import Headers

SEND_S_MAX = 30.0  # max time to send one frame; slower clients are disconnected
_HEAD: Headers = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"x-accel-buffering", b"no"),  # stops nginx from buffering
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """Streams events to one browser, until the frames end, the browser disconnects, or it stops reading."""

    broadcast: Broadcast
    listener: Listener
    frames: AsyncIterator[bytes]
    receive: Receive

    async def send(self, scope: Scope, send: Send) -> None:
        watching = asyncio.ensure_future(self._watch())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": list(_HEAD)})
            if scope["method"] != "HEAD":
                await self._send_frames(send)
            await send({"type": "http.response.body", "body": b""})
        finally:
            watching.cancel()
            self.broadcast.leave(self.listener)

    async def _send_frames(self, send: Send) -> None:
        async for frame in self.frames:
            async with asyncio.timeout(SEND_S_MAX):
                await send({"type": "http.response.body", "body": frame, "more_body": True})

    async def _watch(self) -> None:
        """End the stream when the browser disconnects, even while there is nothing to send."""
        while (await self.receive())["type"] != "http.disconnect":
            pass
        self.listener.end()


def frame(event: str, data: str, *, at: str = "") -> bytes:
    """Return one event as bytes. `at` is the event id, which a browser sends as Last-Event-ID when it reconnects.

    >>> frame("row", "<tr>\\n</tr>", at="7")
    b'event: row\\nid: 7\\ndata: <tr>\\ndata: </tr>\\n\\n'
    """
    head = [f"event: {event}"] + ([f"id: {at}"] if at else [])
    return "\n".join([*head, *(f"data: {line}" for line in data.splitlines() or [""]), "", ""]).encode()


HEARTBEAT = b": \n\n"
