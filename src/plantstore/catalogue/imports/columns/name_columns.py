"""Joins the columns of a botanical name's parts: genus, species, cultivar, Group and trade designation."""

import re
from collections.abc import Collection, Mapping

from plantstore.domain.plants.names.botanical_name import parse

PARTS = ("genus", "species", "cultivar", "cultivar_group", "trade_designation")
"""The fields of a file that are parts of a plant's `botanical_name`. A plant itself does not have them."""

_QUOTES = "'\"‘’“”`´ "
_GROUP = re.compile(r"\(?(.*?)(?: [Gg]roup| [Gg]p\.?)?\)?")


def settle(columns: dict[str, int], chosen: Collection[str]) -> None:
    """Decide what guessed columns of parts mean in a file; those of `chosen`, which a person chose, stay.

    Without a genus, a species is a whole name. Next to a column of whole names, only the cultivar can add something.
    """
    guessed = [part for part in PARTS if part in columns and part not in chosen]
    has_names = "botanical_name" in columns
    if "genus" not in columns and not has_names and "botanical_name" not in chosen:
        is_named = bool(columns.keys() & {"name", "common_names"})
        whole = next((part for part in ("species", *(() if is_named else ("cultivar",))) if part in guessed), None)
        if whole is not None:
            columns["botanical_name"] = columns.pop(whole)
            has_names = True
    for part in guessed:
        if part != "cultivar" and (has_names or "genus" not in columns):
            columns.pop(part, None)
    if "cultivar" in guessed and not has_names and "genus" not in columns:
        columns.pop("cultivar", None)


def join(parts: Mapping[str, str], whole: str) -> str:
    """Return the botanical name of a row: its parts joined, or the cell `whole` with the cultivar that it lacks.

    >>> join({"genus": "Acer", "species": "palmatum", "cultivar": "bloodgood"}, "")
    "Acer palmatum 'bloodgood'"
    >>> join({"genus": "Hydrangea", "cultivar": "Bailmer", "trade_designation": "ENDLESS SUMMER"}, "")
    "Hydrangea ENDLESS SUMMER ('Bailmer')"
    >>> join({"cultivar": "Bloodgood"}, "Acer palmatum 'Bloodgood'")
    "Acer palmatum 'Bloodgood'"
    """
    cultivar, has_epithet = _cultivar(parts.get("cultivar", ""))
    if whole:
        taxon = parse(whole).taxon
        is_there = taxon is None or taxon.cultivar is not None or cultivar.strip(_QUOTES).lower() in whole.lower()
        return whole if not cultivar or is_there else f"{whole} {cultivar}"
    genus, species = parts.get("genus", ""), parts.get("species", "")
    if species.lower().startswith(f"{genus.lower()} "):
        genus = ""
    group = _GROUP.fullmatch(parts.get("cultivar_group", ""))
    group_name = f"{group[1]} Group" if group is not None and group[1] else ""
    trade = parts.get("trade_designation", "").strip(_QUOTES)
    if cultivar and has_epithet:
        group_name = f"({group_name})" if group_name else ""
        cultivar = f"({cultivar})" if trade else cultivar
    return " ".join(filter(None, (genus, species, group_name, trade, cultivar)))


def _cultivar(cell: str) -> tuple[str, bool]:
    """Return a cell's text as it is written in a name, and whether it is a cultivar epithet in quotes.

    A cell such as "var. dissectum" or "dissectum 'Garnet'" is not put into quotes.
    """
    bare = cell.strip(_QUOTES)
    if not bare:
        return "", False
    if re.match(r"(?:var|subsp|ssp|f|convar)\. ", bare) or re.search(r" ['\"‘“]", bare):
        return cell.strip(), False
    return f"'{bare}'", True
