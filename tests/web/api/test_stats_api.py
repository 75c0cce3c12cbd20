"""The figures of the store and of a receiver, as scripts ask for them."""

from collections.abc import Callable
from typing import Any

import pytest

from plantstore.core.ids import Ids
from plantstore.domain.deliveries.delivery import Attempt, RetryState
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.timestamps import Instant, after, to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, backlog_samples, hourly_stats, receivers, retries
from plantstore.storage.tables.backlog_samples import BacklogSample
from plantstore.storage.tables.hourly_stats import HOUR_US
from plantstore.web.api import stats
from tests.makers import NOON, RECEIVER, a_receiver, a_retry, an_attempt, an_outcome
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

FIGURES = "/api/v1/figures"
OTHER = ReceiverId(8)
NAME = receiver_text(RECEIVER)
NOBODY = {"attempts": 0, "accepted": 0, "half_ms": None, "most_ms": None}


def write(site: Site, command: Callable[[Transaction], object]) -> None:
    async def written() -> None:
        await site.database.write(command)

    site.run(written())


def ended(sequence: int, *, number: int = 1, ago_s: float = 60, status: int = 204, took_ms: int = 12) -> Attempt:
    at = after(NOON, seconds=-ago_s)
    outcome = an_outcome(status, duration_us=took_ms * 1_000)
    made = an_attempt(sequence, number=number, started_at=at - took_ms * 1_000, outcome=outcome)
    return made._replace(id=Ids.first_attempt_of(at) + sequence * 10 + number)


def fill(site: Site, *made: Attempt, **receiver: Any) -> None:
    """A receiver, three plants of NOON, and what was sent."""
    write(site, lambda tx: receivers.insert(tx, a_receiver(RECEIVER, **receiver)))
    for name in ("Aloe vera", "Hosta", "Rosa"):
        site.add(name=name)

    def record(tx: Transaction) -> None:
        attempts.add(tx, made)
        hourly_stats.add(tx, made)

    write(site, record)


def shown(site: Site, path: str = FIGURES) -> dict[str, Any]:
    answer = site.get(path)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_an_empty_store_has_figures_too(site: Site) -> None:
    assert shown(site) == {
        "time": to_text(NOON),
        "plants": 0,
        "head": 0,
        "recent": {"attempts": 0, "accepted": 0, "capped": False, "deliveries": 0, "half_ms": None, "most_ms": None},
        "waiting": 0,
        "waiting_exact": True,
        "oldest_waiting_at": None,
        "given_up": 0,
        "backlog": [],
        "receivers": [],
        "latest": [],
    }


@pytest.mark.both_engines
def test_the_store_is_shown_in_a_few_numbers(site: Site) -> None:
    fill(site, ended(1), ended(2, status=500), ended(2, number=2, ago_s=30, took_ms=3_000), cursor=2)
    write(site, lambda tx: backlog_samples.insert(tx, BacklogSample(at=Instant(NOON - HOUR_US), waiting=7)))
    lost = a_retry(2, state=RetryState.EXHAUSTED, next_attempt_at=NOON)
    write(site, lambda tx: retries.upsert(tx, [lost]))

    found = shown(site)

    assert (found["plants"], found["head"], found["waiting"], found["given_up"]) == (3, 3, 1, 1)
    assert found["oldest_waiting_at"] == to_text(NOON)
    assert (found["recent"]["attempts"], found["recent"]["accepted"], found["recent"]["deliveries"]) == (3, 2, 2)
    assert found["backlog"] == [{"time": "2026-06-01T11:00:00.000Z", "waiting": 7}]
    (receiver,) = found["receivers"]
    assert (receiver["id"], receiver["name"], receiver["state"]) == (NAME, "label printer", "active")
    assert [hour for hour in receiver["hours"] if hour["accepted"]] == [
        {"time": "2026-06-01T11:00:00.000Z", "accepted": 2, "failed": 1}
    ]
    assert len(receiver["hours"]) == 24
    assert receiver["day"] == {"attempts": 3, "accepted": 2, "half_ms": 20, "most_ms": 5_000}
    assert receiver["last_accepted_at"] == "2026-06-01T11:59:30.000Z"
    newest, older = found["latest"]
    assert (newest["sequence"], newest["plant_name"], newest["number"], newest["status"]) == (2, "Hosta", 2, 204)
    assert (newest["state"], newest["duration_ms"]) == ("exhausted", 3_000.0)  # its row in `retries` comes first
    assert (older["sequence"], older["receiver"], older["receiver_name"]) == (1, NAME, "label printer")


