"""Hand a request on to a program on this machine, byte for byte, and give its answer back."""

import http.client
import re
import socket
import ssl
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from plantstore.cli.listen.server import Answer, Headers, Request
from plantstore.cli.support.exit_codes import WrongUsage

FORWARD_S_MAX = 30.0  # the longest deadline that a receiver can have: nobody waits for a later answer
ANSWER_BYTES_MAX = 65_536  # the store keeps 4 KiB of it
_OF_ONE_CONNECTION = frozenset(
    {"connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"}
)  # RFC 9110 §7.6.1
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")


class NoAnswer(Exception):
    """The program did not answer; the text says why, as a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forwarder:
    """Sends to one URL. Without a path of its own, the path of the request is kept."""

    url: str
    parts: SplitResult
    timeout_s: float = FORWARD_S_MAX

    def forward(self, request: Request) -> Answer:
        """Give the program's answer, or NoAnswer."""
        connection = self._open()
        try:
            self._send(connection, request)
            answer = connection.getresponse()
            body = answer.read(ANSWER_BYTES_MAX)
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer(self._why(error)) from error
        finally:
            connection.close()
        if not 200 <= answer.status <= 599:
            raise NoAnswer(f"{self.url} answered with the status {answer.status}, which is none for a request.")
        return Answer(status=answer.status, headers=_passed_on(answer.getheaders()), body=body)

    def _open(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self.parts.scheme == "https" else http.client.HTTPConnection
        return kind(self.parts.hostname or "", self.parts.port, timeout=self.timeout_s)

    def _send(self, connection: http.client.HTTPConnection, request: Request) -> None:
        path = self.parts.path + (f"?{self.parts.query}" if self.parts.query else "")
        connection.putrequest("POST", path or request.path, skip_accept_encoding=True)  # its Host is the program's
        for name, value in request.headers:
            if name.lower() not in _OF_ONE_CONNECTION | {"host"}:
                connection.putheader(name, value)
        connection.endheaders(request.body)

    def _why(self, error: Exception) -> str:
        """Say why there is no answer. The order matters: each is an OSError of its own kind."""
        match error:
            case ssl.SSLCertVerificationError():
                return f"The certificate of {self.url} is not trusted: {error.verify_message}."
            case ssl.SSLError():
                return f"{self.url} does not speak TLS as it should."
            case TimeoutError():
                return f"{self.url} did not answer within {self.timeout_s:g} s."
            case ConnectionRefusedError():
                return f"No program answers at {self.url} (connection refused)."
            case socket.gaierror():
                return f"There is no host {self.parts.hostname}."
            case http.client.HTTPException() | ConnectionError():
                return f"{self.url} broke off its answer, or does not speak HTTP."
        assert isinstance(error, OSError)
        return f"{self.url} cannot be reached: {error.strerror or error}."


def make_forwarder(text: str) -> Forwarder:
    """Read the URL to forward to, or WrongUsage."""
    try:
        parts = urlsplit(text)
        fine = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:
        fine = False
    if not fine or not text.isascii() or not text.isprintable() or " " in text:
        raise WrongUsage(f"{text} is no address to forward to.", next_step="Write it as http://127.0.0.1:3000/path.")
    if parts.username is not None or parts.fragment:
        raise WrongUsage("The address to forward to has no user and no #.")
    return Forwarder(url=text, parts=parts)


def _passed_on(headers: Headers) -> Headers:
    """What of the program's headers the store gets: all that may stand there, but for those of the one connection."""
    dropped = _OF_ONE_CONNECTION | {"content-length"}
    return [(name, value) for name, value in headers if name.lower() not in dropped and _VALUE.fullmatch(value)]
