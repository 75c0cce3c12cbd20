"""Reads of a store whose standbys are under Patroni, before and after its leader is killed: a program in namespaces."""

import asyncio
import json
import sys
import threading
from contextlib import suppress
from pathlib import Path

from plantstore.domain.errors import Unavailable
from tests import engines
from tests.crash.patroni.losing import PROMOTED_S_MAX, QUICK, end_with_parent
from tests.crash.patroni.nodes import three_nodes
from tests.crash.shared.processes import STORE, make_database
from tests.postgres import cluster as clusters
from tests.postgres.late import LAG_S_MAX, LateDatabase, opened


async def read(folder: Path) -> list[tuple[int, int, str]]:
    """Return, before and after the loss of the leader: the head of the log, as a late read sees it, and from where."""
    identity = clusters.unprivileged()
    assert identity is not None, "namespaces need root"
    found: list[tuple[int, int, str]] = []
    with three_nodes(folder, identity, **QUICK) as cluster:
        make_database(cluster)
        url = cluster.url(STORE)
        await asyncio.to_thread(engines.prepare, url)
        async with opened(url, url) as late:  # both name all three servers
            for is_lost in (False, True):
                if is_lost:
                    cluster.leader.kill()
                head = await until_appended(late)
                await late.until_fresh()
                found.append((head, *await late.head()))
    return found


async def until_appended(late: LateDatabase) -> int:
    """Append an event as soon as a server accepts it, and return its sequence number."""
    async with asyncio.timeout(PROMOTED_S_MAX):
        while True:
            late.clock.move(LAG_S_MAX)  # the pauses between attempts to connect are measured by this clock
            with suppress(Unavailable):
                return await late.append()
            await asyncio.sleep(0.1)


if __name__ == "__main__":
    threading.Thread(target=end_with_parent, daemon=True).start()
    print(json.dumps(asyncio.run(read(Path(sys.argv[1])))))
