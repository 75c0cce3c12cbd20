"""Retry all deliveries that match filters: a page lists the deliveries, and its form retries exactly these."""

from urllib.parse import parse_qs, urlsplit

from plantstore.domain.errors import Conflict, Invalid, NotFound
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.delivery_query import ADDRESS, DeliveryQuery, read_delivery_query
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import counted
from plantstore.web.console.views.deliveries import RETRIED_STATES
from plantstore.web.http.response import Response

RETRY = ADDRESS + "/retry"
RETRIES_MAX = 200  # max deliveries per form; a replay suits more, as it can be rate-limited and cancelled
PAGES_LOOKED_AT_MAX = 20  # max pages of the delivery list read, if few deliveries match
NAMED_MAX = 20  # max deliveries listed on the page; the others are counted


async def _ask(request: PageRequest) -> Response:
    filters = read_delivery_query(request.query, request.dependencies.clock.now())
    found, more = await _retriable(request, filters)
    names = {one["receiver"]: one["receiver_name"] for one in found}
    return request.render(
        "retry_filtered.html",
        filtered=[words for name, words in filters.labels(names).items() if name != "group"],
        found=found[:NAMED_MAX],
        count=len(found),
        more=more,
        retries_max=RETRIES_MAX,
        held=filters.states == {"held"},
        chosen=" ".join(f"{one['sequence']}/{one['receiver']}" for one in found),
        receivers=sorted(set(names.values())),
        here=filters.address(RETRY),
        back=filters.address(),
    )


async def _retry(request: PageRequest) -> Response:
    """Retry each delivery that the form names. Deliveries that can no longer be retried are skipped and counted."""
    named = request.form.get("chosen").split()
    if not named or len(named) > RETRIES_MAX:
        raise Invalid(f"Choose 1 to {RETRIES_MAX} deliveries.")
    asked = 0
    for place, one in enumerate(named):
        event, _, receiver = one.partition("/")
        try:
            values = {"event": event, "receiver": receiver}
            await request.api.call(
                "retryDelivery", values, key=request.idempotency_key and f"{request.idempotency_key}-{place}"
            )
            asked += 1
        except (Conflict, NotFound):
            continue
    over = len(named) - asked
    notice = f"{counted(asked, 'delivery', 'deliveries')} {'is' if asked == 1 else 'are'} being retried now."
    if over:
        notice += f" {counted(over, 'other')} changed in the meantime and {'was' if over == 1 else 'were'} skipped."
    return request.redirect(read_delivery_query(request.query, request.dependencies.clock.now()).address(), notice)


async def _retriable(request: PageRequest, filters: DeliveryQuery) -> tuple[list[ApiAnswer], bool]:
    """Return at most RETRIES_MAX retriable deliveries that match the filters, newest first.

    Also return True if there may be more of them.
    """
    states = filters.states & RETRIED_STATES if filters.states else set(RETRIED_STATES)
    if not states:
        return [], False
    query = filters.ungrouped | {"state": ",".join(sorted(states))}
    query["limit"] = str(min(RETRIES_MAX, request.dependencies.settings.page_items_max))
    found: list[ApiAnswer] = []
    for _ in range(PAGES_LOOKED_AT_MAX):
        page = await request.api.call("listDeliveries", query=query)
        found += page["items"]
        if page["next"] is None or len(found) > RETRIES_MAX:
            return found[:RETRIES_MAX], len(found) > RETRIES_MAX
        query = {name: values[0] for name, values in parse_qs(urlsplit(page["next"]).query).items()}
    return found[:RETRIES_MAX], True


PAGES = (
    get_page(RETRY, _ask, "listDeliveries", "retryDelivery"),
    post_page(RETRY, _retry, "listDeliveries", "retryDelivery", proved=True),
)
