"""The plants that were chosen in the list of plants: by their ids, or as all plants that match the list's filters.

An address carries the choice from the list to the pages for bulk edits, exports and labels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from functools import partial
from urllib.parse import urlencode

from plantstore.domain.errors import Malformed
from plantstore.domain.plants.plant import ID_MAX
from plantstore.storage.database import Transaction
from plantstore.storage.tables import plants as plants_table
from plantstore.web.api.plants.filters import SORT
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_filters import words_of
from plantstore.web.console.plant_list import SELECTING
from plantstore.web.http.percent_encoding import QUERY_BYTES_MAX

SELECTED_MAX = 1_000  # max ids in an address: with ids of seven digits it has 8,000 characters
IDS, ALL, YES = "ids", "all", "yes"
FILTERS = frozenset(SELECTING)
FIRST_PLANTS = 5  # plants that a page shows of the selection
_ID_DIGITS = len(str(ID_MAX))
_TOO_LONG = f"This selection is longer than {QUERY_BYTES_MAX:,} characters. Select fewer plants, or use a filter."


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Plants by their ids; without ids, all plants that match the filters. `sort` is the order of the list.

    `is_all` distinguishes "every plant" from a selection in which nothing was chosen.
    """

    ids: tuple[int, ...] = ()
    filters: Mapping[str, str] = field(default_factory=dict)
    sort: str = ""
    is_all: bool = False

    @property
    def is_empty(self) -> bool:
        """True if nothing was chosen."""
        return not (self.ids or self.filters or self.is_all)

    @property
    def query(self) -> dict[str, str]:
        """Return the selection as parameters of the API's list of plants, or its ids."""
        if self.ids:
            return {IDS: ",".join(map(str, self.ids))}
        return {**self.filters, **({SORT.name: self.sort} if self.sort else {})}

    def address(self, path: str, **more: str) -> str:
        """Return the address of the page at `path` with this selection. Raise Malformed if it would be too long."""
        of_all = {ALL: YES} if self.is_all and not self.ids else {}
        query = urlencode({**self.query, **of_all, **more}, safe=",")
        if len(query) > QUERY_BYTES_MAX:
            raise Malformed(_TOO_LONG)
        return path + (f"?{query}" if query else "")


def read_selection(given: Mapping[str, str], *, others: Sequence[str] = ()) -> Selection:
    """Return the selection in the parameters of an address. `others` are the page's own parameters.

    Raise Malformed for anything else: a filter that is not understood must never select more plants than were meant.
    """
    unknown = sorted(given.keys() - FILTERS - {IDS, ALL, SORT.name, *others})
    if unknown:
        raise Malformed(f"There is no filter “{unknown[0][:40]}”. Go back to the list of plants and select again.")
    filters = {name: text for name, value in given.items() if name in FILTERS and (text := value.strip())}
    ids = read_ids(given[IDS].split(",")) if given.get(IDS) else ()
    if ids and filters:
        raise Malformed("Select plants by their ids or by filters, not both.")
    return Selection(ids=ids, filters=filters, sort=given.get(SORT.name, ""), is_all=given.get(ALL) == YES)


def read_ids(texts: Sequence[str]) -> tuple[int, ...]:
    """Return the ids of plants that texts contain, each once."""
    parts = [text.strip() for text in texts]
    if not all(part.isascii() and part.isdigit() and len(part) <= _ID_DIGITS for part in parts):
        raise Malformed("A selected id is not the id of a plant. Go back to the list of plants and select again.")
    ids = tuple(dict.fromkeys(map(int, parts)))
    if len(ids) > SELECTED_MAX:
        raise Malformed(
            f"You selected {len(ids):,} plants. Select at most {SELECTED_MAX:,}, or all plants that match a filter."
        )
    return ids


async def existing(request: PageRequest, selection: Selection) -> tuple[Selection, list[int]]:
    """Return the selection without the ids that no plant has, and these ids. Only the plants' ids are read."""
    if not selection.ids:
        return selection, []
    known = [one for one in selection.ids if one <= ID_MAX]
    found = await request.dependencies.database.read(partial(_existing, ids=known))
    kept = tuple(one for one in selection.ids if one in found)
    return replace(selection, ids=kept), [one for one in selection.ids if one not in found]


def _existing(tx: Transaction, ids: Sequence[int]) -> set[int]:
    return plants_table.existing(tx, ids)


async def count(request: PageRequest, selection: Selection) -> ApiAnswer:
    """Return how many plants are selected, as `count` and `is_exact`. Raise Malformed if a filter is wrong."""
    if selection.ids:
        return {"count": len(selection.ids), "is_exact": True}
    total: ApiAnswer = (await request.api.call("countPlants", query=selection.filters))["total"]
    return total


def filter_words(filters: Mapping[str, str], zone: tzinfo) -> str:
    """Return filters in words, without the sort order.

    >>> from datetime import UTC
    >>> filter_words({"tag": "shrub", "status": "active", "q": "rosa", "sku": "A-1"}, UTC)
    '“rosa”, in store, type shrub, SKU A-1'
    """
    return ", ".join(
        _phrase(label, text) for label, text in words_of(filters, zone) if label != "State" or "status" in filters
    )


def _phrase(label: str, text: str) -> str:
    if label == "State":
        return text.lower()
    return f"“{text}”" if label == "Search" else f"{label if label.isupper() else label.lower()} {text}"
