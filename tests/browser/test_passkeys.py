"""Passkeys in a real browser, with its virtual authenticator: from an invitation to a recovery."""

from contextlib import closing
from pathlib import Path

import apsw
import pytest
from playwright.sync_api import Page, expect

from plantstore.domain.timestamps import SECOND_US
from tests.browser.authenticator import a_device, invite
from tests.browser.doing import fill, follow, press, reads
from tests.browser.kinds import Kinds
from tests.browser.looking import barriers, contrast
from tests.browser.serving import Store
from tests.browser.visitors import Visitors

SIGN_IN_CLICKS_MAX = 3
_COUNT_CLICKS = """
addEventListener("click", () => sessionStorage.setItem("clicks", 1 + Number(sessionStorage.getItem("clicks"))), true);
addEventListener("keydown", () => sessionStorage.setItem("keys", "typed"), true);
"""


def sign_out(page: Page) -> None:
    page.locator("header summary").click()
    press(page, "Sign out", within="header")
    reads(page, "You've signed out.")


@pytest.fixture
def window(visitors: Visitors) -> Page:
    return visitors.come(signed_in=False)


def test_from_the_invitation_to_signing_in_without_typing(visitors: Visitors, window: Page, store: Store) -> None:
    _, link = invite(store, "Shop assistant", "staff")
    device = a_device(window)

    window.goto(link)
    reads(window, "has invited you to this Plant Store as Staff")
    press(window, "Create a passkey")
    window.goto("/plants/new")
    fill(window, name="Aloe polyphylla", price="12.00")
    press(window, "Save as draft")
    sign_out(window)

    window.context.add_init_script(_COUNT_CLICKS)
    window.goto("/sign-in")
    press(window, "Sign in with a passkey")
    expect(window.locator("header .menu summary")).to_contain_text("Shop assistant")
    clicks = int(window.evaluate("sessionStorage.getItem('clicks')"))
    assert (clicks, window.evaluate("sessionStorage.getItem('keys')")) == (1, None)
    assert clicks <= SIGN_IN_CLICKS_MAX
    [credential] = device.credentials()
    assert (credential["rpId"], credential["isResidentCredential"]) == ("localhost", True)


def test_a_lost_passkey_is_replaced_through_a_recovery_link(visitors: Visitors, window: Page, store: Store) -> None:
    person, link = invite(store, "Buyer", "staff")
    device = a_device(window)
    window.goto(link)
    press(window, "Create a passkey")
    sign_out(window)
    device.forget()

    window.get_by_role("button", name="Sign in with a passkey").click()
    expect(window.locator("[data-passkey-problem]")).to_contain_text("No passkey was used")
    recovery = store.ask("POST", f"/people/{person}/links", {"kind": "recovery"})
    window.goto(recovery["url"])
    press(window, "Create a passkey")
    window.goto("/account/passkeys")
    assert window.locator("tbody tr").count() == 2
    window.locator("tbody tr").first.get_by_role("link", name="Remove").click()
    assert "only passkey" not in window.locator("main").inner_text()
    press(window, "Remove passkey")
    sign_out(window)
    press(window, "Sign in with a passkey")
    expect(window.locator("header .menu summary")).to_contain_text("Buyer")


def test_a_person_has_several_passkeys(visitors: Visitors, window: Page, store: Store) -> None:
    _, link = invite(store, "Web agency", "integrator")
    visitors.expected |= {422}
    device = a_device(window)
    window.goto(link)
    press(window, "Create a passkey")

    window.goto("/account/passkeys")
    press(window, "Add a passkey")
    window.get_by_role("button", name="Create a passkey").click()
    expect(window.locator("[data-passkey-problem]")).to_contain_text("This device already has a passkey of yours")
    device.cdp.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": device.id})
    phone = a_device(window)
    fill(window, passkey_name="Phone <b>")
    press(window, "Create a passkey")
    reads(window, "Your passkey was created.")
    row = window.locator("tbody tr").filter(has_text="Phone <b>")
    row.get_by_text("Rename").click()
    row.locator("input[name=name]").fill("Old phone")
    press(window, "Save")
    reads(window, "Old phone")
    assert len(phone.credentials()) == 1
    follow(window, "Remove Old phone")
    press(window, "Remove passkey")
    assert window.locator("tbody tr").count() == 1


