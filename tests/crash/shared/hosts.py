"""Several hosts on one machine: network namespaces with one link to the database and another one to everything else.

All of it is in a namespace of its own, in which `apart.py` runs as a program: the machine's network stays untouched,
and nothing is left when that program has ended.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from tests.polling import wait_until
from tests.postgres.watchdog import PROC

TO_DATABASE, TO_OTHERS = "10.77.0", "10.78.0"  # private addresses, in a namespace without other hosts
HERE = 1  # the last part of our own address on both links
NEEDED = ("unshare", "nsenter", "ip", "cat")


def why_not() -> str | None:
    """Return why this machine cannot run hosts; None if it can."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        return f"No hosts in network namespaces: there is no {missing[0]}."
    try:
        tried = subprocess.run(
            ["unshare", "--net", "ip", "link", "add", "one", "type", "veth", "peer", "name", "two"],
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        return f"No hosts in network namespaces: {error}."
    return f"No hosts in network namespaces: {tried.stderr.strip()}" if tried.returncode else None


class Host:
    """One host; `within` runs a command on it."""

    def __init__(self, number: int) -> None:
        self.address = f"{TO_OTHERS}.{number}"
        self.near_address = f"{TO_DATABASE}.{number}"
        """Its address on the link that `cut_off` cuts."""
        self._number = number
        self._keeper = subprocess.Popen(["unshare", "--net", "cat"], stdin=subprocess.PIPE)  # ends with this process
        # Popen returns before `unshare` has made the namespace: until then, commands would change ours.
        wait_until(lambda: _network_of(self.keeper) != _network_of("self"))
        self.within: Sequence[str] = ("nsenter", "--target", str(self.keeper), "--net")

    @property
    def keeper(self) -> int:
        """The id of the process that keeps the namespace."""
        return self._keeper.pid

    def plug_in(self) -> None:
        """Connect both links. The link to the database is called `d` with the host's number on this side."""
        _ip(*self.within, "ip", "link", "set", "lo", "up")
        for letter, bridge, network in (("d", "database", TO_DATABASE), ("o", "others", TO_OTHERS)):
            near, far = f"{letter}{self._number}", f"{letter}{self._number}far"
            _ip("ip", "link", "add", near, "type", "veth", "peer", "name", far)
            _ip("ip", "link", "set", far, "netns", str(self.keeper))
            _ip("ip", "link", "set", near, "master", bridge, "up")
            _ip(*self.within, "ip", "address", "add", f"{network}.{self._number}/24", "dev", far)
            _ip(*self.within, "ip", "link", "set", far, "up")

    def cut_off(self, *, wholly: bool = False) -> None:
        """Drop all packets to and from the database, or everywhere, without notice to either side."""
        self._set_links("down", "do" if wholly else "d")

    def reconnect(self) -> None:
        self._set_links("up", "do")

    def processes(self) -> list[int]:
        """Return the ids of all processes on this host."""
        network = _network_of(self.keeper)
        found = []
        for one in PROC.iterdir():
            with suppress(OSError):  # it has just ended
                if one.name.isdigit() and _network_of(one.name) == network:
                    found.append(int(one.name))
        return found

    def close(self) -> None:
        self._keeper.communicate()

    def _set_links(self, state: str, letters: str) -> None:
        for letter in letters:
            _ip("ip", "link", "set", f"{letter}{self._number}", state)


@contextmanager
def some_hosts(count: int) -> Iterator[list[Host]]:
    """Yield `count` hosts, in a private network namespace."""
    _ip("ip", "link", "set", "lo", "up")
    for bridge, network in (("database", TO_DATABASE), ("others", TO_OTHERS)):
        _ip("ip", "link", "add", bridge, "type", "bridge")
        _ip("ip", "address", "add", f"{network}.{HERE}/24", "dev", bridge)
        _ip("ip", "link", "set", bridge, "up")
    hosts = [Host(HERE + number) for number in range(1, count + 1)]
    try:
        for host in hosts:
            host.plug_in()
        yield hosts
    finally:
        for host in hosts:
            host.close()


def _network_of(process: int | str) -> str:
    """Return the name of the network namespace of a process."""
    return os.readlink(PROC / str(process) / "ns/net")


def _ip(*words: str) -> None:
    subprocess.run(words, check=True)
