"""Which plants look like the same one."""

from typing import Any

from plantstore.domain.plants.plant import check_fields
from plantstore.domain.plants.weak_key import Likeness, WeakKey, are_two, codes_of, duplicate_warning, weak_key


def _key(name: str = "Rosa", botanical_name: str | None = None, pot_size: str | None = None) -> WeakKey:
    raw = {"name": name, "botanical_name": botanical_name, "pot_size": pot_size}
    return weak_key(check_fields(raw, currency_default="EUR"))


def test_a_cultivar_is_known_by_its_genus_and_epithet() -> None:
    same = [
        _key("Mophead", "Hydrangea macrophylla 'Bailmer'", "5 L"),
        _key("Hortensia", "HYDRANGEA 'BAILMER'", "C5"),
        _key("Endless Summer", "Hydrangea macrophylla ENDLESS SUMMER ('Bailmer')", "5 ltr"),
        _key("x", "Hydrangea macrophylla (Teller Group) ‘Bailmer’", "5L"),
    ]

    assert {key.number for key in same} == {same[0].number}
    assert same[0].likeness is Likeness.CULTIVAR
    assert same[0].reason == "same cultivar and pot size"


def test_a_species_is_known_by_its_name_without_authors_ranks_and_signs() -> None:
    same = [
        _key("Lavandin", "Lavandula × intermedia Emeric ex Loisel."),
        _key("Lavender", "Lavandula x intermedia"),
        _key("L.", "lavandula intermedia"),
    ]

    assert {key.number for key in same} == {same[0].number}
    assert same[0].reason == "same species, and neither has a pot size"
    assert _key("a", "Rosa gallica var. officinalis").text == _key("b", "Rosa gallica f. officinalis").text


def test_without_a_usable_botanical_name_a_plant_is_known_by_its_name() -> None:
    for unusable in (None, "Rosa", "A. palmatum", "Monstera sp. Peru", "not at all"):
        key = _key("Crème  Brûlée", unusable)
        assert (key.likeness, key.text) == (Likeness.NAME, "creme brulee"), unusable


def test_other_pot_sizes_names_and_trade_forms_are_other_plants() -> None:
    iceberg = "Rosa 'Iceberg'"
    different = [
        _key("Rosa 'Iceberg'", iceberg, "3 L"),
        _key("Rosa 'Iceberg'", iceberg, "5 L"),
        _key("Rosa 'Iceberg'", iceberg),
        _key("Rosa 'Iceberg' standard", iceberg, "3 L"),
        _key("Rosa 'Iceberg' half standard", iceberg, "3 L"),
        _key("Rosa 'Iceberg' espalier", iceberg, "3 L"),
        _key("Rosa 'Iceberg'", "Rosa 'Peace'", "3 L"),
        _key("Rosa 'Iceberg'", None, "3 L"),
    ]

    assert len({key.number for key in different}) == len(different)
    assert _key("Iceberg, bush", iceberg, "3 L") == different[0], "a bush is the usual form"
    assert _key("Plantain lily", "Hosta 'Royal Standard'") == _key("Hosta Royal Standard", "Hosta 'Royal Standard'")


def test_two_codes_of_a_kind_are_two_plants() -> None:
    codes = {
        codes_of(check_fields({"name": "Rosa", **raw}, currency_default="EUR")): raw
        for raw in ({}, {"sku": "A"}, {"gtin": "2000000000077"}, {"sku": "B", "gtin": "2000000000015"})
    }

    assert sorted(codes) == [0, 1, 2, 3]
    two = {(one, other) for one in codes for other in codes if are_two(one, other)}
    assert two == {(1, 1), (2, 2), (3, 3), (1, 3), (3, 1), (2, 3), (3, 2)}


def test_a_number_fits_into_a_column_of_every_engine() -> None:
    texts: list[Any] = ["a", "ﷺ" * 200, "\N{CYRILLIC SMALL LETTER O}"]

    assert all(0 <= _key(text).number < 2**63 for text in texts)


def test_plants_that_differ_in_the_pot_size_only_have_numbers_close_together() -> None:
    fields = [
        check_fields({"name": "x", "botanical_name": name, "pot_size": size}, currency_default="EUR")
        for name, size in (
            ("Rosa 'Iceberg'", "2 L"),
            ("ROSA ICEBERG", None),
            ("Rosa 'Iceberg'", "5 L"),
            ("Rosa", "2 L"),
        )
    ]
    first, *others = (weak_key(one) for one in fields)

    assert first.number in first.numbers_of_kind
    assert [other.number in first.numbers_of_kind for other in others][1:] == [True, False]
    assert len({first.number, *(other.number for other in others)}) == 4


def test_a_warning_names_the_other_plant() -> None:
    warning = duplicate_warning(check_fields({"name": "Rosa", "pot_size": "P9"}, currency_default="EUR"), 1042)

    assert warning.detail == "Possible duplicate of #1042 (same name and pot size)."
    assert (warning.code, warning.plant) == ("duplicate", 1042)
