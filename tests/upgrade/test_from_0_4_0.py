"""This version opens a store of 0.4.0: sessions stay signed in, statistics and activity continue.

`test_from_0_3_0.py` tests what it has in common with older versions.
"""

from collections import Counter
from functools import partial
from pathlib import Path

import httpx
import pytest

from plantstore.domain.token import hash_of
from plantstore.storage.database import Transaction
from plantstore.storage.tables import activity, hourly_stats, sessions
from plantstore.storage.tables.hourly_stats import HOUR_US
from tests.makers import NOON
from tests.running import run
from tests.upgrade.make_0_4_0 import HOUR_S
from tests.upgrade.making import asking
from tests.upgrade.upgrading import (
    V_0_4_0,
    at_rest,
    broken_by_a_change,
    broken_links,
    browsing,
    check_request,
    everything_owed,
    imports_at_rest,
    log_of,
    moved_file,
    receivers_of,
    sequences,
    upgraded,
)

FACTS = V_0_4_0.facts
SOON_S = 60  # before sessions are idle for too long
LAST = 56  # row of the list of activities
pytestmark = pytest.mark.usefixtures("engine_kind", "audited")
Counts = dict[tuple[int, int], tuple[int, int]]


def is_kept(tx: Transaction, name: str) -> bool:
    return sessions.find(tx, hash_of(FACTS[f"session {name}"])) is not None


def tallied(tx: Transaction) -> Counts:
    """Return the accepted and failed attempts in the statistics, by receiver and hour, while every attempt is kept."""
    sql = "SELECT receiver_id, hour_at, accepted, failed FROM tallies WHERE hour_at > ?"
    return {(row[0], row[1]): (row[2], row[3]) for row in tx.execute(sql, (NOON - hourly_stats.KEPT_US,))}


