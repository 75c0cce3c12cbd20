"""Signing in with a real OpenID Connect provider in a real browser, with and without script.

The provider is at 127.0.0.1 and the store at localhost, so for the browser they are different sites.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.browser.authenticator import invite
from tests.browser.doing import fill, follow, press, reads
from tests.browser.kinds import Kinds
from tests.browser.looking import barriers, contrast
from tests.browser.serving import Store, a_store
from tests.openid.real_provider import PASSWORD, real_provider
from tests.openid.scripted_provider import CLIENT_ID, CLIENT_SECRET

BUTTON = "Sign in with your company account"


@dataclass
class Shop:
    """A store with a provider, and a window. `complaints` has each error in the console of a page of the store."""

    store: Store
    issuer: str
    browser: Browser
    complaints: list[str] = field(default_factory=list)

    def window(self, *, script: bool = True) -> Page:
        context = self.browser.new_context(base_url=self.store.console, java_script_enabled=script)
        context.set_default_timeout(15_000)
        context.on("console", self._note)
        return context.new_page()

    def _note(self, line: ConsoleMessage) -> None:
        at = line.page.url if line.page else ""
        if line.type in ("error", "warning") and at.startswith(self.store.console) and "status of 401" not in line.text:
            self.complaints.append(f"{at}: {line.text}")


@pytest.fixture(scope="module")
def shop(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with (
        real_provider() as issuer,
        a_store(
            tmp_path_factory.mktemp("openid"),
            openid_issuer=issuer,
            openid_client_id=CLIENT_ID,
            openid_client_secret=CLIENT_SECRET,
            openid_allow_networks="127.0.0.0/8",
        ) as store,
    ):
        yield Shop(store, issuer, browser)


def at_the_provider(page: Page, issuer: str, login: str, *, consents: bool) -> None:
    """Sign in at the provider's pages, and let the store know who it is."""
    page.wait_for_url(f"{issuer}/interaction/**")
    page.locator("[name=login]").fill(login)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[type=submit]").click()
    if consents:
        page.get_by_role("button", name="Continue").click()


def is_here(page: Page, name: str) -> None:
    expect(page.locator("header .menu summary")).to_contain_text(name)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_person_is_invited_works_signs_out_and_in_again(shop: Shop, script: bool) -> None:
    page, name = shop.window(script=script), f"Assistant {script}"
    _, link = invite(shop.store, name, "operator")

    page.goto(link)
    page.locator("main").get_by_role("button", name=BUTTON).click()
    at_the_provider(page, shop.issuer, f"shop-{script}", consents=True)
    is_here(page, name)
    assert page.url == f"{shop.store.console}/"

    page.goto("/plants/new")
    fill(page, name=f"Aloe {script}", price="12.00")
    press(page, "Save as draft")
    plant = shop.store.ask("GET", f"/plants?q=aloe%20{script}&status=draft")["items"][0]["id"]
    page.goto(f"/plants/{plant}/delete")
    fill(page, confirm=f"Aloe {script}")
    press(page, "Delete permanently")
    reads(page, "Confirm it's you")
    page.get_by_role("button", name="Confirm with your company account").click()
    at_the_provider(page, shop.issuer, f"shop-{script}", consents=False)
    expect(page.locator("main [name=confirm]")).to_have_value(f"Aloe {script}")
    press(page, "Delete permanently")
    assert shop.store.ask("GET", f"/plants?q=aloe%20{script}&status=draft")["items"] == []

    page.locator("header summary").click()
    press(page, "Sign out", within="header")
    reads(page, "You may still be signed in with your company account")
    follow(page, "Sign in again")
    page.locator("main").get_by_role("button", name=BUTTON).click()  # the provider remembers: one click
    is_here(page, name)
    page.context.close()
    assert shop.complaints == []


