"""Heights and spreads of price lists, in whole centimetres."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.plants.care import LENGTH_CM_MAX
from plantstore.domain.plants.lengths import length_cm


@pytest.mark.parametrize(
    ("text", "cm"),
    [
        ("150", 150),
        ("150 cm", 150),
        ("150CM.", 150),
        ("1.2 m", 120),
        ("1,2m", 120),
        ("1.25 metres", 125),
        ("600 mm", 60),
        ("up to 3 m", 300),
        ("ca. 2 m", 200),
        ("200 m", LENGTH_CM_MAX),
        ("1 cm", 1),
    ],
)
def test_a_clear_length_has_no_note(text: str, cm: int) -> None:
    assert length_cm(text) == (cm, "")


@pytest.mark.parametrize(
    ("text", "cm"),
    [("4 ft", 122), ("4'", 122), ("5'6\"", 168), ("5 ft 6 in", 168), ("18″", 46), ("12 m+", 1200), ("> 2 m", 200)],
)
def test_a_length_that_is_rounded_or_open_has_a_note(text: str, cm: int) -> None:
    assert length_cm(text) == (cm, f"“{text}” was read as {cm} cm.")


@pytest.mark.parametrize(
    ("text", "cm"),
    [
        ("30-45cm", 45),
        ("30–45 cm", 45),
        ("30 to 45 cm", 45),
        ("80/100", 100),
        ("0.5-1 m", 100),
        ("50 cm - 1,5 m", 150),
        ("3-4 ft", 122),
        ("30-45cm+", 45),
    ],
)
def test_the_upper_end_of_a_range_counts(text: str, cm: int) -> None:
    assert length_cm(text) == (cm, f"“{text}” was read as {cm} cm, the upper end.")


def test_a_number_without_a_unit_has_that_of_its_column() -> None:
    assert length_cm("1.5", unit="m") == (150, "")
    assert length_cm("2-3", unit="ft")[0] == 91
    assert length_cm("165.0", unit="ft")[0] == 5029
    assert length_cm("20 cm", unit="ft") == (20, "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tall",
        "-5",
        "0",
        "0.4 cm",
        "201 m",
        "20001",
        "1.200",
        "1,200 cm",
        "45-30",
        "30-1 m",
        "1-2-3 m",
        "1 m 50",
        "1e3",
        "3 \u043c",
        "٣ m",
        "3 m\x00",
        "\ud800",
        "9" * 100_000,
        "1-" * 100_000,
        "up to " * 10_000 + "3 m",
    ],
)
def test_other_texts_are_refused_with_advice(text: str) -> None:
    with pytest.raises(ValueError) as refused:
        length_cm(text)

    assert 10 < len(str(refused.value)) < 200


@given(
    st.text(string.digits + " cmftin.,-/'\"+>", max_size=20) | st.text(st.characters(exclude_categories=())),
    st.sampled_from(["mm", "cm", "m", "in", "ft"]),
)
def test_any_text_is_either_a_length_or_refused(text: str, unit: str) -> None:
    try:
        cm, _ = length_cm(text, unit=unit)
    except ValueError:
        return
    assert 1 <= cm <= LENGTH_CM_MAX
    assert length_cm(str(cm)) == length_cm(f"{cm} cm") == (cm, "")
