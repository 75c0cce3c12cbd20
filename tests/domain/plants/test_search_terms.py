"""Words as people search for them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.plants.search_terms import WORD_CHARS_MAX, allows_prefix, terms_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Acer palmatum 'Bloodgood'", ("acer", "palmatum", "bloodgood")),
        ("× Fatshedera lizei", ("fatshedera", "lizei")),
        ("Häagen-Dazs Rosé", ("haagen", "dazs", "rose")),
        ("ŁÓDŹ Smørrebrød Straße æon", ("lodz", "smorrebrod", "strasse", "aeon")),
        ("MON-15", ("mon", "15")),
        ("mon15cm", ("mon", "15", "cm")),
        ("a_b", ("a", "b")),
        ("½ ² ﬁ Ⅷ", ("1", "2", "fi", "viii")),
        ("モンステラ 桜", ("モンステラ", "桜")),
        ("Rosa rosa ROSA", ("rosa",)),
        ("'-*\"() ^ : + 🌵", ()),
        ("", ()),
    ],
)
def test_words_are_folded_and_split_at_punctuation(text: str, words: tuple[str, ...]) -> None:
    assert terms_of(text) == words


def test_of_a_long_word_its_beginning_counts() -> None:
    assert terms_of("a" * WORD_CHARS_MAX) == ("a" * WORD_CHARS_MAX,)
    assert terms_of("a" * WORD_CHARS_MAX + "b") == ("a" * WORD_CHARS_MAX,)


@pytest.mark.parametrize(
    ("word", "may"), [("ro", False), ("ros", True), ("5", False), ("15", True), ("桜", True), ("é", True)]
)
def test_short_ascii_words_match_no_prefixes(word: str, may: bool) -> None:
    assert allows_prefix(word) is may


@given(st.text())
def test_a_word_holds_letters_only_or_figures_only_and_means_itself(text: str) -> None:
    for word in terms_of(text):
        assert word.isalnum()
        assert word.isdigit() or not any(char.isdecimal() for char in word)
        assert terms_of(word) == (word,)
