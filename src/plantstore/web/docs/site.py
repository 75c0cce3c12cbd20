"""The addresses of the documentation. Nothing is read before somebody asks, and then in a thread: deliveries go on."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from plantstore.domain.errors import Malformed, NotFound
from plantstore.web.console.console import Console
from plantstore.web.console.cookies import read_notice, read_theme
from plantstore.web.console.page_request import PageRequest
from plantstore.web.docs.cached_response import TEXT, CachedResponse, Content, Text
from plantstore.web.http.dispatch import wrong_method
from plantstore.web.http.request import Request
from plantstore.web.http.response import Response

if TYPE_CHECKING:
    from plantstore.web.docs.renderer import PageRenderer

Document = dict[str, Any]
QUERY_BYTES_MAX = 4_000
FRAME = "docs/frame.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One kind of page. `kept` says that there are only so many of them, which may be kept as they go out."""

    path: str
    make: Callable[["PageRenderer", Scope], Content | Text]
    kept: bool = True


SHOWN = (
    Shown(path="/docs", make=lambda press, _: press.contents()),
    Shown(path="/docs/search", make=lambda press, scope: press.search(_query(scope)), kept=False),
    Shown(path="/docs/errors/", make=lambda press, _: press.errors()),
    Shown(path="/docs/errors/{code}", make=lambda press, scope: press.error(scope["path_params"]["code"])),
    Shown(path="/docs/{page}", make=lambda press, scope: press.page(scope["path_params"]["page"])),
    Shown(path="/api/docs", make=lambda press, _: press.reference()),
    Shown(path="/api/docs/{resource}", make=lambda press, scope: press.resource(scope["path_params"]["resource"])),
)


class Documentation:
    """All pages, in the frame of the console. The reference of the API is read from the two documents."""

    def __init__(self, console: Console, *, managed: Callable[[], Document], published: Callable[[], Document]) -> None:
        self._console = console
        self._documents = (managed, published)
        self._printed: dict[tuple[str, str], CachedResponse] = {}

    def routes(self) -> list[Route]:
        """One for each kind of page."""
        return [Route(one.path, Reading(self, one)) for one in SHOWN]

    async def answer(self, shown: Shown, scope: Scope, receive: Receive) -> Response:
        """Answer with a page, or say on one that there is none, if a page is wanted at all."""
        request = await self._console.read_request(Request(scope, receive), scope)
        try:
            return await self._answer(shown, request, scope)
        except NotFound:
            if b"text/html" not in request.http.headers.get(b"accept", b""):
                raise
        content = await asyncio.to_thread(lambda: self._press.missing(scope["path"]))
        return await self._framed(content, request)

    async def _answer(self, shown: Shown, request: PageRequest, scope: Scope) -> Response:
        """To strangers all look the same, in one of three themes: what they are sent is kept."""
        stranger = request.signed_in is None and not read_notice(request.sent_cookies)
        place = scope["path"], read_theme(request.sent_cookies)
        printed = self._printed.get(place) if stranger else None
        if printed is None:
            content = await asyncio.to_thread(lambda: shown.make(self._press, scope))
            if isinstance(content, Text):
                printed = CachedResponse(content.text.encode(), TEXT)
            elif stranger:
                request.takes_gzip = False
                printed = CachedResponse((await self._framed(content, request)).body)
            else:
                return await self._framed(content, request)
            if shown.kept and stranger:
                self._printed[place] = printed
        return printed.response(request.http.headers)

    async def _framed(self, content: Content, request: PageRequest) -> Response:
        from plantstore.web.docs.renderer import SEARCH

        status = 200 if content.found else 404
        chapters = self._press.chapters
        page = request.render(FRAME, status=status, content=content, chapters=chapters, search_address=SEARCH)
        return await self._console.rendered(page)

    @cached_property
    def _press(self) -> "PageRenderer":
        from plantstore.web.docs.renderer import PageRenderer  # late: a store starts without its Markdown

        managed, published = self._documents
        return PageRenderer(self._console.renderer.render, managed=managed, published=published)


class Reading:
    """One address that anybody may read."""

    def __init__(self, documentation: Documentation, shown: Shown) -> None:
        self._documentation = documentation
        self._shown = shown

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise wrong_method(("GET", "HEAD"))
        response = await self._documentation.answer(self._shown, scope, receive)
        await response.send(scope, send)


def _query(scope: Scope) -> str:
    """What is searched for: `q`, once."""
    raw: bytes = scope["query_string"]
    if len(raw) > QUERY_BYTES_MAX:
        raise Malformed("That is more than anybody searches for.")
    given = parse_qs(raw.decode("latin-1"), errors="replace", max_num_fields=10).get("q", [""])
    return given[0].replace("\0", " ").strip()
