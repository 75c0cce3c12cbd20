"""Parses a receiver's URL strictly: every parser understands an accepted URL in the same way.

Nothing is repaired. A URL that two programs could parse differently (user names, backslashes, disguised numbers,
confusable characters) is refused with advice on what to write. The result is canonical: a lower-case ASCII
name or a plain address, no default port, and the path exactly as it was written.
"""

import ipaddress
import re
import unicodedata
from dataclasses import dataclass

import idna

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.receivers.receiver import WEBHOOK_PATH

URL_CHARS_MAX = 2048  # the limit of old browsers and most proxies
HOST_CHARS_MAX = 253  # RFC 1035 §2.3.4, without the final dot
LABEL_CHARS_MAX = 63  # RFC 1035 §2.3.4
DEFAULT_PORTS = {"http": 80, "https": 443}

# The Fetch standard's "bad ports": their servers may execute lines of an HTTP request as commands.
# fmt: off
FETCH_BAD_PORTS = frozenset({
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
    110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530,
    531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190,
    5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
})
# fmt: on
# Ports with the same danger that the standard leaves out: MySQL, PostgreSQL, Redis, memcached and MongoDB.
STORE_PORTS = frozenset({3306, 5432, 6379, 11211, 27017})

_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_UNSAFE = re.compile(r"[\x00-\x20\x7f\\]")
_PARTS = re.compile(r"(?P<scheme>https?)://(?P<authority>[^/?]*)(?P<path>.*)", re.DOTALL)
_AUTHORITY = re.compile(r"(?:\[(?P<literal>[^\[\]]*)\]|(?P<name>[^:\[\]]*))(?P<port>:.*)?", re.DOTALL)
_DOTTED_QUAD = re.compile(rf"{_OCTET}(?:\.{_OCTET}){{3}}")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")  # "ends in a number" of WHATWG URL §3.5
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?")  # underscores occur in names of private networks
_PORT = re.compile(r"[1-9][0-9]{0,4}")
_PATH = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*")  # RFC 3986 §3.3 and §3.4


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverUrl:
    """A receiver's address. `host` is ASCII, IPv6 without brackets; `path` is path and query as written."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def tls(self) -> bool:
        return self.scheme == "https"

    @property
    def literal(self) -> bool:
        """True if the host is an address, which needs no resolving."""
        return ":" in self.host or _DOTTED_QUAD.fullmatch(self.host) is not None

    @property
    def host_header(self) -> str:
        """The value of `Host` (RFC 9110 §7.2): brackets around IPv6, no default port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def text(self) -> str:
        """The URL as it is stored and shown; parsing it returns an equal value."""
        return f"{self.scheme}://{self.host_header}{self.path}"


def have_same_origin(one: str, other: str) -> bool:
    """True if two URLs have the same scheme, host and port, so that credentials for one are for the other.

    False if `parse_url` does not accept one of them, such as a stored URL of an earlier version.
    """
    try:
        first, second = parse_url(one), parse_url(other)
    except Invalid:
        return False
    return (first.scheme, first.host, first.port) == (second.scheme, second.host, second.port)


def token_needed() -> Invalid:
    """Return the error for a URL of another origin without the access token of the new server."""
    detail = "The URL leads to another server. Give its access token too: the present one is not sent there."
    return Invalid(fields=(FieldError(pointer="/access_token", code="required", detail=detail),))


def parse_url(text: str) -> ReceiverUrl:
    """Parse a receiver's URL; raise Invalid with one FieldError that says what to write instead.

    Whether the host may be called is checked elsewhere (`addresses.py`).

    >>> parse_url("http://Shop.example:80").text
    'http://shop.example/plant/webhook'
    """
    _check_characters(text)
    parts = _PARTS.fullmatch(text)
    if parts is None:
        raise _invalid("scheme", "Begin with http:// or https://, in lower case.")
    authority = _split_authority(parts["authority"])
    host = _read_name(authority["name"]) if authority["literal"] is None else _read_ipv6(authority["literal"])
    port = _read_port(authority["port"], scheme=parts["scheme"])
    url = ReceiverUrl(scheme=parts["scheme"], host=host, port=port, path=_read_path(parts["path"]))
    if len(url.text) > URL_CHARS_MAX:
        raise _too_long()
    return url


def _check_characters(text: str) -> None:
    if not text:
        raise _invalid("required", "Write the URL to call, such as https://shop.example/plant/webhook.")
    if len(text) > URL_CHARS_MAX:
        raise _too_long()
    if _UNSAFE.search(text):
        raise _invalid("characters", "Leave out spaces, line ends, control characters and backslashes.")
    if "#" in text:
        raise _invalid("fragment", "Leave out the # and what follows: it is never sent. Write a # in the path as %23.")


