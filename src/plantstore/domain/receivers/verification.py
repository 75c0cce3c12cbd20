"""Verifies a request; if verification fails, finds the cause by testing for common mistakes of receivers.

Used by `plantstore verify`, `plantstore listen` and the console. No message contains a secret or a token.
"""

import base64
import binascii
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.receivers.body_alterations import BodyAlteration, is_json, possible_originals
from plantstore.domain.receivers.public_key import PUBLIC_PREFIX, Ed25519Check, read_public_key
from plantstore.domain.receivers.signature import (
    SECRET_BYTES,
    SECRET_BYTES_MAX,
    SECRET_BYTES_MIN,
    SECRET_PREFIX,
)
from plantstore.domain.secret import Secret

TOLERANCE_S = 300  # max difference between clocks in either direction, as in the Standard Webhooks libraries
ID, TIMESTAMP, SIGNATURE = SIGNED_HEADERS = ("webhook-id", "webhook-timestamp", "webhook-signature")

_ONE_SIGNATURE = re.compile(r"v1,([A-Za-z0-9+/]{43}=)")
_ONE_KEY_SIGNATURE = re.compile(r"v1a,([A-Za-z0-9+/]{86}==)")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]+={0,2}")


class Reason(StrEnum):
    """Why a request does not verify. The values are for machines and never change."""

    SECRET_WITH_VERSION = "secret_with_version"  # noqa: S105  # a reason, not a secret
    SECRET_MALFORMED = "secret_malformed"  # noqa: S105
    SECRET_CUT_OFF = "secret_cut_off"  # noqa: S105
    SECRET_AS_TEXT = "secret_as_text"  # noqa: S105
    MISSING_HEADER = "missing_header"
    MALFORMED_HEADER = "malformed_header"
    MALFORMED_SIGNATURE = "malformed_signature"
    OTHER_VERSION = "other_version"
    BODY_REWRITTEN = BodyAlteration.REWRITTEN.value
    BODY_LINE_ENDING = BodyAlteration.LINE_ENDING.value
    BODY_ENCODING = BodyAlteration.ENCODING.value
    BODY_MISSING = "body_missing"
    BODY_CHANGED = "body_changed"
    TOO_OLD = "too_old"
    TOO_FAR_AHEAD = "too_far_ahead"
    OTHER_SECRET = "other_secret"  # noqa: S105
    PUBLIC_KEY_MALFORMED = "public_key_malformed"
    OTHER_KEY = "other_key"
    WRONG_TOKEN = "wrong_token"  # noqa: S105


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The result of a verification. `reason` is None if it succeeded; `detail` says what is wrong and what to do."""

    reason: Reason | None = None
    detail: str = ""
    event_id: str = ""
    signed_at_s: int | None = None

    @property
    def verified(self) -> bool:
        return self.reason is None


class _Rejected(Exception):
    """Raised inside this module if the request does not verify."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True, kw_only=True)
class _Keys:
    """The keys of the secrets, the public keys, and the function that verifies signatures of the latter."""

    secret: Sequence[bytes]
    public: Sequence[bytes]
    is_signed_by: Ed25519Check | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Signed:
    """The signed headers of a request, its signatures, and its content-length, if any.

    `signatures` are those of scheme v1, in base64; `key_signatures` those of scheme v1a.
    """

    event_id: str
    timestamp: str
    signatures: frozenset[bytes]
    key_signatures: frozenset[bytes]
    content_length: int | None

    def matches(self, key: bytes, body: bytes) -> bool:
        expected = base64.b64encode(hmac.digest(key, self._message(body), "sha256"))
        return any(hmac.compare_digest(expected, given) for given in self.signatures)

    def matches_any(self, keys: _Keys, body: bytes) -> bool:
        if any(self.matches(key, body) for key in keys.secret):
            return True
        check, message = keys.is_signed_by, self._message(body)
        return check is not None and any(check(key, one, message) for key in keys.public for one in self.key_signatures)

    def _message(self, body: bytes) -> bytes:
        return f"{self.event_id}.{self.timestamp}.".encode() + body


def verify(
    secrets: Sequence[Secret],
    headers: Iterable[tuple[str, str]],
    body: bytes,
    *,
    now_s: int | None,
    tolerance_s: int = TOLERANCE_S,
    is_signed_by: Ed25519Check | None = None,
) -> Verdict:
    """Verify that one of the secrets signed this request, at most `tolerance_s` before or after `now_s` (Unix time).

    If `now_s` is None, do not check the time. Header names may be in any case. With `is_signed_by`, `secrets` may also
    contain public keys, `whpk_…`. See Standard Webhooks 1.0.0, "Verifying webhook authenticity".
    """
    event_id, signed_at_s = "", None
    try:
        keys = _keys(secrets, is_signed_by)
        signed = _read_headers(_folded(headers), keys)
        event_id, signed_at_s = signed.event_id, int(signed.timestamp)
        if not signed.matches_any(keys, body):
            raise _why_not(signed, secrets, keys, body)
        if now_s is not None:
            _check_time(signed_at_s, now_s=now_s, tolerance_s=tolerance_s)
    except _Rejected as rejected:
        return Verdict(reason=rejected.reason, detail=rejected.detail, event_id=event_id, signed_at_s=signed_at_s)
    return Verdict(event_id=event_id, signed_at_s=signed_at_s)


