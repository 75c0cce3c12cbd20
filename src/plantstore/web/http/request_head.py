"""Parses the request line and the headers of an HTTP/1.1 request (RFC 9112) strictly.

Anything that a proxy in front of the server could parse differently is refused, even where the RFC allows it: if two
parsers disagree on where a request ends, one client can write the beginning of another client's request (request
smuggling). The `Upgrade` header is ignored (RFC 9110 §7.8).
"""

import re
from collections import Counter

import msgspec

from plantstore.domain.errors import Malformed
from plantstore.web.http.problems import HeadTooLarge, UnknownTransfer, WrongVersion

HEADERS_MAX = 256  # max per request; browsers send about 20, proxies add about 10, Apache allows 100
CODING_BYTES_MAX = 1_024  # max length of Transfer-Encoding; all registered codings together have 40 bytes
LENGTH_DIGITS_MAX = 18  # max digits of Content-Length, so that it fits a signed 64-bit integer

Header = tuple[bytes, bytes]

_TOKEN = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"  # RFC 9110 §5.6.2
_VALUE = rb"[^\x00-\x08\x0a-\x1f\x7f]*"  # any byte except control characters; a tab is white space
_REQUEST_LINE = re.compile(rb"(%s) ([\x21-\x7e]+) HTTP/([0-9]\.[0-9])\r\n" % _TOKEN)
_HEADER = re.compile(rb"^(%s):(%s)\r\n" % (_TOKEN, _VALUE), re.MULTILINE)
_TOKENS = re.compile(rb"%s(?:[ \t]*,[ \t]*%s)*" % (_TOKEN, _TOKEN))
_DIGITS = re.compile(rb"[0-9]{1,%d}" % LENGTH_DIGITS_MAX)
_NAME = rb"(?:[0-9A-Za-z._~-]+|\[[0-9A-Fa-f:.]+\])"  # no sub-delims (RFC 3986 §2.2), which no host name has
_HOST = re.compile(rb"%s(?::[0-9]{0,5})?" % _NAME)
_ABSOLUTE = re.compile(rb"https?://([^/?]*)(.*)", re.IGNORECASE)

_WHITE = b" \t"
_ONCE = frozenset({b"host", b"content-length", b"transfer-encoding", b"expect"})


class RequestHead(msgspec.Struct, frozen=True):  # creating a dataclass takes ten times as long
    """A request line and headers. Header names are in lower case; values have no surrounding white space.

    `address` is the path and the query (origin-form). `body_bytes` is None if the body is chunked.
    """

    method: str
    address: bytes
    version: str
    headers: list[Header]
    body_bytes: int | None
    keep_alive: bool
    awaits_continue: bool


def parse_head(raw: bytes) -> RequestHead:
    """Parse a request head, up to the empty line. Raise a StoreError if the head is invalid or ambiguous."""
    method, target, version, start = _request_line(raw)
    end = len(raw) - 2
    headers = [(name.lower(), value.strip(_WHITE)) for name, value in _HEADER.findall(raw, start, end)]
    if len(headers) != raw.count(b"\n", start, end):
        raise Malformed("A header line is not a name, a colon and a value.")
    if len(headers) > HEADERS_MAX:
        raise HeadTooLarge(f"The request has more than {HEADERS_MAX} headers.")
    by_name = _by_name(headers)
    host = _host(by_name.get(b"host"), version)
    connection, expect = by_name.get(b"connection"), by_name.get(b"expect")
    return RequestHead(
        method=method.decode("ascii"),
        address=target if target.startswith(b"/") else _origin_form(target, host),
        version=version,
        headers=headers,
        body_bytes=_body_bytes(by_name.get(b"transfer-encoding"), by_name.get(b"content-length"), version),
        keep_alive=version == "1.1" and not (connection and _is_close(connection)),
        awaits_continue=version == "1.1" and expect is not None and expect.lower() == b"100-continue",
    )


def _request_line(raw: bytes) -> tuple[bytes, bytes, str, int]:
    """Return the method, the address, the version, and the offset of the headers."""
    line = _REQUEST_LINE.match(raw)
    if line is None:
        raise Malformed("This is not a valid HTTP request.")
    method, target, version = line.groups()
    if version not in (b"1.1", b"1.0"):
        raise WrongVersion
    if method == b"CONNECT":
        raise UnknownTransfer("CONNECT is not supported: this is not a proxy.")
    if b"#" in target:
        raise Malformed("The URL has a fragment.")
    return method, target, version.decode("ascii"), line.end()


def _by_name(headers: list[Header]) -> dict[bytes, bytes]:
    """Return headers by name. Join repeated Connection headers; refuse repeated headers that affect parsing."""
    by_name = dict(headers)
    if len(by_name) < len(headers):
        times = Counter(name for name, _ in headers)
        for name in sorted(_ONCE & times.keys()):
            if times[name] > 1:
                raise Malformed(f"The header {name.decode('ascii')} was sent more than once.")
        by_name[b"connection"] = b",".join(value for name, value in headers if name == b"connection")
    return by_name


def _is_close(connection: bytes) -> bool:
    return any(option.strip(_WHITE) == b"close" for option in connection.lower().split(b","))


def _host(value: bytes | None, version: str) -> bytes | None:
    if value is None:
        if version == "1.1":
            raise Malformed("The header Host is missing (RFC 9112, section 3.2).")
    elif not _HOST.fullmatch(value):
        raise Malformed("The header Host is not a name and a port.")
    return value


def _origin_form(target: bytes, host: bytes | None) -> bytes:
    """Return the path and the query of a request target in absolute-form, which clients send to proxies."""
    parts = _ABSOLUTE.fullmatch(target)
    if parts is None:
        raise Malformed("The URL does not begin with a slash.")
    authority, rest = parts.groups()
    if not _HOST.fullmatch(authority) or (host is not None and host.lower() != authority.lower()):
        raise Malformed("The URL and the header Host name different hosts.")
    return bytes(rest) if rest.startswith(b"/") else b"/" + rest


def _body_bytes(coding: bytes | None, length: bytes | None, version: str) -> int | None:
    """Return the length of the body in bytes; None if it is chunked (RFC 9112 §6.3)."""
    if coding is not None:
        if length is not None:
            raise Malformed("There is both a Transfer-Encoding and a Content-Length.")
        _check_coding(coding, version)
        return None
    if length is None:
        return 0
    if not _DIGITS.fullmatch(length):
        raise Malformed("The Content-Length is not a number.")
    return int(length)


def _check_coding(value: bytes, version: str) -> None:
    if version == "1.0":
        raise Malformed("HTTP/1.0 has no Transfer-Encoding.")
    if value.lower() == b"chunked":
        return
    if len(value) > CODING_BYTES_MAX or not _TOKENS.fullmatch(value) or value.lower().count(b"chunked") > 1:
        raise Malformed("The Transfer-Encoding cannot be parsed.")
    raise UnknownTransfer("The only supported Transfer-Encoding is chunked.")
