"""The ids of a plant in public indexes of names. Staff state them; Plant Store never looks them up."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.checks import Check, clean_text
from plantstore.domain.plants.objects import check_object
from plantstore.domain.text import quoted

RAW_CHARS_MAX = 200  # max length of an address that contains an id

_END = r"/?(?:[?#].*)?"
_RELEASE = r"(?:-[0-9]{4}-[0-9]{2})?"
_LSID = r"(?:urn:lsid:ipni\.org:names:)?"
_LSID_VERSION = r"(?::[0-9.]{1,20})?"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalIds:
    """The ids of a plant in other systems; None where the shop states none.

    `wfo` is the World Flora Online, `ipni` the International Plant Names Index (also the id of Plants of the World
    Online), `gbif` the Global Biodiversity Information Facility, whose ids are no longer only digits, `eppo` the EPPO
    Global Database, and `vbn` the product code of Floricode, used by the Dutch flower auctions.
    """

    wfo: str | None = None
    ipni: str | None = None
    gbif: str | None = None
    eppo: str | None = None
    vbn: str | None = None


def check_external_ids(value: object, pointer: str, problems: list[FieldError]) -> ExternalIds | None:
    """Check an object of ids. Return None if it has none; append a problem for each wrong value.

    Web addresses and LSIDs are reduced to their ids, and release suffixes are removed: wfo-0001351047-2024-06 is
    wfo-0001351047 as of a release of June 2024.
    """
    example = '{"wfo": "wfo-0000605616"}'
    ids = ExternalIds(**check_object(value, pointer, problems, checks=_CHECKS, example=example))
    return None if ids == _NO_IDS else ids


def write_external_ids(ids: ExternalIds | None) -> dict[str, str | None] | None:
    """Return the ids as a JSON object with every key, in the form that `check_external_ids` accepts."""
    if ids is None:
        return None
    return {"wfo": ids.wfo, "ipni": ids.ipni, "gbif": ids.gbif, "eppo": ids.eppo, "vbn": ids.vbn}


def _check(
    index: str,
    id_pattern: str,
    example: str,
    *,
    address: str = "",
    prefix: str = "",
    suffix: str = "",
    fold: Callable[[str], str] = str,
) -> Check:
    """Return a check for an id, alone or at the end of an `address`, which is a pattern without its scheme."""
    named = rf"{prefix}({id_pattern}){suffix}"
    alone = re.compile(named, re.IGNORECASE | re.ASCII)
    within = re.compile(rf"(?:https?://)?(?:www\.)?{address}{named}{_END}", re.IGNORECASE | re.ASCII)

    def check(value: object, pointer: str, problems: list[FieldError]) -> str | None:
        wanted = f'a string, such as "{example}"'
        clean = clean_text(value, pointer, problems, chars_max=RAW_CHARS_MAX, wanted=wanted)
        if clean is None:
            return None
        found = alone.fullmatch(clean) or (within.fullmatch(clean) if address else None)
        if found is not None:
            return fold(found[1])
        detail = f"{quoted(clean)} is not an id of {index}, such as {example}."
        problems.append(FieldError(pointer=pointer, code="identifier", detail=detail))
        return None

    return check


_NO_IDS = ExternalIds()
_CHECKS: Mapping[str, Check] = {
    "wfo": _check(
        "World Flora Online",
        "wfo-[0-9]{10}",
        "wfo-0000605616",
        address=r"(?:list\.)?worldfloraonline\.org/(?:taxon/)?",
        suffix=_RELEASE,
        fold=str.lower,
    ),
    "ipni": _check(
        "IPNI",
        "[0-9]{1,9}-[0-9]",
        "173972-1",
        address=r"(?:ipni\.org/(?:n/)?|powo\.science\.kew\.org/taxon/|plantsoftheworldonline\.org/taxon/)",
        prefix=_LSID,
        suffix=_LSID_VERSION,
    ),
    "gbif": _check(
        "GBIF",
        "[A-Z0-9]{1,12}",
        "5361880",
        address=r"(?:api\.)?gbif\.org/(?:[a-z]{2}/)?(?:v1/)?(?:species|taxon)/",
    ),
    "eppo": _check("EPPO", "[A-Z0-9]{5}|1[A-Z0-9]{5}", "ZEAMA", address=r"gd\.eppo\.int/taxon/", fold=str.upper),
    "vbn": _check("Floricode (VBN)", "[0-9]{1,6}", "10564"),
}
