"""A host loses the database but still reaches its receivers: other hosts take over, and later it comes back.

Run as a program in a network namespace of its own, this plays the scenario and prints its figures.
"""

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path

from proof.running import added
from tests.crash.ledger import Ledger
from tests.crash.load import Load
from tests.crash.outcome_check import UNRECORDED_MAX, all_delivered, end_in_order, figures_of
from tests.crash.receivers import Receivers
from tests.crash.shared.cutting import a_wire
from tests.crash.shared.hosts import HERE, TO_DATABASE, TO_OTHERS, Host, some_hosts
from tests.crash.shared.processes import STORE, Processes, a_database_server
from tests.crash.shared.resuming import resumed
from tests.crash.shared.stock import recorded_acceptances
from tests.proving import Figures, Progress
from tests.running import run
from tests.starter import ROOT

HOSTS = 2
CREW = ("one", "two", "three", "four", "slow")
LEASE_S = 3.0
SOON_S = 0.5
PLANTS_PER_SECOND = 40
NETWORKS = f"127.0.0.0/8,{TO_DATABASE}.0/24,{TO_OTHERS}.0/24"
PLAYED_S_MAX = 240.0


def prove_hosts_apart(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Cut off a host `count` times, each time in a new world."""
    del seed  # nothing here is random
    figures: Figures = {}
    for number in range(count):
        here = folder / f"world-{number}"
        here.mkdir()
        figures = added(figures, play_apart(here))
        progress(number + 1)
    assert figures["lost"] == 0
    return figures


def play_apart(folder: Path) -> Figures:
    """Play the scenario in a temporary network namespace."""
    played = subprocess.run(
        ["unshare", "--net", sys.executable, "-m", "tests.crash.shared.apart", str(folder)],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        timeout=PLAYED_S_MAX,
        check=False,
    )
    assert played.returncode == 0, "see what it said"
    figures: Figures = json.loads(played.stdout)
    return figures


def main(folder: Path) -> Figures:
    ledger = Ledger()
    figures: Figures = {"hosts_cut_off": 1}

    async def play() -> None:
        with some_hosts(HOSTS) as hosts:
            async with (
                a_database_server() as server,
                a_wire(server, lambda _sent: None, host=f"{TO_DATABASE}.{HERE}") as wire,
                Processes(folder, server, roles=["api"], lease_s=LEASE_S, allow_networks=NETWORKS) as processes,
                Receivers(processes, ledger, host=f"{TO_OTHERS}.{HERE}") as crew,
            ):
                for host in hosts:
                    here = folder / host.address
                    here.mkdir()
                    settings = {"database": wire.url(STORE), "host": host.address}
                    processes.all.append(processes.another("dispatcher", folder=here, within=host.within, **settings))
                await asyncio.gather(*(one.start() for one in processes.all[1:]))
                await processes.even()
                await crew.join(*CREW)
                await _cut_off(processes, crew, ledger, hosts, figures)
                await end_in_order(processes, crew, ledger)
                figures.update(figures_of(ledger, crew))
                _check(processes, crew, ledger)

    run(play)
    return figures


async def _cut_off(processes: Processes, crew: Receivers, ledger: Ledger, hosts: list[Host], figures: Figures) -> None:
    async with Load(processes, ledger, per_second=PLANTS_PER_SECOND):
        await asyncio.sleep(SOON_S)
        lonely = processes.busiest()
        host, pid = hosts[processes.all.index(lonely) - 1], lonely.pid
        host.cut_off()
        cut_at = time.monotonic()
        await processes.taken_from(pid)
        figures["longest_take_over_ms"] = round((time.monotonic() - cut_at) * 1_000)
        await resumed(processes, crew, ledger)
    await all_delivered(processes, crew, ledger)
    host.reconnect()
    await processes.even()
    async with Load(processes, ledger, per_second=PLANTS_PER_SECOND):
        await resumed(processes, crew, ledger)


def _check(processes: Processes, crew: Receivers, ledger: Ledger) -> None:
    """Only deliveries that the isolated host sent before its lease ended may come twice; it has recorded them since."""
    accepted = sum(len(one.accepted) for one in crew.receivers.values())
    assert recorded_acceptances(processes.server, STORE) == accepted
    assert max(map(len, ledger.accepted.values())) <= 2
    assert accepted - len(ledger.accepted) <= UNRECORDED_MAX


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
