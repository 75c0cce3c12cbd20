"""Every function of storage/tables/watch_list.py."""

from plantstore.domain.plants.plant import PlantFields
from plantstore.domain.plants.watch_list import WatchedName
from plantstore.storage.database import Transaction
from plantstore.storage.tables import watch_list

BALSAM = WatchedName(name="Impatiens glandulifera", reason="invasive")
GENUS = WatchedName(name="Impatiens")


def test_the_watch_list_is_empty_at_first_and_replaced_as_a_whole(tx: Transaction) -> None:
    assert watch_list.entries(tx) == []

    watch_list.replace(tx, [BALSAM, GENUS])
    assert watch_list.entries(tx) == [GENUS, BALSAM]

    watch_list.replace(tx, [GENUS])
    assert watch_list.entries(tx) == [GENUS]
    watch_list.replace(tx, [])
    assert watch_list.entries(tx) == []


def test_a_plant_finds_its_most_exact_entry(tx: Transaction) -> None:
    watch_list.replace(tx, [GENUS, BALSAM])
    balsam = PlantFields(name="Balsam", botanical_name="Impatiens glandulifera 'Candida'")
    lizzie = PlantFields(name="Busy lizzie", botanical_name="Impatiens walleriana")

    assert watch_list.find(tx, balsam) == watch_list.load(tx).find(balsam) == BALSAM
    assert watch_list.find(tx, lizzie) == watch_list.load(tx).find(lizzie) == GENUS
    assert watch_list.find(tx, PlantFields(name="Mixed tray")) is None
