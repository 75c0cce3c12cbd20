"""Every page of the console."""

from plantstore.web.console.page import Page
from plantstore.web.console.views import overview, plants, shortcuts, signing_in

PAGES: tuple[Page, ...] = (
    *signing_in.PAGES,
    *overview.PAGES,
    *plants.PAGES,
    *shortcuts.PAGES,
)
