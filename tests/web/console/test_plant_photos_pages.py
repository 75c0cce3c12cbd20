"""Photos on the page of a plant: upload, hostile files, order, words, removal, pictures by address."""

from typing import Any

import pytest

from plantstore.catalogue.photos.limits import UPLOAD_BYTES_MAX
from plantstore.domain.plants.image import IMAGES_MAX
from plantstore.domain.token import Scope
from tests.catalogue.photos.pictures import a_jpeg
from tests.web.console.browsing import BOUNDARY, Browser, Form, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(200)
SVG = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
LYING: dict[str, tuple[str, bytes, str]] = {
    "a drawing": ("rose.svg", SVG, "SVG"),
    "a text": ("rose.jpg", b"This is no picture.", "not a JPEG, PNG, WebP or AVIF picture"),
    "cut off": ("rose.jpg", a_jpeg()[:2_000], "damaged or incomplete"),
    "of a phone": ("IMG_0001.HEIC", HEIC, "HEIC"),
    "a page": ("rose.jpg", b"<!doctype html><script>alert(1)</script>", "not a JPEG, PNG, WebP or AVIF picture"),
    "nothing": ("rose.jpg", b"", "empty"),
}


def upload(page: Page) -> Form:
    return page.form("/plants/1/photos#photos")


def images(site: Site) -> list[dict[str, Any]]:
    return list(site.get("/api/v1/plants/1").json()["images"])


@pytest.fixture
def browser(site: Site) -> Browser:
    site.add(name="Rosa")
    return Browser(site, bundle="staff")


def test_a_small_photo_becomes_the_picture_of_the_plant(site: Site, browser: Browser) -> None:
    photo = a_jpeg(48, 36)
    assert len(photo) < 1_100

    page = upload(browser.get("/plants/1")).fill(alt="A red rose").attach("photo", "rose.jpg", photo).submit("Upload")

    assert page.status == 200 and page.path == "/plants/1?saved=photos" and "1 photo added." in page.main
    [image] = images(site)
    key = image["url"].split("/")[-2]
    assert image["alt"] == "A red rose"
    [hero] = page.root.all(class_="hero")
    assert [one.attributes["src"] for one in hero.all("img")] == [f"/photos/{key}/medium"]
    assert f"/photos/{key}/small" in [one.attributes["src"] for one in page.by_id("photos").all("img")]
    shown = site.ask("GET", f"/photos/{key}/medium", token=None)
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/webp")


def test_several_photos_are_added_and_each_that_is_refused_is_named(site: Site, browser: Browser) -> None:
    form = upload(browser.get("/plants/1"))
    form.attach("photo", "first.jpg", a_jpeg(64, 48)).attach("photo", "C:\\photos\\<b>.svg", SVG)
    form.attach("photo", "second.jpg", a_jpeg(80, 60))

    page = form.submit()

    assert page.status == 422
    assert "2 photos added, others were not." in page.main
    assert "<b>.svg: " in page.main and "SVG" in page.main and "<b>.svg" not in page.html
    assert len(images(site)) == 2


@pytest.mark.parametrize("kind", LYING)
def test_a_file_that_is_no_picture_is_refused_with_words(site: Site, browser: Browser, kind: str) -> None:
    name, content, words = LYING[kind]

    page = upload(browser.get("/plants/1")).attach("photo", name, content).submit()

    assert page.status == 422
    [alert] = page.by_id("photos").all(role="alert")
    assert name in alert.text and words in alert.text
    assert images(site) == []


def test_a_picture_that_is_a_page_too_is_kept_as_a_picture_only(site: Site, browser: Browser) -> None:
    polyglot = a_jpeg(64, 48) + b"<script>alert(1)</script>"

    page = upload(browser.get("/plants/1")).attach("photo", "both.jpg", polyglot).submit()

    assert "1 photo added." in page.main
    kept = site.ask("GET", "/" + images(site)[0]["url"].split("/", 3)[3], token=None)
    assert kept.headers["content-type"] == "image/jpeg" and b"<script>" not in kept.content


def test_a_file_above_the_limit_is_named_and_the_next_is_kept(site: Site, browser: Browser) -> None:
    form = upload(browser.get("/plants/1"))
    form.attach("photo", "huge.jpg", a_jpeg(64, 48).ljust(UPLOAD_BYTES_MAX + 1, b"\0"))

    page = form.attach("photo", "small.jpg", a_jpeg(80, 60)).submit()

    assert page.status == 422
    assert "huge.jpg: The file is larger than 25,000,000 bytes." in page.main
    assert "1 photo added, others were not." in page.main


def test_pictures_that_are_larger_together_are_not_read(site: Site, browser: Browser) -> None:
    form = upload(browser.get("/plants/1"))
    length = str(IMAGES_MAX * UPLOAD_BYTES_MAX + 1_000_000)

    body = form.attach("photo", "rose.jpg", a_jpeg())._multipart(list(form.values.items()))
    kind = f"multipart/form-data; boundary={BOUNDARY}"
    page = browser.post("/plants/1/photos", body, kind, **{"content-length": length})

    assert page.status == 413
    assert "The pictures together are larger than 250,000,000 bytes." in page.main
    assert images(site) == []