def test_of_many_receivers_those_with_a_problem_are_shown(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stats, "RECEIVERS_SHOWN_MAX", 1)
    fill(site)
    write(site, lambda tx: receivers.insert(tx, a_receiver(OTHER, paused=True)))

    assert [one["id"] for one in shown(site)["receivers"]] == [receiver_text(OTHER)]


@pytest.mark.both_engines
def test_some_receivers_are_shown_by_their_ids(site: Site) -> None:
    fill(site, ended(1), ended(2, status=500))
    write(site, lambda tx: receivers.insert(tx, a_receiver(OTHER, paused=True)))
    path, other = "/api/v1/receivers/figures", receiver_text(OTHER)

    def named(query: str) -> list[str]:
        return [one["id"] for one in shown(site, path + query)["items"]]

    assert named(f"?receivers={NAME}") == [NAME]
    assert named(f"?receivers={NAME},{other},{NAME},rcv_0000000000000") == [NAME, other]
    assert named("") == [other, NAME], "those with a problem first"
    assert shown(site, f"{path}?receivers={NAME}")["items"] == [
        one for one in shown(site)["receivers"] if one["id"] == NAME
    ]
    bound = site.make_token(Scope.DELIVERIES_READ, receiver_id=RECEIVER).text
    for query in ("", f"?receivers={other},{NAME}"):
        assert [one["id"] for one in site.get(path + query, token=bound).json()["items"]] == [NAME]


def test_an_invalid_list_of_receivers_is_refused(site: Site) -> None:
    for ids in ["x", "rcv_0000000000001,", ",".join(f"rcv_{n:013d}" for n in range(51))]:
        assert site.get(f"/api/v1/receivers/figures?receivers={ids}").status_code == 400, ids


@pytest.mark.both_engines
def test_a_receiver_is_shown_by_hour_day_and_week(site: Site) -> None:
    fill(site, ended(1), ended(2, ago_s=2 * 86_400, took_ms=400), ended(3, ago_s=30, status=500))

    found = shown(site, f"/api/v1/receivers/{NAME}/figures")

    assert found["id"] == NAME
    assert found["hours"][-2:] == [
        {"time": "2026-06-01T11:00:00.000Z", "accepted": 1, "failed": 1, "half_ms": 20, "most_ms": 20},
        {"time": "2026-06-01T12:00:00.000Z", "accepted": 0, "failed": 0, "half_ms": None, "most_ms": None},
    ]
    assert found["day"] == {"attempts": 2, "accepted": 1, "half_ms": 20, "most_ms": 20}
    assert found["week"] == {"attempts": 3, "accepted": 2, "half_ms": 20, "most_ms": 500}


def test_a_receiver_to_which_nothing_was_sent_has_no_share_and_no_bound(site: Site) -> None:
    fill(site)

    found = shown(site, f"/api/v1/receivers/{NAME}/figures")

    assert (found["day"], found["week"], found["last_accepted_at"]) == (NOBODY, NOBODY, None)


def test_a_bound_token_sees_the_figures_of_its_receiver_only(site: Site) -> None:
    fill(site)
    write(site, lambda tx: receivers.insert(tx, a_receiver(OTHER)))
    bound = site.make_token(Scope.DELIVERIES_READ, receiver_id=RECEIVER).text

    def status(path: str) -> int:
        return site.get(path, token=bound).status_code

    assert status(f"/api/v1/receivers/{NAME}/figures") == 200
    assert status(f"/api/v1/receivers/{receiver_text(OTHER)}/figures") == 404
    assert status(FIGURES) == 404, "like all that is not its receiver's"
    assert site.get(FIGURES, token=site.make_token(Scope.RECEIVERS_READ).text).status_code == 403
