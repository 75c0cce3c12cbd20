"""The ASGI application: the management API, its documents, the console, and public pages."""

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import msgspec
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from plantstore.domain.errors import NotFound, Unavailable
from plantstore.web.api import (
    activity,
    activity_export,
    alert_channels,
    attempts,
    delivery_stats,
    events,
    listeners,
    plant_views,
    prometheus,
    sign_in_links,
    stats,
    tokens,
    watch_list,
)
from plantstore.web.api.alerts import incidents as alert_incidents
from plantstore.web.api.alerts import quiet_hours as alert_quiet_hours
from plantstore.web.api.alerts import rules as alert_rules
from plantstore.web.api.bulk_edits import endpoints as bulk_edits
from plantstore.web.api.deliveries import endpoints as deliveries
from plantstore.web.api.imports import endpoints as imports
from plantstore.web.api.operational_webhooks import actions as operational_actions
from plantstore.web.api.operational_webhooks import endpoints as operational_webhooks
from plantstore.web.api.people import accounts as people_accounts
from plantstore.web.api.people import endpoints as people
from plantstore.web.api.people import sessions as people_sessions
from plantstore.web.api.plants import attention as plant_attention
from plantstore.web.api.plants import by_sku as plants_by_sku
from plantstore.web.api.plants import delivery_progress
from plantstore.web.api.plants import duplicates as plant_duplicates
from plantstore.web.api.plants import endpoints as plants
from plantstore.web.api.plants import export as plant_export
from plantstore.web.api.plants import history as plant_history
from plantstore.web.api.plants import merges as plant_merges
from plantstore.web.api.plants import photos as plant_photos
from plantstore.web.api.receivers import actions as receiver_actions
from plantstore.web.api.receivers import body_previews, filter_previews, replays
from plantstore.web.api.receivers import endpoints as receivers
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
from plantstore.web.photos import ADDRESS as PHOTO_ADDRESS
from plantstore.web.photos import PhotoPictures
from plantstore.web.public_keys import ADDRESS as KEYS_ADDRESS
from plantstore.web.public_keys import PublicKeysPage

_OTHERS = (
    *plants_by_sku.ENDPOINTS,
    *plant_duplicates.ENDPOINTS,
    *plant_attention.ENDPOINTS,
    *plant_export.ENDPOINTS,
    *plants.ENDPOINTS,
    *plant_merges.ENDPOINTS,
    *plant_history.ENDPOINTS,
    *plant_photos.ENDPOINTS,
    *delivery_progress.ENDPOINTS,
    *imports.ENDPOINTS,
    *bulk_edits.ENDPOINTS,
    *plant_views.ENDPOINTS,
    *watch_list.ENDPOINTS,
    *events.ENDPOINTS,
    *body_previews.ENDPOINTS,
    *receivers.ENDPOINTS,
    *receiver_actions.ENDPOINTS,
    *filter_previews.ENDPOINTS,
    *listeners.ENDPOINTS,
    *replays.ENDPOINTS,
    *operational_webhooks.ENDPOINTS,
    *operational_actions.ENDPOINTS,
    *deliveries.ENDPOINTS,
    *attempts.ENDPOINTS,
    *people.ENDPOINTS,
    *people_sessions.ENDPOINTS,
    *people_accounts.ENDPOINTS,
    *tokens.ENDPOINTS,
    *sign_in_links.ENDPOINTS,
    *alert_channels.ENDPOINTS,
    *alert_incidents.ENDPOINTS,
    *alert_rules.ENDPOINTS,
    *alert_quiet_hours.ENDPOINTS,
    *status.ENDPOINTS,
    *stats.ENDPOINTS,
    *delivery_stats.ENDPOINTS,
    *prometheus.ENDPOINTS,
)
_RECORDED = {endpoint.name for endpoint in _OTHERS if endpoint.logs_activity and endpoint.method != "GET"}
ENDPOINTS = (
    *_OTHERS,
    activity.list_endpoint(_RECORDED),
    activity_export.export_endpoint(_RECORDED),
)
"""All endpoints of the management API. The router tries paths in this order: "by-sku" before the id of a plant."""


