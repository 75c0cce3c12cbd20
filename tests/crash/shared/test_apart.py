"""A host cut off from the database loses its share to others, gets one again later, and nothing is lost."""

from pathlib import Path

import pytest

from tests.crash.shared.apart import CREW, play_apart
from tests.crash.shared.hosts import why_not
from tests.crash.test_kill import Note, summarise

REASON = why_not()


@pytest.mark.skipif(REASON is not None, reason=str(REASON))
@pytest.mark.timeout(300)
def test_a_host_without_database_is_replaced_and_comes_back(tmp_path: Path, record_property: Note) -> None:
    figures = play_apart(tmp_path)

    summarise(record_property, **figures)
    assert figures["lost"] == 0
    assert figures["deliveries"] == len(CREW) * figures["plants"] > 0
