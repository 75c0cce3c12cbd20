"""Links to the console, made through the API."""

import re

import pytest

from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.token import BUNDLES, Scope
from tests.web.harness import BASE_URL, Site

pytestmark = pytest.mark.sqlite_only("the storage tests run these queries on both engines")
LINKS = "/api/v1/sign-in-links"
CLICK = {"sec-fetch-mode": "navigate", "sec-fetch-site": "none"}


def who_arrives(site: Site, url: str) -> str:
    """The id of the token as which a link signs in."""
    answer = site.get(url, token=None, headers=CLICK)
    assert answer.status_code == 303, answer.text
    [(token_id,)] = site.run(site.database.read(lambda tx: tx.execute("SELECT token_id FROM sessions")))
    return str(token_id)


@pytest.mark.parametrize("body", [{}, None])
def test_without_a_name_the_link_is_for_the_token_that_asks(site: Site, body: dict[str, str] | None) -> None:
    asking = site.make_token()

    answer = site.ask("POST", LINKS, token=asking.text, json=body or {})

    assert answer.status_code == 201
    made = answer.json()
    assert re.fullmatch(re.escape(BASE_URL) + r"/sign-in\?key=[A-Za-z0-9_-]{43}", made["url"])
    assert made["expires_at"] == "2026-06-01T12:10:00.000Z"
    assert who_arrives(site, made["url"]) == asking.id


def test_a_link_can_be_for_another_token_that_may_do_less(site: Site) -> None:
    staff = site.make_token(*BUNDLES["staff"])

    assert who_arrives(site, site.post(LINKS, {"token": staff.id}).json()["url"]) == staff.id


def test_a_link_to_a_token_that_may_do_more_is_refused(site: Site) -> None:
    asking = site.make_token(Scope.TOKENS_WRITE, Scope.PLANTS_READ)

    answer = site.ask("POST", LINKS, token=asking.text, json={"token": site.operator.id})

    assert answer.status_code == 403
    assert "deliveries:read" in answer.json()["detail"]
    assert "plants:read" not in answer.json()["detail"]


def test_sign_in_links_need_the_scope_to_create_tokens(site: Site) -> None:
    asking = site.make_token(*(frozenset(Scope) - {Scope.TOKENS_WRITE}))

    assert site.ask("POST", LINKS, token=asking.text, json={}).status_code == 403


def test_a_token_of_one_receiver_makes_no_links(site: Site) -> None:
    receiver_id = parse_receiver(site.register()["id"])
    asking = site.make_token(*Scope, receiver_id=receiver_id)

    answer = site.ask("POST", LINKS, token=asking.text, json={})

    assert answer.status_code == 404, "for such a token there is no such operation"


def test_an_invalid_token_for_a_link_is_refused(site: Site) -> None:
    for body, status in [({"token": "tok_nothing"}, 404), ({"token": 7}, 422), ({"for": "x"}, 422), ([], 400)]:
        assert site.ask("POST", LINKS, json=body).status_code == status, (body, status)


def test_the_activity_names_the_token_of_a_link_but_not_the_link(site: Site) -> None:
    staff = site.make_token(*BUNDLES["staff"])
    url = site.post(LINKS, {"token": staff.id}).json()["url"]

    answer = site.get("/api/v1/activity")

    assert answer.json()["items"][0]["action"] == "makeSignInLink"
    assert staff.id in answer.json()["items"][0]["detail"]
    assert url.partition("key=")[2] not in answer.text