def sent(tx: Transaction) -> Counts:
    """Return the same, counted from the attempts."""
    rows = tx.execute("SELECT receiver_id, started_at + duration_us, outcome = 'accepted' FROM attempts")
    counted = Counter((row[0], row[1] // HOUR_US * HOUR_US, bool(row[2])) for row in rows)
    return {key[:2]: (counted[(*key[:2], True)], counted[(*key[:2], False)]) for key in counted}


def leads_to_sign_in(answer: httpx.Response) -> bool:
    return (answer.status_code, answer.headers.get("location")) == (303, "/sign-in")


@moved_file
@pytest.mark.parametrize("name", ["open", "by link"])
async def test_active_sessions_stay_signed_in(name: str, tmp_path: Path) -> None:
    async with (
        upgraded(V_0_4_0, tmp_path, later_s=SOON_S) as (store, _, _),
        browsing(store, FACTS[f"session {name}"]) as browser,
    ):
        page = await browser.get("/")

        assert page.status_code == 200
        assert 'action="/sign-out"' in page.text


@moved_file
async def test_ended_sessions_must_sign_in_again(tmp_path: Path) -> None:
    async with upgraded(V_0_4_0, tmp_path, later_s=SOON_S) as (store, _, _):
        names = ("idle", "revoked", "signed out")
        kept = [await store.database.read(partial(is_kept, name=name)) for name in names]
        pages = []
        for name in names:
            async with browsing(store, FACTS[f"session {name}"]) as browser:
                pages.append(await browser.get("/"))

        assert kept == [True, True, False]
        assert all(leads_to_sign_in(page) for page in pages)


@moved_file
async def test_an_upgrade_does_not_extend_a_session(tmp_path: Path) -> None:
    async with (
        upgraded(V_0_4_0, tmp_path, later_s=HOUR_S) as (store, _, _),
        browsing(store, FACTS["session open"]) as browser,
    ):
        assert leads_to_sign_in(await browser.get("/"))


@moved_file
async def test_only_an_unused_link_works_and_only_once(tmp_path: Path) -> None:
    async with upgraded(V_0_4_0, tmp_path, later_s=SOON_S) as (store, _, _):

        async def open_link(name: str) -> httpx.Response:
            async with browsing(store) as browser:
                return await browser.get(f"/sign-in?key={FACTS[f'link {name}']}")

        refused = [await open_link(name) for name in ("used", "ended")]
        async with browsing(store) as browser:
            before = await browser.get("/")
            taken = await browser.get(f"/sign-in?key={FACTS['link unused']}")
            page = await browser.get("/")
        refused.append(await open_link("unused"))

        assert leads_to_sign_in(before)
        assert (taken.status_code, taken.headers["location"]) == (303, "/")
        assert page.status_code == 200
        for answer in refused:
            assert answer.status_code == 401
            assert "This link was already used, or has expired." in answer.text


@moved_file
async def test_the_activity_list_is_complete_and_its_chain_continues(tmp_path: Path) -> None:
    async with upgraded(V_0_4_0, tmp_path, later_s=SOON_S) as (store, clock, _):
        rows = await store.database.read(lambda tx: activity.page(tx, activity.ActivityFilter(), limit=100))
        async with asking(store, clock, FACTS["token"]) as ask:
            await ask("POST", "/sign-in-links", {})
        newest = await store.database.read(activity.newest_id)
        changed = (LAST - 1, LAST, newest)
        found = [await store.database.write(partial(broken_by_a_change, row_id=row_id)) for row_id in changed]

        signed = Counter((row.action, row.detail) for row in rows if row.action in ("signIn", "signOut"))
        assert signed == {("signIn", "by token"): 4, ("signIn", "by link"): 1, ("signOut", ""): 1}
        assert rows[0].id == LAST < newest
        assert await store.database.read(broken_links) == []
        assert found == [[row_id] for row_id in changed]


def test_statistics_agree_with_the_attempts_before_and_after_more_sends(tmp_path: Path) -> None:
    async def test() -> None:
        async with upgraded(V_0_4_0, tmp_path) as (store, _, servers):
            garden = (await store.database.read(receivers_of))["garden centre"].id
            await imports_at_rest(store)
            await everything_owed(store, servers)
            await servers["garden"].requests(7)
            assert await store.dispatcher.settle(wait_s=10)
            after = await store.database.read(tallied)

            assert after == await store.database.read(sent)
            hours = [after.get((garden, NOON + hour * HOUR_US)) for hour in range(-4, 2)]
            assert hours == [(5, 2), (1, 1), (0, 1), (5, 0), None, (7, 0)]

    async def before() -> None:
        async with at_rest(V_0_4_0, tmp_path / "before") as store:
            assert await store.read(tallied) == await store.read(sent)

    (tmp_path / "before").mkdir()
    run(before)
    run(test)


@moved_file
async def test_statistics_endpoints_respond(tmp_path: Path) -> None:
    async with upgraded(V_0_4_0, tmp_path, later_s=SOON_S) as (store, clock, servers):
        await imports_at_rest(store)
        await servers["garden"].requests(7)
        assert await store.dispatcher.settle(wait_s=10)
        async with asking(store, clock, FACTS["token"]) as ask:
            shown = await ask("GET", "/figures")
            garden = await ask("GET", f"/receivers/{FACTS['receiver garden']}/figures")

        hours = [(one["accepted"], one["failed"], one["half_ms"]) for one in garden["hours"][-5:]]
        assert hours[:-1] == [(5, 2, 100), (1, 1, 20), (0, 1, None), (5, 0, 50)]
        assert (garden["day"]["attempts"], garden["day"]["accepted"]) == (15 + 7, 11 + 7)
        assert [one["waiting"] for one in shown["backlog"]] == [2, 1, 1, 70]
        assert shown["given_up"] == 1
        assert {one["name"] for one in shown["receivers"]} >= {"garden centre", "web shop", "marketplace"}


@moved_file
async def test_the_garden_centre_gets_the_rest_once(tmp_path: Path) -> None:
    async with upgraded(V_0_4_0, tmp_path) as (store, _, servers):
        await imports_at_rest(store)
        got = await servers["garden"].requests(7)
        assert await store.dispatcher.settle(wait_s=10)
        log = await store.database.read(log_of)

        assert sequences(servers["garden"]) == [*range(9, 16)]
        for one in got:
            check_request(one, log[one.sequence - 1], FACTS["secret of the garden"])
