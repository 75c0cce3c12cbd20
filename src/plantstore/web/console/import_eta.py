"""Estimate how long it takes to deliver the plants of an import, from the receivers' latest response times."""

from statistics import fmean
from typing import Any

from plantstore.web.console.page_request import PageRequest

LATEST = 50  # deliveries that the estimate is based on
RECEIVERS = 200  # of more receivers, the first represent the others


async def seconds_to_send(request: PageRequest, plants: int) -> float | None:
    """Return the estimated seconds until the slowest receiver has all plants; None without data."""
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
    """Return the seconds for one receiver: bounded by its rate limit, or by its response time and concurrency."""
    limits = []
    if receiver["max_rate"]:
        limits.append(plants / receiver["max_rate"])
    if took_s:
        at_once = 1 if receiver["ordered"] else receiver["max_concurrency"]
        limits.append(plants * fmean(took_s) / at_once)
    return max(limits, default=None)
