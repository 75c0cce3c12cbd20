"""The list of deliveries: search, filters, a count for each state, and the same grouped by event."""

from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.errors import Malformed, NotFound
from plantstore.domain.timestamps import Instant, after, to_text
from plantstore.storage.queries.event_search import BODIES_READ_MAX, PLANTS_FOUND_MAX
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.delivery_query import ADDRESS, ANSWER_WORDS, SPAN_WORDS, DeliveryQuery, read_delivery_query
from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import CAPPED_AT, number
from plantstore.web.console.views.live import LIVE
from plantstore.web.http.problems import KINDS
from plantstore.web.http.response import Response

RECEIVERS_CHOSEN_FROM_MAX = 200
DAY_S = 86_400
RETRIED_STATES = frozenset({DeliveryState.RETRYING, DeliveryState.EXHAUSTED})
NO_PAGE: ApiAnswer = {"items": [], "next": None, "events": None, "search": None}


async def _list(request: PageRequest) -> Response:
    filters = read_delivery_query(request.query, request.dependencies.clock.now())
    cursor = request.query.get("cursor", "")
    # Live updates continue after the newest attempt at this time. Read before the list, so that they miss no attempt.
    feed = await request.api.call("readAttempts")
    show = partial(_show, request, filters, cursor=cursor, after_id=feed["after"])
    try:
        query = {"cursor": cursor} if cursor else filters.query
        page = await request.api.call("listDeliveries", query=query)
        asked = filters.counted
        counts = None if asked is None else await request.api.call("countDeliveries", query=asked)
    except (Malformed, NotFound) as error:
        return await show(NO_PAGE, None, refused=error, status=KINDS[type(error)].status)
    return await show(page, counts)


async def _show(
    request: PageRequest,
    filters: DeliveryQuery,
    page: ApiAnswer,
    counts: ApiAnswer | None,
    *,
    cursor: str,
    after_id: str,
    refused: Malformed | NotFound | None = None,
    status: int = 200,
) -> Response:
    receivers = await _receivers(request)
    names = dict(receivers) | {one["receiver"]: one["receiver_name"] for one in page["items"]}
    following = page["next"]
    live = "" if cursor or refused or filters.grouped else filters.address(LIVE)
    return request.render(
        "deliveries.html",
        status=status,
        refused=refused,
        deliveries=page["items"],
        events=page["events"],
        following=None if following is None else filters.address(cursor=_cursor_of(following)),
        further=cursor != "",
        filters=filters,
        grouped=filters.grouped,
        chips=_chips(filters, names),
        choices=_choices(filters, receivers),
        states=_states(filters, counts),
        search=_searched(page["search"]),
        bodies_max=BODIES_READ_MAX,
        kept_since=_kept_since(request, filters),
        kept_days=request.dependencies.settings.attempts_days,
        retry_at=_retry_address(request, filters),
        live=live,
        after=after_id,
    )


async def _receivers(request: PageRequest) -> list[tuple[str, str]]:
    """Return receiver ids and names for the filter; an empty list if the token can't choose one."""
    ids = request.token.receiver_ids
    if not request.may("listReceivers") or (ids is not None and len(ids) < 2):
        return []
    limit = min(RECEIVERS_CHOSEN_FROM_MAX, request.dependencies.settings.page_items_max)
    found = await request.api.call("listReceivers", query={"limit": str(limit)})
    return [(one["id"], one["name"]) for one in found["items"]]


def _chips(filters: DeliveryQuery, receivers: dict[str, str]) -> list[tuple[str, str]]:
    """Return a label for each active filter, and the URL that removes the filter."""
    return [(words, filters.address(**{name: ""})) for name, words in filters.labels(receivers).items()]


def _choices(filters: DeliveryQuery, receivers: list[tuple[str, str]]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the filters that can be added: a label, and the URL and the label of each value."""
    kinds = [(kind.value, kind.replace("_", " ")) for kind in OutcomeKind if kind not in ("accepted", "refused")]
    spans = [(span, words.capitalize()) for span, words in SPAN_WORDS.items()]
    values = {
        "receiver": ("Receiver", receivers),
        "answer": ("Response", [*ANSWER_WORDS.items(), *kinds]),
        "since": ("Plant added", spans),
    }
    begin = filters.address() + ("&" if filters.texts else "?")  # encoded once: the other filters may be long
    return [
        (label, [(begin + urlencode({name: value}), words) for value, words in options])
        for name, (label, options) in values.items()
        if name not in filters.texts
    ]


def _states(filters: DeliveryQuery, counts: ApiAnswer | None) -> list[dict[str, Any]]:
    """Return a link for all deliveries and for each state, with its count unless `counts` is None.

    The link to filtered deliveries is for stores that have any.
    """
    capped_at = CAPPED_AT if counts is None else counts["capped_at"] or CAPPED_AT
    each = {state.value: None if counts is None else counts[state] for state in DeliveryState}
    whole = None if counts is None else sum(counts[state] for state in DeliveryState)
    links = [{"word": "All", "state": "", "count": whole}]
    links += [{"word": state.capitalize(), "state": state, "count": count} for state, count in each.items()]
    if not each[DeliveryState.FILTERED] and DeliveryState.FILTERED not in filters.texts.get("state", ""):
        links.pop()
    for link in links:
        state = str(link["state"])
        link |= {"address": filters.address(state=state), "here": filters.texts.get("state", "") == state}
        link["capped_at"] = capped_at
    return links


def _searched(search: ApiAnswer | None) -> str:
    """Return what was searched for the text; "" without a search."""
    if search is None:
        return ""
    ids = "ids, names and SKUs" if search["plants"] else "ids"
    text = "body text" if search["whole_bodies"] else "plant names"
    events = "" if search["bodies_from"] == 1 else f" of event {number(search['bodies_from'])} and newer ones"
    most = "" if search["all_plants"] else f" More plants match than the newest {PLANTS_FOUND_MAX}, which are shown."
    return f"Searched {ids} of all events, and the {text}{events}.{most}"


def _kept_since(request: PageRequest, filters: DeliveryQuery) -> str | None:
    """Return the start of the attempt retention period if the `since` filter is earlier, else None."""
    kept = Instant(after(filters.now, seconds=-request.dependencies.settings.attempts_days * DAY_S))
    since = filters.since_at()
    return to_text(kept) if since is not None and since < kept else None


def _retry_address(request: PageRequest, filters: DeliveryQuery) -> str:
    """Return the URL of the page that retries the filtered deliveries; "" if none of them can be retried."""
    if not request.may("retryDelivery") or (filters.states and not filters.states & RETRIED_STATES):
        return ""
    return filters.address(f"{ADDRESS}/retry")


def _cursor_of(address: str) -> str:
    return parse_qs(urlsplit(address).query)["cursor"][0]


PAGES = (get_page(ADDRESS, _list, "listDeliveries"),)
