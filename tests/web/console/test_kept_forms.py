"""A form that was sent after its session ended: it is shown again after the sign-in, and never sent by itself."""

import base64
import random
import zlib
from bisect import bisect
from urllib.parse import urlencode

import pytest

from plantstore.domain.session import SESSION_IDLE_S_MAX
from plantstore.domain.token import Scope
from plantstore.web.console.forms import PUBLIC_FORM_BYTES_MAX
from plantstore.web.console.kept_forms import (
    KEPT_ADDRESS_CHARS_MAX,
    KEPT_BYTES_MAX,
    KEPT_CHARS_MAX,
    TEXT_BYTES_MAX,
    fold,
    unfold,
)
from tests.web.console.browsing import Browser, Page
from tests.web.harness import BASE_URL, Site

pytestmark = pytest.mark.sqlite_only("keeping a form does not depend on the engine")

FORM = "application/x-www-form-urlencoded"
INTERRUPTED = "You were signed out before this was saved."
SCRIPT = '"><script>alert(1)</script>'


def sign_in(page: Page, token: str) -> Page:
    return page.form("/sign-in").fill(token=token).submit("Sign in")


def end_session(site: Site) -> None:
    site.clock.move(SESSION_IDLE_S_MAX)


def names(site: Site) -> list[str]:
    return [one["name"] for one in site.get("/api/v1/plants").json()["items"]]


def test_a_new_plant_survives_the_sign_in_and_is_sent_by_the_person_only(site: Site) -> None:
    browser = Browser(site)
    form = browser.get("/plants/new").form("/plants/new")
    form.fill(name=SCRIPT, price="24.90", description="One line\nAnother", tags="pet-safe")
    end_session(site)

    asked = form.submit()
    shown = sign_in(asked, browser.token.text)
    before = names(site)
    added = shown.form("/plants/new").submit()

    assert asked.status == 401 and INTERRUPTED in asked.main
    assert shown.status == 200 and INTERRUPTED in shown.main
    values = shown.form("/plants/new").values
    assert (values["name"], values["price"], values["tags"]) == (SCRIPT, "24.90", "pet-safe")
    assert values["description"] == "One line\r\nAnother"
    assert "<script>alert(1)" not in shown.html
    assert before == []
    assert added.status == 200 and names(site) == [SCRIPT]
    assert INTERRUPTED not in added.main


def test_selected_plants_are_still_selected_after_the_sign_in(site: Site) -> None:
    for name in ("Rosa", "Tulipa", "Viola"):
        site.add(name=name)
    browser = Browser(site)
    body = urlencode([("ids", "1"), ("ids", "3"), ("do", "archive")]).encode()
    end_session(site)

    asked = browser.post("/plants/selection", body, FORM, referer=f"{BASE_URL}/plants?limit=2")
    shown = sign_in(asked, browser.token.text)

    ticked = [one.attributes["value"] for one in shown.root.all("input", name="ids") if "checked" in one.attributes]
    assert (INTERRUPTED in shown.main, ticked) == (True, ["3"])
    assert not [one for one in shown.root.all("input", name="all") if "checked" in one.attributes]


@pytest.mark.parametrize("page", ["/plants?tag=rose", "/plants/views/new"])
def test_a_new_view_is_kept_with_its_filters(site: Site, page: str) -> None:
    site.add(name="Rosa", tag="rose")
    browser = Browser(site)
    body = urlencode({"name": SCRIPT, "filter-tag": "rose"}).encode()
    end_session(site)

    asked = browser.post("/plants/views/new", body, FORM, referer=BASE_URL + page)
    shown = sign_in(asked, browser.token.text)

    values = shown.form("/plants/views/new").values
    assert INTERRUPTED in shown.main and "<script>alert(1)" not in shown.html
    assert (values["name"], values["filter-tag"]) == (SCRIPT, "rose")


def test_a_changed_view_is_kept_with_the_version_that_was_opened(site: Site) -> None:
    view = site.ask("POST", "/api/v1/plant-views", json={"name": "Roses", "query": {"tag": "rose"}}).json()
    address = f"/plants/views/{view['id']}"
    browser = Browser(site)
    form = browser.get(address).form(address).fill(name="All roses")
    site.ask("PUT", f"/api/v1/plant-views/{view['id']}", json={"name": "Red", "query": {"tag": "rose"}})
    end_session(site)

    shown = sign_in(form.submit(), browser.token.text)
    saved = shown.form(address).submit()

    assert (shown.form(address).values["name"], shown.form(address).values["filter-tag"]) == ("All roses", "rose")
    assert (saved.status, saved.form(address).values["name"]) == (412, "Red")


def test_a_view_that_was_to_be_deleted_keeps_its_filters(site: Site) -> None:
    view = site.ask("POST", "/api/v1/plant-views", json={"name": "Roses", "query": {"tag": "rose"}}).json()
    address = f"/plants/views/{view['id']}"
    browser = Browser(site)
    body = urlencode(browser.get(address).form(f"{address}/delete").values).encode()
    end_session(site)

    asked = browser.post(f"{address}/delete", body, FORM, referer=BASE_URL + address)
    shown = sign_in(asked, browser.token.text)

    assert shown.form(address).values["filter-tag"] == "rose"


