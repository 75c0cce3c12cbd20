"""Forwards a request to a program on this machine, byte for byte, and returns the program's response."""

import http.client
import re
import socket
import ssl
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from plantstore.cli.listen.server import Headers, Request, Response
from plantstore.cli.support.exit_codes import WrongUsage

FORWARD_S_MAX = 30.0  # the longest deadline of a receiver: the store does not wait for a later response
RESPONSE_BYTES_MAX = 65_536  # the store keeps 4 KiB of it
_HOP_BY_HOP = frozenset(
    {"connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"}
)  # RFC 9110 §7.6.1
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")


class NoResponse(Exception):
    """The program sent no usable response; the message is a sentence that says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forwarder:
    """Sends requests to one URL. If the URL has no path, the request's path is used."""

    url: str
    parts: SplitResult
    timeout_s: float = FORWARD_S_MAX

    def forward(self, request: Request) -> Response:
        """Return the program's response, or raise NoResponse."""
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
        connection.putrequest("POST", path or request.path, skip_accept_encoding=True)  # adds the program's Host header
        for name, value in request.headers:
            if name.lower() not in _HOP_BY_HOP | {"host"}:
                connection.putheader(name, value)
        connection.endheaders(request.body)

    def _reason(self, error: Exception) -> str:
        """Return why there is no response. Most cases are subclasses of OSError: order matters."""
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
    """Return the forwarder for a URL, or raise WrongUsage."""
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
    """Drop hop-by-hop headers (RFC 9110 §7.6.1) and invalid ones from the program's response."""
    dropped = _HOP_BY_HOP | {"content-length"}
    return [
        (name, value)
        for name, value in headers
        if name.lower() not in dropped and _NAME.fullmatch(name) and _VALUE.fullmatch(value)
    ]
