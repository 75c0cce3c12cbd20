"""Create the client of the OpenID Connect provider, if the settings name one."""

import ssl
from typing import TYPE_CHECKING

from plantstore.core.clock import Clock
from plantstore.core.settings import Settings
from plantstore.sending.openid.place import provider_of

if TYPE_CHECKING:
    from plantstore.sending.openid.client import OpenIdClient


def openid_client(settings: Settings, *, clock: Clock, tls: ssl.SSLContext) -> "OpenIdClient | None":
    """Return a client of the OpenID Connect provider of the settings; None if they name none."""
    place = provider_of(settings)
    if place is None:
        return None
    from plantstore.sending.openid.client import OpenIdClient  # with joserfc, which takes a third of a second to import

    return OpenIdClient(place, settings, clock=clock, tls=tls)
