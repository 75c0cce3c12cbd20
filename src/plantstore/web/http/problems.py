"""Every refusal as a problem document (RFC 9457): the one table from errors to HTTP, and the body that follows."""

from dataclasses import dataclass

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.types import Scope

from plantstore.domain import errors
from plantstore.domain.errors import StoreError
from plantstore.web.api.schemas import FieldProblem, Problem
from plantstore.web.http.response import Headers, Response

PAGES = "/docs/errors/"
PROBLEM_JSON = "application/problem+json"
INSTANCE_CHARS_MAX = 2_000  # a path longer than any of ours is cut off, not sent back whole
_log = structlog.get_logger("plantstore")
_json = msgspec.json.Encoder().encode


class TooMany(StoreError):
    """There were too many requests. Wait for the seconds in Retry-After."""

    code = "too_many"


class TooSlow(StoreError):
    """The request came too slowly."""

    code = "too_slow"


class HeadTooLarge(StoreError):
    """The address and the headers of the request are too large."""

    code = "head_too_large"


class UnknownTransfer(StoreError):
    """The store cannot transfer a request in this way."""

    code = "not_implemented"


class WrongVersion(StoreError):
    """The store speaks HTTP/1.1 and HTTP/1.0."""

    code = "version_not_supported"


class WrongMethod(StoreError):
    """This address does not know that method."""

    code = "method_not_allowed"


class Broken(StoreError):
    """Something went wrong on our side. Nothing about it is your fault; our log holds the details."""

    code = "internal"


