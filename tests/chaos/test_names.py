"""Name servers that lie, fail or stall, queried by the system's own resolver."""

import platform
import threading
from collections.abc import Iterator

import pytest

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.sending import resolving
from plantstore.sending.addresses import ADDRESSES_MAX, AddressPolicy
from plantstore.sending.dialling import Dial
from plantstore.sending.http1 import Failure
from plantstore.sending.resolving import Lookup, Resolver, look_up
from tests.chaos.behaviour import PATIENCE_S
from tests.chaos.names import PUBLIC, Answer, addresses, aliases, ask_only, fails_with, flips, name_server, when
from tests.sending.conftest import Run
from tests.sending.scripted_receiver import NO_CONTENT, a_template, attempt, receiver, sending

pytestmark = pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="only glibc lets a test choose the name server"
)

REFUSED, NOT_FOUND, FAILED = OutcomeKind.ADDRESS_REFUSED, OutcomeKind.DNS_NOT_FOUND, OutcomeKind.DNS_FAILED
CALLED = OutcomeKind.CONNECTION_FAILED
"""A failure with this kind means that the address would have been dialled. No test connects."""

SLOW_S = 0.3
FLIPPING, ATTEMPTS = "flipping.test", 500
released = threading.Event()
MANY = tuple(f"93.184.{number // 250}.{number % 250 + 1}" for number in range(1_000))
NAMES: dict[str, tuple[Answer, OutcomeKind]] = {
    "one-public.test": (addresses(PUBLIC), CALLED),
    "public-and-private.test": (addresses(PUBLIC, "10.0.0.1"), REFUSED),
    "private-and-public.test": (addresses("127.0.0.1", PUBLIC), REFUSED),
    "public-and-metadata.test": (addresses(PUBLIC, "169.254.169.254"), REFUSED),
    "most-addresses.test": (addresses(*MANY[:ADDRESSES_MAX]), CALLED),
    "one-too-many.test": (addresses(*MANY[: ADDRESSES_MAX + 1]), REFUSED),
    "thousand-addresses.test": (addresses(*MANY), REFUSED),
    "alias.test": (aliases("other.test", address=PUBLIC), CALLED),
    "alias-to-private.test": (aliases("a.test", "b.test", "c.test", address="192.168.1.1"), REFUSED),
    "loop-of-aliases.test": (aliases("other.test", "loop-of-aliases.test"), NOT_FOUND),
    "no-such-name.test": (fails_with("NXDOMAIN"), NOT_FOUND),
    "no-address.test": (addresses(), NOT_FOUND),
    "server-fails.test": (fails_with("SERVFAIL"), FAILED),
    "server-refuses.test": (fails_with("REFUSED"), FAILED),
    "slow.test": (when(released, addresses(PUBLIC)), FAILED),
}


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with name_server(
        {name: answer for name, (answer, _) in NAMES.items()} | {FLIPPING: flips(PUBLIC, "127.0.0.1")}
    ) as port:
        yield port


@pytest.fixture(autouse=True)
def _asked_there(port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use the product's own resolver, but each of its threads queries the scripted server; nothing is dialled."""

    def look_up_there(host: str) -> Lookup:
        ask_only(port)
        return look_up(host)

    async def call_nobody(self: Dial, address: str, *, within_s: float) -> Failure:
        assert address in (PUBLIC, *MANY)
        return Failure(CALLED, "No connection is made in this test.")

    monkeypatch.setattr(resolving, "look_up", look_up_there)
    monkeypatch.setattr(Dial, "_connect_to", call_nobody)
    released.clear()
    yield
    released.set()


@pytest.mark.parametrize("name", NAMES)
def test_each_answer_of_a_name_server_has_its_outcome(run: Run, name: str) -> None:
    async def main() -> None:
        connect_s_max = SLOW_S if name == "slow.test" else PATIENCE_S
        async with sending(resolve=Resolver(), address_policy=AddressPolicy(), connect_s_max=connect_s_max) as sender:
            outcome = await attempt(sender, a_template(80, host=name, deadline_s=PATIENCE_S))

            assert (outcome.kind, outcome.address) == (NAMES[name][1], None), outcome.detail

    run(main())


def test_a_name_server_that_flips_at_every_query_never_leads_inside(run: Run) -> None:
    """DNS rebinding with a real name server: each reply has no lifetime, and leads elsewhere than the one before."""

    async def main() -> None:
        async with (
            receiver(NO_CONTENT) as inside,
            sending(resolve=Resolver(), address_policy=AddressPolicy()) as sender,
        ):
            template = a_template(inside.port, host=FLIPPING, deadline_s=PATIENCE_S)
            kinds = [(await attempt(sender, template)).kind for _ in range(ATTEMPTS)]

            assert inside.connections == 0
            assert {REFUSED: kinds.count(REFUSED), CALLED: kinds.count(CALLED)} == dict.fromkeys(
                (REFUSED, CALLED), ATTEMPTS // 2
            )

    run(main())
