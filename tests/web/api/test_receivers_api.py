"""Receivers through the API."""

import asyncio
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from standardwebhooks import Webhook

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.deliveries.failure_messages import failure_message
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.receivers.signature import secret_key
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import after, to_text
from plantstore.domain.token import Scope
from plantstore.receivers import test_request
from plantstore.receivers.commands import OVERLAP_S
from plantstore.sending.request import SCHEMA_FRAGMENT
from plantstore.storage.tables import receivers as stored
from tests.receiver import Got, a_server
from tests.web.harness import BASE_URL, Site

pytestmark = pytest.mark.sqlite_only("the storage tests run these queries on both engines")
RECEIVERS = "/api/v1/receivers"


def credentials(site: Site, id: str) -> tuple[str, str]:
    """What is stored for a receiver: its access token and its newest secret."""
    receiver_id = parse_receiver(id)
    assert receiver_id is not None
    found = site.run(site.database.read(lambda tx: stored.credentials(tx, site.dependencies.secret_box, receiver_id)))
    return found.bearer.reveal(), found.secrets[0].reveal()


def test_a_receiver_is_registered_with_what_is_shown_once(site: Site) -> None:
    site.add()

    answer = site.post(RECEIVERS, {"url": "http://Printer.example:9000", "name": " label  printer "})

    receiver = answer.json()
    assert answer.status_code == 201
    assert answer.headers["location"] == f"{RECEIVERS}/{receiver['id']}"
    assert answer.headers["etag"] == '"1"'
    assert receiver["url"] == "http://printer.example:9000/plant/webhook"
    assert receiver["name"] == "label printer"
    assert (receiver["payload"], receiver["state"]) == ("full", "active")
    assert (receiver["start"], receiver["cursor"], receiver["lag"]) == (2, 1, 0)
    assert secret_key(Secret(receiver["secret"]))
    assert credentials(site, receiver["id"]) == (receiver["access_token"], receiver["secret"])

    shown = site.get(answer.headers["location"]).json()
    assert shown == {name: value for name, value in receiver.items() if name not in ("secret", "access_token")}
    assert site.get(RECEIVERS).json() == {"items": [shown], "next": None, "prev": None}


def test_an_access_token_of_theirs_is_never_shown(site: Site) -> None:
    receiver = site.register(access_token="theirs-and-only-theirs")

    assert "access_token" not in receiver
    assert credentials(site, receiver["id"])[0] == "theirs-and-only-theirs"


@pytest.mark.parametrize(("start", "first", "lag"), [("now", 3, 0), ("beginning", 1, 2), (2, 2, 1), (3, 3, 0)])
def test_a_receiver_starts_where_it_wants(site: Site, start: str | int, first: int, lag: int) -> None:
    site.add()
    site.add()

    receiver = site.register(start=start)

    assert (receiver["start"], receiver["cursor"], receiver["lag"]) == (first, first - 1, lag)


def test_the_lag_grows_with_every_plant(site: Site) -> None:
    receiver = site.register()
    site.add()
    site.add()

    assert site.get(f"{RECEIVERS}/{receiver['id']}").json()["lag"] == 2


def test_everything_that_is_wrong_is_named_at_once(site: Site) -> None:
    for fields, pointers in [
        ({}, ["/url", "/name"]),
        ({"url": 1, "name": None}, ["/url", "/name"]),
        ({"url": "ftp://x.example", "name": ""}, ["/url", "/name"]),
        ({"url": "http://10.0.0.1", "name": "x", "access_token": "a b"}, ["/url", "/access_token", "/access_token"]),
        ({"url": "http://127.0.0.1:9000", "name": "x", "payload": "tiny"}, ["/payload"]),
        ({"url": "http://127.0.0.1:9000", "name": "x", "start": 2}, ["/start"]),
        ({"url": "http://127.0.0.1:9000", "name": "x", "start": 0}, ["/start"]),
        ({"url": "http://127.0.0.1:9000", "name": "x", "start": True}, ["/start"]),
        ({"url": "http://127.0.0.1:9000", "name": "x", "start": "later"}, ["/start"]),
        ({"url": "http://127.0.0.1:9000", "name": "x", "start": 1.5}, ["/start"]),
        (
            {"url": "http://127.0.0.1:9000", "name": "x", "secret": "whsec_x", "id": 1, "a/b~": 1},
            ["/secret", "/id", "/a~1b~0"],
        ),
        ({"url": "http://127.0.0.1:9000", "name": "x", "access_token": ""}, ["/access_token"]),
    ]:
        answer = site.post(RECEIVERS, fields)

        assert answer.status_code == 422, (fields, pointers, answer.text)
        assert [error["pointer"] for error in answer.json()["errors"]] == pointers, (fields, pointers)
        assert all(error["detail"] for error in answer.json()["errors"]), (fields, pointers)
        assert site.get(RECEIVERS).json()["items"] == [], (fields, pointers)


