"""The documents agree with the code: every setting, route, error, outcome and log field has its row."""

import ast
import importlib
import inspect
import io
import json
import re
import tomllib
from collections import Counter
from dataclasses import fields
from datetime import date
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
import structlog
from msgspec import structs
from starlette.routing import Route

import plantstore
from plantstore.core.clock import SystemClock
from plantstore.core.logging.json_lines import JsonLogger
from plantstore.core.logging.messages import SentAttempt
from plantstore.core.logging.setup import log_audit_finding
from plantstore.core.metrics import Metrics
from plantstore.core.settings import FOR_CLIENTS, PREFIX, Settings
from plantstore.domain.audit import DESCRIPTIONS, AuditNumber, Example, finding_of
from plantstore.domain.deliveries.adaptive_concurrency import AFTER_FIRST_SUCCESS, START
from plantstore.domain.deliveries.delivery import (
    ATTEMPTS_MAX,
    HORIZON_S,
    JITTER_MAX,
    OVERLOAD_WAIT_S_MIN,
    OVERLOADED,
    RETRY_SCHEDULE_S,
    OutcomeKind,
)
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.deliveries.latency_histogram import BOUNDS_MS, LONGEST_MS
from plantstore.domain.deliveries.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.errors import StoreError
from plantstore.domain.event import BODY_BYTES_MAX
from plantstore.domain.plants.plant import public_record
from plantstore.domain.receivers.receiver import DEADLINE_S_MAX, DEADLINE_S_MIN
from plantstore.domain.token import BUNDLES, DAYS_DEFAULT
from plantstore.operations.audit import auditor
from plantstore.operations.audit.stall_detector import PATIENCE_S
from plantstore.operations.retention import RESCAN_S, STEP_ROWS_MAX
from plantstore.operations.scheduler import INTERVAL_S
from plantstore.receivers import commands, replays
from plantstore.storage.queries.dashboard import RECENT_ATTEMPTS_MAX
from plantstore.storage.queries.delivery_counts import CAPPED_AT, COUNTED_RECEIVERS_MAX, COUNTED_ROWS_MAX
from plantstore.storage.tables import hourly_stats
from plantstore.storage.tables.idempotency import KEY_CHARS_MAX
from plantstore.web import routes
from plantstore.web.api.receivers.schemas import ReceiverInput
from plantstore.web.api.status.endpoints import RECEIVERS_SHOWN_MAX
from plantstore.web.console.static import ADDRESS as STATIC
from plantstore.web.http.dependencies import Dependencies
from plantstore.web.http.pagination import LIMIT_DEFAULT
from plantstore.web.http.problems import KINDS
from plantstore.web.routes import ENDPOINTS
from tests.makers import a_plant, a_retry, an_attempt
from tests.still_clock import StillClock
from tests.web.auth.test_access import PUBLIC, READ

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "plantstore"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
MAIN_PATH = {
    "src/plantstore/web/http/dispatch.py": ["dispatch"],
    "src/plantstore/catalogue/commands.py": ["Catalogue.add_plants"],
    "src/plantstore/delivery/receiver_worker.py": ["ReceiverWorker.pull"],
    "src/plantstore/sending/sender.py": ["Sender.send"],
    "src/plantstore/domain/deliveries/delivery.py": ["settle"],
    "src/plantstore/delivery/recorder.py": ["Recorder.flush", "write_records"],
}
GAPS = (
    "Purpose beyond the notification",
    "Fields of the plant record",
    "States and transitions",
    "Which operation produces the event",
    "Payload shape and fields of the event",
    "HTTP method",
    "Where it is delivered",
    "Response the receiver must return",
    "Authentication of the call",
    "How a token is issued, how long it lives, what it permits",
    "Retries and signing",
    "Errors",
    "Limits",
    "Versioning",
)
"""What the specification marks "not shown", and two points that its webhook leaves open."""


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def section(name: str, heading: str) -> str:
    text = page(name).partition(f"\n## {heading}\n")[2]
    assert text, f"{name} has no section {heading}"
    return text.partition("\n## ")[0]


def rows(text: str) -> dict[str, list[str]]:
    """Return every row of the tables in a text: the other cells by the first cell without its marks."""
    found = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("|") and "---" not in line]
    return {cells[0].strip("` "): [cell.strip() for cell in cells[1:]] for cells in found}


def clock_time(seconds: int) -> str:
    return f"{seconds // 3_600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


# Settings


