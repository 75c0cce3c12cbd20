"""The endpoints for listeners: programs that read the feed and report what the receivers behind them answered."""

from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import structs

from plantstore.domain.errors import Conflict, Invalid, NotFound
from plantstore.domain.public_ids import LISTENER_PREFIX
from plantstore.domain.receivers import listener as domain
from plantstore.domain.receivers.listener import (
    DETAIL_CHARS_MAX,
    DURATION_MS_MAX,
    IDLE_S_MAX,
    INTERVAL_S_MIN,
    KEPT_MAX,
    LISTENERS_MAX,
    LISTENERS_PER_TOKEN_MAX,
    OUTCOMES_MAX,
    STATUS_MAX,
    STATUS_MIN,
    ReportedOutcome,
    Result,
    check_detail,
)
from plantstore.domain.receivers.receiver import NAME_CHARS_MAX
from plantstore.domain.timestamps import SECOND_US, text_or_none, to_text
from plantstore.domain.token import Scope
from plantstore.receivers import listeners as commands
from plantstore.storage.database import Transaction
from plantstore.storage.tables import listeners as stored
from plantstore.web.api.deliveries.filters import check_receivers
from plantstore.web.api.schemas import Time, described
from plantstore.web.http.endpoint import API, Endpoint, read_handler, write_handler
from plantstore.web.http.json_body import INT_MAX, to_struct
from plantstore.web.http.problems import Refused, TooMany
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response
from plantstore.web.openapi import patterns

LISTENERS = f"{API}/listeners"
LISTENER = LISTENERS + "/{id}"
SHOWN_MAX = 100  # max outcomes in a response
_EXAMPLE: dict[str, Any] = {
    "id": f"{LISTENER_PREFIX}01kjxsnhx04t8gcvq1mz7b5e3d",
    "name": "listen on laptop",
    "start": 1042,
    "made_by": "tok_01kjxsnhx04t8gcvq1mz7b5e3d",
    "created_at": "2026-03-02T09:15:00.000Z",
    "reported_at": "2026-03-02T09:16:00.000Z",
    "expires_at": "2026-03-02T10:16:00.000Z",
    "accepted": 1,
    "failed": 0,
}
_OUTCOME: dict[str, Any] = {"sequence": 1042, "status": 200, "duration_ms": 12, "detail": ""}
_SHOWN_OUTCOME = _OUTCOME | {"result": Result.ACCEPTED.value, "reported_at": "2026-03-02T09:16:00.000Z"}

_Sequence = Annotated[int, msgspec.Meta(ge=1, le=INT_MAX)]


class ListenerInput(msgspec.Struct, forbid_unknown_fields=True):
    """A listener to register."""

    name: Annotated[str, described("Display name.", minLength=1, maxLength=NAME_CHARS_MAX, pattern=patterns.TEXT)]
    start: Annotated[
        _Sequence | None, described("The sequence of the first event that it reports on. Default: the next event.")
    ] = None


class OutcomeInput(msgspec.Struct, forbid_unknown_fields=True):
    """What the receiver behind a listener answered to the request of an event."""

    sequence: Annotated[_Sequence, described("The sequence of the event.")]
    status: Annotated[
        Annotated[int, msgspec.Meta(ge=STATUS_MIN, le=STATUS_MAX)] | None,
        described("The HTTP status of its response; null if there was none."),
    ]
    duration_ms: Annotated[int, described("How long it took, in milliseconds."), msgspec.Meta(ge=0, le=DURATION_MS_MAX)]
    detail: Annotated[
        str,
        described(
            "Why there was no usable response. Shown to people.", maxLength=DETAIL_CHARS_MAX, pattern=patterns.TEXT
        ),
    ] = ""


class Report(msgspec.Struct, forbid_unknown_fields=True):
    """Outcomes to report."""

    outcomes: Annotated[
        list[OutcomeInput],
        described("One for each event; a later report of the same event replaces an earlier one."),
        msgspec.Meta(min_length=1, max_length=OUTCOMES_MAX),
    ]


