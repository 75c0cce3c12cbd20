"""Which files of a continuous backup are deleted, and that every younger time can be restored afterwards."""

import pytest

from plantstore.domain.timestamps import Instant, after
from plantstore.operations.continuous_backup import names
from plantstore.operations.continuous_backup.names import (
    base_folder,
    chain_name,
    chains_of,
    complete_name,
    part_name,
    segment_name,
)
from plantstore.operations.continuous_backup.retention import outdated
from plantstore.operations.continuous_backup.states import plan, spans
from plantstore.storage.engine.protocols import StorageRefused
from tests.makers import NOON

DAY_S = 86_400
KEEP_DAYS = 7
STORE = "9f3c21aa"


def at(days: float) -> Instant:
    return after(NOON, seconds=round(days * DAY_S))


def a_chain(begin: float, end: float, *, bases: list[float], per_day: int = 10) -> list[str]:
    """Return the names of a chain with segments at regular times, and a base of two parts at each time in `bases`."""
    chain = chain_name(at(begin), STORE)
    times = [begin + number / per_day for number in range(1, int((end - begin) * per_day) + 1)]
    found = [segment_name(chain, number, at(days), is_whole=True) for number, days in enumerate(times, 1)]
    for base in bases:
        folder, following = base_folder(chain, at(base)), sum(days <= base for days in times) + 1
        found += [part_name(folder, 1), part_name(folder, 2)]
        found.append(complete_name(folder, first=max(1, following - 2), last=following, parts=2))
    return found


def kept(files: list[str], *, now: float, current: str = STORE) -> list[str]:
    removed = list(outdated(chains_of(files), now=at(now), keep_days=KEEP_DAYS, current=current))
    assert len(set(removed)) == len(removed) and set(removed) <= set(files)
    return [name for name in files if name not in removed]


def times(files: list[str], *, first: float, last: float) -> list[Instant | None]:
    """Return which state is restored for each tenth of a day; None if none is."""
    found: list[Instant | None] = []
    for tenth in range(int(first * 10), int(last * 10)):
        try:
            found.append(plan(chains_of(files), at=at(tenth / 10)).at)
        except StorageRefused:
            found.append(None)
    return found


@pytest.mark.parametrize("now", [3, 7, 8, 9.5, 12, 20, 40])
def test_every_time_of_the_last_days_stays(now: float) -> None:
    files = [
        *a_chain(0, 6, bases=[0, 1, 2, 3, 4, 5]),
        *a_chain(6, 8, bases=[6, 7]),
        *a_chain(8.5, 20, bases=[8.5, *range(9, 20)]),
    ]
    left = kept(files, now=now)

    first = max(0.3, now - KEEP_DAYS)
    assert times(left, first=first, last=20) == times(files, first=first, last=20)
    assert None not in times(left, first=first, last=20)
    assert (len(left) < len(files)) is (now > KEEP_DAYS + 1)
    assert kept(left, now=now) == left


def test_old_files_are_gone_and_the_newest_base_before_them_stays() -> None:
    files = a_chain(0, 20, bases=list(range(20)))
    left = chains_of(kept(files, now=20))

    # The base of day 13 is usable a little later, so that of day 12 is the newest that was usable 7 days ago.
    assert [base.at for base in left[0].bases] == [at(day) for day in range(12, 20)]
    assert left[0].segments[0].number == left[0].bases[0].first
    assert len(left[0].others) == 2 * 8


def test_parts_of_a_base_that_was_never_complete_go_unless_it_is_in_progress() -> None:
    files = a_chain(0, 2, bases=[0, 1])
    chain = files[0].partition("/")[0]
    broken, running = part_name(base_folder(chain, at(0.5)), 1), part_name(base_folder(chain, at(1.5)), 1)

    assert kept([*files, broken, running], now=2, current=chain) == [*files, running]
    assert kept([*files, broken, running], now=2) == files


def test_only_the_newest_base_may_be_old() -> None:
    files = a_chain(0, 1, bases=[0])

    assert kept(files, now=400) == files


def test_a_missing_segment_is_reported_and_times_before_it_can_be_restored() -> None:
    files = a_chain(0, 2, bases=[0])
    del files[9]

    assert plan(chains_of(files), at=at(0.9)).at == at(0.9)
    with pytest.raises(StorageRefused, match=r"Segment 0000000010 of .* is missing"):
        plan(chains_of(files), at=at(1.5))
    assert plan(chains_of([*files, *a_chain(2, 3, bases=[2])]), at=None).at == at(3)


