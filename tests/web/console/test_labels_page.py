"""The page of labels: what it prints of which plants, what it says before, and what it refuses."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plantstore.domain.token import Scope
from plantstore.web.console.labels.fitting import LINE, POINT_MM, fit
from plantstore.web.console.labels.label import KINDS, PARTS
from plantstore.web.console.labels.print_run import LABELS_MAX
from plantstore.web.console.labels.sheets import SHEETS, fill
from tests.still_clock import StillClock
from tests.web.console.browsing import Browser, Node, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("what is printed of a plant does not depend on the engine")

PASSPORT = {"a": "Hydrangea paniculata", "b": "NL-123456789", "c": "23-117", "d": "NL"}
WHOLE: dict[str, Any] = {
    "name": "Limelight",
    "tag": "shrub",
    "botanical_name": "Hydrangea paniculata 'Limelight'",
    "price": "1224.9",
    "currency": "EUR",
    "pot_size": "5 L",
    "stock_quantity": 3,
    "gtin": "4006381333931",
    "sku": "HYD-1",
    "care": {"light": ["full_sun"], "hardiness_rhs": "H5", "toxicity_pets": "harmful", "height_cm": 150},
    "trade": {"plant_passport": PASSPORT},
    "supplier": {"name": "Boskoop Brothers", "code": "BB-77"},
    "cost": "7.31",
}
ALL = "".join(f"&label_{name}=1" for name, _ in KINDS) + "".join(f"&show_{name}=1" for name, _ in PARTS)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A shop with one whole plant, and plants that lack something. Tests only look."""
    folder: Path = tmp_path_factory.mktemp("labels")
    site = Site(folder, StillClock(), ready=lambda: None, plant_url="https://shop.example/{id}")
    site.add(**WHOLE)
    site.add(name="Bare", tag="bare")
    site.add(name="<b>Bold</b> & “co”", botanical_name="<script>alert(1)</script>", sku="Größe-1", stock_quantity=0)
    site.add(name="British", trade={"plant_passport": PASSPORT | {"b": "GB-12345"}}, stock_quantity=998)
    site.add(name="Wrapped", sku="L" * 64, botanical_name="Rosa canina", trade={"plant_passport": {"b": "XI-1"}})
    site.add(name="Traced", trade={"plant_passport": PASSPORT | {"a": "Rosa " * 49, "c": "C" * 60}})
    yield site
    site.close()


@pytest.fixture(scope="module")
def staff(shop: Site) -> Browser:
    return Browser(shop, bundle="staff")


def labels(page: Page) -> list[Node]:
    return [one for one in page.root.all("article") if "label" in one.attributes["class"].split()]


def notes(page: Page) -> dict[str, str]:
    """What is to be checked before printing, with the plants that are named."""
    found = [one for list_ in page.root.all("details", class_="notes") for one in list_.all("li")]
    return {one.all("strong")[0].text: one.text.removeprefix(one.all("strong")[0].text).strip() for one in found}


def test_a_label_has_what_was_chosen_and_never_what_the_plant_costs(staff: Browser) -> None:
    page = staff.get(f"/labels?ids=1&sheet=a4-2x4{ALL}")
    price, care, passport = labels(page)

    facts = "Full sun Harmful to pets H5, −15 to −10 °C 1.5 m high"
    assert price.text == (f"Limelight Hydrangea paniculata 'Limelight' {facts} 4 006381 333931 5 L €1,224.90")
    assert [one.text for one in price.all("i")] == ["Hydrangea paniculata"]
    assert [one.attributes["aria-label"] for one in price.all("svg", role="img")] == [
        "QR code of https://shop.example/1",
        "Barcode 4006381333931",
    ]
    assert "€" not in care.text and "Full sun" in care.text and not care.all("svg", class_="bars")
    assert passport.text == "Plant Passport A. Hydrangea paniculata B. NL-123456789 C. 23-117 D. NL"
    assert passport.all("svg", class_="flag")
    assert notes(page) == {}
    for secret in ("Boskoop", "BB-77", "7.31"):
        assert secret not in page.html
    bare = staff.get("/labels?ids=1&sheet=a4-2x4&label_price=1&copies=1&start=1")
    assert labels(bare)[0].text == "Limelight"


