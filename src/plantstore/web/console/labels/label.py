"""What is on one label: its texts with their sizes, the price, the care facts and the codes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plantstore.domain.plants.currency import EXPONENTS
from plantstore.web.console.labels.barcodes import barcode_of
from plantstore.web.console.labels.care_facts import Facts, facts_of
from plantstore.web.console.labels.drawing import Drawing, draw_barcode, draw_qr
from plantstore.web.console.labels.fitting import Fitted, fit, width_ems
from plantstore.web.console.labels.passport import Passport, make_passport, passport_parts
from plantstore.web.console.labels.sheets import Sheet
from plantstore.web.console.rendering import SIGNS

KINDS = (("price", "Price label or shelf card"), ("care", "Care label"), ("passport", "EU plant passport"))
PARTS = (
    ("botanical", "Botanical name"),
    ("pot", "Pot size"),
    ("price", "Price"),
    ("care", "Care facts"),
    ("ean", "Barcode"),
    ("qr", "QR code of the plant's page"),
)
GAP_MM = 1.5
FOOT_SHARE, FOOT_MM_MAX = 0.4, 17.0  # the row with barcode and price: part of the height, and its maximum
POT_MM = 5.4  # the row of the pot size, above the price or below the names
NAME_SHARE = 0.66  # of the height of both names
BARCODE_SHARE = 0.64  # of the width, if there may be a price or a pot size next to it
CENTS_SCALE = 0.5  # the size of the sign and the cents of a price, as a multiple of that of its units


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The largest type on a label, and how much room its parts get. `rows` is the most rows of care facts, by kind.

    `side_mm` is the white space next to the QR code; the code's quiet zone is never wider than that.
    """

    name_pt: int
    botanical_pt: int
    price_pt: int
    names_mm: float
    qr_mm: float
    side_mm: float
    fact_mm: float
    fact_width_mm: float
    rows: Mapping[str, int]


DESIGNS = {
    "s": Design(
        name_pt=13,
        botanical_pt=8,
        price_pt=24,
        names_mm=11,
        qr_mm=14,
        side_mm=1.5,
        fact_mm=3.1,
        fact_width_mm=26,
        rows={"price": 0, "care": 5},
    ),
    "m": Design(
        name_pt=18,
        botanical_pt=10,
        price_pt=28,
        names_mm=11.5,
        qr_mm=18,
        side_mm=2.5,
        fact_mm=3.7,
        fact_width_mm=35,
        rows={"price": 2, "care": 5},
    ),
    "l": Design(
        name_pt=24,
        botanical_pt=13,
        price_pt=36,
        names_mm=18,
        qr_mm=23,
        side_mm=3,
        fact_mm=4.4,
        fact_width_mm=42,
        rows={"price": 4, "care": 6},
    ),
}
"""The designs by the size of a sheet's labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """A price in the parts that are set differently: the sign, the units, the cents, and the code of the currency."""

    sign: str
    units: Fitted
    cents: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A label as the template prints it. `columns` is the number of columns of the care facts.

    The pot size is above the price if `is_pot_above`, otherwise below the names.
    """

    kind: str
    name: Fitted | None = None
    botanical: Fitted | None = None
    pot: str = ""
    is_pot_above: bool = False
    price: Price | None = None
    facts: Facts
    columns: int = 1
    barcode: Drawing | None = None
    qr: Drawing | None = None
    passport: Passport | None = None

    @property
    def has_foot(self) -> bool:
        """True if the label has a row with the barcode and the price."""
        return self.barcode is not None or self.price is not None


def kinds_of(plant: Mapping[str, Any], kinds: tuple[str, ...]) -> list[str]:
    """Return those of the wanted kinds of label that can be printed for a plant."""
    return [kind for kind in kinds if kind != "passport" or passport_parts(plant) is not None]


