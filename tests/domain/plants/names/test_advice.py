"""What a person is asked to look at in a botanical name. The name itself stays as it is."""

import pytest

from plantstore.domain.plants.fields import check_fields, warnings
from plantstore.domain.plants.names.advice import advice_on
from plantstore.domain.plants.names.codes import NameCode


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Lavandula angustifolia 'Hidcote'", {}),
        ("Abelia x grandiflora", {}),
        ("Hydrangea macrophylla Endless Summer® ('Bailmer') PP15,298", {}),
        ("Isoëtes lacustris L.", {}),
        ("Lavendula angustifolia", {"spelling": "“Lavendula”: did you mean Lavandula?"}),
        ("Acer buergeranum", {"spelling": "“buergeranum”: did you mean buergerianum?"}),
        ("ACER PALMATUM", {"case_fixed": "It is read as “Acer palmatum”."}),
        ("Monstera sp.", {"indeterminate": "which species"}),
        ("Rosa canina (bare root)", {"trailing_text": "It is read as “Rosa canina”."}),
        ("Hosta June", {"ambiguous_tail": "single quotes. It is read as “Hosta”."}),
        ("Snake Plant", {"not_a_name": "It is kept as text."}),
        ("Fargesia Robusta Formidable", {"not_a_name": "text. Did you mean Fargesia robusta 'Formidable'?"}),
        ("Rosa Iceberg Climbing Red", {"not_a_name": "It is kept as text."}),
        ("绿萝", {"not_latin": "Latin letters"}),
        ("Rоsa canina", {"mixed_script": "several scripts"}),
        ("Acer negundo, Fraxinus nigra", {"multiple_taxa": "several plants"}),
    ],
)
def test_each_doubt_has_one_sentence(name: str, expected: dict[str, str]) -> None:
    found = {advice.code: advice.detail for advice in advice_on(name)}

    assert found.keys() == expected.keys()
    for code, detail in expected.items():
        assert detail in found[code]


def test_every_doubt_and_rejection_has_a_sentence() -> None:
    from plantstore.domain.plants.names.advice import _SENTENCES

    assert _SENTENCES.keys() == {code for code in NameCode if code[0] in "WE"}


def test_the_warnings_of_a_plant_have_them() -> None:
    fields = check_fields({"name": "Lavender", "botanical_name": "LAVENDULA ANGUSTIFOLIA"}, currency_default="EUR")

    assert fields.botanical_name == "LAVENDULA ANGUSTIFOLIA"
    assert [(one.pointer, one.code) for one in warnings(fields)] == [
        ("/botanical_name", "case_fixed"),
        ("/botanical_name", "spelling"),
    ]
