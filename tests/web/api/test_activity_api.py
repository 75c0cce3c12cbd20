"""Who did what: every change leaves one row, in the same transaction; nothing else does, and no row holds a secret."""

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import plantstore
from plantstore.domain.errors import Conflict
from plantstore.domain.person import Role
from plantstore.domain.public_ids import parse_receiver, receiver_text
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import activity, retries
from plantstore.web.api import activity_export
from plantstore.web.auth import openid, people, sessions
from plantstore.web.routes import ENDPOINTS
from tests.makers import a_retry
from tests.receiver import a_server
from tests.still_clock import StillClock
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

ACTIVITY = "/api/v1/activity"
OPERATING = (Path(__file__).parents[3] / "docs" / "operating.md").read_text(encoding="utf-8")
LEFT_OUT = {
    *("addPlant", "changePlant", "putPlant", "addPhoto", "checkBulkEdit"),
    *("previewAlertRule", "previewFilter", "previewBody", "reportOutcomes"),
}


def rows(site: Site, **query: str) -> list[dict[str, Any]]:
    answer = site.get(ACTIVITY, params=query)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["items"])


def write(site: Site, command: Callable[[Transaction], object]) -> None:
    async def written() -> None:
        await site.database.write(command)

    site.run(written())


def last(site: Site) -> dict[str, Any]:
    return rows(site)[0]


@pytest.mark.both_engines
def test_a_change_leaves_a_row_that_says_who_did_what_to_whom(site: Site) -> None:
    receiver = site.register()

    [row] = rows(site)

    assert row == {
        "id": 1,
        "time": to_text(site.clock.now()),
        "actor": site.operator.id,
        "actor_name": "test",
        "action": "registerReceiver",
        "subject": receiver["id"],
        "detail": "",
        "person": None,
    }


def test_every_operation_that_changes_something_is_noted_unless_it_says_why_not() -> None:
    left_out = {operation.name for operation in ENDPOINTS if not operation.logs_activity}

    assert left_out == LEFT_OUT
    assert all(f"`{name}`" in OPERATING for name in LEFT_OUT)


def everything(site: Site) -> dict[str, tuple[str, str, Any]]:
    """One call that succeeds for each operation that changes something, in an order in which all of them do."""
    receiver = site.register(start="beginning", signatures=["v1", "v1a"])["id"]
    other = site.register()["id"]
    token = site.post("/api/v1/tokens", {"name": "mine", "scopes": ["staff"]}).json()["id"]
    person = site.post("/api/v1/people", {"name": "colleague", "role": "staff"}).json()["id"]
    listener = site.post("/api/v1/listeners", {"name": "laptop"}).headers["location"]
    draft = site.add(status="draft")["id"]
    merging = site.add()["id"]
    archived, gone, event = site.add()["id"], site.add()["id"], site.add()["event_id"]
    receiver_id, sequence = parse_receiver(receiver), site.get(f"/api/v1/events/{event}").json()["sequence"]
    assert receiver_id is not None
    write(site, lambda tx: retries.upsert(tx, [a_retry(sequence, receiver_id=receiver_id)]))
    at, delivery = f"/api/v1/receivers/{receiver}", f"/api/v1/deliveries/{event}/{receiver}"
    return {
        "deletePlant": ("DELETE", f"/api/v1/plants/{gone}", None),
        "addDraft": ("POST", f"/api/v1/plants/{draft}/addition", None),
        "archivePlant": ("POST", f"/api/v1/plants/{archived}/archival", None),
        "restorePlant": ("DELETE", f"/api/v1/plants/{archived}/archival", None),
        "mergePlants": ("POST", f"/api/v1/plants/{merging}/merges", {"other": archived}),
        "undoMerge": ("DELETE", f"/api/v1/plants/{merging}/merges/{archived}", None),
        "registerReceiver": ("POST", "/api/v1/receivers", {"url": "http://127.0.0.1:9000", "name": "third"}),
        "changeReceiver": ("PATCH", at, {"payload": "basic"}),
        "rotateSecret": ("POST", f"{at}/secrets", None),
        "rotateKey": ("POST", f"{at}/keys", None),
        "pauseReceiver": ("POST", f"{at}/pause", None),
        "resumeReceiver": ("DELETE", f"{at}/pause", None),
        "retryDelivery": ("POST", f"{delivery}/attempts", None),
        "cancelDelivery": ("POST", f"{delivery}/cancellation", None),
        "invitePerson": ("POST", "/api/v1/people", {"name": "new", "role": "staff"}),
        "changePerson": ("PATCH", f"/api/v1/people/{person}", {"role": "integrator"}),
        "makePersonLink": ("POST", f"/api/v1/people/{person}/links", {}),
        "endSessions": ("DELETE", f"/api/v1/people/{person}/sessions", None),
        "deactivatePerson": ("POST", f"/api/v1/people/{person}/deactivation", None),
        "reactivatePerson": ("POST", f"/api/v1/people/{person}/reactivation", None),
        "createToken": ("POST", "/api/v1/tokens", {"name": "new", "scopes": ["staff"]}),
        "revokeToken": ("DELETE", f"/api/v1/tokens/{token}", None),
        "registerListener": ("POST", "/api/v1/listeners", {"name": "laptop"}),
        "removeListener": ("DELETE", listener, None),
        "removeReceiver": ("DELETE", f"/api/v1/receivers/{other}", None),
    }


