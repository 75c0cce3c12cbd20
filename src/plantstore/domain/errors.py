"""Everything the store refuses, as one tree.

StoreError
├── Invalid              422  some fields are wrong; `fields` says which
├── Malformed            400  the request itself cannot be read
├── Unauthorized         401  no token, or one that is not valid
├── Forbidden            403  the token lacks a scope
├── NotFound             404
├── Gone                 410  it was deleted
├── Conflict             409  it exists already, or its state does not allow this
├── OutsideLog           409  a reader of the feed asks beyond the end of the log
├── Changed              412  `If-Match` names another version
├── ConditionMissing     428  `If-Match` is needed here
├── TooLarge             413
├── UnsupportedMedia     415
├── KeyReused            422  one Idempotency-Key, two different requests
├── StoreFull            507  the disk is full
└── Unavailable          503  the store cannot answer now

`code` is for machines and never changes; the message is for people and safe to show. The HTTP status stands in one
table, `web/http/problems.py`. A class docstring is the default message.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldError:
    """One thing wrong with one field: `pointer` is a JSON Pointer (RFC 6901), `detail` says what to write instead."""

    pointer: str
    code: str
    detail: str


class StoreError(Exception):
    """The store refuses this."""

    code = "refused"

    def __init__(self, detail: str | None = None, *, fields: tuple[FieldError, ...] = ()) -> None:
        self.detail = detail or (type(self).__doc__ or "").strip()
        self.fields = fields
        super().__init__(self.detail)


class Invalid(StoreError):
    """Some fields are wrong."""

    code = "invalid"


class Malformed(StoreError):
    """The request cannot be read."""

    code = "malformed"


class Unauthorized(StoreError):
    """This needs a valid bearer token."""

    code = "unauthorized"


class Forbidden(StoreError):
    """The token does not permit this."""

    code = "forbidden"


class NotFound(StoreError):
    """There is no such thing here."""

    code = "not_found"


class Gone(StoreError):
    """It was deleted."""

    code = "gone"


class Conflict(StoreError):
    """That is not possible in the present state."""

    code = "conflict"


class OutsideLog(StoreError):
    """The log has no such place: the store was restored from a backup, or this is another store."""

    code = "outside_log"

    def __init__(self, detail: str | None = None, *, head: int | None = None) -> None:
        super().__init__(detail)
        self.head = head


class Changed(StoreError):
    """It was changed since you read it."""

    code = "changed"


class ConditionMissing(StoreError):
    """Send If-Match with the ETag that you have read."""

    code = "condition_missing"


class TooLarge(StoreError):
    """The request is too large."""

    code = "too_large"


class UnsupportedMedia(StoreError):
    """The body must be application/json, UTF-8, and not compressed."""

    code = "unsupported_media"


class KeyReused(StoreError):
    """This Idempotency-Key was used for another request."""

    code = "key_reused"


class StoreFull(StoreError):
    """The disk is full; nothing was changed."""

    code = "store_full"


class Unavailable(StoreError):
    """The store cannot answer now; nothing is known to be changed. Try again with the same Idempotency-Key."""

    code = "unavailable"
