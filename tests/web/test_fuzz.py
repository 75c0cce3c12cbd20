"""Fuzzing: no input causes a server error, and accepted data is returned unchanged."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plantstore.web.api.plants.schemas import RECORD
from tests.examples import examples
from tests.web.harness import Site, speak

PLANTS = "/api/v1/plants"
SHARED = [HealthCheck.function_scoped_fixture]  # examples share one store

_TEXT = st.text(max_size=60)
_LEAF = (
    st.none() | st.booleans() | st.integers() | st.floats() | _TEXT | st.sampled_from(["24.90", "EUR", "draft", "0"])
)
_VALUE = st.recursive(_LEAF, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXT, inner, max_size=4))
_BODY = st.dictionaries(st.sampled_from(sorted(RECORD)) | _TEXT, _VALUE, max_size=6)
_CHANGE = st.dictionaries(
    st.sampled_from(["set", "percent", "amount", "add", "remove", "replace", "clear", "round_to", "ending"]),
    _VALUE | st.sampled_from(["5", "-99.99", ".99", "0.05", "1e9"]),
    max_size=3,
)
_BULK_EDIT = st.fixed_dictionaries(
    {
        "changes": st.dictionaries(
            st.sampled_from(["price", "stock_quantity", "tag", "tags", "action"]), _CHANGE | _LEAF
        )
    },
    optional={
        "filter": st.dictionaries(st.sampled_from(["q", "status", "tag", "price_from", "missing"]) | _TEXT, _LEAF),
        "ids": st.lists(_LEAF, max_size=4),
    },
)
_HEADER = st.sampled_from(
    ["if-match", "if-none-match", "idempotency-key", "content-type", "x-request-id", "authorization"]
)
_BYTES = st.binary(max_size=40).map(lambda raw: raw.replace(b"\r", b"").replace(b"\n", b""))


def written(value: Any) -> bytes:
    """Return JSON as a careless client writes it, with NaN and unpaired surrogates."""
    return json.dumps(value).encode()


@given(_BODY, st.booleans())
@settings(max_examples=examples(50), deadline=None, suppress_health_check=SHARED)
def test_any_plant_is_accepted_or_refused(site: Site, body: dict[str, Any], named: bool) -> None:
    body = {"name": "Rosa", **body} if named else body

    answer = site.ask("POST", PLANTS, content=written(body))

    assert answer.status_code in (201, 400, 409, 422), answer.text
    if answer.status_code == 201:
        added, shown = answer.json(), site.get(answer.headers["location"]).json()
        # Only a change warns that the plant may be the same as another one.
        added["warnings"] = [one for one in added["warnings"] if one["code"] != "duplicate"]
        assert shown == added


@given(_BULK_EDIT)
@settings(max_examples=examples(25), deadline=None, suppress_health_check=SHARED)
def test_any_bulk_edit_is_checked_or_refused(site: Site, body: dict[str, Any]) -> None:
    answer = site.ask("POST", "/api/v1/bulk-edits", content=written(body))

    assert answer.status_code in (201, 400, 409, 422), answer.text
    if answer.status_code == 201:
        assert site.ask("DELETE", f"/api/v1/bulk-edits/{answer.json()['id']}").status_code == 200


@given(_BODY)
@settings(max_examples=examples(40), deadline=None, suppress_health_check=SHARED)
def test_any_patch_is_accepted_or_refused(site: Site, body: dict[str, Any]) -> None:
    if site.get(f"{PLANTS}/1").status_code == 404:
        site.add()

    answer = site.ask("PATCH", f"{PLANTS}/1", content=written(body))

    assert answer.status_code in (200, 400, 409, 422), answer.text


@given(
    st.sampled_from(["receivers", "tokens"]),
    st.dictionaries(
        st.sampled_from(["url", "name", "access_token", "payload", "start", "scopes", "days", "receiver"]) | _TEXT,
        _VALUE,
        max_size=8,
    ),
)
@settings(max_examples=examples(40), deadline=None, suppress_health_check=SHARED)
def test_any_other_body_is_accepted_or_refused(site: Site, kind: str, body: dict[str, Any]) -> None:
    answer = site.ask("POST", f"/api/v1/{kind}", content=written(body))

    assert answer.status_code in (201, 400, 422), answer.text


_LIMITS = st.dictionaries(st.sampled_from(["ordered", "max_concurrency", "max_rate", "deadline_s"]), _LEAF)
_WISH = st.dictionaries(st.sampled_from(["first", "last", "since", "until", "only", "pace", "dry_run"]) | _TEXT, _LEAF)


@given(_LIMITS, _WISH)
@settings(max_examples=examples(40), deadline=None, suppress_health_check=SHARED)
def test_any_limit_and_any_replay_is_accepted_or_refused(
    site: Site, limits: dict[str, Any], wish: dict[str, Any]
) -> None:
    if not site.get("/api/v1/receivers").json()["items"]:
        site.register()
    path = f"/api/v1/receivers/{site.get('/api/v1/receivers').json()['items'][0]['id']}"

    changed = site.ask("PATCH", path, content=written(limits))
    asked = site.ask("POST", f"{path}/replays", content=written({"first": 1, **wish}))

    assert changed.status_code in (200, 400, 422), changed.text
    assert asked.status_code in (200, 202, 400, 409, 422), asked.text


@given(st.sampled_from(["plants", "events", "receivers", "deliveries", "attempts", "tokens"]), _BYTES)
@settings(max_examples=examples(40), deadline=None, suppress_health_check=SHARED)
def test_any_query_is_accepted_or_refused(site: Site, kind: str, query: bytes) -> None:
    path = f"/api/v1/{kind}"
    headers = [(b"authorization", f"Bearer {site.operator.text}".encode())]
    scope = {"path": path, "raw_path": path.encode(), "query_string": query, "headers": headers}

    sent = site.run(speak(site.app, [{"type": "http.request"}], **scope))

    assert sent[0]["status"] in (200, 400)


@pytest.mark.sqlite_only("headers and paths do not depend on the engine")
@given(st.lists(st.tuples(_HEADER, _BYTES), max_size=4), st.sampled_from(["GET", "POST", "PATCH", "DELETE"]), _BYTES)
@settings(max_examples=examples(75), deadline=None, suppress_health_check=SHARED)
def test_no_header_and_no_path_causes_a_server_error(
    site: Site, headers: list[tuple[str, bytes]], method: str, end: bytes
) -> None:
    path = f"{PLANTS}/" + end.decode("latin-1")
    own = (b"authorization", f"Bearer {site.operator.text}".encode())
    given_headers = [own, *((name.encode(), value) for name, value in headers)]
    scope = {"method": method, "path": path, "raw_path": path.encode(), "headers": given_headers}

    sent = site.run(speak(site.app, [{"type": "http.request", "body": b"{}"}], **scope))

    assert sent[0]["status"] < 500
    for name, value in sent[0]["headers"]:
        assert not set(b"\r\n\0") & set(name + value)
