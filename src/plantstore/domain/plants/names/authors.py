"""Finds the authors in a botanical name (ICN Art. 46 to 50): surnames, abbreviations, and the words between them."""

from plantstore.domain.plants.names import words
from plantstore.domain.plants.names.genera import is_genus
from plantstore.domain.plants.names.tokens import BRACKET, COMMA, WORD, Tokens

_NOTES = frozenset({"pro", "syn", "incl", "non", "not", "nom", "auct", "sensu"})
_SUBDIVISIONS = frozenset({"sect", "subg", "ser"})  # of a genus, as in "(sect. Alba)"; "Ser." alone is an author
_ABBREVIATION_CHARS_MIN = 4  # "Mill." ends an author, "P." and "Ph." begin one


def author_end(tokens: Tokens, start: int) -> int:
    """Return the index after the authors that begin at `start`; `start` if none do.

    Words are authors if one is abbreviated, bracketed or joined with & or ex, or if all are known surnames.
    """
    kinds, texts = tokens.kinds, tokens.texts
    is_certain, is_all_known, end, at = False, True, start, start
    while True:
        kind, word = kinds[at], texts[at]
        if kind == WORD:
            if word in words.CONNECTIVES:
                if at == start and word not in ("hort.", "Hort.", "hort", "ex"):
                    break
                is_certain = True
                end = at + 1 if word[:4].lower() == "hort" or word == "al." else end
            elif word in words.FILIUS:
                if at == start or (tokens.is_epithet(at + 1) and texts[at + 1] not in words.CONNECTIVES):
                    break
                is_certain, end = True, at + 1
            elif word in words.PARTICLES:
                if not tokens.is_capital(at + 1) and texts[at + 1] not in words.PARTICLES:
                    break
                is_certain |= word in words.NOBILIARY
            elif not _may_be_author(tokens, at, start, is_certain=is_certain):
                break
            else:
                end = at + 1
                is_certain |= "." in word or words.AUTHOR_LOWER.fullmatch(word) is not None
                is_all_known &= word in words.AUTHORS or words.AUTHOR_PREFIXED.fullmatch(word) is not None
        elif kind == BRACKET and is_author_bracket(tokens, at):
            is_certain, end = True, at + 1
        elif not (kind == COMMA and texts[at] == "," and end == at > start and _continues(tokens, at + 1)):
            break
        at += 1
    is_before_rank = texts[end] in words.RANKS and tokens.is_epithet(end + 1)
    return end if is_certain or is_all_known or is_before_rank or texts[end] in words.NOTES else start


def is_author_bracket(tokens: Tokens, at: int) -> bool:
    """True if a bracket holds the authors of an older name, as in "(L.) Mill."."""
    content = tokens.texts[at][1:].rstrip(".").rstrip(")").strip()
    first = content.split(" ", 1)[0]
    if tokens.texts[at][0] != "(" or not first or first[0] == "'" or content.rsplit(" ", 1)[-1] in words.GROUPS:
        return False
    note = first.rstrip(".,").lower()
    if note in _NOTES or (note in _SUBDIVISIONS and first != content):
        return False
    if not first[0].isupper() and first not in words.PARTICLES and first != "hort." and "'" not in first:
        return False
    if "×" in content or words.BINOMIAL.search(content) or any(map(str.isdigit, content)):
        return False
    if "." in content or "&" in content or " ex " in content or " et " in content:
        return True
    known = all(word in words.AUTHORS or word in words.PARTICLES for word in content.replace(",", " ").split())
    following = tokens.texts[at + 1]
    return known or (tokens.is_capital(at + 1) and ("." in following or following in words.AUTHORS))


def _may_be_author(tokens: Tokens, at: int, start: int, *, is_certain: bool) -> bool:
    word = tokens.texts[at]
    if not word[0].isupper():
        return words.AUTHOR_LOWER.fullmatch(word) is not None
    if word in words.CULTIVAR_PREFIXES or (not word.isalpha() and any(map(str.isdigit, word))):
        return False
    if at > start and tokens.kinds[at - 1] == BRACKET and word not in words.GROUPS:
        return True
    if word in words.GROUPS or words.GROUP_SUFFIX.fullmatch(word) or word.lower() in words.NOUNS:
        joined = tokens.texts[at + 1] == "&" or (at > start and tokens.texts[at - 1] == "&")
        return word not in words.GROUPS and (joined or word in words.AUTHORS)
    if tokens.kinds[at + 1] == WORD and tokens.texts[at + 1] in words.GROUPS and tokens.texts[at + 1] != "g.":
        return False
    if len(word) >= 3 and word.isupper() and "." not in word and word not in words.AUTHORS:
        return False
    if tokens.is_epithet(at + 1) and is_genus(word) and tokens.texts[at + 1] not in words.RANKS:
        return tokens.texts[at + 1] in words.CONNECTIVES or tokens.texts[at + 1] in words.PARTICLES
    if is_certain and at > start and "." not in word and word not in words.AUTHORS:
        before = tokens.texts[at - 1]
        return not (tokens.kinds[at - 1] == WORD and before[-1] == "." and len(before) > _ABBREVIATION_CHARS_MIN)
    return True


def _continues(tokens: Tokens, at: int) -> bool:
    """True if a further author, not a further name, follows a comma."""
    if tokens.texts[at] == "&":
        return True
    return tokens.is_capital(at) and not tokens.is_binomial(at) and not is_genus(tokens.texts[at])
