"""Types shared by the JSON bodies of all resources.

Bodies are separate structs, not classes of the domain. Their length limits are only for the OpenAPI document: the
domain enforces the limits, because its error messages are better.
"""

from typing import Annotated, Any

from msgspec import Meta

SETTING = "x-setting"
"""JSON Schema key for a limit that is a setting. The OpenAPI document has the configured value instead."""


def described(description: str, **keywords: Any) -> Meta:
    """Return type metadata with a description and other JSON Schema keywords for the OpenAPI document."""
    return Meta(description=description, extra_json_schema=keywords or None)


Time = Annotated[str, described("RFC 3339, UTC, milliseconds.", format="date-time")]
Next = Annotated[str | None, described("Relative URL of the next page; null on the last page.")]
Prev = Annotated[str | None, described("Relative URL of the previous page; null on the first page.")]
