"""Exports through the API: exactly what is filtered or selected, and an import reads it again."""

import csv
import io
import json
import shutil
import subprocess
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from plantstore.catalogue.exports import workbook
from plantstore.domain.token import Scope
from plantstore.web.api.plants import export
from tests.web.api.test_imports_api import IMPORTS
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

PLANTS = "/api/v1/plants"
EXPORT = f"{PLANTS}/export"
WHOLE: dict[str, Any] = {
    "sku": "0012",
    "gtin": "2000000000015",
    "botanical_name": "Rosa 'Iceberg'",
    "common_names": ["Snow, white", "=Iceberg"],
    "tags": ["bee friendly", "-50 %"],
    "description": "Two\nlines, and “quotes”.",
    "images": [{"url": "https://a.example/1.jpg", "alt": "A rose"}],
    "price": "24.90",
    "compare_at_price": "29.90",
    "cost": "7.50",
    "supplier": {"name": "Hillside", "code": "007"},
    "stock_quantity": 12,
    "minimum_order": 6,
    "available_from": "2027-05-25",
    "pot_size": "2 L",
    "care": {"height_cm": 120, "light": ["full_sun"], "hardiness_usda": "6b-9a"},
}
NAMES = ("Rose", "=HYPERLINK(1)", "0815", "+49", "Žofín @home")


@pytest.fixture
def shop(site: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    """Plants that a spreadsheet could spoil, and pages of two."""
    monkeypatch.setattr(export, "PAGE_PLANTS", 2)
    site.add(name=NAMES[0], **WHOLE)
    for number, name in enumerate(NAMES[1:], 2):
        site.add(name=name, sku=f"S-{number}", price=f"{number}.5", status="draft" if number == 5 else "active")
    return site


def rows_of(answer: Any) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""))]


def test_an_export_is_imported_again_without_a_change(shop: Site) -> None:
    for kind in ("csv", "xlsx"):
        file = shop.get(EXPORT, params={"format": kind})
        sent = {"content-type": file.headers["content-type"].partition(";")[0]}
        found = shop.ask("POST", f"{IMPORTS}?update=true", content=file.content, headers=sent).json()

        assert file.headers["content-disposition"] == f'attachment; filename="plants-2026-06-01.{kind}"'
        counts = {name: found[name] for name in ("rows", "new", "changed", "present", "bad")}
        assert counts == {"rows": 5, "new": 0, "changed": 0, "present": 5, "bad": 0}, kind


def test_an_export_has_exactly_what_is_filtered_or_selected(shop: Site) -> None:
    for query, wanted in {
        "": [1, 2, 3, 4, 5],
        "sort=-price": [1, 5, 4, 3, 2],
        "q=rose": [1],
        "status=draft": [5],
        "price_from=3&price_to=4.5&sort=-id": [4, 3],
        "stock=out_of_stock": [],
        "ids=4,2,4,1": [4, 2, 1],
    }.items():
        assert [int(row["id"]) for row in rows_of(shop.get(f"{EXPORT}?{query}"))] == wanted, query
        lines = shop.get(f"{EXPORT}?format=jsonl&{query}").content.splitlines()
        assert [json.loads(line)["id"] for line in lines] == wanted, query
    listed = shop.get(PLANTS).json()["items"][0]
    del listed["thumbnails"]  # they follow from the images, and are of use only with this store
    assert json.loads(shop.get(f"{EXPORT}?format=jsonl&ids=1").content) == listed


def test_no_cell_runs_as_a_formula_unless_it_is_for_programs(shop: Site) -> None:
    safe, raw = rows_of(shop.get(EXPORT)), rows_of(shop.get(f"{EXPORT}?raw=true"))

    assert [row["name"] for row in safe] == ["Rose", "'=HYPERLINK(1)", "0815", "'+49", "Žofín @home"]
    assert [row["name"] for row in raw] == [*NAMES]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in safe for cell in row.values())


