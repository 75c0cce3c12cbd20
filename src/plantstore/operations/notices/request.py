"""Builds the signed request of an operational webhook, and the outcome of its response."""

import base64
from dataclasses import dataclass

from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.deliveries.retry_after import retry_after_s
from plantstore.domain.operational_webhook import TEST_TYPE, Subscriber
from plantstore.domain.receivers.receiver import Credentials
from plantstore.domain.receivers.signature import SIGNATURE_PREFIX, Signer
from plantstore.domain.timestamps import SECOND_US, Instant, to_text
from plantstore.sending.http1 import EXCERPT_BYTES_MAX, Failure
from plantstore.sending.http_client import HttpClient, Request, Response
from plantstore.sending.redaction import Redactor
from plantstore.sending.request import redactor
from plantstore.sending.urls import parse_url

NO_SEQUENCE = "0000000000000000"  # operational events are not numbered; `receiving.py` requires the header
RESPONSE_BYTES_MAX = 65_536  # a larger response is a failure, as for receivers


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What is sent: `id` is the value of `webhook-id`, the same in every request for an event. `number` is from 1."""

    id: str
    type: str
    at: Instant
    body: bytes
    number: int = 1

    @property
    def is_test(self) -> bool:
        return self.type == TEST_TYPE


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """What all requests of a store have in common."""

    base_url: str
    version: str


async def send(
    client: HttpClient,
    subscriber: Subscriber,
    credentials: Credentials,
    message: Message,
    *,
    origin: Origin,
    now: Instant,
    deadline_s: float,
) -> Outcome:
    """Send one request and return its outcome; `excerpt` is the beginning of the response, without credentials."""
    request, cleaner = _request(subscriber, credentials, message, origin=origin, now=now)
    result = await client.send(request, deadline_s=deadline_s, body_bytes_max=RESPONSE_BYTES_MAX)
    if isinstance(result, Failure):
        detail = cleaner.clean(result.detail.encode()).decode(errors="replace")
        return Outcome(kind=result.kind, duration_us=0, detail=detail)
    return _answered(result, cleaner, now)


def _request(
    subscriber: Subscriber, credentials: Credentials, message: Message, *, origin: Origin, now: Instant
) -> tuple[Request, Redactor]:
    timestamp_s = now // SECOND_US
    if credentials.old_secrets_end_at is None:
        signer = Signer(credentials.secrets)
    else:
        signer = Signer(credentials.secrets, old_end_at_s=credentials.old_secrets_end_at // SECOND_US)
    signature = signer.sign(message.id, timestamp_s, message.body)
    headers = {
        "content-type": "application/json",
        "user-agent": f"plantstore/{origin.version}",
        "authorization": f"Bearer {credentials.bearer.reveal()}",
        "webhook-id": message.id,
        "webhook-timestamp": str(timestamp_s),
        "webhook-signature": signature,
        "webhook-attempt": str(message.number),
        **({"webhook-test": "true"} if message.is_test else {}),
        "ce-specversion": "1.0",
        "ce-id": message.id,
        "ce-source": origin.base_url,
        "ce-type": message.type,
        "ce-time": to_text(message.at),
        "ce-sequence": NO_SEQUENCE,
    }
    signatures = [one.removeprefix(SIGNATURE_PREFIX).encode() for one in signature.split(" ")]
    cleaner = redactor(credentials).with_more([*signatures, *map(base64.b64decode, signatures)])
    return Request(method="POST", url=parse_url(subscriber.url), headers=headers, body=message.body), cleaner


def _answered(response: Response, cleaner: Redactor, now: Instant) -> Outcome:
    accepted = 200 <= response.status < 300
    waits = response.headers.get("retry-after", "").encode()
    date = response.headers.get("date", "").encode()
    return Outcome(
        kind=OutcomeKind.ACCEPTED if accepted else OutcomeKind.REFUSED,
        status=response.status,
        duration_us=0,
        excerpt=cleaner.clean(response.body[:EXCERPT_BYTES_MAX]),
        retry_after_s=None if accepted or not waits else retry_after_s([waits], date=date, now=now),
    )
