"""How long a request blocks the event loop: the longest step of the loop during the request, in CPU time.

CPU time of the loop's own thread does not grow when other programs run on the same machine.
"""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.web.harness import Site, speak

PIECE_BYTES = 65_536  # as much as a server reads in one call
TIMES = 3  # the minimum counts: the first one compiles a template or fills a cache


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one request: the longest step of the loop, and the CPU time of the whole process."""

    longest_step_s: float
    process_s: float
    status: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request. `about` says what is expensive in it."""

    about: str
    method: str
    path: str
    query: bytes = b""
    headers: Sequence[tuple[bytes, bytes]] = ()
    body: bytes = b""


class _Longest:
    seconds = 0.0


@contextmanager
def longest_step() -> Iterator[_Longest]:
    """Time every callback that the event loop runs in this block."""
    longest = _Longest()
    run = asyncio.Handle._run

    def watched(handle: asyncio.Handle) -> None:
        begun_s = time.thread_time()
        run(handle)
        longest.seconds = max(longest.seconds, time.thread_time() - begun_s)

    asyncio.Handle._run = watched  # type: ignore[method-assign, assignment]
    try:
        yield longest
    finally:
        asyncio.Handle._run = run  # type: ignore[method-assign]


def cost_of(site: Site, asked: Asked, *, times: int = TIMES) -> Cost:
    """Return the lowest cost of several runs."""
    return min((_cost_once(site, asked) for _ in range(times)), key=lambda cost: cost.longest_step_s)


def _cost_once(site: Site, asked: Asked) -> Cost:
    body = asked.body
    pieces = [body[start : start + PIECE_BYTES] for start in range(0, len(body), PIECE_BYTES)] or [b""]
    parts: list[dict[str, Any]] = [
        {"type": "http.request", "body": piece, "more_body": number < len(pieces)}
        for number, piece in enumerate(pieces, 1)
    ]
    scope = {"method": asked.method, "path": asked.path, "raw_path": asked.path.encode(), "client": ("127.0.0.1", 1)}
    talk = speak(site.app, parts, **scope, query_string=asked.query, headers=list(asked.headers))
    begun_s = time.process_time()
    with longest_step() as longest:
        sent = site.run(talk)
    return Cost(longest.seconds, time.process_time() - begun_s, sent[0]["status"])
