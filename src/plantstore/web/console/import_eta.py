"""How long it will take until receivers have what an import adds, judged by how they took what came last."""

from statistics import fmean
from typing import Any

from plantstore.web.console.page_request import PageRequest

LATEST = 50  # deliveries that are looked at
RECEIVERS = 200  # of a longer list the first are asked; they stand for the others


async def seconds_to_send(request: PageRequest, plants: int) -> float | None:
    """About how many seconds it takes to tell everybody of so many plants; None when nothing is known."""
    if not plants or not (request.may("listReceivers") and request.may("listDeliveries")):
        return None
    receivers = (await request.api.call("listReceivers", query={"limit": str(RECEIVERS)}))["items"]
    delivered = {"state": "delivered", "limit": str(LATEST)}
    latest = (await request.api.call("listDeliveries", query=delivered))["items"]
    took_s: dict[str, list[float]] = {}
    for one in latest:
        if one["duration_ms"] is not None:
            took_s.setdefault(one["receiver"], []).append(one["duration_ms"] / 1000)
    known = [
        seconds
        for receiver in receivers
        if (seconds := _seconds(receiver, plants, took_s.get(receiver["id"]))) is not None
    ]
    return max(known, default=None)


def _seconds(receiver: dict[str, Any], plants: int, took_s: list[float] | None) -> float | None:
    """How long one receiver takes: its own limit of requests a second, or its answers, so many at once."""
    limits = []
    if receiver["max_rate"]:
        limits.append(plants / receiver["max_rate"])
    if took_s:
        at_once = 1 if receiver["ordered"] else receiver["max_concurrency"]
        limits.append(plants * fmean(took_s) / at_once)
    return max(limits, default=None)
