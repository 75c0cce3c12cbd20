"""The operational webhooks endpoints: create, list, show, change and delete subscribers."""

import re
from functools import partial
from typing import TypeVar

from msgspec import UNSET, UnsetType

from plantstore.domain.errors import Changed, Conflict, FieldError, Invalid, NotFound
from plantstore.domain.operational_webhook import SUBSCRIBERS_MAX, OperationalType
from plantstore.domain.secret import AccessToken
from plantstore.domain.token import Scope
from plantstore.operations.notices import commands
from plantstore.operations.notices.commands import SubscriberPatch
from plantstore.storage.database import Transaction
from plantstore.storage.tables import operational_events, operational_subscribers
from plantstore.web.api.operational_webhooks import schemas
from plantstore.web.api.operational_webhooks.view import (
    EXAMPLE,
    WEBHOOK,
    WEBHOOKS,
    check_may_subscribe,
    find,
    may_see,
    subscriber_fields,
    subscriber_response,
)
from plantstore.web.http.endpoint import Endpoint, read_handler, write_handler
from plantstore.web.http.etags import etag
from plantstore.web.http.json_body import to_struct
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import JSON, Response, json_response

_NO_PATH = re.compile(r"https?://[^/?#]*")
Value = TypeVar("Value")


async def _create(context: RequestContext) -> Response:
    body = to_struct(context.body, schemas.OperationalWebhookInput)
    check_may_subscribe(context.token, body.types)
    earlier = await context.find_stored_response()
    if earlier is not None:
        return earlier
    token = None if body.access_token is None else AccessToken(body.access_token)
    url = await _check(context, url=body.url, name=body.name, types=body.types, token=token)
    context.detail = ", ".join(body.types)

    def create(tx: Transaction) -> Response:
        made = context.dependencies.operational_webhooks.create(
            tx, name=body.name, url=url or body.url, types=body.types, token=token, created_by=context.token.id
        )
        view = schemas.CreatedOperationalWebhook(
            **subscriber_fields(tx, made.subscriber, waiting=0),
            secret=made.secret.reveal(),
            access_token=made.token.reveal() if token is None else UNSET,
        )
        location = (b"location", f"{WEBHOOKS}/{view.id}".encode())
        return json_response(view, status=201, headers=(etag(made.subscriber.version), location))

    return await context.write(create)


def _list(context: RequestContext, tx: Transaction) -> Response:
    waiting = operational_events.count_waiting(tx)
    items = [
        schemas.OperationalWebhook(**subscriber_fields(tx, subscriber, waiting=waiting.get(subscriber.id, 0)))
        for subscriber in operational_subscribers.all_subscribers(tx)
        if may_see(context.token, subscriber.types)
    ]
    return json_response(schemas.OperationalWebhookList(items=items))


def _show(context: RequestContext, tx: Transaction) -> Response:
    return subscriber_response(tx, find(context, tx))


async def _change(context: RequestContext) -> Response:
    body = to_struct(context.body, schemas.OperationalWebhookChange)
    name, url, types, text = _or_none(body.name), _or_none(body.url), _or_none(body.types), _or_none(body.access_token)
    token = None if text is None else AccessToken(text)
    await context.read(lambda tx: _check_seen(context, tx, types))  # before a name is resolved
    url = await _check(context, url=url, name=name, types=types, token=token)
    change = SubscriberPatch(name=name, url=url, types=types, token=token, enabled=_or_none(body.enabled))
    context.detail = ", ".join(sorted(context.body))

    def apply(tx: Transaction) -> Response:
        subscriber = find(context, tx)
        changed = context.dependencies.operational_webhooks.change(tx, subscriber.id, change, version=context.version)
        return subscriber_response(tx, changed)

    return await context.write(apply)


def _check_seen(context: RequestContext, tx: Transaction, types: list[OperationalType] | None) -> Response:
    subscriber = find(context, tx)
    check_may_subscribe(context.token, types or ())
    return subscriber_response(tx, subscriber)


