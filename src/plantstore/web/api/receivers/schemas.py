"""The JSON bodies of receivers, as structs."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from plantstore.domain.receivers.certificates import CA_BUNDLE_CHARS_MAX, CLIENT_CHAIN_CHARS_MAX, CLIENT_KEY_CHARS_MAX
from plantstore.domain.receivers.headers import HEADERS_BYTES_MAX, HEADERS_MAX
from plantstore.domain.receivers.public_key import SignatureScheme
from plantstore.domain.receivers.receiver import (
    ACCESS_TOKEN_CHARS_MAX,
    ACCESS_TOKEN_CHARS_MIN,
    DEADLINE_S_MAX,
    DEADLINE_S_MIN,
    NAME_CHARS_MAX,
    Payload,
)
from plantstore.receivers.commands import RATE_MAX, RATE_MIN
from plantstore.sending.urls import URL_CHARS_MAX
from plantstore.web.api.receivers import oauth_schemas
from plantstore.web.api.receivers.payload_schemas import PAYLOAD, PAYLOAD_EXPRESSION
from plantstore.web.api.schemas import SETTING, Next, Prev, Time, described
from plantstore.web.http.json_body import INT_MAX
from plantstore.web.openapi import patterns

_ReceiverName = Annotated[
    str, described("A display name.", minLength=1, maxLength=NAME_CHARS_MAX, pattern=patterns.TEXT)
]
_Url = Annotated[
    str,
    described(
        "Where webhooks are sent: an http:// or https:// URL. If it has no path, /plant/webhook is added.",
        maxLength=URL_CHARS_MAX,
        format="iri",  # the host may be in any script; responses show it in Punycode (xn--…)
        pattern=patterns.WEB_ADDRESS,
    ),
]
_AccessToken = Annotated[
    str,
    described(
        "The bearer token that the store sends in the Authorization header. Letters, digits and - . _ ~ + / =",
        minLength=ACCESS_TOKEN_CHARS_MIN,
        maxLength=ACCESS_TOKEN_CHARS_MAX,
        pattern=patterns.BEARER,
    ),
]
_HeaderValue = Annotated[
    str, described("Visible ASCII characters, with spaces only between them.", pattern=patterns.HEADER)
]
_Sequence = Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": INT_MAX})]
_PlaceInLog = Annotated[str, Meta(extra_json_schema={"pattern": patterns.PLACE_IN_LOG})]
_Ordered = Annotated[
    bool,
    described(
        "Whether to deliver strictly in sequence, one request at a time. A delivery that fails blocks all later ones "
        "until it succeeds or is given up."
    ),
]
_Concurrency = Annotated[
    int,
    described(
        "Maximum number of concurrent requests to this receiver. The default, and the highest value allowed, is the "
        "setting PLANTSTORE_CONCURRENCY_MAX.",
        minimum=1,
        maximum={SETTING: "concurrency_max"},
    ),
]
_Rate = Annotated[float, described("Maximum number of requests per second.", minimum=RATE_MIN, maximum=RATE_MAX)]
_Signatures = Annotated[
    list[SignatureScheme],
    described(
        "How requests are signed: with v1, the signing secret (HMAC-SHA256), and, if you add v1a, with a private key "
        "of this receiver too (Ed25519). The store generates the key pair; the public key is in public_key. Leaving "
        "out v1a deletes the key pair.",
        contains={"const": SignatureScheme.V1.value},
    ),
    Meta(max_length=len(SignatureScheme)),
]
_Deadline = Annotated[
    float,
    described(
        "Timeout of one attempt, in seconds. The default is the setting PLANTSTORE_DEADLINE_S.",
        minimum=DEADLINE_S_MIN,
        maximum=DEADLINE_S_MAX,
    ),
]

_CaBundle = Annotated[
    str,
    described(
        "PEM of the CA certificates that are trusted for this receiver, instead of those of the store's system and of "
        "PLANTSTORE_CA_BUNDLE. Each must be a CA's or self-signed, and not expired.",
        maxLength=CA_BUNDLE_CHARS_MAX,
    ),
]

FilterPattern = Annotated[
    dict[str, Any],
    described(
        'A pattern over the plant record, such as {"tag": ["shrub", "tree"], "price": {"lt": "20"}}: all fields must '
        "match. Operators: eq, in, prefix, gt, gte, lt, lte, exists, not. Patterns are joined by and, or and not.",
        examples=[{"tag": ["shrub", "tree"], "price": {"lt": "20"}}],
        minProperties=1,
    ),
]


class ClientCertificateInput(msgspec.Struct, forbid_unknown_fields=True):
    """A certificate that the store presents to a receiver (mutual TLS), and its private key."""

    chain: Annotated[
        str,
        described(
            "PEM of the certificate, then of the authorities that issued it, if the receiver needs them.",
            maxLength=CLIENT_CHAIN_CHARS_MAX,
        ),
    ]
    key: Annotated[
        str,
        described(
            "PEM of its private key, not encrypted: RSA up to 4,096 bits, ECDSA or Ed25519. It is never returned.",
            maxLength=CLIENT_KEY_CHARS_MAX,
        ),
    ]


class ReceiverInput(msgspec.Struct, forbid_unknown_fields=True):
    """A system to be notified about new plants."""

    url: _Url
    name: _ReceiverName
    access_token: Annotated[
        _AccessToken | None,
        described("If you leave it out, the store generates one and returns it once. A chat gets none."),
    ] = None
    headers: Annotated[
        dict[str, _HeaderValue],
        described(
            f"Static headers of every request, such as a gateway's API key: values by name. At most {HEADERS_MAX}, "
            f"and {HEADERS_BYTES_MAX:,} bytes together. Values are secrets; only the names are returned."
        ),
    ] = {}
    oauth: Annotated[
        oauth_schemas.ClientCredentials | None,
        described("Where the bearer token is requested, instead of a fixed `access_token`; null for none."),
    ] = None
    payload: PAYLOAD = Payload.FULL
    payload_expression: PAYLOAD_EXPRESSION | None = None
    filter: Annotated[
        FilterPattern | None, described("Which plants it gets, by the records of their events; null for every plant.")
    ] = None
    start: Annotated[
        _Sequence | _PlaceInLog | UnsetType,
        described(
            "The first event to deliver. now (the default): the next plant that is added. beginning: the first event "
            "of the log. A number: the event with that sequence. A time (RFC 3339): the first event at or after it."
        ),
    ] = UNSET
    ordered: _Ordered = False
    max_concurrency: _Concurrency | None = None
    max_rate: Annotated[
        _Rate | None, described("Maximum number of requests per second; null for no limit, or for 1 if it is a chat.")
    ] = None
    deadline_s: _Deadline | None = None
    ca_bundle: Annotated[
        _CaBundle | None, described("CA certificates (PEM) to trust for this receiver; null for those of the store.")
    ] = None
    client_certificate: Annotated[
        ClientCertificateInput | None, described("The certificate to present to this receiver; null for none.")
    ] = None
    signatures: _Signatures | UnsetType = UNSET
    ephemeral: Annotated[
        bool,
        described(
            "Whether this is a temporary receiver on the store's own machine. It must have a loopback address, can be "
            "registered only from that machine, and is removed once its requests have failed for an hour."
        ),
    ] = False


class ReceiverChange(msgspec.Struct, forbid_unknown_fields=True):
    """The fields to change. Fields that are left out keep their values."""

    url: _Url | UnsetType = UNSET
    name: _ReceiverName | UnsetType = UNSET
    payload: PAYLOAD | UnsetType = UNSET
    payload_expression: PAYLOAD_EXPRESSION | UnsetType = UNSET
    filter: Annotated[
        FilterPattern | UnsetType | None,
        described(
            "Which plants it gets, from the first event on that was not sent yet; null for every plant. Events that "
            "were attempted are sent until they are accepted, whatever the new filter says."
        ),
    ] = UNSET
    access_token: _AccessToken | UnsetType = UNSET
    headers: Annotated[
        dict[str, _HeaderValue | None] | UnsetType,
        described(
            "Static headers to set, by name; null removes one. Those left out keep their values. If the URL leads to "
            "another scheme, host or port, all present ones must be given again or removed."
        ),
    ] = UNSET
    oauth: Annotated[
        oauth_schemas.ClientCredentialsChange | UnsetType | None,
        described("Where the bearer token is requested; null sends the `access_token` that is given with it instead."),
    ] = UNSET
    ordered: _Ordered | UnsetType = UNSET
    max_concurrency: _Concurrency | UnsetType = UNSET
    max_rate: Annotated[
        _Rate | UnsetType | None, described("Maximum number of requests per second; null removes the limit.")
    ] = UNSET
    deadline_s: _Deadline | UnsetType = UNSET
    signatures: _Signatures | UnsetType = UNSET
    ca_bundle: Annotated[
        _CaBundle | UnsetType | None,
        described("CA certificates (PEM) to trust for this receiver; null to trust those of the store again."),
    ] = UNSET
    client_certificate: Annotated[
        ClientCertificateInput | UnsetType | None,
        described("The certificate to present to this receiver; null to present none any more."),
    ] = UNSET


class Certificate(msgspec.Struct):
    """A certificate, without its key."""

    subject: Annotated[str, described("Whose it is, as in RFC 4514.")]
    issuer: Annotated[str, described("Who issued it, as in RFC 4514.")]
    sha256: Annotated[str, described("The SHA-256 fingerprint, in hexadecimal.")]
    expires_at: Time


class Receiver(msgspec.Struct):
    """A receiver, its health and its progress through the log."""

    id: str
    name: str
    url: Annotated[str, described("Where it gets webhooks; of a chat, only the host and the last four characters.")]
    payload: Payload
    payload_expression: Annotated[str | None, described("The expression of the payload expression; null for others.")]
    filter: Annotated[
        msgspec.Raw,
        described("The pattern of its filter, as it was given; null if it gets every plant.", type=["object", "null"]),
    ]
    filter_summary: Annotated[str | None, described("The filter in words; null if it gets every plant.")]
    filter_start: Annotated[
        int | None,
        described(
            "The first sequence to which the filter, or the removal of one, applies. null if it has never had a "
            "filter, or until requests from before the change have ended."
        ),
    ]
    state: Annotated[
        str,
        described(
            "active: it is sent every event. failing: too many requests have failed, so the store sends one at a time "
            "until one succeeds. paused: a user has stopped it. disabled: the store has stopped it; see "
            "disabled_reason. More states may be added."
        ),
    ]
    disabled_reason: Annotated[
        str | None,
        described(
            "gone: it answered 410. silent: for five days it did not answer, or only with 503. null: it is not "
            "disabled."
        ),
    ]
    failing_since: Annotated[Time | None, described("When it was found to be failing; null if it is not.")]
    next_probe_at: Annotated[
        Time | None,
        described(
            "When the next request is sent, if requests are held back until then. null if none is due at a set time."
        ),
    ]
    start: Annotated[int, described("The first sequence that it receives.")]
    cursor: Annotated[
        int, described("Every event up to this sequence was delivered, cancelled or given up, or is being retried.")
    ]
    lag: Annotated[int, described("How many events are still to be delivered, including those being retried.")]
    ordered: bool
    max_concurrency: int
    max_rate: Annotated[float | None, described("Maximum number of requests per second; null if there is no limit.")]
    deadline_s: Annotated[float, described("Timeout of one attempt, in seconds.")]
    header_names: Annotated[
        list[str], described("The names of its static headers, in lower case. Their values are never returned.")
    ]
    oauth: Annotated[
        oauth_schemas.ShownClientCredentials | None,
        described("Where its bearer token is requested; null if the token is fixed."),
    ]
    ephemeral: Annotated[bool, described("Whether it is a temporary receiver on the store's own machine.")]
    built_in: Annotated[bool, described("Whether it is the store's own sample receiver, which verifies every request.")]
    old_secret_ends_at: Annotated[
        Time | None,
        described("When the previous signing secret expires; null if only one secret is valid."),
    ]
    signatures: Annotated[list[SignatureScheme], described("How requests are signed: v1, or v1 and v1a.")]
    public_key: Annotated[
        str | None,
        described(
            "The public key that verifies v1a: whpk_ followed by base64. Also at /.well-known/plantstore/keys/{id}, "
            "without a token. null: requests are not signed with v1a."
        ),
    ]
    old_key_ends_at: Annotated[
        Time | None, described("When the previous private key stops signing; null if only one key signs.")
    ]
    ca_certificates: Annotated[
        list[Certificate],
        described("The CA certificates that are trusted for this receiver; empty if those of the store are."),
    ]
    client_certificate: Annotated[
        Certificate | None, described("The certificate that the store presents (mutual TLS); null if there is none.")
    ]
    created_at: Time
    updated_at: Time


class RegisteredReceiver(Receiver, omit_defaults=True, kw_only=True):
    """A new receiver with its secrets, which are returned only once."""

    secret: Annotated[str, described("The signing secret: whsec_ followed by base64 (Standard Webhooks).")]
    access_token: Annotated[str | UnsetType, described("The access token, if the store generated it.")] = UNSET


class ResumedReceiver(Receiver, kw_only=True):
    """A receiver that was resumed."""

    skipped: Annotated[int, described("How many deliveries were cancelled; 0 unless `held` was `skip`.")]


class RotatedSecret(msgspec.Struct):
    """A new signing secret, which is returned only once."""

    secret: Annotated[str, described("The new secret: whsec_ followed by base64 (Standard Webhooks).")]
    old_secret_ends_at: Annotated[
        Time, described("When the previous secret expires. Until then every request is signed with both secrets.")
    ]


class RotatedKey(msgspec.Struct):
    """A new key pair, of which the store keeps the private key."""

    public_key: Annotated[str, described("The new public key: whpk_ followed by base64.")]
    old_key_ends_at: Annotated[
        Time, described("When the previous key stops signing. Until then every request is signed with both keys.")
    ]


class TestOutcome(msgspec.Struct):
    """The outcome of a test request."""

    __test__ = False  # tells pytest that this is not a test class

    outcome: Annotated[
        str, described("accepted: a 2xx response. refused: any other response. Otherwise why there was no response.")
    ]
    status: Annotated[int | None, described("The HTTP status of the response; null if there was none.")]
    duration_ms: float
    address: Annotated[str | None, described("The IP address that was called; null if no connection was attempted.")]
    detail: Annotated[str, described("Technical details for people; often empty.")]
    excerpt: Annotated[
        str,
        described(
            "The first 4 KiB of the body if the response was not a 2xx; otherwise empty. Bytes that are not text "
            "are shown as U+FFFD."
        ),
    ]
    reason: Annotated[str | None, described("Why the request failed, in a sentence; null if it was accepted.")]
    advice: Annotated[str | None, described("What to do about it; null if it was accepted.")]


class ReceiverPage(msgspec.Struct):
    """A page of receivers."""

    items: list[Receiver]
    next: Next
    prev: Prev


class RemovedReceiver(msgspec.Struct):
    """A receiver that was removed."""

    id: str
    cancelled: Annotated[int, described("How many deliveries were cancelled.")]
