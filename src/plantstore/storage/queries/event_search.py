"""Finds events by a text that people type: a plant's name, SKU or id, an event's id or number, or text of the body.

Ids and the words of plants are found by indexes, however old the event is; the text of bodies only in the newest
events, which are read and compared one by one. The text is never a pattern.
"""

import json
from dataclasses import dataclass

from plantstore.domain.plants.search_terms import terms_of
from plantstore.domain.public_ids import EVENT_PREFIX
from plantstore.storage.database import Transaction
from plantstore.storage.queries import plant_search
from plantstore.storage.queries.plant_order import Sort
from plantstore.storage.tables import events
from plantstore.storage.tables.plant_filters import PlantFilter

PLANTS_FOUND_MAX = 200  # max plants found by their words; of more, those that were created last
BODIES_READ_MAX = 2_000  # max events whose bodies are read; about 4 MB
WORDS_MAX = 8  # max words looked up in the index
_BLOCK_EVENTS = 500  # events whose bodies are read at the same time


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSearch:
    """What to search for, and where a token may look: in the words of plants, and in whole bodies or only in names.

    `floor` is the oldest event whose body is read. A list keeps it from page to page, so that pages have no gaps while
    events are added; None for the first page.
    """

    text: str
    plants: bool
    bodies: bool
    floor: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEvents:
    """The matching events, newest first.

    `floor` is the oldest event whose body was read. `all_plants` is False if more than PLANTS_FOUND_MAX plants match.
    """

    sequences: tuple[int, ...]
    floor: int
    all_plants: bool


def find(tx: Transaction, search: EventSearch, *, first: int, last: int) -> FoundEvents:
    """Return the events from `first` to `last` that match the text."""
    head = events.head(tx)
    floor = max(1, head - BODIES_READ_MAX + 1) if search.floor is None else search.floor
    by_words, all_plants = _by_words(tx, search)
    found = _by_id(tx, search.text, head) | by_words | _by_body(tx, search, first=max(first, floor), last=last)
    sequences = sorted((one for one in found if first <= one <= last), reverse=True)
    return FoundEvents(sequences=tuple(sequences), floor=floor, all_plants=all_plants)


def _by_id(tx: Transaction, text: str, head: int) -> set[int]:
    """Return the events whose id, number or plant's id is the text."""
    found = events.find_sequence(tx, text)
    by_number = {found} if found is not None else set[int]()
    if text.isascii() and text.isdigit() and len(text) <= len(str(2**53)):
        number = int(text)
        by_number |= set(events.sequences_of_plants(tx, [number]))
        by_number |= {number} if 1 <= number <= head else set()
    return by_number


def _by_words(tx: Transaction, search: EventSearch) -> tuple[set[int], bool]:
    """Return the events of plants that have the words now, and whether these are all such plants."""
    words = terms_of(search.text)
    if not search.plants or not words or len(words) > WORDS_MAX:
        return set(), True
    page = plant_search.page(tx, PlantFilter(words=words), sort=Sort.ID_DOWN, limit=PLANTS_FOUND_MAX)
    sequences = events.sequences_of_plants(tx, [plant.id for plant in page.plants])
    return set(sequences), page.following is None


def _by_body(tx: Transaction, search: EventSearch, *, first: int, last: int) -> set[int]:
    """Return the events from `first` to `last` whose body, id or plant's name has the text; case does not matter.

    The text is compared as typed, and as it is written in JSON, where a quote has a backslash before it.
    """
    plain = search.text.casefold()
    needles = {plain, json.dumps(search.text, ensure_ascii=False)[1:-1].casefold()}
    is_id = plain.startswith(EVENT_PREFIX)  # short texts are parts of some ids by chance
    found = set[int]()
    for begin in range(first, last + 1, _BLOCK_EVENTS):
        for sequence, id, body in events.bodies(
            tx, first=begin, last=min(last, begin + _BLOCK_EVENTS - 1), whole=search.bodies
        ):
            text = _readable(body, whole=search.bodies)
            if (is_id and plain in id) or any(needle in text for needle in needles):
                found.add(sequence)
    return found


def _readable(body: bytes, *, whole: bool) -> str:
    """Return the text to search: the whole body, or only the plant's name."""
    if whole or not body:
        return body.decode().casefold()
    return str(json.loads(body)["name"]).casefold()
