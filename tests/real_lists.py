"""Real lists of plants, which are not part of the project: the variable PLANT_LISTS names their folder."""

import os
from pathlib import Path

FOLDER = Path(os.environ["PLANT_LISTS"]) if os.environ.get("PLANT_LISTS") else None
SUPPLIER = "synthetic_supplier/availability_wk17.csv"
SUPPLIER_KEY = "synthetic_supplier/expected.tsv"
NAMES = "usda_plants/plants.csv"
CHARACTERISTICS = "usda_plants/plant_characteristics.csv"
NAMES_ROWS = 32_800


def real_list(name: str) -> Path | None:
    """Return the path of a list; None if it is missing."""
    path = FOLDER / name if FOLDER is not None else None
    return path if path is not None and path.exists() else None
