"""Each parser of bytes from strangers, as a function that takes any bytes and fails if the parser breaks its rules.

A target raises nothing for input that is accepted, or refused in the documented way. An AssertionError names a broken
rule; any other exception is one that the parser must not raise. `SEEDS` has a few inputs to begin with, and `WORDS` the
tokens of each language, for a fuzzer that combines them.
"""

import asyncio
import csv
import io
import json
import re
import tempfile
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import h11

from plantstore.catalogue.imports.workbooks import parts, sheet_reader
from plantstore.catalogue.imports.workbooks.archive import check_archive
from plantstore.catalogue.imports.workbooks.conversion import LIMITS
from plantstore.domain.errors import Invalid, Malformed, StoreError
from plantstore.domain.plants.names.botanical_name import Taxon, parse
from plantstore.domain.plants.names.codes import NameOutcome
from plantstore.domain.plants.names.repair import BOTANICAL_NAME_CHARS_MAX
from plantstore.domain.receivers.bodies.expression import BodyFailure, check_expression, evaluate
from plantstore.domain.receivers.filters.pattern import parse_filter, read_filter
from plantstore.domain.timestamps import Instant
from plantstore.sending.certificates import read_authorities, read_client
from plantstore.sending.http1 import EXCERPT_BYTES_MAX, EXTRA_BYTES, ResponseReader
from plantstore.sending.urls import parse_url
from plantstore.web.console import cookies
from plantstore.web.console.forms import Form, read_form, read_upload, read_uploads
from plantstore.web.http.json_body import read_object
from plantstore.web.http.pagination import Cursor, read_cursor, write_cursor
from plantstore.web.http.problems import Refused
from plantstore.web.http.request import Request
from plantstore.web.http.request_head import RequestHead
from plantstore.web.http.request_parser import Awaited, RequestEnd, RequestParser
from tests.catalogue.imports.lists import check as check_list

CPU_S_MAX, CPU_S_PER_KIB_MAX = 1.0, 0.25
"""Processor time of one input: a constant, and more for each KiB. Generous, because a fuzzer counts every line."""

FORM = b"application/x-www-form-urlencoded"
BOUNDARY = b"a-boundary"
UPLOAD = b"multipart/form-data; boundary=" + BOUNDARY
BODY_BYTES_MAX = 65_536
CURSOR_KEY = bytes(32)
NOW = Instant(1_790_000_000 * 1_000_000)
RECORD: Mapping[str, Any] = {
    "id": 2,
    "name": "Acer palmatum 'Bloodgood'",
    "tag": "shrub",
    "tags": ["peat-free", "Autumn colour"],
    "taxon": {"genus": "Acer", "cultivar": "Bloodgood"},
    "price": "24.50",
    "stock_quantity": 12,
    "available_from": "2026-05-25",
    "images": [{"url": "https://shop.example/1.jpg"}],
    "care": {"light": ["full_sun"], "flowering_months": [4, 5], "pollinator_friendly": True},
    "trade": {"plant_passport": {"a": "Acer palmatum"}, "cites": None},
}

_NUMBER = re.compile(r"[0-9]+|0[xX][0-9a-fA-F]*")
FAR_AWAY = re.compile(rb"\br=[\"'](?!(?:[A-Z]{1,2})?\d{1,5}[\"'])")

Target = Callable[[bytes], None]


def in_pieces(data: bytes, size: int) -> list[bytes]:
    """Return the bytes in pieces of one size."""
    return [data[at : at + size] for at in range(0, len(data), size)]


def text_of(data: bytes) -> str:
    """Return any bytes as text that may hold halves of surrogate pairs, as JSON can."""
    return data.decode("utf-8", "surrogatepass" if b"\xed" in data else "replace")


def any_text(data: bytes) -> str:
    try:
        return text_of(data)
    except UnicodeDecodeError:
        return data.decode("latin-1")


