"""The request parser: the same result however the bytes are split, and limits on everything."""

import gc
import math
import random
import sys
import time
from collections.abc import Iterable, Iterator

import h11
import pytest

from plantstore.domain.errors import StoreError
from plantstore.web.http.request_head import CODING_BYTES_MAX, HEADERS_MAX, RequestHead
from plantstore.web.http.request_parser import (
    CHUNK_DIGITS_MAX,
    EXTENSION_BYTES_MAX,
    HEAD_BYTES_MAX,
    TRAILER_BYTES_MAX,
    Awaited,
    RequestEnd,
    RequestParser,
)
from tests.web.http.ambiguous import ambiguous

GET = b"GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
HIDDEN = b"DELETE /api/v1/plants/1 HTTP/1.1\r\nHost: a\r\n\r\n"
MUTATIONS = 20_000
APART_BYTES = 1_000


def read(pieces: Iterable[bytes]) -> list[object]:
    """Return heads, bodies and the end: "rest" if a request is incomplete, or the code of an error."""
    parser, found, body = RequestParser(), list[object](), b""
    try:
        for piece in pieces:
            parser.feed(piece)
            while (event := parser.next_event()) is not None:
                if isinstance(event, RequestHead):
                    found.append(event)
                elif isinstance(event, bytes):
                    body += event
                else:
                    found.append(body)
                    body = b""
    except StoreError as error:
        return [*found, body, error.code]
    return [*found, body, "rest" if parser.awaited is not Awaited.NOTHING else "end"]


def one_by_one(data: bytes) -> Iterator[bytes]:
    return (data[at : at + 1] for at in range(len(data)))


def one_by_one_at_both_ends(data: bytes) -> Iterator[bytes]:
    """Return pieces of one byte at the beginning and the end, and larger ones between."""
    begin, middle, end = data[:APART_BYTES], data[APART_BYTES:-APART_BYTES], data[-APART_BYTES:]
    yield from one_by_one(begin)
    yield from (middle[at : at + 61] for at in range(0, len(middle), 61))
    yield from one_by_one(end)


def test_a_request_is_a_head_a_body_and_an_end() -> None:
    parser = RequestParser()
    parser.feed(b"PUT /a%20b?c=d HTTP/1.1\r\nHost: A:80\r\nX-One: \t two \t\r\nCONTENT-LENGTH: 3\r\n\r\nabcGET")

    head, body, end, rest = [parser.next_event() for _ in range(4)]

    assert isinstance(head, RequestHead)
    assert (head.method, head.address, head.version, head.body_bytes) == ("PUT", b"/a%20b?c=d", "1.1", 3)
    assert head.headers == [(b"host", b"A:80"), (b"x-one", b"two"), (b"content-length", b"3")]
    assert (body, end, rest) == (b"abc", RequestEnd.END, None)
    assert parser.awaited is Awaited.HEAD and parser.waiting_bytes == 3


def test_close_ends_the_connection_anywhere_in_the_list() -> None:
    for lines, keeps in [
        (b"", True),
        (b"Connection: keep-alive\r\n", True),
        (b"Connection: Close\r\n", False),
        (b"Connection: upgrade ,\tclose\r\n", False),
        (b"Connection: upgrade\r\nConnection: close\r\n", False),
        (b"Connection: closed\r\n", True),
    ]:
        head = read([b"GET / HTTP/1.1\r\nHost: a\r\n" + lines + b"\r\n"])[0]

        assert isinstance(head, RequestHead), (lines, keeps)
        assert head.keep_alive is keeps, (lines, keeps)


def test_a_body_in_the_same_segment_as_its_head_needs_no_events() -> None:
    for request_, body, left in [
        (GET, b"", 0),
        (GET + b"GET", b"", 3),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcGET", b"abc", 3),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab", None, 2),
        (CHUNKED + b"0\r\n\r\n", None, 5),
    ]:
        parser = RequestParser()
        parser.feed(request_)

        assert isinstance(parser.next_event(), RequestHead), (request_, body, left)
        assert parser.whole_body() == body, (request_, body, left)
        assert parser.waiting_bytes == left, (request_, body, left)
        assert (parser.awaited is Awaited.BODY) == (body is None), (request_, body, left)


def test_http_1_0_needs_no_host_and_keeps_no_connection() -> None:
    head = read([b"GET / HTTP/1.0\r\nConnection: keep-alive\r\nExpect: 100-continue\r\n\r\n"])[0]

    assert isinstance(head, RequestHead)
    assert not head.keep_alive and not head.awaits_continue


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_one_blank_line_before_a_request_is_skipped_however_it_is_split(lines: int) -> None:
    data = b"\r\n" * lines + GET

    ends = {str(read([data[:place], data[place:]])[-1]) for place in range(len(data))} | {
        str(read(one_by_one(data))[-1])
    }

    assert ends == {"end" if lines == 1 else "malformed"}


