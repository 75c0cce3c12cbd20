"""The page of the watch list: names of plants that the shop wants to be warned of, edited as lines of text."""

import re
from itertools import islice
from typing import Any

from plantstore.domain.errors import Changed, Invalid
from plantstore.domain.plants.watch_list import ENTRIES_MAX
from plantstore.web.console.api_client import ApiAnswer
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.rendering import counted
from plantstore.web.http.response import Response

_POINTER = re.compile(r"/items/([0-9]+)")


async def _show(request: PageRequest) -> Response:
    found, version = await request.api.call_with_version("showWatchList", {})
    lines = [_line(entry) for entry in found["items"]]
    return _page(request, "\n".join(lines), version=version, entries=found["items"])


async def _save(request: PageRequest) -> Response:
    text = request.form.get("names").replace("\r\n", "\n")
    written = ((number, line.strip()) for number, line in enumerate(text.split("\n"), 1) if line.strip())
    numbered = list(islice(written, ENTRIES_MAX + 1))  # more are refused in any case
    body = {"items": [_entry(line) for _, line in numbered]}
    version = request.form.number("version")
    try:
        saved = await request.api.call("putWatchList", body=body, version=version)
    except Invalid as refused:
        wrong = _wrong(refused, [number for number, _ in numbered])
        return _page(request, text, wrong=wrong, version=version, status=422)
    except Changed:
        found, version = await request.api.call_with_version("showWatchList", {})
        return _page(request, text, theirs=[_line(entry) for entry in found["items"]], version=version, status=412)
    return request.redirect("/watch-list", f"Saved. {counted(len(saved['items']), 'name')} on the watch list.")


def _page(request: PageRequest, text: str, *, version: int | None, status: int = 200, **shown: Any) -> Response:
    return request.render(
        "watch_list.html", status=status, text=text, opened_version=version, names_max=ENTRIES_MAX, **shown
    )


def _entry(line: str) -> dict[str, Any]:
    name, _, reason = line.partition(";")
    return {"name": name.strip(), "reason": reason.strip() or None}


def _line(entry: ApiAnswer) -> str:
    return f"{entry['name']}; {entry['reason']}" if entry["reason"] else str(entry["name"])


def _wrong(refused: Invalid, lines: list[int]) -> list[str]:
    """Return the problems, each with the number of its line in the form."""
    found = []
    for problem in refused.fields:
        pointer = _POINTER.match(problem.pointer)
        found.append(f"Line {lines[int(pointer[1])]}: {problem.detail}" if pointer else problem.detail)
    return found or [refused.detail]


PAGES = (
    get_page("/watch-list", _show, "showWatchList"),
    post_page("/watch-list", _save, "putWatchList", "showWatchList"),
)
