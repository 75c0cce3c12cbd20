"""Delivery statistics of receivers, with charts. Tokens without the permission to see deliveries get none."""

from collections.abc import Sequence
from math import floor
from typing import Any
from zoneinfo import ZoneInfo

from plantstore.domain.timestamps import parse, to_datetime
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.charts import bars, lines
from plantstore.web.console.page_request import PageRequest


async def figures_of_listed(request: PageRequest, ids: Sequence[str]) -> dict[str, ApiAnswer]:
    """Return the statistics of the given receivers by id; an empty dict if the token doesn't permit it."""
    if not ids or not request.may("listReceiverFigures"):
        return {}
    found = await request.api.call("listReceiverFigures", query={"receivers": ",".join(ids)})
    return {one["id"]: one for one in found["items"]}


async def with_a_problem(request: PageRequest) -> list[ApiAnswer]:
    """Return the statistics of receivers, those with problems first; an empty list if the token doesn't permit it.

    They are selected from all receivers, not only from those on the present page of the list of receivers.
    """
    if not request.may("listReceiverFigures"):
        return []
    return list((await request.api.call("listReceiverFigures"))["items"])


async def figures_of(request: PageRequest, id: str) -> ApiAnswer | None:
    """Return the statistics of a receiver; None if the token doesn't permit it."""
    if not request.may("showReceiverFigures"):
        return None
    return await request.api.call("showReceiverFigures", {"id": id})


def in_list(request: PageRequest, figures: ApiAnswer, *, most: int = 0) -> dict[str, Any]:
    """Return the statistics that the list of receivers shows, as template values. `most` is the top of the scale."""
    hours = figures["hours"]
    return {
        "bars": bars(outcomes(figures), most=most),
        "hours": with_clock(request, hours),
        "day": figures["day"],
        "percent": percent(figures["day"]),
        "last_accepted_at": figures["last_accepted_at"],
    }


def in_full(request: PageRequest, figures: ApiAnswer) -> dict[str, Any]:
    """Return the statistics that the page of a receiver shows, as template values."""
    hours = figures["hours"]
    return in_list(request, figures) | {
        "week": figures["week"],
        "week_percent": percent(figures["week"]),
        "lines": lines(
            [one["half_ms"] for one in hours],
            [one["most_ms"] for one in hours],
            since=with_clock(request, hours)[0]["clock"],
        ),
    }


def outcomes(figures: ApiAnswer) -> list[tuple[int, int]]:
    """Return the accepted and failed attempts of each hour."""
    return [(hour["accepted"], hour["failed"]) for hour in figures["hours"]]


def with_clock(request: PageRequest, hours: Sequence[ApiAnswer]) -> list[ApiAnswer]:
    """Return the hourly statistics, each with its start as HH:MM in the configured time zone as `clock`."""
    zone = ZoneInfo(request.dependencies.settings.timezone)
    return [one | {"clock": f"{to_datetime(parse(one['time'])).astimezone(zone):%H:%M}"} for one in hours]


def percent(period: ApiAnswer) -> str:
    """Return the percentage of accepted attempts, rounded down, so that "100 %" means all; "–" without attempts.

    >>> percent({"attempts": 3000, "accepted": 2999}), percent({"attempts": 7, "accepted": 7})
    ('99.9 %', '100 %')
    """
    attempts, accepted = period["attempts"], period["accepted"]
    if not attempts:
        return "–"
    return "100 %" if accepted == attempts else f"{floor(1000 * accepted / attempts) / 10:.1f} %"
