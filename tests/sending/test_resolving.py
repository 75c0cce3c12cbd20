"""Names are resolved without blocking anything else."""

import asyncio
import socket
import threading

import pytest

from plantstore.sending import resolving
from plantstore.sending.resolving import Resolver, look_up
from tests.sending.conftest import Run


def test_an_address_is_its_own_answer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolving, "look_up", lambda host: pytest.fail("an address needs no look-up"))

    async def main() -> None:
        assert await Resolver()("192.0.2.7") == ["192.0.2.7"]
        assert await Resolver()("2001:db8::7") == ["2001:db8::7"]

    run(main())


def test_the_systems_own_names_are_found(run: Run) -> None:
    async def main() -> None:
        found = await Resolver()("localhost")

        assert found
        assert set(found) <= {"127.0.0.1", "::1"}

    run(main())


def test_an_unknown_name_is_an_error_of_the_resolver() -> None:
    assert isinstance(look_up("no-such-name.invalid"), socket.gaierror)
    assert isinstance(look_up("a" * 300), OSError)


def test_concurrent_calls_for_a_name_share_one_lookup(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answering, asked = threading.Event(), []

    def slow(host: str) -> list[str]:
        asked.append(host)
        answering.wait(5)
        return ["192.0.2.7"]

    monkeypatch.setattr(resolving, "look_up", slow)

    async def main() -> None:
        resolver = Resolver()
        waiting = [asyncio.create_task(resolver("slow.test")) for _ in range(10)]
        other = asyncio.create_task(resolver("other.test"))
        await asyncio.sleep(0.01)
        waiting[0].cancel()
        answering.set()

        assert await asyncio.gather(*waiting[1:]) == [["192.0.2.7"]] * 9
        await other
        assert sorted(asked) == ["other.test", "slow.test"]
        await resolver("slow.test")
        assert sorted(asked) == ["other.test", "slow.test", "slow.test"]

    run(main())


def test_an_error_reaches_every_caller(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolving, "look_up", lambda host: socket.gaierror(socket.EAI_AGAIN, "Temporary failure"))

    async def main() -> None:
        resolver = Resolver()
        results = await asyncio.gather(*(resolver("broken.test") for _ in range(3)), return_exceptions=True)

        assert [type(result) for result in results] == [socket.gaierror] * 3

    run(main())


def test_concurrent_lookups_are_limited(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answering, lock, running = threading.Event(), threading.Lock(), []

    def slow(host: str) -> list[str]:
        with lock:
            running.append(host)
        answering.wait(5)
        return []

    monkeypatch.setattr(resolving, "look_up", slow)
    monkeypatch.setattr(resolving, "LOOKUPS_MAX", 3)

    async def main() -> None:
        resolver = Resolver()
        waiting = [asyncio.create_task(resolver(f"{number}.test")) for number in range(4)]
        await asyncio.sleep(0.05)
        assert len(running) == 3

        answering.set()
        await asyncio.gather(*waiting)
        assert len(running) == 4

    run(main())


def test_a_lookup_that_never_ends_does_not_delay_the_end_of_the_program(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering = threading.Event()
    monkeypatch.setattr(resolving, "look_up", lambda host: [str(answering.wait(5))])

    async def main() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.02):
                await Resolver()("stuck.test")

    run(main())
    [thread] = [one for one in threading.enumerate() if one.name == "lookup stuck.test"]
    assert thread.daemon

    answering.set()  # its result finds a closed loop, which has no effect
    thread.join(5)
