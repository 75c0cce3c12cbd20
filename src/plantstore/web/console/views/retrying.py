"""Retry what a filter shows: a page that names what will be tried, and then exactly that is."""

from urllib.parse import parse_qs, urlsplit

from plantstore.domain.errors import Conflict, Invalid, NotFound
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.delivery_query import ADDRESS, Choice, read_choice
from plantstore.web.console.page import does, shows
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import counted
from plantstore.web.console.views.deliveries import RETRIED_STATES
from plantstore.web.http.response import Response

RETRY = ADDRESS + "/retry"
RETRIES_MAX = 200  # at once: whoever means more means a replay, which is one order and can be paced
PAGES_LOOKED_AT_MAX = 20  # of the list, where few fit
NAMED_MAX = 20  # on the page; the rest is counted


async def _ask(visit: PageRequest) -> Response:
    choice = read_choice(visit.query, visit.dependencies.clock.now())
    found, more = await _retriable(visit, choice)
    return visit.page(
        "retry_filtered.html",
        found=found[:NAMED_MAX],
        count=len(found),
        more=more,
        retries_max=RETRIES_MAX,
        held=choice.states == {"held"},
        chosen=" ".join(f"{one['sequence']}/{one['receiver']}" for one in found),
        receivers=sorted({one["receiver_name"] for one in found}),
        here=choice.address(RETRY),
        back=choice.address(),
    )


async def _retry(visit: PageRequest) -> Response:
    """Try each delivery that the page before had named. What has changed meanwhile is passed over, and counted."""
    named = visit.form.get("chosen").split()
    if not named or len(named) > RETRIES_MAX:
        raise Invalid(f"Choose 1 to {RETRIES_MAX} deliveries.")
    asked = 0
    for place, one in enumerate(named):
        event, _, receiver = one.partition("/")
        try:
            values = {"event": event, "receiver": receiver}
            await visit.desk.ask("retryDelivery", values, key=visit.once and f"{visit.once}-{place}")
            asked += 1
        except (Conflict, NotFound):
            continue
    over = len(named) - asked
    notice = f"{counted(asked, 'delivery', 'deliveries')} {'is' if asked == 1 else 'are'} tried at once."
    if over:
        notice += f" {counted(over, 'other')} had changed meanwhile and {'was' if over == 1 else 'were'} left alone."
    return visit.go(read_choice(visit.query, visit.dependencies.clock.now()).address(), notice)


async def _retriable(visit: PageRequest, choice: Choice) -> tuple[list[ApiAnswer], bool]:
    """What can be tried of what the filters show, the newest first, and whether there is more."""
    states = choice.states & RETRIED_STATES if choice.states else set(RETRIED_STATES)
    if not states:
        return [], False
    query = choice.query | {"state": ",".join(sorted(states))}
    query["limit"] = str(min(RETRIES_MAX, visit.dependencies.settings.page_items_max))
    found: list[ApiAnswer] = []
    for _ in range(PAGES_LOOKED_AT_MAX):
        page = await visit.desk.ask("listDeliveries", query=query)
        found += page["items"]
        if page["next"] is None or len(found) > RETRIES_MAX:
            return found[:RETRIES_MAX], len(found) > RETRIES_MAX
        query = {name: values[0] for name, values in parse_qs(urlsplit(page["next"]).query).items()}
    return found[:RETRIES_MAX], True


PAGES = (
    shows(RETRY, _ask, "listDeliveries", "retryDelivery"),
    does(RETRY, _retry, "listDeliveries", "retryDelivery", proved=True),
)
