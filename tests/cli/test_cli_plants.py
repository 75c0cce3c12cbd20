"""`plantstore plants`: what is sent, what is printed."""

import json
from typing import Any

import pytest

from tests.cli.conftest import TOKEN, Run
from tests.cli.scripted_store import Answer, ScriptedStore

WARNING = {"pointer": "/botanical_name", "code": "not_recognised", "detail": "It is kept as typed."}


def a_plant(id: int = 1042, **changes: Any) -> dict[str, Any]:
    plain = {"id": id, "name": "Monstera deliciosa", "sku": "MON-15", "status": "active", "family": None, "tags": []}
    return {**plain, "price": "24.90", "currency": "EUR", "stock_quantity": 3, **changes}


def test_add_sends_exactly_what_was_given(store: ScriptedStore, run: Run) -> None:
    store.gives("POST /plants", a_plant(event_id="evt_1", warnings=[]), status=201)
    flags = "--sku MON-15 --botanical-name Monstera --price 24.90 --currency EUR --tag houseplant --gtin 2000000000077"
    more = "--family Araceae --common-name Ceriman --common-name Windowleaf --description Big --tags rare --stock 0"
    late = "--available-from 2027-03-01 --draft --idempotency-key K1"

    result = run("plants", "add", "Monstera deliciosa", *flags.split(), *more.split(), *late.split())

    assert result.exit_code == 0
    (asked,) = store.asked
    assert asked.body == {
        "name": "Monstera deliciosa",
        "sku": "MON-15",
        "botanical_name": "Monstera",
        "price": "24.90",
        "currency": "EUR",
        "tag": "houseplant",
        "gtin": "2000000000077",
        "family": "Araceae",
        "common_names": ["Ceriman", "Windowleaf"],
        "description": "Big",
        "tags": ["rare"],
        "stock_quantity": 0,
        "available_from": "2027-03-01",
        "status": "draft",
    }
    assert asked.headers["idempotency-key"] == "K1"
    assert asked.headers["authorization"] == f"Bearer {TOKEN}"
    assert asked.headers["content-type"] == "application/json"


def test_add_sends_nothing_that_was_not_given_and_makes_a_key(store: ScriptedStore, run: Run) -> None:
    store.gives("POST /plants", a_plant(), status=201)

    run("plants", "add", "Mixed succulents tray")
    run("plants", "add", "Mixed succulents tray")

    assert [asked.body for asked in store.asked] == [{"name": "Mixed succulents tray"}] * 2
    keys = {asked.headers["idempotency-key"] for asked in store.asked}
    assert len(keys) == 2
    assert all(len(key) == 32 for key in keys)


def test_add_prints_the_plant_as_data_and_its_warnings_beside(store: ScriptedStore, run: Run) -> None:
    store.gives("POST /plants", a_plant(event_id="evt_1", warnings=[WARNING]), status=201)

    result = run("plants", "add", "Monstera deliciosa")

    assert result.stdout.splitlines() == [
        "id              1042",
        "name            Monstera deliciosa",
        "sku             MON-15",
        "status          active",
        "price           24.90",
        "currency        EUR",
        "stock_quantity  3",
        "event_id        evt_1",
    ]
    assert result.stderr == "Warning: botanical_name: It is kept as typed.\n"


def test_add_with_json_prints_the_whole_answer_and_nothing_else(store: ScriptedStore, run: Run) -> None:
    answer = a_plant(event_id="evt_1", warnings=[WARNING])
    store.gives("POST /plants", answer, status=201)

    result = run("plants", "add", "Monstera deliciosa", "--json")

    assert json.loads(result.stdout) == answer
    assert result.stderr == ""


def test_a_plant_that_is_there_counts_as_done_when_asked_for(store: ScriptedStore, run: Run) -> None:
    store.refuses("POST /plants", 409, title="Not possible", detail="Plant 7 has this SKU.")
    store.gives("GET /plants", {"items": [a_plant(7)], "next": None})

    result = run("plants", "add", "Monstera", "--sku", "MON-15", "--if-absent", "--json")

    assert result.exit_code == 0
    assert json.loads(result.stdout)["id"] == 7
    assert store.asked[1].query == {"sku": "MON-15"}


def test_a_conflict_about_another_number_stays_a_failure(store: ScriptedStore, run: Run) -> None:
    store.refuses("POST /plants", 409, title="Not possible", detail="Plant 8 has this GTIN.")
    store.gives("GET /plants", {"items": [], "next": None})

    result = run("plants", "add", "Monstera", "--sku", "MON-15", "--if-absent")

    assert result.exit_code == 1
    assert "Plant 8 has this GTIN." in result.stderr


