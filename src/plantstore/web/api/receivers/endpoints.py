"""The operations on receivers."""

from dataclasses import replace
from typing import TypeVar
from zlib import crc32

from msgspec import UNSET, UnsetType

from plantstore.domain.errors import Changed, Conflict, FieldError, Invalid, NotFound
from plantstore.domain.failure_messages import failure_text
from plantstore.domain.public_ids import receiver_text
from plantstore.domain.receiver import check_access_token, check_name
from plantstore.domain.secret import AccessToken
from plantstore.domain.text import readable
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.receivers.commands import UNLIMITED, ReceiverPatch, find
from plantstore.storage.database import Transaction
from plantstore.storage.tables import receivers as stored
from plantstore.web.api.receivers import schemas
from plantstore.web.api.receivers.newcomers import check_local, read_start
from plantstore.web.api.receivers.view import (
    EXAMPLE,
    RECEIVER,
    RECEIVERS,
    cancelled_words,
    receiver_fields,
    receiver_id_in_path,
    receiver_response,
)
from plantstore.web.http.endpoint import Endpoint, read_handler, write_handler
from plantstore.web.http.etags import etag, unless_known
from plantstore.web.http.json_body import to_struct
from plantstore.web.http.pagination import CURSOR, LIMIT, limit_of, page_response
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import JSON, Response, json_response

Value = TypeVar("Value")


async def _register(context: RequestContext) -> Response:
    wanted = to_struct(context.body, schemas.ReceiverInput)
    earlier = await context.find_stored_response()
    if earlier is not None:
        return earlier
    limits = ReceiverPatch(
        ordered=wanted.ordered,
        max_concurrency=wanted.max_concurrency,
        max_rate=wanted.max_rate,
        deadline_s=wanted.deadline_s,
    )
    start, since = read_start("now" if wanted.start is UNSET else wanted.start)
    if wanted.ephemeral:
        check_local(context, wanted.url)
    url = await _checked(
        context,
        url=wanted.url,
        name=wanted.name,
        access_token=wanted.access_token,
        limits=limits,
        loopback=wanted.ephemeral,
    )

    def register(tx: Transaction) -> Response:
        registered = context.dependencies.receivers.register(
            tx,
            url=url or wanted.url,
            name=wanted.name,
            payload=wanted.payload,
            start=start,
            since=since,
            access_token=AccessToken(wanted.access_token) if wanted.access_token else None,
            limits=limits,
            ephemeral=wanted.ephemeral,
        )
        made = registered.made_access_token
        answer = schemas.RegisteredReceiver(
            **receiver_fields(tx, registered.receiver),
            secret=registered.secret.reveal(),
            access_token=made.reveal() if made else UNSET,
        )
        location = (b"location", f"{RECEIVERS}/{answer.id}".encode())
        return json_response(answer, status=201, headers=(etag(registered.receiver.version), location))

    return await context.write(register)


def _list(context: RequestContext, tx: Transaction) -> Response:
    bound_to = context.token.receiver_id
    if bound_to is None:
        shown = stored.page(tx, keyset=context.keyset, limit=limit_of(context) + 1)
    else:
        shown = [find(tx, bound_to)]
    return page_response(
        context,
        shown,
        item=lambda receiver: schemas.Receiver(**receiver_fields(tx, receiver)),
        place=lambda receiver: receiver.id,
    )


def _show(context: RequestContext, tx: Transaction) -> Response:
    receiver = find(tx, receiver_id_in_path(context))
    response = json_response(schemas.Receiver(**receiver_fields(tx, receiver)))
    tag = etag(receiver.version, f"{crc32(response.body):08x}")  # cursor, lag and state move without the version
    response = Response(response.status, response.body, (*response.headers, tag))
    return unless_known(response, context.request.headers.get(b"if-none-match"))


async def _change(context: RequestContext) -> Response:
    wanted = to_struct(context.body, schemas.ReceiverChange)
    receiver_id = receiver_id_in_path(context)
    name, url, access_token = _given(wanted.name), _given(wanted.url), _given(wanted.access_token)
    change = ReceiverPatch(
        name=name,
        payload=_given(wanted.payload),
        access_token=None if access_token is None else AccessToken(access_token),
        ordered=_given(wanted.ordered),
        max_concurrency=_given(wanted.max_concurrency),
        max_rate=UNLIMITED if wanted.max_rate is None else _given(wanted.max_rate),
        deadline_s=_given(wanted.deadline_s),
    )
    url = await _checked(context, url=url, name=name, access_token=access_token, limits=change)
    change = replace(change, url=url)
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
        context.detail = cancelled_words(cancelled)
        return json_response(schemas.RemovedReceiver(id=receiver_text(receiver_id), cancelled=cancelled))

    response = await context.write(remove)
    context.dependencies.authenticator.forget()  # the tokens that were bound to it are revoked
    return response


def _rotate_secret(context: RequestContext, tx: Transaction) -> Response:
    rotated = context.dependencies.receivers.rotate_secret(tx, receiver_id_in_path(context))
    answer = schemas.RotatedSecret(
        secret=rotated.secret.reveal(), old_secret_ends_at=to_text(rotated.old_secret_ends_at)
    )
    return json_response(answer, status=201)


async def _test(context: RequestContext) -> Response:
    outcome = await context.dependencies.tester.test(receiver_id_in_path(context))
    context.detail = outcome.kind
    text = failure_text(outcome.kind, outcome.status)
    return json_response(
        schemas.TestOutcome(
            outcome=outcome.kind,
            status=outcome.status,
            duration_ms=outcome.duration_us / 1000,
            address=outcome.address,
            detail=outcome.detail,
            excerpt=readable(outcome.excerpt),
            reason=None if text is None else text.reason,
            advice=None if text is None else text.advice,
        )
    )


