"""The demo's store: `plantstore serve` in a process of its own, so that it shares no interpreter with the receivers."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

RETRY_SCALE = 60  # divides the delays of the retry schedule: minutes become seconds
ALLOWED = "127.0.0.1/32"  # network that the store may send to: the addresses of the demo's receivers
READY_S_MAX = 20.0
STOP_S_MAX = 2  # max wait for an orderly stop; then the process is killed
POLL_S = 0.02
MESSAGE_CHARS_MAX = 400  # max characters of a log line quoted in an error message


class StoreEnded(Exception):
    """The store was not ready in time, or its process ended early; the message says which.

    If the process ended, the message also contains its exit code and the last line of its log.
    """


class Interruption:
    """Records that the user has asked the demo to end."""

    requested = False

    def request(self, *_signal: object) -> None:
        self.requested = True

    def wait(self, seconds: float) -> None:
        time.sleep(0 if self.requested else seconds)


class StoreProcess:
    """The process that runs the demo's store, in its own process group, so that Ctrl-C reaches only the demo."""

    def __init__(self, folder: Path, *, interruption: Interruption, log: str = "store.log") -> None:
        self.data = folder / "data"
        self.log = folder / log
        self.url = ""
        self._interruption = interruption
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def token(self) -> str:
        return (self.data / "operator.token").read_text(encoding="utf-8").strip()

    @property
    def queued(self) -> int | None:
        """Number of deliveries that were queued when the store stopped; None if it did not shut down properly."""
        return next((line["owed"] for line in self._log_lines() if line["event"] == "stopped"), None)

    @property
    def last_error(self) -> str:
        """The last error in the store's log; empty if there is none."""
        errors = [line for line in self._log_lines() if line.get("level") == "error"]
        if not errors:
            return ""
        exception = str(errors[-1].get("exception") or "").strip().split("\n")[-1]
        return f"{errors[-1]['event']} {exception}".strip()[:MESSAGE_CHARS_MAX]

    def start(self) -> bool:
        """Start the store and return True when it is ready, or False if the user interrupted."""
        flags = {"data": self.data, "port": 0, "allow-networks": ALLOWED, "retry-scale": RETRY_SCALE}
        flags |= {"stop-s-max": 1, "log-format": "json"}
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(  # noqa: S603  # this program
                [sys.executable, "-P", "-m", "plantstore.cli.main", "serve"]
                + [part for name, value in flags.items() for part in (f"--{name}", str(value))],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={name: text for name, text in os.environ.items() if not name.startswith("PLANTSTORE_")},
                process_group=0,
            )
        for _ in range(round(READY_S_MAX / POLL_S)):
            self.check()
            self.url = next((line["url"] for line in self._log_lines() if line["event"] == "ready"), "")
            if self.url or self._interruption.requested:
                return bool(self.url)
            self._interruption.wait(POLL_S)
        raise StoreEnded(f"The store was not ready within {READY_S_MAX:g} s.")

    def check(self) -> None:
        """Raise StoreEnded if the process has ended."""
        assert self._process is not None
        if self._process.poll() is not None:
            lines = self.log.read_text(encoding="utf-8", errors="replace").split("\n")
            last = next((line for line in reversed(lines) if line.strip()), "nothing")[-MESSAGE_CHARS_MAX:]
            raise StoreEnded(f"The store ended with exit code {self._process.returncode}. Its last line: {last}")

    def stop(self) -> None:
        """Stop the store with SIGTERM; kill it if it is still running after STOP_S_MAX seconds."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(STOP_S_MAX)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _log_lines(self) -> list[dict[str, Any]]:
        """Return the objects in the log's complete JSON lines."""
        lines = self.log.read_bytes().splitlines(keepends=True)
        return [json.loads(line) for line in lines if line.startswith(b"{") and line.endswith(b"\n")]
