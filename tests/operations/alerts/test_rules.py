"""Each rule: when it holds, what its message says, and when it ends."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from plantstore.domain.alerts.message import MessageKind, Severity
from plantstore.domain.alerts.rules import RULES, RuleKey, check_threshold
from plantstore.domain.audit import AuditNumber, Finding
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.lease import Role
from plantstore.domain.errors import Invalid
from plantstore.domain.plants.plant_import import ImportState, PlantImport
from plantstore.domain.public_ids import receiver_text
from plantstore.domain.receivers.certificates import Certificate, ClientCertificate
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import Instant, after
from plantstore.operations import backup_times
from plantstore.operations.alerts.observing import Surroundings
from plantstore.operations.continuous_backup.status import BackupStatus
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.queries.server_health import Replication
from plantstore.storage.tables import (
    alert_rules,
    events,
    imports,
    processes,
    receiver_certificates,
    receivers,
    retries,
)
from tests.makers import NOON, RECEIVER, a_database_server, a_process, a_receiver, a_retry, an_event
from tests.operations.alerts.alerting import MINUTE_S, URL, Alerting, alerting
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")
HOUR_S, DAY_S = 3_600, 86_400


@pytest.fixture
async def shop(tmp_path: Path, clock: StillClock) -> AsyncIterator[Alerting]:
    async with alerting(tmp_path, clock) as one:
        yield one


async def titles(shop: Alerting, *, seconds: float = 45) -> list[str]:
    """Let the slower rules run once, and return the titles of all messages so far."""
    await shop.run_for(seconds)
    return [message.title for message in shop.channels.messages()]


async def test_deliveries_that_were_given_up_and_then_cancelled(shop: Alerting) -> None:
    await shop.store.write(lambda tx: receivers.insert(tx, a_receiver(name="Web shop")))
    await shop.store.write(lambda tx: events.append(tx, [an_event(1), an_event(2)]))
    given_up = [a_retry(sequence, state=RetryState.EXHAUSTED) for sequence in (1, 2)]
    await shop.store.write(lambda tx: retries.upsert(tx, given_up))

    assert await titles(shop) == ["Deliveries to Web shop were given up"]
    [message] = shop.channels.messages()
    assert message.lines == ("2 deliveries failed in all attempts. Retry or cancel them.",)
    assert (message.severity, message.link) == (Severity.CRITICAL, f"{URL}/receivers/{receiver_text(RECEIVER)}")

    await shop.store.write(lambda tx: tx.update("UPDATE retries SET state = 'cancelled'"))
    assert (await titles(shop))[1:] == ["No delivery to Web shop is given up any more"]


def ending(at: Instant, name: str = "a") -> Certificate:
    return Certificate(pem=name, subject=f"CN={name}", issuer="CN=CA", sha256=name, ends_at=at)


async def test_a_client_certificate_that_expires_and_is_renewed(shop: Alerting, clock: StillClock) -> None:
    box, soon = SecretBox(b"k" * 32, lambda count: b"n" * count), after(NOON, seconds=14 * DAY_S + HOUR_S)
    client = ClientCertificate(chain=(ending(after(soon, seconds=DAY_S)), ending(soon, "b")), key=Secret("key"))
    await shop.store.write(lambda tx: receivers.insert(tx, a_receiver(name="Web shop")))
    await shop.store.write(lambda tx: receiver_certificates.set_client(tx, box, RECEIVER, client))

    assert await titles(shop) == []
    clock.move(HOUR_S)
    assert await titles(shop) == ["A certificate of Web shop expires soon"]
    [message] = shop.channels.messages()
    assert message.lines[0].startswith("It expires ") and "Requests fail from then on" in message.lines[0]
    assert (message.severity, message.link) == (Severity.WARNING, f"{URL}/receivers/{receiver_text(RECEIVER)}")

    later = replace(client, chain=(ending(after(soon, seconds=90 * DAY_S)),))
    await shop.store.write(lambda tx: receiver_certificates.set_client(tx, box, RECEIVER, later))
    assert (await titles(shop))[1:] == ["Web shop has a new certificate"]


async def test_only_the_last_ca_certificate_of_a_receiver_matters(shop: Alerting) -> None:
    soon, late = after(NOON, seconds=DAY_S), after(NOON, seconds=300 * DAY_S)
    await shop.store.write(lambda tx: receivers.insert(tx, a_receiver(name="Web shop")))
    both = [ending(soon), ending(late, "b")]
    await shop.store.write(lambda tx: receiver_certificates.set_authorities(tx, RECEIVER, both))
    assert await titles(shop) == []

    await shop.store.write(lambda tx: receiver_certificates.set_authorities(tx, RECEIVER, both[:1]))

    assert await titles(shop) == ["A certificate of Web shop expires soon"]


async def test_the_oldest_queued_delivery_of_a_receiver_that_works(shop: Alerting) -> None:
    await shop.store.write(lambda tx: receivers.insert(tx, a_receiver(name="Web shop", cursor=0)))
    await shop.store.write(lambda tx: events.append(tx, [an_event(1)]))

    assert await titles(shop, seconds=29 * MINUTE_S) == []
    assert await titles(shop, seconds=3 * MINUTE_S) == ["A delivery has been queued for too long"]
    await shop.store.write(lambda tx: receivers.move_cursors(tx, {RECEIVER: 1}))
    assert (await titles(shop, seconds=MINUTE_S))[1:] == ["The backlog is recent again"]


@pytest.mark.parametrize("paused", [True, False])
async def test_what_waits_for_a_paused_or_failing_receiver_is_not_old(shop: Alerting, paused: bool) -> None:
    await shop.store.write(lambda tx: receivers.insert(tx, a_receiver(name="Web shop", cursor=0, paused=paused)))
    await shop.store.write(lambda tx: events.append(tx, [an_event(1)]))
    if not paused:
        await shop.fail(RECEIVER, since=NOON)

    found = await titles(shop, seconds=45 * MINUTE_S)
    assert found == ([] if paused else ["Web shop is failing"])


async def test_the_audit_counts_only_when_it_is_conclusive(shop: Alerting) -> None:
    finding = {AuditNumber.SEQUENCE_GAPS: Finding(count=3, examples=())}
    shop.surroundings = Surroundings(audit=finding)
    assert await titles(shop) == ["The audit found a mistake in the data"]

    shop.surroundings = Surroundings(audit=None)  # as after a restart
    assert len(await titles(shop)) == 1
    shop.surroundings = Surroundings(audit={})
    assert (await titles(shop))[1:] == ["The audit is clean again"]


async def test_little_space_on_the_disk(shop: Alerting) -> None:
    shop.surroundings = Surroundings(free_bytes=1_000_000_000)
    assert await titles(shop) == []
    shop.surroundings = Surroundings(free_bytes=999_999_999)
    assert await titles(shop) == ["The disk is almost full"]
    assert shop.channels.messages()[0].lines[0].startswith("999 MB are free.")


async def test_a_backup_that_is_too_old(shop: Alerting) -> None:
    assert await titles(shop, seconds=31 * MINUTE_S) == []  # there never was a backup
    await shop.store.write(lambda tx: backup_times.note(tx, tx.now))
    shop.clock.move(47 * HOUR_S)
    assert await titles(shop) == []
    shop.clock.move(HOUR_S)
    assert await titles(shop) == ["The last backup is old"]
    shop.surroundings = Surroundings(backup_at=shop.clock.now())
    assert (await titles(shop, seconds=MINUTE_S))[-1] == "There is a new backup"


async def test_a_continuous_backup_that_is_behind(shop: Alerting) -> None:
    noon = shop.clock.now()
    well = BackupStatus(complete_at=noon, started_at=noon)
    shop.surroundings = Surroundings(continuous_backup=well)
    assert await titles(shop, seconds=14 * MINUTE_S) == []
    shop.surroundings = Surroundings(continuous_backup=replace(well, failing="The folder is full."))
    assert await titles(shop, seconds=2 * MINUTE_S) == ["The continuous backup is behind"]
    assert shop.channels.messages()[0].lines == ("The folder is full. It is complete until 14:00.",)

    shop.surroundings = Surroundings(continuous_backup=replace(well, complete_at=shop.clock.now()))
    assert (await titles(shop))[1:] == ["The continuous backup is up to date again"]


async def test_a_continuous_backup_whose_first_copy_takes_long(shop: Alerting) -> None:
    shop.surroundings = Surroundings(continuous_backup=BackupStatus(complete_at=None, started_at=shop.clock.now()))
    assert await titles(shop, seconds=16 * MINUTE_S) == ["The continuous backup is behind"]
    assert shop.channels.messages()[0].lines == ("It has not been complete since the store was started.",)


async def test_no_process_that_delivers(shop: Alerting) -> None:
    shop.restart(is_shared=True)
    await shop.store.write(lambda tx: processes.register(tx, a_process("prc_1", role=Role.API)))
    assert await titles(shop, seconds=55) == []
    assert await titles(shop, seconds=60) == ["No process delivers"]

    await shop.store.write(lambda tx: processes.register(tx, a_process("prc_2", role=Role.ALL)))
    assert (await titles(shop, seconds=60))[1:] == ["A process delivers again"]


async def test_a_standby_that_is_behind_or_missing(shop: Alerting) -> None:
    shop.surroundings = Surroundings(server=a_database_server(replication_lag_s=59.0))
    assert await titles(shop) == []
    shop.surroundings = Surroundings(server=a_database_server(replication_lag_s=61.0))
    assert await titles(shop) == ["A standby of the database is behind"]
    shop.surroundings = Surroundings(server=a_database_server(replication=Replication.MISSING))
    assert len(await titles(shop)) == 1
    shop.surroundings = Surroundings(server=a_database_server())
    assert (await titles(shop))[1:] == ["The standbys are up to date again"]


async def test_imports_are_reported_once_to_channels_that_want_it(shop: Alerting) -> None:
    wanted = {RuleKey.IMPORT_FINISHED: True, RuleKey.IMPORT_FAILED: True}
    await shop.add_channel("ach_2")
    await shop.store.write(lambda tx: alert_rules.put_routes(tx, "ach_1", wanted))
    shop.clock.move(5)
    await shop.store.write(lambda tx: imports.insert(tx, an_import("imp_1", ImportState.DONE, tx.now, new=3, added=3)))
    await shop.store.write(
        lambda tx: imports.insert(tx, an_import("imp_2", ImportState.FAILED, tx.now, error="It is no list."))
    )
    await shop.run_for(HOUR_S)

    [message] = shop.channels.messages()
    assert message.kind is MessageKind.OPENED
    assert sorted(message.title.split(", ")) == ["Import failed: spring.csv", "Import finished: spring.csv"]
    assert sorted(message.lines) == [
        "Import failed: spring.csv. It is no list.",
        "Import finished: spring.csv. 3 plants added, 0 updated, 0 skipped, 0 rows with problems.",
    ]
    assert shop.channels.messages("ach_2") == []


async def test_imports_from_before_are_not_reported(shop: Alerting) -> None:
    await shop.store.write(lambda tx: alert_rules.put_routes(tx, "ach_1", {RuleKey.IMPORT_FINISHED: True}))
    old = after(NOON, seconds=-5)
    await shop.store.write(lambda tx: imports.insert(tx, an_import("imp_1", ImportState.DONE, old)))

    assert await titles(shop) == []


def test_thresholds_are_bounded() -> None:
    rule = RULES[RuleKey.RECEIVER_FAILING]
    assert [check_threshold(rule, value) for value in (None, 1, 1_440)] == [15, 1, 1_440]
    for value in (0, 1_441):
        with pytest.raises(Invalid):
            check_threshold(rule, value)
    with pytest.raises(Invalid):
        check_threshold(RULES[RuleKey.AUDIT], 1)


def an_import(id: str, state: ImportState, ended_at: int, **changes: object) -> PlantImport:
    values = {"id": id, "state": state, "name": "spring.csv", "options": "{}", "content_hash": "0", "size_bytes": 1}
    times = {"asked_by": "tok_1", "asked_at": NOON, "ended_at": ended_at}
    return PlantImport(**(values | times | changes))  # type: ignore[arg-type]
