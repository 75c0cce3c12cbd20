"""A print run: which labels are printed, of which plants, how many, and what is missing on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plantstore.domain.errors import Malformed
from plantstore.web.console.labels.barcodes import is_codable
from plantstore.web.console.labels.label import KINDS, PARTS, Label, kinds_of, make_label
from plantstore.web.console.labels.passport import passport_parts
from plantstore.web.console.labels.sheets import SHEETS, Sheet

LABELS_MAX = 1_000  # max labels of a print run: 42 sheets of 24
NAMED_MAX = 3  # plants that a note names; it counts the others
_DIGITS = 6  # most digits of a number in the form
_SHEETS = {sheet.name: sheet for sheet in SHEETS}
_LABEL, _SHOW = "label_", "show_"

Plant = Mapping[str, Any]
"""A plant in the API's JSON, without its costs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What a person chose. `copies` is the number of labels of each plant, with `by_stock` only of those whose stock is
    not counted. `start` is the first free place on the first sheet, counted from 1.
    """

    sheet: Sheet = SHEETS[0]
    kinds: tuple[str, ...] = ("price",)
    parts: frozenset[str] = frozenset(name for name, _ in PARTS)
    copies: int = 1
    by_stock: bool = False
    start: int = 1

    def copies_of(self, plant: Plant) -> int:
        stock = plant.get("stock_quantity")
        return self.copies if stock is None or not self.by_stock else int(stock)


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know before printing, and the plants that it is about."""

    text: str
    plants: Sequence[Plant]

    @property
    def others(self) -> int:
        return len(self.plants) - len(self.named)

    @property
    def named(self) -> Sequence[Plant]:
        return self.plants[:NAMED_MAX]


def read_choices(query: Mapping[str, str]) -> tuple[Choices, str]:
    """Return the choices in a query, and what is wrong with them, or "". Wrong values are replaced by the defaults.

    The defaults are also returned if the form was not submitted yet.
    """
    if "sheet" not in query:
        return Choices(), ""
    sheet = _SHEETS.get(query["sheet"], SHEETS[0])
    kinds = tuple(name for name, _ in KINDS if _LABEL + name in query)
    copies = _number(query, "copies", LABELS_MAX)
    start = 1 if sheet.is_roll else _number(query, "start", sheet.count)
    problems = (
        (query["sheet"] not in _SHEETS, "Choose one of the sheets."),
        (not kinds, "Choose at least one kind of label."),
        (copies is None, f"Copies: use a number from 1 to {LABELS_MAX:,}."),
        (start is None, f"The first free label: use a number from 1 to {sheet.count}."),
    )
    choices = Choices(
        sheet=sheet,
        kinds=kinds,
        parts=frozenset(name for name, _ in PARTS if _SHOW + name in query),
        copies=copies or 1,
        by_stock="by_stock" in query,
        start=start or 1,
    )
    return choices, next((words for applies, words in problems if applies), "")


def _number(query: Mapping[str, str], name: str, most: int) -> int | None:
    """Return a number from 1 to `most`, 1 if there is none, and None if it is something else."""
    text = query.get(name, "1").strip()
    is_number = text.isascii() and text.isdigit() and len(text) <= _DIGITS
    return int(text) if is_number and 1 <= int(text) <= most else None


def check_count(plants: Sequence[Plant], choices: Choices) -> int:
    """Return the number of labels of a print run. Raise Malformed if it is larger than LABELS_MAX."""
    count = sum(choices.copies_of(plant) * len(kinds_of(plant, choices.kinds)) for plant in plants)
    if count > LABELS_MAX:
        raise Malformed(
            f"That would be {count:,} labels. Print at most {LABELS_MAX:,} at a time: choose fewer plants or copies."
        )
    return count


def labels_of(plant: Plant, choices: Choices) -> list[Label]:
    """Return all labels of a plant: every copy of one kind, then of the next."""
    copies = choices.copies_of(plant)
    if not copies:
        return []
    found = [
        make_label(plant, kind, sheet=choices.sheet, parts=choices.parts) for kind in kinds_of(plant, choices.kinds)
    ]
    return [label for label in found if label.passport is None or not label.passport.is_cut for _ in range(copies)]


def notes_on(plants: Sequence[Plant], labels: Sequence[Sequence[Label]], choices: Choices) -> list[Note]:
    """Return what is missing or unusual, each with the plants that it is about. `labels` are those of each plant."""
    found: dict[str, list[Plant]] = {}
    for plant, own in zip(plants, labels, strict=True):
        for text in _notes_on(plant, own, choices):
            found.setdefault(text, []).append(plant)
    return [Note(text, about) for text, about in found.items()]


def _notes_on(plant: Plant, labels: Sequence[Label], choices: Choices) -> list[str]:
    if not choices.copies_of(plant):
        return ["Out of stock: no labels."]
    drawn = {label.kind: label for label in labels}
    price = drawn.get("price")
    others = [label for label in labels if label.passport is None]
    has_number = bool(plant.get("gtin") or plant.get("sku"))
    is_possible = bool(plant.get("gtin")) or is_codable(plant.get("sku") or "")
    asks_barcode = price is not None and "ean" in choices.parts
    asks_qr = "qr" in choices.parts and bool(others)
    checks = (
        (plant["status"] == "archived", "Archived: not in the store any more."),
        (price is not None and "price" in choices.parts and price.price is None, "No price."),
        (asks_barcode and not has_number, "No GTIN or SKU: no barcode."),
        (
            asks_barcode and has_number and not is_possible,
            "The SKU has characters that barcodes don't have: no barcode.",
        ),
        (
            asks_barcode and has_number and is_possible and price is not None and price.barcode is None,
            "The SKU is too long for a barcode on this label.",
        ),
        (
            price is not None and price.barcode is not None and not plant.get("gtin"),
            "No GTIN: the barcode is the SKU (Code 128).",
        ),
        (asks_qr and not plant.get("url"), "No page in the shop (setting PLANTSTORE_PLANT_URL): no QR code."),
        (
            asks_qr and bool(plant.get("url")) and any(label.qr is None for label in others),
            "The address of the page is too long for a QR code on this label.",
        ),
        *_passport_checks(plant, drawn, choices),
    )
    return [text for applies, text in checks if applies]


def _passport_checks(plant: Plant, drawn: Mapping[str, Label], choices: Choices) -> list[tuple[bool, str]]:
    if "passport" not in choices.kinds:
        return []
    parts = passport_parts(plant)
    return [
        (parts is None, "No EU plant passport (botanical name, and a registration number of an EU state)."),
        (parts is not None and "passport" not in drawn, "The plant passport does not fit this label: not printed."),
        (parts is not None and "d" not in parts, "The plant passport has no origin (D)."),
    ]
