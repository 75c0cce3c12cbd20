"""Which start page a person gets: it follows from what their token permits."""

from collections.abc import Callable
from enum import StrEnum


class StartPage(StrEnum):
    """A start page. The value is its name in the navigation."""

    OVERVIEW = "Overview"
    TODAY = "Today"
    RECEIVERS = "Start"
    BARE = "Home"


def start_page(may: Callable[[str], bool]) -> StartPage:
    """Return the start page of a token; `may` says whether the token permits an API operation.

    Operators see the whole store, staff the plants that need attention, integrators their receivers.
    """
    if may("showStatus"):
        return StartPage.OVERVIEW
    if may("listPlants") and may("addPlant"):
        return StartPage.TODAY
    if may("listReceivers") or may("showDeliveryStats"):
        return StartPage.RECEIVERS
    return StartPage.TODAY if may("listPlants") else StartPage.BARE
