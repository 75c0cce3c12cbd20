"""`serve` and `check` end to end: real processes, and one line with a next step for each refusal."""

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest
from click.testing import CliRunner

from plantstore.cli.main import plantstore
from plantstore.storage.engine.migrate import migrations
from tests import starter
from tests.polling import wait_until
from tests.starter import Started

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PLANTSTORE_")}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "plantstore.cli.main", *arguments]


def outcome(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end: one that serves in its own process, any other in this one, which is faster."""
    if arguments[0] in ("serve", "listen"):
        return starter.run(arguments, environment=ENVIRONMENT | environment, folder=Path.cwd())
    unset: dict[str, str | None] = {name: None for name in os.environ if name.startswith("PLANTSTORE_")}
    result = CliRunner().invoke(plantstore, list(arguments), env=unset | environment, catch_exceptions=False)
    return subprocess.CompletedProcess(arguments, result.exit_code, result.stdout, result.stderr)


class Serving:
    """A running server and its log so far."""

    def __init__(self, process: "subprocess.Popen[str] | Started", log: Path) -> None:
        self.process = process
        self._log = log
        self.url = ""

    def log(self) -> str:
        return self._log.read_text()

    def wait_for(self, words: str) -> str:
        wait_until(lambda: words in self.log(), process=self.process, explain=self.log)
        return self.log()

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=30)


@contextmanager
def serving(folder: Path, *flags: str, log_format: str = "json", is_forked: bool = True) -> Iterator[Serving]:
    """Serve in a process that is forked from one that has imported the program, or in one that imports it itself."""
    log = folder.parent / f"{folder.name}.log"
    arguments = ["serve", "--data", str(folder), "--port", "0", "--log-format", log_format, *flags]
    with log.open("w") as stream:
        process: subprocess.Popen[str] | Started
        if is_forked:
            process = starter.start(arguments, output=stream, environment=ENVIRONMENT)
        else:
            process = subprocess.Popen(command(*arguments), stdout=stream, stderr=stream, text=True, env=ENVIRONMENT)
        server = Serving(process, log)
        try:
            yield server
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def test_only_the_first_start_delivers_a_sample_plant(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with serving(folder, "--sample", log_format="text", is_forked=False) as server:
        server.wait_for("Ctrl-C stops")
        log = server.wait_for("signature verified")  # may come a moment later
        assert f"token: {folder}/operator.token" in log
        assert "(new)" in log
        assert "added      Monstera deliciosa" in log
        assert "delivered  event 1 to “built-in sample receiver” in" in log
        assert server.stop() == 0
        assert "Stopped. Nothing is queued." in server.log()

    with serving(folder, "--sample", log_format="text") as server:
        log = server.wait_for("Ctrl-C stops")
        assert "(new)" not in log
        assert "Monstera" not in log
        added = outcome("plants", "add", "Aloe vera", PLANTSTORE_DATA=str(folder))
        assert added.returncode == 0, added.stderr
        server.wait_for("delivered  event 2 to “built-in sample receiver”")
        assert server.stop(signal.SIGTERM) == 0


def test_the_json_log_has_a_ready_line_and_public_pages_need_no_token(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        lines = [json.loads(line) for line in server.wait_for('"ready"').splitlines()]
        url = next(line["url"] for line in lines if line["event"] == "ready")

        for path in ("/", "/healthz", "/readyz", "/openapi.json", "/openapi.yaml", "/api/openapi.json"):
            with urlopen(url + path, timeout=10) as response:
                assert response.status == 200
        assert server.stop() == 0
        assert json.loads(server.log().splitlines()[-1])["event"] == "stopped"


def test_a_host_that_is_a_name_stays_in_the_address(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--host", "localhost") as server:
        lines = [json.loads(line) for line in server.wait_for('"ready"').splitlines()]

        assert re.fullmatch(r"http://localhost:\d+", lines[-1]["url"])
        assert server.stop() == 0


def test_commands_on_the_same_machine_do_not_need_the_proxy(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--base-url", "https://store.invalid") as server:
        server.wait_for('"ready"')

        added = outcome("plants", "add", "Aloe vera", PLANTSTORE_DATA=str(tmp_path / "data"))

        assert added.returncode == 0, added.stderr
        link = outcome("console", PLANTSTORE_DATA=str(tmp_path / "data"))
        assert link.stdout.startswith("https://store.invalid/")
        assert server.stop() == 0


def test_a_live_page_does_not_delay_the_stop(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        log = server.wait_for('"ready"').splitlines()
        url = next(line["url"] for line in map(json.loads, log) if line["event"] == "ready")
        token = (tmp_path / "data" / "operator.token").read_text().strip()
        opener = build_opener(HTTPCookieProcessor())
        opener.open(Request(f"{url}/sign-in", f"token={token}".encode(), {"Origin": url}), timeout=10).close()

        with opener.open(f"{url}/live/deliveries", timeout=30) as stream:
            assert stream.readline() == b"retry: 3000\n"
            assert server.stop() == 0
            rest = stream.read()  # raises IncompleteRead if the response was cut off

        assert b"event: row" not in rest


def test_a_second_server_on_a_data_folder_is_refused_with_the_url_of_the_first(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        server.wait_for('"ready"')

        for refused in (
            outcome("serve", "--data", str(tmp_path / "data"), "--port", "0"),
            outcome("check", "--data", str(tmp_path / "data"), "--port", "0"),
        ):
            assert refused.returncode == 1
            assert f"is in use by process {server.process.pid} at http://127.0.0.1:" in refused.stderr
            assert "--data" in refused.stderr
            assert len(refused.stderr.strip().splitlines()) == 1


def test_a_port_in_use_is_refused_unless_the_next_free_one_is_requested(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        for name in ("serve", "check"):
            refused = outcome(name, "--data", str(tmp_path / "data"), "--port", str(port))
            assert refused.returncode == 1
            assert f"Cannot use port {port} on 127.0.0.1" in refused.stderr
            assert "--port" in refused.stderr
            assert len(refused.stderr.strip().splitlines()) == 1

        with serving(tmp_path / "data", "--port", str(port), "--next-free-port") as server:
            log = server.wait_for('"ready"')
            assert f"127.0.0.1:{port}" not in log.splitlines()[-1]


def test_no_other_program_can_listen_where_browsers_look_for_localhost_first(tmp_path: Path) -> None:
    with serving(tmp_path / "data", log_format="text") as server:
        (port,) = re.findall(r"Console +http://localhost:(\d+)/", server.wait_for("Ready on"))
        for way in (0, 1):
            with socket.socket(socket.AF_INET6) as stranger:
                stranger.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, way)
                with pytest.raises(OSError, match="in use"):
                    stranger.bind(("::1", int(port)))
        urlopen(f"http://localhost:{port}/healthz", timeout=10).close()  # a browser that tries ::1 first is refused


def test_where_another_program_listens_at_localhost_already_the_console_keeps_its_ip_address(tmp_path: Path) -> None:
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as taken:
        port = taken.getsockname()[1]
        with serving(tmp_path / "data", "--port", str(port), log_format="text") as server:
            log = server.wait_for("Ready on")
        checked = outcome("check", "--data", str(tmp_path / "other"), "--port", str(port))

    assert re.search(rf"Console +http://127\.0\.0\.1:{port}/sign-in", log)
    words = f"Another program uses [::1]:{port}, so browsers may not find the store at http://localhost:{port}."
    assert words in log
    assert words in checked.stderr


@pytest.fixture(scope="module")
def stopped_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a store that was started once and stopped."""
    folder = tmp_path_factory.mktemp("stopped") / "data"
    with serving(folder) as server:
        server.wait_for('"ready"')
        assert server.stop() == 0
    return folder


@pytest.fixture
def used_folder(tmp_path: Path, stopped_store: Path) -> Path:
    """A copy of that folder, which a test may change."""
    return shutil.copytree(stopped_store, tmp_path / "data")


def test_check_passes_a_stopped_store_and_changes_nothing(used_folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in used_folder.iterdir()}

    result = outcome("check", "--data", str(used_folder), "--port", "0")

    assert result.returncode == 0, result.stderr
    assert f"schema {migrations()[-1][0]}\n" in result.stdout
    assert "key        OK; it fits this database" in result.stdout
    assert {path.name: path.read_bytes() for path in used_folder.iterdir()} == before


def test_check_does_not_create_the_data_folder(tmp_path: Path) -> None:
    result = outcome("check", "--data", str(tmp_path / "data"), "--port", "0")

    assert result.returncode == 0
    assert "does not exist yet; the first start creates it" in result.stdout
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("name", ["serve", "check"])
def test_a_base_url_with_a_path_is_refused(tmp_path: Path, name: str) -> None:
    result = outcome(name, "--data", str(tmp_path / "data"), "--base-url", "http://shop.example/plants")

    assert result.returncode == 2
    assert "without a path, not 'http://shop.example/plants'" in result.stderr
    assert not (tmp_path / "data").exists()


OTHER_KEY = "b3RoZXIgb3RoZXIgb3RoZXIgb3RoZXIgb3RoZXIgb3Q="


@pytest.mark.parametrize("name", ["serve", "check"])
def test_an_unusable_key_or_database_is_an_error_on_one_line(used_folder: Path, name: str) -> None:
    arguments = (name, "--data", str(used_folder), "--port", "0")

    def refusal(**environment: str) -> str:
        refused = outcome(*arguments, **environment)
        assert refused.returncode == 1, refused.stdout
        assert "Traceback" not in refused.stderr
        assert len(refused.stderr.strip().splitlines()) == 1
        return refused.stderr

    assert "The key is not the one this database was created with" in refusal(PLANTSTORE_KEY=OTHER_KEY)
    assert "PLANTSTORE_KEY is not a key" in refusal(PLANTSTORE_KEY="short")
    assert "PLANTSTORE_CA_BUNDLE" in refusal(PLANTSTORE_CA_BUNDLE="/nowhere.pem")
    key = used_folder / "key"
    key.rename(used_folder / "key.away")
    assert "is missing" in refusal()
    assert not key.exists()
    (used_folder / "key.away").rename(key)
    (used_folder / "plantstore.db").write_bytes(b"this is no database" * 1000)
    assert "is not a Plant Store database, or is damaged" in refusal()


@pytest.mark.parametrize("name", ["serve", "check"])
@pytest.mark.parametrize("lost", ["removed", "emptied", "without tables"])
def test_a_lost_database_is_not_replaced_by_an_empty_one(used_folder: Path, name: str, lost: str) -> None:
    database, token = used_folder / "plantstore.db", used_folder / "operator.token"
    database.unlink()
    if lost == "emptied":
        database.touch()
    elif lost == "without tables":
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("CREATE TABLE other (id INTEGER)")
    if database.exists():
        database.chmod(0o600)  # otherwise the start warns that other users can read it
    left = {path.name: path.read_bytes() for path in used_folder.iterdir()}

    refused = outcome(name, "--data", str(used_folder), "--port", "0")

    assert refused.returncode == 1, refused.stdout
    assert len(refused.stderr.strip().splitlines()) == 1
    assert f"{database} is missing or empty, but {token} is left" in refused.stderr
    assert "plantstore db restore FILE" in refused.stderr
    assert {path.name: path.read_bytes() for path in used_folder.iterdir()} == left


def test_after_moving_the_named_files_a_new_store_starts(used_folder: Path) -> None:
    (used_folder / "plantstore.db").unlink()
    refused = outcome("check", "--data", str(used_folder), "--port", "0").stderr
    named = re.search(r"To start with an empty store, move (.*) away", refused)
    assert named is not None

    for file in named[1].split(" and "):
        Path(file).rename(f"{file}.away")

    with serving(used_folder) as server:
        server.wait_for('"ready"')
        assert server.stop() == 0


def test_a_truncated_log_is_refused_until_accept_lost_log(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with serving(folder) as server:
        server.wait_for('"ready"')
        added = outcome("plants", "add", "Aloe vera", PLANTSTORE_DATA=str(folder))
        assert added.returncode == 0, added.stderr
        wait_until_noted(folder, events=1)
        server.process.kill()
        server.process.wait()
    (folder / "plantstore.db-wal").unlink()

    refused = [outcome(name, "--data", str(folder), "--port", "0") for name in ("serve", "check")]
    checked = outcome("db", "check", "--data", str(folder))
    with serving(folder, "--accept-lost-log") as server:
        server.wait_for('"ready"')
        listed = outcome("activity", "list", "--action", "acceptLostLog", PLANTSTORE_DATA=str(folder))
        assert server.stop() == 0
    with serving(folder) as server:
        server.wait_for('"ready"')
        assert server.stop() == 0

    for result in refused:
        assert result.returncode == 1
        assert len(result.stderr.strip().splitlines()) == 1
        assert "events 0 of 1" in result.stderr and "--accept-lost-log" in result.stderr
    assert checked.returncode == 1 and "events 0 of 1" in checked.stdout
    assert "acceptLostLog" in listed.stdout


def wait_until_noted(folder: Path, *, events: int) -> None:
    """Wait until the file next to the database that holds the number of events is up to date."""
    wait_until(lambda: json.loads((folder / "plantstore.db.head").read_bytes())["events"] >= events)


@pytest.mark.parametrize("name", ["serve", "check"])
def test_on_postgresql_no_key_is_created_and_nothing_starts_without_one(tmp_path: Path, name: str) -> None:
    database = "postgresql://shop:hunter2@127.0.0.1:1/plants"
    arguments = (name, "--data", str(tmp_path / "data"), "--port", "0")

    refused = outcome(*arguments, PLANTSTORE_DATABASE=database)

    assert refused.returncode == 1
    assert len(refused.stderr.strip().splitlines()) == 1
    assert "PLANTSTORE_KEY is not set" in refused.stderr
    assert "openssl rand -base64 32" in refused.stderr
    assert not (tmp_path / "data").exists()
    assert "hunter2" not in refused.stdout + refused.stderr


def test_invalid_settings_are_wrong_usage() -> None:
    for arguments, environment, words in [
        (("serve", "--port", "99999"), {}, "PLANTSTORE_PORT: 99999 is not between 0 and 65535"),
        (("serve",), {"PLANTSTORE_PROT": "1"}, "PLANTSTORE_PROT is not a setting"),
        (("serve", "--database", "mysql://x"), {}, "PLANTSTORE_DATABASE: use sqlite:///"),
        (("serve", "--role", "api"), {}, "PLANTSTORE_ROLE=api needs PostgreSQL"),
        (("check", "--workers", "2"), {}, "PLANTSTORE_WORKERS=2 needs PostgreSQL"),
        (("serve", "--sample"), {"PLANTSTORE_DATABASE": "postgresql://db/plants"}, "--sample works only with SQLite"),
        (
            ("serve", "--accept-lost-log"),
            {"PLANTSTORE_DATABASE": "postgresql://db/plants"},
            "--accept-lost-log works only with SQLite",
        ),
        (("check", "--currency", "Euro"), {}, "PLANTSTORE_CURRENCY: 'Euro' is not an ISO 4217 code"),
        (("check", "--allow-networks", "10.0.0.0/40"), {}, "--allow-networks"),
        (("serve", "--colour", "red"), {}, "--colour"),
    ]:
        refused = outcome(*arguments, **environment)

        assert refused.returncode == 2, arguments
        assert words in refused.stderr, arguments


def test_only_the_first_start_prints_a_sign_in_link(tmp_path: Path) -> None:
    with serving(tmp_path / "data", log_format="text") as first:
        (address,) = re.findall(r"Console +(http://\S+/sign-in\?key=\S+)", first.wait_for("Ready on"))
        as_a_browser = {"sec-fetch-mode": "navigate", "sec-fetch-site": "none"}
        request = Request(address, headers=as_a_browser)
        with urlopen(request) as opened:
            assert "Your name" in opened.read().decode()
        store, _, key = address.partition("/sign-in?key=")
        urlopen(Request(f"{store}/sign-in", f"key={key}&name=Owner".encode(), {"Origin": store})).close()
        with pytest.raises(HTTPError) as used:
            urlopen(request)
        first.stop()
    with serving(tmp_path / "data", log_format="text") as second:
        later = second.wait_for("Ready on")
        second.stop()

    assert used.value.code == 401
    assert "This link was already used" in used.value.read().decode()
    assert "key=" not in later
    assert re.search(r"Console +http://\S+/ +sign in: .*plantstore console", later)


def test_a_json_log_contains_no_sign_in_link(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        assert "key=" not in server.wait_for('"ready"')
        server.stop()
