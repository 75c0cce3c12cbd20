"""What a person does with a receiver: test it, pause it, let it go on, skip what it is owed, rotate its secret."""

from plantstore.domain.errors import Conflict
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import does, shows
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import number
from plantstore.web.console.views.receiver import address_of
from plantstore.web.console.views.receiver_new import is_accepted, test_outcome
from plantstore.web.http.response import Response


async def _test(visit: PageRequest) -> Response:
    values = {"id": visit.values["id"]}
    outcome = await test_outcome(visit, values)
    receiver = await visit.desk.ask("showReceiver", values) if visit.may("showReceiver") else None
    return visit.page("receiver_tested.html", receiver=receiver, outcome=outcome, is_accepted=is_accepted(outcome))


async def _pause(visit: PageRequest) -> Response:
    receiver = await visit.desk.ask("pauseReceiver", {"id": visit.values["id"]}, key=visit.once)
    return visit.go(address_of(visit), f"Paused. What “{receiver['name']}” is owed is held; nothing is lost.")


async def _resume(visit: PageRequest) -> Response:
    resumed = await visit.desk.ask("resumeReceiver", {"id": visit.values["id"]})
    return visit.go(address_of(visit), f"Resumed: {_deliveries(resumed['lag'])} to send.")


async def _confirm_skip(visit: PageRequest) -> Response:
    return _ask_to_skip(visit, await visit.desk.ask("showReceiver", {"id": visit.values["id"]}))


def _ask_to_skip(visit: PageRequest, receiver: ApiAnswer, *, more: int = 0) -> Response:
    return visit.page("receiver_skip.html", status=409 if more else 200, receiver=receiver, more=more)


async def _skip(visit: PageRequest) -> Response:
    """Skip what was counted. When more has come since, ask again."""
    receiver = await visit.desk.ask("showReceiver", {"id": visit.values["id"]})
    counted = visit.form.get("counted")
    more = receiver["lag"] - int(counted) if counted.isascii() and counted.isdigit() and len(counted) < 16 else 0
    if more > 0:
        return _ask_to_skip(visit, receiver, more=more)
    resumed = await visit.desk.ask("resumeReceiver", {"id": visit.values["id"]}, query={"held": "skip"})
    skipped = resumed["skipped"]
    return visit.go(address_of(visit), f"{_deliveries(skipped)} cancelled. It goes on with the next plant.")


async def _confirm_rotation(visit: PageRequest) -> Response:
    return await _ask_to_rotate(visit)


async def _rotate(visit: PageRequest) -> Response:
    """Give the new secret in the answer to the form, and nowhere else."""
    values = {"id": visit.values["id"]}
    try:
        rotated = await visit.desk.ask("rotateSecret", values, key=visit.once)
    except Conflict as refused:
        return await _ask_to_rotate(visit, refused=refused)
    receiver = await visit.desk.ask("showReceiver", values) if visit.may("showReceiver") else values
    return visit.page("receiver_rotated.html", status=201, receiver=receiver, rotated=rotated)


async def _ask_to_rotate(visit: PageRequest, *, refused: Conflict | None = None) -> Response:
    receiver = await visit.desk.ask("showReceiver", {"id": visit.values["id"]})
    status = 200 if refused is None else 409
    return visit.page("receiver_rotate.html", status=status, receiver=receiver, refused=refused)


def _deliveries(count: int) -> str:
    """So many, exactly: those of one receiver are not capped."""
    return f"{number(count)} deliver{'y' if count == 1 else 'ies'}"


PAGES = (
    does("/receivers/{id}/test", _test, "testReceiver"),
    does("/receivers/{id}/pause", _pause, "pauseReceiver"),
    does("/receivers/{id}/resume", _resume, "resumeReceiver"),
    shows("/receivers/{id}/skip", _confirm_skip, "resumeReceiver", "showReceiver"),
    does("/receivers/{id}/skip", _skip, "resumeReceiver", "showReceiver", proved=True),
    shows("/receivers/{id}/rotate", _confirm_rotation, "rotateSecret", "showReceiver"),
    does("/receivers/{id}/rotate", _rotate, "rotateSecret", "showReceiver", proved=True),
)
