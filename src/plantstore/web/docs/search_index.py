"""A search over the documentation: which sections hold all the words, the best first, with the place where they are.

A few hundred sections are few: the index is a dictionary in memory, from each word to the sections that hold it.
"""

import re
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from html import escape
from math import log

QUERY_CHARS_MAX = 200
QUERY_WORDS_MAX = 8
HITS_MAX = 20
SECTIONS_OF_A_PAGE_MAX = 3  # a page that speaks of nothing else must not hide all others
SNIPPET_CHARS = 180
_BEFORE_CHARS = 60
_PREFIX_CHARS_MIN = 2  # one letter begins too many words to mean any
_BEGINS_ONLY = 0.6  # what a word counts that only begins as asked
_USUAL_WORDS = 150  # of a section
_AS_WRITTEN = 1.5  # what a passage gains that holds the query as it was written: a setting, a command
_EXPLAINED = 4.0  # what one gains whose table explains it
_WORD = re.compile(r"[^\W_]+")
_TITLE, _HEADING, _TEXT = 12.0, 6.0, 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """What can be found: a section of a page, an error, an operation. A page's own passage has no heading.

    `terms` are what it explains: names of settings, codes, commands.
    """

    address: str
    page: str
    heading: str
    text: str
    terms: tuple[str, ...] = ()
    share: float = 1.0  # what it counts beside others: news of long ago stand behind what holds today


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A passage that was found. `snippet` is HTML: escaped text, with what was asked for in `<mark>`."""

    passage: Passage
    snippet: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a search gives. `all_words` is false when no passage holds all of them, and `hits` have some."""

    words: tuple[str, ...]
    hits: tuple[Hit, ...]
    all_words: bool


class SearchIndex:
    """Finds passages. The last word of a query may be the beginning of one."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        self._passages = tuple(passages)
        weights: dict[str, dict[int, float]] = defaultdict(dict)
        for number, passage in enumerate(self._passages):
            for word, weight in _weights(passage).items():
                weights[word][number] = weight
        self._weights = dict(weights)
        self._words = sorted(self._weights)
        self._terms = tuple(frozenset(map(_folded, one.terms)) for one in self._passages)
        self._texts = tuple(_folded(f"{one.page} {one.heading} {one.text}") for one in self._passages)

    def search(self, query: str) -> Found:
        words = tuple(dict.fromkeys(words_of(query[:QUERY_CHARS_MAX])))[:QUERY_WORDS_MAX]
        scores = [self._scores(word, may_begin=word == words[-1]) for word in words]
        complete = set.intersection(*map(set, scores)) if scores else set()
        numbers = complete or set().union(*scores)
        phrase = " ".join(_folded(query[:QUERY_CHARS_MAX]).split())
        sums = {
            number: sum(one.get(number, 0.0) for one in scores)
            * self._passages[number].share
            * (_EXPLAINED if phrase in self._terms[number] else _AS_WRITTEN if phrase in self._texts[number] else 1.0)
            for number in numbers
        }
        best = sorted(sums, key=lambda number: (-sums[number], number))
        return Found(words=words, hits=self._hits(best, words), all_words=bool(complete))

    def nearest(self, word: str) -> str | None:
        """A word of the documentation that looks like one that is not in it."""
        begins_alike = [one for one in self._words if one[0] == word[0] and abs(len(one) - len(word)) <= 2]
        return next(iter(get_close_matches(word, begins_alike, n=1, cutoff=0.7)), None)

    def _scores(self, word: str, *, may_begin: bool) -> dict[int, float]:
        found: dict[int, float] = {}
        for one in self._like(word, may_begin=may_begin):
            holders = self._weights[one]
            rarity = 1.0 + log(len(self._passages) / len(holders))
            share = 1.0 if one == word else _BEGINS_ONLY
            for number, weight in holders.items():
                found[number] = max(found.get(number, 0.0), weight * rarity * share)
        return found

    def _like(self, word: str, *, may_begin: bool) -> list[str]:
        """The words that a word of a query stands for: itself, its plural or singular, and what it begins."""
        if may_begin and len(word) >= _PREFIX_CHARS_MIN:
            first = bisect_left(self._words, word)
            alike = self._words[first : bisect_left(self._words, word + "\U0010ffff")]
        else:
            alike = [one for one in (word, word + "s") if one in self._weights]
        singular = word.removesuffix("s")
        return [*alike, singular] if singular != word and singular in self._weights else alike

    def _hits(self, best: Sequence[int], words: Sequence[str]) -> tuple[Hit, ...]:
        of_page: Counter[str] = Counter()
        hits: list[Hit] = []
        for number in best:
            passage = self._passages[number]
            of_page[passage.page] += 1
            if of_page[passage.page] <= SECTIONS_OF_A_PAGE_MAX and len(hits) < HITS_MAX:
                hits.append(Hit(passage=passage, snippet=snippet(passage.text, words)))
        return tuple(hits)


def words_of(text: str) -> list[str]:
    """The words of a text, without regard to capitals and accents.

    >>> words_of("PLANTSTORE_BASE_URL: Café-Rosé")
    ['plantstore', 'base', 'url', 'cafe', 'rose']
    """
    return _WORD.findall(_folded(text))


def snippet(text: str, words: Sequence[str]) -> str:
    """The part of a text that shows the words best, as HTML with the words marked."""
    places = [found for found in _WORD.finditer(text) if _is_like(_folded(found[0]), words)]
    begin = 0
    if places:
        first = max(places, key=lambda one: _different(text[one.start() : one.start() + SNIPPET_CHARS], words))
        begin = max(0, first.start() - _BEFORE_CHARS)
        if begin:
            begin = text.find(" ", begin, first.start()) + 1 or first.start()
    end = len(text)
    if end > begin + SNIPPET_CHARS:
        end = text.rfind(" ", begin + SNIPPET_CHARS // 2, begin + SNIPPET_CHARS)
        end = begin + SNIPPET_CHARS if end < 0 else end
    pieces, at = [], begin
    for one in places:
        if begin <= one.start() and one.end() <= end:
            pieces += [escape(text[at : one.start()]), f"<mark>{escape(one[0])}</mark>"]
            at = one.end()
    return ("… " if begin else "") + "".join(pieces) + escape(text[at:end]) + (" …" if end < len(text) else "")


def _weights(passage: Passage) -> dict[str, float]:
    """What each word of a passage counts: most in the title of a page, much in a heading, little the tenth time."""
    weights: dict[str, float] = defaultdict(float)
    counts = Counter(words_of(passage.text))
    length = 1.0 + log(1.0 + counts.total() / _USUAL_WORDS)  # a long passage holds any word sooner or later
    for word, times in counts.items():
        weights[word] += _TEXT * (1.0 + log(times)) / length
    for word in set(words_of(passage.heading)):
        weights[word] += _HEADING
    for word in set(words_of(passage.page)):
        weights[word] += _TEXT if passage.heading else _TITLE
    return weights


def _different(text: str, words: Sequence[str]) -> int:
    held = words_of(text)
    return sum(any(_is_like(one, [word]) for one in held) for word in words)


def _is_like(word: str, words: Sequence[str]) -> bool:
    return any(word.startswith(one) or word == one.removesuffix("s") for one in words)


def _folded(text: str) -> str:
    """Small letters without accents, one for each letter of the text as far as that can be."""
    parted = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in parted if not unicodedata.combining(one))
