"""Which names a power cut would leave: those that each folder had when it was last synced."""

from pathlib import Path

import pytest

from plantstore.storage.engine import durable_files


class Synced:
    """Watches `folders.sync`, through which everything goes that is not SQLite's."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: dict[Path, set[str]] = {}
        self._sync = durable_files.sync
        monkeypatch.setattr(durable_files, "sync", self._watch)

    def has(self, path: Path) -> bool:
        return path.name in self.names.get(path.parent, ())

    def _watch(self, folder: Path) -> None:
        self._sync(folder)
        self.names[folder] = {one.name for one in folder.iterdir()}
