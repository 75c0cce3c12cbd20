"""Receivers in a chat through the API: what is refused, what is shown, and what a test request sends."""

import json
from typing import Any

import pytest

from plantstore.domain.receivers.receiver import Payload
from tests.receiver import a_server
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the storage tests run these queries on both engines")
RECEIVERS = "/api/v1/receivers"
SECRET = "canary0123456789ABCDEF"
URLS = {
    "slack": f"https://hooks.slack.com/services/T024BE7LH/B024BE7LJ/{SECRET}",
    "teams": f"https://a.environment.api.powerplatform.com/powerautomate/x?api-version=1&sig={SECRET}%2F",
    "discord": f"https://discord.com/api/webhooks/1234567890123456789/{SECRET}",
    "google_chat": f"https://chat.googleapis.com/v1/spaces/AAAA/messages?key=abc&token={SECRET}",
}
NEW = {"name": "#new-plants", "payload": "slack", "url": URLS["slack"]}


def refused(response: Any) -> list[tuple[str, str]]:
    assert response.status_code == 422, response.text
    assert SECRET not in response.text
    return [(one["pointer"], one["code"]) for one in response.json()["errors"]]


def test_every_chat_has_a_payload() -> None:
    assert sorted(URLS) == sorted(one.value for one in Payload if one.chat)


@pytest.mark.parametrize("payload", URLS)
def test_a_chat_is_registered_and_its_url_is_not_shown(site: Site, payload: str) -> None:
    response = site.post(RECEIVERS, NEW | {"payload": payload, "url": URLS[payload]})
    receiver = response.json()

    assert response.status_code == 201 and SECRET not in response.text
    assert (receiver["payload"], receiver["max_rate"], receiver["url"][-5:]) == (payload, 1.0, "…" + URLS[payload][-4:])
    assert "access_token" not in receiver
    for path in (RECEIVERS, f"{RECEIVERS}/{receiver['id']}", "/api/v1/activity"):
        assert SECRET not in site.get(path).text
    rows = site.run(site.database.read(lambda tx: tx.execute("SELECT url FROM receivers")))
    assert SECRET not in str(rows)


@pytest.mark.parametrize("payload", URLS)
def test_the_url_of_a_chat_is_not_stored_in_clear(site: Site, payload: str) -> None:
    made = site.post(RECEIVERS, {"name": "shop", "url": "https://8.8.8.8/plant/webhook"}).json()
    change = {"url": URLS[payload], "access_token": "of-the-new-server"}

    for response in (
        site.post(RECEIVERS, NEW | {"payload": "full", "url": URLS[payload]}),
        site.ask("PATCH", f"{RECEIVERS}/{made['id']}", json=change),
    ):
        assert refused(response) == [("/url", "chat")]
        assert f"the payload {payload}" in response.text


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"access_token": "not-for-a-chat"}, [("/access_token", "not_used")]),
        ({"headers": {"x-api-key": "abc"}}, [("/headers", "not_used")]),
        ({"signatures": ["v1", "v1a"]}, [("/signatures", "not_used")]),
        (
            {"oauth": {"token_url": "https://8.8.8.8/token", "client_id": "a", "client_secret": "b"}},
            [("/oauth", "not_used")],
        ),
        ({"payload_expression": "[id]"}, [("/payload_expression", "not_used")]),
        ({"payload": "discord"}, [("/url", "kind")]),
        ({"url": "https://hooks.slack.com"}, [("/url", "path")]),
        ({"url": URLS["slack"].replace("https", "http")}, [("/url", "tls")]),
        ({"url": "https://10.0.0.1/hook"}, [("/url", "address_refused")]),
        (
            {"url": "https://shop.webhook.office.com/x", "payload": "teams", "access_token": "not-for-a-chat"},
            [("/url", "retired"), ("/access_token", "not_used")],
        ),
        ({"url": f"http://127.0.0.1:9000/{SECRET}", "ephemeral": True}, [("/ephemeral", "not_used")]),
    ],
)
def test_what_a_chat_has_no_use_for_is_refused(
    site: Site, fields: dict[str, Any], problems: list[tuple[str, str]]
) -> None:
    assert refused(site.post(RECEIVERS, NEW | fields)) == problems
    assert site.get(RECEIVERS).json()["items"] == []


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"payload": "full"}, [("/payload", "fixed")]),
        ({"payload": "discord", "url": URLS["discord"]}, [("/url", "kind"), ("/payload", "fixed")]),
        ({"access_token": "not-for-a-chat"}, [("/access_token", "not_used")]),
        ({"headers": {"x-api-key": "abc"}}, [("/headers", "not_used")]),
        ({"signatures": ["v1", "v1a"]}, [("/signatures", "not_used")]),
        ({"url": "https://hooks.slack.com/…CDEF"}, [("/url", "path")]),
        ({"url": URLS["discord"]}, [("/url", "kind")]),
    ],
)
def test_a_chat_stays_a_chat(site: Site, fields: dict[str, Any], problems: list[tuple[str, str]]) -> None:
    receiver = site.post(RECEIVERS, NEW).json()

    assert refused(site.ask("PATCH", f"{RECEIVERS}/{receiver['id']}", json=fields)) == problems
    kept = site.get(f"{RECEIVERS}/{receiver['id']}").json()
    assert kept == {name: value for name, value in receiver.items() if name != "secret"}


def test_a_receiver_of_programs_becomes_no_chat(site: Site) -> None:
    receiver = site.register()

    fields = {"payload": "slack", "url": URLS["slack"]}
    assert refused(site.ask("PATCH", f"{RECEIVERS}/{receiver['id']}", json=fields)) == [("/payload", "fixed")]


def test_the_url_and_the_limits_of_a_chat_can_be_changed(site: Site) -> None:
    receiver = site.post(RECEIVERS, NEW).json()

    changed = site.ask(
        "PATCH",
        f"{RECEIVERS}/{receiver['id']}",
        json={"url": "https://mattermost.example/hooks/0123456789abcdef", "max_rate": None, "payload": "slack"},
    )

    assert changed.status_code == 200, changed.text
    assert (changed.json()["url"], changed.json()["max_rate"]) == ("https://mattermost.example/…cdef", None)


def test_a_test_request_sends_a_message(site: Site) -> None:
    async def test() -> tuple[dict[str, Any], list[bytes]]:
        async with a_server() as server:
            server.answer = lambda _got: 200
            made = await site.request("POST", RECEIVERS, json=NEW | {"url": f"{server.url}/hooks/{SECRET}"})
            outcome = await site.request("POST", f"{RECEIVERS}/{made.json()['id']}/tests")
            assert "authorization" not in server.got[0].headers
            return outcome.json(), [one.body for one in server.got]

    outcome, bodies = site.run(test())

    assert (outcome["outcome"], outcome["status"]) == ("accepted", 200)
    assert [json.loads(body)["text"] for body in bodies] == ["Test from Plant Store\nTags: test"]


def test_a_preview_is_the_message(site: Site) -> None:
    site.add(name="Acer <b>palmatum</b>")

    body = site.post(f"{RECEIVERS}/body-previews", {"payload": "google_chat"}).json()["body"]

    assert json.loads(body)["fallbackText"] == "New plant: Acer <b>palmatum</b>"
