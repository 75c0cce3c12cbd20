"""Italics and upright type in botanical names; italics are marked with underscores here."""

import pytest

from plantstore.domain.plants.botanical_name import parse
from plantstore.domain.plants.styled_name import styled


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
