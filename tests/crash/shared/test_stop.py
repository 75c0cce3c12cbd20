"""A process is asked to stop while its database is unavailable: it ends gracefully, and reports what it does not
know.
"""

import json
from pathlib import Path

from tests.crash.ledger import Ledger
from tests.crash.outcome_check import all_recorded
from tests.crash.receivers import Receivers, ask
from tests.crash.shared.processes import Processes, a_database_server

LEASE_S = 5.0


async def test_a_stop_without_database_ends_gracefully(tmp_path: Path) -> None:
    ledger = Ledger()
    async with (
        a_database_server() as server,
        Processes(tmp_path, server, roles=["all"], lease_s=LEASE_S) as processes,
        Receivers(processes, ledger) as crew,
    ):
        await crew.join("good")
        assert (await ask(processes, "POST", "/api/v1/plants", {"name": "Rosa"})).status == 201
        await all_recorded(processes)
        server.stop("immediate")

        code = await processes.stop()

        lines = (tmp_path / "log").read_text().splitlines()
        assert code == 0, lines[-3:]
        [stopped] = [one for one in map(json.loads, lines) if one["event"] == "stopped"]
        assert stopped["owed"] is None
        assert len(ledger.accepted) == 1
