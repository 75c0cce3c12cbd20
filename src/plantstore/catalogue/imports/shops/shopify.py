"""Reads Shopify's export of products, with the headings of both generations: each variant becomes a plant.

A product has several rows with the same handle: the first has its title and description, each variant a row with its
own SKU and price, and further pictures rows of their own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from plantstore.catalogue.imports.shops.product_cells import Cells
from plantstore.catalogue.imports.text_files.csv_records import Record
from plantstore.domain.plants.pot_size import parse_pot_size

PRODUCT_ROWS_MAX = 2_500  # max rows of a product read together; Shopify allows 2,048 variants and 250 pictures
_HEADINGS = {
    "handle": ("handle", "url handle"),
    "title": ("title",),
    "body": ("body (html)", "description"),
    "vendor": ("vendor",),
    "type": ("type",),
    "tags": ("tags",),
    "published": ("published", "published on online store"),
    "status": ("status",),
    "gift_card": ("gift card",),
    "sku": ("variant sku", "sku"),
    "barcode": ("variant barcode", "barcode"),
    "price": ("variant price", "price"),
    "compare_at": ("variant compare at price", "compare-at price"),
    "tracker": ("variant inventory tracker", "inventory tracker"),
    "stock": ("variant inventory qty", "inventory quantity"),
    "cost": ("cost per item",),
    "image": ("image src", "product image url"),
    "alt": ("image alt text",),
    "own_image": ("variant image", "variant image url"),
    **{f"name{number}": (f"option{number} name",) for number in (1, 2, 3)},
    **{f"value{number}": (f"option{number} value",) for number in (1, 2, 3)},
}
_INHERITED = ("title", "body", "vendor", "type", "tags", "published", "status", "gift_card")
_OF_VARIANT = ("sku", "price", "value1", "barcode")
_FIELDS = {
    "title": "name",
    "body": "description",
    "type": "tag",
    "tags": "tags",
    "sku": "sku",
    "barcode": "gtin",
    "price": "price",
    "compare_at": "compare_at_price",
    "stock": "stock_quantity",
    "image": "images",
    "value1": "pot_size",
}
_COSTS = {"cost": "cost", "vendor": "supplier"}
_POT_WORDS = ("size", "pot", "container", "topf", "format")
_NO_OPTION = "default title"
_GIFT_CARDS = ("gift card", "gift cards", "gift_card")


@dataclass(frozen=True, slots=True)
class ShopifyExport:
    """The columns of a file that is an export of Shopify: the index of each column in _HEADINGS that it has."""

    places: Mapping[str, int]
    width: int

    def mapping(self, *, with_costs: bool) -> dict[str, int]:
        """Return the column of each field. Costs and suppliers are mapped only for people who may see them."""
        fields = _FIELDS | (_COSTS if with_costs else {})
        found = {field: self.places[name] for name, field in fields.items() if name in self.places}
        state = next((name for name in ("status", "published") if name in self.places), None)
        return found | ({"status": self.places[state]} if state else {})

    def plants(self, records: Iterator[Record]) -> Iterator[Record]:
        """Yield a record for each variant, with the cells of its product, and one to ignore for each gift card."""
        product: list[Cells] = []
        for record in records:
            if record.problem or not any(map(str.strip, record.cells)):
                yield record
                continue
            row = Cells(record, self.places, self.width)
            if sum(map(bool, map(str.strip, record.cells))) == 1:
                yield record  # a note, such as the last line of Shopify's own template
                continue
            if product and (row["handle"] != product[0]["handle"] or len(product) >= PRODUCT_ROWS_MAX):
                yield from _variants(product)
                product = []
            product.append(row)
        yield from _variants(product)


def find_export(headings: Sequence[str]) -> ShopifyExport | None:
    """Return the columns of an export of Shopify; None if the headings are those of another file."""
    folded = [heading.strip().casefold() for heading in headings]
    places = {
        name: folded.index(known)
        for name, names in _HEADINGS.items()
        for known in islice((one for one in names if one in folded), 1)
    }
    if {"handle", "title"} <= places.keys() and places.keys() & {"name1", "value1", "sku", "price"}:
        return ShopifyExport(places, len(headings))
    return None


def _variants(product: list[Cells]) -> Iterator[Record]:
    if not product:
        return
    images = [image for row in product if not row["image"].startswith("[") for image in row.images("image", row["alt"])]
    inherited = {name: next((row[name] for row in product if row[name]), "") for name in _INHERITED}
    names = [next((row[f"name{number}"] for row in product if row[f"name{number}"]), "") for number in (1, 2, 3)]
    is_gift_card = inherited["gift_card"].lower() == "true" or inherited["type"].lower() in _GIFT_CARDS
    for row in product:
        if not any(row[name] for name in _OF_VARIANT) and row is not product[0]:
            continue  # it has only a picture
        if is_gift_card:
            yield replace(row.record, ignored=f"{inherited['title'] or 'it'} is a gift card")
            continue
        for name, text in inherited.items():
            row[name] = row[name] or text
        _set_variant(row, [row[f"name{number}"] or name for number, name in enumerate(names, 1)])
        if not row["image"].startswith("["):  # in a file of bad rows, the images were joined before
            row.set_images("image", [*row.images("own_image"), *images])
        yield row.as_record()


def _set_variant(row: Cells, names: Sequence[str]) -> None:
    """Set a variant's pot size, and add its other options to its name: "Rose – Red"."""
    pot, others = "", []
    for number, name in enumerate(names, 1):
        value = row[f"value{number}"]
        if not value or value.lower() == _NO_OPTION:
            continue
        is_pot = any(word in name.lower() for word in _POT_WORDS) and parse_pot_size(value) is not None
        if is_pot and not pot:
            pot = value
        else:
            others.append(value)
        row[f"value{number}"] = ""
    row["value1"], row["name1"] = pot, "Size" if pot else row["name1"]
    if others and row["title"]:
        row["title"] = f"{row['title']} – {', '.join(others)}"
    for name in ("sku", "barcode"):  # Shopify protects long numbers from spreadsheets with an apostrophe
        row[name] = row[name].removeprefix("'")
    if "tracker" in row.places and not row["tracker"]:
        row["stock"] = ""  # Shopify doesn't count this variant, and exports 0
    row["status"] = row["published"] = _status(row)


def _status(row: Cells) -> str:
    """Return the state: that of Shopify, but draft if the product is active and not published."""
    status = row["status"].lower() or "active"
    return "draft" if status == "active" and row["published"].lower() == "false" else status
