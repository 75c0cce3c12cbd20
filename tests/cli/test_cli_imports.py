"""`plantstore plants import` and `export`, `plantstore imports`: requests, output and exit codes."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from plantstore.cli.support import background_work
from tests.cli.conftest import Run, RunProcess
from tests.cli.scripted_store import ScriptedResponse, ScriptedStore

ID = "imp_01kjxsnhx04t8gcvq1mz7b5e3d"
LIST = "Art.Nr.;Name\nA-1;Rosa\n"
PROBLEM = {"line": 14, "heading": "RRP", "value": "POA", "detail": "“POA” is not a price."}
NOTE = {"line": 7, "heading": "Qty", "value": "250+", "detail": "“250+” was read as 250."}


def an_import(**changes: Any) -> dict[str, Any]:
    counts = dict.fromkeys(("present", "alike", "bad", "ignored", "skipped", "archived", "kept", "deliveries"), 0)
    plain = {
        "id": ID,
        "state": "checked",
        "name": "list.csv",
        "encoding": "cp1252",
        "delimiter": ";",
        "header_line": 1,
        "columns": [
            {"heading": "Art.Nr.", "field": "sku", "samples": []},
            {"heading": "Pot", "field": None, "samples": []},
        ],
        "rows": 3,
        "new": 2,
        "added": 0,
        "remaining": 2,
        "problems": [],
        "notes": [],
        "notes_count": 0,
        "earlier": None,
        "error": "",
        "asked_at": "2026-03-02T09:15:00.000Z",
    }
    return {**counts, **plain, **changes}


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "list.csv"
    path.write_text(LIST)
    return str(path)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_work, "POLL_S", 0.0)


def scripted(store: ScriptedStore, checked: dict[str, Any], *ends: dict[str, Any]) -> None:
    store.responds("POST /imports", checked, status=201)
    store.responds(f"POST /imports/{ID}/confirmation", {**checked, "state": "running"}, status=202)
    store.on(f"GET /imports/{ID}", *[ScriptedResponse(body=end) for end in ends])
    store.responds(f"DELETE /imports/{ID}", {**checked, "state": "cancelled"})


def requests_to(store: ScriptedStore) -> list[str]:
    return [f"{request.method} {request.path.removeprefix('/api/v1')}" for request in store.requests]


def test_a_file_is_uploaded_unchanged_with_its_options(store: ScriptedStore, run: Run, file: str) -> None:
    scripted(store, an_import(), an_import(state="done", added=2, remaining=0))
    flags = "--map sku=Art.Nr. --map price= --decimal-comma --encoding cp1252 --as-drafts --add-alike"

    result = run("plants", "import", file, *flags.split(), "--yes")

    assert result.exit_code == 0
    sent = store.requests[0]
    assert sent.body == LIST.encode()
    assert sent.headers["content-type"] == "text/csv"
    assert sent.headers["idempotency-key"]
    assert json.loads(sent.query.pop("map")) == {"sku": "Art.Nr.", "price": ""}
    assert sent.query == {
        "name": "list.csv",
        "decimal": "comma",
        "encoding": "cp1252",
        "as_drafts": "true",
        "add_alike": "true",
    }


def test_the_preview_is_printed_before_the_confirmation(store: ScriptedStore, run: Run, file: str) -> None:
    checked = an_import(present=12, bad=1, ignored=6, notes=[NOTE], problems=[PROBLEM], earlier="imp_0")
    scripted(store, checked, an_import(state="done", added=2, bad=1))

    result = run("plants", "import", file, "--yes", "--skip-bad")

    assert result.stderr.splitlines()[:7] == [
        "3 rows: 2 new, 12 already in the catalogue (skipped), 1 with problems, "
        "6 ignored (headings, blank, totals, repeated).",
        "Read as cp1252, semicolon-separated, headings on line 1.",
        "Columns: sku = Art.Nr.",
        "Unused columns: Pot",
        "Note: line 7, “Qty”: “250+” was read as 250.",
        "Problem: line 14, “RRP”: “POA” is not a price.",
        "A file with the same content was imported before: imp_0.",
    ]
    assert result.exit_code == 6
    assert f"plantstore imports undo {ID}" in result.stderr
    assert "problems" not in result.stdout


def test_without_headings_columns_are_mapped_by_number(store: ScriptedStore, run: Run, file: str) -> None:
    scripted(store, an_import(header_line=0))

    read_as = ("--no-header", "--delimiter", "pipe")
    result = run("plants", "import", file, *read_as, "--map", "2=botanical_name", "--map", "price=RRP", "--check")

    assert json.loads(store.requests[0].query["map"]) == {"botanical_name": 2, "price": "RRP"}
    assert store.requests[0].query["no_header"] == "true"
    assert store.requests[0].query["delimiter"] == "pipe"
    assert "semicolon-separated, no headings." in result.stderr


def test_a_mix_of_encodings_is_in_the_preview(store: ScriptedStore, run: Run, file: str) -> None:
    scripted(store, an_import(encoding="utf-8", fallback_encoding="cp1252", fallback_lines=1_204))

    assert (
        "Read as cp1252 (1,204 lines; the rest is utf-8), semicolon" in run("plants", "import", file, "--check").stderr
    )


def test_the_sheet_of_a_workbook_is_chosen_and_named(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    sheets = [
        {"name": "Plants", "rows": 4, "hidden": False},
        {"name": "Old", "rows": 1, "hidden": True},
        {"name": "Codes", "rows": None, "hidden": False},
    ]
    scripted(store, an_import(encoding="", delimiter="", sheet="Plants", sheets=sheets, header_line=3))
    file = tmp_path / "List.XLSX"
    file.write_bytes(b"PK\x03\x04")

    result = run("plants", "import", str(file), "--sheet", "#1", "--check")

    assert store.requests[0].query["sheet"] == "#1"
    assert store.requests[0].headers["content-type"].endswith("spreadsheetml.sheet")
    assert (
        "Read from the sheet “Plants”, headings in row 3. Other sheets, for --sheet: “Old” (1 row), “Codes”."
        in result.stderr
    )


def test_a_check_changes_nothing(store: ScriptedStore, run: Run, file: str) -> None:
    scripted(store, an_import())

    result = run("plants", "import", file, "--check", "--json")

    assert requests_to(store) == ["POST /imports", f"DELETE /imports/{ID}"]
    assert json.loads(result.stdout)["columns"]
    assert (result.exit_code, result.stderr) == (0, "")


def test_with_yes_rows_with_problems_stop_the_import(store: ScriptedStore, run: Run, file: str) -> None:
    scripted(store, an_import(bad=4))

    result = run("plants", "import", file, "--yes")

    assert result.exit_code == 6
    assert "Add --skip-bad to import the rest" in result.stderr
    assert requests_to(store) == ["POST /imports", f"DELETE /imports/{ID}"]


def test_an_ambiguous_currency_stops_the_import(store: ScriptedStore, run: Run, file: str) -> None:
    scripted(store, an_import(currency_question="Which currency?", currency_choices=["GBP", "EUR"]))

    result, looked = run("plants", "import", file, "--yes"), run("plants", "import", file, "--check")

    assert (result.exit_code, looked.exit_code) == (1, 6)
    assert "Which currency? Nothing was imported." in result.stderr
    assert "Add --currency GBP or --currency EUR." in result.stderr
    assert "Which currency? Add --currency GBP or EUR." in looked.stderr
    assert requests_to(store) == ["POST /imports", f"DELETE /imports/{ID}"] * 2


def test_currencies_and_archived_plants_are_in_the_preview(store: ScriptedStore, run: Run, file: str) -> None:
    counts = {"restorable": 282, "present": 285, "currencies": [{"currency": "GBP", "rows": 280}]}
    scripted(store, an_import(**counts), an_import(state="done"))

    result = run("plants", "import", file, "--currency", "GBP", "--check")

    assert store.requests[0].query["currency"] == "GBP"
    assert "Prices: 280 in GBP" in result.stderr
    assert "282 plants in this file are archived. Add --restore to restore them" in result.stderr


def test_the_preview_shows_plants_grouped_notes_and_sources_of_currencies(
    store: ScriptedStore, run: Run, file: str
) -> None:
    group = {"heading": "Qty", "detail": "“250+” was read as 250.", "count": 63, "lines": [7, 9], "warning": True}
    one = {"heading": "", "detail": "A kind.", "count": 1, "lines": [3], "value": "x", "example": "“x” is ignored."}
    plant = {"name": "Rosa, 5 L", "pot_size": "5 L", "price": "4.50", "currency": "GBP", "stock_quantity": 1250}
    shown: dict[str, object] = {
        "currencies": [{"currency": "GBP", "rows": 280, "sources": {"heading": 278, "sign": 2}}],
        "preview": [plant, {"name": "Acer", "pot_size": "3 L", "price": None, "stock_quantity": None}],
        "preview_rows": [{"line": 7, "original": {"pot_size": "C5"}}, {"line": 8, "original": {}}],
        "note_groups": [{**group, "value": "250+", "example": "…"}, one],
        "notes": [NOTE],
        "problem_groups": [{**group, "heading": "RRP", "detail": "“…” is not a price.", "value": "", "example": "…"}],
        "problems": [PROBLEM],
    }
    scripted(store, an_import(**shown))

    said = run("plants", "import", file, "--check").stderr

    assert "Prices: 280 in GBP (from the heading, from the sign at the price)" in said
    assert "Plant: Rosa, 5 L; 4.50 GBP; 1,250 in stock (line 7, was “C5”)" in said
    assert "Plant: Acer; 3 L (line 8)" in said
    assert "Warning: 63 rows: “250+” was read as 250. (“Qty”, lines 7, 9 …)" in said
    assert "Note: line 3: “x” is ignored." in said
    assert "Problem: 63 rows: “…” is not a price. (“RRP”, lines 7, 9 …)" in said
    assert "line 14" not in said, "groups are enough"
    assert "Note: line 7" not in said, "groups are enough"


def test_rows_with_problems_are_written_to_a_file(store: ScriptedStore, run: Run, file: str, tmp_path: Path) -> None:
    scripted(store, an_import(bad=1))
    store.on(f"GET /imports/{ID}/bad-rows", ScriptedResponse(raw=b"line,reason\r\n14,why\r\n"))

    result = run("plants", "import", file, "--check", "--bad-rows", str(tmp_path / "bad.csv"))

    assert (tmp_path / "bad.csv").read_bytes() == b"line,reason\r\n14,why\r\n"
    assert result.exit_code == 6


def test_without_a_terminal_an_import_needs_yes(store: ScriptedStore, run: Run, file: str) -> None:
    result = run("plants", "import", file)

    assert result.exit_code == 2
    assert store.requests == []


def test_a_declined_import_is_deleted(
    store: ScriptedStore, run: Run, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plantstore.cli.commands.plants.import_file.check_can_confirm", lambda *_, **__: None)
    scripted(store, an_import(deliveries=4))

    result = run("plants", "import", file, stdin="n\n")

    assert "Import 2 plants? This sends 4 webhooks." in result.stderr
    assert result.exit_code == 1
    assert requests_to(store)[-1] == f"DELETE /imports/{ID}"


def test_check_and_import_are_polled_until_they_end(store: ScriptedStore, run: Run, file: str) -> None:
    checking, running = an_import(state="checking"), an_import(state="running", added=1)
    scripted(store, checking, an_import(), running, running, an_import(state="done", added=2))

    result = run("plants", "import", file, "--yes")

    assert result.exit_code == 0
    assert "state done" in " ".join(result.stdout.split())


@pytest.mark.parametrize(("state", "exit_code"), [("cancelled", 6), ("failed", 1)])
def test_a_failed_or_cancelled_import_is_not_a_success(
    store: ScriptedStore, run: Run, file: str, state: str, exit_code: int
) -> None:
    scripted(store, an_import(), an_import(state=state, error="The disk said no." if state == "failed" else ""))

    assert run("plants", "import", file, "--yes").exit_code == exit_code


def test_a_detached_import_is_not_waited_for(store: ScriptedStore, run: Run, file: str) -> None:
    scripted(store, an_import())

    assert run("plants", "import", file, "--yes", "--detach").exit_code == 0
    assert requests_to(store)[-1] == f"POST /imports/{ID}/confirmation"


def test_a_list_can_come_from_standard_input(
    store: ScriptedStore, command: list[str], process_environ: dict[str, str]
) -> None:
    scripted(store, an_import())

    arguments = [*command, "plants", "import", "-", "--check"]
    ended = subprocess.run(arguments, input=LIST.encode(), env=process_environ, capture_output=True, timeout=60)

    assert ended.returncode == 0, ended.stderr
    assert store.requests[0].body == LIST.encode()


@pytest.mark.parametrize("pair", ["sku", "=x"])
def test_a_map_without_both_sides_is_wrong_usage(store: ScriptedStore, run: Run, file: str, pair: str) -> None:
    assert run("plants", "import", file, "--map", pair, "--yes").exit_code == 2
    assert store.requests == []


def test_a_missing_file_is_wrong_usage(store: ScriptedStore, run: Run) -> None:
    result = run("plants", "import", "nowhere.csv", "--yes")

    assert (result.exit_code, store.requests) == (2, [])
    assert "Cannot read nowhere.csv" in result.stderr


# export


def a_plant(id: int, **changes: Any) -> dict[str, Any]:
    lists: dict[str, Any] = {"common_names": ["Rose", "Brier"], "tags": ["red"], "images": []}
    return {"id": id, "name": f"Rosa {id}", "sku": f"A-{id}", "status": "active", "price": None, **lists, **changes}


def test_a_csv_export_escapes_formulas(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    store.responds("GET /plants", {"items": [a_plant(1, name="=1+1"), a_plant(2)], "next": None})

    result = run("plants", "export", str(tmp_path / "out.csv"))

    content = (tmp_path / "out.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbfid,sku,gtin,name,")
    assert b"\r\n1,A-1,,'=1+1,,active,,,Rose; Brier,,red," in content
    assert "Wrote 2 plants" in result.stderr
    assert list(tmp_path.iterdir()) == [tmp_path / "out.csv"]


def test_a_raw_export_escapes_nothing(store: ScriptedStore, run_process: RunProcess) -> None:
    store.responds("GET /plants", {"items": [a_plant(1, name="=1+1")], "next": None})

    printed = run_process("plants", "export", "--raw").stdout

    assert printed.startswith("id,sku,gtin,name,")
    assert ",=1+1," in printed


def test_a_json_lines_export_is_unchanged(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    store.responds("GET /plants", {"items": [a_plant(1), a_plant(2)], "next": None})

    run("plants", "export", str(tmp_path / "out.jsonl"), "--status", "active")

    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [a_plant(1), a_plant(2)]
    assert store.requests[0].query == {"status": "active"}


def test_an_export_replaces_a_file_only_with_force(store: ScriptedStore, run: Run, file: str) -> None:
    store.responds("GET /plants", {"items": [], "next": None})

    assert run("plants", "export", file).exit_code == 2
    assert store.requests == []
    assert run("plants", "export", file, "--force").exit_code == 0


def test_an_interrupted_export_leaves_no_file(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    store.refuses("GET /plants", 403, title="Not permitted", detail="Not permitted.")

    assert run("plants", "export", str(tmp_path / "out.csv")).exit_code == 4
    assert list(tmp_path.iterdir()) == []


# imports


def test_imports_are_listed(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /imports", {"items": [an_import(state="done", added=2)], "next": None})

    [heading, row] = run("imports", "list").stdout.splitlines()

    assert heading.split()[:3] == ["ID", "STATE", "NAME"]
    assert row.split()[:3] == [ID, "done", "list.csv"]


def test_an_import_is_shown_by_a_prefix_of_its_id(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /imports", {"items": [an_import()], "next": None})
    store.responds(f"GET /imports/{ID}", an_import())

    assert json.loads(run("imports", "show", "imp_01kj", "--json").stdout)["id"] == ID


def test_the_rows_with_problems_of_an_import_are_printed(store: ScriptedStore, run: Run) -> None:
    store.on(f"GET /imports/{ID}/bad-rows", ScriptedResponse(raw=b"line,reason\r\n"))

    assert run("imports", "show", ID, "--bad-rows").stdout_bytes == b"line,reason\r\n"


def test_an_import_is_cancelled(store: ScriptedStore, run: Run) -> None:
    store.responds(f"DELETE /imports/{ID}", an_import(state="cancelled"))

    assert "Cancelled" in run("imports", "cancel", ID).stderr


@pytest.mark.parametrize(("kept", "exit_code"), [(0, 0), (1, 6)])
def test_an_undo_says_that_webhooks_cannot_be_recalled(
    store: ScriptedStore, run: Run, kept: int, exit_code: int
) -> None:
    named = [{"plant": 7, "name": "Rosa", "fields": ["price", "tag"]}] * kept
    parts = {"reverted": 1, "kept_edits": kept, "kept_plants": named}
    done = an_import(state="undone", added=3, updated=1, archived=3 - kept, kept=kept, **parts)
    store.responds(f"GET /imports/{ID}", done)
    store.responds(f"POST /imports/{ID}/undo", an_import(state="undoing", added=3), status=202)

    result = run("imports", "undo", ID, "--yes")

    assert result.exit_code == exit_code
    stay = ", 1 with later edits that stay, 1 kept because edited since" if kept else ""
    counts = f"{3 - kept} plants archived, 1 with its old values back{stay}"
    assert f"Undone: {counts}. Webhooks already sent cannot be recalled." in result.stderr
    assert ("Plant 7 (Rosa) keeps price, tag." in result.stderr) is bool(kept)


def test_an_undo_asks_for_confirmation(store: ScriptedStore, run: Run) -> None:
    assert run("imports", "undo", ID).exit_code == 2
    assert store.requests == []


def test_update_and_restore_are_sent_and_shown_in_the_preview(store: ScriptedStore, run: Run, file: str) -> None:
    found = an_import(new=0, changed=2, updated=0)
    scripted(store, found, {**found, "state": "done", "updated": 2, "remaining": 0})

    result = run("plants", "import", file, "--update", "--restore", "--yes")

    assert (store.requests[0].query["update"], store.requests[0].query["restore"]) == ("true", "true")
    assert "3 rows: 0 new, 2 changed." in result.stderr
    assert result.exit_code == 0
