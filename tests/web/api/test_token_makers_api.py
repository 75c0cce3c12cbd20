"""A token neither outlives nor outranks the one that made it, and can be revoked together with those it made."""

import random
from typing import Any

import pytest

from plantstore.domain.token import BUNDLES, Scope
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

TOKENS = "/api/v1/tokens"
LINKS = "/api/v1/sign-in-links"
CLICK = {"sec-fetch-mode": "navigate", "sec-fetch-site": "none"}
DAY_S = 86_400


def make(site: Site, token: str, **fields: Any) -> dict[str, Any]:
    answer = site.post(TOKENS, {"name": "x", "scopes": ["plants:read"]} | fields, token=token)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def ids(site: Site, query: str = "") -> list[str]:
    return [one["id"] for one in site.get(f"{TOKENS}{query}").json()["items"]]


def update(site: Site, sql: str, *values: str) -> None:
    async def written() -> None:
        await site.database.write(lambda tx: tx.update(sql, values))

    site.run(written())


def test_a_token_ends_with_its_maker_when_nothing_else_is_asked(site: Site) -> None:
    maker = site.make_token(days=3)
    site.clock.move(DAY_S)

    made = make(site, maker.text)
    sooner = make(site, maker.text, days=2)

    ends_at = site.get(f"{TOKENS}/{maker.id}").json()["expires_at"]
    assert (made["expires_at"], sooner["expires_at"]) == (ends_at, ends_at)
    assert made["created_by"] == maker.id
    site.clock.move(2 * DAY_S - 1)
    assert site.get("/api/v1/plants", token=made["token"]).status_code == 200
    site.clock.move(1)
    assert site.get("/api/v1/plants", token=made["token"]).status_code == 401


@pytest.mark.parametrize(("left_s", "advice"), [(2.5 * DAY_S, "use at most 2, or leave it out"), (60, "leave it out")])
def test_a_later_end_than_the_makers_is_refused(site: Site, left_s: float, advice: str) -> None:
    maker = site.make_token(days=3)
    site.clock.move(3 * DAY_S - left_s)

    answer = site.post(TOKENS, {"name": "x", "scopes": ["plants:read"], "days": 3}, token=maker.text)

    assert answer.status_code == 422
    [problem] = answer.json()["errors"]
    assert (problem["pointer"], problem["code"]) == ("/days", "range")
    assert problem["detail"].endswith(f"{advice}.")
    assert "2026-06-04T12:00:00.000Z" in problem["detail"]


@pytest.mark.both_engines
def test_a_maker_that_never_ends_makes_tokens_of_any_length(site: Site) -> None:
    update(site, "UPDATE tokens SET expires_at = NULL")
    site.dependencies.authenticator.forget()

    assert make(site, "", days=3650)["expires_at"] == "2036-05-29T12:00:00.000Z"
    assert make(site, "")["expires_at"] == "2026-08-30T12:00:00.000Z"


def test_a_token_that_was_revoked_elsewhere_makes_neither_tokens_nor_links(site: Site) -> None:
    maker = site.make_token()
    site.get("/api/v1/plants", token=maker.text)
    site.run(site.revoke_elsewhere(maker.id))
    assert site.get("/api/v1/plants", token=maker.text).status_code == 200, "remembered for a few seconds"

    assert site.post(TOKENS, {"name": "x", "scopes": ["plants:read"]}, token=maker.text).status_code == 401
    assert site.post(LINKS, {"token": site.operator.id}, token=maker.text).status_code == 401


@pytest.mark.both_engines
def test_the_tokens_that_one_made_are_counted_and_listed(site: Site) -> None:
    child = make(site, "", scopes=["operator"])
    grandchild = make(site, child["token"])
    other = site.make_token()

    shown = site.get(f"{TOKENS}/{site.operator.id}").json()

    assert shown["children"] == 2
    assert ids(site, f"?created_by={site.operator.id}") == [child["id"], grandchild["id"]]
    assert ids(site, f"?created_by={child['id']}") == [grandchild["id"]]
    assert ids(site, f"?created_by={other.id}") == ids(site, "?created_by=tok_unknown") == []


@pytest.mark.both_engines
def test_revoking_a_token_leaves_those_it_made_to_the_one_that_made_it(site: Site) -> None:
    child = make(site, "", scopes=["operator"])
    grandchild = make(site, child["token"])

    assert site.ask("DELETE", f"{TOKENS}/{child['id']}").status_code == 204

    assert site.get("/api/v1/plants", token=grandchild["token"]).status_code == 200
    assert ids(site, f"?created_by={site.operator.id}") == [grandchild["id"]]
    [row] = site.get("/api/v1/activity?action=revokeToken").json()["items"]
    assert row["detail"] == ""


def test_a_token_is_revoked_with_all_that_it_made(site: Site) -> None:
    child = make(site, "", scopes=["operator"])
    grandchild = make(site, child["token"])
    sibling = make(site, "")

    answer = site.ask("DELETE", f"{TOKENS}/{child['id']}?children=true")

    assert answer.status_code == 204
    statuses = [site.get("/api/v1/plants", token=one["token"]).status_code for one in (child, grandchild, sibling)]
    assert statuses == [401, 401, 200]
    [row] = site.get("/api/v1/activity?action=revokeToken").json()["items"]
    assert (row["subject"], row["detail"]) == (child["id"], "and 1 created with it")


