"""Reads submitted forms: the fields, and uploaded files as streams. Multipart parsing uses python-multipart."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from plantstore.domain.errors import Malformed, UnsupportedMedia
from plantstore.web.http.percent_encoding import Pairs, has_stray, read_pairs
from plantstore.web.http.request import Request

FIELDS_MAX = 200
FIELD_BYTES_MAX = 65_536  # max size of all fields in a form with a file, unless the page allows more
PUBLIC_FORM_BYTES_MAX = 8_192  # max without a session: a token or link key, and an address of 2,000 characters
FORM_BYTES_MAX = 524_288  # max size: old and new values of the largest plant, each byte percent-encoded
PART_HEADER_BYTES_MAX = 4_096  # max size of a multipart header with the names of a field and a file
PART_OPTIONS_MAX = 20  # max semicolons in a multipart header; two are normal
READ_HERE_BYTES_MAX = 8_192  # max size decoded on the event loop; longer forms are decoded in a thread
_DIGITS = 15  # most digits of a number in a field: all such numbers are exact in JSON
_FORM, _MULTIPART = "application/x-www-form-urlencoded", b"multipart/form-data"
_CANNOT = "The form can't be read. Reload the page and submit it again."
_INCOMPLETE = "The upload was incomplete. Send the file again."


@dataclass(slots=True)
class Form:
    """The fields of a submitted form in order; names can repeat."""

    pairs: list[tuple[str, str]] = field(default_factory=list)

    def get(self, name: str, otherwise: str = "") -> str:
        """Return the first value of this name, stripped and with LF line endings; `otherwise` if there is none."""
        given = next((value for one, value in self.pairs if one == name), otherwise)
        return given.replace("\r\n", "\n").strip()

    def raw(self, name: str) -> str:
        """Return the first value of this name, unchanged; "" if there is none."""
        return next((value for one, value in self.pairs if one == name), "")

    def number(self, name: str) -> int | None:
        """Return the whole number of this name; None if there is none, or another text."""
        value = number_or_text(self.get(name))
        return value if isinstance(value, int) else None

    def all(self, name: str) -> list[str]:
        return [value.strip() for one, value in self.pairs if one == name and value.strip()]

    def beginning(self, prefix: str) -> dict[str, str]:
        """Return the first value of each name that begins with `prefix`, stripped, by the rest of the name."""
        found: dict[str, str] = {}
        for name, value in self.pairs:
            if name.startswith(prefix):
                found.setdefault(name.removeprefix(prefix), value.strip())
        return found

    def __contains__(self, name: object) -> bool:
        return any(one == name for one, _ in self.pairs)


@dataclass(slots=True)
class Uploaded:
    """An uploaded file: its name, and its content as a stream that can be read only once.

    At the end of the stream, the form has the fields after the file, too.
    """

    name: str
    parts: AsyncIterator[bytes]

    def plain_name(self, *, chars_max: int) -> str:
        """Return the end of the file's name without folders and control characters; "" if nothing is left."""
        bare = self.name.replace("\\", "/").rpartition("/")[2]
        shown = " ".join("".join(char if char.isprintable() else " " for char in bare).split())
        return shown[-chars_max:].strip()


def number_or_text(text: str) -> int | str:
    """Return the whole number that a text is; the text itself if it is none, so that the API reports the error."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else text


async def read_form(request: Request, *, bytes_max: int, fields_max: int = FIELDS_MAX) -> Form:
    """Read a form without a file. Raise Malformed if the form can't be parsed or has more than `fields_max` fields."""
    raw = await request.read_body(bytes_max=bytes_max)
    if request.content_type.partition(";")[0].strip().lower() != _FORM:
        raise UnsupportedMedia("This address expects a form.")
    if len(raw) <= READ_HERE_BYTES_MAX:
        return Form(_decode(raw, fields_max))
    return Form(await asyncio.to_thread(_decode, raw, fields_max))


async def read_upload(
    request: Request, *, bytes_max: int, fields_bytes_max: int = FIELD_BYTES_MAX
) -> tuple[Form, Uploaded | None]:
    """Return the fields before the file, and the file, not read yet; None if no file was chosen.

    Reading the file adds the fields after it to the form. `fields_bytes_max` is the max size of all fields.
    """
    reader = _reader(request, bytes_max, fields_bytes_max, files_max=1)
    return reader.form, await reader.next_file()


async def read_uploads(
    request: Request, *, bytes_max: int, fields_bytes_max: int = FIELD_BYTES_MAX
) -> tuple[Form, AsyncIterator[Uploaded]]:
    """Return the fields before the first file, and the files, each to be read before the next. Others are skipped.

    The iterator raises Malformed if the upload is incomplete.
    """
    reader = _reader(request, bytes_max, fields_bytes_max, files_max=FIELDS_MAX)
    return reader.form, reader.files(await reader.next_file())


def _reader(request: Request, bytes_max: int, fields_bytes_max: int, *, files_max: int) -> "_Reader":
    kind, options = parse_options_header(request.content_type.encode("latin-1"))
    if kind != _MULTIPART or b"boundary" not in options:
        raise UnsupportedMedia("This address expects a form with a file.")
    parts = _from_boundary(request.stream_body(bytes_max=bytes_max), options[b"boundary"])
    return _Reader(options[b"boundary"], parts, fields_bytes_max, files_max)


