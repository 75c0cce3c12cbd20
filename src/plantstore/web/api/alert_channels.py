"""The endpoints for channels: where messages about problems go."""

from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from plantstore.domain.alerts.channel import ADDRESSES_MAX, CHANNELS_MAX, NAME_CHARS_MAX, AlertChannel, ChannelKind
from plantstore.domain.alerts.email_address import ADDRESS_CHARS_MAX
from plantstore.domain.alerts.message import AnswerResult
from plantstore.domain.errors import Changed, Conflict, FieldError, Forbidden, Invalid, NotFound, Unavailable
from plantstore.domain.receivers.receiver import ACCESS_TOKEN_CHARS_MAX, ACCESS_TOKEN_CHARS_MIN
from plantstore.domain.timestamps import Instant, to_text
from plantstore.domain.token import Scope
from plantstore.operations.alerts.channels import target
from plantstore.operations.alerts.channels.commands import ChannelPatch
from plantstore.sending.urls import URL_CHARS_MAX
from plantstore.storage.database import Transaction
from plantstore.storage.tables import people
from plantstore.web.api.schemas import Time, described
from plantstore.web.http.endpoint import API, Endpoint, read_handler, write_handler
from plantstore.web.http.etags import etag
from plantstore.web.http.json_body import to_struct
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import JSON, Response, json_response
from plantstore.web.openapi import patterns

CHANNELS = f"{API}/alert-channels"
CHANNEL = CHANNELS + "/{id}"
_EXAMPLE: dict[str, Any] = {
    "id": "chn_01kjxsnhx04t8gcvq1mz7b5e3d",
    "name": "#shop-alerts",
    "kind": "slack",
    "sends_to": "https://hooks.slack.com/…mnop",
    "person_id": None,
    "enabled": True,
    "created_by": "tok_01kjxsnhx04t8gcvq1mz7b5e3d",
    "created_at": "2026-03-02T09:15:00.000Z",
    "updated_at": "2026-03-02T09:15:00.000Z",
    "last_sent_at": "2026-03-02T09:26:00.000Z",
    "last_result": "accepted",
    "last_answer": "hooks.slack.com answered 200: ok",
    "last_took_ms": 210.0,
    "failing_since": None,
    "old_secret_ends_at": None,
}
_Name = Annotated[str, described("A display name.", minLength=1, maxLength=NAME_CHARS_MAX, pattern=patterns.TEXT)]
_Url = Annotated[
    str,
    described(
        "The URL of the webhook, for every kind but email. It is encrypted, and never returned.",
        maxLength=URL_CHARS_MAX,
        format="iri",
        pattern=patterns.WEB_ADDRESS,
    ),
]
_Address = Annotated[str, described("An e-mail address.", maxLength=ADDRESS_CHARS_MAX)]
_Addresses = Annotated[
    list[_Address], described("The recipients, for the kind email.", minItems=1), Meta(max_length=2 * ADDRESSES_MAX)
]
_AccessToken = Annotated[
    str,
    described(
        "For the kind webhook: a bearer token that the store sends in the Authorization header. Never returned.",
        minLength=ACCESS_TOKEN_CHARS_MIN,
        maxLength=ACCESS_TOKEN_CHARS_MAX,
        pattern=patterns.BEARER,
    ),
]
_PersonId = Annotated[str, Meta(pattern="^per_[0-9a-hjkmnp-tv-z]{26}$")]


class AlertChannelInput(msgspec.Struct, forbid_unknown_fields=True):
    """A channel to create."""

    name: _Name
    kind: Annotated[ChannelKind, described("slack is also for programs that read the same body, such as Mattermost.")]
    url: _Url | UnsetType = UNSET
    addresses: _Addresses | UnsetType = UNSET
    access_token: _AccessToken | UnsetType = UNSET
    person_id: Annotated[_PersonId | None, described("The person whose channel it is; null for the store's.")] = None


