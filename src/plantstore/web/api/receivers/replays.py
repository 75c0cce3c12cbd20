"""The replay endpoints: send a range of events to one receiver again."""

from functools import partial
from typing import Annotated, Any

import msgspec

from plantstore.domain.deliveries import replay as domain
from plantstore.domain.deliveries.replay import ReplayOnly, ReplayState
from plantstore.domain.errors import Conflict, FieldError, Invalid, NotFound
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.timestamps import Instant, parse, text_or_none, to_text
from plantstore.domain.token import Scope
from plantstore.receivers import replays
from plantstore.receivers.commands import find
from plantstore.receivers.replays import PACE_MAX, PACE_MIN
from plantstore.storage.database import Transaction
from plantstore.storage.tables import replays as stored
from plantstore.web.api.receivers.view import EXAMPLE, RECEIVER, RECEIVERS, receiver_id_in_path
from plantstore.web.api.schemas import Next, Prev, Time, described
from plantstore.web.http.endpoint import Endpoint, read_handler, write_handler
from plantstore.web.http.json_body import INT_MAX, to_struct
from plantstore.web.http.pagination import CURSOR, LIMIT, limit_of, page_response
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

REPLAYS = RECEIVER + "/replays"
REPLAY = REPLAYS + "/{replay}"
_EXAMPLE: dict[str, Any] = {
    "id": "rpl_01kjxsnhx04t8gcvq1mz7b5e3d",
    "receiver": EXAMPLE["id"],
    "first": 1042,
    "last": 1187,
    "only": ReplayOnly.FAILED.value,
    "pace": 50.0,
    "state": ReplayState.RUNNING.value,
    "position": 1041,
    "total": 131,
    "accepted": 0,
    "failed": 0,
    "remaining": 131,
    "asked_by": "tok_01kjxsnhx04t8gcvq1mz7b5e3d",
    "asked_at": "2026-03-02T09:15:00.000Z",
    "ended_at": None,
}


class ReplayInput(msgspec.Struct, forbid_unknown_fields=True):
    """The events to send again: a range of sequences (`first`, `last`) or of times (`since`, `until`)."""

    first: Annotated[
        int | None, described("The first sequence. Either this or `since` is required.", minimum=1, maximum=INT_MAX)
    ] = None
    last: Annotated[
        int | None,
        described(
            "The last sequence. The default is the last event sent to this receiver.", minimum=1, maximum=INT_MAX
        ),
    ] = None
    since: Annotated[
        str | None, described("Events of plants added at or after this time (RFC 3339).", format="date-time")
    ] = None
    until: Annotated[
        str | None, described("Events of plants added before this time (RFC 3339).", format="date-time")
    ] = None
    only: Annotated[
        ReplayOnly,
        described("failed: only deliveries that are exhausted. all: every delivery, whether it succeeded or not."),
    ] = ReplayOnly.FAILED
    pace: Annotated[
        float | None,
        described(
            "Maximum requests per second; null for as fast as the receiver accepts them.",
            minimum=PACE_MIN,
            maximum=PACE_MAX,
        ),
    ] = None
    dry_run: Annotated[bool, described("Whether to count the deliveries only and change nothing.")] = False


class ReplayCount(msgspec.Struct):
    """The result of a dry run: what a replay would send."""

    first: Annotated[int | None, described("The first sequence of the range; null if there is nothing to send.")]
    last: Annotated[int | None, described("The last sequence of the range; null if there is nothing to send.")]
    total: Annotated[int, described("How many deliveries the replay would send.")]
    reason: Annotated[str, described("Why there is nothing to send; empty otherwise.")]


class Replay(msgspec.Struct):
    """A replay, which sends events to one receiver again, and its progress."""

    id: str
    receiver: str
    first: int
    last: int
    only: ReplayOnly
    pace: Annotated[
        float | None, described("Maximum requests per second; null for as fast as the receiver accepts them.")
    ]
    state: Annotated[str, described("running, done or cancelled. More states may be added.")]
    position: Annotated[int, described("The replay has processed every event up to this sequence.")]
    total: Annotated[int, described("How many deliveries there were to send when the replay was created.")]
    accepted: Annotated[int, described("How many deliveries the receiver has accepted.")]
    failed: Annotated[int, described("How many deliveries have failed.")]
    remaining: Annotated[
        int, described("How many deliveries are still to be sent. After a cancellation, how many were not sent.")
    ]
    asked_by: Annotated[str, described("The id of the token that created the replay.")]
    asked_at: Time
    ended_at: Time | None


class ReplayPage(msgspec.Struct):
    """A page of replays."""

    items: list[Replay]
    next: Next
    prev: Prev


async def _create(context: RequestContext) -> Response:
    body = to_struct(context.body, ReplayInput)
    request = _read_request(body)
    receiver_id = receiver_id_in_path(context)
    if body.dry_run:
        return await context.read(lambda tx: _count_response(replays.count(tx, find(tx, receiver_id), request)))

    def create(tx: Transaction) -> Response:
        replay = replays.create(
            tx, ids=context.dependencies.ids, receiver_id=receiver_id, request=request, asked_by=context.token.id
        )
        context.detail = f"{replay.id}: events {replay.first} to {replay.last}, {replay.only}"
        location = f"{RECEIVERS}/{receiver_text(receiver_id)}/replays/{replay.id}"
        return json_response(_view(replay), status=202, headers=((b"location", location.encode()),))

    return await context.write(create)


