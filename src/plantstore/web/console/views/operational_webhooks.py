"""The pages for operational webhooks: list, create, edit, test, rotate and remove, and what was sent to one."""

from typing import Any

import msgspec

from plantstore.domain.errors import Changed, Conflict, Forbidden, Invalid, StoreError, Unavailable
from plantstore.domain.operational_webhook import DeliveryState, OperationalType, scope_to_subscribe
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.http.response import Response

LIST = "/operational-webhooks"
DELIVERIES_SHOWN = 25
TYPES = {
    OperationalType.RECEIVER_DISABLED: ("Receiver disabled", "It responded 410, or nothing for five days."),
    OperationalType.RECEIVER_RECOVERED: ("Receiver recovered", "It accepts requests again, or was resumed."),
    OperationalType.DELIVERY_EXHAUSTED: ("Delivery given up", "All attempts of the retry schedule failed."),
    OperationalType.IMPORT_COMPLETED: ("Import completed", "All its rows were added, or it failed."),
}


async def _list(request: PageRequest) -> Response:
    found = await request.api.call("listOperationalWebhooks")
    return request.render(
        "operational_webhooks.html", webhooks=found["items"], types=_names(), offered=_offered(request)
    )


async def _new(request: PageRequest) -> Response:
    return _form(request, shown={"url": "", "name": "", "types": list(_offered(request))})


async def _create(request: PageRequest) -> Response:
    """Create a webhook, and show its credentials in this response only."""
    body = {name: request.form.get(name) for name in ("url", "name")} | {"types": request.form.all("types")}
    if request.form.get("access_token"):
        body["access_token"] = request.form.get("access_token")
    try:
        made = await request.api.call("createOperationalWebhook", body=body, key=request.idempotency_key)
    except (Invalid, Conflict, Forbidden) as refused:
        return _form(request, shown=_entered(request), refused=refused)
    return _once(request, made, secret=made["secret"], access_token=made.get("access_token"))


async def _show(request: PageRequest) -> Response:
    values = {"id": request.values["id"]}
    webhook = await request.api.call("showOperationalWebhook", values)
    state = request.query.get("state", "")
    chosen = {"state": state} if state in list(DeliveryState) else {}
    cursor = {"cursor": request.query["cursor"]} if "cursor" in request.query else {}
    query = {"limit": str(DELIVERIES_SHOWN)} | chosen | cursor
    page = await request.api.call("listOperationalDeliveries", values, query=query)
    return request.render(
        "operational_webhook.html",
        webhook=webhook,
        page=page,
        bodies=[msgspec.json.format(msgspec.json.encode(one["body"])).decode() for one in page["items"]],
        chosen=state if chosen else "",
        states=list(DeliveryState),
        types=_names(),
    )


async def _edit(request: PageRequest) -> Response:
    webhook, version = await request.api.call_with_version("showOperationalWebhook", {"id": request.values["id"]})
    return _form(request, shown=webhook, webhook=webhook, version=version)


async def _change(request: PageRequest) -> Response:
    values = {"id": request.values["id"]}
    webhook, version = await request.api.call_with_version("showOperationalWebhook", values)
    body: dict[str, Any] = {name: request.form.get(name) for name in ("url", "name")}
    body["types"] = request.form.all("types")
    body = {name: value for name, value in body.items() if value != webhook[name]}
    if request.form.get("access_token"):
        body["access_token"] = request.form.get("access_token")
    if not body:
        return request.redirect(_address(request), "No changes to save.")
    try:
        await request.api.call(
            "changeOperationalWebhook", values, body=body, version=request.form.number("version") or 0
        )
    except (Changed, Invalid, Conflict, Forbidden) as refused:
        return _form(request, shown=_entered(request), webhook=webhook, version=version, refused=refused)
    return request.redirect(_address(request), "Settings saved. They apply from the next request.")


async def _sends_elsewhere(request: PageRequest) -> bool:
    """True if the form changes the URL or the access token, which needs a recent sign-in, as it can redirect data."""
    webhook = await request.api.call("showOperationalWebhook", {"id": request.values["id"]})
    return request.form.get("url") not in ("", webhook["url"]) or bool(request.form.get("access_token"))


async def _switches_off(request: PageRequest) -> bool:
    """True if nothing more is to be sent, which needs a recent sign-in: events until it is enabled are lost to it."""
    return request.form.get("enabled") != "yes"


async def _switch(request: PageRequest) -> Response:
    is_on = request.form.get("enabled") == "yes"
    values = {"id": request.values["id"]}
    webhook = await request.api.call("changeOperationalWebhook", values, body={"enabled": is_on})
    waiting = f"{webhook['waiting']:,} waiting event{'' if webhook['waiting'] == 1 else 's'}"
    notice = f"Enabled: {waiting} to send." if is_on else f"Disabled. {waiting} kept; new events are not."
    return request.redirect(_address(request), notice)


