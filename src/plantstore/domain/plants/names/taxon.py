"""The taxon of a plant: the parts of its botanical name, which are derived when the plant is written."""

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plantstore.domain.plants.names.botanical_name import ParsedName, Taxon

NAMES_KEPT = 2_048  # names whose result is kept, about 2 MB: one command reads the same name several times


@lru_cache(NAMES_KEPT)
def read_name(text: str) -> "ParsedName":
    """Return what `parse` reads in a botanical name."""
    from plantstore.domain.plants.names.botanical_name import (
        parse,  # late: it takes 40 ms to load, and clients never need it
    )

    return parse(text)


def taxon_of(botanical_name: str | None) -> "Taxon | None":
    """Return the taxon of a botanical name; None if there is no name, or it is not recognised (`reject`)."""
    return None if botanical_name is None else read_name(botanical_name).taxon


def write_taxon(taxon: "Taxon | None") -> dict[str, object] | None:
    """Return a taxon as a JSON object with every key; None if there is none."""
    if taxon is None:
        return None
    return {
        "rank": taxon.rank.value,
        "genus": taxon.genus,
        "species": taxon.species,
        "hybrid": None if taxon.hybrid is None else taxon.hybrid.value,
        "infra_rank": taxon.infra_rank,
        "infra_epithet": taxon.infra_epithet,
        "cultivar": taxon.cultivar,
        "group": taxon.group,
        "trade_designation": taxon.trade_designation,
        "authorship": taxon.authorship,
    }
