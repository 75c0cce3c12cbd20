"""The receiver page: state and cause, statistics, latest deliveries, settings; edit or remove the receiver."""

from typing import Any

from plantstore.domain.alerts.rules import EXPIRING_DAYS
from plantstore.domain.errors import Changed, Conflict, FieldError, Invalid, StoreError
from plantstore.domain.timestamps import after, parse
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.receiver_cause import cause_of
from plantstore.web.console.rendering import number
from plantstore.web.console.views import receiver_filter
from plantstore.web.console.views.body_preview import body_preview, is_asked
from plantstore.web.console.views.receiver_figures import figures_of, in_full
from plantstore.web.console.views.receiver_filter import FilterPreview
from plantstore.web.console.views.receiver_form import (
    FOR_PROGRAMS,
    in_words_of_the_form,
    is_for_chat,
    is_private,
    read_change,
    read_oauth,
    read_signatures,
)
from plantstore.web.http.response import Response

DAY_S = 86_400
DELIVERIES_SHOWN = REPLAYS_SHOWN = 6
SETTINGS = (
    *("url", "name", "payload", "payload_expression", "ordered", "max_concurrency", "max_rate", "deadline_s"),
    "signatures",
)


def address_of(request: PageRequest) -> str:
    """Return the path of the page that shows the request's receiver."""
    return f"/receivers/{request.values['id']}"


async def _show(request: PageRequest) -> Response:
    values = {"id": request.values["id"]}
    receiver = await request.api.call("showReceiver", values)
    deliveries = counts = replays = None
    if request.may("listDeliveries"):
        of_receiver = {"receiver": receiver["id"]}
        counts = await request.api.call("countDeliveries", query=of_receiver)
        deliveries = await request.api.call("listDeliveries", query=of_receiver | {"limit": str(DELIVERIES_SHOWN)})
        replays = await request.api.call("listReplays", values, query={"limit": str(REPLAYS_SHOWN)})
    figures = await figures_of(request, receiver["id"])
    return request.render(
        "receiver.html",
        receiver=receiver,
        is_chat=is_for_chat(receiver["payload"]),
        figures=None if figures is None else in_full(request, figures),
        counts=counts,
        deliveries=deliveries,
        replays=replays,
        ending=_ending(request, receiver),
        cause=await cause_of(request, receiver) if receiver["failing_since"] or receiver["disabled_reason"] else None,
    )


def _ending(request: PageRequest, receiver: dict[str, Any]) -> dict[str, Any] | None:
    """Return the receiver's certificate that makes requests fail within EXPIRING_DAYS, and whether it already does."""
    client, authorities = receiver["client_certificate"], receiver["ca_certificates"]
    last = max(authorities, key=lambda one: parse(one["expires_at"]), default=None)
    found = [(one, kind) for one, kind in ((client, "client"), (last, "ca")) if one is not None]
    if not found:
        return None
    first, kind = min(found, key=lambda pair: parse(pair[0]["expires_at"]))
    ends_at, now = parse(first["expires_at"]), request.dependencies.clock.now()
    if ends_at > after(now, seconds=EXPIRING_DAYS * DAY_S):
        return None
    return {"certificate": first, "kind": kind, "is_over": ends_at <= now}


async def _edit(request: PageRequest) -> Response:
    receiver, version = await request.api.call_with_version("showReceiver", {"id": request.values["id"]})
    return _form(request, receiver, version)


async def _change(request: PageRequest) -> Response:
    """Save the changes. If someone else has changed the receiver, show both versions for the person to choose."""
    values = {"id": request.values["id"]}
    receiver, version = await request.api.call_with_version("showReceiver", values)
    try:
        if receiver_filter.is_preview(request):
            return _form(request, receiver, version, preview=await receiver_filter.preview(request))
        if is_asked(request):
            return _form(request, receiver, version, body_shown=await body_preview(request))
        body = read_change(request, receiver)
        if not body:
            return request.redirect(address_of(request), "No changes to save.")
        await request.api.call("changeReceiver", values, body=body, version=request.form.number("version") or 0)
    except Changed as refused:
        theirs = {name: _joined(receiver[name]) for name in SETTINGS if name in body}
        if "filter" in body:
            theirs["filter"] = receiver["filter_summary"] or "every plant"
        return _form(request, receiver, version, refused=refused, theirs=theirs)
    except (Invalid, Conflict) as refused:
        return _form(request, receiver, version, refused=in_words_of_the_form(refused, request.form))
    return request.redirect(address_of(request), "Settings saved. They apply from the next request.")


