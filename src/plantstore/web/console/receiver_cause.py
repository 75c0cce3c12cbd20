"""Why a receiver fails: the delivery that failed most recently, with its reason and advice."""

from collections.abc import Mapping
from typing import Any

from plantstore.domain.errors import Malformed, NotFound
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page_request import PageRequest

FAILED = "retrying,exhausted,held"
LOOKED_AT = 6  # open or exhausted deliveries among which the latest failure is looked for


async def cause_of(request: PageRequest, receiver: Mapping[str, Any]) -> ApiAnswer | None:
    """Return the most recently failed delivery to a failing or disabled receiver, with reason and advice.

    Return None if the token doesn't permit it, or if no failed delivery is found. `receiver` has id and cursor.
    """
    if not request.may("showDelivery") or not request.may("listDeliveries"):
        return None
    query = {"receiver": receiver["id"], "state": FAILED, "limit": str(LOOKED_AT)}
    found = (await request.api.call("listDeliveries", query=query))["items"]
    newest = max((one for one in found if one["reason"]), key=lambda one: one["last_attempt_at"] or "", default=None)
    # If no listed delivery has failed, the event at the cursor is the most recently attempted.
    event = str(receiver["cursor"]) if newest is None else newest["event"]
    try:
        cause = await request.api.call("showDelivery", {"event": event, "receiver": receiver["id"]})
    except (Malformed, NotFound):  # nothing was sent yet, or the event is from before the receiver
        return None
    return cause if cause["reason"] else None
