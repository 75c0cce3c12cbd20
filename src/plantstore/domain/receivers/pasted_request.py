"""Parses requests that people paste: header lines, headers as JSON, a raw HTTP request, or a curl command.

Used by `plantstore verify` and by the console's page for debugging signatures.
"""

import json
import re
import shlex
from dataclasses import dataclass

Headers = list[tuple[str, str]]

_HEADER = re.compile(r"(?:[<>] )?([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s?(.*)")  # `curl -v` prints `> ` before sent headers
_FIRST_LINE = re.compile(r"(?:[<>] )?(?:[A-Z]+ \S+ HTTP/[0-9.]+|HTTP/[0-9.]+ [0-9]{3}.*)")
_BLANK = re.compile(rb"\r?\n\r?\n")
_ANSI_QUOTED = re.compile(
    r"(?<!\S)\$'((?:[^'\\]|\\.)*)'", re.DOTALL
)  # how "Copy as cURL" in browsers quotes non-ASCII text
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|x([0-9A-Fa-f]{1,2})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}
_DATA = ("-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json")
_HEADER_OPTIONS = ("-H", "--header")


class UnreadableRequest(Exception):
    """The pasted text cannot be parsed. `cause` and `next_step` are sentences that never quote the text."""

    def __init__(self, cause: str, *, next_step: str = "") -> None:
        super().__init__(cause)
        self.cause = cause
        self.next_step = next_step


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedRequest:
    """The headers and body of a parsed request. `body` is None if the pasted text has no body."""

    headers: Headers
    body: bytes | None


def read_headers(text: str) -> Headers:
    """Parse headers from `name: value` lines, with or without a request line before them, or from a JSON object.

    Raise UnreadableRequest if the text is neither.
    """
    if text.lstrip().startswith("{"):
        return _json_headers(text)
    headers = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip(" <>") or _FIRST_LINE.fullmatch(line.strip()):
            continue
        match = _HEADER.fullmatch(line.strip())
        if match is None:
            # Do not show the line: it may be a secret from a file that was pasted by mistake.
            raise UnreadableRequest(f"Line {number} is not a header.", next_step="Use one `name: value` per line.")
        headers.append((match[1], match[2].strip()))
    return headers


def read_request(content: bytes) -> PastedRequest:
    """Parse the text as a curl command if it begins with `curl`, otherwise as a raw HTTP request."""
    if re.match(rb"\s*(?:\$ )?curl\s", content):
        return _read_curl(content)
    parts = _BLANK.split(content.lstrip(), maxsplit=1)
    headers = read_headers(_text(parts[0]))
    body = parts[1] if len(parts) == 2 else None
    return PastedRequest(headers=headers, body=None if body is None else _within_length(headers, body))


def _within_length(headers: Headers, body: bytes) -> bytes:
    """Return the body up to its content-length (RFC 9112 §6.2) if only white space, such as a line end, follows."""
    lengths = {
        value for name, value in headers if name.lower() == "content-length" and re.fullmatch("[0-9]{1,9}", value)
    }
    length = int(lengths.pop()) if len(lengths) == 1 else len(body)
    return body if body[length:].strip() else body[:length]


def _read_curl(content: bytes) -> PastedRequest:
    arguments = _split(_text(content))
    headers: Headers = []
    parts: list[str] = []
    index = 0
    while index < len(arguments):
        option, value, used = _option(arguments, index)
        if option in _HEADER_OPTIONS:
            headers += read_headers(value)
        elif option in _DATA:
            parts.append(_data(option, value))
        index += used
    return PastedRequest(headers=headers, body="&".join(parts).encode() if parts else None)


def _option(arguments: list[str], index: int) -> tuple[str, str, int]:
    """Return the option at `index` ("" if it is ignored), its value, and the number of arguments that both take."""
    argument = arguments[index]
    for name in (*_HEADER_OPTIONS, *_DATA):
        if argument == name:
            if index + 1 == len(arguments):
                raise UnreadableRequest(f"The curl command ends after {name}.", next_step="Copy the whole command.")
            return name, arguments[index + 1], 2
        joined = f"{name}=" if name.startswith("--") else name
        if argument.startswith(joined) and not (joined == "-d" and argument.startswith("--")):
            return name, argument.removeprefix(joined), 1
    return "", "", 1


def _data(option: str, value: str) -> str:
    if value.startswith("@") and option != "--data-raw":
        raise UnreadableRequest("The curl command reads its body from a file.", next_step="Use that file as the body.")
    return value


def _split(text: str) -> list[str]:
    """Split a command line as a shell does, including $'…' quoting."""
    text = _ANSI_QUOTED.sub(lambda match: shlex.quote(_unescaped(match[1])), text.replace("\\\n", " "))
    try:
        return shlex.split(text.replace("\\\r\n", " "))
    except ValueError as error:
        raise UnreadableRequest("The curl command is incomplete: a quotation mark is missing.") from error


def _unescaped(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        code = match[1] or match[2] or match[3]
        if code is None:
            return _ESCAPED.get(match[4], match[4])
        return chr(int(code, 16)) if int(code, 16) <= 0x10FFFF else match[0]

    # The UTF-16 round trip joins surrogate pairs.
    return _ESCAPE.sub(character, text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _json_headers(text: str) -> Headers:
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableRequest("The headers begin like JSON, but are not valid JSON.") from error
    values = {
        name: value[0] if isinstance(value, list) and len(value) == 1 else value for name, value in parsed.items()
    }
    if not all(isinstance(value, str | int) for value in values.values()):
        raise UnreadableRequest("The headers must be a JSON object of strings.")
    return [(name, str(value)) for name, value in values.items()]


def _text(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise UnreadableRequest("The pasted text is not UTF-8.") from error
