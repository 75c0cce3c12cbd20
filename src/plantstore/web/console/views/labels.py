"""Labels and shelf cards: choose what is on them and the sheet, look at them, and print them with the browser."""

from collections.abc import Mapping, Sequence
from functools import partial
from urllib.parse import urlencode

from plantstore.domain.errors import Malformed, NotFound
from plantstore.domain.plants.plant import COSTS, ID_MAX
from plantstore.storage.database import Transaction
from plantstore.storage.tables import plants as plants_table
from plantstore.web.api.plants.filters import FILTERS, SORT, Q
from plantstore.web.console.labels.drawing import flag
from plantstore.web.console.labels.label import KINDS, PARTS, Label
from plantstore.web.console.labels.print_run import (
    LABELS_MAX,
    Choices,
    Plant,
    check_count,
    labels_of,
    notes_on,
    read_choices,
)
from plantstore.web.console.labels.sheets import SHEETS, fill
from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_list import SORT_DEFAULT
from plantstore.web.http.percent_encoding import QUERY_BYTES_MAX
from plantstore.web.http.response import Response

DRAWN_TOGETHER = 10  # plants whose labels are drawn before other pages have their turn: a QR code takes 1 to 10 ms
PAGES_MAX = 40  # max pages of the API that are read for a filter: some pages of a search are nearly empty
IDS = "ids"
SELECTORS = (IDS, *(parameter.name for parameter in (Q, *FILTERS, SORT)))  # what chooses plants in an address
_ID_DIGITS = len(str(ID_MAX))


async def _show(request: PageRequest) -> Response:
    chosen = {name: text for name in SELECTORS if (text := request.query.get(name, "").strip())}
    choices, problem = read_choices(request.query)
    refused = None
    found: list[Plant] = []
    absent: list[int] = []
    try:
        if len(request.http.query) > QUERY_BYTES_MAX:
            raise Malformed(f"The address is longer than {QUERY_BYTES_MAX:,} characters. Choose fewer plants.")
        if problem:
            raise Malformed(problem)
        if chosen:
            found, absent = await _plants(request, chosen)
            await request.rendering.run(partial(check_count, found, choices))
    except Malformed as error:
        refused, found = error, []
    labels = await _draw(request, found, choices)
    every = [label for own in labels for label in own]
    notes = await request.rendering.run(partial(notes_on, found, labels, choices))
    return request.render(
        "labels.html",
        status=200 if refused is None else 400,
        refused=refused,
        chosen=chosen,
        choices=choices,
        plants_count=len(found),
        absent=absent,
        pages=fill(choices.sheet, every, start=choices.start),
        count=len(every),
        notes=notes,
        sheets=SHEETS,
        kinds=KINDS,
        parts=PARTS,
        labels_max=LABELS_MAX,
        flag=flag(),
        back="/plants" + (f"?{urlencode(chosen)}" if chosen and IDS not in chosen else ""),
    )


async def _plants(request: PageRequest, chosen: Mapping[str, str]) -> tuple[list[Plant], list[int]]:
    """Return the chosen plants, and the ids that are no plants. Raise NotFound if there are only such ids."""
    if IDS not in chosen:
        return await _search(request, chosen), []
    ids = _read_ids(chosen[IDS])
    found = await request.dependencies.database.read(partial(_records, request=request, ids=ids))
    if not found:
        raise NotFound("None of these plants exists any more.")
    return [found[one] for one in ids if one in found], [one for one in ids if one not in found]


def _read_ids(text: str) -> list[int]:
    """Return the ids in a list with commas, each once."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) <= _ID_DIGITS for part in parts):
        raise Malformed("Write the ids of plants as whole numbers with commas, such as ids=7,12,31.")
    ids = list(dict.fromkeys(map(int, parts)))
    if len(ids) > LABELS_MAX:
        raise Malformed(f"You chose {len(ids):,} plants. Print labels of at most {LABELS_MAX:,} at a time.")
    return [one for one in ids if one <= ID_MAX]


def _records(tx: Transaction, *, request: PageRequest, ids: Sequence[int]) -> dict[int, Plant]:
    record = request.dependencies.catalogue.record
    return {id: record(plant, tx.now, with_costs=False) for id, plant in plants_table.find_many(tx, ids).items()}


async def _search(request: PageRequest, chosen: Mapping[str, str]) -> list[Plant]:
    """Return all plants that match the filters of the list of plants, in its order."""
    query = {"sort": SORT_DEFAULT, **chosen, "limit": str(request.dependencies.settings.page_items_max)}
    found: list[Plant] = []
    for _ in range(PAGES_MAX):
        page = await request.api.call("listPlants", query=query)
        found += [{name: value for name, value in plant.items() if name not in COSTS} for plant in page["items"]]
        if len(found) > LABELS_MAX:
            raise Malformed(f"More than {LABELS_MAX:,} plants match. Print at most {LABELS_MAX:,} labels at a time.")
        if page["next"] is None:
            return found
        query |= {"cursor": page["next"].rpartition("cursor=")[2]}
    raise Malformed("This search takes too long. Narrow the filter.")


async def _draw(request: PageRequest, found: Sequence[Plant], choices: Choices) -> list[list[Label]]:
    """Return the labels of each plant. They are drawn in the rendering thread, a few at a time."""

    def draw(some: Sequence[Plant]) -> list[list[Label]]:
        return [labels_of(plant, choices) for plant in some]

    labels: list[list[Label]] = []
    for begin in range(0, len(found), DRAWN_TOGETHER):
        labels += await request.rendering.run(partial(draw, found[begin : begin + DRAWN_TOGETHER]))
    return labels


PAGES = (get_page("/labels", _show, "listPlants"),)
