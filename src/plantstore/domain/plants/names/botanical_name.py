"""Reads botanical names: of wild plants (ICN, Shenzhen Code) and of cultivated plants (ICNCP, 9th edition).

A name that follows the Codes is taken as it is, small faults are repaired, doubts are warnings. Nothing is guessed.
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from plantstore.domain.plants.names.codes import ORDER, NameCode, NameOutcome, outcome_of
from plantstore.domain.plants.names.genera import is_genus
from plantstore.domain.plants.names.parts import NameParts
from plantstore.domain.plants.names.plain_name import read_plain
from plantstore.domain.plants.names.reader import Reader
from plantstore.domain.plants.names.repair import BOTANICAL_NAME_CHARS_MAX, repair
from plantstore.domain.plants.names.tokens import CROSS, END, PLUS, QUOTED, Tokens


class Rank(StrEnum):
    GENUS = "genus"
    SPECIES = "species"
    SUBSPECIES = "subspecies"
    VARIETY = "variety"
    SUBVARIETY = "subvariety"
    FORM = "form"
    SUBFORM = "subform"
    CONVARIETY = "convariety"
    INFRASPECIFIC = "infraspecific"  # below the species, with no rank written
    GROUP = "group"
    GREX = "grex"
    CULTIVAR = "cultivar"
    HYBRID_FORMULA = "hybrid formula"
    GRAFT_CHIMAERA = "graft-chimaera"


class Hybrid(StrEnum):
    """Where a name says that the plant is a hybrid (ICN Art. H.1 to H.3) or a graft-chimaera (ICNCP Art. 24)."""

    NOTHOGENUS = "nothogenus"
    NOTHOSPECIES = "nothospecies"
    NOTHOSUBSPECIES = "nothosubspecies"
    NOTHOVARIETY = "nothovariety"
    NOTHOFORM = "nothoform"
    FORMULA = "formula"
    GRAFT = "graft"


_PLAIN_CULTIVAR = re.compile(r"[^\W\d_][^\W_]+(?: [^\W_]+)*")
_RANK_OF = {
    "subsp.": (Rank.SUBSPECIES, None),
    "var.": (Rank.VARIETY, None),
    "subvar.": (Rank.SUBVARIETY, None),
    "f.": (Rank.FORM, None),
    "subf.": (Rank.SUBFORM, None),
    "convar.": (Rank.CONVARIETY, None),
    "nothosubsp.": (Rank.SUBSPECIES, Hybrid.NOTHOSUBSPECIES),
    "nothovar.": (Rank.VARIETY, Hybrid.NOTHOVARIETY),
    "nothof.": (Rank.FORM, Hybrid.NOTHOFORM),
    "": (Rank.INFRASPECIFIC, None),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Taxon:
    """The parts of a botanical name.

    `genus` may be an abbreviation ("A."), and of a formula it is that of the first parent. `cultivar` has no quotes,
    and `group` does not include the word Group or gx. `authorship` is that of the last epithet.
    """

    rank: Rank
    genus: str
    hybrid: Hybrid | None = None
    species: str | None = None
    infra_rank: str | None = None
    infra_epithet: str | None = None
    cultivar: str | None = None
    group: str | None = None
    is_grex: bool = False
    trade_designation: str | None = None
    authorship: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedName:
    """What was read: the codes in the order of `NameCode`, and `canonical` and `taxon` unless the name is rejected.

    `canonical` has neither authors nor the trade designation; it is at most `BOTANICAL_NAME_CHARS_MAX` long, and
    parsing it again returns it unchanged. `genus_read` is the genus as written, which may not be one; None without it.
    """

    outcome: NameOutcome
    canonical: str
    taxon: Taxon | None
    codes: tuple[NameCode, ...]
    genus_read: str | None


def parse(text: str) -> ParsedName:
    """Read a botanical name as shops and suppliers write it. Never raise; any text has a result.

    >>> parse("LAVANDULA ANGUSTIFOLIA 'HIDCOTE'").canonical
    "Lavandula angustifolia 'Hidcote'"
    >>> parse("Snake Plant").outcome.value
    'reject'
    """
    result = _parse_once(text)
    if result.taxon is not None and result.canonical != text and _needs_check(result.taxon, result.outcome):
        again = _parse_once(result.canonical)
        if again.canonical != result.canonical or again.taxon is None or not _is_same(result.taxon, again.taxon):
            return _rejected(NameCode.E_NOT_A_NAME, result.genus_read)  # what was made of it is ambiguous in turn
    return result


def _needs_check(taxon: Taxon, outcome: NameOutcome) -> bool:
    """True for the few names whose canonical form could read differently: it is not made of plain words."""
    is_formula = taxon.hybrid is Hybrid.FORMULA or taxon.hybrid is Hybrid.GRAFT
    is_odd = taxon.cultivar is not None and _PLAIN_CULTIVAR.fullmatch(taxon.cultivar) is None
    return outcome is NameOutcome.WARN or taxon.group is not None or is_formula or is_odd


def _is_same(one: Taxon, other: Taxon) -> bool:
    """True if two taxa differ at most in what `canonical` leaves out."""
    return replace(one, trade_designation=None, authorship=None) == replace(
        other, trade_designation=None, authorship=None
    )


def _parse_once(text: str) -> ParsedName:
    if len(text) > BOTANICAL_NAME_CHARS_MAX:
        return _rejected(NameCode.E_TOO_LONG)
    codes: set[NameCode] = set()
    name = read_plain(text, codes)
    return read_tokens(text) if name is None else _result(name.canonical(), _taxon_of(name), codes)


def read_tokens(text: str) -> ParsedName:
    """Read any name of at most `BOTANICAL_NAME_CHARS_MAX` characters; `parse` is faster and more careful."""
    codes: set[NameCode] = set()
    repaired = repair(text, codes)
    if codes:
        for code in (NameCode.E_CONTROL, NameCode.E_MIXED_SCRIPT, NameCode.E_NOT_LATIN):
            if code in codes:
                return _rejected(code)
    if not repaired:
        return _rejected(NameCode.E_EMPTY)
    tokens = Tokens(repaired)
    if tokens.kinds[0] == QUOTED and tokens.kinds[1] == END:
        if " " not in repaired and not is_genus(tokens.texts[0]):
            return _rejected(NameCode.E_NOT_A_NAME)  # a cultivar without its genus
        tokens = Tokens(tokens.texts[0].strip())
        codes.add(NameCode.I_QUOTES)
    reader = Reader(tokens, codes)
    name = reader.read()
    if name is None:
        return _rejected(reader.error, reader.genus_read)
    if not reader.parents:
        return _result(name.canonical(), _taxon_of(name), codes)
    canonical = f" {reader.parents_sign} ".join(one.canonical() for one in (name, *reader.parents))
    return _result(canonical, _formula_of(name, reader.parents_sign), codes)


def _result(canonical: str, taxon: Taxon, codes: set[NameCode]) -> ParsedName:
    if max(len(canonical), len(taxon.authorship or ""), len(taxon.trade_designation or "")) > BOTANICAL_NAME_CHARS_MAX:
        return _rejected(NameCode.E_TOO_LONG)  # longer than the text: some signs stand for several letters
    in_order = tuple(sorted(codes, key=ORDER.__getitem__)) if codes else ()
    return ParsedName(
        outcome=outcome_of(in_order), canonical=canonical, taxon=taxon, codes=in_order, genus_read=taxon.genus
    )


def _taxon_of(name: NameParts) -> Taxon:
    rank, hybrid = Rank.GENUS, None
    if name.infraspecific is not None:
        rank, hybrid = _RANK_OF[name.rank or ""]
    elif name.species is not None:
        rank = Rank.SPECIES
    if hybrid is None and name.species_sign == CROSS:
        hybrid = Hybrid.NOTHOSPECIES
    if PLUS in (name.sign, name.species_sign):
        rank, hybrid = Rank.GRAFT_CHIMAERA, Hybrid.GRAFT
    elif name.sign:
        hybrid = Hybrid.NOTHOGENUS
    if name.cultivar is not None:
        rank = Rank.CULTIVAR
    elif name.group is not None:
        rank = Rank.GREX if name.is_grex else Rank.GROUP
    return Taxon(
        rank=rank,
        genus=name.genus,
        hybrid=hybrid,
        species=name.species,
        infra_rank=name.rank,
        infra_epithet=name.infraspecific,
        cultivar=name.cultivar,
        group=name.group,
        is_grex=name.is_grex,
        trade_designation=name.trade_designation,
        authorship=name.authorship,
    )


def _formula_of(name: NameParts, sign: str) -> Taxon:
    if sign == PLUS:
        return Taxon(rank=Rank.GRAFT_CHIMAERA, genus=name.genus, hybrid=Hybrid.GRAFT)
    return Taxon(rank=Rank.HYBRID_FORMULA, genus=name.genus, hybrid=Hybrid.FORMULA)


def _rejected(code: NameCode, genus_read: str | None = None) -> ParsedName:
    return ParsedName(outcome=NameOutcome.REJECT, canonical="", taxon=None, codes=(code,), genus_read=genus_read)
