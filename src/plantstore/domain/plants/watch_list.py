"""The watch list: botanical names that a shop wants to be warned of, such as species that it may not sell.

An entry warns; it blocks nothing. A new store has no entries, because laws differ and lists of them go stale.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.plants.fields import PlantFields
from plantstore.domain.plants.names.botanical_name import Hybrid, ParsedName, Rank, Taxon, parse
from plantstore.domain.plants.names.codes import NameCode, NameOutcome
from plantstore.domain.plants.names.keys import cultivar_key, fold, species_key
from plantstore.domain.plants.names.repair import BOTANICAL_NAME_CHARS_MAX
from plantstore.domain.plants.names.words import GENUS_ABBREVIATED
from plantstore.domain.text import check_text, quoted

ENTRIES_MAX = 1_000  # the Union list of Regulation (EU) 1143/2014 has about 50 plants
REASON_CHARS_MAX = 200
WARNING_CODE = "watched"
_REPAIRED = frozenset({NameCode.W_CASE_FIXED, NameCode.W_MOJIBAKE})


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedName:
    """An entry: a canonical botanical name, without authors, and the reason for it, which is shown with the warning."""

    name: str
    reason: str | None = None


def check_entries(raw: object) -> list[WatchedName]:
    """Return a client's entries, sorted by name. Raise Invalid with every problem, not only the first.

    `raw` is a list of objects {"name": …, "reason": …}. Names are stored in canonical form: authors are left out.
    """
    if not isinstance(raw, list):
        raise Invalid(fields=(FieldError(pointer="/items", code="type", detail="Use a list of names."),))
    if len(raw) > ENTRIES_MAX:
        detail = f"A watch list has at most {ENTRIES_MAX:,} names; this one has {len(raw):,}."
        raise Invalid(fields=(FieldError(pointer="/items", code="length", detail=detail),))
    problems: list[FieldError] = []
    entries: dict[str, WatchedName] = {}
    for number, item in enumerate(raw):
        pointer = f"/items/{number}"
        entry = _check_entry(item, pointer, problems)
        if entry is None:
            continue
        other = entries.setdefault(key_of(entry.name), entry)
        if other is not entry:
            detail = f"{quoted(entry.name)} is on this list twice."
            problems.append(FieldError(pointer=f"{pointer}/name", code="unique", detail=detail))
    if problems:
        raise Invalid(fields=tuple(problems))
    return sorted(entries.values(), key=lambda entry: entry.name)


def key_of(name: str) -> str:
    """Return the key of an entry's name, under which it is unique. Raise ValueError if it is not a botanical name."""
    parsed = parse(name)
    taxon = parsed.taxon
    if taxon is None:
        raise ValueError(f"{quoted(name)} is not a botanical name.")
    return species_key(parsed) or cultivar_key(taxon) or fold(taxon.genus)


def keys_of(fields: PlantFields) -> Sequence[str]:
    """Return the keys of all entries that match a plant, the most exact first: its cultivar, species and genus.

    A plant without a botanical name is matched by its name. An abbreviated genus matches nothing.
    """
    parsed = parse(fields.botanical_name or fields.name)
    if parsed.taxon is None and fields.botanical_name:
        parsed = parse(fields.name)
    return _keys(parsed)


def _keys(parsed: ParsedName) -> Sequence[str]:
    taxon = parsed.taxon
    if taxon is None or GENUS_ABBREVIATED.fullmatch(taxon.genus):
        return ()
    whole = species_key(parsed) or cultivar_key(taxon)
    if taxon.hybrid is Hybrid.FORMULA or taxon.rank is Rank.GRAFT_CHIMAERA:
        return tuple(filter(None, (whole, fold(taxon.genus))))
    parts = [taxon.genus]
    nested = [fold(taxon.genus)]
    for part in (taxon.species, taxon.infra_epithet):
        if part is not None:
            parts.append(part)
            nested.insert(0, fold(" ".join(parts)))
    return tuple(dict.fromkeys((*([whole] if whole else ()), *nested)))


class WatchList:
    """The entries by their keys, to look up many plants."""

    def __init__(self, entries: Iterable[tuple[str, WatchedName]] = ()) -> None:
        self._by_key: Mapping[str, WatchedName] = dict(entries)

    def find(self, fields: PlantFields) -> WatchedName | None:
        """Return the most exact entry that matches a plant; None if there is none."""
        if not self._by_key:
            return None
        return next((self._by_key[key] for key in keys_of(fields) if key in self._by_key), None)


def warning_of(entry: WatchedName) -> FieldError:
    """Return the warning about a plant that matches an entry."""
    reason = f": {entry.reason}" if entry.reason else "."
    detail = f"{entry.name} is on your watch list{reason}"
    return FieldError(pointer="/botanical_name", code=WARNING_CODE, detail=detail)


def _check_entry(item: object, pointer: str, problems: list[FieldError]) -> WatchedName | None:
    if not isinstance(item, dict) or not isinstance(item.get("name"), str):
        detail = 'Use an object such as {"name": "Impatiens glandulifera", "reason": "invasive"}.'
        problems.append(FieldError(pointer=pointer, code="type", detail=detail))
        return None
    before = len(problems)
    unknown = sorted(item.keys() - {"name", "reason"})
    if unknown:
        detail = f"There is no field {quoted(unknown[0])}. Use name and reason."
        problems.append(FieldError(pointer=pointer, code="unknown", detail=detail))
    name = _check_name(item["name"], f"{pointer}/name", problems)
    reason = item.get("reason")
    if reason is not None and not isinstance(reason, str):
        problems.append(FieldError(pointer=f"{pointer}/reason", code="type", detail="Use a string, or null."))
    elif reason is not None:
        reason, wrong = check_text(reason, pointer=f"{pointer}/reason", chars_min=0, chars_max=REASON_CHARS_MAX)
        problems += wrong
    return WatchedName(name=name, reason=reason or None) if len(problems) == before else None


def _check_name(text: str, pointer: str, problems: list[FieldError]) -> str:
    """Return the canonical form of a name. Append a problem if it is in doubt what the name means."""
    clean, wrong = check_text(text, pointer=pointer, chars_max=BOTANICAL_NAME_CHARS_MAX)
    if wrong:
        problems += wrong
        return ""
    parsed = parse(clean)
    doubts = {code for code in parsed.codes if code.startswith("W_")} - _REPAIRED
    if parsed.outcome is NameOutcome.REJECT or doubts or _is_trade_name(parsed.taxon):
        detail = (
            f"{quoted(clean)} is not a clear botanical name. Write a genus, species or cultivar in full, such as "
            "Impatiens glandulifera."
        )
        problems.append(FieldError(pointer=pointer, code="botanical_name", detail=detail))
        return ""
    return parsed.canonical


def _is_trade_name(taxon: Taxon | None) -> bool:
    """True for a trade designation without a cultivar: `canonical` leaves it out, so the name would match too much."""
    return taxon is not None and taxon.trade_designation is not None and taxon.cultivar is None
