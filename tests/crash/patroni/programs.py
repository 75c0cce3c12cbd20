"""Patroni and etcd, as Debian packages them, and why the tests with them cannot run on a machine."""

import os
import shutil
import subprocess

from tests.postgres import binaries

NEEDED = ("patroni", "etcd", "unshare", "nsenter", "ip")
REQUIRED = "REQUIRE_PATRONI"  # set by .ci/run: there the tests fail without Patroni, elsewhere they are skipped
MISSING = (
    "PATRONI NOT RUN: there is no {missing}. "
    f"On Debian and Ubuntu: sudo apt install patroni python3-etcd etcd-server ({REQUIRED}=1 makes this a failure)"
)
_NAMESPACES = ["unshare", "--net", "--pid", "--fork", "--mount-proc"]
_VETH = ["ip", "link", "add", "one", "type", "veth", "peer", "name", "two"]


def find(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin")


def why_not() -> str | None:
    """Return why this machine cannot run a cluster of three hosts; None if it can."""
    missing = [name for name in NEEDED if find(name) is None]
    if binaries.find() is None:
        missing.append("PostgreSQL")
    if missing:
        return MISSING.format(missing=", ".join(missing))
    tried = subprocess.run([*_NAMESPACES, *_VETH], capture_output=True, text=True, check=False)
    return f"PATRONI NOT RUN: no network namespaces: {tried.stderr.strip()}" if tried.returncode else None


def is_required() -> bool:
    return os.environ.get(REQUIRED, "") not in ("", "0")
