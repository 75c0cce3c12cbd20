"""Every page there is, with examples in place of the variable parts of its address."""

import re

from plantstore.web.console.plant_sections import SECTIONS
from plantstore.web.console.routes import PAGES
from tests.browser.shop import Shop

_PART = re.compile(r"\{(\w+)\}")
# What else is worth a look: lists with a filter, without a hit, and what is in an unusual state.
MORE: dict[str, tuple[str, ...]] = {
    "/plants": (
        "/plants?q=monstra",
        "/plants?q=nothing-is-called-so",
        "/plants?view={view}&missing=price&tag=new&price_to=90&select=1",
    ),
    "/plants/views/new": ("/plants/views/new?missing=price&sort=name",),
    "/plants/{id}": (
        *("/plants/{draft}", "/plants/{archived}", "/plants/{poison}"),
        *(f"/plants/{{plant}}?edit={key}" for key in SECTIONS),
    ),
    "/labels": ("/labels?ids={plant},{poison},{archived}",),
    "/plants/export": ("/plants/export?ids={plant},{archived},9999", "/plants/export?q=nothing-is-called-so"),
    "/bulk-edits/new": ("/bulk-edits/new?all=yes&q=hosta", "/bulk-edits/new?ids={plant},{poison},9999&do=archive"),
    "/bulk-edits/{id}": ("/bulk-edits/{checked_edit}",),
    "/receivers/{id}": ("/receivers/{resting}", "/receivers/{paused}", "/receivers/{gone}"),
    "/deliveries": (
        "/deliveries?state=exhausted",
        "/deliveries?state=cancelled",
        "/deliveries?q=hosta&answer=5xx",
        "/deliveries?q=no-such-plant",
        "/deliveries?group=event",
    ),
    "/deliveries/{event}/{receiver}": ("/deliveries/{poison_event}/{good}",),
    "/alerts/channels/new": ("/alerts/channels/new?kind=email", "/alerts/channels/new?kind=webhook"),
    "/imports/{id}": ("/imports/{waiting_import}", "/imports/{asking_import}", "/imports/{restoring_import}"),
}
INSTEAD = {"/find": "/find?q=monstera"}  # without a question it shows the list of plants
SIGNED_OUT = ("/sign-in", "/sign-in?next=/plants")  # whoever is signed in is led on
OF_PEOPLE = (  # pages of people, which test_passkeys.py and test_openid.py open
    "/account/passkeys/{id}/removal",
    "/account/accounts/{account}/unlinking",
    "/people/{id}/accounts/{account}/unlinking",
)
READ = (  # the documentation and the reference of the API: a page of each kind, and the largest ones
    "/docs",
    "/docs/receiving",
    "/docs/cli-reference",
    "/docs/cli-plants",
    "/docs/search",
    "/docs/search?q=retry",
    "/docs/search?q=zebra",
    "/docs/errors/",
    "/docs/errors/conflict",
    "/api/docs",
    "/api/docs/receivers",
    "/api/docs/webhook",
    "/api/docs/operational-events",
)
OF_MESSAGES = ("/alerts/acknowledge/{key}",)  # the link in a message, which the tests of the pages open
FILES = (
    "/imports/sample.csv",
    "/imports/{id}/bad-rows",
    "/plants/export/file",
    "/activity/file",
)  # these are no pages, but lists to keep


def shown() -> list[str]:
    """The addresses of all pages, as they are declared, and the further ones."""
    paths = [page.path for page in PAGES if page.method == "GET" and not page.background]
    listed = [path for path in paths if path not in (*FILES, *SIGNED_OUT, *OF_PEOPLE, *OF_MESSAGES)]
    return [*READ, *(one for path in listed for one in (INSTEAD.get(path, path), *MORE.get(path, ())))]


def address(path: str, shop: Shop) -> str:
    """Put examples into an address. A new kind of page needs an example here before its tests pass."""
    kind = path.split("/")[1]
    values = {
        "plants": {"id": shop.plant, "other": shop.archived},
        "receivers": {"id": shop.good, "replay": shop.replay},
        "deliveries": {"event": shop.event, "receiver": shop.good},
        "events": {"id": shop.event},
        "imports": {"id": shop.done_import},
        "bulk-edits": {"id": shop.done_edit},
        "alerts": {"id": shop.channel},
        "operational-webhooks": {"id": shop.operational},
        "listeners": {"id": shop.listener},
        "tokens": {"id": shop.token},
        "people": {"id": shop.person},
    }.get(kind, {})
    every = {name: getattr(shop, name) for name in Shop.__slots__} | values
    missing = set(_PART.findall(path)) - every.keys()
    assert not missing, f"{path}: say in tests/browser/addresses.py what stands for {missing}"
    return path.format_map(every)
