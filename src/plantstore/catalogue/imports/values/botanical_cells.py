"""Reads a botanical name in a list: repairs what is clear, and warns about what a person should look at."""

import re
from dataclasses import dataclass

from plantstore.catalogue.imports.row import CellNote
from plantstore.catalogue.imports.values import text_repairs
from plantstore.domain.plants.names.botanical_name import ParsedName, Taxon, parse
from plantstore.domain.plants.names.codes import NameCode, NameOutcome
from plantstore.domain.plants.names.genera import GENERA, suggest_epithet, suggest_genus
from plantstore.domain.plants.names.repair import BOTANICAL_NAME_CHARS_MAX
from plantstore.domain.plants.names.styled_name import styled
from plantstore.domain.plants.pot_size import parse_pot_size
from plantstore.domain.text import quoted

SUGGESTED_MAX = 1_000  # max words of a file for which a genus is suggested
_LEFT_TO_CHECKS = frozenset({NameCode.E_EMPTY, NameCode.E_CONTROL, NameCode.E_TOO_LONG})
_ICN_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzäëïöü-.")  # ICN Art. 60.4 and 60.7
_CAPITALS, _MOJIBAKE = "Capitals were changed.", "Wrongly decoded letters were repaired."
_REPAIRS = {NameCode.W_CASE_FIXED: _CAPITALS, NameCode.W_MOJIBAKE: _MOJIBAKE}
_TIDIED = "Botanical names were tidied."
_POT_AT_END = re.compile(
    r"(?P<name>.*\S)[ ,;(\[-]+(?P<pot>"
    r"[0-9]{1,4}(?:[.,][0-9]{1,2})? ?(?:l|lt|ltr|lts|litres?|liters?|gal|gallons?)(?: ?(?:pot|container))?"
    r"|(?:c|clt) ?[0-9]{1,3}(?:[.,][0-9])?|p ?[0-9]{1,2}"
    r"|[0-9]{1,2}(?:[.,][0-9])? ?cm ?pot)[)\]]?",
    re.IGNORECASE,
)
_DOUBTS = {
    NameCode.W_INDETERMINATE: (
        "Botanical names do not name a species.",
        "does not name a species. It is kept as it is.",
    ),
    NameCode.W_TRAILING_TEXT: (
        "Botanical names have other words after them.",
        "has words after the name. They are kept.",
    ),
    NameCode.W_RANK_MISSING: (
        "Botanical names have no rank before the third word.",
        "has no rank before its third word, such as var. or subsp.",
    ),
    NameCode.W_STRAY_HYBRID_SIGN: (
        "Botanical names have a hybrid sign in an unusual place.",
        "has a hybrid sign in an unusual place.",
    ),
    NameCode.W_FORMULA_GENUS: (
        "Hybrid formulas have no genus of the second parent.",
        "is a hybrid formula without the genus of its second parent.",
    ),
    NameCode.W_ABBREVIATED_GENUS: (
        "Botanical names have an abbreviated genus.",
        "has an abbreviated genus. Write it in full.",
    ),
    NameCode.W_AMBIGUOUS_TAIL: (
        "Botanical names may end in a cultivar without quotes.",
        "ends in words that may be a cultivar without quotes.",
    ),
    NameCode.E_NOT_LATIN: (
        "Botanical names are not written in Latin letters.",
        "is not written in Latin letters. It is kept as text.",
    ),
    NameCode.E_MIXED_SCRIPT: (
        "Botanical names mix letters of different scripts.",
        "mixes letters of different scripts. It is kept as text.",
    ),
    NameCode.E_NOT_A_NAME: (
        "Botanical names were not recognized, and are kept as text.",
        "is not written as a botanical name. It is kept as text.",
    ),
    NameCode.E_MULTIPLE_TAXA: (
        "Botanical names seem to name several plants.",
        "seems to name several plants. It is kept as text.",
    ),
}
"""For each doubt, the heading of its group of notes, and the end of the sentence about a name."""


class GenusSuggestions:
    """Suggests the genus of misspelt names, for one file.

    A search takes a few milliseconds, so each word is searched once, and at most `SUGGESTED_MAX` words of a file.
    """

    def __init__(self) -> None:
        self._found: dict[str, str | None] = {}

    def find(self, genus: str) -> str | None:
        """Return the genus that is probably meant; None if the word is a genus, or if nothing is near enough."""
        if genus in GENERA:
            return None
        if genus not in self._found and len(self._found) < SUGGESTED_MAX:
            self._found[genus] = suggest_genus(genus)
        return self._found.get(genus)


@dataclass(frozen=True, slots=True)
class BotanicalCell:
    """The name to store, which is the cell's unless it could be repaired without doubt, how it parses, and notes."""

    text: str
    parsed: ParsedName
    notes: tuple[CellNote, ...] = ()


def read_botanical(text: str, genera: GenusSuggestions) -> BotanicalCell:
    """Read a cell. Nothing is left out, and no suggestion is applied.

    >>> read_botanical('Echinacea purpurea "White Swan"', GenusSuggestions()).text
    "Echinacea purpurea 'White Swan'"
    >>> [note.detail for note in read_botanical("Lavendula angustifolia", GenusSuggestions()).notes]
    ['Did you mean “Lavandula angustifolia”?']
    """
    parsed = parse(text)
    if parsed.outcome is NameOutcome.OK:
        return BotanicalCell(text, parsed, _suggestions(text, parsed, genera))
    codes = set(parsed.codes)
    if codes <= _LEFT_TO_CHECKS:
        return BotanicalCell(text, parsed)
    better = _repaired(parsed)
    if better is not None:
        return BotanicalCell(
            better, parsed, (*_repair_notes(text, better, codes), *_suggestions(better, parsed, genera))
        )
    lower = text_repairs.botanical_without_capitals(text)
    notes = [_note(_CAPITALS, f"{quoted(text)} was read as {quoted(lower)}.")] if lower != text else []
    suggested = _quoted_cultivar(lower)
    for code in parsed.codes:
        if code in _DOUBTS:
            kind, detail = _DOUBTS[code]
            notes.append(_note(kind, f"{quoted(lower)} {detail}{suggested}"))
            suggested = ""
    return BotanicalCell(lower, parsed, (*notes, *_suggestions(lower, parsed, genera)))


