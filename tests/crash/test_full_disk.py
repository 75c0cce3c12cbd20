"""A full disk: refused requests leave nothing behind, sent requests are recorded later, and nothing is lost."""

from pathlib import Path

from tests.crash.full_disks import WAYS, prove_full_disks
from tests.crash.test_kill import Note, a_seed, summarise
from tests.proving import quietly


def test_a_full_disk_stops_the_store_until_there_is_room(tmp_path: Path, record_property: Note) -> None:
    seed = a_seed()

    figures = prove_full_disks(tmp_path, count=len(WAYS), seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["full_disks"] == len(WAYS)
    assert figures["answered_507"] > 0
