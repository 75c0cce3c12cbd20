"""The channels of alerts: a list, a page for each with quiet hours, forms to add and change one, and "send test"."""

import hashlib
from typing import Any

import msgspec

from plantstore.domain.alerts.channel import ChannelKind
from plantstore.domain.errors import Changed, Conflict, Invalid, StoreError
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import number
from plantstore.web.console.views.quiet_hours import STORE, WRITES, quiet_hours_form, save_quiet_hours
from plantstore.web.http.response import Response

KINDS = {
    ChannelKind.EMAIL: ("E-mail", "Any mailbox"),
    ChannelKind.SLACK: ("Slack", "Also Mattermost and Rocket.Chat"),
    ChannelKind.TEAMS: ("Microsoft Teams", "A workflow of a channel"),
    ChannelKind.DISCORD: ("Discord", "A webhook of a server"),
    ChannelKind.GOOGLE_CHAT: ("Google Chat", "A webhook of a space"),
    ChannelKind.WEBHOOK: ("Webhook", "Your own program, or an on-call service"),
}
"""The name of each kind, and what is on the other side."""

LIST = "/alerts/channels"
PEOPLE_MAX = 200  # max people to choose from; a channel for another one is added by the API


def address_of(request: PageRequest) -> str:
    """Return the path of the page that shows the request's channel."""
    return f"{LIST}/{request.values['id']}"


async def _list(request: PageRequest) -> Response:
    found = await request.api.call("listAlertChannels")
    return request.render(
        "alert_channels.html", channels=found["items"], kinds=KINDS, names=await names_of_people(request)
    )


async def names_of_people(request: PageRequest) -> dict[str, str]:
    """Return the names of active people by their ids; none if the person may not know them."""
    if not request.may("listPeople"):
        return {}
    limit = min(PEOPLE_MAX, request.dependencies.settings.page_items_max)
    found = await request.api.call("listPeople", query={"active": "true", "limit": str(limit)})
    return {one["id"]: one["name"] for one in found["items"]}


async def _new(request: PageRequest) -> Response:
    return await _new_form(request)


async def _add(request: PageRequest) -> Response:
    """Create a channel. Submitting the form twice returns the same channel, and the same secret of a webhook."""
    body = {"name": request.form.get("name"), "kind": request.form.get("kind"), **_target(request)}
    if request.form.get("person_id"):
        body["person_id"] = request.form.get("person_id")
    try:
        made = await request.api.call("createAlertChannel", body=body, key=_key(request, body))
    except (Invalid, Conflict) as refused:
        return await _new_form(request, refused=refused)
    if "secret" in made:
        return request.render("alert_channel_made.html", status=201, channel=made, kinds=KINDS, is_rotated=False)
    return request.redirect(f"{LIST}/{made['id']}", f"“{made['name']}” was added. Send a test to see that it works.")


async def _show(request: PageRequest) -> Response:
    return await _channel_page(request)


async def _channel_page(
    request: PageRequest, *, refused: StoreError | None = None, answer: ApiAnswer | None = None
) -> Response:
    """Return the page of a channel. `answer` is how the other side answered a test, if it was not accepted."""
    channel = await request.api.call("showAlertChannel", {"id": request.values["id"]})
    names, scopes = await names_of_people(request), [(channel["id"], "this channel")]
    if channel["person_id"] is not None:
        scopes.append((channel["person_id"], names.get(channel["person_id"], "its person")))
    return request.render(
        "alert_channel.html",
        status=200 if refused is None else 422,
        refused=refused,
        channel=channel,
        kinds=KINDS,
        names=names,
        answer=answer,
        quiet=await quiet_hours_form(request, *scopes, (STORE, "the store")),
    )


async def _save_quiet_hours(request: PageRequest) -> Response:
    channel = await request.api.call("showAlertChannel", {"id": request.values["id"]})
    removed = f"“{channel['name']}” has no quiet hours of its own now."
    try:
        saved = await save_quiet_hours(request, channel["id"], removed=removed)
    except Invalid as refused:
        return await _channel_page(request, refused=refused)
    return request.redirect(address_of(request), saved)


async def _edit(request: PageRequest) -> Response:
    channel, version = await request.api.call_with_version("showAlertChannel", {"id": request.values["id"]})
    return _edit_form(request, channel, version)


async def _change(request: PageRequest) -> Response:
    values = {"id": request.values["id"]}
    channel, version = await request.api.call_with_version("showAlertChannel", values)
    body = {"name": request.form.get("name"), **_target(request)}
    if request.form.get("sends_no_token") and "access_token" not in body and channel["kind"] == ChannelKind.WEBHOOK:
        body["access_token"] = None
    try:
        await request.api.call("changeAlertChannel", values, body=body, version=request.form.number("version") or 0)
    except (Invalid, Conflict, Changed) as refused:
        return _edit_form(request, channel, version, refused=refused)
    return request.redirect(address_of(request), "Saved. Send a test to see that it works.")


async def _sends_elsewhere(request: PageRequest) -> bool:
    """True if the form changes where messages go, which needs a recent sign-in."""
    return bool(_target(request)) or bool(request.form.get("sends_no_token"))


