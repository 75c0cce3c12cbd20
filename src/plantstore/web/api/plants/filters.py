"""The query parameters that search, filter and sort the list of plants, and the position of its next page."""

from collections.abc import Mapping
from typing import Any

from plantstore.core.settings import Settings
from plantstore.domain.errors import Malformed
from plantstore.domain.plants.checks import SKU_CHARS_MAX
from plantstore.domain.plants.fields import TAG_CHARS_MAX
from plantstore.domain.plants.plant import Status
from plantstore.domain.plants.search_terms import PREFIX_DIGITS_MIN, PREFIX_LETTERS_MIN, terms_of
from plantstore.domain.text import check_text
from plantstore.storage.engine.keyset import KeysetPosition
from plantstore.storage.queries.plant_search import PlantPosition, Sort
from plantstore.storage.tables.plants import PlantFilter
from plantstore.web.http.endpoint import Parameter
from plantstore.web.http.pagination import read_time
from plantstore.web.openapi import patterns

Q_CHARS_MAX, Q_WORDS_MAX = 100, 8  # max characters and words of a search; each word costs a lookup


def read_filter(query: Mapping[str, Any]) -> PlantFilter:
    """Return the filter for the given query parameters."""
    named = {parameter.name: query[parameter.name] for parameter in FILTERS if parameter.name in query}
    return PlantFilter(**named, words=query.get(Q.name, ()))


def read_sort(query: Mapping[str, Any]) -> Sort:
    """Return the sort order. The default is the time of change with `updated_after` but no search, otherwise the id."""
    searched = Q.name in query
    changes_first = "updated_after" in query and not searched
    sort = Sort(query.get(SORT.name, Sort.UPDATED if changes_first else Sort.ID))
    if searched and sort.by_change:
        raise Malformed("With q, sort by id or -id.")
    return sort


def write_position(position: PlantPosition | None) -> str | None:
    return None if position is None else "-".join(map(str, position))


def read_position(text: KeysetPosition | None) -> PlantPosition | None:
    return None if text is None else tuple(int(part) for part in str(text).split("-"))


def _read_words(text: str, _: Settings) -> tuple[str, ...]:
    words = terms_of(_read_text(text, Q_CHARS_MAX))
    if not 1 <= len(words) <= Q_WORDS_MAX:
        raise ValueError(f"write 1 to {Q_WORDS_MAX} words or numbers.")
    return words


def _parse_sort(text: str, _: Settings) -> Sort:
    try:
        return Sort(text)
    except ValueError:
        raise ValueError(f"write one of {', '.join(Sort)}.") from None


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


def _text_schema(chars_max: int) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": chars_max, "pattern": patterns.TEXT}


FILTERS = (
    Parameter(
        name="status",
        description="Only plants with this status.",
        parse=_read_status,
        schema=lambda _: {"type": "string", "enum": [status.value for status in Status]},
    ),
    Parameter(
        name="tag",
        description="Only plants with exactly this tag.",
        parse=lambda text, _: _read_text(text, TAG_CHARS_MAX),
        schema=lambda _: _text_schema(TAG_CHARS_MAX),
    ),
    Parameter(
        name="sku",
        description="Only the plant with this SKU. Case does not matter.",
        parse=lambda text, _: _read_text(text, SKU_CHARS_MAX),
        schema=lambda _: _text_schema(SKU_CHARS_MAX),
    ),
    Parameter(
        name="updated_after",
        description="Only plants that were changed after this time (RFC 3339). Programs that follow all changes should "
        "use `changed_after` instead.",
        parse=read_time,
        schema=lambda _: {"type": "string", "format": "date-time"},
    ),
)
Q = Parameter(
    name="q",
    description="Words to search for, in any order. Case and accents do not matter. Each matches a whole word or the "
    f"beginning of one; words with fewer than {PREFIX_LETTERS_MIN} letters or {PREFIX_DIGITS_MIN} digits match whole "
    "words only.",
    parse=_read_words,
    schema=lambda _: _text_schema(Q_CHARS_MAX),
)
SORT = Parameter(
    name="sort",
    description="The sort order; a leading - means descending. `id` is the order of creation. The default is `id`, or "
    "`updated_at` if `updated_after` is given. With `q`, only `id` and `-id` are allowed.",
    parse=_parse_sort,
    schema=lambda _: {"type": "string", "enum": [sort.value for sort in Sort]},
)
