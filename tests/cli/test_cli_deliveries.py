"""`plantstore deliveries`: list, count, show, retry, cancel and watch."""

import json
import subprocess
from typing import Any

import pytest

from plantstore.cli.support import follow as following
from plantstore.cli.support.client import Client, parse_address
from plantstore.cli.support.exit_codes import Failure
from plantstore.cli.support.follow import BACKOFF_S_MAX, POLL_S, FollowFilters, follow
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.secret import Secret
from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedResponse, ScriptedStore

RECEIVER = "rcv_01k8z4q7m2abc"
EVENT = "evt_01k8z4q7m2abcdefghjkmnpqrs"
EVERYTHING = FollowFilters(receiver=None, states=frozenset(), since=None)
AWAY = ScriptedResponse(
    status=503, body={"title": "The store cannot answer now", "detail": "It is starting.", "status": 503}
)


def a_delivery(sequence: int = 7, **changes: Any) -> dict[str, Any]:
    return {
        "event": EVENT,
        "sequence": sequence,
        "plant": 9,
        "plant_name": "Aloe vera",
        "receiver": RECEIVER,
        "receiver_name": "web shop",
        "state": "retrying",
        "time": "2026-03-02T09:15:00.000Z",
        "tries": 3,
        "last_attempt_at": "2026-03-02T09:17:35.004Z",
        "outcome": "refused",
        "status": 503,
        "duration_ms": 31.4,
        "next_attempt_at": "2026-03-02T09:22:35.120Z",
        "next_attempt_code": "due",
        "next_attempt_note": "Sent again when its retry is due.",
        "reason": "The receiver is unavailable (503).",
        **changes,
    }


def a_detail(**changes: Any) -> dict[str, Any]:
    attempt = {
        "number": 1,
        "ordinal": 3,
        "started_at": "2026-03-02T09:15:00.004Z",
        "duration_ms": 31.4,
        "outcome": "refused",
        "status": 503,
        "address": "203.0.113.7",
        "reason": "The receiver is unavailable (503).",
        "detail": "",
        "excerpt": "out of order",
        "replay": None,
    }
    more = {
        "advice": "Wait, or start it.",
        "receiver_state": "active",
        "first_failed_at": "2026-03-02T09:15:00.036Z",
        "asked_at": None,
        "planned": [{"number": 4, "at": "2026-03-02T09:22:35.120Z"}],
        "gives_up_at": "2026-03-07T07:07:35.120Z",
        "next_probe_at": None,
        "attempts": [attempt],
        "attempts_left_out": 0,
    }
    return a_delivery(**{**more, **changes})


def an_attempt(sequence: int = 7, **changes: Any) -> dict[str, Any]:
    attempt: dict[str, Any] = a_detail()["attempts"][0]
    of_delivery = {name: a_delivery()[name] for name in ("event", "plant_name", "receiver", "receiver_name", "state")}
    attempt = {name: value for name, value in attempt.items() if name != "ordinal"}
    return attempt | of_delivery | {"sequence": sequence, "next_attempt_at": "2026-03-02T09:15:05.100Z"} | changes


def a_page(*items: dict[str, Any], after: str, more: bool = False) -> ScriptedResponse:
    return ScriptedResponse(
        body={"items": list(items), "after": after, "next": "/api/v1/attempts?after=0" if more else None}
    )


def test_list_prints_one_delivery_per_line(store: ScriptedStore, run: Run) -> None:
    other = a_delivery(8, state="delivered", status=204, outcome="accepted", next_attempt_at=None)
    silent = a_delivery(6, status=None, outcome="connection_refused", next_attempt_code="receiver_recovery")
    store.responds("GET /deliveries", {"items": [other, a_delivery(), silent], "next": None})

    result = run("deliveries", "list")

    assert result.exit_code == 0
    heading, delivered, retrying, refused = result.stdout.splitlines()
    assert heading.split()[:3] == ["STATE", "EVENT", "PLANT"]
    assert delivered.split()[:2] == ["delivered", "8"]
    assert "503" in retrying and "2026-03-02 09:22:35Z" in retrying and "web shop" in retrying
    assert "connection refused" in refused and "2026-03-02 09:22:35Z (receiver recovery)" in refused