def _remove(context: RequestContext, tx: Transaction) -> Response:
    subscriber = find(context, tx)
    context.dependencies.operational_webhooks.remove(tx, subscriber.id, version=context.version)
    context.detail = subscriber.name
    return Response(204)


async def _check(
    context: RequestContext,
    *,
    url: str | None,
    name: str | None,
    types: list[OperationalType] | None,
    token: AccessToken | None,
) -> str | None:
    """Check all fields, raise Invalid with all problems, and return the canonical URL, or None without a URL."""
    canonical: str | None = None
    problems: list[FieldError] = []
    try:
        if url is not None:
            # Without a path, parse_url would add that of receivers.
            url = f"{url}/" if _NO_PATH.fullmatch(url) else url
            canonical = await context.dependencies.receivers.check_url(url)
    except Invalid as error:
        problems += error.fields
    try:
        every = list(OperationalType)
        commands.check(name="-" if name is None else name, types=every if types is None else types, token=token)
    except Invalid as error:
        problems += error.fields
    if problems:
        raise Invalid(fields=tuple(problems))
    return canonical


def _or_none(value: Value | UnsetType) -> Value | None:
    return None if isinstance(value, UnsetType) else value


_change_one = partial(Endpoint, path=WEBHOOK, scope=Scope.RECEIVERS_WRITE, conditional=True)

ENDPOINTS = (
    Endpoint(
        method="GET",
        path=WEBHOOKS,
        name="listOperationalWebhooks",
        scope=Scope.RECEIVERS_READ,
        summary="List operational webhooks",
        description=(
            "The programs that are notified of events of the store itself, the oldest first. Only those are listed "
            "whose types the token may subscribe to."
        ),
        handler=read_handler(_list),
        response=schemas.OperationalWebhookList,
        response_example={"items": [EXAMPLE]},
    ),
    Endpoint(
        method="POST",
        path=WEBHOOKS,
        name="createOperationalWebhook",
        scope=Scope.RECEIVERS_WRITE,
        summary="Create an operational webhook",
        description=(
            "Subscribes a program to events of the store itself, from now on. The response contains the signing secret "
            "and, if the store generated it, the access token. Neither is returned again. The token also needs "
            "`plants:read` for import.completed, and `operations:read` for the other types. The webhook stays when the "
            f"token is revoked or loses its scopes. At most {SUBSCRIBERS_MAX}."
        ),
        handler=_create,
        status=201,
        request=schemas.OperationalWebhookInput,
        request_example={name: EXAMPLE[name] for name in ("url", "name", "types")},
        response=schemas.CreatedOperationalWebhook,
        response_example=EXAMPLE | {"secret": "whsec_" + "A" * 43 + "=", "access_token": "opt_" + "0" * 48},
        errors=(Invalid, Conflict),
    ),
    Endpoint(
        method="GET",
        path=WEBHOOK,
        name="showOperationalWebhook",
        scope=Scope.RECEIVERS_READ,
        summary="Get an operational webhook",
        description="Its settings and state, without its credentials.",
        handler=read_handler(_show),
        response=schemas.OperationalWebhook,
        response_example=EXAMPLE,
        errors=(NotFound,),
    ),
    _change_one(
        method="PATCH",
        name="changeOperationalWebhook",
        summary="Change an operational webhook",
        description=(
            "Fields that are left out keep their values. A new access token replaces the old one immediately, and is "
            "required if the URL leads to another scheme, host or port. Enabling "
            "it begins the retry schedule of everything that waits for it again."
        ),
        handler=_change,
        request=schemas.OperationalWebhookChange,
        request_example={"enabled": True},
        media_types=(JSON, "application/merge-patch+json"),
        response=schemas.OperationalWebhook,
        response_example=EXAMPLE,
        errors=(NotFound, Invalid, Changed),
    ),
    _change_one(
        method="DELETE",
        name="deleteOperationalWebhook",
        summary="Delete an operational webhook",
        description="Nothing more is sent to it, not even what waits.",
        handler=write_handler(_remove),
        status=204,
        errors=(NotFound, Changed),
    ),
)