def test_a_change_names_what_is_different(site: Site) -> None:
    receiver = site.register()
    path = f"{RECEIVERS}/{receiver['id']}"

    answer = site.ask("PATCH", path, json={"payload": "basic", "access_token": "another-token"})

    assert answer.status_code == 200
    assert answer.headers["etag"] == '"2"'
    assert (answer.json()["payload"], answer.json()["name"]) == ("basic", "printer")
    assert "access_token" not in answer.json()
    assert credentials(site, receiver["id"]) == ("another-token", receiver["secret"])


@pytest.mark.both_engines
@pytest.mark.parametrize(
    "url", ["https://127.0.0.1:9000/plant/webhook", "http://127.0.0.2:9000/plant/webhook", "http://127.0.0.1:9001/"]
)
def test_another_server_needs_an_access_token_of_its_own(site: Site, url: str) -> None:
    receiver = site.register(url="http://127.0.0.1:9000/plant/webhook")
    path = f"{RECEIVERS}/{receiver['id']}"
    before = site.get(path)

    refused = site.ask("PATCH", path, json={"url": url, "name": "moved"})

    [problem] = refused.json()["errors"]
    assert (refused.status_code, problem["pointer"], problem["code"]) == (422, "/access_token", "required")
    assert site.get(path).headers["etag"] == before.headers["etag"], "nothing has changed"
    assert site.ask("PATCH", path, json={"url": "http://127.0.0.1:9000/other"}).status_code == 200
    moved = site.ask("PATCH", path, json={"url": url, "access_token": "another-token"})
    assert (moved.status_code, moved.json()["url"]) == (200, url)
    assert credentials(site, receiver["id"]) == ("another-token", receiver["secret"])


def headers_of(site: Site, id: str) -> dict[str, str]:
    """The static headers that are stored for a receiver."""
    receiver_id = parse_receiver(id)
    assert receiver_id is not None
    found = site.run(site.database.read(lambda tx: stored.credentials(tx, site.dependencies.secret_box, receiver_id)))
    return {name: value.reveal() for name, value in found.headers}


@pytest.mark.both_engines
def test_static_headers_are_set_kept_changed_and_removed_and_only_named(site: Site) -> None:
    receiver = site.register(headers={"X-Api-Key": "canary one", "x-shop": "canary-two"})
    path = f"{RECEIVERS}/{receiver['id']}"
    assert (receiver["header_names"], receiver.get("headers")) == (["x-api-key", "x-shop"], None)

    renamed = site.ask("PATCH", path, json={"name": "gateway"})
    assert renamed.json()["header_names"] == ["x-api-key", "x-shop"]
    assert headers_of(site, receiver["id"]) == {"x-api-key": "canary one", "x-shop": "canary-two"}
    changed = site.ask("PATCH", path, json={"headers": {"x-api-key": "canary-3", "X-SHOP": None, "x-new": "canary-4"}})

    assert (changed.headers["etag"], changed.json()["header_names"]) == ('"3"', ["x-api-key", "x-new"])
    assert headers_of(site, receiver["id"]) == {"x-api-key": "canary-3", "x-new": "canary-4"}
    activity = site.get("/api/v1/activity").text
    assert '"headers"' in activity and "canary" not in activity + changed.text + site.get(RECEIVERS).text


@pytest.mark.both_engines
def test_removing_a_receiver_removes_its_static_headers(site: Site) -> None:
    receiver = site.register(headers={"x-api-key": "canary"})

    assert site.ask("DELETE", f"{RECEIVERS}/{receiver['id']}").status_code == 200

    kept = site.run(site.database.read(lambda tx: tx.execute("SELECT count(*) FROM receiver_headers")))
    assert kept == [(0,)]


