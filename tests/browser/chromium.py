"""The browser: Debian's Chromium, never one that a package brings along, with no way out of this machine."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first is the lightest
REQUIRED = "REQUIRE_CHROMIUM"  # set by .ci/run: there the tests fail without a browser, elsewhere they are skipped
MISSING = (
    "No Chromium on PATH: the tests in a real browser did not run. "
    "On Debian and Ubuntu: sudo apt install chromium (REQUIRE_CHROMIUM=1 makes this a failure)"
)


def find() -> str | None:
    """The program, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def is_required() -> bool:
    return os.environ.get(REQUIRED, "") not in ("", "0")


@contextmanager
def running() -> Iterator[Browser]:
    """Run it until the block ends. Whatever name a page asks for, except localhost, it is not found."""
    path = find()
    assert path is not None, MISSING
    arguments = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"]
    if os.geteuid() == 0:  # Chromium's sandbox refuses to work for root
        arguments.append("--no-sandbox")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()
