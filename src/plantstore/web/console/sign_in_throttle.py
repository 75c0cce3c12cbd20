"""Limits sign-ins: over plain HTTP to this machine by default, and by failed attempts per client address."""

import ipaddress

from plantstore.domain.errors import Forbidden
from plantstore.receivers.ephemeral import proxy_headers
from plantstore.web.auth.rate_limit import Buckets, network_of_request
from plantstore.web.console.cookies import is_https
from plantstore.web.http.dependencies import Dependencies
from plantstore.web.http.problems import Refused, TooMany
from plantstore.web.http.request import Request

STARTS_MAX = 20  # max sign-ins by OpenID Connect that begin per minute and client address
SIGN_INS_MAX = 5  # max failed attempts per minute and client address
_HERE = "this machine"
_NOT_HERE = (
    "Over plain HTTP, you can only sign in on the machine where Plant Store runs: others could read your token. "
    "Serve Plant Store over https (PLANTSTORE_BASE_URL), or set PLANTSTORE_CONSOLE_HTTP=anywhere."
)


class SignInThrottle:
    """Limits failed sign-ins per client address, and sign-ins over plain HTTP."""

    def __init__(self, dependencies: Dependencies) -> None:
        self._dependencies = dependencies
        self._failed = Buckets(SIGN_INS_MAX)
        self._starts = Buckets(STARTS_MAX)

    def check(self, request: Request) -> None:
        """Raise Forbidden if sign-in over plain HTTP is limited to this machine and the browser runs elsewhere."""
        settings = self._dependencies.settings
        if not is_https(settings) and settings.console_http == "loopback" and not _is_near(request):
            raise Forbidden(_NOT_HERE)

    def count_failure(self, request: Request) -> None:
        """Count a wrong token or link. Raise Refused (429) after SIGN_INS_MAX failures; correct tokens still work."""
        self._take(self._failed, request, "Too many failed sign-ins from your address.")

    def count_start(self, request: Request) -> None:
        """Count a sign-in that is stored until the provider responds. Raise Refused (429) after STARTS_MAX."""
        self._take(self._starts, request, "Too many sign-ins began at your address.")

    def _take(self, buckets: Buckets, request: Request, words: str) -> None:
        wait_s = buckets.take(self._owner(request), self._dependencies.clock.monotonic()).wait_s
        if wait_s:
            raise Refused(TooMany(f"{words} Wait {wait_s} s."), (b"retry-after", b"%d" % wait_s))

    def _owner(self, request: Request) -> str:
        return network_of_request(request, self._dependencies.settings.trusted_proxies) or _HERE


def _is_near(request: Request) -> bool:
    """True if the browser runs on this machine and the request didn't come through a proxy."""
    try:
        near = ipaddress.ip_address(request.client or "").is_loopback
    except ValueError:
        return False
    return near and not proxy_headers(name.decode("latin-1") for name in request.headers)
