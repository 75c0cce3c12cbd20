"""Actions on a receiver: test, pause, resume, discard the backlog, rotate the secret or the key pair."""

from plantstore.domain.errors import Conflict
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import number
from plantstore.web.console.views.receiver import address_of
from plantstore.web.console.views.receiver_new import is_accepted, test_outcome
from plantstore.web.http.response import Response


async def _test(request: PageRequest) -> Response:
    values = {"id": request.values["id"]}
    outcome = await test_outcome(request, values)
    receiver = await request.api.call("showReceiver", values) if request.may("showReceiver") else None
    return request.render("receiver_tested.html", receiver=receiver, outcome=outcome, is_accepted=is_accepted(outcome))


async def _pause(request: PageRequest) -> Response:
    receiver = await request.api.call("pauseReceiver", {"id": request.values["id"]}, key=request.idempotency_key)
    return request.redirect(address_of(request), f"Paused. Deliveries to “{receiver['name']}” are held; none are lost.")


async def _resume(request: PageRequest) -> Response:
    resumed = await request.api.call("resumeReceiver", {"id": request.values["id"]})
    return request.redirect(address_of(request), f"Resumed: {_deliveries(resumed['lag'])} to send.")


async def _confirm_skip(request: PageRequest) -> Response:
    return _ask_to_skip(request, await request.api.call("showReceiver", {"id": request.values["id"]}))


def _ask_to_skip(request: PageRequest, receiver: ApiAnswer, *, more: int = 0) -> Response:
    return request.render("receiver_skip.html", status=409 if more else 200, receiver=receiver, more=more)


async def _skip(request: PageRequest) -> Response:
    """Discard the backlog. If it has grown since the person saw its size, ask for confirmation again."""
    receiver = await request.api.call("showReceiver", {"id": request.values["id"]})
    counted = request.form.number("counted")
    more = 0 if counted is None else receiver["lag"] - counted
    if more > 0:
        return _ask_to_skip(request, receiver, more=more)
    resumed = await request.api.call("resumeReceiver", {"id": request.values["id"]}, query={"held": "skip"})
    skipped = resumed["skipped"]
    return request.redirect(
        address_of(request), f"{_deliveries(skipped)} cancelled. Sending continues with the next plant."
    )


async def _confirm_rotation(request: PageRequest) -> Response:
    return await _ask_to_rotate(request)


async def _rotate(request: PageRequest) -> Response:
    """Rotate the signing secret, and show the new secret in this response only."""
    values = {"id": request.values["id"]}
    try:
        rotated = await request.api.call("rotateSecret", values, key=request.idempotency_key)
    except Conflict as refused:
        return await _ask_to_rotate(request, refused=refused)
    receiver = await request.api.call("showReceiver", values) if request.may("showReceiver") else values
    return request.render("receiver_rotated.html", status=201, receiver=receiver, rotated=rotated)


async def _ask_to_rotate(request: PageRequest, *, refused: Conflict | None = None) -> Response:
    receiver = await request.api.call("showReceiver", {"id": request.values["id"]})
    status = 200 if refused is None else 409
    return request.render("receiver_rotate.html", status=status, receiver=receiver, refused=refused)


async def _confirm_key_rotation(request: PageRequest) -> Response:
    return await _ask_to_rotate_key(request)


async def _rotate_key(request: PageRequest) -> Response:
    try:
        await request.api.call("rotateKey", {"id": request.values["id"]}, key=request.idempotency_key)
    except Conflict as refused:
        return await _ask_to_rotate_key(request, refused=refused)
    return request.redirect(address_of(request), "Key pair replaced. For 24 hours, requests are signed with both.")


async def _ask_to_rotate_key(request: PageRequest, *, refused: Conflict | None = None) -> Response:
    receiver = await request.api.call("showReceiver", {"id": request.values["id"]})
    status = 200 if refused is None else 409
    return request.render("receiver_rotate_key.html", status=status, receiver=receiver, refused=refused)


def _deliveries(count: int) -> str:
    """Return a number of deliveries as text. Counts for a single receiver are exact, so they have no "+"."""
    return f"{number(count)} deliver{'y' if count == 1 else 'ies'}"


PAGES = (
    post_page("/receivers/{id}/test", _test, "testReceiver"),
    post_page("/receivers/{id}/pause", _pause, "pauseReceiver"),
    post_page("/receivers/{id}/resume", _resume, "resumeReceiver"),
    get_page("/receivers/{id}/skip", _confirm_skip, "resumeReceiver", "showReceiver"),
    post_page("/receivers/{id}/skip", _skip, "resumeReceiver", "showReceiver", proved=True),
    get_page("/receivers/{id}/rotate", _confirm_rotation, "rotateSecret", "showReceiver"),
    post_page("/receivers/{id}/rotate", _rotate, "rotateSecret", "showReceiver", proved=True),
    get_page("/receivers/{id}/rotate-key", _confirm_key_rotation, "rotateKey", "showReceiver"),
    post_page("/receivers/{id}/rotate-key", _rotate_key, "rotateKey", "showReceiver", proved=True),
)
