"""One receiver: how it stands, why, what it was sent lately, and its settings."""

from typing import Any

from plantstore.domain.errors import Changed, Conflict, FieldError, Invalid, StoreError
from plantstore.web.console.page import does, shows
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import number
from plantstore.web.console.views.receiver_figures import figures_of, in_full
from plantstore.web.console.views.receiver_form import PAYLOADS, is_private, read_change
from plantstore.web.http.response import Response

DELIVERIES_SHOWN = REPLAYS_SHOWN = 6
FAILED = "retrying,exhausted,held"
SETTINGS = ("url", "name", "payload", "ordered", "max_concurrency", "max_rate", "deadline_s")


def address_of(visit: PageRequest) -> str:
    """Where the receiver of this visit is shown."""
    return f"/receivers/{visit.values['id']}"


async def _show(visit: PageRequest) -> Response:
    values = {"id": visit.values["id"]}
    receiver = await visit.desk.ask("showReceiver", values)
    deliveries = counts = replays = None
    if visit.may("listDeliveries"):
        of_receiver = {"receiver": receiver["id"]}
        counts = await visit.desk.ask("countDeliveries", query=of_receiver)
        deliveries = await visit.desk.ask("listDeliveries", query=of_receiver | {"limit": str(DELIVERIES_SHOWN)})
        replays = await visit.desk.ask("listReplays", values, query={"limit": str(REPLAYS_SHOWN)})
    figures = await figures_of(visit, receiver["id"])
    return visit.page(
        "receiver.html",
        receiver=receiver,
        figures=None if figures is None else in_full(visit, figures),
        counts=counts,
        deliveries=deliveries,
        replays=replays,
        cause=await _cause(visit, receiver),
    )


async def _cause(visit: PageRequest, receiver: dict[str, Any]) -> dict[str, Any] | None:
    """The delivery that failed last, with why and what to do; None when the receiver is in no trouble."""
    if not (receiver["failing_since"] or receiver["disabled_reason"]) or not visit.may("showDelivery"):
        return None
    query = {"receiver": receiver["id"], "state": FAILED, "limit": str(DELIVERIES_SHOWN)}
    found = (await visit.desk.ask("listDeliveries", query=query))["items"]
    newest = max((one for one in found if one["reason"]), key=lambda one: one["last_attempt_at"] or "", default=None)
    event = str(receiver["cursor"]) if newest is None else newest["event"]  # of many that are held, it was tried last
    if newest is None and receiver["cursor"] < receiver["start"]:
        return None
    cause = await visit.desk.ask("showDelivery", {"event": event, "receiver": receiver["id"]})
    return cause if cause["reason"] else None


async def _edit(visit: PageRequest) -> Response:
    receiver, version = await visit.desk.ask_with_version("showReceiver", {"id": visit.values["id"]})
    return _form(visit, receiver, version)


async def _change(visit: PageRequest) -> Response:
    """Change what differs. When somebody else was faster, show both, and let the person decide."""
    values = {"id": visit.values["id"]}
    receiver, version = await visit.desk.ask_with_version("showReceiver", values)
    try:
        body = read_change(visit, receiver)
        if not body:
            return visit.go(address_of(visit), "Nothing was different; nothing was changed.")
        await visit.desk.ask("changeReceiver", values, body=body, version=_version(visit))
    except Changed as refused:
        theirs = {name: receiver[name] for name in SETTINGS if name in body}
        return _form(visit, receiver, version, refused=refused, theirs=theirs)
    except (Invalid, Conflict) as refused:
        return _form(visit, receiver, version, refused=refused)
    return visit.go(address_of(visit), "The settings are changed, and hold from the next request on.")


async def _sends_elsewhere(visit: PageRequest) -> bool:
    """Whether plants and the access token would go to another place: whoever finds an open session may not do that."""
    receiver = await visit.desk.ask("showReceiver", {"id": visit.values["id"]})
    return visit.form.get("url") not in ("", receiver["url"]) or bool(visit.form.get("access_token"))


def _version(visit: PageRequest) -> int:
    """The version that the person has seen."""
    text = visit.form.get("version")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def _form(
    visit: PageRequest,
    receiver: dict[str, Any],
    version: int,
    *,
    refused: StoreError | None = None,
    theirs: dict[str, Any] | None = None,
) -> Response:
    shown = {name: _written(receiver[name]) for name in SETTINGS}
    if visit.form.pairs:
        shown = {name: visit.form.get(name) for name in SETTINGS} | {"ordered": "ordered" in visit.form}
    status = 200 if refused is None else 412 if theirs is not None else 422
    return visit.page(
        "receiver_edit.html",
        status=status,
        refused=None if theirs is not None else refused,
        receiver=receiver,
        shown=shown,
        theirs=theirs,
        is_private=is_private(refused),
        version=version if theirs is not None or not visit.form.pairs else _version(visit),
        payloads=PAYLOADS,
    )


def _written(value: Any) -> Any:
    """A number as people write it: without a fraction that says nothing."""
    return f"{value:g}" if isinstance(value, int | float) and not isinstance(value, bool) else value or ""


async def _remove(visit: PageRequest) -> Response:
    """Remove it, once its name was typed: it is the right one, then."""
    values = {"id": visit.values["id"]}
    receiver = await visit.desk.ask("showReceiver", values)
    if visit.form.get("name") != receiver["name"]:
        wrong = FieldError(pointer="/name", code="name", detail=f"Write “{receiver['name']}”, exactly.")
        return _ask_to_remove(visit, receiver, refused=Invalid("This is another name.", fields=(wrong,)))
    gone = await visit.desk.ask("removeReceiver", values)
    return visit.go("/receivers", f"“{receiver['name']}” is removed; {_owed(gone['cancelled'])} cancelled.")


async def _confirm_removal(visit: PageRequest) -> Response:
    return _ask_to_remove(visit, await visit.desk.ask("showReceiver", {"id": visit.values["id"]}))


def _ask_to_remove(visit: PageRequest, receiver: dict[str, Any], *, refused: StoreError | None = None) -> Response:
    status = 200 if refused is None else 422
    return visit.page("receiver_remove.html", status=status, receiver=receiver, refused=refused)


def _owed(count: int) -> str:
    return f"{number(count)} deliver{'y was' if count == 1 else 'ies were'}"


PAGES = (
    shows("/receivers/{id}", _show, "showReceiver"),
    shows("/receivers/{id}/edit", _edit, "changeReceiver", "showReceiver"),
    does("/receivers/{id}/edit", _change, "changeReceiver", "showReceiver", proved_when=_sends_elsewhere),
    shows("/receivers/{id}/remove", _confirm_removal, "removeReceiver", "showReceiver"),
    does("/receivers/{id}/remove", _remove, "removeReceiver", "showReceiver", proved=True),
)
