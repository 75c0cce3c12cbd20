"""Make what is released, in dist/: `make release`.

* the wheel, built twice from two copies of the files, which must give the same bytes;
* `plantstore-VERSION.pyz`: one file with all that Plant Store needs, for the Python that runs this;
* `plantstore-VERSION.deb`: that file as a package of Debian, where `dpkg-deb` is installed;
* `plantstore-VERSION.cdx.json`: what is in these files (CycloneDX), and `requirements.lock` with the hashes of it;
* SHA256SUMS.

Nothing is published. The tools have an environment of their own: `release/requirements.lock`.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from release.debian import make_package
from release.runtime import runtime_lock

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
TOOLS = ROOT / ".venv" / "release" / "bin"
SOURCES = ("src", "docs", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE")
MADE_AT = "1580601600"  # time of every file in an archive, in Unix seconds: hatchling's own choice
BUILD = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")


def main() -> int:
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    with TemporaryDirectory(prefix="plantstore-release-") as temporary:
        work = Path(temporary)
        wheel = build_wheel_twice(work)
        lock = DIST / "requirements.lock"
        lock.write_text(runtime_lock(ROOT / "requirements.lock"))
        version = wheel.name.split("-")[1]
        site = install(work, lock, version)
        pyz = zip_application(site, DIST / f"plantstore-{version}.pyz")
        describe(work, lock, version)
        make_package(pyz, version, DIST)
    files = sorted(file for file in DIST.iterdir() if file.is_file())
    sums = "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    (DIST / "SHA256SUMS").write_text(sums)
    for file in files:
        print(f"{file.stat().st_size:>12,}  dist/{file.name}")
    return 0


def build_wheel_twice(work: Path) -> Path:
    """Build the wheel from two copies of the files; fail if the results differ. Return the one in dist/."""
    first, second = build_from_copy(work / "first", umask=0o022), build_from_copy(work / "second", umask=0o077)
    if first.read_bytes() != second.read_bytes():
        raise SystemExit(f"The wheel is not reproducible: compare {first} and {second}.")
    return Path(shutil.copy(first, DIST))


def build_from_copy(work: Path, *, umask: int) -> Path:
    """Build the wheel from a copy of the files in the new folder `work`, under a umask, and return it."""
    before = os.umask(umask)
    try:
        work.mkdir()
        copy_sources(work / "files")
        built = run(sys.executable, "-c", BUILD, str(work / "wheel"), cwd=work / "files").split()[-1]
    finally:
        os.umask(before)
    return work / "wheel" / built


def copy_sources(to: Path) -> None:
    """Copy what a wheel is made of, as new files."""
    to.mkdir()
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            skipped = shutil.ignore_patterns("__pycache__", "*.pyc")
            shutil.copytree(source, to / name, ignore=skipped, copy_function=shutil.copyfile)
        else:
            shutil.copyfile(source, to / name)


def install(work: Path, lock: Path, version: str) -> Path:
    """Install the wheel and what it needs into a folder. The wheel is found by name, so that no path is recorded."""
    site = work / "site"
    run(*PIP, "install", "--no-compile", "--no-deps", "--require-hashes", "-r", str(lock), "--target", str(site))
    own = ("--no-index", "--find-links", str(DIST), f"plantstore=={version}")
    run(*PIP, "install", "--no-compile", "--no-deps", "--target", str(site), *own)
    return site


def zip_application(site: Path, file: Path) -> Path:
    """Make one file of an installation. It unpacks itself on the first start, below ~/.shiv or SHIV_ROOT."""
    options = ("--reproducible", "--compressed", "--extend-pythonpath", "--python", "/usr/bin/env python3")
    run(str(TOOLS / "shiv"), "--site-packages", str(site), "--console-script", "plantstore", "-o", str(file), *options)
    return file


def describe(work: Path, lock: Path, version: str) -> None:
    """Write the list of components (CycloneDX 1.6), from an environment that has what the files have."""
    environment = work / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", str(environment))
    python = str(environment / "bin" / "python")
    run(*PIP, "--python", python, "install", "--no-deps", "--require-hashes", "-r", str(lock))
    run(
        *PIP,
        "--python",
        python,
        "install",
        "--no-deps",
        "--no-index",
        "--find-links",
        str(DIST),
        f"plantstore=={version}",
    )
    options = ("--pyproject", str(ROOT / "pyproject.toml"), "--output-reproducible", "--validate")
    target = DIST / f"plantstore-{version}.cdx.json"
    run(str(TOOLS / "cyclonedx-py"), "environment", *options, "-o", str(target), python)
    document = json.loads(target.read_text(encoding="utf-8"))
    document["metadata"]["component"]["version"] = version  # the tool reads no dynamic version
    target.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def run(*command: str, cwd: Path = ROOT) -> str:
    """Run a command, and return its output; end with its errors if it fails."""
    print(f"… {Path(command[0]).name} {' '.join(command[1:4])}"[:100], flush=True)
    ended = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, env=os.environ | {"SOURCE_DATE_EPOCH": MADE_AT}
    )
    if ended.returncode:
        raise SystemExit(f"{' '.join(command)}\n{ended.stdout}{ended.stderr}")
    return ended.stdout


if __name__ == "__main__":
    sys.exit(main())
