"""The page that exports plants: how many there are, the format, and the file, which is sent while it is made."""

from plantstore.catalogue.exports.records import ExportFormat
from plantstore.catalogue.exports.workbook import ROWS_MAX
from plantstore.domain.errors import Malformed, NotFound, StoreError
from plantstore.web.api.plants.export import FORMAT
from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_selection import Selection, count, existing, filter_words, read_selection
from plantstore.web.http.response import Response

FORMATS = (
    (ExportFormat.CSV, "CSV", "For spreadsheets and other programs. Plant Store can import it again."),
    (
        ExportFormat.XLSX,
        "Excel workbook",
        f"An .xlsx file, which Plant Store can import again; at most {ROWS_MAX:,} plants.",
    ),
    (ExportFormat.JSON_LINES, "JSON Lines", "For programs: one plant in each line, as the API returns it."),
)


async def _show(request: PageRequest) -> Response:
    try:
        selection = _read(request)
    except Malformed as refused:
        return _refused(request, refused)
    return await _page(request, selection)


async def _page(request: PageRequest, selection: Selection, refused: StoreError | None = None) -> Response:
    found, absent = await existing(request, selection)
    try:
        if selection.ids and not found.ids:
            raise NotFound("None of the selected plants exists any more.")
        counted = await count(request, found)
    except (Malformed, NotFound) as wrong:
        return _refused(request, wrong, selection)
    chosen = request.query.get(FORMAT) or ExportFormat.CSV
    return request.render(
        "plant_export.html",
        status=200 if refused is None else 400,
        refused=refused,
        selection=found,
        words=filter_words(found.filters, request.zone),
        absent=absent,
        counted=counted,
        formats=[one for one in FORMATS if one[0] != ExportFormat.XLSX or counted["count"] <= ROWS_MAX],
        chosen=chosen if chosen in list(ExportFormat) else ExportFormat.CSV,
        rows_max=ROWS_MAX,
        sees_costs=request.sees_costs,
        back=_back(selection),
    )


def _refused(request: PageRequest, refused: StoreError, selection: Selection | None = None) -> Response:
    status = 404 if isinstance(refused, NotFound) else 400
    back = _back(selection or Selection())
    return request.render("plant_export.html", status=status, refused=refused, counted=None, back=back)


async def _send(request: PageRequest) -> Response:
    """Send the file. The API's words are shown on the page if it can't be made."""
    try:
        selection = _read(request)
    except Malformed as refused:
        return _refused(request, refused)
    found, _ = await existing(request, selection)
    kind = request.query.get(FORMAT, ExportFormat.CSV.value)
    try:
        if selection.ids and not found.ids:
            raise NotFound("None of the selected plants exists any more.")
        return await request.api.stream_file("exportPlants", request.http, query={**found.query, FORMAT: kind})
    except NotFound as refused:
        return _refused(request, refused)
    except Malformed as refused:
        return await _page(request, selection, refused)


def _read(request: PageRequest) -> Selection:
    request.check_query()
    return read_selection(request.query, others=(FORMAT,))


def _back(selection: Selection) -> str:
    return Selection(filters=selection.filters, sort=selection.sort).address("/plants")


PAGES = (
    get_page("/plants/export", _show, "exportPlants", "countPlants"),
    get_page("/plants/export/file", _send, "exportPlants"),
)
