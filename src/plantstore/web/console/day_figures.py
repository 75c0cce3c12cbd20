"""The figures of the last day with their charts, from the delivery statistics: for the overview and the health page.

They agree: delivered + waiting + given up = due, and the last point of a chart is the number above it.
"""

from collections.abc import Mapping
from typing import Any

from plantstore.domain.timestamps import SECOND_US, parse
from plantstore.web.console import charts
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import number
from plantstore.web.console.views.receiver_figures import with_clock


def day_figures(request: PageRequest, stats: ApiAnswer) -> Mapping[str, Any]:
    """Return the template values of the statistics: the four figures, their charts, and the hours for a table."""
    hours = with_clock(request, stats["hours"])
    since = hours[0]["clock"]
    oldest = stats["oldest_waiting_at"]
    timed = [hour for hour in hours if hour["half_ms"] is not None]
    return {
        **stats,
        "open": stats["waiting"] + stats["held"],
        "oldest_s": None if oldest is None else max(0.0, (parse(stats["time"]) - parse(oldest)) / SECOND_US),
        "sums": due_sentence(stats),
        "timed": timed[-1] if timed else None,
        "is_timed_now": bool(timed) and timed[-1] is hours[-1],
        "hours": hours,
        "delivered_chart": charts.columns([hour["delivered"] for hour in hours], name="accepted", since=since),
        "gave_up_chart": charts.columns([hour["gave_up"] for hour in hours], name="failed", since=since),
        "open_chart": charts.levels([hour["waiting"] for hour in hours], since=since),
        "times_chart": charts.lines(
            [hour["half_ms"] for hour in hours], [hour["most_ms"] for hour in hours], since=since
        ),
    }


def due_sentence(stats: ApiAnswer) -> str:
    """Return the sums of the last day in a sentence.

    >>> due_sentence({"due": 1848, "delivered": 1454, "waiting": 347, "held": 47, "gave_up": 0, "exact": True})
    '1,848 due = 1,454 delivered + 347 waiting + 47 held + 0 given up'
    """
    about = "" if stats["exact"] else "about "
    parts = (("delivered", "delivered"), ("waiting", "waiting"), ("held", "held"), ("gave_up", "given up"))
    sums = " + ".join(f"{number(stats[name])} {words}" for name, words in parts)
    return f"{about}{number(stats['due'])} due = {sums}"
