"""The activity endpoint: an audit log of changes and who made them."""

from collections.abc import Collection
from typing import Annotated, Any

import msgspec

from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import activity as stored
from plantstore.web.api.schemas import Next, Prev, Time, described
from plantstore.web.auth.passkeys import ACTIONS as PASSKEY_ACTIONS
from plantstore.web.auth.sessions import DECLINE, SIGN_IN, SIGN_OUT
from plantstore.web.http.endpoint import API, Endpoint, Parameter, read_handler
from plantstore.web.http.pagination import CURSOR, LIMIT, limit_of, page_response
from plantstore.web.http.parameters import choice_parameter, id_parameter, time_parameter
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response

ACTIVITY = f"{API}/activity"
OF_STORE = (
    "acceptLostLog",
    "addPerson",
    "disableOperationalWebhook",
    "disableReceiver",
    "endToken",
    "linkAccount",
    "makeFirstOperator",
    "removeReceiver",
)  # actions that no endpoint of the API performs
EXAMPLE: dict[str, Any] = {
    "id": 118,
    "time": "2026-03-02T09:15:00.000Z",
    "actor": "tok_01kjxsnhx04t8gcvq1mz7b5e3d",
    "actor_name": "operator",
    "action": "removeReceiver",
    "subject": "rcv_01k8z4q7m2abc",
    "detail": "cancelled 12 deliveries",
    "person": None,
}


class Activity(msgspec.Struct):
    """A change, and who made it."""

    id: int
    time: Time
    actor: Annotated[
        str, described("The id of the person or token that made the change; `store` for the store itself.")
    ]
    actor_name: Annotated[
        str,
        described("The name of the person or token at that time; a person's token has the person's name in brackets."),
    ]
    action: Annotated[str, described("The `operationId` of the operation. More actions may be added.")]
    subject: Annotated[str, described("The id of the changed object; empty if it has none.")]
    detail: Annotated[str, described("Details for people; often empty.")]
    person: Annotated[
        str | None,
        described("The id of the person who made the change, also with their token; null for programs and the store."),
    ]


class ActivityPage(msgspec.Struct):
    """A page of the activity log."""

    items: list[Activity]
    next: Next
    prev: Prev


def _list(context: RequestContext, tx: Transaction) -> Response:
    found = stored.page(tx, read_filter(context), keyset=context.keyset, limit=limit_of(context) + 1)
    return page_response(context, found, item=written, place=lambda row: row.id)


def read_filter(context: RequestContext) -> stored.ActivityFilter:
    """Return the filter of a request for the list or the export."""
    chosen = stored.ActivityFilter.__dataclass_fields__.keys() & context.filters.keys()
    return stored.ActivityFilter(**{name: context.query[name] for name in chosen})


def written(row: stored.Activity) -> Activity:
    return Activity(
        id=row.id,
        time=to_text(row.at),
        actor=row.actor,
        actor_name=row.actor_name,
        action=row.action,
        subject=row.subject,
        detail=row.detail,
        person=row.person_id,
    )


_ACTOR = id_parameter(
    "actor", "Only changes made by the person or token with this id; `store` for changes made by the store itself."
)
_PERSON = id_parameter(
    "person", "Only changes made by the person with this id, in the console or with a token that belonged to them then."
)
_SUBJECT = id_parameter("subject", "Only changes of the object with this id, as in `subject`.")
_SINCE = time_parameter("since", "Only changes made at or after this time (RFC 3339).")
_UNTIL = time_parameter("until", "Only changes made before this time (RFC 3339).")


def filter_parameters(recorded: Collection[str]) -> tuple[Parameter, ...]:
    """Return the filters. An unknown action is refused, because an empty list would hide a typo."""
    actions = sorted({*recorded, *OF_STORE, SIGN_IN, SIGN_OUT, DECLINE, *PASSKEY_ACTIONS})
    action = choice_parameter("action", "Only changes by this operation, such as removeReceiver.", actions)
    return (_ACTOR, _PERSON, action, _SUBJECT, _SINCE, _UNTIL)


def list_endpoint(recorded: Collection[str]) -> Endpoint:
    """Return the endpoint that lists activity. `recorded`: the API operations that are logged."""
    return Endpoint(
        method="GET",
        path=ACTIVITY,
        name="listActivity",
        scope=Scope.OPERATIONS_READ,
        may_be_late=True,
        summary="List activity",
        description=(
            "Changes made through this API, and by the store itself, such as disabling a receiver; newest first. "
            "addPlant, changePlant, putPlant and addPhoto are not listed: see the history of plants. Each entry is "
            "written in the same transaction as its change. Requests that were refused are not listed."
        ),
        handler=read_handler(_list),
        response=ActivityPage,
        response_example={"items": [EXAMPLE], "next": None, "prev": None},
        parameters=(*filter_parameters(recorded), LIMIT, CURSOR),
    )
