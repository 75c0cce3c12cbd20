"""What a form brings: its fields, and a file that is read piece by piece. The reading is done by python-multipart."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from plantstore.domain.errors import Malformed, UnsupportedMedia
from plantstore.web.incoming import Incoming

FIELDS_MAX = 200
FIELD_BYTES_MAX = 65_536  # of a form with a file: what stands before the file
_FORM, _MULTIPART = b"application/x-www-form-urlencoded", b"multipart/form-data"
_CANNOT = "The form cannot be read. Open the page anew and send it again."


@dataclass(slots=True)
class Form:
    """The fields of a form, in their order; a name may come more than once."""

    pairs: list[tuple[str, str]] = field(default_factory=list)

    def get(self, name: str, otherwise: str = "") -> str:
        """The first value of this name, with line ends as we write them and nothing around it."""
        given = next((value for one, value in self.pairs if one == name), otherwise)
        return given.replace("\r\n", "\n").strip()

    def raw(self, name: str) -> str:
        """The first value of this name, exactly as it came."""
        return next((value for one, value in self.pairs if one == name), "")

    def all(self, name: str) -> list[str]:
        return [value.strip() for one, value in self.pairs if one == name and value.strip()]

    def __contains__(self, name: object) -> bool:
        return any(one == name for one, _ in self.pairs)


@dataclass(slots=True)
class Uploaded:
    """A file as it comes in: its name, and its bytes, which can be read once."""

    name: str
    parts: AsyncIterator[bytes]


async def read_form(request: Incoming, *, bytes_max: int) -> Form:
    """Read a form without a file; Malformed when it is none."""
    raw = await request.read_body(bytes_max=bytes_max)
    kind, options = parse_options_header(request.headers.get(b"content-type", b""))
    if kind != _FORM:
        raise UnsupportedMedia("This address takes a form.")
    del options
    try:
        text = raw.decode("ascii")
        return Form(parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=FIELDS_MAX))
    except ValueError as error:
        raise Malformed(_CANNOT) from error


async def read_upload(request: Incoming, *, bytes_max: int) -> tuple[Form, Uploaded | None]:
    """Read a form up to its file, which must come last. None when there is no file."""
    kind, options = parse_options_header(request.headers.get(b"content-type", b""))
    if kind != _MULTIPART or b"boundary" not in options:
        raise UnsupportedMedia("This address takes a form with a file.")
    reader = _Reader(options[b"boundary"], request.parts(bytes_max=bytes_max))
    while reader.file_name is None and await reader.advance():
        pass
    uploaded = None if reader.file_name is None else Uploaded(reader.file_name, reader.file())
    return reader.form, uploaded


class _Reader:
    """Takes a multipart body apart: fields are gathered, the file is handed on."""

    def __init__(self, boundary: bytes, parts: AsyncIterator[bytes]) -> None:
        self.form = Form()
        self.file_name: str | None = None
        self._parts = parts
        self._pieces: list[bytes] = []
        self._value = bytearray()
        self._kept = 0
        self._header, self._header_value = bytearray(), bytearray()
        self._name = ""
        self._in_file = self._file_ended = False
        callbacks = {
            "on_header_field": lambda data, start, end: self._header.extend(data[start:end]),
            "on_header_value": lambda data, start, end: self._header_value.extend(data[start:end]),
            "on_header_end": self._end_header,
            "on_part_data": self._take,
            "on_part_end": self._end_part,
        }
        try:
            self._parser = MultipartParser(boundary, callbacks)  # type: ignore[arg-type]  # it asks for a TypedDict
        except FormParserError as error:  # the boundary is longer than any browser's
            raise Malformed(_CANNOT) from error

    async def advance(self) -> bool:
        """Read the next piece of the body; False at its end."""
        async for data in self._parts:
            try:
                self._parser.write(data)
            except FormParserError as error:
                raise Malformed(_CANNOT) from error
            return True
        return False

    async def file(self) -> AsyncIterator[bytes]:
        """The bytes of the file."""
        while True:
            pieces, self._pieces = self._pieces, []
            for piece in pieces:
                yield piece
            if self._file_ended:
                while await self.advance():  # what stands behind it is read and forgotten
                    pass
                return
            if not await self.advance():
                raise Malformed("The file ended before it was whole. Send it again.")

    def _end_header(self) -> None:
        if bytes(self._header).lower() == b"content-disposition":
            _, options = parse_options_header(bytes(self._header_value))
            self._name = options.get(b"name", b"").decode("utf-8", "replace")
            if b"filename" in options and self.file_name is None:
                self.file_name = options[b"filename"].decode("utf-8", "replace")
                self._in_file = True
        self._header, self._header_value = bytearray(), bytearray()

    def _take(self, data: bytes, start: int, end: int) -> None:
        if self._in_file:
            self._pieces.append(bytes(data[start:end]))
        elif not self._file_ended:
            self._kept += end - start
            if self._kept > FIELD_BYTES_MAX:
                raise Malformed(_CANNOT)
            self._value.extend(data[start:end])

    def _end_part(self) -> None:
        if self._in_file:
            self._in_file, self._file_ended = False, True
        elif not self._file_ended and len(self.form.pairs) < FIELDS_MAX:
            self.form.pairs.append((self._name, self._value.decode("utf-8", "replace")))
            self._value = bytearray()
