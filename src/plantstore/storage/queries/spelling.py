"""Suggests what a search with misspelt words may have meant: the nearest words that the catalogue has.

There is no index of misspellings. First every string one edit away from a misspelt word is looked up in the vocabulary.
If none of them finds a plant together with the rest of the search, words that begin alike are compared, which may be
several edits away. The number of words, lookups, candidates and counts is limited for every search.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import NamedTuple

from plantstore.domain.plants import misspelling
from plantstore.domain.plants.search_terms import allows_prefix
from plantstore.storage.queries.plant_order import Sort
from plantstore.storage.queries.plant_search import groups_of_filters, page
from plantstore.storage.tables import search_index
from plantstore.storage.tables.plant_filters import PlantFilter
from plantstore.storage.transaction import Transaction

FEW = 3  # a search that finds fewer plants than this gets suggestions
MORE_FACTOR = 10  # a suggestion finds this many times as many plants, if the search itself finds any
SUGGESTIONS_MAX = 3
CORRECTED_MAX = 3  # max misspelt words in one search
CANDIDATES_MAX = 4_096  # max words of the vocabulary that are compared with one misspelt word
ALTERNATIVES_MAX = 32  # max words by which one misspelt word may be replaced
COUNTED_MAX = 32  # max searches that are counted, for each of the two ways to find candidates
TERMS_MAX = 1_024  # max terms in all searches that are counted
ENDINGS_MAX = (
    16  # max words that begin with a word that is not replaced; if there are more, only the word itself counts
)
PLANTS_MAX = 1_000  # counts end here: suggestions that find more plants count as equal
_BEGINNING = 4  # length of the beginnings that are compared: they may differ by one edit


class _Alternative(NamedTuple):
    """What a part of a search may mean.

    The distance is the number of edits of letters, and of missing or extra spaces. Alternatives sort by it, then by
    the edits of letters, then by shared beginnings (`rank`), then alphabetically.
    """

    distance: int
    edits: int
    rank: int
    text: str
    words: tuple[str, ...]
    is_exact: bool  # a whole word, as opposed to the beginning of one


class _Reading(NamedTuple):
    """What a whole search may mean. Readings sort as their parts do."""

    distance: int
    edits: int
    rank: int
    text: str
    parts: tuple[_Alternative, ...]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for part in self.parts for word in part.words))


def suggest(tx: Transaction, filters: PlantFilter, *, found: int) -> list[str]:
    """Return searches that are nearest to `filters.words` and find plants that match all filters, best first.

    `found` is how many plants match the search itself, at most FEW. Equally near suggestions are sorted by the number
    of plants that they find, then alphabetically. A word that a plant has is never replaced.
    """
    if not filters.words or found >= FEW:
        return []
    known = search_index.known_words(tx, filters.words)
    unknown = {word for word in filters.words if word not in known and not word.isdigit()}
    suggestions = _suggest(tx, filters, unknown, found)
    if suggestions or found:
        return suggestions
    gone = {word for word in known if not search_index.count_matching(tx, [[word]], limit=1)}
    return _suggest(tx, filters, unknown | gone, found) if gone else []


def _suggest(tx: Transaction, filters: PlantFilter, misspelt: set[str], found: int) -> list[str]:
    if len(misspelt) > CORRECTED_MAX:
        return []
    search = _Search(tx, filters, misspelt, found)
    return search.best(search.one_edit_away()) or search.best(search.alike())


class _Search:
    """One search, with the words of it that are misspelt."""

    def __init__(self, tx: Transaction, filters: PlantFilter, misspelt: set[str], found: int) -> None:
        self._tx, self._filters, self._misspelt, self._found = tx, filters, misspelt, found
        self._kept = {word: self._meant(word) for word in filters.words}
        self._others = groups_of_filters(tx, replace(filters, words=()))
        self._counted: set[str] = set()
        self._terms = 0

    def one_edit_away(self) -> list[_Reading]:
        """Return the readings in which each misspelt word differs by one edit or one space."""
        words = self._filters.words
        edited = {word: misspelling.one_edit_away(word) for word in self._misspelt if misspelling.edits_max(word)}
        split = {word: list(misspelling.splits(word)) for word in self._misspelt}
        pairs = [(left, right) for left, right in pairwise(words) if self._may_join(left, right)]
        asked = {left + right for left, right in pairs}.union(*edited.values())
        asked.update(part for parts in split.values() for pair in parts for part in pair)
        known = search_index.known_words(self._tx, asked)
        alternatives = {
            word: [
                *(_edited(word, other, 1) for other in edited.get(word, ()) if other in known),
                *(_split(pair) for pair in split[word] if known.issuperset(pair)),
            ]
            for word in self._misspelt
        }
        joined = {(left, right): left + right for left, right in pairs if left + right in known}
        return self._readings(alternatives, joined)

    def alike(self) -> list[_Reading]:
        """Return the readings in which each misspelt word begins like the one that was meant."""
        return self._readings({word: [*self._alike(word)] for word in self._misspelt}, {})

    def best(self, readings: Sequence[_Reading]) -> list[str]:
        """Return the texts of the nearest readings that find plants, those that find most first."""
        counted: list[tuple[int, int, str, frozenset[str]]] = []
        nearest = None
        for reading in readings[:COUNTED_MAX]:
            if nearest is not None and reading.distance > nearest:
                break
            if reading.text in self._counted:
                continue
            self._counted.add(reading.text)
            groups = self._groups(reading)
            self._terms += sum(map(len, groups))
            if self._terms > TERMS_MAX:
                break
            plants = search_index.count_matching(self._tx, groups, limit=PLANTS_MAX)
            if plants and plants >= self._found * MORE_FACTOR and self._finds(reading):
                counted.append((-plants, reading.edits, reading.text, frozenset(reading.words)))
                nearest = reading.distance
        return list(_texts(sorted(counted)))[:SUGGESTIONS_MAX]

    def _meant(self, word: str) -> list[str]:
        """Return the words that a word of the search matches as it is."""
        if word.isdigit() or not allows_prefix(word):
            return search_index.expand_words(self._tx, [word])[0]
        most = search_index.MEANT_MAX if word in self._misspelt else ENDINGS_MAX
        meant = search_index.words_beginning(self._tx, [word], limit=most + 1)
        if len(meant) <= most:
            return meant
        return [] if word in self._misspelt else [word]

    def _alike(self, word: str) -> Iterator[_Alternative]:
        most = misspelling.edits_max(word)
        if most < 2:
            return
        beginning = word[:_BEGINNING]
        shortest = word[: _BEGINNING - 1]
        beginnings = [shortest, *sorted(one for one in misspelling.one_edit_away(beginning) if one[:3] != shortest)]
        found = search_index.words_beginning(self._tx, beginnings, limit=CANDIDATES_MAX)
        for edits, other in misspelling.nearest(word, set(found), most=most):
            yield _edited(word, other, edits)

    def _readings(
        self, alternatives: dict[str, list[_Alternative]], joined: dict[tuple[str, str], str]
    ) -> list[_Reading]:
        """Return all readings but the search as it is, nearest first."""
        found: list[_Reading] = []
        for pair in (None, *joined):
            choices = list(self._choices(alternatives, pair))
            most = max(2, ALTERNATIVES_MAX >> 2 * max(0, sum(len(choice) > 1 for choice in choices) - 1))
            combined = product(*(sorted(choice)[:most] for choice in choices))
            found += [_reading(parts) for parts in combined if any(part.distance for part in parts)]
        return sorted(found)

    def _choices(
        self, alternatives: dict[str, list[_Alternative]], pair: tuple[str, str] | None
    ) -> Iterator[list[_Alternative]]:
        """Yield what each word may mean, or each but two, which are one word."""
        words = iter(self._filters.words)
        for word in words:
            if pair is not None and word == pair[0]:
                next(words)
                yield [_Alternative(1, 0, 0, "".join(pair), ("".join(pair),), is_exact=True)]
                continue
            choices = alternatives.get(word, [])
            if self._kept[word]:
                choices = [*choices, _Alternative(0, 0, 0, word, (word,), is_exact=False)]
            yield choices

    def _may_join(self, left: str, right: str) -> bool:
        if left.isdigit() or right.isdigit():
            return False
        return not self._found or left in self._misspelt or right in self._misspelt

    def _groups(self, reading: _Reading) -> list[list[str]]:
        groups = [[word] if part.is_exact else self._kept[word] for part in reading.parts for word in part.words]
        return [*groups, *self._others]

    def _finds(self, reading: _Reading) -> bool:
        """True if a plant that the reading finds also matches the filters that the search index does not know."""
        filters = replace(self._filters, words=reading.words)
        if filters.status is None and filters.sku is None and filters.updated_after is None:
            return True
        return len(page(self._tx, filters, sort=Sort.ID, limit=self._found + 1).plants) > self._found


def _reading(parts: tuple[_Alternative, ...]) -> _Reading:
    return _Reading(
        distance=sum(part.distance for part in parts),
        edits=sum(part.edits for part in parts),
        rank=sum(part.rank for part in parts),
        text=" ".join(part.text for part in parts),
        parts=parts,
    )


def _texts(counted: Sequence[tuple[int, int, str, frozenset[str]]]) -> Iterator[str]:
    """Yield the texts of readings, except those with fewer words than an earlier one that finds as many plants.

    "wim red" adds nothing to "wim's red".
    """
    for at, (plants, _, text, words) in enumerate(counted):
        if not any(words < others and plants == most for most, _, _, others in counted[:at]):
            yield text


def _edited(word: str, other: str, edits: int) -> _Alternative:
    rank = -misspelling.shared_beginning(word, other)
    return _Alternative(edits, edits, rank, other, (other,), is_exact=True)


def _split(pair: tuple[str, str]) -> _Alternative:
    return _Alternative(1, 0, 0, misspelling.split_text(*pair), pair, is_exact=True)