def test_every_setting_is_documented_as_it_is() -> None:
    documented = rows(page("docs/settings.md"))

    for item in fields(Settings):
        check_setting(item, documented[PREFIX + item.name.upper()])


def check_setting(item: object, row: list[str]) -> None:
    name, default, meta = attrgetter("name", "default", "metadata")(item)
    default_shown, range_shown, *rest = row

    assert meta["help"].partition(":")[0] in rest[-1].replace("`", ""), name
    assert (rest[0] if len(rest) == 2 else "") == meta["unit"], name
    if isinstance(default, float | int):
        assert float(default_shown.strip("`")) == default, name
    else:
        assert default_shown.strip("`") == ("none" if default in (None, "", ()) else str(default)), name
    limits = "" if meta["least"] is None else f"{meta['least']:,} to {meta['most']:,}"
    assert range_shown == limits, name


def test_no_other_variable_is_documented() -> None:
    known = {PREFIX + item.name.upper() for item in fields(Settings)} | {PREFIX + name for name in FOR_CLIENTS}

    for path in PAGES:
        assert set(re.findall(rf"{PREFIX}[A-Z_]+", path.read_text(encoding="utf-8"))) <= known | {PREFIX}, path.name
    for name in FOR_CLIENTS:
        assert f"`{PREFIX}{name}`" in page("docs/settings.md")


# The API


def test_every_operation_is_documented_with_its_scope() -> None:
    documented = rows(section("docs/api.md", "Operations"))
    real = {f"{one.method} {one.path}": one for one in ENDPOINTS}

    assert documented.keys() - {"operation"} == real.keys()
    for name, operation in real.items():
        assert documented[name][0] == f"`{operation.scope}`" + (" *" if operation.allows_bound_tokens else "")


def test_every_operation_is_listed_once() -> None:
    listed = [line.split("|")[1] for line in section("docs/api.md", "Operations").splitlines() if line[:1] == "|"]

    assert [name for name, times in Counter(listed).items() if times > 1] == []


def test_every_parameter_is_named() -> None:
    text = page("docs/api.md")

    for operation in ENDPOINTS:
        for parameter in operation.parameters:
            assert re.search(rf"`{parameter.name}`|The {parameter.name} in it", text), parameter.name


def addresses() -> tuple[set[str], set[str], set[str]]:
    """Return the documented addresses: of operations, of public documents, and of pages."""
    operations = {name.split()[-1] for name in rows(section("docs/api.md", "Operations"))} - {"operation"}
    sentence = page("docs/api.md").partition("\nWithout a token: ")[2].partition("\n\n")[0]
    pages = rows(section("docs/console.md", "Pages")).keys() - {"address"}
    return operations, set(re.findall(r"`(/[^`]*)`", sentence)), set(pages)