def _split_authority(authority: str) -> re.Match[str]:
    """Split host and port. A user name is refused, because people mistake the text before an @ for the host."""
    if "@" in authority:
        raise _invalid("userinfo", "Leave out the user name and password; give the receiver an access token instead.")
    if not authority or (authority.startswith(":") and "::" not in authority):
        raise _invalid("host", "Name a host after the two slashes.")
    found = _AUTHORITY.fullmatch(authority)
    if found is None or (found["port"] or "").count(":") > 1:
        raise _invalid("brackets", "Write an IPv6 address in brackets, such as https://[2001:db8::1]:8443/.")
    return found


def _read_ipv6(literal: str) -> str:
    """Shorten an IPv6 address as in RFC 5952. Zones (%eth0) and other literals ([v1.x]) are refused."""
    try:
        if "%" in literal:
            raise ValueError
        return ipaddress.IPv6Address(literal).compressed
    except ValueError:
        raise _invalid("ipv6", "Write a plain IPv6 address in the brackets, without a zone.") from None


def _read_name(name: str) -> str:
    """Return a DNS name or a dotted quad in lower-case ASCII."""
    if "%" in name:
        raise _invalid("host_percent", "Write the host without percent signs.")
    if name.endswith("."):
        raise _invalid("host_dot", "Leave out the dot at the end of the host.")
    host = name.lower() if name.isascii() else _to_ascii(name)
    labels = host.split(".")
    if _NUMBER.fullmatch(labels[-1]):
        return _check_quad(host)
    if len(host) > HOST_CHARS_MAX or max(map(len, labels)) > LABEL_CHARS_MAX:
        raise _invalid(
            "host_length", f"A host has at most {HOST_CHARS_MAX} characters, and {LABEL_CHARS_MAX} between dots."
        )
    for label in labels:
        _check_label(label)
    return host


def _to_ascii(name: str) -> str:
    """Encode non-ASCII letters as xn-- labels (IDNA 2008, mapped by UTS 46 with its STD3 rules).

    The mapping may only change case: circled digits, wide letters, soft hyphens and the like make names that a person
    cannot tell from others.
    """
    lower = unicodedata.normalize("NFC", "".join(letter.lower() for letter in name))
    try:
        if len(name) > HOST_CHARS_MAX or idna.uts46_remap(name, std3_rules=True) != lower or lower.isascii():
            raise idna.IDNAError
        return idna.encode(name, strict=True, uts46=True, std3_rules=True).decode("ascii")
    except UnicodeError:
        raise _invalid(
            "host_idna", "Write the host in plain letters and dots; this is no valid international name."
        ) from None


def _check_quad(host: str) -> str:
    if not _DOTTED_QUAD.fullmatch(host):
        raise _invalid(
            "ipv4", "Write an IPv4 address as four decimal numbers without leading zeros, such as 192.0.2.1."
        )
    return host


def _check_label(label: str) -> None:
    if not _LABEL.fullmatch(label):
        raise _invalid("host_name", "Write a host of letters, digits, hyphens and single dots, such as shop.example.")
    if label.startswith("xn--") and not _is_international(label):
        raise _invalid("host_idna", "A part of the host begins with xn-- but is no valid international name.")


def _is_international(label: str) -> bool:
    """True if an xn-- label can be decoded, and encoding the result returns the same label."""
    try:
        return idna.alabel(idna.ulabel(label)).decode("ascii") == label
    except UnicodeError:
        return False


def _read_port(text: str | None, *, scheme: str) -> int:
    if text is None:
        return DEFAULT_PORTS[scheme]
    digits = text.removeprefix(":")
    if not _PORT.fullmatch(digits) or int(digits) > 65_535:
        raise _invalid("port", "Write a port from 1 to 65535 without leading zeros, or leave out the colon.")
    port = int(digits)
    if port in FETCH_BAD_PORTS or port in STORE_PORTS:
        raise _invalid("port_blocked", f"Port {port} belongs to another protocol; choose one that serves HTTP.")
    return port


def _read_path(path: str) -> str:
    if not path:
        return WEBHOOK_PATH
    if not path.startswith("/"):
        raise _invalid("path", "Write a slash before the question mark.")
    if not _PATH.fullmatch(path):
        raise _invalid(
            "path", "Percent-encode everything in the path but letters, digits and -._~!$&'()*+,;=:@/? (RFC 3986)."
        )
    return path


def _too_long() -> Invalid:
    return _invalid("length", f"Use at most {URL_CHARS_MAX} characters.")


def _invalid(code: str, detail: str) -> Invalid:
    return Invalid(fields=(FieldError(pointer="/url", code=code, detail=detail),))