def test_nothing_is_restored_before_the_first_base_is_complete() -> None:
    files = [name for name in a_chain(0, 2, bases=[0]) if "complete" not in name]

    assert spans(chains_of(files)) == []
    with pytest.raises(StorageRefused, match="no complete continuous backup"):
        plan(chains_of(files), at=None)
    with pytest.raises(StorageRefused, match="Nothing is that old"):
        plan(chains_of(a_chain(0, 2, bases=[0])), at=at(-1))


def test_a_time_inside_a_commit_is_never_chosen() -> None:
    chain = chain_name(NOON, STORE)
    folder = base_folder(chain, NOON)
    cut = [segment_name(chain, 1, at(1), is_whole=True), segment_name(chain, 2, at(2), is_whole=False)]
    files = [*cut, complete_name(folder, first=1, last=1, parts=0)]

    assert plan(chains_of(files), at=None).at == at(1)
    assert plan(chains_of([*files, segment_name(chain, 3, at(2), is_whole=True)]), at=None).at == at(2)


def test_a_gap_ends_a_span_and_the_next_base_begins_another() -> None:
    files = a_chain(0, 3, bases=[0, 2])
    del files[9]

    assert [(span.first, span.last) for span in spans(chains_of(files))] == [(at(0.1), at(0.9)), (at(2.1), at(3))]


def test_two_segments_with_one_number_are_never_mixed() -> None:
    files = a_chain(0, 3, bases=[0, 2])
    files.append(segment_name(files[0].partition("/")[0], 10, at(1.05), is_whole=True))

    assert plan(chains_of(files), at=at(0.9)).at == at(0.9)
    with pytest.raises(StorageRefused, match=r"Segment 0000000010 of .* is there twice"):
        plan(chains_of(files), at=at(1.5))
    assert plan(chains_of(files), at=at(2.5)).at == at(2.5)
    assert [span.last for span in spans(chains_of(files))] == [at(0.9), at(3)]


def test_a_base_with_a_missing_part_is_not_used() -> None:
    files = a_chain(0, 3, bases=[0, 2])
    folder = base_folder(files[0].partition("/")[0], at(2))
    files.remove(part_name(folder, 2))

    assert part_name(folder, 1) not in plan(chains_of(files), at=None).names
    assert spans(chains_of(files))[0].last == at(3)


def clocked(days: list[float], *, base_every: int) -> list[str]:
    """Return a chain whose segments have these times, in the order in which they were written, with regular bases."""
    chain = chain_name(at(0), STORE)
    found = [segment_name(chain, number, at(day), is_whole=True) for number, day in enumerate(days, 1)]
    for number in range(1, len(days), base_every):
        folder = base_folder(chain, at(days[number - 1]))
        found += [part_name(folder, 1), complete_name(folder, first=number, last=number, parts=1)]
    return found


def segments_kept(files: list[str], *, now: float) -> list[int]:
    return list(chains_of(kept(files, now=now))[0].segments.numbers)


def test_nothing_of_the_last_days_is_deleted_because_the_clock_was_wrong() -> None:
    days = [day / 2 for day in range(40)]
    behind = [*days, -20_000, -19_999.9, 20, 20.5]  # for a while, it was 1970
    ahead = [*days, 400, 400.1, 20, 20.5]

    for wrong in (behind, ahead):
        files = clocked(wrong, base_every=2)
        assert segments_kept(files, now=20.5)[0] in (25, 26, 27)  # day 13
    assert segments_kept(clocked([*days, -20_000], base_every=2), now=-20_000) == list(range(1, 42))
    assert segments_kept(clocked([*days, 400], base_every=2), now=400)[-1] == 41


def test_times_of_a_clock_that_was_ahead_are_deleted_when_later_ones_are() -> None:
    days = [0.0, 1, 400, 400.1, *(float(day) for day in range(2, 30))]

    assert segments_kept(clocked(days, base_every=2), now=5)[0] == 1
    assert segments_kept(clocked(days, base_every=2), now=29)[0] > 20


def test_other_files_in_the_place_are_left_alone() -> None:
    files = ["readme.txt", "plantstore-20261127T030000Z.db", "photos/aa.age", "20261127T081500000Z-9f3c21aa/other"]

    assert list(names.chains_of(files)[0].segments) == []
    assert kept([*files, *a_chain(0, 20, bases=[0, 19])], now=30)[:4] == files


def test_backups_of_another_store_in_the_same_place_are_left_alone() -> None:
    theirs = [name.replace(STORE, "00000000") for name in a_chain(0, 20, bases=[0, 19])]

    assert kept([*theirs, *a_chain(0, 60, bases=[0, 30, 59])], now=60)[: len(theirs)] == theirs
    assert kept(theirs, now=400) == theirs
