"""People with passkeys at browsers, for tests of pages: what `passkeys.js` does, with an authenticator in software."""

import json
from typing import Any
from urllib.parse import urlencode

import httpx

from plantstore.domain.person import Person, Role
from plantstore.domain.session import SignInWay
from plantstore.storage.tables import people
from plantstore.web.auth import sessions
from tests.makers import a_person
from tests.web.auth.software_authenticator import SoftwareAuthenticator
from tests.web.console.browsing import Browser, Page
from tests.web.harness import BASE_URL, Site

STORE = "http://localhost"
KEY = "plantstore-80"
FORM = "application/x-www-form-urlencoded"
OURS = {"origin": BASE_URL, "content-type": FORM}


def add_person(site: Site, name: str = "Shop assistant", role: Role = Role.STAFF, **changes: Any) -> Person:
    person = a_person(site.dependencies.ids.person(), name=name, role=role, **changes)
    site.write(lambda tx: people.insert(tx, person))
    return person


def a_device(**changes: Any) -> SoftwareAuthenticator:
    return SoftwareAuthenticator(**({"rp_id": "localhost", "origin": STORE} | changes))


def sit_down(site: Site, person: Person) -> Browser:
    """Open a browser in which a person is signed in by a link."""
    opened = site.write(
        lambda tx: sessions.open_for_person(tx, person, way=SignInWay.LINK, random_bytes=site.random_bytes)
    )
    browser = Browser(site, sign_in=False, token=site.operator)
    browser.cookies.set(KEY, opened.key.reveal(), domain="store.example")
    return browser


def a_stranger(site: Site) -> Browser:
    return Browser(site, sign_in=False, token=site.operator)


def holder(site: Site, **changes: Any) -> tuple[Person, SoftwareAuthenticator]:
    """Add a person who has a passkey."""
    person, device = add_person(site, **changes), a_device(credential_id=site.random_bytes(20))
    assert create(sit_down(site, person), device, passkey_name="Phone").status == httpx.codes.OK
    return person, device


def ask(browser: Browser, purpose: str, **fields: str) -> httpx.Response:
    """Ask for the options of a ceremony, as the script does."""
    return browser._send("/passkeys/options", urlencode({"purpose": purpose} | fields).encode(), FORM)


def ticket_of(browser: Browser) -> str:
    return browser.get("/shortcuts").form("/sign-out").values["ticket"]


def create(browser: Browser, device: SoftwareAuthenticator, **fields: str) -> Page:
    """Add a passkey to the account of the person who is signed in."""
    ticket = ticket_of(browser)
    options = ask(browser, "create", ticket=ticket).json()
    made = json.dumps(device.create(options))
    return send(browser, "/account/passkeys", passkey=made, ticket=ticket, **fields)


def sign_in(browser: Browser, device: SoftwareAuthenticator, **fields: str) -> Page:
    options = ask(browser, "sign-in").json()
    return send(browser, "/sign-in", passkey=json.dumps(device.get(options)), **fields)


def send(browser: Browser, path: str, **fields: str) -> Page:
    return browser.post(path, urlencode(fields).encode(), FORM)
