"""The OpenAPI 3.1 document of the management API, generated from its endpoints."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from plantstore.core.operational_body import BODIES
from plantstore.core.settings import Settings
from plantstore.domain import errors
from plantstore.domain.errors import StoreError
from plantstore.storage.tables.idempotency import KEY_CHARS_MAX
from plantstore.web.api.plants.schemas import SCHEMAS
from plantstore.web.api.schemas import SETTING
from plantstore.web.http.endpoint import API, JSON_LINES, OCTET_STREAM, OWN, XLSX, Endpoint, Parameter, Shape
from plantstore.web.http.problems import KINDS, PAGES, PROBLEM_JSON, Broken, HeadTooLarge, Problem, TooMany, TooSlow
from plantstore.web.http.response import JSON
from plantstore.web.openapi import patterns
from plantstore.web.openapi.operational import operational_webhooks
from plantstore.web.openapi.plain_schemas import plain, plain_schemas
from plantstore.web.openapi.published import BEARER, LICENSE, OPENAPI, contact, server

TAGS = {
    "plants": "The catalogue.",
    "imports": "Lists of plants: checked first, and added when you confirm them.",
    "bulk-edits": "The same changes to many plants: checked first, and made when you confirm them.",
    "plant-views": "Saved views: named filters of the list of plants.",
    "watch-list": "Names of plants to be warned of.",
    "listeners": "Programs that read the feed and report what the receivers behind them answered.",
    "events": "The log of new plants, as a feed.",
    "receivers": "Systems that are notified of every new plant.",
    "operational-webhooks": "Programs that are notified of events of the store itself.",
    "deliveries": "The state of each event for each receiver.",
    "attempts": "Every request sent to a receiver, as a feed.",
    "figures": "Key figures of the store.",
    "stats": "The deliveries of the last day.",
    "people": "Who may sign in to the console.",
    "tokens": "Bearer tokens of this API.",
    "sign-in-links": "Links that sign a person in to the console.",
    "activity": "Who did what.",
    "alerts": "Problems that rules found.",
    "alert-rules": "When problems are reported, and through which channels.",
    "alert-channels": "Where messages about problems go.",
    "alert-quiet-hours": "When messages wait for a digest.",
    "backups": "When the last backup was made.",
    "status": "Problems, and each receiver's backlog.",
    "metrics": "Metrics for Prometheus.",
}
"""Descriptions of the tags. An endpoint's tag is the first segment of its path."""
TEXTS = {
    "MetricsText": {"type": "string", "description": "The Prometheus text format, version 0.0.4."},
    "CsvText": {"type": "string", "description": "CSV (RFC 4180) in UTF-8, with a header line."},
    "JsonLinesText": {"type": "string", "description": "One JSON object in each line, in UTF-8."},
    "CsvBytes": {"type": "string", "format": "binary", "description": "A file, byte for byte."},
    "PictureBytes": {"type": "string", "format": "binary", "description": "A picture, byte for byte."},
    "WorkbookBytes": {"type": "string", "format": "binary", "description": "An .xlsx workbook, byte for byte."},
}
"""Schemas of bodies that are not JSON."""
_FILES = {OCTET_STREAM: "CsvBytes", XLSX: "WorkbookBytes", JSON_LINES: "JsonLinesText"}
"""The schemas of files by media type."""
REQUIRED_SCOPE = "x-required-scope"
"""Extension of operations for the required scope: OpenAPI 3.0 and linters allow scopes in `security` only for OAuth."""
_REFERENCE = "#/components/schemas/{name}"
_TAG: dict[str, Any] = {"type": "string", "pattern": patterns.ONE_ETAG}
_TAGS: dict[str, Any] = {"type": "string", "pattern": patterns.ETAGS}
_KEY: dict[str, Any] = {
    "type": "string",
    "minLength": 1,
    "maxLength": KEY_CHARS_MAX,
    "pattern": patterns.PRINTABLE_ASCII,
}
_IN_PATHS: dict[str, dict[str, Any]] = {"sku": {"type": "string", "minLength": 1, "pattern": patterns.SKU_CODE}}
_PATH_NAME = re.compile(r"\{(\w+)\}")
_ALWAYS: tuple[type[StoreError], ...] = (
    errors.Malformed,
    errors.Unauthorized,
    errors.Forbidden,
    errors.TooLarge,
    TooSlow,
    TooMany,
    HeadTooLarge,
    Broken,
    errors.Unavailable,
)
_OF_WRITES: tuple[type[StoreError], ...] = (errors.StoreFull,)
_DESCRIPTION = """\
Staff, integrators and scripts manage the store through this API. Responses may gain fields; unknown fields in \
requests are refused. URLs in responses are relative to the base URL. Every error is a problem document (RFC 9457), \
and every response has an X-Request-Id."""