@pytest.mark.both_engines
@pytest.mark.parametrize("query", ["", "?children=false", "?children=true"])
def test_a_token_revokes_only_what_its_scopes_cover(site: Site, query: str) -> None:
    weak = site.make_token(Scope.TOKENS_WRITE, Scope.PLANTS_READ)
    covered = site.make_token(Scope.PLANTS_READ)

    refused = site.ask("DELETE", f"{TOKENS}/{site.operator.id}{query}", token=weak.text)
    allowed = site.ask("DELETE", f"{TOKENS}/{covered.id}{query}", token=weak.text)

    assert (refused.status_code, allowed.status_code) == (403, 204)
    for scope in frozenset(Scope) - {Scope.TOKENS_WRITE, Scope.PLANTS_READ}:
        assert scope in refused.json()["detail"]
    assert "plants:read" not in refused.json()["detail"]
    assert site.get("/api/v1/plants").status_code == 200


@pytest.mark.both_engines
def test_revoking_with_children_needs_the_scopes_of_the_children(site: Site) -> None:
    maker = site.make_token(Scope.TOKENS_WRITE, Scope.PLANTS_READ)
    child = make(site, maker.text)
    update(site, "UPDATE tokens SET scopes = 'deliveries:read' WHERE id = ?", child["id"])

    answer = site.ask("DELETE", f"{TOKENS}/own?children=true", token=maker.text)

    assert answer.status_code == 403
    assert "deliveries:read" in answer.json()["detail"]
    assert set(ids(site)) >= {maker.id, child["id"]}


def signed_in_by(site: Site, maker: str, token_id: str) -> str:
    """Come by a link that one token made to another, and give the cookie."""
    url = site.post(LINKS, {"token": token_id}, token=maker).json()["url"]
    answer = site.get(url, token=None, headers=CLICK)
    assert answer.status_code == 303
    return str(answer.headers["set-cookie"]).partition(";")[0]


def test_revoking_a_token_ends_the_sessions_of_its_links(site: Site) -> None:
    maker, staff = site.make_token(), site.make_token(*BUNDLES["staff"])
    cookie = signed_in_by(site, maker.text, staff.id)
    waiting = site.post(LINKS, {"token": staff.id}, token=maker.text).json()["url"]
    assert site.get("/plants", token=None, headers={"cookie": cookie}).status_code == 200

    site.ask("DELETE", f"{TOKENS}/{maker.id}")

    assert site.get("/plants", token=None, headers={"cookie": cookie}).status_code == 303
    assert site.get(waiting, token=None, headers=CLICK).status_code == 401


def test_a_session_and_its_tokens_do_not_outlive_the_token_of_the_link(site: Site) -> None:
    maker, longer = site.make_token(days=1), site.make_token(days=90)
    site.clock.move(DAY_S - 300)
    url = site.post(LINKS, {"token": longer.id}, token=maker.text).json()
    answer = site.get(url["url"], token=None, headers=CLICK)
    cookie = str(answer.headers["set-cookie"]).partition(";")[0]
    page = site.get("/tokens/new", token=None, headers={"cookie": cookie})
    site.clock.move(300)

    ended = site.get("/plants", token=None, headers={"cookie": cookie})

    assert url["expires_at"] == "2026-06-02T12:00:00.000Z"
    assert page.status_code == 200 and "2 Jun 2026" in page.text
    assert ended.status_code == 303


@pytest.mark.parametrize("seed", range(5))
def test_no_token_of_a_random_tree_outranks_or_outlives_its_makers(site: Site, seed: int) -> None:
    chance = random.Random(seed)
    line: dict[str, list[dict[str, Any]]] = {}  # of each token, all that led to it
    made: list[dict[str, Any]] = [site.get(f"{TOKENS}/{site.operator.id}").json() | {"token": site.operator.text}]
    for _ in range(30):
        maker = chance.choice(made)
        wanted = chance.sample([scope.value for scope in Scope], chance.randint(1, 4))
        wanted = chance.choice([wanted, ["tokens:write", *wanted], maker["scopes"]])
        fields = {"scopes": wanted, "days": chance.choice([None, 1, 5, 30, 89])}
        fields = {name: value for name, value in fields.items() if value is not None}
        answer = site.post(TOKENS, {"name": "x"} | fields, token=maker["token"])
        allowed = "tokens:write" in maker["scopes"] and set(wanted) <= set(maker["scopes"])
        assert answer.status_code in ((201, 401, 422) if allowed else (401, 403, 422)), answer.text
        if answer.status_code == 201:
            assert allowed
            child = answer.json()
            made.append(child)
            line[child["id"]] = [*line.get(maker["id"], []), maker]
        site.clock.move(chance.choice([0, 3_600, DAY_S]))
    assert len(made) > 4

    for child in made[1:]:
        for maker in line[child["id"]]:
            assert set(child["scopes"]) <= set(maker["scopes"])
            assert child["expires_at"] <= maker["expires_at"]
    root = chance.choice([one for one in made[1:] if "tokens:write" in one["scopes"]])
    assert site.ask("DELETE", f"{TOKENS}/{root['id']}?children=true").status_code == 204
    ended = [one for one in made[1:] if root["id"] in {one["id"], *(maker["id"] for maker in line[one["id"]])}]
    for one in made[1:]:
        status = site.get("/api/v1/plants", token=one["token"]).status_code
        assert (status == 401) if one in ended else status in (200, 401, 403), one
    assert {site.ask("GET", f"{TOKENS}/{one['id']}").status_code for one in ended} == {404}
