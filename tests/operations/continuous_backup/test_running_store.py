"""A running store and its continuous backup: in a folder and a bucket, with photos, over restarts and failures."""

import asyncio
import json
import os
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from plantstore.app.store import Store, open_store
from plantstore.core.clock import SystemClock
from plantstore.core.settings import SettingError, Settings
from plantstore.domain.errors import Unavailable
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import Instant
from plantstore.operations import backup_times
from plantstore.operations.audit.offline import OfflineAudit
from plantstore.operations.continuous_backup import bases, photos, shipping
from plantstore.operations.continuous_backup.names import store_of
from plantstore.operations.continuous_backup.opening import backup_place
from plantstore.operations.continuous_backup.photos import EncryptedPhotos, PhotoShipping
from plantstore.operations.continuous_backup.places import BackupFolder, BackupPlace, list_chains
from plantstore.operations.continuous_backup.states import spans
from plantstore.operations.photo_backup import photos_of
from plantstore.sending.tls import make_tls_context
from plantstore.storage.sqlite import files
from plantstore.storage.sqlite.engine import Connection
from tests.operations.continuous_backup.backing_up import backed_up, backup_of, extract, until_complete
from tests.operations.test_photo_backup import add_thumbnails, names_in, names_of
from tests.running import add
from tests.sending.bucket_server import BUCKET, REGION, serving

pytestmark = pytest.mark.sqlite_only("a continuous backup is of a store on SQLite")

S3 = {"backup_to": "https://s3.example/x", "backup_key_id": "a"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipping, "EVERY_S", 0.02)
    monkeypatch.setattr(photos, "POLL_S", 0.02)
    monkeypatch.setattr(bases, "FIRST_PAUSE_S", 0.02)


def plants(file: Path) -> list[str]:
    with files.reading(file) as connection:
        return [str(name) for (name,) in connection.execute("SELECT name FROM plants ORDER BY id")]


def place_of(settings: Settings) -> BackupPlace:
    return backup_place(settings, clock=SystemClock(), tls=make_tls_context(None))


async def chains(place: BackupPlace) -> list[str]:
    return [span.chain for span in spans(await list_chains(place))]


async def two_times(settings: Settings) -> tuple[Instant, Instant]:
    """Add a plant, then another; return a time after each."""
    async with open_store(settings) as store:
        await add(store, "first")
        first = await until_complete(store)
        await add(store, "second")
        return first, await until_complete(store)


async def test_each_time_is_a_clean_backup_of_the_store_as_it_was(tmp_path: Path) -> None:
    settings = backed_up(tmp_path)
    first, second = await two_times(settings)
    place, old, new = place_of(settings), tmp_path / "old.db", tmp_path / "new.db"
    made = [await extract(place, old, at=first), await extract(place, new, at=second)]

    assert [plants(old), plants(new)] == [["first"], ["first", "second"]]
    assert [one.described.head for one in made] == [1, 2]
    assert made[0].at <= first < made[1].at <= second
    audit = OfflineAudit(new, retry_scale=1.0, clock=SystemClock(), wait=lambda _: None, report=lambda *_: None)
    assert audit.audit().clean
    assert not list(tmp_path.glob("*.db-*")) and not list(tmp_path.glob("*.partial"))


async def test_a_bucket_keeps_it_too(tmp_path: Path) -> None:
    with serving() as server:
        key_id, secret = server.make_key("backups")
        settings = backed_up(
            tmp_path,
            backup_to=f"{server.url}/{BUCKET}/shop-1",
            backup_key_id=key_id,
            backup_secret=Secret(secret),
            backup_region=REGION,
        )
        first, _ = await two_times(settings)
        place = place_of(settings)
        await extract(place, tmp_path / "old.db", at=first)
        await place.close()

        assert plants(tmp_path / "old.db") == ["first"]
        segments = [name for name in server.names() if not name.startswith("shop-1/photos/copied-")]
        assert all(name.startswith("shop-1/20") and name.endswith(".age") for name in segments)


