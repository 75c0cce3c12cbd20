"""This version opens a store of 0.10.0: each receiver gets what its filter lets through, with the same bytes as before.

`test_upgrade.py` tests what it has in common with older versions.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from standardwebhooks import Webhook

from plantstore.app.store import Store
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.receivers.bodies.formats import FULL, JMESPATH, BodyFormat
from plantstore.domain.receivers.receiver import CHAT_RATE, Receiver
from plantstore.domain.token import hash_of
from plantstore.receiving import Receiver as Verifier
from plantstore.storage.database import Transaction
from plantstore.storage.tables import receiver_filters, receiver_formats, receivers
from plantstore.web.auth import principals
from tests.receiver import Got, Receiving
from tests.upgrade.fixed_certificates import leaf, serving
from tests.upgrade.make_0_10_0 import (
    CA,
    CHATS,
    CLIENT,
    EXPRESSION,
    GRANT,
    HEADERS,
    ISSUED,
    LISTENER,
    OTHER_CA,
    OTHER_EXPRESSION,
    SERVER,
    THIRD_FILTER,
    WITH_BODIES,
)
from tests.upgrade.making import asking
from tests.upgrade.old import content_of
from tests.upgrade.upgrading import (
    V_0_10_0,
    Dump,
    at_rest,
    check_request,
    counts_of,
    imports_at_rest,
    lay_down,
    log_of,
    moved_file,
    on_engines,
    upgraded,
)

ON_BOTH = on_engines([V_0_10_0], postgresql=[V_0_10_0])
LAST = 15  # the last event of the dump
PREVIOUS = "plantstore-previous-sequence"
pytestmark = pytest.mark.usefixtures("engine_kind", "audited")


@moved_file
def test_opening_it_changes_no_row(tmp_path: Path) -> None:
    path = tmp_path / "plantstore.db"
    lay_down(V_0_10_0, tmp_path)
    before = content_of(path)
    path.unlink()
    lay_down(V_0_10_0, tmp_path, is_migrated=True)
    now = content_of(path)

    for one in (before, now):
        del one[""], one["schema_version"]
    assert {name: now[name] for name in before} == before


@ON_BOTH
async def test_filters_are_put_in_force_and_each_request_names_the_match_before(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, clock, servers):
        await imports_at_rest(store)
        log = {event.sequence: event for event in await store.database.read(log_of)}
        nursery = await settled(store, servers["nursery"], count=1)
        herbs = await settled(store, servers["herbs"], count=1)
        pond = await settled(store, servers["pond"], count=max(log) - LAST)
        versions = await store.database.read(partial(filters_of, dump=dump, name="nursery"))
        counts = await store.database.read(counts_of)
        async with asking(store, clock, dump.facts["token"]) as ask:
            shown = await ask("GET", f"/receivers/{dump.facts['receiver nursery']}")

        assert [one for one, _ in versions] == [1, 6, 9]
        assert shown["filter"] == THIRD_FILTER and shown["filter_start"] == 9
        assert {one.sequence: one.headers[PREVIOUS] for one in nursery} == {9: "7"}
        assert {one.sequence: one.headers[PREVIOUS] for one in herbs} == {3: "2"}
        check_request(nursery[0], log[9], dump.facts["secret of the nursery"])
        check_request(herbs[0], log[3], dump.facts["secret of the herbs"])
        assert [one.headers[PREVIOUS] for one in pond][1:] == [str(one.sequence) for one in pond][:-1]
        assert counts["Nursery"] == {"delivered": 5, "filtered": max(log) - 5}
        assert counts["Herbs"] == {"delivered": 4, "filtered": max(log) - 4}


def filters_of(tx: Transaction, dump: Dump, name: str) -> list[tuple[int, object]]:
    return list(receiver_filters.versions(tx, find(tx, dump, name).id))


@ON_BOTH
async def test_a_token_of_a_receiver_with_a_filter_reads_the_events_that_match(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, clock, _):
        await imports_at_rest(store)
        async with asking(store, clock, dump.facts["token of the herbs"]) as ask:
            read = await ask("GET", "/events")

        assert [event["sequence"] for event in read["items"]] == [2, 3, 5, 6]


@ON_BOTH
async def test_bodies_are_in_the_format_that_is_in_force_for_their_event(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, _, servers):
        await imports_at_rest(store)
        log = {event.sequence: event for event in await store.database.read(log_of)}
        titles = await settled(store, servers["titles"], count=max(log) - 8)
        magazine = await settled(store, servers["magazine"], count=max(log) - 7)
        formats = await store.database.read(partial(formats_of, dump=dump, name="magazine"))
        counts = await store.database.read(counts_of)

        assert formats == [(1, BodyFormat(FULL)), (9, BodyFormat(JMESPATH, OTHER_EXPRESSION))]
        [late] = [one for one in magazine if one.sequence == 6]
        check_request(late, log[6], dump.facts["secret of the magazine"])
        for name, expression, got in (("titles", EXPRESSION, titles), ("magazine", OTHER_EXPRESSION, magazine)):
            of_event = {one.sequence: one.body for one in got if one is not late}
            assert of_event[9].decode() == dump.facts[f"body of {name} for event 9"]
            assert of_event == {number: BodyFormat(JMESPATH, expression).body(log[number]) for number in of_event}
            assert all(is_signed(one, dump.facts[f"secret of the {name}"]) for one in got)
        assert counts["Titles"]["exhausted"] == 1


def formats_of(tx: Transaction, dump: Dump, name: str) -> list[tuple[int, BodyFormat]]:
    return [(first, one) for first, one in receiver_formats.versions(tx, find(tx, dump, name))]


@ON_BOTH
async def test_chats_get_the_bytes_that_0_10_0_would_send(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path, chats=lambda got: 200) as (store, clock, servers):
        await imports_at_rest(store)
        head = max(event.sequence for event in await store.database.read(log_of))
        count = 3 * (head - 8) + 1 + 1
        chats = await settled(store, servers["chats"], count=count)
        async with asking(store, clock, dump.facts["token"]) as ask:
            shown = {name: await ask("GET", f"/receivers/{dump.facts[f'receiver {name}']}") for name in CHATS}

        of_path = {path: {one.sequence: one for one in chats if one.path == path} for path in CHATS.values()}
        for name, path in CHATS.items():
            first = 8 if name == "slack" else 9
            assert min(of_path[path]) == first
            assert of_path[path][first].body.decode() == dump.facts[f"body of {name} for event {first}"]
            assert shown[name]["url"].endswith(f"/…{path[-4:]}") and shown[name]["payload"] == name
        assert not any("authorization" in one.headers for one in chats)
        assert shown["google_chat"]["max_rate"] == CHAT_RATE
        assert len(of_path[CHATS["google_chat"]]) == 1, "the clock stands still, and it gets one request a second"


@ON_BOTH
async def test_its_formats_make_the_same_bytes_of_each_event(dump: Dump, tmp_path: Path) -> None:
    async with at_rest(dump, tmp_path) as store:
        log = {event.sequence: event for event in await store.read(log_of)}
        formats = {name: await store.read(partial(newest_format, dump=dump, name=name)) for name in CHATS}

        formats |= {"titles": BodyFormat(JMESPATH, EXPRESSION), "magazine": BodyFormat(JMESPATH, OTHER_EXPRESSION)}
        for sequence in WITH_BODIES:
            for name, body_format in formats.items():
                kept = dump.facts[f"body of {name} for event {sequence}"]
                assert body_format.body(log[sequence]).decode() == kept


def newest_format(tx: Transaction, dump: Dump, name: str) -> BodyFormat:
    return receiver_formats.versions(tx, find(tx, dump, name)).newest


@ON_BOTH
async def test_requests_have_static_headers_and_signatures_of_both_keys(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, _, servers):
        await imports_at_rest(store)
        got, *_ = await servers["gateway"].requests(1)

        assert {name: got.headers[name] for name in HEADERS} == HEADERS
        assert got.headers["authorization"] == f"Bearer {dump.facts['token of the gateway']}"
        schemes = [one.partition(",")[0] for one in got.headers["webhook-signature"].split()]
        assert schemes == ["v1", "v1a", "v1a"]
        for key in ("public key", "old public key"):
            verifier = Verifier(
                dump.facts[f"{key} of the gateway"],
                dump.facts["token of the gateway"],
                clock=lambda: int(got.headers["webhook-timestamp"]),
            )
            assert verifier.verify(got.headers, got.body).id == got.headers["webhook-id"]


@ON_BOTH
async def test_tokens_are_requested_with_its_client_credentials(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, _, servers):
        await imports_at_rest(store)
        got, *_ = await servers["guest"].requests(1)
        asked = [one for one in await servers["tokens"].requests(1) if one.path == "/token"]
        counts = await store.database.read(counts_of)
        grants = await store.database.read(partial(grant_of, dump=dump, store=store))

        assert got.headers["authorization"] == f"Bearer {ISSUED}"
        assert len(asked) == 1 and b"audience=garden" in asked[0].body
        assert grants == {"guest": GRANT["client_secret"], "stranger": GRANT["client_secret"]}
        assert "delivered" not in counts["Stranger"]


def grant_of(tx: Transaction, dump: Dump, store: Store) -> dict[str, str]:
    """Return the client secret of each receiver with client credentials, decrypted."""
    found = {
        name: receivers.credentials(tx, store.secret_box, find(tx, dump, name).id) for name in ("guest", "stranger")
    }
    return {name: one.grant.client_secret.reveal() for name, one in found.items() if one.grant is not None}


@ON_BOTH
async def test_a_receiver_with_certificates_is_verified_and_gets_the_client_certificate(
    dump: Dump, tmp_path: Path
) -> None:
    tls = {"vault": serving(leaf(SERVER, by=CA), clients=CA)}
    async with upgraded(dump, tmp_path, tls=tls) as (store, clock, servers):
        await imports_at_rest(store)
        async with asking(store, clock, dump.facts["token"]) as ask:
            path = f"/receivers/{dump.facts['receiver vault']}"
            shown = await ask("GET", path)
            await ask("DELETE", f"{path}/pause")
            await servers["vault"].requests(1)
            alert = await ask("GET", f"/alerts/{dump.facts['alert of a certificate']}")

        assert shown["state"] == "paused"
        assert [one["subject"] for one in shown["ca_certificates"]] == [f"CN={CA}", f"CN={OTHER_CA}"]
        assert shown["client_certificate"]["subject"] == f"CN={CLIENT}"
        assert servers["vault"].got[0].path == "/vault"
        assert alert["rule"] == "certificate_expiring" and alert["ended_at"] is None


@ON_BOTH
async def test_listeners_are_kept_with_what_they_reported(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path, later_s=2_400) as (store, clock, _):
        await imports_at_rest(store)
        async with asking(store, clock, dump.facts["token"]) as ask:
            listed = (await ask("GET", "/listeners"))["items"]
            shown = await ask("GET", f"/listeners/{dump.facts[f'listener {LISTENER}']}")
            outcomes = [{"sequence": 10, "status": 200, "duration_ms": 8}]
            reported = await ask("POST", f"/listeners/{shown['id']}/outcomes", {"outcomes": outcomes})

        assert [one["name"] for one in listed] == [LISTENER], "the other one has expired"
        assert [(one["sequence"], one["result"]) for one in shown["outcomes"]] == [
            (9, "no_response"),
            (8, "refused"),
            (7, "accepted"),
        ]
        assert (reported["accepted"], reported["failed"]) == (2, 2)


@ON_BOTH
async def test_what_was_added_through_a_link_names_and_ends_with_who_made_it(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, clock, _):
        await imports_at_rest(store)
        [maker] = dump.facts["makers of links"].split()
        async with asking(store, clock, dump.facts["token"]) as ask:
            ways = (await ask("GET", f"/people/{dump.facts['person newcomer']}"))["ways"]
            made = (await ask("GET", f"/tokens?link_maker={maker}"))["items"]
            before = await store.database.read(partial(works, text=dump.facts["token of the newcomer"]))
            await ask("POST", f"/people/{dump.facts['person owner']}/deactivation")
            now = await store.database.read(partial(works, text=dump.facts["token of the newcomer"]))

        assert [one["id"] for one in ways["passkeys"][0]["added_through"]] == [maker]
        assert [one["id"] for one in ways["accounts"][0]["linked_by"]] == [maker]
        assert [one["name"] for one in made] == ["newcomer, a program"]
        assert (before, now) == (True, False)


def works(tx: Transaction, text: str) -> bool:
    return principals.find_by_token_hash(tx, hash_of(text)) is not None


@ON_BOTH
async def test_a_removed_chat_left_no_url(dump: Dump, tmp_path: Path) -> None:
    def count(tx: Transaction) -> int:
        return int(tx.execute("SELECT count(*) FROM receiver_addresses")[0][0])

    async with at_rest(dump, tmp_path) as store:
        assert await store.read(count) == len(CHATS)


def find(tx: Transaction, dump: Dump, name: str) -> Receiver:
    receiver_id = parse_receiver(dump.facts[f"receiver {name}"])
    assert receiver_id is not None
    receiver = receivers.find(tx, receiver_id)
    assert receiver is not None
    return receiver


async def settled(store: Store, server: Receiving, *, count: int) -> Sequence[Got]:
    """Return the requests of a server when it has got so many and nothing is in flight."""
    await server.requests(count)
    assert await store.dispatcher.settle(wait_s=10)
    assert len(server.got) == count
    return server.got


def is_signed(got: Got, secret: str) -> bool:
    at = datetime.fromtimestamp(int(got.headers["webhook-timestamp"]), UTC)
    return Webhook(secret).sign(got.headers["webhook-id"], at, got.body.decode()) == got.headers["webhook-signature"]
