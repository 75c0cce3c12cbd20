"""The deliveries with the latest attempts, for start pages, and where live updates continue after them."""

from collections.abc import Sequence
from typing import Any

from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page_request import PageRequest


async def read_stats(request: PageRequest) -> tuple[ApiAnswer | None, str]:
    """Return the delivery statistics, and the position in the feed of attempts at which live updates continue.

    Return None and "" if the token doesn't permit it. The position is read first, so that live updates repeat an
    attempt rather than miss one.
    """
    if not request.may("showDeliveryStats"):
        return None, ""
    after = str((await request.api.call("readAttempts"))["after"])
    return await request.api.call("showDeliveryStats"), after


def latest_rows(stats: ApiAnswer | None) -> Sequence[ApiAnswer] | None:
    """Return the latest deliveries of the statistics as table rows; None if there are none for this token."""
    if stats is None or stats["latest"] is None:
        return None
    return [as_row(one) for one in stats["latest"]]


def as_row(attempt: ApiAnswer) -> dict[str, Any]:
    """Return the values of a table row for the delivery of an attempt."""
    return attempt | {"tries": attempt["number"], "last_attempt_at": attempt["started_at"]}