async def test_a_restart_continues_the_chain_and_a_change_from_outside_begins_another(tmp_path: Path) -> None:
    settings = backed_up(tmp_path)
    place = place_of(settings)
    await two_times(settings)
    async with open_store(settings) as store:
        await add(store, "third")
    [chain] = await chains(place)
    await extract(place, tmp_path / "now.db")
    assert plants(tmp_path / "now.db") == ["first", "second", "third"]  # a stop writes what was committed last

    with closing(Connection(settings.database_path, writes=True)) as outside:
        outside.script("UPDATE plants SET name = 'changed' WHERE name = 'third'")
    async with open_store(settings) as store:
        await until_complete(store)
    again = await chains(place)
    await extract(place, tmp_path / "changed.db")

    assert len(again) == 2 and again[0] == chain
    assert store_of(again[1]) == store_of(chain)
    assert plants(tmp_path / "changed.db")[2] == "changed"


async def test_photos_are_in_it_before_the_plants_that_have_them_and_stay_as_long(tmp_path: Path) -> None:
    settings = backed_up(tmp_path)
    await two_times(settings)
    add_thumbnails(settings.data, 1, 2)
    async with open_store(settings) as store:
        await until_complete(store)
        [new] = names_of(3)[:1]
        await _photo_files(store).put(new, b"RIFF\x08\x00\x00\x00WEBPVP8 ")
        await add(store, "third")
        await until_complete(store)
        await _photo_files(store).delete(names_of(2)[0])
    place = place_of(settings)
    made = await extract(place, tmp_path / "back.db")
    kept = await EncryptedPhotos(place).page(after="", limit=10)

    assert [one.name for one in kept] == sorted([*names_of(1, 2), new])
    assert names_in(photos_of(tmp_path / "back.db")) == names_of(1, 2)
    assert (made.photos.files, made.photos.missing) == (4, 0)


def _photo_files(store: Store) -> Any:
    backup = backup_of(store)
    assert backup._photos is not None
    return backup._photos._source


@contextmanager
def unwritable(place: Path) -> Iterator[None]:
    """Put a file in the way of the folder."""
    away = place.with_name("away")
    os.rename(place, away)
    place.write_bytes(b"")
    yield
    place.unlink()
    os.rename(away, place)


async def test_a_place_that_fails_delays_nothing_and_catches_up(tmp_path: Path) -> None:
    settings = backed_up(tmp_path)
    async with open_store(settings) as store:
        await add(store, "first")
        await until_complete(store)
        with unwritable(tmp_path / "backups"):
            await add(store, "second")
            while not backup_of(store).status.failing:
                await add(store, "more")
            late, why = backup_of(store).status.complete_at, backup_of(store).status.failing
        await until_complete(store)
        after = backup_of(store).status

        assert f"The folder of backups {tmp_path / 'backups'} cannot be " in why
        assert late is not None and late < (after.complete_at or 0)
        assert after.failing == ""
    place = place_of(settings)
    await extract(place, tmp_path / "now.db")

    assert plants(tmp_path / "now.db")[:2] == ["first", "second"]
    assert len(await chains(place)) == 1


async def test_a_place_that_keeps_failing_is_tried_less_and_less_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def wait(seconds: float) -> None:
        pauses.append(seconds)
        await asyncio.sleep(0)

    async with open_store(backed_up(tmp_path)) as store:
        await until_complete(store)
        with unwritable(tmp_path / "backups"):
            await add(store, "first")
            monkeypatch.setattr(backup_of(store), "_wait", wait)
            async with asyncio.timeout(20):
                while bases.RETRY_S_MAX not in pauses:
                    await asyncio.sleep(0.01)
            failed = pauses[: pauses.index(bases.RETRY_S_MAX)]
        monkeypatch.undo()

    assert 5 < len(failed) < 20 and failed == sorted(failed)


