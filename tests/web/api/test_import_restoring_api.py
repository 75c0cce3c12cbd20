"""The same file after its import was undone: its archived plants are named, and come back with the file's values."""

import pytest

from tests.web.api.test_import_updates_api import plant
from tests.web.api.test_imports_api import catalogue, ended, events, upload
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

FILE = "sku,gtin,name,price\nA-1,,Rosa,4.50\n,2000000000077,Acer,5.50\n,,Mixed tray,3.00\n"


def undone(site: Site) -> None:
    done = ended(site, upload(site, FILE))
    assert ended(site, done, "undo")["archived"] == 3


def test_the_same_file_after_an_undo_counts_its_archived_plants(site: Site) -> None:
    undone(site)

    again = upload(site, FILE)

    assert (again["new"], again["changed"], again["present"], again["alike"]) == (0, 0, 2, 1)
    assert (again["restorable"], again["restores"]) == (3, 0)


def test_archived_plants_come_back_with_the_values_of_the_file(site: Site) -> None:
    undone(site)
    told = events(site)
    newer = FILE.replace("4.50", "4.75").replace("3.00", "3.25")

    found = upload(site, newer, restore="true", update="true")
    done = ended(site, found)

    assert (found["changed"], found["restores"], found["restorable"], found["alike"]) == (3, 3, 0, 0)
    assert (done["updated"], done["skipped"], done["remaining"]) == (3, 0, 0)
    assert [plant(site, number)["price"] for number in (1, 2, 3)] == ["4.75", "5.50", "3.25"]
    assert {status for _, _, status in catalogue(site)} == {"active"}
    assert events(site) == told


def test_a_plant_in_the_store_is_not_counted_as_restorable(site: Site) -> None:
    undone(site)
    assert site.ask("DELETE", "/api/v1/plants/1/archival").status_code == 200

    again = upload(site, FILE, restore="true", update="true")

    assert (again["restores"], again["changed"], again["present"]) == (2, 2, 1)
    assert upload(site, FILE)["restorable"] == 2


@pytest.mark.both_engines
def test_a_name_restores_no_plant_with_a_code_and_none_of_several(site: Site) -> None:
    undone(site)
    site.add(name="Mixed tray")
    site.add(name="Iris", sku="I-1")
    assert site.post("/api/v1/plants/5/archival").status_code == 200

    found = upload(site, "sku,name\n,Mixed tray\n,Iris\n", restore="true", update="true")

    assert (found["changed"], found["alike"], found["restorable"]) == (0, 2, 0)


def test_lines_that_repeat_a_name_restore_its_plant_once(site: Site) -> None:
    undone(site)

    found = upload(site, "sku,name,price\n,Mixed tray,4\n,Mixed tray,5\n", restore="true", update="true")
    done = ended(site, found)

    assert (found["changed"], found["alike"], done["updated"]) == (1, 1, 1)
    assert plant(site, 3)["price"] == "4"


@pytest.mark.both_engines
def test_a_plant_that_was_restored_since_the_check_is_skipped(site: Site) -> None:
    undone(site)
    found = upload(site, FILE, restore="true")
    assert site.ask("DELETE", "/api/v1/plants/3/archival").status_code == 200

    done = ended(site, found)

    assert (done["updated"], done["skipped"]) == (2, 1)


def test_a_question_about_the_currency_is_answered_before_prices_are_written(site: Site) -> None:
    found = upload(site, "name,RRP £\nRosa,12.50\n")

    refused = site.post(f"/api/v1/imports/{found['id']}/confirmation")
    answered = site.ask("POST", f"/api/v1/imports/{found['id']}/check", params={"currency": "gbp"}).json()
    ended(site, answered)

    assert (found["currency_choices"], found["currencies"]) == (
        ["GBP", "EUR"],
        [{"currency": "GBP", "rows": 1, "sources": {"heading": 1}}],
    )
    assert refused.status_code == 409
    assert "currency=GBP or currency=EUR" in refused.json()["detail"]
    assert (answered["currency_question"], answered["options"]["currency"]) == ("", "GBP")
    assert (plant(site, 1)["price"], plant(site, 1)["currency"]) == ("12.50", "GBP")


def test_a_currency_that_is_none_is_refused(site: Site) -> None:
    answer = site.ask(
        "POST", "/api/v1/imports", content=FILE, headers={"content-type": "text/csv"}, params={"currency": "EURO"}
    )

    assert answer.status_code == 400
    assert "not an ISO 4217 currency code" in answer.json()["detail"]