def test_list_sends_every_filter(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /receivers", {"items": [{"id": RECEIVER, "name": "web shop"}], "next": None})
    store.responds("GET /deliveries", {"items": [], "next": None})

    states = ("--state", "exhausted", "--state", "retrying")
    more = ("--answer", "5xx", "--event", "7", "--since", "2026-03-02")
    result = run("deliveries", "list", "--receiver", "rcv_01k8", *states, *more)

    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "No deliveries match.\n")
    assert store.requests[-1].query == {
        "receiver": RECEIVER,
        "state": "exhausted,retrying",
        "answer": "5xx",
        "event": "7",
        "since": "2026-03-02T00:00:00.000Z",
    }


def test_list_says_if_there_are_more(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /deliveries", {"items": [a_delivery(8), a_delivery(7)], "next": None})

    limited, both = run("deliveries", "list", "--limit", "1"), run("deliveries", "list", "--limit", "2", "--json")

    assert len(limited.stdout.splitlines()) == 2
    assert limited.stderr == "Only the first 1 are shown. Raise --limit to see more.\n"
    assert [json.loads(line)["sequence"] for line in both.stdout.splitlines()] == [8, 7]
    assert both.stderr == ""


@pytest.mark.parametrize(
    "arguments", [("--state", "lost"), ("--since", "soon"), ("--limit", "0"), ("--receiver", "rcv_")]
)
def test_an_invalid_filter_is_wrong_usage(run: Run, arguments: tuple[str, str]) -> None:
    assert run("deliveries", "list", *arguments).exit_code == 2


def test_counts_print_one_line_per_state(store: ScriptedStore, run: Run) -> None:
    counts = {"queued": 1, "retrying": 2, "held": 0, "delivered": 40, "exhausted": 3, "cancelled": 0, "capped_at": None}
    store.responds("GET /deliveries/counts", counts)

    words = run("deliveries", "counts")
    record = run("deliveries", "counts", "--receiver", RECEIVER, "--json")

    assert [line.split() for line in words.stdout.splitlines()] == [
        [state, str(count)] for state, count in counts.items() if state != "capped_at"
    ]
    assert (words.stderr, json.loads(record.stdout)) == ("", counts)
    assert store.requests[1].query == {"receiver": RECEIVER}


def test_capped_counts_say_so(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /deliveries/counts", {"queued": 10_000, "capped_at": 10_000})

    assert "10000 means 10,000 or more" in run("deliveries", "counts").stderr


def test_show_prints_state_attempts_and_planned_attempts(store: ScriptedStore, run: Run) -> None:
    store.responds(f"GET /deliveries/7/{RECEIVER}", a_detail())

    result = run("deliveries", "show", "7", RECEIVER)

    assert result.exit_code == 0
    sentence, cause, _, *tables = result.stdout.splitlines()
    assert sentence == (
        "Event 7 (Aloe vera) for “web shop” is retrying: 3 attempts so far, next attempt at "
        "2026-03-02 09:22:35Z; gives up at 2026-03-07 07:07:35Z."
    )
    assert cause == "The receiver is unavailable (503). Wait, or start it."
    assert tables[0].split()[:3] == ["ATTEMPT", "AT", "TOOK"]
    assert "203.0.113.7" in tables[1] and "31 ms" in tables[1] and "(503). out of order" in tables[1]
    assert tables[-1].split() == ["4", "2026-03-02", "09:22:35Z"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"state": "delivered", "status": 204, "outcome": "accepted"},
            "was delivered at 2026-03-02 09:17:35Z with 204, after 3 attempts.",
        ),
        ({"state": "delivered", "tries": 0, "outcome": None, "status": None, "reason": None}, "is delivered."),
        ({"state": "held", "receiver_state": "paused"}, "held: 3 attempts so far, and the receiver is paused"),
        ({"state": "exhausted", "tries": 17}, "exhausted: gave up after 17 attempts"),
        ({"state": "queued", "tries": 0, "attempts": []}, "queued: no attempt yet"),
        ({"state": "queued", "tries": 0}, "queued: earlier attempts don't count because the receiver was down"),
        ({"state": "cancelled", "plant_name": None}, "Event 7 (erased) for “web shop” is cancelled."),
        ({"asked_at": "2026-03-02T09:18:00.000Z", "tries": 1}, "1 attempt so far, next attempt now, as requested"),
        (
            {"next_probe_at": "2026-03-02T09:18:00.000Z", "receiver_state": "failing"},
            "The receiver is failing; the next request to it is due at 2026-03-02 09:18:00Z.",
        ),
        ({"attempts_left_out": 12}, "12 older attempts are not shown."),
    ],
)
def test_every_state_has_its_sentence(store: ScriptedStore, run: Run, changes: dict[str, Any], words: str) -> None:
    store.responds(f"GET /deliveries/7/{RECEIVER}", a_detail(**changes))

    assert words in run("deliveries", "show", "7", RECEIVER).stdout


