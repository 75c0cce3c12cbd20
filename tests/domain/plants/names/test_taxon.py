"""The taxon of a plant: derived from its botanical name on every write, never written by a client."""

from dataclasses import replace
from typing import Any

import pytest

from plantstore.domain.errors import Invalid
from plantstore.domain.plants.names.taxon import taxon_of, write_taxon
from plantstore.domain.plants.plant import Plant, archived, changed, check_fields, public_record
from tests.core.test_event_body import TODAY
from tests.makers import NOON, a_plant

HYDRANGEA = {
    "rank": "cultivar",
    "genus": "Hydrangea",
    "species": "macrophylla",
    "hybrid": None,
    "infra_rank": None,
    "infra_epithet": None,
    "cultivar": "Bailmer",
    "group": None,
    "trade_designation": "ENDLESS SUMMER",
    "authorship": None,
}


def taxon_in_record(plant: Plant) -> Any:
    return public_record(plant, today=TODAY, url=None)["taxon"]


def test_the_record_has_every_part_of_the_name() -> None:
    plant = a_plant(botanical_name="Hydrangea macrophylla ENDLESS SUMMER ('Bailmer')")

    assert taxon_in_record(plant) == HYDRANGEA
    assert plant.fields.botanical_name == "Hydrangea macrophylla ENDLESS SUMMER ('Bailmer')", "as it was written"


def test_the_parts_of_hybrids_groups_and_wild_names_have_their_places() -> None:
    def parts(name: str) -> dict[str, object]:
        taxon = write_taxon(taxon_of(name))
        assert taxon is not None
        return {key: value for key, value in taxon.items() if value is not None}

    assert parts("Commelina diffusa Burm. f. var. gigas (Small) Faden") == {
        "rank": "variety",
        "genus": "Commelina",
        "species": "diffusa",
        "infra_rank": "var.",
        "infra_epithet": "gigas",
        "authorship": "(Small) Faden",
    }
    assert parts("Abelia x grandiflora") == {
        "rank": "species",
        "genus": "Abelia",
        "species": "grandiflora",
        "hybrid": "nothospecies",
    }
    assert parts("Pleione Shantung gx") == {"rank": "grex", "genus": "Pleione", "group": "Shantung"}


def test_a_name_in_doubt_has_a_taxon_and_a_rejected_one_has_none() -> None:
    for name in ("ROSA RUGOSA", "Monstera sp. Peru", "Rosa canina (bare root)", "Lavendula angustifolia"):
        assert taxon_of(name) is not None, name
    assert taxon_of(None) is None
    for name in ("Snake Plant", "Mixed succulents tray", "绿萝", "Acer negundo, Fraxinus nigra"):
        assert taxon_of(name) is None, name


def test_a_change_of_the_name_changes_the_taxon() -> None:
    plant = a_plant(botanical_name="Rosa canina")

    renamed = changed(plant, replace(plant.fields, botanical_name="Quercus"), now=NOON)
    cleared = changed(plant, replace(plant.fields, botanical_name=None), now=NOON)

    assert taxon_in_record(renamed)["genus"] == "Quercus"
    assert taxon_in_record(cleared) is None
    assert taxon_in_record(archived(plant, now=NOON)) == taxon_in_record(plant)


def test_a_client_cannot_write_it() -> None:
    with pytest.raises(Invalid) as refused:
        check_fields({"name": "Rosa", "taxon": {"genus": "Rosa"}}, currency_default="EUR")

    assert [(one.pointer, one.code) for one in refused.value.fields] == [("/taxon", "read_only")]
