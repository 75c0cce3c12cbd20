"""The query parameters that search, filter and sort the list of plants, and the position of its next page."""

from collections.abc import Mapping
from typing import Any

from plantstore.core.settings import Settings
from plantstore.domain.errors import FieldError, Malformed
from plantstore.domain.plants.care import RATING_CHARS_MAX as HARDINESS_CHARS_MAX
from plantstore.domain.plants.care import check_hardiness_rhs, check_hardiness_usda
from plantstore.domain.plants.checks import FAMILY_CHARS_MAX, SKU_CHARS_MAX, Check, family
from plantstore.domain.plants.currency import check_currency
from plantstore.domain.plants.fields import TAG_CHARS_MAX
from plantstore.domain.plants.plant import Status
from plantstore.domain.plants.pot_size import RAW_CHARS_MAX as POT_SIZE_CHARS_MAX
from plantstore.domain.plants.pot_size import check_pot_size
from plantstore.domain.plants.price import check_price
from plantstore.domain.plants.search_terms import PREFIX_DIGITS_MIN, PREFIX_LETTERS_MIN, terms_of
from plantstore.domain.plants.sort_keys import price_order
from plantstore.domain.plants.supplier import NAME_CHARS_MAX as SUPPLIER_CHARS_MAX
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.queries.plant_order import Sort
from plantstore.storage.queries.plant_search import SORTED_MAX
from plantstore.storage.tables.plant_filters import Concern, Missing, PlantFilter, Stock
from plantstore.web.http.endpoint import Parameter
from plantstore.web.http.parameters import choice_parameter, read_text, text_parameter, time_parameter
from plantstore.web.openapi import patterns

SUPPLIER, ATTENTION = "supplier", "attention"
OLD_DRAFT_S = 86_400  # a draft of this age needs attention
GENUS_CHARS_MAX = 60  # the longest genus has 27 letters
Q_CHARS_MAX, Q_WORDS_MAX = 100, 8  # max characters and words of a search; each word costs a lookup


def read_filter(query: Mapping[str, Any], settings: Settings, *, now: Instant) -> PlantFilter:
    """Return the filter for the given query parameters. Prices are in the store's currency unless one is given."""
    given = {parameter.name: query[parameter.name] for parameter in FILTERS if parameter.name in query}
    concern = given.pop(ATTENTION, None)
    low, high = given.get("price_from"), given.get("price_to")
    if low is not None and high is not None and low > high:
        raise Malformed("Parameter price_from: it is more than price_to.")
    if not low is high is None:
        given.setdefault("currency", settings.currency)
    before = after(now, seconds=-OLD_DRAFT_S) if concern is Concern.OLD_DRAFT else None
    return PlantFilter(**given, words=query.get(Q.name, ()), concern=concern, created_before=before)


def needs_costs(query: Mapping[str, Any]) -> bool:
    """True if a filter would show which plants have a hidden value."""
    return SUPPLIER in query


def read_sort(query: Mapping[str, Any]) -> Sort:
    """Return the sort order. The default is the time of change with `updated_after` but no search, otherwise the id."""
    is_search = any(name in query for name in (Q.name, "genus", "hardiness", SUPPLIER))
    changes_first = "updated_after" in query and not is_search
    return Sort(query.get(SORT.name, Sort.UPDATED if changes_first else Sort.ID))


def _read_words(text: str, _: Settings) -> tuple[str, ...]:
    words = terms_of(read_text(text, Q_CHARS_MAX))
    if not 1 <= len(words) <= Q_WORDS_MAX:
        raise ValueError(f"write 1 to {Q_WORDS_MAX} words or numbers.")
    return words


def _check(check: Check, text: str) -> str:
    """Return the text as a plant's field has it."""
    problems: list[FieldError] = []
    clean = check(text, "", problems)
    if problems:
        raise ValueError(problems[0].detail)
    assert isinstance(clean, str)
    return clean


def _read_hardiness(text: str, _: Settings) -> str:
    return _check(check_hardiness_rhs if text.strip()[:1] in "Hh" else check_hardiness_usda, text)


