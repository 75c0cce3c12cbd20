"""The leader of a Patroni cluster is killed, frozen or cut off under load: another takes over, nothing is lost.

Run as a program in namespaces of its own (network and process ids), this plays the scenario and prints its figures:
when it ends, or is killed, nothing of it is left.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from tests.crash.ledger import Delivery, Ledger
from tests.crash.leftover_files import check_remains
from tests.crash.load import Load
from tests.crash.outcome_check import UNRECORDED_MAX, end_in_order, figures_of
from tests.crash.patroni.nodes import Node, PatroniCluster, three_nodes
from tests.crash.patroni.pauses import Pauses
from tests.crash.patroni.sightings import Watch
from tests.crash.receivers import Receivers
from tests.crash.shared.processes import STORE, Processes, make_database
from tests.crash.shared.resuming import resumed
from tests.crash.shared.stock import read_shared_remains, recorded_acceptances
from tests.postgres import cluster as clusters
from tests.proving import Figures, Progress
from tests.running import run
from tests.starter import ROOT

PROCESSES = 3
LEASE_S = 15.0  # the default
LIFE_S = (1.0, 3.0)
STILL_DOWN_S = (0.5, 3.0)  # after the promotion, until the old leader returns
SETTLED_S = 0.5  # after a failure, until what it interrupted is visible on the other nodes
PLANTS_PER_SECOND = 40
PROMOTED_S_MAX = 60.0
RESUMED_S_MAX = 15.0
PLAYED_S_MAX = 1_200.0
QUICK = {"ttl": 10, "loop_wait": 2, "retry_timeout": 3}  # seconds, for a test that has little time
_LOOK_S = 0.02
_NAMESPACES = ("unshare", "--net", "--ipc", "--pid", "--fork", "--kill-child", "--mount-proc")
_INIT = 'python="$1"; module="$2"; shift 2; "$python" -m "$module" "$@"; exit $?'  # a shell reaps orphans, as init does


class Loss(StrEnum):
    """How a leader is lost."""

    KILLED = "killed"
    FROZEN = "frozen"
    ORPHANED = "orphaned"
    """Only Patroni is killed: its PostgreSQL continues, and accepts connections as if it were the leader."""
    CUT_OFF = "cut_off"
    """From everything."""
    CUT_FROM_NODES = "cut_from_nodes"
    """From the other nodes, while the store still reaches it."""


def prove_kills(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Kill the leader's host `count` times: SIGKILL for all processes of etcd, Patroni and PostgreSQL."""
    return _proved(folder, [Loss.KILLED] * count, seed, progress)


