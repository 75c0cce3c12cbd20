"""What the page of a checked import asks for: whether to restore archived plants, and the currency of its prices."""

from pathlib import Path

import pytest

from tests.catalogue.imports.workbooks.made import Sheets, written_by_xlsxwriter
from tests.web.console.browsing import Browser
from tests.web.console.test_import_pages import figures, form_to, imported, names, pressed, settled, uploaded
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

SPRING = b"sku,name,price\nA-1,Rosa,4.50\nA-2,Acer,5.50\n"


def taken_back(site: Site, browser: Browser) -> None:
    done = imported(site, uploaded(site, SPRING, browser))
    settled(site, done.follow("Undo\u2026").form(f"{done.path}/undo").submit())


def test_the_same_file_after_an_undo_offers_to_restore_its_plants(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    taken_back(site, browser)

    again = uploaded(site, SPRING.replace(b"4.50", b"4.75"), browser, decimal="point")
    preview = pressed(again, "Restore 2 plants with this file's values")
    done = imported(site, preview)

    assert "Nothing to import" not in again.main
    assert "2 plants of this file are archived" in again.main
    assert "2 unchanged (2 archived)" in again.main
    assert figures(preview) == {"New": "0", "Changed": "2", "Unchanged": "0", "Problems": "0"}
    assert form_to(preview, "confirm").buttons == ["Restore 2 plants with this file's values"]
    assert form_to(preview, "check").values["decimal"] == "point"
    assert figures(done)["Changed"] == "2"
    assert names(site) == [("Rosa", "active"), ("Acer", "active")]
    assert [plant["price"] for plant in site.get("/api/v1/plants").json()["items"]] == ["4.75", "5.50"]


def test_restoring_leaves_new_plants_to_the_same_import(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    taken_back(site, browser)

    again = uploaded(site, SPRING + b"A-3,Iris,2\n", browser)
    preview = pressed(again, "Restore them as they were")

    assert form_to(again, "confirm").buttons == ["Import 1 plant"]
    assert form_to(preview, "confirm").buttons == ["Import 1 plant, restore 2"]


def test_a_page_says_that_other_plants_get_the_values_of_the_file_too(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    taken_back(site, browser)
    assert site.ask("DELETE", "/api/v1/plants/1/archival").status_code == 200

    again = uploaded(site, SPRING.replace(b"4.50", b"4.75"), browser)
    preview = pressed(again, "Restore 1 plant with this file's values")

    assert "1 plant of this file is archived" in again.main
    assert "1 other plant of this file is in the store already" in again.main
    assert form_to(preview, "confirm").buttons == ["Restore 1, update 1"]


def test_a_currency_that_is_uncertain_is_asked_for(site: Site) -> None:
    page = uploaded(site, "name;RRP £\nRosa;4,50\n".encode("cp1252"))
    answered = pressed(page, "Prices are in GBP")
    imported(site, answered)

    assert "Choose the currency" in page.main
    assert f"{page.path}/confirm" not in [form.action for form in page.forms]
    assert "Prices: 1 in GBP, as you chose." in answered.main
    assert site.get("/api/v1/plants/1").json()["currency"] == "GBP"


def test_lines_in_another_encoding_are_named(site: Site) -> None:
    page = uploaded(site, "name\nGünsel\n".encode() + "Früh\n".encode("cp1252"))

    assert "Windows-1252 (1 line; the others UTF-8)," in page.main
    assert "Line 3 is not UTF-8 and was read as Windows-1252; the others are UTF-8." in page.main


@pytest.mark.both_engines
def test_a_file_without_headings_says_how_to_go_on_and_its_columns_are_chosen(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    content = b"A-1;Abies alba;silver fir\nA-2;Acer rubrum;\n"

    refused = uploaded(site, content, browser)
    page = uploaded(site, content, browser, no_header=True)
    chosen = form_to(page, "check").fill(**{"holds-0": "sku", "holds-2": "common_names"}).submit()
    imported(site, chosen)

    assert refused.status == 422
    assert "“The first line is data” in the browser" in refused.main
    assert "2 rows, no headings · " in page.main
    assert "Column 2 is used as the botanical name" in page.main
    assert form_to(page, "check").values["no_header"] == "yes"
    first = site.get("/api/v1/plants/1").json()
    assert (first["sku"], first["botanical_name"], first["common_names"]) == ("A-1", "Abies alba", ["silver fir"])


def test_a_choice_that_cannot_be_read_keeps_the_page_so_that_another_can_be_made(site: Site) -> None:
    page = uploaded(site, b"Code,Plant\nA-1,Rosa\nA-2,Acer\n")

    refused = form_to(page, "check").fill(**{"holds-1": ""}).submit()
    later = Browser(site, bundle="staff").get(page.path)
    chosen = refused.form(f"{page.path}/check").fill(**{"holds-0": "sku", "holds-1": "name"}).submit()

    assert refused.status == 422
    assert "This page still shows the previous check." in refused.main
    assert "Your last choice had no effect" in later.main
    assert figures(later)["New"] == figures(chosen)["New"] == "2"
    assert "the previous check" not in chosen.main
    assert figures(imported(site, chosen))["Added"] == "2"


def test_a_first_line_that_was_taken_for_headings_becomes_data_after_the_check(site: Site) -> None:
    page = uploaded(site, b"name;sku;Bay\nRosa;A-1;9\n")

    again = form_to(page, "check").fill(no_header=True).submit()

    assert figures(again)["New"] == "2"
    assert [form_to(again, "check").values[f"holds-{place}"] for place in range(3)] == ["name", "sku", ""]


def test_columns_without_a_heading_or_with_the_same_are_told_apart(site: Site) -> None:
    page = uploaded(site, b"name;;Code;Code\nRosa;A rose;A-1;B-1\n")

    again = form_to(page, "check").fill(**{"holds-1": "description", "holds-2": "", "holds-3": "sku"}).submit()
    imported(site, again)

    first = site.get("/api/v1/plants/1").json()
    assert (first["sku"], first["description"]) == ("B-1", "A rose")


def test_another_sheet_of_a_workbook_is_read_and_keeps_the_other_choices(site: Site, tmp_path: Path) -> None:
    sheets: Sheets = {
        "Plants": [["name", "Preis"], ["Rosa", 4.5], ["Acer", 5]],
        "Old <b>": [["sku", "name"], ["O-1", "Hosta"]],
        "Empty": [],
    }
    content = written_by_xlsxwriter(tmp_path / "list.xlsx", sheets).read_bytes()
    first = uploaded(site, content, as_drafts=True)

    [form] = [form for form in first.forms if "Read this sheet" in form.buttons]
    other = form.fill(sheet="Old <b>").submit("Read this sheet")
    again = pressed(other, "Check again")

    assert "from the sheet “Plants”" in first.main
    for page in (other, again):
        assert "from the sheet “Old <b>”" in page.main
        assert (figures(page)["New"], "added as drafts" in page.main) == ("1", True)
