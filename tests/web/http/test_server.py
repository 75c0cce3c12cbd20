"""The HTTP server: its Date header, and how it stops."""

import asyncio
import re
import socket
import time
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
import uvloop

from plantstore.core.clock import SystemClock
from plantstore.core.loop_laps import SLOW_S, STARTS_MAX
from plantstore.core.settings import Settings
from plantstore.domain.timestamps import SECOND_US
from plantstore.web.http.admission import Admission
from plantstore.web.http.connection_limits import ClientConnections
from plantstore.web.http.server import ACCEPTED_MAX, STOP_S_MAX, Server
from tests.still_clock import StillClock
from tests.web.served import Served, serving

ENDED_S_MAX = 10.0


def test_a_request_that_outlasts_the_stop_gets_no_response() -> None:
    """Its outcome is not known, so a 500 would be untrue, and a client would not repeat the request."""
    begun = asyncio.Event()

    async def endless(_scope: Any, _receive: Any, _send: Any) -> None:
        begun.set()
        await asyncio.Event().wait()

    async def stop_during_a_request() -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        server = Server(endless)
        assert server.config.timeout_graceful_shutdown == STOP_S_MAX
        server.config.timeout_graceful_shutdown = 0
        task = asyncio.create_task(server.serve([listener]))
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        writer.write(b"POST / HTTP/1.1\r\nhost: store.test\r\ncontent-length: 0\r\n\r\n")
        async with asyncio.timeout(ENDED_S_MAX):
            await begun.wait()
            server.should_exit = True
            received = await reader.read()
            writer.close()
            await task
        assert received == b""

    asyncio.run(stop_during_a_request())


def test_a_stopping_server_answers_requests_that_are_on_their_way_and_then_closes() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    async def stop() -> None:
        request = b"POST / HTTP/1.1\r\nhost: store.test\r\ncontent-length: 0\r\n\r\n"
        listener = socket.create_server(("127.0.0.1", 0))
        clients = ClientConnections(Settings(), StillClock(), lambda: "req_1")
        server = Server(app, clients)
        task = asyncio.create_task(server.serve([listener]))
        connections = [await asyncio.open_connection(*listener.getsockname()) for _ in range(4)]
        used, begun, new, idle = connections
        async with asyncio.timeout(ENDED_S_MAX):
            used[1].write(request)
            assert b"connection: close" not in await used[0].readuntil(b"\r\n\r\n")
            begun[1].write(request[:20])
            while len(clients.open) < 4 or len(server.server_state.connections) < 4:
                await asyncio.sleep(0)
            server.should_exit = True
            while server.servers[0].is_serving():  # the stop has begun
                await asyncio.sleep(0)
            used[1].write(request)
            begun[1].write(request[20:])
            new[1].write(request)
            for reader, _ in (used, begun, new):
                answer = await reader.read()
                assert answer.startswith(b"HTTP/1.1 200 ") and b"connection: close" in answer.lower()
            assert await idle[0].read() == b""
            for _, writer in connections:
                writer.close()
            await task

    asyncio.run(stop())


def test_the_date_header_is_current_after_any_pause(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        for pause_s in (0.0, 1.0, 86_400.0):
            clock.move(pause_s)
            answer = await served.ask(served.head(connection="close"))
            [date] = re.findall(rb"(?m)^date: (.+)\r$", answer)
            assert parsedate_to_datetime(date.decode()).timestamp() == clock.now() // SECOND_US

    serving(tmp_path, clock, test)


def test_many_connections_are_accepted_after_a_slow_iteration_of_the_event_loop() -> None:
    """Otherwise new clients wait for as many iterations of a busy loop as there are others before them."""
    seen: list[tuple[str, int]] = []
    iterations = 0

    async def app(scope: Any, _receive: Any, send: Any) -> None:
        seen.append((scope["client"][0], iterations))
        await send({"type": "http.response.start", "status": 204, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    async def accept() -> None:
        nonlocal iterations
        listener = socket.create_server(("127.0.0.1", 0), backlog=4 * ACCEPTED_MAX)
        admission = Admission(monotonic=SystemClock().monotonic)
        limits = ClientConnections(Settings(), StillClock(), lambda: "req_1", admission)
        server = Server(app, limits)
        task = asyncio.get_running_loop().create_task(server.serve([listener]))
        while not server.started:
            await asyncio.sleep(0)
        clients = [socket.create_connection(listener.getsockname()) for _ in range(2 * ACCEPTED_MAX)]
        for client in clients:
            client.sendall(b"GET /healthz HTTP/1.1\r\nhost: store.test\r\n\r\n")
        while len(seen) < len(clients) and iterations < len(clients):
            iterations += 1
            admission.laps.note_work()
            time.sleep(2 * SLOW_S)
            await asyncio.sleep(0)
        for connection in limits.open:  # small responses are not held back until the client confirms others
            assert connection.transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        for client in clients:
            client.setblocking(False)
            async with asyncio.timeout(ENDED_S_MAX):
                assert await asyncio.get_running_loop().sock_recv(client, 13) == b"HTTP/1.1 204 "
            client.close()
        server.should_exit = True
        await task
        assert admission.laps.after_slow is None

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(accept())

    assert {address for address, _ in seen} == {"127.0.0.1"}
    assert iterations <= 2 * ACCEPTED_MAX / STARTS_MAX + 4, "one iteration each would be 128"


def test_a_fault_in_an_accepted_connection_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Server) -> asyncio.Protocol:
        raise ZeroDivisionError("a fault of the protocol")

    async def accept() -> list[dict[str, Any]]:
        reported: list[dict[str, Any]] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: reported.append(context))
        listener = socket.create_server(("127.0.0.1", 0), backlog=ACCEPTED_MAX)
        admission = Admission(monotonic=SystemClock().monotonic)
        server = Server(None, ClientConnections(Settings(), StillClock(), lambda: "req_1", admission))
        task = loop.create_task(server.serve([listener]))
        while not server.started:
            await asyncio.sleep(0)
        clients = [socket.create_connection(listener.getsockname()) for _ in range(ACCEPTED_MAX)]
        async with asyncio.timeout(ENDED_S_MAX):
            while not reported:
                admission.laps.note_work()
                time.sleep(2 * SLOW_S)
                await asyncio.sleep(0)
        for client in clients:
            client.close()
        server.should_exit = True
        await task
        return reported

    monkeypatch.setattr(Server, "_new_connection", broken)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        context = runner.run(accept())[0]

    assert isinstance(context["exception"], ZeroDivisionError)
