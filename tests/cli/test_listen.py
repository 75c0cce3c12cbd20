"""`plantstore listen` end to end: a real store, a real listener, and both output streams."""

import json
import re
import signal
import stat
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from plantstore.core.clock import SystemClock
from plantstore.domain.timestamps import to_text
from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore
from tests.cli.test_serve import ENVIRONMENT, Serving, command, outcome, serving
from tests.polling import wait_until

WAIT_S = 30.0
LINE = re.compile(r"\d\d:\d\d:\d\d\.\d{3}  plant\.added  (.+?) {2,}evt_\w{26}  verified(?:, attempt \d+)?  → (\d{3}).*")


class Shop:
    """A running store with its own data folder; no private networks are allowed."""

    def __init__(self, folder: Path, server: Serving) -> None:
        self.folder, self.server = folder, server

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return outcome(*arguments, PLANTSTORE_DATA=str(self.folder))

    def add(self, *names: str) -> None:
        for name in names:
            added = self.run("plants", "add", name)
            assert added.returncode == 0, added.stderr

    def receivers(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.run("receivers", "list", "--json").stdout.splitlines()]


class Listening:
    """A running listener and its output so far."""

    def __init__(self, process: "subprocess.Popen[str]", folder: Path) -> None:
        self.process, self._folder = process, folder

    @property
    def data(self) -> str:
        return (self._folder / "out").read_text()

    @property
    def notes(self) -> str:
        return (self._folder / "err").read_text()

    def wait_for(self, done: Callable[[], object]) -> None:
        wait_until(done, process=self.process, explain=lambda: self.data + self.notes)

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=WAIT_S)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    folder = tmp_path_factory.mktemp("shop") / "data"
    with serving(folder) as server:
        server.wait_for('"ready"')
        yield Shop(folder, server)
        server.stop()


@contextmanager
def listening(shop: Shop, folder: Path, *flags: str) -> Iterator[Listening]:
    environment = ENVIRONMENT | {"PLANTSTORE_DATA": str(shop.folder)}
    with (
        (folder / "out").open("w") as out,
        (folder / "err").open("w") as err,
        subprocess.Popen(
            command("listen", "--port", "0", *flags), stdout=out, stderr=err, text=True, env=environment
        ) as process,
    ):
        listener = Listening(process, folder)
        try:
            listener.wait_for(lambda: "Ready on" in listener.notes or '"ready"' in listener.data)
            yield listener
        finally:
            if process.poll() is None:
                process.kill()


def names(text: str) -> list[tuple[str, str]]:
    """Return plant name and status of each line; every line must be a delivery."""
    matches = [LINE.fullmatch(line) for line in text.splitlines()]
    assert all(matches), text
    return sorted((match[1], match[2]) for match in matches if match)


def test_since_brings_missed_events_and_only_data_is_on_standard_output(shop: Shop) -> None:
    before = to_text(SystemClock().now())
    shop.add("Missed 1", "Missed 2")

    ended = shop.run("listen", "--port", "0", "--since", before, "--count", "2")

    assert ended.returncode == 0, ended.stderr
    assert names(ended.stdout) == [("Missed 1", "200"), ("Missed 2", "200")]
    assert re.search(
        r"^Receiver “listen on .+” added \(rcv_\w{13}\)\. It is removed when you stop\.$", ended.stderr, re.M
    )
    assert re.search(r"^Ready on http://127\.0\.0\.1:\d+/plant/webhook \(Ctrl-C stops\)$", ended.stderr, re.M)
    assert ended.stderr.endswith("Stopped. 2 received, 2 accepted, 0 queued.\n")
    assert shop.receivers() == []


