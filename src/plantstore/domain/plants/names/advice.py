"""Advice on a botanical name: what a person should look at, and how a word may be spelt. It never changes a name.

Repairs without doubt (I_ codes), such as × for x, need no advice: the name is stored as it was written, and only its
taxon shows them.
"""

import re
from typing import NamedTuple

from plantstore.domain.plants.names import genera
from plantstore.domain.plants.names.botanical_name import ParsedName
from plantstore.domain.plants.names.codes import NameCode, NameOutcome
from plantstore.domain.plants.names.keys import fold
from plantstore.domain.plants.names.taxon import read_name
from plantstore.domain.text import quoted

SPELLING = "spelling"
_AS_TEXT = "It is kept as text"
_SENTENCES = {
    NameCode.W_CASE_FIXED: "Capital letters are not where botanical names have them.",
    NameCode.W_MOJIBAKE: "Letters seem to be wrongly decoded.",
    NameCode.W_INDETERMINATE: "The name does not say which species it is.",
    NameCode.W_TRAILING_TEXT: "Some text is not part of the botanical name.",
    NameCode.W_RANK_MISSING: "A rank, such as subsp. or var., is missing.",
    NameCode.W_STRAY_HYBRID_SIGN: "The sign × is not followed by the name of a hybrid.",
    NameCode.W_FORMULA_GENUS: "In a hybrid formula, each parent needs its genus.",
    NameCode.W_ABBREVIATED_GENUS: "The genus is abbreviated. Write it in full.",
    NameCode.W_AMBIGUOUS_TAIL: "The end may be an author or a cultivar. Write a cultivar in single quotes.",
    NameCode.E_EMPTY: f"It is not recognised as a botanical name. {_AS_TEXT}.",
    NameCode.E_CONTROL: f"It has characters that no botanical name has. {_AS_TEXT}.",
    NameCode.E_TOO_LONG: f"It is too long for a botanical name. {_AS_TEXT}.",
    NameCode.E_NOT_LATIN: f"It is not in Latin letters, as botanical names are. {_AS_TEXT}.",
    NameCode.E_MIXED_SCRIPT: f"A word has letters of several scripts, which may look alike. {_AS_TEXT}.",
    NameCode.E_NOT_A_NAME: f"It is not recognised as a botanical name. {_AS_TEXT}.",
    NameCode.E_MULTIPLE_TAXA: f"It names several plants. {_AS_TEXT}.",
}
# Words with capitals that may be a species and a cultivar: the second word ends as Latin adjectives and genitives do.
_UNQUOTED = re.compile(r"([A-Z][a-z]+) ([A-Z][a-z]+(?:a|ae|ans|ens|ii|is|oides|um|us)) ([A-Z][a-z]+(?: [A-Z][a-z]+)*)")


class Advice(NamedTuple):
    """One piece of advice. `kind` is the sentence that advice on other names shares, `detail` is about this name."""

    code: str
    kind: str
    detail: str


def advice_on(botanical_name: str | None) -> list[Advice]:
    """Return advice on a botanical name, doubts first; empty for a name without doubt, and for None.

    >>> [advice.detail for advice in advice_on("Lavendula angustifolia")]
    ['“Lavendula”: did you mean Lavandula?']
    """
    if botanical_name is None:
        return []
    name = read_name(botanical_name)
    doubts = [_doubt(name, code, botanical_name) for code in name.codes if code in _SENTENCES]
    return doubts + _spellings(name)


def _doubt(name: ParsedName, code: NameCode, text: str) -> Advice:
    """Return the advice for a code, with the name as it is read if that is not what was written."""
    kind = detail = _SENTENCES[code]
    if code is NameCode.E_NOT_A_NAME:
        detail += _quoting(text)
    elif name.outcome is not NameOutcome.REJECT and name.canonical != text:
        detail += f" It is read as “{name.canonical}”."
    return Advice(code=code[2:].lower(), kind=kind, detail=detail)


def _quoting(text: str) -> str:
    """Return a question with quotes around the words that may be a cultivar; "" if that makes no botanical name."""
    found = _UNQUOTED.fullmatch(text)
    if found is None or not genera.is_genus(found[1]):
        return ""
    meant = f"{found[1]} {found[2].lower()} '{found[3]}'"
    return "" if read_name(meant).outcome is not NameOutcome.OK else f" Did you mean {meant}?"


def _spellings(name: ParsedName) -> list[Advice]:
    """Suggest the spelling of a genus that is not known, and of epithets that are often misspelt."""
    taxon = name.taxon
    if taxon is None:
        return []
    genus = taxon.genus if taxon.genus.isascii() else fold(taxon.genus).capitalize()  # ICN 60.7 allows a diaeresis
    epithets = filter(None, dict.fromkeys((taxon.species, taxon.infra_epithet)))
    pairs = [(taxon.genus, genera.suggest_genus(genus)), *((word, genera.suggest_epithet(word)) for word in epithets)]
    return [_spelling(word, meant) for word, meant in pairs if meant is not None]


def _spelling(word: str, meant: str) -> Advice:
    detail = f"{quoted(word)}: did you mean {meant}?"
    return Advice(code=SPELLING, kind=detail, detail=detail)
