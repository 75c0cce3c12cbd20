"""The inputs that fuzzing has found, replayed: no parser breaks its rules on any of them."""

import itertools

import pytest

from fuzz.parsers.seeds import CORPUS, WORDS, dictionary, kept, made
from fuzz.parsers.targets import TARGETS, timed

INPUTS_MIN = 5
CORPUS_BYTES_MAX = 100_000


@pytest.mark.parametrize("name", TARGETS)
def test_a_parser_keeps_its_rules_on_every_kept_input(name: str) -> None:
    inputs = [*kept(name), *made(name)]

    assert len(inputs) >= INPUTS_MIN
    for one in inputs:
        timed(TARGETS[name], one)


@pytest.mark.parametrize("name", TARGETS)
def test_a_parser_keeps_its_rules_on_pieces_of_them(name: str) -> None:
    inputs = [*kept(name), *made(name)]

    for one, other in itertools.pairwise(inputs):
        for data in (one[: len(one) // 2], one[len(one) // 2 :], one + other, one[: len(one) // 2] + other):
            timed(TARGETS[name], data)


def test_the_corpus_is_small_and_has_a_file_for_each_parser() -> None:
    files = sorted(CORPUS.iterdir())

    assert [file.name for file in files] == sorted(f"{name}.txt" for name in TARGETS)
    assert sum(file.stat().st_size for file in files) <= CORPUS_BYTES_MAX
    assert WORDS.keys() == TARGETS.keys() and all(dictionary(name).isascii() for name in TARGETS)