def test_a_device_that_does_not_verify_its_user_signs_nobody_in(visitors: Visitors, window: Page, store: Store) -> None:
    _, link = invite(store, "Temporary help", "staff")
    device = a_device(window)
    window.goto(link)
    device.verify(False)

    window.get_by_role("button", name="Create a passkey").click()
    expect(window.locator("[data-passkey-problem]")).to_contain_text("No passkey was used")
    device.verify(True)
    press(window, "Create a passkey")
    sign_out(window)
    device.verify(False)
    window.get_by_role("button", name="Sign in with a passkey").click()
    expect(window.locator("[data-passkey-problem]")).to_contain_text("No passkey was used")
    assert window.get_by_role("button", name="Sign in with a passkey").is_enabled()


def test_a_store_that_cannot_be_reached_or_refuses_is_named(visitors: Visitors, window: Page) -> None:
    visitors.expected |= {403}
    window.goto("/sign-in")
    button, problem = window.get_by_role("button", name="Sign in with a passkey"), "[data-passkey-problem]"

    window.route("**/passkeys/options", lambda route: route.fulfill(status=403, body="<h1>no</h1>"))
    button.click()
    expect(window.locator(problem)).to_contain_text("The store refused this.")
    window.unroute("**/passkeys/options")
    window.route("**/passkeys/options", lambda route: route.abort())
    button.click()
    expect(window.locator(problem)).to_contain_text("The store can't be reached.")
    assert button.is_enabled()
    visitors.complaints[:] = [one for one in visitors.complaints if "ERR_FAILED" not in one]


def let_the_last_sign_in_age(store: Store) -> None:
    """Move the newest session six minutes into the past, in the store's database."""
    with closing(apsw.Connection(str(store.data / "plantstore.db"))) as connection:
        connection.set_busy_timeout(10_000)
        connection.execute(
            "UPDATE sessions SET opened_at = opened_at - ?1, proved_at = proved_at - ?1 "
            "WHERE hash = (SELECT hash FROM sessions ORDER BY opened_at DESC LIMIT 1)",
            (6 * 60 * SECOND_US,),
        )


def test_confirming_with_a_passkey_keeps_the_form(visitors: Visitors, window: Page, store: Store) -> None:
    _, link = invite(store, "Second owner")
    visitors.expected |= {401}
    a_device(window)
    window.goto(link)
    press(window, "Create a passkey")
    window.goto("/tokens/new")
    fill(window, name="For <b>the</b> till")
    let_the_last_sign_in_age(store)

    press(window, "Create token")
    reads(window, "Confirm it's you")
    assert barriers(window) == []
    press(window, "Confirm with your passkey")

    reads(window, "pst_")
    reads(window, "For <b>the</b> till")


def test_pages_of_passkeys_have_no_barriers(visitors: Visitors, window: Page, store: Store, tmp_path: Path) -> None:
    _, link = invite(store, "Store owner")
    a_device(window)
    window.goto(link)
    press(window, "Create a passkey")
    window.goto("/account/passkeys")
    removal = window.locator("tbody tr").get_by_role("link", name="Remove").get_attribute("href")
    pages = ["/account/passkeys", "/account/passkeys/new", str(removal)]

    for scheme in ("light", "dark"):
        kinds = Kinds(tmp_path / scheme)
        window.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        for path in pages:
            window.set_viewport_size({"width": 1280, "height": 900})
            window.goto(path)
            assert barriers(window) == []
            assert contrast(window, kinds) == []
            for width in (390, 320):
                window.set_viewport_size({"width": width, "height": 900})
                assert window.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
