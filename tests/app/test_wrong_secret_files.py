"""A start with a file of a secret that cannot be read fails, and leaves no thread that keeps the process running."""

import threading
from pathlib import Path
from typing import Any

import pytest

from plantstore.app.store import open_store
from plantstore.core.settings import SettingError
from tests.running import settings

pytestmark = pytest.mark.sqlite_only("the settings do not depend on the engine")
BUCKET = {"photos_bucket": "https://s3.example/plants", "photos_key_id": "shop"}
MAIL = {"mail_server": "smtps://store@mail.example", "mail_from": "store@shop.example"}


@pytest.mark.parametrize(("given", "name"), [(BUCKET, "photos_secret_file"), (MAIL, "mail_password_file")])
async def test_the_start_ends_with_the_name_of_the_setting(given: dict[str, Any], name: str, tmp_path: Path) -> None:
    before = set(threading.enumerate())

    with pytest.raises(SettingError, match=f"PLANTSTORE_{name.upper()} cannot be read"):
        async with open_store(settings(tmp_path, **given, **{name: tmp_path / "none"})):
            pass

    assert {one.name for one in set(threading.enumerate()) - before if not one.daemon} == set()
