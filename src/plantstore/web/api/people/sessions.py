"""The browsers in which a person is signed in: list them, and sign out of one or of all."""

from plantstore.domain import session as domain
from plantstore.domain.errors import Forbidden, NotFound
from plantstore.domain.session import SESSION_IDLE_S_MAX
from plantstore.domain.timestamps import Instant, after, to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.web.api.people import schemas
from plantstore.web.api.people.endpoints import PERSON
from plantstore.web.auth import people
from plantstore.web.http.endpoint import Endpoint, read_handler, write_handler
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

SESSIONS = PERSON + "/sessions"


def _list(context: RequestContext, tx: Transaction) -> Response:
    person = people.find(tx, context.request.values["id"])
    return json_response(schemas.SessionList(items=[_view(*one) for one in people.open_sessions(tx, person.id)]))


def _end(context: RequestContext, tx: Transaction) -> Response:
    people.end_session(tx, context.request.values["id"], context.request.values["session"], by=context.token)
    return Response(204)


def _end_all(context: RequestContext, tx: Transaction) -> Response:
    person = people.find(tx, context.request.values["id"])
    ended = people.end_sessions(tx, person.id, by=context.token)
    context.detail = f"{ended} ended"
    return json_response(schemas.EndedSessions(ended=ended))


def _view(id: str, session: domain.Session) -> schemas.Session:
    ends = [after(session.opened_at, seconds=session.seconds_max)]
    if not session.remembered:
        ends.append(after(session.seen_at, seconds=SESSION_IDLE_S_MAX))
    return schemas.Session(
        id=id,
        device=session.device,
        way=session.way,
        remembered=session.remembered,
        opened_at=to_text(session.opened_at),
        seen_at=to_text(session.seen_at),
        expires_at=to_text(Instant(min(ends))),
    )


ENDPOINTS = (
    Endpoint(
        method="GET",
        path=SESSIONS,
        name="listSessions",
        scope=Scope.PEOPLE_WRITE,
        summary="List a person's sessions",
        description="The browsers in which they are signed in. Needs no scope for the person of the request.",
        handler=read_handler(_list),
        response=schemas.SessionList,
        response_example={"items": [schemas.SESSION_EXAMPLE]},
        allows_self=True,
        self_is_person=True,
        errors=(NotFound,),
    ),
    Endpoint(
        method="DELETE",
        path=SESSIONS,
        name="endSessions",
        scope=Scope.PEOPLE_WRITE,
        summary="Sign a person out everywhere",
        description="Ends all of their sessions; their tokens stay valid. Your token needs the scopes of their role.",
        handler=write_handler(_end_all),
        response=schemas.EndedSessions,
        response_example={"ended": 2},
        allows_self=True,
        self_is_person=True,
        errors=(NotFound, Forbidden),
    ),
    Endpoint(
        method="DELETE",
        path=SESSIONS + "/{session}",
        name="endSession",
        scope=Scope.PEOPLE_WRITE,
        summary="Sign a person out in one browser",
        description="All processes refuse the session from now on. Your token needs the scopes of their role.",
        handler=write_handler(_end),
        status=204,
        allows_self=True,
        self_is_person=True,
        errors=(NotFound, Forbidden),
    ),
)
