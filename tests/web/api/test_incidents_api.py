"""Alerts in the API: problems and their acknowledgement, rules with thresholds and channels, quiet hours, backups."""

import pytest

from plantstore.domain.alerts.incident import Incident
from plantstore.domain.alerts.rules import RuleKey
from plantstore.domain.deliveries.breaker import Breaker, BreakerState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import after
from plantstore.domain.token import Scope
from plantstore.storage.tables import alert_incidents, breakers, receivers
from tests.makers import NOON, a_receiver
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("its statements have their tests on both engines")

ALERTS, RULES, QUIET = "/api/v1/alerts", "/api/v1/alert-rules", "/api/v1/alert-quiet-hours"
CHANNEL = {"name": "Owner", "kind": "email", "addresses": ["owner@shop.example"]}


def open_incident(site: Site, id: str = "inc_1", **changes: object) -> None:
    values = {
        "id": id,
        "rule": RuleKey.RECEIVER_FAILING,
        "subject": id,
        "subject_name": "Web shop",
        "facts": {"queued": 3},
    }
    times = {"began_at": NOON, "opened_at": NOON}
    incident = Incident(**(values | times | changes))  # type: ignore[arg-type]
    site.write(lambda tx: alert_incidents.insert(tx, [incident], for_channels={}))


def test_open_and_ended_problems_are_listed_the_newest_first(site: Site) -> None:
    for number in (1, 2, 3):
        open_incident(site, f"inc_{number}", ended_at=NOON if number == 2 else None)

    assert [one["id"] for one in site.get(ALERTS).json()["items"]] == ["inc_3", "inc_2", "inc_1"]
    assert [one["id"] for one in site.get(f"{ALERTS}?state=open&limit=1").json()["items"]] == ["inc_3"]
    assert [one["title"] for one in site.get(f"{ALERTS}?state=ended").json()["items"]] == ["Web shop works again"]
    assert site.get(f"{ALERTS}/inc_1").json()["detail"] == "Failing since 12:00. 3 deliveries are queued; none is lost."
    assert site.get(f"{ALERTS}/inc_9").status_code == 404


def test_a_problem_is_acknowledged_and_muted_while_it_is_open(site: Site) -> None:
    open_incident(site)
    open_incident(site, "inc_2", ended_at=NOON)

    acknowledged = site.post(f"{ALERTS}/inc_1/acknowledgement")
    assert (acknowledged.status_code, acknowledged.json()["acknowledged_by_name"]) == (200, "test")
    muted = site.post(f"{ALERTS}/inc_1/mute", {"hours": 2}).json()
    assert muted["muted_until"] is not None
    assert site.post(f"{ALERTS}/inc_1/mute", {"hours": 0}).json()["muted_until"] is None
    assert site.post(f"{ALERTS}/inc_2/acknowledgement").status_code == 409
    assert site.post(f"{ALERTS}/inc_1/mute", {"hours": 169}).status_code == 422
    actions = [one["action"] for one in site.get("/api/v1/activity").json()["items"]]
    assert actions[:3] == ["muteAlert", "muteAlert", "acknowledgeAlert"]


def test_rules_have_defaults_limits_and_channels(site: Site) -> None:
    channel = site.post("/api/v1/alert-channels", CHANNEL).json()["id"]
    rules = {one["rule"]: one for one in site.get(RULES).json()["items"]}
    assert set(rules) == set(RuleKey)
    assert all(one["is_default"] for one in rules.values())
    assert rules["receiver_failing"]["sentence"] == "A receiver has been failing for 15 minutes."
    assert (rules["receiver_failing"]["channels"], rules["import_finished"]["channels"]) == (
        *({channel: True}, {channel: False}),
    )

    change = {"threshold": 30, "enabled": False, "channels": {channel: False}}
    changed = site.ask("PATCH", f"{RULES}/receiver_failing", json=change).json()
    assert (changed["threshold"]["value"], changed["enabled"], changed["channels"]) == (30, False, {channel: False})
    assert changed == site.get(f"{RULES}/receiver_failing").json()
    back = site.ask("PATCH", f"{RULES}/receiver_failing", json={"threshold": None, "enabled": True}).json()
    assert back["is_default"] is True


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("receiver_failing", {"threshold": 1_441}),
        ("receiver_failing", {"threshold": 0}),
        ("audit", {"threshold": 5}),
        ("audit", {"channels": {"chn_9": True}}),
        ("audit", {"unknown": True}),
    ],
)
def test_a_change_out_of_range_is_refused(site: Site, rule: str, change: dict[str, object]) -> None:
    assert site.ask("PATCH", f"{RULES}/{rule}", json=change).status_code == 422
    assert site.ask("PATCH", f"{RULES}/no_rule", json={}).status_code == 404


