"""Every page of the console."""

from plantstore.web.console.page import Page
from plantstore.web.console.views import activity, health, overview, plants, shortcuts, signing_in, tokens

PAGES: tuple[Page, ...] = (
    *signing_in.PAGES,
    *overview.PAGES,
    *plants.PAGES,
    *tokens.PAGES,
    *activity.PAGES,
    *health.PAGES,
    *shortcuts.PAGES,
)
