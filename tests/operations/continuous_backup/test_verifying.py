"""The comparison of a place with the progress that a store has noted, which decides whether its chain continues."""

from pathlib import Path

import pytest

from plantstore.domain.timestamps import after
from plantstore.operations.continuous_backup.names import base_folder, chain_name, complete_name, segment_name
from plantstore.operations.continuous_backup.places import BackupFolder
from plantstore.operations.continuous_backup.progress import Progress
from plantstore.operations.continuous_backup.verifying import FILES_MISSING, LATER_FILES, why_not_continued
from tests.makers import NOON

CHAIN, OTHER_CHAIN = (chain_name(after(NOON, seconds=seconds), "9f3c21aa") for seconds in (0, 60))
COMPLETE = complete_name(base_folder(CHAIN, NOON), first=1, last=2, parts=1)


def segment(number: int, chain: str = CHAIN) -> str:
    return segment_name(chain, number, after(NOON, seconds=number), is_whole=True)


@pytest.mark.parametrize(
    ("there", "written", "why"),
    [
        ([], 0, ""),
        ([1, 2], 2, ""),
        ([2], 2, ""),
        ([1], 2, FILES_MISSING),
        ([], 2, FILES_MISSING),
        ([1, 2, 3], 2, LATER_FILES),
        ([1], 0, LATER_FILES),
        ([1, 3], 2, LATER_FILES),
    ],
)
async def test_the_last_segment_is_there_and_none_after_it(
    there: list[int], written: int, why: str, tmp_path: Path
) -> None:
    place = BackupFolder(tmp_path)
    for name in [*map(segment, there), segment(9, OTHER_CHAIN)]:
        await place.put(name, b"")

    assert await why_not_continued(place, Progress(chain=CHAIN, next=written + 1)) == why


@pytest.mark.parametrize(("names", "why"), [([COMPLETE], ""), ([], FILES_MISSING)])
async def test_the_last_base_is_there(names: list[str], why: str, tmp_path: Path) -> None:
    place = BackupFolder(tmp_path)
    for name in [segment(1), segment(2), *names]:
        await place.put(name, b"")

    assert await why_not_continued(place, Progress(chain=CHAIN, next=3, base_at=NOON, base_next=2)) == why
