"""Channels of alerts in the API: what each kind needs, what is never shown, and tests of them."""

from typing import Any

import pytest

from plantstore.domain.alerts.channel import ADDRESSES_MAX, CHANNELS_MAX
from plantstore.domain.receivers.signature import Signer
from plantstore.domain.secret import Secret
from plantstore.domain.token import Scope
from plantstore.operations.notices.commands import OVERLAP_S
from tests.makers import NOON
from tests.receiver import a_server
from tests.sending.scripted_receiver import receiver
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("its statements have their tests on both engines")

CHANNELS = "/api/v1/alert-channels"
PATH = "/services/T024BE7LH/B024BE7LJ/canarycanarymnop"
SLACK = {"name": "#shop-alerts", "kind": "slack", "url": f"https://hooks.slack.com{PATH}"}
MAIL = {"name": "Owner", "kind": "email", "addresses": ["owner@shop.example"]}
WEBHOOK = {"name": "On call", "kind": "webhook", "url": "https://oncall.example"}


def problems(site: Site, body: Any, *, method: str = "POST", path: str = CHANNELS) -> list[tuple[str, str]]:
    answer = site.ask(method, path, json=body)
    assert answer.status_code == 422, answer.text
    return [(error["pointer"], error["code"]) for error in answer.json()["errors"]]


def test_a_channel_is_created_changed_and_deleted(site: Site) -> None:
    created = site.post(CHANNELS, SLACK)
    address = created.headers["location"]
    assert (created.status_code, created.headers["etag"], created.json()["sends_to"]) == (
        *(201, '"1"', "https://hooks.slack.com/…mnop"),
    )
    assert site.get(CHANNELS).json()["items"] == [created.json()]
    assert site.get(address).json() == created.json()

    old = {"if-match": '"1"'}
    changed = site.ask("PATCH", address, json={"name": "#alerts", "enabled": False}, headers=old)
    assert (changed.status_code, changed.json()["name"], changed.json()["enabled"]) == (200, "#alerts", False)
    assert changed.json()["sends_to"] == created.json()["sends_to"]
    assert site.ask("PATCH", address, json={"enabled": True}, headers=old).status_code == 412
    assert site.ask("DELETE", address, headers=old).status_code == 412
    assert site.ask("PATCH", address, json={"enabled": True}).json()["enabled"] is True

    assert site.ask("DELETE", address).status_code == 204
    assert site.get(address).status_code == site.ask("DELETE", address).status_code == 404
    logged = [(one["action"], one["detail"]) for one in site.get("/api/v1/activity").json()["items"]]
    assert logged[0] == ("deleteAlertChannel", "#alerts") and logged[-1] == ("createAlertChannel", "slack")


def test_no_response_and_no_activity_shows_a_secret(site: Site) -> None:
    made = site.post(
        CHANNELS, WEBHOOK | {"url": f"https://oncall.example{PATH}", "access_token": "canary-token-canary"}
    )
    site.post(CHANNELS, SLACK)
    site.ask("PATCH", made.headers["location"], json={"access_token": "canary-token-another"})
    assert made.json()["secret"].startswith("whsec_")

    for path in (CHANNELS, made.headers["location"], "/api/v1/activity"):
        text = site.get(path).text
        assert "canary" not in text and "whsec_" not in text and "/services/" not in text, path


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({}, [("/name", "required"), ("/kind", "required")]),
        (SLACK | {"kind": "sms"}, [("/kind", "type")]),
        ({"name": "x", "kind": "slack"}, [("/url", "required")]),
        ({"name": "x", "kind": "email"}, [("/addresses", "length")]),
        (MAIL | {"addresses": ["a@b.example"] * (ADDRESSES_MAX + 1)}, [("/addresses", "length")]),
        (MAIL | {"addresses": ["owner@shop.example", "x\r\nBcc: y@z.example"]}, [("/addresses/1", "email")]),
        (MAIL | {"url": "https://a.example/x"}, [("/url", "kind")]),
        (MAIL | {"name": "a\r\nb\0"}, [("/name", "characters")]),
        (SLACK | {"addresses": ["owner@shop.example"]}, [("/addresses", "kind")]),
        (SLACK | {"access_token": "canary-token-canary"}, [("/access_token", "kind")]),
        (SLACK | {"url": "https://hooks.slack.com"}, [("/url", "path")]),
        (SLACK | {"url": "http://hooks.slack.com/services/x"}, [("/url", "tls")]),
        (SLACK | {"url": "https://u:p@hooks.slack.com/x"}, [("/url", "userinfo")]),
        (SLACK | {"url": "https://discord.com/api/webhooks/1/x"}, [("/url", "kind")]),
        (SLACK | {"url": "https://10.0.0.1/hook"}, [("/url", "address_refused")]),
        (SLACK | {"url": "https://169.254.169.254/latest"}, [("/url", "address_refused")]),
        (SLACK | {"kind": "teams", "url": "https://x.webhook.office.com/webhookb2/y"}, [("/url", "retired")]),
        (WEBHOOK | {"access_token": "a b"}, [("/access_token", "length"), ("/access_token", "characters")]),
    ],
)  # fmt: skip
def test_a_wrong_channel_is_refused_with_its_places(body: Any, found: list[tuple[str, str]], site: Site) -> None:
    got = problems(site, body)

    assert [pointer for pointer, _ in got] == [pointer for pointer, _ in found]
    assert [code for _, code in got] == [code for _, code in found]


