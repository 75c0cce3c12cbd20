"""The plants of the demo: real ones, from a file of the package, checked as strictly as any client's."""

import json
from importlib import resources

from plantstore.domain.plant import check_fields

FILE = "plants.json"
CURRENCY = "EUR"  # of prices that name none; the file has no prices


def load_plants() -> list[dict[str, object]]:
    """Read the catalogue in its order, which mixes all kinds; Invalid when the file breaks a rule of the store."""
    text = (resources.files(__package__) / FILE).read_text(encoding="utf-8")
    plants: list[dict[str, object]] = json.loads(text)
    for plant in plants:
        check_fields(plant, currency_default=CURRENCY)
    return plants