def test_another_server_needs_the_static_headers_again_or_removed(site: Site) -> None:
    receiver = site.register(headers={"x-api-key": "one", "x-shop": "two"})
    path = f"{RECEIVERS}/{receiver['id']}"
    moved = {"url": "https://8.8.8.8/", "access_token": "another-token"}

    for headers in ({}, {"x-api-key": "new"}):
        refused = site.ask("PATCH", path, json=moved | {"headers": headers})
        [problem] = refused.json()["errors"]
        assert (refused.status_code, problem["pointer"], problem["code"]) == (422, "/headers", "required")
        assert "x-shop" in problem["detail"]
    assert site.get(path).json()["url"] == receiver["url"]
    assert credentials(site, receiver["id"])[0] == receiver["access_token"], "nothing has changed"

    given = site.ask("PATCH", path, json=moved | {"headers": {"x-api-key": "new", "x-shop": None}})
    assert (given.status_code, headers_of(site, receiver["id"])) == (200, {"x-api-key": "new"})


def test_wrong_static_headers_are_refused_without_their_values(site: Site) -> None:
    path = f"{RECEIVERS}/{site.register()['id']}"
    for headers, pointers in [
        ({"host": "canary"}, ["/headers/host"]),
        ({"x-key": "canary\r\nhost: x"}, ["/headers/x-key"]),
        ({"x key": "canary"}, ["/headers"]),
        ({f"x-{number}": "canary" for number in range(21)}, ["/headers"]),
        ({"x-long": "canary" * 700}, ["/headers"]),
    ]:
        for answer in (
            site.ask("PATCH", path, json={"headers": headers}),
            site.post(RECEIVERS, {"url": "http://127.0.0.1:9000", "name": "printer", "headers": headers}),
        ):
            assert answer.status_code == 422, (headers, answer.text)
            assert [error["pointer"] for error in answer.json()["errors"]] == pointers
            assert "canary" not in answer.text
    assert site.get(path).json()["header_names"] == []


OAUTH = {"token_url": "https://127.0.0.1:9100/token", "client_id": "shop", "client_secret": "canary-secret"}
SHOWN = {"token_url": "https://127.0.0.1:9100/token", "client_id": "shop", "scope": None, "audience": None}


def grant_of(site: Site, id: str) -> tuple[str, str | None] | None:
    """The client secret and scope that are stored for a receiver."""
    receiver_id = parse_receiver(id)
    assert receiver_id is not None
    found = site.run(site.database.read(lambda tx: stored.credentials(tx, site.dependencies.secret_box, receiver_id)))
    return None if found.grant is None else (found.grant.client_secret.reveal(), found.grant.scope)


@pytest.mark.both_engines
def test_client_credentials_are_set_changed_and_replaced_by_a_token(site: Site) -> None:
    receiver = site.register(oauth=OAUTH)
    path = f"{RECEIVERS}/{receiver['id']}"
    assert (receiver["oauth"], receiver.get("access_token")) == (SHOWN, None)
    assert site.get(path).json()["oauth"] == SHOWN and site.register(name="other")["oauth"] is None

    kept = site.ask("PATCH", path, json={"name": "gateway"})
    scoped = site.ask("PATCH", path, json={"oauth": SHOWN | {"scope": "plants:in"}})
    assert (kept.json()["oauth"], scoped.json()["oauth"]["scope"]) == (SHOWN, "plants:in")
    assert grant_of(site, receiver["id"]) == ("canary-secret", "plants:in"), "the secret stays"
    assert "canary" not in scoped.text + site.get(path).text + site.get(RECEIVERS).text
    assert "canary" not in site.get("/api/v1/activity").text

    for change, pointer in [
        ({"access_token": "another-token"}, "/access_token"),
        ({"oauth": None}, "/access_token"),
        ({"oauth": SHOWN | {"client_id": "other"}}, "/oauth/client_secret"),
        ({"oauth": SHOWN | {"token_url": "https://127.0.0.1:9101/token"}}, "/oauth/client_secret"),
        ({"url": "https://127.0.0.1:9002/"}, "/oauth/client_secret"),
        ({"url": "https://127.0.0.1:9002/", "oauth": SHOWN}, "/oauth/client_secret"),
        ({"url": "https://127.0.0.1:9002/", "access_token": "another-token"}, "/access_token"),
    ]:
        refused = site.ask("PATCH", path, json=change)
        assert refused.status_code == 422, change
        assert [one["pointer"] for one in refused.json()["errors"]] == [pointer], change
    assert grant_of(site, receiver["id"]) == ("canary-secret", "plants:in"), "nothing has changed"

    moved = site.ask("PATCH", path, json={"url": "https://127.0.0.1:9002/", "oauth": OAUTH})
    assert (moved.status_code, grant_of(site, receiver["id"])) == (200, ("canary-secret", None))
    fixed = site.ask("PATCH", path, json={"oauth": None, "access_token": "another-token"})
    assert (fixed.json()["oauth"], grant_of(site, receiver["id"])) == (None, None)
    assert credentials(site, receiver["id"])[0] == "another-token"


