"""Bearer tokens through the API."""

import pytest

from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.token import BUNDLES, Scope
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

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


def test_everything_that_is_wrong_is_named(site: Site) -> None:
    for fields, pointers in [
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
    ]:
        answer = site.post(TOKENS, fields)

        assert answer.status_code == 422, (fields, pointers, answer.text)
        assert [error["pointer"] for error in answer.json()["errors"]] == pointers, (fields, pointers)


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


@pytest.mark.both_engines
def test_its_last_use_is_written_down_when_the_program_says_so(site: Site) -> None:
    site.get("/api/v1/plants")
    site.clock.move(60)
    site.get("/api/v1/plants")
    assert site.get(TOKENS).json()["items"][0]["last_used_at"] is None

    site.run(site.dependencies.authenticator.write_uses())

    assert site.get(TOKENS).json()["items"][0]["last_used_at"] == "2026-06-01T12:01:00.000Z"


@pytest.mark.both_engines
def test_the_list_goes_on_page_by_page(site: Site) -> None:
    ids = [site.operator.id, *(site.make_token(Scope.PLANTS_READ).id for _ in range(2))]

    first = site.get(f"{TOKENS}?limit=2").json()
    second = site.get(first["next"]).json()

    assert [one["id"] for one in first["items"] + second["items"]] == sorted(ids)


@pytest.mark.parametrize("word", ["own", "its id"])
@pytest.mark.parametrize("bound", [False, True])
def test_a_token_shows_and_ends_itself_whatever_it_may_do(site: Site, word: str, bound: bool) -> None:
    receiver = site.register()
    bound_to = parse_receiver(receiver["id"]) if bound else None
    made = site.make_token(Scope.PLANTS_READ, receiver_id=bound_to)
    address = f"{TOKENS}/{made.id if word == 'its id' else word}"

    shown = site.get(address, token=made.text)
    ended = site.ask("DELETE", address, token=made.text)

    assert (shown.status_code, shown.json()["id"], shown.json()["state"]) == (200, made.id, "valid")
    assert (ended.status_code, ended.content) == (204, b"")
    assert site.get(address, token=made.text).status_code == 401
    [row] = site.get("/api/v1/activity?action=revokeToken").json()["items"]
    assert (row["actor"], row["subject"]) == (made.id, made.id)


def test_a_token_shows_and_ends_no_other_one(site: Site) -> None:
    weak = site.make_token(Scope.PLANTS_READ).text
    bound = site.make_token(receiver_id=parse_receiver(site.register()["id"])).text

    for method in ("GET", "DELETE"):
        assert site.ask(method, f"{TOKENS}/{site.operator.id}", token=weak).status_code == 403
        assert site.ask(method, f"{TOKENS}/{site.operator.id}", token=bound).status_code == 404
    assert site.get("/api/v1/plants").status_code == 200


def test_an_operator_shows_any_token(site: Site) -> None:
    made = site.post(TOKENS, {"name": "web shop", "scopes": ["plants:read"]}).json()

    shown = {key: made[key] for key in made if key != "token"} | {"children": 0}
    assert site.get(f"{TOKENS}/{made['id']}").json() == shown
    assert site.get(f"{TOKENS}/tok_unknown").status_code == 404


@pytest.mark.both_engines
def test_the_list_says_which_tokens_end_soon_and_is_filtered(site: Site) -> None:
    receiver = site.register()["id"]
    long = site.post(TOKENS, {"name": "long", "scopes": ["plants:read"], "days": 90}).json()["id"]
    short = site.post(TOKENS, {"name": "short", "scopes": ["staff"], "days": 8, "receiver": receiver}).json()["id"]
    site.clock.move(7 * 86_400)

    states = {one["id"]: one["state"] for one in site.get(TOKENS).json()["items"]}

    assert (states[long], states[short]) == ("valid", "ending")
    for query, ids in [
        ("state=ending", [short]),
        ("state=ending,expired", [short]),
        ("state=expired", []),
        ("scope=tokens:write", [site.operator.id]),
        (f"receiver={receiver}", [short]),
        ("unused_since=2026-06-01T12:00:01Z&scope=plants:write", [site.operator.id, short]),
        ("unused_since=2026-06-01T11:00:00Z", []),
    ]:
        assert [one["id"] for one in site.get(f"{TOKENS}?{query}").json()["items"]] == ids, query
    site.clock.move(86_400)
    assert [one["id"] for one in site.get(f"{TOKENS}?state=expired").json()["items"]] == [short]


def test_a_wrong_filter_is_refused(site: Site) -> None:
    for query in ["state=old", "state=", "scope=staff", "receiver=x", "unused_since=1d", "q=x"]:
        assert site.get(f"{TOKENS}?{query}").status_code == 400, query


@pytest.mark.both_engines
def test_a_filter_goes_on_over_pages(site: Site) -> None:
    ids = [site.make_token(Scope.PLANTS_READ).id for _ in range(3)]

    first = site.get(f"{TOKENS}?limit=2&scope=plants:read&state=valid").json()
    second = site.get(first["next"]).json()

    assert [one["id"] for one in first["items"] + second["items"]] == sorted([site.operator.id, *ids])
