"""The alert block: everything that a person should know now, in one place, from the alerts of the status API.

Each line says what is wrong, what follows from it, what happens next if no person acts, and has the button that helps.
The overview and the health page show the same block.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import counted

RECEIVERS_SHOWN_MAX = 6  # max receivers with a line of their own; the others are counted
_FAULTS = frozenset({"store_full", "unavailable"})  # codes that say why the store is not ready
_WORDS = {
    "receivers_disabled": ("receiver is disabled", "receivers are disabled"),
    "receivers_failing": ("receiver is failing", "receivers are failing"),
    "receivers_failing_recently": ("receiver began to fail", "receivers began to fail"),
    "receivers_paused": ("receiver is paused", "receivers are paused"),
    "deliveries_exhausted": ("delivery was given up", "deliveries were given up"),
    "store_full": ("the disk is full", "the disk is full"),
    "unavailable": ("the database can't be written", "the database can't be written"),
    "nobody_delivers": ("no process delivers", "no process delivers"),
    "alert_channels_failing": ("alert channel is failing", "alert channels are failing"),
    "imports_to_confirm": ("import waits for confirmation", "imports wait for confirmation"),
}
_UNCOUNTED = frozenset({"store_full", "unavailable", "nobody_delivers"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertBlock:
    """The block on top of a page. `headline` names every alert; it is empty if there are none.

    `not_ready` is why the process can't serve requests, unless an alert says it. Of the `lines`, problems first, those
    about a receiver have `is_receiver`. `more` counts the receivers without a line. `waiting` is the whole backlog;
    None if the token doesn't permit to see it.
    """

    headline: str
    is_problem: bool
    problems: int
    not_ready: str
    lines: Sequence[Mapping[str, Any]]
    more: int
    waiting: int | None
    now: datetime

    @property
    def is_empty(self) -> bool:
        return not self.headline


async def alert_block(request: PageRequest, status: ApiAnswer, stats: ApiAnswer | None) -> AlertBlock:
    """Return the alerts of a status, with what happens next at each receiver from the statistics, if they are known."""
    alerts = status["alerts"]
    why_not = request.dependencies.ready()
    not_ready = "" if why_not is None or any(one["code"] in _FAULTS for one in alerts) else why_not
    problems = [one for one in alerts if one["severity"] == "problem"]
    lines = _lines(status, stats)
    total = sum(one["count"] for one in alerts if one["group"] == "receivers")
    return AlertBlock(
        headline=_headline(alerts, not_ready),
        is_problem=bool(problems or not_ready),
        problems=sum(_count(one) for one in problems) + bool(not_ready),
        not_ready=not_ready,
        lines=lines,
        more=total - sum(1 for one in lines if one["is_receiver"]),
        waiting=None if stats is None else stats["waiting"] + stats["held"],
        now=request.local_now(),
    )


def _lines(status: ApiAnswer, stats: ApiAnswer | None) -> list[Mapping[str, Any]]:
    """Return a line for each receiver of an alert, up to RECEIVERS_SHOWN_MAX, and for each other alert."""
    known = {one["id"]: one for one in status["receivers"]}
    upcoming = {one["id"]: one for one in stats["receivers"]} if stats is not None else {}
    lines: list[Mapping[str, Any]] = []
    shown = 0
    for alert in status["alerts"]:
        if alert["group"] != "receivers":
            lines.append({**alert, "is_receiver": False})
            continue
        for id in alert["ids"]:
            if id not in known or shown == RECEIVERS_SHOWN_MAX:
                continue
            lines.append(_line(known[id], upcoming.get(id), alert))
            shown += 1
    return lines


def _line(receiver: ApiAnswer, upcoming: ApiAnswer | None, alert: ApiAnswer) -> Mapping[str, Any]:
    return {
        **receiver,
        "is_receiver": True,
        "severity": alert["severity"],
        "why": alert["cause"],
        "next": alert["next"],
        "next_at": upcoming["next_at"] if upcoming is not None else None,
        "cause": upcoming["latest_failure"] if upcoming is not None else None,
    }


def _count(alert: ApiAnswer) -> int:
    """Return how many problems an alert is: one for each receiver, otherwise one."""
    return int(alert["count"]) if alert["group"] == "receivers" else 1


def _headline(alerts: Sequence[ApiAnswer], not_ready: str) -> str:
    """Return all alerts in a few words, such as "1 receiver is disabled, 2 receivers are paused"."""
    audited = sum(1 for one in alerts if one["group"] == "audit")
    texts = chain(
        ["Plant Store can't serve requests"] if not_ready else [],
        [_words(one) for one in alerts if one["group"] != "audit"],
        [counted(audited, "integrity check failed", "integrity checks failed")] if audited else [],
    )
    text = ", ".join(texts)
    return text[:1].upper() + text[1:]


def _words(alert: ApiAnswer) -> str:
    one, several = _WORDS.get(alert["code"], (alert["detail"], alert["detail"]))
    return one if alert["code"] in _UNCOUNTED else counted(alert["count"], one, several)
