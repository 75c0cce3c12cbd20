"""Replays: choose a range of events, confirm the number of deliveries, and watch the progress."""

from contextlib import suppress
from datetime import datetime
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from plantstore.domain.deliveries.replay import ReplayOnly, ReplayState
from plantstore.domain.errors import Conflict, FieldError, Invalid, StoreError
from plantstore.domain.timestamps import SECOND_US, from_datetime, parse, to_text
from plantstore.web.console.api_client import SUBMITTED_BEFORE
from plantstore.web.console.forms import number_or_text
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.views.receiver import address_of
from plantstore.web.http.response import Response

BY_TIME, BY_SEQUENCE = "time", "sequence"
COUNT = "count"
FIELDS = ("by", "since", "until", "first", "last", "only", "pace")
RANGES = {BY_TIME: ("since", "until"), BY_SEQUENCE: ("first", "last")}


async def _new(request: PageRequest) -> Response:
    """Show the form; with `step=count`, show how many deliveries the replay would send, without starting the replay."""
    receiver = await request.api.call("showReceiver", {"id": request.values["id"]})
    if request.query.get("step") != COUNT:
        return _form(request, receiver)
    try:
        replay = _read_replay(request)
        count = await request.api.call("askForReplay", {"id": receiver["id"]}, body=replay | {"dry_run": True})
    except Invalid as refused:
        return _form(request, receiver, refused=refused, status=422)
    if not count["total"]:
        return _form(request, receiver, nothing=count["reason"])
    back = urlencode({name: request.query[name] for name in FIELDS if request.query.get(name)})
    return request.render("replay_count.html", receiver=receiver, count=count, replay=replay, back=back)


async def _ask_failed(request: PageRequest) -> Response:
    return await _ask(request, ReplayOnly.FAILED)


async def _ask_all(request: PageRequest) -> Response:
    return await _ask(request, ReplayOnly.ALL)


async def _ask(request: PageRequest, only: ReplayOnly) -> Response:
    """Start a replay of exactly the range that was counted, even if there are newer events by now."""
    values = {"id": request.values["id"]}
    problems: list[FieldError] = []
    body = {name: _whole(request.form.get(name), name, problems) for name in ("first", "last")}
    pace = _pace(request.form.get("pace"), problems)
    try:
        _refuse(problems)
        asked = await request.api.call(
            "askForReplay", values, body=body | {"only": only.value, "pace": pace}, key=request.idempotency_key
        )
    except Invalid as refused:
        return _form(request, await request.api.call("showReceiver", values), refused=refused, status=422)
    except Conflict as refused:
        receiver, is_resubmitted = await request.api.call("showReceiver", values), refused.detail == SUBMITTED_BEFORE
        told: dict[str, Any] = {"refused": refused} if is_resubmitted else {"nothing": refused.detail}
        return _form(request, receiver, status=409, **told)
    return request.redirect(f"{address_of(request)}/replays/{asked['id']}")


async def _show(request: PageRequest) -> Response:
    values = {"id": request.values["id"], "replay": request.values["replay"]}
    replay = await request.api.call("showReplay", values)
    receiver = None
    if request.may("showReceiver"):
        receiver = await request.api.call("showReceiver", {"id": request.values["id"]})
    done = replay["accepted"] + replay["failed"]
    rate = _rate(request, replay, done)
    return request.render("replay.html", replay=replay, receiver=receiver, done=done, rate=rate, speed=_speed(rate))


async def _cancel(request: PageRequest) -> Response:
    values = {"id": request.values["id"], "replay": request.values["replay"]}
    replay = await request.api.call("cancelReplay", values)
    was = "Cancelled." if replay["state"] == ReplayState.CANCELLED else "The replay had already finished."
    return request.redirect(f"{address_of(request)}/replays/{replay['id']}", was)


def _rate(request: PageRequest, replay: dict[str, Any], done: int) -> float | None:
    """Return the average requests per second of a running replay; None if it isn't running or has no results yet."""
    if replay["state"] != ReplayState.RUNNING or not done:
        return None
    seconds = (request.dependencies.clock.now() - parse(replay["asked_at"])) / SECOND_US
    return done / seconds if seconds > 0 else None


