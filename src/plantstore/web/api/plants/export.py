"""The endpoint that exports plants: exactly those that a list with the same filters has, or those with given ids."""

import asyncio
import os
import tempfile
from collections.abc import AsyncGenerator, Callable, Sequence
from functools import partial
from typing import IO

from plantstore.catalogue.exports import workbook
from plantstore.catalogue.exports.records import (
    MEDIA_TYPES,
    ExportFormat,
    Record,
    cell_lines,
    csv_begin,
    csv_lines,
    headings_of,
    json_lines,
)
from plantstore.core.settings import Settings
from plantstore.domain.errors import Forbidden, Malformed, NotFound
from plantstore.domain.plants.plant import Plant
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.queries import plant_search
from plantstore.storage.queries.plant_order import PlantPosition
from plantstore.storage.tables import plants
from plantstore.web.api.plants.costs import sees_costs
from plantstore.web.api.plants.delivery_progress import read_ids
from plantstore.web.api.plants.endpoints import PLANTS
from plantstore.web.api.plants.filters import FILTERS, SORT, Q, needs_costs, read_filter, read_sort
from plantstore.web.api.plants.schemas import EXAMPLE_RECORD
from plantstore.web.http.endpoint import CSV, JSON_LINES, XLSX, Endpoint, Parameter
from plantstore.web.http.parameters import choice_parameter, flag_parameter
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response
from plantstore.web.http.streamed_response import StreamedResponse
from plantstore.web.openapi import patterns

EXPORT = f"{PLANTS}/export"
PAGE_PLANTS = 200  # read, written and sent together: about 10 ms in a reader thread
IDS_MAX = 1_000  # max ids per export
PIECE_BYTES = 65_536
FORMAT, RAW = "format", "raw"
Encode = Callable[[Sequence[Record]], bytes]
Place = tuple[PlantPosition | None, int]
"""The position after which the next page begins, and the number of ids that were read before it."""


class _Reading:
    """Reads the plants of one export, page by page, each in a transaction of its own."""

    def __init__(self, context: RequestContext) -> None:
        self._context = context
        self._ids: tuple[int, ...] | None = context.query.get("ids")
        self.with_costs = sees_costs(context)
        if needs_costs(context.query) and not self.with_costs:
            raise Forbidden(f"Only a token with the scope {Scope.COSTS_READ} may filter by supplier.")
        chosen = [name for name in (Q.name, *(one.name for one in FILTERS)) if name in context.query]
        if self._ids is not None and chosen:
            raise Malformed(f"Give either ids or {chosen[0]}.")
        settings, now = context.dependencies.settings, context.dependencies.clock.now()
        self._filters = read_filter(context.query, settings, now=now)
        self._sort = read_sort(context.query)

    async def pages(self, encode: Encode) -> AsyncGenerator[tuple[bytes, int], None]:
        """Yield the bytes of each page, and the number of its plants. The first page raises what is wrong."""
        place: Place | None = (None, 0)
        while place is not None:
            content, count, place = await self._context.read(partial(self._page, place=place, encode=encode))
            yield content, count

    def _page(self, tx: Transaction, *, place: Place, encode: Encode) -> tuple[bytes, int, Place | None]:
        found, following = self._read(tx, place)
        record = self._context.dependencies.catalogue.record
        content = encode([record(plant, tx.now, with_costs=self.with_costs) for plant in found])
        return content, len(found), following

    def _read(self, tx: Transaction, place: Place) -> tuple[list[Plant], Place | None]:
        position, begin = place
        if self._ids is None:
            keyset = KeysetPage(position=position)
            page = plant_search.page(tx, self._filters, sort=self._sort, limit=PAGE_PLANTS, keyset=keyset)
            return page.plants, None if page.following is None else (page.following, 0)
        if begin == 0:
            missing = sorted(set(self._ids) - plants.existing(tx, self._ids))
            if missing:
                raise NotFound(f"There is no plant {missing[0]}.")
        end = begin + PAGE_PLANTS
        stored = plants.find_many(tx, self._ids[begin:end])
        found = [stored[number] for number in self._ids[begin:end] if number in stored]
        return found, (None, end) if end < len(self._ids) else None


