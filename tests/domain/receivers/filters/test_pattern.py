"""Filters: what a pattern means, what is refused and where, and that the work for a record is bounded."""

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.errors import Invalid
from plantstore.domain.receivers.filters.fields import FIELDS, LEFT_OUT, FieldKind
from plantstore.domain.receivers.filters.pattern import (
    FILTER_BYTES_MAX,
    FILTER_DEPTH_MAX,
    FILTER_VALUES_MAX,
    PROBLEMS_MAX,
    parse_filter,
    read_filter,
)
from plantstore.domain.receivers.filters.values import INTEGER_MAX, TEXT_CHARS_MAX
from plantstore.web.api.plants.schemas import RECORD

ACER = {
    "name": "Acer palmatum 'Bloodgood' 5 L",
    "tag": "shrub",
    "tags": ["peat-free", "Autumn colour"],
    "availability": "in_stock",
    "sku": "ACE-5L",
    "taxon": {"genus": "Acer", "cultivar": "Bloodgood"},
    "family": None,
    "price": "24.50",
    "stock_quantity": 12,
    "available_from": "2026-05-25",
    "care": {"light": ["full_sun", "partial_shade"], "flowering_months": [4, 5], "pollinator_friendly": True},
    "trade": {"plant_passport": {"a": "Acer palmatum"}, "cites": None},
}


@pytest.mark.parametrize(
    "pattern",
    [
        {"tag": "shrub"},
        {"tag": "SHRUB"},
        {"tag": ["tree", "shrub"]},
        {"tag": {"in": ["tree", "shrub"]}},
        {"tag": {"eq": "shrub"}},
        {"tag": {"not": "tree"}},
        {"tag": {"not": ["tree", "herb"]}},
        {"tags": "autumn colour"},
        {"tags": {"prefix": "peat"}},
        {"tags": {"not": "toxic"}},
        {"name": {"prefix": "acer "}},
        {"family": None},
        {"family": {"exists": False}},
        {"family": ["Rosaceae", None]},
        {"tag": {"exists": True}},
        {"tags": {"exists": True}},
        {"common_names": {"exists": False}},
        {"common_names": None},
        {"price": {"lt": "25"}},
        {"price": {"lte": "24.5", "gte": 24}},
        {"price": "24.5"},
        {"stock_quantity": {"gt": 11}},
        {"stock_quantity": [0, 12]},
        {"available_from": {"gte": "2026-05-25", "lt": "2026-06-01"}},
        {"availability": "in_stock"},
        {"care": {"light": "full_sun"}},
        {"care": {"flowering_months": {"gte": 4, "lte": 4}}},
        {"care": {"pollinator_friendly": True}},
        {"care": {"water": None, "light": "partial_shade"}},
        {"trade": {"plant_passport": {"a": {"prefix": "acer"}}, "cites": None}},
        {"taxon": {"genus": "acer"}, "price": {"lt": "30"}},
        {"not": {"tag": "tree"}},
        {"or": [{"tag": "tree"}, {"price": {"lt": "30"}}]},
        {"and": [{"tag": "shrub"}, {"not": {"or": [{"tag": "tree"}, {"sku": "X"}]}}]},
        {"sku": "ace-5l"},
    ],
    ids=json.dumps,
)
def test_a_plant_matches(pattern: dict[str, Any]) -> None:
    assert parse_filter(pattern).matches(ACER)
    assert not parse_filter({"not": pattern}).matches(ACER)


@pytest.mark.parametrize(
    "pattern",
    [
        {"tag": "shru"},
        {"tag": None},
        {"tag": {"exists": False}},
        {"tag": {"not": {"prefix": "sh"}}},
        {"tags": "peat"},
        {"tags": {"not": "PEAT-FREE"}},
        {"tags": None},
        {"family": "Sapindaceae"},
        {"family": {"exists": True}},
        {"family": {"in": ["none", "null"]}},
        {"price": {"gt": "24.50"}},
        {"price": {"lt": "9"}},
        {"compare_at_price": {"lt": "1000"}},
        {"stock_quantity": {"gte": 12, "lt": 12}},
        {"care": {"flowering_months": {"gt": 4, "lt": 5}}},
        {"care": {"height_cm": {"gte": 0}}},
        {"care": {"pollinator_friendly": False}},
        {"tag": "shrub", "sku": "other"},
        {"or": [{"tag": "tree"}, {"price": {"lt": "3"}}]},
        {"and": [{"tag": "shrub"}, {"tag": "tree"}]},
    ],
    ids=json.dumps,
)
def test_a_plant_does_not_match(pattern: dict[str, Any]) -> None:
    assert not parse_filter(pattern).matches(ACER)


