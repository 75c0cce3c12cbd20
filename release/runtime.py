"""What the program needs to run: the lock file without what only building or testing needs."""

import re
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

_ENTRY = re.compile(r"(?m)^([A-Za-z0-9][\w.-]*)(?:\[[^]]*\])?==.*\n(?:[ \t]+.*\n)*")


def runtime_names(distribution: str = "plantstore") -> set[NormalizedName]:
    """Return the normalised names of every package that this one needs on this machine, without extras."""
    found: set[NormalizedName] = set()
    waiting: list[tuple[str, frozenset[str]]] = [(distribution, frozenset())]
    while waiting:
        name, extras = waiting.pop()
        for text in metadata.requires(name) or ():
            needed = Requirement(text)
            markers = [{"extra": extra} for extra in (extras or {""})]
            if needed.marker and not any(needed.marker.evaluate(one) for one in markers):
                continue
            key = canonicalize_name(needed.name)
            if key not in found:
                found.add(key)
                waiting.append((key, frozenset(needed.extras)))
    return found


def runtime_lock(file: Path) -> str:
    """Return the part of a lock file that the program needs to run, with versions and hashes."""
    names = runtime_names()
    entries = {canonicalize_name(match[1]): match[0] for match in _ENTRY.finditer(file.read_text(encoding="utf-8"))}
    missing = names - entries.keys()
    if missing:
        raise SystemExit(f"{file.name} lacks {', '.join(sorted(missing))}: run `make lock`.")
    return "".join(entries[name] for name in sorted(names))
