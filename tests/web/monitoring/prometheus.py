"""A real Prometheus on loopback, with its files in the test's folder, and `promtool`."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import urlopen

import yaml

from tests.crash.program import free_port
from tests.polling import PATIENCE_S, wait_until

REQUIRED = "REQUIRE_PROMETHEUS"  # set by .ci/run: there the tests fail without Prometheus, elsewhere they are skipped
MISSING = (
    "No prometheus and promtool on PATH: alert rules and the dashboard were not run by Prometheus itself. "
    "On Debian and Ubuntu: sudo apt install prometheus (REQUIRE_PROMETHEUS=1 makes this a failure)"
)


def is_here() -> bool:
    return all(shutil.which(name) for name in ("prometheus", "promtool"))


def is_required() -> bool:
    return os.environ.get(REQUIRED, "") not in ("", "0")


def promtool(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run promtool to its end."""
    assert is_here(), MISSING
    return subprocess.run(
        ["promtool", *arguments], capture_output=True, text=True, timeout=100, check=False, env=os.environ
    )


class Prometheus:
    """A running server."""

    def __init__(self, url: str) -> None:
        self._url = url

    def get(self, path: str, **parameters: str) -> Any:
        """Return the data of an answer of the HTTP API; RuntimeError if Prometheus reports an error."""
        try:
            with urlopen(f"{self._url}/api/v1/{path}?{urlencode(parameters)}", timeout=PATIENCE_S) as answer:
                return json.load(answer)["data"]
        except HTTPError as error:
            raise RuntimeError(f"{parameters}: {error.read().decode()}") from error

    def query(self, expr: str) -> list[tuple[dict[str, str], float]]:
        """Return the labels and the value of each series at this moment."""
        data = self.get("query", query=expr)
        assert data["resultType"] == "vector", expr
        return [(one["metric"], float(one["value"][1])) for one in data["result"]]

    def is_ready(self) -> bool:
        try:
            with urlopen(f"{self._url}/-/ready", timeout=PATIENCE_S) as answer:
                return bool(answer.status == 200)
        except (URLError, ConnectionError):
            return False


@contextmanager
def running(folder: Path, config: dict[str, Any]) -> Iterator[Prometheus]:
    """Run Prometheus with a configuration until the block ends."""
    assert is_here(), MISSING
    file, address, log = folder / "prometheus.yml", f"127.0.0.1:{free_port()}", folder / "prometheus.log"
    file.write_text(yaml.safe_dump(config))
    command = [
        "prometheus",
        f"--config.file={file}",
        f"--storage.tsdb.path={folder / 'tsdb'}",
        f"--web.listen-address={address}",
    ]
    with log.open("w") as stream, subprocess.Popen(command, stdout=stream, stderr=stream, text=True) as process:
        server = Prometheus(f"http://{address}")
        try:
            wait_until(server.is_ready, process=process, explain=log.read_text)
            yield server
        finally:
            process.terminate()
            process.wait(PATIENCE_S)
