"""Every page of the console."""

from plantstore.web.console.page import Page
from plantstore.web.console.views import (
    activity,
    deliveries,
    delivery,
    events,
    health,
    overview,
    plants,
    retrying,
    shortcuts,
    signing_in,
    tokens,
    verify,
)

PAGES: tuple[Page, ...] = (
    *signing_in.PAGES,
    *overview.PAGES,
    *plants.PAGES,
    *deliveries.PAGES,
    *retrying.PAGES,
    *delivery.PAGES,
    *events.PAGES,
    *verify.PAGES,
    *tokens.PAGES,
    *activity.PAGES,
    *health.PAGES,
    *shortcuts.PAGES,
)
