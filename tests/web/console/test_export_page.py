"""The page that exports plants: how many, in which format, and files that other programs read."""

import csv
import io
import json
from typing import Any

import openpyxl
import pytest

from plantstore.catalogue.exports import workbook
from plantstore.domain.token import Scope
from plantstore.web.api.plants import export
from plantstore.web.console.views import plant_export
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

NAMES = ("Rose", "=HYPERLINK(1)", "+49", "-1", "@home", "\u200bŽofín “x”")
FILE = "/plants/export/file"


@pytest.fixture
def browser(site: Site, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """Plants that a spreadsheet could take for formulas; they are read in pages of two."""
    monkeypatch.setattr(export, "PAGE_PLANTS", 2)
    for number, name in enumerate(NAMES, 1):
        site.add(name=name, sku=f"S-{number}", price=f"{number}.50", tag="rose" if number < 4 else "=1+1", cost="1.25")
    return Browser(site)


def downloaded(page: Page, kind: str, button: str) -> Page:
    return page.form(FILE).fill(format=kind).submit(button)


@pytest.mark.both_engines
def test_the_page_says_how_many_plants_are_exported_and_the_files_have_them(browser: Browser) -> None:
    for query, words, ids in (
        ("", "6 plants, the whole catalogue", [1, 2, 3, 4, 5, 6]),
        ("?all=yes&sort=-id", "6 plants, the whole catalogue", [6, 5, 4, 3, 2, 1]),
        ("?tag=rose&sort=-price", "3 plants that match: type rose", [3, 2, 1]),
        ("?q=home&status=active", "1 plant that match: “home”, in store", [5]),
        ("?ids=4,2", "2 selected plants", [4, 2]),
    ):
        page = browser.get(f"/plants/export{query}")
        button = f"Download {len(ids)} plant{'s' if len(ids) > 1 else ''}"
        lines = downloaded(page, "jsonl", button).answer
        rows = csv.DictReader(
            io.StringIO(downloaded(page, "csv", button).answer.content.decode("utf-8-sig"), newline="")
        )
        sheet = sheet_of(downloaded(page, "xlsx", button))

        assert words in page.main, page.main
        assert [json.loads(line)["id"] for line in lines.content.splitlines()] == ids
        assert [int(row["id"]) for row in rows] == ids
        assert [row[0].value for row in sheet.iter_rows(min_row=2)] == ids
        assert lines.headers["content-disposition"] == 'attachment; filename="plants-2026-06-01.jsonl"'


def sheet_of(page: Page) -> Any:
    """Open the workbook as another program does."""
    return openpyxl.load_workbook(io.BytesIO(page.answer.content)).active


def test_no_cell_of_a_download_is_a_formula(browser: Browser) -> None:
    page = browser.get("/plants/export")
    text = downloaded(page, "csv", "Download 6 plants").answer.content.decode("utf-8-sig")
    sheet = sheet_of(downloaded(page, "xlsx", "Download 6 plants"))

    rows = [*csv.reader(io.StringIO(text, newline=""))]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)
    name = rows[0].index("name")
    assert [row[name] for row in rows[1:]] == ["Rose", "'=HYPERLINK(1)", "'+49", "'-1", "'@home", rows[-1][name]]
    assert [row[name].value for row in sheet.iter_rows(min_row=2)] == [row[name] for row in rows[1:]]


def test_costs_follow_the_permission(site: Site, browser: Browser) -> None:
    reader = Browser(site, Scope.PLANTS_READ)

    theirs, ours = reader.get("/plants/export"), browser.get("/plants/export")

    assert "Costs and suppliers are not included" in theirs.main
    assert "Costs and suppliers are included" in ours.main
    assert b"1.25" not in downloaded(theirs, "jsonl", "Download 6 plants").answer.content
    assert b"1.25" in downloaded(ours, "jsonl", "Download 6 plants").answer.content
    assert [reader.get(f"{path}?supplier=x").status for path in ("/plants/export", FILE)] == [403, 403]
    assert Browser(site, Scope.PLANTS_WRITE).get("/plants/export").status == 403
    assert Browser(site, Scope.PLANTS_WRITE).get(FILE).status == 403


