"""What people do on pages, in few words."""

import re

from playwright.sync_api import Page, expect

from plantstore.web.console.routes import PAGES


def press(page: Page, words: str, *, within: str = "main") -> None:
    """Press the button with these words, and arrive where it leads."""
    with page.expect_navigation():
        page.locator(within).get_by_role("button", name=words).first.click()


def follow(page: Page, words: str, *, within: str = "main") -> None:
    """Click the link with these words, and arrive where it leads."""
    with page.expect_navigation():
        page.locator(within).get_by_role("link", name=words).first.click()


def fill(page: Page, **values: str) -> None:
    """Type into the fields with these names."""
    for name, value in values.items():
        page.locator(f"main [name={name}]").first.fill(value)


def reads(page: Page, words: str) -> None:
    """Wait until the page says so."""
    expect(page.locator("main")).to_contain_text(words)


def posted_to(url: str) -> str:
    """The page, as it is declared, whose form was sent to this address."""
    path = "/" + url.split("/", 3)[3].partition("?")[0]
    fits = [
        page.path
        for page in PAGES
        if page.method == "POST" and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", page.path), path)
    ]
    return min(fits, key=lambda one: one.count("{"))
