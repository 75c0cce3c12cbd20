"""The preview of a receiver's body, next to its form: computed by the API, shown without script."""

import json
from typing import Any

from plantstore.domain.errors import NotFound
from plantstore.web.console.forms import Form
from plantstore.web.console.page_request import PageRequest

EXPRESSION = "expression"  # the value of `payload` that needs an expression


def payload_of(form: Form, usual: str = "full") -> dict[str, str]:
    """Return the payload of a form, with its expression if it needs one."""
    payload = form.get("payload", usual)
    return {"payload": payload} | (
        {"payload_expression": form.get("payload_expression")} if payload == EXPRESSION else {}
    )


def is_asked(request: PageRequest) -> bool:
    """True if the person asks what a body will be, and saves nothing yet."""
    return request.form.get("do") == "preview_body"


async def body_preview(request: PageRequest) -> dict[str, Any]:
    """Return what the payload of the form makes of the newest plant's event, or why there is nothing.

    Raise Invalid if the expression is not valid.
    """
    try:
        found = await request.api.call("previewBody", body=payload_of(request.form))
    except NotFound:
        return {"body": None, "problem": "There is no event to try it with yet. Add a plant first.", "plant_id": None}
    body = found["body"]
    return found | {"body": body and json.dumps(json.loads(body), ensure_ascii=False, indent=2)}
