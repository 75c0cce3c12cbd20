"""Italics and upright type in botanical names; italics are marked with underscores here."""

import pytest

from plantstore.domain.plants.names.botanical_name import parse
from plantstore.domain.plants.names.styled_name import styled, styled_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Viola cornuta L.", "_Viola cornuta_ L."),
        ("Viola × wittrockiana Gams", "_Viola_ × _wittrockiana_ Gams"),
        ("×Heucherella alba 'Bridget'", "×_Heucherella alba_ 'Bridget'"),
        ("Viola cornuta L. var. alba Jacq. 'Nana'", "_Viola cornuta_ var. _alba_ Jacq. 'Nana'"),
        ("Viola sp. aff. cornuta", "_Viola_ sp. aff. _cornuta_"),
        ("Viola sp.", "_Viola_ sp."),
        ("Viola cornuta alba", "_Viola cornuta alba_"),
        ("Geum rivale × G. urbanum", "_Geum rivale_ × _G. urbanum_"),
        ("Laburnum + Cytisus", "_Laburnum_ + _Cytisus_"),
        ("Beta vulgaris (Conditiva Group) 'Boltardy'", "_Beta vulgaris_ (Conditiva Group) 'Boltardy'"),
        ("Clematis Queen of the Hills Group", "_Clematis_ Queen of the Hills Group"),
        ("Pleione Etna gx 'Bullfinch'", "_Pleione_ Etna gx 'Bullfinch'"),
        ("Weigela florida 'Bokrashine' NAOMI", "_Weigela florida_ NAOMI ('Bokrashine')"),
        ("Weigela florida NAOMI", "_Weigela florida_ NAOMI"),
        ("Peace lily", ""),
    ],
)
def test_only_latin_names_are_in_italics(text: str, expected: str) -> None:
    parts = styled(parse(text))

    assert "".join(f"_{part}_" if is_italic else part for part, is_italic in parts) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ACER PALMATUM 'BLOODGOOD'", "*Acer palmatum* 'Bloodgood'"),
        ("Abelia x grandiflora Rehder", "*Abelia* × *grandiflora* Rehder"),
        ("Rosa canina (bare root)", "*Rosa canina* (bare root)"),
        ("Hosta June", "*Hosta* June"),
        ("Hoya sp. aff. burtoniae", "*Hoya* sp. aff. *burtoniae*"),
        ("ROSA CANINA (bare root)", "ROSA CANINA (bare root)"),
        ("Snake Plant", "Snake Plant"),
        ("<b>", "<b>"),
    ],
)
def test_a_name_as_written_loses_no_word(text: str, expected: str) -> None:
    assert "".join(f"*{part}*" if italic else part for part, italic in styled_text(text)) == expected
