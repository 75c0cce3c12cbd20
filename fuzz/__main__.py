"""`make fuzz`: send a running store requests that its OpenAPI document allows and forbids; any fault is a failure.

    python -m fuzz [--seconds N] [--seed N] [--database URL] [--paths REGEX] [--tool PATH]

The store uses a temporary folder, or an empty database on PostgreSQL, and listens on loopback; requests to all of its
receivers go to one local server. The seed is printed. With the same seed the requests are the same, but responses can
differ, because they depend on time.
"""

import argparse
import base64
import http.client
import http.server
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
TOOL = ROOT / ".venv" / "fuzz" / "bin" / "schemathesis"
SECONDS = 60
SPARE_S = 120  # what the tool may take beyond its time, because it completes the current phase
READY_S_MAX, STOP_S_MAX, LOOK_AGAIN_S = 20.0, 60.0, 0.05
ANSWERS = (204, 204, 503)  # of the receiver, in turn: some deliveries fail and are retried
SETTINGS = {
    "host": "127.0.0.1",
    "port": "0",
    "allow-networks": "127.0.0.1/32",
    "retry-scale": "100000",  # five days of retries take four seconds
    "feed-wait-s-max": "1",  # waiting is not tested
    "token-requests-max": "0",
    "log-format": "json",
}


class FuzzFailed(Exception):
    """There is no result: a program did not start, or did not end."""


class Receiver(http.server.BaseHTTPRequestHandler):
    """Reads every request, and responds with each of ANSWERS in turn."""

    protocol_version = "HTTP/1.1"
    statuses = itertools.cycle(ANSWERS)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"] or 0))
        self.send_response(next(self.statuses))
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing: there are thousands of requests."""


class Store:
    """The process of the store: its address, its token and its log."""

    def __init__(self, process: "subprocess.Popen[bytes]", folder: Path) -> None:
        self._process = process
        self._log = folder / "log"
        self.folder = folder
        self.url = ""

    @property
    def token(self) -> str:
        return (self.folder / "data" / "operator.token").read_text(encoding="ascii").strip()

    def wait_until_ready(self) -> None:
        pause = threading.Event()
        for _ in range(round(READY_S_MAX / LOOK_AGAIN_S)):
            ready = [line for line in self._lines() if line["event"] == "ready"]
            if ready:
                self.url = str(ready[0]["url"])
                return
            if self._process.poll() is not None:
                break
            pause.wait(LOOK_AGAIN_S)
        raise FuzzFailed(f"The store did not start: {self._log.read_text(encoding='utf-8')[-2_000:]}")

    def own_token_id(self) -> str:
        """Return the id of the operator token, which must not be revoked during the run."""
        connection = http.client.HTTPConnection(self.url.removeprefix("http://"))
        connection.request("GET", "/api/v1/tokens", headers={"authorization": f"Bearer {self.token}"})
        [token] = json.loads(connection.getresponse().read())["items"]
        connection.close()
        return str(token["id"])

    def faults(self) -> list[str]:
        """Return the errors in its log."""
        return [json.dumps(line) for line in self._lines() if line["level"] == "error"]

    def stop(self) -> int:
        self._process.terminate()
        return self._process.wait(STOP_S_MAX)

    def _lines(self) -> Iterator[dict[str, object]]:
        for line in self._log.read_text(encoding="utf-8").splitlines():
            if line.startswith("{") and line.endswith("}"):
                yield json.loads(line)


def main(arguments: list[str] | None = None) -> None:
    chosen = _parser().parse_args(arguments)
    seed = random.randrange(1 << 32) if chosen.seed is None else chosen.seed
    print(f"Seed {seed}: make fuzz SECONDS={chosen.seconds} SEED={seed} repeats the requests.", flush=True)
    with tempfile.TemporaryDirectory(prefix="plantstore-fuzz-") as name, _receiver() as port:
        with _running_store(Path(name), port, chosen.database) as store:
            found = _fuzz(store, chosen.tool, seconds=chosen.seconds, seed=seed, paths=chosen.paths)
            stopped = store.stop()
        faults = store.faults()
    print(*faults, sep="\n")
    if found or faults or stopped:
        sys.exit(f"Faults found: the tool exited with {found}, the store with {stopped} and {len(faults)} errors.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make fuzz")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="how long to send requests (%(default)s)")
    parser.add_argument("--seed", type=int, help="the seed of an earlier run")
    parser.add_argument("--database", default="", help="the URL of an empty PostgreSQL database; default: SQLite")
    parser.add_argument("--paths", default="", help="only operations whose path matches this expression")
    parser.add_argument("--tool", type=Path, default=TOOL, help="schemathesis (%(default)s)")
    return parser


@contextmanager
def _receiver() -> Iterator[int]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def _running_store(folder: Path, receiver_port: int, database: str) -> Iterator[Store]:
    settings = SETTINGS | ({"database": database, "key": base64.b64encode(bytes(32)).decode()} if database else {})
    flags = [part for name, text in settings.items() for part in (f"--{name}", text)]
    command = [sys.executable, "-m", "fuzz.offline_store", str(receiver_port), "serve", *flags]
    environment = {name: text for name, text in os.environ.items() if not name.startswith("PLANTSTORE_")}
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(
            [*command, "--data", str(folder / "data")], cwd=ROOT, env=environment, stdout=log, stderr=log
        ) as process,
    ):
        try:
            store = Store(process, folder)
            store.wait_until_ready()
            yield store
        finally:
            process.kill()


def _fuzz(store: Store, tool: Path, *, seconds: int, seed: int, paths: str) -> int:
    """Run the tool and return its exit code: 0 if it found no fault."""
    command = [
        *(str(tool), "--config-file", str(ROOT / "fuzz" / "schemathesis.toml"), "--no-color"),
        *("run", f"{store.url}/api/openapi.json", "--header", f"Authorization: Bearer {store.token}"),
        *("--checks", "all", "--phases", "examples,coverage,fuzzing,stateful"),
        *("--max-time", str(seconds), "--seed", str(seed), "--generation-database", "none", "--continue-on-failure"),
        *(("--include-path-regex", paths) if paths else ()),
    ]
    environment = os.environ | {"FUZZ_OWN_TOKEN_ID": store.own_token_id(), "PYTHONPATH": str(ROOT)}
    try:
        ended = subprocess.run(command, cwd=store.folder, env=environment, check=False, timeout=seconds + SPARE_S)
        return ended.returncode
    except (OSError, subprocess.TimeoutExpired) as error:
        raise FuzzFailed(f"{tool}: {error}") from error


if __name__ == "__main__":
    try:
        main()
    except FuzzFailed as error:
        sys.exit(str(error))