def test_attempts_of_a_replay_continue_the_numbering(store: ScriptedStore, run: Run) -> None:
    detail = a_detail()
    twice = [detail["attempts"][0] | {"number": 1, "ordinal": ordinal} for ordinal in (4, 5)]
    store.responds(f"GET /deliveries/7/{RECEIVER}", detail | {"attempts": twice, "tries": 5})

    lines = run("deliveries", "show", "7", RECEIVER).stdout.splitlines()

    at = next(place for place, line in enumerate(lines) if line.startswith("ATTEMPT"))
    assert [line.split()[0] for line in lines[at + 1 : at + 3]] == ["4", "5"]
    assert lines[-1].split()[0] == "6"


def test_events_are_listed_with_the_number_of_deliveries_in_each_state(store: ScriptedStore, run: Run) -> None:
    counts = {"delivered": 1_200, "waiting": 3, "held": 0, "exhausted": 2, "cancelled": 0}
    event = {"event": EVENT, "sequence": 7, "plant_name": "Aloe vera", "time": "2026-03-02T09:15:00.000Z"}
    events = [event | {"counts": counts, "deliveries": []}]
    store.responds("GET /deliveries", {"items": [], "events": events, "next": None})

    heading, row = run("deliveries", "list", "--search", "100 % [a-z]", "--by-event").stdout.splitlines()

    assert heading.split() == [
        "EVENT",
        "PLANT",
        "DELIVERED",
        "WAITING",
        "HELD",
        "EXHAUSTED",
        "CANCELLED",
        "ADDED",
        "EVENT",
        "ID",
    ]
    assert row.split() == ["7", "Aloe", "vera", "1,200", "3", "0", "2", "0", "2026-03-02", "09:15:00Z", EVENT]
    assert store.requests[-1].query == {"q": "100 % [a-z]", "group": "event"}


def test_show_says_what_the_next_attempt_waits_for(store: ScriptedStore, run: Run) -> None:
    waits = {"next_attempt_code": "receiver_paused", "next_attempt_note": "The receiver is paused."}
    store.responds(f"GET /deliveries/7/{RECEIVER}", a_detail(state="held", **waits))

    assert run("deliveries", "show", "7", RECEIVER).stdout.splitlines()[1] == "The receiver is paused."