def test_what_was_filled_in_outlasts_a_wrong_token(site: Site) -> None:
    browser = Browser(site)
    form = browser.get("/plants/new").form("/plants/new").fill(name="Rosa")
    end_session(site)

    wrong = sign_in(form.submit(), "pst_wrong")
    shown = sign_in(wrong, browser.token.text)

    assert wrong.status == 401 and INTERRUPTED in wrong.main
    assert shown.form("/plants/new").values["name"] == "Rosa"


def test_another_person_sees_the_form_and_sends_nothing(site: Site) -> None:
    browser, other = Browser(site), site.make_token()
    form = browser.get("/plants/new").form("/plants/new").fill(name="Rosa")
    end_session(site)

    shown = sign_in(form.submit(), other.text)

    assert shown.form("/plants/new").values["name"] == "Rosa"
    assert names(site) == []


def test_who_may_not_do_it_is_told_so(site: Site) -> None:
    browser, reader = Browser(site), site.make_token(Scope.PLANTS_READ)
    form = browser.get("/plants/new").form("/plants/new").fill(name="Rosa")
    end_session(site)

    shown = sign_in(form.submit(), reader.text)

    assert shown.status == 403
    assert shown.browser.get("/plants").status == 200


def test_a_change_is_still_compared_with_the_version_that_was_seen(site: Site) -> None:
    plant = site.add(name="Rosa", description="Old")
    browser, address = Browser(site), f"/plants/{plant['id']}"
    form = browser.edit("names", plant=plant["id"]).fill(description="Mine")
    site.ask("PATCH", f"/api/v1{address}", json={"description": "Theirs"}, headers={"if-match": "*"})
    end_session(site)

    shown = sign_in(form.submit(), browser.token.text)
    conflict = shown.section("names").submit()

    assert shown.section("names").values["description"] == "Mine"
    assert conflict.status == 412
    assert site.get(f"/api/v1{address}").json()["description"] == "Theirs"


def test_pictures_are_put_in_order_after_the_sign_in(site: Site) -> None:
    urls = ["https://shop.example/a.jpg", "https://shop.example/b.jpg"]
    plant = site.add(name="Rosa", images=[{"url": url} for url in urls])
    browser, address = Browser(site), f"/plants/{plant['id']}"
    form = browser.edit("photos", plant=plant["id"]).fill(**{"image-2-place": "1", "image-2-alt": "Bud"})
    end_session(site)

    shown = sign_in(form.submit(), browser.token.text)
    done = shown.section("photos").submit()

    assert INTERRUPTED in shown.main and done.status == 200
    images = [(one["url"], one["alt"]) for one in site.get(f"/api/v1{address}").json()["images"]]
    assert images == [(urls[1], "Bud"), (urls[0], None)]


def test_secrets_are_not_kept(site: Site) -> None:
    browser = Browser(site)
    form = browser.get("/receivers/new").form("/receivers/new")
    form.fill(url="https://shop.example/plant/webhook", name="shop", access_token="hunter2", client_key="KEY-hunter3")
    end_session(site)

    asked = form.submit()
    shown = sign_in(asked, browser.token.text)

    kept = unfold(asked.form("/sign-in").values["kept"])
    assert {name for name, _ in kept} & {"access_token", "client_key", "ticket", "once"} == set()
    values = shown.form("/receivers/new").values
    assert (values["url"], values["name"]) == ("https://shop.example/plant/webhook", "shop")
    assert values["access_token"] == values["client_key"] == ""
    assert all(secret not in asked.html + shown.html for secret in ("hunter2", "hunter3"))


def test_of_a_request_to_verify_nothing_is_kept(site: Site) -> None:
    browser = Browser(site)
    form = browser.get("/tools/verify").form("/tools/verify")
    form.fill(headers="authorization: Bearer hunter2", secret="whsec_x")
    end_session(site)

    asked = form.submit()

    assert unfold(asked.form("/sign-in").values["kept"]) == [("at", "now")]
    assert "hunter2" not in asked.html


def test_the_settings_of_a_receiver_survive(site: Site) -> None:
    receiver = site.register(name="printer")
    browser, address = Browser(site), f"/receivers/{receiver['id']}/edit"
    form = browser.get(address).form(address).fill(name="label printer", ordered=True)
    end_session(site)

    shown = sign_in(form.submit(), browser.token.text)
    done = shown.form(address).submit()

    assert shown.form(address).values["name"] == "label printer"
    assert done.status == 200
    saved = site.get(f"/api/v1/receivers/{receiver['id']}").json()
    assert (saved["name"], saved["ordered"]) == ("label printer", True)


