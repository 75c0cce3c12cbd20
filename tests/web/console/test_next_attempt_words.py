"""The list and the page of a delivery say what its next attempt really waits for."""

import pytest

from plantstore.domain.deliveries.breaker import Breaker
from plantstore.web.console.delivery_words import short_reason, status_text
from tests.web.api.test_receiver_pause_api import an_open_breaker, found
from tests.web.console.browsing import Browser
from tests.web.harness import Site
from tests.web.owing import failed, owing

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")


def said(site: Site, sequence: int, receiver: str) -> tuple[str, list[str]]:
    """Return the sentence on the delivery's page, and the reason and the next attempt in the list."""
    browser = Browser(site)
    page = browser.get(f"/deliveries/{sequence}/{receiver}")
    row = browser.get(f"/deliveries?event={sequence}").rows[0]
    return page.root.all("p", class_="sentence")[0].text.replace(" .", "."), row[3:5]


def test_a_failing_receiver_decides_and_not_the_deliverys_own_time(site: Site) -> None:
    text, receiver_id = owing(site, plants=3, cursor=2)
    failed(site, receiver_id, 2)
    found(site, {"id": text}, an_open_breaker(site))

    sentence, row = said(site, 2, text)

    assert "The receiver is failing. Next probe: 1 Jun 2026, 12:00:30. Once a probe succeeds" in sentence
    assert "12:01:00" not in sentence, "its own time does not matter"
    assert row == ["printer · Unavailable (503)", "after the receiver recovers probed 1 Jun 2026, 12:00:30"]


def test_a_requested_attempt_is_made_now(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)
    site.post(f"/api/v1/deliveries/2/{text}/attempts")

    sentence, row = said(site, 2, text)

    assert "Retrying now, as requested." in sentence and row[1] == "now, as requested"


def test_an_ordered_receiver_gets_the_earlier_event_first(site: Site) -> None:
    text, receiver_id = owing(site, plants=3, cursor=2, ordered=True)
    failed(site, receiver_id, 2)

    sentence, row = said(site, 3, text)

    assert "The receiver gets plants in order: event 2 comes first. Not before 1 Jun 2026, 12:01:00." in sentence
    assert row == ["printer · Sent in order", "after an earlier event not before 1 Jun, 12:01"]


def test_a_pause_that_the_receiver_asked_for_is_named(site: Site) -> None:
    text, _ = owing(site, plants=1)
    found(site, {"id": text}, Breaker(rest_until=an_open_breaker(site).open_until))

    sentence, row = said(site, 1, text)

    assert "The receiver asked us to wait (Retry-After)." in sentence
    assert "Next attempt: 1 Jun 2026, 12:00:30." in sentence
    assert row == ["printer · Receiver asked for a pause", "1 Jun, 12:00"]


def test_a_paused_receiver_is_named_as_the_reason(site: Site) -> None:
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2)
    site.post(f"/api/v1/receivers/{text}/pause")

    sentence, row = said(site, 2, text)

    assert "The receiver is paused, so nothing is sent to it. Resume it to continue." in sentence
    assert row == ["printer · Receiver paused", "when resumed"]


def test_reasons_are_short_in_lists() -> None:
    assert short_reason("The receiver responded 404: it has nothing at that path.") == (
        "Responded 404: it has nothing at that path"
    )
    assert short_reason("The TLS handshake failed.") == "The TLS handshake failed"
    assert (status_text(201), status_text(299)) == ("201 Created", "299")
