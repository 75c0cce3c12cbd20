"""Labels printed by Chromium to PDF: their places on the sheets, and every barcode and QR code read back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pypdfium2
import pytest
import zxingcpp
from playwright.sync_api import Browser, Page

from plantstore.domain.plants.gtin import check_digit
from plantstore.web.console.labels.sheets import SHEETS, Sheet
from tests.browser.payloads import ONE_OF_EACH
from tests.browser.serving import Store, a_store
from tests.browser.test_hostile_text import ALIVE
from tests.browser.visitors import Visitors

DPI = 300  # what label printers have
POINTS, MM = 72, 25.4  # of an inch
SHOP = "https://shop.example/plants/"
CHOSEN = {f"show_{name}": "1" for name in ("botanical", "pot", "price", "care", "ean", "qr")}
CARE = {"light": ["full_sun", "partial_shade"], "water": "moderate", "hardiness_rhs": "H5", "height_cm": 180}
SET_APART = {
    "name": "绣球花 无尽夏",
    "botanical_name": "ياسمين عربي",
    "sku": "CJK-RTL",
    "price": "128",
    "currency": "CNY",
}
# Where each label is, in millimetres, and what sticks out of it. Marks above letters may be higher than their line.
PLACES = """() => [...document.querySelectorAll(".label")].map((label) => {
  const box = label.getBoundingClientRect(), mm = (px) => px * 25.4 / 96;
  const out = [...label.querySelectorAll("p, li, dd, dt, svg, ul")].filter((one) => {
    const at = one.getBoundingClientRect();
    return at.left < box.left || at.right > box.right + .5 || at.top < box.top || at.bottom > box.bottom + .5;
  });
  const paper = label.parentElement.getBoundingClientRect();
  return { place: [mm(box.left - paper.left), mm(box.top - paper.top)], size: [mm(box.width), mm(box.height)],
           cut: [...label.querySelectorAll("p, dd")].filter((one) => one.scrollWidth > one.clientWidth + 1).length,
           out: out.map((one) => one.outerHTML.slice(0, 120)) };
})"""
OVERLAPS = """() => [...document.querySelectorAll(".label")].flatMap((label) => {
  const parts = [...label.querySelectorAll(".name, .botanical, .facts, .pot, .price, .bars, .qr, dd")]
    .map((one) => [one, one.getBoundingClientRect()]);
  return parts.flatMap(([one, a], at) => parts.slice(at + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
                       Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map(([other]) => [one, other].map((it) => it.getAttribute("class")).join(" over ") + ": " + label.innerText));
})"""


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF: the size of its pages in millimetres, its text, and for each page the codes and where they are."""

    sizes_mm: list[tuple[int, int]]
    text: str
    codes: list[list[tuple[str, float, float]]]

    @property
    def read(self) -> set[str]:
        return {text for page in self.codes for text, _, _ in page}


@dataclass(frozen=True, slots=True)
class Labelled:
    """A store with plants to print, and what must be read from the label of each."""

    store: Store
    ids: list[str]
    codes: dict[str, set[str]]


def gtin(number: int) -> str:
    return (digits := f"4006381{number:05}") + check_digit(digits)


@pytest.fixture(scope="module")
def labelled(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Labelled]:
    """Twelve plants, as a shop has them, with hostile, long, Chinese and Arabic names among them."""
    numbers: list[dict[str, Any]] = [{"gtin": gtin(at)} for at in range(6)]
    numbers += [{"gtin": "96385074"}, {"gtin": "012345678905"}, {"sku": "ROS-GJ-6L"}, {"sku": "X/1#2"}]
    names = ["Japanese maple", "Rose " * 40, "W" * 200, *ONE_OF_EACH[:5], "Hydrangea ‘Limelight’", "Thé"]
    with a_store(tmp_path_factory.mktemp("labels"), plant_url=SHOP + "{id}") as store:
        codes: dict[str, set[str]] = {}
        for name, number in zip(names, numbers, strict=True):
            fields = {"name": name, "botanical_name": name, "price": "24.9", "pot_size": "5 L", "care": CARE} | number
            plant = store.ask("POST", "/plants", fields)
            codes[str(plant["id"])] = {*number.values(), f"{SHOP}{plant['id']}"}
        passport = {"a": "Rosa canina", "b": "NL-123456789", "c": "23-117", "d": "NL"}
        apart = store.ask("POST", "/plants", SET_APART)
        codes[str(apart["id"])] = {"CJK-RTL", f"{SHOP}{apart['id']}"}
        bare = store.ask("POST", "/plants", {"name": "Bare", "trade": {"plant_passport": passport}})
        codes[str(bare["id"])] = {f"{SHOP}{bare['id']}"}
        yield Labelled(store, list(codes), codes)


@pytest.fixture(scope="module")
def printer(browser: Browser, labelled: Labelled) -> Iterator[Page]:
    visitors = Visitors(browser, labelled.store)
    yield visitors.come(script=True)
    visitors.leave()
    assert visitors.complaints == []


def choose(page: Page, ids: Sequence[str], sheet: Sheet, *, kinds: str = "price", **more: str) -> None:
    query = {"ids": ",".join(ids), "sheet": sheet.name} | CHOSEN | {"copies": "1", "start": "1"} | more
    page.goto(f"/labels?{urlencode(query | {f'label_{kind}': '1' for kind in kinds.split()})}")


def printed(page: Page) -> Printed:
    """Print as the browser does it when it is asked for the page's own size, and read the paper."""
    document = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True))
    sizes, texts, codes = [], [], []
    for sheet in document:
        width, height = (round(length / POINTS * MM) for length in sheet.get_size())
        sizes.append((width, height))
        texts.append(sheet.get_textpage().get_text_bounded())
        bitmap = sheet.render(scale=DPI / POINTS, grayscale=True)
        picture = memoryview(bytes(bitmap.buffer)).cast("B", (bitmap.height, bitmap.stride))
        codes.append([(one.text, *_middle_mm(one)) for one in zxingcpp.read_barcodes(picture)])
    document.close()
    return Printed(sizes, "\n".join(texts), codes)


