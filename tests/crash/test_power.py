"""Power cuts: what was acknowledged before a cut is complete afterwards, and the store continues.

Stores and disks that break the promise are detected by the same cuts.
"""

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plantstore.storage.database import Database, PostCommitChanges, _Command
from plantstore.storage.engine.protocols import Connection
from plantstore.storage.sqlite import engine
from tests.crash.power import prove_power
from tests.crash.test_kill import Note, summarise
from tests.proving import quietly
from tests.simulation.disk_image import Content, DiskImage

CUTS = 60
SEED = 1  # the defective stores must be detected within CUTS, as with any seed
BROKEN = r"seed 1, cut \d+, after operation \d+ of \d+: .*(is lost|is damaged|cannot be used)"


def test_a_power_cut_at_any_moment_loses_nothing_that_was_acknowledged(tmp_path: Path, record_property: Note) -> None:
    seed = int(os.environ.get("POWER_SEED") or random.SystemRandom().randrange(1_000_000))
    print(f"\nPOWER_SEED={seed}")

    figures = prove_power(tmp_path, count=CUTS, seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["cuts"] == CUTS
    assert figures["lost"] == 0
    places = ("in_a_commit", "in_a_checkpoint", "in_a_creation", "in_an_upgrade")
    assert all(figures[name] > 0 for name in (*places, "plants_acknowledged", "writes_torn", "writes_dropped"))


def test_the_same_seed_makes_the_same_cuts(tmp_path: Path) -> None:
    def prove(number: int, seed: int) -> dict[str, int | float]:
        folder = tmp_path / str(number)
        folder.mkdir()
        return prove_power(folder, count=5, seed=seed, progress=quietly)

    first, again, other = (prove(number, seed) for number, seed in enumerate((1, 1, 2)))

    assert first == again != other


@pytest.mark.parametrize("level", ["NORMAL", "OFF"])
def test_a_store_that_does_not_sync_its_commits_is_detected(
    level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pragmas = engine._pragmas

    def weaker(*, writes: bool) -> Iterator[str]:
        return (one.replace("synchronous = FULL", f"synchronous = {level}") for one in pragmas(writes=writes))

    monkeypatch.setattr(engine, "_pragmas", weaker)

    with pytest.raises(AssertionError, match=BROKEN):
        prove_power(tmp_path, count=CUTS, seed=SEED, progress=quietly)


def test_an_acknowledgement_before_the_commit_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Database._run

    def hasty(self: Database, connection: Connection, batch: list[_Command], *, isolated: bool) -> PostCommitChanges:
        if uncommitted := getattr(self, "uncommitted", None):
            uncommitted()
        commit = connection.commit
        monkeypatch.setattr(connection, "commit", lambda: None)
        changes = run(self, connection, batch, isolated=isolated)
        monkeypatch.setattr(connection, "commit", commit)
        monkeypatch.setattr(self, "uncommitted", commit, raising=False)
        return changes

    monkeypatch.setattr(Database, "_run", hasty)

    with pytest.raises(AssertionError, match=r"is lost|There is no"):
        prove_power(tmp_path, count=CUTS, seed=SEED, progress=quietly)


@pytest.mark.parametrize(("owner", "verb"), [(Content, "sync"), (DiskImage, "sync_folder")])
def test_a_disk_that_ignores_syncs_is_detected(
    owner: type, verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing: Callable[..., Any] = lambda *_: None  # noqa: E731
    monkeypatch.setattr(owner, verb, nothing)

    with pytest.raises(AssertionError, match=BROKEN):
        prove_power(tmp_path, count=CUTS, seed=SEED, progress=quietly)
