"""Requests that two parsers could read differently, each with a second request hidden in its body.

Our server must treat each as one request whose body is everything that follows (`status` SERVED), or refuse it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

SERVED = 0  # the application decides
PATH = "/api/v1/plants"
PADDING = b"\r\n" * 6_000  # more than proxies send in one piece, and white space to most parsers


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """One request, sent in these pieces. `body`: what the application must receive if it is served."""

    kind: str
    name: str
    pieces: tuple[bytes, ...]
    status: int = SERVED
    body: bytes = b""


def ambiguous(hidden: bytes, *headers: bytes) -> list[Ambiguous]:
    """Return every request, with `hidden` as its body and these additional headers."""
    common = b"".join(line + b"\r\n" for line in headers)
    return [
        *_upgrades(hidden, common),
        *_lengths(hidden, common),
        *_codings(hidden, common),
        *_chunks(hidden, common),
        *_lines(hidden, common),
        *_names(hidden, common),
        *_hosts(hidden, common),
    ]


def chunked(body: bytes) -> bytes:
    return b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)


def _head(
    *lines: bytes, first: bytes = b"POST /api/v1/plants HTTP/1.1", host: bytes = b"Host: store.example\r\n"
) -> bytes:
    return first + b"\r\n" + host + b"".join(line + b"\r\n" for line in lines) + b"\r\n"


def _with(common: bytes, head: bytes) -> bytes:
    """Insert headers after the request line of a head from `_head`."""
    first, end, rest = head.partition(b"\r\n")
    return first + end + common + rest


def _refused(kind: str, status: int, cases: dict[str, bytes], hidden: bytes, common: bytes) -> Iterator[Ambiguous]:
    for name, head in cases.items():
        yield Ambiguous(kind, name, (_with(common, head) + hidden,), status)


def _upgrades(hidden: bytes, common: bytes) -> Iterator[Ambiguous]:
    protocols = (b"websocket", b"WebSocket", b"h2c", b"foo", b"TLS/1.0, HTTP/1.1", b"")
    connections = (
        (b"Connection: Upgrade",),
        (b"Connection: upgrade, HTTP2-Settings", b"HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA"),
        (b"Connection: keep-alive, Upgrade",),
        (b"Connection: keep-alive", b"Connection: Upgrade"),
    )
    for protocol in protocols:
        for count, connection in enumerate(connections):
            lines = (*connection, b"Upgrade: " + protocol)
            name = f"{protocol.decode()} {count}"
            yield from _bodies(f"upgrade {name}", lines, hidden, common)
    for name, method in {"GET": b"GET", "DELETE": b"DELETE", "OPTIONS": b"OPTIONS"}.items():
        lines = (b"Connection: Upgrade", b"Upgrade: h2c", b"Content-Length: %d" % len(hidden))
        head = _with(common, _head(*lines, first=method + b" /api/v1/plants HTTP/1.1"))
        yield Ambiguous("upgrade", f"{name} with a body", (head, hidden), body=hidden)


def _bodies(name: str, lines: tuple[bytes, ...], hidden: bytes, common: bytes) -> Iterator[Ambiguous]:
    padded = PADDING + hidden
    sized = _with(common, _head(*lines, b"Content-Length: %d" % len(hidden)))
    long = _with(common, _head(*lines, b"Content-Length: %d" % len(padded)))
    in_chunks = _with(common, _head(*lines, b"Transfer-Encoding: chunked"))
    yield Ambiguous("upgrade", f"{name}, body in the same piece", (sized + hidden,), body=hidden)
    yield Ambiguous("upgrade", f"{name}, body in the next piece", (sized, hidden), body=hidden)
    yield Ambiguous("upgrade", f"{name}, long body", (long, padded), body=padded)
    yield Ambiguous("upgrade", f"{name}, chunked", (in_chunks, chunked(hidden)), body=hidden)


def _lengths(hidden: bytes, common: bytes) -> Iterator[Ambiguous]:
    size = len(hidden)
    values = {
        "twice in a list": b"%d, %d" % (size, size),
        "two in a list": b"%d, 0" % size,
        "list with nothing": b"%d," % size,
        "plus": b"+%d" % size,
        "minus": b"-%d" % size,
        "minus zero": b"-0",
        "hexadecimal": b"0x%x" % size,
        "octal": b"0o%o" % size,
        "fraction": b"%d.0" % size,
        "exponent": b"%de0" % size,
        "underscore": b"0_%d" % size,
        "quoted": b'"%d"' % size,
        "parameter": b"%d;a=b" % size,
        "words": b"%d bytes" % size,
        "two numbers": b"0 %d" % size,
        "empty": b"",
        "too many digits": b"9" * 19,
        "zeros in front": b"%030d" % size,
        "2⁶⁴ more": b"%d" % (size + 2**64),
        "full width": "０".encode(),
        "form feed": b"\x0c%d" % size,
        "vertical tab": b"%d\x0b" % size,
        "NUL": b"%d\x00" % size,
    }
    cases = {f"length: {name}": _head(b"Content-Length: " + value) for name, value in values.items()}
    cases |= {
        "length: twice the same": _head(b"Content-Length: %d" % size, b"content-length: %d" % size),
        "length: two": _head(b"Content-Length: %d" % size, b"Content-Length: 0"),
        "length: two, the other first": _head(b"Content-Length: 0", b"Content-Length: %d" % size),
        "length: space before the colon": _head(b"Content-Length : %d" % size),
        "length: tab before the colon": _head(b"Content-Length\t: %d" % size),
        "length: folded": _head(b"Content-Length:\r\n %d" % size),
        "length: space in front": _head(b"X: a", b" Content-Length: %d" % size),
        "length: NUL in the name": _head(b"Content-Length\x00: %d" % size),
    }
    yield from _refused("length", 400, cases, hidden, common)
    for name, value in {"zeros": b"%010d" % size, "spaces": b"  %d \t" % size}.items():
        head = _with(common, _head(b"Content-Length:" + value))
        yield Ambiguous("length", f"length: {name}", (head, hidden), body=hidden)


def _codings(hidden: bytes, common: bytes) -> Iterator[Ambiguous]:
    unreadable = {
        "empty": b"",
        "quoted": b'"chunked"',
        "parameter": b"chunked;q=1",
        "twice": b"chunked, chunked",
        "comma behind": b"chunked,",
        "comma before": b", chunked",
        "two words": b"chunked identity",
        "vertical tab": b"\x0bchunked",
        "form feed": b"chunked\x0c",
        "NUL": b"chunked\x00",
        "carriage return": b"chunked\rX: a",
        "line feed": b"\nchunked",
        "no-break space": b"chunked\xa0",
        "braces": b"{chunked}",
    }
    unknown = {
        "x-chunked": b"x-chunked",
        "xchunked": b"xchunked",
        "identity": b"identity",
        "identity behind": b"chunked, identity",
        "identity before": b"identity, chunked",
        "gzip": b"gzip, chunked",
        "gzip alone": b"gzip",
        "cow": b"cow, chunked",
        "plural": b"chunkeds",
    }
    length, coding = b"Content-Length: %d" % len(hidden), b"Transfer-Encoding: chunked"
    body = chunked(hidden)
    malformed = {f"coding: {name}": _head(b"Transfer-Encoding: " + value) for name, value in unreadable.items()}
    malformed |= {
        "coding: and a length": _head(coding, length),
        "coding: and a length before": _head(length, coding),
        "coding: and no length": _head(coding, b"Content-Length: 0"),
        "coding: unknown, and a length": _head(length, b"Transfer-Encoding: x"),
        "coding: two headers": _head(coding, coding),
        "coding: two, one unknown": _head(coding, b"Transfer-Encoding: x"),
        "coding: two, identity first": _head(b"Transfer-Encoding: identity", coding),
        "coding: space before the colon": _head(b"Transfer-Encoding : chunked"),
        "coding: folded": _head(b"Transfer-Encoding:\r\n chunked"),
        "coding: folded behind": _head(b"Transfer-Encoding: chunked\r\n , identity"),
        "coding: behind a bare line feed": _head(b"X: a\nTransfer-Encoding: chunked"),
        "coding: behind a bare carriage return": _head(b"X: a\rTransfer-Encoding: chunked"),
        "coding: space in front": _head(b"X: a", b" Transfer-Encoding: chunked"),
        "coding: of HTTP/1.0": _head(coding, first=b"POST /api/v1/plants HTTP/1.0"),
        "coding: of HTTP/1.0 with a length": _head(coding, length, first=b"POST /api/v1/plants HTTP/1.0"),
    }
    yield from _refused("coding", 400, malformed, body, common)
    others = {f"coding: {name}": _head(b"Transfer-Encoding: " + value) for name, value in unknown.items()}
    yield from _refused("coding", 501, others, body, common)
    for name, value in {"capitals": b"CHUNKED", "tab": b"\tchunked\t"}.items():
        head = _with(common, _head(b"Transfer-Encoding:" + value))
        yield Ambiguous("coding", f"coding: {name}", (head, body), body=hidden)


def _chunks(hidden: bytes, common: bytes) -> Iterator[Ambiguous]:
    size, head = len(hidden), _with(common, _head(b"Transfer-Encoding: chunked"))
    end = b"\r\n0\r\n\r\n"
    refused = {
        "0x": b"0x%x\r\n" % size + hidden + end,
        "plus": b"+%x\r\n" % size + hidden + end,
        "minus": b"-%x\r\n" % size + hidden + end,
        "space behind": b"%x \r\n" % size + hidden + end,
        "space before": b" %x\r\n" % size + hidden + end,
        "no size": b"\r\n" + hidden + end,
        "no number": b"xyz\r\n" + hidden + end,
        "underscore": b"0_%x\r\n" % size + hidden + end,
        "too many digits": b"%017x\r\n" % size + hidden + end,
        "2⁶⁴ more": b"%x\r\n" % (size + 2**64) + hidden + end,
        "bare line feed": b"%x\n" % size + hidden + end,
        "bare carriage return": b"%x\r" % size + hidden + end,
        "bare line feed in an extension": b"%x;\n" % size + hidden + end,
        "bare line feed behind a word": b"%x;a\n%x\r\n" % (size, size) + hidden + end,
        "carriage return in an extension": b"%x;a\r\r\n" % size + hidden + end,
        "NUL in an extension": b"%x;a\x00b\r\n" % size + hidden + end,
        "line end in a quoted extension": b'%x;a="\r\n' % size + hidden + b'"' + end,
        "no name of an extension": b"%x;=b\r\n" % size + hidden + end,
        "too much data": b"1\r\n" + hidden + end,
        "no line end behind the data": b"%x\r\n" % size + hidden + b"0\r\n\r\n",
        "bare line feed behind the data": b"%x\r\n" % size + hidden + b"\n0\r\n\r\n",
        "space before the last": b"0 \r\n\r\n" + hidden,
        "line feeds behind the last": b"0\n\n" + hidden,
        "a request as trailers": b"0\r\n" + hidden,
        "a trailer without a colon": b"0\r\nX\r\n\r\n" + hidden,
        "a trailer with a space": b"0\r\nX : a\r\n\r\n" + hidden,
        "a trailer with a bare line feed": b"0\r\nX: a\n\n" + hidden,
        "a folded trailer": b"0\r\nX: a\r\n b\r\n\r\n" + hidden,
    }
    for name, body in refused.items():
        yield Ambiguous("chunk", f"chunk: {name}", (head, body), 400)
    piece = b"%x" % size
    served = {
        "capitals": b"00%X\r\n" % size + hidden + end,
        "extension": piece + b';a;b=c ; d = "e;\\"\xff"\r\n' + hidden + b"\r\n0;last\r\n\r\n",
        "trailers": piece + b"\r\n" + hidden + b"\r\n0\r\nContent-Length: 5\r\nAuthorization: Bearer x\r\n\r\n",
        "zeros": piece + b"\r\n" + hidden + b"\r\n000\r\n\r\n",
    }
    for name, body in served.items():
        yield Ambiguous("chunk", f"chunk: {name}", (head, body), body=hidden)


def _lines(hidden: bytes, common: bytes) -> Iterator[Ambiguous]:
    length = b"Content-Length: %d" % len(hidden)
    sized = b"Host: store.example\r\n" + length + b"\r\n\r\n"
    requests = {
        "two spaces": b"POST  /api/v1/plants HTTP/1.1\r\n",
        "two spaces behind": b"POST /api/v1/plants  HTTP/1.1\r\n",
        "tab": b"POST\t/api/v1/plants HTTP/1.1\r\n",
        "vertical tab": b"POST\x0b/api/v1/plants HTTP/1.1\r\n",
        "space in front": b" POST /api/v1/plants HTTP/1.1\r\n",
        "space at the end": b"POST /api/v1/plants HTTP/1.1 \r\n",
        "space in the address": b"POST /api/v1/plants ?a HTTP/1.1\r\n",
        "fragment": b"POST /api/v1/plants#a HTTP/1.1\r\n",
        "above ASCII": "POST /api/v1/plänts HTTP/1.1\r\n".encode(),
        "NUL in the address": b"POST /api/v1/plants\x00 HTTP/1.1\r\n",
        "delete in the address": b"POST /api/v1/plants\x7f HTTP/1.1\r\n",
        "no version": b"POST /api/v1/plants\r\n",
        "half a version": b"POST /api/v1/plants HTTP/1\r\n",
        "long version": b"POST /api/v1/plants HTTP/1.10\r\n",
        "small letters": b"POST /api/v1/plants http/1.1\r\n",
        "another protocol": b"POST /api/v1/plants ICAP/1.1\r\n",
        "no method": b" /api/v1/plants HTTP/1.1\r\n",
        "method is no token": b"PO(ST /api/v1/plants HTTP/1.1\r\n",
        "method with a colon": b"POST: /api/v1/plants HTTP/1.1\r\n",
        "bare line feed": b"POST /api/v1/plants HTTP/1.1\n",
        "bare carriage return": b"POST /api/v1/plants HTTP/1.1\r",
        "carriage return twice": b"POST /api/v1/plants HTTP/1.1\r\r\n",
        "two empty lines before": b"\r\n\r\nPOST /api/v1/plants HTTP/1.1\r\n",
        "bare line feed before": b"\nPOST /api/v1/plants HTTP/1.1\r\n",
        "no slash": b"POST api/v1/plants HTTP/1.1\r\n",
        "asterisk": b"POST * HTTP/1.1\r\n",
        "authority": b"POST store.example:80 HTTP/1.1\r\n",
        "another scheme": b"POST ftp://store.example/api/v1/plants HTTP/1.1\r\n",
        "another host": b"POST http://other.example/api/v1/plants HTTP/1.1\r\n",
        "a person": b"POST http://a@store.example/api/v1/plants HTTP/1.1\r\n",
        "no host in the address": b"POST http:///api/v1/plants HTTP/1.1\r\n",
    }
    for name, line in requests.items():
        pieces = (line + common + sized + hidden,)
        yield Ambiguous("line", f"line: {name}", pieces, 400)
    for version in (b"0.9", b"1.2", b"2.0", b"3.0"):
        head = _with(common, _head(length, first=b"POST /api/v1/plants HTTP/" + version))
        yield Ambiguous("line", f"line: HTTP/{version.decode()}", (head + hidden,), 505)
    head = _with(common, _head(length, first=b"CONNECT store.example:80 HTTP/1.1"))
    yield Ambiguous("line", "line: CONNECT", (head, hidden), 501)
    yield Ambiguous("line", "line: HTTP/2", (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + hidden,), 505)
    served = {
        "absolute": b"POST http://store.example/api/v1/plants HTTP/1.1",
        "absolute in capitals": b"POST HTTP://STORE.EXAMPLE/api/v1/plants HTTP/1.1",
        "an empty line before": b"\r\nPOST /api/v1/plants HTTP/1.1",
    }
    for name, line in served.items():
        yield Ambiguous("line", f"line: {name}", (line + b"\r\n" + common + sized, hidden), body=hidden)


def _names(hidden: bytes, common: bytes) -> Iterator[Ambiguous]:
    length = b"Content-Length: %d" % len(hidden)
    lines = {
        "space inside": b"X Y: a",
        "space before the colon": b"X : a",
        "tab before the colon": b"X\t: a",
        "no colon": b"X",
        "nothing before the colon": b": a",
        "NUL": b"X\x00: a",
        "brackets": b"(X): a",
        "slash": b"X/Y: a",
        "above ASCII": "Ä: a".encode(),
        "carriage return": b"X\r: a",
        "folded value": b"X: a\r\n b",
        "folded with a tab": b"X: a\r\n\tb",
        "folded with nothing": b"X: a\r\n ",
        "NUL in the value": b"X: a\x00b",
        "bare line feed in the value": b"X: a\nY: b",
        "bare carriage return in the value": b"X: a\rY: b",
        "escape in the value": b"X: \x1b",
        "delete in the value": b"X: \x7f",
    }
    for name, line in lines.items():
        yield Ambiguous("name", f"name: {name}", (_with(common, _head(line, length)) + hidden,), 400)
        yield Ambiguous("name", f"name: {name}, at the end", (_with(common, _head(length, line)) + hidden,), 400)
    head = _head(length, host=b" Host: store.example\r\n")
    yield Ambiguous("name", "name: space before the first", (head + hidden,), 400)


def _hosts(hidden: bytes, common: bytes) -> Iterator[Ambiguous]:
    length = b"Content-Length: %d" % len(hidden)
    values = {
        "empty": b"",
        "space": b"a b",
        "slash": b"a/b",
        "list": b"a, b",
        "person": b"a@b",
        "question mark": b"a?b",
        "fragment": b"a#b",
        "a word for a port": b"a:http",
        "two ports": b"a:80:80",
        "long port": b"a:123456",
        "half a bracket": b"[::1",
        "words in brackets": b"[xyz]",
        "quoted": b'"a"',
        "above ASCII": "ä".encode(),
        "scheme": b"http://a",
    }
    for name, value in values.items():
        head = _with(common, _head(length, host=b"Host: " + value + b"\r\n"))
        yield Ambiguous("host", f"host: {name}", (head + hidden,), 400)
    hosts = {
        "none": b"",
        "two": b"Host: store.example\r\nHost: other.example\r\n",
        "twice the same": b"Host: store.example\r\nhost: store.example\r\n",
        "folded": b"Host:\r\n store.example\r\n",
        "space before the colon": b"Host : store.example\r\n",
    }
    for name, line in hosts.items():
        head = _with(common, _head(length, host=line))
        yield Ambiguous("host", f"host: {name}", (head + hidden,), 400)
