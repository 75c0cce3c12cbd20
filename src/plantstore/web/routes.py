"""The ASGI application: the management API, its documents, the console, and public pages."""

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
    activity.list_endpoint(
        {endpoint.name for endpoint in _OTHERS if endpoint.logs_activity and endpoint.method != "GET"}
    ),
)
"""The whole management API. The router tries paths in this order, so "by-sku" is not taken for a plant's id."""


def create_app(dependencies: Dependencies) -> ASGIApp:
    """Return the ASGI application; for the role `dispatcher`, only health, status and metrics."""
    if dependencies.settings.role == "dispatcher":
        health = [*routes([*status.ENDPOINTS, *prometheus.ENDPOINTS], dependencies), *_health_routes(dependencies)]
        return Middleware(Directory(health, ApiElsewhere()), dependencies.ids.request)
    # Paths are matched literally: one with an additional slash is not found.
    console = Console(PAGES, ENDPOINTS, dependencies)
    read = Documentation(console, managed=lambda: _managed(dependencies), published=lambda: _published(dependencies))
    known = [*routes(ENDPOINTS, dependencies), *_public(dependencies), *console.routes(), *read.routes()]
    return Middleware(Directory(known, NotFoundApp(console)), dependencies.ids.request)


class Directory:
    """Finds the application for a path: in a dictionary if the path has no variables, otherwise with the router."""

    def __init__(self, routes: list[Route], not_found: ASGIApp) -> None:
        self._exact = {route.path: route.app for route in routes if not route.param_convertors}
        variable = [route for route in routes if route.param_convertors]
        self._router = Router(variable, redirect_slashes=False, default=not_found)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._exact.get(scope["path"])
        if app is None:
            await self._router(scope, receive, send)
        else:
            scope["path_params"] = {}
            await app(scope, receive, send)


class NotFoundApp:
    """Responds 404: with a page to browsers, with a problem document to other clients."""

    def __init__(self, console: Console) -> None:
        self._console = console

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        reads_pages = any(b"text/html" in value for name, value in scope["headers"] if name == b"accept")
        if not reads_pages or scope["path"].startswith("/api/v"):
            raise NotFound("There is nothing at this URL.")
        await (await self._console.lost(scope, receive)).send(scope, send)


class ApiElsewhere:
    """Responds 404 and names the processes that serve the API."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive, send
        raise NotFound("This process only sends deliveries. Use a process whose role is all or api.")


class PublicPage:
    """One path that needs no token."""

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
    return [*_health_routes(dependencies), *(Route(path, PublicPage(answer)) for path, answer in answers.items())]


def _health_routes(dependencies: Dependencies) -> list[Route]:
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
    """Generate a document on its first request and cache it, so that it does not slow down the start."""
    made = cache(make)
    return lambda _: made()


def _document(body: bytes, media_type: bytes) -> Response:
    return Response(200, body, ((b"content-type", media_type),))


def _as_yaml(document: bytes) -> bytes:
    import yaml  # imported late: it is large and rarely needed

    # Decode from JSON, so that no object appears twice: YAML would write the second as a reference.
    text: bytes = yaml.safe_dump(msgspec.json.decode(document), sort_keys=False, allow_unicode=True, encoding="utf-8")
    return text


def _readiness(dependencies: Dependencies) -> Response:
    why_not = dependencies.ready()
    if why_not is not None:
        raise Unavailable(why_not)
    return json_response({"status": "ready"})
