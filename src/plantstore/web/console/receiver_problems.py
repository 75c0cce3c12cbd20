"""Receivers that need attention, by the rule of the status API, for the overview and the health page."""

from collections.abc import Iterable
from dataclasses import dataclass

from plantstore.domain.timestamps import SECOND_US, Instant, parse
from plantstore.web.api.status.problems import FAILING_S_MAX
from plantstore.web.console.api_client import ApiAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverProblems:
    """`problems` are disabled, or have been failing for FAILING_S_MAX; `recent` are failing for less than that."""

    problems: list[ApiAnswer]
    recent: list[ApiAnswer]
    recent_min_max: int = FAILING_S_MAX // 60


def problems_of(receivers: Iterable[ApiAnswer], now: Instant) -> ReceiverProblems:
    """Classify receivers by `state` and `failing_since`; ephemeral ones are never a problem."""
    found = ReceiverProblems(problems=[], recent=[])
    for one in receivers:
        if one["ephemeral"]:
            continue
        if one["state"] == "disabled":
            found.problems.append(one)
        elif one["state"] == "failing":
            since = None if one["failing_since"] is None else parse(one["failing_since"])
            is_long = since is not None and now - since >= FAILING_S_MAX * SECOND_US
            (found.problems if is_long else found.recent).append(one)
    return found