def _read_price(text: str, _: Settings) -> int:
    return price_order(_check(check_price, text))


def _read_currency(text: str, _: Settings) -> str:
    return _check(check_currency, text)


def _read_label(text: str, _: Settings) -> str:
    label = read_text(text, TAG_CHARS_MAX)
    if not terms_of(label):
        raise ValueError("write a tag with letters or digits.")
    return label


def _price_parameter(name: str, description: str) -> Parameter:
    schema = {"type": "string", "pattern": patterns.AMOUNT}
    return Parameter(name=name, description=description, parse=_read_price, schema=lambda _: schema)


def _text_schema(chars_max: int) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": chars_max, "pattern": patterns.TEXT}


FILTERS = (
    choice_parameter("status", "Only plants with this status.", Status),
    text_parameter("tag", "Only plants with exactly this tag.", chars_max=TAG_CHARS_MAX),
    Parameter(
        name="label",
        description="Only plants with exactly this text among their `tags`.",
        parse=_read_label,
        schema=lambda _: _text_schema(TAG_CHARS_MAX),
    ),
    text_parameter("sku", "Only the plant with this SKU. Case does not matter.", chars_max=SKU_CHARS_MAX),
    Parameter(
        name="pot_size",
        description="Only plants with this pot size, such as 9 cm or 5 L, in any spelling.",
        parse=lambda text, _: _check(check_pot_size, text),
        schema=lambda _: _text_schema(POT_SIZE_CHARS_MAX),
    ),
    Parameter(
        name="family",
        description="Only plants of this botanical family.",
        parse=lambda text, _: _check(family, text),
        schema=lambda _: _text_schema(FAMILY_CHARS_MAX) | {"pattern": patterns.FAMILY_NAME},
    ),
    text_parameter(
        "genus",
        "Only plants of this genus, which is that of their `taxon`. Case, accents and × do not matter.",
        chars_max=GENUS_CHARS_MAX,
    ),
    Parameter(
        name="hardiness",
        description="Only plants with this RHS rating, such as H5, or whose USDA zones overlap this zone or range, "
        "such as 6b or 4a-9b.",
        parse=_read_hardiness,
        schema=lambda _: _text_schema(HARDINESS_CHARS_MAX),
    ),
    text_parameter(
        SUPPLIER,
        "Only plants of the supplier with this name. Case does not matter. Needs the scope costs:read.",
        chars_max=SUPPLIER_CHARS_MAX,
    ),
    choice_parameter(
        "stock",
        "Only plants with at least one in stock, with none, or without a stock quantity.",
        Stock,
    ),
    _price_parameter("price_from", "Only plants with at least this price, in `currency`."),
    _price_parameter("price_to", "Only plants with at most this price, in `currency`."),
    Parameter(
        name="currency",
        description="Only plants with a price in this currency. The default with `price_from` and `price_to` is the "
        "store's currency.",
        parse=_read_currency,
        schema=lambda _: {"type": "string", "pattern": "^[A-Z]{3}$"},
    ),
    choice_parameter("missing", "Only plants without this. `type` stands for `tag`, `photo` for `images`.", Missing),
    choice_parameter(
        ATTENTION,
        "Only plants that need a person's attention for this reason: drafts that are older than a day, or plants in "
        "the store without a price, without a photo, out of stock, or with a botanical name that is not recognised.",
        Concern,
    ),
    time_parameter("added_after", "Only plants that were added to the store after this time (RFC 3339)."),
    time_parameter(
        "updated_after",
        "Only plants that were changed after this time (RFC 3339). Programs that follow all changes should "
        "use `changed_after` instead.",
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
SORT = choice_parameter(
    "sort",
    "The sort order; a leading - means descending. `id` is the order of creation, `added_at` that of addition to the "
    "store. Plants without a value come last in both directions, and currencies do not matter. The default is `id`, or "
    f"`updated_at` if `updated_after` is given. If more than {SORTED_MAX:,} plants match `q`, `genus`, `hardiness` or "
    "`supplier`, only `id` and `-id` are allowed.",
    Sort,
)
