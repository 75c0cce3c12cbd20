"""What a client may write about a plant: limits, mistakes, patches."""

import string
import unicodedata
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.plants.fields import UNKNOWN_REPORTED_MAX
from plantstore.domain.plants.plant import PlantFields, as_input, check_fields, sku_key, warnings
from tests.makers import DETAILS

EVERYTHING: dict[str, object] = {
    "name": "Hydrangea ENDLESS SUMMER 5 L",
    "tag": "shrub",
    "sku": "HYD-END-5L",
    "gtin": "2000000000077",
    "botanical_name": "Hydrangea macrophylla 'Bailmer'",
    "family": "Hydrangeaceae",
    "common_names": ["Mophead hydrangea", "Bigleaf hydrangea"],
    "description": "Flowers from June.\nPart shade.",
    "tags": ["new", "peat-free"],
    "images": [{"url": "https://shop.example/img/hyd.jpg", "alt": "Blue flowers"}],
    "price": "24.99",
    "currency": "GBP",
    "stock_quantity": 24,
    "available_from": "2026-05-25",
    **DETAILS,
}


def checked(**raw: object) -> PlantFields:
    return check_fields({"name": "Rosa", **raw}, currency_default="EUR")


def problems_of(raw: dict[str, Any], currency_default: str = "EUR") -> tuple[FieldError, ...]:
    with pytest.raises(Invalid) as refused:
        check_fields(raw, currency_default=currency_default)
    return refused.value.fields


def codes_of(**raw: object) -> list[tuple[str, str]]:
    return [(problem.pointer, problem.code) for problem in problems_of({"name": "Rosa", **raw})]


def test_only_the_name_is_needed() -> None:
    assert checked() == PlantFields(name="Rosa")


def test_everything_that_may_be_written_comes_back_as_written() -> None:
    assert as_input(checked(**EVERYTHING)) == EVERYTHING
    assert list(as_input(checked())) == list(EVERYTHING)


@pytest.mark.parametrize("raw", [{}, {"name": None}])
def test_a_plant_without_a_name_is_refused(raw: dict[str, object]) -> None:
    assert problems_of(raw) == (FieldError(pointer="/name", code="required", detail="Give the plant a name."),)


def test_null_is_the_same_as_absent() -> None:
    assert checked(**dict.fromkeys(set(EVERYTHING) - {"name"})) == checked()


@pytest.mark.parametrize(
    ("field", "at_the_limit", "one_past_it"),
    [
        ("name", "🌵" * 200, "🌵" * 201),
        ("tag", "🌵" * 50, "🌵" * 51),
        ("sku", "A" * 64, "A" * 65),
        ("botanical_name", "🌵" * 250, "🌵" * 251),
        ("family", "A" + "a" * 54 + "aceae", "A" + "a" * 55 + "aceae"),
        ("common_names", [str(number) for number in range(10)], [str(number) for number in range(11)]),
        ("common_names", ["🌵" * 100], ["🌵" * 101]),
        ("description", "🌵" * 5_000, "🌵" * 5_001),
        ("tags", [str(number) for number in range(20)], [str(number) for number in range(21)]),
        ("tags", ["🌵" * 40], ["🌵" * 41]),
        ("price", "999999999.99", "1000000000.00"),
        ("stock_quantity", 1_000_000, 1_000_001),
        ("stock_quantity", 0, -1),
        ("available_from", "2028-02-29", "2028-02-30"),
    ],
)
def test_limits_hold_at_the_limit_and_one_past_it(field: str, at_the_limit: object, one_past_it: object) -> None:
    assert as_input(checked(**{field: at_the_limit}))[field] == at_the_limit

    ((pointer, _),) = codes_of(**{field: one_past_it})
    assert pointer.startswith("/" + field)


def test_an_empty_string_is_refused() -> None:
    for field in ("name", "tag", "sku", "gtin", "botanical_name", "family", "price", "currency"):
        assert [pointer for pointer, _ in codes_of(**{field: " "})] == ["/" + field]


def test_an_empty_description_is_none() -> None:
    assert checked(description=" \r\n ").description is None


