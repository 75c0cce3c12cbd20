"""The generation tells which reads are stale."""

from plantstore.delivery.generation import CHANGES_MAX, Generation


def test_a_change_makes_earlier_reads_of_the_same_key_stale_and_no_others() -> None:
    generation = Generation()
    before = generation.current
    generation.advance(7)
    between = generation.current
    generation.advance("rpl_1")

    assert generation.has_changed(7, since=before)
    assert not generation.has_changed(7, since=between)
    assert generation.has_changed("rpl_1", since=between)
    assert not generation.has_changed(8, since=before)
    assert not generation.is_stale(before)
    assert generation.current > between > before


def test_an_invalidation_makes_every_earlier_read_stale() -> None:
    generation = Generation()
    before = generation.current
    generation.invalidate()

    assert generation.is_stale(before)
    assert generation.has_changed(7, since=before)
    assert not generation.is_stale(generation.current)
    assert not generation.has_changed(7, since=generation.current)


def test_more_changes_than_are_remembered_make_every_earlier_read_stale() -> None:
    generation = Generation()
    before = generation.current
    for sequence in range(CHANGES_MAX):
        generation.advance(sequence)
    assert not generation.is_stale(before)

    last = generation.current
    generation.advance(CHANGES_MAX)

    assert generation.is_stale(before)
    assert generation.has_changed(CHANGES_MAX, since=last)
    assert not generation.has_changed(CHANGES_MAX, since=generation.current)