async def _checked(
    context: RequestContext,
    *,
    url: str | None,
    name: str | None,
    access_token: str | None,
    limits: ReceiverPatch,
    loopback: bool = False,
) -> str | None:
    """Check them all before the transaction, so that the caller hears of everything that is wrong; gives the URL."""
    canonical: str | None = None
    problems: list[FieldError] = []
    try:
        canonical = None if url is None else await context.dependencies.receivers.check_url(url, loopback=loopback)
    except Invalid as error:
        problems += error.fields
    if name is not None:
        problems += check_name(name)[1]
    if access_token is not None:
        problems += check_access_token(access_token)
    try:
        context.dependencies.receivers.check_limits(limits)
    except Invalid as error:
        problems += error.fields
    if problems:
        raise Invalid(fields=tuple(problems))
    return canonical


def _given(value: Value | UnsetType) -> Value | None:
    return None if isinstance(value, UnsetType) else value


ENDPOINTS = (
    Endpoint(
        method="POST",
        path=RECEIVERS,
        name="registerReceiver",
        scope=Scope.RECEIVERS_WRITE,
        summary="Register a receiver",
        description="The answer holds the signing secret and, if we made it, the access token. Neither is shown again.",
        handler=_register,
        status=201,
        request=schemas.ReceiverInput,
        request_example={"url": "https://shop.example", "name": "web shop", "start": "beginning"},
        response=schemas.RegisteredReceiver,
        response_example=EXAMPLE
        | {
            "secret": "whsec_" + "A" * 43 + "=",
            "access_token": "rct_" + "0" * 48,
        },
        errors=(Invalid, Conflict),
    ),
    Endpoint(
        method="GET",
        path=RECEIVERS,
        name="listReceivers",
        scope=Scope.RECEIVERS_READ,
        summary="List receivers",
        description="In the order in which they were registered.",
        handler=read_handler(_list),
        response=schemas.ReceiverPage,
        response_example={"items": [EXAMPLE], "next": None, "prev": None},
        parameters=(LIMIT, CURSOR),
        allows_bound_tokens=True,
    ),
    Endpoint(
        method="GET",
        path=RECEIVER,
        name="showReceiver",
        scope=Scope.RECEIVERS_READ,
        summary="Show a receiver",
        description="With how far it has come. With If-None-Match, the answer is 304 while nothing of it has changed; "
        "to If-Match only the number at the beginning of the ETag matters, which follows neither cursor nor lag.",
        handler=read_handler(_show),
        response=schemas.Receiver,
        response_example=EXAMPLE,
        cached=True,
        allows_bound_tokens=True,
        errors=(NotFound,),
    ),
    Endpoint(
        method="PATCH",
        path=RECEIVER,
        name="changeReceiver",
        scope=Scope.RECEIVERS_WRITE,
        summary="Change a receiver",
        description="What is not named stays. A new access token takes the place of the one before at once.",
        handler=_change,
        request=schemas.ReceiverChange,
        request_example={"payload": "basic"},
        media_types=(JSON, "application/merge-patch+json"),
        response=schemas.Receiver,
        response_example=EXAMPLE | {"payload": "basic"},
        conditional=True,
        allows_bound_tokens=True,
        errors=(NotFound, Invalid, Changed),
    ),
    Endpoint(
        method="DELETE",
        path=RECEIVER,
        name="removeReceiver",
        scope=Scope.RECEIVERS_WRITE,
        summary="Remove a receiver",
        description="What it was still owed is cancelled, and counted in the answer. Tokens bound to it are revoked.",
        handler=_remove,
        response=schemas.RemovedReceiver,
        response_example={"id": EXAMPLE["id"], "cancelled": 0},
        conditional=True,
        allows_bound_tokens=True,
        errors=(NotFound, Changed),
    ),
    Endpoint(
        method="POST",
        path=RECEIVER + "/secrets",
        name="rotateSecret",
        scope=Scope.RECEIVERS_WRITE,
        summary="Rotate the signing secret",
        description=(
            "The new secret is shown this once. Every request is signed with both, the new one first, until "
            "`old_secret_ends_at`, a day from now; then with the new one only. Two are valid at most: rotating again "
            "before that time ends the oldest at once. The sample receiver of the program itself keeps its secret."
        ),
        handler=write_handler(_rotate_secret),
        status=201,
        response=schemas.RotatedSecret,
        response_example={"secret": "whsec_" + "A" * 43 + "=", "old_secret_ends_at": "2026-03-03T09:15:00.000Z"},
        allows_bound_tokens=True,
        errors=(NotFound, Conflict),
    ),
    Endpoint(
        method="POST",
        path=RECEIVER + "/tests",
        name="testReceiver",
        scope=Scope.RECEIVERS_WRITE,
        summary="Send a test request",
        description=(
            "Sends one signed request at once, with `webhook-test: true`, and answers with its outcome: no event, "
            "not in the log, not recorded, and not sent again. An Idempotency-Key changes nothing: each call sends one."
        ),
        handler=_test,
        response=schemas.TestOutcome,
        response_example={
            "outcome": "accepted",
            "status": 204,
            "duration_ms": 12.5,
            "address": "203.0.113.7",
            "detail": "",
            "excerpt": "",
            "reason": None,
            "advice": None,
        },
        allows_bound_tokens=True,
        errors=(NotFound, Invalid),
    ),
)