def test_a_value_of_the_wrong_type_is_reported() -> None:
    values: list[object] = [True, 1.5, b"Rosa", {"a": 1}, object()]

    codes = {(field, str(value)): codes_of(**{field: value}) for field in sorted(EVERYTHING) for value in values}

    objects = ("care", "external_ids", "trade", "supplier")
    wrong = {key: found for key, found in codes.items() if found != [("/" + key[0], "type")]}
    assert wrong == {(field, "{'a': 1}"): [(f"/{field}/a", "unknown")] for field in objects}


def test_everything_wrong_is_reported_at_once() -> None:
    found = codes_of(name="", sku="=1+1", gtin="2000000000092", price="24,90", stock_quantity=-5, colour="red")

    assert found == [
        ("/name", "length"),
        ("/sku", "characters"),
        ("/gtin", "gtin"),
        ("/price", "decimal"),
        ("/stock_quantity", "range"),
        ("/colour", "unknown"),
    ]


@pytest.mark.parametrize("field", ["id", "status", "availability", "url", "created_at", "updated_at", "added_at"])
def test_read_only_fields_cannot_be_written(field: str) -> None:
    assert codes_of(**{field: 1042}) == [("/" + field, "read_only")]


@pytest.mark.parametrize(("field", "meant"), [("pric", "price"), ("commonNames", "common_names"), ("PRICE", "price")])
def test_an_unknown_field_is_refused_with_a_suggestion(field: str, meant: str) -> None:
    (problem,) = problems_of({"name": "Rosa", field: "x"})

    assert (problem.code, problem.detail) == ("unknown", f"There is no such field. Did you mean {meant}?")


def test_a_field_that_resembles_nothing_gets_no_guess() -> None:
    (problem,) = problems_of({"name": "Rosa", "zzz": "x"})

    assert problem.detail == "There is no such field."


@pytest.mark.parametrize("field", ["a/b~c", "\ud800", "", "\x00", "x" * 100_000])
def test_a_pointer_to_an_odd_field_is_short_and_well_formed(field: str) -> None:
    (problem,) = problems_of({"name": "Rosa", field: 1})

    assert len(problem.pointer.encode()) < 100
    assert field != "a/b~c" or problem.pointer == "/a~1b~0c"


def test_a_flood_of_unknown_fields_is_summed_up() -> None:
    found = problems_of({"name": "Rosa"} | {f"field{number}": 1 for number in range(10_000)})

    assert len(found) == UNKNOWN_REPORTED_MAX + 1
    assert found[-1].detail == "There are 9,980 more unknown fields."


@pytest.mark.parametrize(
    ("sku", "kept"),
    [
        *[("HYD-END-5L", "HYD-END-5L"), (" HYD\u00a0END ", "HYD END"), ("HYD\u200b-END", "HYD-END")],
        *[("Ro\u0308dding", "Rödding"), (" Ä1 ", "Ä1"), ("Ａ1", "Ａ1"), ("РОЗА-3Л", "РОЗА-3Л"), ("薔薇/3", "薔薇/3")],
        *[("गुलाब 3", "गुलाब 3"), ("وردة-٣", "وردة-٣"), ("Nº1", "Nº1"), ("Ǆ1", "Ǆ1")],
    ],
)
def test_a_sku_is_cleaned_up(sku: str, kept: str) -> None:
    assert checked(sku=sku).sku == kept


@pytest.mark.parametrize(
    "sku",
    [
        *["-A", ".A", "A\x00", "A,B", 'A"', "+A", "@A", "A€", "A™", "é,1", "A“", "\u3164A", "A\u3164", "☃"],
        *["\u0301A", "A\u200d1", "É\u200e1", "A²", "½L", "É\x85", "😀1", "\ue000A"],
    ],
)
def test_other_signs_are_refused_in_a_sku(sku: str) -> None:
    assert codes_of(sku=sku) == [("/sku", "characters")]


def test_a_formula_is_no_sku() -> None:
    (problem,) = problems_of({"name": "Rosa", "sku": "=HYPERLINK(1)"})

    assert "spreadsheet formula" in problem.detail


