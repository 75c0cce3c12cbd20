"""Every function of storage/tables/plant_views.py."""

from dataclasses import replace

from plantstore.domain.plants.plant_view import PlantView
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import plant_views
from tests.makers import NOON


def a_view(id: str, name: str) -> PlantView:
    query = {"genus": "Rosa"}
    return PlantView(id=id, name=name, query=query, version=1, created_by="tok_1", created_at=NOON, updated_at=NOON)


def test_views_are_stored_changed_listed_by_name_and_removed(tx: Transaction) -> None:
    first, second = a_view("viw_1", "roses"), a_view("viw_2", "Acers")
    plant_views.insert(tx, first)
    plant_views.insert(tx, second)

    assert plant_views.all_views(tx) == [second, first]
    changed = replace(first, name="A", query={}, version=2, updated_at=after(NOON, seconds=1))
    plant_views.update(tx, changed)
    assert (plant_views.find(tx, "viw_1"), plant_views.all_views(tx)) == (changed, [changed, second])
    plant_views.remove(tx, "viw_1")
    assert plant_views.find(tx, "viw_1") is None