def test_costs_are_exported_for_those_who_may_see_them(shop: Site) -> None:
    reader = shop.make_token(Scope.PLANTS_READ).text
    for kind in ("csv", "jsonl", "xlsx"):
        whole = shop.get(f"{EXPORT}?format={kind}")
        public = shop.get(f"{EXPORT}?format={kind}", token=reader)

        if kind == "xlsx":
            headings = [cell.value for cell in sheet_of(public.content)[1]]
            assert not {"cost", "supplier", "supplier_code"} & {*headings} and "gtin" in headings
            assert "cost" in [cell.value for cell in sheet_of(whole.content)[1]]
        else:
            assert b"Hillside" in whole.content and b"cost" in whole.content
            assert not any(secret in public.content for secret in (b"Hillside", b"7.50", b"cost", b"supplier"))
    assert shop.get(f"{EXPORT}?supplier=hillside", token=reader).status_code == 403


def sheet_of(content: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(content)).active


def test_a_workbook_has_numbers_texts_and_dates_for_other_programs(shop: Site, tmp_path: Path) -> None:
    content = shop.get(f"{EXPORT}?format=xlsx").content
    sheet = sheet_of(content)
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    first = dict(zip(rows[0], rows[1], strict=True))

    assert [row[rows[0].index("name")] for row in rows[1:]] == ["Rose", "'=HYPERLINK(1)", "0815", "'+49", "Žofín @home"]
    assert (first["id"], first["price"], first["cost"], first["stock_quantity"]) == (1, 24.9, 7.5, 12)
    assert (first["sku"], first["gtin"], first["supplier_code"]) == ("0012", "2000000000015", "007")
    assert first["available_from"].date() == date(2027, 5, 25)
    assert first["description"] == WHOLE["description"]
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)
    if shutil.which("ssconvert"):
        (tmp_path / "a.xlsx").write_bytes(content)
        subprocess.run(["ssconvert", tmp_path / "a.xlsx", tmp_path / "a.csv"], check=True, timeout=60)
        with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as stream:
            read = next(csv.DictReader(stream))
        assert (read["sku"], read["gtin"], float(read["price"])) == ("0012", "2000000000015", 24.9)


def test_limits_and_wrong_requests_are_refused_with_words(shop: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "ROWS_MAX", 5)
    assert shop.get(f"{EXPORT}?format=xlsx").status_code == 200
    monkeypatch.setattr(workbook, "ROWS_MAX", 4)
    for query, status, words in (
        ("format=xlsx", 400, "More than 4 plants match."),
        ("format=pdf", 400, "Parameter format: write one of csv, jsonl, xlsx."),
        ("format=xlsx&raw=true", 400, "Parameter raw: it only applies to csv."),
        ("ids=1,9", 404, "There is no plant 9."),
        ("ids=1&status=draft", 400, "Give either ids or status."),
        ("ids=" + ",".join(["1"] * (export.IDS_MAX + 1)), 400, "Parameter ids: write 1 to 1,000 ids"),
        ("ids=0", 400, "Parameter ids: "),
        ("sort=cost", 400, "Parameter sort: "),
        ("limit=1", 400, "There is no parameter 'limit'."),
    ):
        refused = shop.get(f"{EXPORT}?{query}")
        assert (refused.status_code, refused.json()["detail"][: len(words)]) == (status, words)
    assert len(rows_of(shop.get(f"{EXPORT}?ids=" + ",".join(["1"] * export.IDS_MAX)))) == 1
    head = shop.ask("HEAD", f"{EXPORT}?format=xlsx")
    assert (head.status_code, head.content) == (200, b"")


def test_the_longest_cell_fits_into_a_workbook(site: Site) -> None:
    images = [{"url": f"https://a.example/{number}{'x' * 1_900}", "alt": "a" * 100} for number in range(10)]
    site.add(name="Many", images=images, description="d" * 5_000)

    sheet = sheet_of(site.get(f"{EXPORT}?format=xlsx").content)

    row = {heading.value: cell.value for heading, cell in zip(sheet[1], sheet[2], strict=True)}
    assert (json.loads(row["images"]), row["description"]) == (images, "d" * 5_000)
