"""Chromium's virtual authenticator, and people who are invited to use it."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.browser.serving import Store

INTERNAL = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@dataclass
class Device:
    """The authenticator of one window."""

    cdp: CDPSession
    id: str

    def verify(self, is_user_verified: bool) -> None:
        self.cdp.send("WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": is_user_verified})

    def credentials(self) -> list[dict[str, Any]]:
        found = self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        return list(found["credentials"])

    def forget(self) -> None:
        """Lose the device: a new one is in its place."""
        self.cdp.send("WebAuthn.clearCredentials", {"authenticatorId": self.id})


def a_device(page: Page) -> Device:
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    added = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": INTERNAL})
    return Device(cdp, str(added["authenticatorId"]))


def invite(store: Store, name: str, role: str = "operator") -> tuple[str, str]:
    """Invite a person; return their id and the address of the link."""
    made = store.ask("POST", "/people", {"name": name, "role": role})
    return made["id"], made["invitation"]["url"]
