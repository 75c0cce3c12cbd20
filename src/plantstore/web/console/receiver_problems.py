"""Finds receivers that need attention, by the same rule as the status API, for the overview and the health page."""

from collections.abc import Iterable
from dataclasses import dataclass

from plantstore.domain.timestamps import SECOND_US, Instant, parse
from plantstore.web.api.status.problems import FAILING_S_MAX
from plantstore.web.console.api_client import ApiAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverProblems:
    """Receivers that need attention. `problems` are disabled, or have been failing for at least FAILING_S_MAX seconds.

    `recent` have been failing for less than FAILING_S_MAX seconds.
    """

    problems: list[ApiAnswer]
    recent: list[ApiAnswer]
    recent_min_max: int = FAILING_S_MAX // 60


def problems_of(receivers: Iterable[ApiAnswer], now: Instant) -> ReceiverProblems:
    """Classify receivers by `state` and `failing_since`; ephemeral receivers are never a problem."""
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
