"""A list of plants is imported while several processes deliver: each receiver gets each plant although one process
dies.
"""

from pathlib import Path

import pytest

from tests.crash.listing import ENDED_S_MAX
from tests.crash.shared.importing import CREW, prove_shared_import
from tests.crash.test_kill import Note, summarise
from tests.proving import quietly

ROWS = 2_000


@pytest.mark.timeout(3 * ENDED_S_MAX)
def test_an_import_reaches_every_receiver_although_one_process_dies(tmp_path: Path, record_property: Note) -> None:
    figures = prove_shared_import(tmp_path, count=ROWS, seed=0, progress=quietly)

    summarise(record_property, **figures)
    assert figures["killed_at"] < figures["plants"], "the kill came too late to prove anything"
    assert figures["deliveries"] == len(CREW) * figures["plants"]
