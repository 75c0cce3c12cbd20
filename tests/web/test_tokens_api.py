"""Bearer tokens through the API."""

from typing import Any

import pytest

from plantstore.domain.token import BUNDLES, Scope
from tests.web.harness import Site

TOKENS = "/api/v1/tokens"


def test_a_token_is_created_and_works(site: Site) -> None:
    answer = site.post(TOKENS, {"name": "web shop", "scopes": ["plants:read", "staff"]})

    made = answer.json()
    assert answer.status_code == 201
    assert made["scopes"] == sorted(BUNDLES["staff"])
    assert made["expires_at"] == "2026-08-30T12:00:00.000Z"
    assert (made["receiver"], made["last_used_at"]) == (None, None)
    assert site.get("/api/v1/plants", token=made["token"]).status_code == 200
    assert site.get("/api/v1/events", token=made["token"]).status_code == 403


def test_lists_never_hold_the_text_of_a_token(site: Site) -> None:
    made = site.post(TOKENS, {"name": "web shop", "scopes": ["plants:read"]}).json()

    listed = site.get(TOKENS)

    assert [one["id"] for one in listed.json()["items"]] == [site.operator.id, made["id"]]
    assert made["token"] not in listed.text
    assert "token" not in listed.json()["items"][1]


@pytest.mark.parametrize(
    ("fields", "pointers"),
    [
        ({}, ["/name", "/scopes"]),
        ({"name": "x", "scopes": "staff"}, ["/scopes"]),
        ({"name": "x", "scopes": ["staff", 1]}, ["/scopes/1"]),
        ({"name": "x", "scopes": ["staff", "root", "plants:*"]}, ["/scopes/1", "/scopes/2"]),
        ({"name": "x", "scopes": []}, ["/scopes"]),
        ({"name": "x", "scopes": ["staff"] * 21}, ["/scopes"]),
        ({"name": "", "scopes": ["staff"], "days": 0}, ["/name", "/days"]),
        ({"name": "x", "scopes": ["staff"], "days": 3651}, ["/days"]),
        ({"name": "x", "scopes": ["staff"], "days": None}, ["/days"]),
        ({"name": "x", "scopes": ["staff"], "receiver": "rcv_1"}, ["/receiver"]),
        ({"name": "x", "scopes": ["staff"], "receiver": "rcv_0000000000001"}, ["/receiver"]),
        ({"name": "x", "scopes": ["staff"], "expires_at": None, "token": "x"}, ["/expires_at", "/token"]),
    ],
)
def test_everything_that_is_wrong_is_named(site: Site, fields: dict[str, Any], pointers: list[str]) -> None:
    answer = site.post(TOKENS, fields)

    assert answer.status_code == 422, answer.text
    assert [error["pointer"] for error in answer.json()["errors"]] == pointers


def test_a_token_cannot_give_away_what_it_has_not(site: Site) -> None:
    weak = site.make_token(Scope.TOKENS_WRITE, Scope.PLANTS_READ).text

    assert site.post(TOKENS, {"name": "x", "scopes": ["plants:read"]}, token=weak).status_code == 201
    assert site.post(TOKENS, {"name": "x", "scopes": ["operator"]}, token=weak).status_code == 403


def test_a_revoked_token_ends_at_once(site: Site) -> None:
    made = site.make_token(Scope.PLANTS_READ)
    assert site.get("/api/v1/plants", token=made.text).status_code == 200

    assert site.ask("DELETE", f"{TOKENS}/{made.id}").status_code == 204

    assert site.get("/api/v1/plants", token=made.text).status_code == 401
    assert site.ask("DELETE", f"{TOKENS}/{made.id}").status_code == 404


def test_its_last_use_is_written_down_when_the_program_says_so(site: Site) -> None:
    site.get("/api/v1/plants")
    site.clock.move(60)
    site.get("/api/v1/plants")
    assert site.get(TOKENS).json()["items"][0]["last_used_at"] is None

    site.run(site.services.authenticator.write_uses())

    assert site.get(TOKENS).json()["items"][0]["last_used_at"] == "2026-06-01T12:01:00.000Z"


def test_the_list_goes_on_page_by_page(site: Site) -> None:
    ids = [site.operator.id, *(site.make_token(Scope.PLANTS_READ).id for _ in range(2))]

    first = site.get(f"{TOKENS}?limit=2").json()
    second = site.get(first["next"]).json()

    assert [one["id"] for one in first["items"] + second["items"]] == sorted(ids)