def url(data: bytes) -> None:
    """The URL of a receiver: it is refused, or canonical and the same when it is read again."""
    text = any_text(data)
    try:
        found = parse_url(text)
    except Invalid:
        return
    assert parse_url(found.text) == found
    assert found.text.isascii() and min(found.text) > " " and max(found.text) < "\x7f" and "\\" not in found.text
    assert found.host == found.host.lower() and 1 <= found.port <= 65_535
    assert "@" not in found.text.split("/")[2]
    is_number = _NUMBER.fullmatch(found.host.rpartition(".")[2])
    assert found.literal or not is_number, "a name that reads as a number"


def response(data: bytes) -> None:
    """The response of a receiver: one meaning however it is cut, and the reader never raises."""
    size = 1 + data[0] % 32 if data else 1
    readers = [ResponseReader(), ResponseReader()]
    for reader, pieces in zip(readers, ([data[1:]], in_pieces(data[1:], size)), strict=True):
        for piece in pieces:
            reader.feed(piece)
        reader.end()
        assert reader.status == 0 or 200 <= reader.status <= 599
        assert len(reader.excerpt) <= EXCERPT_BYTES_MAX + EXTRA_BYTES
        assert reader.failure is None or (reader.failure.detail.isprintable() and len(reader.failure.detail) < 1_000)
    one, other = readers
    assert (one.status, one.failure is None) == (other.status, other.failure is None)
    if one.failure is None:
        assert (one.location, one.date, one.retry_after) == (other.location, other.date, other.retry_after)
    for reader in readers:
        reader.discard()


def request(data: bytes) -> None:
    """The requests of a client: the same however they are cut, and what is accepted is what h11 reads too."""
    size = 1 + data[0] % 32 if data else 1
    whole, apart = _requests([data[1:]]), _requests(in_pieces(data[1:], size))
    assert whole == apart or (isinstance(whole[-1], Refusal) and isinstance(apart[-1], Refusal)), (whole, apart)
    head, *rest = whole
    if isinstance(head, RequestHead) and isinstance(rest[0], bytes):
        sent = data[1:].removeprefix(b"\r\n")
        target = sent.partition(b"\r\n")[0].split(b" ")[1]
        if target.startswith(b"/"):  # h11 leaves an absolute address as it is
            read = _as_h11_reads(sent)
            # h11 refuses some trailers, which we ignore.
            is_refused_by_h11 = read is None and head.body_bytes is None
            assert is_refused_by_h11 or read == (head.method, head.address, rest[0]), (read, whole)


class Refusal(str):
    """The code of the error with which a request is refused. It can depend on the pieces, the refusal cannot."""

    __slots__ = ()


def _requests(pieces: Sequence[bytes]) -> list[object]:
    """Return the head and the body of the first request, and the code of an error before its end."""
    parser, found, body = RequestParser(), list[object](), b""
    try:
        for piece in pieces:
            parser.feed(piece)
            while (event := parser.next_event()) is not None:
                if isinstance(event, RequestHead):
                    found.append(event)
                elif isinstance(event, bytes):
                    body += event
                elif event is RequestEnd.END:
                    return [*found, body]
    except StoreError as error:
        return [*found, Refusal(error.code)]
    return [*found, "rest" if parser.awaited is not Awaited.NOTHING else "end"]


def _as_h11_reads(data: bytes) -> tuple[str, bytes, bytes] | None:
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
                return head.method.decode(), head.target, body
            else:
                return None
    except h11.RemoteProtocolError:
        return None


def json_body(data: bytes) -> None:
    """The JSON body of a request: refused, or what the standard library reads, and the same when written again."""
    try:
        found = read_object(data)
    except Malformed as refused:
        assert len(refused.detail) < 1_000
        return
    assert found == json.loads(data)
    assert read_object(json.dumps(found).encode()) == found


def csv_list(data: bytes) -> None:
    """A list of plants: refused as a whole, or each row is a plant, known, or bad with a reason."""
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        try:
            found = check_list(Path(folder), data)
        except Invalid as refused:
            assert 0 < len(refused.detail) < 2_000
            return
    assert len(found.plants) == found.report.new
    assert all(problem.detail for problem in found.report.problems)


