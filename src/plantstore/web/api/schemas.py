"""Types shared by the JSON bodies of all resources, and the problem document.

Bodies are separate structs, not classes of the domain. Their length limits are only for the OpenAPI document: the
domain enforces the limits, because its error messages are better.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

SETTING = "x-setting"
"""JSON Schema key for a limit that is a setting. The OpenAPI document has the configured value instead."""


def described(description: str, **keywords: Any) -> Meta:
    """Return type metadata with a description and other JSON Schema keywords for the OpenAPI document."""
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
