"""Converts a Google Merchant feed in XML, RSS 2.0 or Atom, to a table of its items.

The XML comes from strangers: it is read in chunks, a document type is refused, so that there are no entities, and the
depth and the size of each part are limited.
"""

import csv
import os
from collections.abc import Callable
from pathlib import Path
from xml.parsers import expat

from plantstore.catalogue.imports.shops.merchant_feed import ATTRIBUTES
from plantstore.catalogue.imports.text_files.csv_records import CELL_CHARS_MAX
from plantstore.catalogue.imports.text_files.encodings import not_a_list
from plantstore.storage.engine import durable_files

DEPTH_MAX = 12  # max depth of elements; a feed has five levels
TAG_BYTES_MAX = 1 << 20  # max size of a part that the parser must keep in memory, such as a tag
_CHUNK_BYTES = 1 << 16
_GOOGLE = "http://base.google.com/ns/1.0"
_ATOM = "http://www.w3.org/2005/Atom"
_ROOTS = {"rss": "item", "feed": "entry"}
_BEGINNINGS = (b"<?xml", b"<rss", b"<feed", b"<!--", b"<!DOCTYPE", b"<!doctype")
_ALWAYS = frozenset({"id", "title", "link", "image_link", "availability", "price"})
_PLAIN = {"title": "title", "link": "link", "description": "description", "summary": "description"}
_LISTED = "additional_image_link"
_NOT_A_FEED = "This XML file is not a Google Merchant feed. Save the list as .xlsx or CSV."

Item = dict[str, str]


def looks_like_xml(path: Path) -> bool:
    """True if a file begins as XML does."""
    with path.open("rb") as stream:
        head = stream.read(64).removeprefix(b"\xef\xbb\xbf")
    text = head.decode("utf-16", errors="replace").encode() if head[:2] in (b"\xff\xfe", b"\xfe\xff") else head
    return text.lstrip().startswith(_BEGINNINGS)


def convert(path: Path, table: Path) -> None:
    """Write the items of a feed to `table` as CSV in UTF-8. Raise Invalid if the file is not a feed that can be read.

    The table has the attributes that occur. An item that repeats one has its first text, but all additional images.
    """
    found: set[str] = set()
    _parse(path, lambda item: found.update(item))
    if not found:
        raise not_a_list("The feed has no items.")
    columns = [name for name in ATTRIBUTES if name in found | _ALWAYS]
    with os.fdopen(durable_files.create_private(table), "w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(columns)
        _parse(path, lambda item: writer.writerow([item.get(name, "") for name in columns]))


def _parse(path: Path, add: Callable[[Item], object]) -> None:
    reader = _Reader(add)
    parser = reader.parser
    fed = 0
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK_BYTES):
                parser.Parse(chunk, False)
                fed += len(chunk)
                if fed - parser.CurrentByteIndex > TAG_BYTES_MAX:
                    raise not_a_list(f"A tag of this XML file has more than {TAG_BYTES_MAX:,} bytes.")
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        detail = expat.errors.messages.get(error.code, "it is malformed")
        raise not_a_list(f"This XML file cannot be read: {detail}, on line {error.lineno:,}.") from error
    except (
        LookupError,
        ValueError,
    ) as error:  # the encoding that the file declares: pyexpat looks it up as Python does
        raise not_a_list("This XML file declares an encoding that cannot be read. Save it in UTF-8.") from error


class _Reader:
    """Collects the attributes of each item, and passes the item to `add` at its end."""

    def __init__(self, add: Callable[[Item], object]) -> None:
        self._add = add
        self._open: list[str] = []
        self._item: Item | None = None
        self._item_depth = 0
        self._item_name = ""
        self._google: set[str] = set()  # attributes of the item that came from Google's namespace, which win
        self._text: list[str] = []
        self._length = 0
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        self.parser = parser

    def _refuse_doctype(self, *_: object) -> None:
        raise not_a_list("This XML file has a document type (DOCTYPE), which is not allowed.")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= DEPTH_MAX:
            raise not_a_list(f"The elements of this XML file are nested more than {DEPTH_MAX} levels deep.")
        space, _, local = name.rpartition(" ")
        if not self._open:
            if local not in _ROOTS:
                raise not_a_list(_NOT_A_FEED)
            self._item_name = _ROOTS[local]
        self._open.append(name)
        if self._item is None and local == self._item_name and space != _GOOGLE:
            self._item, self._item_depth = {}, len(self._open)
            self._google = set()
        elif self._item is not None and len(self._open) == self._item_depth + 1:
            self._text, self._length = [], 0
            if space == _ATOM and local == "link" and "href" in attributes:
                self._characters(attributes["href"])

    def _characters(self, text: str) -> None:
        """Collect text, but not much more than a cell may have: the check of the table then reports it."""
        if self._item is not None and self._length <= CELL_CHARS_MAX:
            self._text.append(text[: CELL_CHARS_MAX + 1 - self._length])
            self._length += len(text)

    def _end(self, name: str) -> None:
        depth = len(self._open)
        self._open.pop()
        if self._item is None:
            return
        if depth == self._item_depth:
            self._add(self._item)
            self._item = None
        elif depth == self._item_depth + 1:
            self._set(name, "".join(self._text).strip())

    def _set(self, name: str, text: str) -> None:
        assert self._item is not None
        space, _, local = name.rpartition(" ")
        is_google = space == _GOOGLE
        attribute = local if is_google else _PLAIN.get(local, "")
        if attribute not in ATTRIBUTES or not text:
            return
        if attribute == _LISTED and attribute in self._item:
            text = f"{self._item[attribute]},{text}"[: CELL_CHARS_MAX + 1]
        elif attribute in self._item and (not is_google or attribute in self._google):
            return
        self._item[attribute] = text
        if is_google:
            self._google.add(attribute)
