"""The sections of a plant's page. Each shows its fields in words, and opens as a form of its own."""

from collections.abc import Mapping
from dataclasses import dataclass

from plantstore.web.console.forms import Form
from plantstore.web.console.plant_details import DETAIL_NAMES, TICKED, detail_value_in
from plantstore.web.console.plant_form import NAMES, Values
from plantstore.web.console.plant_images import IMAGES, images_in

SECTION_FIELD, EDIT = "section", "edit"  # the hidden field of a section's form; the parameter that opens a section


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Fields that are shown and saved together. Objects such as `care` are in one section as a whole."""

    key: str
    title: str
    fields: tuple[str, ...]


def _all(*objects: str) -> tuple[str, ...]:
    return tuple(name for name in DETAIL_NAMES if name.partition(".")[0] in objects)


_NAMES = ("name", "botanical_name", "pot_size", "tag", "family", "tags", "common_names", "description")
_PRICE = ("price", "currency", "stock_quantity", "available_from", "compare_at_price", "minimum_order")
SECTIONS = {
    one.key: one
    for one in (
        Section(key="names", title="Name and description", fields=_NAMES),
        Section(key="price", title="Price and stock", fields=_PRICE),
        Section(key="care", title="Care", fields=_all("care")),
        Section(key="photos", title="Pictures", fields=(IMAGES,)),
        Section(key="trade", title="Codes and trade", fields=("sku", "gtin", *_all("trade", "external_ids"))),
        Section(key="costs", title="Supplier and cost", fields=(*_all("supplier"), "cost")),
    )
}
"""All sections by key. Together, they have every field once."""
assert sorted(name for one in SECTIONS.values() for name in one.fields) == sorted(NAMES)


def section_of(key: str, *, sees_costs: bool) -> Section | None:
    """Return a section; None if there is no such section, or only others may see it."""
    return None if key == "costs" and not sees_costs else SECTIONS.get(key)


def section_values(section: Section, form: Form) -> Values:
    """Return the values of a section in a submitted form, without fields that the form doesn't have."""
    values = {name: detail_value_in(form, name) for name in section.fields if name in form or name == TICKED}
    return values if IMAGES not in section.fields or IMAGES in form else {IMAGES: images_in(form)}


def only(section: Section, values: Mapping[str, str]) -> Values:
    """Return the values of a section's fields."""
    return {name: values[name] for name in section.fields}
