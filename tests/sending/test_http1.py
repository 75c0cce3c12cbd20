"""Responses of broken and hostile receivers: each has one meaning, however its bytes are split."""

import gzip

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.sending.http1 import (
    BODY_BYTES_MAX,
    DETAIL_CHARS_MAX,
    EXCERPT_BYTES_MAX,
    EXTRA_BYTES,
    HEAD_BYTES_MAX,
    HEADERS_MAX,
    INTERIM_RESPONSES_MAX,
    ResponseReader,
    printable,
)

INVALID, TOO_LARGE = OutcomeKind.ANSWER_INVALID, OutcomeKind.ANSWER_TOO_LARGE
OK_HEAD = b"HTTP/1.1 200 OK\r\n"

ANSWERS = {
    "204": (b"HTTP/1.1 204 No Content\r\n\r\n", 204),
    "200 with a body": (OK_HEAD + b"content-length: 2\r\n\r\nok", 200),
    "299": (b"HTTP/1.1 299 Odd\r\ncontent-length: 0\r\n\r\n", 299),
    "599": (b"HTTP/1.1 599 Odd\r\ncontent-length: 0\r\n\r\n", 599),
    "304 with a length and no body": (b"HTTP/1.1 304 x\r\ncontent-length: 5\r\n\r\n", 304),
    "chunked": (OK_HEAD + b"transfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", 200),
    "chunk size that lies": (OK_HEAD + b"transfer-encoding: chunked\r\n\r\n1\r\nok\r\n0\r\n\r\n", 200),
    "no reason": (b"HTTP/1.1 204\r\n\r\n", 204),
    "reason that is not UTF-8": (b"HTTP/1.1 204 \xff\xfe\r\n\r\n", 204),
    "HTTP/1.0": (b"HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok", 200),
    "interim answer first": (
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nlink: x\r\n\r\nHTTP/1.1 204 x\r\n\r\n",
        204,
    ),
    "offer to upgrade": (b"HTTP/1.1 204 x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n", 204),
    "two answers": (b"HTTP/1.1 204 x\r\n\r\nHTTP/1.1 500 x\r\ncontent-length: 0\r\n\r\n", 204),
    "garbage after the answer": (b"HTTP/1.1 204 x\r\n\r\ngarbage", 204),
    "HTTP/0.9": (b"<html>hello</html>", INVALID),
    "HTTP/0.9 in a status line": (b"HTTP/0.9 200 OK\r\n\r\n", INVALID),
    "HTTP/2 preface": (b"\0\0\x06\x04\0\0\0\0\0\0\0\0\0\0", INVALID),
    "HTTP/2.0": (b"HTTP/2.0 200 OK\r\n\r\n", INVALID),
    "HTTP/3.7": (b"HTTP/3.7 200 OK\r\n\r\n", INVALID),
    "HTTP/1.7": (b"HTTP/1.7 200 OK\r\n\r\n", INVALID),
    "RTSP": (b"RTSP/1.0 200 OK\r\n\r\n", INVALID),
    "mail server": (b"220 mail.test ESMTP\r\n", INVALID),
    "status 000": (b"HTTP/1.1 000 x\r\n\r\n", INVALID),
    "status 099": (b"HTTP/1.1 099 x\r\n\r\n", INVALID),
    "status 600": (b"HTTP/1.1 600 x\r\n\r\n", INVALID),
    "status 1000": (b"HTTP/1.1 1000 x\r\n\r\n", INVALID),
    "status abc": (b"HTTP/1.1 abc x\r\n\r\n", INVALID),
    "101": (b"HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n", INVALID),
    "101 unasked and unnamed": (b"HTTP/1.1 101 Switching\r\n\r\n", INVALID),
    "header without colon": (OK_HEAD + b"foo bar\r\n\r\n", INVALID),
    "folded header": (OK_HEAD + b"foo: a\r\n bar\r\n\r\n", INVALID),
    "bare CR": (OK_HEAD + b"foo: a\rb\r\n\r\n", INVALID),
    "bare LF": (b"HTTP/1.1 200 OK\nfoo: a\n\n", INVALID),
    "NUL in a header": (OK_HEAD + b"foo: a\0b\r\n\r\n", INVALID),
    "negative length": (OK_HEAD + b"content-length: -2\r\n\r\nok", INVALID),
    "two lengths": (OK_HEAD + b"content-length: 2\r\ncontent-length: 3\r\n\r\nok", INVALID),
    "length and chunks": (OK_HEAD + b"content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n", INVALID),
    "100 KiB header": (OK_HEAD + b"foo: " + b"a" * 102_400 + b"\r\n\r\n", TOO_LARGE),
    "10,000 headers": (OK_HEAD + b"a: b\r\n" * 10_000 + b"\r\n", TOO_LARGE),
    "status line without end": (b"HTTP/1.1 200 " + b"x" * 20_000, TOO_LARGE),
}


