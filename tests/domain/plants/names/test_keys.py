"""Keys of probable duplicates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.plants.names.botanical_name import parse
from plantstore.domain.plants.names.keys import cultivar_key, fold, species_key


def key(text: str) -> str | None:
    parsed = parse(text)
    assert parsed.taxon is not None
    return cultivar_key(parsed.taxon)


@pytest.mark.parametrize(
    "text",
    [
        "Malus domestica 'Jean-Marie'",
        "Malus 'JEAN-MARIE'",
        "malus domestica ‘Jean Marie’",
        "Malus × domestica Borkh. 'Jéan-Marie' PBR 9 cm",
        "Malus (Tardiva Group) 'Jean-Marie'",
        "Malus JEAN MARIE",
    ],
)
def test_a_cultivar_is_its_genus_and_epithet(text: str) -> None:
    assert key(text) == "malus 'jean marie'"


def test_plants_without_a_cultivar_or_whole_genus_have_no_cultivar_key() -> None:
    assert key("Malus domestica") is None
    assert key("M. domestica 'Jean-Marie'") is None
    assert key("Malus domestica × Pyrus communis") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Isoëtes lacustris L.", "isoetes lacustris"),
        ("× Heucherella tiarelloides", "heucherella tiarelloides"),
        ("Viola × wittrockiana", "viola wittrockiana"),
        ("Viola cornuta subsp. cornuta", "viola cornuta cornuta"),
        ("Beta vulgaris Conditiva Group", "beta vulgaris conditiva group"),
        ("Geum rivale × G. urbanum", "geum rivale g. urbanum"),
        ("Viola", None),
        ("Viola sp.", None),
        ("Viola cornuta Alpha", None),
        ("V. cornuta", None),
        ("Viola cornuta 'Alpha'", None),
        ("Peace lily", None),
    ],
)
def test_a_species_is_its_name_without_authors_signs_and_ranks(text: str, expected: str | None) -> None:
    assert species_key(parse(text)) == expected


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert fold(text.upper()) == fold(text.upper().lower())
