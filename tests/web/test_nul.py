"""A NUL in a request never reaches a text column: PostgreSQL cannot store it, and a copy could not carry it over."""

from collections.abc import Callable
from contextlib import closing
from typing import Any

import httpx
import pytest

from plantstore.storage.sqlite.engine import Connection
from tests.web.harness import Site

SENT = "a\x00b"
CSV = {"content-type": "text/csv"}

Asking = Callable[[Site], httpx.Response]


def posting(path: str, json: Any = None, **more: Any) -> Asking:
    return lambda site: site.post(f"/api/v1{path}", json, **more)


@pytest.mark.sqlite_only("PostgreSQL has no such text")
def test_a_nul_in_a_text_is_refused(site: Site) -> None:
    for asking in [
        posting("/plants", {"name": SENT}),
        posting("/plants", {"name": "Rosa", "description": SENT}),
        posting("/plants", {"name": "Rosa", "tags": [SENT]}),
        posting("/plants", {"name": "Rosa", "sku": SENT}),
        posting("/receivers", {"url": "https://a.example", "name": SENT}),
        posting("/tokens", {"name": SENT, "scopes": ["plants:read"]}),
        posting("/imports?name=a%00b", content=b"name\r\nRosa\r\n", headers=CSV),
    ]:
        answer = asking(site)

        assert answer.status_code in (400, 422), answer.text
        assert texts_with_nul(site) == [], asking


@pytest.mark.sqlite_only("PostgreSQL has no such text")
def test_a_nul_in_an_import_is_not_stored(site: Site) -> None:
    answer = posting("/imports?name=a", content=b"sku,na\x00me,name\r\n1,2,Ro\x00sa\r\n\x00,1,Acer\r\n", headers=CSV)(
        site
    )

    assert answer.status_code in (201, 422), answer.text
    assert texts_with_nul(site) == []


def test_an_id_with_a_nul_is_the_id_of_nothing(site: Site) -> None:
    link = posting("/sign-in-links", {"token": SENT})(site)
    token = posting("/tokens", {"name": "x", "scopes": ["staff"], "person": SENT})(site)
    listed = [site.get(f"/api/v1/tokens?{name}=a%00b") for name in ("person", "created_by")]

    assert [answer.status_code for answer in (link, token, *listed)] == [404, 422, 400, 400]


def texts_with_nul(site: Site) -> list[str]:
    """Return every column that contains a text with a NUL."""
    found = []
    with closing(Connection(site.settings.database_path, writes=False)) as connection:
        for table in sorted(connection.tables() - {"plant_words"}):
            for column in connection.columns(table):
                sql = f'SELECT 1 FROM {table} WHERE typeof("{column}") = \'text\' AND instr("{column}", char(0))'
                if connection.execute(sql):
                    found.append(f"{table}.{column}")
    return found
