"""docs/receiving.md and docs/helper.md agree with the code: request, test vectors, tables and programs."""

import inspect
import json
import re
import sys
import time
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from plantstore import __version__, receiving
from plantstore.core.ed25519 import is_signed_by
from plantstore.core.settings import Settings
from plantstore.domain.deliveries.delivery import (
    HORIZON_S,
    JITTER_MAX,
    OVERLOAD_WAIT_S_MIN,
    OVERLOADED,
    RETRY_SCHEDULE_S,
)
from plantstore.domain.deliveries.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.event import BODY_BYTES_MAX
from plantstore.domain.receivers.public_key import read_public_key, to_jwk
from plantstore.domain.receivers.receiver import WEBHOOK_PATH
from plantstore.domain.receivers.signature import Signer
from plantstore.domain.secret import Secret
from plantstore.receiving import Receiver

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "receiving.md").read_text(encoding="utf-8")
TEXT = " ".join(PAGE.split())
HELPER = (DOCS / "helper.md").read_text(encoding="utf-8")
WEEKDAYS = ("Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday")
TOKEN = "example-access-token"


def section(heading: str) -> str:
    return re.split(r"^## ", PAGE.partition(f"## {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def fenced(language: str, heading: str) -> str:
    return first_fenced(language, section(heading))


def first_fenced(language: str, text: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found, f"no {language}"
    return found[1]


def rows(text: str) -> list[list[str]]:
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")
    ]


def vectors() -> list[dict[str, str]]:
    tables = section("Test vectors").partition("For v1a")[0].split("| part | value |")[1:]
    return [{name: text.strip("`") for name, text in rows(table)} for table in tables]


def request_shown() -> tuple[str, dict[str, str], bytes]:
    head, _, body = fenced("http", "The request").partition("\n\n")
    line, *headers = head.splitlines()
    return line, dict(header.split(": ", 1) for header in headers), body.rstrip("\n").encode()


def test_the_request_shown_verifies_unchanged() -> None:
    line, headers, body = request_shown()
    secret = vectors()[0]["secret"]

    event = Receiver(secret, TOKEN, clock=lambda: 1_790_000_003).verify(headers, body)

    assert line == f"POST {WEBHOOK_PATH} HTTP/1.1"
    assert headers["content-length"] == str(len(body))
    assert headers["user-agent"] == f"plantstore/{__version__.removesuffix('.dev0')}"
    assert (event.id, event.sequence, event.plant["id"], event.attempt) == (headers["ce-id"], 1042, 1042, 1)


def test_the_vectors_match_our_signatures() -> None:
    assert len(vectors()) == 2
    for vector in vectors():
        signer = Signer((Secret(vector["secret"]),))
        signature = signer.sign(vector["id"], int(vector["timestamp"]), vector["body"].encode())
        assert signature == vector["signature"]


def test_the_signatures_and_keys_of_v1a_are_right() -> None:
    part = section("Verify with a public key")
    [key] = json.loads(first_fenced("json", part))["keys"]
    table = {name: text.strip("`") for name, text in rows(section("Test vectors").partition("| of v1a |")[2])}
    vector = vectors()[1]
    signed = f"{vector['id']}.{vector['timestamp']}.{vector['body']}".encode()
    signature = re.search(r"^webhook-signature: (.+)$", part, re.MULTILINE)
    assert signature is not None
    _, headers, body = request_shown()

    assert key == to_jwk(read_public_key(table["public key"]))
    assert is_signed_by(read_public_key(key["whpk"]), b64decode(table["signature"].removeprefix("v1a,")), signed)
    headers |= {"webhook-signature": signature[1]}
    for secret in (vectors()[0]["secret"], key["whpk"]):
        assert Receiver(secret, TOKEN, clock=lambda: 1_790_000_003).verify(headers, body).raw == body


def test_the_first_vector_is_the_request_shown() -> None:
    _, headers, body = request_shown()
    vector = vectors()[0]

    assert vector["body"].encode() == body
    assert [vector["id"], vector["timestamp"], vector["signature"]] == [
        headers[f"webhook-{part}"] for part in ("id", "timestamp", "signature")
    ]


def test_the_retry_table_is_the_schedule() -> None:
    units = {"s": 1, "min": 60, "h": 3_600}
    table = rows(section("Retry schedule"))[1:]
    since_s = 0

    assert [row[0] for row in table] == [str(number) for number in range(1, len(RETRY_SCHEDULE_S) + 1)]
    for (_, wait, since, example), delay_s in zip(table, RETRY_SCHEDULE_S, strict=True):
        number, unit = wait.split()
        since_s += delay_s
        days, second_s = divmod(since_s + 18 * 3_600, 86_400)
        assert int(number) * units[unit] == delay_s
        assert since == f"{since_s // 3_600}:{since_s // 60 % 60:02}:{since_s % 60:02}"
        assert example == f"{WEEKDAYS[days]} {second_s // 3_600:02}:{second_s // 60 % 60:02}:{second_s % 60:02}"


def test_the_figures_in_the_text_are_those_of_the_code() -> None:
    hours, minutes, seconds = HORIZON_S // 3_600, HORIZON_S // 60 % 60, HORIZON_S % 60

    assert f"{len(RETRY_SCHEDULE_S)} attempts over {hours} h {minutes} min {seconds} s" in TEXT
    assert "Up to a fifth is added" in TEXT
    assert JITTER_MAX == 1 / 5
    assert f"at most {BODY_BYTES_MAX:,} bytes" in TEXT
    assert f"within {Settings().deadline_s:g} seconds" in TEXT
    assert HORIZON_S * (1 + JITTER_MAX) + 2 * OVERLOAD_WAIT_S_MIN * (1 + JITTER_MAX) < 6 * 86_400, "six days"
    put_off_s = sum(max(delay_s * (1 + JITTER_MAX), RETRY_AFTER_S_MAX) for delay_s in RETRY_SCHEDULE_S[1:])
    assert 16 * 86_400 < put_off_s < 17 * 86_400, "or seventeen, says the page"
    assert f"up to {RETRY_AFTER_S_MAX // 3_600} hours" in TEXT
    assert f"the wait is at least {OVERLOAD_WAIT_S_MIN} seconds" in TEXT
    statuses = re.search(r"After a ([\d, or]+), or no status in time", TEXT)
    assert statuses is not None
    assert {int(status) for status in re.findall(r"\d+", statuses[1])} == OVERLOADED


def test_the_options_are_those_of_the_helper() -> None:
    table = HELPER.partition("| option |")[2].partition("\n\n")[0]
    shown = {name.strip("`"): default.strip("`").replace('"', "'") for name, default, _ in rows(table)}
    options = inspect.signature(Receiver).parameters.values()
    real = {option.name: option.default for option in options if option.kind is option.KEYWORD_ONLY}
    del real["clock"]  # for tests

    assert {name: default.replace("_", "") for name, default in shown.items()} == {
        name: f"{default:g}" if isinstance(default, float) else repr(default) for name, default in real.items()
    }


# The programs


def signed_now(
    *, body: bytes = b'{"id":7,"name":"Pilea \xe2\x80\x98Mojito\xe2\x80\x99"}', age_s: int = 0
) -> dict[str, Any]:
    at_s = int(time.time()) - age_s  # noqa: TID251  # the library reads the machine's clock
    headers = {
        "authorization": f"Bearer {TOKEN}",
        "webhook-id": "evt_1",
        "webhook-timestamp": str(at_s),
        "webhook-signature": Signer((Secret(vectors()[0]["secret"]),)).sign("evt_1", at_s, body),
        "ce-id": "evt_1",
        "ce-type": "plant.added",
        "ce-time": "2026-09-21T14:13:19.912Z",
        "ce-sequence": "0000000000000007",
    }
    return {"data": body, "headers": headers, "content_type": "application/json"}


@pytest.fixture
def _in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANTSTORE_SECRET", vectors()[0]["secret"])
    monkeypatch.setenv("PLANTSTORE_ACCESS_TOKEN", TOKEN)


@pytest.mark.usefixtures("_in_the_environment")
def test_the_minimal_receiver_accepts_genuine_requests_only(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("flask")
    program: dict[str, Any] = {"__name__": "receiver"}
    exec(fenced("python", "A minimal receiver"), program)
    post = program["app"].test_client().post

    def status(**changed: str) -> int:
        good = signed_now()
        return int(post("/plant/webhook", **good | {"headers": good["headers"] | changed}).status_code)

    two = signed_now()
    two["headers"]["webhook-signature"] += " v1,QUJD"
    assert post("/plant/webhook", **two).status_code == 204
    assert capsys.readouterr().out == "evt_1 Pilea ‘Mojito’\n"
    assert [status(authorization=wrong) for wrong in ("", "Bearer other", "Bearer ü", TOKEN)] == [401] * 4
    for wrong in ("v1", "garbage", "v1,ü", "v1,QUJD", ""):
        assert status(**{"webhook-signature": wrong}) == 400
    for wrong in ("now", "nan", "inf", "9" * 5_000):
        assert status(**{"webhook-timestamp": wrong}) == 400
    for bad in (
        signed_now(age_s=600),
        signed_now(age_s=-600),
        signed_now() | {"data": b"{}"},
        signed_now(body=b"\xff"),
    ):
        assert post("/plant/webhook", **bad).status_code == 400
    assert capsys.readouterr().out == ""


@pytest.mark.usefixtures("_in_the_environment")
def test_the_helper_shown_handles_a_request(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "receiving", receiving)
    program: dict[str, Any] = {}
    exec(first_fenced("python", HELPER), program)
    request = signed_now()

    assert program["plants"].handle("POST", request["headers"], request["data"]).status == 204
    assert capsys.readouterr().out == "evt_1 7 2026-09-21 14:13:19.912000+00:00 Pilea ‘Mojito’\n"


def test_the_adapters_shown_exist() -> None:
    for name in ("asgi", "flask", "django", "wsgi", "handle", "verify"):
        assert f"plants.{name}" in HELPER
        assert callable(getattr(Receiver, name))