def workbook(data: bytes) -> None:
    """A workbook: the archive as it is if the first byte is even, otherwise the XML of its sheet or its texts.

    References that are far away or odd are left out: for them, the library may allocate so much memory that it ends
    its process. In the store that is the reading process, as in `test_hostile_workbooks`.
    """
    if FAR_AWAY.search(data):
        return
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        source, target = Path(folder) / "list.xlsx", Path(folder) / "list.csv"
        kind = data[0] % 4 if data else 0
        source.write_bytes(data[1:] if kind < 2 else _workbook_with(data[1:], shared=kind == 3))
        try:
            check_archive(source, LIMITS)
        except Invalid as refused:
            assert 0 < len(refused.detail) < 2_000
            return
        asked: dict[str, Any] = {"sheet": None, "map": {}}
        try:
            sheet_reader._convert(source, target, asked, replace(LIMITS, rows=10_000, cells=100_000))
        except parts.Refused as refused_sheet:
            assert 0 < len(str(refused_sheet)) < 2_000
            return
        except BaseException as error:  # as in `sheet_reader.main`: the library's own errors mean a damaged file
            if isinstance(error, AssertionError | KeyboardInterrupt | SystemExit):
                raise
            return
        with target.open(encoding="utf-8", newline="") as stream:
            assert sum(1 for _ in csv.reader(stream)) <= 10_000


def _workbook_with(content: bytes, *, shared: bool) -> bytes:
    files = dict(_parts())
    if shared:
        files["xl/sharedStrings.xml"] = content
    else:
        files["xl/worksheets/sheet1.xml"] = content
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, part in files.items():
            archive.writestr(name, part)
    return made.getvalue()


@cache
def _parts() -> tuple[tuple[str, bytes | str], ...]:
    from tests.catalogue.imports.workbooks.made import cell
    from tests.catalogue.imports.workbooks.made import parts as made

    row = f'<row r="1">{cell("A1", "name")}</row><row r="2">{cell("A2", "Rosa")}<c r="B2" t="s"><v>0</v></c></row>'
    return tuple(made(row).items())


def name(data: bytes) -> None:
    """A botanical name: its canonical form reads as itself."""
    once = parse(any_text(data))
    again = parse(once.canonical)
    assert once.outcome is not NameOutcome.REJECT or (once.taxon is None and len(once.codes) == 1)
    assert again.canonical == once.canonical and _identity(again.taxon) == _identity(once.taxon)
    assert len(once.canonical) <= BOTANICAL_NAME_CHARS_MAX


def _identity(taxon: Taxon | None) -> Taxon | None:
    return taxon and replace(taxon, trade_designation=None, authorship=None)


def cursor(data: bytes) -> None:
    """The cursor of a list: only texts that were issued are read, and one text for each."""
    text = any_text(data)
    try:
        found = read_cursor(CURSOR_KEY, text, token_id="tok_1", path="/api/v1/plants")
    except Malformed:
        return
    assert write_cursor(CURSOR_KEY, found, token_id="tok_1", path="/api/v1/plants") == text


def cookie(data: bytes) -> None:
    """The cookies of a browser."""
    found = cookies.read_cookies(_asked([b""], b"", cookie=data.translate(None, b"\r\n\0")))
    assert len(found) <= cookies.COOKIES_MAX
    assert cookies.read_theme(found) in cookies.THEMES
    assert len(cookies.read_notice(found)) <= cookies.NOTICE_CHARS_MAX


def form(data: bytes) -> None:
    """A form without files."""
    with suppress(StoreError, Refused):
        read: Form = _run(read_form(_asked([data], FORM), bytes_max=BODY_BYTES_MAX))
        assert all(isinstance(one, str) and isinstance(value, str) for one, value in read.pairs)


def multipart(data: bytes) -> None:
    """A form with files: the same fields and files however it is cut, or refused."""
    size = 1 + data[0] if data else 1
    whole, apart = _uploaded([data[1:]]), _uploaded(in_pieces(data[1:], size))
    assert whole == apart, (whole, apart)
    _several(in_pieces(data[1:], size))


