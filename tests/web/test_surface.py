"""What every answer has in common: careful headers, a request id, problems; and addresses taken literally."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from plantstore.catalogue.commands import Catalogue
from plantstore.domain.errors import StoreError, StoreFull, Unavailable
from plantstore.web.http.problems import KINDS
from tests.conftest import StillClock
from tests.web.auth.test_access import PUBLIC, READ, documented
from tests.web.harness import Site, speak

PLANTS = "/api/v1/plants"
ADDRESSES = [
    *((method, path) for method, path, _ in documented()),
    *(("GET", path) for path in PUBLIC),
    ("GET", "/none"),
]


@pytest.mark.parametrize(("method", "path"), ADDRESSES)
@pytest.mark.parametrize("token", ["", None], ids=["with a token", "without"])
def test_every_answer_is_careful(site: Site, method: str, path: str, token: str | None) -> None:
    answer = site.ask(method, path, token=token)

    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == ("no-cache" if path in READ else "no-store")
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert re.fullmatch("req_[0-9a-z]{26}", answer.headers["x-request-id"])
    assert "access-control-allow-origin" not in answer.headers
    assert "set-cookie" not in answer.headers
    assert len(answer.headers.get_list("content-security-policy")) == 1
    if answer.status_code >= 400:
        problem = answer.json()
        assert answer.headers["content-type"] == "application/problem+json"
        assert problem["status"] == answer.status_code
        assert problem["request_id"] == answer.headers["x-request-id"]
        assert problem["instance"] == path
        assert site.get(problem["type"], token=None).status_code == 200


@pytest.mark.parametrize("given", ["a", "x" * 64, "Req_1-2"])
def test_a_plain_request_id_is_kept(site: Site, given: str) -> None:
    assert site.get("/healthz", headers={"x-request-id": given}).headers["x-request-id"] == given


@pytest.mark.parametrize("given", ["", "x" * 65, "a b", "é", "a\tb", "a;b", '{"a":1}'])
def test_any_other_request_id_is_replaced(site: Site, given: str) -> None:
    sent: Any = [("x-request-id", given.encode())]

    assert site.get("/healthz", headers=sent).headers["x-request-id"].startswith("req_")


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/plants/",
        "//api/v1/plants",
        "/api//v1/plants",
        "/api/v1/plants//1",
        "/api/v1/plants/1/",
        "/API/v1/plants",
        "/api/v1/plants%2F1",
        "/api/v1/plants%0A",
        "/healthz%0A",
        "/api/v1/plants/1%0A",
        "/api/v1/./plants/..%2f",
        "/api/v1/plants/1%00",
        "/api/v1/plants;a=1",
        "/api/v2/plants",
        "/docs/errors/..%2f..%2fetc%2fpasswd",
        "/docs/errors/%2e%2e/",
        "/docs/errors/..\\x",
        "/healthz/",
        "/openapi.json/",
    ],
)
def test_addresses_are_taken_literally(site: Site, path: str) -> None:
    site.add()

    answer = site.get(path)

    assert answer.status_code == 404
    assert answer.json()["title"] == "There is no such thing here"


@pytest.mark.parametrize("path", [*PUBLIC, PLANTS, PLANTS + "/1", "/api/v1/events"])
def test_head_is_get_without_the_body(site: Site, path: str) -> None:
    site.add()

    head, get = site.ask("HEAD", path), site.get(path)

    assert head.status_code == get.status_code == 200
    assert head.content == b""
    assert head.headers["content-length"] == str(get.num_bytes_downloaded)


def test_head_sends_no_body(site: Site) -> None:
    sent = site.run(speak(site.app, [], method="HEAD"))

    assert sent[0]["status"] == 200
    assert sent[1]["body"] == b""


def test_head_needs_a_token_like_get(site: Site) -> None:
    assert site.ask("HEAD", PLANTS, token=None).status_code == 401


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", PLANTS, "GET, HEAD, POST"),
        ("OPTIONS", PLANTS, "GET, HEAD, POST"),
        ("DELETE", PLANTS, "GET, HEAD, POST"),
        ("POST", PLANTS + "/1", "DELETE, GET, HEAD, PATCH"),
        ("GET", PLANTS + "/1/addition", "POST"),
        ("HEAD", PLANTS + "/1/archival", "DELETE, POST"),
        ("TRACE", "/healthz", "GET, HEAD"),
        ("get", PLANTS, "GET, HEAD, POST"),
        ("POST", "/", "GET, HEAD"),
    ],
)
def test_a_method_that_is_not_known_is_told_which_are(site: Site, method: str, path: str, allowed: str) -> None:
    sent = site.run(speak(site.app, [], method=method, path=path, raw_path=path.encode()))

    assert sent[0]["status"] == 405
    assert (b"allow", allowed.encode()) in sent[0]["headers"]


def test_a_body_is_taken_up_to_its_limit(site: Site) -> None:
    limit = site.settings.request_bytes_max
    body = b'{"name":"Rosa"}'

    assert site.ask("POST", PLANTS, content=body.rjust(limit)).status_code == 201
    answer = site.ask("POST", PLANTS, content=body.rjust(limit + 1))

    assert answer.status_code == 413
    assert answer.headers["connection"] == "close"
    assert len(site.get(PLANTS).json()["items"]) == 1


def test_a_body_that_is_announced_as_too_large_is_not_read(site: Site) -> None:
    length = str(site.settings.request_bytes_max + 1).encode()
    headers = [(b"authorization", f"Bearer {site.operator.text}".encode()), (b"content-length", length)]

    sent = site.run(speak(site.app, [], method="POST", path=PLANTS, raw_path=PLANTS.encode(), headers=headers))

    assert sent[0]["status"] == 413


def test_a_body_without_end_is_read_no_further_than_the_limit(site: Site) -> None:
    given = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal given
        while True:
            given += 65_536
            yield b" " * 65_536

    authorization = (b"authorization", f"Bearer {site.operator.text}".encode())

    async def ask() -> list[dict[str, Any]]:
        sent: list[dict[str, Any]] = []
        chunks = endless()

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": await anext(chunks), "more_body": True}

        async def send(part: Any) -> None:
            sent.append(part)

        scope = {"type": "http", "method": "POST", "path": PLANTS, "raw_path": PLANTS.encode(), "query_string": b""}
        await site.app(scope | {"headers": [authorization]}, receive, send)
        return sent

    assert site.run(ask())[0]["status"] == 413
    assert given <= site.settings.request_bytes_max + 65_536


def test_who_hangs_up_in_the_middle_adds_nothing(site: Site) -> None:
    headers = [(b"authorization", f"Bearer {site.operator.text}".encode()), (b"content-type", b"application/json")]
    parts: list[dict[str, Any]] = [
        {"type": "http.request", "body": b'{"name":"Rosa"}', "more_body": True},
        {"type": "http.disconnect"},
    ]

    sent = site.run(speak(site.app, parts, method="POST", path=PLANTS, raw_path=PLANTS.encode(), headers=headers))

    assert sent == []
    assert site.get(PLANTS).json()["items"] == []


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("application/json", 201),
        ("Application/JSON; charset=UTF-8", 201),
        ('application/json;charset="utf-8"', 201),
        ("application/json; charset=latin-1", 415),
        ("application/json; charset=utf-8; charset=utf-16", 415),
        ("text/json", 415),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("application/jsonx", 415),
        ("", 415),
    ],
)
def test_a_body_must_say_that_it_is_json(site: Site, content_type: str, status: int) -> None:
    answer = site.ask("POST", PLANTS, content=b'{"name":"Rosa"}', headers={"content-type": content_type})

    assert answer.status_code == status


@pytest.mark.parametrize(
    ("encoding", "status"), [("gzip", 415), ("br", 415), ("identity, gzip", 415), ("identity", 201)]
)
def test_a_compressed_body_is_refused(site: Site, encoding: str, status: int) -> None:
    answer = site.ask("POST", PLANTS, content=b'{"name":"Rosa"}', headers={"content-encoding": encoding})

    assert answer.status_code == status


@pytest.mark.parametrize(("body", "status"), [(b"", 200), (b"{}", 200), (b'{"status":"draft"}', 400), (b"x", 400)])
def test_an_operation_without_a_body_takes_none(site: Site, body: bytes, status: int) -> None:
    site.add(status="draft")

    assert site.ask("POST", PLANTS + "/1/addition", content=body).status_code == status


@pytest.mark.parametrize("name", ["content-type", "content-encoding", "idempotency-key", "if-match", "if-none-match"])
def test_a_header_that_means_one_thing_comes_once(site: Site, name: str) -> None:
    answer = site.ask("POST", PLANTS, json={"name": "Rosa"}, headers=[(name, "a"), (name, "a")])

    assert answer.status_code == 400
    assert name in answer.json()["detail"]


def test_what_nobody_expected_shows_nothing_and_is_logged(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object, **__: object) -> None:
        raise RuntimeError("the secret is whsec_x")

    monkeypatch.setattr(Catalogue, "add_plants", break_down)
    with structlog.testing.capture_logs() as lines:
        answer = site.post(PLANTS, {"name": "Rosa"})

    assert answer.status_code == 500
    assert answer.json()["type"] == "/docs/errors/internal"
    assert "secret" not in answer.text
    [line] = lines
    assert line["event"] == "request failed"
    assert line["request_id"] == answer.headers["x-request-id"]
    assert (line["method"], line["path"], line["log_level"]) == ("POST", PLANTS, "error")


@pytest.mark.parametrize(("error", "status"), [(StoreFull(), 507), (Unavailable("Too many changes are waiting."), 503)])
def test_a_store_that_cannot_write_says_so(
    site: Site, monkeypatch: pytest.MonkeyPatch, error: StoreError, status: int
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Catalogue, "add_plants", refuse)

    answer = site.post(PLANTS, {"name": "Rosa"})

    assert answer.status_code == status
    assert answer.json()["detail"] == error.detail
    assert answer.headers.get("retry-after") == ("1" if status == 503 else None)


def test_every_error_of_the_domain_has_a_status() -> None:
    assert {kind for kind in StoreError.__subclasses__() if kind.__module__.startswith("plantstore")} == KINDS.keys()


def test_it_is_ready_only_when_the_program_says_so(tmp_path: Path, clock: StillClock) -> None:
    site = Site(tmp_path, clock, ready=lambda: "The database is being migrated.")
    answer, alive = site.get("/readyz", token=None), site.get("/healthz", token=None)
    site.close()

    assert alive.json() == {"status": "ok"}
    assert answer.status_code == 503
    assert answer.json()["detail"] == "The database is being migrated."