def test_what_is_missing_is_said_before_printing(staff: Browser) -> None:
    page = staff.get(f"/labels?ids=1,2,3,4,5,77&sheet=roll-62x29{ALL}")

    assert notes(page) == {
        "No price.": "Bare, <b>Bold</b> & “co”, British and 1 more",
        "No GTIN or SKU: no barcode.": "Bare, British",
        "No EU plant passport (botanical name, and a registration number of an EU state).": (
            "Bare, <b>Bold</b> & “co”, British"
        ),
        "The SKU has characters that barcodes don't have: no barcode.": "<b>Bold</b> & “co”",
        "The SKU is too long for a barcode on this label.": "Wrapped",
        "The plant passport has no origin (D).": "Wrapped",
    }
    assert "No longer in the catalogue: plant 77" in page.text
    assert [one.text for one in labels(page)][-1] == "Plant Passport A. Rosa canina B. XI-1"


def test_a_hostile_name_is_a_text(staff: Browser) -> None:
    page = staff.get("/labels?ids=3")

    assert labels(page)[0].text == "<b>Bold</b> & “co” <script>alert(1)</script>"
    assert [one.attributes.get("src", "")[:18] for one in page.root.all("script")] == ["/static/labels.js?"]


def test_plants_come_from_ids_or_from_the_filters_of_the_list(staff: Browser) -> None:
    def names(query: str) -> list[str]:
        return [one.all("p", class_="name")[0].text for one in labels(staff.get(f"/labels?{query}"))]

    assert names("ids=5,1,5") == ["Wrapped", "Limelight"]
    assert names("tag=bare") == ["Bare"]
    assert names("q=limelight") == ["Limelight"]
    assert names("price_from=1000&sort=-price") == ["Limelight"]
    assert names("status=active&sort=id")[:2] == ["Limelight", "Bare"]
    page = staff.get("/labels?tag=bare&q=bare")
    assert page.links["Back to plants"] == "/plants?q=bare&tag=bare"
    assert page.form("/labels").values["tag"] == "bare"
    empty = staff.get("/labels").form("/labels").submit("Show labels")
    assert (empty.status, empty.path, labels(empty)) == (200, "/labels?q=", [])
    page = empty.form("/labels").fill(q="limelight").submit("Show labels")
    assert len(labels(page)) == 1


def test_copies_are_a_number_or_the_stock(staff: Browser) -> None:
    page = staff.get("/labels?ids=1,2,3").form("/labels").fill(copies="2", start="23").submit("Update preview")
    by_stock = page.form("/labels").fill(by_stock=True, label_care=True).submit("Update preview")

    assert len(labels(page)) == 6
    sheets = page.root.all("div", class_="paper")
    assert [len(one.all("div", class_="used")) for one in sheets] == [22, 0]
    assert [len(one.all("article")) for one in sheets] == [2, 4]
    kinds = [(one.attributes["class"], one.all("p", class_="name")[0].text) for one in labels(by_stock)]
    assert kinds == [
        *[("label kind-price", "Limelight")] * 3,
        *[("label kind-care", "Limelight")] * 3,
        *[("label kind-price", "Bare")] * 2,
        *[("label kind-care", "Bare")] * 2,
    ]
    assert notes(by_stock)["Out of stock: no labels."] == "<b>Bold</b> & “co”"


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("ids=1,x", 400, "Write the ids of plants as whole numbers with commas"),
        ("ids=1,,2", 400, "Write the ids of plants"),
        ("ids=" + "9" * 17, 400, "Write the ids of plants"),
        ("ids=" + ",".join(map(str, range(1, LABELS_MAX + 2))), 400, "You chose 1,001 plants."),
        ("ids=" + ",".join(["9007199254740990"] * 1_000), 400, "The address is longer than 16,384 characters."),
        ("ids=0,77,9999999999999999", 404, "None of these plants exists any more."),
        (f"ids=1&sheet=a4-9x9{ALL}", 400, "Choose one of the sheets."),
        ("ids=1&sheet=a4-3x8", 400, "Choose at least one kind of label."),
        (f"ids=1&sheet=a4-3x8{ALL}&copies=0", 400, "Copies: use a number from 1 to 1,000."),
        (f"ids=1&sheet=a4-3x8{ALL}&copies=٣", 400, "Copies: use a number from 1 to 1,000."),
        (f"ids=1&sheet=a4-3x8{ALL}&start=25", 400, "The first free label: use a number from 1 to 24."),
        (f"ids=1,2&sheet=a4-3x8{ALL}&copies=201", 400, "That would be 1,005 labels. Print at most 1,000 at a time"),
        ("ids=1,4&sheet=a4-3x8&label_price=1&by_stock=1", 400, "That would be 1,001 labels."),
        ("q=" + "x" * 101, 400, "100"),
        ("sort=colour", 400, "sort"),
        ("supplier=Boskoop", 403, "costs:read"),
    ],
)
def test_a_print_run_that_is_wrong_or_too_large_is_refused(shop: Site, query: str, status: int, words: str) -> None:
    page = Browser(shop, Scope.PLANTS_READ).get(f"/labels?{query}")

    assert page.status == status
    assert words in page.text
    assert labels(page) == []