def test_deleted_plants_are_named_and_left_out(site: Site, browser: Browser) -> None:
    version = site.get("/api/v1/plants/2").headers["etag"]
    assert site.ask("DELETE", "/api/v1/plants/2", headers={"if-match": version}).status_code == 204

    page = browser.get(f"/plants/export?ids=1,2,99,{2**53}")
    assert "1 selected plant" in page.main
    assert f"No longer in the catalogue: plant 2, plant 99, plant {2**53}" in page.main
    assert [
        json.loads(line)["id"] for line in browser.get(f"{FILE}?ids=1,2&format=jsonl").answer.content.splitlines()
    ] == [1]
    for path in ("/plants/export", FILE):
        gone = browser.get(f"{path}?ids=2,99")
        assert (gone.status, "None of the selected plants exists any more." in gone.main) == (404, True)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("status=gone", "Parameter status"),
        ("q=%00", "Parameter q"),
        ("colour=red", "There is no filter “colour”."),
        ("ids=1&tag=rose", "by their ids or by filters"),
        ("ids=one", "is not the id of a plant"),
        ("ids=" + ",".join(map(str, range(1_001))), "You selected 1,001 plants."),
        ("q=" + "x" * 16_400, "This address can't be read"),
        ("&".join(f"tag={number}" for number in range(40)), "This address can't be read"),
    ],
)
def test_a_wrong_address_exports_nothing_and_says_why(browser: Browser, query: str, words: str) -> None:
    for path in ("/plants/export", FILE):
        page = browser.get(f"{path}?{query}")
        assert (page.status, words in page.main) == (400, True), page.main


def test_a_wrong_format_or_too_many_plants_for_a_workbook_are_refused_with_words(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = browser.get(f"{FILE}?format=pdf")
    assert (wrong.status, "Parameter format" in wrong.main) == (400, True)

    monkeypatch.setattr(workbook, "ROWS_MAX", 5)
    many = browser.get(f"{FILE}?format=xlsx")
    assert (many.status, "More than 5 plants match." in many.main) == (400, True)

    monkeypatch.setattr(plant_export, "ROWS_MAX", 5)
    page = browser.get("/plants/export")
    assert "An Excel workbook has at most 5 plants." in page.main
    assert [one.attributes["value"] for one in page.root.all("input", name="format")] == ["csv", "jsonl"]


def test_an_empty_export_offers_nothing(browser: Browser) -> None:
    page = browser.get("/plants/export?tag=fern")

    assert "No plants match: type fern." in page.main
    assert all(form.action != FILE for form in page.forms)


def test_the_file_is_made_while_it_is_sent(site: Site, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each part the browser takes the next; a browser that leaves ends the export."""
    read: list[int] = []
    pages = export._Reading.pages

    async def counted(self: Any, encode: Any) -> Any:
        async for content, number in pages(self, encode):
            read.append(number)
            yield content, number

    monkeypatch.setattr(export._Reading, "pages", counted)
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    taken: list[int] = []
    messages = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Any:
        return messages.pop() if messages else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body" and message["body"]:
            taken.append(len(read))

    scope = {
        "type": "http", "method": "GET", "path": FILE, "raw_path": FILE.encode(), "query_string": b"format=jsonl",
        "headers": [(b"cookie", cookies.encode())], "client": ("127.0.0.1", 1), "scheme": "http",
    }  # fmt: skip

    async def leave_early() -> None:
        await site.app(scope, receive, send)

    site.run(leave_early())

    assert taken == [1] and len(read) < 3, "the rest is not read: the browser has left"
    assert site.ask("HEAD", f"{FILE}?format=xlsx", token=None, headers={"cookie": cookies}).content == b""
