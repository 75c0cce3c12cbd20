"""No SQL is made of what a caller writes: every statement of the store is recorded while each text field holds SQL."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from plantstore.storage.postgres.connection import Connection as PostgresConnection
from plantstore.storage.sqlite.engine import Connection as SqliteConnection
from plantstore.web.api.plants.filters import FILTERS, SORT
from plantstore.web.routes import ENDPOINTS
from tests.makers import DETAILS
from tests.web.api.test_hostile_input import put_at, texts_in
from tests.web.harness import Site

pytestmark = pytest.mark.usefixtures("engine_kind")

PLANTS = "/api/v1/plants"
MARK = "zqxj"
"""Is in each text below, and in no statement of ours."""
INJECTIONS = (
    f"'{MARK}",
    f"{MARK}' OR '1'='1",
    f"{MARK}'; DROP TABLE plants; --",
    f'{MARK}" UNION SELECT text FROM tokens --',
    f"{MARK}') OR 1=1 --",
    f"{MARK}\\' OR 1=1 --",
    f"{MARK}`; DELETE FROM plants",
    f"{MARK} /* x */ || sqlite_version()",
    f"{MARK}$$; SELECT pg_sleep(9); $$",
    f"%{MARK}_?",
    f"{{{MARK}}} %s %(a)s ${MARK} :{MARK}",
)


@contextmanager
def recorded(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Yield the text of every statement that is executed."""
    statements: list[str] = []
    for kind in (SqliteConnection, PostgresConnection):
        for name in ("execute", "update", "script", "define"):
            method = getattr(kind, name)

            def noting(self: Any, sql: str, *values: Any, _method: Any = method, **more: Any) -> Any:
                statements.append(sql)
                return _method(self, sql, *values, **more)

            monkeypatch.setattr(kind, name, noting)
    yield statements


def test_no_statement_contains_what_a_caller_wrote(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.add(name="Iris", **DETAILS, price="24.90", currency="EUR")
    receiver = site.register(name="printer")["id"]
    with recorded(monkeypatch) as statements:
        for text in INJECTIONS:
            for path in texts_in(DETAILS):
                site.post(PLANTS, {"name": text, **put_at(DETAILS, path, text)})
            for sent in ({"name": text}, {"name": text, "tag": text, "tags": [text]}):
                site.post(PLANTS, sent, headers={"idempotency-key": text.encode("ascii", "ignore").decode()})
                site.ask("PATCH", f"{PLANTS}/1", json=sent)
            for name in ("q", SORT.name, *(parameter.name for parameter in FILTERS)):
                site.get(PLANTS, params={name: text})
            for endpoint in ENDPOINTS:
                if endpoint.method == "GET" and "{" not in endpoint.path:
                    for parameter in endpoint.parameters:
                        if parameter.name != "wait":
                            site.get(endpoint.path, params={parameter.name: text})
            site.post("/api/v1/receivers", {"url": f"https://a.example/{MARK}'--", "name": text})
            site.ask("PATCH", f"/api/v1/receivers/{receiver}", json={"name": text})
            site.post("/api/v1/tokens", {"name": text, "scopes": ["plants:read"]})
            site.post("/api/v1/people", {"name": text, "role": "staff"})
            site.post("/api/v1/plant-views", {"name": text, "query": {"q": text, "tag": text}})
            site.ask("PUT", "/api/v1/watch-list", json={"items": [{"name": text, "reason": text}]})
            site.get(f"{PLANTS}/by-sku/{text.replace('/', '')}")
            rows = f"name,sku,tag\n{json.dumps(text)},{json.dumps(text)},{json.dumps(text)}\n"
            site.ask("POST", "/api/v1/imports", content=rows.encode(), headers={"content-type": "text/csv"})

    assert len(set(statements)) > 50, "the statements are recorded"
    assert [sql for sql in statements if MARK in sql.lower()] == []
    assert site.get(f"{PLANTS}/1").status_code == 200
    site.add(name=INJECTIONS[1], tag=INJECTIONS[1])
    assert site.get(PLANTS, params={"tag": INJECTIONS[1]}).json()["items"], "it is a text like any other"


def test_wildcards_in_a_search_are_ordinary_characters(site: Site) -> None:
    site.add(name="Rosa", tag="100 % peat-free", tags=["a_b"])
    site.add(name="Acer", tag="100 x peat-free", tags=["axb"])

    for query, found in (
        ({"tag": "100 % peat-free"}, ["Rosa"]),
        ({"tag": "%"}, []),
        ({"tag": "100 _ peat-free"}, []),
        ({"q": "%"}, None),
        ({"q": "ro%a"}, []),
        ({"q": "ro_a"}, []),
        ({"q": "ros*"}, ["Rosa"]),
    ):
        answer = site.get(PLANTS, params=query)
        if found is None:
            assert answer.status_code == 400, query
        else:
            assert [plant["name"] for plant in answer.json()["items"]] == found, query
