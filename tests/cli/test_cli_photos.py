"""`plantstore plants photo`: photos are added, listed and removed."""

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore

KEY = "7f3nq8w2k1v9x5b0t4m6c8d2r1s3h5jg"
URL = f"https://plants.example/photos/{KEY}/full"
PHOTO = {"key": KEY, "url": URL, "alt": "Leaf", "width": 40, "height": 30, "size_bytes": 900, "plant_version": 4}
OTHER = {"url": "https://shop.example/rose.jpg", "alt": None}


def test_photos_are_listed_in_their_order(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants/7/photos", {"items": [PHOTO]})

    text, as_json = run("plants", "photo", "list", "7"), run("plants", "photo", "list", "7", "--json")

    assert KEY in text.stdout
    assert "40 × 30" in text.stdout
    assert [json.loads(line) for line in as_json.stdout.splitlines()] == [PHOTO]


def test_a_removed_photo_leaves_the_other_images(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants/7/photos", {"items": [PHOTO]})
    store.responds("GET /plants/7", {"images": [{"url": URL, "alt": "Leaf"}, OTHER]})
    store.responds("PATCH /plants/7", {"images": [OTHER]})

    unknown = run("plants", "photo", "remove", "7", "0" * 32, "--yes")
    removed = run("plants", "photo", "remove", "7", KEY, "--yes")

    assert (unknown.exit_code, removed.exit_code) == (2, 0)
    assert "plants photo list 7" in unknown.stderr
    [change] = [request for request in store.requests if request.method == "PATCH"]
    assert change.body == {"images": [OTHER]}
    assert change.headers["if-match"] == '"4"'


def test_a_file_that_is_not_there_is_wrong_usage(run: Run, tmp_path: Path) -> None:
    assert run("plants", "photo", "add", "7", str(tmp_path / "none.jpg")).exit_code == 2
