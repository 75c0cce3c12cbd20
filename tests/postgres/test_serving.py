"""`serve` and `check` on PostgreSQL, as real processes: the key, roles, and workers that end or die."""

import base64
import json
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import psycopg
import pytest

from plantstore.storage.engine.migrate import migrations
from tests.cli.test_process_supervisor import is_running
from tests.cli.test_serve import OTHER_KEY, Serving, outcome, serving
from tests.polling import PATIENCE_S, wait_until
from tests.postgres.databases import Databases

KEY = base64.b64encode(b"k" * 32).decode()
LEASE = ("--lease-s", "1.5")


@pytest.fixture
def database(databases: Databases) -> Iterator[str]:
    """The address of an empty database."""
    lent = databases.take()
    with psycopg.connect(lent.url, autocommit=True) as raw:
        raw.execute("DROP SCHEMA public CASCADE")
        raw.execute("CREATE SCHEMA public")
    yield lent.url
    databases.give_back(lent)


class Sink(ThreadingHTTPServer):
    """A receiver that accepts everything."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Accepting)
        self.got: list[int] = []


class _Accepting(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Sink

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.server.got.append(int(self.headers["ce-sequence"]))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def a_sink() -> Iterator[Sink]:
    with Sink() as sink:
        thread = threading.Thread(target=sink.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield sink
        finally:
            sink.shutdown()
            thread.join()


def lines(server: Serving, event: str) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, server.log().splitlines()) if line["event"] == event]


def url_of(server: Serving) -> str:
    wait_until(lambda: lines(server, "ready"), explain=server.log)
    return str(lines(server, "ready")[0]["url"])


def ask(url: str, folder: Path, body: object = None) -> Any:
    token = (folder / "operator.token").read_text().strip()
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers), timeout=PATIENCE_S) as answer:
        return json.load(answer)


def on(database: str, *flags: str) -> tuple[str, ...]:
    return ("--database", database, "--key", KEY, "--allow-networks", "127.0.0.0/8", *LEASE, *flags)


def test_check_describes_the_store_and_refuses_another_key(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    flags = ("--data", str(folder), "--port", "0", "--database", database)

    before = outcome("check", *flags, PLANTSTORE_KEY=KEY)
    with serving(folder, *on(database)) as server:
        url_of(server)
        assert server.stop() == 0
    after = outcome("check", *flags, PLANTSTORE_KEY=KEY)
    refused = [outcome(name, *flags, PLANTSTORE_KEY=OTHER_KEY) for name in ("check", "serve")]

    assert before.returncode == 0 and "has no tables yet" in before.stdout
    assert after.returncode == 0 and f"schema {migrations()[-1][0]}\n" in after.stdout
    assert "it fits this database" in after.stdout
    assert [one.returncode for one in refused] == [1, 1]
    assert all("The key is not the one this database was created with" in one.stderr for one in refused)
    assert sorted(path.name for path in folder.iterdir()) == ["operator.token"]


def test_a_database_without_tables_does_not_replace_the_store_whose_token_is_left(
    database: str, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    with serving(folder, *on(database)) as server:
        url_of(server)
        assert server.stop() == 0
    with psycopg.connect(database, autocommit=True) as raw:
        raw.execute("DROP SCHEMA public CASCADE")
        raw.execute("CREATE SCHEMA public")
    flags = ("--data", str(folder), "--port", "0", "--database", database)

    refused = [outcome(name, *flags, PLANTSTORE_KEY=KEY) for name in ("check", "serve")]

    assert [one.returncode for one in refused] == [1, 1]
    assert all(f"is missing or empty, but {folder / 'operator.token'} is left" in one.stderr for one in refused)
    with psycopg.connect(database) as raw:
        assert raw.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


def test_events_of_the_api_role_are_delivered_by_the_dispatcher_role(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with (
        a_sink() as sink,
        serving(folder, *on(database, "--role", "api")) as api,
        serving(tmp_path / "other", *on(database, "--role", "dispatcher")) as dispatcher,
    ):
        url, _ = url_of(api), url_of(dispatcher)
        receiver = {"name": "sink", "url": f"http://127.0.0.1:{sink.server_port}", "start": "beginning"}
        ask(f"{url}/api/v1/receivers", folder, receiver)
        ask(f"{url}/api/v1/plants", folder, {"name": "Rosa"})
        wait_until(lambda: sink.got, explain=dispatcher.log)
        status = ask(f"{url}/api/v1/status", folder)
        stopped = [dispatcher.stop(), api.stop()]

    assert sink.got == [1]
    assert [(one["role"], one["shards"], one["answers"]) for one in status["processes"]] in (
        [("api", 0, True), ("dispatcher", 64, False)],
        [("dispatcher", 64, False), ("api", 0, True)],
    )
    assert stopped == [0, 0]
    assert not (tmp_path / "other" / "operator.token").exists()


def test_a_killed_worker_is_replaced_and_its_shards_are_delivered(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with a_sink() as sink, serving(folder, *on(database, "--workers", "2")) as server:
        wait_until(lambda: len(lines(server, "ready")) == 2, explain=server.log)
        url = url_of(server)
        for number in range(8):  # so that each of the workers has some, but for one try in 128
            receiver = {"name": f"sink {number}", "url": f"http://127.0.0.1:{sink.server_port}/{number}/"}
            ask(f"{url}/api/v1/receivers", folder, receiver)
        os.kill(lines(server, "started")[1]["pid"], signal.SIGKILL)

        for number in range(20):  # each is answered
            ask(f"{url}/api/v1/plants", folder, {"name": f"Rosa {number}"})
        wait_until(lambda: len(lines(server, "ready")) == 3, explain=server.log)
        wait_until(lambda: len(sink.got) >= 8 * 20, explain=server.log)
        wait_until(lambda: [one["shards"] for one in processes(url, folder)] == [32, 32], explain=server.log)

        assert server.stop(signal.SIGTERM) == 0
        assert [one["exit_code"] for one in lines(server, "a worker ended: it is started anew")] == [-signal.SIGKILL]
        assert not any(is_running(one["pid"]) for one in lines(server, "started"))


def test_workers_whose_supervisor_is_killed_end_in_order(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with serving(folder, *on(database, "--workers", "2")) as server:
        wait_until(lambda: len(lines(server, "ready")) == 2, explain=server.log)

        server.process.kill()

        wait_until(lambda: len(lines(server, "stopped")) == 2, explain=server.log)
        wait_until(lambda: not any(is_running(one["pid"]) for one in lines(server, "started")), explain=server.log)
        with psycopg.connect(database) as raw:
            left = raw.execute("SELECT count(*) FROM processes").fetchone()
            owned = raw.execute("SELECT count(owner) FROM shards").fetchone()
        assert (left, owned) == ((0,), (0,))


def processes(url: str, folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(f"{url}/api/v1/status", folder)["processes"]
    return found