ELSEWHERE = {
    "unlinkAccount",
    "endSession",
    "makeSignInLink",
    "testReceiver",
    "askForReplay",
    "cancelReplay",
    "uploadImport",
    "confirmImport",
    "cancelImport",
    "undoImport",
    "recheckImport",
    "dismissDuplicates",
    "putWatchList",
    "confirmBulkEdit",
    "cancelBulkEdit",
    "undoBulkEdit",
    "addPlantView",
    "changePlantView",
    "deletePlantView",
    "createOperationalWebhook",
    "changeOperationalWebhook",
    "deleteOperationalWebhook",
    "testOperationalWebhook",
    "rotateOperationalSecret",
    "retryOperationalDelivery",
    "createAlertChannel",
    "changeAlertChannel",
    "deleteAlertChannel",
    "testAlertChannel",
    "rotateAlertChannelSecret",
    "acknowledgeAlert",
    "muteAlert",
    "changeAlertRule",
    "putAlertQuietHours",
    "deleteAlertQuietHours",
    "noteBackup",
}  # these have tests of their own


def test_every_change_leaves_exactly_one_row(site: Site) -> None:
    calls = everything(site)
    changing = {one.name for one in ENDPOINTS if one.method != "GET" and one.name not in LEFT_OUT}
    assert calls.keys() | ELSEWHERE == changing
    for name, (method, path, json) in calls.items():
        before = len(rows(site))

        answer = site.ask(method, path, json=json)

        assert answer.status_code < 300, f"{name}: {answer.text}"
        assert len(rows(site)) == before + 1, name
        named = path.removeprefix("/api/v1/").split("/")[1:]
        subject = last(site)["subject"]
        assert last(site)["action"] == name
        assert subject == answer.json()["id"] if not named else set(subject.split("/")) <= set(named)
        assert subject


def test_a_test_request_is_noted_though_it_is_no_change(site: Site) -> None:
    async def test() -> None:
        async with a_server() as server:
            answer = await site.request("POST", "/api/v1/receivers", json={"url": server.url, "name": "printer"})
            path = f"/api/v1/receivers/{answer.json()['id']}/tests"
            assert (await site.request("POST", path)).status_code == 200

    site.run(test())

    assert (last(site)["action"], last(site)["detail"]) == ("testReceiver", "accepted")
    assert parse_receiver(last(site)["subject"]) is not None