def _uploaded(pieces: Sequence[bytes]) -> object:
    async def read() -> object:
        found, file = await read_upload(_asked(pieces, UPLOAD), bytes_max=BODY_BYTES_MAX)
        content = b"" if file is None else b"".join([piece async for piece in file.parts])
        return found.pairs, None if file is None else file.name, content

    try:
        return _run(read())
    except (StoreError, Refused):
        return "refused"


def _several(pieces: Sequence[bytes]) -> None:
    async def read() -> None:
        _, files = await read_uploads(_asked(pieces, UPLOAD), bytes_max=BODY_BYTES_MAX)
        async for file in files:
            async for _ in file.parts:
                pass

    with suppress(StoreError, Refused):
        _run(read())


def _asked(pieces: Sequence[bytes], kind: bytes, *, cookie: bytes = b"") -> Request:
    """Return a request whose body comes in these pieces."""
    messages: list[dict[str, Any]] = [{"type": "http.request", "body": one, "more_body": True} for one in pieces]
    coming = iter([*messages, {"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> dict[str, Any]:
        return next(coming)

    scope = {"type": "http", "method": "POST", "path": "/", "raw_path": b"/", "query_string": b"", "client": None}
    return Request(scope | {"headers": [(b"content-type", kind), (b"cookie", cookie)], "path_params": {}}, receive)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop()


def _run(work: Any) -> Any:
    return _loop().run_until_complete(work)


@cache
def _memory() -> str | None:
    """Return a folder in memory for files, if the system has one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def plant_filter(data: bytes) -> None:
    """The filter of a receiver: refused with places, or the same when it is stored and read."""
    try:
        value = read_object(data)
        found = parse_filter(value)
    except Malformed:
        return
    except Invalid as refused:
        assert refused.fields and all(one.pointer.startswith("/filter") and one.detail for one in refused.fields)
        return
    assert read_filter(found.pattern) == found
    assert found.matches(RECORD) in (True, False)
    assert isinstance(found.summary, str)


def expression(data: bytes) -> None:
    """An expression for bodies: refused, or the same body or failure each time."""
    text = any_text(data)
    problems = check_expression(text)
    assert len(problems) <= 1 and all(one.detail for one in problems)
    bodies = []
    for _ in range(2):
        try:
            bodies.append(evaluate(text, RECORD))
        except BodyFailure as failure:
            bodies.append(str(failure).encode("utf-8", "replace"))
        else:
            assert not problems and isinstance(json.loads(bodies[-1]), dict | list)
    assert bodies[0] == bodies[1]


def pem(data: bytes) -> None:
    """CA certificates, or a client certificate with its key behind the first NUL."""
    chain, _, key = any_text(data).partition("\0")
    with suppress(Invalid):
        assert read_authorities(chain, now=NOW)
    with suppress(Invalid):
        assert read_client(chain, key, now=NOW).chain


TARGETS: dict[str, Target] = {
    "url": url,
    "response": response,
    "request": request,
    "json": json_body,
    "csv": csv_list,
    "xlsx": workbook,
    "name": name,
    "cursor": cursor,
    "cookie": cookie,
    "form": form,
    "multipart": multipart,
    "filter": plant_filter,
    "jmespath": expression,
    "pem": pem,
}


def timed(target: Target, data: bytes) -> None:
    """Run a target on an input, and fail if it takes more processor time than the size of the input allows."""
    begun_s = time.thread_time()
    target(data)
    took_s = time.thread_time() - begun_s
    assert took_s <= CPU_S_MAX + CPU_S_PER_KIB_MAX * len(data) / 1_024, f"{took_s:.2f} s for {len(data):,} bytes"


def issued_cursor() -> str:
    """Return a cursor that the target accepts."""
    made = Cursor(position=1_042, filters={"tag": "shrub"})
    return write_cursor(CURSOR_KEY, made, token_id="tok_1", path="/api/v1/plants")
