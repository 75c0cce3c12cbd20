"""After a test of the whole store, its database is audited in full: every number must be 0."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plantstore.core.clock import SystemClock
from plantstore.core.settings import Settings
from plantstore.operations.audit.offline import OfflineAudit, ServerAudit
from tests import engines


def audit(folder: Path) -> None:
    """Audit every store that a test left in its folder, or on a server instead."""
    for name, inspection in _inspections(folder):
        found = {number: finding for number, finding in inspection.audit().findings.items() if finding.count}
        assert not found, f"the audit of {name} found {found}"


def _inspections(folder: Path) -> Iterator[tuple[str, OfflineAudit]]:
    quiet: dict[str, Any] = {
        "retry_scale": 1,
        "clock": SystemClock(),
        "wait": lambda _seconds: None,
        "report": lambda _done, _all: None,
    }
    for path in sorted(folder.rglob("plantstore.db")):
        yield path.name, OfflineAudit(path, **quiet)
    for used, url in engines.used().items():
        yield used.name, ServerAudit(Settings(data=used, database=url), **quiet)
