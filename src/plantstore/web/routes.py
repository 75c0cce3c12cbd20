"""Everything that is served, put together: the management API, the documents, and the pages that need no token."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from plantstore.domain.errors import NotFound, Unavailable
from plantstore.web.api import activity, attempts, events, prometheus, sign_in_links, stats, tokens
from plantstore.web.api.deliveries import endpoints as deliveries
from plantstore.web.api.imports import endpoints as imports
from plantstore.web.api.plants import by_sku as plants_by_sku
from plantstore.web.api.plants import delivery_progress
from plantstore.web.api.plants import endpoints as plants
from plantstore.web.api.receivers import actions as receiver_actions
from plantstore.web.api.receivers import endpoints as receivers
from plantstore.web.api.receivers import replays
from plantstore.web.api.status import endpoints as status
from plantstore.web.console.console import Console
from plantstore.web.console.routes import PAGES
from plantstore.web.console.static import ADDRESS, static_file
from plantstore.web.docs.site import Documentation
from plantstore.web.http.dependencies import Dependencies
from plantstore.web.http.dispatch import routes, wrong_method
from plantstore.web.http.middleware import Middleware
from plantstore.web.http.response import Response, json_response
from plantstore.web.openapi.management import api_document
from plantstore.web.openapi.published import published_document

_OTHERS = (
    *plants_by_sku.ENDPOINTS,
    *plants.ENDPOINTS,
    *delivery_progress.ENDPOINTS,
    *imports.ENDPOINTS,
    *events.ENDPOINTS,
    *receivers.ENDPOINTS,
    *receiver_actions.ENDPOINTS,
    *replays.ENDPOINTS,
    *deliveries.ENDPOINTS,
    *attempts.ENDPOINTS,
    *tokens.ENDPOINTS,
    *sign_in_links.ENDPOINTS,
    *status.ENDPOINTS,
    *stats.ENDPOINTS,
    *prometheus.ENDPOINTS,
)
ENDPOINTS = (
    *_OTHERS,
    activity.list_endpoint({one.name for one in _OTHERS if one.logs_activity and one.method != "GET"}),
)
"""The whole management API. The router tries addresses in this order: "by-sku" is no plant's number."""


def create_app(dependencies: Dependencies) -> ASGIApp:
    """Make the ASGI application: everything, or what watches a process that only delivers."""
    if dependencies.settings.role == "dispatcher":
        watching = [*routes([*status.ENDPOINTS, *prometheus.ENDPOINTS], dependencies), *_signs_of_life(dependencies)]
        return Middleware(Directory(watching, Elsewhere()), dependencies.ids.request)
    # Addresses are taken literally: a slash too many is another address, and that is not there.
    console = Console(PAGES, ENDPOINTS, dependencies)
    read = Documentation(console, managed=lambda: _managed(dependencies), published=lambda: _published(dependencies))
    known = [*routes(ENDPOINTS, dependencies), *_public(dependencies), *console.routes(), *read.routes()]
    return Middleware(Directory(known, Lost(console)), dependencies.ids.request)


class Directory:
    """Find who answers at an address: a dictionary knows those without a variable part, the router the rest."""

    def __init__(self, known: list[Route], lost: ASGIApp) -> None:
        self._exact = {route.path: route.app for route in known if not route.param_convertors}
        variable = [route for route in known if route.param_convertors]
        self._router = Router(variable, redirect_slashes=False, default=lost)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._exact.get(scope["path"])
        if app is None:
            await self._router(scope, receive, send)
        else:
            scope["path_params"] = {}
            await app(scope, receive, send)


class Lost:
    """Says that there is nothing at an address: to people on a page, to programs in a problem document."""

    def __init__(self, console: Console) -> None:
        self._console = console

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        reads_pages = any(b"text/html" in value for name, value in scope["headers"] if name == b"accept")
        if not reads_pages or scope["path"].startswith("/api/v"):
            raise NotFound("There is nothing at this address.")
        await (await self._console.lost(scope, receive)).send(scope, send)


class Elsewhere:
    """Says that another process is to be asked."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive, send
        raise NotFound("This process only delivers. Ask one whose role is all or api.")


class PublicPage:
    """One address that anybody may read."""

    def __init__(self, answer: Callable[[Scope], Response]) -> None:
        self._answer = answer

    async def __call__(self, scope: Scope, _: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise wrong_method(("GET", "HEAD"))
        await self._answer(scope).send(scope, send)


def _public(dependencies: Dependencies) -> list[Route]:
    def published() -> bytes:
        return msgspec.json.encode(_published(dependencies))

    def managed() -> bytes:
        return msgspec.json.encode(_managed(dependencies))

    answers: dict[str, Callable[[Scope], Response]] = {
        "/openapi.json": _once(lambda: _document(published(), b"application/json")),
        "/openapi.yaml": _once(lambda: _document(_as_yaml(published()), b"application/yaml")),
        "/api/openapi.json": _once(lambda: _document(managed(), b"application/json")),
        ADDRESS: static_file,
    }
    return [*_signs_of_life(dependencies), *(Route(path, PublicPage(answer)) for path, answer in answers.items())]


def _signs_of_life(dependencies: Dependencies) -> list[Route]:
    return [
        Route("/healthz", PublicPage(_always(json_response({"status": "ok"})))),
        Route("/readyz", PublicPage(lambda _: _readiness(dependencies))),
    ]


def _published(dependencies: Dependencies) -> dict[str, Any]:
    return published_document(dependencies.settings.public_url)


def _managed(dependencies: Dependencies) -> dict[str, Any]:
    return api_document(ENDPOINTS, dependencies.settings, version=dependencies.version)


def _always(response: Response) -> Callable[[Scope], Response]:
    return lambda _: response


def _once(make: Callable[[], Response]) -> Callable[[Scope], Response]:
    """Make a document when somebody asks for it, and keep it: the program starts without."""
    made = cache(make)
    return lambda _: made()


def _document(body: bytes, media_type: bytes) -> Response:
    return Response(200, body, ((b"content-type", media_type),))


def _as_yaml(document: bytes) -> bytes:
    import yaml  # late: it is large, and few want it

    # Read back from JSON, so that no two places share an object: YAML would write the second as a reference.
    text: bytes = yaml.safe_dump(msgspec.json.decode(document), sort_keys=False, allow_unicode=True, encoding="utf-8")
    return text


def _readiness(dependencies: Dependencies) -> Response:
    why_not = dependencies.ready()
    if why_not is not None:
        raise Unavailable(why_not)
    return json_response({"status": "ready"})
