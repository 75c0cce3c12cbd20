"""A package of Debian: the program in one file, made with `dpkg-deb`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

MADE_AT = "1580601600"  # as in the wheel
CONTROL = """Package: plantstore
Version: {version}
Section: web
Priority: optional
Architecture: {architecture}
Depends: python3 (>= {python}), python3 (<< {next_python}), ca-certificates
Maintainer: The developers of Plant Store <plantstore@localhost>
Description: plant catalogue that notifies other systems of every new plant
 Plant Store keeps the plants of a shop, and notifies other systems of each new
 one by a signed webhook, until each of them has received it.
 .
 "plantstore setup server" sets up the service.
"""
LAUNCHER = """#!/bin/sh
# One file that unpacks itself once for each version; root does that when the package is installed.
export SHIV_ROOT=/usr/lib/plantstore/unpacked
exec /usr/bin/python3 /usr/lib/plantstore/plantstore.pyz "$@"
"""
UNPACK = "#!/bin/sh\nset -e\nrm -rf /usr/lib/plantstore/unpacked\n/usr/bin/plantstore --version >/dev/null\n"
REMOVE = "#!/bin/sh\nset -e\nrm -rf /usr/lib/plantstore/unpacked\n"


def make_package(pyz: Path, version: str, to: Path) -> Path | None:
    """Write the package, and return its file; None without `dpkg-deb`. It needs the minor version of this Python."""
    if shutil.which("dpkg-deb") is None:
        print("There is no dpkg-deb, so no package of Debian is made.", file=sys.stderr)
        return None
    architecture = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)
    major, minor = sys.version_info[:2]
    text = CONTROL.format(
        version=version.replace(".dev", "~dev").replace("rc", "~rc"),
        architecture=architecture.stdout.strip(),
        python=f"{major}.{minor}~",
        next_python=f"{major}.{minor + 1}~",
    )
    with TemporaryDirectory(prefix="plantstore-deb-") as folder:
        tree = Path(folder)
        tree.chmod(0o755)
        put(tree / "DEBIAN" / "control", text, 0o644)
        put(tree / "DEBIAN" / "postinst", UNPACK, 0o755)
        put(tree / "DEBIAN" / "prerm", REMOVE, 0o755)
        put(tree / "usr" / "bin" / "plantstore", LAUNCHER, 0o755)
        program = tree / "usr" / "lib" / "plantstore" / "plantstore.pyz"
        program.parent.mkdir(parents=True)
        shutil.copyfile(pyz, program)
        file = to / f"plantstore_{version}_{architecture.stdout.strip()}.deb"
        command = ["dpkg-deb", "--root-owner-group", "--build", str(tree), str(file)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ | {"SOURCE_DATE_EPOCH": MADE_AT})
    return file


def put(file: Path, text: str, mode: int) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(mode)