def served(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return every address of the site."""
    found: list[Route] = []
    monkeypatch.setattr(routes, "Directory", lambda known, *_: found.extend(known))
    dependencies = SimpleNamespace(
        settings=Settings(),
        version="",
        ids=SimpleNamespace(request=None),
        clock=SystemClock(),
        metrics=Metrics(),
        photo_uploads=SimpleNamespace(files=None),
        database=None,
    )
    routes.create_app(cast(Dependencies, dependencies))
    return {route.path for route in found}


def shaped(*several: set[str]) -> set[str]:
    """Return addresses without the names of their variable parts."""
    return {re.sub(r"{[^}]*}", "{}", address) for addresses in several for address in addresses}


def test_every_address_that_is_served_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    operations, public, pages = addresses()
    known = served(monkeypatch)

    assert shaped(known - {STATIC}) <= shaped(operations, public, pages)
    assert shaped(operations, public, pages) <= shaped(known)
    assert len(operations) + len(public) + len(pages) == len(operations | public | pages)


def test_every_public_address_is_named() -> None:
    _, public, pages = addresses()

    assert {READ.get(address, address) for address in PUBLIC} <= public | pages


def test_the_bundles_are_as_documented() -> None:
    documented = rows(section("docs/api.md", "Authentication and scopes"))
    scopes = {name: set(re.findall(r"`([a-z:]+)`", cells[0])) for name, cells in documented.items()}

    assert scopes["staff"] == BUNDLES["staff"]
    assert scopes["integrator"] == BUNDLES["integrator"]
    assert scopes["staff"] | scopes["integrator"] | scopes["operator"] == BUNDLES["operator"]
    asked_for = {str(operation.scope) for operation in ENDPOINTS}
    unasked = re.search(r"No operation requires ([^.]*)\.", page("docs/api.md"))
    assert BUNDLES["operator"] - asked_for == set(re.findall(r"`([a-z:]+)`", unasked[1] if unasked else ""))


def test_the_figures_of_the_api_are_those_of_the_code() -> None:
    text = " ".join(page("docs/api.md").split())
    of_figures = " ".join(section("docs/api.md", "Figures").split())

    assert f"1 to {KEY_CHARS_MAX} printable ASCII" in text
    assert f"for {DAYS_DEFAULT} days unless said otherwise" in text
    assert f"`limit` is 1 to {Settings().page_items_max} ({LIMIT_DEFAULT} unless said otherwise)" in text
    assert f"at most {Settings().feed_wait_s_max:g} seconds" in text
    assert f"counted up to {RECENT_ATTEMPTS_MAX:,}" in of_figures
    assert f"kept for {hourly_stats.KEPT_DAYS} days" in of_figures
    assert f"{', '.join(f'{bound:,}' for bound in BOUNDS_MS)} and {LONGEST_MS:,} ms" in of_figures


# Errors


def test_every_error_is_documented_with_its_status() -> None:
    documented = rows(page("docs/errors.md"))

    for kind, about in KINDS.items():
        status, what_to_do = documented.pop(kind.code)
        assert status == str(about.status)
        assert what_to_do
    assert list(documented) == ["code"]


def test_the_tree_of_errors_shows_the_status_of_each() -> None:
    tree = inspect.getdoc(importlib.import_module("plantstore.domain.errors")) or ""
    shown = {name: int(status) for name, status in re.findall(r"── (\w+) +(\d{3})", tree)}

    assert shown == {kind.__name__: KINDS[kind].status for kind in KINDS if kind.__module__ == StoreError.__module__}


# Deliveries


def test_every_outcome_is_documented() -> None:
    documented = rows(section("docs/delivery.md", "Outcomes"))

    assert documented.keys() - {"outcome"} == set(OutcomeKind)
    assert all(all(cells) for cells in documented.values())


def test_every_state_of_a_delivery_is_documented() -> None:
    text = section("docs/delivery.md", "Delivery states")

    assert rows(text).keys() - {"state"} == set(DeliveryState)
    assert f"{COUNTED_ROWS_MAX:,} rows" in " ".join(text.split())
    assert f"{COUNTED_RECEIVERS_MAX:,} receivers" in " ".join(text.split())
    assert f"each is {CAPPED_AT:,} at most" in text


def test_the_retry_table_is_the_schedule() -> None:
    table = rows(section("docs/delivery.md", "Retry schedule"))
    units = {"s": 1, "min": 60, "h": 3_600}
    since_s = 0

    assert list(table) == ["attempt", *map(str, range(1, ATTEMPTS_MAX + 1))]
    for number, delay_s in enumerate(RETRY_SCHEDULE_S, 1):
        wait, earliest, latest = table[str(number)]
        count, unit = wait.split()
        since_s += delay_s
        assert int(count) * units[unit] == delay_s
        assert earliest == clock_time(since_s)
        assert latest == clock_time(int(since_s * (1 + JITTER_MAX) + 1e-6))


def test_the_figures_of_adaptive_concurrency_are_those_of_the_code() -> None:
    text = " ".join(page("docs/delivery.md").split())

    assert f"{START} until its first 2xx, then {AFTER_FIRST_SUCCESS}," in text
    shown = re.search(r"A deadline or a ([\d, or]+) halves it", text)
    assert shown is not None
    assert {int(status) for status in re.findall(r"\d+", shown[1])} == OVERLOADED


def test_the_figures_of_responses_are_those_of_the_code() -> None:
    text = " ".join(section("docs/delivery.md", "How a response is handled").split())

    shown = re.search(r"a deadline or a ([\d, or]+) the wait is (\d+) s or more", text)
    assert shown is not None
    assert {int(status) for status in re.findall(r"\d+", shown[1])} == OVERLOADED
    assert int(shown[2]) == OVERLOAD_WAIT_S_MIN
    assert f"more than {RETRY_AFTER_S_MAX // 3_600} h counts as {RETRY_AFTER_S_MAX // 3_600} h" in text


def test_the_limits_of_a_receiver_are_those_of_the_code() -> None:
    table = rows(section("docs/delivery.md", "Receiver limits"))

    assert table["max_rate"][1] == f"{commands.RATE_MIN:g} to {commands.RATE_MAX:,}"
    assert table["deadline_s"][1] == f"{DEADLINE_S_MIN} to {DEADLINE_S_MAX}"
    for field, (flags, _, about) in rows(section("docs/delivery.md", "Receiver limits")).items():
        if field != "field":
            assert field in structs.asdict(ReceiverInput(url="", name="")), field
            assert flags.startswith("`--") and about


def test_the_figures_of_a_replay_are_those_of_the_code() -> None:
    text = " ".join(section("docs/delivery.md", "Replays").split())

    assert f"`pace`, {replays.PACE_MIN:g} to {replays.PACE_MAX:,} requests per second" in text
    assert f"A receiver can have {replays.RUNNING_MAX} replays running at a time" in text


def test_every_field_of_an_attempt_in_the_log_is_documented() -> None:
    documented = rows(section("docs/delivery.md", "The attempt log")).keys() - {"field"}
    stream = io.BytesIO()
    event_logger = JsonLogger(stream, StillClock())

    event_logger.attempts_recorded(
        [SentAttempt(attempt=an_attempt(status=500), retry=a_retry(), receiver_name="shop", verified=False)]
    )
    event_logger.attempts_recorded(
        [SentAttempt(attempt=an_attempt(), retry=None, receiver_name="shop", verified=False)]
    )

    failed, accepted = map(json.loads, stream.getvalue().splitlines())
    of_failures = {name for name in documented if f"| `{name}` | a failed attempt only" in page("docs/delivery.md")}
    assert failed.keys() == documented
    assert accepted.keys() == documented - of_failures


# Watching a store


def test_every_number_of_the_audit_is_documented_with_its_sentence() -> None:
    documented = rows(section("docs/operating.md", "The audit"))

    shown = {name: cells[0] for name, cells in documented.items() if name in set(AuditNumber)}
    assert shown == {number: DESCRIPTIONS[number] for number in AuditNumber}


def test_every_field_of_an_audit_in_the_log_is_documented() -> None:
    documented = rows(section("docs/operating.md", "The audit")).keys() - set(AuditNumber)

    with structlog.testing.capture_logs() as said:
        log_audit_finding(AuditNumber.SEQUENCE_GAPS, finding_of(Example(sequence=7)))

    [line] = said
    assert documented - {"number", "field", "time", "level"} | {"number"} == line.keys() - {"log_level"}


def test_the_figures_of_the_audit_are_those_of_the_code() -> None:
    text = " ".join(section("docs/operating.md", "The audit").split())

    assert f"the {auditor.SAMPLE_ROWS:,} newest plants, events and activities" in text
    assert f"the {auditor.SAMPLE_DELIVERIES} newest deliveries" in text
    assert f"({auditor.SAMPLE_DELIVERIES_MAX:,} over all receivers)" in text
    assert f"begins at {auditor.TOO_FAR_S // 3_600} hours" in text
    assert auditor.PROBLEM_TIMES == 2
    assert (auditor.REPEAT_LOG_RUNS * INTERVAL_S, PATIENCE_S) == (3_600, 60)
    assert "about once an hour" in text
    assert f"Of receivers {RECEIVERS_SHOWN_MAX} are shown" in section("docs/operating.md", "Health")


def test_the_figures_of_retention_are_those_of_the_code() -> None:
    text = section("docs/retention.md", "Retention periods")

    assert f"`PLANTSTORE_ATTEMPTS_DAYS`, {Settings().attempts_days} unless set" in text
    assert f"`PLANTSTORE_ACTIVITY_DAYS`, {Settings().activity_days} unless set" in text
    assert f"at most {STEP_ROWS_MAX:,} in one transaction" in text
    assert (RESCAN_S, "after a day" in text) == (86_400, True)


def test_the_operations_that_leave_no_activity_are_named() -> None:
    text = section("docs/operating.md", "Activity")

    assert {name for name in re.findall(r"`(\w+)`", text) if name in {one.name for one in ENDPOINTS}} == {
        one.name for one in ENDPOINTS if not one.logs_activity
    }


# The specification


def test_every_gap_of_the_specification_is_filled() -> None:
    filled = rows(page("docs/specification-gaps.md"))

    assert list(filled) == ["gap", *GAPS]
    assert all(cells[0] for cells in filled.values())


def test_every_field_of_a_plant_is_named() -> None:
    (cell,) = rows(page("docs/specification-gaps.md"))["Fields of the plant record"]

    record = public_record(a_plant(), today=date(2026, 6, 1), url="https://shop.example/1")
    assert set(re.findall(r"`(\w+)`", cell)) == record.keys()


# README, CHANGELOG, ARCHITECTURE


def test_the_readme_fits_one_screen() -> None:
    screen, more, _ = page("README.md").partition("## More\n")

    assert more
    assert len(screen.splitlines()) <= 45
    assert screen.startswith("# Plant Store\n")
    assert re.search(r"^    make run +#", screen, re.MULTILINE)
    assert re.search(r"^    make test +#", screen, re.MULTILINE)


def test_the_promise_of_the_readme_has_the_figures_of_the_code() -> None:
    promise = section("README.md", "What it promises")
    default = Settings()

    assert f"{ATTEMPTS_MAX} attempts over {HORIZON_S // 3_600} h {HORIZON_S // 60 % 60} m" in promise
    assert f"from {RETRY_SCHEDULE_S[1]} s to {max(RETRY_SCHEDULE_S) // 3_600} h" in promise
    assert f"{default.deadline_s:g} s per attempt" in promise
    assert f"{BODY_BYTES_MAX // 1_024} KiB per body" in promise
    assert f"{default.concurrency_max} concurrent requests to one receiver, {default.in_flight_max:,} in all" in promise


def test_the_commands_of_make_that_are_named_exist() -> None:
    named = {
        one for path in PAGES for one in re.findall(r"(?:`|    )make ([a-z][a-z-]*)", path.read_text(encoding="utf-8"))
    }

    assert {"run", "test"} <= named <= set(re.findall(r"^([a-z][a-z-]*):", page("Makefile"), re.MULTILINE))


def test_the_newest_version_of_the_changelog_is_that_of_the_program() -> None:
    newest = re.search(r"^## \[(.+)\] - (?:\d{4}-\d\d-\d\d|unreleased)$", page("CHANGELOG.md"), re.MULTILINE)

    assert newest is not None
    assert newest[1] == plantstore.__version__


def test_the_main_path_starts_where_the_architecture_says() -> None:
    steps = list(rows(section("ARCHITECTURE.md", "The main path")).values())[1:]

    named = {file.strip("`"): re.findall(r"`([\w.]+)`", starts) for file, starts in steps}
    assert named == MAIN_PATH
    for file, starts in named.items():
        module = importlib.import_module(file.removeprefix("src/").removesuffix(".py").replace("/", "."))
        for start in starts:
            assert inspect.isfunction(attrgetter(start)(module)), f"{file}: {start}"
        assert Path(inspect.getsourcefile(module) or "") == ROOT / file


def test_every_room_is_on_the_map() -> None:
    rooms = {path.name for path in SOURCE.glob("*.py")} - {"__init__.py"}
    rooms |= {path.parent.name + "/" for path in SOURCE.glob("*/__init__.py")}

    assert rows(section("ARCHITECTURE.md", "The map")).keys() - {"room"} == rooms


def test_every_file_on_the_map_exists() -> None:
    for room, (about, *_) in rows(section("ARCHITECTURE.md", "The map")).items():
        for file in re.findall(r"`([\w/]+\.py)`", about):
            assert (SOURCE / room / file).exists(), f"{room}: {file}"


def test_the_directions_of_imports_are_those_that_are_enforced() -> None:
    contracts = tomllib.loads(page("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    (layers,) = [one["layers"] for one in contracts if one["type"] == "layers"]
    shown = rows(section("ARCHITECTURE.md", "Who may import whom"))

    assert [re.findall(r"`(\w+)`", cells[0]) for number, cells in shown.items() if number] == [
        re.findall(r"plantstore\.(\w+)", layer) for layer in layers
    ]


def test_every_test_that_is_named_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page("ARCHITECTURE.md"))

    assert len(named) >= 20
    for file, name in named:
        nodes = ast.walk(ast.parse(page(file)))
        assert name in {one.name for one in nodes if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}, name


def test_every_invariant_names_its_test_or_says_that_there_is_none() -> None:
    table = rows(section("ARCHITECTURE.md", "What must always hold"))

    assert list(dict.fromkeys(number[:1] for number in table)) == ["", *map(str, range(1, 10))], "2a follows 2"
    assert all("::test_" in proof or "not yet tested" in proof for number, (_, proof) in table.items() if number)