async def _sends_elsewhere(request: PageRequest) -> bool:
    """True if the form changes URL, credentials or certificates: it can redirect data, so it needs a recent sign-in."""
    if is_asked(request) or receiver_filter.is_preview(request):
        return False
    receiver = await request.api.call("showReceiver", {"id": request.values["id"]})
    given = (
        "access_token",
        "headers",
        "oauth_client_secret",
        "ca_bundle",
        "client_chain",
        "client_key",
        "remove_ca_bundle",
        "remove_client_certificate",
    )
    moves = (read_oauth(request.form) or None) != receiver["oauth"]
    return (
        moves or request.form.get("url") not in ("", receiver["url"]) or any(request.form.get(name) for name in given)
    )


def _form(
    request: PageRequest,
    receiver: dict[str, Any],
    version: int,
    *,
    refused: StoreError | None = None,
    theirs: dict[str, Any] | None = None,
    preview: FilterPreview | None = None,
    body_shown: dict[str, Any] | None = None,
) -> Response:
    filter_form = receiver_filter.present(receiver["filter"])
    shown = {name: _written(receiver[name]) for name in SETTINGS}
    is_chat = is_for_chat(receiver["payload"])
    if request.form.pairs:
        shown = {name: request.form.get(name) for name in SETTINGS} | {
            "ordered": "ordered" in request.form,
            "filter": "as below",
            "signatures": _joined(read_signatures(request.form)),
        }
        filter_form = receiver_filter.submitted(request.form)
    oauth = read_oauth(request.form) if request.form.pairs else receiver["oauth"]
    status = 200 if refused is None else 412 if theirs is not None else 422
    return request.render(
        "receiver_edit.html",
        status=status,
        refused=None if theirs is not None else refused,
        receiver=receiver,
        shown=shown,
        oauth=oauth or {},
        theirs=theirs,
        is_private=is_private(refused),
        version=version if theirs is not None or not request.form.pairs else request.form.number("version") or 0,
        payloads=FOR_PROGRAMS,
        is_chat=is_chat,
        preview=preview,
        body_shown=body_shown,
        **receiver_filter.fields(filter_form),
    )


def _written(value: Any) -> Any:
    """Return a setting as form text: a number without a trailing ".0", "" for None, a list joined with commas."""
    return f"{value:g}" if isinstance(value, int | float) and not isinstance(value, bool) else _joined(value or "")


def _joined(value: Any) -> Any:
    return ", ".join(value) if isinstance(value, list) else value


async def _remove(request: PageRequest) -> Response:
    """Remove the receiver if the person typed its name correctly; otherwise, ask again."""
    values = {"id": request.values["id"]}
    receiver = await request.api.call("showReceiver", values)
    if request.form.get("name") != receiver["name"]:
        wrong = FieldError(pointer="/name", code="name", detail=f"Type “{receiver['name']}” exactly.")
        return _ask_to_remove(request, receiver, refused=Invalid("The name doesn't match.", fields=(wrong,)))
    gone = await request.api.call("removeReceiver", values)
    return request.redirect(
        "/receivers", f"“{receiver['name']}” was removed, and {_cancelled(gone['cancelled'])} cancelled."
    )


async def _confirm_removal(request: PageRequest) -> Response:
    return _ask_to_remove(request, await request.api.call("showReceiver", {"id": request.values["id"]}))


def _ask_to_remove(request: PageRequest, receiver: dict[str, Any], *, refused: StoreError | None = None) -> Response:
    status = 200 if refused is None else 422
    return request.render("receiver_remove.html", status=status, receiver=receiver, refused=refused)


def _cancelled(count: int) -> str:
    return f"{number(count)} deliver{'y was' if count == 1 else 'ies were'}"


PAGES = (
    get_page("/receivers/{id}", _show, "showReceiver"),
    get_page("/receivers/{id}/edit", _edit, "changeReceiver", "showReceiver"),
    post_page(
        "/receivers/{id}/edit",
        _change,
        "changeReceiver",
        "showReceiver",
        "previewFilter",
        "previewBody",
        proved_when=_sends_elsewhere,
    ),
    get_page("/receivers/{id}/remove", _confirm_removal, "removeReceiver", "showReceiver"),
    post_page("/receivers/{id}/remove", _remove, "removeReceiver", "showReceiver", proved=True),
)
