"""What a person should know now: one list with causes, consequences, what happens next, and what helps."""

from typing import Any

import pytest

from plantstore.domain.audit import DESCRIPTIONS
from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.errors import StoreFull
from plantstore.domain.plants.plant_import import ImportState, PlantImport
from plantstore.domain.timestamps import after
from plantstore.storage.tables import breakers, imports
from plantstore.web.api.status import alerts, problems
from plantstore.web.routes import ENDPOINTS
from tests.makers import NOON
from tests.web.harness import Site
from tests.web.owing import change, failed, owing

STATUS = "/api/v1/status"


def shown(site: Site) -> list[dict[str, Any]]:
    status = site.get(STATUS).json()
    found: list[dict[str, Any]] = status["alerts"]
    unhealthy = [(one["code"], one["count"], one["detail"]) for one in found if one["severity"] == "problem"]
    assert unhealthy == [(one["code"], one["count"], one["detail"]) for one in status["problems"]]
    assert status["healthy"] == (not unhealthy)
    for one in found:
        assert all(one[name].endswith(".") for name in ("detail", "cause", "consequence", "next"))
        assert one["operation"] is None or one["operation"] in {endpoint.name for endpoint in ENDPOINTS}
    return found


@pytest.mark.both_engines
def test_receivers_with_a_problem_are_grouped_with_what_helps(site: Site) -> None:
    assert shown(site) == []
    text, receiver_id = owing(site, cursor=2)
    failed(site, receiver_id, 2, state=RetryState.EXHAUSTED)
    paused, gone = (site.register(name=name)["id"] for name in ("paused", "gone"))
    site.post(f"/api/v1/receivers/{paused}/pause")
    opened = Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=after(NOON, seconds=60))
    change(site, lambda tx: breakers.put(tx, receiver_id, opened, resumes=0))

    early = [(one["code"], one["severity"], one["ids"]) for one in shown(site)]
    site.clock.move(problems.FAILING_S_MAX)
    late = shown(site)

    assert early == [
        ("deliveries_exhausted", "problem", []),
        ("receivers_failing_recently", "notice", [text]),
        ("receivers_paused", "notice", [paused]),
    ]
    assert [(one["code"], one["group"], one["operation"]) for one in late] == [
        ("receivers_failing", "receivers", "testReceiver"),
        ("deliveries_exhausted", "deliveries", "askForReplay"),
        ("receivers_paused", "receivers", "resumeReceiver"),
    ]
    assert late[0]["ids"] == [text] and "probe" in late[0]["next"]
    assert "“paused”" in late[2]["examples"][0]
    disabled = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.GONE, opened_at=NOON)
    change(site, lambda tx: breakers.put(tx, receiver_id, disabled, resumes=0))
    assert shown(site)[0]["code"] == "receivers_disabled"
    assert shown(site)[0]["ids"] == [text] != [gone]


@pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")
def test_the_store_itself_has_alerts_too(site: Site) -> None:
    site.database.fault = StoreFull()
    [full] = shown(site)
    site.database.fault = None

    assert (full["group"], full["operation"]) == ("disk", None)
    checked = PlantImport(
        id="imp_1",
        state=ImportState.CHECKED,
        name="list.csv",
        options="{}",
        content_hash="0",
        size_bytes=9,
        asked_by="tok_1",
        asked_at=NOON,
    )
    change(site, lambda tx: imports.insert(tx, checked))
    [notice] = shown(site)
    assert (notice["code"], notice["ids"], notice["operation"]) == ("imports_to_confirm", [checked.id], "confirmImport")
    made = [
        alerts._alert(code, severity="problem", count=1, detail="", ids=[], examples=[]).group for code in DESCRIPTIONS
    ]
    assert set(made) == {"audit"}
