"""Commands on plants: each added plant gets one event in the same transaction; refused commands change nothing."""

import json
from random import Random
from zoneinfo import ZoneInfo

import pytest

from plantstore.catalogue.commands import Catalogue
from plantstore.catalogue.commands import find as find_plant
from plantstore.core.ids import Ids
from plantstore.domain.errors import Changed, Conflict, Gone, Invalid, NotFound
from plantstore.domain.event import Event
from plantstore.domain.plants.plant import TEST_PLANT_ID, PlantFields, Status
from plantstore.domain.timestamps import after, parse
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events, plants
from tests.makers import NOON, a_plant
from tests.still_clock import StillClock


def a_catalogue(*, zone: str = "UTC", plant_url: str = "") -> Catalogue:
    ids = Ids(StillClock(), Random(1).randbytes)
    return Catalogue(ids=ids, currency="EUR", zone=ZoneInfo(zone), plant_url=plant_url)


def log_of(*parts: Transaction) -> list[Event]:
    """The log after these parts of a transaction: events get their numbers when it is finished."""
    for tx in parts:
        tx.run_pre_commit_hooks()
    return events.page(parts[0], after=0, limit=10)


def test_each_added_plant_has_one_event_in_sequence(tx: Transaction) -> None:
    stored = a_catalogue().add_plants(tx, [{"name": "one"}, {"name": "two"}], status=Status.ACTIVE)

    log = log_of(tx)
    assert [(event.sequence, event.plant_id) for event in log] == [(1, 1), (2, 2)]
    assert [one.event_id for one in stored] == [event.id for event in log]
    assert len({event.id for event in log}) == 2
    assert tx.changes.events == log


@pytest.mark.parametrize("status", [Status.ACTIVE, Status.DRAFT])
def test_neither_a_client_nor_an_import_makes_the_plant_of_test_requests(tx: Transaction, status: Status) -> None:
    catalogue, last = a_catalogue(), TEST_PLANT_ID - 1
    plants.insert(tx, [a_plant(last)])
    tx.connection.reset_sequence("plant", last)

    with pytest.raises(Conflict, match="numbered up to 9007199254740990"):
        catalogue.add_plants(tx, [{"name": "one"}], status=status)
    with pytest.raises(Conflict, match="numbered up to 9007199254740990"):
        catalogue.add_checked(tx, [(PlantFields(name="one"), status)])

    assert (log_of(tx), plants.count(tx)) == ([], 1)


def test_a_draft_has_no_event_until_it_is_added(tx: Transaction) -> None:
    catalogue = a_catalogue()
    [draft] = catalogue.add_plants(tx, [{"name": "one"}], status=Status.DRAFT)
    assert draft.event_id is None
    assert log_of(tx) == []

    later = Transaction(tx.connection, after(NOON, seconds=60))
    added = catalogue.add_to_store(later, 1, version=1)

    assert added.plant.added_at == later.now
    assert added.event_id is not None
    assert [event.id for event in log_of(later)] == [added.event_id]


def test_nothing_makes_a_second_event(tx: Transaction) -> None:
    catalogue = a_catalogue()
    catalogue.add_plants(tx, [{"name": "one"}], status=Status.ACTIVE)

    for verb in (catalogue.add_to_store, catalogue.archive, catalogue.archive, catalogue.restore, catalogue.restore):
        verb(tx, 1, version=None)
    catalogue.change_plant(tx, 1, {"name": "other"}, version=None)

    [event] = log_of(tx)
    assert json.loads(event.body)["name"] == "one"


def test_a_draft_is_neither_archived_nor_restored_and_an_archived_plant_is_not_added(tx: Transaction) -> None:
    catalogue = a_catalogue()
    catalogue.add_plants(tx, [{"name": "draft"}], status=Status.DRAFT)
    catalogue.add_plants(tx, [{"name": "archived"}], status=Status.ACTIVE)
    catalogue.archive(tx, 2, version=None)

    for verb, plant_id in ((catalogue.archive, 1), (catalogue.restore, 1), (catalogue.add_to_store, 2)):
        with pytest.raises(Conflict):
            verb(tx, plant_id, version=None)

    assert [find_plant(tx, number).status for number in (1, 2)] == [Status.DRAFT, Status.ARCHIVED]
    assert len(log_of(tx)) == 1


def test_a_patch_changes_named_fields_and_null_clears(tx: Transaction) -> None:
    catalogue = a_catalogue()
    catalogue.add_plants(tx, [{"name": "one", "tag": "fern", "sku": "A"}], status=Status.ACTIVE)

    changed = catalogue.change_plant(tx, 1, {"tag": None, "price": "3.20"}, version=1)

    assert (changed.plant.fields.name, changed.plant.fields.tag, changed.plant.fields.sku) == ("one", None, "A")
    assert (changed.plant.fields.price, changed.plant.fields.currency) == ("3.20", "EUR")
    assert changed.plant.version == 2
    assert plants.find(tx, 1) == changed.plant


