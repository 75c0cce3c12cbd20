"""Receivers through the API."""

from typing import Any

import pytest

from plantstore.domain.identity import parse_receiver
from plantstore.domain.secret import Secret
from plantstore.domain.signature import secret_key
from plantstore.storage import receivers as stored
from tests.web.harness import Site

RECEIVERS = "/api/v1/receivers"


def credentials(site: Site, id: str) -> tuple[str, str]:
    """What is stored for a receiver: its access token and its newest secret."""
    receiver_id = parse_receiver(id)
    assert receiver_id is not None
    found = site.run(site.database.read(lambda tx: stored.credentials(tx, site.services.sealer, receiver_id)))
    return found.access_token.reveal(), found.secrets[0].reveal()


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
    assert site.get(RECEIVERS).json() == {"items": [shown], "next": None}


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


@pytest.mark.parametrize(
    ("fields", "pointers"),
    [
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
    ],
)
def test_everything_that_is_wrong_is_named_at_once(site: Site, fields: dict[str, Any], pointers: list[str]) -> None:
    answer = site.post(RECEIVERS, fields)

    assert answer.status_code == 422, answer.text
    assert [error["pointer"] for error in answer.json()["errors"]] == pointers
    assert all(error["detail"] for error in answer.json()["errors"])
    assert site.get(RECEIVERS).json()["items"] == []


def test_a_change_names_what_is_different(site: Site) -> None:
    receiver = site.register()
    path = f"{RECEIVERS}/{receiver['id']}"

    answer = site.ask("PATCH", path, json={"payload": "basic", "access_token": "another-token"})

    assert answer.status_code == 200
    assert answer.headers["etag"] == '"2"'
    assert (answer.json()["payload"], answer.json()["name"]) == ("basic", "printer")
    assert "access_token" not in answer.json()
    assert credentials(site, receiver["id"]) == ("another-token", receiver["secret"])


@pytest.mark.parametrize(
    ("change", "pointers"),
    [
        ({"url": "http://10.0.0.1"}, ["/url"]),
        ({"name": None, "url": 5}, ["/url", "/name"]),
        ({"start": "now"}, ["/start"]),
        ({"name": "", "access_token": "short"}, ["/name", "/access_token"]),
    ],
)
def test_a_wrong_change_changes_nothing(site: Site, change: dict[str, Any], pointers: list[str]) -> None:
    path = f"{RECEIVERS}/{site.register()['id']}"
    before = site.get(path).json()

    answer = site.ask("PATCH", path, json=change)

    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json()["errors"]] == pointers
    assert site.get(path).json() == before


def test_removing_a_receiver_counts_what_it_was_owed(site: Site) -> None:
    receiver = site.register()
    site.add()

    answer = site.ask("DELETE", f"{RECEIVERS}/{receiver['id']}")

    assert answer.status_code == 200
    assert answer.json() == {"id": receiver["id"], "cancelled": 1}
    assert site.get(f"{RECEIVERS}/{receiver['id']}").status_code == 404
    assert site.ask("DELETE", f"{RECEIVERS}/{receiver['id']}").status_code == 404


@pytest.mark.parametrize("id", ["rcv_0000000000001", "rcv_zzzzzzzzzzzzz", "1", "rcv_", "rcv_%00", "tok_1"])
def test_a_receiver_that_never_was_is_not_found(site: Site, id: str) -> None:
    assert site.get(f"{RECEIVERS}/{id}").status_code == 404


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
