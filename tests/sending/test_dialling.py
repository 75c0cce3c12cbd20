"""No socket is connected to an unchecked address, even if the name resolves differently a moment later."""

import asyncio
import gc
import select
import socket
import threading
import time
import warnings
from collections.abc import Sequence
from itertools import cycle

import pytest

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.sending.addresses import AddressPolicy
from plantstore.sending.dialling import AddressChecker, Dial, Resolve
from plantstore.sending.http1 import Failure
from tests.sending.conftest import Run
from tests.sending.scripted_receiver import (
    NO_CONTENT,
    OpenPolicy,
    a_template,
    attempt,
    full_listener,
    receiver,
    sending,
    to_loopback,
)

PUBLIC = "93.184.215.14"
ATTEMPTS = 500


def resolving_to(*addresses: str) -> Resolve:
    async def resolve(host: str) -> list[str]:
        return list(addresses)

    return resolve


def failing_with(error: OSError) -> Resolve:
    async def resolve(host: str) -> list[str]:
        raise error

    return resolve


def a_dial(
    *, resolve: Resolve, port: int = 80, policy: AddressChecker | None = None, connect_s_max: float = 1.0
) -> Dial:
    return Dial(
        address_policy=policy or OpenPolicy(),
        resolve=resolve,
        connect_s_max=connect_s_max,
        host="receiver.test",
        port=port,
        loopback=False,
    )


