"""The request of a delivery as its receiver was sent it: written by the same form that the sender fills in.

The access token is never opened here: a mask is written in its place.
"""

from dataclasses import replace

from plantstore.domain.delivery import Attempt
from plantstore.domain.errors import Invalid
from plantstore.domain.instant import SECOND_US
from plantstore.domain.receiver import Receiver
from plantstore.domain.secret import Secret
from plantstore.domain.token import Scope
from plantstore.sending.request import template_for
from plantstore.storage import events
from plantstore.storage import receivers as stored
from plantstore.storage.database import Transaction
from plantstore.web import delivery_wire as wire
from plantstore.web.call import Call

MASK = Secret("********")


def request_of(call: Call, tx: Transaction, receiver: Receiver, last: Attempt | None) -> wire.SentRequest | None:
    """The request of an attempt; None without one, or for a token that may not read events."""
    if last is None or Scope.EVENTS_READ not in call.token.scopes:
        return None
    services = call.services
    [event] = events.page(tx, after=last.sequence - 1, limit=1)
    credentials = replace(stored.credentials(tx, services.sealer, receiver.id), access_token=MASK)
    try:
        template = template_for(receiver, credentials, base_url=services.settings.public_url, version=services.version)
    except Invalid:  # a URL that today's rules refuse was not called either
        return None
    head, _, body = template.write(event, number=last.number, timestamp_s=last.started_at // SECOND_US).partition(
        b"\r\n\r\n"
    )
    first, *lines = head.decode("ascii").split("\r\n")
    method, path, _ = first.split(" ")
    return wire.SentRequest(
        number=last.number,
        method=method,
        url=receiver.url,
        path=path,
        headers=[wire.SentHeader(*line.split(": ", 1)) for line in lines],
        body=None if event.erased else body.decode(),
        body_bytes=len(body),
        changed_since=receiver.updated_at > last.started_at,
    )