def prove_freezes(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Freeze all processes on the leader's host `count` times, until after another leader is promoted."""
    return _proved(folder, [Loss.FROZEN] * count, seed, progress)


def prove_orphans(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Kill only Patroni on the leader's host `count` times: its PostgreSQL stays up until another has been promoted."""
    return _proved(folder, [Loss.ORPHANED] * count, seed, progress)


def prove_cuts(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Cut the leader off `count` times, in turn from everything and from the other nodes only."""
    return _proved(folder, [(Loss.CUT_OFF, Loss.CUT_FROM_NODES)[number % 2] for number in range(count)], seed, progress)


def play(folder: Path, losses: list[Loss], *, seed: int, quick: bool = False) -> Figures:
    """Play the scenario in temporary namespaces."""
    figures: Figures = run_apart("tests.crash.patroni.losing", str(folder), str(seed), str(int(quick)), *losses)
    return figures


def run_apart(module: str, *words: str) -> Any:
    """Run a module in temporary namespaces, with a folder for the nodes before its words; return the JSON it prints."""
    with _nodes_folder() as nodes, TemporaryFile() as said:
        command = [*_NAMESPACES, "sh", "-c", _INIT, "sh", sys.executable, module, str(nodes), *words]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=said, cwd=ROOT) as playing:
            try:  # the program ends when its input does, even if this process is killed
                code = playing.wait(PLAYED_S_MAX)
            finally:
                playing.kill()
        assert code == 0, "see what it said"
        said.seek(0)
        return json.loads(said.read())


def _proved(folder: Path, losses: list[Loss], seed: int, progress: Progress) -> Figures:
    figures = play(folder, losses, seed=seed)
    progress(len(losses))
    return figures


def main(folder: Path, nodes: Path, seed: int, *, quick: bool, losses: list[Loss]) -> Figures:
    """Lose the leader once for each of `losses`; return what happened."""
    ledger, chance = Ledger(), random.Random(seed)
    figures: Figures = {"leaders_lost": len(losses)}

    async def prove() -> None:
        identity = clusters.unprivileged()
        assert identity is not None, "namespaces need root"
        with three_nodes(nodes, identity, **(QUICK if quick else {})) as cluster:
            make_database(cluster)
            async with (
                Processes(folder, cluster, roles=["all"] * PROCESSES, lease_s=LEASE_S) as processes,
                Receivers(processes, ledger) as crew,
            ):
                await crew.join("good", "failing", "slow")
                scene = Scene(cluster, processes, crew, ledger, chance)
                with Watch(cluster.nodes) as watch:
                    async with (
                        Load(processes, ledger, per_second=PLANTS_PER_SECOND) as load,
                        Pauses(load, ledger) as pauses,
                    ):
                        for loss in losses:
                            await asyncio.sleep(chance.uniform(*LIFE_S))
                            load.check()
                            await scene.lose(loss, watch)
                figures.update(scene.figures | pauses.figures() | {"answered_503": len(load.unavailable)})
                await end_in_order(processes, crew, ledger)
                scene.check_duplicates()
                scene.check_all_nodes()
                figures.update(figures_of(ledger, crew))

    run(prove)
    return figures


class Scene:
    """A store on a cluster, and what its failures have shown so far."""

    def __init__(
        self,
        cluster: PatroniCluster,
        processes: Processes,
        crew: Receivers,
        ledger: Ledger,
        chance: random.Random,
    ) -> None:
        self._cluster = cluster
        self._processes = processes
        self._crew = crew
        self._ledger = ledger
        self._chance = chance
        self.figures: Figures = {}

    async def lose(self, loss: Loss, watch: Watch) -> None:
        """Lose the leader, check that another has everything and that the store continues, and bring it back."""
        old = self._cluster.leader
        failed_at = time.monotonic()
        await asyncio.to_thread(_fail, old, loss)
        await asyncio.sleep(SETTLED_S)
        recorded = await asyncio.to_thread(self._recorded, old)
        new, promoted_at, head = await self._promoted(old, failed_at, watch)
        if loss is Loss.ORPHANED:  # the old leader continued until the promotion
            recorded = await asyncio.to_thread(self._recorded, old)
        self._cluster.leader = new
        self._ledger.unrecorded.append(set(self._ledger.accepted) - recorded)
        self._note("longest_promotion_ms", promoted_at - failed_at)
        await resumed(self._processes, self._crew, self._ledger)
        self._note("longest_resume_ms", time.monotonic() - promoted_at)
        check_remains(self._processes.remains(), self._ledger)
        await asyncio.sleep(self._chance.uniform(*STILL_DOWN_S))
        returned_at = time.monotonic()
        await self._return(old, loss)
        if loss is not Loss.KILLED:  # the store has to find out again who leads, while the old leader may think it does
            await asyncio.to_thread(self._disconnect_store)
            await resumed(self._processes, self._crew, self._ledger)
            self._note("longest_resume_after_return_ms", time.monotonic() - returned_at)
        await asyncio.to_thread(self._cluster.wait_until_whole)
        self._check_old(old, promoted_at, head, watch)
        check_remains(self._processes.remains(), self._ledger)
        assert self.figures["longest_resume_ms"] <= RESUMED_S_MAX * 1_000, self.figures

    def check_duplicates(self) -> None:
        """Check that nothing came twice except what was sent and not recorded at a failure: once for each failure."""
        for delivery, lives in self._ledger.accepted.items():
            allowed = sum(delivery in one for one in self._ledger.unrecorded)
            assert len(lives) <= 1 + allowed, f"{delivery} came {len(lives)} times, {allowed} repeats are explained"
        assert max(map(len, self._ledger.unrecorded)) <= UNRECORDED_MAX * PROCESSES
        accepted = sum(len(one.accepted) for one in self._crew.receivers.values())
        assert recorded_acceptances(self._cluster, STORE) == accepted  # no process of the store died

    def check_all_nodes(self) -> None:
        """Check that every node, with its own files, has everything that was acknowledged."""
        self._cluster.wait_until_whole()
        for node in self._cluster.nodes:
            check_remains(read_shared_remains(node, STORE), self._ledger)

    async def _promoted(self, old: Node, failed_at: float, watch: Watch) -> tuple[Node, float, int]:
        """Wait for the next leader; return it with the time and its newest event."""
        async with asyncio.timeout(PROMOTED_S_MAX):
            while True:
                for node in self._cluster.others(old):
                    seen = watch.writable_since(node, failed_at)
                    if seen:
                        return node, seen.at, seen.head
                await asyncio.sleep(_LOOK_S)

    async def _return(self, old: Node, loss: Loss) -> None:
        if loss is Loss.KILLED:
            await asyncio.to_thread(old.start)
        elif loss is Loss.ORPHANED:
            await asyncio.to_thread(old.start_patroni)
        elif loss is Loss.FROZEN:
            await asyncio.to_thread(old.thaw)
        else:
            await asyncio.to_thread(old.host.reconnect)

    def _recorded(self, old: Node) -> set[Delivery]:
        """Return the deliveries that the other nodes have on record."""
        return {
            delivery for node in self._cluster.others(old) for delivery in read_shared_remains(node, STORE).recorded
        }

    def _disconnect_store(self) -> None:
        self._cluster.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'plantstore'"
        )

    def _check_old(self, old: Node, promoted_at: float, head: int, watch: Watch) -> None:
        """Check that the old leader got no event of its own while it still took itself for the leader."""
        second = [one for one in watch.after(old, promoted_at) if one.is_writable]
        newest = max((one.head for one in second), default=0)
        assert newest <= head, f"{old.name} shows event {newest}, and the new leader began at {head}"
        strange = {one.newest for one in second} - {event_id for _, event_id, _ in self._processes.remains().events}
        assert not strange, f"{old.name} shows {strange}, which the new leader does not have"
        self._add("second_leaders", bool(second))
        self._note("longest_second_leader_ms", second[-1].at - second[0].at if second else 0.0)
        for name, count in (
            ("most_connections_to_it", max((one.connections for one in second), default=0)),
            ("most_commits_that_it_kept_waiting", max((one.waiting for one in second), default=0)),
        ):
            self.figures[name] = max(count, self.figures.get(name, 0))

    def _note(self, name: str, seconds: float) -> None:
        self.figures[name] = max(round(seconds * 1_000), self.figures.get(name, 0))

    def _add(self, name: str, count: int) -> None:
        self.figures[name] = self.figures.get(name, 0) + count


def _fail(node: Node, loss: Loss) -> None:
    if loss is Loss.KILLED:
        node.kill()
    elif loss is Loss.ORPHANED:
        node.kill_patroni()
    elif loss is Loss.FROZEN:
        node.freeze()
    else:
        node.host.cut_off(wholly=loss is Loss.CUT_OFF)


@contextmanager
def _nodes_folder() -> Iterator[Path]:
    """A folder that the user of the servers can reach; it is removed even if this process is killed."""
    identity = clusters.unprivileged()
    folder = clusters.make_folder(identity)
    with clusters.watched(folder, identity):
        yield folder


def end_with_parent() -> None:
    """End this process when its input ends."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=end_with_parent, daemon=True).start()
    of_nodes, own, seed_text, is_quick, *given = sys.argv[1:]
    chosen = [Loss(one) for one in given]
    print(json.dumps(main(Path(own), Path(of_nodes), int(seed_text), quick=is_quick == "1", losses=chosen)))
