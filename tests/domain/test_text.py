"""What becomes of a text on its way in: cleaned up, refused, or left alone."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.text import _MAY_BE_MARK, MARKS_MAX, check_text, quoted

any_text = st.text(st.characters(exclude_categories=()), max_size=60)
awkward_text = st.text(
    st.sampled_from("aé e\u0301\u0323\u00a0\u2003\u2028\u202e\u200b\u200d\r\n\t\u1100\u1161가\ufeff\x00\ud800\ufffe")
)


def accepted(text: str, *, chars_max: int = 200, keep_lines: bool = False) -> str:
    clean, problems = check_text(text, pointer="/name", chars_max=chars_max, keep_lines=keep_lines)
    assert problems == []
    return clean


def code_of(text: str, *, chars_max: int = 200, chars_min: int = 1, keep_lines: bool = False) -> str:
    _, problems = check_text(text, pointer="/name", chars_max=chars_max, chars_min=chars_min, keep_lines=keep_lines)
    (problem,) = problems
    assert problem.pointer == "/name"
    problem.detail.encode()
    return problem.code


@given(any_text | awkward_text, st.booleans())
def test_accepted_text_is_clean_for_good(text: str, keep_lines: bool) -> None:
    clean, problems = check_text(text, pointer="/name", chars_max=100, keep_lines=keep_lines)

    if not problems:
        assert clean.encode().decode() == clean
        assert unicodedata.is_normalized("NFC", clean)
        assert clean == clean.strip()
        assert {char for char in clean if unicodedata.category(char) in ("Cc", "Cs")} <= (
            {"\n"} if keep_lines else set()
        )
        assert check_text(clean, pointer="/name", chars_max=100, keep_lines=keep_lines) == (clean, [])


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=200))
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert accepted(text) == text


@pytest.mark.parametrize(
    ("given_text", "kept"),
    [
        ("  Acer   palmatum ", "Acer palmatum"),
        ("Acer  palmatum", "Acer palmatum"),
        ("Acer\u00a0palmatum", "Acer palmatum"),
        ("Acer\u2003\u3000palmatum", "Acer palmatum"),
        ("Acer\r\n\tpalmatum", "Acer palmatum"),
        ("Iso\u0065\u0308tes", "Isoëtes"),
        ("Ho\u200bya\ufeff", "Hoya"),
        ("Ho\u00adya", "Hoya"),
        ("\u2067Hoya\u2069", "Hoya"),
        ("nus\u202egnp.ayoH", "nusgnp.ayoH"),
        ("Hoya\U000e0041\U000e0042", "Hoya"),
        ("<b>Cox's</b> & co", "<b>Cox's</b> & co"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🌾", "👩\u200d🌾"),
        ("Rоsa", "Rоsa"),  # the o is Cyrillic: odd, but text
    ],
)
def test_cleaning_a_name_keeps_its_visible_characters(given_text: str, kept: str) -> None:
    assert accepted(given_text) == kept


@pytest.mark.parametrize(
    ("given_text", "kept"),
    [
        ("One.\r\nTwo.\rThree.\n", "One.\nTwo.\nThree."),
        ("One.\u2028Two.\u2029Three.", "One.\nTwo.\nThree."),
        ("a  b\tc", "a  b c"),
        ("12\u00a0cm", "12\u00a0cm"),
        ("<p>One</p>", "<p>One</p>"),
    ],
)
def test_a_description_keeps_its_lines_and_spaces(given_text: str, kept: str) -> None:
    assert accepted(given_text, keep_lines=True) == kept


@pytest.mark.parametrize(
    "char",
    ["\x00", "\x07", "\x0b", "\x1b", "\x7f", "\x85", "\ud800", "\ufdd0", "\ufffe", "\uffff", "\U0010ffff"],
)
@pytest.mark.parametrize("keep_lines", [False, True])
def test_unsupported_characters_are_refused(char: str, keep_lines: bool) -> None:
    assert code_of(f"Ro{char}sa", keep_lines=keep_lines) == "characters"
    assert code_of(f"Rosa{char}", keep_lines=keep_lines) == "characters"


def test_a_refused_character_is_named_with_its_place() -> None:
    _, (problem,) = check_text("Ro\x07sa", pointer="/name", chars_max=10)

    assert problem.detail == "Character 3 (U+0007) is a control character: remove it."


def test_lengths_count_characters_at_the_limit_and_one_past_it() -> None:
    assert accepted("🌵" * 10, chars_max=10) == "🌵" * 10
    assert code_of("🌵" * 11, chars_max=10) == "length"
    assert code_of("x" * 11, chars_max=10) == "length"
    assert code_of("ab", chars_min=3) == "length"
    assert code_of(" \t ") == "length"
    assert check_text("", pointer="/name", chars_max=10, chars_min=0) == ("", [])


def test_lengths_count_after_the_clean_up() -> None:
    assert accepted("e\u0301" * 10 + "  ", chars_max=10) == "é" * 10


def test_a_huge_text_is_refused_without_normalizing_it() -> None:
    assert code_of("\x00" + "é" * 1_000_000) == "length"


def test_a_flood_of_accents_is_refused() -> None:
    assert accepted("x" + "\u0330" * MARKS_MAX) == "x" + "\u0330" * MARKS_MAX
    assert code_of("x" + "\u0330" * (MARKS_MAX + 1)) == "characters"
    assert code_of("x" + "\u0330\u200d" * (MARKS_MAX + 1)) == "characters"


@pytest.mark.parametrize("blank", ["\u200d", "\u0301", "\u200e\u200f", "\u3164", "\u2800", "\u200c \u200c"])
def test_invisible_text_is_refused(blank: str) -> None:
    assert code_of(blank) == "characters"


def test_the_mark_limit_covers_every_combining_mark() -> None:
    marks = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code))[0] == "M"]

    assert [char for char in marks if _MAY_BE_MARK.match(char) is None] == []


def test_a_quotation_is_short_and_printable() -> None:
    assert quoted("a\x1b[31m\ud800") == "“a\ufffd[31m\ufffd”"
    assert quoted("x" * 41) == "“" + "x" * 39 + "…”"
