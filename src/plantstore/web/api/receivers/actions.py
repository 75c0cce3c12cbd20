"""Actions on a receiver: rotate its secret and its key pair, send a test request, pause and resume it."""

from functools import partial

from plantstore.core.settings import Settings
from plantstore.domain.deliveries.failure_messages import failure_message
from plantstore.domain.errors import Conflict, Invalid, NotFound
from plantstore.domain.receivers.public_key import public_key_text
from plantstore.domain.receivers.receiver import ReceiverState
from plantstore.domain.text import readable
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.web.api.receivers import schemas
from plantstore.web.api.receivers.view import (
    EXAMPLE,
    RECEIVER,
    cancelled_text,
    receiver_fields,
    receiver_id_in_path,
    receiver_response,
)
from plantstore.web.http.endpoint import Endpoint, Parameter, write_handler
from plantstore.web.http.etags import etag
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

SEND, SKIP = "send", "skip"


def _rotate_secret(context: RequestContext, tx: Transaction) -> Response:
    rotated = context.dependencies.receivers.rotate_secret(tx, receiver_id_in_path(context))
    view = schemas.RotatedSecret(secret=rotated.secret.reveal(), old_secret_ends_at=to_text(rotated.old_secret_ends_at))
    return json_response(view, status=201)


def _rotate_key(context: RequestContext, tx: Transaction) -> Response:
    rotated = context.dependencies.receivers.rotate_key(tx, receiver_id_in_path(context))
    ends_at = to_text(rotated.old_key_ends_at)
    view = schemas.RotatedKey(public_key=public_key_text(rotated.public_key), old_key_ends_at=ends_at)
    return json_response(view, status=201)


async def _test(context: RequestContext) -> Response:
    outcome = await context.dependencies.test_sender.test(receiver_id_in_path(context))
    context.detail = outcome.kind
    text = failure_message(outcome.kind, outcome.status)
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


def _pause(context: RequestContext, tx: Transaction) -> Response:
    return receiver_response(tx, context.dependencies.receivers.pause(tx, receiver_id_in_path(context)))


def _resume(context: RequestContext, tx: Transaction) -> Response:
    skip = context.query.get("held", SEND) == SKIP
    resumed = context.dependencies.receivers.resume(
        tx, receiver_id_in_path(context), skip=skip, asked_by=context.token.id
    )
    context.detail = cancelled_text(resumed.skipped) if skip else ""
    fields = receiver_fields(tx, resumed.receiver)
    headers = (etag(resumed.receiver.version),)
    return json_response(schemas.ResumedReceiver(**fields, skipped=resumed.skipped), headers=headers)


def _read_held(text: str, _: Settings) -> str:
    if text not in (SEND, SKIP):
        raise ValueError(f"write {SEND} or {SKIP}.")
    return text


_HELD = Parameter(
    name="held",
    description="What to do with the backlog: send it, or skip (cancel) it.",
    parse=_read_held,
    schema=lambda _: {"type": "string", "enum": [SEND, SKIP], "default": SEND},
)

_post = partial(Endpoint, method="POST", scope=Scope.RECEIVERS_WRITE, allows_bound_tokens=True, errors=(NotFound,))

ENDPOINTS = (
    _post(
        path=RECEIVER + "/secrets",
        name="rotateSecret",
        summary="Rotate the signing secret",
        description=(
            "Creates a new secret, which is returned only once. For one day, until `old_secret_ends_at`, every request "
            "is signed with both secrets, the new one first; then with the new one only. At most two secrets are "
            "valid: if you rotate again before that time, the oldest expires immediately. The secret of the built-in "
            "sample receiver cannot be rotated."
        ),
        handler=write_handler(_rotate_secret),
        status=201,
        response=schemas.RotatedSecret,
        response_example={"secret": "whsec_" + "A" * 43 + "=", "old_secret_ends_at": "2026-03-03T09:15:00.000Z"},
        errors=(NotFound, Conflict),
    ),
    _post(
        path=RECEIVER + "/keys",
        name="rotateKey",
        summary="Rotate the key pair",
        description=(
            "Creates a new key pair for signatures of scheme v1a, and returns its public key. For one day, until "
            "`old_key_ends_at`, every request is signed with both private keys, the new one first; then with the new "
            "one only. At most two keys sign: if you rotate again before that time, the oldest stops immediately. If "
            "requests to this receiver are not signed with v1a, the answer is 409."
        ),
        handler=write_handler(_rotate_key),
        status=201,
        response=schemas.RotatedKey,
        response_example={
            "public_key": "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
            "old_key_ends_at": "2026-03-03T09:15:00.000Z",
        },
        errors=(NotFound, Conflict),
    ),
    _post(
        path=RECEIVER + "/tests",
        name="testReceiver",
        summary="Send a test request",
        description=(
            "Sends one signed request immediately, with the header `webhook-test: true`, and returns its outcome. It "
            "is not an event: it is neither logged nor recorded, and is not retried. Every call sends a new request, "
            "even with the same Idempotency-Key."
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
        errors=(NotFound, Invalid),
    ),
    _post(
        path=RECEIVER + "/pause",
        name="pauseReceiver",
        summary="Pause a receiver",
        description="Stops deliveries and holds them until the receiver is resumed. No effect if it is already paused.",
        handler=write_handler(_pause),
        response=schemas.Receiver,
        response_example=EXAMPLE | {"state": ReceiverState.PAUSED.value},
    ),
    _post(
        method="DELETE",
        path=RECEIVER + "/pause",
        name="resumeReceiver",
        summary="Resume a receiver",
        description=(
            "Resumes a receiver that is paused, failing or disabled, and resets its failure history. Its backlog is "
            "sent, or cancelled with `held=skip`; in that case nothing of it is sent first. No effect on an active "
            "receiver, except to cancel its backlog with `held=skip`."
        ),
        handler=write_handler(_resume),
        response=schemas.ResumedReceiver,
        response_example=EXAMPLE | {"skipped": 0},
        parameters=(_HELD,),
    ),
)
