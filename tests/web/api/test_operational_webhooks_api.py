"""Operational webhooks through the API: created, changed, tested and retried, by tokens that may."""

import json
from typing import Any

import msgspec
import pytest

from plantstore.core.operational_body import BODIES
from plantstore.domain.operational_webhook import (
    HORIZON_S,
    SUBSCRIBERS_MAX,
    OperationalEvent,
    OperationalType,
    event_id,
)
from plantstore.domain.token import BUNDLES, Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import operational_events, operational_subscribers
from plantstore.web.openapi.operational import example
from tests.receiver import Receiving, a_server
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the storage tests run these queries on both engines")

WEBHOOKS = "/api/v1/operational-webhooks"
DISABLED = OperationalType.RECEIVER_DISABLED
TOKEN = "canary-token-of-a-program"


def create(site: Site, **fields: Any) -> dict[str, Any]:
    body = {"name": "pager", "url": "http://127.0.0.1:9000/hook", "types": ["receiver.disabled"], **fields}
    answer = site.post(WEBHOOKS, body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def happens(site: Site, id: str, *numbers: int) -> list[str]:
    def add(tx: Transaction) -> list[str]:
        made = [
            OperationalEvent(event_id(DISABLED, str(number), tx.now), DISABLED, tx.now, b'{"n":%d}' % number)
            for number in numbers
        ]
        operational_events.add(tx, made, {DISABLED: [id]})
        return [event.id for event in made]

    return site.run(site._written(add))


async def send(site: Site) -> None:
    await site.dependencies.operational_sender.run()
    await site.dependencies.operational_sender.wait_until_idle()


def test_one_is_created_with_what_is_shown_once(site: Site) -> None:
    answer = site.post(
        WEBHOOKS,
        {"name": " on  call ", "url": "http://Pager.example", "types": ["receiver.recovered", "receiver.disabled"]},
    )

    made = answer.json()
    assert (answer.status_code, answer.headers["location"]) == (201, f"{WEBHOOKS}/{made['id']}")
    assert (made["name"], made["url"]) == ("on call", "http://pager.example/"), "not the path of receivers"
    assert made["types"] == ["receiver.disabled", "receiver.recovered"]
    assert made["secret"].startswith("whsec_") and made["access_token"].startswith("opt_")
    shown = site.get(answer.headers["location"]).json()
    assert shown == {name: value for name, value in made.items() if name not in ("secret", "access_token")}
    assert site.get(WEBHOOKS).json() == {"items": [shown]}
    stored = site.run(
        site.database.read(lambda tx: operational_subscribers.credentials(tx, site.dependencies.secret_box, made["id"]))
    )
    assert stored is not None
    assert (stored.bearer.reveal(), stored.secrets[0].reveal()) == (made["access_token"], made["secret"])
    [logged] = site.get("/api/v1/activity?action=createOperationalWebhook").json()["items"]
    assert (logged["subject"], logged["detail"]) == (made["id"], "receiver.recovered, receiver.disabled")


def test_a_token_that_was_given_is_never_shown(site: Site) -> None:
    made = create(site, access_token="theirs-and-only-theirs")

    assert "access_token" not in made
    assert "theirs-and-only-theirs" not in site.get(f"{WEBHOOKS}/{made['id']}").text


def test_a_repeated_request_creates_one(site: Site) -> None:
    body = {"name": "pager", "url": "http://127.0.0.1:9000/hook", "types": ["receiver.disabled"]}
    one, other = (site.post(WEBHOOKS, body, headers={"idempotency-key": "k"}) for _ in range(2))

    assert one.json() == other.json()
    assert len(site.get(WEBHOOKS).json()["items"]) == 1


@pytest.mark.parametrize(
    ("fields", "pointer", "code"),
    [
        ({"types": []}, "/types", "required"),
        ({"types": ["plant.added"]}, "/types/0", "type"),
        ({"url": "http://10.0.0.1/"}, "/url", "address_refused"),
        ({"url": "ftp://pager.example"}, "/url", "scheme"),
        ({"url": "http://user:pw@pager.example/"}, "/url", "userinfo"),
        ({"name": ""}, "/name", "length"),
        ({"access_token": "a b c d e f g"}, "/access_token", "characters"),
        ({"access_token": "12345678\r\nx: y"}, "/access_token", "characters"),
        ({"more": 1}, "/more", "unknown"),
    ],
)
def test_bad_input_is_refused_with_a_pointer(site: Site, fields: dict[str, Any], pointer: str, code: str) -> None:
    body = {"name": "pager", "url": "http://127.0.0.1:9000/", "types": ["receiver.disabled"], **fields}

    answer = site.post(WEBHOOKS, body)

    assert answer.status_code == 422
    assert (pointer, code) in {(error["pointer"], error["code"]) for error in answer.json()["errors"]}
    made = create(site)
    changed = site.ask("PATCH", f"{WEBHOOKS}/{made['id']}", json=fields)
    assert changed.status_code == 422


def test_there_is_a_limit(site: Site) -> None:
    for _ in range(SUBSCRIBERS_MAX):
        create(site)

    body = {"name": "pager", "url": "http://127.0.0.1:9000/", "types": ["receiver.disabled"]}
    assert site.post(WEBHOOKS, body).status_code == 409


def test_a_token_needs_the_scope_of_each_type(site: Site) -> None:
    integrator = site.make_token(*BUNDLES["integrator"]).text
    staff = site.make_token(*BUNDLES["staff"]).text
    writer = site.make_token(Scope.RECEIVERS_WRITE, Scope.RECEIVERS_READ).text
    imports = {"name": "erp", "url": "http://127.0.0.1:9000/", "types": ["import.completed"]}
    both = imports | {"types": ["import.completed", "delivery.exhausted"]}
    pager = create(site)

    mine = site.post(WEBHOOKS, imports, token=integrator)

    assert mine.status_code == 201
    refused = site.post(WEBHOOKS, both, token=integrator)
    assert refused.status_code == 403 and "operations:read" in refused.json()["detail"]
    assert site.post(WEBHOOKS, imports, token=staff).status_code == 403
    assert site.post(WEBHOOKS, imports, token=writer).status_code == 403
    listed = [one["id"] for one in site.get(WEBHOOKS, token=integrator).json()["items"]]
    assert listed == [mine.json()["id"]]
    assert site.get(WEBHOOKS, token=writer).json()["items"] == []
    address = f"{WEBHOOKS}/{pager['id']}"
    [event] = happens(site, pager["id"], 1)
    for method, path in [
        ("GET", address),
        ("PATCH", address),
        ("DELETE", address),
        ("POST", f"{address}/test"),
        ("POST", f"{address}/rotate-secret"),
        ("GET", f"{address}/deliveries"),
        ("POST", f"{address}/deliveries/{event}/retry"),
    ]:
        body = {"name": "mine now"} if method == "PATCH" else None
        assert site.ask(method, path, token=integrator, json=body).status_code == 404, (method, path)
    mine_now = site.ask("PATCH", f"{WEBHOOKS}/{mine.json()['id']}", json={"types": both["types"]}, token=integrator)
    assert mine_now.status_code == 403


def test_it_stays_when_its_token_is_revoked(site: Site) -> None:
    token = site.make_token()
    body = {"name": "pager", "url": "http://127.0.0.1:9000/", "types": ["receiver.disabled"]}
    made = site.post(WEBHOOKS, body, token=token.text).json()

    assert site.ask("DELETE", f"/api/v1/tokens/{token.id}").status_code < 300

    shown = site.get(f"{WEBHOOKS}/{made['id']}").json()
    assert (shown["state"], shown["created_by"]) == ("active", token.id)


def test_changes_need_the_version_that_was_read(site: Site) -> None:
    made = create(site)
    address = f"{WEBHOOKS}/{made['id']}"
    tag = site.get(address).headers["etag"]

    changed = site.ask("PATCH", address, json={"name": "b"}, headers={"if-match": tag})
    stale = site.ask("PATCH", address, json={"name": "c"}, headers={"if-match": tag})

    assert (changed.status_code, changed.json()["name"], stale.status_code) == (200, "b", 412)
    assert site.ask("DELETE", address, headers={"if-match": tag}).status_code == 412
    assert site.ask("DELETE", address).status_code == 204
    assert site.get(address).status_code == 404


def test_a_test_shows_the_answer_and_is_not_stored(site: Site) -> None:
    async def main() -> tuple[Receiving, dict[str, Any], dict[str, Any]]:
        async with a_server() as server:
            body = {"name": "pager", "url": server.url, "types": ["receiver.disabled"]}
            made = (await site.request("POST", WEBHOOKS, json=body)).json()
            server.secret, server.access_token, server.timeless = made["secret"], made["access_token"], True
            good = (await site.request("POST", f"{WEBHOOKS}/{made['id']}/test")).json()
            server.answer = lambda _: 404
            bad = (await site.request("POST", f"{WEBHOOKS}/{made['id']}/test")).json()
            return server, good, bad

    server, good, bad = site.run(main())

    assert (good["outcome"], good["status"], good["reason"]) == ("accepted", 204, None)
    assert (bad["outcome"], bad["status"]) == ("refused", 404)
    assert bad["reason"] == "The subscriber responded 404: it has nothing at that path."
    assert [got.plant and got.plant["type"] for got in server.got] == ["test", "test"]
    assert server.got[0].headers["webhook-test"] == "true"
    [one] = site.get(WEBHOOKS).json()["items"]
    assert (one["state"], site.get(f"{WEBHOOKS}/{one['id']}/deliveries").json()["items"]) == ("active", [])


def test_both_secrets_sign_for_a_day_after_a_rotation(site: Site) -> None:
    async def main() -> list[list[bool]]:
        verified: list[list[bool]] = []
        async with a_server() as server:
            body = {"name": "pager", "url": server.url, "types": ["receiver.disabled"]}
            made = (await site.request("POST", WEBHOOKS, json=body)).json()
            answer = await site.request("POST", f"{WEBHOOKS}/{made['id']}/rotate-secret")
            assert answer.json()["old_secret_ends_at"]
            server.timeless = True
            for wait_s in (1, 24 * 3600):
                site.clock.move(wait_s)
                verified.append([])
                for server.secret in (made["secret"], answer.json()["secret"]):
                    await site.request("POST", f"{WEBHOOKS}/{made['id']}/test")
                    verified[-1].append(server.got[-1].plant is not None)
        return verified

    assert site.run(main()) == [[True, True], [False, True]]


def test_deliveries_are_listed_and_one_is_retried(site: Site) -> None:
    async def main() -> None:
        async with a_server() as server:
            server.answer = lambda got: 500 if got.body == b'{"n":2}' else 204
            await site.request("PATCH", address, json={"url": server.url, "access_token": TOKEN})
            for _ in range(40):
                await send(site)
                site.clock.move(HORIZON_S / 20)
            server.answer = lambda _: 204
            retry = f"{address}/deliveries/{second}/retry"
            assert (await site.request("POST", retry)).status_code == 409, "nothing else was accepted for so long"
            await site.request("PATCH", address, json={"enabled": True})
            after = await site.request("POST", retry)
            assert (after.status_code, after.json()["state"]) == (200, "waiting")
            await send(site)

    made = create(site)
    address = f"{WEBHOOKS}/{made['id']}"
    first, second, third = happens(site, made["id"], 1, 2, 3)
    page = site.get(f"{address}/deliveries?limit=2").json()
    rest = site.get(page["next"]).json()
    assert {one["event_id"] for one in page["items"] + rest["items"]} == {first, second, third}
    assert site.get(address).json()["waiting"] == 3

    site.run(main())

    listed = {one["event_id"]: one for one in site.get(f"{address}/deliveries").json()["items"]}
    assert {one["state"] for one in listed.values()} == {"delivered"}
    assert listed[second]["body"] == {"n": 2} and listed[second]["attempts"] > 5
    assert site.get(f"{address}/deliveries?state=waiting").json()["items"] == []
    assert site.get(f"{address}/deliveries?state=lost").status_code == 400
    assert site.post(f"{address}/deliveries/ope_x/retry").status_code == 404


def test_a_disabled_one_keeps_what_waits_and_gets_nothing_new(site: Site) -> None:
    made = create(site)
    address = f"{WEBHOOKS}/{made['id']}"
    [event] = happens(site, made["id"], 1)

    off = site.ask("PATCH", address, json={"enabled": False}).json()

    assert (off["state"], off["disabled_reason"], off["waiting"]) == ("disabled", "person", 1)
    found = site.run(site.database.read(lambda tx: operational_subscribers.subscribed_to(tx, DISABLED)))
    assert found == {}
    site.clock.move(2 * HORIZON_S)
    on = site.ask("PATCH", address, json={"enabled": True}).json()
    assert (on["state"], on["disabled_reason"]) == ("active", None)

    async def main() -> list[str]:
        async with a_server() as server:
            server.answer = lambda _: 500
            await site.request("PATCH", address, json={"url": server.url, "access_token": TOKEN})
            await send(site)
            return [got.headers["webhook-id"] for got in server.got]

    assert site.run(main()) == [event]
    [delivery] = site.get(f"{address}/deliveries").json()["items"]
    assert (delivery["state"], delivery["outcome"]) == ("waiting", "refused"), "a new retry schedule has begun"


def test_the_published_document_keeps_its_one_webhook_and_the_other_has_these(site: Site) -> None:
    published, managed = site.get("/openapi.json").json(), site.get("/api/openapi.json").json()

    assert list(published["webhooks"]) == ["/plant/webhook"]
    assert set(managed["webhooks"]) == {*OperationalType, "test"}
    assert "operational" not in json.dumps(published)


def test_each_change_leaves_one_row_in_the_activity(site: Site) -> None:
    async def test() -> None:
        async with a_server() as server:
            await site.request("PATCH", address, json={"url": server.url, "access_token": TOKEN})
            await site.request("POST", f"{address}/test")

    made = create(site)
    address = f"{WEBHOOKS}/{made['id']}"
    [event] = happens(site, made["id"], 1)
    site.run(test())
    site.post(f"{address}/rotate-secret")
    site.post(f"{address}/deliveries/{event}/retry")
    site.ask("DELETE", address)

    rows = site.get("/api/v1/activity").json()["items"]
    assert [(row["action"], row["subject"]) for row in reversed(rows)] == [
        ("createOperationalWebhook", made["id"]),
        ("changeOperationalWebhook", made["id"]),
        ("testOperationalWebhook", made["id"]),
        ("rotateOperationalSecret", made["id"]),
        ("retryOperationalDelivery", f"{made['id']}/{event}"),
        ("deleteOperationalWebhook", made["id"]),
    ]


@pytest.mark.parametrize("kind", BODIES)
def test_the_examples_are_bodies_of_their_types(kind: str) -> None:
    msgspec.convert(example(kind), BODIES[kind], strict=True)
    assert set(example(kind)["data"]) == set(msgspec.to_builtins(msgspec.convert(example(kind), BODIES[kind]))["data"])


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1:9000/hook", "http://127.0.0.2:9000/hook", "http://127.0.0.1:9001/hook"]
)
def test_another_server_needs_an_access_token_of_its_own(site: Site, url: str) -> None:
    address = f"{WEBHOOKS}/{create(site)['id']}"
    before = site.get(address)

    refused = site.ask("PATCH", address, json={"url": url, "name": "moved"})

    [problem] = refused.json()["errors"]
    assert (refused.status_code, problem["pointer"], problem["code"]) == (422, "/access_token", "required")
    assert site.get(address).headers["etag"] == before.headers["etag"], "nothing has changed"
    assert site.ask("PATCH", address, json={"url": "http://127.0.0.1:9000/other"}).status_code == 200
    assert site.ask("PATCH", address, json={"url": url, "access_token": TOKEN}).json()["url"] == url