async def _test(request: PageRequest) -> Response:
    values = {"id": request.values["id"]}
    webhook = await request.api.call("showOperationalWebhook", values)
    try:
        outcome = await request.api.call("testOperationalWebhook", values)
    except Unavailable:
        outcome = None
    return request.render("operational_webhook_tested.html", webhook=webhook, outcome=outcome)


async def _rotate(request: PageRequest) -> Response:
    """Rotate the signing secret, and show the new secret in this response only."""
    values = {"id": request.values["id"]}
    webhook = await request.api.call("showOperationalWebhook", values)
    rotated = await request.api.call("rotateOperationalSecret", values, key=request.idempotency_key)
    return _once(request, webhook, secret=rotated["secret"], old_ends_at=rotated["old_secret_ends_at"])


async def _retry(request: PageRequest) -> Response:
    values = {"id": request.values["id"], "event": request.form.get("event") or "-"}
    try:
        await request.api.call("retryOperationalDelivery", values)
    except Conflict as refused:
        return request.redirect(_address(request), refused.detail)
    return request.redirect(_address(request), "The event is sent again now.")


async def _confirm_removal(request: PageRequest) -> Response:
    webhook = await request.api.call("showOperationalWebhook", {"id": request.values["id"]})
    return request.render("operational_webhook_remove.html", webhook=webhook)


async def _remove(request: PageRequest) -> Response:
    values = {"id": request.values["id"]}
    webhook = await request.api.call("showOperationalWebhook", values)
    await request.api.call("deleteOperationalWebhook", values)
    return request.redirect(LIST, f"“{webhook['name']}” was removed.")


def _once(
    request: PageRequest,
    webhook: dict[str, Any],
    *,
    secret: str,
    access_token: str | None = None,
    old_ends_at: str | None = None,
) -> Response:
    """Return the page that shows credentials: of a new webhook, or of a rotation if there is an `old_ends_at`."""
    return request.render(
        "operational_webhook_made.html",
        status=201,
        webhook=webhook,
        secret=secret,
        access_token=access_token,
        old_ends_at=old_ends_at,
    )


def _form(
    request: PageRequest,
    *,
    shown: dict[str, Any],
    webhook: dict[str, Any] | None = None,
    version: int = 0,
    refused: StoreError | None = None,
) -> Response:
    """Return the form for a new webhook, or for `webhook`. `shown` are the values of its fields."""
    return request.render(
        "operational_webhook_form.html",
        status=200 if refused is None else 422,
        refused=refused,
        webhook=webhook,
        shown=shown,
        version=version,
        offered=_offered(request),
    )


def _entered(request: PageRequest) -> dict[str, Any]:
    return {name: request.form.get(name) for name in ("url", "name")} | {"types": request.form.all("types")}


def _offered(request: PageRequest) -> dict[str, tuple[str, str]]:
    """Return the types that the token may subscribe to, with their names and explanations."""
    return {kind.value: words for kind, words in TYPES.items() if scope_to_subscribe(kind) in request.token.scopes}


def _names() -> dict[str, str]:
    return {kind.value: name for kind, (name, _) in TYPES.items()}


def _address(request: PageRequest) -> str:
    return f"{LIST}/{request.values['id']}"


_ONE = f"{LIST}/{{id}}"
PAGES = (
    get_page(LIST, _list, "listOperationalWebhooks"),
    get_page(f"{LIST}/new", _new, "createOperationalWebhook"),
    post_page(f"{LIST}/new", _create, "createOperationalWebhook"),
    get_page(_ONE, _show, "showOperationalWebhook", "listOperationalDeliveries"),
    get_page(f"{_ONE}/edit", _edit, "changeOperationalWebhook", "showOperationalWebhook"),
    post_page(
        f"{_ONE}/edit",
        _change,
        "changeOperationalWebhook",
        "showOperationalWebhook",
        proved_when=_sends_elsewhere,
    ),
    post_page(f"{_ONE}/state", _switch, "changeOperationalWebhook", proved_when=_switches_off),
    post_page(f"{_ONE}/test", _test, "testOperationalWebhook", "showOperationalWebhook"),
    post_page(f"{_ONE}/rotate", _rotate, "rotateOperationalSecret", "showOperationalWebhook", proved=True),
    post_page(f"{_ONE}/retry", _retry, "retryOperationalDelivery"),
    get_page(f"{_ONE}/remove", _confirm_removal, "deleteOperationalWebhook", "showOperationalWebhook"),
    post_page(f"{_ONE}/remove", _remove, "deleteOperationalWebhook", "showOperationalWebhook", proved=True),
)
