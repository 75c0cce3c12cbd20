"""The errors that clients see, as one class hierarchy.

StoreError
├── Invalid              422  some fields are wrong; `fields` lists them
├── Malformed            400  the request cannot be parsed
├── Unauthorized         401  no valid token
├── Forbidden            403  the token lacks a scope
├── NotFound             404
├── Gone                 410  it was deleted
├── Conflict             409  it already exists, or its state does not allow this
├── OutsideLog           409  a cursor of the events feed is beyond the end of the log
├── Changed              412  `If-Match` has another version
├── ConditionMissing     428  `If-Match` is required
├── TooLarge             413
├── UnsupportedMedia     415
├── KeyReused            422  the Idempotency-Key was used for a different request
├── StoreFull            507  the disk is full
└── Unavailable          503  the store cannot serve the request now

`code` is for machines and never changes; the message is for people and safe to show. The HTTP statuses are in one
table, in `web/http/problems.py`. The docstring of an error class is its default message.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldError:
    """A problem with one field. `pointer` is a JSON Pointer (RFC 6901); `detail` says how to correct the field."""

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
    """There is nothing with this id or at this address."""

    code = "not_found"


class Gone(StoreError):
    """It was deleted."""

    code = "gone"


class Conflict(StoreError):
    """This is not possible in the current state."""

    code = "conflict"


class OutsideLog(StoreError):
    """The cursor is beyond the end of the log: the store was restored from a backup, or this is another store."""

    code = "outside_log"

    def __init__(self, detail: str | None = None, *, head: int | None = None) -> None:
        super().__init__(detail)
        self.head = head


class Changed(StoreError):
    """It has changed since you read it."""

    code = "changed"


class ConditionMissing(StoreError):
    """Send If-Match with the ETag of the version that you read."""

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
    """The store is unavailable; a change may or may not have been made. Retry with the same Idempotency-Key."""

    code = "unavailable"
