"""A plain HTTP client on one connection. It does not retry, because the caller must know which requests failed."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

CUT_OFF = (OSError, EOFError)  # refused, reset, or closed before the response was complete
ANSWER_S_MAX = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: Any


class Caller:
    """Sends requests with one bearer token, and opens a connection when it has none."""

    def __init__(
        self, port: int, token: str = "", *, host: str = "127.0.0.1", answer_s_max: float = ANSWER_S_MAX
    ) -> None:
        self._answer_s_max = answer_s_max
        self._host = host
        self._port = port
        self._token = token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None, *, key: str = "") -> Answer:
        """Make one request; raise one of CUT_OFF if the response was incomplete. Bytes are sent as a list of plants."""
        kind = "text/csv" if isinstance(body, bytes) else "application/json"
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        try:
            async with asyncio.timeout(self._answer_s_max):
                return await self._ask(method, path, content, kind, key)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        streams, self._streams = self._streams, None
        if streams is not None:
            streams[1].close()
            with suppress(*CUT_OFF):
                await streams[1].wait_closed()

    async def _ask(self, method: str, path: str, body: bytes, kind: str, key: str) -> Answer:
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._streams
        lines = [f"{method} {path} HTTP/1.1", "host: store.test", f"content-length: {len(body)}"]
        lines += [f"content-type: {kind}"] if body else []
        lines += [f"authorization: Bearer {self._token}"] if self._token else []
        lines += [f"idempotency-key: {key}"] if key else []
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status_line, *header_lines = head.rstrip().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in header_lines)}
        content = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            await self.close()
        return Answer(status=int(status_line.split()[1]), headers=headers, body=json.loads(content or "null"))
