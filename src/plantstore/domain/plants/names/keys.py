"""Keys under which two plants are probably the same: they are hints for a person, never an identity."""

import re
import unicodedata

from plantstore.domain.plants.names.botanical_name import Hybrid, ParsedName, Rank, Taxon
from plantstore.domain.plants.names.codes import NameCode
from plantstore.domain.plants.names.words import GENUS_ABBREVIATED

_QUOTES = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc`\xb4", "'") | dict.fromkeys("\u201c\u201d\u201e", '"')
)
_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+")
_GAPS = re.compile(r"[\s\u2010-\u2015-]+")
_SIGNS = re.compile("[×+] ?")
_DOUBTFUL = frozenset({NameCode.W_AMBIGUOUS_TAIL, NameCode.W_INDETERMINATE, NameCode.W_ABBREVIATED_GENUS})


def fold(text: str) -> str:
    """Return the text without accents and capitals, with straight quotes and single spaces for spaces and hyphens.

    >>> fold("Isoëtes  ‘Jean-Marie’")
    "isoetes 'jean marie'"
    """
    if not text.isascii():
        text = _MARKS.sub("", unicodedata.normalize("NFKD", text.translate(_QUOTES)))
        text = _MARKS.sub("", unicodedata.normalize("NFKD", text.casefold()))
        return " ".join(_GAPS.sub(" ", text.translate(_QUOTES)).split())
    return " ".join(text.casefold().replace("-", " ").split())


def cultivar_key(taxon: Taxon) -> str | None:
    """Return the key of a cultivar: its genus, and its epithet or else its trade designation; None without either.

    Within a genus an epithet is unique (ICNCP Art. 21.3), so the species does not matter. × and + are ignored.
    """
    epithet = taxon.cultivar or taxon.trade_designation
    if epithet is None or GENUS_ABBREVIATED.fullmatch(taxon.genus) or taxon.hybrid is Hybrid.FORMULA:
        return None
    return f"{fold(taxon.genus)} '{fold(epithet)}'"


def species_key(name: ParsedName) -> str | None:
    """Return the key of a plant without a cultivar: its name without authors, signs and ranks.

    None for a genus alone, for a name with a cultivar or trade designation, and for one that is read with doubt.
    """
    taxon = name.taxon
    if taxon is None or taxon.cultivar is not None or taxon.trade_designation is not None:
        return None
    if taxon.rank is Rank.GENUS or not _DOUBTFUL.isdisjoint(name.codes):
        return None
    if taxon.hybrid is Hybrid.FORMULA or taxon.rank is Rank.GRAFT_CHIMAERA:
        return fold(_SIGNS.sub(" ", name.canonical))
    group = f"{taxon.group} {'gx' if taxon.is_grex else 'group'}" if taxon.group is not None else None
    parts = (taxon.genus, taxon.species, taxon.infra_epithet, group)
    return fold(" ".join(part for part in parts if part is not None))
