"""Saved views: named filters of the list of plants, checked as its parameters are."""

from typing import Any

import pytest

from plantstore.domain.plants.plant_view import NAME_CHARS_MAX, VIEWS_MAX
from plantstore.domain.token import Scope
from tests.web.api.test_costs_api import without_costs
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("its statements have their tests on both engines")

VIEWS = "/api/v1/plant-views"
ROSES = {"name": "Roses", "query": {"genus": "Rosa", "sort": "-id"}}


def pointers(site: Site, body: Any) -> list[str]:
    answer = site.post(VIEWS, body)
    assert answer.status_code == 422, answer.text
    return [error["pointer"] for error in answer.json()["errors"]]


def test_a_view_is_saved_changed_and_deleted(site: Site) -> None:
    created = site.post(VIEWS, ROSES)
    address = created.headers["location"]
    assert (created.status_code, created.headers["etag"], created.json()["query"]) == (201, '"1"', ROSES["query"])
    assert site.get(VIEWS).json()["items"] == [created.json()]
    assert site.get(address, headers={"if-none-match": '"1"'}).status_code == 304

    old = {"if-match": '"1"'}
    changed = site.ask("PUT", address, json={"name": "roses", "query": {}}, headers=old)

    assert (changed.status_code, changed.headers["etag"]) == (200, '"2"')
    assert site.ask("PUT", address, json=ROSES, headers=old).status_code == 412
    assert site.ask("DELETE", address, headers=old).status_code == 412
    assert site.ask("DELETE", address).status_code == 204
    assert site.get(address).status_code == site.ask("PUT", address, json=ROSES).status_code == 404
    logged = [(one["action"], one["detail"]) for one in site.get("/api/v1/activity").json()["items"]]
    assert logged[:3] == [("deletePlantView", "roses"), ("changePlantView", "roses"), ("addPlantView", "Roses")]


def test_names_are_unique_and_views_are_limited(site: Site) -> None:
    for number in range(VIEWS_MAX):
        assert site.post(VIEWS, ROSES | {"name": f"View {number}".ljust(NAME_CHARS_MAX, "x")}).status_code == 201
    assert "already" in site.post(VIEWS, ROSES).json()["detail"]

    site.ask("DELETE", f"{VIEWS}/{site.get(VIEWS).json()['items'][0]['id']}")
    taken = site.post(VIEWS, ROSES | {"name": "vIEW 7".ljust(NAME_CHARS_MAX, "X")})
    assert (taken.status_code, taken.json()["errors"][0]["pointer"]) == (409, "/name")


def test_wrong_views_are_refused_with_their_places(site: Site) -> None:
    assert pointers(site, {}) == ["/name", "/query"]
    assert pointers(site, ROSES | {"name": "x" * (NAME_CHARS_MAX + 1)}) == ["/name"]
    assert pointers(site, {"name": "\0", "query": {"pot_size": "many", "cursor": "x", "limit": "5"}}) == [
        *("/name", "/query/pot_size", "/query/cursor", "/query/limit")
    ]
    assert pointers(site, ROSES | {"query": {"q": "rosa", "sort": "colour"}}) == ["/query/sort"]
    assert pointers(site, ROSES | {"query": {"price_from": "9", "price_to": "1"}}) == ["/query"]
    assert pointers(site, ROSES | {"query": [], "colour": 1}) == ["/colour", "/query"]


def test_a_view_of_a_supplier_exists_only_for_those_who_see_costs(site: Site) -> None:
    secret = {"name": "Hillside", "query": {"supplier": "Hillside"}}
    blind, reader = without_costs(site).text, site.make_token(Scope.PLANTS_READ).text
    address = site.post(VIEWS, secret).headers["location"]

    assert site.post(VIEWS, secret, token=blind).status_code == 403
    assert site.get(VIEWS, token=blind).json()["items"] == []
    assert site.ask("DELETE", address, token=blind).status_code == 404
    assert site.get(VIEWS, token=reader).status_code == 200
    assert site.post(VIEWS, ROSES, token=reader).status_code == 403