@pytest.mark.both_engines
def test_removing_a_receiver_removes_its_client_credentials(site: Site) -> None:
    receiver = site.register(oauth=OAUTH)

    assert site.ask("DELETE", f"{RECEIVERS}/{receiver['id']}").status_code == 200

    kept = site.run(site.database.read(lambda tx: tx.execute("SELECT count(*) FROM receiver_grants")))
    assert kept == [(0,)]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"token_url": "https://10.0.0.1/token"}, "/oauth/token_url"),
        ({"token_url": "http://192.0.2.7/token"}, "/oauth/token_url"),
        ({"token_url": "http://8.8.8.8/token"}, "/oauth/token_url"),
        ({"token_url": "https://8.8.8.8"}, "/oauth/token_url"),
        ({"token_url": "ftp://8.8.8.8/token"}, "/oauth/token_url"),
        ({"client_id": ""}, "/oauth/client_id"),
        ({"client_id": "a" * 1_025}, "/oauth/client_id"),
        ({"client_secret": "canary\n"}, "/oauth/client_secret"),
        ({"scope": "a  b"}, "/oauth/scope"),
        ({"scope": 'a"b'}, "/oauth/scope"),
        ({"audience": "é"}, "/oauth/audience"),
        ({"secret": "canary"}, "/oauth"),
    ],
)
def test_wrong_client_credentials_are_refused(site: Site, change: dict[str, str], pointer: str) -> None:
    body = {"url": "http://127.0.0.1:9000", "name": "printer", "oauth": OAUTH | change}

    answer = site.post(RECEIVERS, body)

    assert (answer.status_code, [one["pointer"] for one in answer.json()["errors"]]) == (422, [pointer])
    assert "canary" not in answer.text


def test_a_receiver_has_a_fixed_token_or_client_credentials(site: Site) -> None:
    body = {"url": "http://127.0.0.1:9000", "name": "printer", "oauth": OAUTH, "access_token": "another-token"}

    answer = site.post(RECEIVERS, body)

    assert [(one["pointer"], one["code"]) for one in answer.json()["errors"]] == [("/access_token", "oauth")]


def test_a_wrong_change_changes_nothing(site: Site) -> None:
    path = f"{RECEIVERS}/{site.register()['id']}"
    before = site.get(path).json()

    for change, pointers in [
        ({"url": "http://10.0.0.1"}, ["/url"]),
        ({"name": None, "url": 5}, ["/url", "/name"]),
        ({"start": "now"}, ["/start"]),
        ({"name": "", "access_token": "short"}, ["/name", "/access_token"]),
    ]:
        answer = site.ask("PATCH", path, json=change)

        assert answer.status_code == 422, (change, pointers)
        assert [error["pointer"] for error in answer.json()["errors"]] == pointers, (change, pointers)
        assert site.get(path).json() == before, (change, pointers)


def test_removing_a_receiver_counts_what_it_was_owed(site: Site) -> None:
    receiver = site.register()
    site.add()

    answer = site.ask("DELETE", f"{RECEIVERS}/{receiver['id']}")

    assert answer.status_code == 200
    assert answer.json() == {"id": receiver["id"], "cancelled": 1}
    assert site.get(f"{RECEIVERS}/{receiver['id']}").status_code == 404
    assert site.ask("DELETE", f"{RECEIVERS}/{receiver['id']}").status_code == 404