def test_sku_keys_ignore_case_width_and_spaces() -> None:
    assert {sku_key(sku) for sku in ("Hyd End-5l", " HYD END-5L ", "ＨＹＤ\u00a0End-5L", "hyd  end-5l")} == {
        "hyd end-5l"
    }


@pytest.mark.parametrize(
    "same",
    [
        ("GRÜN-1", "grün-1", "gru\u0308n-1", "ＧＲＵ\u0308Ｎ-1"),
        ("STRASSE", "straße", "Straẞe"),
        ("ΐ1", "Ϊ́1", "\u03b9\u0308\u03011"),
        ("РОЗА", "роза"),
        ("ΡΌΔΟΣ", "ρόδος", "ρόδοσ"),
        ("ﬁg", "FIG"),
    ],
)
def test_skus_of_any_script_have_one_key(same: tuple[str, ...]) -> None:
    assert len({sku_key(sku) for sku in same}) == 1


@given(st.text(max_size=20))
def test_the_key_of_a_key_is_itself(sku: str) -> None:
    key = sku_key(sku)

    assert sku_key(key) == key
    assert sku_key(unicodedata.normalize("NFD", sku)) == key


@given(st.text(string.ascii_letters + string.digits + " ._/#+-", max_size=64))
def test_a_sku_of_ascii_keeps_the_key_that_it_had(sku: str) -> None:
    assert sku_key(sku) == " ".join(unicodedata.normalize("NFKC", sku).casefold().split())


@pytest.mark.parametrize("family", ["Rosaceae", "Compositae", "Palmae"])
def test_families_end_in_aceae_or_are_one_of_eight(family: str) -> None:
    assert checked(family=family).family == family


@pytest.mark.parametrize("family", ["Rosa", "Rosaceae L.", "rosaceae", "ROSACEAE", "aceae", "Rosaceae\n x"])
def test_invalid_families_are_refused(family: str) -> None:
    assert codes_of(family=family) == [("/family", "family")]


def test_a_family_in_other_capitals_is_corrected_in_the_advice() -> None:
    (problem,) = problems_of({"name": "Rosa", "family": "ROSACEAE"})

    assert problem.detail == "“ROSACEAE”: use Rosaceae."


@pytest.mark.parametrize("field", ["common_names", "tags"])
@pytest.mark.parametrize("again", ["Straße", "STRASSE", " strasse "])
def test_duplicate_items_are_refused_ignoring_case(field: str, again: str) -> None:
    assert codes_of(**{field: ["Straße", "Other", again]}) == [(f"/{field}/2", "duplicate")]


def test_a_tag_holds_no_comma_but_a_common_name_may() -> None:
    assert codes_of(tags=["new, peat-free"]) == [("/tags/0", "characters")]
    assert checked(common_names=["Hydrangea, mophead"]).common_names == ("Hydrangea, mophead",)


def test_every_item_of_a_list_is_checked() -> None:
    assert codes_of(tags=["ok", 7, "", "a\x00"]) == [
        ("/tags/1", "type"),
        ("/tags/2", "length"),
        ("/tags/3", "characters"),
    ]


def test_html_is_text_like_any_other() -> None:
    html = "<script>alert(1)</script>\n&amp; <b>bold</b>"

    written = checked(name="<b>Rosa</b>", description=html)

    assert (written.name, written.description) == ("<b>Rosa</b>", html)


def test_composed_and_decomposed_names_are_one_name() -> None:
    assert checked(name="Isoe\u0308tes") == checked(name="Iso\u00ebtes")


@pytest.mark.parametrize(
    ("price", "currency", "default", "kept"),
    [
        ("24.90", None, "EUR", ("24.90", "EUR")),
        ("24.90", "GBP", "EUR", ("24.90", "GBP")),
        ("1200", "JPY", "EUR", ("1200", "JPY")),
        ("1200", None, "JPY", ("1200", "JPY")),
        ("1.250", "KWD", "EUR", ("1.250", "KWD")),
        (None, "GBP", "EUR", (None, "GBP")),
        (None, None, "EUR", (None, None)),
    ],
)
def test_a_price_without_a_currency_gets_that_of_the_store(
    price: str | None, currency: str | None, default: str, kept: tuple[str | None, str | None]
) -> None:
    written = check_fields({"name": "Rosa", "price": price, "currency": currency}, currency_default=default)

    assert (written.price, written.currency) == kept