class AlertChannelChange(msgspec.Struct, forbid_unknown_fields=True):
    """Changes to a channel. Fields that are left out keep their values."""

    name: _Name | UnsetType = UNSET
    url: _Url | UnsetType = UNSET
    addresses: _Addresses | UnsetType = UNSET
    access_token: Annotated[_AccessToken | None, described("null: send none.")] | UnsetType = UNSET
    enabled: Annotated[bool | UnsetType, described("false: send nothing, except tests.")] = UNSET


class AlertChannelView(msgspec.Struct):
    """A channel, without what is secret."""

    id: str
    name: str
    kind: ChannelKind
    sends_to: Annotated[str, described("The addresses, or the host of the URL and its last four characters.")]
    person_id: Annotated[str | None, described("The person whose channel it is; null for the store's.")]
    enabled: bool
    created_by: str
    created_at: Time
    updated_at: Time
    last_sent_at: Annotated[Time | None, described("When the latest message was sent, a test included.")]
    last_result: Annotated[AnswerResult | None, described("How it ended: retry means that another attempt follows.")]
    last_answer: Annotated[str | None, described("What the other side answered, for people.")]
    last_took_ms: float | None
    failing_since: Annotated[Time | None, described("When the first message failed after the last accepted one.")]
    old_secret_ends_at: Annotated[Time | None, described("Until when the previous signing secret signs too.")]


class CreatedAlertChannel(AlertChannelView):
    """A new channel. `secret` signs the requests of a webhook; it is returned only now."""

    secret: str | UnsetType = UNSET


class NewAlertChannelSecret(msgspec.Struct):
    """A new signing secret, which is returned only once."""

    secret: str
    old_secret_ends_at: Annotated[Time, described("Until when requests are signed with the previous secret too.")]


class AlertChannelList(msgspec.Struct):
    """All channels, the oldest first."""

    items: Annotated[list[AlertChannelView], described("At most 50.", maxItems=CHANNELS_MAX)]


class AlertChannelTest(msgspec.Struct):
    """How the other side answered a test message."""

    result: Annotated[AnswerResult, described("refused: it will not accept messages with these settings.")]
    answer: Annotated[str, described("What the other side answered, for people.")]
    took_ms: float


def _list(context: RequestContext, tx: Transaction) -> Response:
    items = [AlertChannelView(**_fields(tx, channel)) for channel in context.dependencies.alert_channels.all(tx)]
    return json_response(AlertChannelList(items=items))


def _show(context: RequestContext, tx: Transaction) -> Response:
    return _response(tx, context.dependencies.alert_channels.find(tx, context.request.values["id"]))


async def _create(context: RequestContext) -> Response:
    body = to_struct(context.body, AlertChannelInput)
    check_may_write(context)
    earlier = await context.find_stored_response()
    if earlier is not None:
        return earlier
    given = ChannelPatch(
        name=body.name,
        url=await _check_url(context, body.kind, _or_none(body.url)),
        addresses=_or_none(body.addresses),
        access_token=_or_none(body.access_token),
    )
    context.detail = body.kind

    def create(tx: Transaction) -> Response:
        _check_person(tx, body.person_id)
        channel = context.dependencies.alert_channels.add(
            tx, kind=body.kind, given=given, person_id=body.person_id, created_by=context.token.id
        )
        secret = channel.config.secret
        view = CreatedAlertChannel(**_fields(tx, channel), secret=UNSET if secret is None else secret.reveal())
        location = (b"location", f"{CHANNELS}/{channel.id}".encode())
        return json_response(view, status=201, headers=(etag(channel.version), location))

    return await context.write(create)