@pytest.mark.parametrize("answers", [[[PUBLIC], ["127.0.0.1"]], [["127.0.0.1"], [PUBLIC]]])
def test_a_name_that_flips_never_leads_inside(
    run: Run, answers: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS rebinding: public for the check, private for the connection. The name is resolved only once for both."""

    async def main() -> None:
        flipping, dialled = cycle(answers), []

        async def resolve(host: str) -> list[str]:
            return next(flipping)

        async def connect(self: Dial, address: str, *, within_s: float) -> Failure:
            dialled.append(address)
            return Failure(OutcomeKind.CONNECTION_FAILED, "Nobody is called in this test.")

        monkeypatch.setattr(Dial, "_connect_to", connect)
        async with receiver(NO_CONTENT) as inside, sending(resolve=resolve, address_policy=AddressPolicy()) as sender:
            outcomes = [await attempt(sender, a_template(inside.port)) for _ in range(ATTEMPTS)]

            assert inside.connections == 0
            assert dialled == [PUBLIC] * (ATTEMPTS // 2)
            refused = [outcome for outcome in outcomes if outcome.kind is OutcomeKind.ADDRESS_REFUSED]
            assert len(refused) == ATTEMPTS // 2
            assert all(outcome.address is None for outcome in refused)

    run(main())


@pytest.mark.parametrize(
    "addresses", [[PUBLIC, "127.0.0.1"], ["127.0.0.1", PUBLIC], [PUBLIC, "::1"], [PUBLIC, "10.0.0.1"]]
)
def test_one_bad_address_among_good_ones_refuses_them_all(run: Run, addresses: list[str]) -> None:
    async def main() -> None:
        dial = a_dial(resolve=resolving_to(*addresses), policy=AddressPolicy())
        result = await dial.connect()

        assert isinstance(result, Failure)
        assert result.kind is OutcomeKind.ADDRESS_REFUSED
        assert dial.address is None

    run(main())


def test_the_connected_peer_is_checked_before_a_byte_is_written(run: Run) -> None:
    class Suspicious:
        def check_host(self, host: str, addresses: Sequence[str], port: int, *, loopback: bool = False) -> str | None:
            return None

        def check_address(
            self, address: str, port: int, *, loopback: bool = False, local: str | None = None
        ) -> str | None:
            return f"{address} is not who was asked for"

    async def main() -> None:
        async with receiver(NO_CONTENT) as standing, sending(address_policy=Suspicious()) as sender:
            outcome = await attempt(sender, a_template(standing.port))

            assert outcome.kind is OutcomeKind.ADDRESS_REFUSED
            assert outcome.address == "127.0.0.1"
            assert outcome.detail == "127.0.0.1 is not who was asked for."
            assert standing.requests == []

    run(main())


def test_all_addresses_and_then_the_peer_are_checked(run: Run) -> None:
    async def main() -> None:
        address_policy = OpenPolicy()
        async with receiver(NO_CONTENT) as standing, sending(address_policy=address_policy) as sender:
            await attempt(sender, a_template(standing.port))

        assert address_policy.checked == ["127.0.0.1", "127.0.0.1"]

    run(main())


def test_the_address_policy_is_an_address_checker() -> None:
    policy: AddressChecker = AddressPolicy()

    assert policy.check_address("10.0.0.1", 80)


def test_the_address_policy_allows_loopback_only_on_request(run: Run) -> None:
    async def main() -> None:
        async with receiver(NO_CONTENT) as standing, sending(address_policy=AddressPolicy()) as sender:
            assert (await attempt(sender, a_template(standing.port, loopback=True))).accepted
            sender.retire_connections(a_template(standing.port).key.receiver_id)
            assert (await attempt(sender, a_template(standing.port))).kind is OutcomeKind.ADDRESS_REFUSED

    run(main())


def test_the_next_address_is_tried_when_one_refuses(run: Run) -> None:
    async def main() -> None:
        async with receiver(NO_CONTENT) as standing:
            dial = a_dial(resolve=resolving_to("127.0.0.2", "127.0.0.1"), port=standing.port)
            result = await dial.connect()

            assert isinstance(result, socket.socket)
            assert dial.address == "127.0.0.1"
            result.close()

    run(main())


def test_an_address_that_never_answers_leaves_time_for_the_next(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plantstore.sending.dialling.ADDRESS_SHARE_S_MIN", 0.05)

    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as open_listener:
            port = open_listener.getsockname()[1]
            with full_listener("127.0.0.3", port):  # at an address where the port is free
                dial = a_dial(resolve=resolving_to("127.0.0.3", "127.0.0.1"), port=port, connect_s_max=0.4)
                result = await dial.connect()

                assert isinstance(result, socket.socket)
                assert dial.address == "127.0.0.1"
                result.close()

    run(main())


@pytest.mark.parametrize("addresses", [1, 3])
def test_a_receiver_that_never_accepts_ends_within_the_limit(run: Run, addresses: int) -> None:
    async def main() -> None:
        with full_listener("127.0.0.3") as port:
            start = time.monotonic()
            names = ["127.0.0.3", "127.0.0.4", "127.0.0.5"][:addresses]
            dial = a_dial(resolve=resolving_to(*names), port=port, connect_s_max=0.2)
            result = await dial.connect()

            assert isinstance(result, Failure)
            assert result.kind is OutcomeKind.CONNECTION_FAILED
            assert 0.15 < time.monotonic() - start < 0.7
            assert dial.address == "127.0.0.3"  # no time was left to dial another

    run(main())


@pytest.mark.parametrize(
    ("resolve", "expected"),
    [
        (failing_with(socket.gaierror(socket.EAI_NONAME, "Name or service not known")), OutcomeKind.DNS_NOT_FOUND),
        (failing_with(socket.gaierror(socket.EAI_NODATA, "No address")), OutcomeKind.DNS_NOT_FOUND),
        (failing_with(socket.gaierror(socket.EAI_AGAIN, "Temporary failure")), OutcomeKind.DNS_FAILED),
        (failing_with(socket.gaierror(socket.EAI_FAIL, "Failure")), OutcomeKind.DNS_FAILED),
        (failing_with(OSError("no resolver")), OutcomeKind.DNS_FAILED),
        (resolving_to(), OutcomeKind.DNS_NOT_FOUND),
    ],
)
def test_each_failure_of_a_name_has_its_outcome(run: Run, resolve: Resolve, expected: OutcomeKind) -> None:
    async def main() -> None:
        async with sending(resolve=resolve) as sender:
            outcome = await attempt(sender, a_template(80))

            assert (outcome.kind, outcome.address) == (expected, None)
            assert "receiver.test" in outcome.detail

    run(main())


def test_an_internal_fault_ends_in_one_outcome(run: Run) -> None:
    async def resolve(host: str) -> list[str]:
        raise ZeroDivisionError

    async def main() -> None:
        complaints: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context["exception"]))
        async with sending(resolve=resolve) as sender:
            outcome = await attempt(sender, a_template(80))
            await asyncio.sleep(0)
            gc.collect()

        assert outcome.kind is OutcomeKind.CONNECTION_FAILED
        assert [type(one) for one in complaints] == [ZeroDivisionError]

    run(main())


def test_a_slow_name_ends_within_its_own_limit(run: Run) -> None:
    async def resolve(host: str) -> list[str]:
        await asyncio.sleep(60)
        return []

    async def main() -> None:
        async with sending(resolve=resolve, connect_s_max=0.1) as sender:
            outcome = await attempt(sender, a_template(80))

            assert outcome.kind is OutcomeKind.DNS_FAILED
            assert outcome.duration_us < 600_000

    run(main())


def test_the_deadline_covers_the_name_too(run: Run) -> None:
    async def resolve(host: str) -> list[str]:
        await asyncio.sleep(60)
        return []

    async def main() -> None:
        async with sending(resolve=resolve, connect_s_max=5.0) as sender:
            outcome = await attempt(sender, a_template(80, deadline_s=0.1))

            assert outcome.kind is OutcomeKind.DEADLINE
            assert "looking up the name" in outcome.detail

    run(main())


def test_the_deadline_covers_the_connection_and_closes_it(run: Run) -> None:
    async def main() -> None:
        with full_listener("127.0.0.3") as port:
            async with sending(resolve=resolving_to("127.0.0.3"), connect_s_max=5.0) as sender:
                outcome = await attempt(sender, a_template(port, deadline_s=0.1))

            assert (outcome.kind, outcome.address) == (OutcomeKind.DEADLINE, "127.0.0.3")
            assert "connecting" in outcome.detail

    with warnings.catch_warnings(record=True, action="always") as found:
        run(main())
        gc.collect()
    assert [one for one in found if "unclosed" in str(one.message)] == []


def test_a_closed_port_is_connection_refused(run: Run) -> None:
    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        async with sending() as sender:
            outcome = await attempt(sender, a_template(port))

            assert (outcome.kind, outcome.address) == (OutcomeKind.CONNECTION_REFUSED, "127.0.0.1")

    run(main())


@pytest.mark.parametrize(
    ("scheme", "expected"), [("http", OutcomeKind.CONNECTION_CLOSED), ("https", OutcomeKind.TLS_FAILED)]
)
def test_a_connection_that_is_reset_unnoticed_counts_as_closed(run: Run, scheme: str, expected: OutcomeKind) -> None:
    """The receiver resets between the system's handshake and the event loop's next check of the socket."""
    listener, reset = socket.create_server(("127.0.0.1", 0)), threading.Event()

    class Waiting(OpenPolicy):
        def check_host(self, host: str, addresses: Sequence[str], port: int, *, loopback: bool = False) -> str | None:
            asyncio.get_running_loop().call_soon(stand_still)
            return None

    def stand_still() -> None:
        """Block the event loop once the system has connected, before the loop notices."""
        if select.select([listener], [], [], 0)[0]:
            threading.Thread(target=serve, daemon=True).start()
            reset.wait(2)
        else:
            asyncio.get_running_loop().call_soon(stand_still)

    def serve() -> None:
        peer, _ = listener.accept()
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        peer.close()
        reset.set()

    async def main() -> None:
        async with sending(address_policy=Waiting()) as sender:
            outcome = await attempt(sender, a_template(listener.getsockname()[1], scheme=scheme))

            assert reset.is_set()
            assert (outcome.kind, outcome.address) == (expected, "127.0.0.1")

    with listener:
        run(main())


@pytest.mark.parametrize("address", ["255.255.255.255", "ff02::1"])
def test_an_address_that_cannot_be_reached_is_connection_failed(run: Run, address: str) -> None:
    async def main() -> None:
        async with sending(resolve=resolving_to(address)) as sender:
            assert (await attempt(sender, a_template(80))).kind is OutcomeKind.CONNECTION_FAILED

    run(main())


def test_proxies_of_the_environment_are_not_used(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with (
            receiver(NO_CONTENT) as standing,
            receiver(NO_CONTENT) as proxy,
            sending(resolve=to_loopback) as sender,
        ):
            for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY"):
                monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")

            assert (await attempt(sender, a_template(standing.port))).accepted
            assert proxy.connections == 0

    run(main())
