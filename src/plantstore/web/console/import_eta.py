"""Estimates how long it takes to deliver the plants of an import, from recent response times of the receivers."""

from statistics import fmean
from typing import Any

from plantstore.web.console.page_request import PageRequest

LATEST = 50  # max recent deliveries that the estimate is based on
RECEIVERS = 200  # max receivers considered; the estimate ignores the others


async def seconds_to_send(request: PageRequest, plants: int) -> float | None:
    """Return the estimated seconds until the slowest receiver has accepted all plants; None without enough data."""
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
    """Return the estimated seconds for one receiver, from its rate limit or its mean response time and concurrency.

    `took_s` are recent response times. Return None without a rate limit or response times.
    """
    limits = []
    if receiver["max_rate"]:
        limits.append(plants / receiver["max_rate"])
    if took_s:
        at_once = 1 if receiver["ordered"] else receiver["max_concurrency"]
        limits.append(plants * fmean(took_s) / at_once)
    return max(limits, default=None)
