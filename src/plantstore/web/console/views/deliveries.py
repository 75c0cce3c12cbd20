"""The list of deliveries, with filters and a count for each state."""

from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlsplit

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.errors import Malformed, NotFound
from plantstore.domain.timestamps import Instant, after, to_text
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.delivery_query import ADDRESS, ANSWER_WORDS, SPAN_WORDS, DeliveryQuery, read_delivery_query
from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import CAPPED_AT
from plantstore.web.console.views.live import LIVE
from plantstore.web.http.problems import KINDS
from plantstore.web.http.response import Response

RECEIVERS_CHOSEN_FROM_MAX = 200
DAY_S = 86_400
RETRIED_STATES = frozenset({DeliveryState.RETRYING, DeliveryState.EXHAUSTED})
NO_PAGE: ApiAnswer = {"items": [], "next": None, "prev": None}


async def _list(request: PageRequest) -> Response:
    filters = read_delivery_query(request.query, request.dependencies.clock.now())
    cursor = request.query.get("cursor", "")
    # Live updates continue after the newest attempt at this time. Read before the list, so that they miss no attempt.
    feed = await request.api.call("readAttempts")
    show = partial(_show, request, filters, cursor=cursor, after_id=feed["after"])
    try:
        deliveries = await request.api.call("listDeliveries", query={"cursor": cursor} if cursor else filters.query)
        counts = await request.api.call("countDeliveries", query=filters.counted)
    except (Malformed, NotFound) as error:
        return await show(NO_PAGE, None, refused=error, status=KINDS[type(error)].status)
    return await show(deliveries, counts)


async def _show(
    request: PageRequest,
    filters: DeliveryQuery,
    deliveries: ApiAnswer,
    counts: ApiAnswer | None,
    *,
    cursor: str,
    after_id: str,
    refused: Malformed | NotFound | None = None,
    status: int = 200,
) -> Response:
    receivers = await _receivers(request, filters)
    following = deliveries["next"]
    live = "" if cursor or refused else filters.address(LIVE)
    return request.render(
        "deliveries.html",
        status=status,
        refused=refused,
        deliveries=deliveries["items"],
        following=None if following is None else filters.address(cursor=_cursor_of(following)),
        further=cursor != "",
        filters=filters,
        chips=_chips(filters, receivers),
        states=None if counts is None else _states(filters, counts),
        receivers=receivers,
        answers=_answers(filters),
        spans=_spans(filters),
        kept_since=_kept_since(request, filters),
        kept_days=request.dependencies.settings.attempts_days,
        retry_at=_retry_address(request, filters),
        live=live,
        after=after_id,
    )


async def _receivers(request: PageRequest, filters: DeliveryQuery) -> list[tuple[str, str]]:
    """Return receiver ids and names for the filter; an empty list if the token can't see all receivers."""
    if not request.may("listReceivers") or request.token.receiver_id is not None:
        return []
    limit = min(RECEIVERS_CHOSEN_FROM_MAX, request.dependencies.settings.page_items_max)
    found = await request.api.call("listReceivers", query={"limit": str(limit)})
    named = [(one["id"], one["name"]) for one in found["items"]]
    chosen = filters.texts.get("receiver", "")
    return named if chosen in ("", *dict(named)) else [*named, (chosen, chosen)]


def _chips(filters: DeliveryQuery, receivers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return a label for each active filter, and the URL that removes the filter."""
    words = {
        "state": lambda text: " or ".join(text.split(",")),
        "receiver": lambda text: f"to {dict(receivers).get(text, text)}",
        "answer": lambda text: f"response: {ANSWER_WORDS.get(text, text.replace('_', ' '))}",
        "since": lambda text: SPAN_WORDS.get(text, f"since {text}"),
        "event": lambda text: f"event {text}",
    }
    return [(words[name](text), filters.address(**{name: ""})) for name, text in filters.texts.items()]


def _states(filters: DeliveryQuery, counts: ApiAnswer) -> list[dict[str, Any]]:
    """Return a link and a count for all deliveries, and for each state."""
    capped_at = counts["capped_at"] or CAPPED_AT
    each = {state.value: counts[state] for state in DeliveryState}
    links = [{"word": "All", "state": "", "count": sum(each.values()), "capped_at": capped_at}]
    links += [
        {"word": state.capitalize(), "state": state, "count": count, "capped_at": capped_at}
        for state, count in each.items()
    ]
    for link in links:
        link["address"] = filters.address(state=str(link["state"]))
        link["here"] = filters.texts.get("state", "") == link["state"]
    return links


def _answers(filters: DeliveryQuery) -> list[tuple[str, str]]:
    plain = [(kind.value, kind.replace("_", " ")) for kind in OutcomeKind if kind not in ("accepted", "refused")]
    return _with_present([("", "Any"), *ANSWER_WORDS.items(), *plain], filters.texts.get("answer", ""))


def _spans(filters: DeliveryQuery) -> list[tuple[str, str]]:
    spans = [(span, words.capitalize()) for span, words in SPAN_WORDS.items()]
    return _with_present([("", "Any time"), *spans], filters.texts.get("since", ""))


def _with_present(options: list[tuple[str, str]], present: str) -> list[tuple[str, str]]:
    """Return the options, plus the current value if it is missing, so that submitting the form doesn't change it."""
    return options if present in dict(options) else [*options, (present, present)]


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
