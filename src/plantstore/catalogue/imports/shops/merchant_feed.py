"""Reads a Google Merchant feed: the attributes of its items are the columns of a file, or elements of XML."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from plantstore.catalogue.imports.shops.product_cells import Cells
from plantstore.catalogue.imports.text_files.csv_records import Record

ATTRIBUTES = (
    *("id", "title", "description", "link", "image_link", "additional_image_link", "availability", "availability_date"),
    *("price", "sale_price", "sale_price_effective_date", "gtin", "mpn", "brand", "condition", "product_type"),
    *("google_product_category", "item_group_id", "size"),
)
"""The attributes that are read from XML. The others of Google's specification say nothing about a plant."""

_FIELDS = {
    "id": "sku",
    "title": "name",
    "description": "description",
    "image_link": "images",
    "availability": "stock_quantity",
    "availability_date": "available_from",
    "price": "price",
    "sale_price": "compare_at_price",
    "gtin": "gtin",
    "product_type": "tag",
    "size": "pot_size",
}
_NEEDED = frozenset({"id", "title", "link"})
_OTHERS = frozenset({"image_link", "availability", "price"})
_DATE = re.compile(r"(20[0-9]{2}-[0-9]{2}-[0-9]{2})T.*")
_PATH_END = re.compile(r"\A.*[>/] ?")  # only at the start: elsewhere the search would take quadratic time


@dataclass(frozen=True, slots=True)
class MerchantFeed:
    """The columns of a file that is a Google Merchant feed: the index of each of ATTRIBUTES that it has."""

    places: Mapping[str, int]
    width: int

    def mapping(self, *, with_costs: bool) -> dict[str, int]:
        """Return the column of each field. A feed has no costs, so `with_costs` does not matter."""
        del with_costs
        return {field: self.places[name] for name, field in _FIELDS.items() if name in self.places}

    def plants(self, records: Iterator[Record]) -> Iterator[Record]:
        """Yield each record with the cells that our fields need."""
        for record in records:
            if record.problem or len(record.cells) > self.width:
                yield record
                continue
            row = Cells(record, self.places, self.width)
            _set_price(row)
            listed = (row.images(name, separators=" ,|") for name in ("image_link", "additional_image_link"))
            row.set_images("image_link", [image for images in listed for image in images])
            is_gone = row["availability"].lower().replace(" ", "_") == "out_of_stock"
            row["availability"] = "0" if is_gone else ""
            row["availability_date"] = _DATE.sub(r"\1", row["availability_date"])
            row["product_type"] = _PATH_END.sub("", row["product_type"])
            yield row.as_record()


def find_feed(headings: Sequence[str]) -> MerchantFeed | None:
    """Return the columns of a feed; None if the headings are those of another file."""
    folded = [heading.strip().casefold().removeprefix("g:").replace(" ", "_") for heading in headings]
    places = {name: folded.index(name) for name in ATTRIBUTES if name in folded}
    if places.keys() >= _NEEDED and len(places.keys() & _OTHERS) > 1:
        return MerchantFeed(places, len(headings))
    return None


def _set_price(row: Cells) -> None:
    """Make the sale price the price, and the price the former one; a sale with a period is left out."""
    sale, price = row["sale_price"], row["price"]
    row["sale_price"] = ""
    if sale and not row["sale_price_effective_date"]:
        row["price"] = sale
        row["sale_price"] = price if "sale_price" in row.places else ""
