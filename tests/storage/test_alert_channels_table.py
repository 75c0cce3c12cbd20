"""Every function of storage/tables/alert_channels.py."""

from dataclasses import replace

import pytest

from plantstore.domain.alerts.channel import ChannelConfig, ChannelKind
from plantstore.domain.alerts.message import Answer, AnswerResult
from plantstore.domain.secret import Secret
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import KEY_BYTES, SecretBox
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.tables import alert_channels
from tests.makers import NOON
from tests.operations.alerts.messages import a_channel

BOX = SecretBox(bytes(KEY_BYTES), bytes)
URL = "https://hooks.example/canary-path"
WEBHOOK = a_channel(
    ChannelKind.WEBHOOK,
    id="chn_2",
    config=ChannelConfig(url=Secret(URL), secret=Secret("whsec_canary"), access_token=Secret("canary-token")),
)
MAIL = a_channel(
    ChannelKind.EMAIL, id="chn_1", config=ChannelConfig(addresses=("owner@shop.example",)), person_id="per_1"
)


def test_channels_are_stored_changed_and_removed(tx: Transaction) -> None:
    for channel in (WEBHOOK, MAIL):
        alert_channels.insert(tx, BOX, channel)
    assert alert_channels.all_channels(tx, BOX) == [MAIL, WEBHOOK]
    assert alert_channels.count(tx) == 2

    changed = replace(WEBHOOK, name="Other", shown="x", version=2, disabled_at=NOON, config=replace(WEBHOOK.config))
    alert_channels.update(tx, BOX, changed)
    assert alert_channels.find(tx, BOX, "chn_2") == changed

    alert_channels.remove(tx, "chn_2")
    assert alert_channels.find(tx, BOX, "chn_2") is None
    assert alert_channels.count(tx) == 1


def test_answers_are_noted_with_the_beginning_of_the_trouble(tx: Transaction) -> None:
    alert_channels.insert(tx, BOX, MAIL)
    later = Answer(result=AnswerResult.RETRY, words="mail.example answered 451", took_us=5)

    alert_channels.note_answer(tx, "chn_1", later)
    tx.update("UPDATE alert_channels SET failing_since = ?", (NOON - 1,))
    alert_channels.note_answer(tx, "chn_1", later)
    found = alert_channels.find(tx, BOX, "chn_1")
    assert found is not None
    assert (found.last_sent_at, found.last_result, found.last_words, found.last_took_us, found.failing_since) == (
        *(tx.now, AnswerResult.RETRY, "mail.example answered 451", 5, NOON - 1),
    )

    alert_channels.note_answer(tx, "chn_1", replace(later, result=AnswerResult.ACCEPTED))
    found = alert_channels.find(tx, BOX, "chn_1")
    assert found is not None and found.failing_since is None


def test_the_channels_of_a_person_are_disabled_together(tx: Transaction) -> None:
    for channel in (MAIL, WEBHOOK):
        alert_channels.insert(tx, BOX, channel)

    alert_channels.disable_of_person(tx, "per_1")

    found = alert_channels.all_channels(tx, BOX)
    assert [(one.disabled_at, one.version) for one in found] == [(tx.now, 2), (None, 1)]


def test_nothing_secret_is_in_clear_and_a_row_opens_only_as_itself(tx: Transaction) -> None:
    alert_channels.insert(tx, BOX, WEBHOOK)
    alert_channels.insert(tx, BOX, MAIL)

    stored = repr(tx.execute("SELECT * FROM alert_channels"))
    assert "canary" not in stored and "owner@" not in stored
    tx.update("UPDATE alert_channels SET config = (SELECT config FROM alert_channels WHERE id = 'chn_2')")
    with pytest.raises(StorageRefused):
        alert_channels.find(tx, BOX, "chn_1")


def test_what_a_removed_channel_was_to_get_is_removed(tx: Transaction) -> None:
    alert_channels.insert(tx, BOX, MAIL)
    tx.insert("alert_routes", ("channel_id", "rule", "wanted"), [("chn_1", "backup", 1), ("chn_2", "backup", 1)])
    tx.insert("alert_pacing", ("channel_id", "rule", "sent_at", "wait_s"), [("chn_1", "backup", 1, 1)])
    tx.insert("alert_announcements", ("channel_id", "incident_id", "reminders"), [("chn_1", "inc_1", 0)])
    columns = ("scope", "from_minute", "until_minute", "days", "critical_through")
    tx.insert("alert_quiet_hours", columns, [("chn_1", 1, 2, 127, 1), ("", 1, 2, 127, 1)])

    alert_channels.remove(tx, "chn_1")

    tables = ("alert_routes", "alert_pacing", "alert_announcements", "alert_quiet_hours")
    assert [tx.execute(f"SELECT count(*) FROM {table}")[0][0] for table in tables] == [1, 0, 0, 1]
