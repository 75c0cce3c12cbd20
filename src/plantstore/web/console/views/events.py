"""The event page: the payload, and the delivery state for each receiver."""

import json
from typing import Any

from plantstore.domain.errors import Conflict, Invalid, NotFound
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.views.deliveries import RECEIVERS_CHOSEN_FROM_MAX
from plantstore.web.http.problems import KINDS
from plantstore.web.http.response import Response

EVENT = "/events/{id}"


async def _show(request: PageRequest) -> Response:
    event = await request.api.call("showEvent", request.values)
    body = "" if event["erased"] else json.dumps(event["plant"], ensure_ascii=False, indent=2)
    return request.render("event.html", event=event, body=body, may_send=_may_send(request) and not event["erased"])


async def _ask_send(request: PageRequest) -> Response:
    return await _send_page(
        request, await request.api.call("showEvent", request.values), request.query.get("receiver", "")
    )


async def _send(request: PageRequest) -> Response:
    """Send an event to a receiver again, even if the receiver has already accepted it."""
    event = await request.api.call("showEvent", request.values)
    receiver = request.form.get("receiver")
    replay: dict[str, Any] = {"first": event["sequence"], "last": event["sequence"], "only": "all"}
    try:
        await request.api.call("askForReplay", {"id": receiver}, body=replay, key=request.idempotency_key)
    except (Invalid, Conflict, NotFound) as refused:
        return await _send_page(request, event, receiver, refused=refused, status=KINDS[type(refused)].status)
    return request.redirect(f"/deliveries/{event['id']}/{receiver}", "Sending again. The new attempt appears below.")


async def _send_page(
    request: PageRequest,
    event: ApiAnswer,
    receiver: str,
    *,
    status: int = 200,
    refused: Invalid | Conflict | NotFound | None = None,
) -> Response:
    limit = min(RECEIVERS_CHOSEN_FROM_MAX, request.dependencies.settings.page_items_max)
    found = (await request.api.call("listReceivers", query={"limit": str(limit)}))["items"]
    receivers = [(one["id"], f"{one['name']} ({one['state']})") for one in found]
    return request.render(
        "event_send.html", status=status, refused=refused, event=event, receivers=receivers, receiver=receiver
    )


def _may_send(request: PageRequest) -> bool:
    return request.may("askForReplay") and request.may("listReceivers")


PAGES = (
    get_page(EVENT, _show, "showEvent"),
    get_page(EVENT + "/send", _ask_send, "showEvent", "askForReplay", "listReceivers"),
    post_page(EVENT + "/send", _send, "showEvent", "askForReplay", "listReceivers"),
)