async def test_a_copy_of_the_database_that_fails_is_reported_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = BackupFolder.put
    refused: list[str] = []

    async def refuse(place: BackupFolder, name: str, content: bytes) -> None:
        if "/base-" in name and len(refused) < 2:
            refused.append(name)
            raise Unavailable("There is no room.")
        await put(place, name, content)

    monkeypatch.setattr(BackupFolder, "put", refuse)
    async with open_store(backed_up(tmp_path)) as store:
        async with asyncio.timeout(20):
            while not backup_of(store).status.failing:
                await asyncio.sleep(0)
        status = backup_of(store).status
        assert (status.complete_at, status.failing) == (None, "There is no room.")
        await until_complete(store)

        assert backup_of(store).status.failing == ""
        assert len(refused) == 2


async def test_its_time_is_noted_for_the_alert_about_old_backups(tmp_path: Path) -> None:
    settings = backed_up(tmp_path)
    async with open_store(settings) as store:
        assert backup_times.read_file(settings.database_path) is None
        complete_at = await until_complete(store)

    noted = backup_times.read_file(settings.database_path)
    assert noted is not None and noted <= complete_at


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"backup_recipient": ""}, "BACKUP_RECIPIENT: the continuous backup needs a public key"),
        ({"backup_recipient": "age1" + "q" * 58}, "BACKUP_RECIPIENT: this is not a public key of age"),
        ({"backup_to": "s3://backups/shop-1"}, "BACKUP_TO: name a folder by its whole path"),
        ({"backup_to": "backups"}, "BACKUP_TO: name a folder by its whole path"),
        ({"backup_to": "https://s3.example/x"}, "BACKUP_KEY_ID: a bucket needs an access key id"),
        (S3, "BACKUP_SECRET: a bucket needs a secret"),
        (
            {"backup_to": "https://s3.example", "backup_key_id": "a", "backup_secret": Secret("b")},
            "BACKUP_TO: name the",
        ),
        ({"backup_region": "nowhere!", "backup_to": ""}, "BACKUP_REGION: 'nowhere!' is not a region"),
        ({"database": "postgresql://host/x", "key": Secret("A" * 43 + "=")}, "BACKUP_TO is for a store on SQLite"),
    ],
)
async def test_wrong_settings_end_the_start_with_what_to_correct(
    tmp_path: Path, given: dict[str, Any], why: str
) -> None:
    with pytest.raises(SettingError, match=f"^PLANTSTORE_{why}"):
        async with open_store(backed_up(tmp_path, **given)):
            pass


async def test_nothing_in_the_place_is_readable_without_the_key(tmp_path: Path) -> None:
    settings = backed_up(tmp_path)
    async with open_store(settings) as store:
        await add(store, "canary-plant")
        await until_complete(store)
    written = [path for path in (tmp_path / "backups").rglob("*") if path.is_file() and path.stat().st_size]

    assert written and all(b"canary" not in path.read_bytes() for path in written)
    assert all(path.read_bytes().startswith(b"age-encryption.org/v1") for path in written)
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "backups").rglob("*")} == {0}
    assert json.loads((settings.data / "plantstore.db.continuous").read_text())["identity"]
    assert isinstance(place_of(settings), BackupFolder)


async def test_a_store_stops_although_its_photos_could_not_be_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_failed = asyncio.Event()

    async def fail(_: PhotoShipping) -> None:
        has_failed.set()
        raise Unavailable("The bucket cannot be reached.")

    monkeypatch.setattr(PhotoShipping, "_copy_old", fail)
    monkeypatch.setattr(shipping, "EVERY_S", 60.0)  # until then, the failed copy waits
    async with open_store(backed_up(tmp_path)) as store:
        await add(store, "first")
        async with asyncio.timeout(30):
            await has_failed.wait()

    assert not any(thread.name == "writer" for thread in threading.enumerate())