def test_in_a_pipe_json_mode_prints_ready_deliveries_and_summary(shop: Shop) -> None:
    shop.add("Piped")
    environment = ENVIRONMENT | {"PLANTSTORE_DATA": str(shop.folder)}
    words = " ".join(command("listen", "--port", "0", "--since", "10m", "--count", "1", "--json"))

    ended = subprocess.run(
        f"{words} | cat", shell=True, env=environment, capture_output=True, text=True, timeout=60, check=False
    )

    first, delivery, last = map(json.loads, ended.stdout.splitlines())
    assert first["type"] == "ready"
    assert first["url"].endswith("/plant/webhook")
    assert (delivery["type"], delivery["verified"], delivery["status"]) == ("delivery", True, 200)
    assert delivery["plant"]["name"]
    assert (last["type"], last["accepted"], last["waiting"] >= 0) == ("summary", 1, True)
    assert ended.stderr == ""


def test_a_broken_pipe_stops_listening_quietly(shop: Shop) -> None:
    shop.add("First", "Second")
    environment = ENVIRONMENT | {"PLANTSTORE_DATA": str(shop.folder)}
    words = " ".join(command("listen", "--port", "0", "--since", "10m", "--json"))

    ended = subprocess.run(
        f"{words} | head -1", shell=True, env=environment, capture_output=True, text=True, timeout=60, check=False
    )

    assert json.loads(ended.stdout)["type"] == "ready"
    assert ended.stderr == ""
    assert shop.receivers() == []


def test_new_plants_arrive_and_the_receiver_is_removed_at_the_end(shop: Shop, tmp_path: Path) -> None:
    with listening(shop, tmp_path, "--secret-to", str(tmp_path / ".env")) as listener:
        (receiver,) = shop.receivers()
        assert receiver["ephemeral"] is True
        written = (tmp_path / ".env").read_text()
        assert re.fullmatch(r"PLANTSTORE_SECRET=whsec_\S+\nPLANTSTORE_ACCESS_TOKEN=rct_\w+\n", written)
        assert stat.S_IMODE((tmp_path / ".env").stat().st_mode) == 0o600
        assert listener.data == "", "plants added earlier are not sent"

        shop.add("Rosa canina")
        listener.wait_for(lambda: listener.data)

        assert listener.stop(signal.SIGTERM) == 0
    assert names(listener.data) == [("Rosa canina", "200")]
    assert listener.notes.endswith("Stopped. 1 received, 1 accepted, 0 queued.\n")
    assert "whsec_" not in listener.notes + listener.data
    assert shop.receivers() == []


def test_failed_events_stay_queued_and_can_be_received_later(shop: Shop, tmp_path: Path) -> None:
    with listening(shop, tmp_path, "--fail", "100%") as listener:
        shop.add("Unlucky")
        listener.wait_for(lambda: listener.data)
        assert listener.stop() == 0

    assert set(names(listener.data)) == {("Unlucky", "503")}
    assert "Failed on purpose (--fail)." in listener.data
    again = re.search(
        r"1 queued\. Nothing is lost\. To receive the rest: plantstore (listen --since \d+m)$", listener.notes.strip()
    )
    assert again is not None, listener.notes
    later = shop.run(*again[1].split(), "--port", "0", "--count", "1")
    assert later.returncode == 0
    assert "  → 200" in later.stdout


def test_stopping_before_count_is_reached_exits_130(shop: Shop, tmp_path: Path) -> None:
    with listening(shop, tmp_path, "--count", "1") as listener:
        assert listener.stop() == 130


class _Program(BaseHTTPRequestHandler):
    """The local program: answers the first request 500 and all later ones 204."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        got: list[tuple[dict[str, str], bytes]] = self.server.got  # type: ignore[attr-defined]
        got.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(204 if len(got) > 1 else 500)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Tests are quiet."""


def test_events_are_forwarded_until_the_program_accepts_them(shop: Shop) -> None:
    shop.add("Forwarded")
    program = HTTPServer(("127.0.0.1", 0), _Program)
    program.got = []  # type: ignore[attr-defined]
    serving_it = threading.Thread(target=program.serve_forever, args=(0.01,))
    serving_it.start()
    url = f"http://127.0.0.1:{program.server_port}/in"
    try:
        ended = shop.run("listen", "--port", "0", "--since", "10m", "--forward", url, "--count", "1")
    finally:
        program.shutdown()
        serving_it.join()
        program.server_close()

    assert ended.returncode == 0, ended.stderr
    assert f"forwarding to {url}" in ended.stderr
    statuses = {status for _, status in names(ended.stdout)}
    assert statuses == {"204", "500"}
    headers, body = program.got[0]  # type: ignore[attr-defined]
    assert headers["webhook-signature"].startswith("v1,")
    assert headers["authorization"].startswith("Bearer rct_")
    assert headers["host"] == f"127.0.0.1:{program.server_port}"
    assert json.loads(body)["name"]


