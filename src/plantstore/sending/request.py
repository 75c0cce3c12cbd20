"""Builds the bytes of HTTP requests to a receiver from a template that is created once per receiver.

The template contains everything that all requests to the receiver share; an attempt adds its event, time and signature.
"""

import base64
import math
import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from plantstore.core.ed25519 import KeySigner
from plantstore.domain.event import EVENT_TYPE, TEST_TYPE, Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.certificates import ReceiverTls
from plantstore.domain.receivers.client_grant import ClientGrant
from plantstore.domain.receivers.headers import is_refused
from plantstore.domain.receivers.receiver import Credentials, Receiver
from plantstore.domain.receivers.signature import Signer, secret_key
from plantstore.domain.secret import AccessToken
from plantstore.domain.timestamps import SECOND_US, Instant, second_text
from plantstore.sending.chat_urls import secret_parts
from plantstore.sending.redaction import Redactor
from plantstore.sending.urls import ReceiverUrl, parse_url

SCHEMA_FRAGMENT = "/openapi.json#/components/schemas/NewPlant"
_UNSAFE = re.compile(r"[^\x21-\x7e]")  # could end a header line, or be ambiguous
_GAP = "\0"  # in place of the token that a token endpoint issues
_UNSAFE_VALUE = re.compile(r"[^\x20-\x7e]")

_COMMON = """\
POST {path} HTTP/1.1
host: {host}
content-type: application/json
content-length: %d
user-agent: plantstore/{version}
accept-encoding: identity
"""
_SIGNED = """\
webhook-id: %s
webhook-timestamp: %d
webhook-signature: %s
"""
_BEARER = "authorization: Bearer {token}\n"
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
    """Identifies which requests may share a connection: those whose keys are equal."""

    receiver_id: ReceiverId
    host: str
    port: int
    tls: bool
    certificates: str = ""
    """Fingerprint of the certificates that the receiver has of its own; "" if it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestTemplate:
    """Builds the requests to one receiver. A changed receiver needs a new template from `request_template()`."""

    key: ConnectionKey
    deadline_s: float
    loopback: bool
    test: bool
    tls: ReceiverTls | None
    grant: ClientGrant | None
    _form: str = field(repr=False)  # contains the access token and the static headers
    _signer: Signer | KeySigner = field(repr=False)
    _redactor: Redactor = field(repr=False)

    def write(self, event: Event, *, number: int, timestamp_s: int) -> bytes:
        """Return the whole request of this attempt, signed over the exact bytes of the event's body.

        Raise ValueError if it has no access token yet: see `with_token`.
        """
        if self.grant is not None:
            raise ValueError("a receiver needs a bearer token")
        body = event.body
        event_id = event.id
        signature = self._signer.sign(event_id, timestamp_s, body)
        second, rest_us = divmod(event.occurred_at, SECOND_US)
        common = (len(body), event_id, timestamp_s, signature, event_id, second_text(second), rest_us // 1000)
        head = self._form % (common if self.test else (*common, event.sequence, number))
        return head.encode("ascii") + body

    def without_credentials(self, text: bytes, event: Event, *, timestamp_s: int) -> bytes:
        """Redact the access token, signing secrets, static headers and this request's signatures from a response."""
        signed = self._signer.sign(event.id, timestamp_s, event.body)
        signatures = [signature.partition(",")[2].encode() for signature in signed.split(" ")]
        return self._redactor.with_more([*signatures, *map(base64.b64decode, signatures)]).clean(text)

    def with_token(self, token: AccessToken) -> "RequestTemplate":
        """Return the template with a token that the receiver's token endpoint has issued; raise ValueError if empty."""
        text = token.reveal()
        if not text or _UNSAFE.search(text):
            raise ValueError("the token is empty, or contains a character that is not allowed in a header")
        form = self._form.replace(_GAP, text.replace("%", "%%"))
        return replace(self, grant=None, _form=form, _redactor=self._redactor.with_more([text.encode()]))

    def within(self, traceparent: str) -> "RequestTemplate":
        """Return the template with a `traceparent` header (W3C Trace Context); unchanged if that is empty."""
        if not traceparent:
            return self
        return _with_header(self, "traceparent", traceparent)

    def following(self, previous: int) -> "RequestTemplate":
        """Return the template with the sequence number of the match before the event, for a receiver with a filter."""
        return _with_header(self, "plantstore-previous-sequence", str(previous))


