"""The receiver of README works: its code and its commands are run here unchanged.

Only the port, the Python to start from, and the versions of the two packages differ; `readme_receiver.lock` pins them.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from tests.crash.program import free_port

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LOCK = Path(__file__).with_name("readme_receiver.lock")
PORT = "8953"  # README's; the test uses a free one
WAIT_S_MAX, STOP_S_MAX = 30, 30

pytestmark = pytest.mark.timeout(300)  # pip may have to fetch eight packages


def fenced(language: str, text: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


MAKE_ENVIRONMENT, RUN_STORE, ADD_RECEIVER, RUN_RECEIVER, ADD_PLANT = fenced("sh", README).splitlines()


@dataclass
class Program:
    """A command that keeps running. `until` reads its output."""

    process: "subprocess.Popen[str]"
    printed: list[str] = field(default_factory=list)

    def until(self, words: str) -> str:
        """Read up to the line that contains `words` and return it. Kill the program after WAIT_S_MAX seconds."""
        assert self.process.stdout is not None
        impatience = threading.Timer(WAIT_S_MAX, os.killpg, (self.process.pid, signal.SIGKILL))
        impatience.start()
        try:
            for line in self.process.stdout:
                self.printed.append(line)
                if words in line:
                    return line
        finally:
            impatience.cancel()
        raise AssertionError(f"it ended without {words!r}:\n{''.join(self.printed)}")


@dataclass
class Shop:
    """The two folders of README: that of the store, which is the current one, and that of the receiver next to it."""

    store: Path
    receiver: Path
    environ: dict[str, str]
    log: Program = field(init=False)

    def run(self, command: str) -> str:
        ended = subprocess.run(
            command, shell=True, cwd=self.store, env=self.environ, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    @contextmanager
    def running(self, command: str) -> Iterator[Program]:
        """Run a command until the block ends, then stop it like Ctrl-C in its terminal."""
        process = subprocess.Popen(
            command,
            shell=True,
            cwd=self.store,
            env=self.environ,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        with process:
            try:
                yield Program(process)
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGINT)
                process.communicate(timeout=STOP_S_MAX)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """A store started by `make run`, and README's receiver in its own environment."""
    folder = tmp_path_factory.mktemp("readme")
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PLANTSTORE_")}
    environ |= {"PLANTSTORE_PORT": str(free_port()), "PYTHONUNBUFFERED": "1"}
    shop = Shop(folder / "store", folder / "shop", environ)
    install_store(shop.store)
    make, install = MAKE_ENVIRONMENT.split(" && ")
    shop.run(make.replace("python3", sys.executable))
    shop.run(f"{install.split(' install ')[0]} install --quiet --require-hashes -r {LOCK}")
    (shop.receiver / "receiver.py").write_text(fenced("python", README), encoding="utf-8")
    with shop.running(RUN_STORE) as shop.log:
        shop.log.until("Ready on ")
        yield shop


def install_store(folder: Path) -> None:
    """Create the files that `make` needs to consider the store installed; it runs the source under test."""
    binaries = folder / ".venv" / "bin"
    binaries.mkdir(parents=True)
    for name in ("Makefile", "requirements.lock", "pyproject.toml"):
        shutil.copy2(ROOT / name, folder)
    (binaries / "python").symlink_to(sys.executable)
    program = binaries / "plantstore"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT / "src"}" exec "{sys.executable}" -m plantstore.cli.main "$@"\n')
    program.chmod(0o755)
    (folder / ".venv" / ".run").touch()


def status(line: str) -> int:
    """Return the response status in a log line of Flask's server."""
    found = re.search(r" (\d{3}) -$", line)
    assert found is not None, line
    return int(found[1])


def test_the_readme_has_five_commands() -> None:
    assert len(fenced("sh", README).splitlines()) == 5
    packages = MAKE_ENVIRONMENT.partition(" install ")[2].split()
    assert packages == ["flask", "standardwebhooks"]
    assert all(re.search(rf"^{package}==", LOCK.read_text(encoding="utf-8"), re.MULTILINE) for package in packages)


def test_the_receiver_is_the_one_in_the_tutorial() -> None:
    page = (ROOT / "docs" / "receiving.md").read_text(encoding="utf-8")

    assert fenced("python", README) == fenced("python", page.partition("## A minimal receiver")[2])


def test_a_receiver_built_as_the_readme_says_gets_the_plant(shop: Shop) -> None:
    port = str(free_port())
    shop.run(ADD_RECEIVER.replace(PORT, port))
    with shop.running(RUN_RECEIVER.replace(PORT, port)) as receiver:
        receiver.until("Running on ")

        added = shop.run(ADD_PLANT)

        event_id = re.search(r"^event_id +(\S+)$", added, re.MULTILINE)
        assert event_id is not None
        receiver.until(f"{event_id[1]} Aloe vera\n")
        assert status(receiver.until("POST /plant/webhook")) == 204
        shop.log.until("to “shop” in ")
        stranger = httpx.post(f"http://127.0.0.1:{port}/plant/webhook", json={"id": 1}, trust_env=False)
        assert stranger.status_code == 401


def test_with_a_wrong_secret_it_rejects_the_request(shop: Shop) -> None:
    port, secrets = str(free_port()), shop.receiver / "other.env"
    shop.run(ADD_RECEIVER.replace(PORT, port).replace("--name shop", "--name other").replace("/.env", "/other.env"))
    text, wrong = secrets.read_text(encoding="utf-8"), "PLANTSTORE_SECRET=whsec_" + "A" * 43 + "="
    secrets.write_text(re.sub(r"^PLANTSTORE_SECRET=.*$", wrong, text, flags=re.MULTILINE), encoding="utf-8")
    with shop.running(RUN_RECEIVER.replace(PORT, port).replace("cat .env", "cat other.env")) as receiver:
        receiver.until("Running on ")

        shop.run(ADD_PLANT)

        assert status(receiver.until("POST /plant/webhook")) == 400
        assert "Aloe vera" not in "".join(receiver.printed)
        shop.log.until("to “other”, attempt 1: The receiver answered 400;")
