"""Pages and live rows are rendered in a thread of their own, so that deliveries go on; a row once for all readers."""

import threading
from collections.abc import Mapping
from typing import Any

import pytest

from plantstore.domain.token import Scope
from plantstore.storage.tables import attempts
from plantstore.web.console.rendering import Renderer
from tests.makers import an_attempt
from tests.web.console.browsing import Browser
from tests.web.console.test_live import play, reading, rows, sent
from tests.web.harness import Site
from tests.web.owing import change, owing

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

ROWS = "delivery_rows.html"


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Which templates are rendered from now on, and in which thread."""
    found: list[tuple[str, str]] = []
    render = Renderer.render

    def noted(self: Renderer, template: str, context: Mapping[str, Any]) -> str:
        found.append((template, threading.current_thread().name.partition("_")[0]))
        return render(self, template, context)

    monkeypatch.setattr(Renderer, "render", noted)
    return found


@pytest.mark.parametrize(
    ("path", "template"),
    [
        ("/sign-in?key=x", "sign_in.html"),
        ("/plants", "plants.html"),
        ("/deliveries/nothing", "refused.html"),
        ("/nothing-here", "refused.html"),
        ("/docs", "docs/frame.html"),
        ("/live/deliveries?once=1&after=0", ROWS),
    ],
)
def test_every_kind_of_page_is_rendered_in_the_thread_for_pages(
    site: Site, rendered: list[tuple[str, str]], path: str, template: str
) -> None:
    _, receiver_id = owing(site)
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, receiver_id=receiver_id)]))
    browser = Browser(site)
    rendered.clear()

    browser.get(path, accept="text/html")

    assert (template, "pages") in rendered
    assert {thread for name, thread in rendered if not name.startswith("docs/") or name == template} == {"pages"}


def test_a_live_row_is_rendered_once_for_all_who_may_do_the_same(site: Site, rendered: list[tuple[str, str]]) -> None:
    _, receiver_id = owing(site)
    alike, other = [Browser(site) for _ in range(3)], Browser(site, Scope.DELIVERIES_READ)

    async def story() -> None:
        streams = [await reading(browser).start() for browser in (*alike, other)]
        await sent(site, an_attempt(1, receiver_id=receiver_id), an_attempt(2, receiver_id=receiver_id))
        await streams[0].look()
        for stream in streams:
            await stream.until(lambda: len(stream.of("row")) == 2)  # noqa: B023

        assert [rows(stream) for stream in streams] == [["Rosa 1", "Rosa 2"]] * 4
        assert streams[0].of("row") == streams[1].of("row")

    play(site, story)

    assert rendered.count((ROWS, "pages")) == 4  # two rows, for two kinds of rights