def test_a_preview_says_what_a_rule_would_find_now(site: Site) -> None:
    began = after(NOON, seconds=-600)
    site.write(lambda tx: receivers.insert(tx, a_receiver(7, name="Web shop")))
    failing = Breaker(state=BreakerState.OPEN, opened_at=began)
    site.write(lambda tx: breakers.put(tx, ReceiverId(7), failing, resumes=0))

    assert site.post(f"{RULES}/receiver_failing/preview", {}).json() == {"count": 0, "names": []}
    assert site.post(f"{RULES}/receiver_failing/preview", {"threshold": 5}).json() == {
        "count": 1,
        "names": ["Web shop"],
    }
    assert site.post(f"{RULES}/receiver_failing/preview", {"threshold": 0}).status_code == 422


def test_quiet_hours_of_the_store_and_of_a_channel(site: Site) -> None:
    channel = site.post("/api/v1/alert-channels", CHANNEL).json()["id"]
    night = {"from": "19:00", "until": "07:30"}
    made = site.ask("PUT", f"{QUIET}/store", json=night)
    assert made.json()["scope"] == "store" and made.json()["critical_through"] is True
    assert made.json()["days"][0] == "monday" and len(made.json()["days"]) == 7
    weekend = night | {"days": ["saturday", "sunday"], "critical_through": False}
    site.ask("PUT", f"{QUIET}/{channel}", json=weekend)
    assert [one["scope"] for one in site.get(QUIET).json()["items"]] == ["store", channel]
    assert site.get(QUIET).json()["items"][1]["days"] == ["saturday", "sunday"]
    assert site.ask("PUT", f"{QUIET}/store", json=night | {"until": "19:00"}).status_code == 422
    assert site.ask("PUT", f"{QUIET}/chn_9", json=night).status_code == 404
    assert site.ask("DELETE", f"{QUIET}/store").status_code == 204
    assert [one["scope"] for one in site.get(QUIET).json()["items"]] == [channel]


def test_a_backup_that_another_tool_made_is_noted(site: Site) -> None:
    assert site.get("/api/v1/backups").json() == {"last_backup_at": None}
    noted = site.post("/api/v1/backups")
    assert noted.status_code == 201
    assert site.get("/api/v1/backups").json() == noted.json()


def test_a_token_that_only_reads_changes_nothing(site: Site) -> None:
    open_incident(site)
    reader = site.make_token(Scope.OPERATIONS_READ).text

    assert site.get(ALERTS, token=reader).status_code == 200
    for method, path, body in (
        ("POST", f"{ALERTS}/inc_1/acknowledgement", None),
        ("POST", f"{ALERTS}/inc_1/mute", {"hours": 1}),
        ("PATCH", f"{RULES}/audit", {"enabled": False}),
        ("PUT", f"{QUIET}/store", {"from": "19:00", "until": "07:30"}),
        ("POST", "/api/v1/backups", None),
    ):
        assert site.ask(method, path, json=body, token=reader).status_code == 403, path


def test_a_failing_channel_is_a_notice_of_the_status(site: Site) -> None:
    channel = site.post("/api/v1/alert-channels", CHANNEL).json()["id"]
    assert site.get("/api/v1/status").json()["alerts"] == []
    site.write(lambda tx: tx.update("UPDATE alert_channels SET failing_since = 5"))

    status = site.get("/api/v1/status").json()
    [notice] = status["alerts"]
    assert (notice["code"], notice["ids"], status["healthy"]) == ("alert_channels_failing", [channel], True)
