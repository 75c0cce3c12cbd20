"""One delivery on the wire: the bytes of a request, from a form that is filled in once per receiver.

Everything that is the same for all of a receiver's requests is written when the form is made; a try adds its event, its
time and its signature.
"""

import base64
import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from plantstore.domain.event import EVENT_TYPE, TEST_TYPE, Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receiver import Credentials, Payload, Receiver
from plantstore.domain.signature import SIGNATURE_PREFIX, Signer, secret_key
from plantstore.domain.timestamps import SECOND_US, second_text
from plantstore.sending.redaction import Redactor
from plantstore.sending.urls import ReceiverUrl, parse_url

SCHEMA_FRAGMENT = "/openapi.json#/components/schemas/NewPlant"
_UNSAFE = re.compile(r"[^\x21-\x7e]")  # whatever could end a header line, or be read in two ways

_COMMON = """\
POST {path} HTTP/1.1
host: {host}
content-type: application/json
content-length: %d
user-agent: plantstore/{version}
accept-encoding: identity
authorization: Bearer {token}
webhook-id: %s
webhook-timestamp: %d
webhook-signature: %s
"""
_CLOUD_EVENT = """\
ce-specversion: 1.0
ce-id: %s
ce-source: {base}
ce-type: {type}
ce-time: %s.%03dZ
"""
_OF_EVENT = """\
ce-sequence: %016d
ce-dataschema: {base}{schema}
webhook-attempt: %d

"""
_OF_TEST = """\
ce-dataschema: {base}{schema}
webhook-test: true
webhook-attempt: 1

"""


class ConnectionKey(NamedTuple):
    """Requests may share a kept connection only when all of this is the same."""

    receiver_id: ReceiverId
    host: str
    port: int
    tls: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestTemplate:
    """How one receiver is called. Make it with `request_template()`, and anew when the receiver changes."""

    key: ConnectionKey
    deadline_s: float
    loopback: bool
    basic: bool
    test: bool
    _form: str = field(repr=False)  # holds the access token
    _signer: Signer = field(repr=False)
    _redactor: Redactor = field(repr=False)

    def write(self, event: Event, *, number: int, timestamp_s: int) -> bytes:
        """Give the whole request for this try: signed now, over the very bytes that the event holds."""
        body = event.body_basic if self.basic else event.body
        event_id = event.id
        signature = self._signer.sign(event_id, timestamp_s, body)
        second, rest_us = divmod(event.occurred_at, SECOND_US)
        common = (len(body), event_id, timestamp_s, signature, event_id, second_text(second), rest_us // 1000)
        head = self._form % (common if self.test else (*common, event.sequence, number))
        return head.encode("ascii") + body

    def without_credentials(self, text: bytes, event: Event, *, timestamp_s: int) -> bytes:
        """What a receiver answered, without the access token, the signing secrets and this request's signatures."""
        signed = self._signer.sign(event.id, timestamp_s, event.body_basic if self.basic else event.body)
        signatures = [one.removeprefix(SIGNATURE_PREFIX).encode() for one in signed.split(" ")]
        return self._redactor.with_more([*signatures, *map(base64.b64decode, signatures)]).clean(text)

    def within(self, traceparent: str) -> "RequestTemplate":
        """The same, called within a trace (W3C Trace Context). Without one, it is the same."""
        if not traceparent:
            return self
        assert _UNSAFE.search(traceparent) is None and "%" not in traceparent
        line, rest = self._form.split("\r\n", 1)
        return replace(self, _form=f"{line}\r\ntraceparent: {traceparent}\r\n{rest}")


def request_template(
    *,
    receiver_id: ReceiverId,
    url: ReceiverUrl,
    credentials: Credentials,
    base_url: str,
    version: str,
    payload: Payload,
    deadline_s: float,
    loopback: bool = False,
    test: bool = False,
) -> RequestTemplate:
    """Fill in what never changes between two requests to one receiver; ValueError when it could break out of a header.

    `loopback` permits this machine's own addresses. A `test` is signed like any request, but is no event: it carries
    `webhook-test: true`, the type TEST_TYPE and no `ce-sequence`.
    """
    token = credentials.access_token.reveal()
    if not token:
        raise ValueError("nothing is sent without a bearer token")
    values = {"path": url.path, "host": url.host_header, "version": version, "token": token, "base": base_url}
    for name, value in values.items():
        if _UNSAFE.search(value):
            raise ValueError(f"the {name} holds a character that may not stand in a request head")
    fixed = {name: value.replace("%", "%%") for name, value in values.items()}
    form = _COMMON + _CLOUD_EVENT + (_OF_TEST if test else _OF_EVENT)
    event_type = TEST_TYPE if test else EVENT_TYPE
    return RequestTemplate(
        key=ConnectionKey(receiver_id, url.host, url.port, url.tls),
        deadline_s=deadline_s,
        loopback=loopback,
        basic=payload is Payload.BASIC,
        test=test,
        _form=form.replace("\n", "\r\n").format(type=event_type, schema=SCHEMA_FRAGMENT, **fixed),
        _signer=_signer(credentials),
        _redactor=redactor(credentials),
    )


def redactor(credentials: Credentials) -> Redactor:
    """What takes a receiver's access token and its signing secrets, as text and as keys, out of what it answers."""
    secrets = [one for secret in credentials.secrets for one in (secret.reveal().encode(), secret_key(secret))]
    return Redactor([credentials.access_token.reveal().encode(), *secrets])


def _signer(credentials: Credentials) -> Signer:
    if credentials.old_secrets_end_at is None:
        return Signer(credentials.secrets)
    return Signer(credentials.secrets, old_end_at_s=credentials.old_secrets_end_at // SECOND_US)


def template_for(
    receiver: Receiver, credentials: Credentials, *, base_url: str, version: str, test: bool = False
) -> RequestTemplate:
    """How a stored receiver is called. `Invalid` when its URL is one that these rules no longer take."""
    return request_template(
        receiver_id=receiver.id,
        url=parse_url(receiver.url),
        credentials=credentials,
        base_url=base_url,
        version=version,
        payload=receiver.payload,
        deadline_s=receiver.deadline_s,
        loopback=receiver.loopback,
        test=test,
    )
