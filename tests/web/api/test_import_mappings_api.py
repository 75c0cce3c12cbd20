"""Columns chosen for an import are used for the next file with the same headings, once the import was confirmed."""

from typing import Any

import pytest

from tests.web.harness import Site

GERMAN = "Nr;Bezeichnung;VK\nA-1;Rose;4,50\n"


def upload(site: Site, content: str, **query: str) -> dict[str, Any]:
    answer = site.ask("POST", "/api/v1/imports", content=content, params=query, headers={"content-type": "text/csv"})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


@pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")
def test_a_confirmed_choice_is_remembered_and_one_that_was_not_confirmed_is_not(site: Site) -> None:
    mapped = '{"sku": "Nr", "name": "Bezeichnung", "price": "VK"}'
    upload(site, GERMAN, map=mapped)
    assert (
        "looks like headings"
        in site.ask("POST", "/api/v1/imports", content=GERMAN, headers={"content-type": "text/csv"}).text
    )

    first = upload(site, GERMAN, map=mapped)
    site.post(f"/api/v1/imports/{first['id']}/confirmation")
    second = upload(site, GERMAN.replace("A-1", "A-2"))

    assert (first["mapped_at"], second["mapped_at"]) == (None, "2026-06-01T12:00:00.000Z")
    assert [column["field"] for column in second["columns"]] == ["sku", "name", "price"]
    assert second["new"] == 1
