"""A Debian machine with a systemd that runs: its files in a folder, booted in namespaces, without a network.

`python -m tests.server.machine FOLDER` makes the files once, as root (`make server-test` does). It needs the Debian
packages mmdebstrap and systemd-container, and the package sources of this machine.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.polling import PATIENCE_S

ROOT = Path(__file__).parents[2]
DIST = ROOT / "dist"
VARIABLE = "SERVER_MACHINE"
MISSING = f"{VARIABLE} is not set: run `make server-test` as root"
SUITE = "bookworm"
PACKAGES = "systemd,systemd-sysv,dbus,python3-venv,ca-certificates,curl,caddy,procps"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
HOSTS = "127.0.0.1 localhost plants.example.org"
BOOT_S_MAX, COMMAND_S_MAX = 120.0, 120.0
WHEELS = "/wheels"


def make(folder: Path) -> None:
    """Make the files of the machine, unless they are there, and gather what is released and what it needs."""
    files, wheels = folder / "files", folder / "wheels"
    if not files.exists():
        unfinished = folder / "unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        sources = next(iter(sorted(Path("/etc/apt/sources.list.d").glob("debian*"))), Path("/etc/apt/sources.list"))
        command = ["mmdebstrap", "--variant=apt", f"--include={PACKAGES}", SUITE, str(unfinished), str(sources)]
        subprocess.run(command, check=True)
        unfinished.rename(files)
    pip = [sys.executable, "-m", "pip", "download", "-q", "--require-hashes", "-r", str(ROOT / "requirements.lock")]
    subprocess.run([*pip, "-d", str(wheels)], check=True)
    for old in [*wheels.glob("plantstore-*.whl"), *wheels.glob("*.deb")]:
        old.unlink()
    for file in [*DIST.glob("*.whl"), *DIST.glob("*.deb")]:
        shutil.copy(file, wheels)


class Machine:
    """A booted machine."""

    def __init__(self, leader: int, files: Path) -> None:
        self._leader = leader
        self.files = files

    def run(
        self, command: str, *, within_s: float = COMMAND_S_MAX, check: bool = True
    ) -> subprocess.CompletedProcess[str]:
        """Run a command in a shell, as root. Fail with its output if it fails, unless `check` is false."""
        ended = subprocess.run(
            self._enter("bash", "-e", "-o", "pipefail", "-c", command),
            capture_output=True,
            text=True,
            timeout=within_s,
            stdin=subprocess.DEVNULL,
        )
        assert not check or ended.returncode == 0, f"{command}\n{ended.stdout}\n{ended.stderr}"
        return ended

    def start(self, command: Sequence[str]) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(self._enter(*command), stdin=subprocess.DEVNULL)

    def until(self, condition: str, *, within_s: float = PATIENCE_S) -> None:
        """Run a command until it succeeds."""
        deadline_s = time.monotonic() + within_s
        while self.run(condition, check=False).returncode:
            assert time.monotonic() < deadline_s, f"never true: {condition}\n{self.journal()}"
            time.sleep(0.1)

    def journal(self) -> str:
        return self.run("journalctl --no-pager -n 60", check=False).stdout

    def _enter(self, *command: str) -> list[str]:
        spaces = ["nsenter", "-t", str(self._leader), "-m", "-u", "-i", "-n", "-p", "--"]
        environment = [f"PATH={PATH}", "HOME=/root", "TERM=dumb", "PIP_NO_INDEX=1", f"PIP_FIND_LINKS={WHEELS}"]
        return [*spaces, "env", "-i", *environment, *command]


@contextmanager
def booted(folder: Path, copy: Path) -> Iterator[Machine]:
    """Boot a copy of the machine's files. It has no network but its own loopback."""
    subprocess.run(["cp", "-a", "--reflink=auto", str(folder / "files"), str(copy)], check=True)
    (copy / "etc/hosts").write_text(f"{HOSTS}\n")
    (copy / "etc/caddy/Caddyfile").write_text("{\n\tlocal_certs\n\tskip_install_trust\n}\n")
    command = ["systemd-nspawn", "--register=no", "--keep-unit", "--private-network", "--console=pipe", "--boot"]
    with (copy.parent / "console.log").open("wb") as console:
        process = subprocess.Popen(
            [*command, f"--bind-ro={folder / 'wheels'}:{WHEELS}", "-D", str(copy)],
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=console,
        )
    try:
        machine = Machine(_leader_of(process), copy)
        machine.until("systemctl is-system-running | grep -qx running", within_s=BOOT_S_MAX)
        yield machine
    finally:
        process.terminate()  # nspawn ends every process of the machine
        process.wait(timeout=60)


def _leader_of(process: "subprocess.Popen[bytes]") -> int:
    """Return the process id of the machine's first process: the child of systemd-nspawn that is 1 in its namespace."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    deadline_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline_s and process.poll() is None:
        for child in children.read_text(encoding="ascii").split():
            with suppress(OSError):  # it has ended: another follows
                ids = re.findall(r"(?m)^NSpid:\s.*\s1$", Path(f"/proc/{child}/status").read_text())
                name = Path(f"/proc/{child}/comm").read_text().strip()
                if ids and name == "systemd":
                    return int(child)
        time.sleep(0.05)
    raise AssertionError("the machine did not start")


def installed() -> Path | None:
    """Return the folder with the machine's files, or None if they were not made."""
    place = os.environ.get(VARIABLE)
    return Path(place).resolve() if place else None


if __name__ == "__main__":
    make(Path(sys.argv[1]))
