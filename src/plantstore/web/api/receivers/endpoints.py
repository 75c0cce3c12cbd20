"""The receivers endpoints: register, list, show, change and remove receivers."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

from msgspec import UNSET, UnsetType

from plantstore.domain.errors import Changed, Conflict, FieldError, Invalid, NotFound
from plantstore.domain.public_ids import receiver_text
from plantstore.domain.receivers.certificates import Certificate, ClientCertificate
from plantstore.domain.receivers.filters.pattern import Filter, parse_filter
from plantstore.domain.receivers.headers import HeaderChange, check_headers
from plantstore.domain.receivers.public_key import SignatureScheme
from plantstore.domain.receivers.receiver import check_access_token, check_name
from plantstore.domain.secret import AccessToken, Secret
from plantstore.domain.timestamps import Instant, parse
from plantstore.domain.token import Scope
from plantstore.receivers import ephemeral
from plantstore.receivers.certificates import NoClient
from plantstore.receivers.commands import find
from plantstore.receivers.credentials import GrantChange, check_token_url
from plantstore.receivers.filters import NoFilter
from plantstore.receivers.patch import UNLIMITED, ReceiverPatch
from plantstore.sending import certificates
from plantstore.storage.database import Transaction
from plantstore.storage.tables import receivers as stored
from plantstore.web.api.receivers import schemas
from plantstore.web.api.receivers.oauth_schemas import ClientCredentials, ClientCredentialsChange
from plantstore.web.api.receivers.view import (
    EXAMPLE,
    RECEIVER,
    RECEIVERS,
    cancelled_text,
    fields_of_receivers,
    receiver_fields,
    receiver_id_in_path,
    receiver_response,
)
from plantstore.web.http.endpoint import Endpoint, read_handler
from plantstore.web.http.etags import etag, unless_known
from plantstore.web.http.json_body import to_struct
from plantstore.web.http.pagination import CURSOR, LIMIT, limit_of, page_response
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import JSON, Response, json_response

Value = TypeVar("Value")


class _Checked(NamedTuple):
    """Checked values of a receiver: its canonical URL, filter and certificates. None for those that were not given."""

    url: str | None
    filter: Filter | None
    authorities: tuple[Certificate, ...] | None
    client: ClientCertificate | None


async def _register(context: RequestContext) -> Response:
    body = to_struct(context.body, schemas.ReceiverInput)
    earlier = await context.find_stored_response()
    if earlier is not None:
        return earlier
    limits = ReceiverPatch(
        ordered=body.ordered,
        max_concurrency=body.max_concurrency,
        max_rate=body.max_rate,
        deadline_s=body.deadline_s,
        signs_with_key=_signs_with_key(body.signatures),
    )
    headers = {name: Secret(value) for name, value in body.headers.items()}
    start, since = _read_start("now" if body.start is UNSET else body.start)
    if body.ephemeral:
        _check_local(context, body.url)
    grant = await _checked_grant(context, body.oauth)
    checked = await _check(
        context,
        url=body.url,
        name=body.name,
        access_token=body.access_token,
        limits=replace(limits, headers=headers),
        loopback=body.ephemeral,
        pattern=body.filter,
        ca_bundle=body.ca_bundle,
        client=body.client_certificate,
    )
    limits = replace(limits, filter=checked.filter, authorities=checked.authorities, client=checked.client)

    def register(tx: Transaction) -> Response:
        registered = context.dependencies.receivers.register(
            tx,
            url=checked.url or body.url,
            name=body.name,
            payload=body.payload,
            expression=body.payload_expression,
            start=start,
            since=since,
            access_token=AccessToken(body.access_token) if body.access_token else None,
            headers=headers,
            limits=replace(limits, grant=grant),
            ephemeral=body.ephemeral,
        )
        made = registered.made_access_token
        view = schemas.RegisteredReceiver(
            **receiver_fields(tx, registered.receiver),
            secret=registered.secret.reveal(),
            access_token=made.reveal() if made else UNSET,
        )
        location = (b"location", f"{RECEIVERS}/{view.id}".encode())
        return json_response(view, status=201, headers=(etag(registered.receiver.version), location))

    return await context.write(register)


def _list(context: RequestContext, tx: Transaction) -> Response:
    shown = stored.page(tx, ids=context.token.receiver_ids, keyset=context.keyset, limit=limit_of(context) + 1)
    fields = fields_of_receivers(tx, shown)
    return page_response(
        context,
        shown,
        item=lambda receiver: schemas.Receiver(**fields[receiver.id]),
        place=lambda receiver: receiver.id,
    )


def _show(context: RequestContext, tx: Transaction) -> Response:
    receiver = find(tx, receiver_id_in_path(context))
    response = json_response(schemas.Receiver(**receiver_fields(tx, receiver)))
    tag = etag(receiver.version, f"{crc32(response.body):08x}")  # state, cursor and lag can change within a version
    response = Response(response.status, response.body, (*response.headers, tag))
    return unless_known(response, context.request.headers.get(b"if-none-match"))


async def _change(context: RequestContext) -> Response:
    body = to_struct(context.body, schemas.ReceiverChange)
    receiver_id = receiver_id_in_path(context)
    name, url, access_token = _or_none(body.name), _or_none(body.url), _or_none(body.access_token)
    change = ReceiverPatch(
        name=name,
        payload=_or_none(body.payload),
        expression=_or_none(body.payload_expression),
        access_token=None if access_token is None else AccessToken(access_token),
        ordered=_or_none(body.ordered),
        max_concurrency=_or_none(body.max_concurrency),
        max_rate=UNLIMITED if body.max_rate is None else _or_none(body.max_rate),
        deadline_s=_or_none(body.deadline_s),
        headers=_secrets(_or_none(body.headers)),
        signs_with_key=_signs_with_key(body.signatures),
        removes_grant=body.oauth is None,
    )
    change = replace(change, grant=await _checked_grant(context, _or_none(body.oauth)))
    checked = await _check(
        context,
        url=url,
        name=name,
        access_token=access_token,
        limits=change,
        pattern=_or_none(body.filter),
        ca_bundle=_or_none(body.ca_bundle),
        client=_or_none(body.client_certificate),
    )
    change = replace(
        change,
        url=checked.url,
        filter=NoFilter.NO_FILTER if body.filter is None else checked.filter,
        authorities=() if body.ca_bundle is None else checked.authorities,
        client=NoClient.NO_CLIENT if body.client_certificate is None else checked.client,
    )
    context.detail = ", ".join(sorted(context.body))
    return await context.write(
        lambda tx: receiver_response(
            tx, context.dependencies.receivers.change(tx, receiver_id, change, version=context.version)
        )
    )


async def _remove(context: RequestContext) -> Response:
    receiver_id = receiver_id_in_path(context)

    def remove(tx: Transaction) -> Response:
        cancelled = context.dependencies.receivers.remove(
            tx, receiver_id, asked_by=context.token.id, version=context.version
        )
        context.detail = cancelled_text(cancelled)
        return json_response(schemas.RemovedReceiver(id=receiver_text(receiver_id), cancelled=cancelled))

    response = await context.write(remove)
    context.dependencies.authenticator.forget()  # tokens bound to the receiver were revoked
    return response


def _read_start(start: int | str) -> tuple[int | str, Instant | None]:
    """Return where in the log a new receiver starts: a position and None, or "now" and a start time.

    Raise Invalid if `start` cannot be parsed.
    """
    if isinstance(start, int) or start in ("now", "beginning"):
        return start, None
    try:
        return "now", parse(start)
    except (ValueError, OverflowError) as error:
        detail = 'Write "now", "beginning", a sequence, or a time such as 2026-11-20T12:00:00Z.'
        raise Invalid(fields=(FieldError(pointer="/start", code="start", detail=detail),)) from error


def _check_local(context: RequestContext, url: str) -> None:
    """Refuse to register an ephemeral receiver unless both its URL and the client are on this machine."""
    ephemeral.check_caller(
        store_host=context.dependencies.settings.host,
        client=context.request.client,
        header_names=(name.decode("latin-1") for name in context.request.headers),
    )
    ephemeral.check_local_url(url)


async def _check(
    context: RequestContext,
    *,
    url: str | None,
    name: str | None,
    access_token: str | None,
    limits: ReceiverPatch,
    loopback: bool = False,
    pattern: dict[str, Any] | None = None,
    ca_bundle: str | None = None,
    client: schemas.ClientCertificateInput | None = None,
) -> _Checked:
    """Check all fields, raise Invalid with all problems, and return the values that are stored."""
    canonical: str | None = None
    wanted: Filter | None = None
    authorities: tuple[Certificate, ...] | None = None
    read_client: ClientCertificate | None = None
    problems: list[FieldError] = []
    try:
        canonical = None if url is None else await context.dependencies.receivers.check_url(url, loopback=loopback)
    except Invalid as error:
        problems += error.fields
    if name is not None:
        problems += check_name(name)[1]
    if access_token is not None:
        problems += check_access_token(access_token)
    problems += check_headers(limits.headers or {})
    try:
        wanted = None if pattern is None else parse_filter(pattern)
    except Invalid as error:
        problems += error.fields
    try:
        context.dependencies.receivers.check_limits(limits)
    except Invalid as error:
        problems += error.fields
    now = context.dependencies.clock.now()
    try:  # in a thread: 20 certificates take 20 ms
        if ca_bundle is not None:
            authorities = await asyncio.to_thread(certificates.read_authorities, ca_bundle, now=now)
    except Invalid as error:
        problems += error.fields
    try:
        if client is not None:
            read_client = await asyncio.to_thread(certificates.read_client, client.chain, client.key, now=now)
    except Invalid as error:
        problems += error.fields
    if problems:
        raise Invalid(fields=tuple(problems))
    return _Checked(canonical, wanted, authorities, read_client)


async def _checked_grant(
    context: RequestContext, given: ClientCredentials | ClientCredentialsChange | None
) -> GrantChange | None:
    """Return the client credentials with a canonical URL; raise Invalid with all problems."""
    if given is None:
        return None
    secret = _or_none(given.client_secret)
    grant = GrantChange(
        token_url=given.token_url,
        client_id=given.client_id,
        client_secret=None if secret is None else Secret(secret),
        scope=given.scope,
        audience=given.audience,
    )
    problems = grant.problems()
    try:
        grant = replace(
            grant, token_url=await check_token_url(given.token_url, context.dependencies.receivers.check_url)
        )
    except Invalid as error:
        problems += error.fields
    if problems:
        raise Invalid(fields=tuple(problems))
    return grant


def _secrets(headers: dict[str, str | None] | None) -> HeaderChange | None:
    if headers is None:
        return None
    return {name: None if value is None else Secret(value) for name, value in headers.items()}


def _signs_with_key(signatures: list[SignatureScheme] | UnsetType) -> bool | None:
    """Return whether requests are signed with v1a too; None if the body does not say. Raise Invalid without v1."""
    if isinstance(signatures, UnsetType):
        return None
    if SignatureScheme.V1 not in signatures:
        detail = 'Include "v1": every request is signed with the secret.'
        raise Invalid(fields=(FieldError(pointer="/signatures", code="required", detail=detail),))
    return SignatureScheme.V1A in signatures


def _or_none(value: Value | UnsetType) -> Value | None:
    return None if isinstance(value, UnsetType) else value


_get = partial(Endpoint, method="GET", scope=Scope.RECEIVERS_READ, allows_bound_tokens=True)
_change_one = partial(Endpoint, path=RECEIVER, scope=Scope.RECEIVERS_WRITE, conditional=True, allows_bound_tokens=True)

ENDPOINTS = (
    Endpoint(
        method="POST",
        path=RECEIVERS,
        name="registerReceiver",
        scope=Scope.RECEIVERS_WRITE,
        summary="Register a receiver",
        description=(
            "The response contains the signing secret and, if the store generated it, the access token. Neither is "
            "returned again."
        ),
        handler=_register,
        status=201,
        request=schemas.ReceiverInput,
        request_example={"url": "https://shop.example", "name": "web shop", "start": "beginning"},
        response=schemas.RegisteredReceiver,
        response_example=EXAMPLE | {"secret": "whsec_" + "A" * 43 + "=", "access_token": "rct_" + "0" * 48},
        errors=(Invalid, Conflict),
    ),
    _get(
        path=RECEIVERS,
        name="listReceivers",
        summary="List receivers",
        description="In the order in which they were registered.",
        handler=read_handler(_list),
        response=schemas.ReceiverPage,
        response_example={"items": [EXAMPLE], "next": None, "prev": None},
        parameters=(LIMIT, CURSOR),
    ),
    _get(
        path=RECEIVER,
        name="showReceiver",
        summary="Get a receiver",
        description=(
            "With If-None-Match, the response is 304 as long as nothing has changed. The ETag begins with the version "
            "of the settings, which is all that If-Match compares; the rest also changes with state, cursor and lag."
        ),
        handler=read_handler(_show),
        response=schemas.Receiver,
        response_example=EXAMPLE,
        cached=True,
        errors=(NotFound,),
    ),
    _change_one(
        method="PATCH",
        name="changeReceiver",
        summary="Change a receiver",
        description=(
            "Fields that are left out keep their values. A new access token replaces the old one immediately; it is "
            "required if the URL leads to another scheme, host or port."
        ),
        handler=_change,
        request=schemas.ReceiverChange,
        request_example={"payload": "basic"},
        media_types=(JSON, "application/merge-patch+json"),
        response=schemas.Receiver,
        response_example=EXAMPLE | {"payload": "basic"},
        errors=(NotFound, Invalid, Changed),
    ),
    _change_one(
        method="DELETE",
        name="removeReceiver",
        summary="Remove a receiver",
        description=(
            "Cancels its outstanding deliveries and revokes the tokens bound to it. The response contains the number "
            "of cancelled deliveries."
        ),
        handler=_remove,
        response=schemas.RemovedReceiver,
        response_example={"id": EXAMPLE["id"], "cancelled": 0},
        errors=(NotFound, Changed),
    ),
)
