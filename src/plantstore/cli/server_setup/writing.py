"""Compare new files with those on the disk, and write those that differ."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from plantstore.cli.server_setup.files import SECRET, NewFile
from plantstore.storage.engine.durable_files import write_private

OLD = ".old"  # ending of the copy that is kept of a replaced file


class Step(StrEnum):
    """What happens to a file."""

    CREATE = "create"
    REPLACE = "replace"
    KEEP = "keep"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A file, where it goes, and what is there now (None if there is no file)."""

    file: NewFile
    target: Path
    before: str | None

    @property
    def step(self) -> Step:
        if self.before is None:
            return Step.CREATE
        return Step.KEEP if self.before == self.file.text else Step.REPLACE

    def difference(self) -> list[str]:
        """Return the lines that change, as `diff -u` shows them; none for a new file or one with secrets."""
        if self.step is not Step.REPLACE or self.file.mode == SECRET:
            return []
        before, after = (self.before or "").splitlines(), self.file.text.splitlines()
        return list(difflib.unified_diff(before, after, f"{self.file.path}", f"{self.file.path}", lineterm="", n=1))


def compare(files: Sequence[NewFile], root: Path) -> list[Change]:
    """Return the change of each file below `root`, which is `/` unless a system is set up from outside.

    Raise OSError if a file cannot be read.
    """
    changes = []
    for file in files:
        target = root / file.path.relative_to("/")
        before = target.read_text(encoding="utf-8") if target.exists() else None
        changes.append(Change(file=file, target=target, before=before))
    return changes


def write(change: Change) -> None:
    """Write a file durably and as a whole. A replaced file is kept with the ending `.old`.

    Raise OSError if that fails; the file is then as before.
    """
    if change.step is Step.KEEP:
        change.target.chmod(change.file.mode)
        return
    change.target.parent.mkdir(parents=True, exist_ok=True)
    if change.before is not None:
        _put(change.target.with_name(change.target.name + OLD), change.before, change.file.mode)
    _put(change.target, change.file.text, change.file.mode)


def _put(target: Path, text: str, mode: int) -> None:
    write_private(target, text.encode())
    target.chmod(mode)
