"""This version opens a store of 0.9.0: its people still sign in, and alerts and operational webhooks continue.

`test_upgrade.py` tests what it has in common with older versions.
"""

import base64
import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from plantstore.domain.alerts.channel import AlertChannel
from plantstore.domain.alerts.message import AlertMessage, Answer, AnswerResult
from plantstore.domain.errors import Unauthorized
from plantstore.domain.operational_webhook import DeliveryState
from plantstore.domain.session import SignInWay
from plantstore.domain.token import hash_of
from plantstore.operations.alerts.acknowledging import link_maker
from plantstore.operations.alerts.outbox import Outbox
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import alert_channels, operational_events
from plantstore.storage.tables import openid as accounts
from plantstore.storage.tables import passkeys as stored_passkeys
from plantstore.web.auth import passkeys, principals, sessions, webauthn
from tests.receiver import Got
from tests.upgrade.make_0_9_0 import ISSUER, PARTY, PEOPLE, QUIET, SUBJECT, authenticator
from tests.upgrade.making import BASE_URL, asking
from tests.upgrade.old import content_of, pop_receivers
from tests.upgrade.upgrading import (
    V_0_9_0,
    Dump,
    at_rest,
    browsing,
    imports_at_rest,
    lay_down,
    moved_file,
    on_engines,
    upgraded,
)

ON_BOTH = on_engines([V_0_9_0], postgresql=[V_0_9_0])
random_bytes = Random(7).randbytes
pytestmark = pytest.mark.usefixtures("engine_kind", "audited")


@moved_file
def test_opening_it_only_adds_tables_and_columns(tmp_path: Path) -> None:
    path = tmp_path / "plantstore.db"
    lay_down(V_0_9_0, tmp_path)
    before = content_of(path)
    path.unlink()
    lay_down(V_0_9_0, tmp_path, is_migrated=True)
    now = content_of(path)

    for one in (before, now):
        del one[""], one["schema_version"]
    pop_receivers(before, now)
    for table in ("passkeys", "identities"):
        assert {row[-1] for row in now[table]} == {""}, "who made links was not stored"
        now[table] = [row[:-1] for row in now[table]]
    makers = [row[-1] for row in now["tokens"]]
    now["tokens"] = [row[:-1] for row in now["tokens"]]
    place = 9  # `link_created_by`, which one maker of a link had and `makers` replaces
    assert makers == [row[place] or "" for row in before["tokens"]]
    before["tokens"] = [(*row[:place], *row[place + 1 :]) for row in before["tokens"]]
    assert {name: now[name] for name in before} == before


@ON_BOTH
async def test_its_sessions_links_and_tokens_work_as_before(dump: Dump, tmp_path: Path) -> None:
    def signed_in(tx: Transaction, name: str) -> str | None:
        found = sessions.find(tx, dump.facts[f"session of the {name}"])
        return None if found is None else found.token.person_id

    def acts_for(tx: Transaction, name: str) -> str | None:
        token = principals.find_by_token_hash(tx, hash_of(dump.facts[f"token of the {name}"]))
        return None if token is None else token.person_id

    async with at_rest(dump, tmp_path) as store:
        links = {name: dump.facts[f"link for the {name}"] for name in PEOPLE[1:]}
        working = [name for name, key in links.items() if await store.read(partial(_opens, key=key))]
        open_link = partial(sessions.sign_in_by_link, link_key=links["invited"], random_bytes=random_bytes)
        invited = await store.write(open_link)

        assert working == ["second operator", "invited"], "the others were used, or their person has ended"
        assert invited.token.person_id == dump.facts["person invited"]
        assert await store.read(partial(signed_in, name="staff")) == dump.facts["person staff"]
        assert await store.read(partial(signed_in, name="gone")) is None
        assert await store.read(partial(acts_for, name="staff")) == dump.facts["person staff"]
        assert await store.read(partial(acts_for, name="gone")) is None
        find = partial(accounts.find_person, issuer=ISSUER, subject=SUBJECT)
        assert await store.read(find) == dump.facts["person staff"]


def _opens(tx: Transaction, key: str) -> bool:
    try:
        return sessions.check_link(tx, key).person is not None
    except Unauthorized:
        return False


