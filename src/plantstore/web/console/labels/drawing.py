"""Draws barcodes, QR codes (ISO/IEC 18004, by segno) and the flag of the EU as inline SVG without style attributes."""

import re
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

import segno
from markupsafe import Markup

from plantstore.web.console.labels.barcodes import Barcode

BAR_MM_MIN = 0.19  # the narrowest bar that common scanners read (ISO/IEC 15417 sets no lower limit)
QR_MODULE_MM_MIN, QR_MODULE_MM_MAX = 0.29, 0.6  # a phone reads the former from 10 cm
QR_QUIET = 4  # ISO/IEC 18004
QR_CHARS_MAX = 500  # a longer address never fits a label
QR_KEPT = 2_000  # codes that are kept in memory, at about 3 kB: drawing one takes 1 to 10 ms
TEXT_MODULES = 9  # height of the text below a barcode
_GUARD_MODULES = 5  # guard bars are longer by this (ISO/IEC 15420)
_TEXT_MM_MAX = 2.6  # height of the text
_STARS, _FLAG_RADIUS, _STAR_RADIUS = 12, 6.0, 1.0  # of a flag that is 18 high and 27 wide


@dataclass(frozen=True, slots=True)
class Drawing:
    """An SVG element and its width."""

    svg: Markup
    width_mm: float


def draw_barcode(
    barcode: Barcode, *, bar_mm: float, width_mm: float, height_mm: float, margin_mm: float
) -> Drawing | None:
    """Return a barcode with its text; None if it is wider than `width_mm` even with the narrowest bars.

    `bar_mm` is the wanted width of the narrowest bar, `height_mm` the height of everything. The margin of the label is
    part of the left quiet zone, so that the bars begin where the text above them does.
    """
    fitting_mm = min(bar_mm, width_mm / barcode.modules)
    if fitting_mm < BAR_MM_MIN:
        return None
    quiet = 0 if any(at == 0 for _, at, _ in barcode.texts) else barcode.quiet[0]
    begin = min(quiet, int(margin_mm / fitting_mm))
    modules = barcode.modules - begin
    text_modules = min(float(TEXT_MODULES), _TEXT_MM_MAX / fitting_mm)
    height = height_mm / fitting_mm
    bars_height = height - text_modules
    tall_height = bars_height + min(_GUARD_MODULES, text_modules / 2)
    path = "".join(
        f"M{at} 0h{width}v{(tall_height if at in barcode.tall else bars_height):.2f}h-{width}z"
        for at, width in barcode.bars()
    )
    texts = Markup("").join(
        _text(text, at=at, width=width, y=height - text_modules * 0.08, size=text_modules)
        for text, at, width in barcode.texts
    )
    svg = Markup(
        '<svg class="bars" role="img" aria-label="Barcode {}" viewBox="{} 0 {} {:.2f}" width="{:.3f}mm" '
        'height="{:.3f}mm"><path d="{}"/>{}</svg>'
    ).format(barcode.number, begin, modules, height, modules * fitting_mm, height_mm, path, texts)
    return Drawing(svg, modules * fitting_mm)


def _text(text: str, *, at: int, width: int, y: float, size: float) -> Markup:
    """Return one piece of the text, spread over its digits if it is a number of an EAN."""
    natural = len(text) * size * 0.62
    spread = Markup("")
    if natural > width or (text.isdigit() and len(text) > 1 and width <= 42):
        spread = Markup(' textLength="{:.1f}" lengthAdjust="{}"').format(
            width - 2 if natural <= width else width, "spacing" if natural <= width else "spacingAndGlyphs"
        )
    return Markup('<text x="{:.1f}" y="{:.2f}" font-size="{:.2f}"{}>{}</text>').format(
        at + width / 2, y, size, spread, text
    )


def draw_qr(address: str, *, size_mm: float, quiet_mm: float) -> Drawing | None:
    """Return the QR code of an address; None if its modules are too small to be read at this size.

    The drawing has no quiet zone: at least `quiet_mm` around it must stay white.
    """
    if len(address) > QR_CHARS_MAX:
        return None
    for level in ("m", "l"):
        modules, path = _qr(address, level)
        module_mm = min(size_mm / modules, quiet_mm / QR_QUIET, QR_MODULE_MM_MAX)
        if module_mm >= QR_MODULE_MM_MIN:
            side_mm = modules * module_mm
            svg = Markup(
                '<svg class="qr" role="img" aria-label="QR code of {}" viewBox="0 0 {} {}" width="{:.3f}mm" '
                'height="{:.3f}mm" shape-rendering="crispEdges"><path d="{}"/></svg>'
            ).format(address, modules, modules, side_mm, side_mm, path)
            return Drawing(svg, side_mm)
    return None


@lru_cache(maxsize=QR_KEPT)
def _qr(address: str, level: str) -> tuple[int, str]:
    """Return the number of modules on a side, and the path of the dark ones."""
    rows = ["".join(map(str, row)) for row in segno.make(address, error=level, micro=False).matrix]
    path = "".join(
        f"M{run.start()} {y}h{len(run[0])}v1h-{len(run[0])}z"
        for y, row in enumerate(rows)
        for run in re.finditer("1+", row)
    )
    return len(rows), path


@lru_cache(maxsize=1)
def flag() -> Markup:
    """Return the flag of the EU in black and white: twelve upright stars in a circle on a black rectangle.

    Regulation (EU) 2016/2031, Annex VII, and (EU) 2017/2313 allow black and white, which label printers need.
    """
    stars = "".join(
        _star(13.5 + _FLAG_RADIUS * sin(2 * pi * at / _STARS), 9 - _FLAG_RADIUS * cos(2 * pi * at / _STARS))
        for at in range(_STARS)
    )
    return Markup(
        '<svg class="flag" role="img" aria-label="Flag of the European Union" viewBox="0 0 27 18">'
        '<path d="M0 0h27v18h-27z"/><path fill="#fff" d="{}"/></svg>'
    ).format(stars)


def _star(x: float, y: float) -> str:
    """Return the path of an upright five-pointed star; its inner corners follow from the pentagram."""
    inner = _STAR_RADIUS * 0.382
    points = [
        (x + radius * sin(pi * at / 5), y - radius * cos(pi * at / 5))
        for at, radius in enumerate((_STAR_RADIUS, inner) * 5)
    ]
    return "M" + "L".join(f"{px:.2f} {py:.2f}" for px, py in points) + "z"