def _with_header(template: RequestTemplate, name: str, value: str) -> RequestTemplate:
    assert _UNSAFE.search(value) is None and "%" not in value
    line, rest = template._form.split("\r\n", 1)
    return replace(template, _form=f"{line}\r\n{name}: {value}\r\n{rest}")


def request_template(
    *,
    receiver_id: ReceiverId,
    url: ReceiverUrl,
    credentials: Credentials,
    base_url: str,
    version: str,
    deadline_s: float,
    loopback: bool = False,
    test: bool = False,
) -> RequestTemplate:
    """Make a receiver's template; raise ValueError if a value could break out of its header.

    A receiver whose credentials have an `address` is in a chat: `url` is that address, and no bearer token is sent.

    `loopback` allows this machine's own addresses. A `test` is signed like any request, but is not an event: it has
    `webhook-test: true`, the type TEST_TYPE and no `ce-sequence`.
    """
    tls = credentials.tls
    token = "" if credentials.access_token is None else credentials.access_token.reveal()
    if not token and credentials.address is None:
        raise ValueError("a receiver needs a bearer token")
    values = {"path": url.path, "host": url.host_header, "version": version, "base": base_url}
    if token:
        values["token"] = token
    for name, value in values.items():
        if _UNSAFE.search(value):
            raise ValueError(f"the {name} contains a character that is not allowed in a header")
    if credentials.grant is not None:
        values["token"] = _GAP
    fixed = {name: value.replace("%", "%%") for name, value in values.items()}
    form = _COMMON + (_BEARER if token else "") + _SIGNED + _CLOUD_EVENT + (_OF_TEST if test else _OF_EVENT)
    event_type = TEST_TYPE if test else EVENT_TYPE
    return RequestTemplate(
        key=ConnectionKey(receiver_id, url.host, url.port, url.tls, tls.fingerprint if tls else ""),
        deadline_s=deadline_s,
        loopback=loopback,
        test=test,
        tls=tls,
        grant=credentials.grant,
        _form=form.replace("\n", "\r\n").format(type=event_type, schema=SCHEMA_FRAGMENT, **fixed)[:-2]
        + _static_lines(credentials)
        + "\r\n",
        _signer=_signer(credentials),
        _redactor=redactor(credentials),
    )


def redactor(credentials: Credentials) -> Redactor:
    """Return a redactor for all that is secret of a receiver: signing secrets as texts and as keys."""
    secrets = [form for secret in credentials.secrets for form in (secret.reveal().encode(), secret_key(secret))]
    values = [value.reveal().encode() for _, value in credentials.headers]
    if credentials.grant is not None:
        values.append(credentials.grant.client_secret.reveal().encode())
    if credentials.address is not None:
        values += secret_parts(parse_url(credentials.address.reveal()))
    if credentials.access_token is not None:
        values.append(credentials.access_token.reveal().encode())
    return Redactor([*values, *secrets])


def _static_lines(credentials: Credentials) -> str:
    """Return the lines of the static headers for a `%` form; raise ValueError if one could break out of its line."""
    lines = [(name, value.reveal()) for name, value in credentials.headers]
    for name, value in lines:
        if is_refused(name) or _UNSAFE.search(name) or ":" in name or _UNSAFE_VALUE.search(value):
            raise ValueError(f"the header {name!r} is not allowed")
    return "".join(f"{name}: {value}\r\n" for name, value in lines).replace("%", "%%")


def _signer(credentials: Credentials) -> Signer | KeySigner:
    signer = Signer(credentials.secrets, old_end_at_s=_second(credentials.old_secrets_end_at))
    if not credentials.private_keys:
        return signer
    return KeySigner(signer, credentials.private_keys, old_end_at_s=_second(credentials.old_keys_end_at))


def _second(ends_at: Instant | None) -> float:
    return math.inf if ends_at is None else ends_at // SECOND_US


def template_for(
    receiver: Receiver, credentials: Credentials, *, base_url: str, version: str, test: bool = False
) -> RequestTemplate:
    """Make the template of a stored receiver; raise Invalid if its URL is no longer accepted by `parse_url`.

    Raise ValueError if it has no bearer token and is not in a chat, or the other way round.
    """
    address = credentials.address
    if (address is None) != (receiver.payload.chat is None):
        raise ValueError("a receiver in a chat has a secret URL, and any other a bearer token")
    return request_template(
        receiver_id=receiver.id,
        url=parse_url(receiver.url if address is None else address.reveal()),
        credentials=credentials,
        base_url=base_url,
        version=version,
        deadline_s=receiver.deadline_s,
        loopback=receiver.loopback,
        test=test,
    )
