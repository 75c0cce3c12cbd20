"""`plantstore plants bulk` and `plantstore bulk-edits`: requests, output and exit codes."""

from typing import Any

import pytest

from plantstore.cli.support import background_work
from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedResponse, ScriptedStore

ID = "blk_01kjxsnhx04t8gcvq1mz7b5e3d"


def a_bulk_edit(**changes: Any) -> dict[str, Any]:
    counts = ("unchanged", "refused", "deliveries", "updated", "conflicts", "reverted", "kept_edits")
    price = {"field": "price", "before": "24.90", "after": "25.99"}
    plain = {
        "id": ID,
        "state": "checked",
        "filter": {},
        "changes": {},
        "selected": 2,
        "changing": 2,
        "remaining": 2,
        "refusals": [],
        "preview": [{"plant": 7, "name": "Rosa", "sku": None, "changes": [price]}],
        "conflict_plants": [],
        "kept_plants": [],
        "error": "",
        "asked_at": "2026-03-02T09:15:00.000Z",
    }
    return {**dict.fromkeys(counts, 0), **plain, **changes}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_work, "POLL_S", 0.0)


def scripted(store: ScriptedStore, checked: dict[str, Any], *ends: dict[str, Any]) -> None:
    store.responds("POST /bulk-edits", checked, status=201)
    store.responds(f"POST /bulk-edits/{ID}/confirmation", {**checked, "state": "running"}, status=202)
    store.on(f"GET /bulk-edits/{ID}", *[ScriptedResponse(body=end) for end in ends])
    store.responds(f"DELETE /bulk-edits/{ID}", {**checked, "state": "cancelled"})


def requests_to(store: ScriptedStore) -> list[str]:
    return [f"{request.method} {request.path.removeprefix('/api/v1')}" for request in store.requests]


def sent(store: ScriptedStore) -> Any:
    return store.requests[0].body


@pytest.mark.parametrize(
    ("arguments", "body"),
    [
        (
            "--genus Rosa --status active --price-percent -5 --ending 0.99 --currency EUR",
            {
                "filter": {"genus": "Rosa", "status": "active", "currency": "EUR"},
                "changes": {"price": {"percent": "-5", "ending": "0.99"}},
            },
        ),
        (
            "7 8 --set-stock 0 --clear-type --add-tag sale --add-tag new --remove-tag old",
            {
                "ids": [7, 8],
                "changes": {
                    "stock_quantity": {"set": 0},
                    "tag": {"clear": True},
                    "tags": {"add": ["sale", "new"], "remove": ["old"]},
                },
            },
        ),
        ("--all --archive", {"filter": {}, "changes": {"action": "archive"}}),
    ],
)
def test_plants_and_changes_are_sent_as_they_were_given(
    store: ScriptedStore, run: Run, arguments: str, body: dict[str, Any]
) -> None:
    scripted(store, a_bulk_edit(), a_bulk_edit(state="done", updated=2))

    result = run("plants", "bulk", *arguments.split(), "--yes")

    assert (result.exit_code, sent(store)) == (0, body), result.stderr
    assert "Plant 7 (Rosa): price 24.90 → 25.99" in result.stderr
    assert f"To undo it: plantstore bulk-edits undo {ID}" in result.stderr


def test_check_shows_what_would_change_and_leaves_nothing(store: ScriptedStore, run: Run) -> None:
    refusal = {
        "code": "no_price",
        "detail": "The plant has no price.",
        "count": 9,
        "plants": [{"plant": 4, "name": ""}],
    }
    scripted(store, a_bulk_edit(selected=12, unchanged=1, refused=9, refusals=[refusal]))

    result = run("plants", "bulk", "--all", "--price-add", "0.50", "--check")

    assert result.exit_code == 6
    assert "12 plants: 2 to change, 1 to stay as they are, 9 that cannot be changed." in result.stderr
    assert "Cannot change 9 plants: The plant has no price. (4 …)" in result.stderr
    assert requests_to(store) == ["POST /bulk-edits", f"DELETE /bulk-edits/{ID}"]


def test_plants_that_were_edited_meanwhile_are_named(store: ScriptedStore, run: Run) -> None:
    conflicts = {"conflicts": 1, "conflict_plants": [{"plant": 8, "name": "Acer"}]}
    scripted(store, a_bulk_edit(), a_bulk_edit(state="done", updated=1, **conflicts))

    result = run("plants", "bulk", "7", "8", "--set-price", "9.90", "--yes")

    assert result.exit_code == 6
    assert "Left 1 plant as edited or deleted since the check: 8" in result.stderr


def test_wrong_use_sends_nothing(store: ScriptedStore, run: Run) -> None:
    for arguments in (
        "--set-price 1",
        "7 --all --archive",
        "7 --tag x --archive",
        "7",
        "7 --archive",
        "--all --sort id --archive",
    ):
        result = run("plants", "bulk", *arguments.split())
        assert result.exit_code == 2, arguments
    assert store.requests == []


def test_undo_names_the_edits_that_stay(store: ScriptedStore, run: Run) -> None:
    kept = {"kept_edits": 1, "kept_plants": [{"plant": 7, "name": "Rosa", "fields": ["price"]}]}
    store.responds(f"POST /bulk-edits/{ID}/undo", a_bulk_edit(state="undoing", updated=2), status=202)
    store.responds(f"GET /bulk-edits/{ID}", a_bulk_edit(state="undone", updated=2, reverted=1, **kept))

    result = run("bulk-edits", "undo", ID, "--yes")

    assert result.exit_code == 6
    assert "Undone: 1 plant with old values back, 1 with later edits that stay." in result.stderr
    assert "Plant 7 (Rosa) keeps price." in result.stderr


def test_list_show_and_cancel(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /bulk-edits", {"items": [a_bulk_edit()], "next": None, "prev": None})
    scripted(store, a_bulk_edit(), a_bulk_edit())

    assert ID in run("bulk-edits", "list").stdout
    assert ID in run("bulk-edits", "show", "blk_01").stdout
    assert f"Cancelled {ID}." in run("bulk-edits", "cancel", ID).stderr
