"""Does this request verify, and if not, why not: the mistakes that receivers make, told apart by trying each one.

Pure, for `plantstore verify`, for `listen` and for the console. No sentence of it holds a secret or a token.
"""

import base64
import binascii
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.body_alterations import BodyAlteration, is_json, possible_originals
from plantstore.domain.secret import Secret
from plantstore.domain.signature import SECRET_BYTES, SECRET_BYTES_MAX, SECRET_BYTES_MIN, SECRET_PREFIX

TOLERANCE_S = 300  # what the Standard Webhooks libraries allow, in both directions
ID, TIMESTAMP, SIGNATURE = SIGNED_HEADERS = ("webhook-id", "webhook-timestamp", "webhook-signature")

_ONE_SIGNATURE = re.compile(r"v1,([A-Za-z0-9+/]{43}=)")
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
    WRONG_TOKEN = "wrong_token"  # noqa: S105


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What came of it: `reason` is None for a request that verifies; `detail` says for people what to do."""

    reason: Reason | None = None
    detail: str = ""
    event_id: str = ""
    signed_at_s: int | None = None

    @property
    def verified(self) -> bool:
        return self.reason is None


class _Unfit(Exception):
    """Something is wrong that needs no trying."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True, kw_only=True)
class _Signed:
    """What was signed, and the signatures that came with it."""

    event_id: str
    timestamp: str
    signatures: frozenset[bytes]
    content_length: int | None

    def fits(self, key: bytes, body: bytes) -> bool:
        head = f"{self.event_id}.{self.timestamp}.".encode()
        expected = base64.b64encode(hmac.digest(key, head + body, "sha256"))
        return any(hmac.compare_digest(expected, given) for given in self.signatures)


def verify(
    secrets: Sequence[Secret],
    headers: Iterable[tuple[str, str]],
    body: bytes,
    *,
    now_s: int | None,
    tolerance_s: int = TOLERANCE_S,
) -> Verdict:
    """Say whether any of the secrets signed exactly this; `now_s` None leaves the time of signing unjudged.

    The names of headers may be in any case. Standard Webhooks 1.0.0, "Verifying webhook authenticity".
    """
    event_id, signed_at_s = "", None
    try:
        keys = [_key(secret) for secret in secrets]
        signed = _read_headers(_folded(headers))
        event_id, signed_at_s = signed.event_id, int(signed.timestamp)
        if not any(signed.fits(key, body) for key in keys):
            raise _why_not(signed, secrets, keys, body)
        if now_s is not None:
            _check_time(signed_at_s, now_s=now_s, tolerance_s=tolerance_s)
    except _Unfit as unfit:
        return Verdict(reason=unfit.reason, detail=unfit.detail, event_id=event_id, signed_at_s=signed_at_s)
    return Verdict(event_id=event_id, signed_at_s=signed_at_s)


def check_bearer(headers: Iterable[tuple[str, str]], access_token: Secret) -> Verdict:
    """Say whether the request carries the access token that this receiver was promised."""
    given = [value for name, value in headers if name.lower() == "authorization"]
    scheme, _, token = given[0].partition(" ") if given else ("", "", "")
    if not given:
        return Verdict(reason=Reason.WRONG_TOKEN, detail="The header authorization is missing.")
    if len(given) > 1 or scheme.lower() != "bearer":
        return Verdict(reason=Reason.WRONG_TOKEN, detail="The header authorization is not one Bearer and a token.")
    if not hmac.compare_digest(token.strip().encode(errors="replace"), access_token.reveal().encode()):
        return Verdict(reason=Reason.WRONG_TOKEN, detail="The bearer token is not the one of this receiver.")
    return Verdict()


# The secret


def _key(secret: Secret) -> bytes:
    text = secret.reveal()
    if text.startswith("v1,"):
        detail = "Leave out v1, at the start of the secret: a signature begins so, a secret with whsec_."
        raise _Unfit(Reason.SECRET_WITH_VERSION, detail)
    if not text.startswith(SECRET_PREFIX):
        raise _Unfit(Reason.SECRET_MALFORMED, f"The secret must begin with {SECRET_PREFIX}, as the store showed it.")
    encoded = text.removeprefix(SECRET_PREFIX)
    if encoded and not _BASE64.fullmatch(encoded):
        detail = "The secret holds characters that are not base64: a space, a quotation mark, or a slip."
        raise _Unfit(Reason.SECRET_MALFORMED, detail)
    try:
        key = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        if "-" in encoded or "_" in encoded:
            detail = "The secret holds - or _ where base64 has + and /."
            raise _Unfit(Reason.SECRET_MALFORMED, detail) from None
        detail = f"The secret is cut off: what follows {SECRET_PREFIX} is not whole base64. Copy it to its last =."
        raise _Unfit(Reason.SECRET_CUT_OFF, detail) from None
    if len(key) < SECRET_BYTES_MIN:
        detail = f"The secret is cut off: it holds {len(key)} bytes, the store's hold {SECRET_BYTES}."
        raise _Unfit(Reason.SECRET_CUT_OFF, detail)
    if len(key) > SECRET_BYTES_MAX:
        detail = f"The secret is too long: it holds {len(key)} bytes, the store's hold {SECRET_BYTES}."
        raise _Unfit(Reason.SECRET_MALFORMED, detail)
    return key