@pytest.mark.both_engines
def test_a_replay_is_noted_and_a_dry_run_is_not(site: Site) -> None:
    site.add()
    receiver = site.register(start="beginning")["id"]
    write(site, lambda tx: tx.update("UPDATE receivers SET cursor = 1"))
    asked, path = {"first": 1, "only": "all"}, f"/api/v1/receivers/{receiver}/replays"
    assert site.post(path, asked | {"dry_run": True}).status_code == 200
    assert last(site)["action"] == "registerReceiver"

    replay = site.post(path, asked).json()

    assert (last(site)["action"], last(site)["subject"]) == ("askForReplay", receiver)
    assert last(site)["detail"] == f"{replay['id']}: events 1 to 1, all"
    assert site.ask("DELETE", f"{path}/{replay['id']}").status_code == 200
    assert (last(site)["action"], last(site)["subject"]) == ("cancelReplay", f"{receiver}/{replay['id']}")


@pytest.mark.both_engines
def test_plants_that_are_added_or_changed_leave_no_row(site: Site) -> None:
    site.add()
    site.ask("PATCH", "/api/v1/plants/1", json={"name": "Rosa canina"})

    assert rows(site) == []


def test_reading_leaves_no_row(site: Site) -> None:
    receiver = site.register()
    for path in ("plants", "events", "receivers", f"receivers/{receiver['id']}", "tokens", "activity", "status"):
        assert site.get(f"/api/v1/{path}").status_code == 200

    assert len(rows(site)) == 1


def test_a_refused_request_leaves_no_row(site: Site) -> None:
    for method, path, json in [
        ("DELETE", "plants/99", None),
        ("POST", "receivers", {"url": "nonsense", "name": "x"}),
        ("DELETE", "receivers/rcv_0000000000000", None),
        ("POST", "receivers/rcv_0000000000000/tests", None),
        ("POST", "tokens", {"name": "x", "scopes": ["everything"]}),
    ]:
        assert site.ask(method, f"/api/v1/{path}", json=json).status_code >= 400, (method, path, json)

        assert rows(site) == [], (method, path, json)


