"""The names of files that survive a power cut: those in each folder when it was last synced."""

from pathlib import Path

import pytest

from plantstore.storage.engine import durable_files


class Synced:
    """Watches `folders.sync`, which syncs everything except SQLite's files."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: dict[Path, set[str]] = {}
        self._sync = durable_files.sync
        monkeypatch.setattr(durable_files, "sync", self._watch)

    def has(self, path: Path) -> bool:
        return path.name in self.names.get(path.parent, ())

    def _watch(self, folder: Path) -> None:
        self._sync(folder)
        self.names[folder] = {one.name for one in folder.iterdir()}
