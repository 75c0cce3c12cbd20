"""The endpoints for alerts: problems that the rules found, and their acknowledgement."""

from functools import partial
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import msgspec

from plantstore.domain.alerts.incident import Incident
from plantstore.domain.alerts.message import Severity
from plantstore.domain.alerts.rules import RuleKey
from plantstore.domain.alerts.wording import headline, sentence
from plantstore.domain.errors import Conflict, Invalid, NotFound
from plantstore.domain.timestamps import Instant, after, text_or_none, to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import alert_incidents as stored
from plantstore.web.api.alert_channels import check_may_write
from plantstore.web.api.schemas import Next, Prev, Time, described
from plantstore.web.http.endpoint import API, Endpoint, read_handler, write_handler
from plantstore.web.http.json_body import to_struct
from plantstore.web.http.pagination import CURSOR, LIMIT, limit_of, page_response
from plantstore.web.http.parameters import choice_parameter
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

ALERTS = f"{API}/alerts"
ALERT = ALERTS + "/{id}"
MUTE_HOURS_MAX = 168
_EXAMPLE: dict[str, Any] = {
    "id": "inc_01kjxsnhx04t8gcvq1mz7b5e3d",
    "rule": "receiver_failing",
    "severity": "warning",
    "subject": "rcv_01k8z4q7m2abc",
    "title": "web shop is failing",
    "detail": "The receiver responded 503. Failing since 09:00. 12 deliveries are queued; none is lost.",
    "began_at": "2026-03-02T09:00:00.000Z",
    "opened_at": "2026-03-02T09:15:02.000Z",
    "ended_at": None,
    "acknowledged_at": None,
    "acknowledged_by": None,
    "acknowledged_by_name": None,
    "muted_until": None,
}


class Alert(msgspec.Struct):
    """A problem that a rule found."""

    id: str
    rule: RuleKey
    severity: Severity
    subject: Annotated[str, described("The id of the receiver, import or channel; empty for the store itself.")]
    title: Annotated[str, described("What it is, in a few words.")]
    detail: Annotated[str, described("Since when, and its numbers. Times are in the time zone of the store.")]
    began_at: Annotated[Time, described("Since when the problem exists.")]
    opened_at: Annotated[Time, described("When the rule found it.")]
    ended_at: Annotated[Time | None, described("null while it is open.")]
    acknowledged_at: Time | None
    acknowledged_by: Annotated[str | None, described("The id of the token or person, or of the message of the link.")]
    acknowledged_by_name: str | None
    muted_until: Annotated[Time | None, described("No reminder is sent before this time.")]


class AlertPage(msgspec.Struct):
    """A page of alerts, the newest first."""

    items: list[Alert]
    next: Next
    prev: Prev


class AlertMute(msgspec.Struct, forbid_unknown_fields=True):
    """For how long no reminder is sent."""

    hours: Annotated[int, msgspec.Meta(ge=0, le=MUTE_HOURS_MAX), described("0 ends the mute.")]


def _list(context: RequestContext, tx: Transaction) -> Response:
    state = context.query.get("state")
    is_open = None if state is None else state == "open"
    found = stored.page(tx, limit=limit_of(context) + 1, is_open=is_open, keyset=context.keyset)
    return page_response(context, found, item=partial(written, context, tx.now), place=lambda one: one.id)


def _show(context: RequestContext, tx: Transaction) -> Response:
    return json_response(written(context, tx.now, _find(context, tx)))


def _acknowledge(context: RequestContext, tx: Transaction) -> Response:
    incident = _open(context, tx)
    check_may_write(context)
    stored.acknowledge(tx, [incident.id], by=context.token.id, name=context.token.name)
    context.detail = headline(incident)
    return json_response(written(context, tx.now, _find(context, tx)))


def _mute(context: RequestContext, tx: Transaction) -> Response:
    body = to_struct(context.body, AlertMute)
    check_may_write(context)
    incident = _open(context, tx)
    stored.mute(tx, incident.id, until=after(tx.now, seconds=body.hours * 3_600) if body.hours else None)
    context.detail = f"{headline(incident)}: {body.hours} h"
    return json_response(written(context, tx.now, _find(context, tx)))


def _open(context: RequestContext, tx: Transaction) -> Incident:
    stored.lock(tx)
    incident = _find(context, tx)
    if not incident.is_open:
        raise Conflict("This problem has ended.")
    return incident


def _find(context: RequestContext, tx: Transaction) -> Incident:
    incident = stored.find(tx, context.request.values["id"])
    if incident is None:
        raise NotFound("There is no alert with this id.")
    return incident


def written(context: RequestContext, now: Instant, incident: Incident) -> Alert:
    """Return an incident as the API shows it."""
    zone = ZoneInfo(context.dependencies.settings.timezone)
    return Alert(
        id=incident.id,
        rule=incident.rule,
        severity=incident.definition.severity,
        subject=incident.subject,
        title=headline(incident),
        detail=sentence(incident, zone=zone, now=now),
        began_at=to_text(incident.began_at),
        opened_at=to_text(incident.opened_at),
        ended_at=text_or_none(incident.ended_at),
        acknowledged_at=text_or_none(incident.acknowledged_at),
        acknowledged_by=incident.acknowledged_by,
        acknowledged_by_name=incident.acknowledged_name,
        muted_until=text_or_none(incident.muted_until),
    )


_one = partial(Endpoint, path=ALERT, scope=Scope.OPERATIONS_READ, response=Alert, response_example=_EXAMPLE)
_ALSO = " The token also needs receivers:write."

ENDPOINTS = (
    Endpoint(
        method="GET",
        path=ALERTS,
        name="listAlerts",
        scope=Scope.OPERATIONS_READ,
        summary="List alerts",
        description="Problems that the rules found, the newest first; ended ones are kept as long as attempts.",
        handler=read_handler(_list),
        response=AlertPage,
        response_example={"items": [_EXAMPLE], "next": None, "prev": None},
        parameters=(choice_parameter("state", "Only open or only ended problems.", ("open", "ended")), LIMIT, CURSOR),
    ),
    _one(
        method="GET",
        name="showAlert",
        summary="Get an alert",
        description="A problem that a rule found.",
        handler=read_handler(_show),
        errors=(NotFound,),
    ),
    _one(
        method="POST",
        path=ALERT + "/acknowledgement",
        name="acknowledgeAlert",
        summary="Acknowledge an alert",
        description=f"Says that someone takes care of it: no more reminders are sent, only that it has ended.{_ALSO}",
        handler=write_handler(_acknowledge),
        errors=(NotFound, Conflict),
    ),
    _one(
        method="POST",
        path=ALERT + "/mute",
        name="muteAlert",
        summary="Mute an alert",
        description=f"No reminder of this problem is sent for some hours.{_ALSO}",
        handler=write_handler(_mute),
        request=AlertMute,
        request_example={"hours": 2},
        errors=(NotFound, Conflict, Invalid),
    ),
)
