"""The deliveries of the last day over the API: one source for the overview, its charts and Health."""

import pytest

from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.token import Scope
from plantstore.storage.tables import attempts, hourly_stats
from tests.makers import an_attempt
from tests.web.harness import Site
from tests.web.owing import change, failed, owing

STATS = "/api/v1/stats"


@pytest.mark.both_engines
def test_the_stats_of_the_store_are_those_of_its_receivers_and_of_health(site: Site) -> None:
    text, receiver_id = owing(site, plants=5, cursor=4)
    failed(site, receiver_id, 2)
    failed(site, receiver_id, 3, state=RetryState.EXHAUSTED, next_attempt_at=site.clock.now())
    paused = site.register(name="other", start=4)["id"]
    site.post(f"/api/v1/receivers/{paused}/pause")
    made = [an_attempt(number, receiver_id=receiver_id, number=9) for number in (1, 4)]
    change(site, lambda tx: attempts.add(tx, made))
    change(site, lambda tx: hourly_stats.add(tx, made))

    stats = site.get(STATS).json()
    own = site.get(f"{STATS}?receiver={text}").json()
    health = site.get("/api/v1/status").json()

    sums = {name: stats[name] for name in ("due", "delivered", "waiting", "held", "gave_up")}
    assert sums == {"due": 7, "delivered": 2, "waiting": 2, "held": 2, "gave_up": 1}
    for name, total in sums.items():
        assert sum(one[name] for one in stats["receivers"]) == total, name
    assert stats["hours"][-1]["waiting"] == stats["waiting"] + stats["held"]
    assert stats["hours"][-1]["due"] == stats["due"]
    assert {one["id"]: one["waiting"] + one["held"] for one in stats["receivers"]} == {
        one["id"]: one["lag"] for one in health["receivers"]
    }
    assert site.get("/api/v1/figures").json()["waiting"] == stats["waiting"] + stats["held"]
    assert stats["oldest_waiting_at"] == site.get("/api/v1/figures").json()["oldest_waiting_at"] is not None
    steps = {one["id"]: (one["next_code"], one["next_at"], one["next_note"]) for one in stats["receivers"]}
    note = "The receiver is paused. 2 deliveries are held until someone resumes it."
    assert steps == {text: ("next_slot", None, "2 deliveries to send now."), paused: ("receiver_paused", None, note)}
    assert (own["due"], len(own["receivers"]), own["hours"][0]["due"]) == (5, 1, None)
    assert stats["latest"] == site.get("/api/v1/figures").json()["latest"] != []
    assert own["oldest_waiting_at"] is own["latest"] is None


@pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")
def test_a_token_bound_to_a_receiver_sees_only_its_stats(site: Site) -> None:
    _, receiver_id = owing(site, plants=2)
    other = site.register(name="other", start=2)["id"]
    bound = site.make_token(Scope.DELIVERIES_READ, receiver_id=receiver_id).text

    assert site.get(STATS, token=bound).json()["due"] == 2
    assert site.get(f"{STATS}?receiver={other}", token=bound).status_code == 404
    assert site.get(f"{STATS}?receiver=x").status_code == 400
    assert site.get(STATS, token=site.make_token(Scope.PLANTS_READ).text).status_code == 403