def test_an_upload_that_is_cut_off_is_said_and_keeps_what_was_whole(site: Site, browser: Browser) -> None:
    form = (
        upload(browser.get("/plants/1")).attach("photo", "rose.jpg", a_jpeg()).attach("photo", "b.jpg", a_jpeg(80, 60))
    )
    body = form._multipart(list(form.values.items()))

    page = browser.post("/plants/1/photos", body[:-200], f"multipart/form-data; boundary={BOUNDARY}")

    assert page.status == 422
    assert "The upload was incomplete." in page.main and "1 photo added, others were not." in page.main


def test_nothing_chosen_and_the_same_photo_again_are_said(site: Site, browser: Browser) -> None:
    nothing = upload(browser.get("/plants/1")).submit()
    first = upload(nothing).attach("photo", "rose.jpg", a_jpeg()).submit()
    again = upload(first).attach("photo", "rose.jpg", a_jpeg()).submit()

    assert nothing.status == 422 and "Choose one or more pictures first." in nothing.main
    assert "The plant has this photo already." in again.main
    assert len(images(site)) == 1


def test_who_may_only_read_can_upload_nothing(site: Site, browser: Browser) -> None:
    reader = Browser(site, Scope.PLANTS_READ)
    body = (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nx\r\n--{BOUNDARY}--\r\n'
    )

    page = reader.post("/plants/1/photos", body.encode(), f"multipart/form-data; boundary={BOUNDARY}")

    assert page.status == 403
    assert "/plants/1/photos#photos" not in [form.action for form in reader.get("/plants/1").forms]
    assert images(site) == []


def test_a_plant_takes_ten_images_and_says_so(site: Site, browser: Browser) -> None:
    urls = [{"url": f"https://shop.example/{number}.jpg"} for number in range(IMAGES_MAX)]
    site.ask("PATCH", "/api/v1/plants/1", json={"images": urls})

    page = upload(browser.get("/plants/1")).attach("photo", "rose.jpg", a_jpeg()).submit()

    assert page.status == 422
    assert f"rose.jpg: A plant has at most {IMAGES_MAX} images." in page.main
    assert "image-new-url" not in browser.edit("photos").values


def test_pictures_are_described_put_in_order_removed_and_added_by_address(site: Site, browser: Browser) -> None:
    urls = [f"https://shop.example/{name}.jpg" for name in "abcd"]
    site.ask("PATCH", "/api/v1/plants/1", json={"images": [{"url": url, "alt": "Old"} for url in urls[:3]]})

    form = browser.edit("photos")
    form.fill(**{"image-3-place": "1", "image-3-alt": "Bud"}).fill(**{"image-1-remove": True})
    page = form.fill(**{"image-new-url": urls[3], "image-new-alt": "Split leaves"}).submit("Save")

    assert "Saved." in page.main
    assert [(one["url"], one["alt"]) for one in images(site)] == [
        *((urls[2], "Bud"), (urls[1], "Old"), (urls[3], "Split leaves")),
    ]


def test_a_picture_moves_down_as_far_as_it_is_told(site: Site, browser: Browser) -> None:
    urls = [f"https://shop.example/{name}.jpg" for name in "abc"]
    site.ask("PATCH", "/api/v1/plants/1", json={"images": [{"url": url} for url in urls]})

    browser.edit("photos").fill(**{"image-1-place": "2"}).submit("Save")
    second = [one["url"][-5] for one in images(site)]
    browser.edit("photos").fill(**{"image-1-place": "3"}).submit("Save")

    assert (second, [one["url"][-5] for one in images(site)]) == (["b", "a", "c"], ["a", "c", "b"])


def test_a_wrong_address_is_said_and_kept(site: Site, browser: Browser) -> None:
    form = browser.edit("photos").fill(**{"image-new-url": "http://shop.example/a.jpg", "image-new-alt": "Leaf"})

    page = form.submit("Save")

    assert page.status == 422
    assert "only https is allowed" in page.wrong("images")
    values = page.section("photos").values
    assert (values["image-new-url"], values["image-new-alt"]) == ("http://shop.example/a.jpg", "Leaf")
    assert images(site) == []


def test_a_photo_that_was_added_meanwhile_is_not_lost(site: Site, browser: Browser) -> None:
    site.ask("PATCH", "/api/v1/plants/1", json={"images": [{"url": "https://shop.example/a.jpg"}]})
    form = browser.edit("photos").fill(**{"image-1-alt": "Red"})
    upload(browser.get("/plants/1")).attach("photo", "rose.jpg", a_jpeg()).submit()

    page = form.submit("Save")

    assert page.status == 412
    assert page.rows[0][0] == "Pictures"
    assert len(images(site)) == 2