def test_a_button_leads_back_to_its_page_and_does_nothing(site: Site) -> None:
    plant = site.add()
    browser, address = Browser(site), f"/plants/{plant['id']}"
    browser.get(address)
    end_session(site)
    kind = "application/x-www-form-urlencoded"

    asked = browser.post(f"{address}/archive", b"ticket=x", kind, referer=f"{BASE_URL}{address}")
    shown = sign_in(asked, browser.token.text)

    assert asked.form("/sign-in").values["next"] == address
    assert INTERRUPTED in shown.main and "Rosa" in shown.main
    assert site.get(f"/api/v1{address}").json()["status"] == "active"


@pytest.mark.parametrize(
    "referer", ["https://evil.example/plants", f"{BASE_URL}//evil.example", f"{BASE_URL}/nowhere", "http://[", ""]
)
def test_nobody_is_led_to_a_page_that_is_not_ours(site: Site, referer: str) -> None:
    plant, browser = site.add(), Browser(site, sign_in=False)
    kind = "application/x-www-form-urlencoded"

    asked = browser.post(f"/plants/{plant['id']}/archive", b"ticket=x", kind, referer=referer)

    assert asked.form("/sign-in").values["next"] == "/"


def test_a_file_is_not_kept_and_the_page_says_so(site: Site) -> None:
    browser = Browser(site)
    form = browser.get("/imports/new").form("/imports/new").attach("file", "list.csv", b"name\nRosa\n")
    end_session(site)

    asked = form.submit()
    shown = sign_in(asked, browser.token.text)

    assert "choose the file again" in asked.main
    assert shown.form("/imports/new") and INTERRUPTED in shown.main


def test_a_form_that_is_too_long_is_not_kept_and_the_page_says_so(site: Site) -> None:
    browser = Browser(site, sign_in=False)
    kind = "application/x-www-form-urlencoded"

    long = [
        browser.post("/plants/new", b"name=" + b"x" * (size - 5), kind) for size in (KEPT_BYTES_MAX, KEPT_BYTES_MAX + 1)
    ]

    assert ["too long" in page.main for page in long] == [False, True]
    assert [page.status for page in long] == [401, 401]


def test_who_signed_in_by_a_link_in_another_tab_goes_on(site: Site) -> None:
    browser = Browser(site)
    form = browser.get("/plants/new").form("/plants/new").fill(name="Rosa")
    end_session(site)
    asked = form.submit()
    before = asked.form("/sign-in").submit("I signed in with a link in another tab")
    link = site.post("/api/v1/sign-in-links", {}).json()["url"].removeprefix(BASE_URL)
    browser.get(link, **{"sec-fetch-mode": "navigate", "sec-fetch-site": "none"})

    shown = asked.form("/sign-in").submit("I signed in with a link in another tab")

    assert before.status == 401
    assert shown.form("/plants/new").values["name"] == "Rosa"


def test_who_wants_to_sign_out_anyway_just_meets_the_sign_in(site: Site) -> None:
    browser = Browser(site)
    form = browser.get("/").form("/sign-out")
    end_session(site)

    page = form.submit()

    assert page.path == "/sign-in" and INTERRUPTED not in page.main


def test_a_hidden_field_has_a_limit() -> None:
    noise = base64.urlsafe_b64encode(random.Random(7).randbytes(2 * KEPT_CHARS_MAX)).decode()
    fits = bisect(range(len(noise)), False, key=lambda chars: not fold([("name", noise[:chars])])) - 1

    assert KEPT_CHARS_MAX - 4 < len(fold([("name", noise[:fits])])) <= KEPT_CHARS_MAX
    assert unfold(fold([("name", noise[:fits])])) == [("name", noise[:fits])]
    assert fold([("name", noise[: fits + 1])]) == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "☃",
        "A" * (KEPT_CHARS_MAX + 1),
        base64.urlsafe_b64encode(zlib.compress(b"no json")).decode(),
        base64.urlsafe_b64encode(zlib.compress(b'[["name"]]')).decode(),
        base64.urlsafe_b64encode(zlib.compress(b'[["name", "' + b"x" * 4 * TEXT_BYTES_MAX + b'"]]')).decode(),
    ],
    ids=["nothing", "short", "no-ascii", "long", "no-json", "no-pairs", "bomb"],
)
def test_what_cannot_be_read_back_is_nothing(text: str) -> None:
    assert unfold(text) == []


def test_what_is_never_kept_is_not_read_back_either() -> None:
    text = base64.urlsafe_b64encode(zlib.compress(b'[["ticket", "x"], ["name", "Rosa"], ["secret", "y"]]')).decode()

    assert unfold(text) == [("name", "Rosa")]


def test_the_sign_in_with_a_kept_form_is_as_small_as_forms_of_somebody_unknown_may_be() -> None:
    token, names = 40, len("token=&next=&kept=&signed_in=yes")

    assert KEPT_CHARS_MAX * 101 // 100 + 3 * KEPT_ADDRESS_CHARS_MAX + token + names <= PUBLIC_FORM_BYTES_MAX