@pytest.mark.both_engines
def test_the_row_and_the_change_are_one_transaction(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.add()

    def fail(*_: object, **__: object) -> None:
        raise Conflict

    monkeypatch.setattr(activity, "add", fail)

    assert site.ask("DELETE", "/api/v1/plants/1").status_code == 409
    assert site.get("/api/v1/plants/1").status_code == 200
    wanted, key = {"name": "mine", "scopes": ["staff"]}, {"Idempotency-Key": "k"}
    assert site.post("/api/v1/tokens", wanted, headers=key).status_code == 409
    assert "mine" not in site.get("/api/v1/tokens").text


@pytest.mark.parametrize("path", ["tokens", "receivers"])
def test_a_repeated_request_leaves_no_second_row(site: Site, path: str) -> None:
    body = {"name": "x", "scopes": ["staff"]} if path == "tokens" else {"url": "http://127.0.0.1:9000", "name": "x"}
    for _ in range(2):
        answer = site.post(f"/api/v1/{path}", body, headers={"Idempotency-Key": "k"})

    assert answer.headers["idempotency-replayed"] == "true"
    assert len(rows(site)) == 1


def test_a_row_has_a_short_detail(site: Site) -> None:
    receiver = site.register()["id"]
    site.add()
    site.ask("PATCH", f"/api/v1/receivers/{receiver}", json={"payload": "basic", "access_token": "a-new-access-token"})
    assert last(site)["detail"] == "access_token, payload"

    site.ask("DELETE", f"/api/v1/receivers/{receiver}/pause?held=skip")
    assert last(site)["detail"] == "cancelled 1 delivery"

    site.post("/api/v1/tokens", {"name": "x", "scopes": ["plants:read", "events:read"]})
    assert last(site)["detail"] == "events:read, plants:read"


@pytest.mark.both_engines
def test_no_row_holds_a_secret(site: Site) -> None:
    receiver = site.register()
    token = site.post("/api/v1/tokens", {"name": "x", "scopes": ["staff"]}).json()
    rotated = site.post(f"/api/v1/receivers/{receiver['id']}/secrets").json()
    change = {"access_token": "theirs-and-only-theirs", "url": "http://127.0.0.1:9000/?key=theirs"}
    assert site.ask("PATCH", f"/api/v1/receivers/{receiver['id']}", json=change).status_code == 200

    shown = site.get(ACTIVITY).text

    assert len(rows(site)) == 4
    for secret in (receiver["secret"], receiver["access_token"], token["token"], rotated["secret"], "theirs"):
        assert secret not in shown


# The list


def did(site: Site, *, actor: str = "tok_1", action: str = "pauseReceiver", subject: str = "rcv_1") -> None:
    def add(tx: Transaction) -> None:
        activity.add(tx, actor=actor, actor_name=actor, action=action, subject=subject)

    write(site, add)


@pytest.mark.both_engines
def test_the_newest_come_first_page_after_page(site: Site) -> None:
    for number in range(5):
        did(site, subject=f"rcv_{number}")

    first = site.get(f"{ACTIVITY}?limit=2")
    second = site.get(first.json()["next"]).json()
    did(site, subject="while we read")
    third = site.get(second["next"]).json()

    pages = [first.json(), second, third]
    assert [row["subject"] for page in pages for row in page["items"]] == [f"rcv_{n}" for n in (4, 3, 2, 1, 0)]
    assert third["next"] is None
    assert first.headers["link"] == f'<{first.json()["next"]}>; rel="next"'


@pytest.mark.both_engines
def test_the_list_is_filtered_by_actor_action_and_time(site: Site, clock: StillClock) -> None:
    did(site, subject="a")
    did(site, actor="store", action="disableReceiver", subject="b")
    clock.move(60)
    middle = to_text(clock.now())
    did(site, subject="c")
    clock.move(60)
    did(site, action="resumeReceiver", subject="d")

    def shown(**query: str) -> list[str]:
        return [row["subject"] for row in rows(site, **query)]

    assert shown(actor="store") == ["b"]
    assert shown(action="pauseReceiver") == ["c", "a"]
    assert shown(since=middle) == ["d", "c"]
    assert shown(actor="tok_1", action="pauseReceiver", since=middle) == ["c"]
    assert shown(actor="nobody") == []
    assert shown(subject="c") == ["c"]
    assert shown(until=middle) == ["b", "a"]
    assert shown(since=middle, until=to_text(clock.now())) == ["c"]
    clock.move(60)
    assert shown(since=to_text(clock.now())) == []


def signed_out_by(site: Site, link_key: str) -> None:
    """Sign in by a person's link, and out again."""

    def in_and_out(tx: Transaction) -> None:
        sessions.sign_out(tx, sessions.sign_in_by_link(tx, link_key, random_bytes=site.dependencies.random_bytes))

    write(site, in_and_out)


@pytest.mark.both_engines
def test_what_a_person_did_is_found_also_with_their_tokens_and_after_they_left(site: Site) -> None:
    person, key = site.invite(Role.STAFF, name="Buyer")
    site.invite()
    token = site.post("/api/v1/tokens", {"name": "script", "scopes": ["plants:write"], "person": person.id}).json()
    plant = site.add(status="draft")["id"]
    assert site.ask("POST", f"/api/v1/plants/{plant}/addition", token=token["token"]).status_code == 200
    signed_out_by(site, key)
    did(site, subject="c")

    site.post(f"/api/v1/people/{person.id}/deactivation")
    assert site.ask("DELETE", f"/api/v1/tokens/{token['id']}").status_code == 204

    found = rows(site, person=person.id)
    assert [(row["action"], row["actor"]) for row in found] == [
        ("signOut", person.id),
        ("signIn", person.id),
        ("addDraft", token["id"]),
    ]
    assert {row["person"] for row in found} == {person.id}
    assert found[2]["actor_name"] == "script (Buyer)"


def test_the_activity_is_exported_as_it_is_listed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(activity_export, "PAGE_ROWS", 2)
    for number in range(5):
        did(site, subject=f"=cmd{number}")

    whole = site.get(f"{ACTIVITY}/export")
    lines = site.get(f"{ACTIVITY}/export?format=jsonl&subject=%3Dcmd3").text.splitlines()

    assert whole.headers["content-disposition"].startswith('attachment; filename="activity-')
    table = list(csv.DictReader(io.StringIO(whole.content.decode("utf-8-sig"))))
    assert [row["subject"] for row in table] == [f"'=cmd{number}" for number in (4, 3, 2, 1, 0)]
    assert [msgspec.json.decode(line) for line in lines] == [row for row in rows(site) if row["subject"] == "=cmd3"]
    assert site.get(f"{ACTIVITY}/export", token=site.make_token(Scope.PLANTS_READ).text).status_code == 403


@pytest.mark.parametrize("action", [openid.ADD, openid.LINK, openid.CHANGE, openid.END, people.MAKE_FIRST])
def test_what_signing_in_does_is_found_by_its_action(site: Site, action: str) -> None:
    did(site, action=action)
    did(site)

    assert [row["action"] for row in rows(site, action=action)] == [action]


def test_an_invalid_activity_filter_is_refused(site: Site) -> None:
    for query in [
        "actor=",
        "action=%00",
        "action=",
        "action=addPlant",
        "action=removeReceivers",
        f"actor={'x' * 65}",
        "since=yesterday",
        "who=me",
    ]:
        assert site.get(f"{ACTIVITY}?{query}").status_code == 400, query


@pytest.mark.both_engines
def test_every_recorded_action_can_be_filtered_by(site: Site) -> None:
    source = Path(plantstore.__file__).parent
    by_the_store = {
        action
        for path in source.rglob("*.py")
        for action in re.findall(r'add_by_store\(\s*tx,\s*action="(\w+)"', path.read_text(encoding="utf-8"))
    }
    by_people = {one.name for one in ENDPOINTS if one.method != "GET"} - LEFT_OUT

    assert by_the_store >= {"disableReceiver"}
    for action in by_the_store | by_people:
        assert site.get(f"{ACTIVITY}?action={action}").status_code == 200, action


@pytest.mark.both_engines
def test_the_cursor_keeps_its_filters(site: Site) -> None:
    for subject in "abc":
        did(site, subject=subject)
        did(site, actor="tok_2")

    page = site.get(f"{ACTIVITY}?limit=1&actor=tok_1").json()
    second = site.get(page["next"]).json()

    assert [row["subject"] for row in page["items"] + second["items"]] == ["c", "b"]


@pytest.mark.parametrize("path", [ACTIVITY, "/api/v1/status"])
def test_a_token_of_one_receiver_sees_neither_the_list_nor_the_status(site: Site, path: str) -> None:
    receiver_id = parse_receiver(site.register()["id"])
    assert receiver_id is not None

    token = site.make_token(Scope.OPERATIONS_READ, receiver_id=receiver_id).text

    assert site.get(path, token=token).status_code == 404
    assert receiver_text(receiver_id) not in site.get(path, token=token).text


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
@pytest.mark.parametrize("condition", ["actor = 'tok_1'", "action = 'pauseReceiver'", "subject = 'rcv_1'"])
def test_filtered_pages_are_found_by_an_index(tx: Transaction, condition: str) -> None:
    sql = f"SELECT id FROM activity WHERE {condition} AND id < 9 ORDER BY id DESC LIMIT 5"

    plan = str(tx.execute(f"EXPLAIN QUERY PLAN {sql}"))

    assert "SEARCH activity USING COVERING INDEX activity_" in plan
    assert "TEMP B-TREE" not in plan


def test_each_step_of_an_import_leaves_one_row(site: Site) -> None:
    def upload() -> str:
        content, kind = "sku,name\nA-1,Rosa\n", {"content-type": "text/csv"}
        return str(site.ask("POST", "/api/v1/imports", content=content, headers=kind).json()["id"])

    first = upload()
    for step in ("confirmation", "undo"):
        assert site.ask("POST", f"/api/v1/imports/{first}/{step}").status_code == 202
        site.run(site.dependencies.importer.wait_until_idle(first, within_s=20.0))
    second = upload()
    assert site.ask("POST", f"/api/v1/imports/{second}/check").status_code == 200
    assert site.ask("DELETE", f"/api/v1/imports/{second}").status_code == 200

    assert [(row["action"], row["subject"]) for row in reversed(rows(site))] == [
        ("uploadImport", first),
        ("confirmImport", first),
        ("undoImport", first),
        ("uploadImport", second),
        ("recheckImport", second),
        ("cancelImport", second),
    ]