async def _change(context: RequestContext) -> Response:
    body, channel_id = to_struct(context.body, AlertChannelChange), context.request.values["id"]
    channels = context.dependencies.alert_channels
    before = await context.dependencies.database.read(lambda tx: channels.find(tx, channel_id))
    check_may_write(context)
    given = ChannelPatch(
        name=_or_none(body.name),
        url=await _check_url(context, before.kind, _or_none(body.url)),
        addresses=_or_none(body.addresses),
        access_token=_or_none(body.access_token),
        sends_no_token=body.access_token is None,
        enabled=_or_none(body.enabled),
    )
    context.detail = ", ".join(sorted(context.body))
    version = context.version
    return await context.write(lambda tx: _response(tx, channels.change(tx, channel_id, given, version=version)))


def _rotate(context: RequestContext, tx: Transaction) -> Response:
    channel_id, channels = context.request.values["id"], context.dependencies.alert_channels
    channels.find(tx, channel_id)
    check_may_write(context)
    rotated = channels.rotate_secret(tx, channel_id)
    ends_at = to_text(rotated.old_secret_ends_at)
    return json_response(NewAlertChannelSecret(secret=rotated.secret.reveal(), old_secret_ends_at=ends_at), status=201)


def _remove(context: RequestContext, tx: Transaction) -> Response:
    channel_id, channels = context.request.values["id"], context.dependencies.alert_channels
    channels.find(tx, channel_id)
    check_may_write(context)
    context.detail = channels.remove(tx, channel_id, version=context.version).name
    return Response(204)


async def _test(context: RequestContext) -> Response:
    channel_id, channels = context.request.values["id"], context.dependencies.alert_channels
    await context.dependencies.database.read(lambda tx: channels.find(tx, channel_id))
    check_may_write(context)
    answer = await channels.test(channel_id)
    context.detail = answer.result
    return json_response(AlertChannelTest(result=answer.result, answer=answer.words, took_ms=answer.took_us / 1_000))


def check_may_write(context: RequestContext) -> None:
    """Raise Forbidden unless the token may change receivers too: a token that only reads must not silence alerts."""
    if Scope.RECEIVERS_WRITE not in context.token.scopes:
        raise Forbidden(f"The token also needs the scope {Scope.RECEIVERS_WRITE}.")


def _check_person(tx: Transaction, person_id: str | None) -> None:
    """Raise Invalid unless there is such a person, who may sign in."""
    person = None if person_id is None else people.find(tx, person_id)
    if person_id is not None and (person is None or not person.is_active):
        detail = "There is no active person with this id."
        raise Invalid(fields=(FieldError(pointer="/person_id", code="not_found", detail=detail),))


async def _check_url(context: RequestContext, kind: ChannelKind, text: str | None) -> str | None:
    """Return the canonical URL; raise Invalid if a channel of this kind cannot have it, or it must not be called."""
    if text is None or kind is ChannelKind.EMAIL:
        return text
    return await context.dependencies.receivers.check_url(target.check_url(kind, text))


def _fields(tx: Transaction, channel: AlertChannel) -> dict[str, Any]:
    has_old_secret = len(channel.config.secrets(tx.now)) > 1
    return {
        "id": channel.id,
        "name": channel.name,
        "kind": channel.kind,
        "sends_to": channel.shown,
        "person_id": channel.person_id,
        "enabled": channel.disabled_at is None,
        "created_by": channel.created_by,
        "created_at": to_text(channel.created_at),
        "updated_at": to_text(channel.updated_at),
        "last_sent_at": _time(channel.last_sent_at),
        "last_result": channel.last_result,
        "last_answer": channel.last_words,
        "last_took_ms": None if channel.last_took_us is None else channel.last_took_us / 1_000,
        "failing_since": _time(channel.failing_since),
        "old_secret_ends_at": _time(channel.config.old_secret_ends_at) if has_old_secret else None,
    }


def _response(tx: Transaction, channel: AlertChannel) -> Response:
    return json_response(AlertChannelView(**_fields(tx, channel)), headers=(etag(channel.version),))


def _time(instant: Instant | None) -> str | None:
    return None if instant is None else to_text(instant)