class Refused(Exception):
    """A StoreError with headers that must go with it."""

    def __init__(self, error: StoreError, *headers: tuple[bytes, bytes]) -> None:
        super().__init__(error.detail)
        self.error = error
        self.headers = headers


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of error looks from outside. `advice` is for its page under /docs/errors/."""

    status: int
    title: str
    advice: str
    headers: Headers = ()


_AGAIN = ((b"retry-after", b"1"),)

KINDS: dict[type[StoreError], Kind] = {
    errors.Invalid: Kind(
        422,
        "Some fields are wrong",
        "The request could be read, but fields in it hold what they may not. `errors` lists all of them: `pointer` "
        "names the field (RFC 6901), `detail` says what to write instead. Nothing was changed.",
    ),
    errors.Malformed: Kind(
        400,
        "The request cannot be read",
        "The body is not strict JSON in UTF-8, or a header or a query parameter is not what it must be. `detail` says "
        "which, and where. Each name may stand once in an object, numbers must be finite and within ±2⁵³, and "
        "unknown parameters are refused.",
    ),
    errors.Unauthorized: Kind(
        401,
        "A valid bearer token is needed",
        "Send `Authorization: Bearer pst_…` with a token of this store that has not expired and was not revoked. The "
        "first token is in the file operator.token of the data folder; more are made at /api/v1/tokens.",
    ),
    errors.Forbidden: Kind(
        403,
        "The token does not permit this",
        "The token is valid, but lacks the scope that this operation needs. The answer's WWW-Authenticate header names "
        "the scope.",
    ),
    errors.NotFound: Kind(
        404,
        "There is no such thing here",
        "The address is not one of ours, or names something that never was, or that this token may not see.",
    ),
    WrongMethod: Kind(
        405,
        "This address does not know that method",
        "The answer's Allow header lists the methods that it knows.",
    ),
    TooSlow: Kind(
        408,
        "The request came too slowly",
        "The address and the headers must arrive within PLANTSTORE_HEAD_S_MAX seconds, the body within "
        "PLANTSTORE_BODY_S_MAX, or at a kibibyte a second. Nothing was changed.",
    ),
    errors.Conflict: Kind(
        409,
        "That is not possible in the present state",
        "Another plant has this SKU or GTIN, or the plant is in a state that does not allow this step. `detail` names "
        "what stands in the way.",
    ),
    errors.OutsideLog: Kind(
        409,
        "The log has no such place",
        "You have read further than this log goes, or name an event that it does not hold: the store was restored from "
        "a backup that is older, or this is another store. `head` is its newest sequence. Events with numbers that you "
        "know can be others now: go back to the last one whose id is still the same, or read from the beginning and "
        "skip the ids that you know. For `changed_after`, `head` is the number of the newest change: empty your "
        "copy of the catalogue, and begin again with 0.",
    ),
    errors.Gone: Kind(
        410,
        "It was deleted",
        "The plant was here and was deleted. Its number is never given out again.",
    ),
    errors.Changed: Kind(
        412,
        "It was changed since you read it",
        "The version in If-Match is not the present one. Read it again, decide again, and send the new ETag.",
    ),
    errors.ConditionMissing: Kind(
        428,
        "Say which version you mean to change",
        "Read it first, and send its ETag in If-Match. So nobody overwrites what somebody else has just written.",
    ),
    TooMany: Kind(
        429,
        "There were too many requests",
        "This token has used up PLANTSTORE_TOKEN_REQUESTS_MAX, or from your address came too many requests without a "
        "valid token. Wait for the seconds in Retry-After; RateLimit says how much is left.",
    ),
    HeadTooLarge: Kind(
        431,
        "The headers are too large",
        "The address and the headers of a request may have 64 KiB together, and 256 headers; so may what comes behind "
        "a chunked body, and the extensions of its chunks.",
    ),
    errors.TooLarge: Kind(
        413,
        "The request is too large",
        "The body is larger than PLANTSTORE_REQUEST_BYTES_MAX allows.",
    ),
    errors.UnsupportedMedia: Kind(
        415,
        "The body is of the wrong kind",
        "Send `Content-Type: application/json` (a PATCH also takes application/merge-patch+json) in UTF-8, without a "
        "Content-Encoding.",
    ),
    errors.KeyReused: Kind(
        422,
        "This Idempotency-Key was used for another request",
        "A key stands for one request: method, address and body. Use a new key for a new request.",
    ),
    Broken: Kind(
        500,
        "Something went wrong on our side",
        "The log of the store has an entry with the `request_id` of the answer.",
    ),
    UnknownTransfer: Kind(
        501,
        "The request uses a part of HTTP that is not implemented",
        "The only transfer coding is chunked: leave out any other Transfer-Encoding. CONNECT is for proxies. The "
        "connection was closed.",
    ),
    errors.Unavailable: Kind(
        503,
        "The store cannot answer now",
        "It is starting, stopping, or has too much to do. Try again after the seconds in Retry-After, with the same "
        "Idempotency-Key.",
        _AGAIN,
    ),
    WrongVersion: Kind(
        505,
        "This version of HTTP is not supported",
        "Send the request as HTTP/1.1. A proxy in front of the store can speak other versions with clients.",
    ),
    errors.StoreFull: Kind(
        507,
        "The disk is full",
        "Nothing was changed. The operator must make room.",
    ),
}
"""Every error that a client can meet, by status."""


def problem_response(error: Exception, scope: Scope) -> Response:
    """Make the answer to a failed request. What nobody expected is logged, and shown as nothing but its request id."""
    store_error, headers = refusal_of(error, scope)
    kind = KINDS[type(store_error)]
    problem = Problem(
        type=PAGES + store_error.code,
        title=kind.title,
        status=kind.status,
        detail=store_error.detail,
        instance=_instance(scope),
        request_id=scope["request_id"],
        head=getattr(store_error, "head", None),
        errors=[FieldProblem(pointer=one.pointer, code=one.code, detail=one.detail) for one in store_error.fields],
    )
    content_type = (b"content-type", PROBLEM_JSON.encode())
    return Response(kind.status, _json(problem), (content_type, *kind.headers, *headers))


def refusal_of(error: Exception, scope: Scope) -> tuple[StoreError, Headers]:
    """What to tell whoever asked, with headers; what nobody expected goes into the log."""
    store_error, headers = _known(error)
    if isinstance(store_error, Broken):
        _log.error(
            "request failed",
            exc_info=error,
            request_id=scope["request_id"],
            method=scope["method"],
            path=_instance(scope),
        )
    return store_error, headers


def _known(error: Exception) -> tuple[StoreError, Headers]:
    if isinstance(error, Refused):
        return error.error, error.headers
    if isinstance(error, StoreError) and type(error) in KINDS:
        return error, ()
    if isinstance(error, HTTPException):
        return _of_framework(error.status_code), ()
    return Broken(), ()


def _of_framework(status: int) -> StoreError:
    for kind, about in KINDS.items():
        if about.status == status and kind is not errors.KeyReused:
            return kind()
    return errors.Malformed() if status < 500 else Broken()


def _instance(scope: Scope) -> str:
    raw: bytes = scope.get("raw_path") or b""
    return raw[:INSTANCE_CHARS_MAX].decode("ascii", "replace")
