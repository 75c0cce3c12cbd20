"""Live updates of the delivery list: a stream of table rows, or single responses for pages that poll.

If a delivery on the page stops matching the filters, its row is updated instead of removed, so that people see its new
state.
"""

import json
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from plantstore.domain.errors import Malformed, StoreError
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.delivery_query import LiveFilter, read_delivery_query
from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import CAPPED_AT, capped
from plantstore.web.console.sse import HEARTBEAT, Stream, frame
from plantstore.web.console.views.latest import as_row
from plantstore.web.http.broadcast import Listener
from plantstore.web.http.response import Response, json_response

LIVE = "/live/deliveries"
READ_MAX = 50  # max attempts read per poll; if there are more, a count is sent instead of rows
ROWS_AT_ONCE_MAX = 10  # max rows sent per poll; people can't read more than that per second
HEARTBEAT_S = 15.0  # interval between heartbeats; proxies close connections that are idle for a minute
COUNTS_S_MIN = 5.0  # min interval between updates of the counts
AGAIN_MS = 3_000  # time after which a browser reconnects
_ATTEMPT_ID = re.compile(r"[0-9]{1,19}")


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """Updates since the last poll. The next poll reads the attempts with ids above `after`.

    `rows` are the latest attempts of deliveries that match all filters. `changes` are those of deliveries that don't
    match the state and response filters: their rows are updated where they are already shown. If there are too many
    deliveries to send rows, `many` is their number; `more` means that there are even more.
    `at_once` means that more attempts can be read without waiting.
    """

    after: str
    rows: tuple[ApiAnswer, ...] = ()
    changes: tuple[ApiAnswer, ...] = ()
    many: int = 0
    more: bool = False
    at_once: bool = False


async def _deliveries(request: PageRequest) -> Response | Stream:
    filters = read_delivery_query(request.query, request.dependencies.clock.now()).live()
    after = await _begin(request)
    if "once" in request.query:
        return await _once(request, filters, after)
    listener = request.dependencies.broadcast.join(request.key.reveal())
    if listener is None:
        return Response(204)  # too many streams, or stopping: an EventSource does not reconnect after a 204
    frames = _frames(request, filters, listener, after)
    return Stream(
        broadcast=request.dependencies.broadcast, listener=listener, frames=frames, receive=request.http.receive
    )


async def _begin(request: PageRequest) -> str:
    """Return the attempt id to continue after: Last-Event-ID, else the `after` parameter, else the newest attempt."""
    given = request.http.headers.get(b"last-event-id", b"").decode("latin-1") or request.query.get("after", "")
    if not given:
        feed = await request.api.call("readAttempts")
        return str(feed["after"])
    if _ATTEMPT_ID.fullmatch(given) is None:
        raise Malformed("after: write what was given as id.")
    return given


async def _frames(request: PageRequest, filters: LiveFilter, listener: Listener, after: str) -> AsyncIterator[bytes]:
    """Yield event frames for all attempts with ids above `after`, until the session or the connection ends."""
    clock = request.dependencies.clock
    yield b"retry: %d\n\n" % AGAIN_MS
    counted_at = clock.monotonic() - COUNTS_S_MIN
    while not listener.ended:
        try:
            news = await _read(request, filters, after)
            if not await request.is_signed_in_still():  # after reading: an ended session gets no data
                return
            for one in await _written(request, news):
                yield one
            if news.after != after:
                yield frame("at", news.after, at=news.after)
                after = news.after
                if clock.monotonic() - counted_at >= COUNTS_S_MIN:
                    counted_at = clock.monotonic()
                    yield frame("counts", json.dumps(await _counts(request, filters)))
            if not news.at_once and not await listener.wait(seconds_max=HEARTBEAT_S):
                yield HEARTBEAT
        except StoreError:  # such as an overload: the browser reconnects and continues
            return


async def _once(request: PageRequest, filters: LiveFilter, after: str) -> Response:
    """Return the updates as one JSON response, for pages that poll every few seconds instead of streaming."""
    news = await _read(request, filters, after)
    return json_response(
        {
            "after": news.after,
            "rows": await _rows(request, news.rows),
            "changes": await _rows(request, news.changes),
            "many": news.many,
            "more": news.more,
            "counts": await _counts(request, filters),
        }
    )


async def _read(request: PageRequest, filters: LiveFilter, after: str) -> News:
    limit = min(READ_MAX, request.dependencies.settings.page_items_max)
    query = {"after": after, "limit": str(limit)} | ({"receiver": filters.receiver} if filters.receiver else {})
    page = await _ask(request, "readAttempts", query)
    newest = {(one["sequence"], one["receiver"]): one for one in page["items"] if filters.concerns(one)}
    rows = tuple(one for one in newest.values() if filters.shows(one))
    changes = tuple(one for one in newest.values() if not filters.shows(one))
    if page["next"] is not None and len(page["items"]) == limit:
        latest = await request.api.call("readAttempts")
        return News(after=latest["after"], many=max(1, len(rows)), more=True)
    at_once = page["next"] is not None  # the page is short because of filtering: read on
    if len(rows) > ROWS_AT_ONCE_MAX:
        return News(after=page["after"], many=len(rows), at_once=at_once)
    return News(after=page["after"], rows=rows, changes=changes, at_once=at_once)


async def _counts(request: PageRequest, filters: LiveFilter) -> dict[str, str]:
    """Return the number of deliveries in each state and in total ("all") as text."""
    counts = await _ask(request, "countDeliveries", {"receiver": filters.receiver} if filters.receiver else {})
    most = counts.pop("capped_at", None) or CAPPED_AT
    return {"all": capped(sum(counts.values()), most)} | {state: capped(one, most) for state, one in counts.items()}


async def _ask(request: PageRequest, name: str, query: dict[str, str]) -> ApiAnswer:
    """Call the API, or share the response of an identical concurrent call with the same permissions."""
    key = (name, _rights(request), *(f"{one}={text}" for one, text in sorted(query.items())))
    found: ApiAnswer = await request.dependencies.broadcast.share(key, lambda: request.api.call(name, query=query))
    return dict(found)


async def _written(request: PageRequest, news: News) -> list[bytes]:
    frames = [frame("row", row) for row in await _rows(request, news.rows)]
    frames += [frame("change", row) for row in await _rows(request, news.changes)]
    if news.many:
        frames.append(frame("many", json.dumps({"count": news.many, "more": news.more})))
    return frames


async def _rows(request: PageRequest, attempts: Sequence[ApiAnswer]) -> list[str]:
    """Return table rows as HTML. Each row is rendered once for all listeners with the same permissions."""
    rows = []
    for one in attempts:
        render = partial(request.rendering.run, partial(_row, request, one))
        rows.append(await request.dependencies.broadcast.share(("row", _rights(request), json.dumps(one)), render))
    return rows


def _rights(request: PageRequest) -> str:
    """Return what the token may see, for the key of a shared result."""
    ids = request.token.receiver_ids
    limit = "all" if ids is None else ",".join(map(str, sorted(ids)))
    return f"{limit} {' '.join(sorted(request.token.scopes))}"


def _row(request: PageRequest, attempt: dict[str, Any]) -> str:
    """Return the table row for the delivery of an attempt as HTML. Call this in the rendering thread."""
    html = request.renderer.render("delivery_rows.html", {"rows": [as_row(attempt)], "may": request.may})
    return "\n".join(line for line in html.splitlines() if line.strip())


PAGES = (get_page(LIVE, _deliveries, "readAttempts", "countDeliveries", background=True),)