def test_a_channel_belongs_to_an_active_person_and_ends_with_them(site: Site) -> None:
    assert problems(site, MAIL | {"person_id": f"per_{'0' * 26}"}) == [("/person_id", "not_found")]
    invited = site.post("/api/v1/people", {"name": "Owner", "role": "staff"}).json()
    person = invited.get("person", invited)["id"]
    address = site.post(CHANNELS, MAIL | {"person_id": person}).headers["location"]
    assert (site.get(address).json()["person_id"], site.get(address).json()["enabled"]) == (person, True)

    assert site.post(f"/api/v1/people/{person}/deactivation").status_code == 200

    assert site.get(address).json()["enabled"] is False
    assert problems(site, MAIL | {"person_id": person}) == [("/person_id", "not_found")]


def test_the_number_of_channels_is_limited(site: Site) -> None:
    for number in range(CHANNELS_MAX):
        assert site.post(CHANNELS, MAIL | {"name": f"Channel {number}"}).status_code == 201

    assert "already" in site.post(CHANNELS, MAIL).json()["detail"]


def test_a_token_that_only_reads_changes_nothing(site: Site) -> None:
    reader = site.make_token(Scope.OPERATIONS_READ).text
    address = site.post(CHANNELS, MAIL).headers["location"]

    assert site.get(CHANNELS, token=reader).status_code == 200
    for method, path, body in (
        *(("POST", CHANNELS, SLACK), ("PATCH", address, {"enabled": False}), ("DELETE", address, None)),
        ("POST", f"{address}/tests", None),
    ):
        assert site.ask(method, path, json=body, token=reader).status_code == 403, method
    assert site.get(address).json()["enabled"] is True
    assert site.get(CHANNELS, token=site.make_token(Scope.RECEIVERS_WRITE).text).status_code == 403


