"""The page of alerts: problems are acknowledged, rules and quiet hours saved; and the link in a message."""

import pytest

from plantstore.domain.alerts.message import AlertMessage, MessageKind, Severity
from plantstore.domain.token import Scope
from plantstore.operations.alerts.acknowledging import LINK_S_MAX
from plantstore.storage.tables import alert_incidents, alert_messages
from tests.makers import NOON
from tests.web.api.test_incidents_api import CHANNEL, QUIET, RULES, open_incident
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")
LINK = "/alerts/acknowledge/"


def a_message(site: Site, *ids: str, created_at: int = NOON) -> str:
    """Store a message about these problems, and return the path of its link."""
    message = AlertMessage(
        id="msg_1",
        kind=MessageKind.OPENED,
        severity=Severity.WARNING,
        title="Web shop is failing",
        lines=(),
        created_at=created_at,  # type: ignore[arg-type]
        incident_ids=ids,
    )
    site.write(lambda tx: alert_messages.insert(tx, "chn_1", [message]))
    return LINK + site.dependencies.alert_links.key(message.id)


def test_problems_are_listed_acknowledged_and_muted(site: Site) -> None:
    open_incident(site)
    open_incident(site, "inc_2", ended_at=NOON)
    browser = Browser(site)
    page = browser.get("/alerts")
    assert "Web shop is failing" in page.main and "Web shop works again" in page.main

    muted = page.form("/alerts/problems/inc_1/mute").submit()
    assert "Muted until" in muted.main
    assert [one.attributes.get("data-age") for one in muted.root.all("time")].count("due") == 1, "it ends in the future"
    acknowledged = muted.form("/alerts/problems/inc_1/acknowledge").submit()
    assert "Acknowledged by test" in acknowledged.main
    assert "/alerts/problems/inc_1/acknowledge" not in acknowledged.html


def test_only_what_differs_in_the_table_of_rules_is_saved(site: Site) -> None:
    channel = site.post("/api/v1/alert-channels", CHANNEL).json()["id"]
    browser = Browser(site)
    form = browser.get("/alerts").form("/alerts/rules")
    assert "Nothing was changed." in form.submit().text

    form = browser.get("/alerts").form("/alerts/rules")
    form.fill(**{f"route-audit-{channel}": False, "on-disk_low": False})
    saved = form.fill(**{"threshold-receiver_failing": "30"}).submit()

    assert "The rules were saved." in saved.text
    assert "A receiver has been failing for 30 minutes." in saved.main
    rules = {one["rule"]: one for one in site.get(RULES).json()["items"]}
    assert (rules["disk_low"]["enabled"], rules["audit"]["channels"]) == (False, {channel: False})
    assert {name for name, one in rules.items() if not one["is_default"]} == {"receiver_failing", "disk_low"}


def test_a_threshold_out_of_range_is_refused_with_the_range(site: Site) -> None:
    form = Browser(site).get("/alerts").form("/alerts/rules")

    refused = form.fill(**{"threshold-receiver_failing": "5000"}).submit()

    assert (refused.status, "Use 1 to 1,440 minutes." in refused.main) == (422, True)


def test_quiet_hours_are_saved_and_removed(site: Site) -> None:
    browser = Browser(site)
    browser.get("/alerts").form("/alerts/quiet-hours").fill(quiet="yes", days=False, **{"from": "20:00"}).submit()
    [saved] = site.get(QUIET).json()["items"]
    assert (saved["from"], saved["until"], len(saved["days"])) == ("20:00", "07:30", 6)

    form = browser.get("/alerts").form("/alerts/quiet-hours").fill(quiet=False)
    assert "There are no quiet hours now." in form.submit().text
    assert site.get(QUIET).json()["items"] == []


def test_who_only_reads_gets_no_buttons(site: Site) -> None:
    open_incident(site)
    page = Browser(site, Scope.OPERATIONS_READ).get("/alerts")

    assert page.status == 200 and "<button" not in page.html.partition("<main")[2]


def test_the_link_in_a_message_acknowledges_its_problems_by_a_button_only(site: Site) -> None:
    open_incident(site)
    open_incident(site, "inc_2", subject_name="Other shop")
    path = a_message(site, "inc_1")
    stranger = Browser(site, sign_in=False)

    page = stranger.get(path)
    assert "Web shop is failing" in page.main and "Other shop" not in page.html
    assert "queued" not in page.main, "it shows no details"
    [first, _] = site.run(site.database.read(alert_incidents.open_incidents))
    assert first.acknowledged_at is None

    done = page.form(path).submit()
    assert "No more reminders" in done.main
    first, other = site.run(site.database.read(alert_incidents.open_incidents))
    assert (first.acknowledged_by, other.acknowledged_by) == ("msg_1", None)
    assert "Nothing is left to acknowledge." in stranger.get(path).main


def test_a_wrong_or_old_link_shows_nothing(site: Site) -> None:
    open_incident(site)
    path = a_message(site, "inc_1")
    stranger = Browser(site, sign_in=False)

    for wrong in (path[:-1] + ("A" if path[-1] != "A" else "B"), f"{LINK}msg_1", f"{LINK}msg_2.{path[-27:]}"):
        assert stranger.get(wrong).status == 404
    site.clock.move(LINK_S_MAX + 1)
    old = stranger.get(path)
    assert (old.status, "Web shop" in old.html) == (404, False)


def test_guessing_links_is_limited(site: Site) -> None:
    stranger = Browser(site, sign_in=False)

    assert 429 in {stranger.get(f"{LINK}msg_1.{number:027}").status for number in range(12)}