Value = TypeVar("Value")


def _or_none(value: Value | UnsetType) -> Value | None:
    return None if isinstance(value, UnsetType) else value


_one = partial(Endpoint, path=CHANNEL, scope=Scope.OPERATIONS_READ)
_ALSO = " The token also needs receivers:write."

ENDPOINTS = (
    Endpoint(
        method="GET",
        path=CHANNELS,
        name="listAlertChannels",
        scope=Scope.OPERATIONS_READ,
        summary="List channels",
        description="Where messages about problems go, and how the latest message to each was answered.",
        handler=read_handler(_list),
        response=AlertChannelList,
        response_example={"items": [_EXAMPLE]},
    ),
    Endpoint(
        method="POST",
        path=CHANNELS,
        name="createAlertChannel",
        scope=Scope.OPERATIONS_READ,
        summary="Create a channel",
        description=(
            "Messages go there from now on. The kind email needs `addresses`, all others need `url`. The response to a "
            f"webhook has its signing secret, which is not returned again. At most {CHANNELS_MAX}.{_ALSO}"
        ),
        handler=_create,
        status=201,
        request=AlertChannelInput,
        request_example={
            "name": "#shop-alerts",
            "kind": "slack",
            "url": "https://hooks.slack.com/services/T024BE7LH/B024BE7LJ/abcdefghijklmnop",
        },
        response=CreatedAlertChannel,
        response_example=_EXAMPLE,
        errors=(Invalid, Conflict),
    ),
    _one(
        method="GET",
        name="showAlertChannel",
        summary="Get a channel",
        description="A channel, without what is secret.",
        handler=read_handler(_show),
        response=AlertChannelView,
        response_example=_EXAMPLE,
        errors=(NotFound,),
    ),
    _one(
        method="PATCH",
        name="changeAlertChannel",
        summary="Change a channel",
        description=(
            "Fields that are left out keep their values. The kind stays. If the URL of a webhook leads to another "
            f"scheme, host or port, its `access_token` must be given too, or null.{_ALSO}"
        ),
        handler=_change,
        conditional=True,
        request=AlertChannelChange,
        request_example={"enabled": False},
        media_types=(JSON, "application/merge-patch+json"),
        response=AlertChannelView,
        response_example=_EXAMPLE,
        errors=(NotFound, Invalid, Changed),
    ),
    _one(
        method="DELETE",
        name="deleteAlertChannel",
        summary="Delete a channel",
        description=f"Nothing more is sent to it, not even what waits.{_ALSO}",
        handler=write_handler(_remove),
        status=204,
        conditional=True,
        errors=(NotFound, Changed),
    ),
    _one(
        path=CHANNEL + "/rotate-secret",
        method="POST",
        name="rotateAlertChannelSecret",
        summary="Rotate the signing secret of a channel",
        description=(
            "Creates a new secret for a channel of the kind webhook, which is returned only once. For one day, until "
            f"`old_secret_ends_at`, every request is signed with both secrets, the new one first.{_ALSO}"
        ),
        handler=write_handler(_rotate),
        status=201,
        response=NewAlertChannelSecret,
        response_example={"secret": "whsec_" + "A" * 43 + "=", "old_secret_ends_at": "2026-03-03T09:15:00.000Z"},
        errors=(NotFound, Conflict),
    ),
    _one(
        path=CHANNEL + "/tests",
        method="POST",
        name="testAlertChannel",
        summary="Send a test message",
        description=(
            "Sends a test message immediately, also to a channel that is not enabled, and returns what the other side "
            f"answered. Every call sends one, even with the same Idempotency-Key.{_ALSO}"
        ),
        handler=_test,
        response=AlertChannelTest,
        response_example={"result": "accepted", "answer": "hooks.slack.com answered 200: ok", "took_ms": 210.0},
        errors=(NotFound, Unavailable),
    ),
)
