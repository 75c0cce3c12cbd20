"""`plantstore plants` add, list and show: requests and output."""

import json
from typing import Any

import pytest

from tests.cli.conftest import TOKEN, Run
from tests.cli.scripted_store import ScriptedResponse, ScriptedStore

WARNING = {"pointer": "/botanical_name", "code": "not_recognised", "detail": "It is kept as typed."}


def a_plant(id: int = 1042, **changes: Any) -> dict[str, Any]:
    plain = {"id": id, "name": "Monstera deliciosa", "sku": "MON-15", "status": "active", "family": None, "tags": []}
    return {**plain, "price": "24.90", "currency": "EUR", "stock_quantity": 3, **changes}


def test_add_sends_exactly_the_given_fields(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /plants", a_plant(event_id="evt_1", warnings=[]), status=201)
    flags = "--sku MON-15 --botanical-name Monstera --price 24.90 --currency EUR --tag houseplant --gtin 2000000000077"
    more = "--family Araceae --common-name Ceriman --common-name Windowleaf --description Big --tags rare --stock 0"
    late = "--available-from 2027-03-01 --draft --idempotency-key K1"

    result = run("plants", "add", "Monstera deliciosa", *flags.split(), *more.split(), *late.split())

    assert result.exit_code == 0
    (request,) = store.requests
    assert request.body == {
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
    assert request.headers["idempotency-key"] == "K1"
    assert request.headers["authorization"] == f"Bearer {TOKEN}"
    assert request.headers["content-type"] == "application/json"


def test_add_sends_no_other_fields_and_makes_a_key(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /plants", a_plant(), status=201)

    run("plants", "add", "Mixed succulents tray")
    run("plants", "add", "Mixed succulents tray")

    assert [request.body for request in store.requests] == [{"name": "Mixed succulents tray"}] * 2
    keys = {request.headers["idempotency-key"] for request in store.requests}
    assert len(keys) == 2
    assert all(len(key) == 32 for key in keys)


def test_add_prints_the_plant_and_notes_its_warnings(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /plants", a_plant(event_id="evt_1", warnings=[WARNING]), status=201)

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


def test_add_with_json_prints_only_the_response(store: ScriptedStore, run: Run) -> None:
    answer = a_plant(event_id="evt_1", warnings=[WARNING])
    store.responds("POST /plants", answer, status=201)

    result = run("plants", "add", "Monstera deliciosa", "--json")

    assert json.loads(result.stdout) == answer
    assert result.stderr == ""


def test_with_if_absent_an_existing_plant_is_a_success(store: ScriptedStore, run: Run) -> None:
    store.refuses("POST /plants", 409, title="Not possible", detail="Plant 7 has this SKU.")
    store.responds("GET /plants", {"items": [a_plant(7)], "next": None})

    result = run("plants", "add", "Monstera", "--sku", "MON-15", "--if-absent", "--json")

    assert result.exit_code == 0
    assert json.loads(result.stdout)["id"] == 7
    assert store.requests[1].query == {"sku": "MON-15"}


def test_with_if_absent_a_gtin_conflict_is_still_an_error(store: ScriptedStore, run: Run) -> None:
    store.refuses("POST /plants", 409, title="Not possible", detail="Plant 8 has this GTIN.")
    store.responds("GET /plants", {"items": [], "next": None})

    result = run("plants", "add", "Monstera", "--sku", "MON-15", "--if-absent")

    assert result.exit_code == 1
    assert "Plant 8 has this GTIN." in result.stderr


def test_a_sku_conflict_names_if_absent(store: ScriptedStore, run: Run) -> None:
    store.refuses("POST /plants", 409, title="Not possible", detail="Plant 7 has this SKU.")

    result = run("plants", "add", "Monstera", "--sku", "MON-15")

    assert result.exit_code == 1
    assert "--if-absent" in result.stderr
    assert len(store.requests) == 1


def test_if_absent_needs_a_sku(store: ScriptedStore, run: Run) -> None:
    result = run("plants", "add", "Monstera", "--if-absent")

    assert result.exit_code == 2
    assert "--sku" in result.stderr
    assert store.requests == []


def test_list_is_an_aligned_table(store: ScriptedStore, run: Run) -> None:
    plants = [
        a_plant(7, name="月下美人", price=None),
        a_plant(1042, pot_size="15 L", added_at="2026-11-20T00:00:00.000Z"),
    ]
    store.responds("GET /plants", {"items": plants, "next": None})

    result = run("plants", "list")

    assert result.stdout.splitlines() == [
        "  ID  NAME                POT   SKU     STATUS      PRICE  STOCK  ADDED AT",
        "   7  月下美人                  MON-15  active                 3",
        "1042  Monstera deliciosa  15 L  MON-15  active  24.90 EUR      3  2026-11-20T00:00:00.000Z",
    ]


def test_list_with_json_prints_one_object_per_line(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants", {"items": [a_plant(1, description="two\nlines"), a_plant(2)], "next": None})

    result = run("--json", "plants", "list")

    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == [1, 2]


def test_an_empty_list_leaves_standard_output_empty(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants", {"items": [], "next": None})

    result = run("plants", "list")

    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "No plants.\n")


def test_a_misspelt_search_says_what_may_have_been_meant(store: ScriptedStore, run: Run) -> None:
    page = {"items": [], "next": None, "did_you_mean": ["monstera", "monstrosa"]}
    store.responds("GET /plants", page)

    assert run("plants", "list", "--search", "monstra").stderr == "No plants.\nDid you mean monstera or monstrosa?\n"
    assert run("plants", "list", "--search", "monstra", "--json").stderr == ""


def test_a_suggestion_that_is_no_text_is_ignored(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants", {"items": [], "next": None, "did_you_mean": {"a": 1}})

    assert run("plants", "list", "--search", "monstra").stderr == "No plants.\n"


def test_list_filters_reach_the_server(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants", {"items": [], "next": None})

    run("plants", "list", "--status", "draft", "--tag", "shrub", "--sku", "A&B", "--updated-after", "2026-11-20")
    run("plants", "list", "--genus", "Acer")

    assert store.requests[1].query == {"genus": "Acer"}
    assert store.requests[0].query == {
        "status": "draft",
        "tag": "shrub",
        "sku": "A&B",
        "updated_after": "2026-11-20T00:00:00.000Z",
    }


def test_show_prints_the_known_parts_of_an_object(store: ScriptedStore, run: Run) -> None:
    taxon = {"rank": "species", "genus": "Monstera", "species": "deliciosa", "hybrid": None, "cultivar": None}
    store.responds("GET /plants/7", a_plant(7, taxon=taxon))

    shown, in_json = run("plants", "show", "7").stdout, run("plants", "show", "7", "--json").stdout

    [line] = [line.split(maxsplit=1)[1] for line in shown.splitlines() if line.startswith("taxon")]
    assert line == '{"rank": "species", "genus": "Monstera", "species": "deliciosa"}'
    assert json.loads(in_json)["taxon"] == taxon


def test_list_searches_and_sorts(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants", {"items": [], "next": None})

    run("plants", "list", "--search", "acer pal", "--sort", "-id")

    assert store.requests[0].query == {"q": "acer pal", "sort": "-id"}
    assert run("plants", "list", "--sort", "sku").exit_code == 2


def test_list_reads_all_pages(store: ScriptedStore, run: Run) -> None:
    elsewhere = "https://elsewhere.example/api/v1/plants?status=active&cursor=c1%3D"
    first = ScriptedResponse(body={"items": [a_plant(1), a_plant(2)], "next": elsewhere})
    store.on("GET /plants", first, ScriptedResponse(body={"items": [a_plant(3)], "next": None}))

    result = run("plants", "list", "--json")

    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == [1, 2, 3]
    assert [request.query for request in store.requests] == [{}, {"status": "active", "cursor": "c1="}]


def test_list_requests_no_page_beyond_its_limit(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants", {"items": [a_plant(1), a_plant(2)], "next": "/api/v1/plants?cursor=c1"})

    result = run("plants", "list", "--json", "--limit", "2")

    assert len(result.stdout.splitlines()) == 2
    assert [request.query for request in store.requests] == [{}]


def test_a_server_that_repeats_a_page_is_an_error(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants", {"items": [a_plant(1)], "next": "/api/v1/plants?cursor=c1"})

    result = run("plants", "list", "--json")

    assert result.exit_code == 1
    assert "same page twice" in result.stderr


def test_show_omits_empty_fields_and_replaces_control_characters(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants/7", a_plant(7, name="Acer \x1b[2Jrubrum", tags=["a", "b"], images=[{"url": "u"}]))

    result = run("plants", "show", "7")

    lines = result.stdout.splitlines()
    assert "name            Acer �[2Jrubrum" in lines
    assert "tags            a, b" in lines
    assert 'images          [{"url": "u"}]' in lines
    assert not any(line.startswith("family") for line in lines)


@pytest.mark.parametrize(("typed", "sku"), [("MON-15", "MON-15"), ("sku:4711", "4711"), ("0", "0"), ("a/b", "a%2Fb")])
def test_a_plant_can_be_given_by_its_sku(store: ScriptedStore, run: Run, typed: str, sku: str) -> None:
    store.responds(f"GET /plants/by-sku/{sku}", {"id": 7})
    store.responds("GET /plants/7", a_plant(7))

    assert json.loads(run("plants", "show", typed, "--json").stdout) == a_plant(7)


@pytest.mark.parametrize("typed", ["", "sku:"])
def test_an_empty_plant_argument_is_wrong_usage(store: ScriptedStore, run: Run, typed: str) -> None:
    assert run("plants", "show", typed).exit_code == 2
    assert store.requests == []
