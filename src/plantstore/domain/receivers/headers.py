"""Static headers that a receiver gets with every request, such as the API key of the gateway in front of it.

Values are secrets. Names are kept in lower case, because they are compared without case (RFC 9110 §5.1). Headers that
the store sets itself, and those that frame a message or belong to one connection, cannot be set.
"""

import re
from collections.abc import Mapping

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.secret import Secret

HEADERS_MAX = 20
HEADERS_BYTES_MAX = 4_096  # all names and values together: with a long access token, the request fits servers' limits
VALUE = r"[!-~](?:[ -~]*[!-~])?"  # visible ASCII, with spaces only inside
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}")  # a token of RFC 9110 §5.6.2
_VALUE = re.compile(VALUE)
REFUSED = frozenset(
    {
        *("host", "authorization", "user-agent", "traceparent", "tracestate"),  # set by the store
        *("connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade", "expect", "max-forwards"),
        *("accept-encoding", "http2-settings", "range", "date"),  # framing, and what changes how a response is read
        *("cookie", "cookie2", "set-cookie"),  # belong to a session, which the store does not have
        *("via", "forwarded", "x-real-ip"),  # say who called a proxy
        *("x-http-method", "x-http-method-override", "x-method-override", "x-original-url", "x-rewrite-url"),
    }
)
REFUSED_PREFIXES = ("content-", "webhook-", "ce-", "plantstore-", "proxy-", "x-forwarded-", "if-")

HeaderChange = Mapping[str, Secret | None]
"""Values by name; None removes the header."""


def check_headers(change: HeaderChange) -> list[FieldError]:
    """Return the problems of each name and value; the limits are checked by `with_changes`."""
    problems, known = [], set[str]()
    if len(change) > 2 * HEADERS_MAX:  # as many as can be set and removed
        return [FieldError(pointer="/headers", code="count", detail=f"There can be at most {HEADERS_MAX} headers.")]
    for name, value in change.items():
        if value is None:
            continue
        if _NAME.fullmatch(name) is None:
            detail = "A name has up to 200 letters, digits and ! # $ % & ' * + - . ^ _ ` | ~ (RFC 9110)."
            problems.append(FieldError(pointer="/headers", code="name", detail=detail))
            continue
        pointer, key = f"/headers/{name.replace('~', '~0')}", name.lower()
        if key in known:
            detail = "It is given twice; capital letters make no difference."
            problems.append(FieldError(pointer=pointer, code="twice", detail=detail))
        elif is_refused(key):
            detail = "It is set by the store, or belongs to one connection or session, so it cannot be set here."
            problems.append(FieldError(pointer=pointer, code="refused", detail=detail))
        if _VALUE.fullmatch(value.reveal()) is None:
            detail = "Use visible ASCII characters, with spaces only between them."
            problems.append(FieldError(pointer=pointer, code="characters", detail=detail))
        known.add(key)
    return problems


def is_refused(name: str) -> bool:
    """True if a header cannot be set. Underscores count as hyphens, as they do for CGI and WSGI.

    >>> is_refused("content_length"), is_refused("x-api-key")
    (True, False)
    """
    plain = name.lower().replace("_", "-")
    return plain in REFUSED or plain.startswith(REFUSED_PREFIXES)


def with_changes(present: Mapping[str, Secret], change: HeaderChange) -> dict[str, Secret]:
    """Return the headers after a change, by name in lower case. Raise Invalid beyond HEADERS_MAX or HEADERS_BYTES_MAX.

    Names that the change does not contain keep their values.
    """
    wanted = dict(present) | {name.lower(): value for name, value in change.items()}
    headers = {name: value for name, value in sorted(wanted.items()) if value is not None}
    size = sum(len(name) + len(value.reveal()) for name, value in headers.items())
    if len(headers) > HEADERS_MAX:
        raise _invalid("count", f"There can be at most {HEADERS_MAX} headers.")
    if size > HEADERS_BYTES_MAX:
        raise _invalid("length", f"Names and values can have at most {HEADERS_BYTES_MAX:,} bytes together.")
    return headers


def check_all_given(present: Mapping[str, Secret], change: HeaderChange) -> None:
    """Raise Invalid unless the change contains every present header: its value is not sent to another server."""
    missing = present.keys() - {name.lower() for name in change}
    if missing:
        names = ", ".join(sorted(missing))
        raise _invalid(
            "required", f"The URL leads to another server. Give these headers again, or remove them: {names}."
        )


def _invalid(code: str, detail: str) -> Invalid:
    return Invalid(fields=(FieldError(pointer="/headers", code=code, detail=detail),))
