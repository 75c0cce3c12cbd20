"""Repairs names in capitals or without capitals, as price lists have them."""

import re

from plantstore.domain.plants.names import words
from plantstore.domain.plants.names.codes import NameCode
from plantstore.domain.plants.names.genera import is_genus
from plantstore.domain.plants.names.tokens import CROSS, END, PLUS, WORD, Tokens

_CAPITALS_MIN = 5  # min letters of a cultivar that is taken for shouting: 'UFO' and 'BOB' may be meant
_NOT_NAMES = words.CONNECTIVES | words.CULTIVAR_PREFIXES | words.QUALIFIERS | words.INDETERMINATE.keys()
_POSSESSIVE = re.compile(r"(?<=[a-z])'S(?![^\W_])")
_ROMAN = re.compile("[IVX]{2,}")
_WORD_IN_NAME = re.compile(r"[^ ()'-][^ ()-]*")


def rewrite_capitals(tokens: Tokens, codes: set[NameCode]) -> Tokens:
    """Return a name that is all in capitals with epithets in lower case and capital initials elsewhere."""
    first = 1 if tokens.kinds[0] in (CROSS, PLUS) else 0
    genus = tokens.texts[first]
    if len(genus) < 2 or not genus.isupper() or tokens.kinds[first + 1] == END or not genus.isalpha():
        return tokens
    if any(map(str.islower, _without_cross(tokens))) and not _is_capital_epithet(tokens, first + 1):
        return tokens
    codes.add(NameCode.W_CASE_FIXED)
    pieces = []
    end = 0
    is_name = True  # until the first word that is no epithet
    for at, (start, following) in enumerate(tokens.spans):
        pieces.append(tokens.text[end:start])
        end = following
        word = tokens.text[start:end]
        if any(map(str.islower, word)):
            pieces.append(word)
            is_name = False
            continue
        if at < first or tokens.kinds[at] != WORD:
            pieces.append(capitalized(word) if at > first else word)
            continue
        lower = word.lower()
        is_epithet = is_name and at > first and lower not in words.NOUNS and words.LATIN.fullmatch(lower) is not None
        if is_epithet or lower in _NOT_NAMES or (word in words.RANKS and at > first):
            pieces.append(lower)
        else:
            pieces.append(capitalized(word))
            is_name = is_name and at == first
    return Tokens("".join(pieces) + tokens.text[end:])


def _is_capital_epithet(tokens: Tokens, at: int) -> bool:
    at += tokens.kinds[at] == CROSS
    word = tokens.texts[at]
    return tokens.kinds[at] == WORD and word.isupper() and words.LATIN.fullmatch(word.lower()) is not None


def fix_first_word(tokens: Tokens, at: int, codes: set[NameCode]) -> str:
    """Return the word at the place of the genus, with a capital initial if it is probably one."""
    word = tokens.texts[at]
    if not word.isalpha() or not (word.isupper() or word.islower()) or len(word) < 2:
        return word
    genus = word[0].upper() + word[1:].lower()
    following = at + 2 if tokens.kinds[at + 1] == CROSS else at + 1
    if is_genus(genus) or (tokens.is_epithet(following) and words.LATIN.fullmatch(tokens.texts[following])):
        codes.add(NameCode.W_CASE_FIXED)
        return genus
    return word


def fix_cultivar_case(cultivar: str, codes: set[NameCode]) -> str:
    """Return the cultivar with capital initials if it has none, or only capitals (ICNCP Art. 21.3)."""
    if "'S" in cultivar and _POSSESSIVE.search(
        cultivar
    ):  # what spreadsheets make of 's in capitals or with "proper" case
        cultivar = _POSSESSIVE.sub("'s", cultivar)
        codes.add(NameCode.W_CASE_FIXED)
    is_shouted = cultivar.isupper() and sum(map(str.isalpha, cultivar)) >= _CAPITALS_MIN
    if not is_shouted and not cultivar.islower():
        return cultivar
    fixed = capitalized(cultivar)
    if fixed != cultivar:
        codes.add(NameCode.W_CASE_FIXED)
    return fixed


def capitalized(text: str) -> str:
    """Return the text with a capital initial in every word but the small ones.

    >>> capitalized("COX'S QUEEN OF THE VALE XII")
    "Cox's Queen of the Vale XII"
    """
    return _WORD_IN_NAME.sub(_capitalized_word, text)


def _capitalized_word(found: re.Match[str]) -> str:
    word = found[0]
    if _ROMAN.fullmatch(word):
        return word
    lower = word.lower()
    if found.start() > 0 and lower in words.SMALL_WORDS:
        return lower
    initial = word[0].upper()
    return (initial if len(initial) == 1 else word[0]) + lower[1:]


def _without_cross(tokens: Tokens) -> list[str]:
    """Return the characters of the text, without the letter x as a hybrid sign."""
    crosses = {start for (start, _), kind in zip(tokens.spans, tokens.kinds, strict=False) if kind == CROSS}
    return [char for at, char in enumerate(tokens.text) if at not in crosses]
