"""The file for programs: every figure of every run, until the same part is measured again on the same engine.

So a bench can be run part by part, and stopped in the midst of it: what was measured stays.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.figures import Figure, record

WHICH = ("engine", "part", "amount")


def keep(file: Path, figures: Sequence[Figure], which: Mapping[str, str], about: Mapping[str, Any]) -> None:
    """Write the figures of a part, in place of those that it had before on this engine with as much work."""
    assert tuple(which) == WHICH
    others = [one for one in _figures(file) if tuple(one.get(name) for name in WHICH) != tuple(which.values())]
    mine = [{**which, "measured_at": about["measured_at"], **record(figure)} for figure in figures]
    write(file, about, [*others, *mine])


def write(file: Path, about: Mapping[str, Any], figures: Sequence[Mapping[str, Any]] | None = None) -> None:
    """Write what a run was made on beside the figures: those that are there, unless others are given."""
    kept = _figures(file) if figures is None else figures
    new = file.with_suffix(".new")
    new.write_text(json.dumps({**about, "figures": kept}, indent=2) + "\n")
    new.replace(file)


def _figures(file: Path) -> list[dict[str, Any]]:
    """Those of the file; none when there is none, or when it is of another make."""
    try:
        found = json.loads(file.read_text())["figures"]
    except (FileNotFoundError, json.JSONDecodeError, KeyError):
        return []
    return [one for one in found if all(name in one for name in WHICH)]
