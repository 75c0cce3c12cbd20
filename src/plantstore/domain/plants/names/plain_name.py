"""Reads the names that most lists are full of, which need no repair, with one pattern instead of token by token.

It is only faster: `reader` reads the same from such names, which a test compares.
"""

import re

from plantstore.domain.plants.names import words
from plantstore.domain.plants.names.codes import NameCode
from plantstore.domain.plants.names.genera import GENERA
from plantstore.domain.plants.names.parts import NameParts

_AUTHOR = r"(?:[A-Z]\.(?: ?[A-Z]\.)* ?)?(?:[A-Z][a-z]+\.?|L\.|DC\.)"
_AUTHORS = rf"{_AUTHOR}(?: (?:&|ex) {_AUTHOR})*"
_CITATION = rf"(?:\({_AUTHORS}\) )?{_AUTHORS}"
_EPITHET = rf"(?!{words.STUCK_CROSS})[a-z]{{2,}}(?:-[a-z]{{2,}})*"
_NAME = re.compile(
    rf"([A-Z][a-z]+)(?: (× )?({_EPITHET})(?: ({_CITATION}))?"
    rf"(?: (subsp\.|ssp\.|var\.|f\.) ({_EPITHET})(?: ({_CITATION}))?)?)?"
    r"(?: '([A-Z][a-z]+(?: [A-Z][a-z]+)*)')?( )?"
)
_SURNAME = re.compile("[A-Z][a-z]+(?![a-z.])")
_NOT_EPITHETS = (
    words.NOUNS
    | words.COLOURS
    | words.SMALL_WORDS
    | words.SENSES
    | words.PARTICLES
    | words.CONNECTIVES
    | words.CONJUNCTIONS
    | words.QUALIFIERS
    | words.CULTIVAR_PREFIXES
    | words.RANKS.keys()
    | words.INDETERMINATE.keys()
    | words.GROUPS.keys()
)


def read_plain(text: str, codes: set[NameCode]) -> NameParts | None:
    """Return the parts of a plain name and add its codes; None if the name has to be read token by token."""
    found = _NAME.fullmatch(text)
    if found is None:
        return None
    genus, cross, species, author, rank, infraspecific, last_author, cultivar, space = found.groups()
    if genus not in GENERA or species in _NOT_EPITHETS or infraspecific in _NOT_EPITHETS:
        return None
    if not _are_authors(author) or not _are_authors(last_author):
        return None
    name = NameParts()
    name.genus, name.species, name.infraspecific, name.cultivar = genus, species, infraspecific, cultivar
    if cross is not None:
        name.species_sign = "×"
    if rank == "ssp.":
        rank = "subsp."
        codes.add(NameCode.I_RANK_STYLE)
    if space is not None:
        codes.add(NameCode.I_WHITESPACE)
    name.rank = rank
    if infraspecific is None:
        name.authorship = author
    elif infraspecific != species:
        name.authorship = last_author
    return name


def _are_authors(text: str | None) -> bool:
    """True if every name that is written in full is a known surname."""
    return text is None or words.AUTHORS.issuperset(_SURNAME.findall(text))
