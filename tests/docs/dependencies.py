"""Writes docs/dependencies.md from requirements.lock and from what the installed packages say of themselves.

`python -m tests.docs.dependencies`, or `make docs`.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata

from tests.docs.markdown import DOCS, ROOT

PAGE = "dependencies.md"
PROJECT = "plantstore (pyproject.toml)"
PERMITTED = {
    "MIT": "keep its notice",
    "MIT-0": "nothing",
    "MIT-CMU": "keep its notice",
    "BSD License": "keep its notice (the licence file says which BSD licence)",
    "BSD-2-Clause": "keep its notice",
    "BSD-3-Clause": "keep its notice",
    "Apache-2.0": "keep its notices, and mark changes",
    "PSF-2.0": "keep its notice, and describe changes",
    "any-OSI": "choose any open-source licence",
    "MPL-2.0": "offer the source of its files, with changes",
    "LGPL-3.0-only": "offer its source, and permit people to replace it",
}
"""Licences that let a program under the MIT licence use a package unchanged, and what they ask of who passes it on."""

_PIN = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==(\S+)", re.MULTILINE)
_VIA = re.compile(r"^    #   (?:via )?(.+)$|^    # via (.+)$", re.MULTILINE)
_LICENSE_CHARS_MAX = 40  # some packages have the whole text of their licence in this field
_SPDX = {
    "MIT License": "MIT",
    "The MIT License (MIT)": "MIT",
    "Apache Software License": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""SPDX's names for what older metadata say."""
_PAGE = """# Dependencies

*Reference*

The Python packages with which a store runs, in the versions of `requirements.lock`, and their licences. This page is
generated from that file and from the metadata of the installed packages (`make docs`). A test compares it with both.

## To run

{to_run}

`make run` installs these, and checks the hash of each file. A wheel of Plant Store is installed with the newest
versions that `pyproject.toml` permits. The extra `otel` (traces) has packages of its own, which the lock file lacks.

## To build

{to_build}

## Licences

| licence | what it asks of those who pass the package on |
|---|---|
{licences}

Plant Store has the MIT licence and contains none of these packages, which are installed unchanged. Names are those of
SPDX where the metadata of a package has one. A wheel may also contain compiled libraries, such as SQLite, OpenSSL,
libpq or libjpeg, whose licences are in the folder of the installed package.

## Versions that are tested

`make test` runs all tests with the versions of the lock files, on Python 3.11. With the lowest and the newest versions
that `pyproject.toml` permits, `make test-lowest` and `make test-newest` run a part of them. Run so far:

| versions | Python | tests |
|---|---|---|
| the lowest | 3.11 | domain, settings, storage on SQLite, catalogue, sending, tokens and people, API, main path |
| the newest | 3.12 | domain, settings and logs, requests and responses, main path |
| the newest | 3.13, 3.14 | those of the lowest, storage on PostgreSQL, logs, requests and responses |

Other versions of Python may work, but nothing is known of them. Free-threaded builds of Python were not tested.

## Advisories

`make advisories` compares the locked versions with published advisories, by `pip-audit`, which asks the package index.
The lock files contain hashes, so nothing is downloaded. [Security](security.md#dependencies) says when to run it.
"""


@dataclass(slots=True)
class Package:
    """A package of the lock file, and the names of those that need it."""

    name: str
    version: str
    needed_by: list[str] = field(default_factory=list)


def locked() -> dict[str, Package]:
    """Return the packages of requirements.lock, by name."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    found = {}
    starts = [match.start() for match in _PIN.finditer(text)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        block = text[start:end]
        pin = _PIN.match(block)
        assert pin is not None
        needed_by = [one or other for one, other in _VIA.findall(block)]
        found[pin[1]] = Package(pin[1], pin[2], [one for one in needed_by if one != "via"])
    return found


def direct() -> set[str]:
    """Return the names of the packages that pyproject.toml demands for running."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {re.split(r"[^A-Za-z0-9._-]", text, maxsplit=1)[0].lower() for text in project["dependencies"]}


def running(packages: Mapping[str, Package]) -> set[str]:
    """Return the names of the packages that a store needs to run, directly or through others."""
    found = direct()
    while more := {one.name for one in packages.values() if found.intersection(one.needed_by)} - found:
        found |= more
    return found


def licence(name: str) -> str:
    """Return the licence of an installed package: its SPDX expression, older fields, or heading; "" if none."""
    said = metadata.metadata(name).json
    if expression := said.get("license_expression"):
        return str(expression)
    short = str(said.get("license", ""))
    if short and len(short) <= _LICENSE_CHARS_MAX:
        return _SPDX.get(short, short)
    found = [one.rpartition(" :: ")[2] for one in said.get("classifier", []) if one.startswith("License ::")]
    return " AND ".join(_SPDX.get(one, one) for one in found or _heading(name))


def _heading(name: str) -> list[str]:
    """Return the name of a licence that is only the first line of a package's file."""
    texts = [file.read_text() for file in metadata.files(name) or () if "licenses/" in str(file)]
    return [_SPDX[heading] for text in texts if (heading := text.partition("\n")[0].strip()) in _SPDX]


def parts(expression: str) -> list[str]:
    """Return the licences in an expression.

    >>> parts("Apache-2.0 OR (MIT AND PSF-2.0)")
    ['Apache-2.0', 'MIT', 'PSF-2.0']
    """
    return re.split(r" OR | AND ", re.sub(r"[()]", "", expression))


def page() -> str:
    """Return the whole page."""
    packages = locked()
    runs = running(packages)
    to_run = _table([one for one in packages.values() if one.name in runs])
    to_build = _table([one for one in packages.values() if one.name not in runs])
    named = sorted({part for name in packages for part in parts(licence(name))})
    licences = [f"| {name} | {PERMITTED.get(name, '?')} |" for name in named]
    return _PAGE.format(to_run=to_run, to_build=to_build, licences="\n".join(licences))


def _table(packages: Sequence[Package]) -> str:
    rows = [f"| {one.name} | {one.version} | {licence(one.name)} | {_users(one)} |" for one in packages]
    return "\n".join(["| package | version | licence | needed by |", "|---|---|---|---|", *rows])


def _users(package: Package) -> str:
    names = ["Plant Store" if one == PROJECT else re.sub(r"\[.+\]", "", one) for one in package.needed_by]
    return ", ".join(dict.fromkeys(names))


if __name__ == "__main__":
    (DOCS / PAGE).write_text(page(), encoding="utf-8")