def check_bearer(headers: Iterable[tuple[str, str]], access_token: Secret) -> Verdict:
    """Verify the receiver's access token in the `authorization` header."""
    given = [value for name, value in headers if name.lower() == "authorization"]
    scheme, _, token = given[0].partition(" ") if given else ("", "", "")
    if not given:
        return Verdict(reason=Reason.WRONG_TOKEN, detail="The authorization header is missing.")
    if len(given) > 1 or scheme.lower() != "bearer":
        return Verdict(
            reason=Reason.WRONG_TOKEN, detail="The authorization header is not a single “Bearer” and a token."
        )
    if not hmac.compare_digest(token.strip().encode(errors="replace"), access_token.reveal().encode()):
        return Verdict(reason=Reason.WRONG_TOKEN, detail="The bearer token is not this receiver's access token.")
    return Verdict()


# The secret


def _keys(secrets: Sequence[Secret], is_signed_by: Ed25519Check | None) -> _Keys:
    public = [secret for secret in secrets if is_signed_by is not None and secret.reveal().startswith(PUBLIC_PREFIX)]
    return _Keys(
        secret=[_key(secret) for secret in secrets if secret not in public],
        public=[_public_key(secret) for secret in public],
        is_signed_by=is_signed_by,
    )


def _public_key(key: Secret) -> bytes:
    try:
        return read_public_key(key.reveal())
    except ValueError:
        detail = f"The public key must be {PUBLIC_PREFIX} and 44 characters of base64, as Plant Store shows it."
        raise _Rejected(Reason.PUBLIC_KEY_MALFORMED, detail) from None


def _key(secret: Secret) -> bytes:
    text = secret.reveal()
    if text.startswith("v1,"):
        detail = "Remove v1, from the start of the secret. Signatures begin with v1, and secrets with whsec_."
        raise _Rejected(Reason.SECRET_WITH_VERSION, detail)
    if not text.startswith(SECRET_PREFIX):
        raise _Rejected(
            Reason.SECRET_MALFORMED, f"The secret must begin with {SECRET_PREFIX}, as Plant Store showed it."
        )
    encoded = text.removeprefix(SECRET_PREFIX)
    if encoded and not _BASE64.fullmatch(encoded):
        detail = "The secret contains characters that are not base64, such as a space, a quotation mark or a typo."
        raise _Rejected(Reason.SECRET_MALFORMED, detail)
    try:
        key = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        if "-" in encoded or "_" in encoded:
            detail = "The secret contains - or _ instead of the + and / of base64."
            raise _Rejected(Reason.SECRET_MALFORMED, detail) from None
        detail = (
            f"The secret is cut off: the text after {SECRET_PREFIX} is not complete base64. Copy it up to the last =."
        )
        raise _Rejected(Reason.SECRET_CUT_OFF, detail) from None
    if len(key) < SECRET_BYTES_MIN:
        detail = f"The secret is cut off: it has {len(key)} bytes instead of {SECRET_BYTES}."
        raise _Rejected(Reason.SECRET_CUT_OFF, detail)
    if len(key) > SECRET_BYTES_MAX:
        detail = f"The secret is too long: it has {len(key)} bytes instead of {SECRET_BYTES}."
        raise _Rejected(Reason.SECRET_MALFORMED, detail)
    return key


# The headers


def _folded(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    folded: dict[str, str] = {}
    for name, value in headers:
        lower, value = name.strip().lower(), value.strip()
        if folded.setdefault(lower, value) != value and lower in SIGNED_HEADERS:
            raise _Rejected(Reason.MALFORMED_HEADER, f"There are two {lower} headers with different values.")
    return folded


def _read_headers(given: Mapping[str, str], keys: _Keys) -> _Signed:
    missing = [name for name in SIGNED_HEADERS if not given.get(name)]
    if missing:
        detail = f"The {missing[0]} header is missing. A proxy or the framework may have removed it."
        if len(missing) > 1:
            detail = f"The headers {' and '.join(missing)} are missing. Is this request from Plant Store?"
        raise _Rejected(Reason.MISSING_HEADER, detail)
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,200}", given[ID]):
        raise _Rejected(Reason.MALFORMED_HEADER, f"The {ID} header is not an event's id, such as evt_01k8z4q7m2.")
    if not re.fullmatch(r"[0-9]{1,11}", given[TIMESTAMP]):
        detail = f"The {TIMESTAMP} header is not a whole number of seconds since 1970."
        raise _Rejected(Reason.MALFORMED_HEADER, detail)
    length = given.get("content-length", "")
    signatures = _signatures(given[SIGNATURE], keys)
    return _Signed(
        event_id=given[ID],
        timestamp=given[TIMESTAMP],
        signatures=frozenset(one[1].encode() for one in signatures if one.re is _ONE_SIGNATURE),
        key_signatures=frozenset(base64.b64decode(one[1]) for one in signatures if one.re is _ONE_KEY_SIGNATURE),
        content_length=int(length) if re.fullmatch(r"[0-9]{1,11}", length) else None,
    )


