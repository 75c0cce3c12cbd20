"""What the JSON bodies of all resources share, and the problem document.

Bodies are structs of their own: the domain's classes never leave the process. The length limits in them are for the
OpenAPI document only; the domain enforces them, because its messages are better.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

SETTING = "x-setting"
"""Key of a schema whose limit is a setting: the document has the operator's value in its place."""


def described(description: str, **keywords: Any) -> Meta:
    """Return the description of a type for the OpenAPI document, with further JSON Schema keywords."""
    return Meta(description=description, extra_json_schema=keywords or None)


Time = Annotated[str, described("RFC 3339, UTC, milliseconds.", format="date-time")]
Next = Annotated[str | None, described("Relative URL of the next page; null on the last page.")]
Prev = Annotated[str | None, described("Relative URL of the previous page; null on the first page.")]


class FieldProblem(msgspec.Struct):
    """A problem or a warning about one field of the request body."""

    pointer: Annotated[str, described("A JSON Pointer (RFC 6901) to the field.")]
    code: Annotated[str, described("A code for programs. Codes never change.")]
    detail: Annotated[str, described("A message for people, such as how to fix the value.")]


class Problem(msgspec.Struct, omit_defaults=True):
    """Why a request was refused, as a problem document (RFC 9457)."""

    type: Annotated[str, described("URL of the page that explains this type of problem.", format="uri-reference")]
    title: str
    status: int
    detail: str
    instance: Annotated[str, described("The path of the request.")]
    request_id: Annotated[str, described("The request's id, as in the X-Request-Id header and in the server's log.")]
    head: Annotated[int | None, described("Only with outside_log: the highest sequence of the log.")] = None
    errors: list[FieldProblem] = []
