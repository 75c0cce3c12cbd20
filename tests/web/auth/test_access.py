"""Authorisation: every documented endpoint with every kind of token."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.core.settings import Settings
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.token import RANDOM_BYTES, Scope, looks_right, make_token
from plantstore.web.auth.authenticator import CACHE_S
from plantstore.web.openapi.management import api_document
from plantstore.web.routes import ENDPOINTS
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("authorisation does not depend on the engine")
READ = {
    "/docs": "/docs",
    "/docs/search": "/docs/search",
    "/docs/receiving": "/docs/{page}",
    "/docs/errors/": "/docs/errors/",
    "/docs/errors/invalid": "/docs/errors/{code}",
    "/api/docs": "/api/docs",
    "/api/docs/plants": "/api/docs/{resource}",
}
"""Pages for people, which browsers may cache: an example of each, and how docs/api.md writes its path."""
PUBLIC = ("/openapi.json", "/openapi.yaml", "/api/openapi.json", "/healthz", "/readyz", *READ)
REALM = 'Bearer realm="Plant Store"'
INVALID = f'{REALM}, error="invalid_token", error_description="not a valid token"'
INVALID_DETAIL = "This token is not valid: mistyped, expired or revoked."
UNKNOWN = make_token(bytes(range(RANDOM_BYTES))).reveal()


def documented() -> Iterator[tuple[str, str, Scope]]:
    """Yield the method, a path and the scope of every endpoint in the OpenAPI document."""
    document = api_document(ENDPOINTS, Settings(), version="0")
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            scope = operation["x-required-scope"]
            yield method.upper(), re.sub(r"\{\w+\}", "1", path), Scope(scope)


EVERY = list(documented())


def challenge(answer: httpx.Response) -> str:
    return str(answer.headers["www-authenticate"])


def test_every_endpoint_needs_a_token(site: Site) -> None:
    wrong = []
    for method, path, _ in EVERY:
        answer = site.ask(method, path, token=None)
        if (answer.status_code, challenge(answer)) != (401, REALM):  # RFC 6750: no error code without a token
            wrong.append((method, path, answer.status_code))

    assert wrong == []


@pytest.mark.parametrize("kind", ["unknown", "mistyped", "expired", "revoked"])
def test_every_endpoint_refuses_a_bad_token_without_saying_why(site: Site, kind: str) -> None:
    token = {"unknown": UNKNOWN, "mistyped": UNKNOWN[:-1] + "x"}.get(kind)
    if kind == "expired":
        token = site.make_token(days=1).text
        site.clock.move(86_400)
    if kind == "revoked":
        made = site.make_token()
        assert site.ask("DELETE", f"/api/v1/tokens/{made.id}").status_code == 204
        token = made.text

    wrong = []
    for method, path, _ in EVERY:
        answer = site.ask(method, path, token=token)
        if (answer.status_code, challenge(answer), answer.json()["detail"]) != (401, INVALID, INVALID_DETAIL):
            wrong.append((method, path, answer.status_code, answer.text))

    assert wrong == []


TWO_SCOPES = {("POST", "/api/v1/backups")}
"""What also needs receivers:write, and has no body or id that would be refused before that is checked."""


def test_each_scope_permits_its_endpoints_and_no_others(site: Site) -> None:
    wrong = []
    for granted in Scope:
        token = site.make_token(granted).text
        for method, path, scope in EVERY:
            answer = site.ask(method, path, token=token)
            if granted is scope:
                is_right = answer.status_code != 403 or (method, path) in TWO_SCOPES
            else:
                wanted = f'{REALM}, error="insufficient_scope", scope="{scope}"'
                is_right = (
                    answer.status_code == 403 and challenge(answer) == wanted and scope in answer.json()["detail"]
                )
            if not is_right:
                wrong.append((granted, method, path, answer.status_code))

    assert wrong == []


@pytest.mark.parametrize("token", [None, "", UNKNOWN])
def test_public_pages_need_no_token(site: Site, token: str | None) -> None:
    assert [path for path in PUBLIC if site.get(path, token=token).status_code != 200] == []


HEADERS: list[tuple[list[tuple[str, str]], str, int, str | None]] = [
    ([], "", 401, None),
    ([("authorization", "")], "", 401, None),
    ([("authorization", "Basic dXNlcjpwYXNz")], "", 401, None),
    ([("authorization", "Bearertoken")], "", 401, None),
    ([("authorization", "Bearer")], "", 400, "invalid_request"),
    ([("authorization", "Bearer ")], "", 400, "invalid_request"),
    ([("authorization", "Bearer x y")], "", 401, "invalid_token"),
    ([("authorization", "Bearer é".encode().decode("latin-1"))], "", 401, "invalid_token"),
    ([("authorization", "Bearer TOKEN"), ("authorization", "Bearer TOKEN")], "", 400, "invalid_request"),
    ([("authorization", "Bearer TOKEN"), ("Authorization", "Basic x")], "", 400, "invalid_request"),
    ([], "access_token=TOKEN", 400, "invalid_request"),
    ([("authorization", "Bearer TOKEN")], "access_token=TOKEN", 400, "invalid_request"),
    ([("authorization", "Bearer TOKEN")], "limit=1&access_token", 400, "invalid_request"),
    ([("authorization", "Bearer TOKEN")], "", 200, None),
    ([("authorization", "bearer TOKEN")], "", 200, None),
    ([("authorization", "BEARER  TOKEN ")], "", 200, None),
    ([("authorization", "Bearer TOKEN"), ("x-http-method-override", "DELETE")], "", 200, None),
]
"""Headers and query, the expected status, and the expected error code in the challenge."""


def test_a_token_is_read_from_one_header_only(site: Site) -> None:
    site.add()
    text = site.operator.text
    for headers, query, status, error in HEADERS:
        sent = [(name, value.replace("TOKEN", text).encode("latin-1")) for name, value in headers]
        path = "/api/v1/plants" + (f"?{query.replace('TOKEN', text)}" if query else "")

        answer: Any = site.ask("GET", path, token=None, headers=sent)

        case = (headers, query)
        assert answer.status_code == status, case
        if status != 200:
            assert challenge(answer) == REALM or error is not None, case
            assert (f'error="{error}"' in challenge(answer)) == (error is not None), case
        assert text not in answer.text, case
    assert site.get("/api/v1/plants/1").status_code == 200


@given(st.binary(min_size=RANDOM_BYTES, max_size=RANDOM_BYTES), st.integers(0, 39), st.characters(codec="ascii"))
def test_one_wrong_character_never_reaches_the_database(random: bytes, place: int, letter: str) -> None:
    token = make_token(random).reveal()
    mistyped = token[:place] + letter + token[place + 1 :]

    assert looks_right(mistyped) == (mistyped == token)


def test_a_cached_token_is_looked_up_again_after_five_seconds(site: Site) -> None:
    made = site.make_token(Scope.PLANTS_READ)
    assert site.get("/api/v1/plants", token=made.text).status_code == 200
    # Another process revokes it: ours is not notified.
    site.run(site.revoke_elsewhere(made.id))

    site.clock.move(CACHE_S - 0.1)
    assert site.get("/api/v1/plants", token=made.text).status_code == 200
    site.clock.move(0.1)
    assert site.get("/api/v1/plants", token=made.text).status_code == 401


def test_a_cached_token_still_expires_on_time(site: Site) -> None:
    made = site.make_token(Scope.PLANTS_READ, days=1)
    site.clock.move(86_400 - 1)
    assert site.get("/api/v1/plants", token=made.text).status_code == 200

    site.clock.move(1)

    assert site.get("/api/v1/plants", token=made.text).status_code == 401


def test_a_token_of_one_receiver_sees_it_and_the_feed_and_nothing_else(site: Site) -> None:
    site.add()
    own, other = site.register(name="own"), site.register(name="other")
    token = site.make_token(receiver_id=parse_receiver(own["id"])).text

    def status(method: str, path: str, json: Any = None) -> int:
        return site.ask(method, f"/api/v1/{path}", token=token, json=json).status_code

    assert status("GET", "events") == 200
    assert status("GET", f"receivers/{own['id']}") == 200
    assert status("PATCH", f"receivers/{own['id']}", {"payload": "basic"}) == 200
    listed = site.get("/api/v1/receivers", token=token).json()["items"]
    assert [one["name"] for one in listed] == ["own"]
    for method, path, json in [
        ("GET", f"receivers/{other['id']}", None),
        ("PATCH", f"receivers/{other['id']}", {"name": "mine"}),
        ("DELETE", f"receivers/{other['id']}", None),
        ("POST", "receivers", {"url": "http://127.0.0.1:9000", "name": "third"}),
        ("GET", "plants", None),
        ("GET", "plants/1", None),
        ("POST", "plants", {"name": "Rosa"}),
        ("DELETE", "plants/1", None),
        ("GET", "tokens", None),
        ("POST", "tokens", {"name": "free", "scopes": ["operator"]}),
        ("DELETE", f"tokens/{site.operator.id}", None),
    ]:
        assert status(method, path, json) == 404, (method, path)


def test_removing_a_receiver_ends_the_tokens_bound_to_it(site: Site) -> None:
    own = site.register()
    token = site.make_token(receiver_id=parse_receiver(own["id"])).text
    assert site.get("/api/v1/events", token=token).status_code == 200

    assert site.ask("DELETE", f"/api/v1/receivers/{own['id']}", token=token).status_code == 200

    assert site.get("/api/v1/events", token=token).status_code == 401
