"""The endpoints for quiet hours, and for backups that another tool made."""

from typing import Annotated, Any, Literal

import msgspec

from plantstore.domain.alerts.quiet_hours import QuietHours, check_quiet_hours, time_text
from plantstore.domain.errors import Invalid, NotFound
from plantstore.domain.timestamps import text_or_none, to_text
from plantstore.domain.token import Scope
from plantstore.operations import backup_times
from plantstore.storage.database import Transaction
from plantstore.storage.queries import alert_sources
from plantstore.storage.tables import alert_incidents, people
from plantstore.storage.tables import alert_rules as stored
from plantstore.web.api.alert_channels import check_may_write
from plantstore.web.api.schemas import Time, described
from plantstore.web.http.endpoint import API, Endpoint, read_handler, write_handler
from plantstore.web.http.json_body import to_struct
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

QUIET_HOURS = f"{API}/alert-quiet-hours"
BACKUPS = f"{API}/backups"
STORE = "store"
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_EXAMPLE: dict[str, Any] = {
    "scope": STORE,
    "from": "19:00",
    "until": "07:30",
    "days": list(DAYS),
    "critical_through": True,
}
_Clock = Annotated[str, msgspec.Meta(pattern="^[0-2][0-9]:[0-5][0-9]$")]


class AlertQuietHours(msgspec.Struct, rename={"start": "from"}):
    """Times of the day in which messages wait for a digest, in the time zone of the store."""

    scope: Annotated[str, described("store, or the id of a channel or person; the most specific quiet hours count.")]
    start: Annotated[_Clock, described("When they begin.")]
    until: Annotated[_Clock, described("When they end: on the next day if that is not later than their beginning.")]
    days: Annotated[list[Day], described("The days on which they begin.")]
    critical_through: Annotated[bool, described("Whether messages of critical rules are sent nevertheless.")]


class AlertQuietHoursList(msgspec.Struct):
    """All quiet hours."""

    items: list[AlertQuietHours]


class AlertQuietHoursInput(msgspec.Struct, forbid_unknown_fields=True, rename={"start": "from"}):
    """Quiet hours to set."""

    start: _Clock
    until: _Clock
    days: Annotated[list[Day], msgspec.Meta(min_length=1, max_length=7)] = msgspec.field(
        default_factory=lambda: list(DAYS)  # type: ignore[arg-type]
    )
    critical_through: bool = True


class BackupNote(msgspec.Struct):
    """When the last backup was made that the store knows of."""

    last_backup_at: Time | None


def _list(context: RequestContext, tx: Transaction) -> Response:
    del context
    found = stored.quiet_hours(tx)
    return json_response(AlertQuietHoursList(items=[_written(scope, found[scope]) for scope in sorted(found)]))


def _put(context: RequestContext, tx: Transaction) -> Response:
    body, scope = to_struct(context.body, AlertQuietHoursInput), _scope(context, tx)
    check_may_write(context)
    bits = sum({1 << DAYS.index(day) for day in body.days})
    hours = check_quiet_hours(body.start, body.until, days=bits, critical_through=body.critical_through)
    alert_incidents.lock(tx)
    stored.put_quiet_hours(tx, scope, hours)
    context.detail = f"{body.start} to {body.until}"
    return json_response(_written(scope, hours))


def _remove(context: RequestContext, tx: Transaction) -> Response:
    scope = _scope(context, tx)
    check_may_write(context)
    alert_incidents.lock(tx)
    stored.put_quiet_hours(tx, scope, None)
    return Response(204)


def _scope(context: RequestContext, tx: Transaction) -> str:
    text = context.request.values["id"]
    if text == STORE:
        return stored.STORE_SCOPE
    channels = {one.id for one in alert_sources.recipients(tx)}
    if text not in channels and people.find(tx, text) is None:
        raise NotFound("There is no channel and no person with this id.")
    return text


def _written(scope: str, hours: QuietHours) -> AlertQuietHours:
    return AlertQuietHours(
        scope=scope or STORE,
        start=time_text(hours.from_minute),
        until=time_text(hours.until_minute),
        days=[day for bit, day in enumerate(DAYS) if hours.days >> bit & 1],  # type: ignore[misc]
        critical_through=hours.critical_through,
    )


def _note_backup(context: RequestContext, tx: Transaction) -> Response:
    check_may_write(context)
    backup_times.note(tx, tx.now)
    return json_response(BackupNote(last_backup_at=to_text(tx.now)), status=201)


def _show_backup(context: RequestContext, tx: Transaction) -> Response:
    settings = context.dependencies.settings
    at = backup_times.last(tx, None if settings.is_postgresql else settings.database_path)
    return json_response(BackupNote(last_backup_at=text_or_none(at)))


_ALSO = " The token also needs receivers:write."
_ONE = QUIET_HOURS + "/{id}"

ENDPOINTS = (
    Endpoint(
        method="GET",
        path=QUIET_HOURS,
        name="listAlertQuietHours",
        scope=Scope.OPERATIONS_READ,
        summary="List quiet hours",
        description="Times of the day in which messages wait for a digest: of the store, of channels and of people.",
        handler=read_handler(_list),
        response=AlertQuietHoursList,
        response_example={"items": [_EXAMPLE]},
    ),
    Endpoint(
        method="PUT",
        path=_ONE,
        name="putAlertQuietHours",
        scope=Scope.OPERATIONS_READ,
        summary="Set quiet hours",
        description=f"Sets the quiet hours of the store (`store`), of a channel or of a person.{_ALSO}",
        handler=write_handler(_put),
        request=AlertQuietHoursInput,
        request_example={name: _EXAMPLE[name] for name in ("from", "until", "days", "critical_through")},
        response=AlertQuietHours,
        response_example=_EXAMPLE,
        errors=(NotFound, Invalid),
    ),
    Endpoint(
        method="DELETE",
        path=_ONE,
        name="deleteAlertQuietHours",
        scope=Scope.OPERATIONS_READ,
        summary="Remove quiet hours",
        description=f"Messages that wait for the end of these quiet hours are sent now.{_ALSO}",
        handler=write_handler(_remove),
        status=204,
        errors=(NotFound,),
    ),
    Endpoint(
        method="GET",
        path=BACKUPS,
        name="showLastBackup",
        scope=Scope.OPERATIONS_READ,
        summary="Get the time of the last backup",
        description="When `plantstore db backup` last ran, or a backup was noted; null if never.",
        handler=read_handler(_show_backup),
        response=BackupNote,
        response_example={"last_backup_at": "2026-03-02T03:00:00.000Z"},
    ),
    Endpoint(
        method="POST",
        path=BACKUPS,
        name="noteBackup",
        scope=Scope.OPERATIONS_READ,
        summary="Note a backup",
        description=(
            "Says that another tool, such as pg_dump, has made a backup now, for the alert about old backups. "
            f"`plantstore db backup` does so itself.{_ALSO}"
        ),
        handler=write_handler(_note_backup),
        status=201,
        response=BackupNote,
        response_example={"last_backup_at": "2026-03-02T03:00:00.000Z"},
    ),
)
