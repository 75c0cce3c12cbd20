"""Responses that are sent piece by piece while they are made, such as exports."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from starlette.types import Receive, Scope, Send

from plantstore.web.http.response import Response

SEND_S_MAX = 60.0  # max time in which a client takes one piece; slower clients are disconnected


class StreamedResponse(Response, frozen=True, kw_only=True):
    """A response whose body comes from `parts`. If making it fails, the connection ends without the last chunk.

    While the client reads slowly, nothing is made or read ahead.
    """

    parts: Any
    receive: Any

    async def send(self, scope: Scope, send: Send) -> None:
        parts: AsyncGenerator[bytes, None] = self.parts
        try:
            await send({"type": "http.response.start", "status": self.status, "headers": list(self.headers)})
            if scope["method"] != "HEAD" and not await self._send_parts(parts, send):
                return
            await send({"type": "http.response.body", "body": b""})
        finally:
            await parts.aclose()

    async def _send_parts(self, parts: AsyncGenerator[bytes, None], send: Send) -> bool:
        """Send all parts; return False if the client has disconnected before the end."""
        watching = asyncio.ensure_future(_disconnected(self.receive))
        try:
            async for part in parts:
                if watching.done():
                    return False
                async with asyncio.timeout(SEND_S_MAX):
                    await send({"type": "http.response.body", "body": part, "more_body": True})
            return True
        finally:
            watching.cancel()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