def test_signing_out_at_the_provider_leads_back(shop: Shop) -> None:
    page = shop.window()
    _, link = invite(shop.store, "Buyer", "staff")
    page.goto(link)
    page.locator("main").get_by_role("button", name=BUTTON).click()
    at_the_provider(page, shop.issuer, "shop-buyer", consents=True)
    is_here(page, "Buyer")

    page.locator("header summary").click()
    press(page, "Sign out", within="header")
    follow(page, "Sign out with your company account too")
    page.get_by_role("button", name="Yes, sign me out").click()

    page.wait_for_url(f"{shop.store.console}/sign-in**")
    page.locator("main").get_by_role("button", name=BUTTON).click()
    page.wait_for_url(f"{shop.issuer}/interaction/**")
    page.context.close()
    assert shop.complaints == []


def test_a_person_links_and_unlinks_an_account_without_script(shop: Shop) -> None:
    page = shop.window(script=False)
    _, link = invite(shop.store, "Gardener", "staff")
    page.goto(link)
    press(page, "Continue without a passkey")
    page.goto("/account")
    page.locator("main").get_by_role("button", name="Link it").click()
    at_the_provider(page, shop.issuer, "shop-gardener", consents=True)
    reads(page, "Linked: the button on the sign-in page signs you in.")
    assert page.url == f"{shop.store.console}/account"

    follow(page, "Unlink shop-gardener")
    reads(page, "There is no passkey and no other account.")
    press(page, "Unlink account")
    reads(page, "Confirm it's you")
    page.get_by_role("button", name="Confirm with your company account").click()
    at_the_provider(page, shop.issuer, "shop-gardener", consents=False)
    press(page, "Unlink account")
    reads(page, "The account was unlinked, and 1 session ended.")
    page.context.close()
    assert shop.complaints == []


def test_an_operator_unlinks_the_account_of_a_person_without_script(shop: Shop) -> None:
    page = shop.window(script=False)
    person, link = invite(shop.store, "Left the shop", "staff")
    page.goto(link)
    page.locator("main").get_by_role("button", name=BUTTON).click()
    at_the_provider(page, shop.issuer, "shop-left", consents=True)
    is_here(page, "Left the shop")
    operator = shop.window(script=False)
    operator.goto(invite(shop.store, "Unlinks accounts", "operator")[1])
    press(operator, "Continue without a passkey")
    operator.goto(f"/people/{person}")

    follow(operator, "Unlink shop-left")
    press(operator, "Unlink account")

    reads(operator, "The account was unlinked, and 1 session ended.")
    page.goto("/account")
    assert "/sign-in" in page.url
    page.context.close()
    operator.context.close()
    assert shop.complaints == []


def test_pages_of_linked_accounts_have_no_barriers(shop: Shop, tmp_path: Path) -> None:
    page = shop.window()
    person, link = invite(shop.store, "Owner of a shop with a long name", "operator")
    page.goto(link)
    page.locator("main").get_by_role("button", name=BUTTON).click()
    at_the_provider(page, shop.issuer, "shop-owner", consents=True)
    is_here(page, "Owner")
    page.goto("/account")
    unlinking = str(page.get_by_role("link", name="Unlink").get_attribute("href"))
    others = f"/people/{person}{unlinking.removeprefix('/account')}"

    for scheme in ("light", "dark"):
        kinds = Kinds(tmp_path / scheme)
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        for path in ("/account", unlinking, f"/people/{person}", others):
            page.set_viewport_size({"width": 1440, "height": 900})
            page.goto(path)
            assert barriers(page) == []
            assert contrast(page, kinds) == []
            for width in (390, 320):
                page.set_viewport_size({"width": width, "height": 900})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
    page.context.close()
    assert shop.complaints == []


def test_the_pages_are_for_everyone(shop: Shop, tmp_path: Path) -> None:
    page = shop.window()

    page.goto("/sign-in")
    assert barriers(page) == [] and contrast(page, Kinds(tmp_path / "kinds")) == []
    page.goto("/sign-in/openid/callback?state=forged&code=x")
    reads(page, "This sign-in has ended, or began in another browser")
    assert barriers(page) == [] and contrast(page, Kinds(tmp_path / "kinds")) == []
    page.context.close()
