"""The table of what a file has named already."""

from plantstore.catalogue.imports.duplicate_index import DuplicateIndex


def test_a_key_names_the_line_that_had_it_first() -> None:
    seen = DuplicateIndex()

    assert seen.add("A-1", line=2, cells=7) == (0, False)
    assert seen.add("A-1", line=3, cells=7) == (2, True)
    assert seen.add("A-1", line=4, cells=8) == (2, False)


def test_it_grows_and_forgets_nothing() -> None:
    seen = DuplicateIndex()
    for line in range(1, 20_001):
        assert seen.add(f"A-{line}", line=line, cells=-line) == (0, False)

    assert [seen.add(f"A-{line}", line=1, cells=-line) for line in range(1, 20_001)] == [
        (line, True) for line in range(1, 20_001)
    ]
