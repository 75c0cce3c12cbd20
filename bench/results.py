"""The results file: every figure of every run, until the same part is measured again on the same engine.

So a bench can run part by part and be interrupted without losing figures.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.figures import Figure, record

WHICH = ("engine", "part", "amount")


def keep(file: Path, figures: Sequence[Figure], which: Mapping[str, str], about: Mapping[str, Any]) -> None:
    """Write the figures of a part, replacing its earlier ones on this engine with the same amount of work."""
    assert tuple(which) == WHICH
    others = [one for one in _figures(file) if tuple(one.get(name) for name in WHICH) != tuple(which.values())]
    mine = [{**which, "measured_at": about["measured_at"], **record(figure)} for figure in figures]
    write(file, about, [*others, *mine])


def write(file: Path, about: Mapping[str, Any], figures: Sequence[Mapping[str, Any]] | None = None) -> None:
    """Write the conditions of a run next to the figures, which stay unless others are given."""
    kept = _figures(file) if figures is None else figures
    new = file.with_suffix(".new")
    new.write_text(json.dumps({**about, "figures": kept}, indent=2) + "\n")
    new.replace(file)


def _figures(file: Path) -> list[dict[str, Any]]:
    """Return the figures in the file; none if there is no file, or it has another format."""
    try:
        found = json.loads(file.read_text())["figures"]
    except (FileNotFoundError, json.JSONDecodeError, KeyError):
        return []
    return [one for one in found if all(name in one for name in WHICH)]
