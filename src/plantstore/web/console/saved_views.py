"""The saved views of the list of plants: which of them are tabs, which one is open, and whether it was changed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_list import PlantList

TABS_MAX = 4  # more views are in a menu next to the tabs


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewTabs:
    """The saved views above a list: `tabs` and the `others`, each with its address. `opened` is the open one, or None.

    `is_changed` is True if the list has other filters or another order than the open view.
    """

    tabs: Sequence[tuple[ApiAnswer, str]]
    others: Sequence[tuple[ApiAnswer, str]]
    opened: ApiAnswer | None
    is_changed: bool


async def view_tabs(request: PageRequest, listing: PlantList) -> ViewTabs:
    """Return the views above a list. The open one is that which the address names, or one with the same filters."""
    views = (await request.api.call("listPlantViews"))["items"]
    named = (one for one in views if one["id"] == listing.view)
    same = (one for one in views if one["query"] == listing.filters)
    opened = next(named, None) or next(same, None)
    first = views[:TABS_MAX]
    if opened is not None and opened not in first:
        first = [*first[:-1], opened]
    return ViewTabs(
        tabs=[(one, address_of(one)) for one in first],
        others=[(one, address_of(one)) for one in views if one not in first],
        opened=opened,
        is_changed=opened is not None and opened["query"] != listing.filters,
    )


def address_of(view: ApiAnswer) -> str:
    """Return the address of the list with the filters of a view."""
    return PlantList(filters=view["query"], view=view["id"]).address()


def opened_as(listing: PlantList, tabs: ViewTabs) -> PlantList:
    """Return the list with the id of the view that is open; without one if it was deleted."""
    return replace(listing, view="" if tabs.opened is None else tabs.opened["id"])
