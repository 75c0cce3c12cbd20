"""What a list of plants can be filtered by."""

from plantstore.domain.plant import Status
from plantstore.domain.plant_checks import SKU_CHARS_MAX
from plantstore.domain.plant_fields import TAG_CHARS_MAX
from plantstore.domain.text import check_text
from plantstore.settings import Settings
from plantstore.web.lists import read_time
from plantstore.web.operation import Parameter


def _read_status(text: str, _: Settings) -> Status:
    try:
        return Status(text)
    except ValueError:
        raise ValueError(f"write one of {', '.join(Status)}.") from None


def _read_text(text: str, chars_max: int) -> str:
    clean, problems = check_text(text, pointer="", chars_max=chars_max)
    if problems:
        raise ValueError(problems[0].detail)
    return clean


FILTERS = (
    Parameter(
        name="status",
        description="Only plants in this state.",
        read=_read_status,
        schema=lambda _: {"type": "string", "enum": [status.value for status in Status]},
    ),
    Parameter(
        name="tag",
        description="Only plants with exactly this tag.",
        read=lambda text, _: _read_text(text, TAG_CHARS_MAX),
        schema=lambda _: {"type": "string", "maxLength": TAG_CHARS_MAX},
    ),
    Parameter(
        name="sku",
        description="The plant with this article code, whatever its capitals.",
        read=lambda text, _: _read_text(text, SKU_CHARS_MAX),
        schema=lambda _: {"type": "string", "maxLength": SKU_CHARS_MAX},
    ),
    Parameter(
        name="updated_after",
        description="Only plants that were changed after this time (RFC 3339).",
        read=read_time,
        schema=lambda _: {"type": "string", "format": "date-time"},
    ),
)
