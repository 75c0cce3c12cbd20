"""One event: what receivers are told, and how each of them stands with it."""

import json
from typing import Any

from plantstore.domain.errors import Conflict, Invalid, NotFound
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import does, shows
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.views.deliveries import RECEIVERS_CHOSEN_FROM_MAX
from plantstore.web.http.problems import KINDS
from plantstore.web.http.response import Response

EVENT = "/events/{id}"


async def _show(visit: PageRequest) -> Response:
    event = await visit.desk.ask("showEvent", visit.values)
    body = "" if event["erased"] else json.dumps(event["plant"], ensure_ascii=False, indent=2)
    return visit.page("event.html", event=event, body=body, may_send=_may_send(visit) and not event["erased"])


async def _ask_send(visit: PageRequest) -> Response:
    return await _send_page(visit, await visit.desk.ask("showEvent", visit.values), visit.query.get("receiver", ""))


async def _send(visit: PageRequest) -> Response:
    """A replay of one event, whether the receiver has accepted it or not."""
    event = await visit.desk.ask("showEvent", visit.values)
    receiver = visit.form.get("receiver")
    wish: dict[str, Any] = {"first": event["sequence"], "last": event["sequence"], "only": "all"}
    try:
        await visit.desk.ask("askForReplay", {"id": receiver}, body=wish, key=visit.once)
    except (Invalid, Conflict, NotFound) as refused:
        return await _send_page(visit, event, receiver, refused=refused, status=KINDS[type(refused)].status)
    return visit.go(f"/deliveries/{event['id']}/{receiver}", "It is sent once more. The new try appears below.")


async def _send_page(
    visit: PageRequest,
    event: ApiAnswer,
    receiver: str,
    *,
    status: int = 200,
    refused: Invalid | Conflict | NotFound | None = None,
) -> Response:
    limit = min(RECEIVERS_CHOSEN_FROM_MAX, visit.dependencies.settings.page_items_max)
    found = (await visit.desk.ask("listReceivers", query={"limit": str(limit)}))["items"]
    receivers = [(one["id"], f"{one['name']} ({one['state']})") for one in found]
    return visit.page(
        "event_send.html", status=status, refused=refused, event=event, receivers=receivers, receiver=receiver
    )


def _may_send(visit: PageRequest) -> bool:
    return visit.may("askForReplay") and visit.may("listReceivers")


PAGES = (
    shows(EVENT, _show, "showEvent"),
    shows(EVENT + "/send", _ask_send, "showEvent", "askForReplay", "listReceivers"),
    does(EVENT + "/send", _send, "showEvent", "askForReplay", "listReceivers"),
)
