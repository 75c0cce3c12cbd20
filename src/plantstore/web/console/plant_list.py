"""The list of plants as an address asks for it: its filters, and the addresses of the list with other filters.

An address has the filters under the names that the API gives them, so that a saved view, an export and a bulk edit take
the same ones. A filter for a time may also be a date, as forms send it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from urllib.parse import parse_qsl, urlencode

from plantstore.domain.timestamps import from_datetime, to_text
from plantstore.web.api.plants.filters import FILTERS, SORT, Q

SELECTING = (Q.name, *(one.name for one in FILTERS))
"""The names of the parameters that select plants."""
SORT_DEFAULT = "-id"  # newest first: people mostly look for recently added plants
BY_INDEX = frozenset({"q", "genus", "hardiness", "supplier"})  # filters that only the search index can answer
TIMES = ("added_after", "updated_after")
HIDDEN = "filter-"  # begins the names of hidden fields that keep the filters in forms with fields of their own
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantList:
    """The filters and the sort order of a list, the id of the saved view that was opened, and what an address keeps.

    `selects` is True if a phone shows the boxes that select rows.
    """

    filters: Mapping[str, str]
    view: str = ""
    selects: bool = False

    @property
    def is_searched(self) -> bool:
        """True if only the search index can tell which plants match: it returns them in any order only if few match."""
        return not BY_INDEX.isdisjoint(self.filters)

    @property
    def is_filtered(self) -> bool:
        """True if the list has not all plants of its tab."""
        return bool(self.filters.keys() - {SORT.name, "status"})

    @property
    def query(self) -> str:
        """The filters as the query of an address, with a question mark; empty without filters."""
        return f"?{urlencode(self.filters)}" if self.filters else ""

    def changed(self, **filters: str) -> "PlantList":
        """Return the list with other filters; an empty one is removed."""
        whole = {**self.filters, **filters}
        if whole.get(SORT.name) == SORT_DEFAULT:
            whole[SORT.name] = ""
        return replace(self, filters={name: text for name, text in whole.items() if text})

    def without(self, *names: str) -> "PlantList":
        return self.changed(**dict.fromkeys(names, ""))

    def address(self, **more: str) -> str:
        """Return the address of the list, with further parameters."""
        kept = {"view": self.view, "select": "1" if self.selects else ""}
        query = urlencode({**self.filters, **{name: text for name, text in kept.items() if text}, **more})
        return "/plants" + (f"?{query}" if query else "")

    def page_address(self, page: str | None, begin: int) -> str:
        """Return the address of the page that the API has at `page`; "" if there is none.

        `begin` is the place of its first plant in the list; 0 if it is not known.
        """
        if page is None:
            return ""
        return self.address(**page_query(page), **({"from": str(begin)} if begin else {}))


def read_list(query: Mapping[str, str], zone: tzinfo) -> PlantList:
    """Return the list that the query of an address asks for."""
    given = {name: query.get(name, "").strip() for name in (*SELECTING, SORT.name)}
    times = {name: _with_time(given[name], zone) for name in TIMES}
    asked = PlantList(filters={}, view=query.get("view", ""), selects="select" in query)
    return asked.changed(**given | times)


def page_query(page: str) -> dict[str, str]:
    """Return the query parameters in the API's address of another page that are not filters: limit and cursor."""
    return {name: text for name, text in parse_qsl(page.partition("?")[2]) if name in ("limit", "cursor")}


def filters_in_form(pairs: Mapping[str, str]) -> dict[str, str]:
    """Return the filters that a form keeps in hidden fields."""
    return {name: pairs[HIDDEN + name] for name in (*SELECTING, SORT.name) if pairs.get(HIDDEN + name)}


def _with_time(text: str, zone: tzinfo) -> str:
    """Return the beginning of a day as RFC 3339, and any other text as it is: the API says what is wrong with it."""
    if _DATE.fullmatch(text) is None:
        return text
    try:
        return to_text(from_datetime(datetime.fromisoformat(text).replace(tzinfo=zone)))
    except ValueError:
        return text