def test_show_with_json_prints_the_object(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /receivers", {"items": [{"id": RECEIVER, "name": "web shop"}], "next": None})
    store.responds(f"GET /deliveries/{EVENT}/{RECEIVER}", a_detail())

    assert json.loads(run("deliveries", "show", EVENT, "rcv_01", "--json").stdout) == a_detail()


@pytest.mark.parametrize(("command", "end"), [("retry", "attempts"), ("cancel", "cancellation")])
def test_a_change_is_sent_with_a_key_and_prints_the_new_state(
    store: ScriptedStore, run: Run, command: str, end: str
) -> None:
    store.responds(f"POST /deliveries/7/{RECEIVER}/{end}", a_detail(), status=202)

    words = run("deliveries", command, "7", RECEIVER, "--idempotency-key", "again")
    record = run("deliveries", command, "7", RECEIVER, "--json")

    assert store.requests[0].headers["idempotency-key"] == "again"
    assert words.stdout.startswith("Event 7 (Aloe vera) for “web shop” is retrying")
    assert json.loads(record.stdout) == a_detail()


@pytest.mark.parametrize(("status", "code"), [(404, 3), (409, 1), (403, 4)])
def test_a_refused_change_is_an_error_on_one_line(store: ScriptedStore, run: Run, status: int, code: int) -> None:
    store.refuses(f"POST /deliveries/7/{RECEIVER}/attempts", status, title="No", detail="The receiver is paused.")

    result = run("deliveries", "retry", "7", RECEIVER)

    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith("Error: The receiver is paused.")


# Watching: each script ends with a refusal, which ends the command


def test_watch_prints_each_attempt_once_across_pages(
    store: ScriptedStore, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(following, "WAIT", waits.append)
    fine = an_attempt(8, state="delivered", status=204, reason=None, next_attempt_at=None, number=2)
    store.on("GET /attempts", a_page(after="5"), a_page(an_attempt(), after="6", more=True), a_page(fine, after="7"))
    store.refuses("GET /attempts", 401, title="No", detail="The token has ended.")

    result = run("deliveries", "watch")

    assert result.exit_code == 4
    first, second = result.stdout.splitlines()
    assert first == (
        "09:15:00.004 retrying 7 Aloe vera → web shop: 503 in 31 ms: The receiver is unavailable (503). "
        "Next attempt 2026-03-02 09:15:05Z."
    )
    assert second == "09:15:00.004 delivered 8 Aloe vera → web shop, attempt 2: 204 in 31 ms"
    assert [request.query.get("after") for request in store.requests] == [None, "5", "6", "7"]
    assert waits == [POLL_S, POLL_S], "after a page that is not the last, the next is requested without a pause"
    assert result.stderr.startswith(f"Ready: following all deliveries at {store.url} (Ctrl-C stops)\n")


def test_watch_with_json_prints_a_ready_line_first(
    store: ScriptedStore, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "WAIT", lambda _: None)
    store.responds("GET /receivers", {"items": [{"id": RECEIVER, "name": "web shop"}], "next": None})
    given_up = an_attempt(8, state="exhausted")
    store.on("GET /attempts", a_page(an_attempt(), given_up, after="5"))
    store.refuses("GET /attempts", 401, title="No", detail="The token has ended.")

    chosen = ("--receiver", "rcv_01", "--state", "exhausted", "--since", "2026-03-02")
    result = run("deliveries", "watch", *chosen, "--json")

    ready, attempt = map(json.loads, result.stdout.splitlines())
    assert ready == {"type": "ready", "url": store.url, "receiver": RECEIVER}
    assert attempt == {"type": "attempt", **given_up}
    assert store.requests[1].query == {"receiver": RECEIVER, "since": "2026-03-02T00:00:00.000Z"}
    assert store.requests[2].query == {"receiver": RECEIVER, "after": "5"}
    assert json.loads(result.stderr)["exit_code"] == 4


def test_watch_backs_off_while_the_store_is_unreachable(
    store: ScriptedStore, capsys: pytest.CaptureFixture[str]
) -> None:
    waits: list[float] = []
    store.on("GET /attempts", *[AWAY] * 7, a_page(after="5"), AWAY, a_page(an_attempt(), after="6"))
    store.refuses("GET /attempts", 401, title="No", detail="The token has ended.")
    client = Client(address=parse_address(store.url), token=Secret("pst_x"), timeout_s=5)

    with pytest.raises(Failure, match="The token has ended"):
        follow(client, EVERYTHING, as_json=False, wait=waits.append)

    printed = capsys.readouterr()
    assert waits[:7] == [1, 2, 4, 8, 16, BACKOFF_S_MAX, BACKOFF_S_MAX]
    assert printed.err.count("Retrying until it responds.") == printed.err.count("The store is back.") == 2
    assert printed.err.count("Ready:") == 1
    assert "7 Aloe vera" in printed.out


def test_watch_ends_quietly_on_a_broken_pipe(
    store: ScriptedStore, command: list[str], process_environ: dict[str, str]
) -> None:
    many = [an_attempt(sequence) for sequence in range(2_000)]
    store.on("GET /attempts", a_page(*many, after="5", more=True))

    watching = subprocess.Popen(
        [*command, "deliveries", "watch"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=process_environ,
    )
    assert watching.stdout is not None and watching.stderr is not None
    watching.stdout.readline()
    watching.stdout.close()

    assert watching.wait(30) == 0
    assert watching.stderr.read().count(b"\n") == 1
    watching.stderr.close()


@pytest.mark.parametrize("state", [state.value for state in DeliveryState])
def test_watch_accepts_every_state_that_an_attempt_can_have(store: ScriptedStore, run: Run, state: str) -> None:
    store.responds("GET /receivers", {"items": [], "next": None})
    result = run("deliveries", "watch", "--state", state, "--receiver", "nonsense")

    assert result.stderr.startswith("Error: There is no receiver “nonsense”."), "the state is not what is wrong"