async def _from_boundary(parts: AsyncIterator[bytes], boundary: bytes) -> AsyncIterator[bytes]:
    """Yield the body. Raise Malformed if it does not begin with the boundary.

    RFC 2046 §5.1.1 allows text before it, which no browser sends: the parser would read or refuse the same text,
    depending on how it is cut.
    """
    opening, begin, has_begun = b"--" + boundary, b"", False
    async for data in parts:
        if has_begun:
            yield data
            continue
        begin += data
        if not begin.startswith(opening[: len(begin)]):
            raise Malformed(_CANNOT)
        if len(begin) >= len(opening):
            has_begun = True
            yield begin


def _decode(raw: bytes, fields_max: int) -> Pairs:
    try:
        text = raw.decode("ascii")
        if not has_stray(text):
            return read_pairs(text, pairs_max=fields_max, escapes_max=len(raw))
    except ValueError as error:
        raise Malformed(_CANNOT) from error
    raise Malformed(_CANNOT)


class _Reader:
    """Parses a multipart body: collects the fields and streams at most `files_max` files."""

    def __init__(self, boundary: bytes, parts: AsyncIterator[bytes], fields_bytes_max: int, files_max: int) -> None:
        self.form = Form()
        self._fields_bytes_max = fields_bytes_max
        self._files_max = files_max
        self._parts = parts
        self._found: deque[str | bytes | None] = deque()  # of files: a name begins one, and None ends it
        self._value = bytearray()
        self._kept = 0
        self._header, self._header_value = bytearray(), bytearray()
        self._name = ""
        self._parts_seen = self._files_seen = 0
        self._in_file = self._skips = self._ended = False
        callbacks = {
            "on_part_begin": self._begin_part,
            "on_header_field": lambda data, start, end: self._header.extend(data[start:end]),
            "on_header_value": self._take_header,
            "on_header_end": self._end_header,
            "on_part_data": self._take,
            "on_part_end": self._end_part,
            "on_end": self._end,
        }
        try:
            self._parser = MultipartParser(boundary, callbacks)  # type: ignore[arg-type]  # expects a TypedDict
        except FormParserError as error:  # raised if the boundary is too long
            raise Malformed(_CANNOT) from error

    async def advance(self) -> bool:
        """Parse the next chunk of the body. Return False at the end of the body."""
        async for data in self._parts:
            try:
                self._parser.write(data)
            except FormParserError as error:
                raise Malformed(_CANNOT) from error
            return True
        return False

    async def next_file(self) -> Uploaded | None:
        """Return the next file, and skip what is unread of the one before; None if there is none.

        Raise Malformed if the body ends before the form does.
        """
        while True:
            while self._found:
                if isinstance(name := self._found.popleft(), str):
                    return Uploaded(name, self._content())
            if not await self.advance():
                if not self._ended:
                    raise Malformed(_INCOMPLETE)
                return None

    async def files(self, first: Uploaded | None) -> AsyncIterator[Uploaded]:
        """Yield the first and all other files. Raise Malformed if the upload is incomplete."""
        file = first
        while file is not None:
            yield file
            file = await self.next_file()

    async def _content(self) -> AsyncIterator[bytes]:
        """Yield the content of a file in chunks, and read the fields after the last one. Raise Malformed if cut off."""
        while True:
            while self._found:
                piece = self._found.popleft()
                if isinstance(piece, bytes):
                    yield piece
                    continue
                while self._files_seen == self._files_max and await self.advance():
                    pass
                if self._files_seen == self._files_max and not self._ended:
                    raise Malformed(_INCOMPLETE)
                return
            if not await self.advance():
                raise Malformed(_INCOMPLETE)

    def _begin_part(self) -> None:
        self._parts_seen += 1
        if self._parts_seen > FIELDS_MAX + 1:  # the fields and a file
            raise Malformed(_CANNOT)

    def _take_header(self, data: bytes, start: int, end: int) -> None:
        self._header_value.extend(data[start:end])
        if len(self._header_value) > PART_HEADER_BYTES_MAX:
            raise Malformed(_CANNOT)

    def _end_header(self) -> None:
        if self._header_value.count(b";") > PART_OPTIONS_MAX:
            raise Malformed(_CANNOT)
        if bytes(self._header).lower() == b"content-disposition":
            _, options = parse_options_header(bytes(self._header_value))
            self._name = options.get(b"name", b"").decode("utf-8", "replace")
            name = options.get(b"filename")
            self._in_file = bool(name) and self._files_seen < self._files_max
            self._skips = name is not None and not self._in_file  # no file was chosen, or there are enough already
            if name and self._in_file:
                self._files_seen += 1
                self._found.append(name.decode("utf-8", "replace"))
        self._header, self._header_value = bytearray(), bytearray()

    def _take(self, data: bytes, start: int, end: int) -> None:
        if self._in_file:
            self._found.append(bytes(data[start:end]))
        elif not self._skips:
            self._kept += end - start
            if self._kept > self._fields_bytes_max:
                raise Malformed(_CANNOT)
            self._value.extend(data[start:end])

    def _end_part(self) -> None:
        if self._in_file:
            self._in_file = False
            self._found.append(None)
        elif not self._skips:
            self.form.pairs.append((self._name, self._value.decode("utf-8", "replace")))
        self._value, self._skips = bytearray(), False

    def _end(self) -> None:
        self._ended = True
