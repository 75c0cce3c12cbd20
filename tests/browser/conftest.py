"""One store, one shop in it and one browser for all tests here."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import answering, chromium, serving
from tests.browser.answering import Receivers
from tests.browser.serving import Store
from tests.browser.shop import Shop, set_up
from tests.browser.visitors import Visitors

HERE = Path(__file__).parent


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if chromium.find() is None:
        pytest.fail(chromium.MISSING)
    with chromium.running() as browser:
        yield browser


@pytest.fixture(scope="package")
def receivers(browser: Browser) -> Iterator[Receivers]:
    with answering.receivers() as receivers:
        yield receivers


@pytest.fixture(scope="package")
def store(receivers: Receivers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with serving.a_store(tmp_path_factory.mktemp("browser")) as store:
        yield store


@pytest.fixture(scope="package")
def shop(store: Store, receivers: Receivers) -> Shop:
    return set_up(store, receivers)


@pytest.fixture
def visitors(browser: Browser, store: Store, shop: Shop) -> Iterator[Visitors]:
    """People at their browsers. Whatever went wrong there unseen fails the test in the end."""
    visitors = Visitors(browser, store)
    yield visitors
    visitors.leave()
    assert visitors.complaints == []


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Come last: the browser's kit keeps an event loop running in this thread, and no other test could run its own."""
    items.sort(key=lambda item: HERE in item.path.parents)
    if chromium.find() is None and not chromium.is_required():
        for item in items:
            if HERE in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=chromium.MISSING))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly what has not been looked at."""
    skipped = terminalreporter.stats.get("skipped", [])
    if any(chromium.MISSING in str(report.longrepr) for report in skipped):
        terminalreporter.write_sep("!", chromium.MISSING, yellow=True, bold=True)
