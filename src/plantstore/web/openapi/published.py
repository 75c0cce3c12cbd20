"""The published OpenAPI 3.1 document of the webhook, as the specification defines it: one webhook, no paths."""

from typing import Any

from plantstore.domain.event import EVENT_TYPE, TEST_RECORD, TEST_TYPE
from plantstore.domain.receivers.receiver import WEBHOOK_PATH
from plantstore.web.api.plants.schemas import EXAMPLE_EVENT_ID, EXAMPLE_RECORD, NEW_PLANT
from plantstore.web.openapi.plain_schemas import plain, plain_schemas

OPENAPI = "3.1.0"
DESCRIPTION_VERSION = "1.0.0"  # the version of the OpenAPI document, not of the program
LICENSE = {"name": "MIT", "identifier": "MIT"}
BEARER = {"bearerAuth": {"type": "http", "scheme": "bearer"}}

_DESCRIPTION = """\
A sample API that uses a plant store as its example. A webhook notifies receivers of new plants, at least once for \
every plant, in no guaranteed order. Every request carries a bearer token and a Standard Webhooks 1.0 signature."""

_TAG = "plants"

_HEADERS: tuple[tuple[str, str, dict[str, Any], str | int], ...] = (
    (
        "webhook-id",
        "The event's id: the same for every attempt and every receiver. Ignore ids that you have seen.",
        {"type": "string"},
        EXAMPLE_EVENT_ID,
    ),
    (
        "webhook-timestamp",
        "When this attempt was made, in seconds since 1970. Refuse it if it is more than five minutes off.",
        {"type": "integer"},
        1790000000,
    ),
    (
        "webhook-signature",
        "One or more signatures, separated by spaces: v1, and the base64 of an HMAC-SHA256 over "
        "webhook-id.webhook-timestamp.body.",
        {"type": "string"},
        "v1," + "A" * 43 + "=",
    ),
    ("webhook-attempt", "The number of this attempt, from 1.", {"type": "integer", "minimum": 1}, 1),
    ("ce-specversion", "CloudEvents, binary mode.", {"type": "string", "const": "1.0"}, "1.0"),
    ("ce-id", "The event's id again.", {"type": "string"}, EXAMPLE_EVENT_ID),
    ("ce-source", "The base address of the store.", {"type": "string", "format": "uri-reference"}, "{base_url}"),
    (
        "ce-type",
        "What happened. plant.test: nothing happened; this is a test request.",
        {"type": "string", "enum": [EVENT_TYPE, TEST_TYPE]},
        EVENT_TYPE,
    ),
    ("ce-time", "When the plant was added.", {"type": "string", "format": "date-time"}, "2026-03-02T09:15:00.000Z"),
    (
        "ce-sequence",
        "The event's number: 1, 2, 3 … without gaps, so that you can detect what you missed. A test request has none.",
        {"type": "string", "pattern": "^[0-9]{16}$"},
        "0000000000001042",
    ),
    (
        "plantstore-previous-sequence",
        "Only if your receiver has a filter: the number of the event before this one that matched it; 0 if there is "
        "none. So you can detect what you missed.",
        {"type": "string", "pattern": "^(0|[1-9][0-9]{0,15})$"},
        "1017",
    ),
    (
        "ce-dataschema",
        "Where the schema of the body is.",
        {"type": "string", "format": "uri"},
        "{base_url}/openapi.json#/components/schemas/NewPlant",
    ),
    (
        "webhook-test",
        "Only in a test request, which is signed like any other but is not an event: respond with 2xx and do nothing.",
        {"type": "string", "const": "true"},
        "true",
    ),
)
_NOT_OF_EACH = {"ce-sequence", "plantstore-previous-sequence", "webhook-test"}


def published_document(base_url: str) -> dict[str, Any]:
    """Return the OpenAPI document of the webhook."""
    return {
        "openapi": OPENAPI,
        "info": {
            "title": "Plant Store",
            "description": _DESCRIPTION,
            "version": DESCRIPTION_VERSION,
            "contact": contact(base_url),
            "license": LICENSE,
        },
        "servers": [server(base_url)],
        "tags": [{"name": _TAG, "description": "New plants."}],
        "security": [{"bearerAuth": []}],
        "paths": {},
        "webhooks": {WEBHOOK_PATH: {"post": _new_plant(base_url)}},
        "components": {"schemas": plain_schemas({"NewPlant": NEW_PLANT}), "securitySchemes": BEARER},
    }


def contact(base_url: str) -> dict[str, str]:
    """Return the Contact Object. It links to the store's own documentation, because no contact person is configured."""
    return {"name": "Documentation of this store", "url": f"{base_url}/docs"}


def server(base_url: str) -> dict[str, Any]:
    """Return the only Server Object of a document."""
    description = "The base URL of this store."
    return {"url": "{base_url}", "variables": {"base_url": {"default": base_url, "description": description}}}


def _new_plant(base_url: str) -> dict[str, Any]:
    return {
        "operationId": "newPlant",
        "tags": [_TAG],
        "summary": "New Plant",
        "description": "Information about a new plant added to the store",
        "parameters": [_header(*header, base_url) for header in _HEADERS],
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {"$ref": "#/components/schemas/NewPlant"},
                    "examples": {
                        "full": {"summary": "The whole public record", "value": EXAMPLE_RECORD},
                        "basic": {
                            "summary": "The payload basic",
                            "value": {name: EXAMPLE_RECORD[name] for name in ("id", "name", "tag")},
                        },
                        "test": {"summary": "A test request, which is not an event", "value": TEST_RECORD},
                    },
                }
            },
        },
        "responses": {
            "2XX": {
                "description": "The plant was received and is not sent again. The body of the response is ignored."
            },
            "410": {
                "description": "The receiver is gone: it is disabled, and its deliveries are held until it is resumed."
            },
            "default": {
                "description": "Not received: the same bytes are sent again at growing intervals, 17 times over almost "
                "five days. Redirects are not followed."
            },
        },
    }


def _header(name: str, description: str, schema: dict[str, Any], example: str | int, base_url: str) -> dict[str, Any]:
    shown = example.replace("{base_url}", base_url) if isinstance(example, str) else example
    return {
        "name": name,
        "in": "header",
        "required": name not in _NOT_OF_EACH,
        "description": description,
        "schema": plain(schema),
        "example": shown,
    }