def test_a_store_that_stops_responding_is_reported_and_loses_nothing(shop: Shop, tmp_path: Path) -> None:
    with listening(shop, tmp_path, "--timeout", "0.5") as listener:
        shop.server.process.send_signal(signal.SIGSTOP)
        try:
            listener.wait_for(lambda: "did not respond within 0.5 s. Still listening" in listener.notes)
        finally:
            shop.server.process.send_signal(signal.SIGCONT)
        listener.wait_for(lambda: "The store is back." in listener.notes)
        shop.add("After the pause")
        listener.wait_for(lambda: "After the pause" in listener.data)
        assert listener.stop() == 0

    assert listener.notes.count("did not respond") == 1
    assert names(listener.data) == [("After the pause", "200")]


def test_a_port_in_use_is_refused_before_registration(shop: Shop, tmp_path: Path) -> None:
    with listening(shop, tmp_path) as listener:
        port = re.search(r":(\d+)/plant", listener.notes)
        assert port is not None

        refused = shop.run("listen", "--port", port[1])

        assert len(shop.receivers()) == 1
        listener.stop()
    assert refused.returncode == 1
    assert refused.stderr == (
        f"Error: Cannot use port {port[1]} on 127.0.0.1: Address already in use. "
        "Choose another with --port; 0 takes a free one.\n"
    )


# Without a store


def test_an_unreachable_store_is_an_error_on_one_line(run: Run) -> None:
    result = run("listen", "--port", "0", PLANTSTORE_URL="http://127.0.0.1:1")

    assert result.exit_code == 5
    assert result.stderr == (
        "Error: No server is running at http://127.0.0.1:1 (connection refused). "
        "Start it with `plantstore serve`, or choose another with --url.\n"
    )


def test_a_store_on_another_machine_is_refused_with_the_reason(store: ScriptedStore, run: Run) -> None:
    detail = "The request comes from 192.0.2.7, not from the store's own machine."
    errors = [{"pointer": "/ephemeral", "code": "not_local", "detail": detail}]
    store.refuses("POST /receivers", 422, title="Some fields are wrong", errors=errors)

    result = run("listen", "--port", "0")

    assert result.exit_code == 1
    assert f"ephemeral: {detail}" in result.stderr


def test_invalid_options_are_wrong_usage(store: ScriptedStore, run: Run) -> None:
    for arguments, words in [
        (("--port", "80"), "from 1024 up"),
        (("--port", "65536"), "--port"),
        (("--answer", "199"), "--answer"),
        (("--answer", "600"), "--answer"),
        (("--answer-after", "61s"), "up to 60 s"),
        (("--answer-after", "5"), "500ms"),
        (("--fail", "101%"), "write 20%"),
        (("--fail", "0.2"), "write 20%"),
        (("--since", "soon"), "10m"),
        (("--count", "0"), "--count"),
        (("--forward", "localhost:3000"), "is not a URL to forward to"),
        (("--insecure-forward",), "only applies to --forward"),
        (("--force",), "--secret-to"),
        (("--print", "pretty"), "--print"),
    ]:
        result = run("listen", *arguments)

        assert result.exit_code == 2, arguments
        assert words in result.stderr, arguments
        assert store.requests == [], arguments


def test_an_existing_secret_in_the_file_is_kept(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("PLANTSTORE_SECRET=whsec_of_production\n")

    result = run("listen", "--port", "0", "--secret-to", ".env")

    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert store.requests == []
    assert (tmp_path / ".env").read_text() == "PLANTSTORE_SECRET=whsec_of_production\n"
