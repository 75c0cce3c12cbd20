"""Every page of the console."""

from plantstore.web.console.page import Page
from plantstore.web.console.views import (
    activity,
    deliveries,
    delivery,
    events,
    health,
    imports,
    overview,
    plant,
    plant_import,
    plant_new,
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
    *plant.PAGES,
    *imports.PAGES,
    *deliveries.PAGES,
    *retrying.PAGES,
    *delivery.PAGES,
    *events.PAGES,
    *verify.PAGES,
    *tokens.PAGES,
    *activity.PAGES,
    *health.PAGES,
    *shortcuts.PAGES,
    *plant_import.PAGES,
    *plant_new.PAGES,
)