def test_a_test_shows_what_the_other_side_answered(site: Site) -> None:
    async def tested(response: bytes) -> tuple[Any, bytes]:
        async with receiver(response) as standing:
            url = f"http://127.0.0.1:{standing.port}{PATH}"
            made = await site.request("POST", CHANNELS, json=SLACK | {"url": url})
            answer = await site.request("POST", f"{made.headers['location']}/tests")
            channel = await site.request("GET", made.headers["location"])
            return (answer.json(), channel.json()), standing.requests[0]

    (answer, channel), sent = site.run(tested(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"))
    assert (answer["result"], answer["answer"]) == ("accepted", "127.0.0.1 answered 200: ok")
    assert (channel["last_result"], channel["last_answer"], channel["failing_since"]) == (
        *("accepted", "127.0.0.1 answered 200: ok", None),
    )
    assert "Test of Plant Store" in sent.decode() and "#shop-alerts" in sent.decode()

    (answer, channel), _ = site.run(tested(b"HTTP/1.1 404 Not Found\r\ncontent-length: 10\r\n\r\nno_service"))
    assert (answer["result"], "404: no_service" in answer["answer"]) == ("refused", True)
    assert channel["failing_since"] is not None


def test_after_an_accepted_test_what_waits_is_due(site: Site) -> None:
    async def waits_until() -> int:
        async with receiver(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok") as standing:
            url = f"http://127.0.0.1:{standing.port}{PATH}"
            made = (await site.request("POST", CHANNELS, json=SLACK | {"url": url})).json()
            columns = ("id", "channel_id", "kind", "content", "created_at", "state", "attempts", "next_attempt_at")
            row = ("msg_1", made["id"], "alert.opened", "{}", 1, "pending", 1, NOON + 3_600_000_000)
            await site.database.write(lambda tx: tx.insert("alert_messages", columns, [row]))
            await site.request("POST", f"{CHANNELS}/{made['id']}/tests")
            rows = await site.database.read(lambda tx: tx.execute("SELECT next_attempt_at FROM alert_messages"))
            return int(rows[0][0])

    assert site.run(waits_until()) == NOON


def test_a_test_by_email_says_that_there_is_no_mail_server(site: Site) -> None:
    made = site.post(CHANNELS, MAIL)

    answer = site.post(f"{made.headers['location']}/tests").json()

    assert answer["result"] == "refused" and "PLANTSTORE_MAIL_SERVER" in answer["answer"]


def test_a_url_goes_out_as_it_was_pasted(site: Site) -> None:
    path = f"/powerautomate/workflows/1?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sig={'aZ0' * 90}%3D"
    url = f"https://x.01.environment.api.powerplatform.com:443{path}"

    made = site.post(CHANNELS, {"name": "Teams", "kind": "teams", "url": f" {url}\n"})

    assert (made.status_code, made.json()["sends_to"]) == (
        *(201, "https://x.01.environment.api.powerplatform.com/…0%3D"),
    )


def test_another_server_does_not_get_the_access_token_of_the_present_one(site: Site) -> None:
    address = site.post(CHANNELS, WEBHOOK | {"access_token": "canary-token-canary"}).headers["location"]
    elsewhere = {"url": "https://other.example/"}
    before = site.get(address)

    assert problems(site, elsewhere | {"name": "moved"}, method="PATCH", path=address) == [
        ("/access_token", "required")
    ]
    assert site.get(address).headers["etag"] == before.headers["etag"], "nothing has changed"
    assert site.ask("PATCH", address, json={"url": "https://oncall.example/other"}).status_code == 200
    moved = site.ask("PATCH", address, json=elsewhere | {"access_token": "canary-token-another"})
    assert moved.json()["sends_to"] == "https://other.example/…"
    assert problems(site, {"url": "https://third.example:8443/"}, method="PATCH", path=address)
    assert site.ask("PATCH", address, json={"url": "https://third.example/", "access_token": None}).status_code == 200
    assert site.ask("PATCH", address, json={"url": "https://fourth.example/"}).status_code == 200, "it sends none"


def test_a_rotated_secret_signs_with_the_old_one_for_a_day(site: Site) -> None:
    async def main() -> list[list[bool]]:
        verified = []
        async with a_server() as server:
            made = await site.request("POST", CHANNELS, json=WEBHOOK | {"url": f"{server.url}/"})
            address = made.headers["location"]
            rotated = (await site.request("POST", f"{address}/rotate-secret")).json()
            assert rotated["secret"] != made.json()["secret"]
            shown = (await site.request("GET", address)).json()
            assert shown["old_secret_ends_at"] == rotated["old_secret_ends_at"] and "secret" not in shown
            for wait_s in (0, OVERLAP_S + 1):
                site.clock.move(wait_s)
                await site.request("POST", f"{address}/tests")
                got = server.got[-1]
                signatures = got.headers["webhook-signature"].split()
                second = int(got.headers["webhook-timestamp"])
                mine = [
                    Signer((Secret(secret),)).sign(got.headers["webhook-id"], second, got.body)
                    for secret in (rotated["secret"], made.json()["secret"])
                ]
                verified.append([one in signatures for one in mine])
            assert (await site.request("GET", address)).json()["old_secret_ends_at"] is None
        return verified

    assert site.run(main()) == [[True, True], [True, False]]


def test_only_a_webhook_has_a_secret_to_rotate(site: Site) -> None:
    address = site.post(CHANNELS, SLACK).headers["location"]
    before = site.get(address).headers["etag"]

    assert site.post(f"{address}/rotate-secret").status_code == 409
    reader = site.make_token(Scope.OPERATIONS_READ).text
    assert site.ask("POST", f"{address}/rotate-secret", token=reader).status_code == 403
    assert site.get(address).headers["etag"] == before