async def _switches_off(request: PageRequest) -> bool:
    """True if no more messages are to be sent, which needs a recent sign-in: problems would go unnoticed."""
    return request.form.get("enabled") != "yes"


async def _switch(request: PageRequest) -> Response:
    body = {"enabled": request.form.get("enabled") == "yes"}
    channel = await request.api.call("changeAlertChannel", {"id": request.values["id"]}, body=body)
    words = "gets messages again" if channel["enabled"] else "gets no more messages"
    return request.redirect(address_of(request), f"“{channel['name']}” {words}.")


async def _rotate(request: PageRequest) -> Response:
    """Rotate the signing secret, and show the new secret in this response only."""
    values = {"id": request.values["id"]}
    try:
        rotated = await request.api.call("rotateAlertChannelSecret", values, key=request.idempotency_key)
    except Conflict as refused:
        return request.redirect(address_of(request), refused.detail)
    channel = await request.api.call("showAlertChannel", values) | rotated
    return request.render("alert_channel_made.html", status=201, channel=channel, kinds=KINDS, is_rotated=True)


async def _test(request: PageRequest) -> Response:
    """Send a test message, and show what the other side answered."""
    values = {"id": request.values["id"]}
    answer = await request.api.call("testAlertChannel", values)
    if answer["result"] != "accepted":
        return await _channel_page(request, answer=answer)
    channel = await request.api.call("showAlertChannel", values)
    took = f"{number(round(answer['took_ms']))} ms"
    return request.redirect(address_of(request), f"Test sent to “{channel['name']}” and accepted in {took}.")


async def _confirm_removal(request: PageRequest) -> Response:
    channel = await request.api.call("showAlertChannel", {"id": request.values["id"]})
    return request.render("alert_channel_remove.html", channel=channel)


async def _remove(request: PageRequest) -> Response:
    values = {"id": request.values["id"]}
    channel = await request.api.call("showAlertChannel", values)
    await request.api.call("deleteAlertChannel", values)
    return request.redirect(LIST, f"“{channel['name']}” was removed.")


def _target(request: PageRequest) -> dict[str, Any]:
    """Return where the form says that the channel sends, without what was left empty."""
    given: dict[str, Any] = {name: request.form.get(name) for name in ("url", "access_token") if request.form.get(name)}
    addresses = request.form.get("addresses").replace(",", " ").split()
    return given | ({"addresses": addresses} if addresses else {})


def _key(request: PageRequest, body: dict[str, Any]) -> str:
    """Return an idempotency key for these values of the form; "" if the form has no idempotency key."""
    once = request.idempotency_key
    return once and f"{once}-{hashlib.sha256(msgspec.json.encode(body, order='sorted')).hexdigest()}"


async def _new_form(request: PageRequest, *, refused: StoreError | None = None) -> Response:
    kind = request.form.get("kind") or request.query.get("kind", "")
    chosen = ChannelKind(kind) if kind in set(ChannelKind) else None
    status = 200 if refused is None else 422
    has_mail = bool(request.dependencies.settings.mail_server)
    return request.render(
        "alert_channel_new.html",
        status=status,
        refused=refused,
        kinds=KINDS,
        kind=chosen,
        has_mail=has_mail,
        names=await names_of_people(request) if chosen else {},
    )


def _edit_form(
    request: PageRequest, channel: dict[str, Any], version: int, *, refused: StoreError | None = None
) -> Response:
    is_changed = isinstance(refused, Changed)
    status = 200 if refused is None else 412 if is_changed else 422
    is_fresh = is_changed or not request.form.pairs
    return request.render(
        "alert_channel_edit.html",
        status=status,
        refused=None if is_changed else refused,
        is_changed=is_changed,
        channel=channel,
        kinds=KINDS,
        name=channel["name"] if not request.form.pairs else request.form.get("name"),
        version=version if is_fresh else request.form.number("version") or 0,
    )


_WRITES = ("changeAlertChannel", "registerReceiver")
"""The operations of the forms: writing needs receivers:write too, as `registerReceiver` does."""

PAGES = (
    get_page(LIST, _list, "listAlertChannels"),
    get_page(f"{LIST}/new", _new, "createAlertChannel", "registerReceiver"),
    post_page(f"{LIST}/new", _add, "createAlertChannel", "registerReceiver"),
    get_page(f"{LIST}/{{id}}", _show, "showAlertChannel"),
    get_page(f"{LIST}/{{id}}/edit", _edit, *_WRITES),
    post_page(f"{LIST}/{{id}}/edit", _change, *_WRITES, proved_when=_sends_elsewhere),
    post_page(f"{LIST}/{{id}}/switch", _switch, *_WRITES, proved_when=_switches_off),
    post_page(f"{LIST}/{{id}}/quiet-hours", _save_quiet_hours, *WRITES),
    post_page(f"{LIST}/{{id}}/rotate", _rotate, "rotateAlertChannelSecret", "registerReceiver", proved=True),
    post_page(f"{LIST}/{{id}}/test", _test, "testAlertChannel", "registerReceiver"),
    get_page(f"{LIST}/{{id}}/remove", _confirm_removal, "deleteAlertChannel", "registerReceiver"),
    post_page(f"{LIST}/{{id}}/remove", _remove, "deleteAlertChannel", "registerReceiver", proved=True),
)
