"""Searches the documentation for sections that contain all words of a query; best first, each with a snippet."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from html import escape

from plantstore.storage.sqlite.full_text import MARK_BEGIN, MARK_END, FullTextIndex

QUERY_CHARS_MAX = 200
QUERY_WORDS_MAX = 8
HITS_MAX = 20
SECTIONS_OF_A_PAGE_MAX = 3  # max hits per page, so that one page doesn't hide all others
SNIPPET_WORDS = 30
_PREFIX_CHARS_MIN = 2  # min length of a word to match as a prefix; one letter matches too many words
_AS_WRITTEN = 1.5  # score factor for a passage that contains the whole query as a phrase
_EXPLAINED = 4.0  # score factor for a passage whose `terms` include the query, or a page whose title it is
_WORD = re.compile(r"[^\W_]+")
_MARKS = str.maketrans({MARK_BEGIN: "<mark>", MARK_END: "</mark>"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A searchable text: a section of a page, an error or an API operation. `heading` is "" for the start of a page.

    `terms` are the names that the passage explains, such as settings, codes or commands. `share` is a score factor,
    less than 1 for the changelog, so that current pages rank higher.
    """

    address: str
    page: str
    heading: str
    text: str
    terms: tuple[str, ...] = ()
    share: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A search result. `snippet` is HTML: escaped text with each match in `<mark>`."""

    passage: Passage
    snippet: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The results of a search. `words` are the words of the query; `hits` are the matching passages, best first.

    If no passage contains all the words, `all_words` is False and each hit contains at least one of the words.
    """

    words: tuple[str, ...]
    hits: tuple[Hit, ...]
    all_words: bool


class SearchIndex:
    """Finds passages that match a query. The last word of a query also matches as a prefix."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        self._passages = tuple(passages)
        self._index = FullTextIndex(
            ("" if one.heading else one.page, one.heading, one.page if one.heading else "", one.text)
            for one in self._passages
        )
        self._terms = tuple(frozenset(map(_folded, _explained(one))) for one in self._passages)
        self._texts = tuple(_folded(f"{one.page} {one.heading} {one.text}") for one in self._passages)

    def search(self, query: str) -> Found:
        query = query[:QUERY_CHARS_MAX]
        words = tuple(dict.fromkeys(words_of(query)))[:QUERY_WORDS_MAX]
        if not words:
            return Found(words=(), hits=(), all_words=False)
        alternatives = [_alternatives(word, may_begin=word == words[-1]) for word in words]
        expression = " AND ".join(alternatives)
        scores = self._index.search(expression)
        all_words = bool(scores)
        if not all_words:
            expression = " OR ".join(alternatives)
            scores = self._index.search(expression)
        phrase = " ".join(_folded(query).split())
        weighted = {number: score * self._factor(number, phrase) for number, score in scores.items()}
        best = self._best_of_each_page(sorted(weighted, key=lambda number: (-weighted[number], number)))
        snippets = self._index.snippets(expression, best, words=SNIPPET_WORDS)
        hits = (Hit(passage=self._passages[one], snippet=escape(snippets[one]).translate(_MARKS)) for one in best)
        return Found(words=words, hits=tuple(hits), all_words=all_words)

    def nearest(self, word: str) -> str | None:
        """Return the most similar word in the documentation with the same first letter; None if no word is similar."""
        alike = [one for one in self._index.words(word[0], chr(ord(word[0]) + 1)) if abs(len(one) - len(word)) <= 2]
        return next(iter(get_close_matches(word, alike, n=1, cutoff=0.7)), None)

    def _factor(self, number: int, phrase: str) -> float:
        boost = _EXPLAINED if phrase in self._terms[number] else _AS_WRITTEN if phrase in self._texts[number] else 1.0
        return boost * self._passages[number].share

    def _best_of_each_page(self, numbers: Iterable[int]) -> list[int]:
        of_page: Counter[str] = Counter()
        best = []
        for number in numbers:
            of_page[self._passages[number].page] += 1
            if of_page[self._passages[number].page] <= SECTIONS_OF_A_PAGE_MAX:
                best.append(number)
        return best[:HITS_MAX]


def _explained(passage: Passage) -> tuple[str, ...]:
    """Return the names that a passage explains; the start of a page explains its title."""
    return passage.terms if passage.heading else (*passage.terms, passage.page)


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without accents.

    >>> words_of("PLANTSTORE_BASE_URL: Café-Rosé")
    ['plantstore', 'base', 'url', 'cafe', 'rose']
    """
    return _WORD.findall(_folded(text))


def _alternatives(word: str, *, may_begin: bool) -> str:
    """Return an FTS5 expression for a word, its plural or singular; with `may_begin`, also words that begin with it."""
    if may_begin and len(word) >= _PREFIX_CHARS_MIN:
        terms = [f'"{word}"*']
    else:
        terms = [f'"{word}"', f'"{word}s"']
    singular = word.removesuffix("s")
    if singular not in (word, ""):
        terms.append(f'"{singular}"')
    return f"({' OR '.join(terms)})"


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))
