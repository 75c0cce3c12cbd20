"""Any text has a result, in bounded time, and a canonical name reads as itself."""

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from plantstore.domain.plants.names.botanical_name import Taxon, parse, read_tokens
from plantstore.domain.plants.names.codes import NameCode, NameOutcome
from plantstore.domain.plants.names.plain_name import read_plain
from plantstore.domain.plants.names.repair import BOTANICAL_NAME_CHARS_MAX
from plantstore.domain.plants.names.tokens import Tokens
from tests.examples import examples

WORDS = """
    Viola Acer Rosa Heucherella cornuta alba xpiperita st.-johnii st.- × x X + ' " ’ ‘ “ „ ` ( ) [ ] , ; / | . - = & ® ™
    f. var. subsp ssp. nvar. cv. cv Group group Gp gx g. grex -Group sp. spp. aff. cf. ex et in non sensu nom. hort. L.
    A. Mill. d'Urv. L'Hér. 't 'n' O' 'Alpha' ('Beta') (Gamma Group) (L.) [pro sp.] (H) DELTA Delta PBR (PBR) PP123 EU
    1234 3L P9 80/100 mix hybrid Group-Group 's 'S of the de van von &times; &amp; <i> </i> _x0097_ Ã— â€™ é ë ß œ ﬁ ǆ İ
"""
ODD = [" ", "  ", "\n", "\t", "\u00a0", "\u200b", "\u0301", "\x97", "\ufffd", "о", "玫", "\ud800", "\x00"]
PIECES = [*WORDS.split(), *ODD]
TEXTS = st.one_of(
    st.text(),
    st.text(st.characters(codec=None, categories=None)),  # lone surrogates too
    st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join),
    st.lists(st.sampled_from([*PIECES, " ", " "]), max_size=20).map("".join),
)
EPITHETS, AUTHORS = ("alba", "cornuta", "st-johnii"), ("L.", "Mill.", "Small", "A.B. L.", "L. Mill.")


def one_of(*texts: str) -> st.SearchStrategy[str]:
    return st.sampled_from(texts)


def joined(*parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(*parts).map("".join)


CITATION = joined(one_of(" ", " (L.) ", " (Mill. & L.) "), one_of(*AUTHORS), one_of("", " & Small", " ex A.B. Small"))
MAY_BE_CITED = st.just("") | CITATION
SPECIES = joined(one_of(" ", " × "), one_of(*EPITHETS), MAY_BE_CITED)
BELOW = joined(one_of(" subsp. ", " ssp. ", " var. ", " f. "), one_of(*EPITHETS), MAY_BE_CITED)
CULTIVAR = one_of("", " 'Alpha'", " 'Alpha Beta'")
PLAIN = joined(st.just("Viola"), st.just("") | SPECIES | joined(SPECIES, BELOW), CULTIVAR, one_of("", " "))


def identity(taxon: Taxon | None) -> Taxon | None:
    """A taxon without what `canonical` leaves out."""
    return taxon and replace(taxon, trade_designation=None, authorship=None)


@settings(max_examples=examples(200))
@given(TEXTS)
@example("Weigela 't Alpha Beta Gamma ] X a'")
@example("Weigela florida ‘ 't Alpha ’")
def test_a_canonical_name_reads_as_itself(text: str) -> None:
    once = parse(text)

    again = parse(once.canonical)

    assert once.outcome is not NameOutcome.REJECT or (once.taxon is None and len(once.codes) == 1)
    assert again.canonical == once.canonical
    assert identity(again.taxon) == identity(once.taxon)
    assert len(once.canonical) <= BOTANICAL_NAME_CHARS_MAX


@settings(max_examples=examples(100))
@given(PLAIN)
def test_plain_names_are_read_in_two_ways_with_one_result(text: str) -> None:
    assert read_plain(text, set()) is not None
    assert parse(text) == read_tokens(text)


@pytest.mark.parametrize("piece", [piece for piece in PIECES if piece.strip()])
def test_the_work_grows_with_the_text_and_not_faster(piece: str) -> None:
    """No token is read twice: there are at most as many as characters, and `at` only moves forward."""
    text = (piece * BOTANICAL_NAME_CHARS_MAX)[:BOTANICAL_NAME_CHARS_MAX]

    assert len(Tokens("Viola " + text).spans) <= len(text) + 6
    parse("Viola " + text[6:])
    parse("Viola cornuta" + text[13:])


def test_a_text_of_megabytes_is_rejected_by_its_length() -> None:
    assert parse("(" * 10_000_000).codes == (NameCode.E_TOO_LONG,)
