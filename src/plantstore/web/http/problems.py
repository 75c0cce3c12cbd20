"""Problem documents (RFC 9457) for errors, and the table that maps each error to its status, title and advice."""

from dataclasses import dataclass
from typing import Annotated

import msgspec
import structlog
from msgspec import Meta
from starlette.types import Scope

from plantstore.domain import errors
from plantstore.domain.errors import StoreError
from plantstore.web.http.response import Headers, Response

PAGES = "/docs/errors/"
PROBLEM_JSON = "application/problem+json"
INSTANCE_CHARS_MAX = 2_000  # max length of `instance`; longer paths are truncated, and no endpoint has one
_log = structlog.get_logger("plantstore")
_json = msgspec.json.Encoder().encode


class FieldProblem(msgspec.Struct):
    """A problem or a warning about one field of the request body."""

    pointer: Annotated[str, Meta(description="A JSON Pointer (RFC 6901) to the field.")]
    code: Annotated[str, Meta(description="A code for programs. Codes never change.")]
    detail: Annotated[str, Meta(description="A message for people, such as how to fix the value.")]


class Problem(msgspec.Struct, omit_defaults=True):
    """Why a request was refused, as a problem document (RFC 9457)."""

    type: Annotated[
        str,
        Meta(
            description="URL of the page that explains this type of problem.",
            extra_json_schema={"format": "uri-reference"},
        ),
    ]
    title: str
    status: int
    detail: str
    instance: Annotated[str, Meta(description="The path of the request.")]
    request_id: Annotated[
        str, Meta(description="The request's id, as in the X-Request-Id header and in the server's log.")
    ]
    head: Annotated[int | None, Meta(description="Only with outside_log: the highest sequence of the log.")] = None
    errors: list[FieldProblem] = []


class TooMany(StoreError):
    """Too many requests. Wait for the number of seconds in Retry-After."""

    code = "too_many"


class TooSlow(StoreError):
    """The request arrived too slowly."""

    code = "too_slow"


class HeadTooLarge(StoreError):
    """The URL and the headers of the request are too large."""

    code = "head_too_large"


class UnknownTransfer(StoreError):
    """This transfer coding or method is not implemented."""

    code = "not_implemented"


class WrongVersion(StoreError):
    """The store supports HTTP/1.1 and HTTP/1.0."""

    code = "version_not_supported"


class WrongMethod(StoreError):
    """This path does not support that method."""

    code = "method_not_allowed"


class Broken(StoreError):
    """Something went wrong on our side. It is not your fault; the details are in our log."""

    code = "internal"


class Refused(Exception):
    """Raised for a StoreError whose response needs additional headers."""

    def __init__(self, error: StoreError, *headers: tuple[bytes, bytes]) -> None:
        super().__init__(error.detail)
        self.error = error
        self.headers = headers


@dataclass(frozen=True, slots=True)
class Kind:
    """How an error type is presented to clients. `advice` is the text of its page under /docs/errors/."""

    status: int
    title: str
    advice: str
    headers: Headers = ()


_AGAIN = ((b"retry-after", b"1"),)