def create_app(dependencies: Dependencies) -> ASGIApp:
    """Return the ASGI application. For the role `dispatcher`, it serves only health, status and metrics."""
    if dependencies.settings.role == "dispatcher":
        health = [*routes([*status.ENDPOINTS, *prometheus.ENDPOINTS], dependencies), *_health_routes(dependencies)]
        return _outermost(Directory(health, _api_is_elsewhere), dependencies)
    # Paths are matched literally: a path with an additional slash is not found.
    console = Console(PAGES, ENDPOINTS, dependencies)
    read = Documentation(console, managed=lambda: _managed(dependencies), published=lambda: _published(dependencies))
    not_found = NotFoundApp(console)
    keys = Route(KEYS_ADDRESS, PublicKeysPage(dependencies.database, not_found))
    known = [*routes(ENDPOINTS, dependencies), *_public_routes(dependencies), keys, *console.routes(), *read.routes()]
    return _outermost(Directory(known, not_found), dependencies)


def _outermost(app: ASGIApp, dependencies: Dependencies) -> Middleware:
    return Middleware(
        app,
        dependencies.ids.request,
        monotonic=dependencies.clock.monotonic,
        on_response=dependencies.metrics.request_answered,
    )


class Directory:
    """Calls the ASGI application for the path of a request.

    Paths without parameters are found in a dictionary, other paths with the router.
    """

    def __init__(self, routes: list[Route], not_found: ASGIApp) -> None:
        self._exact = {route.path: route.app for route in routes if not route.param_convertors}
        variable = [route for route in routes if route.param_convertors]
        self._router = Router(variable, redirect_slashes=False, default=not_found)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        app = self._exact.get(scope["path"])
        if app is None:
            return self._router(scope, receive, send)
        scope["path_params"] = {}
        return app(scope, receive, send)


class NotFoundApp:
    """Responds with 404: a page for browsers, a problem document for other clients."""

    def __init__(self, console: Console) -> None:
        self._console = console

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        reads_pages = any(b"text/html" in value for name, value in scope["headers"] if name == b"accept")
        if not reads_pages or scope["path"].startswith("/api/v"):
            raise NotFound("There is nothing at this URL.")
        await (await self._console.lost(scope, receive)).send(scope, send)


async def _api_is_elsewhere(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise NotFound("This process only sends deliveries. Use a process whose role is all or api.")


class PublicPage:
    """Serves a document at one path, without authentication."""

    def __init__(self, respond: Callable[[Scope], Response]) -> None:
        self._respond = respond

    async def __call__(self, scope: Scope, _: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise wrong_method(("GET", "HEAD"))
        await self._respond(scope).send(scope, send)


def _public_routes(dependencies: Dependencies) -> list[Route]:
    @cache  # documents are generated on first request, to keep startup fast
    def document(path: str) -> Response:
        managed = path == "/api/openapi.json"
        body = msgspec.json.encode((_managed if managed else _published)(dependencies))
        if path.endswith(".yaml"):
            return Response(200, _as_yaml(body), ((b"content-type", b"application/yaml"),))
        return Response(200, body, ((b"content-type", b"application/json"),))

    documents = ("/openapi.json", "/openapi.yaml", "/api/openapi.json")
    return [
        *_health_routes(dependencies),
        *(Route(path, PublicPage(lambda scope: document(scope["path"]))) for path in documents),
        Route(ADDRESS, PublicPage(static_file)),
        Route(PHOTO_ADDRESS, PhotoPictures(dependencies.photo_uploads.files)),
    ]


def _health_routes(dependencies: Dependencies) -> list[Route]:
    alive = json_response({"status": "ok"})
    return [
        Route("/healthz", PublicPage(lambda _: alive)),
        Route("/readyz", PublicPage(lambda _: _readiness(dependencies))),
    ]


def _published(dependencies: Dependencies) -> dict[str, Any]:
    return published_document(dependencies.settings.public_url)


def _managed(dependencies: Dependencies) -> dict[str, Any]:
    return api_document(ENDPOINTS, dependencies.settings, version=dependencies.version)


def _as_yaml(document: bytes) -> bytes:
    import yaml  # imported on first use, because it is large and rarely needed

    # Decode from JSON, so that no object appears twice: YAML would write the second occurrence as an alias.
    text: bytes = yaml.safe_dump(msgspec.json.decode(document), sort_keys=False, allow_unicode=True, encoding="utf-8")
    return text


def _readiness(dependencies: Dependencies) -> Response:
    why_not = dependencies.ready()
    if why_not is not None:
        raise Unavailable(why_not)
    return json_response({"status": "ready"})