@pytest.mark.parametrize("record", [{}, {"care": None}, {"care": "old", "tags": None}, {"care": [], "tags": "x"}])
def test_a_field_that_an_older_event_lacks_is_empty(record: dict[str, Any]) -> None:
    assert parse_filter({"care": {"light": None, "water": None}, "tags": None}).matches(record)
    assert not parse_filter({"or": [{"care": {"light": "full_sun"}}, {"tags": {"exists": True}}]}).matches(record)


BEYOND_DEPTH: dict[str, Any] = {"tag": "shrub"}
for _ in range(FILTER_DEPTH_MAX):
    BEYOND_DEPTH = {"not": BEYOND_DEPTH}


@pytest.mark.parametrize(
    ("pattern", "pointer", "code"),
    [
        ({}, "/filter", "type"),
        ([], "/filter", "type"),
        (None, "/filter", "type"),
        ("tag", "/filter", "type"),
        ({"not": []}, "/filter/not", "type"),
        ({"and": {}}, "/filter/and", "type"),
        ({"or": []}, "/filter/or", "type"),
        ({"or": [{"tag": "a"}, 1]}, "/filter/or/1", "type"),
        ({"tga": "shrub"}, "/filter/tga", "unknown"),
        ({"care": {"watr": "low"}}, "/filter/care/watr", "unknown"),
        ({"care": "low"}, "/filter/care", "type"),
        ({"care": {}}, "/filter/care", "type"),
        ({"care": {"not": {"water": "low"}}}, "/filter/care/not", "place"),
        ({"care": {"water": "plenty"}}, "/filter/care/water", "value"),
        ({"a/b~c": 1}, "/filter/a~1b~0c", "unknown"),
        ({"tag": {}}, "/filter/tag", "type"),
        ({"tag": {"like": "s%"}}, "/filter/tag/like", "unknown"),
        ({"tag": {"in": "shrub"}}, "/filter/tag/in", "type"),
        ({"tag": {"in": []}}, "/filter/tag/in", "type"),
        ({"tag": {"in": ["shrub", 5]}}, "/filter/tag/in/1", "value"),
        ({"tag": []}, "/filter/tag", "type"),
        ({"tag": [["shrub"]]}, "/filter/tag/0", "type"),
        ({"tag": [{"prefix": 5}]}, "/filter/tag/0/prefix", "operator"),
        ({"tag": {"gt": "a"}}, "/filter/tag/gt", "operator"),
        ({"tag": {"exists": "yes"}}, "/filter/tag/exists", "type"),
        ({"tag": 5}, "/filter/tag", "value"),
        ({"tag": ""}, "/filter/tag", "value"),
        ({"tag": "a\0b"}, "/filter/tag", "value"),
        ({"tag": "\ud800"}, "/filter/tag", "value"),
        ({"tag": "x" * (TEXT_CHARS_MAX + 1)}, "/filter/tag", "value"),
        ({"price": {"lt": "cheap"}}, "/filter/price/lt", "value"),
        ({"price": {"lt": "1e9"}}, "/filter/price/lt", "value"),
        ({"price": {"lt": True}}, "/filter/price/lt", "value"),
        ({"price": {"lt": 19.9}}, "/filter/price/lt", "value"),
        ({"price": {"prefix": "1"}}, "/filter/price/prefix", "operator"),
        ({"stock_quantity": "5"}, "/filter/stock_quantity", "value"),
        ({"stock_quantity": True}, "/filter/stock_quantity", "value"),
        ({"stock_quantity": INTEGER_MAX + 1}, "/filter/stock_quantity", "value"),
        ({"available_from": "25 May 2026"}, "/filter/available_from", "value"),
        ({"available_from": "2026-02-30"}, "/filter/available_from", "value"),
        ({"care": {"pollinator_friendly": "yes"}}, "/filter/care/pollinator_friendly", "value"),
        ({"tag": ["x"] * (FILTER_VALUES_MAX + 1)}, "/filter", "count"),
        ({"name": [f"{number:0100}" for number in range(FILTER_BYTES_MAX // 100)]}, "/filter", "length"),
        (BEYOND_DEPTH, "/filter", "depth"),
    ],
)
def test_a_wrong_pattern_is_refused_where_it_is_wrong(pattern: object, pointer: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse_filter(pattern)

    assert (refused.value.fields[0].pointer, refused.value.fields[0].code) == (pointer, code)
    assert refused.value.fields[0].detail


def test_every_problem_of_a_pattern_is_named() -> None:
    with pytest.raises(Invalid) as refused:
        parse_filter({"tga": "shrub", "price": {"lt": "x", "like": 1}})

    assert [one.pointer for one in refused.value.fields] == ["/filter/tga", "/filter/price/lt", "/filter/price/like"]
    assert "tag" in refused.value.fields[0].detail


def test_a_refusal_names_only_so_many_problems() -> None:
    with pytest.raises(Invalid) as refused:
        parse_filter({f"field{number}": 1 for number in range(PROBLEMS_MAX + 1)})

    assert len(refused.value.fields) == PROBLEMS_MAX


def test_patterns_at_their_limits_are_accepted() -> None:
    parse_filter({"tag": ["x"] * FILTER_VALUES_MAX})
    parse_filter({"tag": "x" * TEXT_CHARS_MAX, "stock_quantity": {"in": [INTEGER_MAX, -INTEGER_MAX]}})
    parse_filter(BEYOND_DEPTH["not"])
    rest = FILTER_BYTES_MAX - len('{"tag":[]}')
    texts = ["é" * 50] * (rest // 103)
    texts.append("x" * (rest - 103 * len(texts) - 2))
    assert len(parse_filter({"tag": texts}).pattern.encode()) == FILTER_BYTES_MAX


def test_every_field_of_a_record_may_be_used_or_is_left_out_on_purpose() -> None:
    named = set(_leaves(RECORD))

    assert set(FIELDS) | LEFT_OUT == named
    assert not set(FIELDS) & LEFT_OUT


def test_kinds_and_values_are_those_of_the_published_schema() -> None:
    kinds = {"string": FieldKind.TEXT, "integer": FieldKind.INTEGER, "boolean": FieldKind.BOOLEAN}
    for name, schema in _leaves(RECORD).items():
        if name in LEFT_OUT:
            continue
        field = FIELDS[name]
        assert field.is_list == (schema["type"] == "array"), name
        schema = schema["items"] if field.is_list else schema
        kind = schema["type"][0] if isinstance(schema["type"], list) else schema["type"]
        expected = FieldKind.DATE if schema.get("format") == "date" else kinds[kind]
        assert field.kind == (FieldKind.DECIMAL if "price" in name else expected), name
        if field.values:
            assert set(field.values) == set(schema["enum"]) - {None}, name


def test_a_stored_pattern_means_the_same() -> None:
    given_ = {"tag": ["Straße", None], "price": {"lt": "20"}, "not": {"tags": {"prefix": "\u202a e\u0301"}}}
    found = parse_filter(given_)

    assert json.loads(found.pattern) == given_
    assert read_filter(found.pattern) == found
    assert read_filter(found.pattern).matches({"tag": "STRASSE", "price": "19.99", "tags": ["tea"]})
    assert not read_filter(found.pattern).matches({"tag": "STRASSE", "price": "19.99", "tags": ["État"]})


TEXTS, PRICES, STOCKS = (
    st.sampled_from(["rose", "Rose", "herb", "roses"]),
    st.sampled_from(["1", "5.00", "20"]),
    st.integers(0, 3),
)
PLAIN_RECORDS = st.fixed_dictionaries(
    {
        "tag": st.none() | TEXTS,
        "tags": st.lists(TEXTS, max_size=3),
        "price": st.none() | PRICES,
        "care": st.none() | st.fixed_dictionaries({"height_cm": st.none() | STOCKS}),
    }
)


def _conditions(values: st.SearchStrategy[Any], operators: list[str]) -> st.SearchStrategy[Any]:
    simple = st.none() | values | st.dictionaries(st.sampled_from(operators), values, min_size=1, max_size=2)
    simple |= st.fixed_dictionaries({"in": st.lists(values, min_size=1, max_size=3)})
    simple |= st.fixed_dictionaries({"exists": st.booleans()})
    return simple | st.fixed_dictionaries({"not": simple}) | st.lists(simple, min_size=1, max_size=3)


ORDERED = ["eq", "gt", "gte", "lt", "lte"]
FIELD_PATTERNS = (
    st.dictionaries(st.sampled_from(["tag", "tags"]), _conditions(TEXTS, ["eq", "prefix"]), min_size=1)
    | st.fixed_dictionaries({"price": _conditions(PRICES, ORDERED)})
    | st.fixed_dictionaries({"care": st.fixed_dictionaries({"height_cm": _conditions(STOCKS, ORDERED)})})
)
PATTERNS = st.recursive(
    FIELD_PATTERNS,
    lambda inner: (
        st.fixed_dictionaries({"not": inner})
        | st.dictionaries(st.sampled_from(["and", "or"]), st.lists(inner, min_size=1, max_size=3), min_size=1)
    ),
    max_leaves=6,
).filter(lambda pattern: _depth(pattern) <= FILTER_DEPTH_MAX)


@given(PATTERNS, PLAIN_RECORDS)
def test_patterns_mean_what_a_plain_reading_of_the_documentation_says(
    pattern: dict[str, Any], record: dict[str, Any]
) -> None:
    assert parse_filter(pattern).matches(record) is plainly(pattern, record)


def plainly(pattern: dict[str, Any], record: Any) -> bool:
    """Match slowly, as the documentation says it."""
    results = []
    for key, wanted in pattern.items():
        if key == "and":
            results.append(all(plainly(one, record) for one in wanted))
        elif key == "or":
            results.append(any(plainly(one, record) for one in wanted))
        elif key == "not":
            results.append(not plainly(wanted, record))
        elif key == "care":
            results.append(plainly(wanted, record["care"] or {}))
        else:
            value = record.get(key)
            results.append(_holds(wanted, value if isinstance(value, list) else [] if value is None else [value]))
    return all(results)


def _holds(wanted: Any, items: list[Any]) -> bool:
    if isinstance(wanted, list):
        return any(_holds(one, items) for one in wanted)
    if wanted is None:
        return not items
    if not isinstance(wanted, dict):
        return any(_same(item, wanted) for item in items)
    others = {key: value for key, value in wanted.items() if key in ("not", "exists")}
    compared = {key: value for key, value in wanted.items() if key not in others}
    return (
        ("not" not in others or not _holds(others["not"], items))
        and ("exists" not in others or bool(items) is others["exists"])
        and (not compared or any(all(_compared(key, item, value) for key, value in compared.items()) for item in items))
    )


def _same(item: Any, wanted: Any) -> bool:
    if isinstance(item, str) and not item[0].isdigit():
        return bool(item.casefold() == wanted.casefold())
    return Decimal(item) == Decimal(wanted)


def _compared(operator: str, item: Any, wanted: Any) -> bool:
    if operator == "eq":
        return _same(item, wanted)
    if operator == "in":
        return any(_same(item, one) for one in wanted)
    if operator == "prefix":
        return str(item).lower().startswith(wanted.lower())
    left, right = Decimal(item), Decimal(wanted)
    return {"gt": left > right, "gte": left >= right, "lt": left < right, "lte": left <= right}[operator]


def _depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(_depth, inner))


def _leaves(properties: dict[str, Any], group: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, schema in properties.items():
        if "properties" in schema:
            found |= _leaves(schema["properties"], f"{group}{name}.")
        else:
            found[group + name] = schema
    return found
