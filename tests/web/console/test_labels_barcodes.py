"""Barcodes and QR codes of labels, each read back by zxing-cpp, which is not ours."""

import re
import string
from collections.abc import Iterator

import pytest
import zxingcpp

from plantstore.domain.plants.gtin import check_digit
from plantstore.web.console.labels.barcodes import WIDTHS_128, Barcode, barcode_of, code_128, ean
from plantstore.web.console.labels.drawing import BAR_MM_MIN, QR_CHARS_MAX, draw_barcode, draw_qr, flag

PIXELS = 3  # to a module
ROWS = 40
RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1")
SIZES = (r'width="([0-9.]+)mm"', r'height="([0-9.]+)mm"')


def read_bars(barcode: Barcode) -> list[tuple[str, str, str]]:
    """What zxing-cpp reads: the kind, the identifier of the symbology, and the text."""
    row = bytearray(b"\xff" * barcode.modules * PIXELS)
    for at, width in barcode.bars():
        row[at * PIXELS : (at + width) * PIXELS] = bytes(width * PIXELS)
    picture = memoryview(bytes(row) * ROWS).cast("B", (ROWS, len(row)))
    return [(one.format.name, one.symbology_identifier, one.text) for one in zxingcpp.read_barcodes(picture)]


def read_path(svg: str, side: int) -> list[str]:
    """Draw the runs of a QR code's path as they say, with a quiet zone, and read it."""
    width = (side + 8) * PIXELS
    rows = [bytearray(b"\xff" * width) for _ in range(width)]
    for x, y, run in (tuple(map(int, one.groups())) for one in RUN.finditer(svg)):
        for line in rows[(y + 4) * PIXELS : (y + 5) * PIXELS]:
            line[(x + 4) * PIXELS : (x + 4 + run) * PIXELS] = bytes(run * PIXELS)
    picture = memoryview(b"".join(bytes(row) for row in rows)).cast("B", (width, width))
    return [one.text for one in zxingcpp.read_barcodes(picture)]


def gtins() -> Iterator[str]:
    """Each first digit, which is coded in the parity of others, with every digit left and right."""
    for first in string.digits:
        for others in ("01234567890", "98765432109"):
            yield (digits := first + others) + check_digit(digits)


def test_each_gtin_is_read_as_it_is_written() -> None:
    for gtin in gtins():
        [(_, identifier, text)] = read_bars(ean(gtin))
        assert (identifier, text.rjust(13, "0")) == ("]E0", gtin)
    assert read_bars(ean("96385074")) == [("EAN8", "]E4", "96385074")]
    [(_, identifier, text)] = read_bars(ean("012345678905"))
    assert (identifier, text.lstrip("0")) == ("]E0", "12345678905")


def test_each_character_and_each_pair_of_digits_is_read_in_code_128() -> None:
    printable = "".join(map(chr, range(32, 127)))
    pairs = "".join(f"{pair:02}" for pair in range(100))
    texts = [printable[at : at + 24] for at in range(0, len(printable), 24)]
    texts += [pairs[at : at + 50] for at in range(0, len(pairs), 50)]
    texts += ["ROS-GJ-6L", "1", "123", "12345", "A1234567B", "A12345", "0012-345678-9"]

    for text in texts:
        assert read_bars(code_128(text)) == [("Code128", "]C0", text)]
    assert len(code_128(pairs).pattern) < len(code_128("x" * 110).pattern), "pairs of digits take half the room"


def test_each_character_of_code_128_has_a_pattern_of_its_own_of_eleven_modules() -> None:
    *patterns, stop = WIDTHS_128
    bars = [sum(map(int, widths[::2])) for widths in patterns]

    assert len(set(patterns)) == 106 and stop == "2331112"
    assert {sum(map(int, widths)) for widths in patterns} == {11}
    assert all(dark % 2 == 0 for dark in bars), "the parity by which readers find errors (ISO/IEC 15417)"


def test_a_plant_has_the_barcode_of_its_gtin_or_else_of_its_sku() -> None:
    def read(gtin: str | None, sku: str | None) -> tuple[str, str] | None:
        barcode = barcode_of(gtin, sku)
        return None if barcode is None else read_bars(barcode)[0][1:]

    assert read("4006381333931", "HOS-1") == ("]E0", "4006381333931")
    assert read("04006381333931", None) == ("]E0", "4006381333931")
    assert read("14006381333938", None) == ("]C1", "(01)14006381333938")
    assert read(None, "HOS-1") == ("]C0", "HOS-1")
    assert read(None, "Größe-1") is None
    assert read(None, None) is None


def test_a_barcode_has_the_wanted_bars_or_narrower_ones_or_is_left_out() -> None:
    barcode = ean("4006381333931")

    for room_mm, expected in ((60.0, 0.3), (113 * 0.25, 0.25), (113 * BAR_MM_MIN, BAR_MM_MIN)):
        drawing = draw_barcode(barcode, bar_mm=0.3, width_mm=room_mm, height_mm=12, margin_mm=5)
        assert drawing is not None and drawing.width_mm == pytest.approx(113 * expected)
    assert draw_barcode(barcode, bar_mm=0.3, width_mm=113 * BAR_MM_MIN - 0.1, height_mm=12, margin_mm=5) is None
    # A label's margin is a quiet zone where no digit is printed.
    text = code_128("HOS-1")
    drawing = draw_barcode(text, bar_mm=0.25, width_mm=60, height_mm=12, margin_mm=2)
    assert drawing is not None and drawing.width_mm == pytest.approx((text.modules - 8) * 0.25)


def test_a_qr_code_is_read_and_left_out_where_it_would_be_too_fine() -> None:
    address = "https://shop.example/plants/HYD-LIM-5L?q=a&b=%C3%A4"
    drawing = draw_qr(address, size_mm=14, quiet_mm=1.5)

    assert drawing is not None
    [side] = re.findall(r'viewBox="0 0 (\d+)', drawing.svg)
    assert read_path(drawing.svg, int(side)) == [address]
    assert [float(re.findall(size, drawing.svg)[0]) for size in SIZES] == [
        pytest.approx(drawing.width_mm, abs=1e-3)
    ] * 2
    assert drawing.width_mm / int(side) * 4 <= 1.5, "the quiet zone is as wide as the white space"
    assert draw_qr(address, size_mm=8, quiet_mm=1.5) is None
    assert draw_qr("https://shop.example/" + "x" * QR_CHARS_MAX, size_mm=500, quiet_mm=5) is None


def test_drawings_have_neither_styles_nor_markup_of_others() -> None:
    sku = code_128('"><script>alert(1)</script>')
    drawings = [
        draw_barcode(sku, bar_mm=0.3, width_mm=200, height_mm=12, margin_mm=5),
        draw_qr('https://shop.example/"><script>', size_mm=40, quiet_mm=5),
    ]

    for svg in (*(one.svg for one in drawings if one), flag()):
        assert "style" not in svg and "<script" not in svg and "url(" not in svg
    assert all(drawings) and flag().count("z") == 13, "a flag is a rectangle and twelve stars"
