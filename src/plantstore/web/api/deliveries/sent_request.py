"""The request of the last attempt, reconstructed with the template that is used for sending.

The access token, the values of static headers and the path of a secret URL are replaced with a mask. A header is
omitted if its value at the time of the attempt is unknown, because a wrong value would suggest that the request was
tampered with in transit.
"""

from dataclasses import replace

from plantstore.domain.deliveries.delivery import Attempt
from plantstore.domain.errors import Invalid
from plantstore.domain.receivers.bodies.expression import BodyFailure
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.secret import AccessToken
from plantstore.domain.timestamps import SECOND_US
from plantstore.domain.token import Scope
from plantstore.receivers.commands import OVERLAP_S
from plantstore.sending.chat_urls import masked
from plantstore.sending.request import template_for
from plantstore.storage.database import Transaction
from plantstore.storage.queries import known_secrets
from plantstore.storage.tables import events, receiver_formats
from plantstore.storage.tables import receivers as stored
from plantstore.web.api.deliveries import schemas
from plantstore.web.http.request_context import RequestContext

MASK = AccessToken("********")


def sent_request(
    context: RequestContext, tx: Transaction, receiver: Receiver, last: Attempt | None
) -> schemas.SentRequest | None:
    """Return the request of the last attempt.

    Return None if there is no attempt, if the token lacks the scope events:read, if the URL is no longer allowed, or if
    no body could be computed.
    """
    if last is None or Scope.EVENTS_READ not in context.token.scopes:
        return None
    dependencies = context.dependencies
    [event] = events.page(tx, after=last.sequence - 1, limit=1)
    try:
        event = receiver_formats.versions(tx, receiver).in_force(event.sequence).applied(event)
    except BodyFailure:
        return None
    credentials = stored.credentials(tx, dependencies.secret_box, receiver.id)
    masks = tuple((name, MASK) for name, _ in credentials.headers)
    token = None if credentials.access_token is None else MASK
    try:
        address = None if credentials.address is None else masked(credentials.address)
        credentials = replace(credentials, access_token=token, address=address, grant=None, headers=masks)
        template = template_for(
            receiver, credentials, base_url=dependencies.settings.public_url, version=dependencies.version
        )
    except Invalid:  # the URL is no longer allowed, so no request was sent to it
        return None
    signed_s = _signed_s(last)
    unknown = _unknown_headers(tx, receiver, signed_s, is_erased=event.erased)
    head, _, body = template.write(event, number=last.number, timestamp_s=signed_s or 0).partition(b"\r\n\r\n")
    first, *lines = head.decode("ascii").split("\r\n")
    method, path, _ = first.split(" ")
    headers = [schemas.SentHeader(*line.split(": ", 1)) for line in lines]
    return schemas.SentRequest(
        number=last.number,
        method=method,
        url=receiver.url,
        path=path,
        headers=[header for header in headers if header.name not in unknown],
        headers_left_out=[header.name for header in headers if header.name in unknown],
        body=None if event.erased else body.decode(),
        body_bytes=len(body),
        changed_since=receiver.updated_at > last.started_at,
    )


def _signed_s(last: Attempt) -> int | None:
    """Return the signed timestamp in Unix seconds; None if it is unknown or no request was written.

    Versions before 0.5.1 did not record the timestamp. For their attempts it is known only if the attempt got a
    response and ended in the second in which it began.
    """
    if last.outcome.signed_s is not None or last.outcome.status is None:
        return last.outcome.signed_s
    began_s, ended_s = last.started_at // SECOND_US, (last.started_at + last.outcome.duration_us) // SECOND_US
    return began_s if began_s == ended_s else None


def _unknown_headers(tx: Transaction, receiver: Receiver, signed_s: int | None, *, is_erased: bool) -> set[str]:
    if signed_s is None:
        return {"webhook-timestamp", "webhook-signature"}
    if is_erased:  # these headers depend on the erased body
        return {"content-length", "webhook-signature"}
    known = known_secrets.secrets_known_at(tx, receiver, signed_s, overlap_s=OVERLAP_S)
    return set() if known else {"webhook-signature"}
