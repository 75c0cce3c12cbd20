"""Three hosts that each run etcd, Patroni and PostgreSQL with the files of docs/high-availability.md.

Each host is a network namespace. To fail, it is killed, frozen or cut off as a whole, with all its processes.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

import psycopg

from tests.crash.shared.hosts import HERE, TO_DATABASE, Host, some_hosts
from tests.docs.markdown import blocks
from tests.postgres import binaries, watchdog
from tests.postgres.administered import ADMIN, OWNER, Administered

PAGE = "high-availability.md"
NODES = 3
READY_S_MAX = 180.0  # PostgreSQL that was frozen sometimes takes a minute to stop
LOOK_S = 0.05
PASSWORDS = ("SUPERUSER-PASSWORD", "REPLICATION-PASSWORD", "REWIND-PASSWORD")
ETCD, PATRONI = "etcd", "config.yml"  # the names of the files in the docs
_OF_ALL = ("hosts:", "ETCD_INITIAL_CLUSTER=", "- host ")  # lines that are the same on each node
_FETCH = build_opener(ProxyHandler({})).open
_GONE = (psycopg.Error, OSError)


class Node(Administered):
    """One host. `name` is db1, db2 or db3."""

    def __init__(self, number: int, host: Host, folder: Path, identity: tuple[int, int], times: dict[str, int]) -> None:
        self.name = f"db{number}"
        self.host = host
        self.folder = folder / self.name
        self.port = 5432
        self.password = PASSWORDS[0]
        self._identity = identity
        self.folder.mkdir()
        for name in (ETCD, PATRONI):
            (self.folder / name).write_text(self._file(name, number, times))
        for one in (self.folder, *self.folder.iterdir()):
            os.chown(one, *identity)

    # Starting and failing

    def start(self) -> None:
        """Start etcd and Patroni, which starts PostgreSQL."""
        settings = dict(line.split("=", 1) for line in (self.folder / ETCD).read_text().splitlines() if "=" in line)
        self._run("etcd", environment=settings)
        self.start_patroni()

    def start_patroni(self) -> None:
        self._run("patroni", str(self.folder / PATRONI))

    def kill_patroni(self) -> None:
        """Kill Patroni only (SIGKILL): PostgreSQL continues."""
        file = os.fsencode(self.folder / PATRONI)
        for pid in self.host.processes():
            with suppress(OSError):  # it has just ended
                if file in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"):
                    watchdog.signal_if_there(pid, signal.SIGKILL)

    def kill(self) -> None:
        """Kill all its processes (SIGKILL)."""
        watchdog.until(lambda: not self._signal(signal.SIGKILL), seconds=READY_S_MAX)

    def freeze(self) -> None:
        """Stop all its processes (SIGSTOP); its kernel still accepts connections."""
        for _ in range(2):  # the second time for a process that was started during the first
            self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> list[int]:
        """Send a signal to every process on this host; return their ids."""
        found = [pid for pid in self.host.processes() if pid != self.host.keeper]
        for pid in found:
            watchdog.signal_if_there(pid, number)
        return found

    def _run(self, program: str, *words: str, environment: dict[str, str] | None = None) -> None:
        user, group = map(str, self._identity)
        with (self.folder / f"{program}.log").open("ab") as log:
            subprocess.Popen(
                [*self.host.within, "--setuid", user, "--setgid", group, program, *words],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env={"PATH": os.defpath, "LC_ALL": "C.UTF-8", "HOME": str(self.folder)} | (environment or {}),
                start_new_session=True,
            )

    # What it reports

    def url(self, database: str) -> str:
        """Return the address of this node only, as clients reach it."""
        return f"postgresql://{OWNER}:{self.password}@{self.host.address}:{self.port}/{database}"

    def connect(self, database: str = ADMIN) -> psycopg.Connection:
        """Connect on its socket, which works while the host is cut off."""
        return psycopg.connect(
            host=str(self.folder),
            port=self.port,
            user=ADMIN,
            password=self.password,
            dbname=database,
            autocommit=True,
            connect_timeout=10,
        )

    def members(self) -> list[dict[str, Any]]:
        """Return the members of the cluster, as its Patroni sees them."""
        with _FETCH(f"http://{self.host.near_address}:8008/cluster", timeout=5) as answer:
            return list(json.load(answer)["members"])

    def last_words(self) -> str:
        """Return the ends of its logs."""
        logs = sorted(self.folder.glob("*.log"))
        return "\n".join(f"{self.name} {log.name}:\n{log.read_text(errors='replace')[-2_000:]}" for log in logs)

    def _file(self, name: str, number: int, times: dict[str, int]) -> str:
        """Return a file of the docs with the addresses and folders of this node."""
        text = file_of(name, number).replace("10.0.0.0/24", "10.0.0.0/8")
        text = re.sub(r"(\n *listen: )(10\.0\.0\.\d)(:5432)", rf"\1\2,{self.host.address}\3", text)
        text = re.sub(r"\b10\.0\.0\.([1-3])(?=[:,])", lambda found: f"{TO_DATABASE}.{HERE + int(found[1])}", text)
        # A server that is killed leaves its shared memory behind: here in its own folder, instead of in /dev/shm.
        text = re.sub(r"(\n *)(unix_socket_directories: )", r"\1dynamic_shared_memory_type: mmap\1\2", text)
        places = {
            "/usr/lib/postgresql/15/bin": str(binaries.find()),
            "/var/lib/postgresql/15/plants": str(self.folder / "data"),
            "/var/lib/postgresql/plants.pgpass": str(self.folder / "pgpass"),
            "/var/run/postgresql": str(self.folder),
            "/var/lib/etcd/plants": str(self.folder / "etcd-data"),
        }
        for usual, ours in places.items():
            text = text.replace(usual, ours)
        for key, seconds in times.items():
            text, changed = re.subn(rf"(?m)^( +{key}: )\d+$", rf"\g<1>{seconds}", text)
            assert changed == (name == PATRONI), key
        return text


def file_of(name: str, number: int) -> str:
    """Return a file of the docs as it is on db1, db2 or db3: each has its own name and address."""
    [text] = [block.text for block in blocks(PAGE) if block.file == name]
    lines = [
        line
        if line.strip().startswith(_OF_ALL)
        else line.replace("db1", f"db{number}").replace("10.0.0.1:", f"10.0.0.{number}:")
        for line in text.splitlines()
    ]
    return "\n".join(lines) + "\n"


class PatroniCluster(Administered):
    """The three nodes. `leader` is the node that the test knows as the primary."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self.leader = nodes[0]

    def url(self, database: str) -> str:
        """Return the address of the store, which names all nodes."""
        hosts = ",".join(f"{node.host.address}:{node.port}" for node in self.nodes)
        return f"postgresql://{OWNER}:{self.leader.password}@{hosts}/{database}"

    def connect(self, database: str = ADMIN) -> psycopg.Connection:
        return self.leader.connect(database)

    def start(self) -> None:
        """Start all nodes, and wait until one leads and two follow."""
        for node in self.nodes:
            node.start()
        self._wait(self._has_leader)
        self.wait_until_whole()
        self.sql(f"CREATE ROLE {OWNER} LOGIN PASSWORD '{self.leader.password}'")

    def wait_until_whole(self) -> None:
        """Wait until two nodes follow the leader without a lag, and Patroni knows one of them as synchronous."""
        self._wait(self._is_whole)

    def others(self, than: Node) -> list[Node]:
        return [node for node in self.nodes if node is not than]

    def _has_leader(self) -> bool:
        for node in self.nodes:
            with suppress(*_GONE):
                if node.sql("SELECT pg_is_in_recovery()") == [(False,)]:
                    self.leader = node
                    return True
        return False

    def _is_whole(self) -> bool:
        with suppress(*_GONE):
            members = self.leader.members()
            roles = sorted(member["role"] for member in members)
            leader = [member["name"] for member in members if member["role"] == "leader"]
            following = self.leader.sql(
                "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming' ORDER BY sync_state"
            )
            return (
                roles == ["leader", "replica", "sync_standby"]
                and leader == [self.leader.name]
                and all(member.get("lag", 0) == 0 for member in members)
                and following == [("async",), ("sync",)]
            )
        return False

    def _wait(self, true: Callable[[], bool]) -> None:
        end_at = time.monotonic() + READY_S_MAX
        while not true():
            assert time.monotonic() < end_at, self.last_words()
            time.sleep(LOOK_S)

    def last_words(self) -> str:
        return "\n".join(node.last_words() for node in self.nodes)


@contextmanager
def three_nodes(folder: Path, identity: tuple[int, int], **times: int) -> Iterator[PatroniCluster]:
    """Yield a running cluster whose files are in `folder`; `times` replace those of its Patroni configuration."""
    with some_hosts(NODES) as hosts:
        nodes = [Node(number, host, folder, identity, times) for number, host in enumerate(hosts, 1)]
        cluster = PatroniCluster(nodes)
        try:
            cluster.start()
            yield cluster
        except BaseException:
            print(cluster.last_words(), file=sys.stderr)
            raise
        finally:
            for node in nodes:
                node.kill()