def test_an_absolute_url_becomes_path_and_query() -> None:
    for asked, address in [
        (b"http://a", b"/"),
        (b"https://a?b", b"/?b"),
        (b"HTTP://A/b?c", b"/b?c"),
        (b"//a/b", b"//a/b"),
        (b"/http://b/", b"/http://b/"),
    ]:
        head = read([b"GET " + asked + b" HTTP/1.1\r\nHost: a\r\n\r\n"])[0]

        assert isinstance(head, RequestHead), (asked, address)
        assert head.address == address, (asked, address)


def test_requests_parse_the_same_however_they_are_split() -> None:
    requests = [b"".join(request.pieces) for request in ambiguous(HIDDEN) if len(b"".join(request.pieces)) < 1_000]

    assert len(requests) > 250
    for request in requests:
        whole, apart = read([request + GET]), read(one_by_one(request + GET))
        assert whole[:-2] == apart[:-2] and whole[-1] == apart[-1], request


@pytest.mark.parametrize("over", [0, 1])
@pytest.mark.parametrize("apart", [False, True])
def test_heads_extensions_and_trailers_have_a_size_limit(apart: bool, over: int) -> None:
    head = b"GET / HTTP/1.1\r\nHost: a\r\nX: ".ljust(HEAD_BYTES_MAX + over - 4, b"a") + b"\r\n\r\n"
    half = b";" + b"e" * (EXTENSION_BYTES_MAX // 2 - 1)
    size = b"1".rjust(CHUNK_DIGITS_MAX, b"0")
    extensions = CHUNKED + size + half + b"\r\na\r\n" + size + half + b"e" * over + b"\r\nb\r\n0\r\n\r\n"
    one = CHUNKED + size + half * 2 + b"e" * over + b"\r\na\r\n0\r\n\r\n"
    trailer = b"X: ".ljust(TRAILER_BYTES_MAX // 2 - 2, b"a")
    trailers = CHUNKED + b"0\r\n" + trailer + b"\r\n" + trailer + b"a" * over + b"\r\n\r\n"

    for data in (head, extensions, one, trailers):
        assert read(one_by_one_at_both_ends(data) if apart else [data])[-1] == ("head_too_large" if over else "end")


def test_parts_without_an_end_are_refused_at_the_limit() -> None:
    for start in [b"GET / HTTP/1.1\r\nX: ", CHUNKED + b"1;", CHUNKED + b"0\r\nX: "]:
        assert read([start, b"a" * (HEAD_BYTES_MAX + CHUNK_DIGITS_MAX + 2)])[-1] == "head_too_large", start


def time_of_trailers(following: bytes) -> float:
    """Return the seconds of processor time that as many trailers as are allowed take, with these bytes behind them."""
    fastest_s = float("inf")
    for _ in range(5):
        parser = RequestParser()
        parser.feed(CHUNKED + b"0\r\n" + b"a:\r\n" * (TRAILER_BYTES_MAX // 4) + b"\r\n" + following)
        parser.next_event()
        begun_s = time.thread_time()
        assert parser.next_event() is RequestEnd.END
        fastest_s = min(fastest_s, time.thread_time() - begun_s)
    return fastest_s


def test_the_time_for_trailers_does_not_grow_with_what_follows_them() -> None:
    assert time_of_trailers(b"x" * 1_000_000) < 10 * time_of_trailers(b"")


def time_to_refuse(data: bytes) -> float:
    """The processor time until a request is refused, in seconds: the least of five."""
    fastest_s = math.inf
    for _ in range(5):
        begun_s = time.thread_time()
        ended = read([data])[-1]
        fastest_s = min(fastest_s, time.thread_time() - begun_s)
        assert ended in ("malformed", "head_too_large", "not_implemented"), ended
    return fastest_s


@pytest.mark.parametrize(
    ("before", "repeated", "behind"),
    [
        (CHUNKED + b"1;", b"a", b"\r\r\n"),
        (CHUNKED + b"1;a", b" ;a", b"\x01\r\n"),
        (CHUNKED + b"1;a=", b'"\\x" ', b"\x01\r\n"),
        (CHUNKED + b"1;a", b" ", b"\x01\r\n"),
        (CHUNKED + b"0\r\n", b"a", b"\r\n"),
        (CHUNKED + b"0\r\n", b"a:\r\n", b"a\r\n"),
        (CHUNKED + b"0\r\na:", b" ", b"\x01\r\n"),
        (GET[:-2], b"a", b"\r\n\r\n"),
        (GET[:-2] + b"a:", b" ", b"\x01\r\n\r\n"),
        (GET[:-2], b"a:\r\n", b"a\r\n\r\n"),
        (GET[:-2] + b"Transfer-Encoding: a", b",a", b",\r\n\r\n"),
        (GET[:-2] + b"Transfer-Encoding: a", b" ", b"?\r\n\r\n"),
        (b"GET /", b"a", b"\r\n\r\n"),
        (b"GET http://", b"a", b"!/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    ],
)
def test_the_time_to_refuse_grows_at_most_linearly(before: bytes, repeated: bytes, behind: bytes) -> None:
    short_s, long_s = (
        time_to_refuse(before + repeated * ((length - 500) // len(repeated)) + behind) for length in (8_000, 64_000)
    )

    assert long_s < 3 * 8 * short_s + 0.001, "eight times as long; by the square it would be 64 times"


def test_a_transfer_encoding_has_a_size_limit() -> None:
    for over, code in [(0, "not_implemented"), (1, "malformed")]:
        value = b"a" * (CODING_BYTES_MAX + over)

        assert read([b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: " + value + b"\r\n\r\n"])[-1] == code, (
            over,
            code,
        )


def test_parsed_bytes_are_freed() -> None:
    parser = RequestParser()
    for data in (GET, CHUNKED + b"186a0\r\n" + b"a" * 100_000, b"\r\n0\r\n\r\n"):
        parser.feed(data)
        while parser.next_event() is not None:
            pass
        kept_bytes = sum(sys.getsizeof(one) for one in gc.get_referents(parser) if isinstance(one, bytes))
        assert (parser.waiting_bytes, kept_bytes) == (0, sys.getsizeof(b""))


def test_the_number_of_headers_is_limited() -> None:
    for over in [0, 1]:
        lines = b"X:a\r\n" * (HEADERS_MAX - 1 + over)

        assert read([b"GET / HTTP/1.1\r\nHost: a\r\n" + lines + b"\r\n"])[-1] == (
            "head_too_large" if over else "end"
        ), over


def test_bytes_that_cannot_become_a_request_are_refused_immediately() -> None:
    for data in [b"\x16\x03\x01", b"GET /\n", b"GET / HTTP/1.1\r\nX: \x00", b"GET / HTTP/1.1\rX"]:
        assert read([data])[-1] == "malformed", data
        assert read(one_by_one(data))[-1] == "malformed", data


def mutated(random_: random.Random, seeds: list[bytes]) -> bytes:
    """Change, remove, double or insert a few bytes of what HTTP is made of."""
    data = bytearray(random_.choice(seeds))
    for _ in range(random_.randint(1, 4)):
        at = random_.randrange(len(data))
        match random_.randrange(4):
            case 0:
                data[at] = random_.choice(b'\r\n \t:;,="0159afAFx/#%\x00\x0b\x7f\x80')
            case 1:
                del data[at : at + random_.randint(1, 3)]
            case 2:
                data[at:at] = data[at : at + random_.randint(1, 30)]
            case _:
                data[at:at] = random_.choice([b"\r\n", b"\n", b"\r", b" ", b"\t", b"0", b"chunked", b", ", b"\r\n\r\n"])
    return bytes(data)


def as_h11_reads(data: bytes) -> tuple[str, bytes, bytes, bytes] | None:
    """Return method, address, body and what is left, as another strict parser reads them."""
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=200_000)
    connection.receive_data(data)
    head, body = None, b""
    try:
        while True:
            event = connection.next_event()
            if isinstance(event, h11.Request):
                head = event
            elif isinstance(event, h11.Data):
                body += bytes(event.data)
            elif isinstance(event, h11.EndOfMessage):
                assert head is not None
                return head.method.decode(), head.target, body, connection.trailing_data[0]
            else:
                return None
    except h11.RemoteProtocolError:
        return None


def test_accepted_requests_parse_the_same_with_h11() -> None:
    seeds = [GET, *(b"".join(request.pieces) for request in ambiguous(HIDDEN) if request.status == 0)]
    seeds = [seed for seed in seeds if len(seed) < 1_000 and b" http" not in seed.lower().partition(b"\r\n")[0][:12]]
    random_, taken = random.Random(16), 0

    for _ in range(MUTATIONS):
        data = mutated(random_, seeds)
        parser, body = RequestParser(), b""
        parser.feed(data)
        try:
            head = parser.next_event()
            while isinstance(event := parser.next_event() if head else None, bytes):
                body += event
        except StoreError:
            continue
        if not isinstance(head, RequestHead) or event is not RequestEnd.END:
            continue
        taken += 1
        left = data[len(data) - parser.waiting_bytes :]
        assert as_h11_reads(data.removeprefix(b"\r\n")) == (head.method, head.address, body, left), data

    assert taken > MUTATIONS // 20, "most are refused, but not all"
