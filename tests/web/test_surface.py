"""What all responses have in common: security headers, a request id, problem documents; and literal paths."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from plantstore.catalogue.commands import Catalogue
from plantstore.domain.errors import StoreError, StoreFull, Unavailable
from plantstore.web.http.problems import KINDS
from tests.still_clock import StillClock
from tests.web.auth.test_access import PUBLIC, READ, documented
from tests.web.harness import Site, speak

pytestmark = pytest.mark.sqlite_only("the surface of HTTP does not depend on the engine")
PLANTS = "/api/v1/plants"
ADDRESSES = [
    *((method, path) for method, path, _ in documented()),
    *(("GET", path) for path in PUBLIC),
    ("GET", "/none"),
]


def test_every_response_has_the_security_headers(site: Site) -> None:
    types = set()
    for token in ["", None]:
        for method, path in ADDRESSES:
            answer = site.ask(method, path, token=token)

            assert answer.headers["x-content-type-options"] == "nosniff", (method, path, token)
            assert answer.headers["referrer-policy"] == "no-referrer", (method, path, token)
            assert answer.headers["cache-control"] == ("no-cache" if path in READ else "no-store"), (
                method,
                path,
                token,
            )
            assert answer.headers["content-security-policy"].startswith("default-src 'none'"), (method, path, token)
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], (method, path, token)
            assert re.fullmatch("req_[0-9a-z]{26}", answer.headers["x-request-id"]), (method, path, token)
            assert "access-control-allow-origin" not in answer.headers, (method, path, token)
            assert "set-cookie" not in answer.headers, (method, path, token)
            assert len(answer.headers.get_list("content-security-policy")) == 1, (method, path, token)
            if answer.status_code >= 400:
                problem = answer.json()
                assert answer.headers["content-type"] == "application/problem+json", (method, path, token)
                assert problem["status"] == answer.status_code, (method, path, token)
                assert problem["request_id"] == answer.headers["x-request-id"], (method, path, token)
                assert problem["instance"] == path, (method, path, token)
                types.add(problem["type"])

    assert {one: site.get(one, token=None).status_code for one in types} == dict.fromkeys(types, 200)


def test_a_plain_request_id_is_kept(site: Site) -> None:
    for given in ["a", "x" * 64, "Req_1-2"]:
        assert site.get("/healthz", headers={"x-request-id": given}).headers["x-request-id"] == given, given


def test_any_other_request_id_is_replaced(site: Site) -> None:
    for given in ["", "x" * 65, "a b", "é", "a\tb", "a;b", '{"a":1}']:
        sent: Any = [("x-request-id", given.encode())]

        assert site.get("/healthz", headers=sent).headers["x-request-id"].startswith("req_"), given


def test_paths_are_matched_literally(site: Site) -> None:
    for path in [
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
    ]:
        site.add()

        answer = site.get(path)

        assert answer.status_code == 404, path
        assert answer.json()["title"] == "Not found", path


def test_head_is_get_without_the_body(site: Site) -> None:
    for path in [*PUBLIC, PLANTS, PLANTS + "/1", "/api/v1/events"]:
        site.add()

        head, get = site.ask("HEAD", path), site.get(path)

        assert head.status_code == get.status_code == 200, path
        assert head.content == b"", path
        assert head.headers["content-length"] == str(get.num_bytes_downloaded), path


def test_head_sends_no_body(site: Site) -> None:
    sent = site.run(speak(site.app, [], method="HEAD"))

    assert sent[0]["status"] == 200
    assert sent[1]["body"] == b""


def test_head_needs_a_token_like_get(site: Site) -> None:
    assert site.ask("HEAD", PLANTS, token=None).status_code == 401


def test_a_405_lists_the_allowed_methods(site: Site) -> None:
    for method, path, allowed in [
        ("PUT", PLANTS, "GET, HEAD, POST"),
        ("OPTIONS", PLANTS, "GET, HEAD, POST"),
        ("DELETE", PLANTS, "GET, HEAD, POST"),
        ("POST", PLANTS + "/1", "DELETE, GET, HEAD, PATCH"),
        ("GET", PLANTS + "/1/addition", "POST"),
        ("HEAD", PLANTS + "/1/archival", "DELETE, POST"),
        ("TRACE", "/healthz", "GET, HEAD"),
        ("get", PLANTS, "GET, HEAD, POST"),
        ("POST", "/", "GET, HEAD"),
    ]:
        sent = site.run(speak(site.app, [], method=method, path=path, raw_path=path.encode()))

        assert sent[0]["status"] == 405, (method, path, allowed)
        assert (b"allow", allowed.encode()) in sent[0]["headers"], (method, path, allowed)


def test_a_body_is_accepted_up_to_its_limit(site: Site) -> None:
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


def test_a_client_that_disconnects_mid_body_adds_nothing(site: Site) -> None:
    headers = [(b"authorization", f"Bearer {site.operator.text}".encode()), (b"content-type", b"application/json")]
    parts: list[dict[str, Any]] = [
        {"type": "http.request", "body": b'{"name":"Rosa"}', "more_body": True},
        {"type": "http.disconnect"},
    ]

    sent = site.run(speak(site.app, parts, method="POST", path=PLANTS, raw_path=PLANTS.encode(), headers=headers))

    assert sent == []
    assert site.get(PLANTS).json()["items"] == []


def test_a_body_must_say_that_it_is_json(site: Site) -> None:
    for content_type, status in [
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
    ]:
        answer = site.ask("POST", PLANTS, content=b'{"name":"Rosa"}', headers={"content-type": content_type})

        assert answer.status_code == status, (content_type, status)


def test_a_compressed_body_is_refused(site: Site) -> None:
    for encoding, status in [("gzip", 415), ("br", 415), ("identity, gzip", 415), ("identity", 201)]:
        answer = site.ask("POST", PLANTS, content=b'{"name":"Rosa"}', headers={"content-encoding": encoding})

        assert answer.status_code == status, (encoding, status)


@pytest.mark.parametrize(("body", "status"), [(b"", 200), (b"{}", 200), (b'{"status":"draft"}', 400), (b"x", 400)])
def test_an_operation_without_a_body_takes_none(site: Site, body: bytes, status: int) -> None:
    site.add(status="draft")

    assert site.ask("POST", PLANTS + "/1/addition", content=body).status_code == status


def test_a_single_valued_header_may_not_be_repeated(site: Site) -> None:
    for name in ["content-type", "content-encoding", "idempotency-key", "if-match", "if-none-match"]:
        answer = site.ask("POST", PLANTS, json={"name": "Rosa"}, headers=[(name, "a"), (name, "a")])

        assert answer.status_code == 400, name
        assert name in answer.json()["detail"], name


def test_an_unexpected_exception_is_logged_and_reveals_nothing(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_readyz_reports_why_the_store_is_not_ready(tmp_path: Path, clock: StillClock) -> None:
    site = Site(tmp_path, clock, ready=lambda: "The database is being migrated.")
    answer, alive = site.get("/readyz", token=None), site.get("/healthz", token=None)
    site.close()

    assert alive.json() == {"status": "ok"}
    assert answer.status_code == 503
    assert answer.json()["detail"] == "The database is being migrated."
