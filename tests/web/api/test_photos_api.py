"""Photos over the API: they are added to a plant, served to everyone, and removed with the images of the plant."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from plantstore.catalogue.photos import uploads
from plantstore.catalogue.photos.limits import UPLOAD_BYTES_MAX
from plantstore.domain.plants.image import IMAGES_MAX
from plantstore.domain.plants.photo import KEY_CHARS
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.token import Scope
from tests.catalogue.photos.bombs import bombs
from tests.catalogue.photos.pictures import a_jpeg, as_bytes, halves, opened
from tests.still_clock import StillClock
from tests.web.harness import BASE_URL, Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

JPEG = {"content-type": "image/jpeg"}
SMALL = a_jpeg(40, 30)


def photos_of(plant: Any) -> str:
    return f"/api/v1/plants/{plant if isinstance(plant, int) else plant['id']}/photos"


def upload(
    site: Site, plant: Any, content: Any = SMALL, *, query: str = "", headers: Any = None, **more: Any
) -> httpx.Response:
    return site.ask("POST", photos_of(plant) + query, content=content, headers={**JPEG, **(headers or {})}, **more)


def uploaded(site: Site, plant: Any, content: bytes = SMALL, **more: Any) -> dict[str, Any]:
    answer = upload(site, plant, content, **more)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def picture(site: Site, url: str, **more: Any) -> httpx.Response:
    return site.get(url.removeprefix(BASE_URL), token=None, **more)


def files_in(folder: Path) -> int:
    return sum(path.is_file() for path in folder.rglob("*"))


def test_a_photo_becomes_the_last_image_of_the_plant(site: Site) -> None:
    plant = site.add(images=[{"url": "https://shop.example/rose.jpg"}])

    answer = upload(site, plant, a_jpeg(), query="?alt=A%20red%20rose", headers={"if-match": '"1"'})

    photo = answer.json()
    assert (answer.status_code, answer.headers["etag"], answer.headers["location"]) == (201, '"2"', photo["url"])
    assert photo["url"] == f"{BASE_URL}/photos/{photo['key']}/full"
    assert len(photo["key"]) == KEY_CHARS
    assert (photo["plant"], photo["plant_version"], photo["position"]) == (plant["id"], 2, 1)
    assert (photo["width"], photo["height"], photo["alt"]) == (640, 480, "A red rose")
    shown = site.get(f"/api/v1/plants/{plant['id']}").json()
    assert shown["images"] == [*plant["images"], {"url": photo["url"], "alt": "A red rose"}]
    assert site.get(photos_of(plant)).json() == {"items": [photo]}
    [change] = site.get(f"/api/v1/plants/{plant['id']}/history").json()["items"]
    assert [(one["field"], one["before"], one["after"]) for one in change["changes"]] == [
        ("images", plant["images"], shown["images"])
    ]
    assert files_in(site.settings.uploads_folder) == 0


def test_everyone_who_has_the_address_gets_the_pictures_and_caches_keep_them(site: Site) -> None:
    photo = uploaded(site, site.add(), a_jpeg())

    kinds = {"url": ("image/jpeg", (640, 480)), "medium_url": ("image/webp", (480, 360)), "small_url": ("image/webp",)}
    for name, (kind, *size) in kinds.items():
        answer = picture(site, photo[name])
        assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert "sandbox" in answer.headers["content-security-policy"]
        assert "set-cookie" not in answer.headers
        assert [opened(answer.content).size] == (size or [(96, 96)])
        known = picture(site, photo[name], headers={"if-none-match": answer.headers["etag"]})
        assert (known.status_code, known.content) == (304, b"")
        head = site.ask("HEAD", photo[name].removeprefix(BASE_URL), token=None)
        assert (head.status_code, head.headers["content-length"]) == (200, str(len(answer.content)))


def test_no_other_address_has_a_photo(site: Site) -> None:
    photo = uploaded(site, site.add())
    key, none = photo["key"], "0" * KEY_CHARS

    wrong = [
        f"{none}/full",
        f"{key}/huge",
        f"{key}/full/",
        f"{key}",
        "",
        "Z" * KEY_CHARS + "/full",
        f"{key}-full/small",
    ]
    wrong += ["../plantstore.db/full", "%2e%2e/full", f"{key}/..%2f..%2fkey", f"{key}%00/full", "%2fetc/passwd"]
    for path in wrong:
        answer = site.get(f"/photos/{path}", token=None)
        assert answer.status_code == 404, path
        assert answer.json()["detail"]
    for method in ("POST", "PUT", "DELETE"):
        assert site.ask(method, f"/photos/{key}/full").status_code == 405


def test_the_same_photo_is_kept_once_for_a_plant(site: Site) -> None:
    plant, other = site.add(), site.add()
    first = uploaded(site, plant)

    again = upload(site, plant)

    assert (again.status_code, again.json()) == (200, first)
    assert len(site.get(photos_of(plant)).json()["items"]) == 1
    assert uploaded(site, other)["key"] != first["key"]


def test_a_repeated_request_adds_nothing(site: Site) -> None:
    plant, key = site.add(), {"idempotency-key": "one", "if-match": '"1"'}
    first = uploaded(site, plant, headers=key)

    repeated = upload(site, plant, headers=key)
    other = upload(site, plant, a_jpeg(50, 50), headers=key)

    assert (repeated.status_code, repeated.json()) == (201, first)
    assert repeated.headers["idempotency-replayed"] == "true"
    assert (other.status_code, other.json()["type"]) == (422, "/docs/errors/key_reused")
    assert len(site.get(photos_of(plant)).json()["items"]) == 1


def test_images_are_ordered_described_and_removed_as_a_field(site: Site) -> None:
    plant = site.add()
    path = f"/api/v1/plants/{plant['id']}"
    one, two = (uploaded(site, plant, a_jpeg(width, 30))["url"] for width in (40, 50))

    turned = site.ask("PATCH", path, json={"images": [{"url": two, "alt": "Leaf"}, {"url": one}]})

    assert turned.json()["images"] == [{"url": two, "alt": "Leaf"}, {"url": one, "alt": None}]
    assert [photo["alt"] for photo in site.get(photos_of(plant)).json()["items"]] == ["Leaf", None]
    unknown = BASE_URL + "/photos/" + "0" * KEY_CHARS + "/full"
    for url, code in {
        unknown: "photo",
        one.replace("full", "small"): "url",
        BASE_URL + "/photos/../key": "url",
    }.items():
        refused = site.ask("PATCH", path, json={"images": [{"url": two}, {"url": url}]})
        assert refused.status_code == 422
        assert [(e["pointer"], e["code"]) for e in refused.json()["errors"]] == [("/images/1/url", code)], url
    emptied = site.ask("PATCH", path, json={"images": None})
    assert emptied.json()["images"] == []
    assert site.get(photos_of(plant)).json() == {"items": []}
    assert picture(site, one).status_code == 200, "an undo may still need it"
    assert site.add(images=[{"url": one}])["images"] == [{"url": one, "alt": None}]


def test_events_have_photos_only_if_the_base_address_is_https(tmp_path: Path, clock: StillClock) -> None:
    for number, base in enumerate((BASE_URL, "https://store.example")):
        site = Site(tmp_path / str(number), clock, ready=lambda: None, base_url=base)
        try:
            draft = site.add(status="draft", images=[{"url": "https://shop.example/rose.jpg"}])
            photo = uploaded(site, draft)
            site.post(f"/api/v1/plants/{draft['id']}/addition")

            [event] = site.get("/api/v1/events").json()["items"]
            urls = [image["url"] for image in event["plant"]["images"]]
            assert photo["url"].startswith(base)
            assert urls == ["https://shop.example/rose.jpg", *([photo["url"]] if number else [])]
        finally:
            site.close()


def test_a_photo_needs_a_plant_that_may_be_changed(site: Site) -> None:
    plant, receiver = site.add(), site.register()
    reader = site.make_token(Scope.PLANTS_READ)
    statuses = {
        "no token": upload(site, plant, token=None).status_code,
        "only reads": upload(site, plant, token=reader.text).status_code,
        "not found": upload(site, 999).status_code,
        "changed": upload(site, plant, headers={"if-match": '"9"'}).status_code,
        "no id": site.ask("POST", "/api/v1/plants/x/photos", content=SMALL, headers=JPEG).status_code,
    }
    assert statuses == {"no token": 401, "only reads": 403, "not found": 404, "changed": 412, "no id": 404}
    assert receiver["id"]
    gone = site.add()
    site.ask("DELETE", f"/api/v1/plants/{gone['id']}")
    assert upload(site, gone).status_code == 410
    site.post(f"/api/v1/plants/{plant['id']}/archival")
    assert uploaded(site, plant)["plant_version"] == 3, "archived plants can be changed"


def test_what_is_no_picture_is_refused_with_words_and_keeps_nothing(site: Site) -> None:
    plant = site.add()
    answers = {name: upload(site, plant, content) for name, (content, _) in list(bombs().items())[::4]}

    for name, answer in answers.items():
        assert answer.status_code == 422, name
        [problem] = answer.json()["errors"]
        assert (problem["pointer"], problem["code"]) == ("", "photo")
        assert bombs()[name][1] in problem["detail"], name
    assert site.get(f"/api/v1/plants/{plant['id']}").headers["etag"] == '"1"'
    assert files_in(site.settings.photos_folder) == files_in(site.settings.uploads_folder) == 0


def test_the_content_decides_and_not_the_stated_type(site: Site) -> None:
    plant = site.add()
    png, webp = as_bytes(halves(30, 30), "PNG"), as_bytes(halves(20, 20), "WEBP")

    for content, stated in ((png, "image/jpeg"), (webp, "application/octet-stream"), (SMALL, "image/svg+xml")):
        uploaded(site, plant, content, headers={"content-type": stated})
    for headers in ({"content-type": "text/html"}, {"content-type": "application/json"}, {"content-encoding": "gzip"}):
        refused = upload(site, plant, a_jpeg(60, 60), headers=headers)
        assert (refused.status_code, refused.json()["type"]) == (415, "/docs/errors/unsupported_media"), headers


def test_every_limit_is_refused_with_words(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    plant = site.add(images=[{"url": f"https://shop.example/{number}.jpg"} for number in range(IMAGES_MAX)])
    refused = upload(site, plant)
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (422, "items")

    plant = site.add()
    large = upload(site, plant, bytes(UPLOAD_BYTES_MAX + 1))
    assert (large.status_code, large.json()["type"]) == (413, "/docs/errors/too_large")
    assert "at most 25,000,000" in large.json()["detail"]
    exact = upload(site, plant, bytes(UPLOAD_BYTES_MAX))
    assert exact.status_code == 422

    long = upload(site, plant, query="?alt=" + "a" * 151)
    assert (long.status_code, long.json()["errors"][0]["pointer"]) == (422, "/alt")

    monkeypatch.setattr(uploads, "UPLOADS_MAX", 0)
    busy = upload(site, plant)
    assert (busy.status_code, busy.headers["retry-after"]) == (503, "1")


def test_a_full_quota_refuses_photos_but_not_plants(tmp_path: Path, clock: StillClock) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, photos_bytes_max=1)
    try:
        plant = site.add()
        uploaded(site, plant)

        refused = upload(site, plant, a_jpeg(50, 50))

        assert (refused.status_code, refused.json()["type"]) == (409, "/docs/errors/conflict")
        assert "PLANTSTORE_PHOTOS_BYTES_MAX" in refused.json()["detail"]
        site.add()
        text = site.get("/metrics").text
        assert "plantstore_photos 1.0\n" in text
        assert "plantstore_photos_waiting 0.0\n" in text
        with closing(sqlite3.connect(site.settings.database_path)) as database:
            [(size_bytes,)] = database.execute("SELECT size_bytes FROM photos")
        assert f"plantstore_photos_bytes {size_bytes}.0\n" in text
    finally:
        site.close()


def test_a_token_of_one_receiver_adds_no_photo(site: Site) -> None:
    plant, receiver = site.add(), parse_receiver(site.register()["id"])
    bound = site.make_token(Scope.PLANTS_READ, Scope.PLANTS_WRITE, receiver_id=receiver)

    assert upload(site, plant, token=bound.text).status_code == 404
    assert site.get(photos_of(plant), token=bound.text).status_code == 404


def test_a_list_may_have_the_addresses_of_photos(site: Site) -> None:
    """Such as an exported one: also if the base address is http, and of photos that are gone, which are left out."""
    url = uploaded(site, site.add())["url"]
    unknown = f"{BASE_URL}/photos/{'0' * KEY_CHARS}/full"
    text = f"sku,name,images\r\nA-1,Rosa alba,{url} {unknown}\r\n"

    checked = site.ask("POST", "/api/v1/imports", content=text, headers={"content-type": "text/csv"})
    assert (checked.json()["new"], checked.json()["bad"]) == (1, 0), checked.text
    site.post(f"/api/v1/imports/{checked.json()['id']}/confirmation")
    site.run(site.dependencies.importer.wait_until_idle(checked.json()["id"], within_s=20))

    added = site.get("/api/v1/plants/by-sku/A-1").json()
    assert added["images"] == [{"url": url, "alt": None}]
    [photo] = site.get(photos_of(added)).json()["items"]
    assert photo["url"] == url
