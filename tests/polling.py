"""Waits for another process: the only tests that must sleep."""

import subprocess
import time
from collections.abc import Callable

from tests.starter import Started

PATIENCE_S = 30.0
POLL_S = 0.01


def wait_until(
    condition: Callable[[], object],
    *,
    process: "subprocess.Popen[str] | Started | None" = None,
    explain: Callable[[], object] = lambda: "",
) -> None:
    """Poll until the condition is true. Fail with the explanation after 30 seconds, or when the process ends."""
    deadline_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert process is None or process.poll() is None, f"the process ended too early: {explain()}"
        assert time.monotonic() < deadline_s, f"the condition never became true: {explain()}"
        time.sleep(POLL_S)
