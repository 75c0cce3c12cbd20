"""The section `webhooks` of the OpenAPI document of the management API: the operational webhooks.

The published document describes only the webhook about plants.
"""

from typing import Any

from plantstore.core.operational_body import BODIES
from plantstore.web.openapi.plain_schemas import plain

_EVENT_ID = "ope_01kjxsnhx04t8gcvq1mz7b5e3d"
_TIME = "2026-03-02T09:15:00.000Z"
_RECEIVER = {"id": "rcv_01k8z4q7m2abc", "name": "web shop"}
_SUMMARIES = {
    "receiver.disabled": "A receiver was disabled",
    "receiver.recovered": "A receiver gets deliveries again",
    "delivery.exhausted": "A delivery was given up",
    "import.completed": "An import has ended",
    "test": "A test",
}
DATA: dict[str, dict[str, Any]] = {
    "receiver.disabled": {
        "receiver": _RECEIVER,
        "reason": "gone",
        "detail": "it answered 410, which asks us to stop",
        "failing_since": _TIME,
        "queued": 12,
    },
    "receiver.recovered": {
        "receiver": _RECEIVER,
        "cause": "accepted",
        "failing_since": "2026-03-02T08:55:00.000Z",
        "down_s": 1200.0,
        "queued": 3551,
    },
    "delivery.exhausted": {
        "receiver": _RECEIVER,
        "event": {"id": "evt_01kjxsnhx04t8gcvq1mz7b5e3d", "sequence": 1042},
        "attempts": 17,
        "requests": 18,
        "first_failed_at": "2026-02-25T11:22:25.000Z",
        "last_attempt": {"at": _TIME, "outcome": "refused", "status": 500, "detail": ""},
    },
    "import.completed": {
        "import": {"id": "imp_01kjxsnhx04t8gcvq1mz7b5e3d", "name": "spring.csv"},
        "state": "done",
        "began_by": {"id": "tok_01kjxsnhx04t8gcvq1mz7b5e3d", "name": "price list"},
        "confirmed_by": {"id": "tok_01kjxsnhx04t8gcvq1mz7b5e3d", "name": "price list"},
        "began_at": "2026-03-02T09:10:00.000Z",
        "ended_at": _TIME,
        "counts": {
            "new": 285,
            "changed": 0,
            "present": 0,
            "alike": 0,
            "bad": 11,
            "ignored": 0,
            "added": 285,
            "updated": 0,
            "skipped": 0,
        },
        "error": None,
    },
    "test": {"subscriber": "ops_01kjxsnhx04t8gcvq1mz7b5e3d", "message": "A test from Plant Store."},
}
"""An example of the member `data` of each type."""


def example(kind: str) -> dict[str, Any]:
    """Return an example of the body of a type."""
    return {"type": kind, "timestamp": _TIME, "data": DATA[kind]}


def operational_webhooks(base_url: str) -> dict[str, Any]:
    """Return the webhooks by type."""
    return {kind: {"post": _webhook(kind, base_url)} for kind in BODIES}


def _webhook(kind: str, base_url: str) -> dict[str, Any]:
    shape = BODIES[kind]
    return {
        "operationId": shape.__name__[0].lower() + shape.__name__[1:],
        "tags": ["operational-webhooks"],
        "summary": _SUMMARIES[kind],
        "description": "Sent to the operational webhooks that subscribe to this type, at least once, in no guaranteed "
        "order."
        if kind != "test"
        else "Sent only by request, to any operational webhook. It is neither stored nor retried.",
        "security": [{"bearerAuth": []}],
        "parameters": [_header(*header) for header in _headers(kind, base_url)],
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {"$ref": f"#/components/schemas/{shape.__name__}"},
                    "example": example(kind),
                }
            },
        },
        "responses": {
            "2XX": {"description": "Received. The body of the response is ignored."},
            "410": {"description": "The operational webhook is disabled."},
            "default": {
                "description": "Not received: the same bytes are sent again at growing intervals for over 24 hours. "
                "Redirects are not followed."
            },
        },
    }


def _headers(kind: str, base_url: str) -> tuple[tuple[str, str, dict[str, Any], str | int], ...]:
    text = {"type": "string"}
    test = ("webhook-test", "Only in a test.", {"type": "string", "const": "true"}, "true")
    return (
        (
            "webhook-id",
            "The event's id: the same in every request for it. Ignore ids that you have seen.",
            text,
            _EVENT_ID,
        ),
        ("webhook-timestamp", "When this request was made, in seconds since 1970.", {"type": "integer"}, 1790000000),
        ("webhook-signature", "One or more signatures, separated by spaces.", text, "v1," + "A" * 43 + "="),
        ("webhook-attempt", "The number of this request, from 1.", {"type": "integer", "minimum": 1}, 1),
        ("ce-specversion", "CloudEvents, binary mode.", {"type": "string", "const": "1.0"}, "1.0"),
        ("ce-id", "The event's id again.", text, _EVENT_ID),
        ("ce-source", "The base address of the store.", {"type": "string", "format": "uri-reference"}, base_url),
        ("ce-type", "What happened.", {"type": "string", "const": kind}, kind),
        ("ce-time", "When it happened.", {"type": "string", "format": "date-time"}, _TIME),
        ("ce-sequence", "Always 0: these events are not numbered.", {"type": "string", "const": "0" * 16}, "0" * 16),
        *((test,) if kind == "test" else ()),
    )


def _header(name: str, description: str, schema: dict[str, Any], shown: str | int) -> dict[str, Any]:
    return {
        "name": name,
        "in": "header",
        "required": True,
        "description": description,
        "schema": plain(schema),
        "example": shown,
    }
