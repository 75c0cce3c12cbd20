"""The delivery page: state, past and planned attempts, and the request that was sent."""

import json
import shlex
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.deliveries.failure_messages import failure_message
from plantstore.domain.errors import Conflict
from plantstore.domain.timestamps import Instant, after, parse
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.delivery_query import ADDRESS
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import seconds
from plantstore.web.http.response import Response

DELIVERY = ADDRESS + "/{event}/{receiver}"
STAGES = ("token", "dns", "connect", "tls", "send", "wait", "read")
_STOPPED_AT = {
    OutcomeKind.AUTHORIZATION_FAILED: "token",
    OutcomeKind.DNS_NOT_FOUND: "dns",
    OutcomeKind.DNS_FAILED: "dns",
    OutcomeKind.ADDRESS_REFUSED: "connect",
    OutcomeKind.CONNECTION_REFUSED: "connect",
    OutcomeKind.CONNECTION_FAILED: "connect",
    OutcomeKind.PROXY_FAILED: "connect",
    OutcomeKind.TLS_CERTIFICATE: "tls",
    OutcomeKind.TLS_CLIENT_CERTIFICATE: "tls",
    OutcomeKind.TLS_FAILED: "tls",
    OutcomeKind.CONNECTION_CLOSED: "wait",
    OutcomeKind.DEADLINE: "wait",
    OutcomeKind.STOPPED: "wait",
    OutcomeKind.ANSWER_INVALID: "read",
    OutcomeKind.ANSWER_TOO_LARGE: "read",
}
"""The stage at which an attempt without a complete response stopped, by its outcome."""