# The headers


def _folded(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    folded: dict[str, str] = {}
    for name, value in headers:
        lower, value = name.strip().lower(), value.strip()
        if folded.setdefault(lower, value) != value and lower in SIGNED_HEADERS:
            raise _Unfit(Reason.MALFORMED_HEADER, f"The header {lower} came twice, with different values.")
    return folded


def _read_headers(given: Mapping[str, str]) -> _Signed:
    missing = [name for name in SIGNED_HEADERS if not given.get(name)]
    if missing:
        detail = f"The header {missing[0]} is missing. A proxy or the framework may have dropped it."
        if len(missing) > 1:
            detail = f"The headers {' and '.join(missing)} are missing: is this a request of Plant Store?"
        raise _Unfit(Reason.MISSING_HEADER, detail)
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,200}", given[ID]):
        raise _Unfit(Reason.MALFORMED_HEADER, f"The header {ID} is not an event's id, such as evt_01k8z4q7m2.")
    if not re.fullmatch(r"[0-9]{1,11}", given[TIMESTAMP]):
        detail = f"The header {TIMESTAMP} is not a whole number of seconds since 1970."
        raise _Unfit(Reason.MALFORMED_HEADER, detail)
    length = given.get("content-length", "")
    return _Signed(
        event_id=given[ID],
        timestamp=given[TIMESTAMP],
        signatures=frozenset(_signatures(given[SIGNATURE])),
        content_length=int(length) if re.fullmatch(r"[0-9]{1,11}", length) else None,
    )


def _signatures(text: str) -> Iterator[bytes]:
    """Give the signatures of scheme v1; those of others are passed over, as the specification asks."""
    parts = text.split()
    found = [match for part in parts if (match := _ONE_SIGNATURE.fullmatch(part))]
    if found:
        return (match[1].encode() for match in found)
    if any(re.fullmatch(r"v[0-9]+[a-z]*,\S+", part) and not part.startswith("v1,") for part in parts):
        raise _Unfit(Reason.OTHER_VERSION, f"The header {SIGNATURE} holds no signature of scheme v1, only of others.")
    detail = f"The header {SIGNATURE} is malformed: it is v1, and 44 characters of base64, several with spaces between."
    raise _Unfit(Reason.MALFORMED_SIGNATURE, detail)


# Why no signature fits


def _why_not(signed: _Signed, secrets: Sequence[Secret], keys: Sequence[bytes], body: bytes) -> _Unfit:
    """Try the mistakes one after another; the first that explains a signature is the reason."""
    if not body:
        return _Unfit(Reason.BODY_MISSING, "The body is empty: it was not kept, or something had read it before.")
    for what, text_key in _as_text(secrets):
        if signed.fits(text_key, body):
            detail = f"It was signed with the secret used as text ({what}): the key is what its base64 stands for."
            return _Unfit(Reason.SECRET_AS_TEXT, detail)
    for change, detail, before in possible_originals(body):
        if any(signed.fits(key, before) for key in keys):
            return _Unfit(Reason(change.value), detail)
    if signed.content_length is not None and signed.content_length != len(body):
        detail = f"The body has {len(body)} bytes, but content-length says {signed.content_length}: "
        advice = "it was changed or cut off. Take the raw bytes before anything reads them."
        return _Unfit(Reason.BODY_CHANGED, detail + advice)
    short = [len(key) for key in keys if len(key) < SECRET_BYTES]
    if short:
        detail = f"The secret seems cut off: it holds {short[0]} bytes, the store's hold {SECRET_BYTES}."
        return _Unfit(Reason.SECRET_CUT_OFF, detail)
    if not is_json(body):
        return _Unfit(Reason.BODY_CHANGED, "The body is no JSON: it is cut off, or not the body of this request.")
    return _Unfit(
        Reason.OTHER_SECRET,
        "It was signed with another secret: another receiver's, or one from before a rotation. Nothing that usually "
        "happens to a body explains it.",
    )


def _as_text(secrets: Sequence[Secret]) -> Iterator[tuple[str, bytes]]:
    for secret in secrets:
        text = secret.reveal()
        yield f"with {SECRET_PREFIX}", text.encode()
        yield f"without {SECRET_PREFIX}", text.removeprefix(SECRET_PREFIX).encode()


def _check_time(signed_at_s: int, *, now_s: int, tolerance_s: int) -> None:
    age_s = now_s - signed_at_s
    advice = f"at most {_span(tolerance_s)} are allowed"
    if age_s > tolerance_s:
        detail = (
            f"The signature fits, but was made {_span(age_s)} ago; {advice}. An old request, or a clock that is wrong."
        )
        raise _Unfit(Reason.TOO_OLD, detail)
    if -age_s > tolerance_s:
        detail = (
            f"The signature fits, but was made {_span(-age_s)} in the future; {advice}. One of two clocks is wrong."
        )
        raise _Unfit(Reason.TOO_FAR_AHEAD, detail)


def _span(seconds: int) -> str:
    """Write a span of time in its two largest units.

    >>> _span(605), _span(300), _span(90_000)
    ('10 min 5 s', '5 min', '1 d 1 h')
    """
    parts, rest = [], seconds
    for unit, length_s in (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        count, rest = divmod(rest, length_s)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts[:2]) or "0 s"