@pytest.mark.parametrize("taken", [{"sku": "abc-1"}, {"gtin": "0036000291452"}])
def test_a_sku_or_gtin_belongs_to_one_plant(tx: Transaction, taken: dict[str, str]) -> None:
    catalogue = a_catalogue()
    catalogue.add_plants(tx, [{"name": "one", "sku": "ABC-1", "gtin": "036000291452"}], status=Status.DRAFT)
    catalogue.add_plants(tx, [{"name": "two"}], status=Status.ACTIVE)

    with pytest.raises(Conflict, match=r"Plant 1 \(one\) has this") as refused:
        catalogue.add_plants(tx, [{"name": "three", **taken}], status=Status.ACTIVE)
    with pytest.raises(Conflict):
        catalogue.change_plant(tx, 2, taken, version=None)

    assert refused.value.fields[0].pointer == "/" + next(iter(taken))
    assert plants.count(tx) == 2
    catalogue.change_plant(tx, 1, taken, version=None)


def test_two_plants_of_one_call_may_not_share_a_sku(tx: Transaction) -> None:
    with pytest.raises(Conflict, match=r"Plant 1 \(one\) has this SKU"):
        a_catalogue().add_plants(tx, [{"name": "one", "sku": "A"}, {"name": "two", "sku": "a"}], status=Status.ACTIVE)


def test_a_deleted_plant_leaves_its_event_and_frees_its_sku(tx: Transaction) -> None:
    catalogue = a_catalogue()
    catalogue.add_plants(tx, [{"name": "one", "sku": "A"}], status=Status.ACTIVE)

    catalogue.delete_plant(tx, 1, deleted_by="tok_1", version=None)

    with pytest.raises(Gone, match="was deleted at 2026-06-01"):
        find_plant(tx, 1)
    with pytest.raises(NotFound):
        find_plant(tx, 2)
    assert len(log_of(tx)) == 1
    [again] = catalogue.add_plants(tx, [{"name": "one", "sku": "A"}], status=Status.ACTIVE)
    assert again.plant.id == 2
    assert len(log_of(tx)) == 2


def test_a_version_that_was_overtaken_is_refused(tx: Transaction) -> None:
    catalogue = a_catalogue()
    catalogue.add_plants(tx, [{"name": "one"}], status=Status.ACTIVE)
    catalogue.change_plant(tx, 1, {"name": "two"}, version=1)

    for verb in (
        lambda: catalogue.change_plant(tx, 1, {"name": "three"}, version=1),
        lambda: catalogue.archive(tx, 1, version=1),
        lambda: catalogue.delete_plant(tx, 1, deleted_by="x", version=1),
    ):
        with pytest.raises(Changed):
            verb()

    assert find_plant(tx, 1).fields.name == "two"


def test_a_wrong_field_adds_nothing(tx: Transaction) -> None:
    with pytest.raises(Invalid):
        a_catalogue().add_plants(tx, [{"name": "one"}, {"name": "", "price": "x"}], status=Status.ACTIVE)

    assert plants.count(tx) == len(log_of(tx)) == 0


def test_the_body_holds_the_public_address_and_the_day_of_the_stores_own_zone(tx: Transaction) -> None:
    catalogue = a_catalogue(zone="Pacific/Auckland", plant_url="https://shop.example/plants/{id}?sku={sku}")
    almost_midnight = Transaction(tx.connection, parse("2026-06-01T11:59:00Z"))
    midnight = Transaction(tx.connection, parse("2026-06-01T12:00:00Z"))

    for moment in (almost_midnight, midnight):
        catalogue.add_plants(moment, [{"name": "one", "available_from": "2026-06-02"}], status=Status.ACTIVE)

    before, since = (json.loads(event.body) for event in log_of(almost_midnight, midnight))
    assert (before["availability"], since["availability"]) == ("preorder", "in_stock")
    assert since["url"] == "https://shop.example/plants/2?sku=2"


def test_a_sku_is_escaped_in_the_public_url(tx: Transaction) -> None:
    catalogue = a_catalogue(plant_url="https://shop.example/p?sku={sku}")

    catalogue.add_plants(tx, [{"name": "one", "sku": "Grün/A+b #1"}], status=Status.ACTIVE)

    assert json.loads(log_of(tx)[0].body)["url"] == "https://shop.example/p?sku=Gr%C3%BCn/A%2Bb%20%231"