SHOWN_OPEN_MAX = 8  # max past attempts shown expanded, and max planned attempts
FOLDED_EXCERPT_CHARS_MAX = 300  # max response excerpt of a collapsed attempt; keeps long pages small
_CURL_LEAVES_OUT = frozenset({"host", "content-length"})
_AUTHORIZATION = 'authorization: Bearer \'"$PLANTSTORE_ACCESS_TOKEN"'
_RETRIED = ("retrying", "exhausted")
_OVER = ("delivered", "cancelled")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A past or planned attempt. `at` is its time; `gap` is the delay since the previous attempt, as text."""

    number: int
    at: str
    gap: str
    attempt: dict[str, Any] | None = None
    advice: str = ""
    stages: tuple[tuple[str, str], ...] = ()
    overdue: bool = False


async def _show(request: PageRequest) -> Response:
    return await _page(request, await request.api.call("showDelivery", request.values))


async def _page(
    request: PageRequest, delivery: ApiAnswer, *, status: int = 200, refused: Conflict | None = None
) -> Response:
    made, planned = _made(delivery), _planned(delivery, request.dependencies.clock.now())
    folded = [_cut(step) for step in made[:-SHOWN_OPEN_MAX]]
    sent = delivery["request"]
    return request.render(
        "delivery.html",
        status=status,
        refused=refused,
        delivery=delivery,
        here=_address(delivery),
        folded=folded,
        made=made[-SHOWN_OPEN_MAX:],
        planned=planned[:SHOWN_OPEN_MAX],
        planned_later=planned[SHOWN_OPEN_MAX:],
        accepted_at=await _accepted_at(request, delivery),
        verified=delivery["state"] == "delivered" and await _is_to_sample(request, delivery),
        sent=sent,
        pretty=_pretty(sent),
        curl=_curl(sent),
        may_retry=request.may("retryDelivery") and delivery["state"] in _RETRIED,
        may_cancel=request.may("cancelDelivery") and delivery["state"] not in _OVER,
        may_send_again=request.may("askForReplay") and delivery["state"] in _OVER,
    )


async def _retry(request: PageRequest) -> Response:
    try:
        delivery = await request.api.call("retryDelivery", request.values, key=request.idempotency_key)
    except Conflict as refused:
        delivery = await request.api.call("showDelivery", request.values)
        return await _page(request, delivery, status=409, refused=refused)
    return request.redirect(_address(delivery), "Retrying now.")


async def _ask_cancel(request: PageRequest) -> Response:
    return request.render("delivery_cancel.html", delivery=await request.api.call("showDelivery", request.values))


async def _cancel(request: PageRequest) -> Response:
    try:
        delivery = await request.api.call("cancelDelivery", request.values, key=request.idempotency_key)
    except Conflict as refused:
        delivery = await request.api.call("showDelivery", request.values)
        return await _page(request, delivery, status=409, refused=refused)
    return request.redirect(_address(delivery), "The delivery is cancelled and won't be sent.")


async def _accepted_at(request: PageRequest, delivery: ApiAnswer) -> str | None:
    """Return the time when the receiver last accepted a delivery; None if never.

    Also None if this delivery is finished or the token doesn't permit statistics.
    """
    if delivery["state"] in _OVER or not request.may("showReceiverFigures"):
        return None
    figures = await request.api.call("showReceiverFigures", {"id": delivery["receiver"]})
    at: str | None = figures["last_accepted_at"]
    return at


async def _is_to_sample(request: PageRequest, delivery: ApiAnswer) -> bool:
    """True if the receiver is the built-in sample, which accepts only requests with a valid signature."""
    if not request.may("showReceiver"):
        return False
    return bool((await request.api.call("showReceiver", {"id": delivery["receiver"]}))["built_in"])


def _address(delivery: ApiAnswer) -> str:
    return f"{ADDRESS}/{quote(delivery['event'])}/{quote(delivery['receiver'])}"


# The timeline


def _made(delivery: ApiAnswer) -> list[Step]:
    steps, ended = [], None
    secure = (delivery["request"] or {}).get("url", "https:").startswith("https:")
    for one in delivery["attempts"]:
        started = parse(one["started_at"])
        text = failure_message(OutcomeKind(one["outcome"]), one["status"])
        steps.append(
            Step(
                number=one["ordinal"],
                at=one["started_at"],
                gap="" if ended is None else _gap(ended, started),
                attempt=one,
                advice="" if text is None else text.advice,
                stages=_stages(OutcomeKind(one["outcome"]), secure=secure),
            )
        )
        ended = after(started, seconds=one["duration_ms"] / 1000)
    return steps


def _cut(step: Step) -> Step:
    """Return the step with its response excerpt shortened to FOLDED_EXCERPT_CHARS_MAX characters."""
    assert step.attempt is not None
    excerpt = step.attempt["excerpt"]
    if len(excerpt) <= FOLDED_EXCERPT_CHARS_MAX:
        return step
    return replace(step, attempt=step.attempt | {"excerpt": excerpt[:FOLDED_EXCERPT_CHARS_MAX] + "…"})


def _planned(delivery: ApiAnswer, now: Instant) -> list[Step]:
    steps = []
    before = parse(delivery["last_attempt_at"]) if delivery["last_attempt_at"] else None
    for number, one in enumerate(delivery["planned"], delivery["tries"] + 1):
        at = parse(one["at"])
        gap = "" if before is None else _gap(before, at)
        steps.append(Step(number=number, at=one["at"], gap=gap, overdue=at < now))
        before = at
    return steps


def _gap(before: Instant, later: Instant) -> str:
    """Return the delay between two attempts as text; "" if it rounds to less than a second."""
    waited_s = round((later - before) / 1_000_000)
    return f"after {seconds(waited_s)}" if waited_s >= 1 else ""


def _stages(outcome: OutcomeKind, *, secure: bool) -> tuple[tuple[str, str], ...]:
    """Return the stages of a request, each with "done", "stopped" or "not reached"."""
    stopped_at, left_out = _STOPPED_AT.get(outcome), {"token"} if secure else {"token", "tls"}
    names = [name for name in STAGES if name not in left_out or name == stopped_at]
    if outcome is OutcomeKind.BODY_FAILED:
        return tuple((name, "not reached") for name in names)
    if outcome not in _STOPPED_AT:
        return tuple((name, "done") for name in names)
    place = names.index(_STOPPED_AT[outcome])
    words = ["done"] * place + ["stopped"] + ["not reached"] * (len(names) - place - 1)
    return tuple(zip(names, words, strict=True))


# The request


def _pretty(sent: ApiAnswer | None) -> str:
    """Return the request body as indented JSON; "" if there is no body."""
    if sent is None or sent["body"] is None:
        return ""
    return json.dumps(json.loads(sent["body"]), ensure_ascii=False, indent=2)


def _curl(sent: ApiAnswer | None) -> str:
    """Return a curl command that repeats the request; "" without a body. The token is an environment variable."""
    if sent is None or sent["body"] is None:
        return ""
    parts = [f"curl -i -X {sent['method']} {shlex.quote(sent['url'])}"]
    for one in sent["headers"]:
        if one["name"] == "authorization":
            parts.append(f"-H '{_AUTHORIZATION}")
        elif one["name"] not in _CURL_LEAVES_OUT:
            parts.append("-H " + shlex.quote(f"{one['name']}: {one['value']}"))
    parts.append(f"--data-raw {shlex.quote(sent['body'])}")
    return " \\\n  ".join(parts)


PAGES = (
    get_page(DELIVERY, _show, "showDelivery"),
    post_page(DELIVERY + "/retry", _retry, "showDelivery", "retryDelivery"),
    get_page(DELIVERY + "/cancel", _ask_cancel, "showDelivery", "cancelDelivery"),
    post_page(DELIVERY + "/cancel", _cancel, "showDelivery", "cancelDelivery", proved=True),
)
