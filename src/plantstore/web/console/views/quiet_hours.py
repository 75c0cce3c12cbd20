"""Quiet hours of the store, a channel or a person: the form on their pages, and the actions that save it."""

from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from plantstore.domain.alerts.quiet_hours import QuietHours, check_quiet_hours
from plantstore.domain.timestamps import Instant, to_datetime
from plantstore.web.api.alerts.quiet_hours import DAYS, STORE
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page_request import PageRequest

READS, WRITES = "listAlertQuietHours", ("putAlertQuietHours", "registerReceiver")
"""The operations that the form needs: writing needs receivers:write too, as `registerReceiver` does."""
_DEFAULT: ApiAnswer = {"from": "19:00", "until": "07:30", "days": list(DAYS), "critical_through": True}
_DAY_SETS = {DAYS: "every day", DAYS[:5]: "Monday to Friday", DAYS[5:]: "Saturday and Sunday"}


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietHoursForm:
    """The values of the form, and `state`: sentences that say what counts now.

    `is_own`: these hours were set for this channel or person itself, or for the store on the store's page.
    """

    is_own: bool
    start: str
    until: str
    days: Sequence[str]
    critical: bool
    state: str
    may_write: bool


async def quiet_hours_form(request: PageRequest, *scopes: tuple[str, str]) -> QuietHoursForm | None:
    """Return the form for the first of the scopes; None if the person may not see quiet hours.

    `scopes` are pairs of an id (or STORE) and a name, in the order in which they count: if the first one has no quiet
    hours, those of the next one count.
    """
    if not request.may(READS):
        return None
    found = {one["scope"]: one for one in (await request.api.call(READS))["items"]}
    own = found.get(scopes[0][0])
    counting = next(((found[scope], name) for scope, name in scopes if scope in found), None)
    shown = own or _DEFAULT
    is_submitted = _is_submitted(request)
    form = request.form
    return QuietHoursForm(
        is_own="quiet" in form if is_submitted else own is not None,
        start=form.get("from") if is_submitted else shown["from"],
        until=form.get("until") if is_submitted else shown["until"],
        days=form.all("days") if is_submitted else shown["days"],
        critical="critical" in form if is_submitted else shown["critical_through"],
        state=_state(request, counting, is_own=own is not None),
        may_write=all(map(request.may, WRITES)),
    )


async def save_quiet_hours(request: PageRequest, scope: str, *, removed: str) -> str:
    """Save the form, or remove the quiet hours if it says so; return the notice. Raise Invalid.

    `removed` is the notice for quiet hours that were removed.
    """
    values = {"id": scope}
    if "quiet" not in request.form:
        await request.api.call("deleteAlertQuietHours", values)
        return removed
    start, until = (request.form.get(name)[:5] for name in ("from", "until"))  # some browsers send seconds too
    days = [day for day in DAYS if day in request.form.all("days")]
    critical = "critical" in request.form
    check_quiet_hours(start, until, days=_bits(days), critical_through=critical)  # in words for people
    body = {"from": start, "until": until, "days": days, "critical_through": critical}
    await request.api.call("putAlertQuietHours", values, body=body)
    return "The quiet hours were saved."


def _is_submitted(request: PageRequest) -> bool:
    """True if this form was submitted, and not another one of the page."""
    return "until" in request.form


def _bits(days: Sequence[str]) -> int:
    return sum(1 << DAYS.index(day) for day in days)


def _state(request: PageRequest, counting: tuple[ApiAnswer, str] | None, *, is_own: bool) -> str:
    """Return what counts now in sentences, such as "Quiet now until 07:30. Critical problems are sent." """
    if counting is None:
        return "There are no quiet hours: messages are sent at any time."
    answer, name = counting
    start, until, days = answer["from"], answer["until"], answer["days"]
    hours = check_quiet_hours(start, until, days=_bits(days), critical_through=answer["critical_through"])
    settings, clock = request.dependencies.settings, request.dependencies.clock
    state = _now(hours, clock.now(), ZoneInfo(settings.timezone))
    return state if is_own else f"{state} The quiet hours of {name} count: {start} to {until}, {_days_text(days)}."


def _now(hours: QuietHours, now: Instant, zone: ZoneInfo) -> str:
    end = hours.end(now, zone)
    if end is None:
        return "Not quiet now."
    through = (
        "Critical problems are sent." if hours.critical_through else "Nothing is sent, not even critical problems."
    )
    return f"Quiet now until {to_datetime(end).astimezone(zone):%H:%M}. {through}"


def _days_text(days: Sequence[str]) -> str:
    """Return the days on which quiet hours begin.

    >>> _days_text(DAYS[:5]), _days_text(["monday", "sunday"])
    ('Monday to Friday', 'Monday, Sunday')
    """
    return _DAY_SETS.get(tuple(days)) or ", ".join(day.capitalize() for day in days)


__all__ = ["READS", "STORE", "WRITES", "QuietHoursForm", "quiet_hours_form", "save_quiet_hours"]