KINDS: dict[type[StoreError], Kind] = {
    errors.Invalid: Kind(
        422,
        "Some fields are wrong",
        "The request could be parsed, but some fields have invalid values. `errors` lists all of them: `pointer` names "
        "the field (RFC 6901), and `detail` says what to write instead. Nothing was changed.",
    ),
    errors.Malformed: Kind(
        400,
        "The request cannot be parsed",
        "The body is not strict JSON in UTF-8, or a header or a query parameter is invalid. `detail` says which, and "
        "where; `errors` points to a value in the body that is refused. Each name may appear once in an object, "
        "numbers must be finite and within ±2⁵³, and unknown parameters are refused.",
    ),
    errors.Unauthorized: Kind(
        401,
        "A valid bearer token is needed",
        "Send `Authorization: Bearer pst_…` with a token of this store that has not expired or been revoked. The first "
        "token is in the file operator.token of the data folder; create more at /api/v1/tokens.",
    ),
    errors.Forbidden: Kind(
        403,
        "The token does not permit this",
        "The token is valid, but lacks the scope that this operation needs. The response header WWW-Authenticate names "
        "the scope.",
    ),
    errors.NotFound: Kind(
        404,
        "Not found",
        "There is nothing at this URL, or it names an object that does not exist or that this token may not see.",
    ),
    WrongMethod: Kind(
        405,
        "Method not allowed",
        "The Allow header of the response lists the methods that this URL supports.",
    ),
    TooSlow: Kind(
        408,
        "The request arrived too slowly",
        "The URL and the headers must arrive within PLANTSTORE_HEAD_S_MAX seconds. The body must arrive within "
        "PLANTSTORE_BODY_S_MAX seconds, or at 1 KiB a second. Nothing was changed.",
    ),
    errors.Conflict: Kind(
        409,
        "This conflicts with the current state",
        "Another plant has this SKU or GTIN, or the plant is in a state that does not allow this step. `detail` names "
        "the conflict.",
    ),
    errors.OutsideLog: Kind(
        409,
        "This position is not in the log",
        "You have read further than this log reaches, or named an event that it does not contain: the store was "
        "restored from an older backup, or this is another store. `head` is its newest sequence. Sequences that you "
        "have read may now belong to other events: go back to the last event whose id is still the same, or read from "
        "the beginning and skip the ids that you know. For `changed_after`, `head` is the number of the newest change: "
        "empty your copy of the catalogue and start again with 0.",
    ),
    errors.Gone: Kind(
        410,
        "It was deleted",
        "The plant existed and was deleted. Its id is never used again.",
    ),
    errors.Changed: Kind(
        412,
        "It was changed since you read it",
        "The version in If-Match is not the current one. Read it again, decide again, and send the new ETag.",
    ),
    errors.ConditionMissing: Kind(
        428,
        "If-Match is required",
        "Read it first, and send its ETag in If-Match, so that you do not overwrite a change that you have not seen.",
    ),
    TooMany: Kind(
        429,
        "Too many requests",
        "This token has used up PLANTSTORE_TOKEN_REQUESTS_MAX, or too many requests without a valid token came from "
        "your address. Wait for the number of seconds in Retry-After. RateLimit says how many requests are left.",
    ),
    HeadTooLarge: Kind(
        431,
        "The headers are too large",
        "The URL and the headers of a request may have 64 KiB together, and there may be 256 headers. The trailers of "
        "a chunked body, and the extensions of its chunks, may have 64 KiB each.",
    ),
    errors.TooLarge: Kind(
        413,
        "The request is too large",
        "The body is larger than PLANTSTORE_REQUEST_BYTES_MAX allows.",
    ),
    errors.UnsupportedMedia: Kind(
        415,
        "The type of the body is not supported",
        "Send `Content-Type: application/json` (a PATCH also takes application/merge-patch+json) in UTF-8, without a "
        "Content-Encoding.",
    ),
    errors.KeyReused: Kind(
        422,
        "This Idempotency-Key was used for another request",
        "A key identifies one request: its method, URL and body. Use a new key for a new request.",
    ),
    Broken: Kind(
        500,
        "Something went wrong on our side",
        "The log of the store has an entry with the `request_id` of the response.",
    ),
    UnknownTransfer: Kind(
        501,
        "Not implemented",
        "The only supported Transfer-Encoding is chunked, and CONNECT is for proxies. The connection was closed.",
    ),
    errors.Unavailable: Kind(
        503,
        "The store is temporarily unavailable",
        "It is starting, stopping, or overloaded. Try again after the number of seconds in Retry-After, with the same "
        "Idempotency-Key.",
        _AGAIN,
    ),
    WrongVersion: Kind(
        505,
        "This version of HTTP is not supported",
        "Send the request as HTTP/1.1. A proxy in front of the store can support other versions.",
    ),
    errors.StoreFull: Kind(
        507,
        "The disk is full",
        "Nothing was changed. The operator must free disk space.",
    ),
}
"""Every error that a client can get, ordered by status."""


def problem_response(error: Exception, scope: Scope) -> Response:
    """Return the response to a failed request. For an unexpected exception, log it and return only the request id."""
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
        errors=[
            FieldProblem(pointer=field.pointer, code=field.code, detail=field.detail) for field in store_error.fields
        ],
    )
    content_type = (b"content-type", PROBLEM_JSON.encode())
    return Response(kind.status, _json(problem), (content_type, *kind.headers, *headers))


def refusal_of(error: Exception, scope: Scope) -> tuple[StoreError, Headers]:
    """Return the error to show to the client, with its headers. Log an exception that is not a StoreError."""
    headers: Headers = ()
    if isinstance(error, Refused):
        headers, error = error.headers, error.error
    if isinstance(error, StoreError) and type(error) in KINDS and not isinstance(error, Broken):
        return error, headers
    path = _instance(scope)
    _log.error("request failed", exc_info=error, request_id=scope["request_id"], method=scope["method"], path=path)
    return Broken(), headers


def _instance(scope: Scope) -> str:
    raw: bytes = scope.get("raw_path") or b""
    return raw[:INSTANCE_CHARS_MAX].decode("ascii", "replace")