def api_document(endpoints: Sequence[Endpoint], settings: Settings, *, version: str) -> dict[str, Any]:
    """Return the OpenAPI document of these endpoints."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _describe(endpoint, settings)
    return {
        "openapi": OPENAPI,
        "info": {
            "title": "Plant Store, management API",
            "description": _DESCRIPTION,
            "version": version,
            "contact": contact(settings.public_url),
            "license": LICENSE,
        },
        "servers": [server(settings.public_url)],
        "tags": [{"name": tag, "description": TAGS[tag]} for tag in dict.fromkeys(map(_tag, endpoints))],
        "security": [{"bearerAuth": []}],
        "paths": paths,
        "webhooks": operational_webhooks(settings.public_url),
        "components": {"schemas": _schemas(endpoints, settings), "securitySchemes": BEARER},
    }


def _exception(endpoint: Endpoint) -> str:
    """Return the end of the sentence on the required scope: who needs none."""
    if not endpoint.allows_self:
        return "."
    who = "person" if endpoint.self_is_person else "token"
    return f", except for the {who} itself: its own id, or `{OWN}`, needs none."


def _describe(endpoint: Endpoint, settings: Settings) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": endpoint.name,
        "tags": [_tag(endpoint)],
        "summary": endpoint.summary,
        "description": f"{endpoint.description} Needs the scope `{endpoint.scope}`" + _exception(endpoint),
        "security": [{"bearerAuth": []}],
        REQUIRED_SCOPE: endpoint.scope.value,
        "parameters": _parameters(endpoint, settings),
        "responses": _responses(endpoint),
    }
    if endpoint.request is not None:
        content = {
            kind: {
                "schema": _reference(_FILES.get(kind, endpoint.request)),
                **({"example": endpoint.request_example} if kind != XLSX else {}),
            }
            for kind in endpoint.media_types
        }
        described["requestBody"] = {"required": True, "content": content}
    return described


def _tag(endpoint: Endpoint) -> str:
    return endpoint.path.removeprefix(API).split("/")[1]


def _parameters(endpoint: Endpoint, settings: Settings) -> list[dict[str, Any]]:
    found = [
        {"name": name, "in": "path", "required": True, "schema": _IN_PATHS.get(name, {"type": "string"})}
        for name in _PATH_NAME.findall(endpoint.path)
    ]
    found += [_query_parameter(parameter, settings) for parameter in endpoint.parameters]
    if endpoint.method == "POST":
        found.append(
            _header(
                "Idempotency-Key",
                "A request that is repeated with the same key within 24 hours is executed once; the repetition gets "
                "the same response, with Idempotency-Replayed: true.",
                _KEY,
            )
        )
    if endpoint.cached:
        found.append(_header("If-None-Match", "ETags of versions that you have. The response may be 304.", _TAGS))
    if endpoint.conditional:
        found.append(
            _header(
                "If-Match", "The ETag that you have read. If the version has changed, the request is refused.", _TAG
            )
        )
    return found


def _query_parameter(parameter: Parameter, settings: Settings) -> dict[str, Any]:
    schema = plain(parameter.schema(settings))
    return {"name": parameter.name, "in": "query", "description": parameter.description, "schema": schema}


def _header(name: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "header", "description": description, "schema": schema}


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    success = _success(endpoint.status, endpoint.response, endpoint.response_example, kind=endpoint.response_type)
    for kind, example in endpoint.more_responses:
        success["content"][kind] = {
            "schema": _reference(_FILES[kind]),
            **({} if example is None else {"example": example}),
        }
    responses = {str(endpoint.status): success}
    if endpoint.dry_run_response is not None:
        responses["200"] = _success(HTTPStatus.OK, endpoint.dry_run_response, endpoint.dry_run_example)
    if endpoint.cached:
        responses["304"] = {"description": "Not modified: If-None-Match contains its ETag."}
    for status, kinds in sorted(_errors_of(endpoint).items()):
        responses[str(status)] = {
            "description": ". ".join(KINDS[kind].title for kind in kinds) + ".",
            "content": {
                PROBLEM_JSON: {
                    "schema": {"$ref": _REFERENCE.format(name="Problem")},
                    "examples": {kind.code: {"value": _example(kind, endpoint)} for kind in kinds},
                }
            },
        }
    return responses


def _success(status: int, shape: Shape | None, example: Any, *, kind: str = JSON) -> dict[str, Any]:
    success: dict[str, Any] = {"description": HTTPStatus(status).phrase}
    if shape is not None:
        success["content"] = {kind: {"schema": _reference(shape), "example": example}}
    return success


def _errors_of(endpoint: Endpoint) -> dict[int, list[type[StoreError]]]:
    kinds = [*_ALWAYS, *endpoint.errors]
    if _PATH_NAME.search(endpoint.path):  # unknown ids and paths with encoded slashes or dots get a 404
        kinds.append(errors.NotFound)
    if endpoint.method != "GET":
        kinds += _OF_WRITES
    if endpoint.method == "POST":
        kinds.append(errors.KeyReused)
    if endpoint.request is not None or endpoint.streams:
        kinds.append(errors.UnsupportedMedia)
    by_status: dict[int, list[type[StoreError]]] = {}
    for kind in dict.fromkeys(kinds):
        by_status.setdefault(KINDS[kind].status, []).append(kind)
    return by_status


def _example(kind: type[StoreError], endpoint: Endpoint) -> dict[str, Any]:
    return {
        "type": PAGES + kind.code,
        "title": KINDS[kind].title,
        "status": KINDS[kind].status,
        "detail": kind().detail,
        "instance": endpoint.path,
        "request_id": "req_01kjxsnhx04t8gcvq1mz7b5e3d",
    }


def _reference(shape: Shape) -> dict[str, str]:
    return {"$ref": _REFERENCE.format(name=shape if isinstance(shape, str) else shape.__name__)}


def _schemas(endpoints: Sequence[Endpoint], settings: Settings) -> dict[str, Any]:
    named = [
        shape for endpoint in endpoints for shape in (endpoint.request, endpoint.response, endpoint.dry_run_response)
    ]
    shapes = [shape for shape in named if isinstance(shape, type)]
    _, found = msgspec.json.schema_components([Problem, *BODIES.values(), *shapes], ref_template=_REFERENCE)
    return plain_schemas({**SCHEMAS, **TEXTS, **_with_settings(found, settings)})


def _with_settings(schema: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Replace the names of settings in a schema with their configured values."""
    filled = {}
    for name, value in schema.items():
        if isinstance(value, dict):
            setting = value.get(SETTING)
            value = getattr(settings, setting) if isinstance(setting, str) else _with_settings(value, settings)
        elif isinstance(value, list):
            value = [_with_settings(item, settings) if isinstance(item, dict) else item for item in value]
        filled[name] = value
    return filled
