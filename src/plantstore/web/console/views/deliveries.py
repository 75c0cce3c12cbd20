"""The deliveries: how many there are of each state, and which."""

from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlsplit

from plantstore.domain.delivery import OutcomeKind
from plantstore.domain.delivery_state import DeliveryState
from plantstore.domain.errors import Malformed, NotFound
from plantstore.domain.timestamps import Instant, after, to_text
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.delivery_query import ADDRESS, ANSWER_WORDS, SPAN_WORDS, Choice, read_choice
from plantstore.web.console.page import shows
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import CAPPED_AT
from plantstore.web.console.views.live import LIVE
from plantstore.web.http.problems import KINDS
from plantstore.web.http.response import Response

RECEIVERS_CHOSEN_FROM_MAX = 200
DAY_S = 86_400
RETRIED_STATES = frozenset({DeliveryState.RETRYING, DeliveryState.EXHAUSTED})
NO_PAGE: ApiAnswer = {"items": [], "next": None, "prev": None}


async def _list(visit: PageRequest) -> Response:
    choice = read_choice(visit.query, visit.dependencies.clock.now())
    cursor = visit.query.get("cursor", "")
    feed = await visit.desk.ask("readAttempts")  # before the list: what ends between the two comes twice, not never
    show = partial(_show, visit, choice, cursor=cursor, after_id=feed["after"])
    try:
        deliveries = await visit.desk.ask("listDeliveries", query={"cursor": cursor} if cursor else choice.query)
        counts = await visit.desk.ask("countDeliveries", query=choice.counted)
    except (Malformed, NotFound) as error:
        return await show(NO_PAGE, None, refused=error, status=KINDS[type(error)].status)
    return await show(deliveries, counts)


async def _show(
    visit: PageRequest,
    choice: Choice,
    deliveries: ApiAnswer,
    counts: ApiAnswer | None,
    *,
    cursor: str,
    after_id: str,
    refused: Malformed | NotFound | None = None,
    status: int = 200,
) -> Response:
    receivers = await _receivers(visit, choice)
    following = deliveries["next"]
    live = "" if cursor or refused else choice.address(LIVE)
    return visit.page(
        "deliveries.html",
        status=status,
        refused=refused,
        deliveries=deliveries["items"],
        following=None if following is None else choice.address(cursor=_cursor_of(following)),
        further=cursor != "",
        choice=choice,
        chips=_chips(choice, receivers),
        states=None if counts is None else _states(choice, counts),
        receivers=receivers,
        answers=_answers(choice),
        spans=_spans(choice),
        kept_since=_kept_since(visit, choice),
        kept_days=visit.dependencies.settings.attempts_days,
        retry_at=_retry_address(visit, choice),
        live=live,
        after=after_id,
    )


async def _receivers(visit: PageRequest, choice: Choice) -> list[tuple[str, str]]:
    """Ids and names to choose from. A person who sees one receiver only has nothing to choose."""
    if not visit.may("listReceivers") or visit.token.receiver_id is not None:
        return []
    limit = min(RECEIVERS_CHOSEN_FROM_MAX, visit.dependencies.settings.page_items_max)
    found = await visit.desk.ask("listReceivers", query={"limit": str(limit)})
    named = [(one["id"], one["name"]) for one in found["items"]]
    chosen = choice.texts.get("receiver", "")
    return named if chosen in ("", *dict(named)) else [*named, (chosen, chosen)]


def _chips(choice: Choice, receivers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """What is filtered by, in words, each with the address without it."""
    words = {
        "state": lambda text: " or ".join(text.split(",")),
        "receiver": lambda text: f"to {dict(receivers).get(text, text)}",
        "answer": lambda text: f"answer: {ANSWER_WORDS.get(text, text.replace('_', ' '))}",
        "since": lambda text: SPAN_WORDS.get(text, f"since {text}"),
        "event": lambda text: f"event {text}",
    }
    return [(words[name](text), choice.address(**{name: ""})) for name, text in choice.texts.items()]


def _states(choice: Choice, counts: ApiAnswer) -> list[dict[str, Any]]:
    """A link for all of them, and one for each state, with how many there are."""
    capped_at = counts["capped_at"] or CAPPED_AT
    each = {state.value: counts[state] for state in DeliveryState}
    links = [{"word": "All", "state": "", "count": sum(each.values()), "capped_at": capped_at}]
    links += [
        {"word": state.capitalize(), "state": state, "count": count, "capped_at": capped_at}
        for state, count in each.items()
    ]
    for link in links:
        link["address"] = choice.address(state=str(link["state"]))
        link["here"] = choice.texts.get("state", "") == link["state"]
    return links


def _answers(choice: Choice) -> list[tuple[str, str]]:
    plain = [(kind.value, kind.replace("_", " ")) for kind in OutcomeKind if kind not in ("accepted", "refused")]
    return _with_present([("", "Any"), *ANSWER_WORDS.items(), *plain], choice.texts.get("answer", ""))


def _spans(choice: Choice) -> list[tuple[str, str]]:
    spans = [(span, words.capitalize()) for span, words in SPAN_WORDS.items()]
    return _with_present([("", "Any time"), *spans], choice.texts.get("since", ""))


def _with_present(options: list[tuple[str, str]], present: str) -> list[tuple[str, str]]:
    """What stands in the address can be chosen, whatever it is: sending the form again must not change it."""
    return options if present in dict(options) else [*options, (present, present)]


def _kept_since(visit: PageRequest, choice: Choice) -> str | None:
    """Since when attempts are kept, where the page reaches back further."""
    kept = Instant(after(choice.now, seconds=-visit.dependencies.settings.attempts_days * DAY_S))
    since = choice.since_at()
    return to_text(kept) if since is not None and since < kept else None


def _retry_address(visit: PageRequest, choice: Choice) -> str:
    """Where what is shown can be retried; empty when none of it can be."""
    if not visit.may("retryDelivery") or (choice.states and not choice.states & RETRIED_STATES):
        return ""
    return choice.address(f"{ADDRESS}/retry")


def _cursor_of(address: str) -> str:
    return parse_qs(urlsplit(address).query)["cursor"][0]


PAGES = (shows(ADDRESS, _list, "listDeliveries"),)