def test_what_was_chosen_is_kept_when_it_is_refused(staff: Browser) -> None:
    page = staff.get("/labels?ids=1&sheet=a4-2x4&label_care=1&show_qr=1&by_stock=1&copies=0&start=3")

    kept = {"ids": "1", "sheet": "a4-2x4", "label_care": "1", "show_qr": "1", "by_stock": "1"}
    assert page.form("/labels").values == kept | {"copies": "1", "start": "3"}
    assert len(labels(page.form("/labels").submit("Update preview"))) == 3


def test_a_thousand_labels_are_printed(staff: Browser) -> None:
    page = staff.get("/labels?ids=1&sheet=a4-3x8&label_price=1&copies=1000&start=1")

    assert len(labels(page)) == LABELS_MAX
    assert len(page.root.all("div", class_="paper")) == 42


def test_labels_need_the_right_to_read_plants(shop: Site) -> None:
    assert Browser(shop, Scope.EVENTS_READ).get("/labels?ids=1").status == 403
    assert Browser(shop, sign_in=False).get("/labels?ids=1").path == "/sign-in?next=%2Flabels%3Fids%3D1"


def test_labels_without_addresses_in_the_shop_have_no_qr_code(site: Site) -> None:
    site.add(name="Hosta", price="5", currency="JPY", gtin="4006381333931")
    page = Browser(site).get("/labels?ids=1")

    assert notes(page) == {"No page in the shop (setting PLANTSTORE_PLANT_URL): no QR code.": "Hosta"}
    assert labels(page)[0].text == "Hosta 4 006381 333931 ¥5"


def test_every_place_of_a_sheet_is_used_once() -> None:
    for sheet in SHEETS:
        for start in {1, 2, sheet.count} - {0}:
            pages = fill(sheet, range(50), start=start if start <= sheet.count else 1)
            assert [one for page in pages for one in page.items] == list(range(50))
            assert all(page.used + len(page.items) == sheet.count for page in pages[:-1])
    assert fill(SHEETS[0], [], start=5) == []


def test_texts_get_the_largest_type_that_fits_and_boxes_are_never_exceeded() -> None:
    texts = ("Rosa", "Rose Gertrude Jekyll", "x" * 200, "绣球花" * 60, "word " * 40, "́" * 50)
    for text in texts:
        for width_mm, height_mm in ((20, 2.1), (38, 7), (60, 20), (90, 40)):
            fitted = fit(text, width_mm=width_mm, height_mm=height_mm, largest_pt=24)
            assert fitted.lines >= 1
            assert fitted.lines * fitted.size_pt * POINT_MM * LINE <= max(height_mm, 5 * POINT_MM * LINE)
    sizes = [fit(text, width_mm=60, height_mm=12, largest_pt=24).size_pt for text in texts[:3]]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] == 24
    assert fit("x" * 200, width_mm=20, height_mm=5, largest_pt=24).is_cut


def test_a_passport_that_does_not_fit_is_not_printed_cut_off(staff: Browser) -> None:
    small, large = (staff.get(f"/labels?ids=6&sheet={name}&label_passport=1") for name in ("roll-62x29", "a4-2x4"))

    assert labels(small) == []
    assert list(notes(small)) == ["The plant passport does not fit this label: not printed."]
    assert "C" * 60 in labels(large)[0].text and notes(large) == {}
