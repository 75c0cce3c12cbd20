"""Names into addresses, by the system's own resolver: hosts file, search domains and all.

It blocks, so each look-up runs in a thread of its own, at most one for a name at a time. The threads are daemons: a
name server that never answers holds up neither other names nor the end of the program.
"""

import asyncio
import ipaddress
import socket
import threading
from contextlib import suppress

LOOKUPS_MAX = 256  # threads at once: slow names of many receivers must not use up the places of the good ones
NO_SUCH_NAME = frozenset({socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)})
"""What `socket.gaierror.errno` says when a name has no address; anything else may be better in a minute."""

Lookup = list[str] | OSError


class Resolver:
    """Look names up on behalf of one event loop."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[Lookup]] = {}
        self._places = asyncio.Semaphore(LOOKUPS_MAX)

    async def __call__(self, host: str) -> list[str]:
        """Give all addresses of a host, in the system's order; `socket.gaierror` when there are none.

        Who asks for a name that is being looked up shares the answer. The caller bounds the wait.
        """
        if _is_address(host):
            return [host]
        running = self._running.get(host)
        if running is None:
            running = self._running[host] = asyncio.get_running_loop().create_task(self._look_up(host))
        found = await asyncio.shield(running)  # who stops waiting does not stop it for the others
        if isinstance(found, OSError):
            raise found
        return found

    async def _look_up(self, host: str) -> Lookup:
        try:
            async with self._places:
                return await _in_thread(host)
        finally:
            del self._running[host]


def look_up(host: str) -> Lookup:
    """Ask the system, in this thread, for as long as it takes."""
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
        with suppress(RuntimeError):  # the loop was closed while the system was asking
            loop.call_soon_threadsafe(settle, found)

    threading.Thread(target=work, name=f"look-up {host}", daemon=True).start()
    return await answer


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