@pytest.mark.parametrize(("price", "currency"), [("1200.50", "JPY"), ("24.905", None), ("1.2500", "KWD")])
def test_decimals_that_the_currency_lacks_are_refused(price: str, currency: str | None) -> None:
    assert codes_of(price=price, currency=currency) == [("/price", "decimal")]


def test_a_wrong_currency_is_reported_once() -> None:
    assert codes_of(price="24.905", currency="EURO") == [("/currency", "currency")]


@pytest.mark.parametrize(
    "text", ["25/05/2026", "2026-5-25", "20260525", "2026-W22-1", "2026-05-25T00:00:00Z", "0000-01-01"]
)
def test_a_date_is_written_in_one_way_only(text: str) -> None:
    assert codes_of(available_from=text) == [("/available_from", "date")]


def test_a_date_is_read_as_a_day() -> None:
    assert checked(available_from=" 2026-05-25 ").available_from == date(2026, 5, 25)


def test_a_patch_is_merged_into_the_current_fields() -> None:
    before = checked(**EVERYTHING)

    patched = check_fields(as_input(before) | {"tag": None, "tags": None, "price": "19.99"}, currency_default="EUR")

    assert (patched.tag, patched.tags, patched.price, patched.currency) == (None, (), "19.99", "GBP")
    assert as_input(patched) == EVERYTHING | {"tag": None, "tags": [], "price": "19.99"}


def test_a_patch_of_the_currency_must_fit_the_price_that_stays() -> None:
    patch = {"currency": "JPY"}

    (problem,) = problems_of(as_input(checked(price="24.90")) | patch)

    assert (problem.pointer, problem.detail) == ("/price", "“24.90”: JPY has no decimals.")


def test_a_long_name_is_allowed_with_a_warning() -> None:
    assert warnings(checked(name="x" * 150)) == []
    assert [(warning.pointer, warning.code) for warning in warnings(checked(name="x" * 151))] == [("/name", "long")]


json_texts = st.text(st.characters(exclude_categories=()), max_size=30)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | json_texts
    | st.sampled_from(["24.90", "EUR", "2026-05-25"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["url", "alt", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)
json_objects = st.dictionaries(st.sampled_from([*EVERYTHING, "id", "status"]) | json_texts, json_values, max_size=8)


def outcome_of(raw: dict[str, Any]) -> PlantFields | tuple[FieldError, ...]:
    try:
        return check_fields(raw, currency_default="EUR")
    except Invalid as refused:
        return refused.fields


@given(json_objects)
def test_any_input_is_either_accepted_unchanged_or_refused_with_reasons(raw: dict[str, object]) -> None:
    found = outcome_of(raw)

    if isinstance(found, PlantFields):
        assert outcome_of(as_input(found)) == found
    else:
        assert found
        assert all(len((problem.pointer + problem.detail).encode()) < 1_000 for problem in found)


@given(
    st.fixed_dictionaries(
        {"name": st.text(min_size=1, max_size=20)},
        optional={
            "tag": json_texts,
            "sku": st.from_regex(r"[A-Z0-9 ]{1,9}", fullmatch=True),
            "description": json_texts,
            "common_names": st.lists(json_texts, max_size=3),
            "tags": st.lists(json_texts, max_size=3),
            "price": st.from_regex(r"[0-9]{1,4}(\.[0-9]{2})?", fullmatch=True),
            "currency": st.sampled_from(["EUR", "gbp", "KWD"]),
            "stock_quantity": st.integers(0, 99),
            "available_from": st.dates().map(str),
        },
    )
)
def test_accepted_fields_are_clean_for_good(raw: dict[str, object]) -> None:
    found = outcome_of(raw)

    if isinstance(found, PlantFields):
        assert outcome_of(as_input(found)) == found