def test_a_conflict_without_if_absent_fails_and_names_the_flag(store: ScriptedStore, run: Run) -> None:
    store.refuses("POST /plants", 409, title="Not possible", detail="Plant 7 has this SKU.")

    result = run("plants", "add", "Monstera", "--sku", "MON-15")

    assert result.exit_code == 1
    assert "--if-absent" in result.stderr
    assert len(store.asked) == 1


def test_if_absent_needs_a_sku(store: ScriptedStore, run: Run) -> None:
    result = run("plants", "add", "Monstera", "--if-absent")

    assert result.exit_code == 2
    assert "--sku" in result.stderr
    assert store.asked == []


def test_list_is_an_aligned_table(store: ScriptedStore, run: Run) -> None:
    plants = [a_plant(7, name="月下美人", price=None), a_plant(1042, added_at="2026-11-20T00:00:00.000Z")]
    store.gives("GET /plants", {"items": plants, "next": None})

    result = run("plants", "list")

    assert result.stdout.splitlines() == [
        "  ID  NAME                SKU     STATUS      PRICE  STOCK  ADDED AT",
        "   7  月下美人            MON-15  active                 3",
        "1042  Monstera deliciosa  MON-15  active  24.90 EUR      3  2026-11-20T00:00:00.000Z",
    ]


def test_list_with_json_is_one_object_a_line(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /plants", {"items": [a_plant(1, description="two\nlines"), a_plant(2)], "next": None})

    result = run("--json", "plants", "list")

    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == [1, 2]


def test_an_empty_list_leaves_standard_output_empty(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /plants", {"items": [], "next": None})

    result = run("plants", "list")

    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "No plants.\n")


def test_list_filters_reach_the_server(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /plants", {"items": [], "next": None})

    run("plants", "list", "--status", "draft", "--tag", "shrub", "--sku", "A&B", "--updated-after", "2026-11-20")

    assert store.asked[0].query == {
        "status": "draft",
        "tag": "shrub",
        "sku": "A&B",
        "updated_after": "2026-11-20T00:00:00.000Z",
    }


def test_list_searches_and_sorts(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /plants", {"items": [], "next": None})

    run("plants", "list", "--search", "acer pal", "--sort", "-id")

    assert store.asked[0].query == {"q": "acer pal", "sort": "-id"}
    assert run("plants", "list", "--sort", "name").exit_code == 2


def test_list_follows_the_pages_to_their_end(store: ScriptedStore, run: Run) -> None:
    elsewhere = "https://elsewhere.example/api/v1/plants?status=active&cursor=c1%3D"
    first = Answer(body={"items": [a_plant(1), a_plant(2)], "next": elsewhere})
    store.on("GET /plants", first, Answer(body={"items": [a_plant(3)], "next": None}))

    result = run("plants", "list", "--json")

    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == [1, 2, 3]
    assert [asked.query for asked in store.asked] == [{}, {"status": "active", "cursor": "c1="}]


def test_list_stops_at_its_limit_and_asks_for_no_further_page(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /plants", {"items": [a_plant(1), a_plant(2)], "next": "/api/v1/plants?cursor=c1"})

    result = run("plants", "list", "--json", "--limit", "2")

    assert len(result.stdout.splitlines()) == 2
    assert [asked.query for asked in store.asked] == [{}]


def test_a_server_that_gives_the_same_page_for_ever_is_left(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /plants", {"items": [a_plant(1)], "next": "/api/v1/plants?cursor=c1"})

    result = run("plants", "list", "--json")

    assert result.exit_code == 1
    assert "same page twice" in result.stderr


def test_show_leaves_out_what_is_empty_and_cannot_harm_a_terminal(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /plants/7", a_plant(7, name="Acer \x1b[2Jrubrum", tags=["a", "b"], images=[{"url": "u"}]))

    result = run("plants", "show", "7")

    lines = result.stdout.splitlines()
    assert "name            Acer �[2Jrubrum" in lines
    assert "tags            a, b" in lines
    assert 'images          [{"url": "u"}]' in lines
    assert not any(line.startswith("family") for line in lines)


@pytest.mark.parametrize(("typed", "asked"), [("MON-15", "MON-15"), ("sku:4711", "4711"), ("0", "0"), ("a/b", "a%2Fb")])
def test_a_plant_is_named_by_its_sku_too(store: ScriptedStore, run: Run, typed: str, asked: str) -> None:
    store.gives(f"GET /plants/by-sku/{asked}", {"id": 7})
    store.gives("GET /plants/7", a_plant(7))

    assert json.loads(run("plants", "show", typed, "--json").stdout) == a_plant(7)


@pytest.mark.parametrize("typed", ["", "sku:"])
def test_nothing_is_no_plant(store: ScriptedStore, run: Run, typed: str) -> None:
    assert run("plants", "show", typed).exit_code == 2
    assert store.asked == []
