"""A request as people copy it: header lines, JSON of headers, a raw HTTP request, or a curl command.

Pure, for `plantstore verify` and for the console.
"""

import json
import re
import shlex
from dataclasses import dataclass

Headers = list[tuple[str, str]]

_HEADER = re.compile(r"(?:[<>] )?([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s?(.*)")  # `> ` is how curl -v marks what it sends
_FIRST_LINE = re.compile(r"(?:[<>] )?(?:[A-Z]+ \S+ HTTP/[0-9.]+|HTTP/[0-9.]+ [0-9]{3}.*)")
_BLANK = re.compile(rb"\r?\n\r?\n")
_ANSI_QUOTED = re.compile(r"(?<!\S)\$'((?:[^'\\]|\\.)*)'", re.DOTALL)  # how browsers copy what is not plain ASCII
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|x([0-9A-Fa-f]{1,2})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}
_DATA = ("-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json")
_HEADER_OPTIONS = ("-H", "--header")


class UnreadableRequest(Exception):
    """What was copied cannot be read. `cause` and `next_step` are sentences, and hold nothing of it."""

    def __init__(self, cause: str, *, next_step: str = "") -> None:
        super().__init__(cause)
        self.cause = cause
        self.next_step = next_step


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedRequest:
    """What was copied; `body` is None when no body was among it."""

    headers: Headers
    body: bytes | None


def read_headers(text: str) -> Headers:
    """Read lines of `name: value`, with or without a request line before them, or one JSON object."""
    if text.lstrip().startswith("{"):
        return _json_headers(text)
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip(" <>") or _FIRST_LINE.fullmatch(line.strip()):
            continue
        match = _HEADER.fullmatch(line.strip())
        if match is None:
            # The line is not shown: whoever mixed up two files may have given us a secret.
            raise UnreadableRequest(f"Line {number} is no header.", next_step="Write one `name: value` in each line.")
        found.append((match[1], match[2].strip()))
    return found


def read_request(content: bytes) -> PastedRequest:
    """Read a raw HTTP request or a curl command, told apart by how they begin."""
    if re.match(rb"\s*(?:\$ )?curl\s", content):
        return _read_curl(content)
    parts = _BLANK.split(content.lstrip(), maxsplit=1)
    headers = read_headers(_text(parts[0]))
    body = parts[1] if len(parts) == 2 else None
    return PastedRequest(headers=headers, body=None if body is None else _within_length(headers, body))


def _within_length(headers: Headers, body: bytes) -> bytes:
    """Cut off the line ending that an editor put behind the body: content-length says where it ends (RFC 9112 §6.2)."""
    lengths = {
        value for name, value in headers if name.lower() == "content-length" and re.fullmatch("[0-9]{1,9}", value)
    }
    length = int(lengths.pop()) if len(lengths) == 1 else len(body)
    return body if body[length:].strip() else body[:length]


def _read_curl(content: bytes) -> PastedRequest:
    words = _words(_text(content))
    headers: Headers = []
    parts: list[str] = []
    at = 0
    while at < len(words):
        option, value, used = _option(words, at)
        if option in _HEADER_OPTIONS:
            headers += read_headers(value)
        elif option in _DATA:
            parts.append(_data(option, value))
        at += used
    return PastedRequest(headers=headers, body="&".join(parts).encode() if parts else None)


def _option(words: list[str], at: int) -> tuple[str, str, int]:
    """Give the option at a place, its value, and how many words both took."""
    word = words[at]
    for name in (*_HEADER_OPTIONS, *_DATA):
        if word == name:
            if at + 1 == len(words):
                raise UnreadableRequest(f"The curl command ends after {name}.", next_step="Copy the whole command.")
            return name, words[at + 1], 2
        joined = f"{name}=" if name.startswith("--") else name
        if word.startswith(joined) and not (joined == "-d" and word.startswith("--")):
            return name, word.removeprefix(joined), 1
    return "", "", 1


def _data(option: str, value: str) -> str:
    if value.startswith("@") and option != "--data-raw":
        raise UnreadableRequest("The curl command takes its body from a file.", next_step="Give that file as the body.")
    return value


def _words(text: str) -> list[str]:
    """Split as a shell does."""
    text = _ANSI_QUOTED.sub(lambda found: shlex.quote(_unescaped(found[1])), text.replace("\\\n", " "))
    try:
        return shlex.split(text.replace("\\\r\n", " "))
    except ValueError as error:
        raise UnreadableRequest("The curl command is not whole: a quotation mark is missing.") from error


def _unescaped(text: str) -> str:
    def one(found: re.Match[str]) -> str:
        code = found[1] or found[2] or found[3]
        if code is None:
            return _ESCAPED.get(found[4], found[4])
        return chr(int(code, 16)) if int(code, 16) <= 0x10FFFF else found[0]

    # Two halves of a surrogate pair are one letter.
    return _ESCAPE.sub(one, text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _json_headers(text: str) -> Headers:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableRequest("The headers begin like JSON, but are none.") from error
    values = {name: value[0] if isinstance(value, list) and len(value) == 1 else value for name, value in found.items()}
    if not all(isinstance(value, str | int) for value in values.values()):
        raise UnreadableRequest("The headers must be one JSON object of texts.")
    return [(name, str(value)) for name, value in values.items()]


def _text(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise UnreadableRequest("What was copied is not text in UTF-8.") from error
