"""Compares a place with how far a continuous backup has come by the progress that a store has noted."""

from plantstore.operations.continuous_backup.names import base_folder, segment_number
from plantstore.operations.continuous_backup.places import BackupPlace
from plantstore.operations.continuous_backup.progress import Progress

FILES_MISSING = "files of the continuous backup are missing in its place"
LATER_FILES = "the place has later files than this store has written: a disk was set back, or another store uses it"


async def why_not_continued(place: BackupPlace, known: Progress) -> str:
    """Return why a chain cannot be continued; empty if it can be.

    Its last segment and its last base must be there, and no later segment: a disk or machine that was set back to an
    older state has written it, and the numbers that follow here would be taken twice.
    """
    last = known.next - 1
    listed = [one.name for one in await place.page(after=f"{known.chain}/{last:010d}", limit=2)]
    numbers = [number for name in listed if (number := segment_number(name, known.chain)) is not None]
    expected = [last] if last else []
    if numbers != expected:
        return FILES_MISSING if not numbers else LATER_FILES
    if known.base_next:
        mark = f"{base_folder(known.chain, known.base_at)}/complete-"
        if not any(one.name.startswith(mark) for one in await place.page(after=mark, limit=1)):
            return FILES_MISSING
    return ""