def _signatures(text: str, keys: _Keys) -> list[re.Match[str]]:
    """Return the signatures that the keys can verify, and ignore other schemes, as the specification requires.

    Raise _Rejected if there is none.
    """
    parts = text.split()
    patterns = [*[_ONE_SIGNATURE] * bool(keys.secret), *[_ONE_KEY_SIGNATURE] * bool(keys.public)]
    matches = [match for pattern in patterns for part in parts if (match := pattern.fullmatch(part))]
    if matches:
        return matches
    scheme, chars, hint = ("v1", 44, "") if keys.secret else ("v1a", 88, " Is v1a turned on for this receiver?")
    if any(re.fullmatch(r"v[0-9]+[a-z]*,\S+", part) and not part.startswith(f"{scheme},") for part in parts):
        detail = f"The {SIGNATURE} header has no signature of scheme {scheme}, only of others.{hint}"
        raise _Rejected(Reason.OTHER_VERSION, detail)
    detail = f"The {SIGNATURE} header is malformed. It must be {scheme}, and {chars} characters of base64."
    raise _Rejected(Reason.MALFORMED_SIGNATURE, detail)


# Why no signature matches


def _why_not(signed: _Signed, secrets: Sequence[Secret], keys: _Keys, body: bytes) -> _Rejected:
    """Return why no signature matches: the first common mistake that explains the signatures."""
    if not body:
        return _Rejected(Reason.BODY_MISSING, "The body is empty. It was not kept, or other code has already read it.")
    for form, text_key in _text_keys(secrets):
        if signed.matches(text_key, body):
            detail = f"The key is the secret used as text ({form}). Use the bytes that its base64 encodes."
            return _Rejected(Reason.SECRET_AS_TEXT, detail)
    for alteration, detail, original in possible_originals(body):
        if signed.matches_any(keys, original):
            return _Rejected(Reason(alteration.value), detail)
    if signed.content_length is not None and signed.content_length != len(body):
        detail = f"The body has {len(body)} bytes, but content-length says {signed.content_length}: "
        advice = "it was changed or cut off. Use the raw bytes, before other code reads them."
        return _Rejected(Reason.BODY_CHANGED, detail + advice)
    short = [len(key) for key in keys.secret if len(key) < SECRET_BYTES]
    if short:
        detail = f"The secret seems to be cut off: it has {short[0]} bytes instead of {SECRET_BYTES}."
        return _Rejected(Reason.SECRET_CUT_OFF, detail)
    if not is_json(body):
        return _Rejected(
            Reason.BODY_CHANGED, "The body is not JSON. It is cut off, or it is not the body of this request."
        )
    if not keys.secret:
        detail = "It was signed with a different key: another receiver's, or one from before a rotation."
        return _Rejected(Reason.OTHER_KEY, detail)
    return _Rejected(
        Reason.OTHER_SECRET,
        "It was signed with a different secret: another receiver's, or one from before a rotation. No common change of "
        "the body explains the signature.",
    )


def _text_keys(secrets: Sequence[Secret]) -> Iterator[tuple[str, bytes]]:
    for secret in secrets:
        text = secret.reveal()
        yield f"with {SECRET_PREFIX}", text.encode()
        yield f"without {SECRET_PREFIX}", text.removeprefix(SECRET_PREFIX).encode()


def _check_time(signed_at_s: int, *, now_s: int, tolerance_s: int) -> None:
    age_s = now_s - signed_at_s
    advice = f"at most {_span(tolerance_s)} are allowed"
    if age_s > tolerance_s:
        detail = f"The signature is right, but was made {_span(age_s)} ago; {advice}. An old request, or a wrong clock."
        raise _Rejected(Reason.TOO_OLD, detail)
    if -age_s > tolerance_s:
        detail = (
            f"The signature is right, but was made {_span(-age_s)} in the future; {advice}. One of the clocks is wrong."
        )
        raise _Rejected(Reason.TOO_FAR_AHEAD, detail)


def _span(seconds: int) -> str:
    """Format a duration in its two largest units.

    >>> _span(605), _span(300), _span(90_000)
    ('10 min 5 s', '5 min', '1 d 1 h')
    """
    parts, rest = [], seconds
    for unit, length_s in (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        count, rest = divmod(rest, length_s)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts[:2]) or "0 s"
