"""Imports through the API: preview, confirmation, progress, cancel, undo."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from plantstore.catalogue.imports import commands
from plantstore.catalogue.imports.check import Check
from plantstore.catalogue.imports.checked_rows_file import BATCH_ROWS_MAX
from plantstore.catalogue.imports.files import ImportFolder
from plantstore.catalogue.received_file import Upload
from plantstore.core.settings import Settings
from plantstore.domain.errors import StoreFull
from plantstore.domain.token import Scope
from tests.still_clock import StillClock
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

IMPORTS = "/api/v1/imports"
LIST = "sku,name,price\nA-1,Rosa,4.50\nA-2,Acer,POA\n,Mixed tray,3\n"
GOOD = "sku,name\nA-1,Rosa\nA-2,Acer\n"
PATIENCE_S = 20.0


def upload(site: Site, content: str | bytes, **query: str) -> dict[str, Any]:
    answer = site.ask("POST", IMPORTS, content=content, headers={"content-type": "text/csv"}, params=query)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def refused(site: Site, content: str | bytes, status: int, headers: dict[str, str] | None = None, **query: Any) -> str:
    headers = headers or {"content-type": "text/csv"}
    answer = site.ask("POST", IMPORTS, content=content, headers=headers, params=query)
    assert answer.status_code == status, answer.text
    if status == 422:
        assert [problem["pointer"] for problem in answer.json()["errors"]] == [""], "the whole file"
    return str(answer.json()["detail"])


def ended(site: Site, found: dict[str, Any], step: str = "confirmation", **query: str) -> dict[str, Any]:
    """Ask for a step of an import and wait until it is done."""
    answer = site.ask("POST", f"{IMPORTS}/{found['id']}/{step}", params=query)
    assert answer.status_code == 202, answer.text
    assert answer.headers["location"] == f"{IMPORTS}/{found['id']}"
    return settled(site, found["id"])


def settled(site: Site, id: str) -> dict[str, Any]:
    site.run(site.dependencies.importer.wait_until_idle(id, within_s=PATIENCE_S))
    return dict(site.get(f"{IMPORTS}/{id}").json())


def catalogue(site: Site) -> list[tuple[Any, Any, Any]]:
    items = site.get("/api/v1/plants?limit=200").json()["items"]
    return [(plant["sku"], plant["name"], plant["status"]) for plant in items]


def events(site: Site) -> int:
    return len(site.get("/api/v1/events?limit=200").json()["items"])


def files(site: Site) -> list[str]:
    folder = site.settings.data / "imports"
    return sorted("".join(path.suffixes) for path in folder.iterdir()) if folder.exists() else []


def test_a_preview_says_what_a_list_would_do_and_writes_nothing_to_the_catalogue(site: Site) -> None:
    site.register()
    site.register()

    found = upload(site, LIST, name="spring.csv")

    assert (found["state"], found["name"], found["rows"]) == ("checked", "spring.csv", 3)
    assert (found["new"], found["bad"], found["deliveries"], found["remaining"]) == (2, 1, 4, 2)
    assert (found["encoding"], found["delimiter"], found["header_line"]) == ("utf-8", ",", 1)
    assert found["problems"] == [
        {
            "line": 3,
            "heading": "price",
            "value": "POA",
            "detail": "“POA” is not a price. Use a number such as 12.99 or leave it empty.",
            "warning": False,
        }
    ]
    assert catalogue(site) == []
    assert files(site) == [".bad.csv", ".csv", ".rows"]


@pytest.mark.both_engines
def test_a_file_of_mixed_encodings_says_which_lines_were_read_otherwise(site: Site) -> None:
    found = upload(site, "name\nGünsel\nFlüder\n".encode() + "Früh\n".encode("cp1252"))

    assert (found["encoding"], found["fallback_encoding"], found["fallback_lines"]) == ("utf-8", "cp1252", 1)
    assert found["notes"][0]["detail"] == "Line 4 is not UTF-8 and was read as Windows-1252; the others are UTF-8."
    ended(site, found)
    assert [name for _, name, _ in catalogue(site)] == ["Günsel", "Flüder", "Früh"]


@pytest.mark.parametrize("named", ['{"botanical_name": 1, "common_names": "#2"}', '{"botanical_name": "Column 1"}'])
def test_a_file_without_headings_names_columns_by_number(site: Site, named: str) -> None:
    found = upload(site, "Abies alba,silver fir\nAcer rubrum,\n", no_header="true", map=named)

    assert (found["new"], found["header_line"], found["options"]["no_header"]) == (2, 0, True)
    assert found["columns"][0] == {
        "heading": "Column 1",
        "field": "botanical_name",
        "samples": found["columns"][0]["samples"],
        "fields": ["botanical_name"],
        "suggested": None,
    }
    assert "number" in refused(site, GOOD, 400, map='{"name": true}')


def test_a_confirmed_list_is_added_and_told(site: Site) -> None:
    found = upload(site, GOOD)

    done = ended(site, found)

    assert (done["state"], done["added"], done["skipped"], done["remaining"]) == ("done", 2, 0, 0)
    assert catalogue(site) == [("A-1", "Rosa", "active"), ("A-2", "Acer", "active")]
    assert events(site) == 2
    assert files(site) == []


def test_the_same_file_again_adds_and_sends_nothing(site: Site) -> None:
    first = ended(site, upload(site, LIST), skip_bad="true")

    again = upload(site, LIST)
    done = ended(site, again, skip_bad="true")

    assert first["added"] == 2
    assert (again["new"], again["present"], again["alike"], again["deliveries"]) == (0, 1, 1, 0)
    assert again["earlier"] == first["id"]
    assert (done["added"], len(catalogue(site)), events(site)) == (0, 2, 2)


@pytest.mark.both_engines
def test_bad_rows_are_left_out_only_when_that_was_said(site: Site) -> None:
    found = upload(site, LIST)

    refusal = site.post(f"{IMPORTS}/{found['id']}/confirmation")
    told_now = ended(site, found, skip_bad="true")
    told_before = ended(site, upload(site, "sku,name,price\nB-1,Iris,\nB-2,Lilium,POA\n", skip_bad="true"))

    assert refusal.status_code == 409
    assert "1 rows are bad" in refusal.json()["detail"]
    assert (told_now["added"], told_before["added"]) == (2, 1)


def test_bad_rows_are_a_file_to_correct_and_upload_again(site: Site) -> None:
    found = upload(site, LIST)

    answer = site.get(f"{IMPORTS}/{found['id']}/bad-rows")

    assert answer.headers["content-type"].startswith("text/csv")
    assert found["id"] in answer.headers["content-disposition"]
    [headings, row] = csv.reader(io.StringIO(answer.text))
    assert headings == ["line", "reason", "sku", "name", "price"]
    assert (row[0], row[2:]) == ("3", ["A-2", "Acer", "POA"])
    assert upload(site, answer.text.replace("POA", "9").replace("“9”", "It"))["new"] == 1


def test_an_import_without_bad_rows_has_no_such_file(site: Site) -> None:
    assert site.get(f"{IMPORTS}/{upload(site, GOOD)['id']}/bad-rows").status_code == 404


@pytest.mark.both_engines
def test_drafts_are_told_to_nobody(site: Site) -> None:
    site.register()

    found = upload(site, GOOD, as_drafts="true")
    ended(site, found)

    assert found["deliveries"] == 0
    assert {status for _, _, status in catalogue(site)} == {"draft"}
    assert events(site) == 0


def test_a_person_says_how_the_file_is_to_be_read(site: Site) -> None:
    content = "Kürzel;Name;Preis\nA-1;Günsel;1.234\n".encode("cp1252")
    mapping = json.dumps({"sku": "Kürzel", "price": "Preis"})

    found = upload(site, content, map=mapping, encoding="cp1252", decimal="comma")
    ended(site, found)

    [plant] = site.get("/api/v1/plants").json()["items"]
    assert (plant["sku"], plant["name"], plant["price"]) == ("A-1", "Günsel", "1234")


def test_a_wrong_parameter_is_refused_before_anything_is_kept(site: Site) -> None:
    for query, said in [
        ({"map": "sku=Art"}, "write a JSON object"),
        ({"map": '{"skew":"Art"}'}, "is not a field of a plant"),
        ({"map": '{"sku":["Art"]}'}, "its number (1 to 500)"),
        ({"encoding": "klingon"}, "write one of utf-8"),
        ({"decimal": "dot"}, "write one of auto, comma, point"),
        ({"as_drafts": "yes"}, "write true or false"),
        ({"name": "x" * 201}, "at most 200"),
        ({"page": "1"}, "There is no parameter"),
        ({"sheet": ""}, "write 1 to 255 characters"),
        ({"sheet": "x" * 256}, "write 1 to 255 characters"),
    ]:
        assert said in refused(site, GOOD, 400, None, **query), (query, said)
        assert files(site) == [], (query, said)


def test_only_csv_is_taken(site: Site) -> None:
    for kind in ["application/json", "text/csv; charset=klingon", "multipart/form-data"]:
        refused(site, GOOD, 415, {"content-type": kind})

        assert files(site) == [], kind


def test_a_client_that_can_send_no_csv_sends_the_bytes(site: Site) -> None:
    answer = site.ask("POST", IMPORTS, content=GOOD, headers={"content-type": "application/octet-stream"})

    assert (answer.status_code, answer.json()["new"]) == (201, 2)


def test_a_charset_says_the_letters(site: Site) -> None:
    headers = {"content-type": "text/csv; charset=macintosh"}

    answer = site.ask("POST", IMPORTS, content="name\nGünsel\n".encode("mac-roman"), headers=headers)

    assert answer.json()["encoding"] == "mac-roman"


def test_a_file_of_no_use_is_refused_with_the_reason_and_not_kept(site: Site) -> None:
    assert "No column looks like the name" in refused(site, "sku,price\nA-1,4\n", 422)

    assert "not UTF-16" in refused(site, "sku,name\nA-1,Rosa\n", 422, encoding="utf-16")

    [_, failed] = site.get(IMPORTS).json()["items"]
    assert (failed["state"], "No column" in failed["error"]) == ("failed", True)
    assert files(site) == []


def test_a_file_at_the_limit_is_taken_and_one_byte_more_is_not(tmp_path: Path, clock: StillClock) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, import_bytes_max=1_024)
    full = GOOD + " " * (1_024 - len(GOOD))
    try:
        assert upload(site, full)["size_bytes"] == 1_024
        refused(site, full + " ", 413)
        assert files(site) == [".csv", ".rows"]
    finally:
        site.close()


@pytest.mark.both_engines
def test_the_same_upload_under_one_key_is_one_import(site: Site) -> None:
    headers = {"content-type": "text/csv", "idempotency-key": "K1"}

    first = site.ask("POST", IMPORTS, content=GOOD, headers=headers)
    again = site.ask("POST", IMPORTS, content=GOOD, headers=headers)
    other = site.ask("POST", IMPORTS, content=GOOD + "A-3,Iris\n", headers=headers)

    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"
    assert other.status_code == 422
    assert len(site.get(IMPORTS).json()["items"]) == 1
    assert files(site) == [".csv", ".rows"]


def test_a_cancelled_import_adds_nothing_and_leaves_no_file(site: Site) -> None:
    found = upload(site, GOOD)

    answer = site.ask("DELETE", f"{IMPORTS}/{found['id']}")

    assert answer.json()["state"] == "cancelled"
    assert settled(site, found["id"])["state"] == "cancelled"
    assert site.post(f"{IMPORTS}/{found['id']}/confirmation").status_code == 409
    assert (catalogue(site), files(site)) == ([], [])


def test_cancelling_an_ended_import_has_no_effect(site: Site) -> None:
    done = ended(site, upload(site, GOOD))

    assert site.ask("DELETE", f"{IMPORTS}/{done['id']}").json()["state"] == "done"


def test_a_second_confirmation_changes_nothing(site: Site) -> None:
    done = ended(site, upload(site, GOOD))

    assert ended(site, done) == done


def test_a_plant_added_since_the_preview_is_skipped(site: Site) -> None:
    found = upload(site, "sku,name,gtin\nA-1,Rosa,\nA-2,Acer,2000000000077\n,Iris,\nA-4,Lilium,\n")
    site.add(sku="a-1", name="Rose")
    site.add(gtin="2000000000077", name="Maple")
    site.add(name="Iris")

    done = ended(site, found)

    assert (done["added"], done["skipped"]) == (1, 3)
    assert len(catalogue(site)) == 4


@pytest.mark.both_engines
def test_an_undo_archives_what_nobody_has_edited_and_unsends_nothing(site: Site) -> None:
    site.add(sku="before")
    done = ended(site, upload(site, "sku,name,status\nA-1,Rosa,\nA-2,Acer,\nA-3,Iris,draft\n"))
    site.add(sku="after")
    edited = site.get("/api/v1/plants?sku=A-2").json()["items"][0]["id"]
    site.ask("PATCH", f"/api/v1/plants/{edited}", json={"price": "5"})

    undone = ended(site, done, "undo")

    assert (undone["state"], undone["archived"], undone["kept"]) == ("undone", 2, 1)
    assert {sku: status for sku, _, status in catalogue(site)} == {
        "before": "active",
        "A-1": "archived",
        "A-2": "active",
        "after": "active",
    }
    assert events(site) == 4


@pytest.mark.both_engines
def test_an_undo_finds_its_plants_among_those_of_others(site: Site) -> None:
    rows = "".join(f"A-{number},Rosa {number}\n" for number in range(BATCH_ROWS_MAX + 10))
    done = ended(site, upload(site, "sku,name\n" + rows))

    undone = ended(site, done, "undo")

    assert (undone["archived"], undone["kept"]) == (BATCH_ROWS_MAX + 10, 0)


def test_an_import_that_added_nothing_cannot_be_undone(site: Site) -> None:
    found = upload(site, GOOD)

    answer = site.post(f"{IMPORTS}/{found['id']}/undo")

    assert answer.status_code == 409


@pytest.mark.both_engines
def test_imports_are_listed_the_newest_first(site: Site) -> None:
    ids = [upload(site, GOOD + f"B-{number},Iris\n")["id"] for number in range(3)]

    page = site.get(f"{IMPORTS}?limit=2").json()
    rest = site.get(page["next"]).json()

    assert [one["id"] for one in [*page["items"], *rest["items"]]] == ids[::-1]


def test_so_many_may_be_open_at_a_time_and_not_one_more(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "OPEN_MAX", 2)
    first = upload(site, GOOD)
    upload(site, GOOD)

    assert "2 imports are already open" in refused(site, GOOD, 409)
    site.ask("DELETE", f"{IMPORTS}/{first['id']}")
    upload(site, GOOD)


def test_a_token_needs_the_scope_and_is_judged_before_the_file_is_read(site: Site) -> None:
    reader = site.make_token(Scope.PLANTS_READ)

    answer = site.ask("POST", IMPORTS, content=GOOD, headers={"content-type": "text/csv"}, token=reader.text)

    assert answer.status_code == 403
    assert files(site) == []


def test_an_import_that_is_not_there_is_not_found(site: Site) -> None:
    for method, path in (
        ("GET", ""),
        ("DELETE", ""),
        ("POST", "/confirmation"),
        ("POST", "/undo"),
        ("GET", "/bad-rows"),
    ):
        assert site.ask(method, f"{IMPORTS}/imp_nothing{path}").status_code == 404


@pytest.mark.both_engines
def test_an_import_is_forgotten_after_its_days_with_all_its_files(site: Site) -> None:
    upload(site, LIST)
    site.clock.move(Settings().import_days * 86_400)
    site.run(site.dependencies.importer.maintain())
    assert len(site.get(IMPORTS, token=site.make_token().text).json()["items"]) == 1

    site.clock.move(1)
    site.run(site.dependencies.importer.maintain())

    assert site.get(IMPORTS, token=site.make_token().text).json()["items"] == []
    assert files(site) == []


def test_an_upload_that_cannot_be_written_down_leaves_no_file(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = ImportFolder.commit_upload

    def keep_and_fail(folder: ImportFolder, upload: Upload, import_id: str) -> None:
        keep(folder, upload, import_id)
        raise StoreFull

    monkeypatch.setattr(ImportFolder, "commit_upload", keep_and_fail)

    refused(site, "name\nRosa\n", 507)

    assert list(site.dependencies.importer.folder.files_of("any").upload.parent.iterdir()) == []


def test_a_list_is_read_again_with_other_options(site: Site) -> None:
    found = upload(site, "Kürzel;Plant\nA-1;Rosa\nA-2;Acer\n".encode("cp1252"), name="spring.csv", as_drafts="true")

    answer = site.ask(
        "POST", f"{IMPORTS}/{found['id']}/check", params={"map": json.dumps({"sku": "Kürzel"}), "update": "true"}
    )

    assert answer.status_code == 200, answer.text
    again = answer.json()
    assert [column["field"] for column in found["columns"]] == [None, "name"]
    assert [column["field"] for column in again["columns"]] == ["sku", "name"]
    assert (found["options"]["as_drafts"], again["options"]["as_drafts"]) == (True, False)
    assert (again["id"], again["name"], again["state"], again["options"]["update"]) == (
        found["id"],
        "spring.csv",
        "checked",
        True,
    )
    ended(site, again)
    assert catalogue(site) == [("A-1", "Rosa", "active"), ("A-2", "Acer", "active")]


@pytest.mark.both_engines
def test_a_check_that_fails_keeps_the_last_good_one(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails_at_the_end() -> None:
        raise StoreFull

    found = upload(site, "Kürzel;Plant\nA-1;Rosa\nA-2;Acer\nA-2;Salix\n", map=json.dumps({"sku": "Kürzel"}))
    check = f"{IMPORTS}/{found['id']}/check"
    folder = site.dependencies.importer.folder.files_of(found["id"]).upload.parent

    refused = site.ask("POST", check, params={"map": json.dumps({"sku": "Nr"})})
    kept = settled(site, found["id"])
    bad_rows = site.get(f"{IMPORTS}/{found['id']}/bad-rows").text
    again = site.ask("POST", check, params={"map": json.dumps({"name": "Plant"})}).json()
    unreadable = {"delimiter": "tab", "no_header": "true", "map": json.dumps({"name": 2})}
    assert site.ask("POST", check, params=unreadable).status_code == 422
    monkeypatch.setattr(Check, "end", lambda _: fails_at_the_end())
    assert site.ask("POST", check, params={"as_drafts": "true"}).status_code == 422
    ended(site, settled(site, found["id"]))

    assert refused.status_code == 422
    assert kept == found | {"error": refused.json()["detail"]}
    assert "Nr" in kept["error"]
    assert "This SKU is also on line 3" in bad_rows
    assert (again["error"], again["new"], again["bad"]) == ("", 3, 0)
    assert catalogue(site) == [(None, "Rosa", "active"), (None, "Acer", "active"), (None, "Salix", "active")]
    assert settled(site, found["id"])["error"] == ""
    assert list(folder.iterdir()) == []


def test_only_a_list_that_waits_is_read_again(site: Site) -> None:
    done = ended(site, upload(site, GOOD))

    assert site.post(f"{IMPORTS}/{done['id']}/check").status_code == 409
    assert site.post(f"{IMPORTS}/imp_{'0' * 26}/check").status_code == 404
