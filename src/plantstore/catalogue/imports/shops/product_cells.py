"""The cells of a row in another shop program's export, by name, so that they can be changed before they are read."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from plantstore.catalogue.imports.text_files.csv_records import Record
from plantstore.domain.plants.image import IMAGES_MAX

Image = Mapping[str, str]


class Cells:
    """A row's cells by the names in `places`. A name without a column has an empty cell, and keeps what is set."""

    def __init__(self, record: Record, places: Mapping[str, int], width: int) -> None:
        self.record = record
        self.places = places
        self._cells = record.cells + [""] * (width - len(record.cells))
        self._others: dict[str, str] = {}
        self._note = ""

    def __getitem__(self, name: str) -> str:
        place = self.places.get(name)
        return self._others.get(name, "") if place is None else self._cells[place].strip()

    def __setitem__(self, name: str, text: str) -> None:
        place = self.places.get(name)
        if place is None:
            self._others[name] = text
        else:
            self._cells[place] = text

    def images(self, name: str, alt: str = "", *, separators: str = " |") -> list[Image]:
        """Return the images of the addresses in a cell, all with the text `alt`."""
        text = self[name]
        for separator in separators:
            text = text.replace(separator, "\n")
        return [{"url": url, "alt": alt} if alt else {"url": url} for url in text.split()]

    def set_images(self, name: str, images: Sequence[Image]) -> None:
        """Set a cell to the first IMAGES_MAX images, as a JSON list without repetitions, and note if there are more."""
        unique: dict[str, Image] = {}
        for image in images:
            unique.setdefault(image["url"], image)
        kept = list(unique.values())[:IMAGES_MAX]
        self[name] = json.dumps(kept, ensure_ascii=False) if kept else ""
        if len(unique) > IMAGES_MAX:
            self._note = f"The product has {len(unique):,} images. The first {IMAGES_MAX} are kept."

    def as_record(self) -> Record:
        """Return the record with the changed cells."""
        return replace(self.record, cells=self._cells, note=self._note)