async def _export(context: RequestContext) -> Response:
    kind: ExportFormat = context.query.get(FORMAT, ExportFormat.CSV)
    raw = context.query.get(RAW, False)
    if raw and kind is not ExportFormat.CSV:
        raise Malformed("Parameter raw: it only applies to csv.")
    reading = _Reading(context)
    day = to_text(context.dependencies.clock.now())[:10]
    headers = (
        (b"content-type", MEDIA_TYPES[kind].encode()),
        (b"content-disposition", f'attachment; filename="plants-{day}.{kind}"'.encode()),
    )
    if context.request.method == "HEAD":
        return Response(200, b"", headers)
    if kind is ExportFormat.XLSX:
        parts = _pieces(await _workbook(reading))
    else:
        begin, encode = _text_format(kind, headings_of(with_costs=reading.with_costs), raw=raw)
        parts = await _begun(_text(reading, begin, encode))
    return StreamedResponse(200, b"", headers, parts=parts, receive=context.request.receive)


def _text_format(kind: ExportFormat, headings: Sequence[str], *, raw: bool) -> tuple[bytes, Encode]:
    """Return the beginning of the file, and the function that writes its lines."""
    if kind is ExportFormat.JSON_LINES:
        return b"", json_lines
    return csv_begin(headings, raw=raw), partial(csv_lines, headings=headings, raw=raw)


async def _text(reading: _Reading, begin: bytes, encode: Encode) -> AsyncGenerator[bytes, None]:
    async for content, _ in reading.pages(encode):
        if begin or content:
            yield begin + content
        begin = b""


async def _begun(parts: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Read the first part now, so that an error in it has a status of its own."""
    first = await anext(parts, b"")

    async def rest() -> AsyncGenerator[bytes, None]:
        try:
            yield first
            async for part in parts:
                yield part
        finally:
            await parts.aclose()

    return rest()


async def _workbook(reading: _Reading) -> IO[bytes]:
    """Return the whole workbook, in a file without a name."""
    headings = headings_of(with_costs=reading.with_costs)
    count = 0
    target = await asyncio.to_thread(tempfile.TemporaryFile)
    rows = await asyncio.to_thread(tempfile.TemporaryFile)
    try:
        async for content, number in reading.pages(partial(cell_lines, headings=headings)):
            count += number
            if count > workbook.ROWS_MAX:
                raise Malformed(f"More than {workbook.ROWS_MAX:,} plants match. Narrow the filter, or use csv.")
            await asyncio.to_thread(rows.write, content)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(workbook.THREADS, workbook.write, rows, target, headings)
    except BaseException:
        target.close()
        raise
    finally:
        rows.close()
    return target


async def _pieces(file: IO[bytes]) -> AsyncGenerator[bytes, None]:
    try:
        while piece := await asyncio.to_thread(os.read, file.fileno(), PIECE_BYTES):
            yield piece
    finally:
        file.close()


def _read_ids(text: str, _: Settings) -> tuple[int, ...]:
    return tuple(dict.fromkeys(read_ids(text, most=IDS_MAX)))


ENDPOINTS = (
    Endpoint(
        method="GET",
        path=EXPORT,
        name="exportPlants",
        scope=Scope.PLANTS_READ,
        may_be_late=True,
        summary="Export plants",
        description=(
            "The plants that the list has with the same filters and order: as CSV or as an .xlsx workbook, which an "
            f"import reads again, or as JSON Lines. A workbook has at most {workbook.ROWS_MAX:,} plants. `ids` selects "
            "plants instead. Costs and suppliers are included if the token has the scope costs:read. The file is made "
            "while it is sent: plants that are changed in the meantime are in it as they were or as they are. If the "
            "connection ends early, without the last chunk, the file is not complete. To know the number first, use "
            "`/plants/counts`."
        ),
        handler=_export,
        response="CsvText",
        response_type=CSV,
        response_example="id,sku,gtin,name\r\n1042,HYD-END-5L,,Hydrangea ENDLESS SUMMER 5 L\r\n",
        more_responses=((JSON_LINES, json_lines([EXAMPLE_RECORD]).decode()), (XLSX, None)),
        parameters=(
            choice_parameter(FORMAT, "The format of the file.", ExportFormat, default=ExportFormat.CSV),
            flag_parameter(RAW, "CSV for programs: without a byte order mark and without protection from formulas."),
            Parameter(
                name="ids",
                description=f"Comma-separated ids of plants, at most {IDS_MAX:,}, without filters; in their order.",
                parse=_read_ids,
                schema=lambda _: {"type": "string", "pattern": patterns.PLANT_IDS, "examples": ["1"]},
            ),
            Q,
            *FILTERS,
            SORT,
        ),
        errors=(Forbidden, NotFound),
    ),
)
