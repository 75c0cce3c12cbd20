"""The routes of the documentation. Pages are read and rendered on first use, in a thread."""

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
class PageKind:
    """A kind of page: its path, and how to make its content. Responses are cached in memory if `kept`."""

    path: str
    make: Callable[["PageRenderer", Scope], Content | Text]
    kept: bool = True


PAGE_KINDS = (
    PageKind(path="/docs", make=lambda renderer, _: renderer.contents()),
    PageKind(path="/docs/search", make=lambda renderer, scope: renderer.search(_query(scope)), kept=False),
    PageKind(path="/docs/errors/", make=lambda renderer, _: renderer.errors()),
    PageKind(path="/docs/errors/{code}", make=lambda renderer, scope: renderer.error(scope["path_params"]["code"])),
    PageKind(path="/docs/{page}", make=lambda renderer, scope: renderer.page(scope["path_params"]["page"])),
    PageKind(path="/api/docs", make=lambda renderer, _: renderer.reference()),
    PageKind(
        path="/api/docs/{resource}", make=lambda renderer, scope: renderer.resource(scope["path_params"]["resource"])
    ),
)


class Documentation:
    """Serves all documentation pages in the console's layout.

    `managed` and `published` return the OpenAPI documents of the management API and the webhook.
    """

    def __init__(self, console: Console, *, managed: Callable[[], Document], published: Callable[[], Document]) -> None:
        self._console = console
        self._documents = (managed, published)
        self._cached: dict[tuple[str, str], CachedResponse] = {}

    def routes(self) -> list[Route]:
        """Return one route for each kind of page."""
        return [Route(one.path, PageRoute(self, one)) for one in PAGE_KINDS]

    async def answer(self, kind: PageKind, scope: Scope, receive: Receive) -> Response:
        """Return a page. If the page is unknown, browsers get a "Not found" page; for other clients, raise NotFound."""
        request = await self._console.read_request(Request(scope, receive), scope)
        try:
            return await self._answer(kind, request, scope)
        except NotFound:
            if b"text/html" not in request.http.headers.get(b"accept", b""):
                raise
        content = await asyncio.to_thread(lambda: self._renderer.missing(scope["path"]))
        return await self._framed(content, request)

    async def _answer(self, kind: PageKind, request: PageRequest, scope: Scope) -> Response:
        """Return a page. For visitors without a session, responses are cached; they differ only by theme."""
        is_anonymous = request.signed_in is None and not read_notice(request.sent_cookies)
        key = scope["path"], read_theme(request.sent_cookies)
        cached = self._cached.get(key) if is_anonymous else None
        if cached is None:
            content = await asyncio.to_thread(lambda: kind.make(self._renderer, scope))
            if isinstance(content, Text):
                cached = CachedResponse(content.text.encode(), TEXT)
            elif is_anonymous:
                request.takes_gzip = False
                cached = CachedResponse((await self._framed(content, request)).body)
            else:
                return await self._framed(content, request)
            if kind.kept and is_anonymous:
                self._cached[key] = cached
        return cached.response(request.http.headers)

    async def _framed(self, content: Content, request: PageRequest) -> Response:
        from plantstore.web.docs.renderer import SEARCH

        status = 200 if content.found else 404
        chapters = self._renderer.chapters
        page = request.render(FRAME, status=status, content=content, chapters=chapters, search_address=SEARCH)
        return await self._console.rendered(page)

    @cached_property
    def _renderer(self) -> "PageRenderer":
        from plantstore.web.docs.renderer import PageRenderer  # late: loads the Markdown parser on first use

        managed, published = self._documents
        return PageRenderer(self._console.renderer.render, managed=managed, published=published)


class PageRoute:
    """Serves one kind of documentation page as an ASGI application, without sign-in."""

    def __init__(self, documentation: Documentation, kind: PageKind) -> None:
        self._documentation = documentation
        self._kind = kind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise wrong_method(("GET", "HEAD"))
        response = await self._documentation.answer(self._kind, scope, receive)
        await response.send(scope, send)


def _query(scope: Scope) -> str:
    """Return the search query, the parameter `q`; "" if there is none. Raise Malformed if it is too long."""
    raw: bytes = scope["query_string"]
    if len(raw) > QUERY_BYTES_MAX:
        raise Malformed(f"The query is longer than {QUERY_BYTES_MAX:,} bytes.")
    given = parse_qs(raw.decode("latin-1"), errors="replace", max_num_fields=10).get("q", [""])
    return given[0].replace("\0", " ").strip()