def _middle_mm(found: zxingcpp.Barcode) -> tuple[float, float]:
    corners = (found.position.top_left, found.position.bottom_right)
    return sum(one.x for one in corners) / 2 / DPI * MM, sum(one.y for one in corners) / 2 / DPI * MM


def expected(labelled: Labelled) -> dict[str, set[str]]:
    """What a reader says of each plant: an EAN of twelve digits is one of thirteen with a zero."""
    zeros = {"012345678905": "0012345678905"}
    return {id: {zeros.get(code, code) for code in codes} for id, codes in labelled.codes.items()}


def test_twelve_labels_are_one_sheet_and_each_code_is_read_on_its_label(printer: Page, labelled: Labelled) -> None:
    [sheet, *_], wanted = SHEETS, expected(labelled)
    choose(printer, labelled.ids, sheet)

    paper = printed(printer)

    assert paper.sizes_mm == [(210, 297)]
    [codes] = paper.codes
    assert paper.read == set().union(*wanted.values())
    for at, id in enumerate(labelled.ids):
        left, top = sheet.place_mm(at)
        on_label = {
            text for text, x, y in codes if 0 < x - left < sheet.label_mm[0] and 0 < y - top < sheet.label_mm[1]
        }
        assert on_label == wanted[id]
    words = " ".join(paper.text.split())  # a name may have two lines
    assert "Hydrangea ‘Limelight’" in words and ".90" in words and "Print labels" not in words
    assert printer.evaluate(ALIVE) == []
    assert all(one in printer.locator(".papers").inner_text() for one in ONE_OF_EACH[:5])


def test_a_label_printer_gets_a_label_on_each_page(printer: Page, labelled: Labelled) -> None:
    [small] = [sheet for sheet in SHEETS if sheet.name == "roll-57x32"]
    choose(printer, labelled.ids, small, kinds="price care passport")

    paper = printed(printer)

    assert paper.sizes_mm == [(57, 32)] * (2 * len(labelled.ids) + 1)
    read = [{text for text, _, _ in page} for page in paper.codes]
    for at, wanted in enumerate(expected(labelled).values()):
        assert read[2 * at] == wanted
        assert read[2 * at + 1] == {code for code in wanted if code.startswith(SHOP)}
    for part in ("Plant Passport", "A.", "Rosa canina", "B.", "NL-123456789", "C.", "23-117", "D.", "NL"):
        assert part in paper.text


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_labels_are_where_the_sheet_has_them_and_nothing_sticks_out(
    printer: Page, labelled: Labelled, sheet: Sheet
) -> None:
    choose(printer, labelled.ids, sheet, kinds="price care passport", start=str(min(2, sheet.count)))
    printer.emulate_media(media="print")

    labels = printer.evaluate(PLACES)
    overlaps = printer.evaluate(OVERLAPS)

    printer.emulate_media(media="screen")
    assert len(labels) == 2 * len(labelled.ids) + 1 + (not sheet.is_roll)
    for at, label in enumerate(labels):
        assert label["place"] == pytest.approx(sheet.place_mm(at % sheet.count), abs=0.05)
        assert label["size"] == pytest.approx(sheet.label_mm, abs=0.05)
        assert (label["out"], label["cut"]) == ([], 0)
    assert overlaps == []


def test_twenty_five_labels_are_two_sheets_of_twenty_four(printer: Page, labelled: Labelled) -> None:
    choose(printer, labelled.ids[:5], SHEETS[0], copies="5")
    assert printer.locator(".paper").count() == 2
    document = pypdfium2.PdfDocument(printer.pdf(prefer_css_page_size=True))
    assert len(document) == 2
    document.close()
    assert printer.get_by_role("button", name="Print", exact=True).is_visible()