class Listener(msgspec.Struct):
    """A program that reads the feed. The store sends nothing to it, and has not checked what it reports."""

    id: str
    name: str
    start: Annotated[int, described("The sequence of the first event that it reports on.")]
    made_by: Annotated[str, described("The id of the token or person that made it, and alone may report.")]
    created_at: Time
    reported_at: Annotated[Time | None, described("When it last reported; null if it has not.")]
    expires_at: Annotated[Time, described("When it is removed, unless it reports before.")]
    accepted: Annotated[int, described(f"How many events were accepted, of the newest {KEPT_MAX:,} that it reported.")]
    failed: Annotated[int, described("How many of them were not.")]


class ListenerList(msgspec.Struct):
    """The listeners."""

    items: Annotated[list[Listener], described("The newest first.", maxItems=LISTENERS_MAX)]


class ShownOutcome(msgspec.Struct):
    """What a listener reported on an event. The store has not checked it."""

    sequence: int
    result: Result
    status: Annotated[int | None, described("The HTTP status of the response; null if there was none.")]
    duration_ms: int
    detail: str
    reported_at: Time


class ListenerDetail(Listener):
    """A listener, and what it reported."""

    outcomes: Annotated[list[ShownOutcome], described("Of the newest events, the newest first.", maxItems=SHOWN_MAX)]


def _list(context: RequestContext, tx: Transaction) -> Response:
    return json_response(ListenerList([_view(one) for one in stored.all_listeners(tx) if _may_see(context, one)]))


def _show(context: RequestContext, tx: Transaction) -> Response:
    listener = _find(context, tx)
    outcomes = [_written(one) for one in stored.outcomes(tx, listener.id, limit=SHOWN_MAX)]
    return json_response(ListenerDetail(**structs.asdict(_view(listener)), outcomes=outcomes))


def _register(context: RequestContext, tx: Transaction) -> Response:
    wanted = to_struct(context.body, ListenerInput)
    ids, token_id = context.dependencies.ids, context.token.id
    listener = commands.register(tx, ids=ids, token_id=token_id, name=wanted.name, start=wanted.start)
    context.detail = listener.name
    location = (b"location", f"{LISTENERS}/{listener.id}".encode())
    return json_response(_view(listener), status=201, headers=(location,))


async def _report(context: RequestContext) -> Response:
    """Check the outcomes before the transaction: a body may be large."""
    given = to_struct(context.body, Report).outcomes
    checked = [check_detail(one.detail, pointer=f"/outcomes/{index}/detail") for index, one in enumerate(given)]
    if problems := [problem for _, wrong in checked for problem in wrong]:
        raise Invalid(fields=tuple(problems))
    fields = [structs.asdict(one) | {"detail": detail} for one, (detail, _) in zip(given, checked, strict=True)]
    return await context.write(partial(_store, context, fields))


def _store(context: RequestContext, fields: list[dict[str, Any]], tx: Transaction) -> Response:
    listener = _find_own(context, tx)
    outcomes = [ReportedOutcome(**one, reported_at=tx.now) for one in fields]
    if listener.reported_at is not None and tx.now - listener.reported_at < INTERVAL_S_MIN * SECOND_US:
        raise Refused(TooMany(f"Report at most once in {INTERVAL_S_MIN} s. Wait 1 s."), (b"retry-after", b"1"))
    return json_response(_view(commands.report(tx, listener, outcomes, of=_readable(context, tx))))


def _remove(context: RequestContext, tx: Transaction) -> Response:
    listener = _find(context, tx)
    stored.remove(tx, listener.id)
    context.detail = listener.name
    return Response(204)


def _readable(context: RequestContext, tx: Transaction) -> Any:
    """Return the receivers whose events alone the token may read; None if it may read the whole feed."""
    found = check_receivers(tx, context)
    return None if found is None or not all(one.filtered for one in found) else found


