"""Undo, correct the file, import again: plants that an import updated or restored become what they were before it."""

from functools import partial
from typing import Any

import pytest

from plantstore.catalogue.imports import undo
from plantstore.domain.token import Scope
from tests.web.api.test_costs_api import without_costs
from tests.web.api.test_import_updates_api import plant
from tests.web.api.test_imports_api import catalogue, ended, events, upload
from tests.web.api.test_plant_history_api import changes, forget, history
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

IMPORTS, PLANTS = "/api/v1/imports", "/api/v1/plants"
BOTH = {"update": "true", "restore": "true"}
WRONG = "sku,name,price,tag\nA-1,Rosa,45.00,rose\nA-2,Acer,55.00,tree\nA-3,Iris,65.00,iris\nA-4,Salvia,7.50,sage\n"
RIGHT = WRONG.replace("45.00", "4.50").replace("55.00", "5.50").replace("65.00", "6.50")


def a_store(site: Site) -> None:
    """Add two active plants and an archived one."""
    for number, name in enumerate(("Rosa", "Acer", "Iris"), 1):
        site.add(sku=f"A-{number}", name=name, price=f"{number}.00", currency="EUR")
    site.post(f"{PLANTS}/3/archival")


def prices(site: Site) -> list[tuple[Any, Any, Any]]:
    items = site.get(PLANTS).json()["items"]
    return [(one["status"], one["price"], one["tag"]) for one in items]


def preview(site: Site, id: str, **more: Any) -> dict[str, Any]:
    return dict(site.get(f"{IMPORTS}/{id}/undo", **more).json())


@pytest.mark.both_engines
def test_undo_correct_and_import_again(site: Site) -> None:
    a_store(site)
    before, told = prices(site), events(site)
    done = ended(site, upload(site, WRONG, **BOTH))
    assert (done["added"], done["updated"], events(site)) == (1, 3, told + 1)

    counts = {"archived": 2, "reverted": 2, "kept": 0, "kept_edits": 0, "kept_plants": []}
    assert preview(site, done["id"]) == counts | {"is_estimate": False}
    undone = ended(site, done, "undo")

    assert undone.items() >= (counts | {"state": "undone"}).items()
    assert prices(site) == [*before, ("archived", "7.50", "sage")]
    assert changes(history(site, 1))[0] == {"price": ("45.00", "1.00"), "tag": ("rose", None)}
    assert history(site, 1)["items"][0].items() >= {"way": "undo", "import": done["id"], "actor_name": "test"}.items()

    again = ended(site, upload(site, RIGHT, **BOTH))

    assert (again["added"], again["updated"], again["skipped"]) == (0, 4, 0)
    right = [("active", "4.50", "rose"), ("active", "5.50", "tree"), ("active", "6.50", "iris")]
    assert prices(site) == [*right, ("active", "7.50", "sage")]
    assert events(site) == told + 1

    assert ended(site, again, "undo").items() >= {"archived": 2, "reverted": 2, "kept_edits": 0}.items()
    assert prices(site) == [*before, ("archived", "7.50", "sage")]


def test_later_edits_stay_and_are_named(site: Site) -> None:
    a_store(site)
    done = ended(site, upload(site, WRONG, **BOTH))
    site.ask("PATCH", f"{PLANTS}/1", json={"price": "4.75"})
    site.ask("PATCH", f"{PLANTS}/4", json={"tag": "herb"})

    expected = {"archived": 1, "reverted": 2, "kept": 1, "kept_edits": 1}
    expected["kept_plants"] = [{"plant": 1, "name": "Rosa", "fields": ["price"]}]  # type: ignore[assignment]
    assert preview(site, done["id"]).items() >= expected.items()
    undone = ended(site, done, "undo")

    assert undone.items() >= expected.items()
    assert prices(site)[0] == ("active", "4.75", None)
    assert prices(site)[3] == ("active", "7.50", "herb")
    assert site.get(IMPORTS).json()["items"][0]["kept_plants"] == []


