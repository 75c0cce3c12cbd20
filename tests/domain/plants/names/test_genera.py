"""Suggestions for misspelt names."""

import pytest

from plantstore.domain.plants.names.genera import GENERA, is_genus, suggest_epithet, suggest_genus


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Camelia", "Camellia"),
        ("Antirhinum", "Antirrhinum"),
        ("Crysanthemum", "Chrysanthemum"),
        ("Dalhia", "Dahlia"),
        ("Fuscia", "Fuchsia"),
        ("Wistaria", "Wisteria"),
        ("Buddleia", "Buddleja"),
        ("Filodendron", "Philodendron"),
        ("Aacer", "Acer"),
        ("Rossa", "Rosa"),
        ("camellia", "Camellia"),
        ("Camellia", None),
        ("Rosa", None),
        ("Rs", None),
        ("Quxzvbnm", None),
        ("", None),
        ("Camelia9", None),
        ("C" * 10_000, None),
    ],
)
def test_the_nearest_genus_is_suggested(written: str, meant: str | None) -> None:
    assert suggest_genus(written) == meant


def test_right_names_of_rare_genera_are_left_alone() -> None:
    """Each of these is within two letters of a genus that more shops have."""
    for genus in ("Itoa", "Tetilla", "Gilliesia", "Phycella", "Wollemia", "Cathaya", "Goeppertia", "Fessia"):
        assert is_genus(genus), genus
        assert suggest_genus(genus) is None, genus


def test_short_names_may_differ_in_one_letter_only() -> None:
    assert suggest_genus("Hosza") == "Hosta"
    assert suggest_genus("Hozza") is None


def test_well_known_misspellings_of_epithets_are_suggested() -> None:
    assert suggest_epithet("thumbergii") == "thunbergii"
    assert suggest_epithet("thunbergii") is None


def test_the_list_has_thousands_of_genera_and_none_twice() -> None:
    assert len(GENERA) > 5_000
    assert all(genus.isalpha() and genus.istitle() for genus in GENERA)
    assert is_genus("Heucherella") and not is_genus("heucherella") and not is_genus("Camelia")
