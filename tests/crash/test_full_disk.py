"""A disk without room: what is refused is refused whole, what was sent is written down later, and nothing is lost."""

from pathlib import Path

from tests.crash.full_disks import WAYS, prove_full_disks
from tests.crash.test_kill import Note, a_seed, summarise
from tests.proving import quietly


def test_a_full_disk_stops_the_store_and_room_on_it_lets_it_go_on(tmp_path: Path, record_property: Note) -> None:
    seed = a_seed()

    figures = prove_full_disks(tmp_path, count=len(WAYS), seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["full_disks"] == len(WAYS)
    assert figures["answered_507"] > 0
