"""Forwards a request to a program on this machine, with its body unchanged, and returns the program's response."""

import http.client
import re
import socket
import ssl
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from plantstore.cli.listen.server import Headers, Request, Response
from plantstore.cli.support.exit_codes import WrongUsage

FORWARD_S_MAX = 30.0  # timeout of a forwarded request: the longest deadline that a receiver can have
RESPONSE_BYTES_MAX = 65_536  # max bytes of a response body returned to the store, which keeps the first 4 KiB
_HOP_BY_HOP = frozenset(
    {"connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"}
)  # hop-by-hop headers (RFC 9110 §7.6.1)
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")


class NoResponse(Exception):
    """The program sent no usable response. The message is a sentence that says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forwarder:
    """Forwards requests to one URL. If the URL has no path, the path of each request is used."""

    url: str
    parts: SplitResult
    timeout_s: float = FORWARD_S_MAX

    def forward(self, request: Request) -> Response:
        """Forward the request and return the program's response; raise NoResponse if there is no usable response."""
        connection = self._open()
        try:
            self._send(connection, request)
            response = connection.getresponse()
            body = response.read(RESPONSE_BYTES_MAX)
        except (OSError, http.client.HTTPException) as error:
            raise NoResponse(self._reason(error)) from error
        finally:
            connection.close()
        if not 200 <= response.status <= 599:
            raise NoResponse(f"{self.url} responded with status {response.status}, which is not a final one.")
        return Response(status=response.status, headers=_end_to_end(response.getheaders()), body=body)

    def _open(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self.parts.scheme == "https" else http.client.HTTPConnection
        return kind(self.parts.hostname or "", self.parts.port, timeout=self.timeout_s)

    def _send(self, connection: http.client.HTTPConnection, request: Request) -> None:
        path = self.parts.path + (f"?{self.parts.query}" if self.parts.query else "")
        connection.putrequest("POST", path or request.path, skip_accept_encoding=True)  # sets the program's Host header
        for name, value in request.headers:
            if name.lower() not in _HOP_BY_HOP | {"host"}:
                connection.putheader(name, value)
        connection.endheaders(request.body)

    def _reason(self, error: Exception) -> str:
        """Return a sentence that says why there is no response. Order matters: most cases are subclasses of OSError."""
        match error:
            case ssl.SSLCertVerificationError():
                return f"The certificate of {self.url} is not trusted: {error.verify_message}."
            case ssl.SSLError():
                return f"The TLS handshake with {self.url} failed."
            case TimeoutError():
                return f"{self.url} did not respond within {self.timeout_s:g} s."
            case ConnectionRefusedError():
                return f"No program is running at {self.url} (connection refused)."
            case socket.gaierror():
                return f"There is no host {self.parts.hostname}."
            case http.client.HTTPException() | ConnectionError():
                return f"{self.url} closed the connection early, or does not speak HTTP."
        assert isinstance(error, OSError)
        return f"Cannot reach {self.url}: {error.strerror or error}."


def make_forwarder(text: str) -> Forwarder:
    """Return a forwarder for the URL; raise WrongUsage if the URL is invalid."""
    try:
        parts = urlsplit(text)
        is_url = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:
        is_url = False
    if not is_url or not text.isascii() or not text.isprintable() or " " in text:
        raise WrongUsage(f"{text} is not a URL to forward to.", next_step="Write it as http://127.0.0.1:3000/path.")
    if parts.username is not None or parts.fragment:
        raise WrongUsage("The URL to forward to must not have a user or a fragment.")
    return Forwarder(url=text, parts=parts)


def _end_to_end(headers: Headers) -> Headers:
    """Return the response headers without Content-Length, hop-by-hop headers (RFC 9110 §7.6.1) and invalid headers."""
    dropped = _HOP_BY_HOP | {"content-length"}
    return [
        (name, value)
        for name, value in headers
        if name.lower() not in dropped and _NAME.fullmatch(name) and _VALUE.fullmatch(value)
    ]
