"""What a plant costs and who supplies it: only a token with `costs:read` sees or writes that, and no event has it."""

from typing import Any

import pytest

from plantstore.domain.token import BUNDLES, Scope
from tests.web.console.browsing import Browser
from tests.web.harness import MadeToken, Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

PLANTS = "/api/v1/plants"
SUPPLIER = {"name": "Hillside Nursery", "code": "HN-77123"}
COSTS: dict[str, Any] = {"supplier": SUPPLIER, "cost": "7.35"}
SECRETS = ("Hillside", "HN-77123", "7.35")


def a_priced_plant(site: Site) -> dict[str, Any]:
    return site.add(name="Rosa", sku="ROS-1", price="24.90", currency="EUR", **COSTS)


def without_costs(site: Site) -> MadeToken:
    """Return a token with every scope except `costs:read`."""
    return site.make_token(*(BUNDLES["operator"] - {Scope.COSTS_READ}))


def hides(text: str) -> bool:
    return not any(secret in text for secret in (*SECRETS, '"supplier"', '"cost"'))


def test_staff_and_operators_see_costs_and_integrators_do_not() -> None:
    assert {name for name, scopes in BUNDLES.items() if Scope.COSTS_READ in scopes} == {"staff", "operator"}


@pytest.mark.parametrize(
    "path",
    [
        PLANTS,
        f"{PLANTS}?q=rosa",
        f"{PLANTS}?sku=ROS-1",
        f"{PLANTS}?changed_after=0",
        f"{PLANTS}/1",
        f"{PLANTS}/by-sku/ROS-1",
    ],
    ids=["list", "search", "list by sku", "change feed", "record", "record by sku"],
)
def test_a_record_has_costs_only_with_the_scope(site: Site, path: str) -> None:
    a_priced_plant(site)

    seen, hidden = site.get(path), site.get(path, token=without_costs(site).text)

    assert (seen.status_code, hidden.status_code) == (200, 200)
    assert all(secret in seen.text for secret in SECRETS)
    assert "ROS-1" in hidden.text and hides(hidden.text)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", f"{PLANTS}/1", {"tag": "shrub"}),
        ("PUT", f"{PLANTS}/by-sku/ROS-1", {"name": "Rosa", "price": "24.90"}),
        ("PUT", f"{PLANTS}/by-sku/ROS-2", {"name": "Rosa", "price": "24.90"}),
        ("POST", PLANTS, {"name": "Rosa", "price": "24.90"}),
        ("POST", f"{PLANTS}/1/archival", None),
    ],
    ids=["PATCH", "PUT", "PUT of a new one", "POST", "archival"],
)
def test_the_answer_of_a_write_has_costs_only_with_the_scope(
    site: Site, method: str, path: str, body: dict[str, Any] | None
) -> None:
    a_priced_plant(site)
    headers = {"if-match": "*"} if path.endswith("ROS-1") else {}

    answer = site.ask(method, path, json=body, headers=headers, token=without_costs(site).text)

    assert answer.is_success, answer.text
    assert hides(answer.text)
    plant = site.get(f"{PLANTS}/1").json()
    assert {name: plant[name] for name in COSTS} == COSTS, "what the token may not see stays as it is"


@pytest.mark.parametrize("name", COSTS)
@pytest.mark.parametrize("is_null", [False, True], ids=["a value", "null"])
@pytest.mark.parametrize(
    ("method", "path"), [("PATCH", f"{PLANTS}/1"), ("PUT", f"{PLANTS}/by-sku/ROS-1"), ("POST", PLANTS)]
)
def test_writing_costs_without_the_scope_is_refused(
    site: Site, method: str, path: str, *, is_null: bool, name: str
) -> None:
    before = a_priced_plant(site)
    body = {"name": "Rosa", name: None if is_null else COSTS[name]}

    answer = site.ask(method, path, json=body, headers={"if-match": "*"}, token=without_costs(site).text)

    assert answer.status_code == 403
    assert answer.json()["detail"] == f"Only a token with the scope costs:read may write {name}."
    assert site.get(f"{PLANTS}/1").json() == before


@pytest.mark.parametrize(("method", "path"), [("PATCH", f"{PLANTS}/1"), ("PUT", f"{PLANTS}/by-sku/ROS-1")])
def test_an_error_does_not_quote_a_hidden_cost(site: Site, method: str, path: str) -> None:
    before = a_priced_plant(site)
    body = {"name": "Rosa", "price": "25", "currency": "JPY"}

    hidden = site.ask(method, path, json=body, headers={"if-match": "*"}, token=without_costs(site).text)
    seen = site.ask(method, path, json=body, headers={"if-match": "*"})

    assert (hidden.status_code, seen.status_code) == (403, 422)
    assert hides(hidden.text) and "currency" in hidden.json()["detail"]
    assert site.get(f"{PLANTS}/1").json() == before


def test_no_event_has_costs_whoever_reads_it(site: Site) -> None:
    plant = a_priced_plant(site)

    paths = ["/api/v1/events", f"/api/v1/events/{plant['event_id']}"]
    feeds = [site.get(path) for path in paths]

    assert all(feed.status_code == 200 and "ROS-1" in feed.text and hides(feed.text) for feed in feeds)


def test_a_search_does_not_find_a_supplier(site: Site) -> None:
    a_priced_plant(site)

    found = [site.get(f"{PLANTS}?q={word}").json()["items"] for word in ("hillside", "77123")]

    assert found == [[], []]


def test_the_activity_log_has_no_costs(site: Site) -> None:
    a_priced_plant(site)
    site.ask("PATCH", f"{PLANTS}/1", json={"cost": "8.00"})

    activity = site.get("/api/v1/activity")

    assert activity.status_code == 200
    assert hides(activity.text) and "8.00" not in activity.text


def test_a_repeated_request_does_not_show_costs_to_another_token(site: Site) -> None:
    headers, body = {"idempotency-key": "once"}, {"name": "Rosa", "price": "24.90"}
    site.post(PLANTS, {**body, **COSTS}, headers=headers)

    answer = site.post(PLANTS, body, headers=headers, token=without_costs(site).text)

    assert answer.status_code == 201
    assert hides(answer.text)


@pytest.mark.parametrize("path", ["/plants", "/plants/1", "/plants/1/delete"])
def test_a_page_of_the_console_has_costs_only_with_the_scope(site: Site, path: str) -> None:
    a_priced_plant(site)
    browser = Browser(site, token=without_costs(site))

    page = browser.get(path)

    assert page.status == 200 and "Rosa" in page.main
    assert not any(secret in page.html for secret in SECRETS)


def test_an_integrator_who_signs_in_sees_no_costs(site: Site) -> None:
    a_priced_plant(site)

    page = Browser(site, bundle="integrator").get("/plants/1")

    assert page.status == 200 and "24.90" in page.main
    assert not any(secret in page.html for secret in SECRETS)
    assert "Supplier" not in page.main
