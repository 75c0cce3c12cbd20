"""`plantstore check` tries the bucket of photos."""

from pathlib import Path

import pytest

from plantstore.app.startup_checks import _inspect_photos, inspect_store
from plantstore.core.settings import Settings
from plantstore.domain.secret import Secret
from plantstore.storage.engine.protocols import StorageRefused
from tests.sending.bucket_server import BUCKET, REGION, serving


def test_the_check_tries_the_bucket_and_leaves_nothing_in_it(tmp_path: Path) -> None:
    with serving() as server:
        key_id, secret = server.make_key("shop")

        def settings(**more: object) -> Settings:
            given = {"photos_key_id": key_id, "photos_secret": Secret(secret), "photos_region": REGION, **more}
            return Settings(data=tmp_path, photos_bucket=f"{server.url}/{BUCKET}/a", **given)  # type: ignore[arg-type]

        lines = list(inspect_store(settings()))

        assert f"photos     OK; {server.url}/{BUCKET}/a can be written, read, listed and deleted from" in lines
        with pytest.raises(StorageRefused, match="PLANTSTORE_PHOTOS_SECRET"):
            list(inspect_store(settings(photos_secret=Secret("wrong"))))
        assert server.names() == []


def test_the_check_says_that_a_folder_serves_one_machine(tmp_path: Path) -> None:
    shared = Settings(data=tmp_path, database="postgresql://shop@db.example/plants")

    assert list(_inspect_photos(Settings(data=tmp_path))) == []
    [line] = _inspect_photos(shared)
    assert f"in the folder {tmp_path / 'photos'}; processes on other machines" in line
