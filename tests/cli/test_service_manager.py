"""The store as a service of systemd: the socket that survives restarts, readiness, and signs of life."""

import asyncio
import os
import shutil
import socket
import sys
import time
from collections import Counter
from pathlib import Path
from urllib.request import urlopen

import pytest

from plantstore.cli.support.service_manager import ServiceManager, inherited_listener
from tests.cli.held_socket import Service, Services, listening, notified
from tests.cli.steady_load import POSTS_PER_S, Load, add_receiver
from tests.polling import wait_until
from tests.receiver import a_server

RESTARTS = 3
ACTIVATE = shutil.which("systemd-socket-activate")


def serve(folder: Path, *more: str) -> list[str]:
    return ["serve", "--data", str(folder / "data"), *more]


def port_of(listener: socket.socket) -> int:
    return int(listener.getsockname()[1])


def test_a_service_reports_that_it_is_ready_that_it_lives_and_that_it_stops(tmp_path: Path) -> None:
    with listening() as held, notified(tmp_path) as notify, Services() as services:
        service = services.start([held], serve(tmp_path), NOTIFY_SOCKET=str(notify.path), WATCHDOG_USEC="300000")
        notify.wait_for(f"READY=1\nSTATUS=Serving http://127.0.0.1:{port_of(held)}")
        assert notify.received[0].startswith("READY=1"), "readiness comes first"
        with urlopen(f"http://127.0.0.1:{port_of(held)}/readyz", timeout=10) as response:
            assert response.status == 200

        notify.wait_for("WATCHDOG=1", 5)
        service.stop()

        notify.wait_for("STOPPING=1\n")


def test_a_stopped_event_loop_shows_no_life(tmp_path: Path) -> None:
    with notified(tmp_path) as notify:
        manager = ServiceManager({"NOTIFY_SOCKET": str(notify.path), "WATCHDOG_USEC": "60000"})

        async def work() -> None:
            with manager:
                manager.ready("here")
                await asyncio.to_thread(notify.wait_for, "WATCHDOG=1", 3)
                before = len(notify.poll())
                time.sleep(0.2)
                assert len(notify.poll()) == before

        asyncio.run(work())


@pytest.mark.parametrize(
    ("environment", "watchdog_s"),
    [
        ({}, 0.0),
        ({"NOTIFY_SOCKET": "@plantstore", "WATCHDOG_USEC": "2000000"}, 2.0),
        ({"NOTIFY_SOCKET": "@plantstore", "WATCHDOG_USEC": "2000000", "WATCHDOG_PID": str(os.getpid())}, 2.0),
        ({"NOTIFY_SOCKET": "@plantstore", "WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "1"}, 0.0),
        ({"WATCHDOG_USEC": "2000000"}, 0.0),
        ({"NOTIFY_SOCKET": "@plantstore", "WATCHDOG_USEC": "often"}, 0.0),
    ],
)
def test_signs_of_life_are_sent_only_if_they_are_required(environment: dict[str, str], watchdog_s: float) -> None:
    manager = ServiceManager(environment)

    assert manager.watchdog_s == watchdog_s
    assert environment == {}, "child processes are not services"
    manager.stopping("there is no such socket, which is not an error")


def test_an_abstract_address_begins_with_an_at_sign() -> None:
    address = f"plantstore-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(f"\0{address}")
        ServiceManager({"NOTIFY_SOCKET": f"@{address}"}).stopping("bye")
        assert receiver.recv(100) == b"STOPPING=1\nSTATUS=bye"


@pytest.mark.parametrize(
    "environment", [{}, {"LISTEN_PID": "1", "LISTEN_FDS": "1"}, {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "0"}]
)
def test_a_socket_for_another_process_is_not_taken(environment: dict[str, str]) -> None:
    assert inherited_listener(environment) is None
    assert environment == {}


def test_a_socket_that_cannot_be_used_is_refused_with_what_to_write_instead(tmp_path: Path) -> None:
    with listening() as one, listening() as two, listening(socket.SOCK_DGRAM) as udp, Services() as services:
        for sockets, words in (
            ([one, two], "systemd passes 2 sockets, but the store listens on one: use one ListenStream=."),
            ([udp], "does not listen on TCP: use ListenStream= with a port, and Accept=no."),
        ):
            service = services.start(sockets, serve(tmp_path))
            assert (service.ended(), service.output.strip().endswith(words)) == (1, True), service.output
    assert not (tmp_path / "data").exists()


@pytest.mark.skipif(ACTIVATE is None, reason="systemd-socket-activate is not installed")
def test_the_first_connection_starts_the_store(tmp_path: Path) -> None:
    with listening() as free:
        port = port_of(free)
    command = [sys.executable, "-m", "plantstore.cli.main", *serve(tmp_path)]
    with Services() as services:
        service = services.run([str(ACTIVATE), "-l", f"127.0.0.1:{port}", *command])
        wait_until(lambda: is_listening(port), process=service.process)
        assert not (tmp_path / "data").exists()
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=30) as response:
            assert response.status == 200
        output = service.stop()
    assert f'"url":"http://127.0.0.1:{port}"' in output.replace(" ", "")


def is_listening(port: int) -> bool:
    """Read the kernel's table, because a connection would start the store."""
    rows = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    return any(row.split()[1].endswith(f":{port:04X}") and row.split()[3] == "0A" for row in rows)


@pytest.mark.timeout(300)  # four starts, each of which takes seconds on a busy machine
def test_restarts_under_load_refuse_lose_and_repeat_nothing(tmp_path: Path) -> None:
    with listening() as held, notified(tmp_path) as notify, Services() as services:
        url = f"http://127.0.0.1:{port_of(held)}"

        def begin() -> Service:
            arguments = serve(tmp_path, "--allow-networks", "127.0.0.0/8")
            return services.start([held], arguments, NOTIFY_SOCKET=str(notify.path))

        service = begin()
        notify.wait_for("READY=1")
        token = (tmp_path / "data" / "operator.token").read_text(encoding="ascii").strip()

        async def restart() -> Load:
            nonlocal service
            load = Load(url, token)
            async with a_server() as receiver:
                add_receiver(url, token, receiver.url)
                running = asyncio.create_task(load.run())
                for number in range(1, RESTARTS + 1):
                    wanted = len(load.ids) + POSTS_PER_S
                    while len(load.ids) < wanted and not load.refused:
                        await asyncio.sleep(0.01)
                    await asyncio.to_thread(service.stop)
                    service = begin()
                    await asyncio.to_thread(notify.wait_for, "READY=1", number + 1)
                load.is_ending = True
                await running
                await receiver.until(lambda one: len(set(one.accepted)) >= len(load.ids), within_s=60)
                assert max(Counter(receiver.accepted).values()) == 1
            return load

        load = asyncio.run(restart())

        assert load.refused == []
        assert len(set(load.ids)) == len(load.ids) > RESTARTS * POSTS_PER_S
        service.stop()
