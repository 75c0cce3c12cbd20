"""The store of the demo: `plantstore serve` as a process of its own, on a folder of its own, as anybody would run it.

A process of its own is the honest choice: the receivers share neither interpreter nor loop with what they measure, and
what starts, serves and stops is the very program that a shop runs.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Protocol

RETRY_SCALE = 60  # the ladder's minutes become seconds
ALLOWED = "127.0.0.1/32"  # the one address where the demo's receivers live
READY_S_MAX = 20.0
STOP_S_MAX = 2  # a slow answer may end; then the process ends, whatever it waits for
LOOK_S = 0.02
LAST_WORDS_MAX = 400  # characters of its last line, when the store ends before its time


class StoreEnded(Exception):
    """The store did not start, or ended before its time; the text says what it said last."""


class Interruption(Protocol):
    """Whether a person wants it to end."""

    @property
    def came(self) -> bool: ...

    def wait(self, seconds: float) -> None:
        """Let so much time pass, or less when the interruption comes."""


class Program:
    """The store's process. It has a process group of its own, so that Ctrl-C reaches the demo first."""

    def __init__(self, folder: Path, *, interruption: Interruption, log: str = "store.log") -> None:
        self.data = folder / "data"
        self.log = folder / log
        self.url = ""
        self._interruption = interruption
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def token(self) -> str:
        return (self.data / "operator.token").read_text(encoding="utf-8").strip()

    def start(self) -> bool:
        """Start, and return when it is ready, or False when a person interrupted."""
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(  # noqa: S603  # this program itself
                [sys.executable, "-P", "-m", "plantstore.cli.main", "serve", *self._flags()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={name: text for name, text in os.environ.items() if not name.startswith("PLANTSTORE_")},
                process_group=0,
            )
        for _ in range(round(READY_S_MAX / LOOK_S)):
            self.check()
            self.url = str(self._said("ready", "url") or "")
            if self.url:
                return True
            if self._interruption.came:
                return False
            self._interruption.wait(LOOK_S)
        raise StoreEnded(f"The store was not ready within {READY_S_MAX:g} s.")

    def check(self) -> None:
        """StoreEnded when the process is not running any more."""
        assert self._process is not None
        if self._process.poll() is not None:
            said = self.log.read_text(encoding="utf-8", errors="replace").split("\n")
            last = next((line for line in reversed(said) if line.strip()), "nothing")[-LAST_WORDS_MAX:]
            raise StoreEnded(f"The store ended with exit code {self._process.returncode}. It said last: {last}")

    @property
    def owed(self) -> int | None:
        """How many deliveries it said that it owes, when it stopped in order."""
        owed = self._said("stopped", "owed")
        return int(owed) if isinstance(owed, int) else None

    @property
    def last_fault(self) -> str:
        """The last error that it said; empty when it said none."""
        fault = ""
        for line in self.log.read_bytes().splitlines(keepends=True):
            if line.startswith(b"{") and line.endswith(b"\n") and (said := json.loads(line)).get("level") == "error":
                about = str(said.get("exception") or "").strip().split("\n")[-1]
                fault = f"{said['event']} {about}".strip()[:LAST_WORDS_MAX]
        return fault

    def stop(self) -> None:
        """Ask it to stop in order, and end it when it takes too long."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(STOP_S_MAX)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _flags(self) -> list[str]:
        flags = {
            "data": str(self.data),
            "port": "0",
            "allow-networks": ALLOWED,
            "retry-scale": str(RETRY_SCALE),
            "stop-s-max": "1",
            "log-format": "json",
        }
        return [part for name, text in flags.items() for part in (f"--{name}", text)]

    def _said(self, event: str, field: str) -> object:
        """Find a field of its first line about this event; None when there is none yet."""
        for line in self.log.read_bytes().splitlines(keepends=True):
            if line.startswith(b"{") and line.endswith(b"\n") and (said := json.loads(line))["event"] == event:
                return said[field]
        return None