def _list(context: RequestContext, tx: Transaction) -> Response:
    receiver = find(tx, receiver_id_in_path(context))
    found = stored.page(tx, receiver.id, keyset=context.keyset, limit=limit_of(context) + 1)
    return page_response(context, found, item=_view, place=lambda replay: replay.id)


def _show(context: RequestContext, tx: Transaction) -> Response:
    return json_response(_view(replays.find_replay(tx, *_replay_in_path(context))))


def _cancel(context: RequestContext, tx: Transaction) -> Response:
    return json_response(_view(replays.cancel(tx, *_replay_in_path(context))))


def _replay_in_path(context: RequestContext) -> tuple[ReceiverId, str]:
    return receiver_id_in_path(context), context.request.values["replay"]


def _read_request(body: ReplayInput) -> replays.ReplayRequest:
    """Convert the body to a replay request. Raise Invalid with all problems."""
    problems: list[FieldError] = []
    request = replays.ReplayRequest(
        first=body.first,
        last=body.last,
        since=_read_time(body.since, "/since", problems),
        until=_read_time(body.until, "/until", problems),
        only=body.only,
        pace=body.pace,
    )
    try:
        replays.check(request)
    except Invalid as error:
        # A time that cannot be parsed must not be reported as missing too.
        problems += [problem for problem in error.fields if not (problems and problem.code == "required")]
    if problems:
        raise Invalid(fields=tuple(problems))
    return request


def _read_time(text: str | None, pointer: str, problems: list[FieldError]) -> Instant | None:
    try:
        return None if text is None else parse(text)
    except ValueError:
        problems.append(FieldError(pointer=pointer, code="time", detail="Write a time such as 2026-03-02T09:15:00Z."))
        return None


def _count_response(count: replays.Count) -> Response:
    if not count.total:
        return json_response(ReplayCount(first=None, last=None, total=0, reason=count.reason))
    return json_response(ReplayCount(first=count.first, last=count.last, total=count.total, reason=""))


def _view(replay: domain.Replay) -> Replay:
    remaining = 0 if replay.state is ReplayState.DONE else replay.total - replay.accepted - replay.failed
    return Replay(
        id=replay.id,
        receiver=receiver_text(replay.receiver_id),
        first=replay.first,
        last=replay.last,
        only=replay.only,
        pace=replay.pace,
        state=replay.state,
        position=replay.position,
        total=replay.total,
        accepted=replay.accepted,
        failed=replay.failed,
        remaining=max(0, remaining),
        asked_by=replay.asked_by,
        asked_at=to_text(replay.asked_at),
        ended_at=text_or_none(replay.ended_at),
    )


_get = partial(Endpoint, method="GET", scope=Scope.DELIVERIES_READ, allows_bound_tokens=True, errors=(NotFound,))

ENDPOINTS = (
    Endpoint(
        method="POST",
        path=REPLAYS,
        name="askForReplay",
        scope=Scope.DELIVERIES_WRITE,
        summary="Create a replay",
        description=(
            "Sends a range of events to this receiver again: all of them, or only those whose delivery is exhausted. "
            "Events that are still to be delivered are not included. If the receiver is paused or disabled, the replay "
            "runs once it is resumed. With `dry_run` the response is 200 with the count, and nothing is created. A "
            "replay without events is refused with the reason."
        ),
        handler=_create,
        status=202,
        request=ReplayInput,
        request_example={"since": "2026-03-02T09:00:00Z", "only": "failed", "pace": 50},
        response=Replay,
        response_example=_EXAMPLE,
        dry_run_response=ReplayCount,
        dry_run_example={"first": 1042, "last": 1187, "total": 131, "reason": ""},
        allows_bound_tokens=True,
        errors=(NotFound, Invalid, Conflict),
    ),
    _get(
        path=REPLAYS,
        name="listReplays",
        summary="List the replays of a receiver",
        description="Newest first.",
        handler=read_handler(_list),
        response=ReplayPage,
        response_example={"items": [_EXAMPLE], "next": None, "prev": None},
        parameters=(LIMIT, CURSOR),
    ),
    _get(
        path=REPLAY,
        name="showReplay",
        summary="Get a replay",
        description="The replay with its progress.",
        handler=read_handler(_show),
        response=Replay,
        response_example=_EXAMPLE | {"position": 1101, "accepted": 52, "failed": 1, "remaining": 78},
    ),
    Endpoint(
        method="DELETE",
        path=REPLAY,
        name="cancelReplay",
        scope=Scope.DELIVERIES_WRITE,
        summary="Cancel a replay",
        description="Stops the replay where it is. No effect if it has already ended.",
        handler=write_handler(_cancel),
        response=Replay,
        response_example=_EXAMPLE
        | {"state": "cancelled", "position": 1101, "accepted": 52, "failed": 1, "remaining": 78}
        | {"ended_at": "2026-03-02T09:16:00.000Z"},
        allows_bound_tokens=True,
        errors=(NotFound,),
    ),
)
