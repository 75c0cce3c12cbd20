"""Resolves names with the system's resolver, including its hosts file and search domains.

The resolver blocks, so each lookup runs in a thread of its own, one per name at a time. The threads are daemons: a name
server that never responds delays neither other names nor the end of the program.
"""

import asyncio
import ipaddress
import socket
import threading
from contextlib import suppress

LOOKUPS_MAX = 256  # concurrent threads: many, so that slow names do not delay the others
NO_SUCH_NAME = frozenset({socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)})
"""Values of `socket.gaierror.errno` for a name without an address; other errors may be temporary."""

Lookup = list[str] | OSError


class Resolver:
    """Resolves names for one event loop."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[Lookup]] = {}
        self._slots = asyncio.Semaphore(LOOKUPS_MAX)

    async def __call__(self, host: str) -> list[str]:
        """Return all addresses of a host, in the system's order; raise `socket.gaierror` if there are none.

        Concurrent calls for the same name share a lookup. The caller sets the timeout.
        """
        if _is_address(host):
            return [host]
        running = self._running.get(host)
        if running is None:
            running = self._running[host] = asyncio.get_running_loop().create_task(self._look_up(host))
        found = await asyncio.shield(running)  # a caller that gives up does not cancel it for the others
        if isinstance(found, OSError):
            raise found
        return found

    async def _look_up(self, host: str) -> Lookup:
        try:
            async with self._slots:
                return await _in_thread(host)
        finally:
            del self._running[host]


def look_up(host: str) -> Lookup:
    """Resolve a host in this thread, without a timeout."""
    try:
        # As bytes: text would pass through Python's own, older IDNA; a host is canonical ASCII already.
        found = socket.getaddrinfo(host.encode("ascii"), None, type=socket.SOCK_STREAM)
    except OSError as error:
        return error
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


async def _in_thread(host: str) -> Lookup:
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Lookup] = loop.create_future()

    def settle(found: Lookup) -> None:
        if not answer.done():
            answer.set_result(found)

    def work() -> None:
        found = look_up(host)
        with suppress(RuntimeError):  # the loop was closed during the lookup
            loop.call_soon_threadsafe(settle, found)

    threading.Thread(target=work, name=f"lookup {host}", daemon=True).start()
    return await answer


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