def test_a_response_means_one_thing_however_it_is_cut() -> None:
    wrong = {}
    for name, (data, expected) in ANSWERS.items():
        for piece_bytes in (len(data), 1):
            reader = _read(data, piece_bytes=piece_bytes)
            if _meaning(reader) != expected or (reader.failure is not None and not reader.failure.detail):
                wrong[name, piece_bytes] = _meaning(reader)

    assert not wrong


@given(st.binary(max_size=300), st.integers(1, 40))
@example(b"HTTP/1.1 200 OK\r\nfoo", 3)
def test_no_bytes_break_the_reader_and_cuts_change_nothing(data: bytes, piece_bytes: int) -> None:
    for start in (b"", b"HTTP/1.1 ", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"):
        assert _meaning(_read(start + data, len(start + data))) == _meaning(_read(start + data, piece_bytes))


@pytest.mark.parametrize(("head_bytes", "expected"), [(HEAD_BYTES_MAX, 204), (HEAD_BYTES_MAX + 1, TOO_LARGE)])
@pytest.mark.parametrize("piece_bytes", [1_000, 100_000])
def test_headers_larger_than_the_limit_are_refused(
    head_bytes: int, expected: int | OutcomeKind, piece_bytes: int
) -> None:
    start, end = b"HTTP/1.1 204 x\r\nfoo: ", b"\r\n\r\n"
    data = start + b"a" * (head_bytes - len(start) - len(end)) + end
    assert len(data) == head_bytes

    assert _meaning(_read(data, piece_bytes)) == expected


@pytest.mark.parametrize(("headers", "expected"), [(HEADERS_MAX, 204), (HEADERS_MAX + 1, TOO_LARGE)])
def test_the_number_of_headers_is_limited(headers: int, expected: int | OutcomeKind) -> None:
    assert _meaning(_read(b"HTTP/1.1 204 x\r\n" + b"a: b\r\n" * headers + b"\r\n")) == expected


@pytest.mark.parametrize(("answers", "expected"), [(INTERIM_RESPONSES_MAX, 204), (INTERIM_RESPONSES_MAX + 1, INVALID)])
def test_interim_responses_are_limited(answers: int, expected: int | OutcomeKind) -> None:
    assert _meaning(_read(b"HTTP/1.1 100 Continue\r\n\r\n" * answers + b"HTTP/1.1 204 x\r\n\r\n")) == expected


@pytest.mark.parametrize(("body_bytes", "reusable"), [(BODY_BYTES_MAX, True), (BODY_BYTES_MAX + 1, False)])
@pytest.mark.parametrize("piece_bytes", [1_000, 100_000])
def test_a_body_is_read_to_its_limit(body_bytes: int, reusable: bool, piece_bytes: int) -> None:
    head = f"HTTP/1.1 200 OK\r\ncontent-length: {body_bytes}\r\n\r\n".encode()

    reader = _read(head + b"b" * body_bytes, piece_bytes)

    assert (reader.status, reader.complete, reader.reusable) == (200, True, reusable)


EXCERPT_READ = EXCERPT_BYTES_MAX + EXTRA_BYTES


def test_endless_empty_looking_chunks_end_at_a_limit() -> None:
    reader = ResponseReader()
    reader.feed(OK_HEAD + b"transfer-encoding: chunked\r\n\r\n")
    fed_bytes = 0

    while not reader.complete:
        reader.feed(b"1;" + b"x" * 1_000 + b"\r\na\r\n")
        fed_bytes += 1_007

    assert fed_bytes <= HEAD_BYTES_MAX + BODY_BYTES_MAX + 1_007
    assert not reader.reusable


@pytest.mark.parametrize("body_bytes", [EXCERPT_READ - 1, EXCERPT_READ, EXCERPT_READ + 1])
def test_the_beginning_of_a_failed_response_is_kept(body_bytes: int) -> None:
    head = f"HTTP/1.1 500 x\r\ncontent-length: {body_bytes}\r\n\r\n".encode()

    reader = _read(head + b"e" * body_bytes, 1_000)

    assert reader.excerpt == b"e" * min(body_bytes, EXCERPT_READ)


def test_nothing_is_kept_of_a_successful_response() -> None:
    assert _read(OK_HEAD + b"content-length: 2\r\n\r\nok").excerpt == b""


def test_a_compressed_response_is_kept_unchanged() -> None:
    packed = gzip.compress(b"0" * 1_000_000)
    head = f"HTTP/1.1 500 x\r\ncontent-encoding: gzip\r\ncontent-length: {len(packed)}\r\n\r\n".encode()

    assert _read(head + packed).excerpt == packed


@pytest.mark.parametrize(
    ("answer", "reusable"),
    [
        (b"HTTP/1.1 204 x\r\n\r\n", True),
        (b"HTTP/1.1 200 x\r\ncontent-length: 2\r\n\r\nok", True),
        (b"HTTP/1.0 200 x\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\nok", True),
        (b"HTTP/1.0 200 x\r\ncontent-length: 2\r\n\r\nok", False),
        (b"HTTP/1.1 204 x\r\nconnection: close\r\n\r\n", False),
        (b"HTTP/1.1 204 x\r\n\r\nH", False),
        (b"HTTP/1.1 204 x\r\n\r\nHTTP/1.1 200 x\r\ncontent-length: 0\r\n\r\n", False),
        (b"HTTP/1.1 200 x\r\ncontent-length: 2\r\n\r\nok!", False),
        (b"HTTP/1.1 204 x\r\ncontent-length: 2\r\n\r\nok", False),
        (b"HTTP/1.1 200 x\r\ntransfer-encoding: chunked\r\n\r\n1\r\nok\r\n0\r\n\r\n", False),
    ],
)
def test_a_connection_is_used_again_only_after_a_clean_end(answer: bytes, reusable: bool) -> None:
    reader = _read(answer)

    assert reader.complete
    assert reader.reusable is reusable


def test_the_receivers_own_keep_alive_time_is_read() -> None:
    assert _read(b"HTTP/1.1 204 x\r\nKeep-Alive: max=100, timeout=5\r\n\r\n").keep_s == 5
    assert _read(b"HTTP/1.1 204 x\r\nkeep-alive: timeout=soon\r\n\r\n").keep_s is None


def test_retry_after_is_kept_unchanged() -> None:
    date = b"Mon, 01 Jun 2026 12:00:00 GMT"
    head = b"HTTP/1.1 503 x\r\nDate: " + date + b"\r\nretry-After: 5\r\nRetry-After: soon\r\ndate: later\r\n"

    reader = _read(head + b"content-length: 0\r\n\r\n", 1)

    assert (reader.date, reader.retry_after) == (date, (b"5", b"soon"))


def test_retry_after_is_reset_for_the_next_response() -> None:
    reader = _read(b"HTTP/1.1 503 x\r\ndate: x\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n")
    reader.begin()

    reader.feed(b"HTTP/1.1 500 x\r\ncontent-length: 0\r\n\r\n")

    assert (reader.status, reader.date, reader.retry_after) == (500, b"", ())


def test_headers_of_an_interim_response_are_discarded() -> None:
    interim = b"HTTP/1.1 103 x\r\ndate: x\r\nretry-after: 5\r\nlocation: /x\r\n\r\n"

    reader = _read(interim + b"HTTP/1.1 302 x\r\ncontent-length: 0\r\n\r\n")

    assert (reader.date, reader.retry_after, reader.location) == (b"", (), b"")


def test_trailers_are_not_headers() -> None:
    chunks = b"transfer-encoding: chunked\r\n\r\n0\r\nkeep-alive: timeout=5\r\nlocation: /x\r\nretry-after: 5\r\n\r\n"

    reader = _read(b"HTTP/1.1 302 x\r\n" + chunks)

    assert (reader.keep_s, reader.location, reader.retry_after, reader.reusable) == (None, b"", (), True)


def test_what_follows_a_head_of_the_largest_size_is_seen() -> None:
    start, end = b"HTTP/1.1 204 x\r\nfoo: ", b"\r\n\r\n"
    largest = start + b"a" * (HEAD_BYTES_MAX - len(start) - len(end)) + end

    assert _read(largest).reusable
    assert not _read(largest + b"HTTP/1.1 204 x\r\n\r\n").reusable


def test_a_change_of_protocol_is_called_by_its_name() -> None:
    failure = _read(b"HTTP/1.1 101 x\r\n\r\n").failure

    assert failure is not None
    assert "switch protocols" in failure.detail


def test_one_reader_reads_several_responses() -> None:
    reader = _read(b"HTTP/1.1 500 x\r\ncontent-length: 2\r\n\r\nno")
    reader.begin()

    reader.feed(b"HTTP/1.1 204 x\r\n\r\n")

    assert (reader.status, reader.complete, reader.reusable, reader.excerpt) == (204, True, True, b"")


@given(st.binary(max_size=2_000))
def test_a_receivers_text_is_made_printable(data: bytes) -> None:
    shown = printable(data)

    assert shown == "" or shown.isprintable()
    assert len(shown) <= DETAIL_CHARS_MAX


def _read(data: bytes, piece_bytes: int = 1_000_000) -> ResponseReader:
    """Feed as the connection does: until the response is complete or invalid."""
    reader = ResponseReader()
    for start in range(0, len(data), max(piece_bytes, 1)):
        if reader.complete or reader.failure:
            break
        reader.feed(data[start : start + piece_bytes])
    return reader


def _meaning(reader: ResponseReader) -> int | OutcomeKind | None:
    if reader.failure is not None:
        return reader.failure.kind
    return reader.status or None