def make_label(plant: Mapping[str, Any], kind: str, *, sheet: Sheet, parts: frozenset[str]) -> Label:
    """Return a label of a plant in the API's JSON. Only the fields that are named here are ever on a label."""
    if kind == "passport":
        passport = make_passport(passport_parts(plant) or {}, inner_mm=sheet.inner_mm, size=sheet.size)
        return Label(kind=kind, facts=[], passport=passport)
    shown = parts if kind == "price" else parts - {"price", "ean"}
    design, (width_mm, height_mm) = DESIGNS[sheet.size], sheet.inner_mm
    foot_mm = min(height_mm * FOOT_SHARE, FOOT_MM_MAX)
    pot = (plant.get("pot_size") or "") if "pot" in shown else ""
    barcode = _barcode(plant, sheet, height_mm=foot_mm) if "ean" in shown else None
    price_mm = width_mm - (barcode.width_mm if barcode else 0) - GAP_MM
    above_mm = 0 if sheet.size == "s" else POT_MM  # also without a pot size: prices have one size on all labels
    price = _price(plant, design, width_mm=price_mm, height_mm=foot_mm - above_mm) if "price" in shown else None
    has_foot = barcode is not None or price is not None
    upper_mm = height_mm - (foot_mm + GAP_MM if has_foot else 0)
    quiet_mm = min(design.side_mm, *sheet.padding_mm)
    address = (plant.get("url") or "") if "qr" in shown else ""
    qr_mm = min(upper_mm - (quiet_mm - GAP_MM if has_foot else 0), design.qr_mm)
    qr = draw_qr(address, size_mm=qr_mm, quiet_mm=quiet_mm) if address else None
    text_mm = width_mm - (qr.width_mm + design.side_mm if qr else 0)
    is_pot_above = bool(pot) and has_foot and above_mm > 0
    about_mm = upper_mm - (POT_MM if pot and not is_pot_above else 0)
    facts, columns = _facts(plant, kind, design, width_mm=text_mm, height_mm=about_mm) if "care" in shown else ([], 1)
    botanical = (plant.get("botanical_name") or "") if "botanical" in shown else ""
    names_mm = about_mm - (-(-len(facts) // columns) * design.fact_mm + GAP_MM if facts else 0)
    name_mm = names_mm * (NAME_SHARE if botanical else 1)
    return Label(
        kind=kind,
        name=fit(plant["name"], width_mm=text_mm, height_mm=name_mm, largest_pt=design.name_pt),
        botanical=_botanical(botanical, design, width_mm=text_mm, height_mm=names_mm - name_mm),
        pot=pot,
        is_pot_above=is_pot_above,
        price=price,
        facts=facts,
        columns=columns,
        barcode=barcode,
        qr=qr,
    )


def _facts(
    plant: Mapping[str, Any], kind: str, design: Design, *, width_mm: float, height_mm: float
) -> tuple[Facts, int]:
    """Return as many care facts as fit below the names, and the number of columns."""
    columns = max(int(width_mm / design.fact_width_mm), 1)
    rows = min(int((height_mm - design.names_mm - GAP_MM) / design.fact_mm), design.rows[kind])
    return facts_of(plant.get("care"))[: max(rows, 0) * columns], columns


def _botanical(name: str, design: Design, *, width_mm: float, height_mm: float) -> Fitted | None:
    return fit(name, width_mm=width_mm, height_mm=height_mm, largest_pt=design.botanical_pt) if name else None


def _barcode(plant: Mapping[str, Any], sheet: Sheet, *, height_mm: float) -> Drawing | None:
    barcode = barcode_of(plant.get("gtin"), plant.get("sku"))
    if barcode is None:
        return None
    width_mm = sheet.inner_mm[0] * BARCODE_SHARE
    margin_mm = sheet.padding_mm[0]
    return draw_barcode(barcode, bar_mm=sheet.bar_mm, width_mm=width_mm, height_mm=height_mm, margin_mm=margin_mm)


def _price(plant: Mapping[str, Any], design: Design, *, width_mm: float, height_mm: float) -> Price | None:
    """Return the price with the decimals of its currency; None if the plant has none."""
    if not plant.get("price"):
        return None
    code = plant["currency"]
    units, _, cents = plant["price"].partition(".")
    units, cents = f"{int(units):,}", cents.ljust(EXPONENTS.get(code, 0), "0")
    sign = SIGNS.get(code, "")
    around = f"{sign}{'.' if cents else ''}{cents}{'' if sign else ' ' + code}"
    whole = units + "0" * round(width_ems(around) * CENTS_SCALE / width_ems("0") + 0.5)
    size = fit(whole, width_mm=width_mm, height_mm=height_mm, largest_pt=design.price_pt, lines_max=1)
    fitted = Fitted(units, size.size_pt, 1, size.is_cut)
    return Price(sign=sign, units=fitted, cents=f".{cents}" if cents else "", code="" if sign else code)