def test_an_unknown_receiver_is_not_found(site: Site) -> None:
    for id in ["rcv_0000000000001", "rcv_zzzzzzzzzzzzz", "1", "rcv_", "rcv_%00", "tok_1"]:
        assert site.get(f"{RECEIVERS}/{id}").status_code == 404, id


def test_an_old_version_is_not_overwritten(site: Site) -> None:
    path = f"{RECEIVERS}/{site.register()['id']}"
    site.ask("PATCH", path, json={"name": "shop"})

    assert site.ask("PATCH", path, json={"name": "late"}, headers={"if-match": '"1"'}).status_code == 412
    assert site.ask("DELETE", path, headers={"if-match": '"1"'}).status_code == 412
    assert site.ask("PATCH", path, json={"name": "right"}, headers={"if-match": '"2"'}).status_code == 200


def test_the_list_goes_on_page_by_page(site: Site) -> None:
    for number in range(3):
        site.clock.move(1)
        site.register(name=f"printer {number}")

    first = site.get(f"{RECEIVERS}?limit=2").json()
    second = site.get(first["next"]).json()

    assert [one["name"] for one in first["items"] + second["items"]] == ["printer 0", "printer 1", "printer 2"]
    assert second["next"] is None


def test_a_rotated_secret_is_shown_once_and_counts_from_then_on(site: Site) -> None:
    receiver = site.register()
    path = f"{RECEIVERS}/{receiver['id']}"

    answer = site.post(f"{path}/secrets")

    assert answer.status_code == 201
    assert answer.json().keys() == {"secret", "old_secret_ends_at"}
    assert answer.json()["old_secret_ends_at"] == to_text(after(site.clock.now(), seconds=OVERLAP_S))
    assert secret_key(Secret(answer.json()["secret"])) != secret_key(Secret(receiver["secret"]))
    assert credentials(site, receiver["id"])[1] == answer.json()["secret"]
    assert answer.json()["secret"] not in site.get(path).text


def test_a_receiver_says_until_when_its_old_secret_is_valid(site: Site) -> None:
    path = f"{RECEIVERS}/{site.register()['id']}"
    assert site.get(path).json()["old_secret_ends_at"] is None

    ends_at = site.post(f"{path}/secrets").json()["old_secret_ends_at"]

    assert site.get(path).json()["old_secret_ends_at"] == ends_at
    site.clock.move(OVERLAP_S + 1)
    assert site.get(path).json()["old_secret_ends_at"] is None


def test_a_rotation_repeated_under_its_key_makes_one_secret(site: Site) -> None:
    path = f"{RECEIVERS}/{site.register()['id']}/secrets"

    first, again = [site.post(path, headers={"idempotency-key": "k"}) for _ in range(2)]

    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"


def test_only_the_own_receivers_secret_is_rotated_with_a_bound_token(site: Site) -> None:
    own, other = site.register()["id"], site.register()["id"]
    token = site.make_token(Scope.RECEIVERS_WRITE, receiver_id=parse_receiver(own)).text

    assert site.post(f"{RECEIVERS}/{own}/secrets", token=token).status_code == 201
    assert site.post(f"{RECEIVERS}/{other}/secrets", token=token).status_code == 404
    assert site.post(f"{RECEIVERS}/rcv_0000000000000/secrets").status_code == 404