@ON_BOTH
async def test_its_passkey_signs_in_and_the_copied_one_does_not(dump: Dump, tmp_path: Path) -> None:
    def sign_in(tx: Transaction, name: str) -> SignInWay | None:
        device, challenge = authenticator(name), random_bytes(56)
        device.counter = 99
        device.handle = stored_passkeys.handle_of(tx, dump.facts["person owner"]) or b""
        sent = webauthn.read(json.dumps(device.get(webauthn.request_options(PARTY, challenge))))
        found = passkeys.find_signer(tx, sent, PARTY)
        signed = webauthn.verify_signature(PARTY, sent, found.credential)
        how: Any = {"random_bytes": random_bytes, "instead_of": "", "device": "", "remembered": False}
        opened = passkeys.sign_in(tx, found.id, signed, challenge=challenge, **how)
        return None if opened is None else opened.session.way

    async with at_rest(dump, tmp_path) as store:
        assert await store.write(partial(sign_in, name="phone")) is SignInWay.PASSKEY
        assert await store.write(partial(sign_in, name="copied key")) is None


@ON_BOTH
async def test_its_settings_of_alerts_are_kept(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, clock, _):
        await imports_at_rest(store)
        async with asking(store, clock, dump.facts["token"]) as ask:
            channels = {one["id"]: one for one in (await ask("GET", "/alert-channels"))["items"]}
            rules = {one["rule"]: one for one in (await ask("GET", "/alert-rules"))["items"]}
            quiet = {one["scope"]: one for one in (await ask("GET", "/alert-quiet-hours"))["items"]}
            acknowledged, muted = dump.facts["alerts acknowledged and muted"].split()
            alerts = [await ask("GET", f"/alerts/{one}") for one in (acknowledged, muted)]
            backup = await ask("GET", "/backups")

        webhook, email, chat = (channels[dump.facts[f"channel {name}"]] for name in ("webhook", "email", "chat"))
        assert [one["enabled"] for one in (webhook, email, chat)] == [True, True, False]
        assert email["person_id"] == dump.facts["person second operator"]
        assert webhook["old_secret_ends_at"] is not None
        assert (rules["receiver_failing"]["threshold"]["value"], rules["audit"]["enabled"]) == (1, False)
        scopes = ("store", webhook["id"], email["person_id"])
        assert [quiet[scope]["from"] for scope in scopes] == [hours["from"] for hours in QUIET.values()]
        assert alerts[0]["acknowledged_at"] is not None
        assert alerts[1]["muted_until"] is not None
        assert backup["last_backup_at"] is not None


@ON_BOTH
async def test_a_message_that_a_killed_process_was_sending_is_sent_by_the_next(dump: Dump, tmp_path: Path) -> None:
    box = SecretBox(base64.b64decode(dump.facts["key"]), random_bytes)
    sender = _Sender()

    async with at_rest(dump, tmp_path) as store:
        outbox = Outbox(
            store.database,
            store.clock,
            sender,
            link_maker(box, BASE_URL),
            holder="prc_new",
            find_channel=lambda tx, channel_id: alert_channels.find(tx, box, channel_id),
        )
        await outbox.run()
        await outbox.finish()
        await outbox.run()

    [(channel, message)] = sender.sent
    config = channel.config
    assert channel.id == dump.facts["channel webhook"]
    assert config.secret is not None and config.old_secret is not None
    assert config.secret.reveal() == dump.facts["secret of the channel"]
    assert config.old_secret.reveal() == dump.facts["old secret of the channel"]
    assert set(dump.facts["alerts acknowledged and muted"].split()) <= set(message.incident_ids)


class _Sender:
    """Keeps messages instead of sending them."""

    def __init__(self) -> None:
        self.sent: list[tuple[AlertChannel, AlertMessage]] = []

    async def send(self, channel: AlertChannel, message: AlertMessage) -> Answer:
        self.sent.append((channel, message))
        return Answer(result=AnswerResult.ACCEPTED, words="")


@ON_BOTH
async def test_its_operational_webhooks_are_sent_with_both_secrets(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, _, servers):
        await imports_at_rest(store)
        server = servers["operations"]
        waiting = [*await server.requests(3)]
        await store.operational_sender.wait_until_idle()
        page = partial(operational_events.page, subscriber_id=dump.facts["subscriber active"], state=None, limit=9)
        states = {one.event.id: one.delivery.state for one in await store.database.read(page)}

        assert {states[got.headers["webhook-id"]] for got in waiting} == {DeliveryState.DELIVERED}
        assert list(states.values()).count(DeliveryState.GIVEN_UP) == 1
        assert {got.headers["authorization"] for got in waiting} == {
            f"Bearer {dump.facts['access token of the operations']}"
        }
        assert all(_is_signed_twice(got) for got in waiting)


def _is_signed_twice(got: Got) -> bool:
    return len(got.headers["webhook-signature"].split()) == 2


@ON_BOTH
async def test_its_remembered_session_opens_the_console(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, _, _):
        await imports_at_rest(store)
        async with browsing(store, dump.facts["session of the staff"]) as browser:
            page = await browser.get("/account")

        assert page.status_code == 200
        assert "Staff" in page.text
