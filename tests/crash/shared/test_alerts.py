"""Three processes share a store, and the one that sends an alert is killed while it does: one alert, one recovery."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.crash.receivers import ask, ask_at_last
from tests.crash.shared.processes import Processes, a_database_server

LEASE_S = 5.0
IN_TIME_S = 60.0
QUIET_S = 10.0  # how long nothing more may come
OK, GONE = b"204 No Content", b"410 Gone"


@dataclass
class Web:
    """A shop that is gone at first, and the other side of a channel. `hold` is called before an alert is answered."""

    hold: Callable[[int], Awaitable[bool]]
    shop: bytes = GONE
    gone_at: float = 0.0
    alerts: list[tuple[float, str, dict[str, Any]]] = field(default_factory=list)
    port: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                headers = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
                body = await reader.readexactly(int(headers["content-length"]))
                answer = self.shop
                if head.startswith("POST /alerts "):
                    answer = OK
                    if not await self.hold(writer.get_extra_info("peername")[1]):
                        return
                    self.alerts.append((time.monotonic(), headers["webhook-id"], json.loads(body)))
                elif answer == GONE:
                    self.gone_at = self.gone_at or time.monotonic()
                writer.write(b"HTTP/1.1 " + answer + b"\r\ncontent-length: 0\r\n\r\n")
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def expect(self, count: int, *, since: float) -> None:
        """Wait until so many alerts were accepted; fail if that takes longer than IN_TIME_S from `since`."""
        while len(self.alerts) < count:
            assert time.monotonic() - since < IN_TIME_S, self.alerts
            await asyncio.sleep(0.1)


def owner_of(port: int, pids: list[int]) -> int:
    """Return which of these processes has the local end of a connection from this port."""
    rows = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
    [inode] = {row[9] for row in rows if int(row[1].partition(":")[2], 16) == port and row[3] == "01"}
    for pid in pids:
        for link in Path(f"/proc/{pid}/fd").iterdir():
            try:
                if os.readlink(link) == f"socket:[{inode}]":
                    return pid
            except OSError:
                continue
    raise AssertionError("no process has this connection")


async def test_a_process_that_is_killed_while_it_sends_causes_one_alert_and_one_recovery(tmp_path: Path) -> None:
    async with a_database_server() as server:
        processes = Processes(tmp_path, server, roles=["all", "all", "all"], lease_s=LEASE_S)
        killed: list[int] = []

        async def kill_the_first_sender(port: int) -> bool:
            if killed:
                return True
            running = [one.pid for one in processes.all]
            killed.append(owner_of(port, running))
            os.kill(killed[0], signal.SIGKILL)
            return False

        web = Web(kill_the_first_sender)
        async with processes, await asyncio.start_server(web.serve, "127.0.0.1", 0) as listening:
            url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
            channel = {"name": "On call", "kind": "webhook", "url": f"{url}/alerts"}
            assert (await ask(processes, "POST", "/api/v1/alert-channels", channel)).status == 201
            shop = {"name": "Shop", "url": f"{url}/shop"}
            receiver = (await ask(processes, "POST", "/api/v1/receivers", shop)).body["id"]
            assert (await ask(processes, "POST", "/api/v1/plants", {"name": "Rosa"})).status == 201
            while not web.gone_at:
                await asyncio.sleep(0.1)

            await web.expect(1, since=web.gone_at)
            assert killed, "the first attempt was cut off"
            web.shop = OK
            resumed = time.monotonic()
            resume = f"/api/v1/receivers/{receiver}/pause"
            assert (await ask_at_last(processes, "DELETE", resume, None, key="resume")).status == 200
            await web.expect(2, since=resumed)
            await asyncio.sleep(QUIET_S)

            assert [(one["type"], one["data"]["title"]) for _, _, one in web.alerts] == [
                ("alert.opened", "Shop is disabled"),
                ("alert.closed", "Shop is no longer disabled"),
            ]
            assert len({id for _, id, _ in web.alerts}) == 2
