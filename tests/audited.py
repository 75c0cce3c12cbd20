"""After a test of the whole store, its database is audited in full: every number must be 0."""

from pathlib import Path

from plantstore.clock import SystemClock
from plantstore.inspection import Inspection


def audit(folder: Path) -> None:
    """Audit every store that a test left in its folder."""
    for path in sorted(folder.rglob("plantstore.db")):
        inspection = Inspection(
            path, retry_scale=1, clock=SystemClock(), wait=lambda _seconds: None, report=lambda _done, _all: None
        )
        found = {number: finding for number, finding in inspection.audit().findings.items() if finding.count}
        assert not found, f"the audit of {path.name} found {found}"
