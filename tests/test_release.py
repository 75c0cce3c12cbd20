"""What `make release` makes: the same wheel from any copy of the files, the lock of its needs, and a Debian package."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from release.__main__ import MADE_AT, build_from_copy
from release.debian import make_package
from release.runtime import runtime_lock, runtime_names

ROOT = Path(__file__).parent.parent


def test_the_wheel_is_the_same_from_any_copy_and_umask(tmp_path: Path) -> None:
    one, other = build_from_copy(tmp_path / "one", umask=0o022), build_from_copy(tmp_path / "other", umask=0o077)

    assert one.read_bytes() == other.read_bytes()
    assert int(MADE_AT) % 86_400 == 0


def test_the_lock_of_a_release_has_what_the_program_needs_and_no_more(tmp_path: Path) -> None:
    lock = runtime_lock(ROOT / "requirements.lock")

    entries = re.findall(r"(?m)^([\w.-]+)==", lock)
    assert set(entries) == runtime_names()
    assert {"apsw", "uvloop", "cffi", "psycopg-binary"} <= set(entries), "also what these need, and their extras"
    assert not {"hatchling", "pytest", "opentelemetry-sdk"} & set(entries)
    assert all(len(re.findall(r"--hash=sha256:", part)) >= 1 for part in re.split(r"(?m)^(?=[\w.-]+==)", lock)[1:])

    incomplete = tmp_path / "incomplete.lock"
    incomplete.write_text("click==8.5.1 \\\n    --hash=sha256:00\n")
    with pytest.raises(SystemExit, match="lacks anyio, apsw"):
        runtime_lock(incomplete)


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed")
def test_the_package_of_debian_is_for_this_python_only(tmp_path: Path) -> None:
    pyz = tmp_path / "plantstore.pyz"
    pyz.write_text("a zip file")

    package = make_package(pyz, "1.2.0.dev0", tmp_path)

    assert package is not None
    shown = subprocess.run(["dpkg-deb", "--info", str(package)], capture_output=True, text=True, check=True).stdout
    minor = sys.version_info.minor
    assert f"Depends: python3 (>= 3.{minor}~), python3 (<< 3.{minor + 1}~), ca-certificates" in shown
    assert "Version: 1.2.0~dev0" in shown, "before 1.2.0, as Debian sorts versions"
    contents = subprocess.run(
        ["dpkg-deb", "--contents", str(package)], capture_output=True, text=True, check=True
    ).stdout
    files = {line.split()[-1]: line.split()[:2] for line in contents.splitlines() if not line.endswith("/")}
    assert files == {
        "./usr/bin/plantstore": ["-rwxr-xr-x", "root/root"],
        "./usr/lib/plantstore/plantstore.pyz": ["-rw-r--r--", "root/root"],
    }