def test_a_test_request_is_signed_no_event_and_answered_with_its_outcome(site: Site) -> None:
    async def ask() -> tuple[dict[str, Any], Got, dict[str, Any]]:
        async with a_server() as server:
            made = (await site.request("POST", RECEIVERS, json={"url": server.url, "name": "x"})).json()
            answer = await site.request("POST", f"{RECEIVERS}/{made['id']}/tests")
            assert answer.status_code == 200, answer.text
            (got,) = server.got
            return answer.json(), got, made

    outcome, got, made = site.run(ask())

    assert outcome.pop("duration_ms") >= 0
    said = {"detail": "", "excerpt": "", "reason": None, "advice": None}
    assert outcome == {"outcome": "accepted", "status": 204, "address": "127.0.0.1"} | said
    assert got.body == b'{"id":9007199254740991,"name":"Test from Plant Store","tag":"test"}'
    at = datetime.fromtimestamp(int(got.headers["webhook-timestamp"]), UTC)
    signature = Webhook(made["secret"]).sign(got.headers["webhook-id"], at, got.body.decode())
    assert got.headers["webhook-signature"] == signature
    assert got.headers["webhook-test"] == "true"
    assert re.fullmatch("evt_test_[0-9a-z]{26}", got.headers["webhook-id"])
    assert got.headers["authorization"] == f"Bearer {made['access_token']}"
    assert {name: text for name, text in got.headers.items() if name.startswith("ce-")} == {
        "ce-specversion": "1.0",
        "ce-id": got.headers["webhook-id"],
        "ce-source": BASE_URL,
        "ce-type": "plant.test",
        "ce-time": to_text(site.clock.now()),
        "ce-dataschema": BASE_URL + SCHEMA_FRAGMENT,
    }
    assert site.get("/api/v1/events").json()["items"] == []
    counted = "SELECT (SELECT count(*) FROM attempts), (SELECT count(*) FROM retries), (SELECT count(*) FROM events)"
    assert site.run(site.database.read(lambda tx: tx.execute(counted))) == [(0, 0, 0)]


def test_a_refused_test_request_is_answered_too_and_sent_once(site: Site) -> None:
    async def ask() -> list[dict[str, Any]]:
        async with a_server() as server:
            server.answer = lambda got: 500
            made = (await site.request("POST", RECEIVERS, json={"url": server.url, "name": "x"})).json()
            path, key = f"{RECEIVERS}/{made['id']}/tests", {"idempotency-key": "k"}
            answers = [(await site.request("POST", path, headers=key)).json() for _ in range(2)]
            assert len(server.got) == 2, "a key does not keep a test from being sent anew"
        return [*answers, (await site.request("POST", path)).json()]

    first, second, refused = site.run(ask())

    assert (first["outcome"], first["status"]) == (second["outcome"], second["status"]) == ("refused", 500)
    assert (refused["outcome"], refused["status"]) == ("connection_refused", None)
    assert refused["detail"]
    text = failure_message(OutcomeKind.CONNECTION_REFUSED, None)
    assert text is not None and (refused["reason"], refused["advice"]) == (text.reason, text.advice)


def test_so_many_test_requests_at_once_and_no_more(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_request, "CONCURRENT_MAX", 2)

    async def ask() -> list[int]:
        async with a_server() as server:
            server.answers_after_s = 0.05
            made = (await site.request("POST", RECEIVERS, json={"url": server.url, "name": "x"})).json()
            path = f"{RECEIVERS}/{made['id']}/tests"
            at_once = await asyncio.gather(*(site.request("POST", path) for _ in range(3)))
            return [*sorted(one.status_code for one in at_once), (await site.request("POST", path)).status_code]

    assert site.run(ask()) == [200, 200, 503, 200]


def test_only_the_own_receiver_is_tested_with_a_bound_token(site: Site) -> None:
    own, other = site.register()["id"], site.register()["id"]
    token = site.make_token(Scope.RECEIVERS_WRITE, receiver_id=parse_receiver(own)).text

    assert site.post(f"{RECEIVERS}/{own}/tests", token=token).status_code == 200
    assert site.post(f"{RECEIVERS}/{other}/tests", token=token).status_code == 404
    assert site.post(f"{RECEIVERS}/rcv_0000000000000/tests").status_code == 404


def test_no_two_receivers_share_a_secret_and_no_id_has_a_dot(site: Site) -> None:
    made = [site.register(name="same") for _ in range(30)]
    site.add()
    event = site.get("/api/v1/events", params={"after": "0"}).json()["items"][0]

    for field in ("id", "secret", "access_token"):
        assert len({receiver[field] for receiver in made}) == len(made), field
    assert {len(secret_key(Secret(receiver["secret"]))) for receiver in made} == {32}
    assert all(re.fullmatch(r"[A-Za-z0-9_]+", one["id"]) for one in (*made, event))