def test_an_added_plant_that_another_import_updated_is_archived_once_that_is_undone(site: Site) -> None:
    first = ended(site, upload(site, "sku,name,price\nA-1,Rosa,4.50\n"))
    second = ended(site, upload(site, "sku,name,price\nA-1,Rosa,4.75\n", **BOTH))
    assert preview(site, first["id"])["kept"] == 1

    assert ended(site, second, "undo")["reverted"] == 1

    assert preview(site, first["id"])["archived"] == 1
    assert ended(site, first, "undo").items() >= {"archived": 1, "kept": 0}.items()
    assert prices(site) == [("archived", "4.50", None)]


def test_an_undo_in_batches_of_one_resumes_where_it_stopped(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo, "BATCH_PLANTS", 1)
    a_store(site)
    done = ended(site, upload(site, WRONG, **BOTH))
    site.run(begin(site, done["id"]))
    step = partial(undo.undo_batch, catalogue=site.dependencies.catalogue, import_id=done["id"])

    states = []
    while site.run(step_of(site, step)):
        states.append([status == "active" and tag for status, _, tag in prices(site)])

    assert states == [
        ["rose", "tree", "iris", False],
        [None, "tree", "iris", False],
        [None, None, "iris", False],
        [None, None, False, False],
    ]
    undone = site.get(f"{IMPORTS}/{done['id']}").json()
    assert (undone["state"], undone["archived"], undone["reverted"]) == ("undone", 2, 2)


async def begin(site: Site, import_id: str) -> None:
    await site.database.write(partial(undo.undo, import_id=import_id))


async def step_of(site: Site, step: Any) -> bool:
    return bool(await site.database.write(step))


def test_an_update_from_before_the_history_cannot_be_undone(site: Site) -> None:
    a_store(site)
    done = ended(site, upload(site, "sku,name,price\nA-1,Rosa,4.50\n", **BOTH))
    site.run(forget(site))

    for method, path in (("GET", "undo"), ("POST", "undo")):
        answer = site.ask(method, f"{IMPORTS}/{done['id']}/{path}")
        assert (answer.status_code, "no old values" in answer.json()["detail"]) == (409, True)


def test_an_undo_has_and_changes_costs_only_with_the_scope(site: Site) -> None:
    site.add(sku="A-1", name="Rosa", tag="a", price="9.00", cost="1.00", currency="EUR")
    done = ended(site, upload(site, "sku,name,tag,what\nA-1,Rosa,b,7.35\n", map='{"cost": "what"}', **BOTH))
    site.ask("PATCH", f"{PLANTS}/1", json={"cost": "2.00", "tag": "c"})
    token = without_costs(site).text

    assert preview(site, done["id"])["kept_plants"] == [{"plant": 1, "name": "Rosa", "fields": ["cost", "tag"]}]
    hidden = preview(site, done["id"], token=token)
    assert (hidden["kept_edits"], hidden["kept_plants"]) == (1, [{"plant": 1, "name": "Rosa", "fields": ["tag"]}])
    refused = site.post(f"{IMPORTS}/{done['id']}/undo", token=token)
    assert (refused.status_code, plant(site, 1)["cost"]) == (403, "2.00")
    reader = site.make_token(Scope.PLANTS_READ).text
    assert site.get(f"{IMPORTS}/{done['id']}/undo", token=reader).status_code == 403


def test_a_preview_of_a_large_undo_is_an_estimate(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    a_store(site)
    done = ended(site, upload(site, WRONG, **BOTH))
    for limit, is_estimate in ((3, False), (2, True)):
        monkeypatch.setattr(undo, "EXAMINED_MAX", limit)
        monkeypatch.setattr(undo, "BATCH_PLANTS", 1)
        found = preview(site, done["id"])
        assert (found["is_estimate"], found["archived"] + found["reverted"]) == (is_estimate, 4), limit


def test_an_undo_leaves_other_plants_alone_and_happens_once(site: Site) -> None:
    a_store(site)
    done = ended(site, upload(site, WRONG, **BOTH))
    site.add(sku="A-9", name="Other")
    ended(site, done, "undo")
    after = catalogue(site)

    assert ended(site, done, "undo")["state"] == "undone"

    assert catalogue(site) == after
    assert after[-1] == ("A-9", "Other", "active")
    assert site.get(f"{IMPORTS}/{done['id']}/undo").status_code == 409