def _speed(rate: float | None) -> str:
    """Return requests per second as text; "" for None.

    >>> _speed(61.4), _speed(0.52)
    ('61/s', '0.5/s')
    """
    return "" if rate is None else f"{rate:.0f}/s" if rate >= 10 else f"{rate:.1f}/s"


def _read_replay(request: PageRequest) -> dict[str, Any]:
    """Return the API request body for the query parameters: a range of times or of event sequence numbers."""
    query, problems = request.query, list[FieldError]()
    by = query.get("by", BY_TIME)
    replay: dict[str, Any] = {"only": ReplayOnly.ALL if query.get("only") == ReplayOnly.ALL else ReplayOnly.FAILED}
    for name in RANGES.get(by, RANGES[BY_TIME]):
        text = query.get(name, "").strip()
        if by == BY_SEQUENCE:
            replay[name] = _whole(text, name, problems)
        elif text:
            replay[name] = _time(text, name, ZoneInfo(request.dependencies.settings.timezone), problems)
    begins = RANGES.get(by, RANGES[BY_TIME])[0]
    if replay.get(begins) is None and not problems:
        problems.append(FieldError(pointer=f"/{begins}", code="required", detail="Choose where to start."))
    replay["pace"] = _pace(query.get("pace", "").strip(), problems)
    _refuse(problems)
    return replay


def _time(text: str, name: str, zone: ZoneInfo, problems: list[FieldError]) -> str | None:
    """Parse a time with a UTC offset, as in links, or without, as browsers send it: in the configured time zone.

    Return None for an invalid time, and add an error to `problems`.
    """
    with suppress(ValueError, OverflowError):
        moment = datetime.fromisoformat(text)
        return to_text(from_datetime(moment if moment.tzinfo else moment.replace(tzinfo=zone)))
    problems.append(FieldError(pointer=f"/{name}", code="time", detail="Write a time such as 2026-03-02T09:15."))
    return None


def _whole(text: str, name: str, problems: list[FieldError]) -> int | None:
    if not text:
        return None
    value = number_or_text(text)
    if isinstance(value, int):
        return value
    problems.append(FieldError(pointer=f"/{name}", code="number", detail="Write a whole number, 1 or higher."))
    return None


def _pace(text: str, problems: list[FieldError]) -> float | None:
    if not text:
        return None
    with suppress(ValueError):
        pace = float(text)
        if 0 < pace < 2**53:
            return pace
    detail = "Write requests per second, such as 50 or 0.5."
    problems.append(FieldError(pointer="/pace", code="number", detail=detail))
    return None


def _refuse(problems: list[FieldError]) -> None:
    if problems:
        raise Invalid(fields=tuple(problems))


def _form(
    request: PageRequest,
    receiver: dict[str, Any],
    *,
    refused: StoreError | None = None,
    nothing: str = "",
    status: int = 200,
) -> Response:
    """Return the form with the entered values. `nothing` is a message that explains why nothing can be replayed."""
    given = request.form.get if request.form.pairs else request.query.get
    shown = {name: given(name, "") for name in FIELDS}
    shown["by"] = shown["by"] or (BY_SEQUENCE if shown["first"] else BY_TIME)
    shown["only"] = shown["only"] or ReplayOnly.FAILED
    return request.render(
        "replay_new.html", status=status, refused=refused, receiver=receiver, shown=shown, nothing=nothing
    )


PAGES = (
    get_page("/receivers/{id}/replays/new", _new, "askForReplay", "showReceiver"),
    post_page("/receivers/{id}/replays/failed", _ask_failed, "askForReplay", "showReceiver"),
    post_page("/receivers/{id}/replays/all", _ask_all, "askForReplay", "showReceiver", proved=True),
    get_page("/receivers/{id}/replays/{replay}", _show, "showReplay"),
    get_page("/receivers/{id}/replays/{replay}/progress", _show, "showReplay", background=True),
    post_page("/receivers/{id}/replays/{replay}/cancel", _cancel, "cancelReplay"),
)
