"""Forms are as large as they need to be: a few KiB before anyone has signed in, and no more is read."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plantstore.domain.plants.fields import DESCRIPTION_CHARS_MAX
from plantstore.web.console.forms import FORM_BYTES_MAX, PUBLIC_FORM_BYTES_MAX
from plantstore.web.console.page import Page
from plantstore.web.console.routes import PAGES
from tests.still_clock import StillClock
from tests.web.console.browsing import Browser
from tests.web.console.examples import Filled, a_filled_site
from tests.web.harness import Site, speak

pytestmark = pytest.mark.sqlite_only("limits of forms do not depend on the engine")

FORM = "application/x-www-form-urlencoded"
HEADERS = [(b"content-type", FORM.encode()), (b"origin", b"http://store.example"), (b"host", b"store.example")]
PUBLIC = [page.path for page in PAGES if page.method == "POST" and page.public]
FORMS = [page for page in PAGES if page.method == "POST" and not page.uploads]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    with a_filled_site(tmp_path_factory.mktemp("forms")) as filled:
        yield filled


@pytest.fixture(scope="module")
def browser(filled: Filled) -> Browser:
    return Browser(filled.site)


def sent(site: Site, path: str, parts: list[bytes], *headers: tuple[bytes, bytes]) -> tuple[int, int]:
    """Send a body in parts; the status of the answer, and how many parts were read."""
    read = 0

    def coming() -> Iterator[dict[str, Any]]:
        nonlocal read
        for read, part in enumerate(parts, 1):
            yield {"type": "http.request", "body": part, "more_body": read < len(parts)}

    asked = {"method": "POST", "path": path, "raw_path": path.encode(), "client": ("127.0.0.1", 1)}
    return site.run(speak(site.app, coming(), **asked, headers=[*HEADERS, *headers]))[0]["status"], read


def test_the_forms_that_need_no_session_are_known() -> None:
    assert PUBLIC == [
        "/sign-in",
        "/sign-in/decline",
        "/theme",
        "/passkeys/options",
        "/sign-in/openid",
        "/alerts/acknowledge/{key}",
    ]


@pytest.mark.parametrize("path", PUBLIC)
def test_a_form_of_a_stranger_is_taken_up_to_its_limit(filled: Filled, path: str) -> None:
    body = b"theme=dark&next=".ljust(PUBLIC_FORM_BYTES_MAX, b"x")

    assert sent(filled.site, path, [body])[0] in (303, 401, 404, 409)
    assert sent(filled.site, path, [body + b"x"])[0] == 413


@pytest.mark.parametrize("path", PUBLIC)
def test_a_form_of_a_stranger_that_is_announced_as_too_large_is_not_read(filled: Filled, path: str) -> None:
    length = (b"content-length", str(PUBLIC_FORM_BYTES_MAX + 1).encode())

    assert sent(filled.site, path, [b"x"], length) == (413, 0)


@pytest.mark.parametrize("path", PUBLIC)
def test_a_form_of_a_stranger_without_an_end_is_read_no_further_than_its_limit(filled: Filled, path: str) -> None:
    assert sent(filled.site, path, [b"x" * 1_024] * 1_024) == (413, PUBLIC_FORM_BYTES_MAX // 1_024 + 1)


@pytest.mark.parametrize("page", FORMS, ids=lambda page: page.path)
def test_every_other_form_has_a_limit_as_well(filled: Filled, browser: Browser, page: Page) -> None:
    """One of the largest size is read, and is no form of ours; of one byte more only its length is."""
    body = b"x" * FORM_BYTES_MAX

    assert page.public or browser.post(filled.address(page), body, FORM).status == 403
    assert browser.post(filled.address(page), body + b"x", FORM).status == 413


def test_the_largest_description_fits_into_a_form(tmp_path: Path) -> None:
    site = Site(tmp_path, StillClock(), ready=lambda: None)
    description = "\N{SEEDLING}" * DESCRIPTION_CHARS_MAX

    page = Browser(site).get("/plants/new").form("/plants/new").fill(name="Rosa", description=description).submit()

    assert page.status == 200
    assert site.get("/api/v1/plants/1").json()["description"] == description
    site.close()
