"""A list of plants and several processes that deliver: each receiver has each plant, although one of them dies."""

from pathlib import Path

import pytest

from tests.crash.listing import ENDED_S_MAX
from tests.crash.shared.importing import CREW, prove_shared_import
from tests.crash.test_kill import Note, summarise
from tests.proving import quietly

ROWS = 2_000


@pytest.mark.timeout(3 * ENDED_S_MAX)
def test_a_list_reaches_every_receiver_although_one_of_those_who_deliver_dies(
    tmp_path: Path, record_property: Note
) -> None:
    figures = prove_shared_import(tmp_path, count=ROWS, seed=0, progress=quietly)

    summarise(record_property, **figures)
    assert figures["killed_at"] < figures["plants"], "the kill came too late to prove anything"
    assert figures["deliveries"] == len(CREW) * figures["plants"]
