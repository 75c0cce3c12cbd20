"""Receivers with signatures of scheme v1a, over the real network: deliveries, replays, tests, rotation, turning off."""

from pathlib import Path

import pytest

from plantstore.app.store import Store, open_store
from plantstore.domain.deliveries.replay import ReplayOnly
from plantstore.domain.receivers.public_key import public_key_text
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.timestamps import after
from plantstore.receivers import replays
from plantstore.receivers.commands import OVERLAP_S
from plantstore.receivers.patch import ReceiverPatch
from plantstore.receiving import NoMatchingSignatureError
from plantstore.receiving import Receiver as Verifier
from plantstore.storage.tables import receiver_keys
from tests.makers import NOON
from tests.receiver import Got, Receiving, a_server
from tests.running import add, register, settings
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")
V1A = ReceiverPatch(signs_with_key=True)
TOKEN = "token-of-this-receiver"


async def registered(store: Store, server: Receiving, name: str = "test") -> Receiver:
    """Register a server with v1a; it verifies v1 with the official library, and v1a is verified by `is_verified`."""
    from plantstore.domain.secret import AccessToken

    server.timeless = True
    return await register(store, server, name=name, limits=V1A, access_token=AccessToken(TOKEN))


async def public_keys(store: Store, receiver: Receiver) -> list[str]:
    keys = await store.database.read(lambda tx: receiver_keys.public_keys(tx, receiver.id))
    return [public_key_text(key) for key in keys]


def is_verified(got: Got, public_key: str) -> bool:
    """True if the stand-alone helper accepts a request by its v1a signature alone."""
    verifier = Verifier(public_key, TOKEN, clock=lambda: int(got.headers["webhook-timestamp"]))
    try:
        verifier.verify(got.headers, got.body)
    except NoMatchingSignatureError:
        return False
    return True


def schemes(got: Got) -> list[str]:
    return [one.partition(",")[0] for one in got.headers["webhook-signature"].split(" ")]


async def test_deliveries_replays_and_tests_carry_both_signatures(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await registered(store, server)
        [public_key] = await public_keys(store, receiver)

        await add(store, "Hedera helix")
        await server.requests(1)
        await store.test_sender.test(receiver.id)
        request = replays.ReplayRequest(first=1, only=ReplayOnly.ALL)
        await store.database.write(
            lambda tx: replays.create(tx, ids=store.ids, receiver_id=receiver.id, request=request, asked_by="tok_1")
        )
        requests = await server.requests(3)

        for got in requests:
            assert got.plant is not None, "a verifier that knows only v1 accepted it"
            assert schemes(got) == ["v1", "v1a"]
            assert is_verified(got, public_key)


async def test_what_was_signed_for_one_receiver_does_not_verify_at_another(tmp_path: Path) -> None:
    async with a_server() as server, a_server() as other, open_store(settings(tmp_path)) as store:
        [one] = await public_keys(store, await registered(store, server, "one"))
        [two] = await public_keys(store, await registered(store, other, "two"))

        await add(store, "a name that somebody chose")
        [got], [theirs] = await server.requests(1), await other.requests(1)

        assert got.body == theirs.body and got.headers["webhook-id"] == theirs.headers["webhook-id"]
        assert [is_verified(got, one), is_verified(got, two)] == [True, False]
        assert [is_verified(theirs, one), is_verified(theirs, two)] == [False, True]


async def test_both_keys_sign_during_the_overlap_and_then_the_new_one_though_nothing_was_restarted(
    tmp_path: Path,
) -> None:
    clock = StillClock(after(NOON, seconds=0.25))
    async with a_server() as server, open_store(settings(tmp_path), clock=clock) as store:
        receiver = await registered(store, server)
        [old] = await public_keys(store, receiver)
        clock.move(1)
        rotated = await store.database.write(lambda tx: store.receivers.rotate_key(tx, receiver.id))
        new = public_key_text(rotated.public_key)
        assert await public_keys(store, receiver) == [new, old]

        signed: list[tuple[list[str], bool, bool]] = []
        for seconds in (0, OVERLAP_S, 1):
            clock.move(seconds)
            await add(store, "plant")
            got = (await server.requests(len(signed) + 1))[-1]
            signed.append((schemes(got), is_verified(got, new), is_verified(got, old)))

        both = (["v1", "v1a", "v1a"], True, True)
        assert signed == [both, both, (["v1", "v1a"], True, False)]
        assert 0 <= rotated.old_key_ends_at - after(NOON, seconds=1.25 + OVERLAP_S) < 1_000_000


async def test_v1a_is_turned_on_and_off_while_the_store_runs(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await register(store, server)
        seen = []
        for number, wanted in enumerate((None, True, False), start=1):
            patch = ReceiverPatch(signs_with_key=wanted)
            await store.database.write(
                lambda tx, patch=patch: store.receivers.change(tx, receiver.id, patch, version=None)  # type: ignore[misc]
            )
            await add(store, "plant")
            seen.append(schemes((await server.requests(number))[-1]))

        assert seen == [["v1"], ["v1", "v1a"], ["v1"]]
        assert len(server.accepted) == 3