def _find(context: RequestContext, tx: Transaction) -> domain.Listener:
    """Return the listener of the path. Raise NotFound if there is none that the token may see."""
    listener = commands.find(tx, context.request.values["id"])
    if not _may_see(context, listener):
        raise NotFound("There is no such listener.")
    return listener


def _find_own(context: RequestContext, tx: Transaction) -> domain.Listener:
    """Return the listener of the path. Raise NotFound unless the token of the request made it."""
    listener = commands.find(tx, context.request.values["id"])
    if listener.token_id != context.token.id:
        raise NotFound("This token has no such listener. Only the token that made a listener reports for it.")
    return listener


def _may_see(context: RequestContext, listener: domain.Listener) -> bool:
    """True for one's own listener, and for all unless the token is limited to receivers."""
    return context.token.receiver_ids is None or listener.token_id == context.token.id


def _view(listener: domain.Listener) -> Listener:
    return Listener(
        id=listener.id,
        name=listener.name,
        start=listener.start,
        made_by=listener.token_id,
        created_at=to_text(listener.created_at),
        reported_at=text_or_none(listener.reported_at),
        expires_at=to_text(listener.expires_at),
        accepted=listener.accepted,
        failed=listener.failed,
    )


def _written(outcome: ReportedOutcome) -> ShownOutcome:
    return ShownOutcome(
        sequence=outcome.sequence,
        result=outcome.result,
        status=outcome.status,
        duration_ms=outcome.duration_ms,
        detail=outcome.detail,
        reported_at=to_text(outcome.reported_at),
    )


_read = partial(Endpoint, method="GET", scope=Scope.RECEIVERS_READ, allows_bound_tokens=True)
_write = partial(Endpoint, scope=Scope.RECEIVERS_WRITE, allows_bound_tokens=True)

ENDPOINTS = (
    _read(
        path=LISTENERS,
        name="listListeners",
        summary="List listeners",
        description="A token that is limited to receivers gets its own listeners only.",
        handler=read_handler(_list),
        response=ListenerList,
        response_example={"items": [_EXAMPLE]},
    ),
    _write(
        method="POST",
        path=LISTENERS,
        name="registerListener",
        summary="Register a listener",
        description=(
            "For a program that reads the feed, such as `plantstore listen` on another machine, so that it can report "
            "what the receiver behind it answered. The store sends nothing to it, and removes it when it has reported "
            f"nothing for {IDLE_S_MAX // 60} minutes. Of one token it keeps the newest {LISTENERS_PER_TOKEN_MAX}."
        ),
        handler=write_handler(_register),
        status=201,
        request=ListenerInput,
        request_example={"name": _EXAMPLE["name"]},
        response=Listener,
        response_example=_EXAMPLE | {"reported_at": None, "accepted": 0},
        errors=(Invalid, Conflict),
    ),
    _read(
        path=LISTENER,
        name="showListener",
        summary="Get a listener and what it reported",
        description=f"Its outcomes of the newest {SHOWN_MAX} events. They count in no figure of the store.",
        handler=read_handler(_show),
        response=ListenerDetail,
        response_example=_EXAMPLE | {"outcomes": [_SHOWN_OUTCOME]},
        errors=(NotFound,),
    ),
    _write(
        method="POST",
        path=LISTENER + "/outcomes",
        name="reportOutcomes",
        summary="Report outcomes",
        description=(
            "Stores what the receiver behind a listener answered. Only the token that made the listener may report, on "
            f"events that it can read, and once in {INTERVAL_S_MIN} seconds. The outcomes of the newest {KEPT_MAX:,} "
            "events are kept, and count in no figure of the store."
        ),
        handler=_report,
        request=Report,
        request_example={"outcomes": [_OUTCOME]},
        response=Listener,
        response_example=_EXAMPLE,
        logs_activity=False,
        errors=(NotFound, Invalid),
    ),
    _write(
        method="DELETE",
        path=LISTENER,
        name="removeListener",
        summary="Remove a listener",
        description="What it reported is deleted.",
        handler=write_handler(_remove),
        status=204,
        errors=(NotFound,),
    ),
)
