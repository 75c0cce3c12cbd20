"""A supplier's messy list through the API: the same plants from the file and from its cells, pasted."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import messy_list
from tests.catalogue.imports.workbooks.made import written_by_xlsxwriter
from tests.still_clock import StillClock
from tests.web.api.test_imports_api import ended
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("how a list is read does not depend on the engine")

TSV = "text/tab-separated-values"
OF_A_STORE = ("id", "created_at", "updated_at", "added_at")


@pytest.fixture
def other_site(tmp_path: Path, clock: StillClock) -> Iterator[Site]:
    (tmp_path / "other").mkdir()
    site = Site(tmp_path / "other", clock, ready=lambda: None)
    yield site
    site.close()


def sent(site: Site, content: bytes, media_type: str, **query: str) -> dict[str, Any]:
    headers = {"content-type": media_type}
    answer = site.ask("POST", "/api/v1/imports", content=content, headers=headers, params=query)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def plants(site: Site, checked: dict[str, Any]) -> list[dict[str, Any]]:
    """Import what was checked, and return the plants without what differs from store to store."""
    assert ended(site, checked, skip_bad="true")["state"] == "done"
    found = [site.get(f"/api/v1/plants?limit=200&{more}").json()["items"] for more in ("sort=id", "sort=-id")]
    by_id = {plant["id"]: plant for items in found for plant in items}
    return [{name: value for name, value in by_id[id].items() if name not in OF_A_STORE} for id in sorted(by_id)]


def test_a_messy_list_makes_the_same_plants_from_its_file_and_from_its_pasted_cells(
    site: Site, other_site: Site
) -> None:
    file = sent(site, messy_list.as_csv(), "text/csv")
    pasted = sent(other_site, messy_list.as_pasted().encode(), TSV)

    for counts in (file, pasted):
        found = {name: counts[name] for name in ("rows", "new", "bad", "alike", "ignored")}
        assert found == {
            "rows": messy_list.ROWS,
            "new": messy_list.NEW,
            "bad": messy_list.BAD,
            "alike": messy_list.ALIKE,
            "ignored": messy_list.IGNORED,
        }
        assert [(one["currency"], one["sources"]) for one in counts["currencies"]] == [
            ("EUR", {"store": 99, "sign": 95}),
            ("GBP", {"sign": 95}),
        ]
    assert (file["encoding"], pasted["encoding"], pasted["delimiter"]) == ("cp1252", "utf-8", "\t")
    from_file, from_paste = plants(site, file), plants(other_site, pasted)
    assert from_file == from_paste
    assert len(from_file) == messy_list.NEW


def test_the_same_list_as_a_workbook_makes_the_same_plants(site: Site, other_site: Site, tmp_path: Path) -> None:
    cells = {"Week 17": [[cell or None for cell in row] for row in messy_list.rows()]}
    workbook = written_by_xlsxwriter(tmp_path / "week-17.xlsx", cells, strings_to_formulas=False)

    file = sent(site, messy_list.as_csv(), "text/csv")
    sheet = sent(other_site, workbook.read_bytes(), "application/octet-stream")

    assert (sheet["new"], sheet["bad"], sheet["alike"]) == (messy_list.NEW, messy_list.BAD, messy_list.ALIKE)
    assert plants(other_site, sheet) == plants(site, file)


def test_no_two_plants_of_a_messy_list_have_the_same_name_and_pot_size_unless_flagged(site: Site) -> None:
    checked = sent(site, messy_list.as_csv(), "text/csv")
    [flagged] = [group for group in checked["note_groups"] if group["detail"].startswith("Possible duplicates")]

    found = plants(site, checked)

    assert flagged["count"] == messy_list.ALIKE
    assert len({(plant["name"], plant["pot_size"]) for plant in found}) == messy_list.NEW
    assert {plant["pot_size"] for plant in found} == {"3 L", "5 L", "10 L"}
    assert not [plant for plant in found if "<" in str(plant) or "Ã" in str(plant) or plant["name"].isupper()]
    assert sum(plant["description"] == "Schön im Herbst" for plant in found) == 10


def test_the_preview_says_which_line_and_what_was_changed(site: Site) -> None:
    checked = sent(site, messy_list.as_csv(), "text/csv")

    rows = checked["preview_rows"]
    assert len(rows) == len(checked["preview"]) == 10
    assert [row["line"] for row in rows][:3] == [6, 7, 8]
    assert rows[0]["original"] == {"pot_size": "C3"}, "not the price, which has only its currency added"
    assert rows[5]["original"]["botanical_name"] == "HYDRANGEA MACROPHYLLA 'AMETHYST'"
    assert rows[3]["original"] == {"pot_size": "C3", "stock_quantity": "250+"}
    assert site.get("/api/v1/imports").json()["items"][0]["preview_rows"] == [], "not in lists"


def test_pasted_cells_are_separated_by_tabs_alone_unless_another_sign_is_given(site: Site) -> None:
    content = b"Name\r\nRosa, red; large\r\n"

    tabs = sent(site, content, TSV)
    given = sent(site, content.replace(b"Name", b"Name,Type"), TSV, delimiter="comma")
    plain = sent(site, b"Name|Type\nRosa|rose\n", "text/plain; charset=utf-8")

    assert (tabs["new"], tabs["preview"][0]["name"]) == (1, "Rosa, red; large")
    assert tabs["options"]["delimiter"] == "tab"
    assert given["preview"][0]["tag"] == "red; large"
    assert (plain["delimiter"], plain["preview"][0]["tag"]) == ("|", "rose")


def test_an_unknown_separator_is_refused(site: Site) -> None:
    answer = site.ask("POST", "/api/v1/imports?delimiter=space", content=b"x", headers={"content-type": TSV})

    assert answer.status_code == 400
    assert "comma, semicolon, tab, pipe" in answer.text
