"""The page of alerts: problems, channels, rules and which channel gets them, and quiet hours."""

from collections.abc import Mapping, Sequence
from typing import Any

from plantstore.domain.alerts.wording import headline
from plantstore.domain.errors import Conflict, Invalid, NotFound, StoreError
from plantstore.operations.alerts.acknowledging import PATH as LINK_PATH
from plantstore.operations.alerts.acknowledging import acknowledge_by_link, problems_of
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.views.alert_channels import KINDS, names_of_people
from plantstore.web.console.views.quiet_hours import READS, STORE, WRITES, quiet_hours_form, save_quiet_hours
from plantstore.web.http.response import Response

PAGE = "/alerts"
ENDED_SHOWN_MAX = 10
OPEN_SHOWN_MAX = 50
MUTE_HOURS = 2


async def _show(request: PageRequest) -> Response:
    return await _page(request)


async def _page(request: PageRequest, *, refused: StoreError | None = None, status: int = 200) -> Response:
    channels = (await request.api.call("listAlertChannels"))["items"]
    rules = (await request.api.call("listAlertRules"))["items"]
    open_ones = await request.api.call("listAlerts", query={"state": "open", "limit": str(OPEN_SHOWN_MAX)})
    ended = await request.api.call("listAlerts", query={"state": "ended", "limit": str(ENDED_SHOWN_MAX)})
    shared = request.dependencies.settings.is_postgresql
    return request.render(
        "alerts.html",
        status=status,
        refused=refused,
        channels=channels,
        kinds=KINDS,
        names=await names_of_people(request),
        rules=[rule for rule in rules if shared or not rule["only_postgresql"]],
        problems_now=open_ones["items"],
        more=open_ones["next"] is not None,
        ended=ended["items"],
        quiet=await quiet_hours_form(request, (STORE, "the store")),
        mute_hours=MUTE_HOURS,
    )


async def _save_rules(request: PageRequest) -> Response:
    """Change the rules that differ from the form. A channel that is not in the form stays as it is."""
    rules = (await request.api.call("listAlertRules"))["items"]
    shown = request.form.get("channels").split()
    saved = 0
    try:
        for rule in rules:
            if f"shown-{rule['rule']}" not in request.form:
                continue
            change = _change_of(request, rule, shown)
            if change:
                await request.api.call("changeAlertRule", {"id": rule["rule"]}, body=change)
                saved += 1
    except Invalid as refused:
        return await _page(request, refused=refused, status=422)
    return request.redirect(PAGE, "The rules were saved." if saved else "Nothing was changed.")


def _change_of(request: PageRequest, rule: Mapping[str, Any], shown: Sequence[str]) -> dict[str, Any]:
    """Return what a form changes in a rule."""
    name, change = rule["rule"], dict[str, Any]()
    enabled = f"on-{name}" in request.form
    if enabled != rule["enabled"]:
        change["enabled"] = enabled
    if rule["threshold"] is not None:
        text = request.form.get(f"threshold-{name}").strip()
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
        if text and number is None:
            number = 0  # which the API refuses, with the range
        if (number or None) != rule["threshold"]["value"] or number == 0:
            change["threshold"] = number
    routes = {one: f"route-{name}-{one}" in request.form for one in shown if one in rule["channels"]}
    changed = {one: wanted for one, wanted in routes.items() if wanted != rule["channels"][one]}
    return change | ({"channels": changed} if changed else {})


async def _save_quiet_hours(request: PageRequest) -> Response:
    try:
        saved = await save_quiet_hours(request, STORE, removed="There are no quiet hours now.")
    except Invalid as refused:
        return await _page(request, refused=refused, status=422)
    return request.redirect(PAGE, saved)


async def _acknowledge(request: PageRequest) -> Response:
    return await _act(request, "acknowledgeAlert", None, "Acknowledged. No more reminders are sent.")


async def _mute(request: PageRequest) -> Response:
    body = {"hours": MUTE_HOURS}
    return await _act(request, "muteAlert", body, f"No reminder is sent for {MUTE_HOURS} hours.")


async def _act(request: PageRequest, operation: str, body: dict[str, Any] | None, done: str) -> Response:
    try:
        await request.api.call(operation, {"id": request.values["incident"]}, body=body)
    except Conflict:
        done = "The problem has ended already."
    return request.redirect(PAGE, done)


async def _show_link(request: PageRequest) -> Response:
    return await _link_page(request)


async def _use_link(request: PageRequest) -> Response:
    """Acknowledge the problems of a message. Only a submitted form does so, because mail programs open links too."""
    key, links, database = request.values["key"], request.dependencies.alert_links, request.dependencies.database
    request.throttle.check(request.http)
    try:
        await database.read(lambda tx: problems_of(tx, links, key))  # a wrong key opens no write transaction
        await database.write(lambda tx: acknowledge_by_link(tx, links, key))
    except NotFound:
        request.throttle.count_failure(request.http)
    return await _link_page(request, done=True)


async def _link_page(request: PageRequest, *, done: bool = False) -> Response:
    """Show the titles of a message's problems, and no more, because anyone with the link sees them."""
    key, links = request.values["key"], request.dependencies.alert_links
    request.throttle.check(request.http)
    try:
        found = await request.dependencies.database.read(lambda tx: problems_of(tx, links, key))
    except NotFound as error:
        request.throttle.count_failure(request.http)
        return request.render("alert_acknowledge.html", status=404, why=error.detail, shown=[], waiting=0, done=False)
    shown = [
        {"title": headline(one), "is_open": one.is_open, "is_acknowledged": one.acknowledged_at is not None}
        for one in found
    ]
    waiting = sum(1 for one in shown if one["is_open"] and not one["is_acknowledged"])
    return request.render("alert_acknowledge.html", why="", shown=shown, waiting=waiting, done=done)


_WRITES = "registerReceiver"  # writing needs receivers:write too, as this operation does

PAGES = (
    get_page(PAGE, _show, "listAlerts", "listAlertRules", "listAlertChannels", READS),
    post_page("/alerts/rules", _save_rules, "changeAlertRule", _WRITES),
    post_page("/alerts/quiet-hours", _save_quiet_hours, *WRITES),
    post_page("/alerts/problems/{incident}/acknowledge", _acknowledge, "acknowledgeAlert", _WRITES),
    post_page("/alerts/problems/{incident}/mute", _mute, "muteAlert", _WRITES),
    get_page(f"{LINK_PATH}/{{key}}", _show_link, public=True),
    post_page(f"{LINK_PATH}/{{key}}", _use_link, public=True),
)