def repair_names(raw: dict[str, object], genera: GenusSuggestions) -> list[CellNote]:
    """Repair the botanical name in a row's input, and return the notes.

    A pot size at the end of a name becomes the row's pot size if it has none. From the botanical name it is removed.
    """
    notes: list[CellNote] = []
    for field in ("botanical_name", "name"):
        text = raw.get(field)
        found = split_pot(text) if isinstance(text, str) else None
        if found is None or raw.get("pot_size", found[1]) != found[1]:
            continue
        if "pot_size" not in raw:
            raw["pot_size"] = found[1]
            detail = f"The pot size {found[1]} was taken from {quoted(str(text))}."
            notes.append(CellNote(field, "Pot sizes were taken from names.", detail, warning=False))
        if field == "botanical_name":
            raw[field] = found[0]
    text = raw.get("botanical_name")
    if isinstance(text, str):
        cell = read_botanical(text, genera)
        raw["botanical_name"] = cell.text
        notes += cell.notes
    return notes


def split_pot(text: str) -> tuple[str, str] | None:
    """Return a name without the pot size at its end, as in "Hosta 'June' 5 L", and the pot size; None without one.

    Centimetres without the word "pot" or a P may be the height of the plant, so they are not taken.

    >>> split_pot("Hydrangea paniculata 'Limelight' 5 L"), split_pot("Ficus lyrata 60 cm")
    (("Hydrangea paniculata 'Limelight'", '5 L'), None)
    """
    # Longer texts are no names, and the time of the pattern grows with the square of the length.
    found = _POT_AT_END.fullmatch(text) if len(text) <= BOTANICAL_NAME_CHARS_MAX else None
    pot = parse_pot_size(found["pot"]) if found is not None else None
    if found is None or pot is None or pot.notes:
        return None
    return found["name"].rstrip(" ,;-"), pot.text


def _note(kind: str, detail: str, *, warning: bool = True) -> CellNote:
    return CellNote("botanical_name", kind, detail, warning=warning)


def _repaired(parsed: ParsedName) -> str | None:
    """Return the whole name, with authors, as the Codes write it; None if words would be lost, or it is in doubt."""
    if parsed.taxon is None or any(code in _DOUBTS for code in parsed.codes):
        return None
    whole = "".join(part for part, _ in styled(parsed))
    return whole if parse(whole).taxon == parsed.taxon else None


def _repair_notes(text: str, better: str, codes: set[NameCode]) -> list[CellNote]:
    if better == text or codes == {NameCode.I_WHITESPACE}:
        return []
    kind = next((kind for code, kind in _REPAIRS.items() if code in codes), "")
    return [_note(kind or _TIDIED, f"{quoted(text)} was read as {quoted(better)}.", warning=bool(kind))]


def _suggestions(text: str, parsed: ParsedName, genera: GenusSuggestions) -> tuple[CellNote, ...]:
    """Return a warning if the genus or epithet is probably misspelt, or has letters that no Latin name has."""
    taxon = parsed.taxon
    if taxon is None:
        return ()
    better = _better_spelt(text, taxon, genera)
    question = f"Did you mean {quoted(better)}?" if better != text else ""
    words = f"{taxon.genus}{taxon.species or ''}{taxon.infra_epithet or ''}".lower()
    odd = "" if words.isascii() else "".join(sorted(set(words) - _ICN_LETTERS))
    if odd:
        detail = f"{quoted(text)} has letters that botanical names do not have: {odd}. Were they decoded wrongly?"
        return (_note("Botanical names have unusual letters.", f"{detail} {question}".rstrip()),)
    return (_note("Botanical names may be misspelt.", question),) if question else ()


def _better_spelt(text: str, taxon: Taxon, genera: GenusSuggestions) -> str:
    genus = genera.find(taxon.genus)
    epithet = suggest_epithet(taxon.species) if taxon.species else None
    if genus is not None:
        text = text.replace(taxon.genus, genus, 1)
    if epithet is not None and taxon.species is not None:
        text = text.replace(f" {taxon.species}", f" {epithet}", 1)
    return text


def _quoted_cultivar(text: str) -> str:
    """Return a question such as " Did you mean …?" for a name whose last words may be a cultivar; "" if it is not so.

    >>> _quoted_cultivar("Fargesia Robusta Formidable")
    " Did you mean “Fargesia robusta 'Formidable'”?"
    """
    words = text.split()
    if not 2 <= len(words) <= 5 or words[0] not in GENERA or not all(word.isalpha() for word in words):
        return ""
    epithet, cultivar = (words[1].lower(), words[2:]) if len(words) > 2 else ("", words[1:])
    if not all(word[0].isupper() for word in cultivar):
        return ""
    better = " ".join(filter(None, (words[0], epithet, f"'{' '.join(cultivar)}'")))
    return f" Did you mean {quoted(better)}?" if parse(better).outcome is NameOutcome.OK else ""
